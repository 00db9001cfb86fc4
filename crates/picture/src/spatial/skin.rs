//! The skin's mesh, its texels and their rays, and the object they touch.

use super::view::View;
use super::{furniture, outline, pieces};
use crate::canvas::{Canvas, Path, Pen, Text, style};
use crate::grid::check;
use crate::grid::colour_bar::ColourBar;
use crate::{Colour, Palette, Picture, PictureError, Quantity};
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
    forces: Option<&'a [f64]>,
    full_scale: Option<f64>,
    object: Option<(&'a TriangleMesh, ObjectStyle)>,
    title: String,
    view: View,
}

/// The bodies are scaled into this room \[px\].
const ROOM: DVec2 = DVec2::new(480.0, 380.0);
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
            forces: None,
            full_scale: None,
            object: None,
            title: String::new(),
            view: View::from_degrees(-58.0, 30.0),
        }
    }

    /// Texels at `positions` \[m\] that cast rays along `directions` (normalised here), from `length` \[m\] below the
    /// surface. With length 0 only the dots are drawn.
    pub fn rays(self, positions: &'a [DVec3], directions: &'a [DVec3], length: f64) -> Self {
        Self { positions, directions, ray_length: length, ..self }
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

    /// Checks the data and draws the picture.
    pub fn render(&self) -> Result<Picture, PictureError> {
        self.check()?;
        let scale = self.pixels_per_metre()?;
        let mut scene = Scene { view: self.view, scale, layers: Vec::new() };
        scene.skin(self.mesh);
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
                Some(forces) if forces[i] > top => Palette::Viridis.over_range(),
                Some(forces) => Palette::Viridis.colour(forces[i] / top),
            };
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
        let (least, greatest) = canvas.bounds();
        if self.forces.is_some() {
            let quantity = Quantity::normal_force();
            let colour = |fraction| Palette::Viridis.colour(fraction);
            let over = ColourBar::over_range(Palette::Viridis, largest > top);
            let bar = ColourBar { quantity: &quantity, top, colour: &colour, over };
            let length = (greatest.y - least.y).clamp(120.0, 220.0).floor();
            bar.upright(&mut canvas, DVec2::new(greatest.x.ceil() + 24.0, least.y.floor()), length);
        }
        furniture::below(&mut canvas, self.view, scale);
        if !self.title.is_empty() {
            let (least, _) = canvas.bounds();
            let text = Text::new(self.title.clone()).size(style::TITLE).bold();
            canvas.text(DVec2::new(least.x, least.y - 18.0), text);
        }
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
        self.full_scale.map_or(Ok(()), |force| check::positive(force, || "full scale".to_owned()))
    }

    /// The scale that fits everything into the room.
    fn pixels_per_metre(&self) -> Result<f64, PictureError> {
        let object = self.object.iter().flat_map(|(mesh, _)| &mesh.vertices);
        let points = self.mesh.vertices.iter().chain(object).chain(self.positions);
        let seen = points.map(|&point| self.view.project(point));
        let (least, greatest) =
            seen.fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)));
        let size = greatest - least;
        check::positive(size.max_element(), || "size of the skin as seen [m]".to_owned())?;
        Ok((ROOM / size.max(DVec2::splat(size.max_element() * 1e-6))).min_element())
    }
}

fn check_mesh(mesh: &TriangleMesh, name: &'static str) -> Result<(), PictureError> {
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

fn mean_edge(mesh: &TriangleMesh) -> f64 {
    let edges = (0..mesh.triangles.len()).map(|i| {
        let [a, b, c] = mesh.corners(i);
        (a.distance(b) + b.distance(c) + c.distance(a)) / 3.0
    });
    edges.sum::<f64>() / mesh.triangles.len() as f64
}

/// Marks with their nearness; painted far to near.
struct Scene {
    view: View,
    scale: f64,
    layers: Vec<(f64, Canvas)>,
}

impl Scene {
    fn at(&self, point: DVec3) -> DVec2 {
        self.view.project(point) * self.scale
    }

    fn layer(&mut self, nearness: f64, draw: impl FnOnce(&mut Canvas)) {
        let mut canvas = Canvas::default();
        draw(&mut canvas);
        self.layers.push((nearness, canvas));
    }

    fn paint(mut self, canvas: &mut Canvas) {
        // A stable sort: what is equally near stays in the order in which it was given.
        self.layers.sort_by(|a, b| a.0.total_cmp(&b.0));
        canvas.marks.extend(self.layers.into_iter().flat_map(|(_, layer)| layer.marks));
    }

    /// Triangles in flat shades; the inside of an open skin is a little darker.
    fn skin(&mut self, mesh: &TriangleMesh) {
        let edge_length = mean_edge(mesh) * self.scale;
        for index in 0..mesh.triangles.len() {
            let corners = mesh.corners(index);
            let Some(normal) = normal(corners) else { continue };
            let outside = normal.dot(self.view.towards()) > 0.0;
            let base = if outside { Colour::new(232, 236, 242) } else { Colour::new(204, 197, 190) };
            // Light over the observer's left shoulder; the side that is seen is the side that is lit.
            let lit = normal.dot(self.view.light()) * if outside { 1.0 } else { -1.0 };
            let shade = base.mix(Colour::grey(90), 0.8 * (1.0 - lit.max(0.0)));
            // Fine meshes are drawn without edges; a seam-closing line in the face's own colour remains.
            let pen = if edge_length >= 6.0 {
                Pen::new(shade.mix(Colour::BLACK, 0.28), 0.6)
            } else {
                Pen::new(shade, 0.5)
            };
            let path = Path::polygon(&corners.map(|corner| self.at(corner)));
            let nearness = self.view.nearness((corners[0] + corners[1] + corners[2]) / 3.0);
            self.layer(nearness, |canvas| canvas.fill_and_stroke(path, shade, pen, 1.0));
        }
    }

    /// The near side of the object as glass, and its outline, in pieces about as large as `piece` \[m\].
    fn object(&mut self, mesh: &TriangleMesh, style: ObjectStyle, piece: f64) {
        let cuts = pieces::cuts(mesh, piece);
        // A face that lies on the skin is in front of it; sorting alone could not decide.
        let lift = 0.6 * piece;
        if style == ObjectStyle::Translucent {
            for index in 0..mesh.triangles.len() {
                let corners = mesh.corners(index);
                let facing = normal(corners).map_or(0.0, |normal| normal.dot(self.view.towards()));
                if facing <= 0.0 {
                    continue;
                }
                let shade = Colour::SKY_BLUE.mix(Colour::BLUE, 0.8 * (1.0 - facing));
                for corners in pieces::of_triangle(corners, cuts) {
                    let path = Path::polygon(&corners.map(|corner| self.at(corner)));
                    let nearness = self.view.nearness((corners[0] + corners[1] + corners[2]) / 3.0) + lift;
                    // Crisp: translucent neighbours must neither overlap nor leave a gap.
                    self.layer(nearness, |canvas| canvas.fill_crisp(path, shade, 0.3));
                }
            }
        }
        for [from, to] in outline::outline(mesh, self.view) {
            for i in 0..cuts {
                let end = |i: usize| from.lerp(to, i as f64 / cuts as f64);
                let (a, b) = (self.at(end(i)), self.at(end(i + 1)));
                let nearness = self.view.nearness((end(i) + end(i + 1)) / 2.0) + lift;
                self.layer(nearness, |canvas| canvas.line(a, b, Pen::new(Colour::BLUE, 1.1)));
            }
        }
    }

    /// A texel: the hidden part of its ray dashed, the part beyond the surface as an arrow, the texel a dot.
    ///
    /// `lift` brings it before the triangles around it, or behind them if it is negative.
    fn texel(&mut self, position: DVec3, direction: DVec3, length: f64, lift: f64, colour: Colour) {
        let (inside, surface) = (self.at(position - direction * length), self.at(position));
        let beyond = self.at(position + direction * length * 0.45);
        let nearness = self.view.nearness(position) + lift;
        self.layer(nearness, |canvas| {
            const RAY: Colour = Colour::grey(70);
            if length > 0.0 {
                canvas.line(inside, surface, Pen::new(RAY, 0.9).dashed(&[2.0, 2.6]));
                canvas.arrow(surface, beyond, 5.0, Pen::new(RAY, 0.9));
            }
            let pen = Pen::new(Colour::grey(40), 0.6);
            canvas.fill_and_stroke(Path::circle(surface, 2.8), colour, pen, 1.0);
        });
    }
}

/// Unit normal of a triangle; none for one without area.
fn normal([a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    (b - a).cross(c - a).try_normalize()
}
