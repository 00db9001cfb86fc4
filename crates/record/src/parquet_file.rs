//! Parquet files, made from the CSV files of a recording.
//!
//! Columns are written with the crate's low-level writer, a row group at a time, so memory stays bounded.

use crate::manifest::Manifest;
use crate::texel_record::{self, COLUMNS, PLACE, STATE};
use crate::{Channel, RecordError, Recording, SkinSchema, TexelRecord, files, layout};
use bristle_system::output;
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::io::BufWriter;
use std::sync::Arc;

/// Numbers in a row group: what is held in memory at a time.
const GROUP_NUMBERS: usize = 1 << 20;

/// Writes all files.
pub(crate) fn write(recording: &Recording) -> std::result::Result<(), RecordError> {
    whole_file(recording, files::SIGNALS_PARQUET, &signals_schema(recording.channels()), signals)?;
    whole_file(recording, files::TEXELS_PARQUET, &texels_schema(), texels)?;
    match recording.devices().is_empty() {
        true => Ok(()),
        false => whole_file(recording, files::DEVICES_PARQUET, DEVICES_SCHEMA, devices),
    }
}

const DEVICES_SCHEMA: &str = "message devices {\n required double time_s;\n required binary skin (STRING);\n \
    required int64 frame;\n required int32 texel;\n required double reading;\n}";

/// One row group per device.
fn devices(writer: &mut FileWriter<'_>, recording: &Recording) -> Result<()> {
    for record in recording.devices() {
        let texels = record.schema.texels;
        let each = |index: usize| index / texels;
        let all = 0..record.readings.len();
        let name = ByteArray::from(record.schema.skin.as_bytes().to_vec());
        let mut group = writer.next_row_group()?;
        doubles(&mut group, &all.clone().map(|i| record.times[each(i)]).collect::<Vec<_>>())?;
        texts(&mut group, &vec![name; record.readings.len()])?;
        longs(&mut group, &all.clone().map(|i| record.frames[each(i)].cast_signed()).collect::<Vec<_>>())?;
        integers(&mut group, &all.map(|i| (i % texels) as i32).collect::<Vec<_>>(), None)?;
        doubles(&mut group, &record.readings)?;
        group.close()?;
    }
    Ok(())
}

type FileWriter<'f> = SerializedFileWriter<BufWriter<&'f mut File>>;

fn whole_file(
    recording: &Recording,
    name: &str,
    schema: &str,
    fill: impl FnOnce(&mut FileWriter<'_>, &Recording) -> Result<()>,
) -> std::result::Result<(), RecordError> {
    let path = recording.folder().join(name);
    let written = output::write_whole_with(&path, |file| {
        let schema = Arc::new(parse_message_type(schema).map_err(external)?);
        let properties = properties(recording.manifest()).map_err(external)?;
        let mut writer = SerializedFileWriter::new(BufWriter::new(file), schema, Arc::new(properties))
            .map_err(external)?;
        fill(&mut writer, recording).map_err(external)?;
        writer.finish().map_err(external)?;
        std::io::Write::flush(writer.inner_mut())
    });
    written.map_err(|source| RecordError::Parquet { path, reason: source.to_string() })
}

/// The system's own error where there is one, so that a full disk is called one.
fn external(error: ParquetError) -> std::io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<std::io::Error>() {
            Ok(io) => *io,
            Err(other) => std::io::Error::other(other),
        },
        other => std::io::Error::other(other),
    }
}

/// Every file carries the whole of `run.json`, so that one sent around alone still tells its units.
fn properties(manifest: &Manifest) -> Result<WriterProperties> {
    let run = manifest.to_json().map_err(|error| ParquetError::External(Box::new(error)))?;
    Ok(WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(format!("bristle-record {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(vec![KeyValue::new("bristle.run".to_owned(), run)]))
        .build())
}

fn signals_schema(channels: &[Channel]) -> String {
    let columns = layout::signals_header(channels.iter().map(Channel::column));
    let fields: String = columns.iter().map(|column| format!("required double {column};\n")).collect();
    format!("message signals {{\n{fields}}}")
}

fn texels_schema() -> String {
    let [time, skin, texel, row, column] = PLACE;
    let numbers: String = COLUMNS.iter().map(|column| format!("required double {column};\n")).collect();
    format!(
        "message texels {{\n required double {time};\n required binary {skin} (STRING);\n required int32 {texel};\n \
         optional int32 {row};\n optional int32 {column};\n {numbers} required binary {STATE} (STRING);\n}}"
    )
}

fn signals(writer: &mut FileWriter<'_>, recording: &Recording) -> Result<()> {
    let times = recording.times();
    let rows = (GROUP_NUMBERS / (1 + recording.channels().len())).max(1024);
    for begin in (0..times.len()).step_by(rows) {
        let end = (begin + rows).min(times.len());
        let mut group = writer.next_row_group()?;
        doubles(&mut group, &times[begin..end])?;
        for channel in 0..recording.channels().len() {
            doubles(&mut group, &recording.series(channel).unwrap_or_default()[begin..end])?;
        }
        group.close()?;
    }
    Ok(())
}

fn texels(writer: &mut FileWriter<'_>, recording: &Recording) -> Result<()> {
    let per_sample: usize = recording.skins().iter().map(|skin| skin.texels.len()).sum();
    let samples = (GROUP_NUMBERS / (per_sample.max(1) * COLUMNS.len())).max(1);
    let mut group = TexelGroup::default();
    let frames = recording.frames().map_err(|error| ParquetError::External(Box::new(error)))?;
    for (index, frame) in frames.enumerate() {
        let frame = frame.map_err(|error| ParquetError::External(Box::new(error)))?;
        for (skin, records) in recording.skins().iter().zip(&frame.skins) {
            group.add(frame.time, skin, records);
        }
        if (index + 1) % samples == 0 {
            group.write(writer)?;
        }
    }
    group.write(writer)
}

/// Rows that become a row group, column by column.
#[derive(Default)]
struct TexelGroup {
    times: Vec<f64>,
    skins: Vec<ByteArray>,
    texels: Vec<i32>,
    /// Row and column are there for arrays only.
    has_place: Vec<i16>,
    rows: Vec<i32>,
    columns: Vec<i32>,
    numbers: [Vec<f64>; COLUMNS.len()],
    states: Vec<ByteArray>,
}

impl TexelGroup {
    fn add(&mut self, time: f64, skin: &SkinSchema, records: &[TexelRecord]) {
        let name = ByteArray::from(skin.name.as_bytes().to_vec());
        for (texel, record) in records.iter().enumerate() {
            self.times.push(time);
            self.skins.push(name.clone());
            self.texels.push(texel as i32);
            let place = skin.place(texel);
            self.has_place.push(place.is_some().into());
            self.rows.extend(place.map(|(row, _)| row as i32));
            self.columns.extend(place.map(|(_, column)| column as i32));
            for (column, number) in self.numbers.iter_mut().zip(record.numbers()) {
                column.push(number);
            }
            self.states.push(texel_record::state_word(record.state).into());
        }
    }

    fn write(&mut self, writer: &mut FileWriter<'_>) -> Result<()> {
        if self.times.is_empty() {
            return Ok(());
        }
        let mut group = writer.next_row_group()?;
        doubles(&mut group, &self.times)?;
        texts(&mut group, &self.skins)?;
        integers(&mut group, &self.texels, None)?;
        integers(&mut group, &self.rows, Some(&self.has_place))?;
        integers(&mut group, &self.columns, Some(&self.has_place))?;
        for column in &self.numbers {
            doubles(&mut group, column)?;
        }
        texts(&mut group, &self.states)?;
        group.close()?;
        *self = Self::default();
        Ok(())
    }
}

type Group<'g, 'f> = SerializedRowGroupWriter<'g, BufWriter<&'f mut File>>;

fn no_column() -> ParquetError {
    ParquetError::General("the schema has fewer columns than the data".to_owned())
}

fn doubles(group: &mut Group<'_, '_>, values: &[f64]) -> Result<()> {
    let mut column = group.next_column()?.ok_or_else(no_column)?;
    column.typed::<DoubleType>().write_batch(values, None, None)?;
    column.close()
}

fn integers(group: &mut Group<'_, '_>, values: &[i32], present: Option<&[i16]>) -> Result<()> {
    let mut column = group.next_column()?.ok_or_else(no_column)?;
    column.typed::<Int32Type>().write_batch(values, present, None)?;
    column.close()
}

fn longs(group: &mut Group<'_, '_>, values: &[i64]) -> Result<()> {
    let mut column = group.next_column()?.ok_or_else(no_column)?;
    column.typed::<Int64Type>().write_batch(values, None, None)?;
    column.close()
}

fn texts(group: &mut Group<'_, '_>, values: &[ByteArray]) -> Result<()> {
    let mut column = group.next_column()?.ok_or_else(no_column)?;
    column.typed::<ByteArrayType>().write_batch(values, None, None)?;
    column.close()
}
