use super::rig::{LINK, accelerometer, encoder};
use crate::SkinId;
use crate::sensor::{Response, Sensor, SensorError, SensorKind};
use bristle_geometry::Pose;
use glam::{DQuat, DVec3};

#[test]
fn impossible_data_are_refused() {
    for bad in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
        for response in [
            Response { range: Some(bad), ..Response::IDEAL },
            Response { resolution: Some(bad), ..Response::IDEAL },
            Response { noise: if bad == 0.0 { -1e-300 } else { bad }, ..Response::IDEAL },
        ] {
            let error =
                Sensor::new("wrist", SensorKind::Encoder { body: LINK, response }).unwrap_err().to_string();
            assert!(error.contains("sensor `wrist`") && error.contains("must be"), "{error}");
            let (force, torque, pose) = (Response::IDEAL, response, Pose::IDENTITY);
            assert!(
                Sensor::new("wrist", SensorKind::ForceTorque { body: LINK, pose, force, torque }).is_err()
            );
            assert!(Sensor::new("tip", SensorKind::Touch { skin: SkinId(0), response }).is_err());
        }
        assert!(encoder(Response::IDEAL).with_rate(bad).is_err());
        assert!(encoder(Response::IDEAL).with_bandwidth(bad).is_err());
    }
    let coarse = Response { range: Some(0.3), resolution: Some(0.7), noise: 0.0 };
    assert!(Sensor::new("e", SensorKind::Encoder { body: LINK, response: coarse }).is_err());
}

#[test]
fn a_distance_needs_a_range() {
    let kind = SensorKind::Distance { body: LINK, pose: Pose::IDENTITY, response: Response::IDEAL };
    assert!(Sensor::new("d", kind).unwrap_err().to_string().contains("say how far"));
}

#[test]
fn a_pose_must_be_rigid() {
    for pose in [
        Pose::from_translation(DVec3::new(0.0, f64::NAN, 0.0)),
        Pose { rotation: DQuat::from_xyzw(0.0, 0.0, 0.0, 2.0), translation: DVec3::ZERO },
    ] {
        let kind = SensorKind::Gyro { body: LINK, pose, response: Response::IDEAL };
        assert_eq!(Sensor::new("g", kind), Err(SensorError::BadPose { sensor: "g".into() }));
    }
}

#[test]
fn biases_are_one_per_channel() {
    let sensor = accelerometer(Pose::IDENTITY, Response::IDEAL);
    let error = sensor.clone().with_bias(&[0.3, -0.7]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sensor `palm`: 2 biases are given: there must be 3, one per channel: ax, ay, az"
    );
    assert!(sensor.with_bias(&[0.3, f64::NAN, 0.0]).is_err());
    // A velocity that is a difference takes its errors from the position.
    assert!(encoder(Response::IDEAL).with_bias(&[0.3, 0.0]).is_ok());
    assert!(encoder(Response::IDEAL).with_bias(&[0.3, 0.1]).is_err());
}
