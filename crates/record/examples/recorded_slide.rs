//! Presses a ball between two pads, slides it, lets go, and records everything: a folder with CSV, Parquet and a report.
//!
//!     cargo run --release -p bristle-record --example recorded_slide -- out/slide
//!
//! Ends by asserting that what was recorded comes back.

use bristle_contact::presets;
use bristle_geometry::shape::Sphere;
use bristle_geometry::{Pose, Shape, Twist};
use bristle_record::{
    Channel, ChannelKind, Ending, Fact, Recorder, RunInfo, Schema, SkinSchema, Unit, report,
};
use bristle_skin::{Skin, SkinLayout, SkinMemory, SkinOptions, SkinReading, SkinState, Target, TexelReading};
use glam::{DQuat, DVec3};
use std::f64::consts::{FRAC_PI_2, PI};

const STEP: f64 = 1e-3;

/// When each phase begins \[s\].
const PHASES: [(f64, &str); 4] = [(0.0, "approach"), (0.25, "press"), (0.6, "slide"), (1.1, "release")];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| {
        std::env::temp_dir().join("bristle-recorded-slide").to_string_lossy().into_owned()
    });
    let layout = SkinLayout::grid(14, 6, 3.4e-3)?;
    let skin = Skin::new(&layout, presets::foam_rs_55_066_corrected_per_area(), SkinOptions::default())?;
    let schema = Schema {
        run: RunInfo {
            title: "A ball between two pads".to_owned(),
            program: concat!("bristle ", env!("CARGO_PKG_VERSION")).to_owned(),
            command: "cargo run --release -p bristle-record --example recorded_slide".to_owned(),
            seed: 7,
            step: STEP,
            scene: "# the motion is part of the program\n[pad]\nrows = 14\ncolumns = 6\npitch_mm = 3.4\n"
                .to_owned(),
            facts: vec![Fact::text("Object", "sphere, 20 mm radius"), Fact::count("Bodies", 3)],
        },
        channels: vec![
            Channel::new("jaw", Unit::Metre, ChannelKind::JointPosition),
            Channel::new("jaw", Unit::MetrePerSecond, ChannelKind::JointVelocity),
            Channel::new("ball x", Unit::Metre, ChannelKind::Pose),
        ],
        skins: vec![SkinSchema::of("left pad", &skin), SkinSchema::of("right pad", &skin)],
        devices: Vec::new(),
    };
    let mut recorder = Recorder::replace(&folder, schema)?;

    // The pads look at each other along y; the ball is led along x.
    let ball = Shape::Sphere(Sphere::new(0.02)?);
    let turned = [DQuat::from_rotation_x(-FRAC_PI_2), DQuat::from_rotation_x(FRAC_PI_2)];
    let mut states = [SkinState::new(&skin), SkinState::new(&skin)];
    let mut readings = [SkinReading::new(&skin, 1), SkinReading::new(&skin, 1)];
    let mut memories: Vec<SkinMemory> = Vec::new();
    let mut phases = PHASES.iter().peekable();
    let mut largest: f64 = 0.0;
    for index in 0..=1400 {
        let time = f64::from(index) * STEP;
        let (jaw, jaw_speed) = jaw(time);
        let (x, x_speed) = slide(time);
        let twist = |linear| Twist { linear, angular: DVec3::ZERO };
        let pose = Pose::from_translation(DVec3::new(x, 0.0, 0.0));
        let targets = [Target::new(&ball, pose, twist(DVec3::new(x_speed, 0.0, 0.0)))];
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            if memories.len() == side {
                memories.push(SkinMemory::new(&skin, &targets));
            }
            let pose = Pose { rotation: turned[side], translation: DVec3::new(0.0, sign * jaw, 0.0) };
            let speed = twist(DVec3::new(0.0, sign * jaw_speed, 0.0));
            let (state, memory, reading) = (&mut states[side], &mut memories[side], &mut readings[side]);
            skin.update(pose, speed, &targets, STEP, state, memory, reading)?;
            largest = largest.max(reading.total_normal_force());
        }
        while let Some((_, name)) = phases.next_if(|(begin, _)| *begin <= time) {
            recorder.phase(time, name)?;
        }
        let texels: [&[TexelReading]; 2] = [&readings[0].texels, &readings[1].texels];
        recorder.sample(time, &[jaw, jaw_speed, x], &texels)?;
    }
    let recording = recorder.finish(Ending::Completed, vec![Fact::count("Skin updates", 2 * 1401)])?;
    let page = report::write(&recording)?.page;

    let frames: Vec<_> = recording.frames()?.collect::<Result<_, _>>()?;
    let sum = |texels: &[bristle_record::TexelRecord]| texels.iter().map(|t| t.normal_force).sum::<f64>();
    let recorded = frames.iter().flat_map(|frame| &frame.skins).map(|skin| sum(skin)).fold(0.0, f64::max);
    assert!(recorded == largest && largest > 0.1, "{recorded} N came back, {largest} N were felt");
    println!("largest force on a pad {largest:.3} N; open {}", page.display());
    Ok(())
}

/// Distance of each pad from the middle \[m\] and its rate: closes by 4 mm, holds, opens again.
fn jaw(time: f64) -> (f64, f64) {
    let (closed, closing) = ramp(time, 0.1, 0.45);
    let (opened, opening) = ramp(time, 1.1, 1.35);
    (0.022 - 0.004 * (closed - opened), -0.004 * (closing - opening))
}

/// Place of the ball \[m\] and its rate: 5 mm along x, fast enough to slip.
fn slide(time: f64) -> (f64, f64) {
    let (there, speed) = ramp(time, 0.6, 1.1);
    (0.005 * there, 0.005 * speed)
}

/// From 0 to 1 between two times, smoothly, and its rate.
fn ramp(time: f64, from: f64, to: f64) -> (f64, f64) {
    let part = ((time - from) / (to - from)).clamp(0.0, 1.0);
    let rate = if (from..to).contains(&time) { 0.5 * PI / (to - from) } else { 0.0 };
    (0.5 - 0.5 * (PI * part).cos(), rate * (PI * part).sin())
}
