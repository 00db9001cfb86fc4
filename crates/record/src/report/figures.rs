//! Plots as files of their own, for papers and slides.

use super::ReportError;
use super::plot::{Curve, TimePlot};
use super::statistics::Statistics;
use crate::{ChannelKind, Recording, Unit, files};
use std::path::PathBuf;

/// Most samples of a curve in a file: more than twice the pixels that it has.
const MOST: usize = 2000;

/// Saves `forces.png` and `joints.png`, where there is something to plot.
pub(super) fn save(
    recording: &Recording,
    statistics: &Statistics,
    written: &mut Vec<PathBuf>,
) -> Result<(), ReportError> {
    let mut forces = Vec::new();
    for (skin, sums) in recording.skins().iter().zip(&statistics.skins) {
        for (what, values) in [("normal", &sums.normal), ("shear", &sums.shear)] {
            forces.push(Curve { name: format!("{}, {what}", skin.name), times: &statistics.times, values });
        }
    }
    // Metres and radians do not share an axis; the unit of the first joint is plotted.
    let positions =
        || recording.channels().iter().filter(|channel| channel.kind == ChannelKind::JointPosition);
    let unit = positions().next().map_or(Unit::One, |channel| channel.unit);
    let joints = positions().filter(|channel| channel.unit == unit).map(|channel| Curve {
        name: channel.name.clone(),
        times: recording.times(),
        values: recording.series_named(&channel.column()).unwrap_or_default(),
    });
    let plots = [
        (files::FORCES_PICTURE, "Forces on the skins", "force [N]".to_owned(), forces, true),
        (
            files::JOINTS_PICTURE,
            "Joint positions",
            format!("position [{}]", unit.symbol()),
            joints.collect(),
            false,
        ),
    ];
    for (file, title, label, curves, from_zero) in plots {
        let plot = TimePlot { title: title.to_owned(), label, curves, from_zero };
        if let Some(lines) = plot.lines(MOST) {
            let path = recording.folder().join(file);
            lines.title(plot.title).render()?.save(&path)?;
            written.push(path);
        }
    }
    Ok(())
}
