//! What is thin or fast does not pass through walls and pads.

use crate::support::bodies::{body, cuboid, fixed, free, sphere, weightless};
use crate::support::material::{bristles, elasto_plastic, per_texel};
use bristle_geometry::mesh::generate;
use bristle_geometry::shape::{Capsule, Cylinder};
use bristle_geometry::{MeshSurface, Pose, Shape};
use bristle_skin::{Skin, SkinLayout, SkinOptions};
use bristle_world::{BodyId, Inertia, Joint, Mass, StepError, World};
use glam::{DQuat, DVec3, dvec3};
use std::sync::Arc;

/// Thin and small things of aluminium \[kg\].
fn things() -> [(&'static str, Shape, f64); 7] {
    let mesh = generate::icosphere(4e-3, 2).unwrap();
    [
        ("ball", sphere(5e-3), 1.4e-3),
        ("shot", sphere(1e-3), 1.1e-5),
        ("box", cuboid(DVec3::splat(8e-3)), 1.1e-2),
        ("card", cuboid(dvec3(0.02, 0.015, 4e-4)), 2.6e-3),
        ("needle", Capsule::new(5e-4, 0.015).unwrap().into(), 6.4e-5),
        ("coin", Cylinder::new(0.01, 8e-4).unwrap().into(), 1.4e-3),
        ("rock", Shape::Mesh(Arc::new(MeshSurface::new(&mesh).unwrap())), 7e-4),
    ]
}

/// What is thrown at: a thin wall, a thin shell, a pad.
#[derive(Clone, Copy, Debug)]
enum Wall {
    Plate,
    Shell,
    Pad,
}

const SPEEDS: [f64; 3] = [3.0, 15.0, 80.0];
const STEPS: [f64; 3] = [5e-4, 1e-3, 5e-3];

/// Throws a thing upwards at a wall whose underside is at z = 0; gives how far it got beyond.
fn throw(thing: &(&str, Shape, f64), wall: Wall, speed: f64, h: f64) -> Result<f64, StepError> {
    let (_, shape, mass) = thing;
    let mut builder = weightless();
    let down = Pose::from_axis_angle(DVec3::X, std::f64::consts::PI);
    let stands = fixed(&mut builder, "wall", Pose::IDENTITY);
    match wall {
        Wall::Plate => {
            let half = dvec3(0.3, 0.3, 1e-3);
            builder.shape(stands, "wall", cuboid(half), Pose::from_translation(DVec3::Z * half.z)).unwrap();
        }
        Wall::Shell => {
            let half = dvec3(0.3, 0.3, 1.5e-3);
            let bowl = generate::cuboid_divided(half, [4, 4, 1]).unwrap();
            let dented = bowl.vertices.iter().map(|v| *v + DVec3::Z * (half.z + 0.05 * v.x * v.x)).collect();
            let bowl = bristle_geometry::TriangleMesh { vertices: dented, ..bowl };
            let shape = Shape::Mesh(Arc::new(MeshSurface::new(&bowl).unwrap()));
            builder.shape(stands, "wall", shape, Pose::IDENTITY).unwrap();
        }
        Wall::Pad => {
            // Rays miss what is finer than their spacing: these see a needle of 1 mm.
            let layout = SkinLayout::grid(80, 80, 1.2e-3).unwrap();
            let friction = elasto_plastic(bristles(2.5e3, 2.5, 0.6));
            let skin = Skin::new(&layout, per_texel(125.0, 1.25, friction), SkinOptions::default()).unwrap();
            builder.skin(stands, "wall", skin, down).unwrap();
        }
    }
    let turn = DQuat::from_euler(glam::EulerRot::XYZ, 0.3, 0.2, 0.9);
    // Neither begins at a whole number of steps away.
    let start = Pose::new(turn, dvec3(1e-3, -2e-3, -0.061));
    let round = match shape {
        Shape::Mesh(_) => &sphere(4e-3),
        solid => solid,
    };
    let inertia = Inertia::of_shape(round, Mass::Total(*mass)).unwrap();
    let thrown: BodyId = body(&mut builder, "thing", start, Joint::free(), inertia);
    builder.shape(thrown, "thing", shape.clone(), Pose::IDENTITY).unwrap();
    let mut world = World::new(builder.build().unwrap());
    let velocity = [0.0, 0.0, speed, 1.0, -2.0, 0.5];
    world.edit(|model, state| state.set_joint_velocity(model, thrown, &velocity)).unwrap();
    let mut farthest = f64::NEG_INFINITY;
    for _ in 0..((0.3 / speed / h).ceil() as usize).max(12) {
        world.step(h)?;
        farthest = farthest.max(world.pose(thrown).unwrap().translation.z);
    }
    Ok(farthest)
}

/// 7 things, 3 walls, 3 speeds and 3 steps: 189 throws, of which a third is made every time.
#[test]
fn nothing_that_is_thrown_at_a_wall_or_a_pad_passes_through() {
    let all = std::env::var_os("BRISTLE_TEST_ALL").is_some();
    let (mut count, mut through, mut refused) = (0, Vec::new(), Vec::new());
    for thing in &things() {
        for wall in [Wall::Plate, Wall::Shell, Wall::Pad] {
            for speed in SPEEDS {
                for h in STEPS {
                    count += 1;
                    if !all && count % 3 != 0 {
                        continue;
                    }
                    match throw(thing, wall, speed, h) {
                        // Beyond the wall by more than a pad yields: it has passed.
                        Ok(farthest) if farthest > 0.025 => through.push((thing.0, wall, speed, h, farthest)),
                        Ok(_) => {}
                        Err(error) => refused.push((thing.0, wall, speed, h, error.to_string())),
                    }
                }
            }
        }
    }
    assert_eq!(count, 189);
    assert!(through.is_empty(), "{through:?}");
    // A needle of 64 mg on a pad with steps of 5 ms: that is told, and passes nothing over.
    assert!(refused.len() <= 1, "{refused:?}");
}

/// Two small balls that fly at each other meet.
#[test]
fn what_flies_at_each_other_meets() {
    for speed in [5.0, 20.0, 60.0] {
        let mut builder = weightless();
        let apart = 0.0537;
        let at = |x: f64| Pose::from_translation(DVec3::X * x);
        let one = free(&mut builder, "one", sphere(2e-3), 9e-5, at(-apart));
        let two = free(&mut builder, "two", sphere(2e-3), 9e-5, at(apart));
        let mut world = World::new(builder.build().unwrap());
        world
            .edit(|model, state| {
                state.set_joint_velocity(model, one, &[speed, 0.0, 0.0, 0.0, 0.0, 0.0])?;
                state.set_joint_velocity(model, two, &[-speed, 0.0, 0.0, 0.0, 0.0, 0.0])
            })
            .unwrap();
        for _ in 0..200 {
            world.step(1e-3).unwrap();
            let [a, b] = [one, two].map(|body| world.pose(body).unwrap().translation.x);
            assert!(a < b, "{speed} m/s: {a} {b}");
        }
    }
}
