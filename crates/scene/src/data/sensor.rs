//! Sensors beside the skins.

use super::{SceneData, fitting_unit};
use crate::describe::{Kind, Label, Range, Space, Unit, described, integer, name, number, series};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_geometry::Pose;
use bristle_world::sensor::Response;

described! {
    /// A sensor beside the skins; one of these kinds. By default it is ideal and reports the true value after every step.
    pub struct SensorDescription as "sensor" {
        /// its name
        name: String = label(Label::Defines(Space::Sensor));
        /// a class of this file, whose keys for sensors it takes over
        class: Option<String> = maybe;
        /// what it measures
        kind: SensorMeasures = flat;
        /// samples per second; every step if left out
        rate: Option<f64> = maybe, rate();
        /// of a first-order low-pass; none if left out
        bandwidth: Option<f64> = maybe, rate();
        /// constant error, a number per channel
        bias: Option<Vec<f64>> = maybe, series("of the channel");
        /// drives that shake it while they run
        drive_noise: Vec<DriveNoise> = maybe;
    }
}

described! {
    /// Noise of a drive: its standard deviation grows with the speed of the joint. Noise of several drives, and the sensor's own, adds up in squares.
    pub struct DriveNoise as "drive_noise" {
        /// the body whose joint is driven
        joint: String = needed, name(Space::Body);
        /// standard deviation of a sample per speed of the joint
        per_speed: f64 = needed, number(Range::NOT_NEGATIVE, "of the channel per m/s or rad/s");
    }
}

fn rate() -> Kind {
    number(Range::within(1e-6, 1e9), "Hz")
}

described! {
    /// What a sensor measures.
    pub enum SensorMeasures as "sensor_kind" {
        /// load of a body, and all beyond it, on its parent: a wrist sensor; 6 channels
        ForceTorque(ForceTorque) as "force_torque";
        /// proper acceleration in m/s²: at rest it reads gravity, upwards; 3 channels
        Accelerometer(Inertial) as "accelerometer";
        /// angular velocity in rad/s; 3 channels
        Gyro(Inertial) as "gyro";
        /// position and speed of a joint; 2 channels
        Encoder(Encoder) as "encoder";
        /// a whole skin as one switch: force in N and share of texels; 2 channels
        Touch(Touch) as "touch";
        /// slip of one texel, which no hardware can measure; 5 channels
        Slip(TexelSlip) as "slip";
        /// distance along +z of the sensor to the next body; 1 channel
        Distance(Distance) as "distance";
    }

    /// How well a channel is reported.
    impl struct Response as "response" {
        /// largest value, either way
        range: Option<f64> = maybe, number(Range::POSITIVE, "of the channel");
        /// step between values
        resolution: Option<f64> = maybe, number(Range::POSITIVE, "of the channel");
        /// standard deviation of a sample; none if left out
        noise: f64 = maybe(0.0), number(Range::NOT_NEGATIVE, "of the channel");
    }

    /// A sensor in the joint of a body.
    pub struct ForceTorque as "force_torque" {
        /// the body beyond the sensor
        on: String = needed, name(Space::Body);
        /// where it is on that body
        pose: Pose = maybe;
        /// how well forces are reported in N
        force: Response = maybe(Response::IDEAL);
        /// how well torques are reported in N·m
        torque: Response = maybe(Response::IDEAL);
    }

    /// A sensor on a body.
    pub struct Inertial as "inertial_sensor" {
        /// the body that wears it
        on: String = needed, name(Space::Body);
        /// where it is on that body
        pose: Pose = maybe;
        /// how well its channels are told
        response: Response = flat;
    }

    /// Position of a revolute or prismatic joint.
    pub struct Encoder as "encoder" {
        /// the body whose joint it measures
        of: String = needed, name(Space::Body);
        /// one count
        resolution: Option<f64> = maybe, number(Range::POSITIVE, Unit::Travel);
        /// standard deviation of a sample; none if left out
        noise: f64 = maybe(0.0), number(Range::NOT_NEGATIVE, Unit::Travel);
    }

    /// Sum of a skin's normal forces.
    pub struct Touch as "touch" {
        /// which
        skin: String = needed, name(Space::Skin);
        /// largest force
        range: Option<f64> = maybe, number(Range::POSITIVE, "N");
        /// step between values
        resolution: Option<f64> = maybe, number(Range::POSITIVE, "N");
        /// standard deviation of a sample; none if left out
        noise: f64 = maybe(0.0), number(Range::NOT_NEGATIVE, "N");
    }

    /// How fast what is touched slides past a texel.
    pub struct TexelSlip as "slip_sensor" {
        /// which
        skin: String = needed, name(Space::Skin);
        /// its number, `row × columns + column` on an array
        texel: usize = needed, integer(0, 16_000_000);
    }

    /// Distance along +z of the sensor's frame, to any body but its own.
    pub struct Distance as "distance" {
        /// the body that wears it
        on: String = needed, name(Space::Body);
        /// where it is on that body
        pose: Pose = maybe;
        /// how far it sees
        range: f64 = needed, number(Range::above(0.0, 1e3), Unit::Length);
        /// step between values
        resolution: Option<f64> = maybe, number(Range::POSITIVE, Unit::Length);
        /// standard deviation of a sample; none if left out
        noise: f64 = maybe(0.0), number(Range::NOT_NEGATIVE, Unit::Length);
    }
}

impl SensorDescription {
    pub(crate) fn check(&self, view: View<'_>, scene: &SceneData) -> Result<(), Fault> {
        let (SensorMeasures::Encoder(Encoder { of: body, .. }), Some(of)) =
            (&self.kind, view.table("encoder"))
        else {
            return Ok(());
        };
        let Some(kind) = scene.one_dof(body) else {
            let message = format!("the joint of `{body}` has no one position to measure");
            return Err(of
                .fault(ErrorKind::Conflict, "of", message)
                .note("allowed: bodies on revolute or prismatic joints"));
        };
        fitting_unit(of, "resolution", kind)?;
        fitting_unit(of, "noise", kind)
    }
}
