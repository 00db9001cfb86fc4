use bristle_contact::*;
use bristle_geometry::mesh::generate::bumpy_sphere;
use bristle_geometry::shape::*;
use bristle_geometry::*;
use bristle_skin::*;
use glam::*;
use std::time::Instant;
fn main() {
    let k = 1000.0 / (0.0034f64 * 0.0034);
    let mat = ContactMaterial::new(
        LinearSpringDamper::new(k, 0.01 * k).unwrap(),
        ElastoPlastic::new(BristleParameters {
            stiffness: 20.0 * k,
            damping: 0.1 * k,
            viscosity: 0.0,
            mu_static: 0.6,
            mu_dynamic: 0.6 * 0.999,
            stribeck_speed: 0.1,
        })
        .unwrap(),
        0.005,
        Basis::PerArea,
    )
    .unwrap();
    for (r, c) in [(14usize, 6usize), (28, 12), (56, 24), (112, 96), (448, 224)] {
        let pitch = 0.0034 * 14.0 / r as f64;
        let layout = SkinLayout::grid(r, c, pitch).unwrap();
        let skin = Skin::new(&layout, mat.clone(), SkinOptions::default()).unwrap();
        let shapes: Vec<(&str, Shape, DVec3)> = vec![
            ("halfspace", HalfSpace.into(), dvec3(0., 0., 0.002)),
            ("sphere", Sphere::new(0.2).unwrap().into(), dvec3(0., 0., 0.198)),
            ("box", Cuboid::new(dvec3(0.05, 0.05, 0.05)).unwrap().into(), dvec3(0., 0., 0.048)),
            ("cylinder", Cylinder::new(0.1, 0.05).unwrap().into(), dvec3(0., 0., 0.098)),
            ("away", Sphere::new(0.04).unwrap().into(), dvec3(0., 0., 0.198)),
            (
                "bumpy10k",
                MeshSurface::new(&bumpy_sphere(0.04, 0.001, 10_000).unwrap()).unwrap().into(),
                dvec3(0., 0., 0.038),
            ),
            (
                "bumpy500k",
                MeshSurface::new(&bumpy_sphere(0.04, 0.001, 500_000).unwrap()).unwrap().into(),
                dvec3(0., 0., 0.038),
            ),
        ];
        for (name, shape, at) in &shapes {
            let rot = match *name {
                "halfspace" => DQuat::from_rotation_x(std::f64::consts::PI),
                "cylinder" => DQuat::from_rotation_y(1.5707963),
                _ => DQuat::IDENTITY,
            };
            let target = |i: usize| Target {
                shape,
                pose: Pose::new(rot, *at),
                twist: Twist::from_linear(dvec3(0.0, 0.0, 0.0) * (i as f64)),
            };
            let mut state = SkinState::new(&skin);
            let mut memory = SkinMemory::new(&skin, &[target(0)]);
            let mut reading = SkinReading::new(&skin, 1);
            let n = (2_000_000 / (r * c)).min(20000);
            let mut best = f64::INFINITY;
            let mut first = 0.0;
            for rep in 0..5 {
                let t = Instant::now();
                for i in 0..n {
                    let a = 2e-5 / 0.038 * (i as f64);
                    let pose = if name.starts_with("bumpy") {
                        Pose::from_translation(*at)
                            * Pose::new(DQuat::from_rotation_y(a), DVec3::ZERO)
                            * Pose::from_translation(-*at)
                    } else {
                        Pose::from_translation(dvec3(1e-6 * (i % 2) as f64, 0.0, 0.0))
                    };
                    skin.update(pose, Twist::ZERO, &[target(i)], 1e-3, &mut state, &mut memory, &mut reading)
                        .unwrap();
                }
                let e = t.elapsed().as_secs_f64() / n as f64;
                if rep == 0 {
                    first = e;
                }
                best = best.min(e);
            }
            let touching = reading.texels.iter().filter(|t| t.in_contact()).count();
            println!(
                "{:6} texels {name:10} touching {touching:6}  {:9.2} us/update  {:6.1} ns/texel  {:6.1} ns/touching  F {:.4}  mem {} B/texel",
                r * c,
                best * 1e6,
                best * 1e9 / (r * c) as f64,
                best * 1e9 / touching.max(1) as f64,
                reading.total_normal_force(),
                (skin.memory() + memory.memory() + reading.memory() + state.memory()) / (r * c)
            );
            let _ = first;
        }
    }
}
