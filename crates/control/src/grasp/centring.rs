//! Centring: brings the hand over an object before it is grasped.

use super::hand::BoundHand;
use super::servo::Servo;
use super::signals::HandSignals;
use super::{GraspConstants, GraspHand};
use crate::{Commands, EmbodimentError, Percept, Senses};

/// Closing speed while it looks for the object \[m/s\].
const SEARCH_SPEED: f64 = 0.02;
/// How far the fingers open again once both have touched \[m\].
const REOPEN: f64 = 0.02;

/// Brings a parallel gripper over an object by touch, so that both fingers are as far from it, as the reactive grasps of Hsiao, Chitta, Ciocarlie and Jones (*Contact-reactive
/// grasping of objects with partial shape information*, IROS 2010) do it: when one finger touches first, the arm moves the hand towards it while the fingers go on closing, so that it stays where it
/// is until the other one touches.
#[derive(Clone, Debug)]
pub struct Centring {
    constants: GraspConstants,
    hand: BoundHand,
    signals: HandSignals,
    servo: Servo,
    part: Part,
    before: Option<f64>,
    touched: [bool; 2],
}

/// What comes out of a turn of [`Centring`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CentringStep {
    /// The hand has to move so fast towards its first pad \[m/s\]; negative towards the second.
    Move(f64),
    /// Both fingers have touched, and are open again.
    Done,
    /// The fingers closed, and nothing was between them.
    Missed,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    Search,
    /// Until this aperture is reached \[m\].
    Reopen(f64),
}

impl Centring {
    /// For a hand with one actuator and two pads.
    pub fn new(
        hand: &GraspHand,
        constants: GraspConstants,
        senses: &Senses,
    ) -> Result<Self, EmbodimentError> {
        constants.check()?;
        let hand = hand.bind(senses)?;
        if hand.actuators.len() != 1 || hand.pads.len() != 2 {
            let why = "centring needs a gripper with one actuator and two pads".to_owned();
            return Err(EmbodimentError::Unfit(why));
        }
        let signals = HandSignals::new(&hand, senses, &constants)
            .map_err(|error| EmbodimentError::Unfit(error.to_string()))?;
        let (part, before, touched) = (Part::Search, None, [false; 2]);
        Ok(Self { constants, hand, signals, servo: Servo::at(0.0), part, before, touched })
    }

    /// One turn: takes a percept, and adds a command for the motor of the hand.
    pub fn turn(&mut self, percept: &Percept, commands: &mut Commands) -> CentringStep {
        let actuator = &self.hand.actuators[0];
        let (aperture, rate) = actuator.aperture(percept);
        let dt = (percept.time - self.before.unwrap_or(percept.time)).max(0.0);
        if self.before.replace(percept.time).is_none() {
            self.servo.hold(aperture);
        }
        let fresh = self.signals.update(percept, &self.constants);
        let mut step = CentringStep::Move(0.0);
        match self.part {
            Part::Search if !self.signals.is_ready() => {}
            Part::Search => {
                if fresh {
                    for (touched, pad) in self.touched.iter_mut().zip(self.signals.pads()) {
                        *touched |= pad.force > self.constants.contact_force
                            || pad.disturbance > self.constants.contact_disturbance;
                    }
                }
                self.servo.move_at(-SEARCH_SPEED, dt);
                match self.touched {
                    [false, false] if aperture <= actuator.closed => step = CentringStep::Missed,
                    [false, false] => {}
                    [true, true] => self.part = Part::Reopen((aperture + REOPEN).min(actuator.open)),
                    // The finger that touches stays where it is.
                    [first, _] => {
                        let speed = 0.5 * (-rate).max(0.0);
                        step = CentringStep::Move(if first { speed } else { -speed });
                    }
                }
            }
            Part::Reopen(until) => {
                if aperture < until {
                    self.servo.move_at(self.constants.open_speed, dt);
                } else {
                    self.servo.hold(until);
                    step = CentringStep::Done;
                }
            }
        }
        commands.set(actuator.motor, self.servo.command(&self.constants, actuator, percept));
        step
    }
}
