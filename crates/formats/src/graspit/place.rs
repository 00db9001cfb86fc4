//! Transforms: each moves what the next one says.

use super::LENGTH;
use crate::error::{ErrorKind, Result, shown};
use crate::xml::{El, number};
use bristle_geometry::Pose;
use glam::{DMat3, DQuat, DVec3};

/// The `<transform>` in an element; nothing is moved without one.
pub(super) fn of_child(of: El<'_>) -> Result<Pose> {
    of.child("transform").map_or(Ok(Pose::IDENTITY), read)
}

fn read(of: El<'_>) -> Result<Pose> {
    of.elements().try_fold(Pose::IDENTITY, |so_far, element| {
        let next = match element.name().to_ascii_lowercase().as_str() {
            "translation" => Pose::from_translation(DVec3::from(element.text_exactly::<3>()?) * LENGTH),
            "rotation" => turn(element)?,
            "rotationmatrix" => matrix(element)?,
            "fulltransform" => full(element)?,
            other => {
                let message = format!("<{}> is no part of a transform", shown(other));
                return Err(element
                    .fault(ErrorKind::UnknownKey, message)
                    .with_note("allowed: translation, rotation, rotationMatrix, fullTransform"));
            }
        };
        Ok(so_far * next)
    })
}

/// `90 x`.
fn turn(of: El<'_>) -> Result<Pose> {
    let words = of.words();
    let parts: Vec<&str> = words.split_whitespace().collect();
    let axis = match parts.get(1).copied() {
        Some("x") => Some(DVec3::X),
        Some("y") => Some(DVec3::Y),
        Some("z") => Some(DVec3::Z),
        _ => None,
    };
    match (parts.first().and_then(|word| number(word)), axis, parts.len()) {
        (Some(degrees), Some(axis), 2) => Ok(Pose::from_axis_angle(axis, degrees.to_radians())),
        _ => {
            let message = format!("`{}` is no rotation", shown(&words));
            Err(of
                .fault(ErrorKind::OutOfRange, message)
                .with_note("help: an angle [°] and an axis, as in `90 x`"))
        }
    }
}

/// Column after column.
fn matrix(of: El<'_>) -> Result<Pose> {
    let matrix = DMat3::from_cols_array(&of.text_exactly::<9>()?);
    let off = (matrix * matrix.transpose() - DMat3::IDENTITY).to_cols_array();
    if off.iter().any(|x| x.abs() > 1e-2) || matrix.determinant() < 0.0 {
        return Err(of.fault(ErrorKind::OutOfRange, "this matrix is no rotation"));
    }
    Ok(Pose { rotation: DQuat::from_mat3(&matrix).normalize(), translation: DVec3::ZERO })
}

/// `(w x y z)[x y z]`.
fn full(of: El<'_>) -> Result<Pose> {
    let words = of.words().replace(['(', ')', '[', ']'], " ");
    let numbers: Option<Vec<f64>> = words.split_whitespace().map(number).collect();
    match numbers.as_deref() {
        Some(&[w, a, b, c, x, y, z]) if DQuat::from_xyzw(a, b, c, w).length() > 1e-9 => Ok(Pose {
            rotation: DQuat::from_xyzw(a, b, c, w).normalize(),
            translation: DVec3::new(x, y, z) * LENGTH,
        }),
        _ => {
            let message = format!("`{}` is no transform", shown(&of.words()));
            Err(of
                .fault(ErrorKind::OutOfRange, message)
                .with_note("help: a quaternion and a place [mm], as in `(1 0 0 0)[0 0 10]`"))
        }
    }
}
