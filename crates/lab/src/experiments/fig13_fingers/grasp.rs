//! A cylinder between index finger and thumb, held up by friction.

use super::hand::Digit;
use crate::staging::GRAVITY;
use crate::{LabError, Watcher, staging};
use bristle_contact::{Basis, BristleParameters, ContactMaterial, ElastoPlastic, LinearSpringDamper};
use bristle_geometry::shape::{Capsule, Cylinder};
use bristle_geometry::{Pose, Shape, Wrench};
use bristle_skin::{Skin, SkinLayout, SkinOptions};
use bristle_world::{Body, BodyId, Command, Inertia, Joint, Mass, ModelBuilder, Motor, SkinId, World};
use glam::{DQuat, DVec3};

/// What is grasped, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grasp {
    /// Of the cylinder \[kg, m, m\].
    pub(super) mass: f64,
    pub(super) diameter: f64,
    pub(super) height: f64,
    /// What the index finger presses with \[N\].
    pub(super) grip: f64,
    /// Friction coefficient of the skin at rest.
    pub(super) mu: f64,
    /// Hand, as a multiple of the mean.
    pub(super) scale: f64,
    /// Distance of texels \[m\].
    pub(super) spacing: f64,
    /// Step of Newton's method \[s\].
    pub(super) h: f64,
    /// How long it is held \[s\].
    pub(super) duration: f64,
}

/// How long the cylinder is held up from below while the fingers close \[s\].
const CLOSING: f64 = 0.6;
/// Density of a finger \[kg/m³\].
const DENSITY: f64 = 1100.0;
/// Stiffness and damping of the pulp per area \[N/m³, N·s/m³\], thickness \[m\]. Typical, uncited.
const PULP: (f64, f64, f64) = (2e7, 1e5, 5e-3);
/// Stiffness and damping of the skin against shear, per area.
const SHEAR: (f64, f64) = (5e7, 1e5);
/// What slows the knuckle down \[N·m·s/rad\].
const KNUCKLE_DAMPING: f64 = 0.02;
/// How far the skin looks for what comes \[m\].
const LOOK_AHEAD: f64 = 2e-3;

/// A grasp as it ended.
pub(super) struct Grasped {
    pub(super) index: Digit,
    pub(super) thumb: Digit,
    pub(super) world: World,
    pub(super) cylinder: BodyId,
    pub(super) index_link: BodyId,
    /// Of index finger and thumb.
    pub(super) skins: [SkinId; 2],
    /// When the cylinder was let go, and how far it has come down by then and every so often \[s, m\].
    pub(super) times: Vec<f64>,
    pub(super) lowered: Vec<f64>,
    /// The farthest that it has been from where it was let go \[m\].
    pub(super) farthest: f64,
}

impl Grasp {
    pub(super) fn run(&self, watcher: &mut dyn Watcher) -> Result<Grasped, LabError> {
        let index = Digit::index(self.scale);
        let thumb = Digit::thumb(self.scale, index.pulp_point() + index.looks() * self.diameter);
        let mut builder = ModelBuilder::new();
        builder.gravity(DVec3::NEG_Z * GRAVITY);
        let joint = Joint::revolute(DVec3::Z).with_damping(KNUCKLE_DAMPING);
        let index_link = builder.body(link("index", joint, Pose::IDENTITY, weight_of(&index)?))?;
        let thumb_link = builder.body(link("thumb", Joint::fixed(), Pose::IDENTITY, Inertia::ZERO))?;
        let skins = [
            builder.skin(index_link, "index", self.skin(&index)?, index.tip_pose())?,
            builder.skin(thumb_link, "thumb", self.skin(&thumb)?, thumb.tip_pose())?,
        ];
        let shape: Shape = Cylinder::new(0.5 * self.diameter, 0.5 * self.height)?.into();
        let inertia = Inertia::of_shape(&shape, Mass::Total(self.mass))?;
        let middle = index.pulp_point() + index.looks() * 0.5 * self.diameter;
        let at = Pose::from_translation(middle);
        let cylinder = builder.body(link("cylinder", Joint::free(), at, inertia))?;
        builder.shape(cylinder, "cylinder", shape, Pose::IDENTITY)?;
        let muscle =
            Motor::builder("muscle", index_link).effort_limit(100.0).build().map_err(LabError::other)?;
        let muscle = builder.motor(muscle)?;
        let mut world = World::new(builder.build()?);
        let lever = index.pulp_point().cross(index.looks()).z;
        world.command(muscle, Command::Effort(self.grip * lever))?;

        // Something under the cylinder carries it until the fingers do.
        let support = Wrench { force: DVec3::Z * self.mass * GRAVITY, ..Wrench::zero_at(DVec3::ZERO) };
        world.apply(cylinder, support)?;
        let mut closing = crate::PartWatcher::new(watcher, 0.0, CLOSING / (CLOSING + self.duration));
        staging::pass(&mut world, self.h, CLOSING, &mut closing, "fingers close", |_, _| Ok(()))?;
        world.apply(cylinder, Wrench::zero_at(DVec3::ZERO))?;
        let begin = world.pose(cylinder)?.translation;
        let mut grasped = Grasped {
            index,
            thumb,
            world: world.clone(),
            cylinder,
            index_link,
            skins,
            times: vec![0.0],
            lowered: vec![0.0],
            farthest: 0.0,
        };
        let mut holding = crate::PartWatcher::new(watcher, CLOSING / (CLOSING + self.duration), 1.0);
        staging::pass(&mut world, self.h, self.duration, &mut holding, "cylinder is held", |world, time| {
            let moved = world.pose(cylinder)?.translation - begin;
            grasped.farthest = grasped.farthest.max(moved.length());
            grasped.times.push(time);
            grasped.lowered.push(-moved.z);
            match moved.length() > 0.5 * self.height {
                false => Ok(()),
                true => Err(LabError::Failed(format!(
                    "the cylinder of {} kg slid out of the fingers after {time:.2} s\n  fix: more --grip or --mu, less --mass",
                    self.mass
                ))),
            }
        })?;
        grasped.world = world;
        Ok(grasped)
    }

    /// The skin of texels over a pulp.
    fn skin(&self, digit: &Digit) -> Result<Skin, LabError> {
        let (stiffness, damping, thickness) = PULP;
        let friction = ElastoPlastic::new(BristleParameters {
            stiffness: SHEAR.0,
            damping: SHEAR.1,
            viscosity: 0.0,
            mu_static: self.mu,
            mu_dynamic: 0.8 * self.mu,
            stribeck_speed: 0.05,
        })?;
        let normal = LinearSpringDamper::new(stiffness, damping)?;
        let material = ContactMaterial::new(normal, friction, thickness, Basis::PerArea)?;
        let options = SkinOptions { look_ahead: Some(LOOK_AHEAD), ..SkinOptions::default() };
        Ok(Skin::new(&SkinLayout::fingertip(digit.tip, self.spacing)?, material, options)?)
    }
}

fn link(name: &str, joint: Joint, pose: Pose, inertia: Inertia) -> Body {
    Body { name: name.to_owned(), parent: None, pose, joint, inertia }
}

/// What moves when a digit turns about its knuckle: its phalanges as capsules, the last one too.
fn weight_of(digit: &Digit) -> Result<Inertia, LabError> {
    let last = digit.tip_pose();
    let end = last.transform_point(DVec3::X * digit.tip.length);
    let mut segments = digit.segments().split_off(1);
    segments.push((last.translation, end, 0.5 * digit.tip.thickness));
    segments.into_iter().try_fold(Inertia::ZERO, |all, (from, to, radius)| {
        let half = (0.5 * from.distance(to) - radius).max(0.1 * radius);
        let capsule: Shape = Capsule::new(radius, half)?.into();
        let along = DQuat::from_rotation_arc(DVec3::Z, (to - from).normalize());
        let own = Inertia::of_shape(&capsule, Mass::Density(DENSITY))?;
        Ok(all.combined(own.posed(Pose::new(along, 0.5 * (from + to)))))
    })
}
