//! `bristle import`: what a robot file holds, and as a part for scenes.

use super::{read, words, write};
use crate::args::ImportArgs;
use crate::error::CliError;
use crate::terminal::print;
use bristle_formats::{DhTable, dh_table, part};
use bristle_scene::{Built, Scene};
use serde::Serialize;

pub(crate) fn run(args: &ImportArgs) -> Result<(), CliError> {
    let imported = read(&args.robot, &args.read)?;
    let scene = Scene::from_tree(imported.tree.clone(), &args.robot)?;
    let built = scene.build()?;
    let chain = args.dh.as_deref().map(|ends| chain(&scene, ends)).transpose()?;
    if let Some(out) = &args.out {
        let source = args.robot.file_name().map_or("a robot file".into(), |name| name.to_string_lossy());
        let part = part(&imported, &source, out)?;
        write(out, part.text.as_bytes(), &part.meshes, args.force)?;
        // What was written is what was read.
        Scene::load(out)?.build()?;
    }
    if args.json {
        let document = Document::of(args, &scene, &built, &imported.notes, chain.as_ref());
        return print(&(serde_json::to_string_pretty(&document)? + "\n"));
    }
    let mut text = words::robot(&args.robot, &scene, &built);
    if let Some(chain) = &chain {
        text += &words::parameters(chain);
    }
    text += &words::notes(&imported.notes, &built.notes);
    if let Some(out) = &args.out {
        text += &format!(
            "\nwrote {out}\nnext: `bristle check {out}`, or include = [\"{out}\"] in a scene\n",
            out = out.display()
        );
    }
    print(&text)
}

/// The parameters of `TIP` or `BASE:TIP`.
fn chain(scene: &Scene, ends: &str) -> Result<DhTable, CliError> {
    let (base, tip) = match ends.split_once(':') {
        Some((base, tip)) => (Some(base), tip),
        None => (None, ends),
    };
    Ok(dh_table(scene, base, tip)?)
}

/// What a robot file holds, in SI units.
#[derive(Serialize)]
struct Document<'a> {
    robot: String,
    name: &'a str,
    mass_kg: f64,
    degrees_of_freedom: usize,
    bodies: Vec<Body<'a>>,
    motors: Vec<&'a str>,
    sensors: Vec<&'a str>,
    skins: Vec<Skin<'a>>,
    chains: Vec<&'a str>,
    configurations: Vec<&'a str>,
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    dh: Option<Vec<Link<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrote: Option<String>,
}

#[derive(Serialize)]
struct Body<'a> {
    name: &'a str,
    parent: Option<&'a str>,
    joint: &'static str,
    joint_name: Option<&'a str>,
    mass_kg: f64,
    shapes: Vec<&'a str>,
}

#[derive(Serialize)]
struct Skin<'a> {
    name: &'a str,
    body: &'a str,
    texels: usize,
}

#[derive(Serialize)]
struct Link<'a> {
    joint: &'a str,
    kind: &'static str,
    a_m: f64,
    alpha_rad: f64,
    d_m: f64,
    theta_rad: f64,
}

impl<'a> Document<'a> {
    fn of(
        args: &ImportArgs,
        scene: &'a Scene,
        built: &'a Built,
        notes: &'a [String],
        chain: Option<&'a DhTable>,
    ) -> Self {
        let data = scene.data();
        let mass = |name: &str| {
            built.model.body_named(name).map_or(0.0, |id| built.model.bodies()[id.0].inertia.mass)
        };
        let bodies = data.bodies.iter().map(|body| Body {
            name: &body.name,
            parent: body.parent.as_deref(),
            joint: body.joint.kind.name(),
            joint_name: body.joint_name.as_deref(),
            mass_kg: mass(&body.name),
            shapes: body.shapes.iter().map(|shape| shape.name.as_str()).collect(),
        });
        let skins = built.model.skins().iter().map(|skin| Skin {
            name: &skin.name,
            body: &built.model.bodies()[skin.body.0].name,
            texels: skin.skin.texels().len(),
        });
        Self {
            robot: args.robot.display().to_string(),
            name: &data.title,
            mass_kg: built.model.mass(),
            degrees_of_freedom: built.model.dofs(),
            bodies: bodies.collect(),
            motors: data.motors.iter().map(|motor| motor.name.as_str()).collect(),
            sensors: data.sensors.iter().map(|sensor| sensor.name.as_str()).collect(),
            skins: skins.collect(),
            chains: data.chains.iter().map(|chain| chain.name.as_str()).collect(),
            configurations: data.configurations.iter().map(|of| of.name.as_str()).collect(),
            notes,
            dh: chain.map(|table| {
                let rows = table.joints.iter().zip(&table.turns).zip(&table.chain.links);
                rows.map(|((joint, turns), link)| Link {
                    joint,
                    kind: if *turns { "revolute" } else { "prismatic" },
                    a_m: link.a,
                    alpha_rad: link.alpha,
                    d_m: link.d,
                    theta_rad: link.theta,
                })
                .collect()
            }),
            wrote: args.out.as_ref().map(|out| out.display().to_string()),
        }
    }
}
