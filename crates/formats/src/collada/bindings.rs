//! Which models are instantiated, and what articulated systems and scenes say of their axes.

use super::document::Document;
use crate::error::Result;
use crate::xml::El;
use std::collections::HashMap;

/// A kinematics model with the systems that speak of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instance<'a> {
    pub(super) model: El<'a>,
    /// The articulated systems that lead to it: the one with motion first.
    systems: [Option<El<'a>>; 2],
}

impl<'a> Instance<'a> {
    /// The articulated systems that lead to the model.
    pub(super) fn systems(&self) -> impl Iterator<Item = El<'a>> {
        self.systems.into_iter().flatten()
    }
}

/// What is known of an axis: limits and speeds in degrees or units of length, as the file has them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AxisInfo<'a> {
    pub(super) limits: Option<(f64, f64)>,
    pub(super) speed: Option<f64>,
    pub(super) acceleration: Option<f64>,
    pub(super) locked: bool,
    pub(super) circular: bool,
    pub(super) formula: Option<El<'a>>,
}

/// What scenes and systems bind to the axes of models.
#[derive(Debug, Default)]
pub(super) struct Bindings<'a> {
    /// By the key of the axis.
    pub(super) axes: HashMap<u32, AxisInfo<'a>>,
    /// Visual nodes that an axis moves, by the key of the axis.
    pub(super) nodes: HashMap<u32, El<'a>>,
    /// Transforms of nodes that joints move: at zero they do nothing.
    pub(super) held: Vec<El<'a>>,
    /// The visual node of the first link, by the key of the model.
    pub(super) roots: HashMap<u32, El<'a>>,
}

/// The models of the scene, or, without one, all there are.
pub(super) fn instances<'a>(document: &Document<'a>) -> Result<Vec<Instance<'a>>> {
    let mut found = Vec::new();
    let scene = document.root.child("scene");
    for instance in
        scene.into_iter().flat_map(|scene| scene.elements().filter(|e| e.is("instance_kinematics_scene")))
    {
        let scene = document.follow(instance, "url", "kinematics_scene")?;
        for element in scene.elements() {
            match element.name() {
                "instance_articulated_system" => {
                    let system = document.follow(element, "url", "articulated_system")?;
                    found.extend(of_system(system, document)?);
                }
                "instance_kinematics_model" => {
                    let model = document.follow(element, "url", "kinematics_model")?;
                    found.push(Instance { model, systems: [None; 2] });
                }
                _ => {}
            }
        }
    }
    if found.is_empty() {
        let systems: Vec<El<'a>> = document.root.below().filter(|e| e.is("articulated_system")).collect();
        // Those with motion lead to the others.
        let mut order: Vec<El<'a>> =
            systems.iter().copied().filter(|system| system.child("motion").is_some()).collect();
        order.extend(systems.iter().copied().filter(|system| system.child("motion").is_none()));
        for system in order {
            found.extend(of_system(system, document)?);
        }
        let models = document.root.below().filter(|e| e.is("kinematics_model"));
        found.extend(models.map(|model| Instance { model, systems: [None; 2] }));
    }
    // Each model once: the first that speaks of it.
    let mut seen = Vec::new();
    found.retain(|instance| {
        let new = !seen.contains(&instance.model.key());
        seen.push(instance.model.key());
        new
    });
    Ok(found)
}

fn of_system<'a>(system: El<'a>, document: &Document<'a>) -> Result<Vec<Instance<'a>>> {
    let (motion, kinematics) =
        match system.child("motion").and_then(|motion| motion.child("instance_articulated_system")) {
            Some(inner) => (Some(system), document.follow(inner, "url", "articulated_system")?),
            None => (None, system),
        };
    let models = kinematics
        .child("kinematics")
        .into_iter()
        .flat_map(|of| of.elements().filter(|e| e.is("instance_kinematics_model")));
    models
        .map(|instance| {
            let model = document.follow(instance, "url", "kinematics_model")?;
            Ok(Instance { model, systems: [motion, Some(kinematics)] })
        })
        .collect()
}

/// Collects what is said of all axes.
pub(super) fn read<'a>(document: &Document<'a>, instances: &[Instance<'a>]) -> Result<Bindings<'a>> {
    let mut bindings = Bindings::default();
    for instance in instances {
        for system in instance.systems() {
            let parts = [system.child("kinematics"), system.child("motion")];
            for technique in parts.into_iter().flatten().filter_map(|part| part.child("technique_common")) {
                for info in technique.elements().filter(|e| e.is("axis_info")) {
                    axis_info(info, document, &mut bindings)?;
                }
            }
        }
    }
    let scene = document.root.child("scene");
    for instance in
        scene.into_iter().flat_map(|scene| scene.elements().filter(|e| e.is("instance_kinematics_scene")))
    {
        let kinematics = document.follow(instance, "url", "kinematics_scene")?;
        for bind in instance.elements() {
            match bind.name() {
                "bind_kinematics_model" => bind_model(bind, kinematics, document, &mut bindings)?,
                "bind_joint_axis" => bind_axis(bind, kinematics, document, &mut bindings)?,
                _ => {}
            }
        }
    }
    Ok(bindings)
}

/// The axis that an axis info speaks of, itself or through another axis info.
fn axis_of<'a>(info: El<'a>, document: &Document<'a>, left: usize) -> Result<Option<El<'a>>> {
    let Some(found) = info.attr("axis").map_or(Ok(None), |path| document.by_sid(path, info))? else {
        return Ok(None);
    };
    match found.name() {
        "axis_info" if left > 0 => axis_of(found, document, left - 1),
        "revolute" | "prismatic" => Ok(Some(found)),
        _ => Ok(None),
    }
}

fn axis_info<'a>(info: El<'a>, document: &Document<'a>, bindings: &mut Bindings<'a>) -> Result<()> {
    let Some(axis) = axis_of(info, document, 4)? else { return Ok(()) };
    let known = bindings.axes.entry(axis.key()).or_default();
    if let Some(limits) = info.child("limits")
        && let (Some(low), Some(high)) = (limits.child("min"), limits.child("max"))
    {
        known.limits = Some((document.number(low)?, document.number(high)?));
    }
    if let Some(speed) = info.child("speed") {
        known.speed = Some(document.number(speed)?);
    }
    if let Some(acceleration) = info.child("acceleration") {
        known.acceleration = Some(document.number(acceleration)?);
    }
    if let Some(locked) = info.child("locked") {
        known.locked = document.flag(locked)?.unwrap_or(false);
    }
    let circular = info.elements().find(|e| e.is("newparam") && e.attr("sid") == Some("circular"));
    if let Some(circular) = circular {
        known.circular = document.flag(circular)?.unwrap_or(false);
    }
    known.formula = info.child("formula").or(known.formula);
    Ok(())
}

/// A parameter of the kinematics scene, followed to what it stands for.
fn parameter<'a>(of: Option<El<'a>>, kinematics: El<'a>, document: &Document<'a>) -> Result<Option<El<'a>>> {
    let Some(of) = of else { return Ok(None) };
    let name = of.child("param").map_or_else(|| of.words(), |param| param.words());
    let path = of.child("SIDREF").map_or(name, |reference| reference.words());
    document.by_sid(&path, kinematics)
}

fn bind_model<'a>(
    bind: El<'a>,
    kinematics: El<'a>,
    document: &Document<'a>,
    bindings: &mut Bindings<'a>,
) -> Result<()> {
    let model = parameter(Some(bind), kinematics, document)?;
    let node = bind.attr("node").map_or(Ok(None), |path| document.by_sid(path, document.root))?;
    if let (Some(model), Some(node)) =
        (model.filter(|e| e.is("kinematics_model")), node.filter(|e| e.is("node")))
    {
        bindings.roots.insert(model.key(), node);
    }
    Ok(())
}

fn bind_axis<'a>(
    bind: El<'a>,
    kinematics: El<'a>,
    document: &Document<'a>,
    bindings: &mut Bindings<'a>,
) -> Result<()> {
    let axis = parameter(bind.child("axis"), kinematics, document)?;
    let target = bind.attr("target").map_or(Ok(None), |path| document.by_sid(path, document.root))?;
    let Some(target) = target else { return Ok(()) };
    bindings.held.push(target);
    let node =
        if target.is("node") { Some(target) } else { target.parent().filter(|parent| parent.is("node")) };
    if let (Some(axis), Some(node)) = (axis, node) {
        bindings.nodes.insert(axis.key(), node);
    }
    Ok(())
}
