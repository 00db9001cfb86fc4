//! Plots as files of their own, for papers and slides.

use super::ReportError;
use super::statistics::Statistics;
use crate::{ChannelKind, Recording, Unit, files};
use bristle_picture::LinePlot;
use std::path::PathBuf;

/// Most samples of a curve in a file: more than twice the pixels that it has.
const MOST: usize = 2000;

/// Saves `forces.png` and `joints.png`, where there is something to plot.
pub(super) fn save(
    recording: &Recording,
    statistics: &Statistics,
    written: &mut Vec<PathBuf>,
) -> Result<(), ReportError> {
    let mut plots = Vec::new();
    if !statistics.times.is_empty() && !statistics.skins.is_empty() {
        let mut plot = LinePlot::new().title("Forces on the skins").y_label("force [N]").y_range(0.0, 0.0);
        for (skin, sums) in recording.skins().iter().zip(&statistics.skins) {
            plot = line(plot, &format!("{}, normal", skin.name), &statistics.times, &sums.normal);
            plot = line(plot, &format!("{}, shear", skin.name), &statistics.times, &sums.shear);
        }
        plots.push((files::FORCES_PICTURE, plot));
    }
    // Metres and radians do not share an axis; the unit of the first joint is plotted.
    let positions = |unit: Option<Unit>| {
        let of_kind = |channel: &&crate::Channel| channel.kind == ChannelKind::JointPosition;
        let all = recording.channels().iter().filter(of_kind);
        all.filter(move |channel| unit.is_none_or(|unit| channel.unit == unit))
    };
    if let Some(first) = positions(None).next()
        && !recording.times().is_empty()
    {
        let label = format!("position [{}]", first.unit.symbol());
        let mut plot = LinePlot::new().title("Joint positions").y_label(label);
        for channel in positions(Some(first.unit)) {
            let series = recording.series_named(&channel.column()).unwrap_or_default();
            plot = line(plot, &channel.name, recording.times(), series);
        }
        plots.push((files::JOINTS_PICTURE, plot));
    }
    for (name, plot) in plots {
        let path = recording.folder().join(name);
        plot.x_label("time [s]").render()?.save(&path)?;
        written.push(path);
    }
    Ok(())
}

/// Adds a curve of the finite samples, thinned.
fn line(plot: LinePlot, name: &str, times: &[f64], values: &[f64]) -> LinePlot {
    let points = super::plot::thinned(times, values, MOST / 2);
    let (xs, ys): (Vec<f64>, Vec<f64>) = points.into_iter().filter(|(_, y)| y.abs() <= 1e100).unzip();
    plot.line(name, &xs, &ys)
}
