//! What turns too fast to be followed costs a bounded number of evaluations, or is refused.

use crate::support::simulation;
use bristle_world::StepError;

/// Up to 616 per step were measured, at a million rad/s about x.
const MOST_EVALUATIONS: f64 = 64.0 * 10.0;

/// Evaluations per step of the library's cube on its table, turned at so many rad/s about `axis`; none if the first step fails.
fn evaluations(axis: [f64; 3], speed: f64) -> Option<f64> {
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
    (steps > 0).then(|| sum as f64 / f64::from(steps))
}

#[test]
fn a_spun_cube_costs_a_bounded_number_of_evaluations_or_is_refused() {
    let mut taken = 0;
    for axis in [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.3, -0.7, 1.1]] {
        for speed in [10.0, 1000.0, 4700.0, 5000.0, 6000.0, 8000.0, 12_000.0, 20_000.0, 1e5, 1e6] {
            let mean = evaluations(axis, speed);
            println!("{axis:?} {speed} rad/s: {mean:?} evaluations per step");
            assert!(mean.is_none_or(|mean| mean < MOST_EVALUATIONS), "{axis:?} {speed} rad/s: {mean:?}");
            // Up to 12 000 rad/s steps are taken.
            assert!(mean.is_some() || speed > 12_000.0, "{axis:?} {speed} rad/s: the first step fails");
            taken += usize::from(mean.is_some());
        }
    }
    assert!(taken >= 21, "{taken} of 30");
}
