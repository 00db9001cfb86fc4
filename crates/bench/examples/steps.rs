//! Steps a world some times, to count the instructions of a step under callgrind: the difference of two runs is free of what it takes to set up.
//!
//! ```text
//! cargo build --release -p bristle-bench --example steps
//! valgrind --tool=callgrind --callgrind-out-file=/dev/null target/release/examples/steps bottle 400 move 4
//! ```
//!
//! Scene (`weigh`, `mesh`, `linear`, `hunt`, `coulomb`, `bottle`), steps, `rest` or `move`, and rays per texel.

use bristle_bench::worlds::{Law, Load, Pad, gripper_on_bottle, weigh};
use bristle_geometry::Wrench;
use bristle_world::{BodyId, World};
use glam::DVec3;
use std::error::Error;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn scene(name: &str, rays: usize) -> Result<(World, BodyId)> {
    let (pad, load) = match name {
        "weigh" => (Pad::divided(1), Load::Box),
        "mesh" => (Pad::divided(1), Load::Mesh(10_000)),
        "linear" => (Pad::large(Law::Linear), Load::Box),
        "hunt" => (Pad::large(Law::HuntCrossley), Load::Box),
        "coulomb" => (Pad::large(Law::Coulomb), Load::Box),
        "bottle" => {
            let (model, _, bottle) = gripper_on_bottle(10_000, rays)?;
            return Ok((World::new(model), bottle));
        }
        _ => {
            return Err(
                format!("unknown scene `{name}`: use weigh, mesh, linear, hunt, coulomb or bottle").into()
            );
        }
    };
    let (world, _, load) = weigh(Pad { rays, ..pad }, load)?;
    Ok((world, load))
}

fn main() -> Result<()> {
    let usage = "usage: steps <scene> <steps> <rest|move> <rays>";
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [name, steps, how, rays] = &given[..] else { return Err(usage.into()) };
    let (steps, rays): (u32, usize) = (steps.parse()?, rays.parse()?);
    let (mut world, load) = scene(name, rays)?;
    let mut evaluations = 0;
    for step in 0..steps {
        if how == "move" {
            let force = 0.5 * (0.07 * f64::from(step)).sin();
            let force = DVec3::new(force, 0.3 * force, 0.2 * force);
            world.apply(load, Wrench { force, ..Default::default() })?;
        }
        evaluations += world.step(1e-3)?.evaluations;
    }
    println!("{:.2} evaluations per step", evaluations as f64 / f64::from(steps));
    Ok(())
}
