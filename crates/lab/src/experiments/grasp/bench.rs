//! The bench of the grasp experiments: the PR2 gripper on its arm, a table, and an object that scatters from trial to trial.

use super::arm::{self, HandPose, SHOULDER_HEIGHT};
use super::chance::Chance;
use crate::LabError;
use bristle_scene::household::{self, Approach, Crush, DYNAMIC_SHARE, HouseholdObject};
use bristle_scene::{Built, Scene};
use bristle_transduction::{Layer, Profile};
use std::f64::consts::FRAC_PI_2;
use std::fmt::Write as _;
use std::sync::Arc;

/// Distance of the object from the shoulder \[m\].
const REACH: f64 = 0.62;
/// The gripper begins so far open, give or take half a frame's closing \[m\].
const OPEN: f64 = 0.0885;
/// How far it closes between two frames of its fingertips at the published speed \[m\].
const PER_FRAME: f64 = 0.04 / 24.4;

/// What the fingertips tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sensing {
    /// What those of the PR2 tell: counts at 24.4 Hz.
    Pr2,
    /// Forces, shear and friction of every cell in every step: what only a simulated skin knows.
    Truth,
    /// What a real array of three-axis taxels tells: normal force and shear at 100 Hz, with noise.
    ThreeAxis,
}

/// How a trial differs from the table of objects.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// The object, with the properties that it has in this trial.
    pub(super) object: HouseholdObject,
    /// Where the hand is.
    pub(super) hand: HandPose,
    /// Where the object is off the middle: along the fingers and across \[m\], and how it is turned \[rad\].
    pub(super) along: f64,
    pub(super) across: f64,
    pub(super) yaw: f64,
    /// Aperture to begin with \[m\].
    pub(super) aperture: f64,
    /// Seed of sensors and devices.
    pub(super) seed: u64,
    pub(super) sensing: Sensing,
    /// Step of the simulation \[s\].
    pub(super) step: f64,
    /// Further lines of the scene.
    pub(super) more: String,
}

impl Setup {
    /// A trial with an object of the table, as chance has it.
    pub(super) fn scattered(name: &str, chance: &mut Chance) -> Result<Self, LabError> {
        let object = household::find(name);
        let mut object =
            object.ok_or_else(|| LabError::Failed(format!("there is no household object `{name}`")))?.clone();
        let scatter = household::scatter();
        let mut factor = |spread: f64| (spread * chance.normal()).exp();
        object.friction *= factor(scatter.friction);
        object.mass *= factor(scatter.mass);
        let stiffer = factor(scatter.stiffness);
        object.stiffness = object.stiffness.map(|stiffness| stiffness * stiffer);
        let stronger = factor(scatter.crush);
        object.crush = object.crush.map(|crush| match crush {
            Crush::Force(force) => Crush::Force(force * stronger),
            // How deep is too deep does not depend on the object.
            Crush::Depth(depth) => Crush::Depth(depth),
        });
        let height = object.grasp_height + 1e-3 * scatter.height_mm * chance.normal();
        let pitch = match object.approach {
            Approach::Side => 0.0,
            Approach::Top => FRAC_PI_2,
        };
        Ok(Self {
            hand: HandPose {
                pan: 0.0,
                reach: REACH,
                height: height.max(lowest(object.approach)),
                pitch,
                roll: 0.0,
            },
            along: 1e-3 * scatter.along_mm * chance.normal(),
            across: 1e-3 * scatter.across_mm * chance.normal(),
            yaw: (scatter.yaw_deg * chance.normal()).to_radians(),
            aperture: OPEN + chance.between(0.0, PER_FRAME),
            seed: chance.seed(),
            sensing: Sensing::Pr2,
            step: 1e-3,
            more: String::new(),
            object,
        })
    }

    /// Builds the scene.
    pub(super) fn build(&self) -> Result<Arc<Built>, LabError> {
        let mut data = Scene::parse(&self.text()?, "grasp-bench.toml")?.data().clone();
        for (index, skin) in data.skins.iter_mut().filter(|skin| skin.name.ends_with("_tip")).enumerate() {
            if self.sensing == Sensing::Pr2 {
                skin.device = Some(fingertip(self.seed.wrapping_add(index as u64))?);
            }
        }
        Ok(Arc::new(Scene::from_data(&data)?.build()?))
    }

    fn text(&self) -> Result<String, LabError> {
        let name = &self.object.name;
        let [lift, elbow, wrist] = arm::angles(&self.hand).ok_or_else(out_of_reach)?;
        let friction = self.object.friction;
        let mut out = format!(
            "title = \"{} in a PR2 gripper\"\n\
             run = {{ duration = 60.0, step = {}, seed = {} }}\n\
             exclude = [{}]\n\n\
             [[include]]\nfile = \"lib:objects/table\"\n\n\
             [[include]]\nfile = \"lib:arms/pr2-simple\"\npose = {{ xyz = [0, 0, {SHOULDER_HEIGHT}] }}\n\
             set.bodies.pan.start.position = {}\nset.bodies.lift.start.position = {lift}\n\
             set.bodies.elbow.start.position = {elbow}\nset.bodies.wrist_flex.start.position = {wrist}\n\
             set.bodies.wrist_roll.start.position = {}\n\n\
             [[include]]\nfile = \"lib:grippers/pr2\"\nattach = \"hand\"\n\
             set.bodies.gripper.start.position = {}\n\
             set.sensors.palm.rate = {}\n",
            self.object.title,
            self.step,
            // Scenes have integers of 32 bits and more.
            self.seed,
            ["palm", "left_finger", "right_finger", "pan", "lift", "elbow", "shoulder"]
                .map(|body| format!("[\"{name}\", \"{body}\"]"))
                .join(", "),
            self.hand.pan,
            self.hand.roll,
            self.aperture,
            // One sample per step at most.
            3000_f64.min((1.0 / self.step).round()),
        );
        for side in ["left", "right"] {
            // Writing to a string cannot fail.
            let _ = write!(
                out,
                "set.materials.{side}_cover.friction.elasto_plastic.mu_static = {friction}\n\
                 set.materials.{side}_cover.friction.elasto_plastic.mu_dynamic = {}\n\
                 set.skins.{side}_tip.targets = [\"{name}\"]\n\
                 set.skins.{side}_shell.targets = [\"{name}\"]\n",
                DYNAMIC_SHARE * friction
            );
        }
        let _ = write!(
            out,
            "set.sensors.palm.drive_noise = [{{ joint = \"gripper\", per_speed = 35.0 }}, {}]\n\n\
             {}\n{}",
            ["lift", "elbow", "wrist_flex"]
                .map(|joint| format!("{{ joint = \"{joint}\", per_speed = {ARM_NOISE} }}"))
                .join(", "),
            placed(&self.object, REACH + self.along, self.across, self.yaw),
            self.more,
        );
        Ok(out)
    }

    /// What the motors of the arm are told to keep a pose of the hand.
    pub(super) fn arm_at(&self, pose: &HandPose) -> Result<bristle_control::grasp::ArmPositions, LabError> {
        arm::commands(pose).ok_or_else(out_of_reach)
    }
}

/// Vibration of the palm per speed of an arm joint \[m/s² per rad/s\]. Assumed, from the two thresholds that the paper states (§V.D): 4.2 m/s² in general, and
/// 1.25 m/s² for slow motions, both just above the noise.
const ARM_NOISE: f64 = 2.0;

/// The least height of the pads' middle at which no part of the hand meets the table \[m\]: level, the case of the palm reaches 27.5 mm below it; down, the fingertips
/// reach 18.5 mm below it. Planners keep 2 mm more.
fn lowest(approach: Approach) -> f64 {
    match approach {
        Approach::Side => 0.0295,
        Approach::Top => 0.0205,
    }
}

fn out_of_reach() -> LabError {
    LabError::Failed("a pose of the hand is out of the arm's reach".to_owned())
}

/// The object as a part of the scene, where it stands. Its width lies along y, across the fingers.
fn placed(object: &HouseholdObject, x: f64, y: f64, yaw: f64) -> String {
    format!("{}pose = {{ xyz = [{x}, {y}, 0], rpy = [0, 0, {}] }}\n", object.to_scene(), FRAC_PI_2 + yaw)
}

/// The pressure array of a fingertip, another one for every seed.
fn fingertip(seed: u64) -> Result<Profile, LabError> {
    let mut profile = Profile::named("pps-pr2-fingertip").map_err(LabError::other)?;
    for layer in &mut profile.layers {
        match layer {
            Layer::Rubbing(of) => of.seed = seed,
            Layer::Variation(of) => of.seed = seed,
            Layer::Noise(of) => of.seed = seed,
            _ => {}
        }
    }
    Ok(profile)
}
