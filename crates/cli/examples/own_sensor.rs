//! From a mesh file to a sensor: every vertex becomes a texel. The tutorial is `docs/own-sensor.md`.

use bristle_contact::{Basis, BristleParameters, ContactMaterial, ElastoPlastic, LinearSpringDamper};
use bristle_geometry::files::{self, LoadOptions, Unit};
use bristle_geometry::mesh::generate::{FingertipSize, fingertip};
use bristle_geometry::{Pose, Shape, Twist, shape::Cylinder};
use bristle_skin::layout::{CylinderAxis, Over, SamplePattern};
use bristle_skin::{Skin, SkinLayout, SkinMemory, SkinOptions, SkinReading, SkinState, Target};
use glam::{DQuat, DVec3};
use std::f64::consts::FRAC_PI_2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = write_a_fingertip()?;

    // 1. Read it. STL files do not say their unit, so we do.
    let loaded = files::load(&file, &LoadOptions { unit: Unit::Millimetre, ..Default::default() })?;
    for note in &loaded.notes {
        println!("note: {note}");
    }

    // 2. Every vertex is a texel; nine rays spread over the skin around each.
    let layout = SkinLayout::from_used_vertices(loaded.mesh)?.with_samples(SamplePattern::Jittered(9))?;
    let area: f64 = layout.texels.iter().map(|texel| texel.area).sum();
    println!("{} texels on {:.0} mm²", layout.texels.len(), area * 1e6);

    // A flat array around a finger would do as well, with rows and columns.
    {
        let over = Over::Cylinder { radius: 0.009, axis: CylinderAxis::X };
        let layout = SkinLayout::bent_grid(14, 6, 3.4e-3, 3.4e-3, over)?;
        assert_eq!(layout.texels.len(), 84);
    }

    // 3. The material, per square metre: 2 mm of silicone on a hard core, say.
    let rubber = ContactMaterial::new(
        LinearSpringDamper::new(5e7, 5e4)?, // [N/m³], [N·s/m³]
        ElastoPlastic::new(BristleParameters {
            stiffness: 2e7, // [N/m³]
            damping: 2e4,   // [N·s/m³]
            viscosity: 0.0, // [N·s/m³]
            mu_static: 0.9,
            mu_dynamic: 0.7,
            stribeck_speed: 0.05, // [m/s]
        })?,
        2e-3, // thickness [m]
        Basis::PerArea,
    )?;
    let skin = Skin::new(&layout, rubber, SkinOptions::default())?;

    // 4. Press a pencil across the highest point, half a millimetre deep, in a hundred steps of 1 ms.
    let top =
        layout.mesh.vertices.iter().copied().fold(DVec3::NEG_INFINITY, |a, b| if b.z > a.z { b } else { a });
    let pencil = Shape::from(Cylinder::new(4e-3, 0.04)?);
    let lying = DQuat::from_rotation_x(FRAC_PI_2); // its axis along y
    let (steps, h, depth) = (100, 1e-3, 0.5e-3);
    let speed = depth / (f64::from(steps) * h);
    let target_at = |step: i32| {
        let height = top.z + 4e-3 - speed * h * f64::from(step);
        let pose = Pose::new(lying, DVec3::new(top.x, top.y, height));
        [Target::new(&pencil, pose, Twist::from_linear(DVec3::NEG_Z * speed))]
    };
    let mut state = SkinState::new(&skin);
    let mut memory = SkinMemory::new(&skin, &target_at(0));
    let mut reading = SkinReading::new(&skin, 1);
    for step in 1..=steps {
        skin.update(Pose::IDENTITY, Twist::ZERO, &target_at(step), h, &mut state, &mut memory, &mut reading)?;
    }

    // 5. What it feels.
    let touching = reading.texels.iter().filter(|texel| texel.in_contact()).count();
    let pair = &reading.pairs[0];
    println!("{touching} texels touch, normal force {:.3} N", reading.total_normal_force());
    println!("the pencil is pushed with {:.3} N", pair.wrench_on_target_w.force);

    // What this example promises: texels tile the skin, only those near the pencil feel it, what is felt is what is
    // applied, and the pencil is pushed away from the finger.
    let mesh_area = layout.mesh.report().area;
    assert!((area / mesh_area - 1.0).abs() < 1e-9);
    assert!(touching > 0 && touching < layout.texels.len() / 2);
    let deepest = reading.texels.iter().map(|t| t.penetration).fold(0.0, f64::max);
    assert!(deepest > 0.2e-3 && deepest < 0.7e-3, "{deepest}");
    let sum = reading.total_force();
    assert!((sum + pair.wrench_on_target_w.force).length() < 1e-12 * sum.length());
    assert!(pair.wrench_on_target_w.force.z > 0.1);
    Ok(())
}

/// Stands in for your own file: the pad of a fingertip, written as STL in millimetres.
fn write_a_fingertip() -> Result<std::path::PathBuf, Box<dyn std::error::Error>> {
    let mesh = fingertip(FingertipSize::default(), 1.5e-3)?;
    let mut text = String::from("solid fingertip\n");
    for i in 0..mesh.triangles.len() {
        text += "facet normal 0 0 0\nouter loop\n";
        for corner in mesh.corners(i) {
            let DVec3 { x, y, z } = corner * 1e3;
            text += &format!("vertex {x} {y} {z}\n");
        }
        text += "endloop\nendfacet\n";
    }
    let file = std::env::temp_dir().join(format!("bristle-fingertip-{}.stl", std::process::id()));
    std::fs::write(&file, text + "endsolid fingertip\n")?;
    Ok(file)
}
