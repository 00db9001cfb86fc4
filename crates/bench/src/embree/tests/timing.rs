//! How fast Embree casts the rays of a tactile pad. Ignored by default: it measures, and wants a quiet machine.
//!
//! `cargo test --release -p bristle-bench --lib -- --ignored --nocapture pad_rays`

use super::{embree_or_skip, sphere};
use crate::embree::{BuildQuality, Coherence, EmbreeScene, Hit, RayHit, RayPacket, SceneOptions, Traversal};
use glam::DVec3;
use std::hint::black_box;
use std::time::Instant;

const RADIUS: f64 = 0.04;
const PITCH: f64 = 0.0034;
const LENGTH: f64 = 0.01;
/// One stroke to and fro: about a millisecond, short enough to pass between two interruptions.
const STEPS: usize = 200;
const REPEATS: usize = 400;

/// Origins of 14 × 6 rays that look down at the sphere's north pole; the pad's surface is `depth` inside the sphere.
fn pad(depth: f64) -> Vec<DVec3> {
    let height = RADIUS - depth + LENGTH;
    let place = |row: i32, column: i32| {
        DVec3::new((f64::from(row) - 6.5) * PITCH, (f64::from(column) - 2.5) * PITCH, height)
    };
    (0..14).flat_map(|row| (0..6).map(move |column| place(row, column))).collect()
}

/// The pad glides to and fro over ±1 mm, 20 µm a step, a little askew so that rows do not follow mesh lines.
fn offset(step: usize) -> DVec3 {
    let phase = (step % STEPS) as f64;
    let travel = 20e-6 * if phase < 100.0 { phase - 50.0 } else { 150.0 - phase };
    DVec3::new(0.8, 0.6, 0.0) * travel
}

/// Best and median of many runs of `pass` over all steps \[ns per ray\]: the best is the one least disturbed by other
/// programs, and a median far above it says that there were some.
fn ns_per_ray(rays: usize, mut pass: impl FnMut(DVec3)) -> String {
    let mut run = |_| {
        let start = Instant::now();
        (0..STEPS).for_each(|step| pass(offset(step)));
        start.elapsed().as_nanos() as f64 / (STEPS * rays) as f64
    };
    let mut runs: Vec<f64> = (0..REPEATS).map(&mut run).collect();
    runs.sort_by(f64::total_cmp);
    format!("{:.1} ({:.1})", runs[0], runs[REPEATS / 2])
}

/// Time of single rays, and the hits of the last step.
fn cast_singly(scene: &EmbreeScene, origins: &[DVec3], coherence: Coherence) -> (String, Vec<Option<Hit>>) {
    let mut rays: Vec<RayHit> = origins.iter().map(|&o| RayHit::new(o, DVec3::NEG_Z, LENGTH)).collect();
    let time = ns_per_ray(origins.len(), |shift| {
        rays.iter_mut().zip(origins).for_each(|(ray, &origin)| ray.aim(origin + shift, LENGTH));
        scene.intersect_each(&mut rays, coherence);
        black_box(&rays);
    });
    (time, rays.iter().map(RayHit::hit).collect())
}

/// Time per ray of packets, and the hits of the last step.
fn cast_in_packets(
    scene: &EmbreeScene,
    origins: &[DVec3],
    coherence: Coherence,
) -> (String, Vec<Option<Hit>>) {
    let mut packets = vec![RayPacket::EMPTY; origins.len().div_ceil(RayPacket::LANES)];
    let place = |index: usize| (index / RayPacket::LANES, index % RayPacket::LANES);
    for (index, &origin) in origins.iter().enumerate() {
        packets[place(index).0].set(place(index).1, origin, DVec3::NEG_Z, LENGTH);
    }
    let time = ns_per_ray(origins.len(), |shift| {
        for (index, &origin) in origins.iter().enumerate() {
            packets[place(index).0].aim(place(index).1, origin + shift, LENGTH);
        }
        scene.intersect_packets(&mut packets, coherence);
        black_box(&packets);
    });
    let hits = (0..origins.len()).map(|index| packets[place(index).0].hit(place(index).1));
    (time, hits.collect())
}

/// A time is worth nothing if the rays missed: holds the last step's hits against the sphere of which the mesh is a
/// polyhedron with `n` edges from pole to equator.
fn assert_on_sphere(hits: &[Option<Hit>], origins: &[DVec3], n: u32) {
    // Edges are at most 1.6 radius/n long; their sagitta is seen along rays up to 38° off the sphere's normal.
    let tolerance = RADIUS * (1.6 / f64::from(n)).powi(2) / 2.0 / 0.78 + 4.0 * f64::from(f32::EPSILON) * 0.05;
    for (index, (hit, &origin)) in hits.iter().zip(origins).enumerate() {
        let o = origin + offset(STEPS - 1);
        let expected = o.z - (RADIUS * RADIUS - o.x * o.x - o.y * o.y).sqrt();
        match hit {
            Some(hit) => {
                assert!((f64::from(hit.distance) - expected).abs() < tolerance, "{index}: {hit:?} {expected}")
            }
            None => assert!(expected > LENGTH - tolerance, "ray {index} missed, expected {expected}"),
        }
    }
}

#[test]
#[ignore = "a measurement; run it in release mode on a quiet machine"]
fn pad_rays_on_a_sphere_take_this_many_nanoseconds() {
    let Some(embree) = embree_or_skip("pad_rays_on_a_sphere_take_this_many_nanoseconds") else { return };
    println!("Embree {:?}; ns per ray: best (median), aiming included", embree.version());
    for n in [35, 250] {
        let mesh = sphere(RADIUS, n);
        for traversal in [Traversal::Fast, Traversal::Robust] {
            let options = SceneOptions { traversal, quality: BuildQuality::High };
            let scene = EmbreeScene::with_options(&embree, &mesh, options).unwrap();
            for depth in [0.002, 0.009] {
                let origins = pad(depth);
                print!("{} triangles, {traversal:?}, {} mm deep:", mesh.triangles.len(), 1e3 * depth);
                let mut touching = Vec::new();
                for coherence in [Coherence::Incoherent, Coherence::Coherent] {
                    let (single, hits) = cast_singly(&scene, &origins, coherence);
                    assert_on_sphere(&hits, &origins, n);
                    touching.push(hits.iter().flatten().count());
                    let (packed, hits) = cast_in_packets(&scene, &origins, coherence);
                    assert_on_sphere(&hits, &origins, n);
                    touching.push(hits.iter().flatten().count());
                    print!(" {coherence:?} {single}, packets of 8 {packed};");
                }
                println!(" {} of {} rays touch", touching[0], origins.len());
                assert!(touching.iter().all(|&count| count == touching[0]), "{touching:?}");
            }
        }
    }
}
