//! The curve from force to signal.

use crate::active_layer::{ActiveLayer, Memory, Step};
use crate::check::{Fault, accept, within};
use crate::table::table;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A static, monotone curve from the force of a texel to its signal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Transfer {
    /// A resistive cell in a voltage divider.
    Divider(#[serde(deserialize_with = "table")] Divider),
    /// Straight lines between measured points.
    Points(#[serde(deserialize_with = "table")] Points),
}

/// A resistive cell whose conductance grows as a power of the force, read through a voltage divider.
///
/// With the conductance `G = G_ref (f/half_force)^exponent` beside a fixed one `G_ref`, the divider gives
/// `full_scale · r/(1 + r)`, `r = leak + (f/half_force)^exponent`. Steep at first if the exponent is above 1, and
/// saturating softly. The leak is what a cell conducts that nothing touches; devices hide it below a threshold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Divider {
    /// Signal that is approached for great forces.
    pub full_scale: f64,
    /// Force at half of it \[N\].
    pub half_force: f64,
    /// Power with which the conductance grows.
    pub exponent: f64,
    /// Conductance of an unloaded cell, over that of the fixed one.
    #[serde(default)]
    pub leak: f64,
}

/// Measured points; below the first and above the last the curve is level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// Forces, ascending \[N\].
    pub forces: Vec<f64>,
    /// The signal at each, never falling.
    pub signals: Vec<f64>,
}

impl Transfer {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        match self {
            Self::Divider(divider) => divider.check(),
            Self::Points(points) => points.check(),
        }
    }

    /// Signal at a force \[N\].
    pub fn of_force(&self, force: f64) -> f64 {
        match self {
            Self::Divider(divider) => divider.of_force(force),
            Self::Points(points) => points.of_force(force),
        }
    }
}

impl Divider {
    fn check(&self) -> Result<(), Fault> {
        within("divider.full_scale", self.full_scale, 1e-9, 1e9, "")?;
        within("divider.half_force", self.half_force, 1e-9, 1e9, "N")?;
        within("divider.exponent", self.exponent, 0.05, 20.0, "")?;
        within("divider.leak", self.leak, 0.0, 1.0, "")
    }

    fn of_force(&self, force: f64) -> f64 {
        let conductance = self.leak + (force.max(0.0) / self.half_force).powf(self.exponent);
        // Written with the inverse so that an immense force gives full scale and not ∞/∞.
        self.full_scale / (1.0 + 1.0 / conductance)
    }
}

impl Points {
    fn check(&self) -> Result<(), Fault> {
        let (forces, signals) = (&self.forces, &self.signals);
        if forces.len() != signals.len() || forces.len() < 2 {
            return Err(Fault::Refused(format!(
                "points has {} forces and {} signals; give as many of one as of the other, at least two",
                forces.len(),
                signals.len()
            )));
        }
        for (i, (&force, &signal)) in forces.iter().zip(signals).enumerate() {
            within(&format!("points.forces[{i}]"), force, -1e9, 1e9, "N")?;
            within(&format!("points.signals[{i}]"), signal, -1e9, 1e9, "")?;
            if i > 0 {
                accept(force > forces[i - 1], &format!("points.forces[{i}]"), force, || {
                    format!("above the one before, {} N", forces[i - 1])
                })?;
                accept(signal >= signals[i - 1], &format!("points.signals[{i}]"), signal, || {
                    format!("at least the one before, {}: a transfer curve never falls", signals[i - 1])
                })?;
            }
        }
        Ok(())
    }

    fn of_force(&self, force: f64) -> f64 {
        let (forces, signals) = (&self.forces, &self.signals);
        let above = forces.partition_point(|&f| f <= force);
        match above {
            0 => signals[0],
            n if n == forces.len() => signals[n - 1],
            n => {
                let share = (force - forces[n - 1]) / (forces[n] - forces[n - 1]);
                signals[n - 1] + share * (signals[n] - signals[n - 1])
            }
        }
    }
}

impl ActiveLayer for Transfer {
    fn room(&self, _: usize) -> usize {
        0
    }

    fn advance(&self, _: &mut Memory, _: &Step<'_>, signal: &mut [f64]) {
        for x in signal {
            *x = self.of_force(*x);
        }
    }
}
