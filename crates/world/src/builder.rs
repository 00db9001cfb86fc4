//! From links, shapes and skins to a model.

use crate::actuator::Motor;
use crate::contact_plan::plan_contacts;
use crate::dense::Matrix;
use crate::joint::JointKind;
use crate::mechanism::{Branch, Kinematics, Mechanism, Source, mass_matrix};
use crate::model::{Covering, Link, Model, MountedShape, MountedSkin, known};
use crate::sensor::{Sensor, SensorKind};
use crate::state::initial_coordinates;
use crate::{ActuatorId, Inertia, LinkId, ModelError, SensorId, ShapeId, SkinId};
use bristle_geometry::{Pose, Shape};
use bristle_skin::Skin;
use glam::DVec3;

/// Standard gravity, downwards \[m/s²\].
pub const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

/// Collects the parts of a model and checks each as it comes.
#[derive(Clone, Debug)]
pub struct ModelBuilder {
    gravity: DVec3,
    links: Vec<Link>,
    shapes: Vec<MountedShape>,
    skins: Vec<MountedSkin>,
    excluded: Vec<(LinkId, LinkId)>,
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

fn check_name<'a>(
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
            links: Vec::new(),
            shapes: Vec::new(),
            skins: Vec::new(),
            excluded: Vec::new(),
            motors: Vec::new(),
            sensors: Vec::new(),
        }
    }

    /// Sets gravity \[m/s²\].
    pub fn gravity(&mut self, gravity: DVec3) -> &mut Self {
        self.gravity = gravity;
        self
    }

    /// Adds a link; its parent must be there already.
    pub fn link(&mut self, link: Link) -> Result<LinkId, ModelError> {
        check_name("link", &link.name, self.links.iter().map(|l| &*l.name))?;
        if let Some(parent) = link.parent {
            known(&self.links, "link", parent.0)?;
            if link.joint.kind == JointKind::Free {
                return Err(ModelError::FreeWithParent { link: link.name });
            }
        }
        link.inertia.check(&link.name)?;
        let joint = link.joint.checked(&link.name)?;
        if let Some(mimic) = &joint.mimic {
            let leader = known(&self.links, "link", mimic.link.0)?;
            let why = if leader.joint.kind.velocities() != 1 {
                Some("which has no revolute or prismatic joint")
            } else if leader.joint.mimic.is_some() {
                Some("which itself follows another: name that one")
            } else {
                None
            };
            if let Some(why) = why {
                let why = format!("follows link `{}`, {why}", leader.name);
                return Err(ModelError::BadJoint { link: link.name, what: "mimic", why });
            }
        }
        let pose = check_pose(link.pose, &link.name)?;
        self.links.push(Link { joint, pose, ..link });
        Ok(LinkId(self.links.len() - 1))
    }

    /// Adds a solid to a link.
    pub fn shape(
        &mut self,
        link: LinkId,
        name: impl Into<String>,
        shape: Shape,
        pose_in_link: Pose,
        covering: Covering,
    ) -> Result<ShapeId, ModelError> {
        let name = name.into();
        known(&self.links, "link", link.0)?;
        check_name("shape", &name, self.shapes.iter().map(|s| &*s.name))?;
        let pose = check_pose(pose_in_link, &name)?;
        self.shapes.push(MountedShape { name, link, shape, pose, covering });
        Ok(ShapeId(self.shapes.len() - 1))
    }

    /// Adds a tactile skin to a link: a sensor.
    pub fn skin(
        &mut self,
        link: LinkId,
        name: impl Into<String>,
        skin: Skin,
        pose_in_link: Pose,
    ) -> Result<SkinId, ModelError> {
        self.mount(link, name.into(), skin, pose_in_link, true)
    }

    /// Adds the contact patch of a plain body: the same law, but no sensor.
    pub fn patch(
        &mut self,
        link: LinkId,
        name: impl Into<String>,
        skin: Skin,
        pose_in_link: Pose,
    ) -> Result<SkinId, ModelError> {
        self.mount(link, name.into(), skin, pose_in_link, false)
    }

    fn mount(
        &mut self,
        link: LinkId,
        name: String,
        skin: Skin,
        pose: Pose,
        sensing: bool,
    ) -> Result<SkinId, ModelError> {
        known(&self.links, "link", link.0)?;
        check_name("skin", &name, self.skins.iter().map(|s| &*s.name))?;
        let pose = check_pose(pose, &name)?;
        self.skins.push(MountedSkin { name, link, skin, pose, sensing, targets: Vec::new() });
        Ok(SkinId(self.skins.len() - 1))
    }

    /// Lets two links pass through one another.
    pub fn exclude(&mut self, a: LinkId, b: LinkId) -> &mut Self {
        self.excluded.push((a, b));
        self
    }

    /// Adds a motor to a revolute or prismatic joint.
    pub fn motor(&mut self, motor: Motor) -> Result<ActuatorId, ModelError> {
        check_name("motor", motor.name(), self.motors.iter().map(Motor::name))?;
        let link = known(&self.links, "link", motor.link().0)?;
        let bad = |why: String| Err(ModelError::BadMotor { motor: motor.name().into(), why });
        if link.joint.kind.velocities() != 1 {
            return bad(format!("link `{}` has no revolute or prismatic joint to drive", link.name));
        }
        if link.joint.motion.is_some() {
            return bad(format!(
                "the motion of link `{}` is prescribed; a motor has no effect there",
                link.name
            ));
        }
        self.motors.push(motor);
        Ok(ActuatorId(self.motors.len() - 1))
    }

    /// Adds a sensor.
    pub fn sensor(&mut self, sensor: Sensor) -> Result<SensorId, ModelError> {
        check_name("sensor", sensor.name(), self.sensors.iter().map(Sensor::name))?;
        if let Some(link) = sensor.link() {
            let link = known(&self.links, "link", link.0)?;
            if matches!(sensor.kind(), SensorKind::Encoder { .. }) && link.joint.kind.velocities() != 1 {
                return Err(ModelError::BadSensor {
                    sensor: sensor.name().into(),
                    why: format!("link `{}` has no revolute or prismatic joint to read", link.name),
                });
            }
        }
        if let Some((skin, texel)) = sensor.texel() {
            let texels = known(&self.skins, "skin", skin.0)?.skin.texels().len();
            if texel.is_some_and(|t| t >= texels) {
                return Err(ModelError::BadSensor {
                    sensor: sensor.name().into(),
                    why: format!("the skin has only {texels} texels"),
                });
            }
        }
        self.sensors.push(sensor);
        Ok(SensorId(self.sensors.len() - 1))
    }

    /// Checks the whole and makes the model.
    pub fn build(mut self) -> Result<Model, ModelError> {
        if !self.gravity.is_finite() {
            return Err(ModelError::NotFinite { what: "gravity", name: "the world".into() });
        }
        for (a, b) in &self.excluded {
            known(&self.links, "link", a.0)?;
            known(&self.links, "link", b.0)?;
        }
        for motor in &self.motors {
            // The rotor turns with its joint, and so does its friction.
            let joint = &mut self.links[motor.link().0].joint;
            joint.armature += motor.armature();
            if let Some(force) = motor.dry_friction()
                && force > 0.0
            {
                let old = joint.friction.map_or(0.0, |f| f.force);
                let stiffness = joint.friction.map_or(force / PRESLIDING, |f| f.stiffness);
                joint.friction = Some(crate::DryFriction { force: old + force, stiffness });
            }
        }
        let mechanism = grow(&self.links);
        let movable =
            self.links.iter().enumerate().map(|(i, _)| !mechanism.branches[i].chain.is_empty()).collect();
        let mut model = Model {
            gravity: self.gravity,
            links: self.links,
            shapes: self.shapes,
            skins: self.skins,
            motors: self.motors,
            sensors: self.sensors,
            mechanism,
            movable,
        };
        plan_contacts(&mut model, &self.excluded);
        refuse_weightless(&model)?;
        Ok(model)
    }
}

/// How far a joint's dry friction yields before it slides, unless said otherwise \[m or rad\].
const PRESLIDING: f64 = 1e-4;

/// The tree as the recursions walk it.
fn grow(links: &[Link]) -> Mechanism {
    let mut mechanism = Mechanism {
        branches: Vec::with_capacity(links.len()),
        joints: links.iter().map(|l| l.joint.clone()).collect(),
        sources: Vec::new(),
        owner: Vec::new(),
        coordinates: 0,
        columns: 0,
    };
    for (i, link) in links.iter().enumerate() {
        let kind = link.joint.kind;
        let parent = link.parent.map(|p| p.0);
        let velocities = mechanism.sources.len()..mechanism.sources.len() + kind.velocities();
        let coordinates = mechanism.coordinates..mechanism.coordinates + kind.coordinates();
        mechanism.coordinates = coordinates.end;
        for _ in velocities.clone() {
            let source = match (&link.joint.mimic, &link.joint.motion) {
                (Some(mimic), _) => {
                    let leader = mechanism.branches[mimic.link.0].velocities.start;
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
        mechanism.branches.push(Branch { parent, pose: link.pose, kind, coordinates, velocities, chain });
    }
    mechanism
}

/// Every motion that is solved for must move some mass.
fn refuse_weightless(model: &Model) -> Result<(), ModelError> {
    let mut kinematics = Kinematics::default();
    model.mechanism.place(&initial_coordinates(model), &mut kinematics);
    let inertias: Vec<Inertia> = model.links.iter().map(|l| l.inertia).collect();
    let mut matrix = Matrix::new(model.mechanism.columns);
    mass_matrix(&model.mechanism, &kinematics, &inertias, &mut Vec::new(), &mut matrix);
    for column in 0..matrix.size() {
        let heavy = matrix.get(column, column) > SINGULAR * largest_inertia(model, &kinematics, column);
        if !heavy {
            return Err(ModelError::Weightless {
                link: model.link_of_column(column).into(),
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
            link: model.link_of_column(column.unwrap_or(0)).into(),
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
            model.links.iter().enumerate().filter(move |(i, _)| mechanism.branches[*i].chain.contains(&d));
        carried.map(move |(i, link)| {
            let Inertia { mass, centre, about_centre: own } = link.inertia;
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
