//! The skin's mesh, its texels and their rays, and the object they touch.

use super::furniture;
use super::scene::{Scene, mean_edge};
use super::view::View;
use crate::canvas::Canvas;
use crate::grid::{check, frame};
use crate::{Colour, Palette, Picture, PictureError};
use bristle_geometry::TriangleMesh;
use glam::{DVec2, DVec3};

/// How the touched object is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObjectStyle {
    /// Tinted glass with an outline.
    #[default]
    Translucent,
    /// The outline alone.
    Outline,
}

/// A skin in space: its mesh, a dot per texel, a ray per texel, and the touched object.
///
/// A ray is drawn as the texel casts it: from inside the link (dashed, since the skin hides it) to the texel and a
/// little beyond, where the arrow head is.
#[derive(Clone, Debug)]
pub struct SkinView<'a> {
    mesh: &'a TriangleMesh,
    positions: &'a [DVec3],
    directions: &'a [DVec3],
    ray_length: f64,
    outlines: &'a [Vec<DVec3>],
    forces: Option<&'a [f64]>,
    full_scale: Option<f64>,
    object: Option<(&'a TriangleMesh, ObjectStyle)>,
    title: String,
    view: View,
    /// The bodies are scaled into this room \[px\].
    room: DVec2,
    key: bool,
}

/// Most triangles of a mesh: more would make an SVG that no viewer opens gladly.
const MOST_TRIANGLES: usize = 200_000;

impl<'a> SkinView<'a> {
    /// A view of the skin's mesh \[m\].
    pub fn new(mesh: &'a TriangleMesh) -> Self {
        Self {
            mesh,
            positions: &[],
            directions: &[],
            ray_length: 0.0,
            outlines: &[],
            forces: None,
            full_scale: None,
            object: None,
            title: String::new(),
            view: View::from_degrees(-58.0, 30.0),
            room: DVec2::new(480.0, 380.0),
            key: true,
        }
    }

    /// Texels at `positions` \[m\] that cast rays along `directions` (normalised here), from `length` \[m\] below the
    /// surface. With length 0 only the dots are drawn.
    pub fn rays(self, positions: &'a [DVec3], directions: &'a [DVec3], length: f64) -> Self {
        Self { positions, directions, ray_length: length, ..self }
    }

    /// Draws each texel as it is cut, instead of mesh and dots: its corners \[m\], counter-clockwise seen from outside. From behind it is grey.
    pub fn outlines(self, outlines: &'a [Vec<DVec3>]) -> Self {
        Self { outlines, ..self }
    }

    /// Colours the texels by force \[N\], each 0 or more, with a colour bar.
    pub fn forces(self, forces: &'a [f64]) -> Self {
        Self { forces: Some(forces), ..self }
    }

    /// The force \[N\] that gets the last colour; the largest if not set.
    pub fn full_scale(self, force: f64) -> Self {
        Self { full_scale: Some(force), ..self }
    }

    /// The object that is touched, in the frame of the skin's mesh \[m\].
    pub fn object(self, mesh: &'a TriangleMesh, style: ObjectStyle) -> Self {
        Self { object: Some((mesh, style)), ..self }
    }

    /// Words above the picture.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// Where to look from.
    pub fn view(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// The room for all that is drawn \[px\] without the colour bar, which is left out: for pages that say once what the colours are.
    pub fn bare(self, width: f64, height: f64) -> Self {
        Self { room: DVec2::new(width, height), key: false, ..self }
    }

    /// Checks the data and draws the picture.
    pub fn render(&self) -> Result<Picture, PictureError> {
        self.check()?;
        let scale = self.pixels_per_metre()?;
        let mut scene = Scene::new(self.view, scale);
        if self.outlines.is_empty() {
            scene.skin(self.mesh);
        }
        if let Some((mesh, style)) = self.object {
            scene.object(mesh, style, mean_edge(self.mesh));
        }
        let forces = self.forces.unwrap_or(&[]);
        let largest = forces.iter().copied().fold(0.0, f64::max);
        let top = self.full_scale.unwrap_or(if largest > 1e-100 { largest } else { 1.0 });
        // A texel that faces the observer lies before the triangles around it, one that faces away behind them.
        let bias = mean_edge(self.mesh);
        for (i, (&position, &direction)) in self.positions.iter().zip(self.directions).enumerate() {
            let Some(direction) = direction.try_normalize() else { continue };
            let colour = match self.forces {
                None => Colour::BLUE,
                Some(forces) => Palette::Viridis.shade(forces[i] / top),
            };
            if let Some(outline) = self.outlines.get(i) {
                scene.cell(outline, colour);
                continue;
            }
            // A colour seen through tinted glass would be another colour: coloured texels are drawn over the glass.
            let above_all = self.forces.is_some() && self.object.is_some();
            let lift = match direction.dot(self.view.towards()) > -1e-9 {
                true if above_all => f64::MAX,
                true => bias,
                false => -bias,
            };
            scene.texel(position, direction, self.ray_length, lift, colour);
        }

        let mut canvas = Canvas::new(if self.title.is_empty() { "Skin" } else { &self.title });
        scene.paint(&mut canvas);
        if self.forces.is_some() && self.key {
            furniture::force_bar(&mut canvas, top, largest > top);
        }
        furniture::below(&mut canvas, self.view, scale);
        frame::title(&mut canvas, &self.title);
        Ok(Picture::of(canvas))
    }

    fn check(&self) -> Result<(), PictureError> {
        self.view.check()?;
        check_mesh(self.mesh, "skin")?;
        if let Some((object, _)) = self.object {
            check_mesh(object, "object")?;
        }
        let place = |i: usize| format!("of texel {i}");
        check::length("texel directions", self.directions.len(), self.positions.len())?;
        for i in 0..self.positions.len() {
            for value in self.positions[i].to_array().into_iter().chain(self.directions[i].to_array()) {
                check::finite(value, || format!("position or direction {}", place(i)))?;
            }
            check::positive(self.directions[i].length(), || format!("length of the direction {}", place(i)))?;
        }
        check::not_negative(&[self.ray_length], "ray length [m]", |_| String::new())?;
        if let Some(forces) = self.forces {
            check::length("texel forces", forces.len(), self.positions.len())?;
            check::not_negative(forces, "force", place)?;
        }
        for corner in self.outlines.iter().flatten().flat_map(|corner| corner.to_array()) {
            check::finite(corner, || "corner of a texel [m]".to_owned())?;
        }
        check::room(Some(self.room))?;
        check::full_scale(self.full_scale)
    }

    /// The scale that fits everything into the room.
    fn pixels_per_metre(&self) -> Result<f64, PictureError> {
        let object = self.object.iter().flat_map(|(mesh, _)| &mesh.vertices);
        let points = self.mesh.vertices.iter().chain(object).chain(self.positions);
        self.view.pixels_per_metre(points.copied(), self.room, "size of the skin as seen [m]")
    }
}

pub(super) fn check_mesh(mesh: &TriangleMesh, name: &'static str) -> Result<(), PictureError> {
    if mesh.triangles.is_empty() {
        return Err(PictureError::NothingToDraw { what: "a mesh has no triangles" });
    }
    if mesh.triangles.len() > MOST_TRIANGLES {
        let (triangles, limit) = (mesh.triangles.len(), MOST_TRIANGLES);
        return Err(PictureError::MeshTooLarge { mesh: name, triangles, limit });
    }
    for (i, vertex) in mesh.vertices.iter().enumerate() {
        for value in vertex.to_array() {
            check::finite(value, || format!("vertex {i} of the {name}"))?;
        }
    }
    let vertices = mesh.vertices.len();
    for (triangle, corners) in mesh.triangles.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(|&&v| v as usize >= vertices) {
            return Err(PictureError::BadTriangle { mesh: name, triangle, vertex, vertices });
        }
    }
    Ok(())
}
