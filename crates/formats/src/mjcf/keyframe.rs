//! Key frames: named configurations.

use super::bodies::Found;
use super::geom::Context;
use crate::error::{ErrorKind, Result};
use crate::robot::{MotionKind, NamedConfiguration, Robot};

pub(super) fn read(context: &Context<'_>, found: &Found, robot: &mut Robot) -> Result<()> {
    for section in context.model.sections("keyframe")? {
        for element in context.model.children(section)? {
            let name = element
                .attr("name")
                .map_or_else(|| format!("key_{}", robot.configurations.len() + 1), str::to_owned);
            let Some(numbers) = element.numbers("qpos")? else { continue };
            let (mut positions, mut next) = (Vec::new(), 0);
            for motion in &found.motions {
                let kind = robot.motion(motion).map_or(MotionKind::Ball, |motion| motion.kind);
                match kind {
                    MotionKind::Free => next += 7,
                    MotionKind::Ball => next += 4,
                    MotionKind::Revolute(_) | MotionKind::Prismatic(_) => {
                        positions.extend(numbers.get(next).map(|q| (motion.clone(), *q)));
                        next += 1;
                    }
                }
            }
            if next != numbers.len() {
                let message =
                    format!("`qpos` has {} numbers; the model has {next} coordinates", numbers.len());
                return Err(element.fault_at("qpos", ErrorKind::OutOfRange, message));
            }
            robot.configurations.push(NamedConfiguration { name, positions });
        }
    }
    Ok(())
}
