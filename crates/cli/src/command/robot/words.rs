//! What a robot file holds, in words.

use crate::quantity::quantity;
use bristle_formats::DhTable;
use bristle_scene::data::{BodyDescription, ShapeKind};
use bristle_scene::{Built, Scene};
use bristle_world::JointKind;
use std::fmt::Write;
use std::path::Path;

// Writing to a string cannot fail, so its results are passed over.
pub(super) fn robot(path: &Path, scene: &Scene, built: &Built) -> String {
    let data = scene.data();
    let mass = built.model.mass();
    let mut text = match data.title.as_str() {
        "" => format!("{}\n", path.display()),
        title => format!("{title} ({})\n", path.display()),
    };
    let counted =
        |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
    let links =
        if data.bodies.len() == 1 { "1 body".to_owned() } else { format!("{} bodies", data.bodies.len()) };
    let _ = writeln!(
        text,
        "{links}, {}, {}, {}, {}",
        quantity(mass, "kg"),
        counted(built.model.dofs(), "degree") + " of freedom",
        counted(data.motors.len(), "motor"),
        counted(data.sensors.len(), "sensor")
    );
    let _ = writeln!(text);
    let roots = data.bodies.iter().filter(|body| body.parent.is_none());
    roots.for_each(|root| branch(root, &data.bodies, 1, &mut text));
    let skins: Vec<_> = built.model.skins().iter().collect();
    if !skins.is_empty() {
        let _ = writeln!(text, "\nTactile skins");
        for skin in skins {
            let body = &built.model.bodies()[skin.body.0].name;
            let _ =
                writeln!(text, "  {} on {body}: {}", skin.name, counted(skin.skin.texels().len(), "texel"));
        }
    }
    for (what, names) in [
        ("Chains", data.chains.iter().map(|chain| chain.name.as_str()).collect::<Vec<_>>()),
        ("Configurations", data.configurations.iter().map(|of| of.name.as_str()).collect()),
    ] {
        if !names.is_empty() {
            let _ = writeln!(text, "\n{what}: {}", names.join(", "));
        }
    }
    text
}

/// A body, and below it those that it carries.
fn branch(body: &BodyDescription, all: &[BodyDescription], depth: usize, text: &mut String) {
    let joint = match body.joint.kind {
        JointKind::Fixed => String::new(),
        kind => {
            let name = body.joint_name.as_deref().map(|name| format!(" {name}")).unwrap_or_default();
            format!("  {}{name}{}", kind.name(), range(body))
        }
    };
    let shapes = body.solids().map(|shape| solid(&shape.kind)).collect::<Vec<_>>().join(", ");
    let shapes = if shapes.is_empty() { String::new() } else { format!("  [{shapes}]") };
    let _ = writeln!(text, "{:1$}{2}{joint}{shapes}", "", 2 * depth, body.name);
    let below = all.iter().filter(|other| other.parent.as_deref() == Some(&body.name));
    // Chains are not longer than what was read, and what was read is not longer than a stack.
    below.for_each(|child| branch(child, all, depth + 1, text));
}

fn range(body: &BodyDescription) -> String {
    if let Some(mimic) = &body.joint.mimic {
        return format!(" follows {}", mimic.body);
    }
    let Some(limits) = body.joint.limits else { return String::new() };
    match body.joint.kind {
        JointKind::Revolute { .. } => {
            format!(" {:.0}° to {:.0}°", limits.lower.to_degrees(), limits.upper.to_degrees())
        }
        _ => format!(" {:.0} mm to {:.0} mm", limits.lower * 1e3, limits.upper * 1e3),
    }
}

fn solid(kind: &ShapeKind) -> &'static str {
    match kind {
        ShapeKind::Sphere(_) => "sphere",
        ShapeKind::Box(_) => "box",
        ShapeKind::Cylinder(_) => "cylinder",
        ShapeKind::Capsule(_) => "capsule",
        ShapeKind::Ellipsoid(_) => "ellipsoid",
        ShapeKind::HalfSpace(_) => "half-space",
        ShapeKind::Mesh(_) => "mesh",
        ShapeKind::SprayBottle(_) => "bottle",
    }
}

/// Parameters of a chain as a table.
pub(super) fn parameters(table: &DhTable) -> String {
    let width = table.joints.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5);
    let mut text = format!(
        "\nDenavit–Hartenberg parameters (standard), joints at zero\n  {:width$}  {:9}  {:>10}  {:>10}  {:>10}  {:>10}\n",
        "joint", "kind", "a [mm]", "alpha [°]", "d [mm]", "theta [°]"
    );
    let rows = table.joints.iter().zip(&table.turns).zip(&table.chain.links);
    for ((joint, turns), link) in rows {
        let kind = if *turns { "revolute" } else { "prismatic" };
        let _ = writeln!(
            text,
            "  {joint:width$}  {kind:9}  {:>10.3}  {:>10.3}  {:>10.3}  {:>10.3}",
            link.a * 1e3 + 0.0,
            link.alpha.to_degrees() + 0.0,
            link.d * 1e3 + 0.0,
            link.theta.to_degrees() + 0.0
        );
    }
    for (what, pose) in [("base", table.chain.base), ("tip", table.chain.tip)] {
        let (p, q) = (pose.translation * 1e3, pose.rotation);
        let _ = writeln!(
            text,
            "  {what}: at ({:.3}, {:.3}, {:.3}) mm, turned by the quaternion ({:.6}, {:.6}, {:.6}, {:.6})",
            p.x, p.y, p.z, q.x, q.y, q.z, q.w
        );
    }
    text
}

/// Remarks of the import, and of the meshes.
pub(super) fn notes(import: &[String], build: &[String]) -> String {
    let mut text = String::new();
    if !import.is_empty() {
        let _ = writeln!(text, "\nNotes");
        import.iter().for_each(|note| {
            let _ = writeln!(text, "  {note}");
        });
    }
    let meshes = build.len().saturating_sub(import.len());
    if meshes > 0 {
        let _ = writeln!(text, "\n{meshes} remarks on meshes: see `bristle check`");
    }
    text
}
