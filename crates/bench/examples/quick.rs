use bristle_geometry::mesh::generate::bumpy_sphere;
use bristle_geometry::*;
use glam::*;
use std::time::Instant;
fn main() {
    for n in [1_000, 10_000, 100_000, 500_000, 1_000_000] {
        let mesh = bumpy_sphere(0.04, 0.001, n).unwrap();
        let t0 = Instant::now();
        let s = MeshSurface::new(&mesh).unwrap();
        let build = t0.elapsed();
        let steps = 2000;
        for speed in [0.0, 5e-6, 2e-5, 1e-4] {
            let mut plain = f64::INFINITY;
            let mut near = f64::INFINITY;
            let mut hits = 0usize;
            let mut same = true;
            for rep in 0..3 {
                let mut hints = vec![CastHint::default(); 84];
                let mut travelled = 0.0;
                let (mut tp, mut tn) = (0.0, 0.0);
                let mut prev: Option<Pose> = None;
                for k in 0..steps {
                    let a = k as f64 * speed / 0.038 / 0.3;
                    // pad at z = 38 mm looking down, slides on a circle of radius 10 mm, turns slowly
                    let pose = Pose::new(
                        DQuat::from_rotation_y(0.3 * a) * DQuat::from_rotation_z(a * 0.1),
                        DVec3::ZERO,
                    ) * Pose::new(
                        DQuat::from_rotation_x(std::f64::consts::PI),
                        DVec3::new(0.0, 0.0, 0.038),
                    );
                    let m = pose.rotation_matrix();
                    if let Some(p) = prev {
                        let d = pose.translation - p.translation;
                        let mut rr = m - p.rotation_matrix();
                        let f = rr.x_axis.length_squared()
                            + rr.y_axis.length_squared()
                            + rr.z_axis.length_squared();
                        let _ = &mut rr;
                        travelled += d.length() + f.sqrt() / 1.414 * 0.014;
                    }
                    prev = Some(pose);
                    let segs: Vec<Segment> = (0..84)
                        .map(|i| {
                            let x = ((i / 6) as f64 - 6.5) * 0.0034;
                            let y = ((i % 6) as f64 - 2.5) * 0.0034;
                            Segment {
                                origin: m * dvec3(x, y, -0.005) + pose.translation,
                                direction: m.z_axis,
                                length: 0.010,
                            }
                        })
                        .collect();
                    let t = Instant::now();
                    let mut acc = 0.0;
                    for g in &segs {
                        if let Some(h) = s.first_entry(g, 0.1) {
                            acc += h.distance;
                            hits += 1;
                        }
                    }
                    tp += t.elapsed().as_secs_f64();
                    let t = Instant::now();
                    let mut acc2 = 0.0;
                    let tr = Travel { distance: travelled, turn_radius: 0.014 };
                    for (g, h) in segs.iter().zip(&mut hints) {
                        if let Some(h) = s.first_entry_near(g, 0.1, tr, h) {
                            acc2 += h.distance;
                        }
                    }
                    tn += t.elapsed().as_secs_f64();
                    same &= acc == acc2;
                }
                let per = 1e9 / (steps as f64 * 84.0);
                plain = plain.min(tp * per);
                near = near.min(tn * per);
                if rep == 2 {
                    let c = |n: &str| hints.iter().filter(|h| format!("{h:?}").contains(n)).count();
                    println!("clear {} sheet {} tangled {}", c("Clear"), c("Sheet"), c("Tangled"));
                }
            }
            println!(
                "{n:8} build {build:?} bytes/tri {:.1} speed {speed:e}: plain {plain:.1} ns near {near:.1} ns hits {:.1}/84 same {same}",
                s.memory() as f64 / s.triangle_count() as f64,
                hits as f64 / (3.0 * steps as f64)
            );
        }
    }
}
