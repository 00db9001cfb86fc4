//! Figures and reports as files.

use crate::error::CliError;
use crate::save;
use bristle_lab::Results;
use bristle_lab::report::{self, Entry};
use std::path::{Path, PathBuf};

/// Every figure as SVG and as PNG.
pub(super) fn figures(folder: &Path, results: &Results) -> Result<(), CliError> {
    save::folder(folder)?;
    results
        .figures
        .iter()
        .try_for_each(|figure| save::picture(folder, &figure.name, &figure.picture).map(drop))
}

/// The page, and where it is.
pub(super) fn report(folder: &Path, title: &str, entries: &[Entry<'_>]) -> Result<PathBuf, CliError> {
    save::folder(folder)?;
    let page = report::write(title, concat!("bristle ", env!("CARGO_PKG_VERSION")), entries)?;
    let path = folder.join("report.html");
    save::whole(&path, page.as_bytes())?;
    Ok(path)
}
