//! Motors on tendons over several joints: each pulls by a spool, a small slide whose position is the length of the tendon.

use super::gains::Load;
use super::names::Names;
use super::tendons::{HELD, terms};
use crate::robot::{Driven, Motion, Notes, Robot};
use bristle_scene::SceneData;
use bristle_scene::data::{
    BodyDescription, BodyMass, JointDescription, Start, TendonDescription, TendonJoint,
};
use bristle_world::{Inertia, JointKind};
use glam::{DMat3, DVec3};
use std::collections::HashMap;

/// Mass of a spool over that of what it pulls.
const SHARE: f64 = 1e-3;

/// A spool: its body, and what it has to move.
#[derive(Clone, Debug)]
pub(super) struct Spool {
    pub(super) body: String,
    pub(super) load: Load,
    /// The joints that lengthen its tendon, and by how much.
    joints: Vec<(String, f64)>,
}

/// The spools of all tendons over several joints that an actuator drives, by tendon.
pub(super) fn add(
    data: &mut SceneData,
    robot: &Robot,
    loads: &HashMap<String, Load>,
    names: &mut Names,
    notes: &mut Notes,
) -> HashMap<String, Spool> {
    let mut spools: HashMap<String, Spool> = HashMap::new();
    for actuator in &robot.actuators {
        let Driven::Tendon(name) = &actuator.drives else { continue };
        let Some(tendon) = robot.tendons.iter().find(|tendon| tendon.name == *name) else { continue };
        let Some(terms) = terms(tendon, robot, notes).filter(|terms| terms.len() > 1) else { continue };
        if spools.contains_key(name) {
            continue;
        }
        let load =
            Load::of_tendon(terms.iter().filter_map(|(motion, by)| Some((*loads.get(&motion.name)?, *by))));
        let mass = (SHARE * load.inertia).clamp(1e-9, 1e6);
        let body = names.new_body(&format!("{name}_spool"));
        let begins: f64 = terms.iter().map(|(motion, by)| by * start(motion, robot)).sum();
        data.bodies.push(BodyDescription {
            name: body.clone(),
            // It slides without leaving its place to gravity.
            joint: JointDescription::new(JointKind::Prismatic { axis: DVec3::X }),
            mass: Some(BodyMass::Given(Inertia {
                mass,
                centre: DVec3::ZERO,
                about_centre: DMat3::from_diagonal(DVec3::splat(1e-6 * mass)),
            })),
            start: Start { position: (begins != 0.0).then_some(begins), ..Default::default() },
            ..Default::default()
        });
        let lengthen = |(motion, by): &(&Motion, f64)| {
            Some(TendonJoint { body: names.mover(&motion.name)?.to_owned(), by: *by })
        };
        let mut joints: Vec<TendonJoint> = terms.iter().filter_map(lengthen).collect();
        joints.push(TendonJoint { body: body.clone(), by: -1.0 });
        data.tendons.push(TendonDescription {
            name: names.new_name("tendon", &body),
            kind: "rod".to_owned(),
            joints,
            rest_length: 0.0,
            stiffness: HELD,
            damping: 0.0,
            slips_at: None,
        });
        let joints = terms.iter().map(|(motion, by)| (motion.name.clone(), *by)).collect();
        notes.guessed(
            &actuator.at,
            format!("a spool, `{body}`, by which `{}` pulls the tendon `{name}`: its position is the tendon's length", actuator.name),
        );
        spools.insert(name.clone(), Spool { body, load, joints });
    }
    spools
}

/// Where a motion begins.
fn start(motion: &Motion, robot: &Robot) -> f64 {
    match &motion.mimic {
        Some(mimic) => {
            let leader = robot.motion(&mimic.leader).and_then(|leader| leader.start).unwrap_or(0.0);
            mimic.ratio * leader + mimic.offset
        }
        None => motion.start.unwrap_or(0.0),
    }
}

/// Adds the positions of spools to the configurations of their joints.
pub(super) fn complete(data: &mut SceneData, robot: &Robot, names: &Names, spools: &HashMap<String, Spool>) {
    let mut spools: Vec<&Spool> = spools.values().collect();
    spools.sort_by(|a, b| a.body.cmp(&b.body));
    for configuration in &mut data.configurations {
        for spool in &spools {
            let position = |name: &str| {
                let of = |name: &str| {
                    let body = names.mover(name);
                    let found =
                        configuration.positions.iter().find(|(other, _)| Some(other.as_str()) == body);
                    found.map_or_else(
                        || robot.motion(name).map_or(0.0, |motion| start(motion, robot)),
                        |(_, q)| *q,
                    )
                };
                match robot.motion(name).and_then(|motion| motion.mimic.as_ref()) {
                    Some(mimic) => mimic.ratio * of(&mimic.leader) + mimic.offset,
                    None => of(name),
                }
            };
            let length = spool.joints.iter().map(|(name, by)| by * position(name)).sum();
            configuration.positions.push((spool.body.clone(), length));
        }
    }
}
