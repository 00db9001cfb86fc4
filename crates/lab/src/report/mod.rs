//! One page that shows what was reproduced, with its figures in it: it opens without network.

mod page;
mod section;

use crate::{Experiment, LabError, Results, Settings};
pub use page::write;

/// An experiment that was run, or could not be.
#[derive(Debug)]
pub struct Entry<'a> {
    /// Which.
    pub experiment: &'a Experiment,
    /// With which settings.
    pub settings: &'a Settings,
    /// What it gave, or why it did not.
    pub results: Result<&'a Results, &'a LabError>,
    /// How long it took \[s\].
    pub seconds: f64,
    /// Pages of the runs that were recorded, by name, relative to this page.
    pub recordings: Vec<(String, String)>,
}
