//! Texels at mesh vertices and face centres.

use crate::layout_common::{mesh_area, sum_tolerance, tent, texel_area};
use bristle_geometry::TriangleMesh;
use bristle_geometry::mesh::generate::{bumpy_sphere, icosphere};
use bristle_skin::layout::{LayoutError, SkinLayout, Texel};
use glam::{DVec3, dvec3};
use proptest::prelude::*;

/// The unit cube; corner `i` has its coordinates in the bits of `i`.
fn cube() -> TriangleMesh {
    let vertices = (0..8).map(|i| dvec3((i & 1) as f64, ((i >> 1) & 1) as f64, (i >> 2) as f64)).collect();
    let bottom = [[0, 2, 1], [1, 2, 3]];
    let top = [[4, 5, 6], [5, 7, 6]];
    let front = [[0, 1, 4], [1, 5, 4]];
    let back = [[2, 6, 3], [3, 6, 7]];
    let left = [[0, 4, 2], [2, 4, 6]];
    let right = [[1, 3, 5], [3, 7, 5]];
    TriangleMesh { vertices, triangles: [bottom, top, front, back, left, right].concat() }
}

#[test]
fn direction_is_the_plain_sum_of_unit_normals_not_weighted_by_area() {
    let mesh = tent();
    let apex = SkinLayout::from_vertices(mesh.clone()).unwrap().texels[4];
    let area_vectors: Vec<DVec3> = mesh
        .triangles
        .iter()
        .map(|t| {
            let [a, b, c] = t.map(|v| mesh.vertices[v as usize]);
            (b - a).cross(c - a)
        })
        .collect();
    let plain: DVec3 = area_vectors.iter().map(|v| v.normalize()).sum();
    let weighted: DVec3 = area_vectors.iter().sum();
    assert!((apex.direction - plain.normalize()).length() < 1e-15);
    assert!((apex.direction - weighted.normalize()).length() > 0.01, "the two rules must differ here");
}

#[test]
fn cube_corner_direction_counts_each_triangle_once() {
    let layout = SkinLayout::from_vertices(cube()).unwrap();
    // Corner 0 has one triangle on each of its three faces: the space diagonal.
    assert!((layout.texels[0].direction - dvec3(-1.0, -1.0, -1.0).normalize()).length() < 1e-15);
    // Corner 1 meets bottom twice, front twice, right once.
    assert!((layout.texels[1].direction - dvec3(1.0, -2.0, -2.0).normalize()).length() < 1e-15);
    // Corner 5 meets top twice, front once, right twice.
    assert!((layout.texels[5].direction - dvec3(2.0, -1.0, 2.0).normalize()).length() < 1e-15);
    // A third of half a unit face per triangle: three, five and five triangles.
    for (corner, triangles) in [(0, 3.0), (1, 5.0), (5, 5.0)] {
        assert!((layout.texels[corner].area - triangles / 6.0).abs() < 1e-15);
    }
}

#[test]
fn directions_on_a_sphere_are_radial_and_areas_sum_to_the_mesh() {
    let worst_tilt = |frequency| {
        let mesh = icosphere(0.0317, frequency).unwrap();
        let layout = SkinLayout::from_vertices(mesh.clone()).unwrap();
        assert_eq!(layout.texels.len(), mesh.vertices.len());
        let areas = texel_area(&layout) / mesh_area(&mesh);
        assert!((areas - 1.0).abs() < sum_tolerance(mesh.triangles.len()));
        let tilt = |t: &Texel| (t.direction - t.position.normalize()).length();
        layout.texels.iter().map(tilt).fold(0.0, f64::max)
    };
    let (coarse, fine) = (worst_tilt(16), worst_tilt(32));
    // One triangle's normal tilts from its corner by up to an edge, 1.107 / f, over √3. Around a vertex these
    // tilts cancel but for the unevenness of the fan (areas differ by 1.19): measured 0.107 of one triangle.
    let one_triangle = 1.107 / 16.0 / 3.0_f64.sqrt();
    assert!(coarse < 0.12 * one_triangle, "{coarse}");
    assert!((coarse / fine).log2() > 0.9, "at least first order: {coarse} {fine}");
}

#[test]
fn centre_samples_repeat_the_texels() {
    let layout = SkinLayout::from_vertices(tent()).unwrap();
    assert_eq!(layout.samples.len(), 5);
    for (index, (sample, texel)) in layout.samples.iter().zip(&layout.texels).enumerate() {
        assert_eq!(sample.position, texel.position);
        assert_eq!(sample.direction, texel.direction);
        assert_eq!(sample.texel as usize, index);
        assert_eq!(sample.weight, 1.0);
    }
}

#[test]
fn unused_vertex_is_named_and_can_be_dropped() {
    let mut mesh = tent();
    mesh.vertices.insert(2, dvec3(0.3, -0.7, 1.1));
    mesh.triangles.iter_mut().flatten().filter(|v| **v >= 2).for_each(|v| *v += 1);
    let refused = SkinLayout::from_vertices(mesh.clone()).unwrap_err();
    assert_eq!(refused, LayoutError::UnusedVertex { vertex: 2 });
    let dropped = SkinLayout::from_used_vertices(mesh).unwrap();
    assert_eq!(dropped, SkinLayout::from_vertices(tent()).unwrap());
}

#[test]
fn back_to_back_faces_have_no_direction() {
    let mut mesh = tent();
    mesh.vertices.truncate(3);
    mesh.triangles = vec![[0, 1, 2], [0, 2, 1]];
    assert!(matches!(
        SkinLayout::from_vertices(mesh),
        Err(LayoutError::OpposingNormals { vertex: 0, sum }) if sum < 1e-15
    ));
}

#[test]
fn flat_triangles_give_neither_direction_nor_area() {
    // A vertex known only to a needle without area; awkward numbers would leave it a sliver of round-off.
    let needle = TriangleMesh {
        vertices: vec![
            dvec3(0.0, 0.0, 0.0),
            dvec3(1.0, 0.0, 0.0),
            dvec3(0.3, 0.7, 0.0),
            dvec3(0.5, 0.0, 0.0),
        ],
        triangles: vec![[0, 1, 2], [1, 0, 3]],
    };
    assert_eq!(SkinLayout::from_vertices(needle).unwrap_err(), LayoutError::NoArea { vertex: 3 });

    let mut mesh = tent();
    mesh.triangles.push([0, 0, 1]);
    let with_flat = SkinLayout::from_vertices(mesh.clone()).unwrap();
    assert_eq!(with_flat.texels, SkinLayout::from_vertices(tent()).unwrap().texels);
    let refused = SkinLayout::from_face_centres(mesh).unwrap_err();
    assert_eq!(refused, LayoutError::DegeneratePolygon { polygon: 4 });
}

#[test]
fn a_flipped_triangle_is_named_with_its_neighbour() {
    let mut mesh = tent();
    mesh.triangles[2].swap(0, 1); // now 3-2-4, which runs along 2-4 like its neighbour 1
    assert_eq!(
        SkinLayout::from_vertices(mesh).unwrap_err(),
        LayoutError::InconsistentWinding { first: 1, second: 2, from: 2, to: 4 }
    );
}

#[test]
fn broken_meshes_are_refused_with_numbers() {
    let empty = SkinLayout::from_vertices(TriangleMesh::default());
    assert_eq!(empty.unwrap_err(), LayoutError::EmptyMesh);
    let mut mesh = tent();
    mesh.vertices[3].y = f64::NAN;
    assert!(matches!(SkinLayout::from_vertices(mesh), Err(LayoutError::BadVertex { vertex: 3, .. })));
    let mut mesh = tent();
    mesh.vertices[1].x = 1e200;
    assert!(matches!(SkinLayout::from_vertices(mesh), Err(LayoutError::BadVertex { vertex: 1, .. })));
    let mut mesh = tent();
    mesh.triangles[1][2] = 9;
    assert_eq!(
        SkinLayout::from_used_vertices(mesh).unwrap_err(),
        LayoutError::NoSuchVertex { triangle: 1, vertex: 9, vertices: 5 }
    );
}

#[test]
fn face_centre_texels_carry_their_triangles() {
    let mesh = bumpy_sphere(0.04, 0.003, 2_000).unwrap();
    let layout = SkinLayout::from_face_centres(mesh.clone()).unwrap();
    assert_eq!(layout.texels.len(), mesh.triangles.len());
    assert!((texel_area(&layout) / mesh_area(&mesh) - 1.0).abs() < sum_tolerance(mesh.triangles.len()));
    for (texel, corners) in layout.texels.iter().zip(&mesh.triangles) {
        let [a, b, c] = corners.map(|v| mesh.vertices[v as usize]);
        let tol = 0.04 * 4.0 * f64::EPSILON; // a few roundings of a coordinate
        assert!((texel.position - (a + b + c) / 3.0).length() < tol);
        for corner in [a, b, c] {
            assert!(texel.direction.dot(corner - texel.position).abs() < tol, "normal to its plane");
        }
        assert!(texel.direction.dot(texel.position) > 0.0, "outward");
    }
}

proptest! {
    /// Random star-shaped bodies: icospheres whose vertices were pushed in and out.
    #[test]
    fn vertex_areas_sum_to_the_mesh_area(
        frequency in 1_usize..6,
        radii in prop::collection::vec(0.5_f64..1.5, 252),
        stretch in 0.01_f64..3.0,
    ) {
        let mut mesh = icosphere(0.31, frequency).unwrap();
        for (vertex, radius) in mesh.vertices.iter_mut().zip(radii) {
            *vertex *= radius;
            vertex.y *= stretch;
        }
        let expected = mesh_area(&mesh);
        let tolerance = sum_tolerance(mesh.triangles.len());
        let layout = SkinLayout::from_vertices(mesh).unwrap();
        prop_assert!((texel_area(&layout) / expected - 1.0).abs() < tolerance);
        for texel in &layout.texels {
            prop_assert!((texel.direction.length() - 1.0).abs() < 4.0 * f64::EPSILON);
        }
    }
}
