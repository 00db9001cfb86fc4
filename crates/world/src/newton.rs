//! The implicit step: Newton's method on the velocities at its end.
//!
//! Unknown are the velocities `v'`. Kinematics, masses and casts belong to the predicted middle of the step, `q + h v/2`;
//! gyroscopic forces to the mean of `v` and `v'`; elastic forces to the mean of both ends; damping and friction to its
//! end. Equations: docs/theory/stepping.md.

use crate::actuator::MotorPlan;
use crate::dense::Matrix;
use crate::joint_forces::{JointForce, dry_friction, joint_forces};
use crate::mechanism::Composite;
use crate::mechanism::{Kinematics, Loads, Source, inverse_dynamics, mass_matrix};
use crate::model::Model;
use crate::report::StepReport;
use crate::state::{State, follow_leaders};
use crate::step_error::StepError;
use crate::touch::Touch;
use bristle_geometry::{Twist, Wrench};
use glam::DVec3;

/// Residual, over the impulses in play, at which a step is solved: a thousand times what rounding leaves.
const SOLVED: f64 = 1e-12;

/// Residual at which a world at rest is in balance. Positions are numbers too: a stiff pad's force changes by this much from
/// one to the next.
const BALANCED: f64 = 2e-11;

/// Velocities below this share of what gravity gives in one step are rounding.
const ROUNDING: f64 = 1e-10;

/// Where rounding stops further progress, this much is still taken.
const ACCEPTABLE: f64 = 1e-7;

/// A step that does not converge is divided into at most two to the power of this many parts.
const MOST_DIVISIONS: usize = 6;

const MOST_ITERATIONS: usize = 60;

/// Halvings of a Newton step before it is given up: dry friction that is far stiffer than a step can see stops its joint
/// within a sliver of the way.
const MOST_HALVINGS: usize = 40;

/// Room for steps. It never changes a result.
#[derive(Clone, Debug)]
pub(crate) struct Workspace {
    pub(crate) kinematics: Kinematics,
    /// Where the links were at the begin of the step, and will roughly be at its end; and how they move there.
    pub(crate) begins: Kinematics,
    ends: Kinematics,
    pub(crate) begin_twists: Vec<Twist>,
    end_twists: Vec<Twist>,
    pub(crate) touch: Touch,
    /// Of the last evaluation.
    pub(crate) loads: Loads,
    /// Twists at the begin of the step, at the end of a trial, and their mean.
    pub(crate) before: Vec<Twist>,
    after: Vec<Twist>,
    mean: Vec<Twist>,
    mid_q: Vec<f64>,
    pub(crate) next_q: Vec<f64>,
    pub(crate) next_v: Vec<f64>,
    mean_v: Vec<f64>,
    pub(crate) acceleration: Vec<f64>,
    pub(crate) plans: Vec<MotorPlan>,
    pub(crate) forces: Vec<JointForce>,
    pub(crate) on_links: Vec<Wrench>,
    pub(crate) efforts: Vec<f64>,
    pub(crate) columns: Columns,
    pub(crate) mass: Matrix,
    pub(crate) factor: Matrix,
    matrix: Matrix,
    pub(crate) composites: Vec<Composite>,
    inverse_mass: Vec<f64>,
    /// Scale of the impulses that do not depend on the unknowns, squared over mass \[J\].
    impulse: f64,
    /// The last step ended as it began; a hint where to begin, of no effect on the result.
    still: bool,
}

/// One number per unknown.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub(crate) velocity: Vec<f64>,
    residual: Vec<f64>,
    trial: Vec<f64>,
    /// Momentum that was found to be rounding, and is let go.
    dropped: Vec<f64>,
    pub(crate) step: Vec<f64>,
}

/// What an evaluation tells: the squared residual in the metric of the masses, and its scale.
#[derive(Clone, Copy, Debug)]
struct Merit {
    square: f64,
    scale: f64,
}

impl Merit {
    fn relative(self) -> f64 {
        if self.square == 0.0 { 0.0 } else { (self.square / self.scale).sqrt() }
    }
}

impl Workspace {
    pub(crate) fn new(model: &Model) -> Self {
        let (velocities, columns, links) =
            (model.mechanism.velocities(), model.mechanism.columns, model.links.len());
        let numbers = || vec![0.0; columns];
        Self {
            kinematics: Kinematics::default(),
            begins: Kinematics::default(),
            ends: Kinematics::default(),
            begin_twists: Vec::with_capacity(links),
            end_twists: Vec::with_capacity(links),
            touch: Touch::new(model),
            loads: Loads::default(),
            before: Vec::with_capacity(links),
            after: Vec::with_capacity(links),
            mean: vec![Twist::ZERO; links],
            mid_q: vec![0.0; model.mechanism.coordinates],
            next_q: vec![0.0; model.mechanism.coordinates],
            next_v: vec![0.0; velocities],
            mean_v: vec![0.0; velocities],
            acceleration: vec![0.0; velocities],
            plans: Vec::with_capacity(model.motors.len()),
            forces: vec![JointForce::default(); velocities],
            on_links: vec![Wrench::default(); links],
            efforts: vec![0.0; velocities],
            columns: Columns {
                velocity: numbers(),
                residual: numbers(),
                trial: numbers(),
                dropped: numbers(),
                step: numbers(),
            },
            mass: Matrix::new(columns),
            factor: Matrix::new(columns),
            matrix: Matrix::new(columns),
            composites: Vec::with_capacity(links),
            inverse_mass: vec![0.0; links],
            impulse: 0.0,
            still: false,
        }
    }

    /// Takes one step. On an error the state is the one before.
    ///
    /// Friction that grows with the pressure it causes can leave a long step without a velocity that Newton's method would
    /// find. Shorter steps have one, since masses then outweigh all else: the step is divided as far as it needs.
    pub(crate) fn newton_step(
        &mut self,
        model: &Model,
        state: &mut State,
        h: f64,
    ) -> Result<StepReport, StepError> {
        let error = match self.whole_step(model, state, h) {
            Err(error @ StepError::NotConverged { .. }) => error,
            done => return done,
        };
        let before = state.clone();
        for parts in (1..=MOST_DIVISIONS).map(|n| 1usize << n) {
            if let Ok(report) = self.divided_step(model, state, h, parts) {
                (state.step, state.time) = (before.step + 1, before.time + h);
                return Ok(report);
            }
            state.clone_from(&before);
        }
        Err(error)
    }

    fn divided_step(
        &mut self,
        model: &Model,
        state: &mut State,
        h: f64,
        parts: usize,
    ) -> Result<StepReport, StepError> {
        let mut sum = StepReport { divisions: parts, ..Default::default() };
        for _ in 0..parts {
            let part = self.whole_step(model, state, h / parts as f64)?;
            sum.iterations += part.iterations;
            sum.evaluations += part.evaluations;
            sum.residual = part.residual.max(sum.residual);
            sum.contacts = part.contacts;
            sum.beyond_window |= part.beyond_window;
        }
        Ok(sum)
    }

    fn whole_step(&mut self, model: &Model, state: &mut State, h: f64) -> Result<StepReport, StepError> {
        self.begin(model, state, h)?;
        let mut report = StepReport {
            beyond_window: self.touch.beyond_window(model, &self.kinematics.poses, h),
            ..Default::default()
        };
        let mut velocity = std::mem::take(&mut self.columns.velocity);
        let solved = self.solve(model, state, h, &mut velocity, &mut report);
        self.columns.velocity = velocity;
        solved?;
        report.contacts = self.touch.contacts();
        self.finish(model, state, h)?;
        Ok(report)
    }

    /// Prepares all that does not depend on the unknowns.
    fn begin(&mut self, model: &Model, state: &State, h: f64) -> Result<(), StepError> {
        let mechanism = &model.mechanism;
        mechanism.advance(&state.q, &state.v, 0.5 * h, &mut self.mid_q);
        mechanism.advance(&state.q, &state.v, h, &mut self.next_q);
        self.next_v.copy_from_slice(&state.v);
        self.give_velocities(model, state, h);
        for (d, source) in mechanism.sources.iter().enumerate() {
            if let Source::Given { leader, ratio } = *source
                && let Some(motion) = &mechanism.joints[leader].motion
            {
                let at = mechanism.branches[mechanism.owner[d]].coordinates.start;
                let lead = mechanism.branches[leader].coordinates.start;
                // Such that the mean of both ends lies where elastic forces are taken.
                let bend = 0.25 * h * (self.next_v[d] - state.v[d]);
                let travelled = ratio * (motion.at(state.time + h).position - state.q[lead]);
                self.next_q[at] = state.q[at] + travelled;
                self.mid_q[at] = state.q[at] + 0.5 * travelled - bend;
            }
        }
        mechanism.place(&self.mid_q, &mut self.kinematics);
        mechanism.twists(&self.kinematics, &state.v, &mut self.before);
        mechanism.place(&state.q, &mut self.begins);
        mechanism.place(&self.next_q, &mut self.ends);
        mechanism.twists(&self.begins, &state.v, &mut self.begin_twists);
        self.touch.detect(model, &self.kinematics.poses, &self.begins, &self.begin_twists)?;
        mass_matrix(mechanism, &self.kinematics, &state.inertias, &mut self.composites, &mut self.mass);
        self.factor_mass(state)?;
        self.weigh(model, state);
        self.plan_motors(model, state, h);
        mechanism.extract(&state.v, &mut self.columns.velocity);
        self.size_up(model, state, h);
        Ok(())
    }

    /// How large impulses are, whatever the unknowns: those of the motion there was, of gravity and of forces from outside.
    ///
    /// Motion that is nothing beside what gravity gives, or that positions are too coarse to show, is rounding: it is let go,
    /// and the step tries to end at rest, so that what is held stays to the last bit.
    fn size_up(&mut self, model: &Model, state: &State, h: f64) {
        let Columns { velocity, step, dropped, .. } = &mut self.columns;
        self.mass.times(velocity, step);
        let momentum: f64 = velocity.iter().zip(&*step).map(|(v, p)| v * p).sum();
        let masses = state.inertias.iter().zip(&self.inverse_mass);
        let movable: f64 = masses.map(|(i, m)| if *m > 0.0 { i.mass } else { 0.0 }).sum();
        let gained = h * model.gravity.length();
        let poses = self.kinematics.poses.iter();
        let extent = poses.map(|p| p.translation.abs().max_element()).fold(0.0, f64::max);
        let slow = ROUNDING * gained + f64::EPSILON * extent / h;
        if momentum <= slow * slow * movable {
            velocity.fill(0.0);
            dropped.copy_from_slice(step);
        } else {
            dropped.fill(0.0);
        }
        self.impulse = momentum + gained * gained * movable + h * h * self.pushes(model, state);
    }

    /// Squared forces from outside over the inertias that they move, joint by joint.
    fn pushes(&self, model: &Model, state: &State) -> f64 {
        let mechanism = &model.mechanism;
        let mut sum = 0.0;
        for (i, (applied, pose)) in state.applied.iter().zip(&self.kinematics.poses).enumerate() {
            if applied.force == DVec3::ZERO && applied.torque == DVec3::ZERO {
                continue;
            }
            let wrench = state.applied_at_origin(i, *pose);
            for &d in &mechanism.branches[i].chain {
                if let Source::Solved { column, ratio } = mechanism.sources[d] {
                    let motion = mechanism.motion_at(&self.kinematics, d, pose.translation);
                    let effort =
                        ratio * (motion.linear.dot(wrench.force) + motion.angular.dot(wrench.torque));
                    sum += effort * effort / self.mass.get(column, column);
                }
            }
        }
        sum
    }

    /// Velocities of prescribed joints at the end of the step, in `next_v`.
    pub(crate) fn give_velocities(&mut self, model: &Model, state: &State, h: f64) {
        let mechanism = &model.mechanism;
        for (next, source) in self.next_v.iter_mut().zip(&mechanism.sources) {
            if let Source::Given { leader, ratio } = *source
                && let Some(motion) = &mechanism.joints[leader].motion
            {
                *next = ratio * motion.at(state.time + h).velocity;
            }
        }
    }

    pub(crate) fn factor_mass(&mut self, state: &State) -> Result<(), StepError> {
        self.factor.copy_from(&self.mass);
        match self.factor.cholesky() {
            true => Ok(()),
            false => Err(StepError::NotFinite {
                time: state.time,
                what: "the mass matrix".into(),
                advice: "a joint may have come to where nothing resists it; give it an armature".into(),
            }),
        }
    }

    pub(crate) fn plan_motors(&mut self, model: &Model, state: &State, h: f64) {
        self.plans.clear();
        for (motor, motor_state) in model.motors.iter().zip(&state.motors) {
            let branch = &model.mechanism.branches[motor.link().0];
            let (q, v) = (state.q[branch.coordinates.start], state.v[branch.velocities.start]);
            self.plans.push(motor.plan(motor_state, q, v, h));
        }
    }

    /// Outside and contact wrenches on all links; gives the scale of the contacts'.
    pub(crate) fn collect_wrenches(&mut self, model: &Model, state: &State) -> f64 {
        let poses = &self.kinematics.poses;
        for (i, (wrench, pose)) in self.on_links.iter_mut().zip(poses).enumerate() {
            *wrench = state.applied_at_origin(i, *pose);
        }
        self.touch.add_wrenches(model, poses, &self.inverse_mass, &mut self.on_links)
    }

    /// One over the mass that a force on each link has to move, roughly: it only sets the scale of what is "solved".
    fn weigh(&mut self, model: &Model, state: &State) {
        for (i, branch) in model.mechanism.branches.iter().enumerate() {
            let own = if branch.velocities.is_empty() { 0.0 } else { 1.0 / state.inertias[i].mass.max(1e-6) };
            let carrier = branch.parent.map_or(0.0, |p| self.inverse_mass[p]);
            self.inverse_mass[i] = if own > 0.0 { own } else { carrier };
        }
    }

    /// Finds the velocities; on return `next_v` and the skins' next states belong to them.
    fn solve(
        &mut self,
        model: &Model,
        state: &State,
        h: f64,
        velocity: &mut [f64],
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        // A world at rest stays as it is: one look is enough to know. One that moves must be slowed by what damps it, even
        // where that is too little to count as unsolved: else it would never come to rest.
        let at_rest = velocity.iter().all(|v| *v == 0.0);
        if self.still && at_rest {
            let merit = self.evaluate(model, state, h, velocity, true, report)?;
            if merit.relative() <= BALANCED {
                report.residual = merit.relative();
                return Ok(());
            }
        }
        self.still = false;
        let mut merit = self.evaluate(model, state, h, velocity, false, report)?;
        if at_rest && merit.relative() <= BALANCED {
            self.still = true;
            report.residual = merit.relative();
            self.evaluate(model, state, h, velocity, true, report)?;
            return Ok(());
        }
        if self.columns.dropped.iter().any(|p| *p != 0.0) {
            // Forces do not balance: even the smallest velocity counts on the way to where they do.
            self.columns.dropped.fill(0.0);
            merit = self.evaluate(model, state, h, velocity, false, report)?;
        }
        // What is to be overcome is an impulse too, whatever it comes from: prescribed motion, or turning.
        self.impulse += merit.square;
        merit.scale += merit.square;
        loop {
            if report.iterations == MOST_ITERATIONS {
                return self.give_up(model, state, report, merit);
            }
            report.iterations += 1;
            self.direction(model, state, h)?;
            let Some((next, solved)) = self.search(model, state, h, velocity, merit, report)? else {
                // No step improves on this: rounding, or a corner of the laws.
                self.evaluate(model, state, h, velocity, true, report)?;
                report.residual = merit.relative();
                return match merit.relative() <= ACCEPTABLE {
                    true => Ok(()),
                    false => self.give_up(model, state, report, merit),
                };
            };
            velocity.copy_from_slice(&self.columns.trial);
            if solved {
                report.residual = next.relative();
                return Ok(());
            }
            merit = self.evaluate(model, state, h, velocity, false, report)?;
        }
    }

    /// Residual of a trial: `h (inverse dynamics − efforts)` per unknown, in `columns.residual`.
    fn evaluate(
        &mut self,
        model: &Model,
        state: &State,
        h: f64,
        velocity: &[f64],
        commit: bool,
        report: &mut StepReport,
    ) -> Result<Merit, StepError> {
        report.evaluations += 1;
        let mechanism = &model.mechanism;
        mechanism.scatter(velocity, &mut self.next_v);
        for (d, (old, new)) in state.v.iter().zip(&self.next_v).enumerate() {
            self.mean_v[d] = 0.5 * (old + new);
            self.acceleration[d] = (new - old) / h;
        }
        mechanism.twists(&self.kinematics, &self.next_v, &mut self.after);
        for (mean, (a, b)) in self.mean.iter_mut().zip(self.before.iter().zip(&self.after)) {
            mean.linear = 0.5 * (a.linear + b.linear);
            mean.angular = 0.5 * (a.angular + b.angular);
        }
        let poses = &self.kinematics.poses;
        mechanism.twists(&self.ends, &self.next_v, &mut self.end_twists);
        self.touch.evaluate(model, state, poses, &self.ends, &self.end_twists, h, commit)?;
        let pressed = self.collect_wrenches(model, state);
        inverse_dynamics(
            mechanism,
            &self.kinematics,
            &state.inertias,
            model.gravity,
            &self.mean_v,
            &self.acceleration,
            &self.mean,
            &self.on_links,
            &mut self.loads,
            &mut self.efforts,
        );
        joint_forces(model, state, &self.plans, &self.next_v, h, 0.25, &mut self.forces);
        let mut driven = 0.0;
        for (d, effort) in self.efforts.iter_mut().enumerate() {
            let joint = &mechanism.joints[mechanism.owner[d]];
            *effort = h * (*effort + joint.armature * self.acceleration[d] - self.forces[d].effort);
            if let Source::Solved { column, .. } = mechanism.sources[d] {
                let force = self.forces[d].effort;
                driven += force * force / self.mass.get(column, column);
            }
        }
        mechanism.gather(&self.efforts, &mut self.columns.residual);
        let Columns { residual, step, dropped, .. } = &mut self.columns;
        residual.iter_mut().zip(&*dropped).for_each(|(r, momentum)| *r += momentum);
        step.copy_from_slice(residual);
        self.factor.cholesky_solve(step);
        let square: f64 = residual.iter().zip(&*step).map(|(r, s)| r * s).sum();
        let scale = self.impulse + h * h * (pressed + driven) + f64::MIN_POSITIVE;
        if !square.is_finite() {
            return Err(self.blame(model, state));
        }
        Ok(Merit { square: square.max(0.0), scale })
    }

    /// The Newton step from the last evaluation with derivatives, in `columns.step`.
    fn direction(&mut self, model: &Model, state: &State, h: f64) -> Result<(), StepError> {
        self.matrix.copy_from(&self.mass);
        self.touch.add_blocks(model, &self.kinematics, &self.ends, h, &mut self.matrix);
        for (d, force) in self.forces.iter().enumerate() {
            if let Source::Solved { column, ratio } = model.mechanism.sources[d] {
                *self.matrix.at(column, column) += h * ratio * ratio * force.damping;
            }
        }
        for (step, residual) in self.columns.step.iter_mut().zip(&self.columns.residual) {
            *step = -residual;
        }
        self.matrix.eliminate(&mut self.columns.step).map_err(|column| StepError::NotFinite {
            time: state.time,
            what: format!("the Newton matrix at link `{}`", model.link_of_column(column)),
            advice: "shorten the step".into(),
        })
    }

    /// Goes along the Newton step as far as it helps. The trial taken is in `columns.trial`; its forces are committed,
    /// and if they solve the step that is said.
    fn search(
        &mut self,
        model: &Model,
        state: &State,
        h: f64,
        velocity: &[f64],
        from: Merit,
        report: &mut StepReport,
    ) -> Result<Option<(Merit, bool)>, StepError> {
        let mut step = std::mem::take(&mut self.columns.step);
        let mut trial = std::mem::take(&mut self.columns.trial);
        let mut share = 1.0;
        let mut found = Ok(None);
        for _ in 0..=MOST_HALVINGS {
            for (t, (v, s)) in trial.iter_mut().zip(velocity.iter().zip(&step)) {
                *t = v + share * s;
            }
            self.columns.step.resize(step.len(), 0.0);
            match self.evaluate(model, state, h, &trial, true, report) {
                Err(error) => {
                    found = Err(error);
                    break;
                }
                Ok(merit) if merit.relative() <= SOLVED => {
                    found = Ok(Some((merit, true)));
                    break;
                }
                // Enough is gained to go on from here.
                Ok(merit) if merit.square <= (1.0 - 1e-3 * share) * from.square => {
                    found = Ok(Some((merit, false)));
                    break;
                }
                Ok(_) => share *= 0.5,
            }
        }
        std::mem::swap(&mut self.columns.step, &mut step);
        self.columns.trial = trial;
        found
    }

    fn give_up(
        &self,
        model: &Model,
        state: &State,
        report: &StepReport,
        merit: Merit,
    ) -> Result<(), StepError> {
        let share = |c: usize| self.columns.residual[c].powi(2) / self.mass.get(c, c);
        let worst = (0..model.mechanism.columns).max_by(|&a, &b| share(a).total_cmp(&share(b))).unwrap_or(0);
        Err(StepError::NotConverged {
            time: state.time,
            iterations: report.iterations,
            residual: merit.relative(),
            link: model.link_of_column(worst).into(),
            advice: "halve the step, or add damping to the contact material".into(),
        })
    }

    /// The first quantity that is not finite.
    pub(crate) fn blame(&self, model: &Model, state: &State) -> StepError {
        let link = |what: &str, i: usize| format!("{what} link `{}`", model.links[i].name);
        let finite = |w: &Wrench| w.force.is_finite() && w.torque.is_finite();
        let what = if let Some(i) = self.after.iter().position(|t| !t.is_finite()) {
            link("the velocity of", i)
        } else if let Some(i) = self.on_links.iter().position(|w| !finite(w)) {
            link("the force on", i)
        } else if let Some(d) = self.efforts.iter().position(|e| !e.is_finite()) {
            link("the effort in the joint of", model.mechanism.owner[d])
        } else {
            "what is left of the equations".into()
        };
        StepError::NotFinite {
            time: state.time,
            what,
            advice: "shorten the step, or look for extreme numbers in the model".into(),
        }
    }

    /// Moves the state to the end of the step.
    fn finish(&mut self, model: &Model, state: &mut State, h: f64) -> Result<(), StepError> {
        let mechanism = &model.mechanism;
        for (mean, (old, new)) in self.mean_v.iter_mut().zip(state.v.iter().zip(&self.next_v)) {
            *mean = 0.5 * (old + new);
        }
        mechanism.advance(&state.q, &self.mean_v, h, &mut self.next_q);
        self.settle(model, state, &self.next_v.clone(), h)
    }

    /// Puts prescribed and following joints where they belong, and makes the new state the state.
    ///
    /// `sliding` are the velocities that friction in the joints has seen.
    pub(crate) fn settle(
        &mut self,
        model: &Model,
        state: &mut State,
        sliding: &[f64],
        h: f64,
    ) -> Result<(), StepError> {
        let mechanism = &model.mechanism;
        let time = state.time + h;
        for (branch, joint) in mechanism.branches.iter().zip(&mechanism.joints) {
            if let Some(motion) = &joint.motion {
                self.next_q[branch.coordinates.start] = motion.at(time).position;
            }
        }
        follow_leaders(model, &mut self.next_q);
        if let Some(i) = self.next_q.iter().position(|x| !x.is_finite()) {
            let branch = mechanism.branches.iter().position(|b| b.coordinates.contains(&i)).unwrap_or(0);
            return Err(StepError::NotFinite {
                time: state.time,
                what: format!("the position of link `{}`", model.links[branch].name),
                advice: "shorten the step".into(),
            });
        }
        for (d, z) in state.joint_bristles.iter_mut().enumerate() {
            *z = dry_friction(&mechanism.joints[mechanism.owner[d]], *z, sliding[d], h).1;
        }
        for ((motor, plan), motor_state) in model.motors.iter().zip(&self.plans).zip(&mut state.motors) {
            let branch = &mechanism.branches[motor.link().0];
            let (q, v) = (self.next_q[branch.coordinates.start], self.next_v[branch.velocities.start]);
            *motor_state = motor.finish(plan, q, v, h);
        }
        state.q.copy_from_slice(&self.next_q);
        state.v.copy_from_slice(&self.next_v);
        std::mem::swap(&mut state.skins, &mut self.touch.next);
        state.time = time;
        state.step += 1;
        Ok(())
    }
}
