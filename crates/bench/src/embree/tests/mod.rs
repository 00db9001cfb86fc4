//! Embree against closed forms and an exhaustive double-precision search. Each test says so when there is no Embree.

mod meshes;

use super::*;
use bristle_geometry::TriangleMesh;
use glam::DVec3;
use meshes::{cube, sphere};

/// Embree, or nothing and a line that says why the test was skipped. A library that is there but broken, or asked for
/// but not there, is a failure.
pub(super) fn embree_or_skip(test: &str) -> Option<Embree> {
    match Embree::load() {
        Ok(embree) => Some(embree),
        Err(reason @ EmbreeError::NotFound { .. })
            if std::env::var_os(locate::VARIABLE).is_none_or(|v| v.is_empty()) =>
        {
            println!("skipped {test}: {reason}");
            None
        }
        Err(broken) => panic!("{broken}"),
    }
}

/// Intersection of a ray with the plane of triangle `index`: distance and smallest barycentric coordinate, which is
/// negative outside the triangle.
fn plane_hit(mesh: &TriangleMesh, index: usize, origin: DVec3, direction: DVec3) -> (f64, f64) {
    let [a, b, c] = mesh.corners(index);
    let normal = (b - a).cross(c - a);
    let distance = (a - origin).dot(normal) / direction.dot(normal);
    let point = origin + distance * direction;
    let share =
        |from: DVec3, to: DVec3| (to - from).cross(point - from).dot(normal) / normal.length_squared();
    (distance, share(a, b).min(share(b, c)).min(share(c, a)))
}

/// Deterministic numbers in (−1, 1) that fill space evenly (additive recurrence of the plastic number's powers).
fn scatter(index: usize) -> DVec3 {
    let plastic: f64 = 1.220_744_084_605_759_5;
    let coordinate = |power: i32| 2.0 * (0.5 + index as f64 * plastic.powi(-power)).fract() - 1.0;
    DVec3::new(coordinate(1), coordinate(2), coordinate(3))
}

#[test]
fn a_ray_meets_the_cube_face_at_its_plane_and_in_its_triangle() {
    let Some(embree) = embree_or_skip("a_ray_meets_the_cube_face_at_its_plane_and_in_its_triangle") else {
        return;
    };
    assert_eq!(embree.version()[0], 4);
    let (centre, half) = (DVec3::new(0.3, -0.7, 1.1), 0.043);
    let mesh = cube(centre, half);
    // Coordinates of order 1 are rounded to 2⁻²⁴ each; origin, plane and product make a handful of roundings.
    let tolerance = 8.0 * f64::from(f32::EPSILON) * 1.1;
    for traversal in [Traversal::Fast, Traversal::Robust] {
        let options = SceneOptions { traversal, quality: BuildQuality::High };
        let scene = EmbreeScene::with_options(&embree, &mesh, options).unwrap();
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                let mut outward = DVec3::ZERO;
                outward[axis] = side;
                // (0.31, −0.17) lies clear of the diagonal that cuts the face in two.
                let (across, along) = (0.31 * half, -0.17 * half);
                let mut origin = centre + (half + 0.0071) * outward;
                origin[(axis + 1) % 3] += across;
                origin[(axis + 2) % 3] += along;
                let hit = scene.intersect(origin, -outward, 0.01).unwrap();
                assert!((f64::from(hit.distance) - 0.0071).abs() < tolerance, "{axis} {side}: {hit:?}");
                let (_, inside) = plane_hit(&mesh, hit.triangle as usize, origin, -outward);
                assert!(inside > 0.0, "triangle {} does not hold the hit", hit.triangle);
                assert_eq!(
                    scene.intersect(origin, -outward, 0.007),
                    None,
                    "a segment that ends before the face"
                );
                assert_eq!(scene.intersect(origin, outward, 1.0), None, "a ray that points away");
            }
        }
    }
}

#[test]
fn hits_on_a_sphere_are_those_of_an_exhaustive_search_in_double_precision() {
    let Some(embree) =
        embree_or_skip("hits_on_a_sphere_are_those_of_an_exhaustive_search_in_double_precision")
    else {
        return;
    };
    let radius = 0.04;
    let mesh = sphere(radius, 12);
    let sagitta = mesh.triangles.iter().enumerate().map(|(index, _)| {
        let [a, b, c] = mesh.corners(index);
        radius - ((a + b + c) / 3.0).length()
    });
    let sagitta = sagitta.fold(0.0, f64::max);
    let mut clear_of_edges = 0;
    let scene = EmbreeScene::new(&embree, &mesh).unwrap();
    let (mut rays, mut packets) = (Vec::new(), Vec::new());
    for index in 1..=2000 {
        let origin = scatter(index).normalize() * 0.05;
        let direction = (0.5 * radius * scatter(index + 7919) - origin).normalize();
        rays.push((origin, direction));
    }
    for chunk in rays.chunks(RayPacket::LANES) {
        let mut packet = RayPacket::EMPTY;
        for (lane, &(origin, direction)) in chunk.iter().enumerate() {
            packet.set(lane, origin, direction, 0.1);
        }
        packets.push(packet);
    }
    scene.intersect_packets(&mut packets, Coherence::Coherent);
    for (index, &(origin, direction)) in rays.iter().enumerate() {
        let (first, distance, inside) = (0..mesh.triangles.len())
            .map(|triangle| (triangle, plane_hit(&mesh, triangle, origin, direction)))
            .filter(|&(_, (distance, inside))| distance > 0.0 && inside >= 0.0)
            .map(|(triangle, (distance, inside))| (triangle, distance, inside))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap();
        let hit = scene.intersect(origin, direction, 0.1).unwrap();
        // One unit in the last place of 0.05 m coordinates, amplified by the ray's slant: none passes farther
        // than √3/2 radii from the centre, so none is steeper than cosine 1/2. That is 12 nm; measured 4.6 nm.
        let tolerance = f64::from(f32::EPSILON) * 0.05 / 0.5;
        assert!(
            (f64::from(hit.distance) - distance).abs() < tolerance,
            "ray {index}: {hit:?}, expected {distance}"
        );
        let packed = packets[index / 8].hit(index % 8).unwrap();
        assert!(
            (f64::from(packed.distance) - distance).abs() < tolerance,
            "ray {index}: {packed:?} in a packet"
        );
        // A rounding may move a hit over an edge, so the triangle is only certain away from edges.
        if inside > 1e-4 {
            clear_of_edges += 1;
            assert_eq!(hit.triangle as usize, first, "ray {index}");
            assert_eq!(packed.triangle as usize, first, "ray {index} in a packet");
        }
        let depth = radius - (origin + f64::from(hit.distance) * direction).length();
        assert!(depth > -tolerance && depth < sagitta + tolerance, "ray {index}: {depth} off the sphere");
    }
    assert!(clear_of_edges > 1980, "only {clear_of_edges} of 2000 rays tested the triangle");
}

#[test]
fn a_mesh_that_embree_would_read_past_its_end_is_refused() {
    let Some(embree) = embree_or_skip("a_mesh_that_embree_would_read_past_its_end_is_refused") else {
        return;
    };
    let mut mesh = cube(DVec3::ZERO, 1.1);
    mesh.triangles[7][2] = 8;
    let refused = EmbreeScene::new(&embree, &mesh).err();
    assert_eq!(refused, Some(EmbreeError::VertexOutOfRange { triangle: 7, vertex: 8, vertices: 8 }));
    for (coordinate, text) in [(f64::NAN, "NaN"), (f64::INFINITY, "inf"), (-1e39, "-1")] {
        let mut mesh = cube(DVec3::ZERO, 1.1);
        mesh.vertices[5].y = coordinate;
        let refused = EmbreeScene::new(&embree, &mesh).err().unwrap();
        assert!(
            matches!(&refused, EmbreeError::NotRepresentable { vertex: 5, coordinate } if coordinate.starts_with(text))
        );
    }
}

#[test]
fn an_empty_mesh_is_never_hit_and_a_scene_outlives_its_handle() {
    let Some(embree) = embree_or_skip("an_empty_mesh_is_never_hit_and_a_scene_outlives_its_handle") else {
        return;
    };
    let empty = EmbreeScene::new(&embree, &TriangleMesh::default()).unwrap();
    let full = EmbreeScene::new(&embree, &cube(DVec3::ZERO, 0.3)).unwrap();
    drop(embree);
    let (origin, direction) = (DVec3::new(0.1, 0.05, 1.0), DVec3::NEG_Z);
    assert_eq!(empty.intersect(origin, direction, 10.0), None);
    assert!(full.intersect(origin, direction, 10.0).is_some());
}

#[test]
fn a_file_that_is_no_library_is_named_in_the_error() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    match Embree::load_from(&path) {
        Err(EmbreeError::NotLoadable { path: named, .. }) => assert_eq!(named, path),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("loaded a text file"),
    }
}
