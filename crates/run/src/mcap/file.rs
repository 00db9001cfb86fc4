//! An MCAP file that is being written.

use foxglove::Encode;
use mcap::records::MessageHeader;
use mcap::{Attachment, Compression, McapError, WriteOptions, Writer};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// An MCAP file that is being written.
///
/// Chunks end by size and by simulated time, never by wall time, so that equal runs give equal messages in equal chunks.
pub(super) struct McapFile {
    path: PathBuf,
    /// None once it is finished.
    writer: Option<Writer<BufWriter<File>>>,
    /// Whose file it is; a fork of it must not write.
    process: u32,
    message: Vec<u8>,
    /// When the current chunk began \[ns\].
    chunk_start: u64,
}

/// A topic of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Topic(u16);

/// Uncompressed bytes of a chunk: small enough to seek in, large enough to compress well.
const CHUNK_BYTES: u64 = 1 << 20;
/// Longest simulated time in a chunk, which is what a killed run may lose \[ns\].
const CHUNK_TIME: u64 = 1_000_000_000;

impl McapFile {
    pub(super) fn create(path: PathBuf) -> io::Result<Self> {
        let file = File::create_new(&path)?;
        let writer = WriteOptions::new()
            .compression(Some(Compression::Zstd))
            .compression_level(1)
            .compression_threads(0)
            .chunk_size(Some(CHUNK_BYTES))
            // A chunk is written whole or not at all.
            .disable_seeking(true)
            .library(concat!("bristle ", env!("CARGO_PKG_VERSION")))
            .create(BufWriter::new(file))
            .map_err(io_error)?;
        Ok(Self {
            path,
            writer: Some(writer),
            process: std::process::id(),
            message: Vec::new(),
            chunk_start: 0,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// A topic whose messages are of one of Foxglove's types.
    pub(super) fn topic<T: Encode>(&mut self, name: &str) -> io::Result<Topic> {
        let schema =
            T::get_schema().ok_or_else(|| io::Error::other(format!("messages of {name} have no schema")))?;
        self.add_topic(name, &T::get_message_encoding(), &schema.name, &schema.encoding, &schema.data)
    }

    /// A topic of JSON objects with a JSON schema.
    pub(super) fn json_topic(&mut self, name: &str, schema: &serde_json::Value) -> io::Result<Topic> {
        let title = schema["title"].as_str().unwrap_or(name);
        self.add_topic(name, "json", title, "jsonschema", schema.to_string().as_bytes())
    }

    fn add_topic(
        &mut self,
        name: &str,
        encoding: &str,
        schema: &str,
        language: &str,
        data: &[u8],
    ) -> io::Result<Topic> {
        let writer = self.open()?;
        let schema = writer.add_schema(schema, language, data).map_err(io_error)?;
        writer.add_channel(schema, name, encoding, &BTreeMap::new()).map(Topic).map_err(io_error)
    }

    /// Writes a message of one of Foxglove's types.
    pub(super) fn write<T: Encode>(&mut self, topic: Topic, time: f64, message: &T) -> io::Result<()> {
        let mut bytes = std::mem::take(&mut self.message);
        bytes.clear();
        bytes.reserve(message.encoded_len().unwrap_or(0));
        let written = message
            .encode(&mut bytes)
            .map_err(|error| io::Error::other(error.to_string()))
            .and_then(|()| self.write_bytes(topic, time, &bytes));
        self.message = bytes;
        written
    }

    /// Writes the bytes of a message.
    pub(super) fn write_bytes(&mut self, topic: Topic, time: f64, message: &[u8]) -> io::Result<()> {
        let now = nanoseconds(time);
        if now.saturating_sub(self.chunk_start) >= CHUNK_TIME {
            self.chunk_start = now;
            self.open()?.flush().map_err(io_error)?;
        }
        let header = MessageHeader { channel_id: topic.0, sequence: 0, log_time: now, publish_time: now };
        self.open()?.write_to_known_channel(&header, message).map_err(io_error)
    }

    /// Adds a file.
    pub(super) fn attach(&mut self, name: &str, media_type: &str, data: &[u8]) -> io::Result<()> {
        let attachment = Attachment {
            log_time: 0,
            create_time: 0,
            name: name.to_owned(),
            media_type: media_type.to_owned(),
            data: data.into(),
        };
        self.open()?.attach(&attachment).map_err(io_error)
    }

    /// Adds words under a name.
    pub(super) fn metadata(&mut self, name: &str, words: BTreeMap<String, String>) -> io::Result<()> {
        let metadata = mcap::records::Metadata { name: name.to_owned(), metadata: words };
        self.open()?.write_metadata(&metadata).map_err(io_error)
    }

    /// Writes the index at the end. A file that is not finished can be read up to its last chunk.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        if self.process == std::process::id()
            && let Some(mut writer) = self.writer.take()
        {
            writer.finish().map_err(io_error)?;
            let file = writer.into_inner().into_inner().map_err(io::IntoInnerError::into_error)?;
            file.sync_all()?;
        }
        Ok(())
    }

    fn open(&mut self) -> io::Result<&mut Writer<BufWriter<File>>> {
        if self.process != std::process::id() {
            return Err(io::Error::other("it belongs to the process of which this one is a fork"));
        }
        self.writer.as_mut().ok_or_else(|| io::Error::other("it is finished"))
    }
}

impl Drop for McapFile {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            // What this copy holds waits in the first process, too, which will write it.
            std::mem::forget(self.writer.take());
        }
    }
}

/// Simulated time as MCAP counts it.
pub(super) fn nanoseconds(time: f64) -> u64 {
    (time * 1e9).round() as u64
}

fn io_error(error: McapError) -> io::Error {
    match error {
        McapError::Io(error) => error,
        other => io::Error::other(other),
    }
}
