//! What every skin felt at the end of each phase.

use super::ReportError;
use crate::{Phase, Recording, SkinSchema, TexelRecord, names};
use bristle_geometry::TriangleMesh;
use bristle_picture::{Palette, Picture, SkinView, TactileImage, View};
use bristle_skin::layout::Texel;
use glam::DVec3;
use std::path::PathBuf;

/// The pictures of one phase, one per skin.
pub(super) struct Sheet {
    /// Time of the sample shown \[s\].
    pub(super) time: f64,
    pub(super) images: Vec<Image>,
}

/// A picture that is part of the page, and a file beside it.
pub(super) struct Image {
    /// Name of the file.
    pub(super) file: String,
    /// The picture itself, as a `data:` address.
    pub(super) data: String,
    /// Whether it is wider than high: a skin in space, or an array that lies.
    pub(super) wide: bool,
    /// Its size on the page \[px\].
    pub(super) size: (f64, f64),
    /// Sum of the elastic normal forces shown \[N\].
    pub(super) sum: f64,
    /// Largest of them \[N\].
    pub(super) largest: f64,
    /// Texels that touch, and all.
    pub(super) touching: (usize, usize),
}

/// Draws and saves the pictures of all phases on one scale.
pub(super) fn of_phases(
    recording: &Recording,
    phases: &[Phase],
    written: &mut Vec<PathBuf>,
) -> Result<Vec<Option<Sheet>>, ReportError> {
    if recording.skins().is_empty() {
        return Ok(phases.iter().map(|_| None).collect());
    }
    let mut frames = Vec::new();
    for phase in phases {
        let frame = recording.frame_at(phase.end)?;
        frames.push(frame.filter(|frame| frame.time >= phase.start));
    }
    let all = frames.iter().flatten().flat_map(|frame| frame.skins.iter().flatten());
    let largest = all.map(shown).fold(0.0, f64::max);
    let full_scale = if largest > 0.0 { largest } else { 1.0 };

    let mut sheets = Vec::new();
    for (number, (phase, frame)) in phases.iter().zip(frames).enumerate() {
        let Some(frame) = frame else {
            sheets.push(None);
            continue;
        };
        let mut images: Vec<Image> = Vec::new();
        for (index, (skin, records)) in recording.skins().iter().zip(&frame.skins).enumerate() {
            let part = |name: &str| names::file_part(name);
            let mut file = format!("phase-{}-{}-{}.png", number + 1, part(&phase.name), part(&skin.name));
            // Names that differ only in signs would share a file.
            if images.iter().any(|image| image.file == file) {
                file = file.replace(".png", &format!("-{}.png", index + 1));
            }
            let image = draw(skin, records, full_scale, &file)?;
            let path = recording.folder().join(&file);
            image.0.save(&path)?;
            written.push(path);
            images.push(image.1);
        }
        sheets.push(Some(Sheet { time: frame.time, images }));
    }
    Ok(sheets)
}

/// The force of a texel as it is drawn: the elastic part, which a slow sensor reads. What is no number is drawn as none.
fn shown(record: &TexelRecord) -> f64 {
    if record.elastic_force.is_finite() { record.elastic_force.max(0.0) } else { 0.0 }
}

fn draw(
    skin: &SkinSchema,
    records: &[TexelRecord],
    full_scale: f64,
    file: &str,
) -> Result<(Picture, Image), ReportError> {
    let forces: Vec<f64> = records.iter().map(shown).collect();
    let picture = match skin.grid {
        Some(grid) => {
            let mut image = TactileImage::new(grid.rows, grid.columns, &forces)
                .palette(Palette::Viridis)
                .full_scale(full_scale);
            if let Some((across, down)) = skin.pitch() {
                image = image.pitch(across, down);
            }
            image.render()?
        }
        None => in_space(skin, &forces, full_scale)?,
    };
    let touching =
        records.iter().filter(|record| record.state != bristle_skin::TexelState::NoContact).count();
    let image = Image {
        file: file.to_owned(),
        data: picture.data_uri()?,
        wide: skin.grid.is_none_or(|grid| grid.columns > grid.rows),
        size: (picture.width(), picture.height()),
        sum: forces.iter().sum(),
        largest: forces.iter().copied().fold(0.0, f64::max),
        touching: (touching, records.len()),
    };
    Ok((picture, image))
}

/// Texels without rows and columns, as dots in space.
fn in_space(skin: &SkinSchema, forces: &[f64], full_scale: f64) -> Result<Picture, ReportError> {
    let positions: Vec<DVec3> = skin.texels.iter().map(|texel| texel.position).collect();
    let directions: Vec<DVec3> = skin.texels.iter().map(|texel| texel.direction).collect();
    let mesh = tiles(&skin.texels);
    let view = SkinView::new(&mesh).rays(&positions, &directions, 0.0).forces(forces).full_scale(full_scale);
    Ok(view.view(towards(directions.iter().sum())).render()?)
}

/// From where most texels can be seen, never straight from above or below.
fn towards(sum: DVec3) -> View {
    let sideways = sum.truncate().length();
    // Texels that look up or down, or all around, say nothing about the side to look from.
    let azimuth = if sideways > 0.2 * sum.length() { sum.y.atan2(sum.x).to_degrees() } else { -58.0 };
    View::from_degrees(azimuth, sum.z.atan2(sideways).to_degrees().clamp(-55.0, 55.0))
}

/// Most tiles in a picture; of a finer skin every other texel gets one, or every third ...
const MOST_TILES: usize = 5000;

/// The surface as far as a recording knows it: a square about each texel, as large as the texel's area.
fn tiles(texels: &[Texel]) -> TriangleMesh {
    let mut mesh = TriangleMesh { vertices: Vec::new(), triangles: Vec::new() };
    for texel in texels.iter().step_by(texels.len().div_ceil(MOST_TILES)) {
        let (across, along) = texel.direction.normalize_or(DVec3::Z).any_orthonormal_pair();
        let half = 0.5 * texel.area.max(0.0).sqrt();
        let first = mesh.vertices.len() as u32;
        for (a, b) in [(-half, -half), (half, -half), (half, half), (-half, half)] {
            mesh.vertices.push(texel.position + a * across + b * along);
        }
        mesh.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_have_the_area_and_the_outside_of_their_texels() {
        let direction = DVec3::new(0.3, -0.7, 1.1).normalize();
        let texel = Texel { position: DVec3::new(1.1, 0.3, -0.7), direction, area: 1.1e-5 };
        let mesh = tiles(&[texel]);
        for [a, b, c] in &mesh.triangles {
            let [a, b, c] = [a, b, c].map(|&i| mesh.vertices[i as usize]);
            let doubled = (b - a).cross(c - a);
            // Twice half a tile. Corners near 1 m are off by an epsilon, times edges of 3.3 mm, a few times.
            assert!((doubled - texel.area * direction).length() < 8.0 * f64::EPSILON * 3.3e-3);
        }
    }
}
