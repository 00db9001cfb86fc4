//! Where one frame is in another.

use crate::describe::{Range, Unit, described, number, numbers, series};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_geometry::{Dh, DhConvention, Pose};
use glam::{DMat3, DQuat, DVec3, EulerRot};

/// How far from a rotation the rows of a matrix may be: what is left of six printed digits.
const SLOPPINESS: f64 = 1e-4;

described! {
    /// Where a frame is in the one it belongs to: `p = R p' + xyz`. Roll, pitch and yaw turn about the fixed axes x, y, z,
    /// in this order.
    pub(crate) struct PoseTable as "pose",
        at_most_one("rpy", "quat", "axis", "matrix", "dh"),
        at_most_one("rpy", "quat", "angle", "matrix", "dh"),
        at_most_one("xyz", "matrix", "dh"),
        check(check)
    {
        /// origin
        xyz: DVec3 = maybe(DVec3::ZERO), numbers(3, Range::within(-1e6, 1e6), Unit::Length);
        /// roll, pitch, yaw
        rpy: Option<DVec3> = maybe, numbers(3, Range::within(-1e4, 1e4), Unit::Angle);
        /// rotation as a quaternion `[x, y, z, w]`; it is normalised
        quat: Option<[f64; 4]> = maybe, numbers(4, Range::within(-1e3, 1e3), "");
        /// turns by `angle` about this direction
        axis: Option<DVec3> = maybe, numbers(3, Range::within(-1e6, 1e6), "");
        /// goes with `axis`
        angle: Option<f64> = maybe, number(Range::within(-1e4, 1e4), Unit::Angle);
        /// the rows of `[R xyz]` one after the other, 12 numbers, or 16 with a last row of 0 0 0 1
        matrix: Option<Vec<f64>> = maybe, series("");
        /// Denavit–Hartenberg parameters
        dh: Option<DhTable> = maybe;
    }

    /// Denavit–Hartenberg parameters of a frame in the one before.
    #[derive(Copy)]
    pub(crate) struct DhTable as "dh" {
        /// length along x
        a: f64 = or(0.0), number(Range::within(-1e6, 1e6), Unit::Length);
        /// twist about x
        alpha: f64 = or(0.0), number(Range::within(-1e4, 1e4), Unit::Angle);
        /// offset along z
        d: f64 = or(0.0), number(Range::within(-1e6, 1e6), Unit::Length);
        /// angle about z
        theta: f64 = or(0.0), number(Range::within(-1e4, 1e4), Unit::Angle);
        /// `standard` is `Rot_z(theta) Trans_z(d) Trans_x(a) Rot_x(alpha)`, `modified` is `Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d)`
        convention: DhConvention = or(DhConvention::Standard);
    }
}

described! { impl words DhConvention { Standard as "standard"; Modified as "modified"; } }

fn check(this: &PoseTable, view: View<'_>) -> Result<(), Fault> {
    check_quaternion(this.quat, view)?;
    match (this.axis, this.angle) {
        (Some(_), None) | (None, Some(_)) => {
            let message = "`axis` and `angle` need each other";
            return Err(Fault::new(ErrorKind::Missing, view.at(), message)
                .note("help: for example axis = [0, 0, 1], angle_deg = 90"));
        }
        (Some(axis), _) if axis.length() <= 1e-9 => {
            return Err(view
                .fault(ErrorKind::OutOfRange, "axis", "this axis has no direction")
                .note("allowed: any vector that is not zero"));
        }
        _ => {}
    }
    let Some(matrix) = &this.matrix else { return Ok(()) };
    match rotation_and_origin(matrix) {
        Ok(_) => Ok(()),
        Err(why) => Err(view
            .fault(ErrorKind::OutOfRange, "matrix", why)
            .note("allowed: the rows [r11, r12, r13, x, r21, r22, r23, y, r31, r32, r33, z], a rotation and an origin")),
    }
}

/// Refuses a quaternion of zero.
pub(super) fn check_quaternion(quat: Option<[f64; 4]>, view: View<'_>) -> Result<(), Fault> {
    match quat {
        Some(quat) if DQuat::from_array(quat).length() < 1e-6 => {
            let message = "this quaternion is zero, so it turns nowhere";
            Err(view
                .fault(ErrorKind::OutOfRange, "quat", message)
                .note("allowed: [x, y, z, w] of any length but zero; [0, 0, 0, 1] turns nothing"))
        }
        _ => Ok(()),
    }
}

/// The rotation that angles or a quaternion stand for.
pub(super) fn rotation(rpy: Option<DVec3>, quat: Option<[f64; 4]>) -> DQuat {
    match (rpy, quat) {
        (Some(rpy), _) => DQuat::from_euler(EulerRot::ZYX, rpy.z, rpy.y, rpy.x).normalize(),
        (_, Some(quat)) => {
            let quat = DQuat::from_array(quat);
            // What was normalised once stays as it is, so that a pose reads back with the same bits.
            if (quat.length_squared() - 1.0).abs() < 1e-15 { quat } else { quat.normalize() }
        }
        _ => DQuat::IDENTITY,
    }
}

/// The pose of a matrix, row by row.
fn rotation_and_origin(m: &[f64]) -> Result<Pose, String> {
    let (&[a, b, c, x, d, e, f, y, g, h, i, z], last) = m.split_first_chunk().ok_or_else(|| count(m))?;
    if !(last.is_empty() || last == [0.0, 0.0, 0.0, 1.0]) {
        return Err(if last.len() == 4 { "its last row is not 0 0 0 1".to_owned() } else { count(m) });
    }
    if m.iter().any(|x| !(x.abs() <= 1e6)) {
        return Err("its numbers must be finite and within ±1e6".to_owned());
    }
    let given = DMat3::from_cols(DVec3::new(a, d, g), DVec3::new(b, e, h), DVec3::new(c, f, i));
    let off = (given * given.transpose() - DMat3::IDENTITY).to_cols_array();
    let off = off.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    if off > SLOPPINESS || given.determinant() < 0.0 {
        return Err(format!(
            "its first three columns are no rotation (off by {off:.2e}, determinant {:.3})",
            given.determinant()
        ));
    }
    Ok(Pose { rotation: DQuat::from_mat3(&given).normalize(), translation: DVec3::new(x, y, z) })
}

fn count(m: &[f64]) -> String {
    format!("a matrix has 12 or 16 numbers, this one {}", m.len())
}

impl From<PoseTable> for Pose {
    fn from(table: PoseTable) -> Self {
        if let Some(Ok(pose)) = table.matrix.as_deref().map(rotation_and_origin) {
            return pose;
        }
        if let Some(DhTable { a, alpha, d, theta, convention }) = table.dh {
            return Dh { a, alpha, d, theta }.pose(convention);
        }
        let rotation = match (table.axis, table.angle) {
            (Some(axis), Some(angle)) => DQuat::from_axis_angle(axis.normalize_or(DVec3::Z), angle),
            _ => rotation(table.rpy, table.quat),
        };
        Self { rotation, translation: table.xyz }
    }
}

impl From<&Pose> for PoseTable {
    fn from(pose: &Pose) -> Self {
        let turned = pose.rotation != DQuat::IDENTITY;
        Self { xyz: pose.translation, quat: turned.then(|| pose.rotation.to_array()), ..Self::default() }
    }
}

described! { impl Pose via PoseTable: |table| Pose::from(table), |pose| PoseTable::from(pose) }
