//! Kinematics of the arms of the library, and of arms made up for the test.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

mod arms;
mod chains;
mod closed_form;
mod collision;
mod numeric;

use bristle_geometry::Pose;
use bristle_kinematics::Chain;
use bristle_scene::Scene;
use bristle_world::World;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn world(scene: &str) -> World {
    let built = Scene::parse(scene, "test.toml").unwrap().build().unwrap();
    World::new(built.model).tap(|world| world.set_state(built.state).unwrap())
}

trait Tap: Sized {
    fn tap(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}
impl Tap for World {}

fn arm(name: &str) -> Chain {
    let world = world(&format!("include = [\"lib:arms/{name}\"]"));
    let model = world.model();
    let (base, tip) = match name {
        "pr2" => ("shoulder", "hand"),
        "armar3" => ("torso_roll", "right_hand"),
        _ => ("base", "flange"),
    };
    let [base, tip] = [base, tip].map(|name| model.body_named(name).unwrap());
    Chain::new(model, Some(base), tip, Pose::IDENTITY).unwrap()
}

/// How many random poses a test looks at: fewer than the study, which is behind `BRISTLE_TEST_ALL`.
fn count(usual: usize, all: usize) -> usize {
    if std::env::var_os("BRISTLE_TEST_ALL").is_some() { all } else { usual }
}

fn random_positions(chain: &Chain, chance: &mut Pcg64Mcg) -> Vec<f64> {
    let position = |joint: &bristle_kinematics::ChainJoint| {
        let (lower, upper) = joint.finite_range();
        lower + (upper - lower) * chance.random::<f64>()
    };
    chain.joints().iter().map(position).collect()
}

fn chance(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

fn difference(a: Pose, b: Pose) -> f64 {
    let turn = (a.rotation.conjugate() * b.rotation).normalize();
    let angle = 2.0 * turn.xyz().length().atan2(turn.w.abs());
    (a.translation - b.translation).length().max(angle)
}
