//! Which skin feels which shape.

use crate::model::{Model, MountedShape, MountedSkin, Yielding};
use crate::{BodyId, ModelError, ShapeId, SkinId};
use bristle_contact::Basis;
use bristle_skin::{Cover, Skin, TargetPart, TargetSurface};
use std::sync::Arc;

/// The body at the root of the rigid body that a body belongs to; `None` if that is the world.
pub(crate) fn rigid_root(model: &Model, mut body: usize) -> Option<usize> {
    loop {
        let branch = &model.mechanism.branches[body];
        if !branch.velocities.is_empty() {
            return Some(body);
        }
        body = branch.parent?;
    }
}

/// The topmost body that a body is fixed to. Unlike [`rigid_root`] it tells bodies apart that are fixed to the world.
pub(crate) fn topmost(model: &Model, mut body: usize) -> usize {
    while model.mechanism.branches[body].velocities.is_empty()
        && let Some(parent) = model.mechanism.branches[body].parent
    {
        body = parent;
    }
    body
}

/// Whether two rigid bodies of one mechanism are joined by a joint: they overlap there by design.
pub(crate) fn joined(model: &Model, a: Option<usize>, b: Option<usize>) -> bool {
    let carries = |carrier: usize, carried: usize| {
        let parent = model.mechanism.branches[carried].parent;
        parent.is_some_and(|p| rigid_root(model, p) == Some(carrier))
    };
    matches!((a, b), (Some(a), Some(b)) if carries(a, b) || carries(b, a))
}

/// Which part of a target a skin feels, and who reads it, too.
#[derive(Clone, Debug, Default)]
pub(crate) struct FeltPart {
    pub(crate) surface: TargetSurface,
    /// The skin on the other side, and the index of this one's body among its targets.
    pub(crate) facing: Option<(usize, usize)>,
}

impl FeltPart {
    fn of(part: TargetPart) -> Self {
        Self { surface: TargetSurface { part, ..TargetSurface::default() }, facing: None }
    }
}

/// What a skin can touch: shapes, and which part of each.
type Targets = Vec<(ShapeId, FeltPart)>;

/// Area that a unit of a skin's material stands for \[m²\]; the mean, if texels differ.
fn unit_area(skin: &Skin) -> f64 {
    match skin.material().basis() {
        Basis::PerArea => 1.0,
        Basis::PerTexel => skin.texels().iter().map(|t| t.area).sum::<f64>() / skin.texels().len() as f64,
    }
}

/// A skin on a shape of the same body.
fn cover(skin: &MountedSkin, shape: &MountedShape) -> Cover {
    Cover::new(&skin.skin, shape.pose.inverse() * skin.pose)
}

/// The bare surface of a body, as a skin feels it.
fn bare_surface(
    skin: &MountedSkin,
    yielding: Option<Yielding>,
    part: TargetPart,
) -> Result<FeltPart, ModelError> {
    let Some(Yielding { stiffness, crush }) = yielding else { return Ok(FeltPart::of(part)) };
    let material = skin.skin.material().clone().with_target_stiffness(stiffness * unit_area(&skin.skin));
    let material = material.map_err(|error| ModelError::BadPair {
        skins: (skin.name.clone(), "its target".into()),
        why: error.to_string(),
    })?;
    Ok(FeltPart { surface: TargetSurface { part, material: Some(Arc::new(material)), crush }, facing: None })
}

/// The parts of a shape that a skin feels. Of two tactile skins that face each other the earlier one feels for both.
fn parts(model: &Model, index: usize, id: ShapeId) -> Result<Targets, ModelError> {
    let (skin, shape) = (&model.skins[index], &model.shapes[id.0]);
    let yielding = model.yielding.iter().find(|(body, _)| *body == shape.body).map(|&(_, yielding)| yielding);
    let worn = || model.skins.iter().enumerate().filter(|(_, s)| s.body == shape.body);
    let covers = || worn().map(|(_, worn)| cover(worn, shape)).collect::<Vec<_>>();
    if worn().next().is_none() {
        return Ok(vec![(id, bare_surface(skin, yielding, TargetPart::Whole)?)]);
    }
    let mut targets = vec![(id, bare_surface(skin, yielding, TargetPart::Bare(covers()))?)];
    for (other, worn) in worn() {
        if other < index {
            targets.push((id, FeltPart { facing: Some((other, 0)), ..FeltPart::of(TargetPart::Elsewhere) }));
            continue;
        }
        let factor = unit_area(&skin.skin) / unit_area(&worn.skin);
        let material = skin.skin.material().against(worn.skin.material(), factor);
        let material = material.map_err(|error| ModelError::BadPair {
            skins: (skin.name.clone(), worn.name.clone()),
            why: error.to_string(),
        })?;
        let surface = TargetSurface {
            part: TargetPart::Under(cover(worn, shape)),
            material: Some(Arc::new(material)),
            crush: None,
        };
        targets.push((id, FeltPart { surface, facing: Some((other, 0)) }));
    }
    Ok(targets)
}

/// Lets skins that face each other know under which index the other one has them.
fn introduce(all: &mut [Targets]) {
    let listed: Vec<Vec<(bool, Option<usize>)>> = all
        .iter()
        .map(|targets| {
            let entry = |(_, part): &(ShapeId, FeltPart)| {
                (matches!(part.surface.part, TargetPart::Elsewhere), part.facing.map(|(skin, _)| skin))
            };
            targets.iter().map(entry).collect()
        })
        .collect();
    for (index, targets) in all.iter_mut().enumerate() {
        for (_, part) in targets {
            let feels = !matches!(part.surface.part, TargetPart::Elsewhere);
            part.facing = part.facing.filter(|_| feels).and_then(|(other, _)| {
                let place = listed[other].iter().position(|&entry| entry == (true, Some(index)))?;
                Some((other, place))
            });
        }
    }
}

/// Fills the targets of every skin.
///
/// A skin feels every shape that is not part of its own rigid body, nor of one that a joint connects with it. One that is `limited` to some bodies feels these
/// only, and what is fixed to them.
pub(crate) fn plan_contacts(model: &mut Model, limited: &[(SkinId, Vec<BodyId>)]) -> Result<(), ModelError> {
    let root = |body: BodyId| rigid_root(model, body.0);
    let mut targets = Vec::with_capacity(model.skins.len());
    for (index, skin) in model.skins.iter().enumerate() {
        let limit = limited.iter().find(|(id, _)| id.0 == index).map(|(_, bodies)| bodies);
        let tops: Option<Vec<usize>> =
            limit.map(|bodies| bodies.iter().map(|body| topmost(model, body.0)).collect());
        let may_touch = |shape: &MountedShape| {
            let (other, pair) = (shape.body, (skin.body, shape.body));
            let (own, its) = (root(skin.body), root(other));
            let apart = own != its && !joined(model, own, its);
            let allowed = !model.excluded.iter().any(|&(a, b)| (a, b) == pair || (b, a) == pair);
            let listed = tops.as_ref().is_none_or(|tops| tops.contains(&topmost(model, other.0)));
            apart && allowed && listed
        };
        let mut own = Targets::new();
        for (i, shape) in model.shapes.iter().enumerate() {
            if may_touch(shape) {
                own.extend(parts(model, index, ShapeId(i))?);
            }
        }
        targets.push(own);
    }
    introduce(&mut targets);
    for (skin, bodies) in limited {
        let felt = |body: &BodyId| {
            let on = |shape: &ShapeId| topmost(model, model.shapes[shape.0].body.0) == topmost(model, body.0);
            targets[skin.0].iter().any(|(shape, _)| on(shape))
        };
        if let Some(body) = bodies.iter().find(|body| !felt(body)) {
            return Err(ModelError::BadTarget {
                skin: model.skins[skin.0].name.clone(),
                body: model.bodies[body.0].name.clone(),
            });
        }
    }
    for (skin, targets) in model.skins.iter_mut().zip(targets) {
        (skin.targets, skin.parts) = targets.into_iter().unzip();
        let reaches = skin.parts.iter().filter_map(|part| Some(part.surface.material.as_ref()?.reach()));
        let deepest = reaches.fold(0.0, f64::max);
        if deepest > skin.skin.material().reach() {
            skin.skin = Arc::new(Skin::clone(&skin.skin).reaching(deepest));
        }
    }
    Ok(())
}
