//! Outlines of texels bound what the texels stand for.

use crate::layout_common::tent;
use bristle_contact::presets;
use bristle_geometry::{Pose, TriangleMesh};
use bristle_skin::layout::{CylinderAxis, Over, SkinLayout};
use bristle_skin::{Skin, SkinOptions};
use glam::{DQuat, DVec3};

fn outlines(layout: &SkinLayout) -> Vec<Vec<DVec3>> {
    let material = presets::table3();
    Skin::new(layout, material, SkinOptions::default()).unwrap().outlines()
}

/// The area vector that a closed line bounds, about its first point.
fn bounded(outline: &[DVec3]) -> DVec3 {
    let arm = |i: usize| outline[i % outline.len()] - outline[0];
    (0..outline.len()).map(|i| 0.5 * arm(i).cross(arm(i + 1))).sum()
}

fn pose() -> Pose {
    Pose::new(DQuat::from_rotation_x(0.4) * DQuat::from_rotation_z(1.3), DVec3::new(0.3, -0.7, 1.1))
}

/// A step, seen from above: an L and a triangle in its corner, in one plane.
fn step() -> (TriangleMesh, Vec<u32>) {
    let at = |x: f64, y: f64| DVec3::new(x, y, 0.0) * 1e-2;
    let vertices = vec![at(0.0, 0.0), at(2.0, 0.0), at(2.0, 1.0), at(1.0, 1.0), at(1.0, 3.0), at(0.0, 3.0)];
    let triangles = vec![[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5], [3, 2, 4]];
    (TriangleMesh { vertices, triangles }, vec![4, 5])
}

#[test]
fn a_flat_texel_has_the_area_and_the_outside_of_its_outline() {
    let cells = "x_mm,y_mm,area_mm2,row,column\n0,0,9,0,0\n4,0,9,1,0\n4,4,7,1,1\n";
    let loose = "x_mm,y_mm,area_mm2\n0,0,9\n4,1,9\n-3,4,7\n";
    let (mesh, ends) = step();
    let layouts = [
        SkinLayout::rectangular_grid(3, 4, 3.4e-3, 2.1e-3),
        SkinLayout::from_table(cells).map_err(|_| unreachable!()),
        SkinLayout::from_table(loose).map_err(|_| unreachable!()),
        SkinLayout::from_polygons(mesh.clone(), &ends),
        SkinLayout::from_face_centres(tent()),
        SkinLayout::from_vertices(mesh),
    ];
    for layout in layouts {
        let layout = layout.unwrap().posed(pose());
        let outlines = outlines(&layout);
        assert_eq!(outlines.len(), layout.texels.len());
        for (texel, outline) in layout.texels.iter().zip(&outlines) {
            // Corners near 1 m are off by an epsilon, times edges of 1 m at most, a few times.
            let error = (bounded(outline) - texel.area * texel.direction).length();
            assert!(error < 1e-15, "{error} of {} m²", texel.area);
        }
    }
}

#[test]
fn a_polygon_has_as_many_corners_as_its_file_says() {
    let (mesh, ends) = step();
    let corners = mesh.vertices.clone();
    let found = outlines(&SkinLayout::from_polygons(mesh, &ends).unwrap());
    assert_eq!(found, [corners.clone(), vec![corners[3], corners[2], corners[4]]]);
}

/// The third of each triangle around a vertex, whether it lies at the rim or not.
#[test]
fn the_share_of_a_vertex_is_a_third_of_its_triangles() {
    let mesh = tent();
    let found = outlines(&SkinLayout::from_vertices(mesh.clone()).unwrap());
    for (vertex, outline) in found.iter().enumerate() {
        let around = mesh.triangles.iter().filter(|triangle| triangle.contains(&(vertex as u32)));
        let third = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|v| mesh.vertices[v as usize]);
            (b - a).cross(c - a) / 6.0
        };
        let expected: DVec3 = around.map(third).sum();
        assert!((bounded(outline) - expected).length() < 1e-15, "vertex {vertex}");
        assert_eq!(
            outline.contains(&mesh.vertices[vertex]),
            vertex < 4,
            "only the rim has the vertex as a corner"
        );
    }
}

#[test]
fn cells_of_a_bent_array_share_their_corners() {
    let over = Over::Cylinder { radius: 9e-3, axis: CylinderAxis::X };
    let found = outlines(&SkinLayout::bent_grid(3, 4, 3.4e-3, 2.1e-3, over).unwrap());
    // Texel `row * 4 + column`: corners from the cell's first, along the rows first.
    assert_eq!([found[5][1], found[5][2]], [found[9][0], found[9][3]]);
    assert_eq!([found[5][3], found[5][2]], [found[6][0], found[6][1]]);
    let below = |corner: &DVec3| corner.y.hypot(corner.z + 9e-3) - 9e-3;
    assert!(found.iter().flatten().all(|corner| below(corner).abs() < 1e-17), "corners lie on the cylinder");
}
