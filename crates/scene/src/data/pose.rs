//! Where one frame is in another.

use crate::describe::{Range, Unit, described, numbers};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_geometry::Pose;
use glam::{DQuat, DVec3, EulerRot};

described! {
    /// Where a frame is in the one it belongs to: `p = R p' + xyz`. Roll, pitch and yaw turn about the fixed axes x, y, z,
    /// in this order.
    pub(crate) struct PoseTable as "pose", at_most_one("rpy", "quat"), check(check) {
        /// origin
        xyz: DVec3 = or(DVec3::ZERO), numbers(3, Range::within(-1e6, 1e6), Unit::Length);
        /// roll, pitch, yaw
        rpy: Option<DVec3> = maybe, numbers(3, Range::within(-1e4, 1e4), Unit::Angle);
        /// rotation as a quaternion `[x, y, z, w]`; it is normalised
        quat: Option<[f64; 4]> = maybe, numbers(4, Range::within(-1e3, 1e3), "");
    }
}

fn check(this: &PoseTable, view: View<'_>) -> Result<(), Fault> {
    match this.quat {
        Some(quat) if DQuat::from_array(quat).length() < 1e-6 => {
            let message = "this quaternion is zero, so it turns nowhere";
            Err(view
                .fault(ErrorKind::OutOfRange, "quat", message)
                .note("allowed: [x, y, z, w] of any length but zero; [0, 0, 0, 1] turns nothing"))
        }
        _ => Ok(()),
    }
}

impl From<PoseTable> for Pose {
    fn from(table: PoseTable) -> Self {
        let rotation = match (table.rpy, table.quat) {
            (Some(rpy), _) => DQuat::from_euler(EulerRot::ZYX, rpy.z, rpy.y, rpy.x).normalize(),
            (_, Some(quat)) => {
                let quat = DQuat::from_array(quat);
                // What was normalised once stays as it is, so that a pose reads back with the same bits.
                if (quat.length_squared() - 1.0).abs() < 1e-15 { quat } else { quat.normalize() }
            }
            _ => DQuat::IDENTITY,
        };
        Self { rotation, translation: table.xyz }
    }
}

impl From<&Pose> for PoseTable {
    fn from(pose: &Pose) -> Self {
        let turned = pose.rotation != DQuat::IDENTITY;
        Self { xyz: pose.translation, rpy: None, quat: turned.then(|| pose.rotation.to_array()) }
    }
}

described! { impl Pose via PoseTable: |table| Pose::from(table), |pose| PoseTable::from(pose) }
