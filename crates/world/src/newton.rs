//! The implicit step: Newton's method on the ways over it.
//!
//! Unknown are the ways per time, `u`; velocities at the end of the step follow from them, see [`Stiff`]. Kinematics, masses and casts belong to
//! the predicted middle of the step, `q + h v/2`; gyroscopic forces to the mean of `v` and `v'`; elastic forces are means over the way; damping
//! and friction follow the way. Equations: docs/theory/stepping.md.

use crate::joint_forces::JointForces;
use crate::mechanism::Source;
use crate::model::Model;
use crate::motor::MotorPlan;
use crate::pair_blocks::{PairBlocks, Resistance};
use crate::placed::{Placed, Scale};
use crate::report::StepReport;
use crate::state::State;
use crate::step_error::StepError;
use crate::stiff::Stiff;
use crate::trial::Trial;
use crate::workspace::{Sliding, Workspace};
use bristle_coupling::{End, Equations, Limits, Matrix, Merit, NEARLY_THE_SAME, Newton, Purpose, SkinSet};

/// Residual at which a world at rest is in balance. Positions are numbers too: a stiff pad's force changes by this much from
/// one to the next.
const BALANCED: f64 = 2e-11;

/// Where rounding stops further progress, this much is still taken.
const ACCEPTABLE: f64 = 1e-7;

/// A step that does not converge is divided into at most two to the power of this many parts.
const MOST_DIVISIONS: usize = 6;

/// Many halvings: dry friction that is far stiffer than a step can see stops its joint within a sliver of the way.
const LIMITS: Limits = Limits { iterations: 60, halvings: 40, fair: 0.0 };

/// For a step in which a body moves past the window of a skin, such as one that turns by several radians: there may be nothing to be found, and parts of the
/// step are better anyway.
const HURRIED: Limits = Limits { iterations: 20, halvings: 2, fair: 0.0 };

/// How long a solution is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Search {
    /// Where bodies are too fast to be followed, not long.
    Hurried,
    /// As long as there is hope.
    Thorough,
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
        (self.was_hurried, self.in_vain) = (false, 0);
        let done = match self.step_in_parts(model, state, h, Search::Hurried) {
            Err(StepError::NotConverged { .. }) if self.was_hurried => {
                self.step_in_parts(model, state, h, Search::Thorough)
            }
            done => done,
        };
        done.map(|report| StepReport { evaluations: report.evaluations + self.in_vain, ..report })
    }

    /// Takes the step whole, or else in as few parts as it needs.
    fn step_in_parts(
        &mut self,
        model: &Model,
        state: &mut State,
        h: f64,
        search: Search,
    ) -> Result<StepReport, StepError> {
        let error = match self.whole_step(model, state, h, search) {
            Err(error @ StepError::NotConverged { .. }) => error,
            done => return done,
        };
        let before = state.clone();
        for parts in (1..=MOST_DIVISIONS).map(|n| 1usize << n) {
            if let Ok(report) = self.divided_step(model, state, h, parts, search) {
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
        search: Search,
    ) -> Result<StepReport, StepError> {
        let mut sum = StepReport { divisions: parts, ..Default::default() };
        for _ in 0..parts {
            let part = match self.whole_step(model, state, h / parts as f64, search) {
                Ok(part) => part,
                Err(error) => {
                    self.in_vain += sum.evaluations;
                    return Err(error);
                }
            };
            sum.iterations += part.iterations;
            sum.evaluations += part.evaluations;
            sum.residual = part.residual.max(sum.residual);
            sum.contacts = part.contacts;
            sum.beyond_window |= part.beyond_window;
        }
        Ok(sum)
    }

    fn whole_step(
        &mut self,
        model: &Model,
        state: &mut State,
        h: f64,
        search: Search,
    ) -> Result<StepReport, StepError> {
        let scale = self.begin(model, state, h)?;
        let beyond_window = self.skins.fast_targets(&self.placed.middle.poses, h).next().is_some();
        let hurried = beyond_window && search == Search::Hurried;
        let limits = if hurried { &HURRIED } else { &LIMITS };
        self.was_hurried |= hurried;
        let Self { skins, placed, trial, plans, velocity, stiff, newton, matrix, blocks, still, .. } = self;
        let mut equations = StepEquations {
            model,
            state,
            h,
            placed,
            plans,
            skins,
            trial,
            stiff,
            blocks,
            matrix,
            scale,
            report: StepReport { beyond_window, ..Default::default() },
        };
        if let Err(error) = equations.solve(newton, velocity, still, limits) {
            self.in_vain += equations.report.evaluations;
            return Err(error);
        }
        let report = StepReport { contacts: equations.skins.contacts(), ..equations.report };
        self.finish(model, state, h)?;
        Ok(report)
    }

    /// Prepares all that does not depend on the unknowns.
    fn begin(&mut self, model: &Model, state: &State, h: f64) -> Result<Scale, StepError> {
        let Self { skins, placed, trial, velocity, stiff, .. } = self;
        trial.give_velocities(model, state, h);
        placed.place(model, state, h);
        skins.look_at_bodies(placed.ways(&placed.middle_twists), &state.skins)?;
        skins.let_in_overlaps(&state.skins, h);
        placed.weigh(model, state)?;
        model.mechanism.extract(&state.v, velocity);
        stiff.begin(velocity, &placed.mass);
        placed.mass.times(velocity, &mut trial.dropped);
        let scale = placed.scale(model, state, h, velocity, &trial.dropped);
        self.plan_motors(model, state, h);
        Ok(scale)
    }

    /// Moves the state to the end of the step.
    fn finish(&mut self, model: &Model, state: &mut State, h: f64) -> Result<(), StepError> {
        let Trial { u, q, .. } = &mut self.trial;
        model.mechanism.advance(&state.q, &state.centres, u, h, q);
        self.settle(model, state, Sliding::OverStep, h)
    }
}

/// The equations of one step, (TS-3): the residual `h (inverse dynamics − efforts)` per unknown is zero.
struct StepEquations<'a> {
    model: &'a Model,
    state: &'a State,
    h: f64,
    placed: &'a Placed,
    plans: &'a [MotorPlan],
    skins: &'a mut SkinSet,
    trial: &'a mut Trial,
    stiff: &'a mut Stiff,
    blocks: &'a mut PairBlocks,
    matrix: &'a mut Matrix,
    scale: Scale,
    report: StepReport,
}

impl StepEquations<'_> {
    /// Finds the velocities; on return the trial and the skins' next states belong to them.
    ///
    /// `still` says that the last step ended as it began; a hint where to begin, of no effect on the result.
    fn solve(
        &mut self,
        newton: &mut Newton,
        velocity: &mut [f64],
        still: &mut bool,
        limits: &Limits,
    ) -> Result<(), StepError> {
        if self.scale.slow {
            velocity.fill(0.0);
            self.trial.rests = true;
            let rests = self.rests(velocity, still);
            self.trial.rests = false;
            if rests? {
                return Ok(());
            }
            // Forces do not balance: even the smallest velocity counts on the way to where they do.
            self.model.mechanism.extract(&self.state.v, velocity);
        }
        *still = false;
        self.trial.dropped.fill(0.0);
        // What moves must be slowed by its dampers even where they are too weak to count: else it would never come to rest.
        let mut first = self.evaluate(velocity, Purpose::Derivatives)?;
        self.matrix.clear();
        self.add_resistance(Resistance::Symmetric);
        self.stiff.resist(self.matrix, &self.placed.mass);
        if self.skins.settle_stiff(&self.state.skins, &self.placed.inverse_mass, self.h) > NEARLY_THE_SAME {
            first = self.evaluate(velocity, Purpose::Derivatives)?;
        }
        // What is to be overcome is an impulse too, whatever it comes from: prescribed motion, or turning.
        self.scale.impulse += first.square;
        first.scale += first.square;
        let found = newton.solve(self, velocity, first, limits)?;
        self.report.iterations = found.iterations;
        self.report.residual = found.merit.relative();
        match found.end {
            End::Solved => Ok(()),
            End::Stalled if found.merit.relative() <= ACCEPTABLE => Ok(()),
            End::Stalled | End::Exhausted => Err(self.not_converged()),
        }
    }

    /// Whether a slow world comes to rest in this step, or is at rest and stays so: the forces balance, whatever little
    /// momentum there was, or what is left of them is the rounding of positions. If so the rest is committed.
    fn rests(&mut self, rest: &[f64], still: &mut bool) -> Result<bool, StepError> {
        // A world that was at rest most likely still is: one look is enough to know.
        if *still {
            let merit = self.evaluate(rest, Purpose::Commit)?;
            if merit.is_solved() {
                self.report.residual = merit.relative();
                return Ok(true);
            }
        }
        let merit = self.evaluate(rest, Purpose::Derivatives)?;
        *still = merit.is_solved();
        let rests = *still || merit.relative() <= BALANCED && self.creeps_unseen();
        if rests {
            self.report.residual = merit.relative();
            self.evaluate(rest, Purpose::Commit)?;
        }
        Ok(rests)
    }

    /// Whether dampers and springs alone, without the masses, would carry what is left of the forces at a speed that no
    /// position would show. Where nothing resists, nothing is too slow.
    fn creeps_unseen(&mut self) -> bool {
        self.matrix.clear();
        self.add_resistance(Resistance::Whole);
        let creep = &mut self.trial.room;
        creep.copy_from_slice(&self.trial.residual);
        if self.matrix.eliminate(creep).is_err() {
            return false;
        }
        let momentum =
            |row: usize| (0..creep.len()).map(|c| self.placed.mass.get(row, c) * creep[c]).sum::<f64>();
        (0..creep.len()).map(|row| creep[row] * momentum(row)).sum::<f64>() <= self.scale.unseen
    }

    /// Adds to the matrix how contacts and joints resist motion, from the last evaluation with derivatives.
    fn add_resistance(&mut self, which: Resistance) {
        self.blocks.add_damping(self.skins, self.model, self.placed, self.h, which, self.matrix);
        for (d, force) in self.trial.forces.iter().enumerate() {
            let Source::Solved { column, ratio } = self.model.mechanism.sources[d] else { continue };
            let spring = match which {
                Resistance::Whole => None,
                // A joint's spring has no end that could be met: the trapezoidal rule follows it at any step.
                Resistance::Symmetric => self.model.mechanism.joints[self.model.mechanism.owner[d]].spring,
            };
            let resists = force.damping - spring.map_or(0.0, |spring| 0.5 * self.h * spring.stiffness);
            *self.matrix.at(column, column) += self.h * ratio * ratio * resists.max(0.0);
        }
    }

    fn not_converged(&self) -> StepError {
        let share = |c: usize| self.trial.residual[c].powi(2) / self.placed.mass.get(c, c);
        let columns = 0..self.model.mechanism.columns;
        let worst = columns.max_by(|&a, &b| share(a).total_cmp(&share(b))).unwrap_or(0);
        StepError::NotConverged {
            time: self.state.time,
            iterations: self.report.iterations,
            residual: self.report.residual,
            body: self.model.body_of_column(worst).into(),
            advice: "halve the step, or add damping to the contact material".into(),
        }
    }
}

impl Equations for StepEquations<'_> {
    type Error = StepError;

    fn evaluate(&mut self, velocity: &[f64], purpose: Purpose) -> Result<Merit, StepError> {
        let Self { model, state, h, placed, skins, trial, .. } = self;
        self.report.evaluations += 1;
        trial.take_ways(model, state, placed, self.stiff, velocity, *h);
        skins.evaluate_bodies(placed.ways(&trial.way_twists), &state.skins, *h, purpose)?;
        let pressed = trial.collect_wrenches(state, placed, skins);
        trial.efforts_of_mean_motion(model, state, placed);
        let joints = JointForces { model, state, plans: self.plans, h: *h, blend: 0.5 };
        let driven = trial.balance(&joints, &placed.mass);
        let Trial { residual, room, .. } = &mut **trial;
        room.copy_from_slice(residual);
        placed.factor.cholesky_solve(room);
        let square: f64 = residual.iter().zip(&*room).map(|(r, s)| r * s).sum();
        if !square.is_finite() {
            return Err(trial.blame(model, state));
        }
        let scale = self.scale.impulse + *h * *h * (pressed + driven) + f64::MIN_POSITIVE;
        Ok(Merit { square: square.max(0.0), scale })
    }

    fn direction(&mut self, step: &mut [f64]) -> Result<(), StepError> {
        self.matrix.copy_from(self.stiff.mass());
        self.add_resistance(Resistance::Whole);
        for (step, residual) in step.iter_mut().zip(&self.trial.residual) {
            *step = -residual;
        }
        self.matrix.eliminate(step).map_err(|column| StepError::NotFinite {
            time: self.state.time,
            what: format!("the Newton matrix at body `{}`", self.model.body_of_column(column)),
            advice: "shorten the step".into(),
        })
    }
}
