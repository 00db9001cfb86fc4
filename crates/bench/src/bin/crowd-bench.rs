//! What worlds of many bodies cost, and how they agree with closed forms: one JSON object per line.
//!
//! `cargo run --release -p bristle-bench --bin crowd-bench [-- case…]`. `benches/peers/crowds.py` runs the same in other engines.

use bristle_bench::crowds;
use bristle_world::{BodyId, World};
use cpu_time::ThreadTime;
use glam::DVec3;
use std::error::Error;
use std::fmt::Write;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const STEP: f64 = 1e-3;

fn seconds<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begin = ThreadTime::now();
    let done = work();
    (done, begin.elapsed().as_secs_f64())
}

/// Prints one line: the case and its figures.
fn tell(case: &str, figures: &[(&str, f64)]) {
    let mut line = format!("{{\"case\": \"{case}\"");
    for (name, value) in figures {
        // A string is always written.
        let _ = write!(line, ", \"{name}\": {value:.6e}");
    }
    println!("{line}}}");
}

/// Steps that keep coming, in rounds; best and median time per step \[µs\].
fn time(world: &mut World, steps: usize, rounds: usize) -> Result<[f64; 2]> {
    for _ in 0..steps / 2 + 2 {
        world.step(STEP)?;
    }
    let mut found = Vec::new();
    for _ in 0..rounds {
        let (done, passed) = seconds(|| (0..steps).try_for_each(|_| world.step(STEP).map(|_| ())));
        done?;
        found.push(passed * 1e6 / steps as f64);
    }
    found.sort_by(f64::total_cmp);
    Ok([found[0], found[rounds / 2]])
}

fn cost(case: &str, mut world: World, steps: usize) -> Result<()> {
    let [best, median] = time(&mut world, steps, 7)?;
    tell(case, &[("us_per_step", median), ("best_us_per_step", best)]);
    Ok(())
}

/// The whole way until everything lies still or so much time has passed; real-time factor over all of it.
fn settle(case: &str, mut world: World, most: f64) -> Result<()> {
    let mut rest = f64::NAN;
    let (done, passed) = seconds(|| -> Result<()> {
        while world.state().time < most {
            world.step(STEP)?;
            if rest.is_nan() && world.energy().kinetic < 1e-12 {
                rest = world.state().time;
            }
        }
        Ok(())
    });
    done?;
    let kinetic = world.energy().kinetic;
    tell(
        case,
        &[
            ("us_per_step", passed * 1e6 * STEP / most),
            ("real_time_factor", most / passed),
            ("rest_s", if rest.is_nan() { -1.0 } else { rest }),
            ("kinetic_j", kinetic),
        ],
    );
    Ok(())
}

fn angle(world: &World, body: BodyId) -> Result<f64> {
    Ok(world.joint_position(body)?)
}

/// The last ball rises as high as the first one came from, and the others hang still.
fn cradle() -> Result<()> {
    let (mut world, balls) = crowds::cradle()?;
    let begin = world.energy().total();
    let (mut rises, mut still) = (0.0_f64, 0.0_f64);
    let (done, passed) = seconds(|| -> Result<()> {
        // Down, and up on the other side.
        for _ in 0..600 {
            world.step(STEP)?;
            rises = rises.min(angle(&world, balls[4])?);
            for &ball in &balls[1..4] {
                still = still.max(angle(&world, ball)?.abs());
            }
        }
        Ok(())
    });
    done?;
    let lost = 1.0 - world.energy().total() / begin;
    tell(
        "cradle",
        &[
            ("us_per_step", passed * 1e6 / 600.0),
            ("rises_rad", -rises),
            ("others_rad", still),
            ("energy_lost", lost),
        ],
    );
    Ok(())
}

/// Turns of the axis per time, beside those of steady precession.
fn top() -> Result<()> {
    let (mut world, body) = crowds::top()?;
    let around = |world: &World| -> Result<f64> {
        let axis = world.pose(body)?.rotation * DVec3::Z;
        Ok(axis.y.atan2(axis.x))
    };
    let (mut turned, mut last) = (0.0, around(&world)?);
    let steps = 2000;
    let (done, passed) = seconds(|| -> Result<()> {
        for _ in 0..steps {
            world.step(STEP)?;
            let now = around(&world)?;
            turned +=
                (now - last + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
            last = now;
        }
        Ok(())
    });
    done?;
    let axis = world.pose(body)?.rotation * DVec3::Z;
    tell(
        "top",
        &[
            ("us_per_step", passed * 1e6 / f64::from(steps)),
            ("precession_rad_s", turned / (f64::from(steps) * STEP)),
            ("tilt_rad", axis.z.clamp(-1.0, 1.0).acos()),
        ],
    );
    Ok(())
}

/// When the last of the row has fallen by half a radian \[s\], by step.
fn dominoes() -> Result<()> {
    for h in [STEP, 2.5e-4] {
        let (mut world, row) = crowds::dominoes(20)?;
        let last = row[row.len() - 1];
        let mut fell = -1.0;
        let (done, passed) = seconds(|| -> Result<()> {
            while world.state().time < 3.0 && fell < 0.0 {
                world.step(h)?;
                if (world.pose(last)?.rotation * DVec3::Z).z < 0.5_f64.cos() {
                    fell = world.state().time;
                }
            }
            Ok(())
        });
        done?;
        let steps = world.state().step as f64;
        tell("dominoes", &[("step_s", h), ("us_per_step", passed * 1e6 / steps), ("last_falls_s", fell)]);
    }
    Ok(())
}

/// Speed of the wedge and of the box after a time, beside the closed form.
fn wedge() -> Result<()> {
    let (mut world, [wedge, slider]) = crowds::wedge()?;
    let steps = 250;
    let (done, passed) = seconds(|| (0..steps).try_for_each(|_| world.step(STEP).map(|_| ())));
    done?;
    let time = f64::from(steps) * STEP;
    let along = |body| -> Result<f64> { Ok(world.twist(body)?.linear.x / time) };
    tell(
        "wedge",
        &[
            ("us_per_step", passed * 1e6 / f64::from(steps)),
            ("wedge_m_s2", along(wedge)?),
            ("box_m_s2", along(slider)?),
        ],
    );
    Ok(())
}

fn build<T>(case: &str, make: impl FnOnce() -> Result<T>) -> Result<()> {
    let (made, passed) = seconds(make);
    made?;
    tell(case, &[("build_s", passed)]);
    Ok(())
}

fn main() -> Result<()> {
    let only: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |case: &str| only.is_empty() || only.iter().any(|only| case.starts_with(only.as_str()));
    for count in [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] {
        let steps = (20_000 / count).clamp(3, 500);
        if wanted("flying") {
            cost(&format!("flying-{count}"), crowds::flying(count)?, steps)?;
        }
        if wanted("pushed") {
            cost(&format!("pushed-{count}"), crowds::pushed(count)?, steps)?;
        }
    }
    for count in [10, 30, 100, 300, 1000, 3000] {
        if wanted("chain") {
            cost(
                &format!("chain-{count}"),
                World::new(crowds::chain(count)?),
                (20_000 / count).clamp(3, 500),
            )?;
        }
    }
    if wanted("loose-20") {
        settle("loose-20", crowds::pile(20, false, 7)?, 4.0)?;
    }
    if wanted("pile-50") {
        settle("pile-50", crowds::pile(50, false, 7)?, 6.0)?;
        settle("pile-50-with-meshes", crowds::pile(50, true, 7)?, 6.0)?;
    }
    if wanted("boxes-200") {
        settle("boxes-200", crowds::boxes(200)?, 4.0)?;
    }
    if wanted("cradle") {
        cradle()?;
    }
    if wanted("top") {
        top()?;
    }
    if wanted("dominoes") {
        dominoes()?;
    }
    if wanted("wedge") {
        wedge()?;
    }
    if wanted("build") {
        build("build-flying-2000", || crowds::flying(2000))?;
        build("build-chain-3000", || Ok(World::new(crowds::chain(3000)?)))?;
        build("build-furniture-100000", || Ok(World::new(crowds::furniture(100_000)?)))?;
    }
    Ok(())
}
