//! Bodies and texels sorted by distance: the painter's algorithm.

use super::skin::ObjectStyle;
use super::view::View;
use super::{outline, pieces};
use crate::Colour;
use crate::canvas::{Canvas, Path, Pen};
use bristle_geometry::TriangleMesh;
use glam::{DVec2, DVec3};

/// The inside of a skin.
const BEHIND: Colour = Colour::new(204, 197, 190);

/// Mean length of the edges of a mesh with triangles \[m\].
pub(super) fn mean_edge(mesh: &TriangleMesh) -> f64 {
    let edges = (0..mesh.triangles.len()).map(|i| {
        let [a, b, c] = mesh.corners(i);
        (a.distance(b) + b.distance(c) + c.distance(a)) / 3.0
    });
    edges.sum::<f64>() / mesh.triangles.len() as f64
}

/// Marks with their nearness; painted far to near.
pub(super) struct Scene {
    view: View,
    scale: f64,
    layers: Vec<(f64, Canvas)>,
}

impl Scene {
    /// An empty scene, drawn at `scale` px per metre.
    pub(super) fn new(view: View, scale: f64) -> Self {
        Self { view, scale, layers: Vec::new() }
    }

    fn at(&self, point: DVec3) -> DVec2 {
        self.view.project(point) * self.scale
    }

    fn layer(&mut self, nearness: f64, draw: impl FnOnce(&mut Canvas)) {
        let mut canvas = Canvas::default();
        draw(&mut canvas);
        self.layers.push((nearness, canvas));
    }

    pub(super) fn paint(mut self, canvas: &mut Canvas) {
        // A stable sort: what is equally near stays in the order in which it was given.
        self.layers.sort_by(|a, b| a.0.total_cmp(&b.0));
        canvas.marks.extend(self.layers.into_iter().flat_map(|(_, layer)| layer.marks));
    }

    /// Triangles in flat shades; the inside of an open skin is a little darker.
    pub(super) fn skin(&mut self, mesh: &TriangleMesh) {
        let edge_length = mean_edge(mesh) * self.scale;
        for index in 0..mesh.triangles.len() {
            let corners = mesh.corners(index);
            let Some(normal) = normal(corners) else { continue };
            let outside = normal.dot(self.view.towards()) > 0.0;
            let base = if outside { Colour::new(232, 236, 242) } else { BEHIND };
            // Light over the observer's left shoulder; the side that is seen is the side that is lit.
            let lit = normal.dot(self.view.light()) * if outside { 1.0 } else { -1.0 };
            let shade = base.mix(Colour::grey(90), 0.55 * (1.0 - lit.max(0.0)));
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

    /// A texel by its outline; one that faces away is grey.
    pub(super) fn cell(&mut self, outline: &[DVec3], colour: Colour) {
        if outline.len() < 3 {
            return;
        }
        let corners: Vec<DVec2> = outline.iter().map(|&corner| self.at(corner)).collect();
        let about = |i: usize| corners[i % corners.len()] - corners[0];
        // The sheet's y points down: what runs counter-clockwise there has a negative area.
        let doubled: f64 = (0..corners.len()).map(|i| about(i).perp_dot(about(i + 1))).sum();
        let fill = if doubled < 0.0 { colour } else { BEHIND };
        let rule = if doubled.abs() >= 64.0 { fill.mix(Colour::grey(128), 0.5) } else { fill };
        let middle = outline.iter().sum::<DVec3>() / outline.len() as f64;
        let (nearness, path) = (self.view.nearness(middle), Path::polygon(&corners));
        self.layer(nearness, |canvas| canvas.fill_and_stroke(path, fill, Pen::new(rule, 0.8), 1.0));
    }

    /// The near side of a closed body in shades of `colour`, and its outline, brought forward by `lift` \[m\].
    pub(super) fn solid(&mut self, mesh: &TriangleMesh, colour: Colour, cuts: usize, lift: f64) {
        for index in 0..mesh.triangles.len() {
            let corners = mesh.corners(index);
            let Some(normal) = normal(corners) else { continue };
            if normal.dot(self.view.towards()) <= 0.0 {
                continue;
            }
            let shade = colour.mix(Colour::grey(60), 0.6 * (1.0 - normal.dot(self.view.light()).max(0.0)));
            for corners in pieces::of_triangle(corners, cuts) {
                let path = Path::polygon(&corners.map(|corner| self.at(corner)));
                let nearness = self.view.nearness((corners[0] + corners[1] + corners[2]) / 3.0);
                // The line closes the seams between pieces.
                self.layer(nearness, |canvas| canvas.fill_and_stroke(path, shade, Pen::new(shade, 0.6), 1.0));
            }
        }
        let pen = Pen::new(colour.mix(Colour::BLACK, 0.6), 0.9);
        for [from, to] in outline::outline(mesh, self.view) {
            let cuts = cuts.max(4);
            for i in 0..cuts {
                let end = |i: usize| from.lerp(to, i as f64 / cuts as f64);
                let (a, b) = (self.at(end(i)), self.at(end(i + 1)));
                let nearness = self.view.nearness((end(i) + end(i + 1)) / 2.0) + lift;
                self.layer(nearness, |canvas| canvas.line(a, b, pen.clone()));
            }
        }
    }

    /// A texel as a dot of `radius` \[px\], before everything else.
    pub(super) fn dot(&mut self, position: DVec3, radius: f64, colour: Colour) {
        let at = self.at(position);
        self.layer(f64::MAX, |canvas| canvas.fill(Path::circle(at, radius), colour));
    }

    /// The near side of the object as glass, and its outline, in pieces about as large as `piece` \[m\].
    pub(super) fn object(&mut self, mesh: &TriangleMesh, style: ObjectStyle, piece: f64) {
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
    pub(super) fn texel(
        &mut self,
        position: DVec3,
        direction: DVec3,
        length: f64,
        lift: f64,
        colour: Colour,
    ) {
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
