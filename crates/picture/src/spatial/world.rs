//! Bodies as shaded solids, with the texels of their skins.

use super::furniture;
use super::skin::check_mesh;
use super::view::View;
use crate::canvas::Canvas;
use crate::grid::{check, frame};
use crate::solid::{Camera, Frame, Item, Look, Solid, Stage};
use crate::{Colour, Palette, Picture, PictureError};
use bristle_geometry::{Pose, TriangleMesh};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// Bodies in space: closed meshes in shades of their colours, a floor with their shadows, and the texels of their skins.
#[derive(Clone, Debug)]
pub struct WorldView {
    bodies: Vec<Body>,
    texels: Vec<Texel>,
    floor: Option<f64>,
    title: String,
    view: View,
    full_scale: Option<f64>,
    /// What the camera has in sight beside the bodies.
    in_sight: Vec<DVec3>,
}

#[derive(Clone, Debug)]
enum Body {
    Mesh(TriangleMesh, Colour),
    Placed(Arc<Solid>, Pose, Colour),
}

/// A texel of a skin.
#[derive(Clone, Debug)]
struct Texel {
    outline: Vec<DVec3>,
    /// None where nothing is known \[N\].
    force: Option<f64>,
}

/// The picture \[px\], and the share of it that the bodies fill.
const ROOM: DVec2 = DVec2::new(640.0, 480.0);
const FILLED: f64 = 0.84;
/// Pixels per pixel of the sheet: as many as files have.
const FINE: usize = 2;
/// Side of the largest frame \[px\].
const LARGEST: usize = 8192;
/// The colour of a texel is brought forward by this share of its width, that of its rim by half of it: texels are seen on their pads.
const LIFT: f64 = 0.12;
/// A texel that takes up less has no rim \[px\].
const RIMMED: f64 = 5.0;
const RIM: Colour = Colour::grey(28);
const UNKNOWN: Colour = Colour::grey(176);

impl Default for WorldView {
    fn default() -> Self {
        Self::new()
    }
}

impl WorldView {
    /// An empty view.
    pub fn new() -> Self {
        let view = View::from_degrees(-58.0, 22.0);
        Self {
            bodies: Vec::new(),
            texels: Vec::new(),
            floor: None,
            title: String::new(),
            view,
            full_scale: None,
            in_sight: Vec::new(),
        }
    }

    /// Adds a closed mesh \[m\], its triangles counter-clockwise as seen from outside.
    pub fn body(mut self, mesh: TriangleMesh, colour: Colour) -> Self {
        self.bodies.push(Body::Mesh(mesh, colour));
        self
    }

    /// Adds a solid that was made ready before, at a pose: for many pictures of the same bodies.
    pub fn placed(mut self, solid: Arc<Solid>, pose: Pose, colour: Colour) -> Self {
        self.bodies.push(Body::Placed(solid, pose, colour));
        self
    }

    /// Adds a texel of width `size` \[m\] at `position` \[m\] that looks along `direction`, coloured by `force` \[N\] if that
    /// is known.
    pub fn texel(self, position: DVec3, direction: DVec3, size: f64, force: Option<f64>) -> Self {
        const CORNERS: u32 = 8;
        let (a, b) = direction.try_normalize().unwrap_or(DVec3::Z).any_orthonormal_pair();
        let corner = |i: u32| {
            let angle = std::f64::consts::TAU * (f64::from(i) + 0.5) / f64::from(CORNERS);
            position + 0.42 * size * (a * angle.cos() + b * angle.sin())
        };
        self.texel_outline((0..CORNERS).map(corner).collect(), force)
    }

    /// Adds a texel by its corners \[m\], counter-clockwise as seen from outside.
    pub fn texel_outline(mut self, corners: Vec<DVec3>, force: Option<f64>) -> Self {
        self.texels.push(Texel { outline: corners, force });
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

    /// The force \[N\] that gets the last colour; the largest if not set. Set it to compare pictures.
    pub fn full_scale(self, force: f64) -> Self {
        Self { full_scale: Some(force), ..self }
    }

    /// Keeps a point \[m\] in sight, so that the camera stands still over several pictures.
    pub fn in_sight(mut self, point: DVec3) -> Self {
        self.in_sight.push(point);
        self
    }

    /// The least and the greatest corner of all bodies \[m\].
    pub fn bounds(&self) -> (DVec3, DVec3) {
        self.points().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)))
    }

    /// Checks the data and draws the picture.
    pub fn render(&self) -> Result<Picture, PictureError> {
        let (frame, scale) = self.pixels(ROOM.x as usize * FINE, ROOM.y as usize * FINE)?;
        let mut canvas = Canvas::new(if self.title.is_empty() { "World" } else { &self.title });
        canvas.image(DVec2::ZERO, ROOM, frame)?;
        if let Some(top) = self.top().filter(|top| *top > 0.0) {
            let any_above = self.texels.iter().filter_map(|texel| texel.force).any(|force| force > top);
            furniture::force_bar(&mut canvas, top, any_above);
        }
        furniture::below(&mut canvas, self.view, scale / FINE as f64);
        frame::title(&mut canvas, &self.title);
        Ok(Picture::of(canvas))
    }

    /// Checks the data and draws the bodies alone, as pixels: for films, and for programs that look.
    pub fn frame(&self, width: usize, height: usize) -> Result<Frame, PictureError> {
        Ok(self.pixels(width, height)?.0)
    }

    /// The pixels, and how many of them a metre takes.
    fn pixels(&self, width: usize, height: usize) -> Result<(Frame, f64), PictureError> {
        self.check()?;
        for (what, side) in [("width of the frame [px]", width), ("height of the frame [px]", height)] {
            if !(1..=LARGEST).contains(&side) {
                let allowed = "from 1 to 8192";
                return Err(PictureError::OutOfRange { what: what.to_owned(), value: side as f64, allowed });
            }
        }
        let room = DVec2::new(width as f64, height as f64) * FILLED;
        let scale = self.view.pixels_per_metre(self.points(), room, "size of the bodies as seen [m]")?;
        let (least, greatest) = self.view.bounds(self.points());
        let camera = Camera::about(self.view, scale, (least + greatest) / 2.0, (width, height));
        let solids = self.bodies.iter().map(|body| match body {
            Body::Mesh(mesh, colour) => Ok((Arc::new(Solid::new(mesh)?), Pose::IDENTITY, *colour)),
            Body::Placed(solid, pose, colour) => Ok((Arc::clone(solid), *pose, *colour)),
        });
        let solids: Vec<_> = solids.collect::<Result<_, PictureError>>()?;
        let mut stage = Stage::default();
        for (solid, pose, colour) in &solids {
            stage.add(Item { solid, pose: *pose, colour: *colour, look: Look::Lit });
        }
        self.floor.into_iter().for_each(|z| stage.floor(z));
        self.in_sight.iter().for_each(|&point| stage.around(point));
        let top = self.top();
        for Texel { outline, force } in &self.texels {
            let colour = match (force, top) {
                (Some(force), Some(top)) if top > 0.0 => Palette::Viridis.shade(force / top),
                (Some(_), _) => Palette::Viridis.colour(0.0),
                (None, _) => UNKNOWN,
            };
            let middle = outline.iter().sum::<DVec3>() / outline.len().max(1) as f64;
            let size = 2.0 * outline.iter().map(|corner| corner.distance(middle)).fold(0.0, f64::max);
            let mut inner = outline.clone();
            if size * scale >= RIMMED {
                stage.patch(outline.clone(), RIM, 0.5 * LIFT * size);
                inner.iter_mut().for_each(|corner| *corner = middle + (*corner - middle) * 0.86);
            }
            stage.patch(inner, colour, LIFT * size);
        }
        Ok((stage.render(camera).frame, scale))
    }

    /// The force of the last colour \[N\]; none if no force is known.
    fn top(&self) -> Option<f64> {
        let known = self.texels.iter().filter_map(|texel| texel.force).reduce(f64::max)?;
        Some(self.full_scale.unwrap_or(known))
    }

    fn points(&self) -> impl Iterator<Item = DVec3> {
        let bodies = self.bodies.iter().flat_map(|body| {
            let (vertices, pose) = match body {
                Body::Mesh(mesh, _) => (&mesh.vertices, Pose::IDENTITY),
                Body::Placed(solid, pose, _) => (&solid.vertices, *pose),
            };
            vertices.iter().map(move |&vertex| pose.transform_point(vertex))
        });
        bodies.chain(self.in_sight.iter().copied())
    }

    fn check(&self) -> Result<(), PictureError> {
        self.view.check()?;
        if self.bodies.is_empty() {
            return Err(PictureError::NothingToDraw { what: "no body has a shape" });
        }
        for body in &self.bodies {
            match body {
                Body::Mesh(mesh, _) => check_mesh(mesh, "body")?,
                Body::Placed(_, pose, _) if !pose.translation.is_finite() => {
                    check::finite(f64::NAN, || "pose of a body".to_owned())?;
                }
                Body::Placed(..) => {}
            }
        }
        for (i, texel) in self.texels.iter().enumerate() {
            for value in texel.outline.iter().flat_map(|corner| corner.to_array()) {
                check::finite(value, || format!("position or direction of texel {i}"))?;
            }
        }
        let forces: Vec<f64> = self.texels.iter().filter_map(|texel| texel.force).collect();
        check::not_negative(&forces, "force", |i| format!("of texel {i}"))?;
        check::full_scale(self.full_scale)?;
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

    fn pixel(frame: &Frame, x: usize, y: usize) -> [u8; 3] {
        let place = 3 * (y * frame.width + x);
        [frame.rgb[place], frame.rgb[place + 1], frame.rgb[place + 2]]
    }

    #[test]
    fn what_is_nearer_hides_what_is_farther() {
        // From along +x: the cube at larger x hides the other, whatever the order of adding.
        let (near, far) = (Colour::new(200, 10, 10), Colour::new(10, 10, 200));
        let draw = |a: (DVec3, Colour), b: (DVec3, Colour)| {
            let world = WorldView::new().body(cube(a.0), a.1).body(cube(b.0), b.1);
            world.view(View::from_degrees(0.0, 0.0)).frame(64, 48).unwrap()
        };
        let (x, o) = (DVec3::new(0.3, 0.0, 0.0), DVec3::ZERO);
        let first = draw((x, near), (o, far));
        assert_eq!(first, draw((o, far), (x, near)));
        let [red, _, blue] = pixel(&first, 32, 24);
        assert!(red > 100 && blue < 20, "{red} {blue}");
    }

    #[test]
    fn bodies_that_pass_through_each_other_are_cut_where_they_meet() {
        // A tall plate through a wide one: seen from the front, the nearer half of each is before the other.
        let plate = |half: DVec3| {
            let mut mesh = generate::cuboid(half).unwrap();
            let turn = glam::DQuat::from_rotation_z(0.5);
            mesh.vertices.iter_mut().for_each(|v| *v = turn * *v);
            mesh
        };
        let (red, blue) = (Colour::new(220, 0, 0), Colour::new(0, 0, 220));
        let mut other = plate(DVec3::new(0.1, 0.004, 0.05));
        other.vertices.iter_mut().for_each(|v| v.x = -v.x);
        other.triangles.iter_mut().for_each(|t| t.swap(0, 1));
        let world = WorldView::new().body(plate(DVec3::new(0.1, 0.004, 0.05)), red).body(other, blue);
        let frame = world.view(View::from_degrees(-90.0, 0.0)).frame(128, 64).unwrap();
        let is_red = |x: usize| pixel(&frame, x, 32)[0] > pixel(&frame, x, 32)[2];
        assert!(is_red(40) != is_red(88), "each is in front on one side");
    }

    #[test]
    fn a_texel_behind_a_body_is_hidden_and_one_on_it_is_not() {
        let world =
            WorldView::new().body(cube(DVec3::ZERO), Colour::GREEN).view(View::from_degrees(0.0, 0.0));
        let draw = |at: DVec3| {
            let drawn = world.clone().texel(at, DVec3::X, 0.01, Some(1.0));
            drawn.frame(200, 200).unwrap() != world.frame(200, 200).unwrap()
        };
        assert!(draw(DVec3::new(0.03, 0.007, -0.011)), "on the near face");
        assert!(!draw(DVec3::new(-0.03, 0.007, -0.011)), "on the far face");
        assert!(!draw(DVec3::new(0.011, 0.007, -0.011)), "within");
        let away = world.clone().texel(DVec3::new(0.03, 0.0, 0.0), DVec3::NEG_X, 0.01, Some(1.0));
        assert!(away.frame(200, 200).unwrap() == world.frame(200, 200).unwrap(), "looks away");
    }

    /// Colours say the force, whatever is below and however it is lit.
    #[test]
    fn the_colour_of_a_texel_is_that_of_the_palette_on_any_body() {
        for colour in [Colour::BLACK, Colour::WHITE, Colour::YELLOW] {
            let world = WorldView::new().body(cube(DVec3::ZERO), colour).view(View::from_degrees(0.0, 0.0));
            let world = world.texel(DVec3::new(0.03, 0.0, 0.0), DVec3::X, 0.02, Some(0.5)).full_scale(1.0);
            let Colour { red, green, blue } = Palette::Viridis.colour(0.5);
            assert_eq!(pixel(&world.frame(200, 200).unwrap(), 100, 100), [red, green, blue]);
        }
    }

    #[test]
    fn a_floor_has_a_shadow_where_the_light_is_blocked() {
        let world = WorldView::new().body(cube(DVec3::new(0.0, 0.0, 0.05)), Colour::GREEN);
        let frame = world.floor(0.0).frame(320, 240).unwrap();
        let dark = |[red, green, blue]: &&[u8; 3]| red == green && green == blue && (140..200).contains(red);
        assert!(frame.rgb.as_chunks::<3>().0.iter().filter(dark).count() > 300);
    }

    #[test]
    fn nothing_is_an_error_and_so_is_a_force_that_is_no_number() {
        assert!(WorldView::new().render().is_err());
        let world = WorldView::new().body(cube(DVec3::ZERO), Colour::GREEN);
        assert!(world.clone().render().is_ok());
        assert!(world.clone().texel(DVec3::ZERO, DVec3::X, 0.003, Some(f64::NAN)).render().is_err());
        assert!(world.clone().texel(DVec3::NAN, DVec3::X, 0.003, None).render().is_err());
        assert!(world.frame(0, 100).is_err() && world.frame(100, 100_000).is_err());
    }
}
