//! Angles that files are written with.

use glam::{DMat3, DQuat, DVec3};

/// Roll, pitch and yaw about the fixed axes x, y, z. Near a pitch of a right angle, where roll and yaw turn alike, the three still give the rotation to
/// the last digits.
pub(crate) fn roll_pitch_yaw(rotation: DQuat) -> DVec3 {
    if rotation == DQuat::IDENTITY {
        return DVec3::ZERO;
    }
    let r = DMat3::from_quat(rotation);
    let yaw = r.x_axis.y.atan2(r.x_axis.x);
    // What is left after the yaw is taken back: Ry(pitch) Rx(roll).
    let rest = DMat3::from_rotation_z(-yaw) * r;
    let pitch = (-rest.x_axis.z).atan2(rest.x_axis.x);
    let roll = (-rest.z_axis.y).atan2(rest.y_axis.y);
    DVec3::new(roll, pitch, yaw)
}

/// A unit axis and an angle from 0 to π \[rad\].
pub(crate) fn axis_angle(rotation: DQuat) -> (DVec3, f64) {
    let rotation = if rotation.w < 0.0 { -rotation } else { rotation };
    let sine = DVec3::new(rotation.x, rotation.y, rotation.z);
    match sine.try_normalize() {
        Some(axis) => (axis, 2.0 * sine.length().atan2(rotation.w)),
        None => (DVec3::X, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::EulerRot;

    #[test]
    fn angles_give_the_rotation_to_the_last_digits_at_every_pitch() {
        let half = std::f64::consts::FRAC_PI_2;
        for pitch in [0.3, -0.7, half, -half, half - 1e-9, half - 1e-13, -half + 1e-6] {
            for (roll, yaw) in [(0.43, -1.1), (0.0, 0.0), (-3.0, 2.9)] {
                let given = DQuat::from_euler(EulerRot::ZYX, yaw, pitch, roll);
                let [r, p, y] = roll_pitch_yaw(given).to_array();
                let again = DMat3::from_quat(DQuat::from_euler(EulerRot::ZYX, y, p, r));
                let off = (again - DMat3::from_quat(given)).to_cols_array();
                assert!(off.iter().all(|x| x.abs() < 1e-15), "{roll} {pitch} {yaw}: {off:?}");
            }
        }
    }
}
