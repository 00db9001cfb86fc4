//! The first tactile image from code: a sphere on a pad of 14 × 6 texels.

use bristle_contact::presets;
use bristle_geometry::{Pose, Shape, Twist, shape::Sphere};
use bristle_picture::TactileImage;
use bristle_skin::{Skin, SkinLayout, SkinMemory, SkinOptions, SkinReading, SkinState, TactileFrame, Target};
use glam::DVec3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let layout = SkinLayout::grid(14, 6, 3.4e-3)?; // rows, columns, pitch [m]
    let skin = Skin::new(&layout, presets::foam_rs_55_066_corrected_per_area(), SkinOptions::default())?;

    let ball = Shape::from(Sphere::new(0.02)?); // radius [m]
    let pose = Pose::from_translation(DVec3::new(0.0, 0.0, 0.018)); // its lowest point 2 mm inside the pad
    let targets = [Target::new(&ball, pose, Twist::ZERO)];

    let mut state = SkinState::new(&skin);
    let mut memory = SkinMemory::new(&skin, &targets);
    let mut reading = SkinReading::new(&skin, targets.len());
    skin.update(Pose::IDENTITY, Twist::ZERO, &targets, 1e-3, &mut state, &mut memory, &mut reading)?;

    let frame = TactileFrame::of_forces(&skin, &reading);
    println!("{:.3} N over {} rays", frame.sum, reading.pairs[0].contacts);
    let file = std::env::temp_dir().join("first-touch.png");
    TactileImage::new(14, 6, &frame.values).title("Sphere").render()?.save(&file)?;
    println!("drawn to {}", file.display());

    // A foundation of stiffness k per area below a sphere pushes with k π d² (R − d/3) straight up.
    let up = reading.pairs[0].wrench_on_target_w.force.z;
    let (k, d, r) = (0.30415 * 9.81 / 804.25e-6 / 2.5e-3, 2e-3, 0.02);
    let expected = k * std::f64::consts::PI * d * d * (r - d / 3.0);
    assert!((up / expected - 1.0).abs() < 0.05, "{up} N, expected {expected} N"); // 24 rays: measured 3 %
    Ok(())
}
