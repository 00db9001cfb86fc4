//! From a robot to COLLADA 1.5, in the manner of OpenRAVE: one kinematics model per tree of links.

mod extras;
mod geometry;
mod kinematics;
mod physics;
mod visual;

use crate::error::{ErrorKind, Result, error};
use crate::extension;
use crate::output::Output;
use crate::robot::{Joint, Link, LinkShape, MotionKind, Robot};
use crate::rotation::axis_angle;
use crate::xml_writer::{XmlWriter, a, list};
use bristle_geometry::Pose;
use glam::{DQuat, DVec3};
use std::collections::HashMap;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

/// How deep links may hang on one another: they stand in each other.
const DEEPEST: usize = 60;

/// A link as it is written.
pub(super) struct Written<'a> {
    pub(super) link: &'a Link,
    /// The joint that carries it, if it is in a tree.
    pub(super) joint: Option<&'a Joint>,
    /// Numbers of the links that hang on it.
    pub(super) children: Vec<usize>,
    /// Where it is in the world while all joints are at zero.
    pub(super) pose: Pose,
    /// Number of its tree.
    pub(super) tree: usize,
}

/// A robot with numbers for its links: ids of COLLADA cannot be any names.
pub(super) struct Plan<'a> {
    pub(super) robot: &'a Robot,
    pub(super) links: Vec<Written<'a>>,
    /// Numbers of the roots.
    pub(super) roots: Vec<usize>,
}

impl<'a> Plan<'a> {
    fn of(robot: &'a Robot) -> Result<Self> {
        let number: HashMap<&str, usize> =
            robot.links.iter().enumerate().map(|(i, link)| (link.name.as_str(), i)).collect();
        // What is free stands on its own.
        let carried = |joint: &&Joint| {
            joint.parent.is_some() || joint.motions.iter().any(|motion| motion.kind != MotionKind::Free)
        };
        let joints: HashMap<&str, &Joint> =
            robot.joints.iter().filter(carried).map(|joint| (joint.child.as_str(), joint)).collect();
        let poses = crate::robot::zero_poses(robot);
        let mut links: Vec<Written<'a>> = robot
            .links
            .iter()
            .map(|link| Written {
                link,
                joint: joints.get(link.name.as_str()).copied().filter(|joint| joint.parent.is_some()),
                children: Vec::new(),
                pose: poses.get(&link.name).copied().unwrap_or_default(),
                tree: 0,
            })
            .collect();
        let parents: Vec<Option<usize>> = links
            .iter()
            .map(|of| {
                of.joint
                    .and_then(|joint| joint.parent.as_deref())
                    .and_then(|parent| number.get(parent))
                    .copied()
            })
            .collect();
        let roots: Vec<usize> = (0..links.len()).filter(|&i| parents[i].is_none()).collect();
        for (i, parent) in parents.iter().enumerate() {
            if let Some(parent) = parent {
                links[*parent].children.push(i);
            }
        }
        for (tree, &root) in roots.iter().enumerate() {
            let mut todo = vec![(root, 0)];
            while let Some((i, depth)) = todo.pop() {
                if depth > DEEPEST {
                    let message = format!(
                        "the body `{}` hangs on more than {DEEPEST} others, too many for COLLADA",
                        links[i].link.name
                    );
                    return Err(error(ErrorKind::TooMany, message));
                }
                links[i].tree = tree;
                todo.extend(links[i].children.iter().map(|&child| (child, depth + 1)));
            }
        }
        Ok(Self { robot, links, roots })
    }

    /// The links of a tree, each after the one that carries it.
    pub(super) fn tree(&self, root: usize) -> Vec<usize> {
        let (mut order, mut todo) = (Vec::new(), vec![root]);
        while let Some(i) = todo.pop() {
            order.push(i);
            todo.extend(self.links[i].children.iter().rev());
        }
        order
    }

    /// What a tree is called.
    pub(super) fn tree_name(&self, tree: usize) -> &str {
        let root = &self.links[self.roots[tree]].link.name;
        if tree == 0 && !self.robot.name.is_empty() { &self.robot.name } else { root }
    }

    /// The tree and number of the link that a motion moves.
    pub(super) fn mover(&self, motion: &str) -> Option<(usize, usize)> {
        let moves =
            |of: &&Written<'_>| of.joint.is_some_and(|joint| joint.motions.iter().any(|m| m.name == motion));
        let index = self.links.iter().position(|of| moves(&of))?;
        Some((self.links[index].tree, index))
    }

    pub(super) fn find(&self, link: &str) -> Option<usize> {
        self.links.iter().position(|of| of.link.name == link)
    }
}

/// `<translate>` and `<rotate>` of a pose.
pub(super) fn place(xml: &mut XmlWriter, pose: Pose) {
    xml.text("translate", &[], &list(pose.translation.to_array()));
    let (axis, angle) = axis_angle(pose.rotation);
    xml.text("rotate", &[], &list([axis.x, axis.y, axis.z, angle.to_degrees()]));
}

/// Where the frame of a joint is on the link that carries it, and the child in that frame. Axes keep their directions.
pub(super) fn attachment(joint: &Joint) -> (Pose, Pose) {
    let anchor = joint.motions.first().map_or(DVec3::ZERO, |motion| motion.anchor);
    (joint.origin * Pose::from_translation(anchor), Pose::from_translation(-anchor))
}

/// The axes of a joint; a ball has three.
pub(super) fn axes(joint: &Joint) -> Vec<(&'static str, DVec3, Option<&crate::robot::Motion>)> {
    let mut axes = Vec::new();
    for motion in &joint.motions {
        match motion.kind {
            MotionKind::Revolute(axis) => axes.push(("revolute", axis, Some(motion))),
            MotionKind::Prismatic(axis) => axes.push(("prismatic", axis, Some(motion))),
            MotionKind::Ball => {
                axes.extend([DVec3::X, DVec3::Y, DVec3::Z].map(|axis| ("revolute", axis, None)))
            }
            MotionKind::Free => {}
        }
    }
    // A joint that is fixed is one that cannot move.
    if axes.is_empty() {
        axes.push(("revolute", DVec3::Z, None));
    }
    axes
}

/// Whether a joint is written as one that cannot move.
pub(super) fn is_fixed(joint: &Joint) -> bool {
    joint.motions.is_empty()
}

/// A shape of a link as it has to be told apart: its number and itself.
pub(super) fn shapes(link: &Link) -> impl Iterator<Item = (usize, &LinkShape)> {
    link.shapes.iter().enumerate()
}

/// The document.
pub(crate) fn write(robot: &Robot, _: &mut Output) -> Result<String> {
    let plan = Plan::of(robot)?;
    let mut xml = XmlWriter::new();
    let schema = "http://www.collada.org/2008/03/COLLADASchema";
    xml.open("COLLADA", &[a("xmlns", schema), a("version", "1.5.0")]);
    xml.open("asset", &[]);
    xml.open("contributor", &[]);
    xml.text("authoring_tool", &[], concat!("Bristle ", env!("CARGO_PKG_VERSION")));
    xml.close();
    // Files that say the same are the same files.
    xml.text("created", &[], "2000-01-01T00:00:00Z");
    xml.text("modified", &[], "2000-01-01T00:00:00Z");
    xml.leaf("unit", &[a("name", "meter"), a("meter", "1")]);
    xml.text("up_axis", &[], "Z_UP");
    xml.close();
    geometry::write(&mut xml, &plan)?;
    visual::write(&mut xml, &plan);
    kinematics::write_models(&mut xml, &plan);
    kinematics::write_systems(&mut xml, &plan);
    kinematics::write_scene(&mut xml, &plan);
    physics::write(&mut xml, &plan);
    xml.open("scene", &[]);
    xml.leaf("instance_physics_scene", &[a("url", "#pscene"), a("sid", "pscene_inst")]);
    xml.leaf("instance_visual_scene", &[a("url", "#vscene"), a("sid", "vscene_inst")]);
    kinematics::write_bindings(&mut xml, &plan);
    xml.close();
    extras::write_libraries(&mut xml, &plan);
    if let Some(extension) = &robot.extension {
        xml.open("extra", &[a("type", "scene")]);
        xml.block("technique", &[a("profile", super::extras::BRISTLE)], &extension::to_text(extension));
        xml.close();
    }
    Ok(xml.finish())
}

/// The document in an archive.
pub(crate) fn archived(document: &str, stem: &str) -> Result<Vec<u8>> {
    let refuse = |cause: String| error(ErrorKind::Refused, format!("the archive cannot be written: {cause}"));
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    let manifest = format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<dae_root>./{stem}.dae</dae_root>\n");
    for (name, content) in [("manifest.xml".to_owned(), manifest.as_str()), (format!("{stem}.dae"), document)]
    {
        archive.start_file(name, options).map_err(|cause| refuse(cause.to_string()))?;
        archive.write_all(content.as_bytes()).map_err(|cause| refuse(cause.to_string()))?;
    }
    archive.finish().map(Cursor::into_inner).map_err(|cause| refuse(cause.to_string()))
}

/// The turn from z to y, by which cylinders of the physics part stand.
pub(super) fn along_y() -> Pose {
    Pose { rotation: DQuat::from_rotation_arc(DVec3::Z, DVec3::Y), translation: DVec3::ZERO }
}
