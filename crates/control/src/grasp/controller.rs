//! The grasp controller: six states that tactile events drive.

use super::hand::BoundHand;
use super::policy::Gripping;
use super::servo::Servo;
use super::signals::HandSignals;
use super::{Cue, GraspConstants, GraspHand, GraspState, GripPolicy};
use crate::{Commands, EmbodimentError, Event, Failure, Happening, Percept, Senses};

/// Fingers that feel less than this \[N\] for [`LOST_TIME`] have lost the object.
const LOST_FORCE: f64 = 0.05;
/// \[s\]
const LOST_TIME: f64 = 0.25;
/// How far from open an aperture may be to count as open \[m\].
const OPEN_TOLERANCE: f64 = 2e-3;
/// Range of the stiffness of an object between the pads that a grip by margin reckons with \[N/m\].
const SOFTEST: f64 = 1e3;
const STIFFEST: f64 = 1e5;

/// Grasps, holds and puts down by touch, as Romano, Hsiao, Niemeyer, Chitta and Kuchenbecker (2011) do it.
///
/// It moves the fingers and nothing else. A client asks it to [`grasp`](Self::grasp), moves the arm once it [holds](Self::is_holding), tells it that the
/// object is about to be [placed](Self::place), and stops the arm when it lets go. [`GraspTask`](super::GraspTask) is such a client.
#[derive(Clone, Debug)]
pub struct GraspController {
    constants: GraspConstants,
    hand: BoundHand,
    signals: HandSignals,
    gripping: Gripping,
    state: GraspState,
    /// When the state was entered \[s\].
    entered: f64,
    /// Time of the last turn \[s\]; `None` before the first.
    before: Option<f64>,
    request: Option<Cue>,
    servos: Vec<Servo>,
    /// For each actuator, the aperture at which all its pads touched \[m\].
    contacts: Vec<Option<f64>>,
    /// Whether each pad touches, as of its last frame.
    touching: Vec<bool>,
    /// Largest force at contact \[N\]; `None` before.
    contact_force: Option<f64>,
    /// `F_c` \[N\].
    grip_force: f64,
    /// `F_des` \[N\].
    wanted: f64,
    /// Since when the force has been at its target \[s\].
    stable_since: Option<f64>,
    /// Since when the fingers have felt next to nothing \[s\].
    lost_since: Option<f64>,
    failure: Option<Failure>,
    slips: u32,
    events: Vec<Event>,
}

/// What the controller sees and wants in one turn, for plots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraspReadout {
    /// \[s\]
    pub time: f64,
    /// Aperture of the first actuator, `x_g` \[m\].
    pub aperture: f64,
    /// Its rate, `v_g` \[m/s\].
    pub rate: f64,
    /// Effort of the first actuator, closing positive \[N\].
    pub effort: f64,
    /// Force on each pad, `F_gl` and `F_gr` \[N\].
    pub forces: Vec<f64>,
    /// Mean force, `F_g` \[N\].
    pub force: f64,
    /// Mean disturbance, `F̃_g` \[N\].
    pub disturbance: f64,
    /// `F_g^BP` \[N\].
    pub band_force: f64,
    /// Largest vibration since the last turn, `ã_h` \[m/s²\].
    pub vibration: f64,
    /// Wanted force, `F_des` \[N\].
    pub wanted: f64,
    /// How much of its friction the pad uses that uses most of it; `None` if the robot does not tell.
    pub utilisation: Option<f64>,
    /// Force along the pads, the sum of their magnitudes \[N\]; 0 if it is not measured.
    pub load: f64,
}

impl GraspController {
    /// A controller of a hand, for a robot that has these senses. It is idle until it is asked for a grasp.
    pub fn new(
        hand: &GraspHand,
        constants: GraspConstants,
        policy: GripPolicy,
        senses: &Senses,
    ) -> Result<Self, EmbodimentError> {
        constants.check()?;
        policy.check()?;
        let hand = hand.bind(senses)?;
        let signals = HandSignals::new(&hand, senses, &constants)
            .map_err(|error| EmbodimentError::Unfit(error.to_string()))?;
        if let GripPolicy::Margin(_) = policy
            && let Some(pad) = hand.pads.iter().find(|pad| !senses.skins[pad.skin].shear)
        {
            return Err(EmbodimentError::Unfit(format!(
                "a grip by its margin needs shear, which the skin `{}` does not measure; leave its device out, or give it a `shear_device`",
                pad.name
            )));
        }
        Ok(Self {
            servos: vec![Servo::at(0.0); hand.actuators.len()],
            contacts: vec![None; hand.actuators.len()],
            touching: vec![false; hand.pads.len()],
            gripping: Gripping::new(policy),
            constants,
            hand,
            signals,
            state: GraspState::Idle,
            entered: 0.0,
            before: None,
            request: None,
            contact_force: None,
            grip_force: 0.0,
            wanted: 0.0,
            stable_since: None,
            lost_since: None,
            failure: None,
            slips: 0,
            events: Vec::new(),
        })
    }

    /// Asks for a grasp: heeded in the next turn, if it is idle.
    pub fn grasp(&mut self) {
        self.request = Some(Cue::Grasp);
    }

    /// Says that the object is about to be put down: heeded in the next turn, if something is held.
    pub fn place(&mut self) {
        self.request = Some(Cue::Place);
    }

    /// Lets go at once.
    pub fn release(&mut self) {
        self.request = Some(Cue::Release);
    }

    /// Says how much harder than now the arm's next motion will load the grip, at most: for a policy that follows its load.
    pub fn expect_load(&mut self, factor: f64) {
        self.gripping.expect_load(factor);
    }

    /// What it is doing.
    pub fn state(&self) -> GraspState {
        self.state
    }

    /// Whether something is held with a stable force.
    pub fn is_holding(&self) -> bool {
        matches!(self.state, GraspState::LiftAndHold | GraspState::Replace)
    }

    /// The grip force that it has chosen, `F_c` \[N\].
    pub fn grip_force(&self) -> f64 {
        self.grip_force
    }

    /// How often it has felt slip in this grasp.
    pub fn slips(&self) -> u32 {
        self.slips
    }

    /// Why the grasp has failed, if it has.
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// What has happened so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What it saw in the last turn.
    pub fn readout(&self, percept: &Percept) -> GraspReadout {
        let grip = self.signals.grip();
        let first = self.hand.actuators.first();
        let (aperture, rate) = first.map_or((0.0, 0.0), |actuator| actuator.aperture(percept));
        let pads = self.signals.pads();
        GraspReadout {
            time: percept.time,
            aperture,
            rate,
            effort: first.map_or(0.0, |actuator| actuator.effort(percept)),
            forces: pads.iter().map(|pad| pad.force).collect(),
            force: grip.force,
            disturbance: grip.disturbance,
            band_force: grip.band_force,
            vibration: self.signals.vibration(),
            wanted: self.wanted,
            utilisation: pads.iter().filter_map(|pad| pad.utilisation).reduce(f64::max),
            load: pads.iter().map(|pad| pad.load).sum(),
        }
    }

    /// One turn: takes a percept, and adds commands for the motors of the hand.
    pub fn turn(&mut self, percept: &Percept, commands: &mut Commands) {
        let time = percept.time;
        let dt = (time - self.before.unwrap_or(time)).max(0.0);
        if self.before.replace(time).is_none() {
            for (servo, actuator) in self.servos.iter_mut().zip(&self.hand.actuators) {
                servo.hold(actuator.aperture(percept).0);
            }
        }
        let fresh = self.signals.update(percept, &self.constants);
        if let Some(cue) = self.request.take() {
            self.fire(cue, percept);
        }
        if fresh {
            self.feel_contacts(time);
        }
        match self.state {
            GraspState::Idle => {}
            GraspState::Close => self.close(percept, dt, fresh),
            GraspState::Load => self.load(percept, dt, fresh),
            GraspState::LiftAndHold => self.hold(percept, dt, fresh),
            GraspState::Replace => self.replace(percept, dt, fresh),
            GraspState::Unload => self.unload(percept, dt),
            GraspState::Open => self.open(percept, dt),
        }
        for (servo, actuator) in self.servos.iter().zip(&self.hand.actuators) {
            commands.set(actuator.motor, servo.command(&self.constants, actuator, percept));
        }
    }

    fn note(&mut self, time: f64, what: Happening) {
        self.events.push(Event { time, phase: self.state.name().to_owned(), what });
    }

    /// Something has happened: goes on to the next state, if there is one.
    fn fire(&mut self, cue: Cue, percept: &Percept) {
        let time = percept.time;
        let Some(next) = self.state.after(cue) else { return };
        self.note(time, Happening::Cue(cue));
        self.state = next;
        self.entered = time;
        self.note(time, Happening::Began);
        match next {
            GraspState::Close => {
                self.signals.restart();
                self.gripping.restart();
                self.contacts.fill(None);
                self.touching.fill(false);
                (self.contact_force, self.failure, self.lost_since) = (None, None, None);
                (self.slips, self.grip_force, self.wanted) = (0, 0.0, 0.0);
                self.rest(percept);
            }
            GraspState::Load => self.stable_since = None,
            GraspState::Open => self.rest(percept),
            GraspState::Idle => {
                self.rest(percept);
                self.wanted = 0.0;
            }
            GraspState::LiftAndHold | GraspState::Replace | GraspState::Unload => {}
        }
    }

    /// Lets every actuator stay where it is.
    fn rest(&mut self, percept: &Percept) {
        for (servo, actuator) in self.servos.iter_mut().zip(&self.hand.actuators) {
            servo.hold(actuator.aperture(percept).0);
        }
    }

    /// LeftContact and RightContact (eq. 8 and 9), by new frames.
    fn feel_contacts(&mut self, time: f64) {
        let constants = self.constants;
        for index in 0..self.touching.len() {
            let pad = &self.signals.pads()[index];
            let disturbance = if constants.by_finger { pad.disturbance.abs() } else { pad.disturbance };
            let touches = pad.force > constants.contact_force || disturbance > constants.contact_disturbance;
            let before = std::mem::replace(&mut self.touching[index], touches);
            let force = pad.force;
            if touches && !before && self.state == GraspState::Close && self.signals.is_ready() {
                let skin = self.hand.pads[index].name.clone();
                self.note(time, Happening::Touched { skin, sum: force });
            }
        }
    }

    fn close(&mut self, percept: &Percept, dt: f64, fresh: bool) {
        if !self.signals.is_ready() {
            return;
        }
        let mut shut = false;
        for (index, actuator) in self.hand.actuators.iter().enumerate() {
            let (aperture, _) = actuator.aperture(percept);
            // Fingers that touch before the others wait for them where they are.
            if fresh
                && self.contacts[index].is_none()
                && self.touching[actuator.pads.clone()].iter().all(|&on| on)
            {
                self.contacts[index] = Some(aperture);
            }
            match self.contacts[index] {
                Some(contact) => self.servos[index].hold(contact),
                None => {
                    self.servos[index].move_at(-self.constants.close_speed, dt);
                    shut |= aperture <= actuator.closed;
                }
            }
        }
        if self.contacts.iter().all(Option::is_some) {
            self.contact_force = Some(self.signals.grip().force);
            self.fire(Cue::AllContact, percept);
        } else if shut && self.failure.is_none() {
            self.failure = Some(Failure::ObjectMissed);
            self.note(percept.time, Happening::Failed(Failure::ObjectMissed));
        }
    }

    fn load(&mut self, percept: &Percept, dt: f64, fresh: bool) {
        let time = percept.time;
        if let Some(most) = &mut self.contact_force {
            if fresh {
                *most = most.max(self.signals.grip().force);
            }
            if time - self.entered < self.constants.settle_time {
                return;
            }
            self.grip_force = self.gripping.first(&self.constants, *most);
            let words = format!("{most:.3} N at contact, grip force {:.3} N", self.grip_force);
            self.contact_force = None;
            self.note(time, Happening::Noted(words));
        }
        self.wanted = self.grip_force;
        self.follow_force(percept, dt);
        let settled = self.hand.actuators.iter().all(|actuator| {
            let (_, rate) = actuator.aperture(percept);
            let error = self.weakest(actuator.pads.clone()) - self.wanted;
            error.abs() < self.constants.force_tolerance && rate.abs() < self.constants.speed_tolerance
        });
        if !settled {
            self.stable_since = None;
        } else if time - *self.stable_since.get_or_insert(time) >= self.constants.stable_time {
            self.fire(Cue::StableContact, percept);
        }
    }

    fn hold(&mut self, percept: &Percept, dt: f64, fresh: bool) {
        let slips = fresh && self.slip_is_felt();
        self.grip_force = self.gripping.next(&self.constants, &self.signals, self.grip_force, slips, dt);
        if slips {
            self.slips += 1;
            self.note(percept.time, Happening::Cue(Cue::Slip));
        }
        self.wanted = self.grip_force;
        self.follow_force(percept, dt);
        self.look_whether_lost(percept.time);
    }

    fn replace(&mut self, percept: &Percept, dt: f64, fresh: bool) {
        self.wanted = self.grip_force;
        self.follow_force(percept, dt);
        self.look_whether_lost(percept.time);
        if self.signals.vibration() > self.constants.vibration_threshold {
            self.fire(Cue::Vibration, percept);
        } else if fresh && self.slip_is_felt() {
            self.fire(Cue::Slip, percept);
        }
    }

    fn unload(&mut self, percept: &Percept, dt: f64) {
        let share = (percept.time - self.entered) / self.constants.unload_time;
        self.wanted = self.grip_force * (1.0 - share).max(0.0);
        self.follow_force(percept, dt);
        if share >= 1.0 {
            self.fire(Cue::Unloaded, percept);
        }
    }

    fn open(&mut self, percept: &Percept, dt: f64) {
        let mut open = true;
        for (servo, actuator) in self.servos.iter_mut().zip(&self.hand.actuators) {
            let (aperture, _) = actuator.aperture(percept);
            if aperture < actuator.open - OPEN_TOLERANCE {
                servo.move_at(self.constants.open_speed, dt);
                open = false;
            } else {
                servo.hold(actuator.open);
            }
        }
        if open {
            self.fire(Cue::Opened, percept);
        }
    }

    /// The force of the pad that feels least, of an actuator (eq. 5) \[N\].
    fn weakest(&self, pads: std::ops::Range<usize>) -> f64 {
        let forces = pads.map(|pad| self.signals.pads()[pad].force / self.hand.pads[pad].share);
        forces.fold(f64::INFINITY, f64::min)
    }

    fn follow_force(&mut self, percept: &Percept, dt: f64) {
        for index in 0..self.servos.len() {
            let actuator = &self.hand.actuators[index];
            let (aperture, _) = actuator.aperture(percept);
            let force = self.weakest(actuator.pads.clone());
            let error = force - self.wanted;
            let gain = match self.gripping.response_time() {
                _ if error >= 0.0 => self.constants.open_gain,
                None => self.constants.close_gain,
                Some(_) if self.state == GraspState::Load => self.constants.close_gain,
                // Twice the mean stiffness since the contact: round objects get stiffer as more of the pad touches.
                Some(time) => {
                    let closed = self.contacts[index].map_or(0.0, |contact| contact - aperture);
                    let stiffness = 2.0 * force / closed.max(1e-5);
                    1.0 / (time * stiffness.clamp(SOFTEST, STIFFEST))
                }
            };
            self.servos[index].follow_force(&self.constants, actuator, gain * error, aperture, dt);
        }
    }

    /// Slip (eq. 12), in a new frame.
    fn slip_is_felt(&self) -> bool {
        let c = &self.constants;
        let limit = |force: f64| {
            let limit = (force.abs() * c.slip_threshold).max(c.least_slip);
            c.most_slip.map_or(limit, |most| limit.min(most))
        };
        if c.by_finger {
            return self.signals.pads().iter().any(|pad| {
                pad.disturbance.abs() > limit(pad.force) && pad.band_force.abs() < c.band_force_threshold
            });
        }
        let grip = self.signals.grip();
        grip.disturbance.abs() > limit(grip.force) && grip.band_force < c.band_force_threshold
    }

    fn look_whether_lost(&mut self, time: f64) {
        let strongest = self.signals.pads().iter().map(|pad| pad.force).fold(0.0, f64::max);
        if strongest > LOST_FORCE {
            self.lost_since = None;
        } else if time - *self.lost_since.get_or_insert(time) > LOST_TIME && self.failure.is_none() {
            self.failure = Some(Failure::ObjectLost);
            self.note(time, Happening::Failed(Failure::ObjectLost));
        }
    }
}
