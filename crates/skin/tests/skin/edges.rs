//! The edge of a foot carries the bed's energy per length (ED-1): a bed that is the same everywhere drives nothing along.

use crate::support::material::{STIFFNESS, THICKNESS, dry, elasto_plastic, full, winkler};
use crate::support::rail::Rail;
use crate::support::rig::{Rig, texel_sums};
use crate::support::shapes::{cuboid, cylinder, mesh, pressing, sphere};
use bristle_contact::{Basis, ContactMaterial, Exponent, PowerLaw};
use bristle_geometry::mesh::generate::{cuboid_divided, icosphere, open_grid};
use bristle_geometry::{Pose, Shape, Twist};
use bristle_skin::layout::SamplePattern;
use bristle_skin::{RelativeMotion, SkinLayout, SkinOptions, TrialLoad};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::FRAC_PI_2;

const PITCH: f64 = 3.7e-3;
const HALF: DVec3 = DVec3::new(16.5e-3, 15.5e-3, 6e-3);

/// Wide enough that the foot never comes to its border.
fn wide() -> SkinLayout {
    SkinLayout::grid(17, 16, PITCH).unwrap()
}

fn rig(layout: &SkinLayout, material: ContactMaterial, shape: &Shape) -> Rig {
    Rig::with_options(layout, material, SkinOptions::default(), &[shape])
}

fn hertz() -> ContactMaterial {
    let law = PowerLaw::new(STIFFNESS * 30.0, Exponent::HERTZ, 0.0).unwrap();
    ContactMaterial::new(law, elasto_plastic(dry(1.0, 0.0)), THICKNESS, Basis::PerArea).unwrap()
}

/// A box whose foot is sunk in by `depth` in its middle, leaning by `lean` about x and y and turned about z.
fn foot(x: f64, y: f64, depth: f64, lean: [f64; 2], turn: f64) -> Pose {
    let turned =
        DQuat::from_rotation_y(lean[1]) * DQuat::from_rotation_x(lean[0]) * DQuat::from_rotation_z(turn);
    Pose::new(turned, dvec3(x, y, -depth) + turned * (DVec3::Z * HALF.z))
}

/// Largest force along the pad over the normal force, over offsets of a pitch and several leans.
fn drive(layout: &SkinLayout, material: ContactMaterial, shape: &Shape) -> f64 {
    let mut rig = rig(layout, material, shape);
    let mut worst = 0.0_f64;
    for (lean, turn) in [([0.0, 0.02], 0.0), ([0.0, 0.06], 0.0), ([0.03, -0.02], 0.0), ([0.01, 0.04], 0.6)] {
        for i in 0..20 {
            let offset = PITCH * f64::from(i) / 20.0;
            let pose = foot(offset, 0.3e-3 + 0.7 * offset, 1.6e-3, lean, turn);
            rig.feel(&[Rail::still(pose).target(shape)], 1e-3);
            let force = rig.wrench().force;
            worst = worst.max(force.truncate().length() / force.z.abs());
        }
    }
    worst
}

#[test]
fn a_leaning_foot_is_not_driven_along_the_pad() {
    let jittered = wide().with_samples(SamplePattern::Jittered(4)).unwrap();
    let boxed = cuboid(HALF);
    let meshed = mesh(&cuboid_divided(HALF, [3, 4, 2]).unwrap());
    for (name, layout, material, shape) in [
        ("one ray", wide(), winkler(), &boxed),
        ("one ray, Hertz", wide(), hertz(), &boxed),
        ("one ray, scattered", wide().with_samples(SamplePattern::Jittered(1)).unwrap(), winkler(), &boxed),
        ("four rays", jittered.clone(), winkler(), &boxed),
        ("four rays, Hertz", jittered, hertz(), &boxed),
        ("a box of triangles", wide(), winkler(), &meshed),
    ] {
        let worst = drive(&layout, material, shape);
        println!("{name}: {worst:e}");
        // Without the edges it is the lean, up to 0.06.
        assert!(worst < 1e-12, "{name}: {worst:e} of the normal force");
    }
}

/// Deep or barely touching, leaning so little that the side face is hidden from the rays: nothing along the pad at any place.
#[test]
fn a_foot_on_its_edge_is_not_driven_at_any_depth() {
    let boxed = cuboid(HALF);
    let meshed = mesh(&cuboid_divided(HALF, [3, 4, 2]).unwrap());
    for (name, rays, shape) in [("one ray", 1, &boxed), ("four rays", 4, &boxed), ("triangles", 1, &meshed)] {
        let layout = wide().with_samples(SamplePattern::Jittered(rays)).unwrap();
        let mut rig = rig(&layout, winkler(), shape);
        let mut worst = 0.0_f64;
        for lean in [[0.0, 0.09], [0.09, 0.0], [0.05, -0.06]] {
            for edge in [0.05e-3, 0.2e-3, 0.7e-3, 2e-3] {
                for i in 0..40 {
                    let offset = PITCH * f64::from(i) / 40.0;
                    let lift = HALF.x * f64::sin(lean[1]).abs() + HALF.y * f64::sin(lean[0]).abs();
                    let pose = foot(offset, 0.3e-3 + 0.7 * offset, edge - lift, lean, 0.0);
                    rig.feel(&[Rail::still(pose).target(shape)], 1e-3);
                    let force = rig.wrench().force;
                    if force.z != 0.0 {
                        worst = worst.max(force.truncate().length() / force.z.abs());
                    }
                }
            }
        }
        println!("{name}: {worst:e}");
        assert!(worst < 1e-9, "{name}: {worst:e} of the normal force");
    }
}

/// Where the rays see the faces on both sides of an edge they feel all of it: on average over a pitch nothing drives along.
#[test]
fn an_edge_with_two_visible_faces_is_not_driven_on_average() {
    let boxed = cuboid(HALF);
    let meshed = mesh(&cuboid_divided(HALF, [3, 4, 2]).unwrap());
    // Scattered rays lie differently in every texel, and no pitch is like the next.
    for (name, rays, shape, most) in [
        ("one ray", SamplePattern::Centre, &boxed, 0.02),
        ("triangles", SamplePattern::Centre, &meshed, 0.02),
        ("four rays", SamplePattern::Jittered(4), &boxed, 0.06),
    ] {
        let layout = wide().with_samples(rays).unwrap();
        let mut rig = rig(&layout, winkler(), shape);
        for lean in [0.11, 0.15, 0.3, 0.6, 0.8, 1.2] {
            for edge in [0.3e-3, 1e-3, 2e-3] {
                let (mut sum, places) = (DVec3::ZERO, 1000);
                for i in 0..places {
                    let offset = PITCH * (f64::from(i) + 0.5) / f64::from(places);
                    let pose = foot(offset, 0.3e-3, edge - HALF.x * f64::sin(lean), [0.0, lean], 0.0);
                    rig.feel(&[Rail::still(pose).target(shape)], 1e-3);
                    sum += rig.wrench().force;
                }
                let drive = sum.truncate().length() / sum.z.abs();
                println!("{name}, lean {lean}, edge {edge}: {drive:e}");
                assert!(drive < most, "{name}, lean {lean}, edge {edge}: {drive:e} of the normal force");
            }
        }
    }
}

/// A skin that looks ahead by nothing cannot tell an edge from a surface that falls off, and leaves both alone: the slope drives the foot.
#[test]
fn without_look_ahead_no_edge_is_seen() {
    let (shape, options) = (cuboid(HALF), SkinOptions { look_ahead: Some(0.0), ..SkinOptions::default() });
    let mut rig = Rig::with_options(&wide(), winkler(), options, &[&shape]);
    rig.feel(&[Rail::still(foot(0.0, 0.0, 1.6e-3, [0.0, 0.06], 0.0)).target(&shape)], 1e-3);
    let force = rig.wrench().force;
    assert!((force.x / force.z).abs() > 0.05, "{force}");
}

/// Texels that are the faces or the vertices of a mesh have sides of all directions; their ends are not those of rows.
#[test]
fn meshes_of_texels_balance_a_leaning_foot_but_for_their_borders() {
    let sheet = open_grid(18, 17, PITCH, PITCH).unwrap();
    for (name, layout, most) in [
        ("faces", SkinLayout::from_face_centres(sheet.clone()).unwrap(), 3e-3),
        ("vertices", SkinLayout::from_vertices(sheet).unwrap(), 3e-3),
    ] {
        let worst = drive(&layout, winkler(), &cuboid(HALF));
        println!("{name}: {worst:e}");
        assert!(worst < most, "{name}: {worst:e} of the normal force");
    }
}

#[test]
fn sliding_by_whole_pitches_does_no_work() {
    let shape = cuboid(HALF);
    for (name, layout) in
        [("one ray", wide()), ("four rays", wide().with_samples(SamplePattern::Jittered(4)).unwrap())]
    {
        let mut rig = rig(&layout, winkler(), &shape);
        let velocity = dvec3(2.0 * PITCH, 1.0 * PITCH, 0.0);
        let (mut work, mut moved, mut energy) = (0.0, 0.0, 0.0_f64);
        let steps = 2000;
        for i in 0..steps {
            let s = (f64::from(i) + 0.5) / f64::from(steps);
            let pose = foot(velocity.x * s, velocity.y * s, 1.6e-3, [0.02, 0.05], 0.3);
            rig.feel(&[Rail::still(pose).target(&shape)], 1e-3);
            let force = -rig.wrench().force;
            work += force.dot(velocity) / f64::from(steps);
            moved += force.length() * velocity.length() / f64::from(steps);
            energy =
                energy.max(rig.reading.texels.iter().map(|t| 0.5 * t.elastic_force * t.penetration).sum());
        }
        println!("{name}: {work:e} J of {energy:e} J stored, {moved:e} J");
        assert!(work.abs() < 1e-6 * energy, "{name}: {work:e} J of {energy:e} J");
    }
}

/// Balls, rollers on their side, bodies of small triangles and plates larger than the pad end nowhere abruptly.
#[test]
fn what_has_no_edge_over_the_pad_feels_none() {
    let ball = mesh(&icosphere(12e-3, 20).unwrap());
    let roller = cylinder(12e-3, 0.1);
    let lying = |x: f64| {
        let turned = DQuat::from_rotation_x(FRAC_PI_2) * DQuat::from_rotation_z(0.3);
        Pose::new(turned, dvec3(x, 0.0, 12e-3 - 1.3e-3))
    };
    let plate = cuboid(dvec3(0.1, 0.1, 5e-3));
    for i in 0..20 {
        let x = PITCH * f64::from(i) / 20.0;
        let leaning = Pose::new(DQuat::from_rotation_y(0.03), dvec3(x, 0.0, 5e-3 - 1.3e-3));
        for (name, shape, pose) in [
            ("ball", &sphere(12e-3), pressing(x, 0.3e-3, 12e-3, 1.3e-3)),
            ("ball of triangles", &ball, pressing(x, 0.3e-3, 12e-3, 1.3e-3)),
            ("roller", &roller, lying(x)),
            ("plate", &plate, leaning),
        ] {
            let mut rig = rig(&wide(), winkler(), shape);
            rig.feel(&[Rail::still(pose).target(shape)], 1e-3);
            assert!(rig.touched().count() > 3, "{name}");
            assert!(rig.reading.texels.iter().all(|t| t.shear == DVec3::ZERO), "{name} at {x}");
        }
    }
}

/// Force per length: a level foot is pushed inwards from all sides by the energy per area under it.
#[test]
fn a_level_foot_is_held_by_its_energy_per_length() {
    let (shape, depth) = (cuboid(HALF), 1.1e-3);
    let mut rig = rig(&wide(), winkler(), &shape);
    rig.feel(&[Rail::still(foot(0.2e-3, 0.0, depth, [0.0; 2], 0.0)).target(&shape)], 1e-3);
    let energy = 0.5 * STIFFNESS * depth * depth;
    let on_right: f64 = rig.touched().map(|t| t.shear.x.max(0.0)).sum();
    let on_left: f64 = rig.touched().map(|t| t.shear.x.min(0.0)).sum();
    let rows = rig.touched().filter(|t| t.shear.x > 0.0).count();
    let expected = energy * PITCH * rows as f64;
    assert!(rows == 8, "{rows}");
    assert!((on_right / expected - 1.0).abs() < 1e-12, "{on_right}, not {expected} N");
    assert!((on_left / expected + 1.0).abs() < 1e-12, "{on_left}, not {expected} N");
    assert!(rig.touched().all(|t| t.utilisation == 0.0));
}

/// In a step slope and edges balance for every trial motion (ED-2).
#[test]
fn no_trial_motion_drives_a_leaning_foot() {
    let shape = cuboid(HALF);
    let mut rig = rig(&wide(), winkler(), &shape);
    let target = [Rail::still(foot(0.7e-3, -0.4e-3, 1.6e-3, [0.01, 0.05], 0.3)).target(&shape)];
    rig.skin.detect(Pose::IDENTITY, &target, &rig.state, &mut rig.memory).unwrap();
    let motion = |down: f64, turn: f64| {
        [RelativeMotion { velocity: dvec3(0.02, 0.01, -down), rotation: dvec3(0.3, -turn, 0.2) }]
    };
    for (down, turn) in [(0.0, 0.0), (0.1, 0.0), (-0.2, 1.0), (0.3, -2.0)] {
        let mut loads = [TrialLoad::ZERO];
        let (before, after) = (motion(0.05, 0.5), motion(down, turn));
        rig.skin.try_motion(&before, &after, 1e-3, &rig.state, &mut rig.memory, &mut loads).unwrap();
        let force = loads[0].force;
        assert!(force.z.abs() > 0.1 && force.truncate().length() < 1e-12 * force.z.abs(), "{force}");
    }
}

/// Readings sum to the wrench, force and torque, of an update and of a step.
#[test]
fn readings_with_edges_are_the_wrench() {
    let (shape, pose) = (cuboid(HALF), foot(0.7e-3, -0.4e-3, 1.6e-3, [0.01, 0.05], 0.3));
    let twist = Twist { linear: dvec3(0.02, 0.01, -0.003), angular: dvec3(0.1, -0.2, 0.3) };
    let target = [Rail { pose, twist }.target(&shape)];
    let mut rig = rig(&wide(), full(elasto_plastic), &shape);
    rig.feel(&target, 1e-3);
    let check = |rig: &Rig, what: &str| {
        let (force, moment) = texel_sums(rig.reading.texels.iter());
        let (wrench, size) = (rig.wrench(), rig.reading.total_normal_force());
        assert!((force - wrench.force).length() < 1e-13 * size, "{what}: {force} {}", wrench.force);
        assert!((moment - wrench.torque).length() < 1e-15 * size, "{what}: {moment} {}", wrench.torque);
        let edges = rig.touched().filter(|t| t.shear.length() > 1e-3 * t.normal_force).count();
        assert!(edges > 10, "{what}: {edges}");
    };
    check(&rig, "update");
    let skin = &rig.skin;
    let motion = |factor: f64| RelativeMotion {
        velocity: (twist.linear + twist.angular.cross(-pose.translation)) * factor,
        rotation: twist.angular * factor,
    };
    let (mut next, mut loads) = (rig.state.clone(), [TrialLoad::ZERO]);
    let (before, after) = ([motion(1.0)], [motion(0.7)]);
    skin.detect(Pose::IDENTITY, &target, &rig.state, &mut rig.memory).unwrap();
    skin.try_motion(&before, &after, 1e-3, &rig.state, &mut rig.memory, &mut loads).unwrap();
    let tried = loads[0];
    skin.commit_motion(
        &before,
        &after,
        1e-3,
        &rig.state,
        &mut next,
        &mut rig.memory,
        &mut loads,
        &mut rig.reading,
    )
    .unwrap();
    assert_eq!((tried.force, tried.torque), (loads[0].force, loads[0].torque));
    check(&rig, "step");
}

/// A foot and its mirror image feel mirrored forces.
#[test]
fn mirrored_feet_feel_mirrored_edges() {
    let shape = cuboid(HALF);
    for rays in [1, 4, 5] {
        let layout = wide().with_samples(SamplePattern::Jittered(rays)).unwrap();
        let felt = |x: f64, y: f64, lean: [f64; 2]| {
            let mut rig = rig(&layout, winkler(), &shape);
            rig.feel(&[Rail::still(foot(x, y, 1.6e-3, lean, 0.0)).target(&shape)], 1e-3);
            let grid = layout.grid.clone().unwrap();
            let image = grid.image(&rig.reading.texels, Default::default());
            (grid, image.iter().map(|t| t.shear).collect::<Vec<_>>(), rig.reading.total_normal_force())
        };
        let (grid, here, size) = felt(0.7e-3, 1.1e-3, [0.02, 0.05]);
        let (_, there, _) = felt(-0.7e-3, 1.1e-3, [0.02, -0.05]);
        for row in 0..grid.rows {
            for column in 0..grid.columns {
                let a = here[row * grid.columns + column];
                let b = there[(grid.rows - 1 - row) * grid.columns + column];
                assert!((a - dvec3(-b.x, b.y, b.z)).length() < 1e-12 * size, "{rays} rays: {a} {b}");
            }
        }
    }
}
