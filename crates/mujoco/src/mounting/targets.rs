//! What a skin can touch, and what it covers.

use super::names::Affixes;
use super::{TargetGeom, shape};
use crate::engine::{Model, Object};
use crate::recipe::{Recipe, RecipeError};

/// The geoms that a skin on `body` feels, in the order of their numbers.
pub(super) fn find(
    model: Model,
    body: usize,
    recipe: &Recipe,
    names: &Affixes,
) -> Result<Vec<TargetGeom>, RecipeError> {
    let everything = recipe.targets.is_empty();
    let geoms = if everything { all(model, body) } else { named(model, body, &recipe.targets, names)? };
    let mut targets = Vec::new();
    for (geom, by_name) in geoms {
        let Some(shape) = shape::shape(model, geom)? else {
            if by_name {
                return Err(RecipeError::NotAShape(model.name(Object::Geom, geom)));
            }
            continue;
        };
        targets.push(TargetGeom { geom, shape, body: model.weld(model.geom_body(geom)) });
    }
    // A hand by itself may be put into a model with things to touch later.
    if targets.is_empty() && !everything {
        return Err(RecipeError::NothingToTouch);
    }
    Ok(targets)
}

fn collides(model: Model, geom: usize) -> bool {
    model.geom_contacts(geom) != (0, 0) || model.is_paired(geom)
}

/// Every geom that takes part in contacts and is not of the skin's own rigid body, nor of one that a joint connects with
/// it: MuJoCo's own rule.
fn all(model: Model, body: usize) -> Vec<(usize, bool)> {
    let own = model.weld(body);
    let joined = |a: usize, b: usize| a != 0 && b != 0 && model.weld(model.parent(a)) == b;
    let may_touch = |geom: &usize| {
        let other = model.weld(model.geom_body(*geom));
        collides(model, *geom) && other != own && !joined(own, other) && !joined(other, own)
    };
    (0..model.geoms()).filter(may_touch).map(|geom| (geom, false)).collect()
}

/// Geoms, and whether each was called by its own name.
fn named(
    model: Model,
    body: usize,
    words: &[String],
    names: &Affixes,
) -> Result<Vec<(usize, bool)>, RecipeError> {
    let own = model.weld(body);
    let is_own = |geom: &usize| model.weld(model.geom_body(*geom)) == own;
    let mut geoms: Vec<(usize, bool)> = Vec::new();
    for word in words {
        let found: Vec<usize> = if word == "all" {
            geoms.extend(all(model, body));
            continue;
        } else if let Some(group) = word.strip_prefix("group:") {
            let number: i32 = group.parse().map_err(|_| RecipeError::NoSuchTarget(word.clone()))?;
            let of_group = |g: &usize| model.geom_group(*g) == number && collides(model, *g) && !is_own(g);
            (0..model.geoms()).filter(of_group).collect()
        } else if let Some(root) = names.body(model, word) {
            // With all that hangs on it.
            let below = |g: &usize| {
                let line =
                    std::iter::successors(Some(model.geom_body(*g)), |b| (*b > 0).then(|| model.parent(*b)));
                line.into_iter().any(|b| b == root)
            };
            let of_body: Vec<usize> =
                (0..model.geoms()).filter(|g| below(g) && collides(model, *g)).collect();
            if !of_body.is_empty() && of_body.iter().all(is_own) || root != 0 && model.weld(root) == own {
                return Err(RecipeError::OwnBody(word.clone()));
            }
            of_body.into_iter().filter(|g| !is_own(g)).collect()
        } else if let Some(geom) = names.geom(model, word) {
            if is_own(&geom) {
                return Err(RecipeError::OwnBody(word.clone()));
            }
            geoms.push((geom, true));
            continue;
        } else {
            return Err(RecipeError::NoSuchTarget(word.clone()));
        };
        geoms.extend(found.into_iter().map(|geom| (geom, false)));
    }
    geoms.sort_unstable_by_key(|(geom, by_name)| (*geom, !by_name));
    geoms.dedup_by_key(|(geom, _)| *geom);
    Ok(geoms)
}

/// The geoms that a skin says it covers; none if it says nothing.
pub(super) fn covered(
    model: Model,
    body: usize,
    recipe: &Recipe,
    names: &Affixes,
) -> Result<Option<Vec<usize>>, RecipeError> {
    let geom = |name: &String| {
        let geom = names.geom(model, name).ok_or_else(|| RecipeError::NoSuchCover(name.clone()))?;
        match model.weld(model.geom_body(geom)) == model.weld(body) {
            true => Ok(geom),
            false => Err(RecipeError::CoverElsewhere(name.clone())),
        }
    };
    recipe.covers.as_ref().map(|covers| covers.iter().map(geom).collect()).transpose()
}
