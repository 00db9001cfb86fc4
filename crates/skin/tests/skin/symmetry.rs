//! A press that is its own mirror image reads the same on both sides of a pad.

use crate::support::material::{full, lugre};
use crate::support::rail::Rail;
use crate::support::rig::Rig;
use crate::support::shapes::{pressing, sphere};
use bristle_geometry::mesh::generate::icosphere;
use bristle_geometry::{Pose, Shape};
use bristle_skin::SkinLayout;
use bristle_skin::layout::{CylinderAxis, Over, SamplePattern};
use glam::DVec3;
use std::fmt::Write;

/// Elastic and normal forces of mirrored texels, the largest difference over the largest force.
fn asymmetry(layout: SkinLayout, rays: usize, shape: &Shape, pose: Pose) -> f64 {
    let grid = layout.grid.clone().unwrap();
    let layout = layout.with_samples(SamplePattern::Jittered(rays)).unwrap();
    let mut rig = Rig::new(&layout, full(lugre), &[shape]);
    // Pressed down and not slid, over some steps.
    for _ in 0..3 {
        rig.feel(&[Rail::still(pose).target(shape)], 1e-3);
    }
    let forces: Vec<f64> = rig.reading.texels.iter().map(|t| t.normal_force).collect();
    let image = grid.image(&forces, 0.0);
    let at = |row: usize, column: usize| image[row * grid.columns + column];
    let largest = forces.iter().copied().fold(0.0, f64::max);
    assert!(largest > 0.01, "nothing is pressed");
    let mut worst: f64 = 0.0;
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            let (down, right) = (grid.rows - 1 - row, grid.columns - 1 - column);
            for other in [at(down, column), at(row, right), at(down, right)] {
                worst = worst.max((at(row, column) - other).abs());
            }
        }
    }
    worst / largest
}

#[test]
fn a_ball_in_the_middle_of_a_pad_is_felt_the_same_on_all_sides() {
    let ball = sphere(15e-3);
    let pose = pressing(0.0, 0.0, 15e-3, 2.3e-3);
    for (rows, columns) in [(14, 6), (13, 6), (14, 7), (13, 7), (1, 5), (1, 1)] {
        for rays in [1, 2, 3, 4, 5, 6, 7, 9] {
            let layout = SkinLayout::rectangular_grid(rows, columns, 3.4e-3, 2.9e-3).unwrap();
            let worst = asymmetry(layout, rays, &ball, pose);
            assert!(worst < 1e-12, "{rows} x {columns}, {rays} rays: {worst}");
        }
    }
}

#[test]
fn bent_grids_are_as_symmetric_as_flat_ones() {
    let ball = sphere(15e-3);
    let mesh = icosphere(0.03, 12).unwrap(); // its own mirror image about the planes of the axes
    let frame = Pose::from_translation(DVec3::Z * 0.03);
    for (name, over) in [
        ("cylinder", Over::Cylinder { radius: 0.02, axis: CylinderAxis::X }),
        ("pipe", Over::Cylinder { radius: -0.05, axis: CylinderAxis::Y }),
        ("cap", Over::Cap { radius: 0.025 }),
        ("mesh", Over::Mesh { mesh: &mesh, frame }),
    ] {
        for (rows, columns) in [(8, 6), (7, 6), (7, 5)] {
            let layout = SkinLayout::bent_grid(rows, columns, 3.4e-3, 2.9e-3, over).unwrap();
            let top = layout.mesh.vertices.iter().map(|v| v.z).fold(f64::NEG_INFINITY, f64::max);
            let height = if matches!(over, Over::Mesh { .. }) { 0.03 } else { top.min(0.0) };
            let mut pose = pressing(0.0, 0.0, 15e-3, 2.3e-3);
            pose.translation.z += height;
            let worst = asymmetry(layout, 6, &ball, pose);
            assert!(worst < 1e-12, "{name} {rows} x {columns}: {worst}");
        }
    }
}

#[test]
fn a_table_with_mirrored_cells_is_symmetric() {
    // A dome whose corners are missing, tilted outwards, columns closer at the sides.
    let mut text = String::from("x_mm,y_mm,z_mm,nx,ny,nz,area_mm2,row,column\n");
    for row in 0..6 {
        for column in 0..5 {
            if (row == 0 || row == 5) && (column == 0 || column == 4) {
                continue;
            }
            let (i, j) = (f64::from(row) - 2.5, f64::from(column) - 2.0);
            let (x, y) = (3.4 * i, 3.1 * j - 0.1 * j * j * j);
            let z = -0.02 * (x * x + y * y);
            writeln!(text, "{x},{y},{z},{},{},1,{},{row},{column}", 0.04 * x, 0.04 * y, 9.0 - j * j).unwrap();
        }
    }
    let layout = SkinLayout::from_table(&text).unwrap();
    let worst = asymmetry(layout, 6, &sphere(15e-3), pressing(0.0, 0.0, 15e-3, 2.3e-3));
    assert!(worst < 1e-12, "{worst}");
}
