//! The texel cast against brute force: random meshes and poses, edges and vertices included.

use crate::support::{Random, brute_force};
use bristle_geometry::mesh::generate::{bumpy_sphere, icosphere};
use bristle_geometry::{CastHint, MeshSurface, Pose, Segment, Travel, TriangleMesh};
use glam::{DQuat, DVec3};

const MIN_COSINE: f64 = 0.1;

/// Triangles thrown at random: open, crossing each other, facing any way.
fn soup(random: &mut Random, count: usize) -> TriangleMesh {
    let mut mesh = TriangleMesh::default();
    for i in 0..count as u32 {
        let centre = random.in_ball();
        for _ in 0..3 {
            mesh.vertices.push(centre + 0.4 * random.in_ball());
        }
        mesh.triangles.push([3 * i, 3 * i + 1, 3 * i + 2]);
    }
    mesh
}

fn turned(mut mesh: TriangleMesh, pose: Pose) -> TriangleMesh {
    for v in &mut mesh.vertices {
        *v = pose.transform_point(*v);
    }
    mesh
}

fn join(mut a: TriangleMesh, b: TriangleMesh) -> TriangleMesh {
    let shift = a.vertices.len() as u32;
    a.vertices.extend(b.vertices);
    a.triangles.extend(b.triangles.into_iter().map(|t| t.map(|v| v + shift)));
    a
}

/// A bumpy ball, two balls that overlap, a hollow ball with a thin wall, one with a hole, a soup.
fn meshes(random: &mut Random) -> Vec<TriangleMesh> {
    let ball = bumpy_sphere(1.0, 0.1, 500).unwrap();
    let pose = Pose::new(DQuat::from_xyzw(0.3, -0.7, 0.2, 1.1), DVec3::new(0.7, 0.1, -0.3));
    let overlapping = join(ball.clone(), turned(icosphere(0.8, 2).unwrap(), pose));
    let mut inner = icosphere(0.97, 2).unwrap();
    inner.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    let hollow = join(icosphere(1.0, 2).unwrap(), inner);
    let mut holed = ball.clone();
    holed.triangles.retain(|_| random.unit() > 0.1);
    vec![ball, overlapping, hollow, holed, soup(random, 200)]
}

/// A million casts with `scripts/test --all`, a tenth of them otherwise.
#[test]
fn no_cast_differs_from_brute_force() {
    let casts = if std::env::var_os("BRISTLE_TEST_ALL").is_some() { 200_000 } else { 20_000 };
    let mut random = Random(2013);
    let mut hits = 0;
    for mesh in meshes(&mut random) {
        let surface = MeshSurface::new(&mesh).unwrap();
        for _ in 0..casts {
            let origin = 1.6 * random.in_ball();
            let aim = 1.1 * random.in_ball();
            let length = random.between(0.01, 2.0);
            let segment = Segment { origin, direction: (aim - origin).normalize(), length };
            let found = surface.first_entry(&segment, MIN_COSINE).map(|hit| hit.distance);
            // 1e-9 of a triangle is far more than round-off and far less than any feature.
            let surely = brute_force(&mesh, &segment, MIN_COSINE + 1e-9, -1e-9);
            let perhaps = brute_force(&mesh, &segment, MIN_COSINE - 1e-9, 1e-9);
            let at_least = perhaps.unwrap_or(f64::INFINITY) - 1e-12;
            let at_most = surely.unwrap_or(f64::INFINITY) + 1e-12;
            let distance = found.unwrap_or(f64::INFINITY);
            // At the very end of the segment either answer is right.
            let at_the_end = |t: Option<f64>| t.is_some_and(|t| t > length - 1e-12 || t < 1e-12);
            assert!(
                (at_least <= distance && distance <= at_most) || at_the_end(found) || at_the_end(surely),
                "{segment:?}: found {found:?}, oracle between {perhaps:?} and {surely:?}"
            );
            hits += usize::from(found.is_some());
        }
    }
    assert!(hits > casts * 3 / 2, "the test must hit often to mean something: {hits}");
}

#[test]
fn no_ray_slips_through_an_edge_or_a_vertex() {
    let mut random = Random(76_800);
    let pose = Pose::new(DQuat::from_xyzw(0.3, -0.7, 0.2, 1.1), DVec3::new(0.3, -0.7, 1.1));
    for (frequency, scale) in [(500, 1.0), (5000, 0.04)] {
        let mesh = turned(bumpy_sphere(scale, 0.1 * scale, frequency).unwrap(), pose);
        let surface = MeshSurface::new(&mesh).unwrap();
        let centre = pose.translation;
        for round in 0..500_000 {
            let corners = mesh.corners(random.below(mesh.triangles.len()));
            let on_surface = match round % 3 {
                0 => corners[0],
                1 => 0.5 * (corners[0] + corners[1]),
                _ => corners[1].lerp(corners[2], random.unit()),
            };
            // From outside straight towards a point near the centre: the closed surface cannot be missed.
            let outward = (on_surface - centre).normalize();
            let origin = on_surface + scale * (0.5 * outward + 0.1 * random.in_ball());
            let segment = Segment { origin, direction: (on_surface - origin).normalize(), length: scale };
            let hit = surface.first_entry(&segment, 0.0).expect("a ray slipped through the surface");
            let reach = (on_surface - origin).length();
            // Round-off of the rotated coordinates, magnified by the slope of the surface.
            assert!(hit.distance <= reach + 1e-13, "{} beyond {reach}", hit.distance);
        }
    }
}

/// A place near the mesh whose z axis points into it.
fn looking_at_the_mesh(random: &mut Random) -> Pose {
    let aim = 0.9 * random.in_ball();
    let start = aim + random.between(0.1, 0.8) * random.direction();
    let rotation = DQuat::from_rotation_arc(DVec3::Z, (aim - start).normalize());
    Pose { rotation, translation: start }
}

#[test]
fn memory_never_changes_the_answer() {
    let mut random = Random(42);
    let (mut casts, mut hits) = (0, 0);
    for mesh in meshes(&mut random) {
        let surface = MeshSurface::new(&mesh).unwrap();
        for _ in 0..400 {
            // A texel that wanders: slowly, with a jump now and then, as a slipping or regrasping pad does.
            let mut hint = CastHint::default();
            let mut pose = looking_at_the_mesh(&mut random);
            let length = random.between(0.2, 0.8);
            let speed = 10f64.powf(random.between(-5.0, -2.0));
            let mut travelled = 0.0;
            for step in 0..400 {
                let jump = if step % 97 == 96 { 0.2 } else { speed };
                let shift = jump * random.in_ball();
                let turn = jump * random.in_ball();
                let moved =
                    Pose::new(DQuat::from_scaled_axis(turn) * pose.rotation, pose.translation + shift);
                // Begin and end move by at most the shift and the turn times the length (here ≤ 1 with extensions).
                travelled += shift.length() + 2.0 * turn.length();
                pose = moved;
                let segment =
                    Segment { origin: pose.translation, direction: pose.rotation * DVec3::Z, length };
                let travel = Travel { distance: travelled, turn_radius: 2.0 };
                let remembered = surface.first_entry_near(&segment, MIN_COSINE, travel, &mut hint);
                let from_scratch = surface.first_entry(&segment, MIN_COSINE);
                assert_eq!(remembered, from_scratch);
                casts += 1;
                hits += usize::from(remembered.is_some());
            }
        }
    }
    assert!(hits * 4 > casts, "{hits} hits in {casts} casts: too few to mean something");
}

/// The same for twelve parallel texels that are cast together, and so surveyed together where that is possible.
#[test]
fn memory_of_a_patch_never_changes_the_answer() {
    let mut random = Random(43);
    let (mut casts, mut hits) = (0, 0);
    for mesh in meshes(&mut random) {
        let surface = MeshSurface::new(&mesh).unwrap();
        for _ in 0..40 {
            let mut hints = [CastHint::default(); 12];
            let mut pose = looking_at_the_mesh(&mut random);
            let pitch = 10f64.powf(random.between(-3.0, -0.7));
            // Not quite flat, as on a curved pad.
            let places: [DVec3; 12] = std::array::from_fn(|i| {
                pitch * (DVec3::new((i / 3) as f64, (i % 3) as f64, 0.0) + 0.2 * random.in_ball())
            });
            let length = random.between(0.2, 0.8);
            let speed = 10f64.powf(random.between(-5.0, -2.0));
            let mut travelled = 0.0;
            for step in 0..400 {
                let jump = if step % 97 == 96 { 0.2 } else { speed };
                let (shift, turn) = (jump * random.in_ball(), jump * random.in_ball());
                pose = Pose::new(DQuat::from_scaled_axis(turn) * pose.rotation, pose.translation + shift);
                // No point of a ray is farther than 2 from the pose's origin, extensions included.
                travelled += shift.length() + 2.0 * turn.length();
                let travel = Travel { distance: travelled, turn_radius: 2.0 };
                let origins = places.iter().map(|&place| pose.transform_point(place));
                let direction = pose.rotation * DVec3::Z;
                let mut together = [None; 12];
                let rays = (origins.clone(), direction, length);
                surface.first_entries_near(rays, MIN_COSINE, travel, &mut hints, |i, hit| {
                    together[i] = Some(hit);
                });
                for (origin, found) in origins.zip(together) {
                    let segment = Segment { origin, direction, length };
                    assert_eq!(found, surface.first_entry(&segment, MIN_COSINE));
                    casts += 1;
                    hits += usize::from(found.is_some());
                }
            }
        }
    }
    assert!(hits * 5 > casts, "{hits} hits in {casts} casts: too few to mean something");
}

#[test]
fn a_surface_costs_less_than_a_hundred_bytes_per_triangle() {
    for wanted in [1_000, 10_000, 100_000] {
        let surface = MeshSurface::new(&bumpy_sphere(0.04, 0.001, wanted).unwrap()).unwrap();
        let per_triangle = surface.memory() as f64 / surface.triangle_count() as f64;
        assert!(per_triangle <= 100.0, "{per_triangle:.1} bytes per triangle at {wanted}");
    }
}
