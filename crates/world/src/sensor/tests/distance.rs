use super::rig::{Facts, LINK, tilted};
use crate::BodyId;
use crate::sensor::{PlacedShape, Response, Sensor, SensorKind};
use bristle_geometry::mesh::generate;
use bristle_geometry::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, Sphere};
use bristle_geometry::{MeshSurface, Pose, Shape};
use glam::DVec3;

fn feeler(pose: Pose, range: f64) -> Sensor {
    let response = Response { range: Some(range), ..Response::IDEAL };
    Sensor::new("approach", SensorKind::Distance { body: LINK, pose, response }).unwrap()
}

fn around<'a>(shapes: &[(&'a Shape, Pose, usize)]) -> Facts<'a> {
    let shapes = shapes.iter().map(|&(shape, pose, body)| PlacedShape { shape, pose, body: BodyId(body) });
    Facts { shapes: shapes.collect(), ..Facts::at_rest() }
}

#[test]
fn the_nearest_solid_ahead_counts_and_those_of_its_own_body_do_not() {
    let ball = Shape::from(Sphere::new(0.1).unwrap());
    let floor = Shape::from(HalfSpace);
    let at = |z: f64| Pose::from_translation(DVec3::new(0.0, 0.0, z));
    // The sensor stands at 1.1 m and looks straight down.
    let down = Pose::new(glam::DQuat::from_rotation_x(std::f64::consts::PI), DVec3::new(0.0, 0.0, 1.1));
    let facts =
        around(&[(&floor, Pose::IDENTITY, 1), (&ball, at(0.3), 2), (&ball, at(0.8), 0), (&ball, at(1.4), 3)]);
    let read = facts.seen_by(&feeler(down, 2.0));
    assert!((read.get("distance").unwrap() - 0.7).abs() < 1e-15 && !read.saturated, "{read}");
}

#[test]
fn nothing_within_range_is_the_range_and_saturated() {
    let ball = Shape::from(Sphere::new(0.1).unwrap());
    let ahead = around(&[(&ball, Pose::from_translation(DVec3::new(0.0, 0.0, 0.7)), 1)]);
    let read = ahead.seen_by(&feeler(Pose::IDENTITY, 0.43));
    assert!(read.saturated && read.get("distance") == Some(0.43));
    let read = ahead.seen_by(&feeler(Pose::IDENTITY, 0.61));
    assert!(!read.saturated && (read.get("distance").unwrap() - 0.6).abs() < 1e-15);
}

#[test]
fn moving_the_whole_world_changes_no_distance() {
    let block = Shape::from(Cuboid::new(DVec3::new(0.3, 0.2, 0.1)).unwrap());
    let there = Pose::from_translation(DVec3::new(0.05, -0.03, 0.7)) * Pose::from_axis_angle(DVec3::X, 0.3);
    let sensor = feeler(Pose::IDENTITY, 2.0);
    let before = around(&[(&block, there, 1)]).seen_by(&sensor);
    let moved = around(&[(&block, tilted() * there, 1)]);
    let after = Facts { pose: tilted(), ..moved }.seen_by(&sensor);
    assert!((before.get("distance").unwrap() - after.get("distance").unwrap()).abs() < 1e-15);
    assert!(before.get("distance").unwrap() < 0.7);
}

/// Solids that hold the origin, and their surface at z = 0.1.
fn solids() -> Vec<Shape> {
    let bumpy =
        MeshSurface::new(&generate::cuboid_divided(DVec3::new(0.3, 0.2, 0.1), [5, 4, 3]).unwrap()).unwrap();
    vec![
        Sphere::new(0.1).unwrap().into(),
        Cuboid::new(DVec3::new(0.3, 0.2, 0.1)).unwrap().into(),
        Cylinder::new(0.2, 0.1).unwrap().into(),
        Capsule::new(0.04, 0.06).unwrap().into(),
        Ellipsoid::new(DVec3::new(0.3, 0.2, 0.1)).unwrap().into(),
        bumpy.into(),
    ]
}

#[test]
fn a_sensor_pressed_into_a_solid_reads_zero_and_one_before_it_the_gap() {
    for shape in solids() {
        // Slightly off the axes: a mesh's edges are met by chance only.
        for z in [-0.35, -0.13, -0.101] {
            let facts = around(&[(&shape, Pose::IDENTITY, 1)]);
            let read = facts.seen_by(&feeler(Pose::from_translation(DVec3::new(1e-9, 2e-9, z)), 2.0));
            assert!((read.get("distance").unwrap() + 0.1 + z).abs() < 1e-9, "{z} {read} {shape:?}");
        }
        for z in [-0.099, -0.03, 0.0, 0.07, 0.0999] {
            let facts = around(&[(&shape, Pose::IDENTITY, 1)]);
            let read = facts.seen_by(&feeler(Pose::from_translation(DVec3::new(1e-9, 2e-9, z)), 2.0));
            assert_eq!(read.get("distance"), Some(0.0), "{z} {shape:?}");
        }
        let behind = around(&[(&shape, Pose::IDENTITY, 1)]);
        let read = behind.seen_by(&feeler(Pose::from_translation(DVec3::new(1e-9, 2e-9, 0.1001)), 2.0));
        assert!(read.saturated, "{read} {shape:?}");
    }
}

#[test]
fn in_the_hollow_of_a_mesh_it_is_outside() {
    // Beside a bottle's waist and under its head one is in its box, yet outside.
    let bottle = generate::spray_bottle(2000).unwrap();
    let shape = Shape::from(MeshSurface::new(&bottle).unwrap());
    let facts = around(&[(&shape, Pose::IDENTITY, 1)]);
    // Winding numbers tell in from out independently of any ray.
    let solid_angle = |p: DVec3| -> f64 {
        bottle
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|v| bottle.vertices[v as usize] - p);
                let (la, lb, lc) = (a.length(), b.length(), c.length());
                2.0 * a.dot(b.cross(c)).atan2(la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb)
            })
            .sum::<f64>()
            / (4.0 * std::f64::consts::PI)
    };
    let (lower, upper) = bottle
        .vertices
        .iter()
        .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(l, u), v| (l.min(*v), u.max(*v)));
    let (mut inside, mut outside) = (0, 0);
    for i in 0..400u32 {
        // A low-discrepancy walk through the box, looking each time another way.
        let f = |a: f64| (0.37 + a * f64::from(i)).fract();
        let p = lower + (upper - lower) * DVec3::new(f(0.819_172_5), f(0.671_043_6), f(0.549_700_5));
        let winding = solid_angle(p);
        let turned = Pose::new(glam::DQuat::from_xyzw(f(0.3) - 0.5, f(0.7) - 0.5, f(0.11) - 0.5, f(0.43)), p);
        let read = facts.seen_by(&feeler(turned, 2.0)).get("distance").unwrap();
        if winding.abs() > 0.5 {
            inside += 1;
            assert_eq!(read, 0.0, "{p} lies inside: {winding}");
        } else {
            outside += 1;
            assert!(read > 0.0, "{p} lies outside: {winding}");
        }
    }
    assert!(inside > 50 && outside > 50, "{inside} {outside}");
}
