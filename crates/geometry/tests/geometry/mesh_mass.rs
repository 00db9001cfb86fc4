//! Mass properties against closed forms.

use crate::support;
use bristle_geometry::TriangleMesh;
use bristle_geometry::mesh::{MassError, MassProperties, MeshError};
use glam::{DMat3, DQuat, DVec3, EulerRot};
use proptest::prelude::*;

/// A dozen triangles with numbers of order one: a few hundred roundings of 1e-16.
const ROUNDING: f64 = 1e-14;

fn cuboid(size: DVec3, centre: DVec3) -> TriangleMesh {
    support::cuboid(centre - 0.5 * size, size)
}

fn difference(a: DMat3, b: DMat3) -> f64 {
    (a - b).to_cols_array().iter().fold(0.0, |worst, x| worst.max(x.abs()))
}

#[test]
fn a_box_has_volume_abc_and_inertia_m_over_12_of_the_other_sides_squared() {
    let (size, centre) = (DVec3::new(0.3, 0.7, 1.1), DVec3::new(0.4, -0.9, 0.2));
    let mass = cuboid(size, centre).mass_properties().unwrap();
    let volume = 0.3 * 0.7 * 1.1;
    let squares = size * size;
    let inertia =
        volume / 12.0 * DVec3::new(squares.y + squares.z, squares.z + squares.x, squares.x + squares.y);
    assert!((mass.volume - volume).abs() < ROUNDING);
    assert!((mass.centre - centre).length() < ROUNDING);
    assert!(difference(mass.inertia, DMat3::from_diagonal(inertia)) < ROUNDING);
}

/// For the corner tetrahedron with legs a, b, c: V = abc/6, centre = (a, b, c)/4, ∫x² = V a²/10, ∫xy = V ab/20.
#[test]
fn a_corner_tetrahedron_has_its_closed_form_products_of_inertia() {
    let (a, b, c) = (0.3, 0.7, 1.1);
    let shift = DVec3::new(-0.2, 0.5, 0.9);
    let vertices = [DVec3::ZERO, DVec3::X * a, DVec3::Y * b, DVec3::Z * c].map(|v| v + shift).to_vec();
    let mesh = TriangleMesh { vertices, triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] };
    let mass = mesh.mass_properties().unwrap();
    let v = a * b * c / 6.0;
    // About the centre: ∫x² − V (a/4)² = V a² (1/10 − 1/16) = 3/80 V a²; ∫xy − V ab/16 = −1/80 V ab.
    let (xx, yy, zz) = (3.0 / 80.0 * v * a * a, 3.0 / 80.0 * v * b * b, 3.0 / 80.0 * v * c * c);
    let (xy, yz, zx) = (-v * a * b / 80.0, -v * b * c / 80.0, -v * c * a / 80.0);
    let inertia = DMat3::from_cols(
        DVec3::new(yy + zz, -xy, -zx),
        DVec3::new(-xy, zz + xx, -yz),
        DVec3::new(-zx, -yz, xx + yy),
    );
    assert!((mass.volume - v).abs() < ROUNDING);
    assert!((mass.centre - shift - DVec3::new(a, b, c) / 4.0).length() < ROUNDING);
    assert!(difference(mass.inertia, inertia) < ROUNDING);
}

fn sphere(bands: u32, radius: f64) -> TriangleMesh {
    let (rows, columns) = (bands, 2 * bands);
    let mut mesh =
        TriangleMesh { vertices: vec![DVec3::Z * radius, DVec3::NEG_Z * radius], triangles: vec![] };
    let at = |row: u32, column: u32| 2 + (row - 1) * columns + column % columns;
    for row in 1..rows {
        let polar = std::f64::consts::PI * f64::from(row) / f64::from(rows);
        for column in 0..columns {
            let azimuth = std::f64::consts::TAU * f64::from(column) / f64::from(columns);
            let ring = DVec3::new(azimuth.cos() * polar.sin(), azimuth.sin() * polar.sin(), polar.cos());
            mesh.vertices.push(ring * radius);
        }
    }
    for column in 0..columns {
        mesh.triangles.push([0, at(1, column), at(1, column + 1)]);
        mesh.triangles.push([1, at(rows - 1, column + 1), at(rows - 1, column)]);
        for row in 1..rows - 1 {
            let quad = [at(row, column), at(row + 1, column), at(row + 1, column + 1), at(row, column + 1)];
            mesh.triangles.extend([[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]]);
        }
    }
    mesh
}

/// The chord error of a sphere falls with the square of the spacing: halving it must divide the error by four.
#[test]
fn a_sphere_converges_to_four_thirds_pi_and_two_fifths_m_r_squared_in_second_order() {
    let radius: f64 = 0.37;
    let volume = 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
    let inertia = 0.4 * volume * radius * radius;
    let error = |bands| {
        let mass = sphere(bands, radius).mass_properties().unwrap();
        (1.0 - mass.volume / volume, 1.0 - mass.inertia.x_axis.x / inertia)
    };
    let (coarse, fine) = (error(48), error(96));
    for (coarse, fine) in [(coarse.0, fine.0), (coarse.1, fine.1)] {
        let order = (coarse / fine).log2();
        assert!((order - 2.0).abs() < 0.01, "observed order {order}");
        assert!(fine > 0.0 && fine < 3e-3, "the inscribed polyhedron is smaller: {fine}");
    }
}

/// I about a point at d from the centre of mass is I_c + m (d² 1 − d dᵀ).
fn about(mass: &MassProperties, point: DVec3) -> DMat3 {
    let d = point - mass.centre;
    let outer = DMat3::from_cols(d * d.x, d * d.y, d * d.z);
    mass.inertia + (DMat3::from_diagonal(DVec3::splat(d.length_squared())) - outer) * mass.volume
}

/// Two boxes side by side are one box: their inertias add up about its centre, by the parallel axis theorem.
#[test]
fn parallel_axes_put_two_halves_together() {
    let whole = cuboid(DVec3::new(1.1, 0.7, 0.3), DVec3::new(0.3, -0.7, 1.1)).mass_properties().unwrap();
    let cut = 0.3 - 0.55 + 0.4;
    let left = cuboid(DVec3::new(0.4, 0.7, 0.3), DVec3::new(cut - 0.2, -0.7, 1.1)).mass_properties().unwrap();
    let right =
        cuboid(DVec3::new(0.7, 0.7, 0.3), DVec3::new(cut + 0.35, -0.7, 1.1)).mass_properties().unwrap();
    let sum = about(&left, whole.centre) + about(&right, whole.centre);
    assert!(difference(sum, whole.inertia) < ROUNDING);
}

#[test]
fn a_cavity_counts_against_the_volume() {
    let outer = cuboid(DVec3::splat(1.0), DVec3::splat(0.3));
    let mut hollow = outer.clone();
    let inner = cuboid(DVec3::splat(0.5), DVec3::splat(0.3));
    hollow.vertices.extend(inner.vertices);
    hollow.triangles.extend(inner.triangles.iter().map(|t| [t[0] + 8, t[2] + 8, t[1] + 8]));
    let mass = hollow.mass_properties().unwrap();
    assert!((mass.volume - (1.0 - 0.125)).abs() < ROUNDING);
    assert!((mass.inertia.x_axis.x - (1.0 - 0.5_f64.powi(5)) / 6.0).abs() < ROUNDING);
}

proptest! {
    /// Turned and moved, even a kilometre away, the solid keeps its volume and its inertia turns with it.
    #[test]
    fn a_posed_solid_keeps_its_volume_and_turns_its_inertia(
        angles in prop::array::uniform3(-3.0..3.0f64),
        shift in prop::array::uniform3(-1e3..1e3f64),
        size in prop::array::uniform3(0.1..2.0f64),
    ) {
        let home = cuboid(DVec3::from_array(size), DVec3::ZERO);
        let turn = DQuat::from_euler(EulerRot::XYZ, angles[0], angles[1], angles[2]);
        let shift = DVec3::from_array(shift);
        let moved = TriangleMesh {
            vertices: home.vertices.iter().map(|v| turn * *v + shift).collect(),
            triangles: home.triangles.clone(),
        };
        let (a, b) = (home.mass_properties().unwrap(), moved.mass_properties().unwrap());
        // A coordinate at 1e3 m is rounded to 1.2e-13 m, which moves faces of up to 4 m²; the lever is up to 2 m.
        let tolerance = 6.0 * 4.0 * 1.2e-13 * 4.0;
        prop_assert!((a.volume - b.volume).abs() < tolerance);
        prop_assert!((b.centre - shift).length() < tolerance / a.volume);
        let r = DMat3::from_quat(turn);
        prop_assert!(difference(r * a.inertia * r.transpose(), b.inertia) < tolerance);
    }
}

#[test]
fn surfaces_that_bound_nothing_are_refused_by_name() {
    let sound = cuboid(DVec3::new(0.3, 0.7, 1.1), DVec3::ZERO);
    let mut open = sound.clone();
    open.triangles.pop();
    assert_eq!(open.mass_properties(), Err(MassError::Open { edges: 3 }));
    let mut mixed = sound.clone();
    mixed.triangles[3].swap(0, 1);
    assert_eq!(mixed.mass_properties(), Err(MassError::InconsistentWinding { edges: 3 }));
    let mut inside_out = sound.clone();
    inside_out.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    assert!(matches!(inside_out.mass_properties(), Err(MassError::NoVolume { volume }) if volume < 0.0));
    let mut flat = sound.clone();
    flat.vertices.iter_mut().for_each(|v| v.z = 0.43);
    assert!(matches!(flat.mass_properties(), Err(MassError::NoVolume { .. })));
    assert_eq!(
        TriangleMesh::default().mass_properties(),
        Err(MassError::Mesh(MeshError::Empty { vertices: 0 }))
    );
}
