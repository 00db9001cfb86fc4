//! From bodies, shapes and skins to a model.

use crate::colliders::Colliders;
use crate::contact_plan::plan_contacts;
use crate::island::Island;
use crate::joint::JointKind;
use crate::loops::LoopJoint;
use crate::mechanism::{Bonds, Branch, Kinematics, Mechanism, Source, find_trees};
use crate::model::{Body, Model, MountedShape, MountedSkin, Yielding, known};
use crate::motor::Motor;
use crate::placed::Placed;
use crate::sensor::Sensor;
use crate::state::State;
use crate::surface::Surface;
use crate::system::System;
use crate::tendons::Tendon;
use crate::{BodyId, Inertia, LoopId, ModelError, MotorId, SensorId, ShapeId, SkinId, TendonId};
use bristle_geometry::{Pose, Shape};
use bristle_skin::{Crush, Skin};
use glam::DVec3;
use std::collections::HashSet;
use std::sync::Arc;

/// Standard gravity, downwards \[m/s²\].
pub const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

/// Collects the parts of a model and checks each as it comes.
#[derive(Clone, Debug)]
pub struct ModelBuilder {
    gravity: DVec3,
    bodies: Vec<Body>,
    shapes: Vec<MountedShape>,
    skins: Vec<MountedSkin>,
    excluded: Vec<(BodyId, BodyId)>,
    limited: Vec<(SkinId, Vec<BodyId>)>,
    yielding: Vec<(BodyId, Yielding)>,
    surfaces: Vec<(BodyId, Option<Surface>)>,
    motors: Vec<Motor>,
    sensors: Vec<Sensor>,
    loops: Vec<LoopJoint>,
    tendons: Vec<Tendon>,
    /// Names of bodies and of shapes, to find those that are given twice.
    body_names: HashSet<String>,
    shape_names: HashSet<String>,
}

impl Default for ModelBuilder {
    fn default() -> Self {
        Self::new()
    }
}

fn check_pose(pose: Pose, name: &str) -> Result<Pose, ModelError> {
    let length = pose.rotation.length();
    if !(pose.is_finite() && length > 1e-9 && length.is_finite()) {
        return Err(ModelError::NotFinite { what: "the pose", name: name.into() });
    }
    Ok(Pose { rotation: pose.rotation / length, ..pose })
}

pub(crate) fn check_name<'a>(
    what: &'static str,
    name: &str,
    mut others: impl Iterator<Item = &'a str>,
) -> Result<(), ModelError> {
    match others.any(|other| other == name) {
        true => Err(ModelError::Duplicate { what, name: name.into() }),
        false => Ok(()),
    }
}

impl ModelBuilder {
    /// An empty model under [`GRAVITY`].
    pub fn new() -> Self {
        Self {
            gravity: GRAVITY,
            bodies: Vec::new(),
            shapes: Vec::new(),
            skins: Vec::new(),
            excluded: Vec::new(),
            limited: Vec::new(),
            yielding: Vec::new(),
            surfaces: Vec::new(),
            motors: Vec::new(),
            sensors: Vec::new(),
            loops: Vec::new(),
            tendons: Vec::new(),
            body_names: HashSet::new(),
            shape_names: HashSet::new(),
        }
    }

    /// Sets gravity \[m/s²\].
    pub fn gravity(&mut self, gravity: DVec3) -> &mut Self {
        self.gravity = gravity;
        self
    }

    /// Adds a body; its parent must be there already.
    pub fn body(&mut self, body: Body) -> Result<BodyId, ModelError> {
        if self.body_names.contains(&body.name) {
            return Err(ModelError::Duplicate { what: "body", name: body.name });
        }
        if let Some(parent) = body.parent {
            known(&self.bodies, "body", parent.0)?;
            if body.joint.kind == JointKind::Free {
                return Err(ModelError::FreeWithParent { body: body.name });
            }
        }
        body.inertia.check(&body.name)?;
        let joint = body.joint.checked(&body.name)?;
        if let Some(mimic) = &joint.mimic {
            let leader = known(&self.bodies, "body", mimic.body.0)?;
            let why = if leader.joint.kind.velocities() != 1 {
                Some("which has no revolute or prismatic joint")
            } else if leader.joint.mimic.is_some() {
                Some("which itself follows another: name that one")
            } else {
                None
            };
            if let Some(why) = why {
                let why = format!("follows body `{}`, {why}", leader.name);
                return Err(ModelError::BadJoint { body: body.name, what: "mimic", why });
            }
        }
        let pose = check_pose(body.pose, &body.name)?;
        self.body_names.insert(body.name.clone());
        self.bodies.push(Body { joint, pose, ..body });
        Ok(BodyId(self.bodies.len() - 1))
    }

    /// Adds a solid to a body.
    pub fn shape(
        &mut self,
        body: BodyId,
        name: impl Into<String>,
        shape: Shape,
        pose_in_body: Pose,
    ) -> Result<ShapeId, ModelError> {
        let name = name.into();
        known(&self.bodies, "body", body.0)?;
        if self.shape_names.contains(&name) {
            return Err(ModelError::Duplicate { what: "shape", name });
        }
        let pose = check_pose(pose_in_body, &name)?;
        self.shape_names.insert(name.clone());
        self.shapes.push(MountedShape { name, body, shape, pose });
        Ok(ShapeId(self.shapes.len() - 1))
    }

    /// Adds a tactile skin to a body: a sensor.
    pub fn skin(
        &mut self,
        body: BodyId,
        name: impl Into<String>,
        skin: Skin,
        pose_in_body: Pose,
    ) -> Result<SkinId, ModelError> {
        let name = name.into();
        known(&self.bodies, "body", body.0)?;
        check_name("skin", &name, self.skins.iter().map(|s| &*s.name))?;
        let pose = check_pose(pose_in_body, &name)?;
        let skin = Arc::new(skin);
        self.skins.push(MountedSkin { name, body, skin, pose, targets: Vec::new(), parts: Vec::new() });
        Ok(SkinId(self.skins.len() - 1))
    }

    /// Sets how a body touches other plain bodies; `None` lets them pass through it. Bodies for which this is not called are [hard](Surface::hard); they rub as the other
    /// one does, and with coefficients of friction of 0.4 and 0.3 among themselves.
    pub fn surface(&mut self, body: BodyId, surface: Option<Surface>) -> Result<&mut Self, ModelError> {
        let name = &known(&self.bodies, "body", body.0)?.name;
        if let Some(surface) = &surface {
            surface.check(name)?;
        }
        self.surfaces.retain(|(other, _)| *other != body);
        self.surfaces.push((body, surface));
        Ok(self)
    }

    /// Lets two bodies pass through one another.
    pub fn exclude(&mut self, a: BodyId, b: BodyId) -> &mut Self {
        self.excluded.push((a, b));
        self
    }

    /// Limits what a skin feels to some bodies and what is fixed to them. It neither feels nor pushes others: they pass through it.
    pub fn targets(&mut self, skin: SkinId, bodies: &[BodyId]) -> Result<&mut Self, ModelError> {
        known(&self.skins, "skin", skin.0)?;
        for body in bodies {
            known(&self.bodies, "body", body.0)?;
        }
        self.limited.retain(|(other, _)| *other != skin);
        self.limited.push((skin, bodies.to_vec()));
        Ok(self)
    }

    /// Lets the surface of a body yield to skins.
    pub fn yielding(&mut self, body: BodyId, yielding: Yielding) -> Result<&mut Self, ModelError> {
        let name = &known(&self.bodies, "body", body.0)?.name;
        let limit = match yielding.crush {
            Some(Crush::Force(limit) | Crush::Deformation(limit)) => limit,
            None => 1.0,
        };
        let core = yielding.core.unwrap_or(1.0);
        for (what, value) in [
            ("stiffness of the surface", yielding.stiffness),
            ("crush limit", limit),
            ("depth of the core", core),
        ] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(ModelError::BadSurface { body: name.clone(), what, value });
            }
        }
        self.yielding.retain(|(other, _)| *other != body);
        self.yielding.push((body, yielding));
        Ok(self)
    }

    /// Adds a motor to a revolute or prismatic joint.
    pub fn motor(&mut self, motor: Motor) -> Result<MotorId, ModelError> {
        check_name("motor", motor.name(), self.motors.iter().map(Motor::name))?;
        let body = known(&self.bodies, "body", motor.body().0)?;
        let bad = |why: String| Err(ModelError::BadMotor { motor: motor.name().into(), why });
        if body.joint.kind.velocities() != 1 {
            return bad(format!("body `{}` has no revolute or prismatic joint to drive", body.name));
        }
        if body.joint.motion.is_some() {
            return bad(format!(
                "the motion of body `{}` is prescribed; a motor has no effect there",
                body.name
            ));
        }
        self.motors.push(motor);
        Ok(MotorId(self.motors.len() - 1))
    }

    /// Adds a sensor.
    pub fn sensor(&mut self, sensor: Sensor) -> Result<SensorId, ModelError> {
        sensor.check_fit(&self.bodies, &self.skins, &self.sensors)?;
        self.sensors.push(sensor);
        Ok(SensorId(self.sensors.len() - 1))
    }

    /// Joins two bodies that are carried already. They pass through each other from now on.
    pub fn close_loop(&mut self, joint: LoopJoint) -> Result<LoopId, ModelError> {
        check_name("loop", &joint.name, self.loops.iter().map(|other| &*other.name))?;
        joint.check(&self.bodies)?;
        self.exclude(joint.bodies[0], joint.bodies[1]);
        self.loops.push(joint);
        Ok(LoopId(self.loops.len() - 1))
    }

    /// Runs a tendon over some joints.
    pub fn tendon(&mut self, tendon: Tendon) -> Result<TendonId, ModelError> {
        check_name("tendon", &tendon.name, self.tendons.iter().map(|other| &*other.name))?;
        tendon.check(&self.bodies)?;
        self.tendons.push(tendon);
        Ok(TendonId(self.tendons.len() - 1))
    }

    /// Checks the whole and makes the model.
    pub fn build(mut self) -> Result<Model, ModelError> {
        if !self.gravity.is_finite() {
            return Err(ModelError::NotFinite { what: "gravity", name: "the world".into() });
        }
        for (a, b) in &self.excluded {
            known(&self.bodies, "body", a.0)?;
            known(&self.bodies, "body", b.0)?;
        }
        for motor in &self.motors {
            // The rotor turns with its joint, and so does its friction.
            let joint = &mut self.bodies[motor.body().0].joint;
            joint.armature += motor.armature();
            if let Some(force) = motor.dry_friction()
                && force > 0.0
            {
                let old = joint.friction.map_or(0.0, |f| f.force);
                let stiffness = joint.friction.map_or(force / PRESLIDING, |f| f.stiffness);
                joint.friction = Some(crate::DryFriction { force: old + force, stiffness });
            }
        }
        let mechanism = grow(&self.bodies, &Bonds { loops: &self.loops, tendons: &self.tendons });
        let movable = self.bodies.iter().enumerate().map(|(i, _)| mechanism.branches[i].moves).collect();
        let mut model = Model {
            gravity: self.gravity,
            bodies: self.bodies,
            shapes: self.shapes,
            skins: self.skins,
            yielding: self.yielding,
            motors: self.motors,
            sensors: self.sensors,
            mechanism,
            movable,
            excluded: self.excluded,
            loops: self.loops,
            tendons: self.tendons,
            colliders: Colliders::default(),
        };
        plan_contacts(&mut model, &self.limited)?;
        let usual =
            Surface::hard(0.4, 0.3).map_err(|why| ModelError::BadSurfacePair { why: why.to_string() })?;
        let mut surfaces = vec![Some(usual.clone()); model.bodies.len()];
        for (body, surface) in self.surfaces {
            surfaces[body.0] = surface;
        }
        model.colliders = Colliders::new(&model, &surfaces, &usual)?;
        refuse_weightless(&model)?;
        Ok(model)
    }
}

/// How far a joint's dry friction yields before it slides, unless said otherwise \[m or rad\].
const PRESLIDING: f64 = 1e-4;

/// The tree as the recursions walk it.
fn grow(bodies: &[Body], bonds: &Bonds) -> Mechanism {
    let mut mechanism = Mechanism {
        branches: Vec::with_capacity(bodies.len()),
        joints: bodies.iter().map(|l| l.joint.clone()).collect(),
        sources: Vec::new(),
        owner: Vec::new(),
        coordinates: 0,
        columns: 0,
        trees: Vec::new(),
        tree_of: Vec::new(),
    };
    for (i, body) in bodies.iter().enumerate() {
        let kind = body.joint.kind;
        let parent = body.parent.map(|p| p.0);
        let velocities = mechanism.sources.len()..mechanism.sources.len() + kind.velocities();
        let coordinates = mechanism.coordinates..mechanism.coordinates + kind.coordinates();
        mechanism.coordinates = coordinates.end;
        for _ in velocities.clone() {
            let source = match (&body.joint.mimic, &body.joint.motion) {
                (Some(mimic), _) => {
                    let leader = mechanism.branches[mimic.body.0].velocities.start;
                    match mechanism.sources[leader] {
                        Source::Solved { column, .. } => Source::Solved { column, ratio: mimic.ratio },
                        Source::Given { leader, .. } => Source::Given { leader, ratio: mimic.ratio },
                    }
                }
                (None, Some(_)) => Source::Given { leader: i, ratio: 1.0 },
                (None, None) => {
                    mechanism.columns += 1;
                    Source::Solved { column: mechanism.columns - 1, ratio: 1.0 }
                }
            };
            mechanism.sources.push(source);
            mechanism.owner.push(i);
        }
        let moves = !velocities.is_empty() || parent.is_some_and(|p| mechanism.branches[p].moves);
        mechanism.branches.push(Branch { parent, pose: body.pose, kind, coordinates, velocities, moves });
    }
    (mechanism.trees, mechanism.tree_of) =
        find_trees(&mechanism.branches, &mechanism.sources, mechanism.columns, bonds);
    mechanism
}

/// Every motion that is solved for must move some mass.
fn refuse_weightless(model: &Model) -> Result<(), ModelError> {
    let mut state = State::new(model);
    // About their origins: what a body lacks about its centre of mass is told from what it lacks altogether.
    state.centres.fill(DVec3::ZERO);
    let placed = Placed::new(model, &state);
    let (mut system, mut column) = (System::default(), vec![0; model.mechanism.columns]);
    let mut place = vec![0; model.bodies.len()];
    for tree in 0..model.mechanism.trees.len() {
        let mut island = Island { trees: vec![tree], ..Island::default() };
        island.fill(&model.mechanism, &mut place);
        let singular = system.weigh(model, &state, &placed, &island, &mut column).is_err();
        for (unknown, &global) in island.unknowns.iter().enumerate() {
            let largest = largest_inertia(model, &placed.middle, &island, global);
            if !(system.diagonal(unknown) > SINGULAR * largest) {
                return Err(ModelError::Weightless {
                    body: model.body_of_column(global).into(),
                    why: "nothing heavy moves with its joint",
                });
            }
        }
        // Only small trees are looked at so closely: others are found out by the first step.
        let worst = if island.unknowns.len() <= 60 { weakest(&system) } else { None };
        if singular || worst.is_some() {
            let global = island.unknowns.get(worst.unwrap_or(0)).copied().unwrap_or(0);
            return Err(ModelError::Weightless {
                body: model.body_of_column(global).into(),
                why: "some motion of its joint moves no mass (a point or a thin rod cannot resist every turn)",
            });
        }
    }
    Ok(())
}

/// An unknown of which nothing is left when all before it give way.
fn weakest(system: &System) -> Option<usize> {
    let mut matrix = system.mass_matrix();
    let diagonal: Vec<f64> = (0..matrix.size()).map(|c| matrix.get(c, c)).collect();
    let definite = matrix.cholesky().is_ok();
    let left = |c: usize| diagonal[c] - (0..c).map(|k| matrix.get(c, k).powi(2)).sum::<f64>();
    let resists = |c: usize| left(c) > SINGULAR * diagonal[c];
    (0..matrix.size()).find(|&c| !resists(c)).or((!definite).then_some(0))
}

/// Shares of an inertia below this are rounding.
const SINGULAR: f64 = 1e-13;

/// What an unknown would have to move if all masses lay as far across its axis as they lie from its joint.
fn largest_inertia(model: &Model, kinematics: &Kinematics, island: &Island, column: usize) -> f64 {
    let mechanism = &model.mechanism;
    let mut sum = 0.0;
    for &d in &island.velocities {
        let Source::Solved { column: own, ratio } = mechanism.sources[d] else { continue };
        if own != column {
            continue;
        }
        let (axis, joint) = (kinematics.axes[d], mechanism.owner[d]);
        let origin = kinematics.poses[joint].translation;
        let mut carried = vec![false; island.bodies.len()];
        for (i, &body) in island.bodies.iter().enumerate() {
            carried[i] = body == joint || island.parents[i].is_some_and(|parent| carried[parent]);
            if carried[i] {
                let Inertia { mass, centre, about_centre: own } = model.bodies[body].inertia;
                let reach = kinematics.poses[body].transform_point(centre) - origin;
                let moments = own.x_axis.x + own.y_axis.y + own.z_axis.z;
                sum += ratio
                    * ratio
                    * (mass * axis.linear.length_squared()
                        + (moments + mass * reach.length_squared()) * axis.angular.length_squared());
            }
        }
    }
    sum
}
