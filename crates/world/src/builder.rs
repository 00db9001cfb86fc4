//! From bodies, shapes and skins to a model.

use crate::contact_plan::plan_contacts;
use crate::joint::JointKind;
use crate::mechanism::{Branch, Kinematics, Mechanism, Source, mass_matrix};
use crate::model::{Body, Covering, Model, MountedShape, MountedSkin, Yielding, known};
use crate::motor::Motor;
use crate::sensor::Sensor;
use crate::state::initial_coordinates;
use crate::{BodyId, Inertia, ModelError, MotorId, SensorId, ShapeId, SkinId};
use bristle_coupling::Matrix;
use bristle_geometry::{Pose, Shape};
use bristle_skin::{Crush, Skin};
use glam::DVec3;
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
    motors: Vec<Motor>,
    sensors: Vec<Sensor>,
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
            motors: Vec::new(),
            sensors: Vec::new(),
        }
    }

    /// Sets gravity \[m/s²\].
    pub fn gravity(&mut self, gravity: DVec3) -> &mut Self {
        self.gravity = gravity;
        self
    }

    /// Adds a body; its parent must be there already.
    pub fn body(&mut self, body: Body) -> Result<BodyId, ModelError> {
        check_name("body", &body.name, self.bodies.iter().map(|l| &*l.name))?;
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
        covering: Covering,
    ) -> Result<ShapeId, ModelError> {
        let name = name.into();
        known(&self.bodies, "body", body.0)?;
        check_name("shape", &name, self.shapes.iter().map(|s| &*s.name))?;
        let pose = check_pose(pose_in_body, &name)?;
        self.shapes.push(MountedShape { name, body, shape, pose, covering });
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
        self.mount(body, name.into(), skin, pose_in_body, true)
    }

    /// Adds the contact patch of a plain body: the same law, but no sensor.
    pub fn patch(
        &mut self,
        body: BodyId,
        name: impl Into<String>,
        skin: Skin,
        pose_in_body: Pose,
    ) -> Result<SkinId, ModelError> {
        self.mount(body, name.into(), skin, pose_in_body, false)
    }

    fn mount(
        &mut self,
        body: BodyId,
        name: String,
        skin: Skin,
        pose: Pose,
        sensing: bool,
    ) -> Result<SkinId, ModelError> {
        known(&self.bodies, "body", body.0)?;
        check_name("skin", &name, self.skins.iter().map(|s| &*s.name))?;
        let pose = check_pose(pose, &name)?;
        let skin = Arc::new(skin);
        self.skins.push(MountedSkin {
            name,
            body,
            skin,
            pose,
            sensing,
            targets: Vec::new(),
            parts: Vec::new(),
        });
        Ok(SkinId(self.skins.len() - 1))
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
        let mechanism = grow(&self.bodies);
        let movable =
            self.bodies.iter().enumerate().map(|(i, _)| !mechanism.branches[i].chain.is_empty()).collect();
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
        };
        plan_contacts(&mut model, &self.limited)?;
        refuse_weightless(&model)?;
        Ok(model)
    }
}

/// How far a joint's dry friction yields before it slides, unless said otherwise \[m or rad\].
const PRESLIDING: f64 = 1e-4;

/// The tree as the recursions walk it.
fn grow(bodies: &[Body]) -> Mechanism {
    let mut mechanism = Mechanism {
        branches: Vec::with_capacity(bodies.len()),
        joints: bodies.iter().map(|l| l.joint.clone()).collect(),
        sources: Vec::new(),
        owner: Vec::new(),
        coordinates: 0,
        columns: 0,
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
        let mut chain = parent.map_or(Vec::new(), |p| mechanism.branches[p].chain.clone());
        chain.extend(velocities.clone());
        mechanism.branches.push(Branch { parent, pose: body.pose, kind, coordinates, velocities, chain });
    }
    mechanism
}

/// Every motion that is solved for must move some mass.
fn refuse_weightless(model: &Model) -> Result<(), ModelError> {
    let mut kinematics = Kinematics::default();
    // About their origins: what a body lacks about its centre of mass is told from what it lacks altogether.
    let origins = vec![DVec3::ZERO; model.bodies.len()];
    model.mechanism.place(&initial_coordinates(model), &origins, &mut kinematics);
    let inertias: Vec<Inertia> = model.bodies.iter().map(|l| l.inertia).collect();
    let mut matrix = Matrix::new(model.mechanism.columns);
    mass_matrix(&model.mechanism, &kinematics, &inertias, &mut Vec::new(), &mut matrix);
    for column in 0..matrix.size() {
        let heavy = matrix.get(column, column) > SINGULAR * largest_inertia(model, &kinematics, column);
        if !heavy {
            return Err(ModelError::Weightless {
                body: model.body_of_column(column).into(),
                why: "nothing heavy moves with its joint",
            });
        }
    }
    let diagonal: Vec<f64> = (0..matrix.size()).map(|c| matrix.get(c, c)).collect();
    let definite = matrix.cholesky().is_ok();
    // What is left of a column's inertia when all before it give way.
    let left = |c: usize| diagonal[c] - (0..c).map(|k| matrix.get(c, k).powi(2)).sum::<f64>();
    let resists = |c: usize| left(c) > SINGULAR * diagonal[c];
    match (0..matrix.size()).find(|&c| !resists(c)) {
        None if definite => Ok(()),
        column => Err(ModelError::Weightless {
            body: model.body_of_column(column.unwrap_or(0)).into(),
            why: "some motion of its joint moves no mass (a point or a thin rod cannot resist every turn)",
        }),
    }
}

/// Shares of an inertia below this are rounding.
const SINGULAR: f64 = 1e-13;

/// What an unknown would have to move if all masses lay as far across its axis as they lie from its joint.
fn largest_inertia(model: &Model, kinematics: &Kinematics, column: usize) -> f64 {
    let mechanism = &model.mechanism;
    let moved_by = |d: usize| {
        let (axis, origin) = (kinematics.axes[d], kinematics.poses[mechanism.owner[d]].translation);
        let carried =
            model.bodies.iter().enumerate().filter(move |(i, _)| mechanism.branches[*i].chain.contains(&d));
        carried.map(move |(i, body)| {
            let Inertia { mass, centre, about_centre: own } = body.inertia;
            let reach = kinematics.poses[i].transform_point(centre) - origin;
            let moments = own.x_axis.x + own.y_axis.y + own.z_axis.z;
            mass * axis.linear.length_squared()
                + (moments + mass * reach.length_squared()) * axis.angular.length_squared()
        })
    };
    let share = |(d, source): (usize, &Source)| match *source {
        Source::Solved { column: c, ratio } if c == column => ratio * ratio * moved_by(d).sum::<f64>(),
        _ => 0.0,
    };
    mechanism.sources.iter().enumerate().map(share).sum()
}
