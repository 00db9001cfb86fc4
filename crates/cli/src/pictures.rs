//! The pictures of a press.

use crate::error::CliError;
use crate::press::{Moment, Pressed};
use crate::sensor::Sensor;
use crate::{clip, save};
use bristle_geometry::TriangleMesh;
use bristle_picture::{
    ForceBars, FrictionState, ObjectStyle, Palette, Picture, PictureError, ShearArrows, SkinView,
    TactileImage, TactileSeries, View,
};
use bristle_skin::TexelState;
use bristle_skin::layout::Grid;
use glam::{DVec2, DVec3};
use std::path::{Path, PathBuf};

/// Draws everything into `directory` and gives the files, SVG before PNG.
pub(crate) fn write_all(
    directory: &Path,
    sensor: &Sensor,
    presses: &[Pressed],
) -> Result<Vec<PathBuf>, CliError> {
    save::folder(directory)?;
    let mut files = Vec::new();
    let mut keep = |name: String, picture: Result<Picture, PictureError>| {
        let picture = picture.map_err(|cause| CliError::Draw { name: name.clone(), cause })?;
        files.extend(save::picture(directory, &name, &picture)?);
        Ok::<(), CliError>(())
    };
    for press in presses {
        let name = &press.solid.name;
        keep(format!("{name}-skin"), skin_view(sensor, press))?;
        if let Some(grid) = sensor.grid() {
            let pad = Pad { grid, press };
            keep(format!("{name}-grey"), pad.image().render())?;
            keep(format!("{name}-colour"), pad.image().palette(Palette::Viridis).render())?;
            keep(format!("{name}-bars"), pad.bars())?;
            keep(format!("{name}-shear"), pad.shear())?;
            keep(format!("{name}-sequence"), pad.sequence())?;
        }
    }
    if let Some(grid) = sensor.grid()
        && presses.len() > 1
    {
        keep("overview".into(), overview(grid, presses))?;
    }
    Ok(files)
}

/// One press as the flat pad saw it. Rows run down the sheet, columns to the right.
struct Pad<'a> {
    grid: &'a Grid,
    press: &'a Pressed,
}

impl Pad<'_> {
    fn forces(&self) -> Vec<f64> {
        self.grid.image(&forces(self.press), 0.0)
    }

    fn image(&self) -> TactileImage {
        TactileImage::new(self.grid.rows, self.grid.columns, &self.forces())
            .present(&self.grid.present())
            .title(&self.press.title)
    }

    fn bars(&self) -> Result<Picture, PictureError> {
        ForceBars::new(self.grid.rows, self.grid.columns, &self.forces()).title(&self.press.title).render()
    }

    fn shear(&self) -> Result<Picture, PictureError> {
        // x of the sheet is along the columns, which is y of the skin; y of the sheet is down the rows.
        let texels = &self.press.reading.texels;
        let arrows: Vec<DVec2> = texels.iter().map(|t| DVec2::new(t.shear.y, t.shear.x)).collect();
        let states: Vec<FrictionState> = texels.iter().map(|t| friction_state(t.state)).collect();
        ShearArrows::new(self.grid.rows, self.grid.columns, &self.grid.image(&arrows, DVec2::ZERO))
            .normal(&self.forces())
            .states(&self.grid.image(&states, FrictionState::Free))
            .title(&self.press.title)
            .render()
    }

    fn sequence(&self) -> Result<Picture, PictureError> {
        let series = series(self.grid).title(&self.press.title);
        let add = |series: TactileSeries, moment: &Moment| {
            series.image(&moment.caption, &self.grid.image(&moment.forces, 0.0))
        };
        let all = self.press.sequence.iter().fold(series, add);
        all.palette(Palette::Viridis).render()
    }
}

fn series(grid: &Grid) -> TactileSeries {
    TactileSeries::new(grid.rows, grid.columns).present(&grid.present())
}

fn overview(grid: &Grid, presses: &[Pressed]) -> Result<Picture, PictureError> {
    let series = series(grid).title("What the pad feels");
    let add = |series: TactileSeries, press: &Pressed| {
        series.image(&press.solid.name, &grid.image(&forces(press), 0.0))
    };
    presses.iter().fold(series, add).palette(Palette::Viridis).render()
}

fn skin_view(sensor: &Sensor, press: &Pressed) -> Result<Picture, PictureError> {
    let texels = sensor.skin.texels();
    let positions: Vec<DVec3> = texels.iter().map(|t| t.position).collect();
    let directions: Vec<DVec3> = texels.iter().map(|t| t.direction).collect();
    let forces = forces(press);
    let mut object = press.solid.mesh.clone();
    object.vertices.iter_mut().for_each(|v| *v = press.pose.transform_point(*v));
    let object = near_the_skin(&object, &sensor.layout.mesh);
    SkinView::new(&sensor.layout.mesh)
        .rays(&positions, &directions, sensor.skin.material().max_penetration())
        .forces(&forces)
        .object(&object, ObjectStyle::Translucent)
        .view(View::from_degrees(-58.0, 20.0))
        .title(&press.title)
        .render()
}

/// The part of an object that is near the skin: a pad below a whole bottle would be a speck.
fn near_the_skin(object: &TriangleMesh, skin: &TriangleMesh) -> TriangleMesh {
    let Some((low, high)) = skin.bounds() else { return object.clone() };
    let length = (high - low).max_element();
    // Cut off above, a ball keeps a round rim; only what is much longer than the skin is cut off at its sides as well.
    let Some((far_low, far_high)) = object.bounds() else { return object.clone() };
    let capped = clip::to_box(object, far_low, far_high.with_z(far_high.z.min(high.z + length)));
    if capped.bounds().is_some_and(|(low, high)| (high - low).max_element() <= 4.0 * length) {
        return capped;
    }
    let near = clip::to_box(object, low - 0.5 * length, high + DVec3::new(0.5, 0.5, 1.0) * length);
    if near.triangles.is_empty() { object.clone() } else { near }
}

/// The image of a press: the elastic forces, free of the damping of the last step \[N\].
fn forces(press: &Pressed) -> Vec<f64> {
    press.reading.texels.iter().map(|t| t.elastic_force).collect()
}

pub(crate) fn friction_state(state: TexelState) -> FrictionState {
    match state {
        TexelState::NoContact => FrictionState::Free,
        TexelState::Stick => FrictionState::Stick,
        TexelState::Incipient => FrictionState::Incipient,
        TexelState::Slip => FrictionState::Slip,
        TexelState::Saturated => FrictionState::Saturated,
    }
}
