//! What a step of a whole world costs: one line per case, or with `--json` one JSON object per line.
//!
//! `cargo run --release -p bristle-bench --bin world-bench [-- --json]`

use bristle_bench::worlds::{Law, Load, Pad, gripper_on_bottle, weigh};
use bristle_world::{SkinId, World};
use cpu_time::ProcessTime;
use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const STEP: f64 = 1e-3;

/// Time that every case gets to settle \[s of simulated time\].
const SETTLE: f64 = 2.0;

const ROUNDS: usize = 15;

struct Timing {
    case: String,
    /// Per step, best and median round \[µs\].
    best: f64,
    median: f64,
    /// The same in wall time, best round: less where threads share the work.
    best_wall: f64,
    texels: usize,
    touching: usize,
    force: f64,
    evaluations: f64,
}

/// Steps a world that has settled, in rounds.
fn time(case: &str, mut world: World, skins: &[SkinId], steps: usize) -> Result<Timing> {
    for _ in 0..(SETTLE / STEP) as usize {
        world.step(STEP)?;
    }
    let mut rounds = Vec::new();
    let mut best_wall = f64::INFINITY;
    let mut evaluations = 0;
    for _ in 0..ROUNDS {
        // Time of this process, all its threads together, so that neighbours on the machine disturb less.
        let (begin, wall) = (ProcessTime::now(), Instant::now());
        for _ in 0..steps {
            evaluations += black_box(world.step(STEP)?).evaluations;
        }
        best_wall = best_wall.min(wall.elapsed().as_secs_f64() * 1e6 / steps as f64);
        rounds.push(begin.elapsed().as_secs_f64() * 1e6 / steps as f64);
    }
    rounds.sort_by(f64::total_cmp);
    let (mut texels, mut touching, mut force) = (0, 0, 0.0);
    for &skin in skins {
        let reading = world.reading(skin)?;
        texels += reading.texels.len();
        touching += reading.texels.iter().filter(|t| t.in_contact()).count();
        force += reading.total_normal_force();
    }
    Ok(Timing {
        case: case.into(),
        best: rounds[0],
        median: rounds[ROUNDS / 2],
        best_wall,
        texels,
        touching,
        force,
        evaluations: evaluations as f64 / (ROUNDS * steps) as f64,
    })
}

/// Jobs per second on some threads.
fn rate(threads: usize, jobs: usize, job: &(impl Fn() -> Result<()> + Sync)) -> Result<f64> {
    let begin = Instant::now();
    std::thread::scope(|scope| -> Result<()> {
        let share = |thread: usize| {
            move || (thread..jobs).step_by(threads).try_for_each(|_| job().map_err(|e| e.to_string()))
        };
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(share(thread))).collect();
        for thread in running {
            thread.join().map_err(|_| "a thread panicked")??;
        }
        Ok(())
    })?;
    Ok(jobs as f64 / begin.elapsed().as_secs_f64())
}

/// Rates on one and on two threads, the best of rounds that take turns.
fn rates(jobs: usize, job: impl Fn() -> Result<()> + Sync) -> Result<(f64, f64)> {
    let mut best = (0.0f64, 0.0f64);
    for _ in 0..ROUNDS {
        best = (best.0.max(rate(1, jobs, &job)?), best.1.max(rate(2, jobs, &job)?));
    }
    Ok(best)
}

/// Arithmetic in registers alone, about as long as a job of worlds: what the machine's second core is worth at best.
fn spin() -> Result<()> {
    let mut x = black_box(0.37f64);
    for _ in 0..2_000_000 {
        x = 3.9 * x * (1.0 - x);
    }
    black_box(x);
    Ok(())
}

fn main() -> Result<()> {
    let json = std::env::args().any(|a| a == "--json");
    let report = |timing: &Timing| {
        let per_texel = timing.best * 1e3 / timing.texels as f64;
        let real_time = STEP * 1e6 / timing.median;
        if json {
            println!(
                "{{\"case\": \"{}\", \"us_per_step\": {:.3}, \"best_us_per_step\": {:.3}, \"best_wall_us_per_step\": {:.3}, \"ns_per_texel\": {per_texel:.2}, \
                 \"real_time_factor\": {real_time:.1}, \"texels\": {}, \"touching\": {}, \"force_n\": {:.6}, \"evaluations\": {:.2}}}",
                timing.case,
                timing.median,
                timing.best,
                timing.best_wall,
                timing.texels,
                timing.touching,
                timing.force,
                timing.evaluations
            );
        } else {
            println!(
                "{:<16} {:>9.2} µs per step (best {:>9.2}, by the wall clock {:>9.2}), {per_texel:>6.1} ns per texel, {real_time:>7.1} × real time, {} of {} \
                 texels touch, {:.4} N, {:.2} evaluations per step",
                timing.case,
                timing.median,
                timing.best,
                timing.best_wall,
                timing.touching,
                timing.texels,
                timing.force,
                timing.evaluations
            );
        }
    };
    let only: Option<String> = std::env::args().skip(1).find(|a| !a.starts_with("--"));
    let wanted = |case: &str| only.as_deref().is_none_or(|only| only == case);
    let several = |rays| Pad { rays, ..Pad::divided(1) };
    for (case, pad, load, steps) in [
        ("weigh", Pad::divided(1), Load::Box, 2000),
        ("weigh-4-rays", several(4), Load::Box, 1000),
        ("weigh-6-rays", several(6), Load::Box, 1000),
        ("weigh-672", Pad::large(Law::Linear), Load::Box, 300),
        ("weigh-672-hunt-crossley", Pad::large(Law::HuntCrossley), Load::Box, 300),
        ("weigh-672-coulomb", Pad::large(Law::Coulomb), Load::Box, 300),
        ("weigh-10k", Pad::divided(11), Load::Box, 30),
        ("weigh-100k", Pad::divided(35), Load::Box, 4),
        ("weigh-mesh-10k", Pad::divided(11), Load::Mesh(10_000), 30),
        ("weigh-mesh-100k", Pad::divided(35), Load::Mesh(10_000), 4),
    ] {
        if !wanted(case) {
            continue;
        }
        let (world, skin, _) = weigh(pad, load)?;
        report(&time(case, world, &[skin], steps)?);
    }
    for (case, rays) in [("gripper-bottle-4-rays", 4), ("gripper-bottle-6-rays", 6)] {
        if wanted(case) {
            let (model, skins, _) = gripper_on_bottle(10_000, rays)?;
            report(&time(case, World::new(model), &skins, 200)?);
        }
    }
    if !wanted("gripper-bottle") && !wanted("throughput") {
        return Ok(());
    }
    let (model, skins, bottle) = gripper_on_bottle(10_000, 1)?;
    let model = Arc::new(model);
    let world = World::new(Arc::clone(&model));
    if wanted("gripper-bottle") {
        report(&time("gripper-bottle", world.clone(), &skins, 200)?);
    }
    if !wanted("throughput") {
        return Ok(());
    }
    let height = |w: &World| w.pose(bottle).map(|p| p.translation.z);
    let mut held = world;
    for _ in 0..4000 {
        held.step(STEP)?;
    }
    let sag = height(&held)?;
    let steps = 500;
    // From the approach on, so that nothing is at rest.
    let grasp = || {
        let mut world = World::new(Arc::clone(&model));
        (0..steps).try_for_each(|_| world.step(STEP).map(|_| ()).map_err(Into::into))
    };
    let (one, two) = rates(8, grasp)?;
    let (spin_one, spin_two) = rates(8, spin)?;
    let (one, two, ideal) = (one * f64::from(steps), two * f64::from(steps), spin_two / spin_one);
    if json {
        println!(
            "{{\"case\": \"throughput\", \"steps_per_second_1\": {one:.0}, \"steps_per_second_2\": {two:.0}, \"ratio\": {:.3}, \
             \"ratio_of_bare_arithmetic\": {ideal:.3}, \"bottle_sag_m\": {sag:e}}}",
            two / one
        );
    } else {
        println!(
            "throughput       {one:.0} and {two:.0} steps per second on one and two threads: ratio {:.2} \
             (bare arithmetic: {ideal:.2}); bottle sagged {:.3} mm",
            two / one,
            -sag * 1e3
        );
    }
    Ok(())
}
