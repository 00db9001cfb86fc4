//! Transforms: translations add up, rotations turn what was turned before, each apart from the other.

use crate::error::{ErrorKind, Result};
use crate::xml::El;
use bristle_geometry::Pose;
use glam::{DMat3, DQuat, DVec3};

/// The transform that stands in an element, lengths times `scale`.
pub(super) fn read(of: El<'_>, scale: DVec3) -> Result<Pose> {
    let mut pose = Pose::IDENTITY;
    for element in of.elements() {
        let turn = match element.name().to_ascii_lowercase().as_str() {
            "translation" => {
                pose.translation += DVec3::from(element.text_exactly::<3>()?) * scale;
                continue;
            }
            "rotationmat" => {
                let [a, b, c, d, e, f, g, h, i] = element.text_exactly::<9>()?;
                let matrix = DMat3::from_cols(DVec3::new(a, d, g), DVec3::new(b, e, h), DVec3::new(c, f, i));
                let off = (matrix * matrix.transpose() - DMat3::IDENTITY).to_cols_array();
                if off.iter().any(|x| x.abs() > 1e-2) || matrix.determinant() < 0.0 {
                    return Err(element.fault(ErrorKind::OutOfRange, "this matrix is no rotation"));
                }
                DQuat::from_mat3(&matrix).normalize()
            }
            "rotationaxis" => {
                let [x, y, z, degrees] = element.text_exactly::<4>()?;
                match DVec3::new(x, y, z).try_normalize() {
                    Some(axis) => DQuat::from_axis_angle(axis, degrees.to_radians()),
                    None => DQuat::IDENTITY,
                }
            }
            "quat" => {
                let [w, x, y, z] = element.text_exactly::<4>()?;
                let quaternion = DQuat::from_xyzw(x, y, z, w);
                if quaternion.length() < 1e-9 {
                    return Err(element.fault(ErrorKind::OutOfRange, "this quaternion is zero"));
                }
                quaternion.normalize()
            }
            _ => continue,
        };
        pose.rotation = (turn * pose.rotation).normalize();
    }
    Ok(pose)
}

/// Three factors, or one for all.
pub(super) fn scale_of(of: El<'_>, attribute: &str) -> Result<DVec3> {
    Ok(match of.numbers(attribute)?.unwrap_or_default()[..] {
        [one] => DVec3::splat(one),
        [x, y, z] => DVec3::new(x, y, z),
        _ => DVec3::ONE,
    })
}
