//! Worlds in which something is held.

use super::pad::Pad;
use super::parallel::{Drive, Gripper, PG70_STROKE, Parallel};
use super::thing::Thing;
use bristle_geometry::Pose;
use bristle_world::{Body, BodyId, Command, Inertia, Joint, ModelBuilder, SkinId, State, World};
use glam::DVec3;

/// A world, the thing in it, and what holds it.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) world: World,
    pub(crate) thing: BodyId,
    pub(crate) skins: Vec<SkinId>,
    pub(crate) gripper: Option<Gripper>,
}

impl Scene {
    /// A thing that lies on a DSA pad which is tilted about x [rad].
    pub(crate) fn tilted(thing: Thing, height: f64, tilt: f64) -> Self {
        Self::on_pad(&Pad::DSA, thing, height, tilt)
    }

    /// The same on any pad.
    pub(crate) fn on_pad(pad: &Pad, thing: Thing, height: f64, tilt: f64) -> Self {
        let mut builder = ModelBuilder::new();
        let pose = Pose::from_axis_angle(DVec3::X, tilt);
        let base = fixed(&mut builder, "pad", pose);
        let skin = builder.skin(base, "pad", pad.skin(), Pose::IDENTITY).unwrap();
        let thing = thing.posed(pose * Pose::from_translation(DVec3::Z * (0.5 * height))).mount(&mut builder);
        let world = World::new(builder.build().unwrap());
        Self { world, thing, skins: vec![skin], gripper: None }
    }

    /// A thing of a width [m] between jaws that have just been pressed in by the force of their drive.
    pub(crate) fn grasped(parallel: &Parallel, thing: Thing, width: f64) -> Self {
        let force = match parallel.drive {
            Drive::Linked { force } | Drive::Sprung { force, .. } => force,
        };
        let pressed_in = force / (parallel.pad.texels.k * parallel.pad.count() as f64);
        let mut scene = Self::open(&Parallel { opening: width, ..parallel.clone() }, thing);
        let gripper = scene.gripper.unwrap();
        scene
            .world
            .edit(|model, state| {
                state.set_joint_position(model, gripper.jaws[0], &[pressed_in])?;
                match gripper.motor {
                    Some(_) => Ok(()),
                    None => state.set_joint_position(model, gripper.jaws[1], &[pressed_in]),
                }
            })
            .unwrap();
        if let Some(motor) = gripper.motor {
            scene.world.command(motor, Command::Effort(2.0 * force)).unwrap();
        }
        scene
    }

    /// A thing between open jaws.
    pub(crate) fn open(parallel: &Parallel, thing: Thing) -> Self {
        Self::around(ModelBuilder::new(), parallel, thing)
    }

    /// A thing on a table at z = 0, between open jaws.
    pub(crate) fn on_table(parallel: &Parallel, thing: Thing) -> Self {
        let mut builder = ModelBuilder::new();
        let table = fixed(&mut builder, "table", Pose::IDENTITY);
        let pad = Pad { rows: 16, columns: 16, pitch: 5e-3, ..Pad::DSA };
        builder.skin(table, "table", pad.skin(), Pose::IDENTITY).unwrap();
        Self::around(builder, parallel, thing)
    }

    fn around(mut builder: ModelBuilder, parallel: &Parallel, thing: Thing) -> Self {
        let gripper = parallel.mount(&mut builder);
        let thing = thing.mount(&mut builder);
        let world = World::new(builder.build().unwrap());
        Self { world, thing, skins: gripper.skins.to_vec(), gripper: Some(gripper) }
    }

    /// Pose of the thing.
    pub(crate) fn pose(&self) -> Pose {
        self.world.pose(self.thing).unwrap()
    }

    pub(crate) fn step(&mut self, h: f64) -> bristle_world::StepReport {
        self.world.step(h).unwrap()
    }

    /// Steps until `time` has passed.
    pub(crate) fn run(&mut self, time: f64, h: f64) {
        for _ in 0..(time / h).round() as usize {
            self.step(h);
        }
    }

    /// Steps until a step changes nothing but the clocks, for `within` [s] at most; gives the time that took [s].
    ///
    /// A step is a function of state, step length and inputs. If it maps a state onto itself while the inputs are constant,
    /// it will for ever.
    pub(crate) fn come_to_rest(&mut self, h: f64, within: f64) -> Option<f64> {
        let mut before = self.timeless();
        for n in 1..=(within / h).round() as usize {
            self.step(h);
            let after = self.timeless();
            if after == before {
                return Some(n as f64 * h);
            }
            before = after;
        }
        None
    }

    /// Tells the motor to close the jaws until something stops them.
    pub(crate) fn close(&mut self) {
        let gripper = self.gripper.unwrap();
        self.world.command(gripper.motor.unwrap(), Command::Position(0.5 * PG70_STROKE)).unwrap();
    }

    /// Normal force of each skin [N].
    pub(crate) fn presses(&self) -> Vec<f64> {
        self.skins.iter().map(|&s| self.world.reading(s).unwrap().total_normal_force()).collect()
    }

    /// The state without its clocks: what decides how the world goes on while inputs are constant.
    pub(crate) fn timeless(&self) -> State {
        let mut state = self.world.state().clone();
        (state.time, state.step) = (0.0, 0);
        state
    }
}

fn fixed(builder: &mut ModelBuilder, name: &str, pose: Pose) -> BodyId {
    let body = Body { name: name.into(), parent: None, pose, joint: Joint::fixed(), inertia: Inertia::ZERO };
    builder.body(body).unwrap()
}
