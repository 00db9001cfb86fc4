//! Solids ready to be pressed: what the rays feel, what the pictures show, and which way is down.

use crate::error::CliError;
use bristle_geometry::files::{self, LoadOptions};
use bristle_geometry::mesh::generate::{self, Fineness};
use bristle_geometry::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, Sphere};
use bristle_geometry::{MeshSurface, Segment, Shape, TriangleMesh};
use glam::{DQuat, DVec2, DVec3, EulerRot};
use std::f64::consts::FRAC_PI_2;
use std::path::Path;

/// An object and how it is held: frame T is its own, frame P is the press, with z out of the pad.
pub(crate) struct Solid {
    /// A word that can be part of a file name.
    pub(crate) name: String,
    /// Size and kind, for people.
    pub(crate) description: String,
    pub(crate) shape: Shape,
    /// The surface, for pictures.
    pub(crate) mesh: TriangleMesh,
    /// `R_PT`.
    pub(crate) rotation: DQuat,
    /// The point of T that is held over the middle of the pad.
    pub(crate) anchor: DVec3,
    /// What a person may want to know about the file it came from.
    pub(crate) notes: Vec<String>,
}

/// Half the height of the bottle, where its waist is \[m\].
const BOTTLE_WAIST: f64 = 0.125;
/// Fine enough that the bottle's facets are smaller than a texel.
const BOTTLE_TRIANGLES: usize = 20_000;
const BUMPY_TRIANGLES: usize = 20_000;
/// The first touch is known to this distance along the pad \[m\]; a ball of 1 mm is then known to 1e-9 m in height.
const FINEST_STRIDE: f64 = 1e-6;

impl Solid {
    fn new(name: &str, description: String, shape: impl Into<Shape>, mesh: TriangleMesh) -> Self {
        Self {
            name: name.into(),
            description,
            shape: shape.into(),
            mesh,
            rotation: DQuat::IDENTITY,
            anchor: DVec3::ZERO,
            notes: Vec::new(),
        }
    }

    /// A solid by formula, and how it is drawn.
    fn drawn(name: &str, description: String, shape: impl Into<Shape>) -> Result<Self, CliError> {
        let shape = shape.into();
        let mesh = generate::solid(&shape, Fineness::Drawn)?.unwrap_or_default();
        Ok(Self::new(name, description, shape, mesh))
    }

    /// Turned further about the axes of P: x, then y, then z \[degrees\].
    pub(crate) fn turned(mut self, degrees: DVec3) -> Self {
        let [x, y, z] = degrees.to_array().map(f64::to_radians);
        self.rotation = DQuat::from_euler(EulerRot::ZYX, z, y, x) * self.rotation;
        self
    }

    /// Height of the anchor over P at which the descending solid first touches the skin.
    ///
    /// `aside` is where the anchor stands in the plane of P. Looked for at `points` of the skin, in P; on a flat pad also
    /// between them, so that the lowest point of a ball counts wherever it comes down.
    pub(crate) fn first_touch(&self, aside: DVec2, points: &[DVec3], flat: Option<Rectangle>) -> Option<f64> {
        let below = self.depth_below_anchor();
        let touch = |q: DVec3| Some((q, self.touch_at(q, aside, below)?));
        let higher = |a: (DVec3, f64), b: (DVec3, f64)| if b.1 > a.1 { b } else { a };
        let (mut best, mut height) = points.iter().filter_map(|q| touch(*q)).reduce(higher)?;
        let Some(pad) = flat else { return Some(height) };
        let mut stride = 0.5 * (pad.high - pad.low).max_element() / (points.len() as f64).sqrt();
        while stride > FINEST_STRIDE {
            let around = [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y].map(|way| best + way * stride);
            let found =
                around.into_iter().filter(|q| pad.holds(q.truncate())).filter_map(touch).reduce(higher);
            match found {
                Some((q, higher)) if higher > height => (best, height) = (q, higher),
                _ => stride *= 0.5,
            }
        }
        Some(height)
    }

    /// Rays begin this far below the anchor: inscribed meshes are a little smaller than what they stand for.
    fn depth_below_anchor(&self) -> f64 {
        1.1 * self.mesh.vertices.iter().map(|v| v.distance(self.anchor)).fold(0.0, f64::max)
    }

    /// Whether it lies over one of the points, and only its back is seen from there: an open sheet that faces up.
    pub(crate) fn faces_away(&self, aside: DVec2, points: &[DVec3]) -> bool {
        let above = self.depth_below_anchor();
        points.iter().any(|q| self.entry(*q, aside, DVec3::NEG_Z, above).is_some())
    }

    /// Height of the anchor at which the solid touches the point `q`.
    fn touch_at(&self, q: DVec3, aside: DVec2, below: f64) -> Option<f64> {
        let underside = self.entry(q, aside, DVec3::Z, below)? - below;
        Some(q.z - underside)
    }

    /// How far a ray over the point `q` gets until it enters the solid, if it begins a `reach` before the anchor and ends as far behind it.
    fn entry(&self, q: DVec3, aside: DVec2, direction: DVec3, reach: f64) -> Option<f64> {
        let to_solid = self.rotation.conjugate();
        let origin = (q.truncate() - aside).extend(0.0) - reach * direction;
        let ray = Segment {
            origin: to_solid * origin + self.anchor,
            direction: to_solid * direction,
            length: 2.0 * reach,
        };
        Some(self.shape.first_entry(&ray, 0.0)?.distance)
    }
}

/// The outline of a flat pad, in P.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rectangle {
    pub(crate) low: DVec2,
    pub(crate) high: DVec2,
}

impl Rectangle {
    fn holds(&self, p: DVec2) -> bool {
        p.cmpge(self.low).all() && p.cmple(self.high).all()
    }
}

pub(crate) fn sphere(radius: f64) -> Result<Solid, CliError> {
    Solid::drawn("sphere", format!("sphere, radius {} mm", round_mm(radius)), Sphere::new(radius)?)
}

pub(crate) fn cuboid(size: DVec3) -> Result<Solid, CliError> {
    Solid::drawn("box", format!("box, {}", edges(size)), Cuboid::new(0.5 * size)?)
}

pub(crate) fn cylinder(radius: f64, length: f64) -> Result<Solid, CliError> {
    let description = format!("cylinder, radius {} mm, length {} mm", round_mm(radius), round_mm(length));
    Ok(lying_along_x(Solid::drawn("cylinder", description, Cylinder::new(radius, 0.5 * length)?)?))
}

pub(crate) fn capsule(radius: f64, length: f64) -> Result<Solid, CliError> {
    let description = format!("capsule, radius {} mm, length {} mm", round_mm(radius), round_mm(length));
    Ok(lying_along_x(Solid::drawn("capsule", description, Capsule::new(radius, 0.5 * length)?)?))
}

pub(crate) fn ellipsoid(size: DVec3) -> Result<Solid, CliError> {
    Solid::drawn("ellipsoid", format!("ellipsoid, {}", edges(size)), Ellipsoid::new(0.5 * size)?)
}

/// Lies on its side with its waist across the pad: the long way of the pad is the bottle's.
pub(crate) fn bottle() -> Result<Solid, CliError> {
    let mesh = generate::spray_bottle(BOTTLE_TRIANGLES)?;
    let description = "spray bottle, 250 mm tall, lying on its side".to_owned();
    let shape = MeshSurface::new(&mesh)?;
    let mut solid = Solid::new("bottle", description, shape, mesh);
    solid.anchor = DVec3::Z * BOTTLE_WAIST;
    // Its neck towards the first row (−x), so that it stands upright in the image; its broad side (y) down.
    solid.rotation = DQuat::from_mat3(&glam::DMat3::from_cols(DVec3::Y, DVec3::NEG_Z, DVec3::NEG_X));
    Ok(solid)
}

pub(crate) fn bumpy(radius: f64) -> Result<Solid, CliError> {
    let mesh = generate::bumpy_sphere(radius, 0.1 * radius, BUMPY_TRIANGLES)?;
    let description = format!("sphere with bumps, mean radius {} mm", round_mm(radius));
    let shape = MeshSurface::new(&mesh)?;
    Ok(Solid::new("bumpy", description, shape, mesh))
}

pub(crate) fn from_file(file: &Path, options: &LoadOptions) -> Result<Solid, CliError> {
    let loaded = files::load(file, options)?;
    let shape = MeshSurface::new(&loaded.mesh)
        .map_err(|cause| CliError::BadTarget { file: file.to_owned(), cause })?;
    let (low, high) = (shape.lower(), shape.upper());
    let stem = file.file_stem().map_or_else(|| "mesh".into(), |stem| stem.to_string_lossy().into_owned());
    let name = stem.replace(|c: char| !c.is_alphanumeric() && c != '-' && c != '_', "-");
    let description =
        format!("mesh {}, {} triangles, {}", file.display(), loaded.mesh.triangles.len(), edges(high - low));
    let mut solid = Solid::new(&name, description, shape, loaded.mesh);
    solid.anchor = 0.5 * (low + high);
    solid.notes = loaded.notes.iter().map(|note| format!("{}: {note}", file.display())).collect();
    Ok(solid)
}

fn lying_along_x(mut solid: Solid) -> Solid {
    solid.rotation = DQuat::from_rotation_y(FRAC_PI_2);
    solid
}

/// A length in millimetres, without the noise of the last digits.
fn round_mm(metres: f64) -> f64 {
    (metres * 1e6).round() / 1e3
}

fn edges(size: DVec3) -> String {
    let [x, y, z] = size.to_array().map(round_mm);
    format!("{x} × {y} × {z} mm")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sphere_touches_when_its_lowest_point_meets_the_pad() {
        let ball = sphere(0.011).unwrap();
        let points = [DVec3::new(0.3e-3, -0.7e-3, 1.1e-3)];
        // Straight below the centre the underside is a radius down.
        let touch = ball.first_touch(DVec2::new(0.3e-3, -0.7e-3), &points, None).unwrap();
        assert!((touch - (1.1e-3 + 0.011)).abs() < 1e-15, "{touch}");
        assert_eq!(
            ball.first_touch(DVec2::new(0.02, 0.0), &points, None),
            None,
            "it passes beside the point"
        );
    }

    #[test]
    fn between_the_texels_of_a_flat_pad_the_lowest_point_still_counts() {
        let ball = sphere(0.011).unwrap();
        let pad = Rectangle { low: DVec2::splat(-5e-3), high: DVec2::splat(5e-3) };
        let corners = [DVec3::new(-5e-3, -5e-3, 0.0), DVec3::new(5e-3, 5e-3, 0.0)];
        let touch = ball.first_touch(DVec2::new(0.3e-3, -0.7e-3), &corners, Some(pad)).unwrap();
        // A micrometre beside the lowest point of a ball is (1e-6)²/2R higher.
        assert!((touch - 0.011).abs() < 1e-10, "{touch}");
        // With its centre beyond the rim, the ball is felt at the rim: R² = h² + 1.1².
        let beside = ball.first_touch(DVec2::new(6.1e-3, 0.3e-3), &corners, Some(pad)).unwrap();
        assert!((beside - (0.011f64.powi(2) - 1.1e-3f64.powi(2)).sqrt()).abs() < 2e-7, "{beside}");
    }

    #[test]
    fn a_turned_box_touches_with_its_edge() {
        let size = DVec3::new(0.03, 0.02, 0.01);
        let tilted = cuboid(size).unwrap().turned(DVec3::new(0.0, 30.0, 0.0));
        // A turn about +y by 30° brings the corner (+x, −z) lowest: x sin 30° + z cos 30° below the centre.
        let angle = 30f64.to_radians();
        let corner = DVec2::new(0.015 * angle.cos() - 0.005 * angle.sin(), 0.0);
        let deepest = 0.015 * angle.sin() + 0.005 * angle.cos();
        let touch = tilted.first_touch(-corner * (1.0 - 1e-9), &[DVec3::ZERO], None).unwrap();
        assert!((touch - deepest).abs() < 1e-9, "{touch} {deepest}");
    }

    #[test]
    fn the_bottle_lies_with_its_broad_side_down() {
        let bottle = bottle().unwrap();
        assert!((bottle.rotation * DVec3::Z + DVec3::X).length() < 1e-12, "neck towards the first row");
        assert!((bottle.rotation * DVec3::Y + DVec3::Z).length() < 1e-12, "side down");
    }
}
