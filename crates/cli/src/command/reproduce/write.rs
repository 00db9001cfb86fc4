//! Figures and reports as files.

use crate::error::CliError;
use crate::save;
use bristle_lab::report::{self, Entry};
use bristle_lab::{Figure, Results};
use std::path::{Path, PathBuf};

/// Every figure as SVG and as PNG.
pub(super) fn figures(folder: &Path, results: &Results) -> Result<(), CliError> {
    make(folder)?;
    results.figures.iter().try_for_each(|figure| one(folder, figure))
}

fn one(folder: &Path, figure: &Figure) -> Result<(), CliError> {
    ["svg", "png"].into_iter().try_for_each(|ending| {
        let path = folder.join(format!("{}.{ending}", figure.name));
        figure.picture.save(path).map_err(|cause| CliError::Draw { name: figure.name.clone(), cause })
    })
}

/// The page, and where it is.
pub(super) fn report(folder: &Path, title: &str, entries: &[Entry<'_>]) -> Result<PathBuf, CliError> {
    make(folder)?;
    let page = report::write(title, concat!("bristle ", env!("CARGO_PKG_VERSION")), entries)?;
    let path = folder.join("report.html");
    save::whole(&path, page.as_bytes())?;
    Ok(path)
}

fn make(folder: &Path) -> Result<(), CliError> {
    std::fs::create_dir_all(folder).map_err(|cause| CliError::Write { path: folder.to_owned(), cause })
}
