//! Transforms: each moves what the next one says.

use super::units::Units;
use crate::error::{ErrorKind, Result, shown};
use crate::xml::El;
use bristle_geometry::{Dh, DhConvention, Pose};
use glam::{DMat3, DQuat, DVec3, EulerRot};

/// The `<Transform>` in an element; nothing is moved without one.
pub(super) fn of_child(of: El<'_>) -> Result<Pose> {
    of.child("transform").map_or(Ok(Pose::IDENTITY), read)
}

/// Three attributes; zero where one is missing.
pub(super) fn vector(of: El<'_>) -> Result<DVec3> {
    Ok(DVec3::new(of.number_or("x", 0.0)?, of.number_or("y", 0.0)?, of.number_or("z", 0.0)?))
}

fn read(of: El<'_>) -> Result<Pose> {
    of.elements().try_fold(Pose::IDENTITY, |so_far, element| {
        let units = Units::of(element)?;
        let turned = |rotation: DQuat| Pose { rotation, translation: DVec3::ZERO };
        let next = match element.name().to_ascii_lowercase().as_str() {
            "translation" | "trans" => Pose::from_translation(vector(element)? * units.length),
            "rollpitchyaw" | "rpy" => {
                let angle = |key: &str| Ok(element.number_or(key, 0.0)? * units.angle);
                turned(DQuat::from_euler(EulerRot::ZYX, angle("yaw")?, angle("pitch")?, angle("roll")?))
            }
            "quaternion" | "quat" => {
                let v = vector(element)?;
                let quaternion = DQuat::from_xyzw(v.x, v.y, v.z, element.number_or("w", 0.0)?);
                if quaternion.length() < 1e-9 {
                    return Err(element.fault(ErrorKind::OutOfRange, "this quaternion is zero"));
                }
                turned(quaternion.normalize())
            }
            "matrix3x3" => turned(rotation(element, matrix(element)?)?),
            "matrix4x4" => Pose {
                rotation: rotation(element, matrix(element)?)?,
                translation: DVec3::from(column(element, 4)?) * units.length,
            },
            "dh" => Dh {
                a: element.number_or("a", 0.0)? * units.length,
                d: element.number_or("d", 0.0)? * units.length,
                alpha: element.number_or("alpha", 0.0)? * units.angle,
                theta: element.number_or("theta", 0.0)? * units.angle,
            }
            .pose(DhConvention::Standard),
            other => {
                let message = format!("<{}> is no part of a transform", shown(other));
                return Err(element
                    .fault(ErrorKind::UnknownKey, message)
                    .with_note("allowed: Translation, RollPitchYaw, Quaternion, Matrix3x3, Matrix4x4, DH"));
            }
        };
        Ok(so_far * next)
    })
}

/// The upper left of `<row1 c1 c2 c3/>` and so on; as the unit matrix where a row is missing.
pub(super) fn matrix(of: El<'_>) -> Result<DMat3> {
    Ok(DMat3::from_cols(column(of, 1)?.into(), column(of, 2)?.into(), column(of, 3)?.into()))
}

fn column(of: El<'_>, number: usize) -> Result<[f64; 3]> {
    let mut column = [0.0; 3];
    for (row, entry) in column.iter_mut().enumerate() {
        *entry = match of.child(&format!("row{}", row + 1)) {
            Some(element) => element.need_number(&format!("c{number}"))?,
            None => f64::from(u8::from(row + 1 == number)),
        };
    }
    Ok(column)
}

fn rotation(of: El<'_>, matrix: DMat3) -> Result<DQuat> {
    let off = (matrix * matrix.transpose() - DMat3::IDENTITY).to_cols_array();
    if off.iter().any(|x| x.abs() > 1e-2) || matrix.determinant() < 0.0 {
        return Err(of.fault(ErrorKind::OutOfRange, "this matrix is no rotation"));
    }
    Ok(DQuat::from_mat3(&matrix).normalize())
}
