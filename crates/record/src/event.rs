//! Things that happen at a moment.

/// Something that happened at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When \[s\].
    pub time: f64,
    /// What kind of thing.
    pub kind: EventKind,
    /// What it is called.
    pub name: String,
}

/// What an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A phase begins, and the one before ends.
    Phase,
    /// Anything else: a slip, a contact, a push.
    Event,
}

impl EventKind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Phase => "phase",
            Self::Event => "event",
        }
    }

    pub(crate) fn of_word(word: &str) -> Option<Self> {
        [Self::Phase, Self::Event].into_iter().find(|kind| kind.word() == word)
    }
}

/// A stretch of time with a name, from its event to that of the next phase or the end of the recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// When it begins \[s\].
    pub start: f64,
    /// When it ends \[s\].
    pub end: f64,
}

/// The phases among `events` of a recording that lasts until `end`.
pub(crate) fn phases(events: &[Event], end: f64) -> Vec<Phase> {
    let mut begun: Vec<&Event> =
        events.iter().filter(|event| event.kind == EventKind::Phase && event.time <= end).collect();
    begun.sort_by(|a, b| a.time.total_cmp(&b.time));
    let ends = begun.iter().skip(1).map(|next| next.time).chain([end]);
    let phase = |(event, end): (&&Event, f64)| Phase { name: event.name.clone(), start: event.time, end };
    begun.iter().zip(ends).map(phase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_lasts_until_the_next_or_the_end() {
        let event = |time, kind, name: &str| Event { time, kind, name: name.to_owned() };
        let events = [
            event(0.0, EventKind::Phase, "close"),
            event(0.2, EventKind::Event, "touch"),
            event(0.7, EventKind::Phase, "lift"),
            event(9.0, EventKind::Phase, "never reached"),
        ];
        let found = phases(&events, 1.1);
        let told: Vec<_> = found.iter().map(|p| (p.name.as_str(), p.start, p.end)).collect();
        assert_eq!(told, [("close", 0.0, 0.7), ("lift", 0.7, 1.1)]);
    }
}
