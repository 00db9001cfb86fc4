//! What a body's motion and its joint's load are, seen from a frame on the body.

use super::Truth;
use super::value::MOST;
use crate::BodyId;
use bristle_geometry::Pose;
use glam::DVec3;

fn channels(first: DVec3, second: DVec3) -> [f64; MOST] {
    [first.x, first.y, first.z, second.x, second.y, second.z]
}

/// Force and torque of the body on the sensor in its joint.
pub(super) fn load(truth: &Truth, body: BodyId, pose: Pose) -> Option<[f64; MOST]> {
    let frame = *truth.poses.get(body.0)? * pose;
    let on_sensor = truth.joint_wrenches.get(body.0)?.reaction().shift_to(frame.translation);
    let to_sensor = frame.rotation.conjugate();
    Some(channels(to_sensor * on_sensor.force, to_sensor * on_sensor.torque))
}

/// Acceleration of the sensor's origin relative to free fall, `a + α × r + ω × (ω × r) − g`.
pub(super) fn proper_acceleration(truth: &Truth, body: BodyId, pose: Pose) -> Option<[f64; MOST]> {
    let body_pose = *truth.poses.get(body.0)?;
    let (omega, acceleration) = (truth.twists.get(body.0)?.angular, truth.accelerations.get(body.0)?);
    let arm = body_pose.transform_vector(pose.translation);
    let of_origin = acceleration.linear + acceleration.angular.cross(arm) + omega.cross(omega.cross(arm));
    let to_sensor = (body_pose * pose).rotation.conjugate();
    Some(channels(to_sensor * (of_origin - truth.gravity), DVec3::ZERO))
}

/// Angular velocity in the sensor's axes.
pub(super) fn turn(truth: &Truth, body: BodyId, pose: Pose) -> Option<[f64; MOST]> {
    let to_sensor = (*truth.poses.get(body.0)? * pose).rotation.conjugate();
    Some(channels(to_sensor * truth.twists.get(body.0)?.angular, DVec3::ZERO))
}
