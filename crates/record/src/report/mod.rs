//! The report: one page that opens without network, and the pictures beside it.
//!
//! Everything on the page is computed from the recording alone, so the same recording gives the same bytes.

mod figures;
mod html;
mod page;
mod pictures;
mod plot;
mod statistics;
mod tables;
mod tactile;
mod wording;

pub use tactile::{Room, TactileMap};

use crate::{Phase, ReadError, Recording, files};
use bristle_picture::PictureError;
use bristle_system::output;
use std::path::PathBuf;

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The page.
    pub page: PathBuf,
    /// The pictures beside it.
    pub pictures: Vec<PathBuf>,
}

/// Why a report could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The recording cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A picture cannot be drawn or saved.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The page cannot be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The page.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

/// Writes `report.html` and its pictures into the folder of the recording.
///
/// The pictures are `phase-<n>-<phase>-<skin>.png` for the end of each phase, `forces.png` if there are skins, and
/// `joints.png` if joint positions were recorded.
pub fn write(recording: &Recording) -> Result<Report, ReportError> {
    let statistics = statistics::of(recording)?;
    let phases = shown_phases(recording);
    let mut written = Vec::new();
    let sheets = pictures::of_phases(recording, &phases, &mut written)?;
    figures::save(recording, &statistics, &mut written)?;
    let text = page::write(recording, &statistics, &phases, &sheets)?;
    let page = recording.folder().join(files::REPORT);
    output::write_whole(&page, text.as_bytes())
        .map_err(|source| ReportError::Write { path: page.clone(), source })?;
    Ok(Report { page, pictures: written })
}

/// The phases, or the whole run as one where none were noted.
fn shown_phases(recording: &Recording) -> Vec<Phase> {
    let phases = recording.phases();
    match (recording.times().first(), recording.times().last()) {
        (Some(&start), Some(&end)) if phases.is_empty() => {
            vec![Phase { name: "whole run".to_owned(), start, end }]
        }
        _ => phases,
    }
}
