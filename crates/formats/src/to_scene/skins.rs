//! Skins: those of the file, and those that were asked for.

use super::names::Names;
use crate::error::{ErrorKind, Result, error};
use crate::robot::{Notes, Robot};
use bristle_contact::{MaterialDescription, Preset};
use bristle_scene::SceneData;
use bristle_scene::data::{
    BodySurface, Layout, Material, RobotOptions, ShapeDescription, ShapeKind, ShapeRole, SkinDescription,
    TexelsOn,
};

/// What skins are made of unless said otherwise: per area, for texels differ in size.
const PRESET: Preset = Preset::FoamCorrectedPerArea;

pub(super) fn add(
    data: &mut SceneData,
    robot: &Robot,
    names: &mut Names,
    options: &RobotOptions,
    notes: &mut Notes,
) -> Result<()> {
    data.materials.extend(robot.materials.iter().cloned());
    for skin in &robot.skins {
        let Some(on) = names.body(&skin.on).map(str::to_owned) else {
            notes.dropped(
                "",
                format!("the tactile sensor `{}`: the link `{}` does not exist", skin.name, skin.on),
            );
            continue;
        };
        let mut skin = SkinDescription { name: names.new_name("skin", &skin.name), on, ..skin.clone() };
        if !on_geometry(&mut skin, data, options.spacing) {
            notes.dropped(
                "",
                format!("the tactile sensor `{}`: the link `{}` has no shape", skin.name, skin.on),
            );
            continue;
        }
        data.skins.push(skin);
    }
    if options.skins.is_empty() {
        return Ok(());
    }
    let material = free_material(data);
    let parts =
        MaterialDescription { preset: Some(options.material.unwrap_or(PRESET)), ..Default::default() };
    let mut made = Vec::new();
    for pattern in &options.skins {
        // Names of the file match, too: what scenes do not allow in names is `_` there.
        let usable = |c: char| if c.is_alphanumeric() || "_-*?".contains(c) { c } else { '_' };
        let pattern: &String = &pattern.trim().chars().map(usable).collect();
        let links: Vec<String> =
            data.bodies.iter().map(|body| body.name.clone()).filter(|name| matches(pattern, name)).collect();
        if links.is_empty() {
            return Err(nothing_like(pattern, data));
        }
        for link in links {
            if data.skins.iter().chain(&made).all(|skin| skin.on != link) {
                made.extend(on_link(data, &link, &material, options.spacing, names, notes)?);
            }
        }
    }
    data.materials.push(Material { name: material, parts });
    data.skins.append(&mut made);
    Ok(())
}

/// Finds the shape that a skin on "the geometry of its link" is on: the first mesh, or else the first shape.
fn on_geometry(skin: &mut SkinDescription, data: &SceneData, spacing: f64) -> bool {
    let Layout::Body(surface) = &mut skin.layout else { return true };
    if surface.shape.is_some() {
        return true;
    }
    let Some(body) = data.body(&skin.on) else { return false };
    let is_mesh = |shape: &&ShapeDescription| matches!(shape.kind, ShapeKind::Mesh(_));
    let Some(shape) = body.solids().find(is_mesh).or_else(|| body.solids().next()) else { return false };
    if !is_mesh(&shape) {
        surface.spacing = surface.spacing.or(Some(spacing));
    }
    surface.shape = Some(shape.name.clone());
    true
}

fn free_material(data: &SceneData) -> String {
    let mut name = "skin".to_owned();
    while data.material(&name).is_some() {
        name.push('_');
    }
    name
}

/// A skin on every solid of a link.
fn on_link(
    data: &mut SceneData,
    link: &str,
    material: &str,
    spacing: f64,
    names: &mut Names,
    notes: &mut Notes,
) -> Result<Vec<SkinDescription>> {
    let Some(body) = data.bodies.iter_mut().find(|body| body.name == link) else { return Ok(Vec::new()) };
    if body.solids().next().is_none() {
        if body.shapes.is_empty() {
            let message = format!("the link `{link}` has no shape, so no skin can be on it");
            return Err(error(ErrorKind::Missing, message)
                .with_note("help: choose another link with --skin, or give this one a collision shape"));
        }
        notes.guessed(
            "",
            format!("the looks of `{link}` are touched, too: it has a skin and no collision shape"),
        );
        body.shapes.iter_mut().for_each(|shape| shape.role = ShapeRole::Both);
    }
    let solids: Vec<&ShapeDescription> = body.solids().collect();
    let alone = solids.len() == 1;
    let skin = |shape: &&ShapeDescription| SkinDescription {
        name: names.new_name("skin", &if alone { link.to_owned() } else { format!("{link}_{}", shape.name) }),
        on: link.to_owned(),
        layout: Layout::Body(BodySurface {
            shape: Some(shape.name.clone()),
            texels: TexelsOn::Faces,
            spacing: Some(spacing),
        }),
        material: material.to_owned(),
        ..Default::default()
    };
    Ok(solids.iter().map(skin).collect())
}

fn nothing_like(pattern: &str, data: &SceneData) -> bristle_scene::SceneError {
    let known: Vec<&str> = data.bodies.iter().map(|body| body.name.as_str()).collect();
    let list = known.iter().take(40).copied().collect::<Vec<_>>().join(", ");
    let rest = if known.len() > 40 { format!(", … ({} in all)", known.len()) } else { String::new() };
    error(
        ErrorKind::UnknownName,
        format!("no link is called like `{}`, so no skin can be put on it", crate::error::shown(pattern)),
    )
    .with_note(format!("known: {list}{rest}"))
    .with_note("help: `*` stands for any letters, as in `*_tip`")
}

/// Whether a name is like a pattern, in which `*` stands for any letters and `?` for one.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // The last star and what it has swallowed so far: going back there is enough.
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, swallowed)) => {
                    star = Some((at, swallowed + 1));
                    p = at + 1;
                    n = swallowed + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stand_for_any_letters() {
        for (pattern, name) in
            [("*_tip", "thumb_tip"), ("*", ""), ("l*_?", "link_3"), ("a*b*c", "aXbYbZc"), ("tip", "tip")]
        {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("*_tip", "thumb_tips"), ("?", ""), ("tip", "ti"), ("a*b*c", "aXbYbZ"), ("", "a")]
        {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
