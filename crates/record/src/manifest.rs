//! `run.json`: what a recording is, for programs and people.

use crate::{Channel, DeviceSchema, Fact, ReadError, RunInfo, Schema};
use bristle_system::input;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How a recording ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Ending {
    /// Not yet, or its process was killed.
    Unfinished,
    /// As planned.
    Completed,
    /// Before its time.
    Stopped {
        /// Why, for a reader.
        why: String,
    },
}

/// Name and version of the format. A reader refuses versions that it does not know.
pub(crate) const FORMAT: &str = "bristle-recording";
pub(crate) const VERSION: u64 = 1;

/// Larger files are no `run.json` and no scene \[bytes\].
pub(crate) const LARGEST: u64 = 1 << 28;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) format: String,
    pub(crate) format_version: u64,
    #[serde(flatten)]
    pub(crate) run: RunInfo,
    pub(crate) ending: Ending,
    /// Nothing until the end is known.
    pub(crate) summary: Option<Summary>,
    pub(crate) channels: Vec<ChannelEntry>,
    pub(crate) skins: Vec<SkinEntry>,
    /// Recordings without devices do not mention them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) devices: Vec<DeviceSchema>,
}

/// What is known at the end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Summary {
    pub(crate) samples: u64,
    pub(crate) start_s: Option<f64>,
    pub(crate) end_s: Option<f64>,
    pub(crate) facts: Vec<Fact>,
    /// Recordings of programs that know no outcome do without.
    #[serde(default, deserialize_with = "crate::outcome::if_known", skip_serializing_if = "Option::is_none")]
    pub(crate) outcome: Option<Box<crate::Outcome>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ChannelEntry {
    #[serde(flatten)]
    pub(crate) channel: Channel,
    /// For people and other programs; it follows from the channel.
    pub(crate) column: String,
    pub(crate) symbol: String,
}

/// A skin without its texels, which stand in a table of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SkinEntry {
    pub(crate) name: String,
    pub(crate) texels: usize,
    pub(crate) rows: Option<usize>,
    pub(crate) columns: Option<usize>,
}

impl Manifest {
    pub(crate) fn of(schema: &Schema) -> Self {
        let channels = schema.channels.iter().map(|channel| ChannelEntry {
            channel: channel.clone(),
            column: channel.column(),
            symbol: channel.unit.symbol().to_owned(),
        });
        let skins = schema.skins.iter().map(|skin| SkinEntry {
            name: skin.name.clone(),
            texels: skin.texels.len(),
            rows: skin.grid.as_ref().map(|grid| grid.rows),
            columns: skin.grid.as_ref().map(|grid| grid.columns),
        });
        Self {
            format: FORMAT.to_owned(),
            format_version: VERSION,
            run: schema.run.clone(),
            ending: Ending::Unfinished,
            summary: None,
            channels: channels.collect(),
            skins: skins.collect(),
            devices: schema.devices.clone(),
        }
    }

    pub(crate) fn to_json(&self) -> std::io::Result<String> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        Ok(text)
    }

    pub(crate) fn read(path: &Path) -> Result<Self, ReadError> {
        let text = input::read_text(path, LARGEST)
            .map_err(|source| ReadError::Io { path: path.to_owned(), source })?;
        let wrong = |error: serde_json::Error| ReadError::BadLine {
            path: path.to_owned(),
            line: error.line() as u64,
            what: error.to_string(),
        };
        // The version first: the rest of a newer format may look different.
        let header: Header = serde_json::from_str(&text).map_err(wrong)?;
        if header.format != FORMAT {
            let what = format!("the format is {:?}, expected {FORMAT:?}", header.format);
            return Err(ReadError::BadLine { path: path.to_owned(), line: 1, what });
        }
        if header.format_version != VERSION {
            let found = header.format_version;
            return Err(ReadError::OtherVersion { path: path.to_owned(), found, known: VERSION });
        }
        serde_json::from_str(&text).map_err(wrong)
    }
}

#[derive(Deserialize)]
struct Header {
    format: String,
    format_version: u64,
}

/// Whether a file is the `run.json` of a recording, of any version.
pub(crate) fn is_one(path: &Path) -> bool {
    let text = input::read_text(path, LARGEST).unwrap_or_default();
    serde_json::from_str::<Header>(&text).is_ok_and(|header| header.format == FORMAT)
}
