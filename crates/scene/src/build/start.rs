//! How a scene begins.

use crate::data::SceneData;
use bristle_world::{JointKind, Model, ModelError, State};
use glam::DVec3;

/// The first state; an error names the body it is about.
pub(super) fn state(model: &Model, data: &SceneData) -> Result<State, (String, ModelError)> {
    let mut state = State::new(model);
    let named = data.start.as_ref().and_then(|name| data.configuration(name));
    for (name, position) in named.iter().flat_map(|named| &named.positions) {
        let of_body = |error| (name.clone(), error);
        let id = model.body_named(name).map_err(|error| of_body(error.into()))?;
        state.set_joint_position(model, id, &[*position]).map_err(of_body)?;
    }
    for body in &data.bodies {
        let of_body = |error| (body.name.clone(), error);
        let id = model.body_named(&body.name).map_err(|error| of_body(error.into()))?;
        if let Some(position) = body.start.position {
            state.set_joint_position(model, id, &[position]).map_err(of_body)?;
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
            state.set_joint_velocity(model, id, &velocity).map_err(of_body)?;
        }
    }
    Ok(state)
}
