//! Grids bent over cylinders, caps and meshes.

use crate::layout_common::texel_area;
use bristle_geometry::mesh::generate::{bumpy_sphere, icosphere};
use bristle_geometry::{Pose, TriangleMesh};
use bristle_skin::layout::{CylinderAxis, LayoutError, Over, Sample, SamplePattern, SkinLayout};
use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::PI;

const PITCH: [f64; 2] = [0.0034, 0.0021];

fn bent(rows: usize, columns: usize, over: Over) -> Result<SkinLayout, LayoutError> {
    SkinLayout::bent_grid(rows, columns, PITCH[0], PITCH[1], over)
}

/// Areas of the surface within the cells, each as the sum of the quads between 24 × 24 of its points.
fn cell_areas(layout: &SkinLayout) -> Vec<f64> {
    let n = 24;
    let fine = layout.clone().with_samples(SamplePattern::Regular(n)).unwrap();
    let area = |cell: &[Sample]| {
        let at = |i: usize, j: usize| cell[i * n + j].position;
        let quads = (0..n - 1).flat_map(|i| (0..n - 1).map(move |j| (i, j)));
        let quad = |(i, j)| 0.5 * (at(i + 1, j + 1) - at(i, j)).cross(at(i, j + 1) - at(i + 1, j)).length();
        // The points stay half a step away from the edges of the cell.
        quads.map(quad).sum::<f64>() * (n as f64 / (n as f64 - 1.0)).powi(2)
    };
    fine.samples.chunks(n * n).map(area).collect()
}

#[test]
fn a_grid_over_a_cylinder_keeps_its_lengths_and_looks_outward() {
    let radius = 0.011;
    for axis in [CylinderAxis::X, CylinderAxis::Y] {
        for radius in [radius, -radius] {
            let layout = bent(7, 6, Over::Cylinder { radius, axis }).unwrap();
            let along = if axis == CylinderAxis::X { DVec3::X } else { DVec3::Y };
            let areas = cell_areas(&layout);
            for (index, texel) in layout.texels.iter().enumerate() {
                // The axis of the cylinder is `radius` below the middle of the grid.
                let from_axis = (texel.position + DVec3::Z * radius).reject_from_normalized(along);
                assert!((from_axis.length() - radius.abs()).abs() < 1e-16);
                assert!((texel.direction - from_axis / radius).length() < 1e-14, "{index}");
                assert_eq!(texel.area, PITCH[0] * PITCH[1]);
                assert!((areas[index] / texel.area - 1.0).abs() < 1e-4);
            }
            // Neighbours around the axis are an arc of one pitch apart: a chord of 2 R sin(pitch / 2R).
            let (next, pitch) = if axis == CylinderAxis::X { (1, PITCH[1]) } else { (6, PITCH[0]) };
            let chord = 2.0 * radius.abs() * (0.5 * pitch / radius.abs()).sin();
            assert!((layout.texels[next].position.distance(layout.texels[0].position) - chord).abs() < 1e-16);
        }
    }
}

#[test]
fn a_grid_over_a_cap_has_cells_of_equal_area() {
    for radius in [0.013, -0.02] {
        let layout = bent(7, 6, Over::Cap { radius }).unwrap();
        let areas = cell_areas(&layout);
        for (index, texel) in layout.texels.iter().enumerate() {
            let from_centre = texel.position + DVec3::Z * radius;
            assert!((from_centre.length() - radius.abs()).abs() < 1e-16);
            assert!((texel.direction - from_centre / radius).length() < 1e-14);
            // Quads of flat pieces miss (step/R)² of a bent cell.
            assert!((areas[index] / (PITCH[0] * PITCH[1]) - 1.0).abs() < 1e-4, "{index}");
        }
    }
}

#[test]
fn samples_of_a_bent_grid_lie_on_the_surface_with_its_normals() {
    let radius = 0.013;
    let layout = bent(7, 6, Over::Cap { radius }).unwrap().with_samples(SamplePattern::Jittered(6)).unwrap();
    for sample in &layout.samples {
        let from_centre = sample.position + DVec3::Z * radius;
        assert!((from_centre.length() - radius).abs() < 1e-16);
        assert!((sample.direction - from_centre / radius).length() < 1e-14);
    }
    // Not only the texel's own cell: its neighbours begin where it ends.
    let centre = layout.texels[0];
    let own = layout.samples.iter().take(6).map(|s| s.position.distance(centre.position)).fold(0.0, f64::max);
    assert!(own > 0.3 * PITCH[1] && own < 0.5 * DVec2::from(PITCH).length() * 1.2);
}

/// A ball that is cut finely, seen from an odd side.
fn ball() -> (TriangleMesh, Pose, f64) {
    let radius = 0.017;
    let rotation = DQuat::from_xyzw(0.3, -0.7, 0.2, 1.1).normalize();
    (icosphere(radius, 40).unwrap(), Pose::new(rotation, rotation * DVec3::Z * 2.0 * radius), radius)
}

#[test]
fn a_grid_over_a_mesh_has_cells_of_equal_area_and_keeps_its_middle_lines() {
    let (mesh, frame, radius) = ball();
    let layout = bent(6, 7, Over::Mesh { mesh: &mesh, frame }).unwrap();
    let (area, areas) = (layout.texels[0].area, cell_areas(&layout));
    for (index, texel) in layout.texels.iter().enumerate() {
        assert_eq!(texel.area, area);
        assert!((areas[index] / area - 1.0).abs() < 2e-3, "{index}: {}", areas[index] / area);
        assert!((texel.position.length() / radius - 1.0).abs() < 1e-3);
        assert!(texel.direction.angle_between(texel.position) < 0.01);
    }
    // The rectangle below (x, y) ∈ ±R sin(L/2R): its area on the sphere, by numbers.
    let half = DVec2::new(6.0 * PITCH[0], 7.0 * PITCH[1]) / 2.0;
    let edge = (half / radius).map(f64::sin) * radius;
    let n = 400;
    let shadow: f64 = (0..n)
        .flat_map(|i| (0..n).map(move |j| DVec2::new(f64::from(i) + 0.5, f64::from(j) + 0.5)))
        .map(|ij| (2.0 * ij / f64::from(n) - 1.0) * edge)
        .map(|p| radius / (radius * radius - p.length_squared()).sqrt())
        .sum();
    let exact = shadow * 4.0 * edge.x * edge.y / f64::from(n * n);
    // A ball of 40 cuts per edge lacks (edge/R)² of its area.
    assert!((texel_area(&layout) / exact - 1.0).abs() < 2e-3, "{} {exact}", texel_area(&layout));
    let corner = |row: usize, column: usize| layout.mesh.vertices[row * 8 + column];
    // Along the line of corners in the middle, in steps on a great circle.
    let middle: f64 =
        (0..7).map(|column| radius * corner(3, column).angle_between(corner(3, column + 1))).sum();
    assert!((middle / (7.0 * PITCH[1]) - 1.0).abs() < 1e-3, "{middle}");
}

#[test]
fn shares_of_a_mesh_are_equal_to_rounding() {
    // Cuts of any mesh into strips of rows hold the same share of its area: seen in the shadow-weighted positions.
    let mesh = bumpy_sphere(0.02, 0.0008, 3_000).unwrap();
    let frame = Pose::from_translation(DVec3::Z * 0.05);
    let coarse = bent(4, 6, Over::Mesh { mesh: &mesh, frame }).unwrap();
    let fine =
        SkinLayout::bent_grid(40, 60, PITCH[0] / 10.0, PITCH[1] / 10.0, Over::Mesh { mesh: &mesh, frame });
    let fine = fine.unwrap();
    assert!((texel_area(&fine) / texel_area(&coarse) - 1.0).abs() < 1e-12);
    for (index, texel) in coarse.texels.iter().enumerate() {
        let (row, column) = (index / 6, index % 6);
        // A corner of four fine cells is the middle of the coarse one: both come from the same shares of area.
        let corner = fine.mesh.vertices[(10 * row + 5) * 61 + 10 * column + 5];
        assert!(corner.distance(texel.position) < 1e-12, "{index}: {}", corner.distance(texel.position));
    }
}

#[test]
fn a_flat_face_keeps_its_direction_up_to_the_edge() {
    let mesh = bristle_geometry::mesh::generate::cuboid(DVec3::new(0.02, 0.012, 0.005)).unwrap();
    let frame = Pose::from_translation(DVec3::new(0.001, 0.0, 0.3));
    let layout = bent(8, 7, Over::Mesh { mesh: &mesh, frame }).unwrap();
    for texel in &layout.texels {
        assert!((texel.direction - DVec3::Z).length() < 1e-15);
        assert!((texel.area / (PITCH[0] * PITCH[1]) - 1.0).abs() < 1e-12);
    }
    let flat = SkinLayout::rectangular_grid(8, 7, PITCH[0], PITCH[1]).unwrap();
    for (bent, flat) in layout.texels.iter().zip(&flat.texels) {
        assert!((bent.position - flat.position - DVec3::new(0.001, 0.0, 0.005)).length() < 1e-15);
    }
}

#[test]
fn grids_that_do_not_fit_are_refused() {
    let radius = 0.005;
    let cylinder = Over::Cylinder { radius, axis: CylinderAxis::X };
    // 2 π R / pitch = 14.96 cells go round.
    assert!(bent(3, 14, cylinder).is_ok());
    assert!(matches!(bent(3, 15, cylinder), Err(LayoutError::TooCurved { surface: "cylinder", .. })));
    assert!(matches!(bent(3, 5, Over::Cap { radius }), Err(LayoutError::TooCurved { surface: "cap", .. })));
    for radius in [0.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(bent(3, 3, Over::Cap { radius }), Err(LayoutError::TooCurved { .. })));
        let axis = CylinderAxis::Y;
        assert!(matches!(bent(3, 3, Over::Cylinder { radius, axis }), Err(LayoutError::TooCurved { .. })));
    }
    let (mesh, frame, radius) = ball();
    let beside = Pose { translation: frame.translation + frame.rotation * DVec3::X * 2.0 * radius, ..frame };
    assert!(matches!(
        bent(2, 2, Over::Mesh { mesh: &mesh, frame: beside }),
        Err(LayoutError::NothingBelow { .. })
    ));
    let large = bent(30, 2, Over::Mesh { mesh: &mesh, frame });
    assert!(matches!(large, Err(LayoutError::OffTheMesh { .. })), "{large:?}");
    // Wide enough along the middle lines, and too wide at the corners.
    let wide = (0.45 * PI * 2.0 * radius / PITCH[0]) as usize;
    let corners = SkinLayout::bent_grid(wide, wide, PITCH[0], PITCH[0], Over::Mesh { mesh: &mesh, frame });
    assert!(matches!(corners, Err(LayoutError::OffTheMesh { .. })));
    assert!(bent(2, 2, Over::Mesh { mesh: &TriangleMesh::default(), frame }).is_err());
}

#[test]
fn a_bent_grid_moves_with_its_samples() {
    let pose = Pose::new(DQuat::from_xyzw(0.3, -0.7, 0.2, 1.1), DVec3::new(0.3, -0.7, 1.1));
    let (mesh, frame, _) = ball();
    for over in [Over::Cap { radius: 0.013 }, Over::Mesh { mesh: &mesh, frame }] {
        let layout = bent(5, 4, over).unwrap();
        let pattern = SamplePattern::Jittered(4);
        let first = layout.clone().posed(pose).with_samples(pattern).unwrap();
        let last = layout.with_samples(pattern).unwrap().posed(pose);
        for (a, b) in first.samples.iter().zip(&last.samples) {
            assert!((a.position - b.position).length() < 1e-14);
            assert!((a.direction - b.direction).length() < 1e-14);
        }
    }
}
