//! What is felt before the first step.

use crate::support::scene;
use bristle_run::Simulation;
use bristle_world::{SkinId, World};
use std::sync::Arc;

/// A ball that lies 0.3 mm deep in a pad and slides over it, with sensors that have a memory.
const PRESSED: &str = r#"
    run = { duration = 0.1, step = 0.003 }
    [materials.soft]
    normal = { linear = { stiffness = 1000.0, damping = 7.0 } }
    friction = { elasto_plastic = { stiffness = 2e4, damping = 10.0, mu_static = 0.6, mu_dynamic = 0.3, stribeck_speed = 0.5 } }
    max_penetration_mm = 5.0
    basis = "per_texel"
    [bodies.base]
    shapes.base = { box = { size = [0.04, 0.04, 0.01] }, pose = { xyz = [0, 0, -0.005] } }
    [skins.pad]
    on = "base"
    material = "soft"
    layout = { grid = { rows = 6, columns = 6, pitch_mm = 5.0 } }
    [bodies.ball]
    joint = "free"
    pose = { xyz = [0.001, 0.002, 0.0097] }
    mass = 0.3
    shapes.ball = { sphere = { radius = 0.01 } }
    start = { velocity = [0.03, 0, 0] }
    [sensors.shake]
    accelerometer = { on = "ball", noise = 0.1 }
    bandwidth = 20.0
"#;

#[test]
fn a_simulation_feels_its_first_state_as_the_shortest_step_does() {
    let (_, built) = scene(PRESSED);
    let simulation = Simulation::new(Arc::clone(&built)).unwrap();
    let mut stepped = World::new(Arc::clone(&built.model));
    stepped.set_state(built.state.clone()).unwrap();
    stepped.step(1e-9).unwrap();
    let (sensed, after) =
        (simulation.world().reading(SkinId(0)).unwrap(), stepped.reading(SkinId(0)).unwrap());
    assert_eq!(simulation.world().state(), &built.state, "no time has passed");
    let (sensed, after) = (sensed.total_normal_force(), after.total_normal_force());
    assert!(sensed > 0.1 && (sensed / after - 1.0).abs() < 1e-6, "{sensed} N and {after} N");
}

#[test]
fn sensing_changes_no_bit_of_what_follows() {
    // A box has edges that a ball has not.
    let boxed = PRESSED.replace("sphere = { radius = 0.01 }", "box = { size = [0.013, 0.011, 0.02] }");
    for (text, stepping) in
        [PRESSED, &boxed].into_iter().flat_map(|text| [(text, "newton"), (text, "explicit")])
    {
        let (_, built) = scene(&text.replacen("step = ", &format!("stepping = \"{stepping}\", step = "), 1));
        let world = || {
            let mut world = World::new(Arc::clone(&built.model)).with_stepping(built.run.stepping);
            world.set_state(built.state.clone()).unwrap();
            world
        };
        let (mut plain, mut sensing) = (world(), world());
        for _ in 0..20 {
            let state = sensing.state().clone();
            sensing.sense().unwrap();
            assert_eq!(sensing.state(), &state);
            assert_eq!(plain.step(0.001).unwrap(), sensing.step(0.001).unwrap());
            assert_eq!(plain.state(), sensing.state(), "{stepping}");
            let texels = |world: &World| world.reading(SkinId(0)).unwrap().texels.clone();
            assert_eq!(texels(&plain), texels(&sensing), "{stepping}");
        }
        assert!(plain.reading(SkinId(0)).unwrap().total_normal_force() > 0.1);
    }
}
