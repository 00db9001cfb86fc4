//! The table of texels, a sample at a time.

use super::Recording;
use crate::csv::Lines;
use crate::texel_record::{self, COLUMNS, PLACE};
use crate::{ReadError, SkinSchema, TexelRecord, files, layout};
use std::path::Path;

/// The texels of one sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Its time \[s\].
    pub time: f64,
    /// For each skin a record per texel.
    pub skins: Vec<Vec<TexelRecord>>,
}

/// Where the samples are in the table of texels. Every sample has all texels of all skins, a line each.
#[derive(Debug, Default)]
pub(super) struct FrameIndex {
    pub(super) times: Vec<f64>,
    offsets: Vec<u64>,
    /// Bytes up to the end of the last whole sample.
    pub(super) end: u64,
}

impl FrameIndex {
    /// Finds the whole samples up to the time `until`; the lines themselves are checked when they are read.
    pub(super) fn scan(folder: &Path, skins: &[SkinSchema], until: f64) -> Result<Self, ReadError> {
        let mut lines = Lines::open(folder.join(files::TEXELS))?;
        lines.header(&layout::texels_header())?;
        let per_sample: usize = skins.iter().map(|skin| skin.texels.len()).sum();
        let mut index = Self { end: lines.offset(), ..Self::default() };
        loop {
            let begin = lines.offset();
            let Some(line) = lines.next()? else { return Ok(index) };
            if per_sample == 0 {
                return Err(lines.wrong("a row of a texel, but run.json names no skins"));
            }
            let time = line.split(',').next().unwrap_or_default();
            let time = super::number(time, PLACE[0]).map_err(|what| lines.wrong(what))?;
            if index
                .times
                .last()
                .is_some_and(|&last| time.partial_cmp(&last) != Some(std::cmp::Ordering::Greater))
            {
                return Err(
                    lines.wrong(format!("time {time} s of a new sample does not come after the last one"))
                );
            }
            for _ in 1..per_sample {
                if lines.next()?.is_none() {
                    return Ok(index);
                }
            }
            if time.is_nan() || time > until {
                return Ok(index);
            }
            index.times.push(time);
            index.offsets.push(begin);
            index.end = lines.offset();
        }
    }
}

/// The texels of a recording, one sample after the other. Ends after the first error.
pub struct Frames<'a> {
    recording: &'a Recording,
    /// What each line says between its time and its numbers.
    places: Vec<Vec<Vec<u8>>>,
    lines: Lines,
    next: usize,
}

impl<'a> Frames<'a> {
    pub(super) fn from(recording: &'a Recording, index: usize) -> Result<Self, ReadError> {
        let mut lines = Lines::open(recording.folder().join(files::TEXELS))?;
        let places: Vec<_> = recording.skins.iter().map(layout::places).collect();
        if let Some(&offset) = recording.index.offsets.get(index) {
            let per_sample: usize = places.iter().map(Vec::len).sum();
            lines.go_to(1 + (index * per_sample) as u64, offset)?;
        }
        Ok(Self { recording, places, lines, next: index })
    }

    fn read(&mut self, time: f64) -> Result<Frame, ReadError> {
        let mut skins = Vec::with_capacity(self.places.len());
        for places in &self.places {
            let mut records = Vec::with_capacity(places.len());
            for place in places {
                let Some(line) = self.lines.next()? else {
                    return Err(self.lines.wrong("the table ends in the middle of a sample"));
                };
                let record = parse(line, time, place);
                records.push(record.map_err(|what| self.lines.wrong(what))?);
            }
            skins.push(records);
        }
        Ok(Frame { time, skins })
    }
}

impl Iterator for Frames<'_> {
    type Item = Result<Frame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let &time = self.recording.index.times.get(self.next)?;
        let frame = self.read(time);
        self.next = if frame.is_ok() { self.next + 1 } else { usize::MAX };
        Some(frame)
    }
}

fn parse(line: &str, time: f64, place: &[u8]) -> Result<TexelRecord, String> {
    let (own_time, rest) = line.split_once(',').ok_or("only one field")?;
    if super::number(own_time, PLACE[0])? != time {
        return Err(format!("time {own_time} s within the sample at {time} s"));
    }
    let rest = rest.as_bytes().strip_prefix(place).and_then(|rest| rest.strip_prefix(b","));
    // Both parts were text, cut at a comma.
    let rest = rest.and_then(|rest| std::str::from_utf8(rest).ok()).ok_or_else(|| {
        format!(
            "another texel; expected one that begins with \"{own_time},{}\"",
            String::from_utf8_lossy(place)
        )
    })?;
    let mut fields = rest.split(',');
    let mut numbers = [0.0; COLUMNS.len()];
    for (number, column) in numbers.iter_mut().zip(COLUMNS) {
        *number = super::number(fields.next().unwrap_or_default(), column)?;
    }
    let word = fields.next().unwrap_or_default();
    let state = texel_record::state_of_word(word)
        .ok_or_else(|| format!("state is {word:?}, expected none, stick, incipient, slip or saturated"))?;
    match fields.next() {
        None => Ok(TexelRecord::of_numbers(numbers, state)),
        Some(_) => Err(format!("more than {} fields", PLACE.len() + COLUMNS.len() + 1)),
    }
}
