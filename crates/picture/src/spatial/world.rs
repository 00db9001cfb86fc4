//! Bodies as shaded solids, with the texels of their skins.

use super::scene::Scene;
use super::skin::check_mesh;
use super::view::View;
use super::{furniture, pieces};
use crate::canvas::{Canvas, Pen, style};
use crate::grid::{check, frame};
use crate::{Colour, Palette, Picture, PictureError};
use bristle_geometry::TriangleMesh;
use glam::{DVec2, DVec3};

/// Bodies in space: closed meshes in shades of their colours, a floor, and a dot per texel.
///
/// What is nearer hides what is farther, triangle by triangle: bodies that pass through each other are cut roughly.
#[derive(Clone, Debug)]
pub struct WorldView {
    bodies: Vec<(TriangleMesh, Colour)>,
    texels: Vec<TexelDot>,
    floor: Option<f64>,
    title: String,
    view: View,
}

/// A texel of a skin.
#[derive(Clone, Copy, Debug)]
struct TexelDot {
    position: DVec3,
    direction: DVec3,
    size: f64,
    /// None where nothing is known \[N\].
    force: Option<f64>,
}

/// The bodies are scaled into this room \[px\].
const ROOM: DVec2 = DVec2::new(560.0, 460.0);
/// Side of the pieces that are sorted, as a share of the whole picture.
const PIECE: f64 = 0.03;
/// Lines of the floor in each direction.
const FLOOR_LINES: usize = 12;

impl Default for WorldView {
    fn default() -> Self {
        Self::new()
    }
}

impl WorldView {
    /// An empty view.
    pub fn new() -> Self {
        let view = View::from_degrees(-58.0, 22.0);
        Self { bodies: Vec::new(), texels: Vec::new(), floor: None, title: String::new(), view }
    }

    /// Adds a closed mesh \[m\], its triangles counter-clockwise as seen from outside.
    pub fn body(mut self, mesh: TriangleMesh, colour: Colour) -> Self {
        self.bodies.push((mesh, colour));
        self
    }

    /// Adds a texel of width `size` \[m\] at `position` \[m\] that looks along `direction`, coloured by `force` \[N\] if that
    /// is known.
    pub fn texel(mut self, position: DVec3, direction: DVec3, size: f64, force: Option<f64>) -> Self {
        self.texels.push(TexelDot { position, direction, size, force });
        self
    }

    /// Draws a floor at height `z` \[m\], below everything.
    pub fn floor(self, z: f64) -> Self {
        Self { floor: Some(z), ..self }
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
        let (low, high) = self.bounds();
        let scale = self.view.pixels_per_metre(self.points(), ROOM, "size of the bodies as seen [m]")?;
        let piece = PIECE * ROOM.max_element() / scale;
        let mut scene = Scene::new(self.view, scale);
        for (mesh, colour) in &self.bodies {
            scene.solid(mesh, *colour, pieces::cuts(mesh, piece), 0.25 * piece);
        }
        let known = self.texels.iter().filter_map(|texel| texel.force);
        let largest = known.fold(0.0, f64::max);
        for texel in &self.texels {
            let Some(direction) = texel.direction.try_normalize() else { continue };
            // A texel that looks away is behind its own body. Sorting by distance would cut dots in halves where triangles
            // meet, so that it is asked what hides each.
            if direction.dot(self.view.towards()) > 0.0 && !self.is_hidden(texel.position, 1e-3 * piece) {
                let colour = match texel.force {
                    Some(force) if largest > 0.0 => Palette::Viridis.colour(force / largest),
                    _ => Colour::grey(70),
                };
                // Dots stand apart, and are seen however far away.
                let radius = (0.3 * texel.size * scale).clamp(0.5, 5.0);
                scene.dot(texel.position, radius, colour);
            }
        }
        let mut canvas = Canvas::new(if self.title.is_empty() { "World" } else { &self.title });
        if let Some(z) = self.floor {
            self.draw_floor(&mut canvas, z, low, high, scale);
        }
        scene.paint(&mut canvas);
        if largest > 0.0 {
            furniture::force_bar(&mut canvas, largest, false);
        }
        furniture::below(&mut canvas, self.view, scale);
        frame::title(&mut canvas, &self.title);
        Ok(Picture::of(canvas))
    }

    /// Whether the near side of a body lies farther than `margin` \[m\] before a point.
    fn is_hidden(&self, point: DVec3, margin: f64) -> bool {
        let towards = self.view.towards();
        self.bodies.iter().any(|(mesh, _)| {
            (0..mesh.triangles.len()).any(|index| {
                let [a, b, c] = mesh.corners(index);
                let normal = (b - a).cross(c - a);
                let facing = normal.dot(towards);
                if facing <= 0.0 || normal.dot(a - point) <= margin * facing {
                    return false;
                }
                // Where the line of sight meets the plane, on the inner side of all three edges.
                let met = point + towards * (normal.dot(a - point) / facing);
                [(a, b), (b, c), (c, a)].iter().all(|&(p, q)| (q - p).cross(met - p).dot(normal) >= 0.0)
            })
        })
    }

    /// A net of lines a little beyond what stands on it.
    fn draw_floor(&self, canvas: &mut Canvas, z: f64, low: DVec3, high: DVec3, scale: f64) {
        let middle = (low + high) / 2.0;
        let half = 0.62 * (high - low).truncate().max_element().max(0.3 * (high - low).z);
        let at = |x: f64, y: f64| self.view.project(DVec3::new(middle.x + x, middle.y + y, z)) * scale;
        for i in 0..=FLOOR_LINES {
            let offset = half * (2.0 * i as f64 / FLOOR_LINES as f64 - 1.0);
            let pen = || Pen::new(style::HAIR, 0.8);
            canvas.line(at(-half, offset), at(half, offset), pen());
            canvas.line(at(offset, -half), at(offset, half), pen());
        }
    }

    fn points(&self) -> impl Iterator<Item = DVec3> {
        let vertices = self.bodies.iter().flat_map(|(mesh, _)| mesh.vertices.iter().copied());
        vertices.chain(self.texels.iter().map(|texel| texel.position))
    }

    fn bounds(&self) -> (DVec3, DVec3) {
        self.points().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)))
    }

    fn check(&self) -> Result<(), PictureError> {
        self.view.check()?;
        if self.bodies.is_empty() {
            return Err(PictureError::NothingToDraw { what: "no body has a shape" });
        }
        for (mesh, _) in &self.bodies {
            check_mesh(mesh, "body")?;
        }
        for (i, texel) in self.texels.iter().enumerate() {
            for value in texel.position.to_array().into_iter().chain(texel.direction.to_array()) {
                check::finite(value, || format!("position or direction of texel {i}"))?;
            }
        }
        let sizes: Vec<f64> = self.texels.iter().map(|texel| texel.size).collect();
        check::not_negative(&sizes, "width [m]", |i| format!("of texel {i}"))?;
        let forces: Vec<f64> = self.texels.iter().filter_map(|texel| texel.force).collect();
        check::not_negative(&forces, "force", |i| format!("of texel {i}"))?;
        self.floor.map_or(Ok(()), |z| check::finite(z, || "height of the floor".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bristle_geometry::mesh::generate;

    fn cube(at: DVec3) -> TriangleMesh {
        let mut mesh = generate::cuboid(DVec3::splat(0.03)).unwrap();
        mesh.vertices.iter_mut().for_each(|v| *v += at);
        mesh
    }

    #[test]
    fn what_is_nearer_is_painted_later() {
        // From along +x: the cube at larger x hides the other.
        let (near, far) = (Colour::new(200, 10, 10), Colour::new(10, 10, 200));
        let draw = |a: (DVec3, Colour), b: (DVec3, Colour)| {
            let view = View::from_degrees(0.0, 0.0);
            let world = WorldView::new().body(cube(a.0), a.1).body(cube(b.0), b.1).view(view);
            world.render().unwrap().png(1.0).unwrap()
        };
        let (x, o) = (DVec3::new(0.3, 0.0, 0.0), DVec3::ZERO);
        // The order of adding does not matter.
        assert_eq!(draw((x, near), (o, far)), draw((o, far), (x, near)));
        assert_ne!(draw((x, near), (o, far)), draw((x, far), (o, near)));
    }

    #[test]
    fn a_texel_behind_a_body_is_hidden_and_one_on_it_is_not() {
        let world =
            WorldView::new().body(cube(DVec3::ZERO), Colour::GREEN).view(View::from_degrees(0.0, 0.0));
        assert!(!world.is_hidden(DVec3::new(0.03, 0.007, -0.011), 1e-6), "on the near face");
        assert!(world.is_hidden(DVec3::new(-0.03, 0.007, -0.011), 1e-6), "on the far face");
        assert!(world.is_hidden(DVec3::new(0.011, 0.007, -0.011), 1e-6), "within");
        assert!(!world.is_hidden(DVec3::new(-0.3, 0.031, 0.0), 1e-6), "beside");
        assert!(!world.is_hidden(DVec3::new(0.07, 0.0, 0.0), 1e-6), "before");
    }

    #[test]
    fn nothing_is_an_error_and_so_is_a_force_that_is_no_number() {
        assert!(WorldView::new().render().is_err());
        let world = WorldView::new().body(cube(DVec3::ZERO), Colour::GREEN);
        assert!(world.clone().render().is_ok());
        assert!(world.clone().texel(DVec3::ZERO, DVec3::X, 0.003, Some(f64::NAN)).render().is_err());
        assert!(world.texel(DVec3::NAN, DVec3::X, 0.003, None).render().is_err());
    }
}
