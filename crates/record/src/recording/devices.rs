//! The table of devices' frames.

use crate::csv::{Lines, split};
use crate::{DeviceRecord, DeviceSchema, ReadError, files, layout};
use std::path::Path;

pub(super) struct Devices {
    pub(super) records: Vec<DeviceRecord>,
    /// Bytes up to the end of the last whole frame.
    pub(super) bytes: u64,
}

/// A recording without devices has no such table.
pub(super) fn read(folder: &Path, schemas: &[DeviceSchema]) -> Result<Devices, ReadError> {
    let empty = |schema: &DeviceSchema| DeviceRecord {
        schema: schema.clone(),
        times: Vec::new(),
        frames: Vec::new(),
        readings: Vec::new(),
    };
    let mut records: Vec<DeviceRecord> = schemas.iter().map(empty).collect();
    if schemas.is_empty() {
        return Ok(Devices { records, bytes: 0 });
    }
    let mut lines = Lines::open(folder.join(files::DEVICES))?;
    lines.header(&layout::devices_header())?;
    let mut bytes = lines.offset();
    let mut readings = Vec::new();
    'frames: while let Some(line) = lines.next()? {
        let first = parse(line).map_err(|what| lines.wrong(what))?;
        let Some(record) = records.iter_mut().find(|record| record.schema.skin == first.skin) else {
            return Err(lines.wrong(format!("run.json names no device of skin {:?}", first.skin)));
        };
        readings.clear();
        readings.push(first.reading);
        for texel in 1..record.schema.texels {
            // A frame that was not finished counts for nothing.
            let Some(line) = lines.next()? else { break 'frames };
            let row = parse(line).map_err(|what| lines.wrong(what))?;
            if (row.skin.as_str(), row.frame, row.texel) != (first.skin.as_str(), first.frame, texel) {
                let what = format!("expected texel {texel} of frame {} of {:?}", first.frame, first.skin);
                return Err(lines.wrong(what));
            }
            readings.push(row.reading);
        }
        record.times.push(first.time);
        record.frames.push(first.frame);
        record.readings.extend_from_slice(&readings);
        bytes = lines.offset();
    }
    Ok(Devices { records, bytes })
}

struct Row {
    time: f64,
    skin: String,
    frame: u64,
    texel: usize,
    reading: f64,
}

fn parse(line: &str) -> Result<Row, String> {
    let mut fields = Vec::new();
    split(line, &mut fields)?;
    let [time, skin, frame, texel, _, _, reading] = &fields[..] else {
        return Err(format!("{} fields, expected 7", fields.len()));
    };
    Ok(Row {
        time: super::number(time, "time_s")?,
        skin: skin.clone().into_owned(),
        frame: frame.parse().map_err(|_| format!("frame is {frame:?}, expected a number"))?,
        texel: texel.parse().map_err(|_| format!("texel is {texel:?}, expected a number"))?,
        reading: super::number(reading, "reading")?,
    })
}
