//! What was felt at a moment of a recording, and how forces went.

use super::Named;
use crate::error::CliError;
use crate::pictures::friction_state;
use bristle_picture::{FrictionState, LinePlot, ShearArrows};
use bristle_record::report::{Room, TactileMap};
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
    for (name, label, curves) in [
        ("forces", "normal force [N]", skin_forces(&recording, &["normal"])),
        ("shear", "shear [N]", skin_forces(&recording, &["shear x", "shear y", "shear z"])),
        ("slides", "position [m]", joint_positions(&recording, Unit::Metre)),
        ("hinges", "angle [rad]", joint_positions(&recording, Unit::Radian)),
    ] {
        if !curves.is_empty() {
            pictures.push(Named::new(name, plot(&recording, label, &curves).render())?);
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
    let (name, title) = (file_name(&skin.name), format!("{} at {time} s", skin.name));
    let map = TactileMap::new(skin, std::iter::once(records)).draw(records, None, Room::Alone, &title);
    let mut pictures = vec![Named::new(format!("{name}-force"), map)?];
    if let Some(grid) = &skin.grid {
        let forces: Vec<f64> = records.iter().map(|record| record.elastic_force.max(0.0)).collect();
        // x of the sheet is along the columns, which is y of the skin; y of the sheet is down the rows.
        let shear: Vec<DVec2> =
            records.iter().map(|record| DVec2::new(record.shear.y, record.shear.x)).collect();
        let states: Vec<FrictionState> = records.iter().map(|record| friction_state(record.state)).collect();
        let arrows = ShearArrows::new(grid.rows, grid.columns, &grid.image(&shear, DVec2::ZERO))
            .normal(&grid.image(&forces, 0.0))
            .states(&grid.image(&states, FrictionState::Free))
            .title(&title);
        let arrows =
            skin.pitch().into_iter().fold(arrows, |arrows, (across, down)| arrows.pitch(across, down));
        pictures.push(Named::new(format!("{name}-shear"), arrows.render())?);
    }
    Ok(pictures)
}

/// A name and a value per sample.
type Curve = (String, Vec<f64>);

/// Of each skin the length of the vector whose parts are the channels `<skin> <part>`.
fn skin_forces(recording: &Recording, parts: &[&str]) -> Vec<Curve> {
    let all = recording.channels();
    let of_skin = |name: &str| {
        let place = |part: &&str| all.iter().position(|channel| channel.name == format!("{name} {part}"));
        let series: Option<Vec<&[f64]>> = parts.iter().map(|part| recording.series(place(part)?)).collect();
        let series = series?;
        let length = |i: usize| series.iter().map(|part| part[i] * part[i]).sum::<f64>().sqrt();
        Some((0..recording.times().len()).map(length).collect())
    };
    // Skins whose texels were not recorded have such channels too.
    let names = all.iter().filter_map(|channel| channel.name.strip_suffix(" normal"));
    names.filter_map(|name| Some((name.to_owned(), of_skin(name)?))).collect()
}

/// Positions of the joints that have this unit.
fn joint_positions(recording: &Recording, unit: Unit) -> Vec<Curve> {
    let all = recording.channels().iter().enumerate();
    let fitting =
        all.filter(|(_, channel)| channel.kind == ChannelKind::JointPosition && channel.unit == unit);
    fitting
        .filter_map(|(index, channel)| Some((channel.name.clone(), recording.series(index)?.to_vec())))
        .collect()
}

fn plot(recording: &Recording, label: &str, curves: &[Curve]) -> LinePlot {
    let empty = LinePlot::new().title(&recording.run().title).labels("time [s]", label);
    curves.iter().fold(empty, |plot, (name, values)| {
        let finite = |(_, value): &(&f64, &f64)| value.abs() < 1e100;
        let (times, values): (Vec<f64>, Vec<f64>) =
            recording.times().iter().zip(values).filter(finite).unzip();
        plot.line(name, &times, &values)
    })
}

/// A name that any file system takes.
fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).collect()
}
