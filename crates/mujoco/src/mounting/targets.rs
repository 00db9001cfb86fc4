//! What a skin can touch.

use super::{TargetGeom, shape};
use crate::engine::{Model, Object};
use crate::recipe::{OwnContact, Recipe, RecipeError};

/// The geoms that a skin on `body` feels.
pub(super) fn find(model: Model, body: usize, recipe: &Recipe) -> Result<Vec<TargetGeom>, RecipeError> {
    let geoms = match recipe.targets.is_empty() {
        true => all(model, body),
        false => named(model, body, &recipe.targets)?,
    };
    let mut targets = Vec::new();
    for geom in geoms {
        let Some(shape) = shape::shape(model, geom)? else {
            if recipe.targets.is_empty() {
                continue;
            }
            return Err(RecipeError::NotAShape(model.name(Object::Geom, geom)));
        };
        if recipe.own_contact == OwnContact::Excluded {
            check_excluded(model, body, geom)?;
        }
        targets.push(TargetGeom { geom, shape, body: model.weld(model.geom_body(geom)) });
    }
    if targets.is_empty() {
        return Err(RecipeError::NothingToTouch);
    }
    Ok(targets)
}

/// Every geom that takes part in contacts and is not of the skin's own rigid body, nor of one that a joint connects with
/// it: MuJoCo's own rule.
fn all(model: Model, body: usize) -> Vec<usize> {
    let own = model.weld(body);
    let joined = |a: usize, b: usize| a != 0 && b != 0 && model.weld(model.parent(a)) == b;
    let may_touch = |geom: &usize| {
        let other = model.weld(model.geom_body(*geom));
        model.geom_contacts(*geom) != (0, 0) && other != own && !joined(own, other) && !joined(other, own)
    };
    (0..model.geoms()).filter(may_touch).collect()
}

fn named(model: Model, body: usize, names: &[String]) -> Result<Vec<usize>, RecipeError> {
    let mut geoms: Vec<usize> = Vec::new();
    for name in names {
        let found: Vec<usize> = if let Some(body) = model.find(Object::Body, name) {
            let of_body = |g: &usize| model.geom_body(*g) == body && model.geom_contacts(*g) != (0, 0);
            (0..model.geoms()).filter(of_body).collect()
        } else if let Some(geom) = model.find(Object::Geom, name) {
            vec![geom]
        } else {
            return Err(RecipeError::NoSuchTarget(name.clone()));
        };
        if found.iter().any(|g| model.weld(model.geom_body(*g)) == model.weld(body)) {
            return Err(RecipeError::OwnBody(name.clone()));
        }
        geoms.extend(found);
    }
    geoms.sort_unstable();
    geoms.dedup();
    Ok(geoms)
}

/// The bodies of skin and target must not push each other twice.
fn check_excluded(model: Model, body: usize, geom: usize) -> Result<(), RecipeError> {
    let other = model.geom_body(geom);
    let (kind, affinity) = model.geom_contacts(geom);
    let meets = |own: usize| {
        let (own_kind, own_affinity) = model.geom_contacts(own);
        model.geom_body(own) == body && (own_kind & affinity != 0 || kind & own_affinity != 0)
    };
    if model.is_excluded(body, other) || !(0..model.geoms()).any(meets) {
        return Ok(());
    }
    let name = |body| model.name(Object::Body, body);
    Err(RecipeError::NotExcluded { skin: name(body), target: name(other) })
}
