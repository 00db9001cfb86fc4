//! Kinematics models: links, and the joints that attach them.

use super::bindings::{AxisInfo, Bindings};
use super::document::Document;
use super::mathml;
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{FollowedMotion, Joint, Link, Loop, Motion, MotionKind, Robot};
use crate::xml::El;
use bristle_geometry::Pose;
use glam::DVec3;
use std::collections::{HashMap, HashSet};

/// Limits farther out than this are none \[rad or m\].
const ENDLESS: f64 = 1e5;

/// What a model has become.
#[derive(Debug, Default)]
pub(super) struct Made<'a> {
    /// By the key of the link: its name, its place in the world at zero, and its visual node.
    pub(super) links: HashMap<u32, MadeLink<'a>>,
    /// Motions by the key of their joint.
    pub(super) motions: HashMap<u32, Vec<String>>,
}

#[derive(Clone, Debug)]
pub(super) struct MadeLink<'a> {
    pub(super) name: String,
    pub(super) pose: Pose,
    pub(super) node: Option<El<'a>>,
}

struct Reader<'a, 'r> {
    document: &'r Document<'a>,
    bindings: &'r Bindings<'a>,
    robot: &'r mut Robot,
    made: Made<'a>,
    taken: HashSet<String>,
    /// Joints that are begun or ended somewhere: by the key of the joint.
    starts: HashMap<u32, (String, Pose)>,
    ends: Vec<(El<'a>, String, Pose)>,
}

/// Reads a model whose frame is at `place` in the world.
pub(super) fn read<'a>(
    model: El<'a>,
    place: Pose,
    document: &Document<'a>,
    bindings: &Bindings<'a>,
    robot: &mut Robot,
) -> Result<Made<'a>> {
    let taken = robot.links.iter().map(|link| link.name.clone()).collect();
    let mut reader = Reader {
        document,
        bindings,
        robot,
        made: Made::default(),
        taken,
        starts: HashMap::new(),
        ends: Vec::new(),
    };
    let technique = model.child("technique_common").unwrap_or(model);
    let root_node = bindings.roots.get(&model.key()).copied();
    for link in technique.elements().filter(|e| e.is("link")) {
        reader.link(link, None, place, root_node)?;
    }
    if reader.made.links.is_empty() {
        return Err(model.fault(ErrorKind::Missing, "this kinematics model has no link"));
    }
    reader.close_loops()?;
    for formula in technique.elements().filter(|e| e.is("formula")) {
        reader.formula(formula)?;
    }
    Ok(reader.made)
}

/// What an element is called.
fn named(of: El<'_>, otherwise: &str) -> String {
    of.attr("name").or_else(|| of.attr("sid")).or_else(|| of.attr("id")).unwrap_or(otherwise).to_owned()
}

impl<'a> Reader<'a, '_> {
    fn free_name(&mut self, of: El<'a>, otherwise: &str) -> String {
        let name = named(of, otherwise);
        let mut wanted = name.clone();
        let mut number = 2;
        while !self.taken.insert(wanted.clone()) {
            wanted = format!("{name}_{number}");
            number += 1;
        }
        wanted
    }

    /// A link, and what is attached to it. `carried` are its parent, the joint, and the place of that in the parent.
    fn link(
        &mut self,
        of: El<'a>,
        carried: Option<(&str, El<'a>, Pose)>,
        place: Pose,
        node: Option<El<'a>>,
    ) -> Result<()> {
        let own = self.document.pose(of)?;
        let pose = place * own;
        let name = self.free_name(of, "link");
        let link = Link { name: name.clone(), at: of.at(), pose, ..Default::default() };
        self.robot.add_link(link, of)?;
        self.made.links.insert(of.key(), MadeLink { name: name.clone(), pose, node });
        if let Some((parent, joint, at)) = carried {
            let motions = self.motions(joint, own)?;
            self.made.motions.insert(joint.key(), motions.iter().map(|motion| motion.name.clone()).collect());
            let joint_name = named(joint, "joint");
            self.robot.joints.push(Joint {
                name: joint_name,
                at: joint.at(),
                parent: Some(parent.to_owned()),
                child: name.clone(),
                origin: at * own,
                motions,
            });
        }
        for attachment in of.elements() {
            match attachment.name() {
                "attachment_full" => {
                    let joint = self.joint_of(attachment)?;
                    let at = self.document.pose(attachment)?;
                    let child = attachment.need_child("link")?;
                    let node = self.node_of(joint);
                    self.link(child, Some((&name, joint, at)), pose * at, node)?;
                }
                "attachment_start" => {
                    let joint = self.joint_of(attachment)?;
                    let at = self.document.pose(attachment)?;
                    self.starts.insert(joint.key(), (name.clone(), at));
                }
                "attachment_end" => {
                    let joint = self.joint_of(attachment)?;
                    let at = self.document.pose(attachment)?;
                    self.ends.push((joint, name.clone(), at));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The visual node that a joint moves.
    fn node_of(&self, joint: El<'a>) -> Option<El<'a>> {
        joint.elements().find_map(|axis| self.bindings.nodes.get(&axis.key()).copied())
    }

    fn joint_of(&self, attachment: El<'a>) -> Result<El<'a>> {
        let path = attachment.need_attr("joint")?;
        let found = self.document.by_sid(path, attachment)?.filter(|found| found.is("joint"));
        found.ok_or_else(|| {
            attachment.fault_at(
                "joint",
                ErrorKind::UnknownName,
                format!("there is no joint `{}`", shown(path)),
            )
        })
    }

    /// The motions of a joint whose child link stands at `own` in the joint's frame.
    fn motions(&mut self, joint: El<'a>, own: Pose) -> Result<Vec<Motion>> {
        let axes: Vec<El<'a>> = joint.elements().filter(|e| e.is("revolute") || e.is("prismatic")).collect();
        let name = named(joint, "joint");
        let mut motions = Vec::new();
        for (i, axis) in axes.iter().enumerate() {
            let info = self.bindings.axes.get(&axis.key()).copied().unwrap_or_default();
            if info.locked {
                self.robot
                    .notes
                    .dropped(axis.at(), format!("the axis of the joint `{name}`, which is locked"));
                continue;
            }
            let name = if axes.len() == 1 { name.clone() } else { format!("{name}_{}", i + 1) };
            motions.extend(self.motion(*axis, name, own, info)?);
        }
        Ok(motions)
    }

    /// An axis; none if it can only be at zero.
    fn motion(
        &mut self,
        axis: El<'a>,
        name: String,
        own: Pose,
        info: AxisInfo<'a>,
    ) -> Result<Option<Motion>> {
        let direction = axis.child("axis").map_or(Ok([0.0, 0.0, 1.0]), |axis| axis.text_exactly::<3>())?;
        let direction = DVec3::from(direction).normalize_or(DVec3::Z);
        let direction = own.inverse().transform_vector(direction).normalize();
        let (kind, unit) = match axis.is("revolute") {
            true => (MotionKind::Revolute(direction), 1f64.to_radians()),
            false => (MotionKind::Prismatic(direction), self.document.metres),
        };
        let mut motion = Motion::new(name, axis.at(), kind);
        let anchor = own.inverse().translation;
        motion.anchor = if anchor.length() < 1e-12 { DVec3::ZERO } else { anchor };
        let hard = match axis.child("limits") {
            Some(limits) => match (limits.child("min"), limits.child("max")) {
                (Some(low), Some(high)) => Some((self.document.number(low)?, self.document.number(high)?)),
                _ => None,
            },
            None => None,
        };
        // Degrees, and not radians as in formulas.
        let limits =
            info.limits.or(hard).map(|(low, high)| (low * unit, high * unit)).filter(|_| !info.circular);
        if limits == Some((0.0, 0.0)) && info.formula.is_none() {
            return Ok(None);
        }
        if let Some((low, high)) = limits {
            match low < high && low.abs().max(high.abs()) < ENDLESS {
                true => motion.limits = Some([low, high]),
                false if low >= high => {
                    self.robot.notes.dropped(
                        axis.at(),
                        format!(
                            "the limits of `{}`, from {low} to {high}: it moves without stops",
                            motion.name
                        ),
                    );
                }
                false => {}
            }
        }
        motion.speed = info.speed.map(|speed| speed * unit).filter(|speed| *speed > 0.0);
        motion.acceleration = info.acceleration.map(|most| most * unit).filter(|most| *most > 0.0);
        if let Some(formula) = info.formula {
            motion.mimic = self.followed(formula, &motion.name)?;
        }
        Ok(Some(motion))
    }

    /// Joints whose two ends are given apart close loops.
    fn close_loops(&mut self) -> Result<()> {
        for (joint, end, at_end) in std::mem::take(&mut self.ends) {
            let Some((start, at_start)) = self.starts.get(&joint.key()).cloned() else { continue };
            let motions = self.motions(joint, at_end.inverse())?;
            let name = named(joint, "joint");
            let closing = Joint {
                name,
                at: joint.at(),
                parent: Some(start),
                child: end,
                origin: at_start * at_end.inverse(),
                motions,
            };
            let closing = Loop::of_joint(&closing, &mut self.robot.notes);
            self.robot.loops.extend(closing);
        }
        Ok(())
    }

    /// A formula of the model: its target follows.
    fn formula(&mut self, of: El<'a>) -> Result<()> {
        let target = of
            .child("target")
            .map(|target| target.child("param").map_or_else(|| target.words(), |param| param.words()));
        let joint = target.map_or(Ok(None), |path| self.document.by_sid(&path, of))?;
        let joint =
            joint.map(|found| if found.is("joint") { found } else { found.parent().unwrap_or(found) });
        let Some(name) = joint
            .and_then(|joint| self.made.motions.get(&joint.key()))
            .and_then(|names| names.first().cloned())
        else {
            self.robot.notes.dropped(of.at(), "a formula whose target does not exist");
            return Ok(());
        };
        let followed = self.followed(of, &name)?;
        if let Some(motion) = self
            .robot
            .joints
            .iter_mut()
            .flat_map(|joint| &mut joint.motions)
            .find(|motion| motion.name == name)
        {
            motion.mimic = followed;
        }
        Ok(())
    }

    /// What a formula says, in radians and metres.
    fn followed(&mut self, of: El<'a>, name: &str) -> Result<Option<FollowedMotion>> {
        let math = of.child("technique_common").and_then(|technique| technique.child("math"));
        let Some(math) = math.or_else(|| of.below().find(|e| e.is("math"))) else { return Ok(None) };
        let formula = mathml::read(math)?;
        let Some(line) = formula.line() else {
            if !formula.names().is_empty() {
                self.robot.notes.dropped(
                    of.at(),
                    format!("the formula of `{name}`, which is not one of one joint: it moves by itself"),
                );
            }
            return Ok(None);
        };
        let leader = self.document.by_sid(&line.name, of)?;
        let leader =
            leader.map(|found| if found.is("joint") { found } else { found.parent().unwrap_or(found) });
        let Some(leader) = leader.filter(|leader| leader.is("joint")) else {
            self.robot.notes.dropped(
                of.at(),
                format!("the formula of `{name}`: there is no joint `{}`", shown(&line.name)),
            );
            return Ok(None);
        };
        if line.bent {
            self.robot
                .notes
                .guessed(of.at(), format!("`{name}` follows by a curve; its tangent at zero was taken"));
        }
        Ok(Some(FollowedMotion { leader: named(leader, "joint"), ratio: line.ratio, offset: line.offset }))
    }
}
