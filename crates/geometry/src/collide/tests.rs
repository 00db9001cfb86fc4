use super::collider::{Kind, Primitive};
use super::polyhedron::Polygons;
use super::shell::Shell;
use super::{Collider, Meeting, Room, Spot};
use crate::mesh::generate;
use crate::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, Sphere};
use crate::{MeshSurface, Pose, Shape, TriangleMesh};
use glam::{DQuat, DVec3, dvec3};
use proptest::prelude::*;
use std::sync::Arc;

const EDGE: f64 = 1e-3;

fn collider(shape: impl Into<Shape>) -> Collider {
    Collider::new(&shape.into())
}

fn cuboid(half: DVec3) -> Collider {
    collider(Cuboid::new(half).unwrap())
}

fn of_mesh(mesh: &TriangleMesh) -> Collider {
    collider(MeshSurface::new(mesh).unwrap())
}

/// The same solid, face by face.
fn shell_of(mesh: &TriangleMesh) -> Collider {
    Collider(Kind::Shell(Arc::new(Shell::new(Polygons::of(&MeshSurface::new(mesh).unwrap())))))
}

fn spots(a: &Collider, b: &Collider, pose: Pose) -> Vec<Spot> {
    let mut found = Vec::new();
    let meeting = Meeting { colliders: [a, b], pose, reach: 1e-3, depth: 2e-3 };
    meeting.spots(EDGE, &mut Room::default(), &mut |spot| found.push(spot));
    found
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(dvec3(x, y, z))
}

fn area(spots: &[Spot]) -> f64 {
    spots.iter().map(|spot| spot.area).sum()
}

/// Force and moment about the origin of a bed of unit stiffness.
fn bed(spots: &[Spot]) -> (DVec3, DVec3) {
    let push = |spot: &Spot| spot.normal * (-spot.gap).max(0.0) * spot.area;
    (spots.iter().map(push).sum(), spots.iter().map(|spot| spot.point.cross(push(spot))).sum())
}

fn deepest(spots: &[Spot]) -> f64 {
    spots.iter().map(|spot| spot.gap).fold(f64::INFINITY, f64::min)
}

const DISC: f64 = std::f64::consts::PI * EDGE * EDGE;

#[test]
fn boxes_touch_over_the_area_that_their_faces_share() {
    let (table, block) = (cuboid(dvec3(0.05, 0.04, 0.01)), cuboid(dvec3(0.02, 0.015, 0.03)));
    let depth = 3e-6;
    for (x, shared) in [(0.0, 0.04 * 0.03), (0.04, 0.03 * 0.03), (0.069, 0.001 * 0.03)] {
        let found = spots(&table, &block, at(x, 0.007, 0.04 - depth));
        assert!((area(&found) - shared - DISC).abs() < 1e-12, "{x}: {}", area(&found));
        assert!(found.iter().all(|spot| (spot.gap + depth).abs() < 1e-15 && spot.normal == DVec3::Z));
    }
    assert!(spots(&table, &block, at(0.0712, 0.0, 0.04 - depth)).is_empty());
    assert!(spots(&table, &block, at(0.0, 0.0, 0.0411)).is_empty());
}

/// Rods that cross, and a rod on a plate, are as deep in each other as they are at any depth up to where their axes meet.
#[test]
fn thin_rods_know_how_deep_they_are_in_each_other() {
    let rod = collider(Cylinder::new(3e-3, 0.03).unwrap());
    let plate = cuboid(dvec3(0.05, 0.05, 2e-3));
    for depth in [1e-6, 1e-4, 5e-4, 1.5e-3, 2.9e-3] {
        for slide in [0.0, 7e-3, -0.019] {
            let across = DQuat::from_rotation_x(1.1);
            let found = spots(&rod, &rod, Pose::new(across, dvec3(6e-3 - depth, 0.0, slide)));
            assert!((deepest(&found) + depth).abs() < 1e-9, "{depth} {slide}: {}", deepest(&found));
            assert!(found.iter().all(|spot| (spot.normal - DVec3::X).length() < 1e-4), "{depth} {slide}");
            let lies = Pose::new(
                DQuat::from_rotation_y(0.5 * std::f64::consts::PI),
                dvec3(slide, 0.0, 5e-3 - depth),
            );
            if depth < 2e-3 {
                let found = spots(&plate, &rod, lies);
                assert!((deepest(&found) + depth).abs() < 1e-9, "{depth} {slide}: {}", deepest(&found));
            }
        }
    }
}

/// A plane face pressed into a bed: force k A p, moment k I θ.
#[test]
fn force_and_moments_of_a_leaning_face_are_exact() {
    let (half, lean, depth) = (dvec3(0.03, 0.02, 0.01), 1e-4, 1e-5);
    let turn = DQuat::from_rotation_y(lean);
    let pose = Pose::new(turn, DVec3::Z * (half.z * lean.cos() - depth));
    for plane in [collider(HalfSpace), cuboid(DVec3::splat(0.3))] {
        let top = if matches!(plane.0, Kind::HalfSpace) { 0.0 } else { 0.3 };
        let found =
            spots(&plane, &cuboid(half), Pose { translation: pose.translation + DVec3::Z * top, ..pose });
        let (force, moment) = bed(&found);
        let a = 4.0 * half.x * half.y * lean.cos();
        // Depth at x is depth + x tan(lean), about the middle of the face at x = -h sin(lean).
        let centre = -half.z * lean.sin();
        let second = a * half.x * half.x * lean.cos().powi(2) / 3.0;
        let middle = depth + (half.z * lean.cos() - half.z * lean.cos()) * 0.0;
        assert!((force.z / (a * middle) - 1.0).abs() < 0.01, "{force}");
        let about = moment.y - (-centre * force.z);
        assert!((about / (-second * lean.tan()) - 1.0).abs() < 0.01, "{about} {}", second * lean.tan());
    }
}

#[test]
fn a_box_stands_on_its_edge_and_on_its_corner() {
    let half = DVec3::splat(0.025);
    let depth = 2e-6;
    let edge = DQuat::from_rotation_y(0.7);
    let corner = DQuat::from_rotation_arc(half.normalize(), DVec3::NEG_Z) * DQuat::from_rotation_z(0.2);
    for (turn, corners) in [(edge, 2), (corner, 1)] {
        let lowest = (turn.inverse() * DVec3::Z).abs().dot(half);
        for plane in [collider(HalfSpace), cuboid(DVec3::splat(0.1))] {
            let top = if matches!(plane.0, Kind::HalfSpace) { 0.0 } else { 0.1 };
            let pose = Pose::new(turn, DVec3::Z * (lowest + top - depth));
            let found = spots(&plane, &cuboid(half), pose);
            let pressed: Vec<&Spot> = found.iter().filter(|spot| spot.gap < 0.0).collect();
            assert_eq!(pressed.len(), corners);
            for spot in pressed {
                assert!((spot.gap + depth).abs() < 1e-15);
                // A 24th of the face that looks down most, and a quarter of a disc.
                let face = 4.0 * half.x * half.x * (turn.inverse() * DVec3::Z).abs().max_element();
                assert!((spot.area - face / 24.0).abs() < 0.5 * DISC, "{}", spot.area);
            }
        }
    }
}

#[test]
fn round_bodies_touch_where_they_are_closest() {
    let (r, depth) = (0.013, 4e-6);
    let ball = collider(Sphere::new(r).unwrap());
    let block = cuboid(dvec3(0.03, 0.02, 0.01));
    let corner = dvec3(0.03, 0.02, 0.01);
    let out = dvec3(0.3, 0.7, 0.5).normalize();
    for (pose, normal) in [
        (at(0.004, -0.003, 0.01 + r - depth), DVec3::Z),
        (at(0.03 + (r - depth) * 0.6, 0.0, 0.01 + (r - depth) * 0.8), dvec3(0.6, 0.0, 0.8)),
        (Pose::from_translation(corner + out * (r - depth)), out),
    ] {
        let [spot] = spots(&block, &ball, pose)[..] else { panic!("not one spot") };
        assert!((spot.gap + depth).abs() < 1e-12 && (spot.normal - normal).length() < 1e-12, "{spot:?}");
        assert!((spot.area - DISC).abs() < 1e-18);
        let [back] = spots(&ball, &block, pose.inverse())[..] else { panic!("not one spot") };
        assert!(
            (pose.transform_point(back.point) - spot.point).length() < 1e-12
                && (back.gap - spot.gap).abs() < 1e-12
        );
    }
    let can = collider(Cylinder::new(0.02, 0.03).unwrap());
    let [spot] = spots(&can, &ball, at(0.02 + r - depth, 0.0, 0.01))[..] else { panic!("not one spot") };
    assert!((spot.gap + depth).abs() < 1e-12 && (spot.normal - DVec3::X).length() < 1e-12);
    let egg = collider(Ellipsoid::new(dvec3(0.02, 0.03, 0.025)).unwrap());
    let [spot] = spots(&egg, &ball, at(0.0, 0.03 + r - depth, 0.0))[..] else { panic!("not one spot") };
    assert!((spot.gap + depth).abs() < 1e-12 && (spot.normal - DVec3::Y).length() < 1e-12);
}

#[test]
fn cylinders_lie_on_lines_and_stand_on_ends() {
    let (r, h, depth) = (0.02, 0.03, 3e-6);
    let can = collider(Cylinder::new(r, h).unwrap());
    let rod = collider(Capsule::new(r, h).unwrap());
    for (name, body) in [("cylinder", &can), ("capsule", &rod)] {
        for plane in [collider(HalfSpace), cuboid(DVec3::splat(0.1))] {
            let top = if matches!(plane.0, Kind::HalfSpace) { 0.0 } else { 0.1 };
            let lying = DQuat::from_rotation_z(0.4) * DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2);
            let found = spots(&plane, body, Pose::new(lying, DVec3::Z * (r + top - depth)));
            assert_eq!(found.len(), 4, "{name}");
            assert!((area(&found) - 4.0 * h * EDGE - DISC).abs() < 1e-9, "{name}: {}", area(&found));
            assert!(found.iter().all(|spot| (spot.gap + depth).abs() < 1e-12), "{name}: {}", deepest(&found));
            // Half of it beyond the edge of the box.
            if top > 0.0 {
                let across = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2);
                let found = spots(&plane, body, Pose::new(across, dvec3(0.1, 0.0, r + top - depth)));
                assert!((area(&found) - 2.0 * h * EDGE - DISC).abs() < 1e-9, "{name}: {}", area(&found));
            }
        }
    }
    let found = spots(&cuboid(DVec3::splat(0.1)), &can, at(0.01, 0.02, 0.1 + h - depth));
    assert!((area(&found) - 3.0 * r * r - DISC).abs() < 1e-9, "{}", area(&found));
    assert!((deepest(&found) + depth).abs() < 1e-12);
    // On its rim: the lowest point is a corner, wherever it is.
    for azimuth in [0.1, 0.77, 2.9] {
        let lean = DQuat::from_rotation_z(azimuth) * DQuat::from_rotation_y(0.3);
        let lowest = r * 0.3_f64.sin() + h * 0.3_f64.cos();
        let found = spots(&collider(HalfSpace), &can, Pose::new(lean, DVec3::Z * (lowest - depth)));
        assert!((deepest(&found) + depth).abs() < 1e-12, "{azimuth}: {}", deepest(&found));
    }
}

#[test]
fn edges_that_cross_touch_in_a_point() {
    let (long, depth) = (cuboid(dvec3(0.1, 0.005, 0.005)), 2e-6);
    let diagonal = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4);
    let reach = 0.005 * 2.0_f64.sqrt();
    let under = Pose::new(diagonal, DVec3::ZERO);
    let over = Pose::new(DQuat::from_rotation_z(1.1) * diagonal, dvec3(0.01, -0.02, 2.0 * reach - depth));
    let found = spots(&long, &long, under.inverse() * over);
    assert!((deepest(&found) + depth).abs() < 1e-12, "{}", deepest(&found));
    let spot = found.iter().min_by(|a, b| a.gap.total_cmp(&b.gap)).unwrap();
    let normal = under.transform_vector(spot.normal);
    assert!((normal - DVec3::Z).length() < 1e-9, "{normal}");
    let place = under.transform_point(spot.point);
    let crossing = dvec3(0.01 + 0.02 / 1.1_f64.tan(), 0.0, reach);
    assert!((place - crossing).length() < 1e-5, "{place} instead of {crossing}");
}

fn turned(x: f64, y: f64, z: f64, w: f64) -> DQuat {
    DQuat::from_xyzw(x, y, z, w + 1.5).normalize()
}

fn convex_kinds() -> Vec<(&'static str, Collider)> {
    let hull = generate::icosphere(0.02, 1).unwrap();
    vec![
        ("box", cuboid(dvec3(0.02, 0.015, 0.01))),
        ("ball", collider(Sphere::new(0.012).unwrap())),
        ("capsule", collider(Capsule::new(0.008, 0.015).unwrap())),
        ("cylinder", collider(Cylinder::new(0.012, 0.015).unwrap())),
        ("ellipsoid", collider(Ellipsoid::new(dvec3(0.02, 0.012, 0.008)).unwrap())),
        ("polyhedron", of_mesh(&hull)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever meets whatever: the gap is the distance along the normal between the planes that hold the two apart, whichever of the two is first.
    #[test]
    fn gaps_are_the_largest_separation_and_order_does_not_matter(
        i in 0..6usize, j in 0..6usize,
        q in (-1.0..1.0f64, -1.0..1.0f64, -1.0..1.0f64, -1.0..1.0f64),
        d in (-1.0..1.0f64, -1.0..1.0f64, -1.0..1.0f64),
        depth in -3e-4..8e-4f64,
    ) {
        let kinds = convex_kinds();
        let ((name_a, a), (name_b, b)) = (&kinds[i], &kinds[j]);
        let way = DVec3::new(d.0, d.1, d.2 + 0.1).normalize();
        let turn = turned(q.0, q.1, q.2, q.3);
        // Along `way` until they are `depth` apart, as parry's distance tells.
        let gap = |t: f64| {
            let pose = Pose::new(turn, way * t);
            let bodies = [a, b].map(|body| body.convex().unwrap());
            let found = super::gjk::closest(bodies[0], bodies[1], pose, 1.0);
            found.map_or(-1.0, |closest| closest.distance - bodies[0].radius() - bodies[1].radius())
        };
        let (mut low, mut high) = (0.0, 0.2);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if gap(middle) > 1e-4 { high = middle } else { low = middle }
        }
        let pose = Pose::new(turn, way * (high - 1e-4 + depth));
        let found = spots(a, b, pose);
        let back = spots(b, a, pose.inverse());
        let exact = gap(high - 1e-4 + depth);
        if exact > 0.0 {
            if exact > 1e-3 * 1.001 {
                prop_assert!(found.is_empty(), "{name_a} {name_b}");
            } else if exact < 0.999e-3 {
                // Two boxes are separated along normals of faces and edges only: near corners they may seem closer, but never touch.
                let least = if i + j == 0 { f64::MIN_POSITIVE } else { exact - 1.1e-6 };
                prop_assert!(
                    deepest(&found) >= least && deepest(&found) <= exact + 1.1e-6,
                    "{name_a} {name_b}: {} instead of {exact}",
                    deepest(&found)
                );
            }
        } else {
            prop_assert!(deepest(&found) <= 1.1e-6, "{name_a} {name_b}: {}", deepest(&found));
        }
        if !found.is_empty() {
            prop_assert!((deepest(&found) - deepest(&back)).abs() < 1.1e-6, "{name_a} {name_b}: {} {}", deepest(&found), deepest(&back));
            let (force, moment) = bed(&found);
            let (other, _) = bed(&back);
            // Which of several faces stands for a vertex or a rim may differ, and with it the area.
            let reaction = -pose.transform_vector(other);
            let ratio = (force.length() + 1e-13) / (reaction.length() + 1e-13);
            prop_assert!((0.1..10.0).contains(&ratio), "{name_a} {name_b}: {force} {reaction}");
            prop_assert!(force.cross(reaction).length() <= 1e-4 * force.length_squared() + 1e-26, "{name_a} {name_b}: {force} {reaction}");
            prop_assert!(moment.is_finite());
        }
    }
}

/// A solid that is touched face by face is touched as if it were one.
#[test]
fn a_shell_is_felt_like_the_solid_that_it_encloses() {
    let half = dvec3(0.02, 0.015, 0.01);
    let mesh = generate::cuboid(half).unwrap();
    let (solid, shell) = (cuboid(half), shell_of(&mesh));
    let fine = shell_of(&generate::cuboid_divided(half, [4, 4, 4]).unwrap());
    let others = convex_kinds();
    let depth = 5e-6;
    for (name, other) in others.iter().map(|(n, c)| (*n, c)).chain([("plane", &collider(HalfSpace))]) {
        for (k, turn) in [DQuat::IDENTITY, turned(0.3, -0.2, 0.5, 0.1), DQuat::from_rotation_x(0.6)]
            .into_iter()
            .enumerate()
        {
            // The other one is pushed down on the top of the box.
            let Some(body) = other.convex() else { continue };
            let lowest = turn * body.support(turn.inverse() * DVec3::NEG_Z);
            let pose = Pose::new(turn, dvec3(0.003, 0.002, half.z - depth) - lowest);
            let whole = spots(&solid, other, pose);
            for (kind, shell) in [("shell", &shell), ("fine shell", &fine)] {
                for found in [spots(shell, other, pose), {
                    let mut back = spots(other, shell, pose.inverse());
                    for spot in &mut back {
                        (spot.point, spot.normal) =
                            (pose.transform_point(spot.point), -pose.transform_vector(spot.normal));
                    }
                    back
                }] {
                    assert!(
                        (deepest(&found) - deepest(&whole)).abs() < 1e-9,
                        "{name} {k} {kind}: {} {}",
                        deepest(&found),
                        deepest(&whole)
                    );
                    let ((f, m), (g, n)) = (bed(&found), bed(&whole));
                    assert!((f.normalize() - g.normalize()).length() < 1e-6, "{name} {k} {kind}: {f} {g}");
                    let _ = (m, n);
                }
            }
        }
    }
    let plane = collider(HalfSpace);
    let pose = Pose::new(DQuat::from_rotation_x(1e-4), DVec3::Z * (half.z - depth));
    let (whole, found) = (bed(&spots(&plane, &solid, pose)), bed(&spots(&plane, &shell, pose)));
    assert!((whole.0 - found.0).length() < 1e-6 * whole.0.length(), "{whole:?} {found:?}");
}

/// Edges between triangles of a flat face are not felt.
#[test]
fn a_ball_rolls_over_the_edges_within_a_flat_face() {
    let fine = shell_of(&generate::cuboid_divided(dvec3(0.02, 0.015, 0.01), [5, 4, 3]).unwrap());
    let (r, depth) = (0.006, 1e-5);
    let ball = collider(Sphere::new(r).unwrap());
    for i in 0..200 {
        let pose = at(-0.011 + 1.1e-4 * i as f64, 0.003 + 2e-5 * i as f64, 0.01 + r - depth);
        let found = spots(&fine, &ball, pose);
        let (force, _) = bed(&found);
        assert!(
            (force.z / (depth * DISC) - 1.0).abs() < 1e-9 && force.x.abs() + force.y.abs() < 1e-18,
            "{i}: {force}"
        );
    }
}

#[test]
fn primitives_know_the_distance_to_their_surface() {
    let solids = [
        Primitive::Ball { radius: 0.02 },
        Primitive::Capsule { half_height: 0.02, radius: 0.01 },
        Primitive::Cuboid { half: dvec3(0.02, 0.01, 0.03) },
        Primitive::Cylinder { half_height: 0.02, radius: 0.01 },
        Primitive::Ellipsoid { semi_axes: dvec3(0.02, 0.01, 0.03) },
    ];
    for solid in solids {
        for point in [
            dvec3(0.05, 0.01, -0.02),
            dvec3(-0.003, 0.05, 0.02),
            dvec3(0.001, 0.002, 0.09),
            dvec3(0.004, 0.003, 0.002),
        ] {
            let (normal, distance) = super::separation::from_surface(&solid, point);
            let foot = point - normal * distance;
            let (_, left) = super::separation::from_surface(&solid, foot);
            assert!(left.abs() < 1e-10, "{solid:?} {point}: {left}");
            assert!((normal.length() - 1.0).abs() < 1e-12);
        }
    }
}
