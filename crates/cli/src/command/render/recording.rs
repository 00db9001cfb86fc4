//! What was felt at a moment of a recording, and how forces went.

use super::Named;
use crate::error::CliError;
use crate::pictures::friction_state;
use bristle_picture::{FrictionState, LinePlot, Palette, ShearArrows, TactileImage};
use bristle_record::{ChannelKind, Recording, SkinSchema, TexelRecord, Unit};
use glam::DVec2;
use std::path::Path;

/// Tactile images of the last sample at or before `at` \[s\], and plots of the whole.
pub(super) fn draw(folder: &Path, at: Option<f64>) -> Result<Vec<Named>, CliError> {
    let recording = Recording::open(folder)?;
    let mut pictures = Vec::new();
    if let Some(frame) = recording.frame_at(at.unwrap_or(f64::INFINITY))? {
        for (skin, records) in recording.skins().iter().zip(&frame.skins) {
            pictures.extend(of_skin(skin, records, frame.time)?);
        }
    }
    let kinds = [
        (ChannelKind::Force, Unit::Newton, "forces", "force [N]"),
        (ChannelKind::JointPosition, Unit::Metre, "slides", "position [m]"),
        (ChannelKind::JointPosition, Unit::Radian, "hinges", "angle [rad]"),
    ];
    for (kind, unit, name, label) in kinds {
        if let Some(plot) = plot(&recording, kind, unit, label) {
            pictures.push(Named::new(name, plot.render())?);
        }
    }
    if pictures.is_empty() {
        return Err(CliError::Usage(format!(
            "nothing was recorded in {} up to that time\n  fix: choose another --at",
            folder.display()
        )));
    }
    Ok(pictures)
}

fn of_skin(skin: &SkinSchema, records: &[TexelRecord], time: f64) -> Result<Vec<Named>, CliError> {
    let Some(grid) = skin.grid else { return Ok(Vec::new()) };
    let title = format!("{} at {time} s", skin.name);
    let shown = |record: &TexelRecord| if record.elastic_force > 0.0 { record.elastic_force } else { 0.0 };
    let forces: Vec<f64> = records.iter().map(shown).collect();
    let mut image = TactileImage::new(grid.rows, grid.columns, &forces).palette(Palette::Viridis).title(&title);
    // x of the sheet is along the columns, which is y of the skin; y of the sheet is down the rows.
    let shear: Vec<DVec2> = records.iter().map(|record| DVec2::new(record.shear.y, record.shear.x)).collect();
    let states: Vec<FrictionState> = records.iter().map(|record| friction_state(record.state)).collect();
    let mut arrows =
        ShearArrows::new(grid.rows, grid.columns, &shear).normal(&forces).states(&states).title(&title);
    if let Some((across, down)) = skin.pitch() {
        image = image.pitch(across, down);
        arrows = arrows.pitch(across, down);
    }
    let name = file_name(&skin.name);
    Ok(vec![
        Named::new(format!("{name}-force"), image.render())?,
        Named::new(format!("{name}-shear"), arrows.render())?,
    ])
}

/// The channels of one kind and unit over time.
fn plot(recording: &Recording, kind: ChannelKind, unit: Unit, label: &str) -> Option<LinePlot> {
    let fitting = |channel: &bristle_record::Channel| channel.kind == kind && channel.unit == unit;
    let mut plot = LinePlot::new().title(&recording.run().title).x_label("time [s]").y_label(label);
    let mut any = false;
    for (index, channel) in recording.channels().iter().enumerate().filter(|(_, channel)| fitting(channel)) {
        let finite = |(_, value): &(&f64, &f64)| value.abs() < 1e100;
        let series = recording.times().iter().zip(recording.series(index)?).filter(finite);
        let (times, values): (Vec<f64>, Vec<f64>) = series.unzip();
        any |= !times.is_empty();
        plot = plot.line(&channel.name, &times, &values);
    }
    any.then_some(plot)
}

/// A name that any file system takes.
fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).collect()
}
