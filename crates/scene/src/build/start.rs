//! How a scene begins.

use super::Names;
use crate::data::SceneData;
use bristle_world::{JointKind, Model, ModelError, State};
use glam::DVec3;

/// The first state; an error names the body it is about.
pub(super) fn state(model: &Model, data: &SceneData, names: &Names) -> Result<State, (String, ModelError)> {
    let mut state = State::new(model);
    for body in &data.bodies {
        let Some(&link) = names.bodies.get(&body.name) else { continue };
        let of_body = |error| (body.name.clone(), error);
        if let Some(position) = body.start.position {
            state.set_joint_position(model, link, &[position]).map_err(of_body)?;
        }
        let linear = body.start.velocity.unwrap_or(DVec3::ZERO).to_array();
        let angular = body.start.angular_velocity.unwrap_or(DVec3::ZERO).to_array();
        let velocity: Vec<f64> = match body.joint.kind {
            JointKind::Free => [linear, angular].concat(),
            JointKind::Ball => angular.to_vec(),
            JointKind::Revolute { .. } | JointKind::Prismatic { .. } => {
                body.start.speed.into_iter().collect()
            }
            JointKind::Fixed => Vec::new(),
        };
        if velocity.iter().any(|x| *x != 0.0) {
            state.set_joint_velocity(model, link, &velocity).map_err(of_body)?;
        }
    }
    Ok(state)
}
