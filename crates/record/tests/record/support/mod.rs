//! A small recording with awkward numbers.

use bristle_record::{
    Channel, ChannelKind, Ending, Fact, Recorder, Recording, RunInfo, Schema, SkinSchema, Unit,
};
use bristle_skin::layout::{Grid, SkinLayout, Texel};
use bristle_skin::{TexelReading, TexelState};
use glam::DVec3;
use std::path::Path;

pub(crate) const TIMES: usize = 7;

pub(crate) fn grid_skin(name: &str, rows: usize, columns: usize) -> SkinSchema {
    let layout = SkinLayout::grid(rows, columns, 3.4e-3).unwrap();
    SkinSchema {
        name: name.to_owned(),
        grid: Some(Grid::full(rows, columns)),
        texels: layout.texels,
        outlines: Vec::new(),
    }
}

pub(crate) fn schema() -> Schema {
    let scattered = (0..3).map(|i| Texel {
        position: DVec3::new(0.3 * f64::from(i), -0.7, 1.1 / 3.0),
        direction: DVec3::Z,
        area: 1e-5 / 3.0,
    });
    Schema {
        run: RunInfo {
            title: "Squeeze, \"gently\" & <slowly>".to_owned(),
            program: "bristle 0.0.0-test".to_owned(),
            command: "bristle run squeeze.toml --seed 43".to_owned(),
            seed: u64::MAX,
            step: 1e-3 / 3.0,
            scene: "# a scene\n[object]\nname = \"cube\"\n".to_owned(),
            facts: vec![Fact::count("Bodies", 3), Fact::number("Mass", 0.1 + 0.2, Unit::Kilogram)],
        },
        channels: vec![
            Channel::new("left jaw", Unit::Metre, ChannelKind::JointPosition),
            Channel::new("left jaw", Unit::MetrePerSecond, ChannelKind::JointVelocity),
            Channel::new("Höhe", Unit::Metre, ChannelKind::Pose),
            Channel::new("iterations", Unit::One, ChannelKind::Solver),
        ],
        skins: vec![
            grid_skin("pad, \"left\"", 2, 3),
            SkinSchema { name: "tip".to_owned(), grid: None, texels: scattered.collect(), outlines: tips() },
        ],
        devices: Vec::new(),
    }
}

/// Outlines of the texels of the tip; the last one's is not known.
fn tips() -> Vec<Vec<DVec3>> {
    let corner =
        |texel: usize, i: usize| DVec3::new(0.3 * texel as f64 + 1e-3 / i as f64, 0.1 + 0.2, -0.7 / 3.0);
    vec![(1..4).map(|i| corner(0, i)).collect(), (1..6).map(|i| corner(1, i)).collect(), Vec::new()]
}

/// Deterministic numbers with many digits, large, small and of both signs, and now and then a zero.
pub(crate) fn noise(seed: usize) -> f64 {
    let mixed = (seed as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7;
    let mantissa = (mixed % 2_000_003) as f64 / 1e6 - 1.0;
    match mixed % 7 {
        0 => 0.0,
        1 => mantissa * 1e-17,
        2 => mantissa * 1e12,
        _ => mantissa,
    }
}

pub(crate) fn time(sample: usize) -> f64 {
    0.1 * sample as f64 + 1.0 / 3.0
}

pub(crate) fn values(sample: usize) -> Vec<f64> {
    (0..4).map(|channel| noise(1000 * sample + channel)).collect()
}

pub(crate) fn readings(sample: usize, skin: usize, texels: usize) -> Vec<TexelReading> {
    let states = [
        TexelState::NoContact,
        TexelState::Stick,
        TexelState::Incipient,
        TexelState::Slip,
        TexelState::Saturated,
    ];
    let reading = |texel: usize| {
        let n = |k: usize| noise(7919 * sample + 977 * skin + 31 * texel + k);
        TexelReading {
            normal_force: n(0).abs(),
            elastic_force: n(1).abs(),
            shear: DVec3::new(n(2), n(3), n(4)),
            penetration: n(5),
            slip_velocity: DVec3::new(n(6), n(7), -0.0),
            utilisation: n(8).abs(),
            state: states[(sample + skin + texel) % states.len()],
            ..TexelReading::NOTHING
        }
    };
    (0..texels).map(reading).collect()
}

/// Feeds one sample, with a phase every third and an event at the fourth.
pub(crate) fn feed(recorder: &mut Recorder, sample: usize) {
    let skins: Vec<Vec<TexelReading>> = recorder
        .schema()
        .skins
        .iter()
        .enumerate()
        .map(|(skin, schema)| readings(sample, skin, schema.texels.len()))
        .collect();
    let skins: Vec<&[TexelReading]> = skins.iter().map(Vec::as_slice).collect();
    if sample.is_multiple_of(3) {
        recorder.phase(time(sample), &format!("phase, {sample}")).unwrap();
    }
    if sample == 4 {
        recorder.event(time(sample), "\"slip\", <b>left</b>").unwrap();
    }
    recorder.sample(time(sample), &values(sample), &skins).unwrap();
}

/// A finished recording of [`TIMES`] samples.
pub(crate) fn record(folder: &Path) -> Recording {
    let mut recorder = Recorder::create(folder, schema()).unwrap();
    (0..TIMES).for_each(|sample| feed(&mut recorder, sample));
    let facts =
        vec![Fact::number("Newton iterations, mean", 2.0 / 3.0, Unit::One), Fact::text("Thread", "1 <of> 2")];
    recorder.finish(Ending::Completed, facts).unwrap()
}

/// Asserts that the first `samples` came back with all their bits.
pub(crate) fn assert_holds(recording: &Recording, samples: usize) {
    assert_eq!(recording.times().len(), samples);
    assert_eq!(recording.frame_count(), samples);
    for (sample, &t) in recording.times().iter().enumerate() {
        assert_eq!(t.to_bits(), time(sample).to_bits());
        for (channel, value) in values(sample).into_iter().enumerate() {
            assert_eq!(recording.series(channel).unwrap()[sample].to_bits(), value.to_bits());
        }
    }
    for (sample, frame) in recording.frames().unwrap().enumerate() {
        let frame = frame.unwrap();
        assert_eq!(frame.time.to_bits(), time(sample).to_bits());
        for (skin, records) in frame.skins.iter().enumerate() {
            for (record, reading) in records.iter().zip(readings(sample, skin, records.len())) {
                assert_eq!(bits(record), bits(&(&reading).into()));
            }
        }
    }
}

/// All numbers of a record bit for bit: `==` would take −0 for 0.
pub(crate) fn bits(r: &bristle_record::TexelRecord) -> ([u64; 10], TexelState) {
    let (t, v) = (r.shear, r.slip_velocity);
    let numbers =
        [r.normal_force, r.elastic_force, t.x, t.y, t.z, r.penetration, v.x, v.y, v.z, r.utilisation];
    (numbers.map(f64::to_bits), r.state)
}
