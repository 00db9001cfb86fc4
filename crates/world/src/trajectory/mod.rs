//! Motions that are prescribed: where a joint of one degree of freedom is led, how fast, and how it is accelerated.
//!
//! A trajectory is checked once, when it is made; after that every finite time has an answer. Velocity and acceleration
//! are the exact derivatives of the position, so that a body led by it takes no energy from nowhere.

use bristle_contact::OutOfRange;
use glam::{DMat2, DVec2};
use std::f64::consts::TAU;
use std::fmt;
use thiserror::Error;

/// Where the joint is at one time. Lengths for a prismatic joint, angles for a revolute one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// \[m | rad\]
    pub position: f64,
    /// \[m/s | rad/s\]
    pub velocity: f64,
    /// \[m/s² | rad/s²\]; where it jumps, its value just after.
    pub acceleration: f64,
}

impl Sample {
    /// At rest.
    pub const fn at_rest(position: f64) -> Self {
        Self { position, velocity: 0.0, acceleration: 0.0 }
    }
}

/// From rest to rest along a straight line with bounded speed and acceleration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trapezoid {
    /// Position before \[m | rad\].
    pub from: f64,
    /// Position after \[m | rad\].
    pub to: f64,
    /// When it sets out \[s\].
    pub start: f64,
    /// Largest speed \[m/s | rad/s\]; a short move does not reach it.
    pub speed: f64,
    /// Acceleration and deceleration \[m/s² | rad/s²\].
    pub acceleration: f64,
}

/// A place to be at, at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waypoint {
    /// \[s\]
    pub time: f64,
    /// \[m | rad\]
    pub position: f64,
}

/// An oscillation that swells from rest during its first period.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sine {
    /// Position about which it swings, and before it begins \[m | rad\].
    pub centre: f64,
    /// \[m | rad\]
    pub amplitude: f64,
    /// \[Hz\]
    pub frequency: f64,
    /// \[s\]
    pub start: f64,
    /// Phase at `start` \[rad\].
    pub phase: f64,
}

/// A number that describes no possible motion.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum TrajectoryError {
    /// A parameter is not finite or outside its range.
    #[error("{motion}: {number}")]
    OutOfRange {
        /// Kind of motion.
        motion: &'static str,
        /// The number.
        number: OutOfRange,
    },
    /// A motion through waypoints needs two.
    #[error(
        "waypoints: {count} given: there must be at least 2; use a hold for a joint that stays where it is"
    )]
    TooFewWaypoints {
        /// How many there are.
        count: usize,
    },
    /// Times of waypoints do not increase.
    #[error(
        "waypoint {index}: time = {time} s follows {previous} s: times must increase by at least 1e-6 s; \
         sort the waypoints and drop repeated ones"
    )]
    TimesNotIncreasing {
        /// Index of the offending waypoint.
        index: usize,
        /// Time of the one before \[s\].
        previous: f64,
        /// Its time \[s\].
        time: f64,
    },
}

/// A motion of one degree of freedom over all time.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory(Motion);

#[derive(Clone, Debug, PartialEq)]
enum Motion {
    Hold(f64),
    Trapezoid(Trapezoid),
    Waypoints(Vec<Knot>),
    Sine(Sine),
    Sum(Vec<Trajectory>),
}

/// A waypoint and how it is passed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Knot {
    time: f64,
    sample: Sample,
}

impl Trajectory {
    /// Stays at `position` \[m | rad\].
    pub fn hold(position: f64) -> Result<Self, TrajectoryError> {
        Ok(Self(Motion::Hold(reach("hold", "position", position)?)))
    }

    /// From rest to rest with bounded speed and acceleration; its speed is continuous, its acceleration jumps.
    pub fn trapezoid(motion: Trapezoid) -> Result<Self, TrajectoryError> {
        const NAME: &str = "trapezoid";
        reach(NAME, "from", motion.from)?;
        reach(NAME, "to", motion.to)?;
        moment(NAME, "start", motion.start)?;
        let fix = "give the largest speed and acceleration of the drive";
        positive(NAME, "speed", motion.speed, "m/s or rad/s", fix)?;
        positive(NAME, "acceleration", motion.acceleration, "m/s² or rad/s²", fix)?;
        Ok(Self(Motion::Trapezoid(motion)))
    }

    /// Through all waypoints, from rest at the first to rest at the last, with the least jerk: of all such motions, the
    /// one whose squared third derivative, summed over time, is smallest. Position, velocity and acceleration are
    /// continuous, also at both ends. Between waypoints it may swing beyond them.
    pub fn waypoints(waypoints: &[Waypoint]) -> Result<Self, TrajectoryError> {
        const NAME: &str = "waypoints";
        if waypoints.len() < 2 {
            return Err(TrajectoryError::TooFewWaypoints { count: waypoints.len() });
        }
        for waypoint in waypoints {
            moment(NAME, "time", waypoint.time)?;
            reach(NAME, "position", waypoint.position)?;
        }
        for (i, pair) in waypoints.windows(2).enumerate() {
            let (previous, time) = (pair[0].time, pair[1].time);
            if time - previous < 1e-6 {
                return Err(TrajectoryError::TimesNotIncreasing { index: i + 1, previous, time });
            }
        }
        Ok(Self(Motion::Waypoints(least_jerk(waypoints))))
    }

    /// An oscillation that grows to its full amplitude within its first period: it begins from rest, with continuous
    /// acceleration.
    pub fn sine(motion: Sine) -> Result<Self, TrajectoryError> {
        const NAME: &str = "sine";
        reach(NAME, "centre", motion.centre)?;
        reach(NAME, "amplitude", motion.amplitude)?;
        positive(NAME, "frequency", motion.frequency, "Hz", "use a hold for a joint that does not swing")?;
        moment(NAME, "start", motion.start)?;
        reach(NAME, "phase", motion.phase)?;
        Ok(Self(Motion::Sine(motion)))
    }

    /// Several motions at once, their positions added.
    pub fn sum(parts: Vec<Trajectory>) -> Self {
        Self(Motion::Sum(parts))
    }

    /// Where the joint is at `time` \[s\].
    pub fn at(&self, time: f64) -> Sample {
        match &self.0 {
            Motion::Hold(position) => Sample::at_rest(*position),
            Motion::Trapezoid(motion) => motion.at(time),
            Motion::Waypoints(knots) => between_knots(knots, time),
            Motion::Sine(motion) => motion.at(time),
            Motion::Sum(parts) => parts.iter().fold(Sample::default(), |sum, part| {
                let Sample { position, velocity, acceleration } = part.at(time);
                Sample {
                    position: sum.position + position,
                    velocity: sum.velocity + velocity,
                    acceleration: sum.acceleration + acceleration,
                }
            }),
        }
    }

    /// When it has come to rest for good \[s\]; `None` if it never does.
    pub fn end(&self) -> Option<f64> {
        match &self.0 {
            Motion::Hold(_) => Some(f64::NEG_INFINITY),
            Motion::Trapezoid(motion) => Some(motion.start + motion.duration()),
            Motion::Waypoints(knots) => knots.last().map(|knot| knot.time),
            Motion::Sine(motion) if motion.amplitude == 0.0 => Some(motion.start),
            Motion::Sine(_) => None,
            Motion::Sum(parts) => {
                parts.iter().try_fold(f64::NEG_INFINITY, |latest, part| Some(part.end()?.max(latest)))
            }
        }
    }
}

impl Trapezoid {
    /// Time spent accelerating, and time spent at full speed \[s\].
    fn phases(&self) -> (f64, f64) {
        let distance = (self.to - self.from).abs();
        let ramp = self.speed / self.acceleration;
        if distance < self.speed * ramp {
            ((distance / self.acceleration).sqrt(), 0.0)
        } else {
            (ramp, distance / self.speed - ramp)
        }
    }

    /// How long the move takes \[s\]: `d/v + v/a`, or `2√(d/a)` if it is too short to reach its speed.
    pub fn duration(&self) -> f64 {
        let (ramp, cruise) = self.phases();
        2.0 * ramp + cruise
    }

    fn at(&self, time: f64) -> Sample {
        let (ramp, cruise) = self.phases();
        let (past, left) = (time - self.start, self.start + 2.0 * ramp + cruise - time);
        let a = self.acceleration.copysign(self.to - self.from);
        if past < 0.0 {
            Sample::at_rest(self.from)
        } else if left <= 0.0 {
            Sample::at_rest(self.to)
        } else if left <= ramp {
            // Counted from the end, so that it arrives where it was sent, to the last bit.
            Sample { position: self.to - 0.5 * a * left * left, velocity: a * left, acceleration: -a }
        } else if past < ramp {
            Sample { position: self.from + 0.5 * a * past * past, velocity: a * past, acceleration: a }
        } else {
            let position = self.from + a * ramp * (past - 0.5 * ramp);
            Sample { position, velocity: a * ramp, acceleration: 0.0 }
        }
    }
}

impl Sine {
    fn at(&self, time: f64) -> Sample {
        let past = time - self.start;
        if past <= 0.0 {
            return Sample::at_rest(self.centre);
        }
        let omega = TAU * self.frequency;
        let (sin, cos) = (omega * past + self.phase).sin_cos();
        // Whole envelope and its derivatives: 10 x³ − 15 x⁴ + 6 x⁵ over the first period, then 1.
        let x = (past * self.frequency).min(1.0);
        let e0 = x * x * x * (10.0 + x * (6.0 * x - 15.0));
        let e1 = 30.0 * x * x * (1.0 - x) * (1.0 - x) * self.frequency;
        let e2 = 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) * self.frequency * self.frequency;
        Sample {
            position: self.centre + self.amplitude * e0 * sin,
            velocity: self.amplitude * (e1 * sin + e0 * omega * cos),
            acceleration: self.amplitude * ((e2 - e0 * omega * omega) * sin + 2.0 * e1 * omega * cos),
        }
    }
}

/// The velocities and accelerations at inner waypoints for which jerk and snap are continuous there.
///
/// That is the condition for least jerk. In units of the mean interval it is a positive definite system of 2×2 blocks on
/// three diagonals, solved by elimination from the first to the last.
fn least_jerk(waypoints: &[Waypoint]) -> Vec<Knot> {
    let mut knots: Vec<Knot> =
        waypoints.iter().map(|w| Knot { time: w.time, sample: Sample::at_rest(w.position) }).collect();
    let last = knots.len() - 1;
    let unit = (knots[last].time - knots[0].time) / last as f64;
    let interval = |i: usize| (waypoints[i + 1].time - waypoints[i].time) / unit;
    let step = |i: usize| waypoints[i + 1].position - waypoints[i].position;

    // Row of knot i: back · y[i−1] + diagonal · y[i] + back[i+1]ᵀ · y[i+1] = load, with y = (velocity, acceleration).
    let back =
        |h: f64| DMat2::from_cols_array(&[168.0 / h.powi(3), -24.0 / h.powi(2), 24.0 / h.powi(2), -3.0 / h]);
    let mut reduced: Vec<(DMat2, DVec2)> = Vec::with_capacity(last);
    for i in 1..last {
        let (l, r) = (interval(i - 1), interval(i));
        let off = 36.0 / r.powi(2) - 36.0 / l.powi(2);
        let mut diagonal =
            DMat2::from_cols_array(&[192.0 / l.powi(3) + 192.0 / r.powi(3), off, off, 9.0 / l + 9.0 / r]);
        let mut load = DVec2::new(
            360.0 * (step(i - 1) / l.powi(4) + step(i) / r.powi(4)),
            60.0 * (step(i) / r.powi(3) - step(i - 1) / l.powi(3)),
        );
        if let Some((before, load_before)) = reduced.last() {
            let factor = back(l) * before.inverse();
            diagonal -= factor * back(l).transpose();
            load -= factor * *load_before;
        }
        reduced.push((diagonal, load));
    }
    let mut after = DVec2::ZERO;
    for i in (1..last).rev() {
        let (diagonal, load) = reduced[i - 1];
        let coupling = if i + 1 < last { back(interval(i)).transpose() * after } else { DVec2::ZERO };
        after = diagonal.inverse() * (load - coupling);
        knots[i].sample.velocity = after.x / unit;
        knots[i].sample.acceleration = after.y / (unit * unit);
    }
    knots
}

/// The quintic between two knots, at rest outside.
fn between_knots(knots: &[Knot], time: f64) -> Sample {
    let next = knots.partition_point(|knot| knot.time <= time);
    let (Some(from), Some(to)) = (next.checked_sub(1).and_then(|i| knots.get(i)), knots.get(next)) else {
        let end = if next == 0 { knots.first() } else { knots.last() };
        return end.map_or(Sample::default(), |knot| Sample::at_rest(knot.sample.position));
    };
    let h = to.time - from.time;
    let (p0, v0, a0) = (from.sample.position, from.sample.velocity * h, from.sample.acceleration * h * h);
    let (v1, a1) = (to.sample.velocity * h, to.sample.acceleration * h * h);
    let d = to.sample.position - p0;
    let c3 = 10.0 * d - 6.0 * v0 - 4.0 * v1 - 1.5 * a0 + 0.5 * a1;
    let c4 = -15.0 * d + 8.0 * v0 + 7.0 * v1 + 1.5 * a0 - a1;
    let c5 = 6.0 * d - 3.0 * (v0 + v1) - 0.5 * (a0 - a1);
    let x = (time - from.time) / h;
    Sample {
        position: p0 + x * (v0 + x * (0.5 * a0 + x * (c3 + x * (c4 + x * c5)))),
        velocity: (v0 + x * (a0 + x * (3.0 * c3 + x * (4.0 * c4 + x * 5.0 * c5)))) / h,
        acceleration: (a0 + x * (6.0 * c3 + x * (12.0 * c4 + x * 20.0 * c5))) / (h * h),
    }
}

/// A summary in words, for people who check a scene.
impl fmt::Display for Trajectory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Motion::Hold(position) => write!(f, "hold at {position}"),
            Motion::Trapezoid(m) => {
                write!(f, "from {} at {} s to {} at {} s", m.from, m.start, m.to, m.start + m.duration())
            }
            Motion::Waypoints(knots) => {
                write!(f, "through {} waypoints", knots.len())?;
                let (Some(first), Some(last)) = (knots.first(), knots.last()) else { return Ok(()) };
                write!(f, " from {} s to {} s", first.time, last.time)
            }
            Motion::Sine(m) => {
                write!(
                    f,
                    "swing by {} about {} at {} Hz from {} s",
                    m.amplitude, m.centre, m.frequency, m.start
                )
            }
            Motion::Sum(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    write!(f, "{}{part}", if i == 0 { "" } else { " + " })?;
                }
                Ok(())
            }
        }
    }
}

fn bounded(
    motion: &'static str,
    parameter: &'static str,
    value: f64,
    unit: &'static str,
) -> Result<f64, TrajectoryError> {
    let (allowed, fix) = ("finite and within ±1e6", "state it in m, rad and s");
    OutOfRange::unless(value.abs() <= 1e6, parameter, value, unit, allowed, fix)
        .map_err(|number| TrajectoryError::OutOfRange { motion, number })
}

fn reach(motion: &'static str, parameter: &'static str, value: f64) -> Result<f64, TrajectoryError> {
    bounded(motion, parameter, value, "m or rad")
}

fn moment(motion: &'static str, parameter: &'static str, value: f64) -> Result<f64, TrajectoryError> {
    bounded(motion, parameter, value, "s")
}

fn positive(
    motion: &'static str,
    parameter: &'static str,
    value: f64,
    unit: &'static str,
    fix: &'static str,
) -> Result<f64, TrajectoryError> {
    let allowed = "finite and within [1e-9, 1e9]";
    OutOfRange::unless((1e-9..=1e9).contains(&value), parameter, value, unit, allowed, fix)
        .map_err(|number| TrajectoryError::OutOfRange { motion, number })
}

#[cfg(test)]
mod tests;
