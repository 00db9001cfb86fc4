//! The table of channels.

use crate::csv::Lines;
use crate::{Channel, ReadError, files, layout};
use std::path::Path;

pub(super) struct Signals {
    pub(super) times: Vec<f64>,
    pub(super) series: Vec<Vec<f64>>,
    pub(super) bytes: u64,
}

pub(super) fn read(folder: &Path, channels: &[Channel]) -> Result<Signals, ReadError> {
    let mut lines = Lines::open(folder.join(files::SIGNALS))?;
    let header = layout::signals_header(channels.iter().map(Channel::column));
    lines.header(&header)?;
    let mut times = Vec::new();
    let mut series = vec![Vec::new(); channels.len()];
    let mut row = Vec::with_capacity(header.len());
    while let Some(line) = lines.next()? {
        let before = times.last().copied().unwrap_or(f64::NEG_INFINITY);
        parse(line, &header, before, &mut row).map_err(|what| lines.wrong(what))?;
        times.push(row[0]);
        series.iter_mut().zip(&row[1..]).for_each(|(series, &value)| series.push(value));
    }
    Ok(Signals { times, series, bytes: lines.offset() })
}

fn parse(line: &str, header: &[String], before: f64, row: &mut Vec<f64>) -> Result<(), String> {
    row.clear();
    for (index, field) in line.split(',').enumerate() {
        row.push(super::number(field, header.get(index).map_or("a field", String::as_str))?);
    }
    if row.len() != header.len() {
        return Err(format!("{} fields, expected {}", row.len(), header.len()));
    }
    if !(row[0].is_finite() && row[0] > before) {
        return Err(format!("time {} s does not come after {before} s", row[0]));
    }
    Ok(())
}
