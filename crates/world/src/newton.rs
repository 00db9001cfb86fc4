//! The implicit step: Newton's method on the velocities at its end.
//!
//! Unknown are the velocities `v'`. Kinematics, masses and casts belong to the predicted middle of the step, `q + h v/2`;
//! gyroscopic forces to the mean of `v` and `v'`; elastic forces to the mean of both ends; damping and friction to its
//! end. Equations: docs/theory/stepping.md.

use crate::joint_forces::joint_forces;
use crate::mechanism::{Source, inverse_dynamics};
use crate::model::Model;
use crate::report::StepReport;
use crate::state::State;
use crate::step_error::StepError;
use crate::workspace::{Columns, Workspace};

/// Residual, over the impulses in play, at which a step is solved: a thousand times what rounding leaves.
const SOLVED: f64 = 1e-12;

/// Residual at which a world at rest is in balance. Positions are numbers too: a stiff pad's force changes by this much from
/// one to the next.
const BALANCED: f64 = 2e-11;

/// Where rounding stops further progress, this much is still taken.
const ACCEPTABLE: f64 = 1e-7;

/// A step that does not converge is divided into at most two to the power of this many parts.
const MOST_DIVISIONS: usize = 6;

const MOST_ITERATIONS: usize = 60;

/// Halvings of a Newton step before it is given up: dry friction that is far stiffer than a step can see stops its joint
/// within a sliver of the way.
const MOST_HALVINGS: usize = 40;

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

    /// Finds the velocities; on return `next_v` and the skins' next states belong to them.
    fn solve(
        &mut self,
        model: &Model,
        state: &State,
        h: f64,
        velocity: &mut [f64],
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        if self.slow {
            velocity.fill(0.0);
            if self.rests(model, state, h, velocity, report)? {
                return Ok(());
            }
            // Forces do not balance: even the smallest velocity counts on the way to where they do.
            model.mechanism.extract(&state.v, velocity);
        }
        self.still = false;
        self.columns.dropped.fill(0.0);
        // What moves must be slowed by its dampers even where they are too weak to count: else it would never come to rest.
        let mut merit = self.evaluate(model, state, h, velocity, false, report)?;
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

    /// Whether a slow world comes to rest in this step, or is at rest and stays so: the forces balance, whatever little
    /// momentum there was, or what is left of them is the rounding of positions. If so the rest is committed.
    fn rests(
        &mut self,
        model: &Model,
        state: &State,
        h: f64,
        rest: &[f64],
        report: &mut StepReport,
    ) -> Result<bool, StepError> {
        // A world that was at rest most likely still is: one look is enough to know.
        if self.still {
            let merit = self.evaluate(model, state, h, rest, true, report)?;
            if merit.relative() <= SOLVED {
                report.residual = merit.relative();
                return Ok(true);
            }
        }
        let merit = self.evaluate(model, state, h, rest, false, report)?;
        self.still = merit.relative() <= SOLVED;
        let rests = self.still || merit.relative() <= BALANCED && self.creeps_unseen(model, h);
        if rests {
            report.residual = merit.relative();
            self.evaluate(model, state, h, rest, true, report)?;
        }
        Ok(rests)
    }

    /// Whether dampers and springs alone, without the masses, would carry what is left of the forces at a speed that no
    /// position would show. Where nothing resists, nothing is too slow.
    fn creeps_unseen(&mut self, model: &Model, h: f64) -> bool {
        self.matrix.clear();
        self.add_resistance(model, h);
        let creep = &mut self.columns.trial;
        creep.copy_from_slice(&self.columns.residual);
        if self.matrix.eliminate(creep).is_err() {
            return false;
        }
        let momentum = |row: usize| (0..creep.len()).map(|c| self.mass.get(row, c) * creep[c]).sum::<f64>();
        (0..creep.len()).map(|row| creep[row] * momentum(row)).sum::<f64>() <= self.unseen
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
            &self.on_bodies,
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

    /// Adds to the matrix how contacts and joints resist motion, from the last evaluation with derivatives.
    fn add_resistance(&mut self, model: &Model, h: f64) {
        self.touch.add_blocks(model, &self.kinematics, &self.ends, h, &mut self.matrix);
        for (d, force) in self.forces.iter().enumerate() {
            if let Source::Solved { column, ratio } = model.mechanism.sources[d] {
                *self.matrix.at(column, column) += h * ratio * ratio * force.damping;
            }
        }
    }

    /// The Newton step from the last evaluation with derivatives, in `columns.step`.
    fn direction(&mut self, model: &Model, state: &State, h: f64) -> Result<(), StepError> {
        self.matrix.copy_from(&self.mass);
        self.add_resistance(model, h);
        for (step, residual) in self.columns.step.iter_mut().zip(&self.columns.residual) {
            *step = -residual;
        }
        self.matrix.eliminate(&mut self.columns.step).map_err(|column| StepError::NotFinite {
            time: state.time,
            what: format!("the Newton matrix at body `{}`", model.body_of_column(column)),
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
            body: model.body_of_column(worst).into(),
            advice: "halve the step, or add damping to the contact material".into(),
        })
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
}
