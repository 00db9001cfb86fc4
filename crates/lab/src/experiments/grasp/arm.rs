//! Where the arm of the grasp bench has to be: inverse kinematics of `lib:arms/pr2-simple`.

use bristle_control::grasp::ArmPositions;
use glam::DVec3;

/// Height of the shoulder above the table \[m\].
pub(super) const SHOULDER_HEIGHT: f64 = 0.35;
/// From the axis of pan to that of lift, to the elbow, to the wrist, to the middle of the pads \[m\].
const OFFSET: f64 = 0.1;
const UPPER_ARM: f64 = 0.4;
const FOREARM: f64 = 0.321;
pub(super) const TOOL: f64 = 0.18;
/// Mass of the gripper \[kg\], and where its centre is beyond the wrist \[m\].
const GRIPPER_MASS: f64 = 1.013;
const GRIPPER_CENTRE: f64 = 0.11;
const GRAVITY: f64 = 9.81;
/// Position gains of lift, elbow and wrist flex \[N·m/rad\].
const GAINS: [f64; 3] = [1200.0, 700.0, 300.0];

/// Where the middle of the pads is, and how the hand is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HandPose {
    /// Turn of the arm about the vertical \[rad\].
    pub(super) pan: f64,
    /// Distance from the vertical axis \[m\].
    pub(super) reach: f64,
    /// Height above the table \[m\].
    pub(super) height: f64,
    /// How far the fingers point down: 0 level, π/2 down \[rad\].
    pub(super) pitch: f64,
    /// Turn of the hand about its fingers \[rad\].
    pub(super) roll: f64,
}

impl HandPose {
    /// The middle of the pads, from below the shoulder \[m\].
    pub(super) fn position(&self) -> DVec3 {
        let (sin, cos) = self.pan.sin_cos();
        DVec3::new(self.reach * cos, self.reach * sin, self.height)
    }
}

/// Angles of lift, elbow and wrist flex \[rad\], elbow up; `None` if the pose is out of reach.
pub(super) fn angles(pose: &HandPose) -> Option<[f64; 3]> {
    let (sin, cos) = pose.pitch.sin_cos();
    let x = pose.reach - TOOL * cos - OFFSET;
    let z = pose.height + TOOL * sin - SHOULDER_HEIGHT;
    let cosine = (x * x + z * z - UPPER_ARM * UPPER_ARM - FOREARM * FOREARM) / (2.0 * UPPER_ARM * FOREARM);
    if !(-1.0..=1.0).contains(&cosine) {
        return None;
    }
    let elbow = cosine.acos();
    let lift = (-z).atan2(x) - (FOREARM * elbow.sin()).atan2(UPPER_ARM + FOREARM * elbow.cos());
    Some([lift, elbow, pose.pitch - lift - elbow])
}

/// What the motors are told to hold a pose: its angles, and what the weight of the gripper turns their joints by, as a controller that knows its gripper tells them.
pub(super) fn commands(pose: &HandPose) -> Option<ArmPositions> {
    let [lift, elbow, wrist] = angles(pose)?;
    // Horizontal distance of the gripper's centre from each joint, from the wrist inwards.
    let from_wrist = GRIPPER_CENTRE * pose.pitch.cos();
    let from_elbow = from_wrist + FOREARM * (lift + elbow).cos();
    let from_lift = from_elbow + UPPER_ARM * lift.cos();
    let sag = |distance: f64, gain: f64| GRIPPER_MASS * GRAVITY * distance / gain;
    Some(ArmPositions::from([
        ("pan".to_owned(), pose.pan),
        ("lift".to_owned(), lift - sag(from_lift, GAINS[0])),
        ("elbow".to_owned(), elbow - sag(from_elbow, GAINS[1])),
        ("wrist_flex".to_owned(), wrist - sag(from_wrist, GAINS[2])),
        ("wrist_roll".to_owned(), pose.roll),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arm_reaches_the_pose_that_it_was_asked_for() {
        for (reach, height, pitch) in [(0.62, 0.06, 0.0), (0.57, 0.31, 0.4), (0.66, 0.03, 1.5)] {
            let pose = HandPose { pan: 0.3, reach, height, pitch, roll: -0.2 };
            let [lift, elbow, wrist] = angles(&pose).unwrap();
            let ends = [(UPPER_ARM, lift), (FOREARM, lift + elbow), (TOOL, lift + elbow + wrist)];
            let x = OFFSET + ends.iter().map(|(length, angle)| length * angle.cos()).sum::<f64>();
            let z = SHOULDER_HEIGHT - ends.iter().map(|(length, angle)| length * angle.sin()).sum::<f64>();
            assert!((x - reach).abs() < 1e-12 && (z - height).abs() < 1e-12, "{x} {z}");
            assert!((lift + elbow + wrist - pitch).abs() < 1e-12);
        }
        assert!(angles(&HandPose { pan: 0.0, reach: 1.3, height: 0.1, pitch: 0.0, roll: 0.0 }).is_none());
    }
}
