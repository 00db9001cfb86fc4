//! The table of events.

use crate::csv::{Lines, split};
use crate::{Event, EventKind, ReadError, files, layout};
use std::path::Path;

pub(super) struct Events {
    pub(super) events: Vec<Event>,
    pub(super) bytes: u64,
}

pub(super) fn read(folder: &Path) -> Result<Events, ReadError> {
    let mut lines = Lines::open(folder.join(files::EVENTS))?;
    lines.header(&layout::events_header())?;
    let mut events = Vec::new();
    while let Some(line) = lines.next()? {
        events.push(parse(line).map_err(|what| lines.wrong(what))?);
    }
    Ok(Events { events, bytes: lines.offset() })
}

fn parse(line: &str) -> Result<Event, String> {
    let mut fields = Vec::new();
    split(line, &mut fields)?;
    let [time, kind, name] = &fields[..] else {
        return Err(format!("{} fields, expected 3", fields.len()));
    };
    let time = super::number(time, "time_s")?;
    if !time.is_finite() {
        return Err(format!("time_s is {time}, expected a finite number"));
    }
    let kind =
        EventKind::of_word(kind).ok_or_else(|| format!("kind is {kind:?}, expected phase or event"))?;
    Ok(Event { time, kind, name: name.clone().into_owned() })
}
