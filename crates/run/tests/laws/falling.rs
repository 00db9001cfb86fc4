//! Random scenes, of those of `scripts/soak --only falling`, that ended with a step that did not converge, or gave energy: bodies that are too heavy for their surfaces and
//! steps too long for either, so that hard contact is pressed beyond its limit, and faces meet that did not before.

use crate::support::simulation;

const SCENES: [(&str, &str); 7] = [
    ("43", include_str!("falling/43.toml")),
    ("106", include_str!("falling/106.toml")),
    ("154", include_str!("falling/154.toml")),
    ("161", include_str!("falling/161.toml")),
    ("258", include_str!("falling/258.toml")),
    ("269", include_str!("falling/269.toml")),
    ("726", include_str!("falling/726.toml")),
];

#[test]
fn what_falls_comes_to_an_end_of_every_step_and_gains_no_energy() {
    for (name, text) in SCENES {
        let mut simulation = simulation(text);
        let h = simulation.built().run.step;
        let first = simulation.world().energy().total();
        for step in 0..400 {
            if let Err(error) = simulation.world_mut().step(h) {
                panic!("scene {name}, step {step}: {error}");
            }
            let energy = simulation.world().energy().total();
            assert!(
                energy <= first + 1e-6 * (first.abs() + 1e-3),
                "scene {name}, step {step}: {first} J became {energy} J"
            );
        }
    }
}
