//! What an experiment gives.

use crate::{Figure, Status, Value};

/// What came out of an experiment.
#[derive(Clone, Debug)]
pub struct Results {
    /// Its id.
    pub experiment: &'static str,
    /// What was found, with what was published.
    pub values: Vec<Value>,
    /// Figures in the style of the paper's.
    pub figures: Vec<Figure>,
    /// What a reader should know: assumptions made, slips of the paper.
    pub remarks: Vec<&'static str>,
}

impl Results {
    /// Nothing yet.
    pub fn new(experiment: &'static str) -> Self {
        Self { experiment, values: Vec::new(), figures: Vec::new(), remarks: Vec::new() }
    }

    /// How many values have a status.
    pub fn count(&self, status: Status) -> usize {
        self.values.iter().filter(|value| value.status == status).count()
    }

    /// The value of that name.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|value| value.name == name)
    }
}
