//! The skin's mesh, its texels and their rays, and the object they touch.

use super::view::View;
use super::{furniture, outline};
use crate::canvas::{Canvas, Path, Pen};
use crate::grid::{check, frame};
use crate::solid::{Camera, Item, Look, Solid, Stage};
use crate::{Colour, Palette, Picture, PictureError};
use bristle_geometry::{Pose, TriangleMesh};
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

/// White around the bodies \[px\], for rays and dots.
const BORDER: f64 = 6.0;
/// Pixels per pixel of the sheet: as many as files have.
const FINE: usize = 2;
/// Meshes with longer edges are drawn with them \[px\].
const COARSE: f64 = 6.0;
/// The part of a texel that is coloured.
const INNER: f64 = 0.92;
const SKIN: Colour = Colour::new(232, 236, 242);
const BEHIND: Colour = Colour::new(204, 197, 190);
const RULE: Colour = Colour::grey(120);
const RAY: Colour = Colour::grey(70);

/// Most triangles of a mesh: more would be smaller than pixels.
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
        let (least, greatest) = self.view.bounds(self.points());
        let sheet = ((greatest - least) * scale + 2.0 * BORDER).ceil();
        let size = (sheet.x as usize * FINE, sheet.y as usize * FINE);
        let camera = Camera::about(self.view, scale * FINE as f64, (least + greatest) / 2.0, size);
        let corner = camera.corner / FINE as f64;
        let edge = mean_edge(self.mesh);
        let forces = self.forces.unwrap_or(&[]);
        let largest = forces.iter().copied().fold(0.0, f64::max);
        let top = self.full_scale.unwrap_or(if largest > 1e-100 { largest } else { 1.0 });
        let colour = |i: usize| match self.forces {
            None => Colour::BLUE,
            Some(forces) => Palette::Viridis.shade(forces[i] / top),
        };

        let (skin, object) =
            (Solid::new(self.mesh)?, self.object.map(|(mesh, _)| Solid::new(mesh)).transpose()?);
        let mut stage = Stage::default();
        let pose = Pose::IDENTITY;
        if self.outlines.is_empty() {
            stage.add(Item { solid: &skin, pose, colour: SKIN, look: Look::Sheet });
        }
        for (i, outline) in self.outlines.iter().enumerate().take(self.positions.len()) {
            let middle = outline.iter().sum::<DVec3>() / outline.len().max(1) as f64;
            let inner: Vec<DVec3> =
                outline.iter().map(|&corner| middle + (corner - middle) * INNER).collect();
            let lift = 0.1 * outline.iter().map(|corner| corner.distance(middle)).fold(0.0, f64::max);
            for (corners, colour, lift) in [(outline, RULE, 0.0), (&inner, colour(i), lift)] {
                stage.patch(corners.clone(), colour, lift);
                // From behind it is grey.
                stage.patch(corners.iter().rev().copied().collect(), BEHIND, lift);
            }
        }
        let glass = matches!(self.object, Some((_, ObjectStyle::Translucent)));
        if let Some(solid) = object.as_ref().filter(|_| glass) {
            stage.add(Item {
                solid,
                pose,
                colour: Colour::SKY_BLUE.mix(Colour::BLUE, 0.4),
                look: Look::Glass,
            });
        }
        let rendered = stage.render(camera);
        let at = |point: DVec3| self.view.project(point) * scale - corner;
        let mut canvas = Canvas::new(if self.title.is_empty() { "Skin" } else { &self.title });
        canvas.image(DVec2::ZERO, sheet, rendered.frame.clone())?;
        if self.outlines.is_empty() && edge * scale >= COARSE {
            for [from, to] in outline::edges(self.mesh) {
                if rendered.shows((from + to) / 2.0, 0.02 * edge) {
                    canvas.line(at(from), at(to), Pen::new(RULE, 0.6));
                }
            }
        }
        if let Some((mesh, ObjectStyle::Outline)) = self.object {
            let cuts = 8;
            for [from, to] in outline::outline(mesh, self.view) {
                let end = |i: i32| from.lerp(to, f64::from(i) / f64::from(cuts));
                for i in (0..cuts).filter(|&i| rendered.shows((end(i) + end(i + 1)) / 2.0, 0.6 * edge)) {
                    canvas.line(at(end(i)), at(end(i + 1)), Pen::new(Colour::BLUE, 1.1));
                }
            }
        }
        if self.outlines.is_empty() {
            for (i, (&position, &direction)) in self.positions.iter().zip(self.directions).enumerate() {
                let Some(direction) = direction.try_normalize() else { continue };
                // On an edge seen from the side a texel is drawn.
                if direction.dot(self.view.towards()) > -1e-9 && rendered.shows(position, 0.5 * edge) {
                    self.draw_ray(&mut canvas, at, position, direction, colour(i));
                }
            }
        }
        if self.forces.is_some() && self.key {
            furniture::force_bar(&mut canvas, top, largest > top);
        }
        furniture::below(&mut canvas, self.view, scale);
        frame::title(&mut canvas, &self.title);
        Ok(Picture::of(canvas))
    }

    /// A texel: the part of its ray that the skin hides dashed, the part beyond the surface as an arrow, the texel a dot.
    fn draw_ray(
        &self,
        canvas: &mut Canvas,
        at: impl Fn(DVec3) -> DVec2,
        position: DVec3,
        direction: DVec3,
        colour: Colour,
    ) {
        let length = self.ray_length;
        let surface = at(position);
        if length > 0.0 {
            let (inside, beyond) =
                (at(position - direction * length), at(position + direction * length * 0.45));
            canvas.line(inside, surface, Pen::new(RAY, 0.9).dashed(&[2.0, 2.6]));
            canvas.arrow(surface, beyond, 5.0, Pen::new(RAY, 0.9));
        }
        let pen = Pen::new(Colour::grey(40), 0.6);
        canvas.fill_and_stroke(Path::circle(surface, 2.8), colour, pen, 1.0);
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
        self.view.pixels_per_metre(self.points(), self.room, "size of the skin as seen [m]")
    }

    fn points(&self) -> impl Iterator<Item = DVec3> {
        let object = self.object.iter().flat_map(|(mesh, _)| &mesh.vertices);
        self.mesh.vertices.iter().chain(object).chain(self.positions).copied()
    }
}

pub(crate) fn check_mesh(mesh: &TriangleMesh, name: &'static str) -> Result<(), PictureError> {
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

/// Mean length of the edges of a mesh with triangles \[m\].
fn mean_edge(mesh: &TriangleMesh) -> f64 {
    let edges = (0..mesh.triangles.len()).map(|i| {
        let [a, b, c] = mesh.corners(i);
        (a.distance(b) + b.distance(c) + c.distance(a)) / 3.0
    });
    edges.sum::<f64>() / mesh.triangles.len() as f64
}
