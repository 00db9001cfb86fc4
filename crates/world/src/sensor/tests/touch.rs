use super::rig::Facts;
use crate::SkinId;
use crate::sensor::{Response, Sensor, SensorKind};
use bristle_contact::presets;
use bristle_skin::{Skin, SkinLayout, SkinOptions, SkinReading, TexelReading, TexelState};
use glam::DVec3;

fn pressed() -> Facts<'static> {
    let layout = SkinLayout::grid(2, 5, 3.4e-3).unwrap();
    let skin = Skin::new(&layout, presets::table3(), SkinOptions::default()).unwrap();
    let mut reading = SkinReading::new(&skin, 1);
    for (i, state) in [(1, TexelState::Stick), (4, TexelState::Slip), (7, TexelState::Incipient)] {
        reading.texels[i] = TexelReading {
            normal_force: 0.3 * i as f64,
            slip_velocity: DVec3::new(0.3, -0.7, 0.0) * 1e-3,
            utilisation: 0.43,
            state,
            ..TexelReading::NOTHING
        };
    }
    Facts { readings: vec![SkinReading::new(&skin, 1), reading], ..Facts::at_rest() }
}

#[test]
fn a_touch_sensor_tells_the_sum_of_forces_and_the_share_that_touches() {
    let kind =
        SensorKind::Touch { skin: SkinId(1), response: Response { range: Some(3.0), ..Response::IDEAL } };
    let read = pressed().seen_by(&Sensor::new("tip", kind).unwrap());
    assert_eq!(read.get("share"), Some(0.3));
    // 0.3 (1 + 4 + 7) N, beyond the range.
    assert!(read.saturated && read.get("force") == Some(3.0));
    let kind = SensorKind::Touch { skin: SkinId(0), response: Response::IDEAL };
    assert_eq!(pressed().seen_by(&Sensor::new("other", kind).unwrap()).values(), [0.0, 0.0]);
}

#[test]
fn a_slip_sensor_tells_velocity_utilisation_and_state_of_its_texel() {
    for (texel, state) in [
        (0, TexelState::NoContact),
        (1, TexelState::Stick),
        (4, TexelState::Slip),
        (7, TexelState::Incipient),
    ] {
        let sensor = Sensor::new("slip", SensorKind::TexelSlip { skin: SkinId(1), texel }).unwrap();
        let read = pressed().seen_by(&sensor.clone().with_bandwidth(3.0).unwrap());
        assert_eq!(read.texel_state(), Some(state), "{read}");
        if texel != 0 {
            assert_eq!(read.vector(), Some(DVec3::new(0.3, -0.7, 0.0) * 1e-3));
            assert_eq!(read.get("utilisation"), Some(0.43));
        }
        // Taring must not turn a slip into no contact.
        let mut held = sensor.start();
        pressed().show(|truth| sensor.measure(truth, &mut held).unwrap().clone());
        sensor.tare(&mut held);
        assert_eq!(held.value().texel_state(), Some(state));
    }
}

#[test]
fn a_low_pass_smooths_the_slip_and_not_the_state() {
    let sensor = Sensor::new("slip", SensorKind::TexelSlip { skin: SkinId(1), texel: 4 }).unwrap();
    let sensor = sensor.with_bandwidth(3.0).unwrap();
    let mut state = sensor.start();
    pressed().show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
    let mut lifted = pressed();
    lifted.readings[1].texels[4] = TexelReading::NOTHING;
    let read = lifted.show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
    assert_eq!(read.texel_state(), Some(TexelState::NoContact));
    // After one step of 1 ms, e^(−2π·3·1e-3) of the slip is left.
    let left = 0.3e-3 * (-std::f64::consts::TAU * 3e-3).exp();
    assert!((read.get("vx").unwrap() - left).abs() < 1e-18);
}

#[test]
fn a_sensor_of_something_that_is_not_there_says_nothing() {
    let sensor = Sensor::new("slip", SensorKind::TexelSlip { skin: SkinId(9), texel: 3 }).unwrap();
    assert_eq!(pressed().seen_by(&sensor), sensor.nothing());
}
