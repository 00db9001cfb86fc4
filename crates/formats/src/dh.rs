//! Denavit–Hartenberg parameters of a chain of a scene.

use crate::error::{ErrorKind, Result, error, shown};
use bristle_geometry::{DhChain, JointAxis, Pose};
use bristle_scene::Scene;
use bristle_scene::data::BodyDescription;
use bristle_world::JointKind;

/// A chain by its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct DhTable {
    /// Names of the joints, from the base to the tip: those of other programs, where there are such.
    pub joints: Vec<String>,
    /// Whether each turns; it slides otherwise.
    pub turns: Vec<bool>,
    /// The parameters, while all joints are at zero.
    pub chain: DhChain,
}

/// The parameters of the chain from one body to another; from the world, without a base.
pub fn dh_table(scene: &Scene, base: Option<&str>, tip: &str) -> Result<DhTable> {
    let data = scene.data();
    let find = |name: &str| {
        data.body(name).ok_or_else(|| {
            let known: Vec<&str> = data.bodies.iter().map(|body| body.name.as_str()).take(40).collect();
            error(ErrorKind::UnknownName, format!("there is no link `{}`", shown(name)))
                .with_note(format!("known: {}", known.join(", ")))
        })
    };
    base.map(find).transpose()?;
    let mut chain: Vec<&BodyDescription> = Vec::new();
    let mut at = Some(find(tip)?);
    while let Some(body) = at.filter(|body| Some(body.name.as_str()) != base) {
        chain.push(body);
        at = body.parent.as_deref().and_then(|parent| data.body(parent));
    }
    if let (Some(base), None) = (base, at) {
        let message = format!("no chain leads from `{}` to `{}`", shown(base), shown(tip));
        return Err(error(ErrorKind::Conflict, message)
            .with_note("help: the base is a link that the tip hangs on, through others"));
    }
    let (mut pose, mut axes) = (Pose::IDENTITY, Vec::new());
    let (mut joints, mut turns) = (Vec::new(), Vec::new());
    for body in chain.iter().rev() {
        pose = pose * body.pose;
        let axis = match body.joint.kind {
            JointKind::Fixed => continue,
            JointKind::Revolute { axis } | JointKind::Prismatic { axis } => axis,
            JointKind::Ball | JointKind::Free => {
                let message = format!(
                    "the joint of `{}` is {}: such chains have no parameters",
                    body.name,
                    body.joint.kind.name()
                );
                return Err(
                    error(ErrorKind::Refused, message).with_note("help: begin at a link beyond it: BASE:TIP")
                );
            }
        };
        axes.push(JointAxis { point: pose.translation, direction: pose.transform_vector(axis) });
        joints.push(body.joint_name.clone().unwrap_or_else(|| body.name.clone()));
        turns.push(matches!(body.joint.kind, JointKind::Revolute { .. }));
    }
    Ok(DhTable { joints, turns, chain: DhChain::of_axes(&axes, pose) })
}
