//! What commands the motors: a script, or a controller.

use super::{SceneData, fitting_unit};
use crate::Tree;
use crate::describe::{Kind, Label, Range, Space, Unit, described, integer, name, number};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_world::JointKind;
use bristle_world::motor::{Command, Mode};

/// The kind of a controller that is a script, and of one that is a class of Python.
const SCRIPT: &str = "script";
const PYTHON: &str = "python";

described! {
    /// What commands the motors: a script of phases, an abstract action, or a controller of your own.
    pub struct ControllerDescription as "controller", check(check_controller) {
        /// `script`, `action`, `python`, or a kind that a program in Rust has registered
        kind: String = or(SCRIPT.to_owned());
        /// of a script: one after the other
        phases: Vec<Phase> = maybe;
        /// of all but a script: time between two decisions, whole steps; one unless given
        period: Option<f64> = maybe, number(Range::above(0.0, 10.0), "s");
        /// of a Python controller: `module:Class`
        class: Option<String> = maybe;
        /// of all but a script: what the controller is made with, see control.md
        parameters: Option<Tree> = maybe, Kind::Parameters;
    }
}

/// Phases, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    /// In their order.
    pub phases: Vec<Phase>,
}

described! {
    /// A part of the script: it ends after a time, or when something happens.
    pub struct Phase as "phase" {
        /// what reports call it
        name: String = needed, Kind::Line(false);
        /// what ends it
        end: PhaseEnd = flat;
        /// per motor; motors that are not named keep their last command
        commands: Vec<MotorCommand> = maybe;
    }
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

described! {
    /// What ends a phase.
    pub(crate) struct EndTable as "phase_end", exactly_one("duration", "until"), check(check_end) {
        /// how long it takes
        duration: Option<f64> = maybe, time();
        /// what ends it
        until: Option<Event> = maybe;
        /// with `until`: when it ends at the latest; needed, so that no run hangs
        at_most: Option<f64> = maybe, time();
    }
}

fn time() -> Kind {
    number(Range::above(0.0, 1e6), "s")
}

fn check_end(this: &EndTable, view: View<'_>) -> Result<(), Fault> {
    match (&this.until, this.at_most) {
        (None, Some(_)) => Err(view
            .fault(ErrorKind::Conflict, "at_most", "`at_most` belongs to `until`")
            .note("help: `duration` is exact already")),
        (Some(_), None) => Err(view
            .fault(ErrorKind::Missing, "until", "a phase with `until` needs `at_most`")
            .note("help: the longest time to wait [s], in case it never happens")),
        _ => Ok(()),
    }
}

impl From<EndTable> for PhaseEnd {
    fn from(of: EndTable) -> Self {
        match (of.until, of.at_most) {
            (Some(event), at_most) => Self::When { event, at_most: at_most.unwrap_or(f64::NAN) },
            (None, _) => Self::After(of.duration.unwrap_or(f64::NAN)),
        }
    }
}

impl From<&PhaseEnd> for EndTable {
    fn from(end: &PhaseEnd) -> Self {
        match end {
            PhaseEnd::After(time) => Self { duration: Some(*time), until: None, at_most: None },
            PhaseEnd::When { event, at_most } => {
                Self { duration: None, until: Some(event.clone()), at_most: Some(*at_most) }
            }
        }
    }
}

described! { impl flat PhaseEnd via EndTable: |of| PhaseEnd::from(of), |end| EndTable::from(end) }

described! {
    /// What a motor shall do, at its joint; one of these.
    pub struct MotorCommand as "command" {
        /// the motor's name
        motor: String = label(Label::Refers(Space::Motor));
        /// what it shall do
        command: Command = flat;
    }

    /// What a motor shall do.
    impl enum Command as "motor_command" {
        /// go there, within the motor's limits
        Position(f64) as "position" = number(Range::ANY, Unit::Travel);
        /// keep this speed
        Velocity(f64) as "velocity" = number(Range::ANY, "m/s or rad/s");
        /// push with this
        Effort(f64) as "effort" = number(Range::ANY, "N or N·m");
        /// apply this
        Voltage(f64) as "voltage" = number(Range::ANY, "V");
    }

    /// What ends a phase; one of these.
    pub enum Event as "until" {
        /// the normal force on a skin passes a level
        SkinForce(SkinForce) as "skin_force";
        /// a joint comes to rest
        JointSpeed(JointSpeed) as "joint_speed";
        /// a joint passes a position
        JointPosition(JointPosition) as "joint_position";
        /// texels of a skin begin to slip
        Slip(Slip) as "slip";
    }

    /// Sum of the texels' normal forces.
    pub struct SkinForce as "skin_force", exactly_one("above", "below") {
        /// which
        skin: String = needed, name(Space::Skin);
        /// ends when the force is above
        above: Option<f64> = maybe, number(Range::NOT_NEGATIVE, "N");
        /// ends when the force is below
        below: Option<f64> = maybe, number(Range::POSITIVE, "N");
    }

    /// Speed of a revolute or prismatic joint.
    pub struct JointSpeed as "joint_speed" {
        /// whose joint
        body: String = needed, name(Space::Body);
        /// ends when the speed is below
        below: f64 = needed, number(Range::POSITIVE, "m/s or rad/s");
    }

    /// Position of a revolute or prismatic joint.
    pub struct JointPosition as "joint_position", exactly_one("above", "below") {
        /// whose joint
        body: String = needed, name(Space::Body);
        /// ends when the position is above
        above: Option<f64> = maybe, number(Range::ANY, Unit::Travel);
        /// ends when the position is below
        below: Option<f64> = maybe, number(Range::ANY, Unit::Travel);
    }

    /// Texels that slip.
    pub struct Slip as "slip" {
        /// which
        skin: String = needed, name(Space::Skin);
        /// ends when as many slip
        texels: usize = or(1), integer(1, 16_000_000);
    }
}

impl SkinForce {
    /// Whether a force \[N\] is beyond the level.
    pub fn is_passed_by(&self, force: f64) -> bool {
        is_passed(self.above, self.below, force)
    }
}

impl JointPosition {
    /// Whether a position \[m or rad\] is beyond the level.
    pub fn is_passed_by(&self, position: f64) -> bool {
        is_passed(self.above, self.below, position)
    }
}

fn is_passed(above: Option<f64>, below: Option<f64>, value: f64) -> bool {
    above.is_some_and(|level| value > level) || below.is_some_and(|level| value < level)
}

fn check_controller(of: &ControllerDescription, view: View<'_>) -> Result<(), Fault> {
    let kind = of.kind.as_str();
    let foreign: &[(&str, bool)] = match kind {
        SCRIPT => &[
            ("period", of.period.is_some()),
            ("class", of.class.is_some()),
            ("parameters", of.parameters.is_some()),
        ],
        PYTHON => &[("phases", !of.phases.is_empty())],
        _ => &[("phases", !of.phases.is_empty()), ("class", of.class.is_some())],
    };
    if let Some((key, _)) = foreign.iter().find(|(_, given)| *given) {
        return Err(view
            .fault(ErrorKind::Conflict, key, format!("a controller of kind `{kind}` has no `{key}`"))
            .note("help: `phases` are of a `script`, `class` is of `python`; `period` and `parameters` are of all but a `script`"));
    }
    match &of.class {
        _ if kind == SCRIPT && of.phases.is_empty() => Err(view
            .fault(ErrorKind::Missing, "phases", "the script has no phases")
            .note("help: leave `controller` out if nothing is commanded")),
        None if kind == PYTHON => Err(view
            .fault(ErrorKind::Missing, "kind", "a Python controller needs its `class`")
            .note("help: class = \"module:Class\", where Python finds the module or beside the scene")),
        Some(class)
            if class.split_once(':').is_none_or(|(module, class)| module.is_empty() || class.is_empty()) =>
        {
            Err(view.fault(
                ErrorKind::Conflict,
                "class",
                format!("`{class}` is not of the form `module:Class`"),
            ))
        }
        _ => Ok(()),
    }
}

impl ControllerDescription {
    /// The script, if it is one.
    pub fn script(&self) -> Option<Script> {
        (self.kind == SCRIPT).then(|| Script { phases: self.phases.clone() })
    }

    /// The class of Python that it names, if it is of that kind.
    pub fn python_class(&self) -> Option<&str> {
        self.class.as_deref().filter(|_| self.kind == PYTHON)
    }

    /// Checks what it says about joints and motors of the scene.
    pub(crate) fn check(&self, view: View<'_>, scene: &SceneData) -> Result<(), Fault> {
        let (step, steps) = (scene.run.step, self.period.unwrap_or(scene.run.step) / scene.run.step);
        if (steps - steps.round()).abs() > 1e-6 * steps.max(1.0) {
            let near = |steps: f64| (steps * step * 1e9).round() / 1e9;
            let low = steps.floor().max(1.0);
            let period = self.period.unwrap_or_default();
            let message =
                format!("`controller.period` is {period}, which is no whole number of steps of {step} s");
            let fault = view.fault(ErrorKind::OutOfRange, "period", message);
            return Err(fault.note(format!("nearest: {} or {} s", near(low), near(low + 1.0))));
        }
        for (phase, view) in self.phases.iter().zip(view.tables("phases")) {
            if let (PhaseEnd::When { event, .. }, Some(until)) = (&phase.end, view.table("until")) {
                check_event(event, until, scene)?;
            }
            for command in &phase.commands {
                if let Some((_, of)) = view.named("commands", &command.motor) {
                    check_command(command, of, scene)?;
                }
            }
        }
        Ok(())
    }
}

impl Script {
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

fn check_event(event: &Event, view: View<'_>, scene: &SceneData) -> Result<(), Fault> {
    let (key, body) = match event {
        Event::JointSpeed(JointSpeed { body, .. }) => ("joint_speed", body),
        Event::JointPosition(JointPosition { body, .. }) => ("joint_position", body),
        Event::SkinForce(_) | Event::Slip(_) => return Ok(()),
    };
    let Some(of) = view.table(key) else { return Ok(()) };
    let Some(kind) = scene.one_dof(body) else {
        return Err(of
            .fault(ErrorKind::Conflict, "body", format!("the joint of `{body}` has no one position"))
            .note("allowed: bodies on revolute or prismatic joints"));
    };
    ["above", "below"].into_iter().try_for_each(|key| fitting_unit(of, key, kind))
}

fn check_command(of: &MotorCommand, view: View<'_>, scene: &SceneData) -> Result<(), Fault> {
    let Some(motor) = scene.motor(&of.motor) else { return Ok(()) };
    fitting_unit(view, "position", scene.one_dof(&motor.drives).unwrap_or(JointKind::Fixed))?;
    let (key, lacking) = match of.command.mode() {
        Mode::Position if motor.position_gains.is_none() => ("position", "position_control"),
        Mode::Velocity if motor.velocity_gains.is_none() => ("velocity", "velocity_control"),
        Mode::Voltage if motor.winding.is_none() => ("voltage", "winding"),
        _ => return Ok(()),
    };
    let name = &of.motor;
    let message = format!("the motor `{name}` cannot be commanded by {key}: it has no `{lacking}`");
    Err(view
        .fault(ErrorKind::Conflict, key, message)
        .note(format!("help: add `{lacking}` to `motors.{name}`, or command something else")))
}
