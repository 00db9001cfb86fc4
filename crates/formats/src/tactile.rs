//! The tactile sensors of OpenGRASP: `SimTactileSensor` of the 2010 report (§IV.B.3) and of the 2013 paper (Table 2).

use crate::error::{ErrorKind, Result};
use crate::robot::Robot;
use crate::xml::{El, truth};
use bristle_contact::{Basis, FrictionLaw, MaterialDescription, MaterialError, Named, NormalLaw, Saturation};
use bristle_geometry::Pose;
use bristle_scene::data::{BodySurface, Grid, Layout, Material, SkinDescription, TexelsOn};

/// Thickness where the file gives none: that of the paper's foam \[m\].
const THICKNESS: f64 = 6e-3;
/// The paper lets the force cease beyond twice the thickness.
const DEEPEST: f64 = 2.0;

/// Whether a sensor of this type is one.
pub(crate) fn is_tactile(kind: &str) -> bool {
    ["simtactilesensor", "base_tactile", "basetactile"].contains(&kind.to_ascii_lowercase().as_str())
}

/// A sensor as a skin on a link, and its material.
pub(crate) fn read(of: El<'_>, name: &str, link: &str, pose: Pose) -> Result<(SkinDescription, Material)> {
    let number = |names: &[&str]| -> Result<Option<f64>> {
        names.iter().find_map(|name| of.child(name)).map(|child| child.text_number()).transpose()
    };
    let need = |names: &[&str]| -> Result<f64> {
        number(names)?.ok_or_else(|| {
            of.fault(ErrorKind::Missing, format!("the tactile sensor `{name}` needs <{}>", names[0]))
        })
    };
    let refused = |cause: MaterialError| {
        of.fault(ErrorKind::OutOfRange, format!("the tactile sensor `{name}`: {cause}"))
    };
    let (k, c) = (need(&["k"])?, number(&["cn", "c"])?.unwrap_or(0.0));
    let mu_static = need(&["mus", "mu_s"])?;
    let friction = [
        ("stiffness", need(&["sigma0"])?),
        ("damping", number(&["sigma1"])?.unwrap_or(0.0)),
        ("viscosity", number(&["ct"])?.unwrap_or(0.0)),
        ("mu_static", mu_static),
        ("mu_dynamic", number(&["mud", "mu_d"])?.unwrap_or(mu_static)),
        ("stribeck_speed", need(&["x0", "xdot0"])?),
    ];
    let thickness = number(&["thickness"])?.unwrap_or(THICKNESS);
    let parts = MaterialDescription {
        normal: Some(NormalLaw::of("linear", &[("stiffness", k), ("damping", c)]).map_err(refused)?),
        friction: Some(FrictionLaw::of("lugre", &friction).map_err(refused)?),
        max_penetration: Some(DEEPEST * thickness),
        basis: Some(Basis::PerTexel),
        saturation: Some(Saturation::CutOff),
        ..Default::default()
    };
    let material = Material { name: name.to_owned(), parts };
    let on_geometry = of.child("shapeBaseOnGeom").is_none_or(|flag| truth(&flag.words()) != Some(false));
    let layout = match on_geometry {
        // The mesh of the link; which of its shapes that is, is found when the link is whole.
        true => Layout::Body(BodySurface { shape: None, texels: TexelsOn::Vertices, spacing: None }),
        false => {
            let count = |names: &[&str]| -> Result<usize> {
                let count = need(names)?;
                match (1.0..=10_000.0).contains(&count) && count.fract() == 0.0 {
                    true => Ok(count as usize),
                    false => Err(of
                        .fault(ErrorKind::OutOfRange, format!("<{}> is {count}", names[0]))
                        .with_note("allowed: 1 to 10000")),
                }
            };
            Layout::Grid(Grid {
                rows: count(&["cellsx", "numcellsx", "rows"])?,
                columns: count(&["cellsy", "numcellsy", "columns"])?,
                pitch: need(&["cellsize", "pitch"])?,
                pitch_along_columns: None,
            })
        }
    };
    let skin = SkinDescription {
        name: name.to_owned(),
        on: link.to_owned(),
        pose: if on_geometry { Pose::IDENTITY } else { pose },
        layout,
        material: name.to_owned(),
        ..Default::default()
    };
    Ok((skin, material))
}

/// Adds a skin; materials that are the same are one.
pub(crate) fn add(robot: &mut Robot, mut skin: SkinDescription, mut material: Material) {
    let usable: String = material
        .name
        .chars()
        .map(|c| if c.is_alphanumeric() || c == '_' || c == '-' { c } else { '_' })
        .collect();
    material.name = usable;
    match robot.materials.iter().find(|known| known.parts == material.parts) {
        Some(known) => skin.material = known.name.clone(),
        None => {
            while robot.materials.iter().any(|known| known.name == material.name) {
                material.name.push('_');
            }
            skin.material = material.name.clone();
            robot.materials.push(material);
        }
    }
    robot.skins.push(skin);
}

/// The numbers of a material as such a sensor has them; none if its laws are others.
pub(crate) fn parameters(material: &Material) -> Option<Vec<(&'static str, f64)>> {
    let contact = material.contact().ok()?;
    if contact.basis() != Basis::PerTexel {
        return None;
    }
    let (normal, friction) = (contact.normal(), contact.friction());
    let names = (normal.law()?.name, friction.law()?.name);
    if names.0 != "linear" || !["lugre", "elasto_plastic"].contains(&names.1) {
        return None;
    }
    Some(vec![
        ("thickness", contact.max_penetration() / DEEPEST),
        ("k", normal.parameter("stiffness")?),
        ("cn", normal.parameter("damping")?),
        ("sigma0", friction.parameter("stiffness")?),
        ("sigma1", friction.parameter("damping")?),
        ("x0", friction.parameter("stribeck_speed")?),
        ("ct", friction.parameter("viscosity")?),
        ("mus", friction.parameter("mu_static")?),
        ("mud", friction.parameter("mu_dynamic")?),
    ])
}
