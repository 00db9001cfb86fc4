//! What comes down on an edge or a corner leaves no faster than it came, however stiff the contact is for the step.

use crate::support::bodies::{body, cube, fixed, looking_ahead, weightless};
use crate::support::material::{bristles, elasto_plastic, per_texel};
use bristle_geometry::shape::Cylinder;
use bristle_geometry::{Pose, Shape};
use bristle_skin::layout::SamplePattern;
use bristle_skin::{Skin, SkinLayout};
use bristle_world::{Inertia, Joint, Mass, World};
use glam::{DQuat, EulerRot, dvec3};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Of the body \[m\], \[kg\].
const SIDE: f64 = 20e-3;
const MASS: f64 = 0.1;
const PITCH: f64 = 3.7e-3;
const STEP: f64 = 1e-3;

#[derive(Clone, Debug)]
struct Landing {
    shape: Shape,
    rays: SamplePattern,
    /// How fast it comes down \[m/s\].
    speed: f64,
    /// Roll, pitch and yaw \[rad\].
    lean: [f64; 3],
    /// Where within a texel, and at which phase of the step.
    at: [f64; 3],
    /// ωh and ζ of a body that stands flat.
    stiff: f64,
    damping: f64,
}

/// Any stiffness, damping, lean and place.
fn landings() -> impl Strategy<Value = Landing> {
    let cylinder = Shape::from(Cylinder::new(0.5 * SIDE, 0.5 * SIDE).unwrap());
    let rays = vec![SamplePattern::Centre, SamplePattern::Jittered(4), SamplePattern::Jittered(6)];
    // On an edge or on a corner.
    let lean = (0.0..0.9, prop_oneof![Just(0.0), 0.0..0.9], 0.0..0.8_f64);
    let at = [0.0..1.0, 0.0..1.0, 0.0..1.0_f64];
    let stiff = (-1.0..3.0_f64).prop_map(|power| 10.0_f64.powf(power));
    let what = (select(vec![cube(SIDE), cylinder]), select(rays), select(&[0.1, 0.1, 0.1, 0.02][..]));
    (what, lean, at, stiff, select(&[0.0, 0.3, 1.0, 2.0][..])).prop_map(
        |((shape, rays, speed), (roll, pitch, yaw), at, stiff, damping)| {
            let lean = [roll, pitch, yaw];
            Landing { shape, rays, speed, lean, at, stiff, damping }
        },
    )
}

impl Landing {
    fn world(&self) -> World {
        let texels = (SIDE / PITCH).powi(2);
        let k = MASS * f64::powi(self.stiff / STEP, 2) / texels;
        let c = 2.0 * self.damping * (k * MASS / texels).sqrt();
        let mut builder = weightless();
        let carrier = fixed(&mut builder, "pad", Pose::IDENTITY);
        let layout = SkinLayout::grid(12, 12, PITCH).unwrap().with_samples(self.rays).unwrap();
        let material = per_texel(k, c, elasto_plastic(bristles(1e4, 10.0, 0.0)));
        let skin = Skin::new(&layout, material, looking_ahead()).unwrap();
        builder.skin(carrier, "pad", skin, Pose::IDENTITY).unwrap();
        let [roll, pitch, yaw] = self.lean;
        let turned = DQuat::from_euler(EulerRot::ZYX, yaw, pitch, roll);
        let [x, y, phase] = self.at;
        let height = 0.9 * SIDE + self.speed * STEP * phase;
        let inertia = Inertia::of_shape(&self.shape, Mass::Total(MASS)).unwrap();
        let place = Pose::new(turned, dvec3(PITCH * x, PITCH * y, height));
        let thing = body(&mut builder, "thing", place, Joint::free(), inertia);
        builder.shape(thing, "thing", self.shape.clone(), Pose::IDENTITY).unwrap();
        let mut world = World::new(builder.build().unwrap());
        let v = [0.0, 0.0, -self.speed, 0.0, 0.0, 0.0];
        world.edit(|model, state| state.set_joint_velocity(model, thing, &v)).unwrap();
        world
    }

    /// The fastest that it is, over how fast it came: as the root of its kinetic energy.
    fn fastest(&self) -> f64 {
        let mut world = self.world();
        let before = world.energy().kinetic;
        let mut most = 0.0_f64;
        for _ in 0..(0.04 / self.speed / STEP) as usize {
            world.step(STEP).unwrap_or_else(|error| panic!("{self:?}: {error}"));
            most = most.max(world.energy().kinetic / before);
        }
        most.sqrt()
    }
}

/// ωh from 0.1 to 1000, any damping, one ray to six, on edges and corners, at any place and phase of the step.
#[test]
fn what_lands_on_an_edge_or_a_corner_leaves_no_faster_than_it_came() {
    let many = std::env::var_os("BRISTLE_TEST_ALL").is_some();
    let (mut runner, mut worst) = (TestRunner::deterministic(), [0.0_f64; 2]);
    for _ in 0..if many { 8000 } else { 240 } {
        let landing = landings().new_tree(&mut runner).unwrap().current();
        let fastest = landing.fastest();
        let undamped = landing.damping == 0.0;
        worst[usize::from(undamped)] = worst[usize::from(undamped)].max(fastest);
        // Undamped and resolved, it has the energy of the rim's texels to win or lose: here those are all that touch. Of 12 000 landings the
        // worst left with 1.16 of its speed.
        let allowed = if undamped && landing.stiff < 10.0 { 1.3 } else { 1.0 + 1e-9 };
        assert!(fastest < allowed, "{landing:?}: {fastest} of the speed");
    }
    println!("at most {} of the speed, {} undamped", worst[0], worst[1]);
}
