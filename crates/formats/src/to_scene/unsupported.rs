//! What the world cannot simulate yet, said in one place: once it can, this is where loops and tendons go into the scene.

use crate::robot::{LoopKind, Notes, Robot, TendonPath};

pub(super) fn report(robot: &Robot, notes: &mut Notes) {
    for of in &robot.loops {
        let ends: Vec<&str> = of.links.iter().map(|link| link.as_deref().unwrap_or("world")).collect();
        let what = match &of.kind {
            LoopKind::Point(_) => "a point",
            LoopKind::Frame(_) => "a frame",
            LoopKind::Joint(_) => "a second joint",
        };
        let text = format!(
            "the closed loop `{}`: {what} that holds `{}` and `{}` together",
            of.name, ends[0], ends[1]
        );
        notes.dropped(&of.at, text);
    }
    for tendon in &robot.tendons {
        let over = match &tendon.path {
            TendonPath::Joints(terms) => format!("{} joints", terms.len()),
            TendonPath::Points(points) => format!("{} points", points.len()),
        };
        notes.dropped(&tendon.at, format!("the tendon `{}` over {over}", tendon.name));
    }
}
