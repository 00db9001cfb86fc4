//! Which plain shapes may touch each other, and by which laws.

use crate::contact_plan::topmost;
use crate::model::Model;
use crate::placed::Placed;
use crate::state::State;
use crate::surface::Surface;
use crate::{BodyId, ModelError};
use bristle_geometry::collide::Collider;
use bristle_geometry::{Pose, Shape};
use bristle_skin::{Cover, SurfacePair};
use std::collections::HashSet;
use std::sync::Arc;

/// A shape that others touch.
#[derive(Clone, Debug)]
pub(crate) struct MountedCollider {
    pub(crate) shape: usize,
    pub(crate) body: usize,
    /// In the body's frame.
    pub(crate) pose: Pose,
    pub(crate) collider: Collider,
    /// None if plain bodies pass through it.
    pub(crate) surface: Option<usize>,
    /// Radius of its edges \[m\]; no more than its size allows.
    pub(crate) edge_radius: f64,
    /// Half of its smallest extent, and the farthest it reaches from its body's origin \[m\]; infinite for a half-space.
    pub(crate) half_thickness: f64,
    pub(crate) reach: f64,
    /// Skins of its body: what lies under them is theirs.
    pub(crate) covers: Vec<Cover>,
}

/// All of them, and who may touch whom.
#[derive(Clone, Debug, Default)]
pub(crate) struct Colliders {
    pub(crate) mounted: Vec<MountedCollider>,
    /// Laws of pairs of surfaces, row by row.
    laws: Vec<Arc<SurfacePair>>,
    surfaces: usize,
    /// The rigid body that each body belongs to, and the one that carries it by a joint.
    group: Vec<usize>,
    carrier: Vec<Option<usize>>,
    moves: Vec<bool>,
    excluded: HashSet<(usize, usize)>,
}

/// The smallest extent of a shape and the largest, from its origin \[m\].
fn sizes(shape: &Shape) -> (f64, f64) {
    match shape {
        Shape::HalfSpace(_) => (f64::INFINITY, f64::INFINITY),
        Shape::Sphere(s) => (s.radius(), s.radius()),
        Shape::Cuboid(s) => (s.half_extents().min_element(), s.half_extents().length()),
        Shape::Cylinder(s) => (s.radius().min(s.half_height()), s.radius().hypot(s.half_height())),
        Shape::Capsule(s) => (s.radius(), s.radius() + s.half_height()),
        Shape::Ellipsoid(s) => (s.semi_axes().min_element(), s.semi_axes().max_element()),
        Shape::Mesh(mesh) => {
            let (lower, upper) = (mesh.lower(), mesh.upper());
            (0.5 * (upper - lower).min_element(), lower.abs().max(upper.abs()).length())
        }
    }
}

impl Colliders {
    /// Makes all shapes of a model ready for contact; `surfaces` are those of its bodies, none for those that touch nothing. Of a surface like the `usual` one nobody
    /// has said how it rubs: against others their friction counts.
    pub(crate) fn new(
        model: &Model,
        surfaces: &[Option<Surface>],
        usual: &Surface,
    ) -> Result<Self, ModelError> {
        let mut kinds: Vec<&Surface> = Vec::new();
        let mut kind_of = Vec::with_capacity(surfaces.len());
        for surface in surfaces {
            kind_of.push(surface.as_ref().map(|surface| {
                kinds.iter().position(|kind| *kind == surface).unwrap_or_else(|| {
                    kinds.push(surface);
                    kinds.len() - 1
                })
            }));
        }
        let mut laws = Vec::with_capacity(kinds.len() * kinds.len());
        for a in &kinds {
            for b in &kinds {
                let mut law =
                    a.against(b).map_err(|error| ModelError::BadSurfacePair { why: error.to_string() })?;
                let stated = [a, b].into_iter().find(|kind| **kind != usual);
                if let Some(stated) = stated.filter(|_| [a, b].into_iter().any(|kind| *kind == usual)) {
                    law.material = law.material.with_friction(*stated.material.friction());
                }
                laws.push(Arc::new(law));
            }
        }
        let placed = Placed::new(model, &State::new(model));
        let group: Vec<usize> = (0..model.bodies.len()).map(|body| topmost(model, body)).collect();
        let mut mounted = Vec::new();
        let mut meshes: Vec<(u64, Collider)> = Vec::new();
        for (shape, solid) in model.shapes.iter().enumerate() {
            let surface = kind_of[solid.body.0];
            let collider = match &solid.shape {
                Shape::Mesh(mesh) => match meshes.iter().find(|(id, _)| *id == mesh.id()) {
                    Some((_, known)) => known.clone(),
                    None => {
                        let made = Collider::new(&solid.shape);
                        meshes.push((mesh.id(), made.clone()));
                        made
                    }
                },
                solid => Collider::new(solid),
            };
            // Skins of the same rigid body, wherever they are fixed to it.
            let here = placed.middle.poses[solid.body.0] * solid.pose;
            let covers = model.skins.iter().filter(|skin| group[skin.body.0] == group[solid.body.0]);
            let covers = covers.map(|skin| {
                let worn = placed.middle.poses[skin.body.0] * skin.pose;
                Cover::new(&skin.skin, here.inverse() * worn)
            });
            let covers = covers.collect();
            let (half_thickness, reach) = sizes(&solid.shape);
            mounted.push(MountedCollider {
                shape,
                body: solid.body.0,
                pose: solid.pose,
                collider,
                surface,
                edge_radius: surface.map_or(0.0, |kind| kinds[kind].edge_radius).min(0.5 * half_thickness),
                half_thickness,
                reach: reach + solid.pose.translation.length(),
                covers,
            });
        }
        let carrier = |&root: &usize| model.mechanism.branches[root].parent.map(|parent| group[parent]);
        let pair = |&(BodyId(a), BodyId(b)): &(BodyId, BodyId)| [(a, b), (b, a)];
        Ok(Self {
            mounted,
            laws,
            surfaces: kinds.len(),
            carrier: group.iter().map(carrier).collect(),
            moves: model.movable.clone(),
            excluded: model.excluded.iter().flat_map(pair).collect(),
            group,
        })
    }

    /// Whether two of them may touch: not of one rigid body, nor joined by a joint, nor excluded, and something moves at least one.
    pub(crate) fn may_touch(&self, a: usize, b: usize) -> bool {
        let both = [a, b].map(|i| &self.mounted[i]);
        let [a, b] = both.map(|mounted| mounted.body);
        both.iter().all(|mounted| mounted.surface.is_some())
            && (self.moves[a] || self.moves[b])
            && self.group[a] != self.group[b]
            && self.carrier[a] != Some(self.group[b])
            && self.carrier[b] != Some(self.group[a])
            && !self.excluded.contains(&(a, b))
    }

    /// Whether any shapes of two bodies may touch.
    pub(crate) fn bodies_may_touch(&self, a: usize, b: usize) -> bool {
        let of = |body: usize| (0..self.mounted.len()).filter(move |&i| self.mounted[i].body == body);
        of(a).any(|i| of(b).any(|j| self.may_touch(i, j)))
    }

    /// The laws between two of them.
    pub(crate) fn law(&self, a: usize, b: usize) -> &SurfacePair {
        let [a, b] = [a, b].map(|i| self.mounted[i].surface.unwrap_or(0));
        &self.laws[a * self.surfaces + b]
    }
}
