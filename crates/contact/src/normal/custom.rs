//! A normal law that a user writes.

use super::{Elastic, Tabulated};
use crate::MaterialError;
use crate::check::{non_negative, positive};
use std::fmt::Debug;
use std::sync::Arc;

/// Places at which a curve is checked when a law is made of it.
const CHECKS: usize = 64;
/// Largest relative difference between a stated slope or energy and the one that the forces give.
///
/// Differences over a 64th of the range are good to about 1e-4 for smooth curves; a wrong derivative is off by far more.
const TOLERANCE: f64 = 1e-2;

/// An elastic curve: force over compression. Implement it for a pad that no built-in law describes.
pub trait ElasticCurve: Debug + Send + Sync {
    /// Force and its first two derivatives at a compression \[m\], which is positive.
    fn elastic(&self, compression: f64) -> Elastic;

    /// Work that compresses the pad slowly to a compression \[m\] \[J\].
    fn energy(&self, compression: f64) -> f64;
}

/// A user's elastic curve with a linear damper beside it: `f(p) + c ṗ`.
#[derive(Debug, Clone)]
pub struct CustomNormal {
    curve: Arc<dyn ElasticCurve>,
    damping: f64,
    /// How far the curve was checked \[m\].
    range: f64,
    /// Units side by side.
    factor: f64,
}

/// Equal are laws that share one curve; two curves cannot be compared.
impl PartialEq for CustomNormal {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.curve, &other.curve)
            && (self.damping, self.range, self.factor) == (other.damping, other.range, other.factor)
    }
}

impl CustomNormal {
    /// A law of `curve` with damping \[N·s/m\].
    ///
    /// The curve is checked from 0 to `range` \[m\] (the pad's thickness): forces are finite, start near zero and do not fall; slopes and
    /// energies are those of the forces.
    pub fn new(curve: impl ElasticCurve + 'static, damping: f64, range: f64) -> Result<Self, MaterialError> {
        let damping = non_negative("damping", damping, "N·s/m", "pass 0 for a pad without damping")?;
        let range = positive("range", range, "m", "pass the thickness of the pad")?;
        check(&curve, range)?;
        Ok(Self { curve: Arc::new(curve), damping, range, factor: 1.0 })
    }

    /// Damping \[N·s/m\].
    pub fn damping(&self) -> f64 {
        self.damping
    }

    /// The curve as a table of points, for files: exact at the points, smooth between them.
    pub fn tabulated(&self) -> Result<Tabulated, MaterialError> {
        let point = |i: usize| {
            let x = self.range * i as f64 / CHECKS as f64;
            (x, self.elastic(x).force)
        };
        Tabulated::new(&(1..=CHECKS).map(point).collect::<Vec<_>>(), self.damping)
    }

    pub(super) fn elastic(&self, p: f64) -> Elastic {
        if p <= 0.0 {
            return Elastic::default();
        }
        let Elastic { force, slope, curvature } = self.curve.elastic(p);
        Elastic {
            force: force.max(0.0) * self.factor,
            slope: slope * self.factor,
            curvature: curvature * self.factor,
        }
    }

    pub(super) fn energy(&self, p: f64) -> f64 {
        if p <= 0.0 { 0.0 } else { self.curve.energy(p) * self.factor }
    }

    pub(super) fn scaled(&self, factor: f64) -> Self {
        Self { damping: self.damping * factor, factor: self.factor * factor, ..self.clone() }
    }
}

fn check(curve: &dyn ElasticCurve, range: f64) -> Result<(), MaterialError> {
    let width = range / CHECKS as f64;
    let refuse = |what, compression, found, expected| {
        Err(MaterialError::CustomCurve { what, compression, found, expected })
    };
    let (mut force_before, mut energy_before) = (0.0, 0.0);
    for i in 1..=CHECKS {
        let x = width * i as f64;
        let (Elastic { force, slope, curvature }, energy) = (curve.elastic(x), curve.energy(x));
        for (what, found) in
            [("the force", force), ("the slope", slope), ("the curvature", curvature), ("the energy", energy)]
        {
            if !found.is_finite() {
                return refuse(what, x, found, "a finite number".to_owned());
            }
        }
        if force < force_before {
            return refuse("the force", x, force, format!("at least {force_before}: it must not fall"));
        }
        let step = 1e-3 * width;
        let seen = (curve.elastic(x + step).force - curve.elastic(x - step).force) / (2.0 * step);
        if (seen - slope).abs() > TOLERANCE * (seen.abs() + force / x) {
            return refuse("the slope", x, slope, format!("{seen}, as the forces around it give"));
        }
        // Simpson's rule over the interval.
        let middle = curve.elastic(x - 0.5 * width).force;
        let work = (force_before + 4.0 * middle + force) * width / 6.0;
        let gained = energy - energy_before;
        if (gained - work).abs() > TOLERANCE * (force * width) {
            let expected = format!("{}, the integral of the force", energy_before + work);
            return refuse("the energy", x, energy, expected);
        }
        (force_before, energy_before) = (force, energy);
    }
    Ok(())
}
