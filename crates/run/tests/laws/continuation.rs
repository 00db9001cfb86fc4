//! What was copied goes on with the same bits.

use crate::support::scene;
use bristle_run::Simulation;
use bristle_world::SkinId;

/// A gripper closes about a cube that is pushed, shaken and made heavier.
const TROUBLED: &str = r#"
    include = [{ file = "lib:scenes/pick-cube", set.run.duration = 1.6 }]
    [[disturbances]]
    push = { body = "cube", force = [0.3, -0.7, 0], at = [0, 0, 0.01], from = 0.81, until = 1.07 }
    [[disturbances]]
    add_mass = { body = "cube", mass = 0.11, at = [0.003, 0, 0], time = 1.03 }
    [[disturbances]]
    shake = { body = "cube", force = [0, 0.7, 0], frequency = 13.0, from = 0.85, until = 1.4 }
"#;

#[test]
fn a_simulation_cloned_midway_goes_on_with_the_same_bits() {
    let mut simulation = Simulation::new(scene(TROUBLED).1).unwrap();
    // In the midst of the push and the shake; the fingers close later.
    while simulation.time() < 0.9 {
        simulation.step().unwrap();
    }
    let mut copy = simulation.clone();
    let events = simulation.events().len();
    for _ in 0..700 {
        assert_eq!(simulation.step().unwrap(), copy.step().unwrap());
    }
    assert_eq!(simulation.world().state(), copy.world().state());
    assert_eq!(simulation.events(), copy.events());
    let told = &simulation.events()[events..];
    assert_eq!(
        told.len(),
        9,
        "two ends, a mass, two phases, two pads that touch, one that slips twice: {told:?}"
    );
    assert_eq!((simulation.time(), simulation.phase()), (copy.time(), copy.phase()));
    for skin in 0..simulation.world().model().skins().len() {
        let (one, other) = (simulation.world().reading(SkinId(skin)), copy.world().reading(SkinId(skin)));
        assert_eq!(one.unwrap().texels, other.unwrap().texels);
    }
}

#[test]
fn steps_of_the_scenes_length_are_steps_of_any_length() {
    let (_, built) = scene(TROUBLED);
    let mut own = Simulation::new(built.clone()).unwrap();
    let mut given = Simulation::new(built.clone()).unwrap();
    for _ in 0..50 {
        own.step().unwrap();
        let report = given.step_by(built.run.step).unwrap();
        assert_eq!(given.report(), report);
    }
    assert_eq!(own.world().state(), given.world().state());
}
