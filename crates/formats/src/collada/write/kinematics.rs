//! Kinematics models, articulated systems, and what binds them to the visual scene. Limits and speeds are in degrees, formulas in radians.

use super::{Plan, attachment, axes, extras, is_fixed, place};
use crate::robot::{Driven, Joint, Motion, MotionKind};
use crate::xml_writer::{XmlWriter, a, list, number};

/// From radians or metres to what the file has.
fn unit(motion: &Motion) -> f64 {
    if matches!(motion.kind, MotionKind::Revolute(_)) { 1f64.to_degrees() } else { 1.0 }
}

fn limits(joint: &Joint, motion: Option<&Motion>) -> Option<[f64; 2]> {
    if is_fixed(joint) {
        return Some([0.0, 0.0]);
    }
    let motion = motion?;
    motion.limits.map(|limits| limits.map(|x| x * unit(motion)))
}

pub(super) fn write_models(xml: &mut XmlWriter, plan: &Plan<'_>) {
    xml.open("library_kinematics_models", &[]);
    for (tree, &root) in plan.roots.iter().enumerate() {
        xml.open("kinematics_model", &[a("id", format!("kmodel{tree}")), a("name", plan.tree_name(tree))]);
        xml.open("technique_common", &[]);
        let order = plan.tree(root);
        for &i in &order {
            let Some(joint) = plan.links[i].joint else { continue };
            write_joint(xml, joint, &format!("joint{i}"));
        }
        for (k, joint) in closing(plan, tree) {
            write_joint(xml, &joint, &format!("loop{k}"));
        }
        write_link(xml, plan, root);
        for &i in &order {
            let motions = plan.links[i].joint.map_or([].as_slice(), |joint| &joint.motions);
            motions.iter().for_each(|motion| write_formula(xml, plan, tree, i, motion));
        }
        xml.close();
        extras::write_of_model(xml, plan, tree);
        xml.close();
    }
    xml.close();
}

fn write_joint(xml: &mut XmlWriter, joint: &Joint, sid: &str) {
    xml.open("joint", &[a("name", &joint.name), a("sid", sid)]);
    for (k, (kind, axis, motion)) in axes(joint).into_iter().enumerate() {
        xml.open(kind, &[a("sid", format!("axis{k}"))]);
        xml.text("axis", &[], &list(axis.to_array()));
        if let Some([low, high]) = limits(joint, motion) {
            xml.open("limits", &[]);
            xml.text("min", &[], &number(low));
            xml.text("max", &[], &number(high));
            xml.close();
        }
        xml.close();
    }
    xml.close();
}

/// Joints that close loops within a tree, by the numbers of the loops.
fn closing(plan: &Plan<'_>, tree: usize) -> Vec<(usize, Joint)> {
    let within = |link: &str| plan.find(link).is_some_and(|index| plan.links[index].tree == tree);
    let joints = plan.robot.loops.iter().enumerate().filter_map(|(k, of)| Some((k, of.to_joint()?)));
    joints.filter(|(_, joint)| joint.parent.as_deref().is_some_and(within) && within(&joint.child)).collect()
}

fn write_link(xml: &mut XmlWriter, plan: &Plan<'_>, index: usize) {
    let of = &plan.links[index];
    xml.open("link", &[a("sid", format!("link{index}")), a("name", &of.link.name)]);
    if let Some(joint) = of.joint {
        place(xml, attachment(joint).1);
    }
    for &child in &of.children {
        let Some(joint) = plan.links[child].joint else { continue };
        xml.open("attachment_full", &[a("joint", format!("kmodel{}/joint{child}", of.tree))]);
        place(xml, attachment(joint).0);
        write_link(xml, plan, child);
        xml.close();
    }
    for (k, joint) in closing(plan, of.tree) {
        let path = a("joint", format!("kmodel{}/loop{k}", of.tree));
        let (on_first, in_joint) = attachment(&joint);
        if joint.parent.as_deref() == Some(&of.link.name) {
            xml.open("attachment_start", std::slice::from_ref(&path));
            place(xml, on_first);
            xml.close();
        }
        if joint.child == of.link.name {
            xml.open("attachment_end", &[path]);
            place(xml, in_joint.inverse());
            xml.close();
        }
    }
    xml.close();
}

/// `ratio × leader + offset`.
fn write_formula(xml: &mut XmlWriter, plan: &Plan<'_>, tree: usize, index: usize, motion: &Motion) {
    let Some(mimic) = &motion.mimic else { return };
    let Some((of_tree, leader)) = plan.mover(&mimic.leader) else { return };
    xml.open("formula", &[a("sid", format!("joint{index}.formula"))]);
    xml.open("target", &[]);
    xml.text("param", &[], &format!("kmodel{tree}/joint{index}"));
    xml.close();
    xml.open("technique_common", &[]);
    xml.open("math", &[a("xmlns", "http://www.w3.org/1998/Math/MathML")]);
    xml.open("apply", &[]);
    xml.leaf("plus", &[]);
    xml.open("apply", &[]);
    xml.leaf("times", &[]);
    xml.text("csymbol", &[a("encoding", "COLLADA")], &format!("kmodel{of_tree}/joint{leader}"));
    xml.text("cn", &[a("type", "real")], &number(mimic.ratio));
    xml.close();
    xml.text("cn", &[a("type", "real")], &number(mimic.offset));
    (0..4).for_each(|_| xml.close());
}

pub(super) fn write_systems(xml: &mut XmlWriter, plan: &Plan<'_>) {
    xml.open("library_articulated_systems", &[]);
    for (tree, &root) in plan.roots.iter().enumerate() {
        let order = plan.tree(root);
        xml.open("articulated_system", &[a("id", format!("body{tree}_kinematics"))]);
        xml.open("kinematics", &[]);
        let instance = [a("url", format!("#kmodel{tree}")), a("sid", format!("kmodel{tree}_inst"))];
        xml.open("instance_kinematics_model", &instance);
        let model = format!("body{tree}_kinematics_model");
        write_reference(xml, &model, &format!("body{tree}_kinematics/kmodel{tree}_inst"));
        for_axes(plan, &order, |i, k, _| {
            let path = format!("body{tree}_kinematics/kmodel{tree}_inst/joint{i}/axis{k}");
            write_reference(xml, &format!("body{tree}_kinematics_joint{i}_axis{k}"), &path);
        });
        xml.close();
        xml.open("technique_common", &[]);
        for_axes(plan, &order, |i, k, (joint, motion)| {
            let attributes =
                [a("sid", format!("kaxis{i}_{k}")), a("axis", format!("kmodel{tree}/joint{i}/axis{k}"))];
            xml.open("axis_info", &attributes);
            write_flag(xml, "active", motion.is_some_and(|motion| motion.mimic.is_none()));
            write_flag(xml, "locked", false);
            if let Some([low, high]) = limits(joint, motion) {
                xml.open("limits", &[]);
                write_float(xml, "min", low);
                write_float(xml, "max", high);
                xml.close();
            }
            xml.close();
        });
        (0..3).for_each(|_| xml.close());
        write_motion(xml, plan, tree, &order);
    }
    xml.close();
}

fn write_motion(xml: &mut XmlWriter, plan: &Plan<'_>, tree: usize, order: &[usize]) {
    xml.open("articulated_system", &[a("id", format!("body{tree}_motion"))]);
    xml.open("motion", &[]);
    xml.open("instance_articulated_system", &[a("url", format!("#body{tree}_kinematics"))]);
    write_reference(
        xml,
        &format!("body{tree}_motion_model"),
        &format!("body{tree}_kinematics/body{tree}_kinematics_model"),
    );
    for_axes(plan, order, |i, k, _| {
        let path = format!("body{tree}_kinematics/body{tree}_kinematics_joint{i}_axis{k}");
        write_reference(xml, &format!("body{tree}_motion_joint{i}_axis{k}"), &path);
    });
    xml.close();
    xml.open("technique_common", &[]);
    for_axes(plan, order, |i, k, (_, motion)| {
        let Some(motion) = motion else { return };
        let drive = plan.robot.actuators.iter().find(|of| of.drives == Driven::Motion(motion.name.clone()));
        let speed = drive.and_then(|drive| drive.speed).or(motion.speed);
        let acceleration = drive.and_then(|drive| drive.acceleration).or(motion.acceleration);
        let attributes =
            [a("sid", format!("maxis{i}_{k}")), a("axis", format!("body{tree}_kinematics/kaxis{i}_{k}"))];
        xml.open("axis_info", &attributes);
        speed.into_iter().for_each(|speed| write_float(xml, "speed", speed * unit(motion)));
        acceleration.into_iter().for_each(|most| write_float(xml, "acceleration", most * unit(motion)));
        xml.close();
    });
    xml.close();
    xml.close();
    extras::write_of_system(xml, plan, tree);
    xml.close();
}

pub(super) fn write_scene(xml: &mut XmlWriter, plan: &Plan<'_>) {
    xml.open("library_kinematics_scenes", &[]);
    xml.open("kinematics_scene", &[a("id", "kscene")]);
    for (tree, &root) in plan.roots.iter().enumerate() {
        let attributes =
            [a("sid", format!("body{tree}_motion_inst")), a("url", format!("#body{tree}_motion"))];
        xml.open("instance_articulated_system", &attributes);
        write_reference(
            xml,
            &format!("kscene_model{tree}"),
            &format!("body{tree}_motion/body{tree}_motion_model"),
        );
        for_axes(plan, &plan.tree(root), |i, k, _| {
            let path = format!("body{tree}_motion/body{tree}_motion_joint{i}_axis{k}");
            write_reference(xml, &format!("kscene_joint{i}_axis{k}"), &path);
            xml.open("newparam", &[a("sid", format!("kscene_joint{i}_axis{k}_value"))]);
            xml.text("float", &[], "0");
            xml.close();
        });
        xml.close();
    }
    xml.close();
    xml.close();
}

/// The last link of the chain: which node each axis moves.
pub(super) fn write_bindings(xml: &mut XmlWriter, plan: &Plan<'_>) {
    xml.open("instance_kinematics_scene", &[a("url", "#kscene"), a("sid", "kscene_inst")]);
    for (tree, &root) in plan.roots.iter().enumerate() {
        xml.open("bind_kinematics_model", &[a("node", format!("visual{tree}/node{root}"))]);
        xml.text("param", &[], &format!("kscene_model{tree}"));
        xml.close();
        for_axes(plan, &plan.tree(root), |i, k, _| {
            xml.open("bind_joint_axis", &[a("target", format!("visual{tree}/node_joint{i}_axis{k}"))]);
            for (part, end) in [("axis", ""), ("value", "_value")] {
                xml.open(part, &[]);
                xml.text("param", &[], &format!("kscene_joint{i}_axis{k}{end}"));
                xml.close();
            }
            xml.close();
        });
    }
    xml.close();
}

/// Every axis of the joints of a tree, with the numbers of its link and of itself.
fn for_axes<'p>(
    plan: &'p Plan<'_>,
    order: &[usize],
    mut visit: impl FnMut(usize, usize, (&'p Joint, Option<&'p Motion>)),
) {
    for &i in order {
        let Some(joint) = plan.links[i].joint else { continue };
        for (k, (_, _, motion)) in axes(joint).into_iter().enumerate() {
            visit(i, k, (joint, motion));
        }
    }
}

fn write_reference(xml: &mut XmlWriter, sid: &str, path: &str) {
    xml.open("newparam", &[a("sid", sid)]);
    xml.text("SIDREF", &[], path);
    xml.close();
}

fn write_float(xml: &mut XmlWriter, name: &'static str, value: f64) {
    xml.open(name, &[]);
    xml.text("float", &[], &number(value));
    xml.close();
}

fn write_flag(xml: &mut XmlWriter, name: &'static str, value: bool) {
    xml.open(name, &[]);
    xml.text("bool", &[], if value { "true" } else { "false" });
    xml.close();
}
