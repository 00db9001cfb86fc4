//! What befalls bodies.

use crate::error::{ErrorKind, Fault};
use crate::view::View;
use glam::DVec3;

/// Something that befalls a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Disturbance {
    /// A constant force for a while.
    Push {
        /// The body.
        body: String,
        /// Force in world axes \[N\].
        force: DVec3,
        /// Where it acts, in the body's frame \[m\].
        at: DVec3,
        /// Begin \[s\].
        from: f64,
        /// End \[s\].
        until: f64,
    },
    /// A force to and fro: `force × sin(2π frequency (t − from))`.
    Shake {
        /// The body.
        body: String,
        /// Amplitude in world axes \[N\].
        force: DVec3,
        /// Frequency \[Hz\].
        frequency: f64,
        /// Where it acts, in the body's frame \[m\].
        at: DVec3,
        /// Begin \[s\].
        from: f64,
        /// End \[s\].
        until: f64,
    },
    /// A point mass that joins the body and stays.
    AddMass {
        /// The body.
        body: String,
        /// Mass \[kg\].
        mass: f64,
        /// Where, in the body's frame \[m\].
        at: DVec3,
        /// When \[s\].
        time: f64,
    },
}

impl Disturbance {
    pub(super) fn read(view: View<'_>) -> Result<Self, Fault> {
        let (tag, of) = view.tag(&["push", "shake", "add_mass"])?;
        let (body, at) = (of.name("body")?, of.vector("at")?);
        if tag == "add_mass" {
            return Ok(Self::AddMass { body, mass: of.number("mass")?, at, time: of.number("time")? });
        }
        let (force, from, until) = (of.vector("force")?, of.number("from")?, of.number("until")?);
        if until <= from {
            let message = format!("this {tag} ends at {until} s, before it begins at {from} s");
            return Err(
                Fault::new(ErrorKind::OutOfRange, of.at_key("until"), message).note("allowed: until > from")
            );
        }
        Ok(match tag {
            "push" => Self::Push { body, force, at, from, until },
            _ => Self::Shake { body, force, frequency: of.number("frequency")?, at, from, until },
        })
    }

    /// The body that it befalls.
    pub fn body(&self) -> &str {
        match self {
            Self::Push { body, .. } | Self::Shake { body, .. } | Self::AddMass { body, .. } => body,
        }
    }

    /// Force at `time` \[s\], in world axes \[N\]; zero for added masses.
    pub fn force_at(&self, time: f64) -> DVec3 {
        match *self {
            Self::Push { force, from, until, .. } if (from..until).contains(&time) => force,
            Self::Shake { force, frequency, from, until, .. } if (from..until).contains(&time) => {
                force * (std::f64::consts::TAU * frequency * (time - from)).sin()
            }
            _ => DVec3::ZERO,
        }
    }
}
