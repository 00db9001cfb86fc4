//! Worlds of many bodies: those whose cost is measured, and those with closed forms that other engines are compared in.

use bristle_geometry::mesh::generate;
use bristle_geometry::shape::{Capsule, Cuboid, Cylinder, HalfSpace, Sphere};
use bristle_geometry::{MeshSurface, Pose, Shape, TriangleMesh};
use bristle_world::{Body, BodyId, Inertia, Joint, Mass, Model, ModelBuilder, Surface, World};
use glam::{DQuat, DVec3, EulerRot, dvec3};
use std::error::Error;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Numbers that look random: a seed gives the same ones everywhere, also in `benches/peers/crowds.py`.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The row that a seed begins.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next, between two.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 11) as f64 / (1u64 << 53) as f64)
    }
}

fn free(builder: &mut ModelBuilder, name: &str, shape: Shape, mass: f64, pose: Pose) -> Result<BodyId> {
    let inertia = match &shape {
        Shape::Mesh(mesh) => {
            let half = 0.5 * (mesh.upper() - mesh.lower());
            Inertia::of_shape(&Cuboid::new(half)?.into(), Mass::Total(mass))?
        }
        solid => Inertia::of_shape(solid, Mass::Total(mass))?,
    };
    let body = Body { name: name.into(), parent: None, pose, joint: Joint::free(), inertia };
    let body = builder.body(body)?;
    builder.shape(body, name, shape, Pose::IDENTITY)?;
    Ok(body)
}

fn fixed(builder: &mut ModelBuilder, name: &str, shape: Shape, pose: Pose) -> Result<BodyId> {
    let inertia = Inertia::ZERO;
    let body = Body { name: name.into(), parent: None, pose, joint: Joint::fixed(), inertia };
    let body = builder.body(body)?;
    builder.shape(body, name, shape, Pose::IDENTITY)?;
    Ok(body)
}

fn surface(builder: &mut ModelBuilder, body: BodyId, mu: f64, rolling_resistance: f64) -> Result<()> {
    let surface = Surface { rolling_resistance, ..Surface::hard(mu, mu)? };
    builder.surface(body, Some(surface))?;
    Ok(())
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(dvec3(x, y, z))
}

/// So many boxes that tumble in free flight and touch nothing.
pub fn flying(count: usize) -> Result<World> {
    let mut builder = ModelBuilder::new();
    let side = (count as f64).cbrt().ceil() as usize;
    let mut bodies = Vec::new();
    for i in 0..count {
        let [x, y, z] = [i % side, i / side % side, i / side / side].map(|k| 0.2 * k as f64);
        let shape = Cuboid::new(dvec3(0.02, 0.015, 0.01))?.into();
        bodies.push(free(&mut builder, &format!("box {i}"), shape, 0.1, at(x, y, z))?);
    }
    let mut world = World::new(builder.build()?);
    let mut numbers = Numbers::new(1);
    world.edit(|model, state| {
        bodies.iter().try_for_each(|&body| {
            let turn = [(); 3].map(|()| numbers.between(-3.0, 3.0));
            state.set_joint_velocity(model, body, &[0.0, 0.0, 0.0, turn[0], turn[1], turn[2]])
        })
    })?;
    Ok(world)
}

/// A chain of so many links that swings from one end: hinges about x and y in turn.
pub fn chain(count: usize) -> Result<Model> {
    let mut builder = ModelBuilder::new();
    let shape: Shape = Capsule::new(0.008, 0.02)?.into();
    let own = Inertia::of_shape(&shape, Mass::Total(0.05))?;
    let inertia = Inertia { centre: DVec3::NEG_Z * 0.03, ..own };
    let mut parent = None;
    for i in 0..count {
        let joint = Joint::revolute(if i % 2 == 0 { DVec3::X } else { DVec3::Y }).with_damping(1e-4);
        let pose = match parent {
            // It begins level.
            None => Pose::from_axis_angle(DVec3::X, FRAC_PI_2),
            Some(_) => at(0.0, 0.0, -0.06),
        };
        parent = Some(builder.body(Body { name: format!("link {i}"), parent, pose, joint, inertia })?);
    }
    Ok(builder.build()?)
}

/// Boxes on a table, each pushed over it by a force of its own, so that none ever rests: as many touching pairs as bodies.
pub fn pushed(count: usize) -> Result<World> {
    let mut builder = ModelBuilder::new();
    let table = fixed(&mut builder, "table", HalfSpace.into(), Pose::IDENTITY)?;
    surface(&mut builder, table, 0.3, 0.0)?;
    let side = (count as f64).sqrt().ceil() as usize;
    let half = dvec3(0.02, 0.015, 0.01);
    let mut bodies = Vec::new();
    for i in 0..count {
        let pose = at(0.1 * (i % side) as f64, 0.1 * (i / side) as f64, half.z);
        bodies.push(free(&mut builder, &format!("box {i}"), Cuboid::new(half)?.into(), 0.1, pose)?);
    }
    let mut world = World::new(builder.build()?);
    for body in bodies {
        let force = DVec3::X * 0.5;
        world.apply(body, bristle_geometry::Wrench { force, ..Default::default() })?;
    }
    Ok(world)
}

/// So many bodies that are fixed to the world.
pub fn furniture(count: usize) -> Result<Model> {
    let mut builder = ModelBuilder::new();
    let side = (count as f64).sqrt().ceil() as usize;
    for i in 0..count {
        let pose = at(0.1 * (i % side) as f64, 0.1 * (i / side) as f64, 0.0);
        fixed(&mut builder, &format!("box {i}"), Cuboid::new(DVec3::splat(0.02))?.into(), pose)?;
    }
    Ok(builder.build()?)
}

/// A bin on a table, open above.
fn bin(builder: &mut ModelBuilder, width: f64, height: f64, mu: f64, rolling: f64) -> Result<()> {
    let table = fixed(builder, "table", HalfSpace.into(), Pose::IDENTITY)?;
    surface(builder, table, mu, rolling)?;
    let thick = 0.01;
    for (i, (x, y)) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)].into_iter().enumerate() {
        let out = width + thick;
        let half =
            if x == 0.0 { dvec3(out + thick, thick, height) } else { dvec3(thick, out + thick, height) };
        let pose = at(x * out, y * out, height);
        let wall = fixed(builder, &format!("wall {i}"), Cuboid::new(half)?.into(), pose)?;
        surface(builder, wall, mu, rolling)?;
    }
    Ok(())
}

/// So many boxes in loose layers of 25, dropped into a bin.
pub fn boxes(count: usize) -> Result<World> {
    let mut builder = ModelBuilder::new();
    bin(&mut builder, 0.15, 0.2, 0.5, 0.0)?;
    let mut numbers = Numbers::new(5);
    for i in 0..count {
        let spot = |k: usize| 0.055 * (k as f64 - 2.0);
        let shake = |numbers: &mut Numbers| numbers.between(-0.004, 0.004);
        let x = spot(i % 5) + shake(&mut numbers);
        let y = spot(i / 5 % 5) + shake(&mut numbers);
        let z = 0.03 + 0.05 * (i / 25) as f64;
        let turn = DQuat::from_rotation_z(numbers.between(-0.3, 0.3));
        let pose = Pose::new(turn, dvec3(x, y, z));
        let half = DVec3::splat(0.02);
        let body = free(&mut builder, &format!("box {i}"), Cuboid::new(half)?.into(), 0.064, pose)?;
        surface(&mut builder, body, 0.5, 0.0)?;
    }
    Ok(World::new(builder.build()?))
}

/// A ring of rectangular section about z, with flat sides.
fn ring(inner: f64, outer: f64, half_height: f64) -> TriangleMesh {
    const SIDES: u32 = 24;
    let profile = [(inner, -half_height), (outer, -half_height), (outer, half_height), (inner, half_height)];
    let vertices = (0..SIDES).flat_map(|i| {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(i) / f64::from(SIDES)).sin_cos();
        profile.map(|(radius, z)| dvec3(radius * cos, radius * sin, z))
    });
    let index = |i: u32, k: u32| 4 * (i % SIDES) + k % 4;
    let triangles = (0..SIDES).flat_map(|i| (0..4).map(move |k| (i, k))).flat_map(|(i, k)| {
        let [a, b, c, d] = [index(i, k), index(i + 1, k), index(i + 1, k + 1), index(i, k + 1)];
        [[a, b, c], [a, c, d]]
    });
    TriangleMesh { vertices: vertices.collect(), triangles: triangles.collect() }
}

fn mesh(mesh: &TriangleMesh) -> Result<Shape> {
    Ok(Shape::Mesh(Arc::new(MeshSurface::new(mesh)?)))
}

/// So many mixed solids and, if wanted, meshes that are poured into a bin.
pub fn pile(count: usize, meshes: bool, seed: u64) -> Result<World> {
    let mut builder = ModelBuilder::new();
    bin(&mut builder, 0.12, 0.15, 0.5, 2e-4)?;
    let mut numbers = Numbers::new(seed);
    let mut shapes: Vec<Shape> = vec![
        Sphere::new(0.016)?.into(),
        Cuboid::new(dvec3(0.02, 0.014, 0.01))?.into(),
        Cylinder::new(0.014, 0.018)?.into(),
        Capsule::new(0.01, 0.018)?.into(),
    ];
    if meshes {
        shapes.push(mesh(&ring(0.011, 0.018, 0.012))?);
        shapes.push(mesh(&generate::bumpy_sphere(0.018, 2e-3, 180)?)?);
    }
    for i in 0..count {
        let [x, y] = [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]][i % 4];
        let mut shake = |by: f64| numbers.between(-by, by);
        let place = dvec3(x * 0.055 + shake(0.012), y * 0.055 + shake(0.012), 0.04 + 0.06 * (i / 4) as f64);
        let turn = DQuat::from_euler(EulerRot::XYZ, shake(3.0), shake(3.0), shake(3.0));
        let name = format!("thing {i}");
        let shape = shapes[i % shapes.len()].clone();
        let body = free(&mut builder, &name, shape, 0.04, Pose::new(turn, place))?;
        surface(&mut builder, body, 0.5, 2e-4)?;
    }
    Ok(World::new(builder.build()?))
}

/// Five balls on threads, one of which comes down from aside.
pub fn cradle() -> Result<(World, Vec<BodyId>)> {
    let (radius, length) = (0.02, 0.3);
    let mut builder = ModelBuilder::new();
    let inertia = Inertia::of_shape(&Sphere::new(radius)?.into(), Mass::Total(0.1))?;
    let mut balls = Vec::new();
    for i in 0..5 {
        let inertia = Inertia { centre: DVec3::NEG_Z * length, ..inertia };
        let pose = at(2.0 * radius * f64::from(i), 0.0, 0.5);
        let (name, joint) = (format!("ball {i}"), Joint::revolute(DVec3::Y));
        let ball = builder.body(Body { name: name.clone(), parent: None, pose, joint, inertia })?;
        builder.shape(ball, name, Sphere::new(radius)?.into(), at(0.0, 0.0, -length))?;
        // A steel ball: hardly any damping.
        let hard = bristle_contact::ContactMaterial::new(
            bristle_contact::LinearSpringDamper::new(2e10, 0.0)?,
            bristle_contact::RegularisedCoulomb::new(bristle_contact::CoulombParameters {
                slip_speed: 1e-3,
                viscosity: 0.0,
                mu_static: 0.0,
                mu_dynamic: 0.0,
                stribeck_speed: 0.01,
            })?,
            2e-3,
            bristle_contact::Basis::PerArea,
        )?;
        builder.surface(ball, Some(Surface::new(hard)))?;
        balls.push(ball);
    }
    let mut world = World::new(builder.build()?);
    world.edit(|model, state| state.set_joint_position(model, balls[0], &[0.4]))?;
    Ok((world, balls))
}

/// A top whose tip is a small ball on a table: how fast it precesses has a closed form.
pub fn top() -> Result<(World, BodyId)> {
    let mut builder = ModelBuilder::new();
    let table = fixed(&mut builder, "table", HalfSpace.into(), Pose::IDENTITY)?;
    surface(&mut builder, table, 1.0, 0.0)?;
    let disc = Inertia::of_shape(&Cylinder::new(0.04, 0.005)?.into(), Mass::Total(0.2))?;
    let height = 0.03;
    let inertia = Inertia { centre: DVec3::Z * height, ..disc };
    let tip = 1e-3;
    let (tilt, spin) = (0.3_f64, 400.0);
    let lean = DQuat::from_rotation_x(-tilt);
    let pose = Pose::new(lean, DVec3::Z * tip);
    let joint = Joint::free();
    let body = builder.body(Body { name: "top".into(), parent: None, pose, joint, inertia })?;
    builder.shape(body, "tip", Sphere::new(tip)?.into(), Pose::IDENTITY)?;
    surface(&mut builder, body, 1.0, 0.0)?;
    let mut world = World::new(builder.build()?);
    let turn = lean * DVec3::Z * spin;
    let velocity = [0.0, 0.0, 0.0, turn.x, turn.y, turn.z];
    world.edit(|model, state| state.set_joint_velocity(model, body, &velocity))?;
    Ok((world, body))
}

/// A row of so many dominoes, the first of which leans.
pub fn dominoes(count: usize) -> Result<(World, Vec<BodyId>)> {
    let mut builder = ModelBuilder::new();
    let table = fixed(&mut builder, "table", HalfSpace.into(), Pose::IDENTITY)?;
    surface(&mut builder, table, 0.5, 0.0)?;
    let half = dvec3(0.0025, 0.012, 0.024);
    let mut row = Vec::new();
    for i in 0..count {
        let shape = Cuboid::new(half)?.into();
        let foot = dvec3(0.02 * i as f64, 0.0, 0.0);
        let lean = if i == 0 { DQuat::from_rotation_y(0.3) } else { DQuat::IDENTITY };
        // The first stands on its front edge.
        let edge = dvec3(half.x, 0.0, 0.0);
        let pose = Pose::new(lean, foot + edge + lean * (DVec3::Z * half.z - edge));
        let domino = free(&mut builder, &format!("domino {i}"), shape, 0.01, pose)?;
        surface(&mut builder, domino, 0.3, 0.0)?;
        row.push(domino);
    }
    Ok((World::new(builder.build()?), row))
}

/// A box on a wedge of 30° that slides away under it, both without friction.
pub fn wedge() -> Result<(World, [BodyId; 2])> {
    let mut builder = ModelBuilder::new();
    let table = fixed(&mut builder, "table", HalfSpace.into(), Pose::IDENTITY)?;
    surface(&mut builder, table, 0.0, 0.0)?;
    let slope = 30f64.to_radians();
    let (length, wide) = (0.4, 0.1);
    let high = length * slope.tan();
    let outline = [(0.0, 0.0), (length, 0.0), (0.0, high)];
    let points: Vec<DVec3> =
        [-wide, wide].iter().flat_map(|&y| outline.map(|(x, z)| dvec3(x, y, z))).collect();
    let solid = bristle_geometry::mesh::convex_hull(&points)?;
    let inertia = Inertia::of_mesh(&solid, Mass::Total(2.0))?;
    let (name, joint) = ("wedge".to_owned(), Joint::free());
    let wedge = builder.body(Body { name, parent: None, pose: Pose::IDENTITY, joint, inertia })?;
    builder.shape(wedge, "wedge", mesh(&solid)?, Pose::IDENTITY)?;
    surface(&mut builder, wedge, 0.0, 0.0)?;
    let half = dvec3(0.03, 0.03, 0.02);
    let turn = DQuat::from_rotation_y(slope);
    let on = dvec3(0.1, 0.0, high - 0.1 * slope.tan());
    let pose = Pose::new(turn, on + turn * (DVec3::Z * half.z));
    let slider = free(&mut builder, "box", Cuboid::new(half)?.into(), 0.5, pose)?;
    surface(&mut builder, slider, 0.0, 0.0)?;
    Ok((World::new(builder.build()?), [wedge, slider]))
}
