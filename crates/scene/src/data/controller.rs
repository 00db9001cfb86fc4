//! The script that commands the motors.

use super::{SceneData, fitting_unit};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_world::JointKind;
use bristle_world::motor::{Command, Mode};

/// Phases, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// In their order.
    pub phases: Vec<Phase>,
}

/// A part of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// What reports call it.
    pub name: String,
    /// What ends it.
    pub end: PhaseEnd,
    /// Given to the motors when it begins; others keep their last command.
    pub commands: Vec<MotorCommand>,
}

/// A command for a motor.
#[derive(Clone, Debug, PartialEq)]
pub struct MotorCommand {
    /// The motor's name.
    pub motor: String,
    /// What it shall do.
    pub command: Command,
}

/// What ends a phase.
#[derive(Clone, Debug, PartialEq)]
pub enum PhaseEnd {
    /// A time after its begin \[s\].
    After(f64),
    /// Something that happens, or a time after its begin \[s\] at the latest.
    When {
        /// What happens.
        event: Event,
        /// The latest end \[s\].
        at_most: f64,
    },
}

/// Something that a phase waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The sum of a skin's normal forces is above a level \[N\].
    SkinForceAbove {
        /// The skin.
        skin: String,
        /// The level \[N\].
        force: f64,
    },
    /// The sum of a skin's normal forces is below a level \[N\].
    SkinForceBelow {
        /// The skin.
        skin: String,
        /// The level \[N\].
        force: f64,
    },
    /// A joint is slower than this \[m/s or rad/s\].
    JointSlowerThan {
        /// The body whose joint it is.
        body: String,
        /// The speed \[m/s or rad/s\].
        speed: f64,
    },
    /// A joint is beyond a position \[m or rad\].
    JointAbove {
        /// The body whose joint it is.
        body: String,
        /// The position \[m or rad\].
        position: f64,
    },
    /// A joint is short of a position \[m or rad\].
    JointBelow {
        /// The body whose joint it is.
        body: String,
        /// The position \[m or rad\].
        position: f64,
    },
    /// As many texels of a skin slip.
    Slip {
        /// The skin.
        skin: String,
        /// How many.
        texels: usize,
    },
}

impl Script {
    pub(super) fn read(view: View<'_>, scene: &SceneData) -> Result<Self, Fault> {
        let phases: Vec<Phase> =
            view.tables("phases").map(|phase| read_phase(phase, scene)).collect::<Result<_, _>>()?;
        if phases.is_empty() {
            let message = "the script has no phases";
            return Err(Fault::new(ErrorKind::Missing, view.at_key("phases"), message)
                .note("help: leave `controller` out if nothing is commanded"));
        }
        Ok(Self { phases })
    }

    /// How long the script takes at most \[s\].
    pub fn longest(&self) -> f64 {
        self.phases
            .iter()
            .map(|phase| match phase.end {
                PhaseEnd::After(time) | PhaseEnd::When { at_most: time, .. } => time,
            })
            .sum()
    }
}

fn read_phase(view: View<'_>, scene: &SceneData) -> Result<Phase, Fault> {
    let end = match view.maybe_table("until") {
        None => {
            if view.has("at_most") {
                return Err(Fault::new(
                    ErrorKind::Conflict,
                    view.at_key("at_most"),
                    "`at_most` belongs to `until`",
                )
                .note("help: `duration` is exact already"));
            }
            PhaseEnd::After(view.number("duration")?)
        }
        Some(until) => {
            let Some(at_most) = view.maybe_number("at_most") else {
                return Err(Fault::new(
                    ErrorKind::Missing,
                    view.at_key("until"),
                    "a phase with `until` needs `at_most`",
                )
                .note("help: the longest time to wait [s], in case it never happens"));
            };
            PhaseEnd::When { event: read_event(until, scene)?, at_most }
        }
    };
    let commands = view
        .named("commands")
        .map(|(motor, _, of)| {
            Ok(MotorCommand { motor: motor.to_owned(), command: read_command(motor, of, scene)? })
        })
        .collect::<Result<_, Fault>>()?;
    Ok(Phase { name: view.name("name")?, end, commands })
}

fn read_command(name: &str, view: View<'_>, scene: &SceneData) -> Result<Command, Fault> {
    let motor = scene.motor(name);
    let kind = motor.and_then(|motor| scene.joint_kind(&motor.drives)).unwrap_or(JointKind::Fixed);
    fitting_unit(view, "position", kind)?;
    let given = |key| view.maybe_number(key).map(|number| (key, number));
    let (key, command) = if let Some((key, x)) = given("position") {
        (key, Command::Position(x))
    } else if let Some((key, x)) = given("velocity") {
        (key, Command::Velocity(x))
    } else if let Some((key, x)) = given("effort") {
        (key, Command::Effort(x))
    } else {
        ("voltage", Command::Voltage(view.number("voltage")?))
    };
    let lacking = motor.and_then(|motor| match command.mode() {
        Mode::Position if motor.position_gains.is_none() => Some("position_control"),
        Mode::Velocity if motor.velocity_gains.is_none() => Some("velocity_control"),
        Mode::Voltage if motor.winding.is_none() => Some("winding"),
        _ => None,
    });
    match lacking {
        Some(part) => {
            let message = format!("the motor `{name}` cannot be commanded by {key}: it has no `{part}`");
            Err(Fault::new(ErrorKind::Conflict, view.at_key(key), message)
                .note(format!("help: add `{part}` to `motors.{name}`, or command something else")))
        }
        None => Ok(command),
    }
}

fn read_event(view: View<'_>, scene: &SceneData) -> Result<Event, Fault> {
    let (tag, of) = view.tag(&["skin_force", "joint_speed", "joint_position", "slip"])?;
    let one_dof = |of: View<'_>| {
        let body = of.name("body")?;
        match scene.joint_kind(&body) {
            Some(kind) if kind.velocities() == 1 => Ok((body, kind)),
            _ => Err(Fault::new(
                ErrorKind::Conflict,
                of.at_key("body"),
                format!("the joint of `{body}` has no one position"),
            )
            .note("allowed: bodies on revolute or prismatic joints")),
        }
    };
    Ok(match tag {
        "skin_force" => match of.maybe_number("above") {
            Some(force) => Event::SkinForceAbove { skin: of.name("skin")?, force },
            None => Event::SkinForceBelow { skin: of.name("skin")?, force: of.number("below")? },
        },
        "joint_speed" => Event::JointSlowerThan { body: one_dof(of)?.0, speed: of.number("below")? },
        "joint_position" => {
            let (body, kind) = one_dof(of)?;
            for key in ["above", "below"] {
                fitting_unit(of, key, kind)?;
            }
            match of.maybe_number("above") {
                Some(position) => Event::JointAbove { body, position },
                None => Event::JointBelow { body, position: of.number("below")? },
            }
        }
        _ => Event::Slip { skin: of.name("skin")?, texels: of.count("texels")? },
    })
}
