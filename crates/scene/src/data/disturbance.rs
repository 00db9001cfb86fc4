//! What acts on bodies from outside.

use crate::describe::{Kind, Range, Space, Unit, described, name, number, numbers};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use glam::DVec3;

described! {
    /// Something that acts on a body from outside; one of these.
    pub enum Disturbance as "disturbance" {
        /// a constant force for a while
        Push(Push) as "push";
        /// a force to and fro for a while
        Shake(Shake) as "shake";
        /// marbles into a cup
        AddMass(AddMass) as "add_mass";
    }
}

fn time() -> Kind {
    number(Range::within(0.0, 1e6), "s")
}

fn force() -> Kind {
    numbers(3, Range::ANY, "N")
}

fn point() -> Kind {
    numbers(3, Range::within(-1e6, 1e6), Unit::Length)
}

described! {
    /// A constant force, in world axes.
    pub struct Push as "push", check(Push::check) {
        /// which
        body: String = needed, name(Space::Body);
        /// world axes
        force: DVec3 = needed, force();
        /// where it acts, in the body's frame
        at: DVec3 = or(DVec3::ZERO), point();
        /// begin
        from: f64 = or(0.0), time();
        /// end
        until: f64 = needed, time();
    }
}

impl Push {
    fn check(&self, view: View<'_>) -> Result<(), Fault> {
        check_times("push", self.from, self.until, view)
    }
}

described! {
    /// `force × sin(2π frequency (t − from))`, in world axes.
    pub struct Shake as "shake", check(Shake::check) {
        /// which
        body: String = needed, name(Space::Body);
        /// amplitude, world axes
        force: DVec3 = needed, force();
        /// frequency
        frequency: f64 = needed, number(Range::above(0.0, 1e6), "Hz");
        /// where it acts, in the body's frame
        at: DVec3 = or(DVec3::ZERO), point();
        /// begin
        from: f64 = or(0.0), time();
        /// end
        until: f64 = needed, time();
    }
}

impl Shake {
    fn check(&self, view: View<'_>) -> Result<(), Fault> {
        check_times("shake", self.from, self.until, view)
    }
}

described! {
    /// A point mass that joins the body and stays.
    pub struct AddMass as "add_mass" {
        /// which
        body: String = needed, name(Space::Body);
        /// mass
        mass: f64 = needed, number(Range::POSITIVE, "kg");
        /// where, in the body's frame
        at: DVec3 = or(DVec3::ZERO), point();
        /// when
        time: f64 = needed, time();
    }
}

fn check_times(what: &str, from: f64, until: f64, view: View<'_>) -> Result<(), Fault> {
    if until > from {
        return Ok(());
    }
    let message = format!("this {what} ends at {until} s, before it begins at {from} s");
    Err(view.fault(ErrorKind::OutOfRange, "until", message).note("allowed: until > from"))
}

impl Disturbance {
    /// The body that it acts on.
    pub fn body(&self) -> &str {
        match self {
            Self::Push(Push { body, .. })
            | Self::Shake(Shake { body, .. })
            | Self::AddMass(AddMass { body, .. }) => body,
        }
    }

    /// When it begins \[s\].
    pub fn begin(&self) -> f64 {
        match *self {
            Self::Push(Push { from, .. }) | Self::Shake(Shake { from, .. }) => from,
            Self::AddMass(AddMass { time, .. }) => time,
        }
    }

    /// Force at `time` \[s\], in world axes \[N\]; zero for added masses.
    pub fn force_at(&self, time: f64) -> DVec3 {
        match *self {
            Self::Push(Push { force, from, until, .. }) if (from..until).contains(&time) => force,
            Self::Shake(Shake { force, frequency, from, until, .. }) if (from..until).contains(&time) => {
                force * (std::f64::consts::TAU * frequency * (time - from)).sin()
            }
            _ => DVec3::ZERO,
        }
    }
}
