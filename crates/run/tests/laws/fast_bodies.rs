//! What is too fast to be followed costs little, and is told.

use crate::support::simulation;
use bristle_world::StepError;

/// Evaluations per step of the library's cube on its table, turned at so many rad/s about `axis`. A step may fail; its cost is not known then.
fn evaluations(axis: [f64; 3], speed: f64) -> f64 {
    let text = "[[include]]\nfile = \"lib:objects/table\"\n[[include]]\nfile = \"lib:objects/cube\"\n";
    let mut simulation = simulation(text);
    for _ in 0..20 {
        simulation.step().unwrap();
    }
    let world = simulation.world_mut();
    let model = world.model().clone();
    let cube = model.body_named("cube").unwrap();
    let mut state = world.state().clone();
    let size = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    let turn = axis.map(|x| x * speed / size);
    state.set_joint_velocity(&model, cube, &[0.0, 0.0, 0.0, turn[0], turn[1], turn[2]]).unwrap();
    world.set_state(state).unwrap();
    let (mut sum, mut steps) = (0, 0);
    for _ in 0..100 {
        match simulation.step() {
            Ok(report) => {
                sum += report.evaluations;
                steps += 1;
            }
            Err(StepError::NotConverged { .. }) => break,
            Err(other) => panic!("{other}"),
        }
    }
    f64::from(sum as u32) / f64::from(steps.max(1))
}

#[test]
fn a_cube_that_is_spun_out_of_all_reason_costs_no_more_than_a_hard_contact() {
    for axis in [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.3, -0.7, 1.1]] {
        for speed in [10.0, 1000.0, 4700.0, 5000.0, 6000.0, 8000.0, 12_000.0, 20_000.0, 1e5, 1e6] {
            let mean = evaluations(axis, speed);
            println!("{axis:?} {speed} rad/s: {mean} evaluations per step");
            assert!(mean < 100.0, "{axis:?} {speed} rad/s: {mean} evaluations per step");
        }
    }
}
