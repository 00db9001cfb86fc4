//! Clocks.

use crate::error::CliError;
use bristle_run::Simulation;
use bristle_world::StepError;
use std::time::{Duration, Instant};

/// Blocks of steps that are timed, each for about this long.
const BLOCKS: usize = 9;
const BLOCK: Duration = Duration::from_millis(80);
/// How long throughput is measured at a time.
const STRETCH: Duration = Duration::from_millis(250);
const STRETCHES: usize = 3;

/// Time per step \[s\], median over blocks: a disturbance by other programs spoils a block, not the figure.
pub(super) fn per_step(ready: &Simulation) -> Result<f64, CliError> {
    let mut simulation = ready.clone();
    let mut times = Vec::new();
    for _ in 0..BLOCKS {
        let begun = Instant::now();
        let steps = steps_within(&mut simulation, BLOCK)?;
        times.push(begun.elapsed().as_secs_f64() / steps as f64);
    }
    Ok(median(times))
}

/// Steps per second of one world, and of two on a thread each: medians of measurements in turn, so that both see the same
/// machine.
pub(super) fn throughput(ready: &Simulation) -> Result<(f64, f64), CliError> {
    let (mut ones, mut twos) = (Vec::new(), Vec::new());
    for _ in 0..STRETCHES {
        ones.push(together(ready, 1)?);
        twos.push(together(ready, 2)?);
    }
    Ok((median(ones), median(twos)))
}

fn together(ready: &Simulation, threads: usize) -> Result<f64, CliError> {
    let mut simulations = vec![ready.clone(); threads];
    let begun = Instant::now();
    let counts: Vec<Result<u64, StepError>> = std::thread::scope(|scope| {
        let at_work: Vec<_> = simulations
            .iter_mut()
            .map(|simulation| scope.spawn(|| steps_within(simulation, STRETCH)))
            .collect();
        // A thread can end only by its result: a step that fails is an error and no panic.
        at_work.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let elapsed = begun.elapsed().as_secs_f64();
    let mut steps = 0;
    for count in counts {
        steps += count?;
    }
    Ok(steps as f64 / elapsed)
}

/// As many steps as fit into a time; the clock is asked every few.
fn steps_within(simulation: &mut Simulation, time: Duration) -> Result<u64, StepError> {
    let begun = Instant::now();
    let mut steps = 0;
    while begun.elapsed() < time {
        for _ in 0..16 {
            simulation.step()?;
        }
        steps += 16;
    }
    Ok(steps)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
