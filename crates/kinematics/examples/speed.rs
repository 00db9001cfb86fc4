//! How long inverse kinematics and collision queries take: medians over random reachable poses and configurations.
//!
//!     cargo run --release -p bristle-kinematics --example speed

#![allow(clippy::unwrap_used)]

use bristle_geometry::Pose;
use bristle_kinematics::{Chain, Clearance, ClosedForm, Numeric, Target};
use bristle_scene::Scene;
use bristle_world::World;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fmt::Write as _;
use std::time::Instant;

const ARMS: [&str; 7] = ["puma560", "rv-3sb", "ur5e", "katana", "pa10", "franka", "pr2"];

fn world(scene: &str) -> World {
    World::new(Scene::parse(scene, "speed.toml").unwrap().build().unwrap().model)
}

fn chain(name: &str) -> Chain {
    let world = world(&format!("include = [\"lib:arms/{name}\"]"));
    let (base, tip) = if name == "pr2" { ("shoulder", "hand") } else { ("base", "flange") };
    let [base, tip] = [base, tip].map(|name| world.model().body_named(name).unwrap());
    Chain::new(world.model(), Some(base), tip, Pose::IDENTITY).unwrap()
}

fn positions(chain: &Chain, chance: &mut Pcg64Mcg) -> Vec<f64> {
    let ranges = chain.joints().iter().map(|joint| joint.finite_range());
    ranges.map(|(low, high)| low + (high - low) * chance.random::<f64>()).collect()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The arm among 20 boxes, as in the tests.
fn among_boxes() -> World {
    let mut scene = String::from("include = [\"lib:arms/pa10\"]\n");
    let mut chance = Pcg64Mcg::seed_from_u64(31);
    for i in 0..20 {
        let mut number = |low: f64, high: f64| low + (high - low) * chance.random::<f64>();
        let (angle, far) = (number(0.0, std::f64::consts::TAU), number(450.0, 900.0));
        let place = [far * angle.cos(), far * angle.sin(), number(0.0, 1100.0)];
        let size = [number(60.0, 200.0), number(60.0, 200.0), number(60.0, 200.0)];
        let turn = [number(-90.0, 90.0), number(-90.0, 90.0), number(-90.0, 90.0)];
        let pose = format!("{{ xyz_mm = {place:?}, rpy_deg = {turn:?} }}");
        writeln!(scene, "[bodies.box{i}]\npose = {pose}\nshapes.box = {{ box = {{ size_mm = {size:?} }} }}")
            .unwrap();
    }
    world(&scene)
}

fn main() {
    println!("arm        closed form          numeric");
    for name in ARMS {
        let chain = chain(name);
        // A redundant joint is held at zero for the closed form.
        let held = if chain.joints().len() == 7 { chain.with_locked(2, 0.0).unwrap() } else { chain.clone() };
        let mut chance = Pcg64Mcg::seed_from_u64(1);
        let mut closed = Vec::new();
        if let Ok(form) = ClosedForm::of(&held) {
            for _ in 0..2000 {
                let pose = held.pose(&positions(&held, &mut chance));
                let start = Instant::now();
                let found = form.solve(pose);
                closed.push(start.elapsed().as_secs_f64());
                assert!(found.is_ok());
            }
        }
        let (mut numeric, mut solved) = (Vec::new(), 0);
        for _ in 0..1000 {
            let pose = chain.pose(&positions(&chain, &mut chance));
            // An arm of five joints is given a position and a direction.
            let target = match chain.joints().len() {
                5 => Target::axis(glam::DVec3::Z, pose.transform_vector(glam::DVec3::Z)).at(pose.translation),
                _ => Target::pose(pose),
            };
            let start = Instant::now();
            solved += usize::from(Numeric::default().solve(&chain, &target, &[]).is_ok());
            numeric.push(start.elapsed().as_secs_f64());
        }
        let closed = match closed.is_empty() {
            true => "none".to_owned(),
            false => format!("{:.2} µs", 1e6 * median(closed)),
        };
        println!("{name:10} {closed:20} {:.1} µs, {:.1} % found", 1e6 * median(numeric), 0.1 * solved as f64);
    }
    let world = among_boxes();
    for mut clearance in [Clearance::new(&world), Clearance::by_parry(&world).unwrap()] {
        let mut chance = Pcg64Mcg::seed_from_u64(2);
        let joints: Vec<(f64, f64)> = clearance.space().joints().iter().map(|j| (j.lower, j.upper)).collect();
        let all: Vec<Vec<f64>> = (0..20_000)
            .map(|_| joints.iter().map(|(low, high)| low + (high - low) * chance.random::<f64>()).collect())
            .collect();
        let start = Instant::now();
        let hits = all.iter().filter(|q| clearance.collides(q).unwrap().is_some()).count();
        let collides = all.len() as f64 / start.elapsed().as_secs_f64();
        let start = Instant::now();
        all.iter().for_each(|q| {
            clearance.distance(q, 1.0).unwrap();
        });
        let distance = all.len() as f64 / start.elapsed().as_secs_f64();
        println!(
            "{}: {collides:.0} configurations/s in collision or not ({hits} of {} are), {distance:.0} distances/s",
            clearance.checker(),
            all.len()
        );
    }
}
