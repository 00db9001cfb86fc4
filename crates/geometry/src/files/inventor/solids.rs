//! Solids by formula, and strips and faces, as polygons.

use crate::TriangleMesh;
use crate::files::MeshFileProblem;
use crate::files::polygons::Polygons;
use crate::mesh::generate::{self, Fineness};
use crate::shape::{Cylinder, Shape, Sphere};
use glam::{DVec2, DVec3};

/// How many sides a cone has.
const SIDES: usize = 48;

fn polygons(mesh: &TriangleMesh, turned: impl Fn(DVec3) -> DVec3) -> Polygons {
    let mut part = Polygons::of_points(mesh.vertices.iter().map(|v| turned(*v)).collect());
    mesh.triangles.iter().for_each(|triangle| part.push_face(*triangle));
    part
}

/// z becomes y, by a turn about x.
fn upright(v: DVec3) -> DVec3 {
    DVec3::new(v.x, v.z, -v.y)
}

fn drawn(shape: Shape, line: usize) -> Result<TriangleMesh, MeshFileProblem> {
    let made = generate::solid(&shape, Fineness::Drawn).ok().flatten();
    made.ok_or_else(|| super::token::syntax(line, "a solid without size"))
}

pub(super) fn ball(radius: f64, line: usize) -> Result<Polygons, MeshFileProblem> {
    let sphere = Sphere::new(radius).map_err(|error| super::token::syntax(line, error.to_string()))?;
    Ok(polygons(&drawn(sphere.into(), line)?, |v| v))
}

pub(super) fn cuboid(size: DVec3, line: usize) -> Result<Polygons, MeshFileProblem> {
    let mesh = generate::cuboid(size * 0.5).map_err(|error| super::token::syntax(line, error.to_string()))?;
    Ok(polygons(&mesh, |v| v))
}

/// Along y, the origin in its middle.
pub(super) fn cylinder(radius: f64, height: f64, line: usize) -> Result<Polygons, MeshFileProblem> {
    let cylinder =
        Cylinder::new(radius, 0.5 * height).map_err(|error| super::token::syntax(line, error.to_string()))?;
    Ok(polygons(&drawn(cylinder.into(), line)?, upright))
}

/// Along y, its tip at +height/2.
pub(super) fn cone(radius: f64, height: f64, line: usize) -> Result<Polygons, MeshFileProblem> {
    let half = 0.5 * height;
    let profile = [DVec2::new(0.0, -half), DVec2::new(radius, -half), DVec2::new(0.0, half)];
    let mesh = generate::surface_of_revolution(&profile, SIDES);
    let mesh = mesh.map_err(|error| super::token::syntax(line, error.to_string()))?;
    Ok(polygons(&mesh, upright))
}

/// Faces by indices, each ended by a negative one.
pub(super) fn indexed_faces(
    points: &[DVec3],
    indices: &[f64],
    line: usize,
    mut take: impl FnMut(&mut Polygons, &[u32]),
) -> Result<Polygons, MeshFileProblem> {
    let mut part = Polygons::of_points(points.to_vec());
    let mut face: Vec<u32> = Vec::new();
    for &index in indices.iter().chain(&[-1.0]) {
        if index >= 0.0 {
            if index.fract() != 0.0 || index >= points.len() as f64 {
                return Err(MeshFileProblem::IndexOutOfRange {
                    place: format!("line {line}"),
                    index: index as i64,
                    low: 0,
                    high: points.len() as i64 - 1,
                });
            }
            face.push(index as u32);
            continue;
        }
        // Some programs repeat the first corner at the end.
        if face.len() > 3 && face.first() == face.last() {
            face.pop();
        }
        if face.len() >= 3 {
            take(&mut part, &face);
        }
        face.clear();
    }
    Ok(part)
}

/// A strip: every corner makes a triangle with the two before, every other one turned round.
pub(super) fn strip(part: &mut Polygons, corners: &[u32]) {
    for (i, three) in corners.windows(3).enumerate() {
        let [a, b, c] = [three[0], three[1], three[2]];
        if a != b && b != c && c != a {
            part.push_face(if i % 2 == 0 { [a, b, c] } else { [a, c, b] });
        }
    }
}
