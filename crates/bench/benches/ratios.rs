//! The figures Bristle promises, each beside what it is measured against, in one run on one thread.
//!
//! Rounds of ours and of the reference alternate, and the medians are compared, so that a busy machine troubles both alike.

use bristle_bench::embree::{Coherence, Embree, EmbreeScene, RayHit};
use bristle_bench::motion::Motion;
use bristle_bench::pads::{PADS, PITCH, RADIUS, bumpy, pad, solids};
use bristle_geometry::mesh::generate::bumpy_sphere;
use bristle_geometry::{CastHint, MeshSurface, Pose, Shape, Travel, Twist};
use bristle_skin::{RelativeMotion, Skin, SkinMemory, SkinReading, SkinState, Target, TrialLoad};
use glam::{DMat3, DVec3};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 41;
const STEPS: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test` runs benchmarks with this flag only to see that they start.
    if std::env::args().any(|arg| arg == "--test" || arg == "--list") {
        return Ok(());
    }
    casts()?;
    updates()?;
    implicit_steps()?;
    growth()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn best(times: &[f64]) -> f64 {
    times.iter().copied().fold(f64::INFINITY, f64::min)
}

/// Median and best round of both, in nanoseconds per item.
fn alternate(
    items: usize,
    mut ours: impl FnMut(usize),
    mut other: impl FnMut(usize),
) -> ((f64, f64), (f64, f64)) {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let begin = Instant::now();
        ours(round);
        a.push(begin.elapsed().as_secs_f64() * 1e9 / items as f64);
        let begin = Instant::now();
        other(round);
        b.push(begin.elapsed().as_secs_f64() * 1e9 / items as f64);
    }
    let (best_a, best_b) = (best(&a), best(&b));
    ((median(a), best_a), (median(b), best_b))
}

/// The 84 rays of the pad: from 5 mm below its surface, 10 mm long, so that nearly all meet the sphere.
fn rays() -> Vec<DVec3> {
    let place = |i: usize| DVec3::new(((i / 6) as f64 - 6.5) * PITCH, ((i % 6) as f64 - 2.5) * PITCH, -0.005);
    (0..84).map(place).collect()
}

const RAY_LENGTH: f64 = 0.010;

/// Our cast of one step, with the pad's own account of its motion.
struct Caster<'a> {
    surface: &'a MeshSurface,
    rays: Vec<DVec3>,
    hints: Vec<CastHint>,
    last: Option<(DVec3, DMat3)>,
    travelled: f64,
}

impl Caster<'_> {
    /// Half the pad's diagonal, and half a ray more for what surveys add at its ends.
    const SPAN: f64 = 0.035;
    /// Rays that are cast together.
    const PATCH: usize = 32;

    fn cast(&mut self, pose: Pose) -> f64 {
        let rotation = pose.rotation_matrix();
        if let Some((place, turn)) = self.last {
            let change = rotation - turn;
            let squares = change.x_axis.length_squared()
                + change.y_axis.length_squared()
                + change.z_axis.length_squared();
            self.travelled += (pose.translation - place).length() + (0.5 * squares).sqrt() * Self::SPAN;
        }
        self.last = Some((pose.translation, rotation));
        let travel = Travel { distance: self.travelled, turn_radius: Self::SPAN };
        let mut sum = 0.0;
        // By patches, as a skin does.
        for (places, hints) in self.rays.chunks(Self::PATCH).zip(self.hints.chunks_mut(Self::PATCH)) {
            let origins = places.iter().map(|&place| rotation * place + pose.translation);
            let rays = (origins, rotation.z_axis, RAY_LENGTH);
            self.surface.first_entries_near(rays, 0.1, travel, hints, |_, hit| sum += hit.distance);
        }
        sum
    }
}

fn casts() -> Result<(), Box<dyn Error>> {
    println!(
        "Texel cast, 84 rays of a 14×6 pad, 2 mm into a bumpy sphere of 40 mm; from pose to hits; ns per ray"
    );
    println!(
        "{:>10} {:>9} {:>8} {:>8} {:>7}   {:>8} {:>8} {:>7}  goal",
        "triangles", "motion", "ours", "Embree", "ratio", "best", "best", "ratio"
    );
    let embree = Embree::load();
    if let Err(why) = &embree {
        println!("(no Embree here: {why})");
    }
    for triangles in [1_000, 10_000, 100_000, 500_000, 1_000_000] {
        let mesh = bumpy_sphere(RADIUS, 0.001, triangles)?;
        let surface = MeshSurface::new(&mesh)?;
        for motion in [Motion::Sliding, Motion::Random] {
            let rays = rays();
            let mut caster = Caster {
                surface: &surface,
                hints: vec![CastHint::default(); rays.len()],
                rays: rays.clone(),
                last: None,
                travelled: 0.0,
            };
            let ours = |round: usize| {
                for step in round * STEPS..(round + 1) * STEPS {
                    black_box(caster.cast(motion.pose(step)));
                }
            };
            let items = STEPS * rays.len();
            let reference = embree.as_ref().ok().map(|e| EmbreeScene::new(e, &mesh)).transpose()?;
            let ((ns, ns_best), (embree_ns, embree_best)) = match &reference {
                Some(scene) => {
                    let mut prepared = vec![RayHit::new(DVec3::ZERO, DVec3::Z, 1.0); rays.len()];
                    alternate(items, ours, |round| {
                        for step in round * STEPS..(round + 1) * STEPS {
                            let pose = motion.pose(step);
                            let rotation = pose.rotation_matrix();
                            for (ray, place) in prepared.iter_mut().zip(&rays) {
                                let origin = rotation * *place + pose.translation;
                                *ray = RayHit::new(origin, rotation.z_axis, RAY_LENGTH);
                            }
                            scene.intersect_each(&mut prepared, Coherence::Incoherent);
                            black_box(&prepared);
                        }
                    })
                }
                None => alternate(items, ours, |_| {}),
            };
            let goal = match (motion, triangles) {
                (Motion::Sliding, 10_000 | 500_000) => "≤ 0.5",
                _ => "",
            };
            match reference {
                Some(_) => println!(
                    "{triangles:>10} {:>9} {ns:>8.1} {embree_ns:>8.1} {:>7.2}   {ns_best:>8.1} {embree_best:>8.1} {:>7.2}  {goal}",
                    motion.name(),
                    ns / embree_ns,
                    ns_best / embree_best
                ),
                None => println!("{triangles:>10} {:>9} {ns:>8.1} (best {ns_best:.1})", motion.name()),
            }
        }
    }
    Ok(())
}

/// Nanoseconds per update, median and best round, and how many texels touch.
fn update_time(
    skin: &Skin,
    shape: &Shape,
    at: Pose,
    pose: impl Fn(usize) -> Pose,
    steps: usize,
) -> (f64, f64, usize) {
    let target = [Target::new(shape, at, Twist::ZERO)];
    let mut state = SkinState::new(skin);
    let mut memory = SkinMemory::new(skin, &target);
    let mut reading = SkinReading::new(skin, 1);
    let mut run = |round: usize| {
        for step in round * steps..(round + 1) * steps {
            let done =
                skin.update(pose(step), Twist::ZERO, &target, 1e-3, &mut state, &mut memory, &mut reading);
            assert!(done.is_ok(), "the update was refused: {done:?}");
        }
    };
    run(0);
    let rounds = (1..ROUNDS).map(|round| {
        let begin = Instant::now();
        run(round);
        begin.elapsed().as_secs_f64() * 1e9 / steps as f64
    });
    let rounds: Vec<f64> = rounds.collect();
    let best = best(&rounds);
    (median(rounds), best, reading.texels.iter().filter(|t| t.in_contact()).count())
}

fn to_and_fro(step: usize) -> Pose {
    Pose::from_translation(DVec3::X * 1e-6 * (step % 2) as f64)
}

fn updates() -> Result<(), Box<dyn Error>> {
    println!(
        "\nWhole update with forces, friction, wrenches and both 6×6 blocks; ns per touching texel (goal ≤ 40)"
    );
    for (rows, columns) in [(14, 6), (42, 24)] {
        let skin = pad(rows, columns)?;
        let steps = 60_000 / skin.texels().len();
        for (name, shape, at) in solids()? {
            let (time, best, touching) = update_time(&skin, &shape, at, to_and_fro, steps);
            let each = touching.max(1) as f64;
            println!(
                "{:>8} texels {name:>11} {:>6.1}  best {:>5.1}  ({touching} touch)",
                skin.texels().len(),
                time / each,
                best / each
            );
        }
        let (_, sphere, _) = solids()?.swap_remove(1);
        let away = Pose::from_translation(DVec3::Z * 0.5);
        let (time, ..) = update_time(&skin, &sphere, away, |_| Pose::IDENTITY, steps * 20);
        println!(
            "{:>8} texels {:>11} {:>6.1}  (goal ≤ 5 per texel that cannot touch)",
            skin.texels().len(),
            "out of reach",
            time / skin.texels().len() as f64
        );
    }
    Ok(())
}

/// A box at rest on the pad, all texels sticking: what an implicit step costs, and what each further trial adds.
fn implicit_steps() -> Result<(), Box<dyn Error>> {
    println!(
        "\nImplicit step, detection and commit, and one trial with its 6×6 block; ns per texel (goal ≤ 30 at 100 000)"
    );
    println!("{:>8} {:>8} {:>8} {:>8} {:>8}", "texels", "step", "best", "trial", "best");
    for (rows, columns) in PADS {
        let skin = pad(rows, columns)?;
        let texels = skin.texels().len();
        let (_, shape, at) = solids()?.swap_remove(2);
        let target = [Target::new(&shape, at, Twist::ZERO)];
        let (mut state, mut next) = (SkinState::new(&skin), SkinState::new(&skin));
        let (mut memory, mut reading) = (SkinMemory::new(&skin, &target), SkinReading::new(&skin, 1));
        let (still, mut loads) = ([RelativeMotion::default()], [TrialLoad::ZERO]);
        let steps = (60_000 / texels).max(1);
        let (mut step_times, mut trial_times) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let begin = Instant::now();
            for step in 0..steps {
                skin.detect(to_and_fro(step), &target, &state, &mut memory)?;
                skin.commit_motion(
                    &still,
                    &still,
                    1e-3,
                    &state,
                    &mut next,
                    &mut memory,
                    &mut loads,
                    &mut reading,
                )?;
                std::mem::swap(&mut state, &mut next);
            }
            step_times.push(begin.elapsed().as_secs_f64() * 1e9 / (steps * texels) as f64);
            let begin = Instant::now();
            for _ in 0..steps {
                skin.try_motion(&still, &still, 1e-3, &state, &mut memory, &mut loads)?;
            }
            trial_times.push(begin.elapsed().as_secs_f64() * 1e9 / (steps * texels) as f64);
        }
        assert_eq!(loads[0].contacts, texels, "the box does not press all texels");
        let (step_best, trial_best) = (best(&step_times), best(&trial_times));
        println!(
            "{texels:>8} {:>8.1} {step_best:>8.1} {:>8.1} {trial_best:>8.1}",
            median(step_times),
            median(trial_times)
        );
    }
    Ok(())
}

fn growth() -> Result<(), Box<dyn Error>> {
    println!("\nGrowth: ns per texel of the whole update, coherent motion; bytes per texel and per triangle");
    println!(
        "{:>8} {:>8} {:>10} {:>10} {:>10} {:>12}",
        "texels", "box", "mesh 1k", "mesh 10k", "mesh 1M", "bytes/texel"
    );
    let meshes = [bumpy(1_000)?, bumpy(10_000)?, bumpy(1_000_000)?];
    for (rows, columns) in PADS {
        let skin = pad(rows, columns)?;
        let texels = skin.texels().len() as f64;
        let steps = (100_000 / skin.texels().len()).max(1);
        let (_, cuboid, at) = solids()?.swap_remove(2);
        let (on_box, ..) = update_time(&skin, &cuboid, at, to_and_fro, steps);
        let on_mesh = meshes.iter().map(|m| {
            update_time(&skin, m, Pose::IDENTITY, |step| Motion::Sliding.pose(step), steps).0 / texels
        });
        let on_mesh: Vec<f64> = on_mesh.collect();
        let target = [Target::new(&meshes[0], Pose::IDENTITY, Twist::ZERO)];
        let bytes = skin.memory()
            + SkinState::new(&skin).memory()
            + SkinMemory::new(&skin, &target).memory()
            + SkinReading::new(&skin, 1).memory();
        println!(
            "{texels:>8} {:>8.1} {:>10.1} {:>10.1} {:>10.1} {:>12.0}",
            on_box / texels,
            on_mesh[0],
            on_mesh[1],
            on_mesh[2],
            bytes as f64 / texels
        );
    }
    for mesh in &meshes {
        if let Shape::Mesh(surface) = mesh {
            let bytes = surface.memory() as f64 / surface.triangle_count() as f64;
            println!("{:>8} triangles: {bytes:.1} bytes each", surface.triangle_count());
        }
    }
    Ok(())
}
