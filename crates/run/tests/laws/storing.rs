//! Simulations that were written down go on as if nothing had happened.

use bristle_run::{Collector, Driver, Simulation, StoreError};
use bristle_scene::{Built, Scene};
use std::sync::Arc;

fn built(name: &str) -> Arc<Built> {
    let text = format!("include = [\"lib:scenes/{name}\"]");
    Arc::new(Scene::parse(&text, "test.toml").unwrap().build().unwrap())
}

/// Runs for some steps, with what has come of it.
fn begun(built: &Arc<Built>, steps: usize) -> (Simulation, Collector) {
    let mut simulation = Simulation::new(Arc::clone(built)).unwrap();
    let mut collector = Collector::new(&simulation).unwrap();
    go_on(&mut simulation, &mut collector, steps);
    (simulation, collector)
}

fn go_on(simulation: &mut Simulation, collector: &mut Collector, steps: usize) {
    for _ in 0..steps {
        simulation.step().unwrap();
        collector.after_step(simulation).unwrap();
    }
}

#[test]
fn what_was_stored_goes_on_with_the_same_bits() {
    // In the middle of a grasp, with a device whose noise goes on, and while a weight settles.
    for (name, before, after) in
        [("pick-cube", 1500, 900), ("pick-cube-counts", 1400, 700), ("weigh", 30, 300)]
    {
        let (mut simulation, mut collector) = begun(&built(name), before);
        let bytes = simulation.store(Some(&collector)).unwrap();
        // As another process would have it: nothing is shared.
        let (mut other, others) = Simulation::restored(built(name), &bytes).unwrap();
        let mut others = others.unwrap();
        assert_eq!(other.world().state(), simulation.world().state());
        assert_eq!(other.events(), simulation.events());
        for skin in 0..simulation.built().model.skins().len() {
            let skin = bristle_world::SkinId(skin);
            assert_eq!(other.world().reading(skin).unwrap(), simulation.world().reading(skin).unwrap());
        }
        go_on(&mut simulation, &mut collector, after);
        go_on(&mut other, &mut others, after);
        assert_eq!(other.world().state(), simulation.world().state(), "{name}");
        assert_eq!(other.events(), simulation.events());
        let ending = bristle_run::RunEnding::Unfinished;
        let (mut a, mut b) = (
            collector.outcome(&simulation, ending.clone()).unwrap(),
            others.outcome(&other, ending).unwrap(),
        );
        (a.wall_s, b.wall_s, a.real_time_factor, b.real_time_factor) = (0.0, 0.0, 0.0, 0.0);
        assert_eq!(a, b, "{name}");
        for skin in simulation.built().devices.keys() {
            let (a, b) = (simulation.device(*skin).unwrap(), other.device(*skin).unwrap());
            assert_eq!((a.number, a.readings), (b.number, b.readings));
        }
    }
}

#[test]
fn bytes_of_another_scene_or_version_are_refused() {
    let (simulation, collector) = begun(&built("pick-cube"), 3);
    let bytes = simulation.store(Some(&collector)).unwrap();
    let error = Simulation::restored(built("weigh"), &bytes).unwrap_err();
    assert!(matches!(error, StoreError::Model(_)), "{error}");
    let mut older = bytes.clone();
    older[12] ^= 1;
    assert!(matches!(Simulation::restored(built("pick-cube"), &older), Err(StoreError::Foreign)));
    assert!(matches!(Simulation::restored(built("pick-cube"), b""), Err(StoreError::Foreign)));
}

#[test]
fn damaged_bytes_never_panic_nor_does_what_they_make() {
    let built = built("weigh");
    let (simulation, collector) = begun(&built, 200);
    let bytes = simulation.store(Some(&collector)).unwrap();
    for length in (0..bytes.len()).step_by(bytes.len() / 50) {
        assert!(Simulation::restored(Arc::clone(&built), &bytes[..length]).is_err());
    }
    let mut made = 0;
    for i in 0..300 {
        let mut damaged = bytes.clone();
        let at = 40 + i * 7919 % (bytes.len() - 40);
        damaged[at] = damaged[at].wrapping_add(1 + (i % 250) as u8);
        if let Ok((mut other, _)) = Simulation::restored(Arc::clone(&built), &damaged) {
            made += 1;
            // A step may fail; it has to say so.
            let _ = other.step();
        }
    }
    assert!(made > 100, "most single bytes are somewhere in a number: {made}");
}

#[test]
fn a_controller_cannot_be_stored_and_says_so() {
    struct Idle;
    impl bristle_control::Controller for Idle {
        fn decide(&mut self, _: &bristle_control::Percept) -> bristle_control::Decision {
            bristle_control::Decision::go_on(bristle_control::Commands::none())
        }
        fn phase(&self) -> &str {
            "idle"
        }
    }
    let built = built("pick-cube");
    let driver = Driver::controller(Box::new(Idle), built.run.step);
    let simulation = Simulation::driven_by(built, driver).unwrap();
    assert!(matches!(simulation.store(None), Err(StoreError::Controller)));
}
