//! A few physical parameters of a device, turned until it says what was measured.

use super::{Minimum, Rig, RigError, Stamp, Weighed, Weighing, minimise};
use crate::{Layer, Profile, Transfer};

/// What was measured with one stamp.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Loads \[N\].
    pub loads: Vec<f64>,
    /// Sum of the counts for each, 4 s to 6 s after onset.
    pub sums: Vec<f64>,
    /// Least and greatest ratio of the sums at 10 s and at 1 s.
    pub creep_ratio: [f64; 2],
    /// Least and greatest number of texels that are not 0.
    pub active: [f64; 2],
}

/// What the device is predicted to say of one load: means over the places of the stamp, and the extremes among them.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// The load \[N\].
    pub load: f64,
    /// Sum of the counts, 4 s to 6 s after onset.
    pub sum: f64,
    /// Sum at 10 s over sum at 1 s.
    pub creep_ratio: f64,
    /// Texels that are not 0.
    pub active: f64,
    /// Least and greatest creep ratio over the places.
    pub creep_ratios: [f64; 2],
    /// Least and greatest number of active texels over the places.
    pub actives: [f64; 2],
}

/// What is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knobs {
    /// Radius of the spread \[m\].
    pub radius: f64,
    /// Force at half of full scale \[N\].
    pub half_force: f64,
    /// Power of the conductance.
    pub exponent: f64,
    /// Factor on all shares of the creep.
    pub creep: f64,
}

impl Knobs {
    /// As a profile has them.
    pub fn of(profile: &Profile) -> Result<Self, RigError> {
        let (mut radius, mut divider, mut creep) = (None, None, None);
        for layer in &profile.layers {
            match layer {
                Layer::Spread(spread) => radius = Some(spread.radius),
                Layer::Transfer(Transfer::Divider(d)) => divider = Some((d.half_force, d.exponent)),
                Layer::Creep(_) => creep = Some(1.0),
                _ => {}
            }
        }
        let missing = |layer| RigError::NothingToTurn { layer };
        let (half_force, exponent) = divider.ok_or(missing("transfer"))?;
        let radius = radius.ok_or(missing("spread"))?;
        Ok(Self { radius, half_force, exponent, creep: creep.ok_or(missing("creep"))? })
    }

    /// A profile with these values.
    pub fn turn(&self, mut profile: Profile) -> Profile {
        for layer in &mut profile.layers {
            match layer {
                Layer::Spread(spread) => spread.radius = self.radius,
                Layer::Transfer(Transfer::Divider(divider)) => {
                    divider.half_force = self.half_force;
                    divider.exponent = self.exponent;
                }
                Layer::Creep(creep) => creep.terms.iter_mut().for_each(|term| term.share *= self.creep),
                _ => {}
            }
        }
        profile
    }

    /// Logarithms, so that nothing becomes negative and all steps are relative.
    fn logarithms(&self) -> [f64; 4] {
        [self.radius, self.half_force, self.exponent, self.creep].map(f64::ln)
    }

    fn of_logarithms(logs: &[f64]) -> Self {
        let exp = |i: usize| logs.get(i).copied().unwrap_or(0.0).exp();
        Self { radius: exp(0), half_force: exp(1), exponent: exp(2), creep: exp(3) }
    }
}

/// A fit of a profile to measurements with a stamp.
#[derive(Clone, Debug)]
pub struct Refit<'r> {
    rig: &'r Rig,
    profile: Profile,
    weighing: Weighing,
    /// True forces of the texels per newton of load, for every place of the stamp.
    footprints: Vec<Vec<f64>>,
}

/// Layers that the clock of the device has a part in; a fit looks through them.
const LOOKED_THROUGH: [&str; 3] = ["noise", "sampling", "delay"];

impl<'r> Refit<'r> {
    /// Presses stamps of the same size onto the rig at several places.
    pub fn new(
        rig: &'r Rig,
        profile: Profile,
        weighing: Weighing,
        stamps: &[Stamp],
    ) -> Result<Self, RigError> {
        let footprint = |stamp: &Stamp| rig.press(*stamp, 1.0);
        let footprints = stamps.iter().map(footprint).collect::<Result<_, _>>()?;
        Ok(Self { rig, profile, weighing, footprints })
    }

    /// What the device says of every load, all its layers at work.
    pub fn predict(&self, loads: &[f64]) -> Result<Vec<Prediction>, RigError> {
        self.predict_with(&self.profile, &self.weighing, loads)
    }

    /// What it says at one place of the stamp, frame by frame.
    pub fn watch(&self, place: usize, load: f64) -> Result<Weighed, RigError> {
        let chain = self.profile.chain(self.rig.layout())?;
        let forces: Vec<f64> = self.footprints[place].iter().map(|f| load * f).collect();
        self.weighing.watch(&chain, &forces)
    }

    /// Turns the knobs until the sums agree best and ratios and counts of texels are within their ranges. Gives the knobs
    /// and what is left.
    pub fn fit(&self, measured: &Measured) -> Result<(Knobs, Minimum), RigError> {
        let start = Knobs::of(&self.profile)?;
        let (points, knobs) = (measured.loads.len().min(measured.sums.len()), 4);
        if points <= knobs {
            return Err(RigError::TooFewLoads { points, knobs });
        }
        let profile = self.profile.clone().without(&LOOKED_THROUGH);
        // Creep is exact for every step, so a fit may take great ones.
        let weighing = Weighing { step: 0.1, ..self.weighing };
        let mismatch = |logs: &[f64]| {
            let turned = Knobs::of_logarithms(logs).turn(profile.clone());
            let predicted = self.predict_with(&turned, &weighing, &measured.loads);
            predicted.map_or(f64::INFINITY, |predicted| measured.mismatch(&predicted))
        };
        let minimum = minimise(mismatch, &start.logarithms(), &[0.1; 4], 1e-4, 400);
        Ok((Knobs::of_logarithms(&minimum.at), minimum))
    }

    /// Predicts the sum of every load from a fit to all the others: what the model is worth beyond its own data.
    pub fn leave_one_out(&self, measured: &Measured) -> Result<Vec<f64>, RigError> {
        (0..measured.loads.len())
            .map(|left_out| {
                let mut others = measured.clone();
                let load = others.loads.remove(left_out);
                others.sums.remove(left_out);
                let (knobs, _) = self.fit(&others)?;
                let turned = knobs.turn(self.profile.clone());
                Ok(self.predict_with(&turned, &self.weighing, &[load])?[0].sum)
            })
            .collect()
    }

    fn predict_with(
        &self,
        profile: &Profile,
        weighing: &Weighing,
        loads: &[f64],
    ) -> Result<Vec<Prediction>, RigError> {
        let chain = profile.chain(self.rig.layout())?;
        let mut forces = vec![0.0; chain.texels()];
        loads
            .iter()
            .map(|&load| {
                let mut all = Prediction {
                    load,
                    sum: 0.0,
                    creep_ratio: 0.0,
                    active: 0.0,
                    creep_ratios: [f64::INFINITY, 0.0],
                    actives: [f64::INFINITY, 0.0],
                };
                let part = 1.0 / self.footprints.len() as f64;
                for footprint in &self.footprints {
                    forces.iter_mut().zip(footprint).for_each(|(force, f)| *force = load * f);
                    let weighed = weighing.watch(&chain, &forces)?;
                    let (ratio, active) = (weighed.creep_ratio(), weighed.active());
                    all.sum += part * weighed.sum();
                    all.creep_ratio += part * ratio;
                    all.active += part * active;
                    all.creep_ratios = [all.creep_ratios[0].min(ratio), all.creep_ratios[1].max(ratio)];
                    all.actives = [all.actives[0].min(active), all.actives[1].max(active)];
                }
                Ok(all)
            })
            .collect()
    }
}

impl Measured {
    /// Root mean square of the relative errors of the sums.
    pub fn error(&self, sums: impl IntoIterator<Item = f64>) -> f64 {
        let squares: Vec<f64> =
            sums.into_iter().zip(&self.sums).map(|(ours, s)| (ours / s - 1.0).powi(2)).collect();
        (squares.iter().sum::<f64>() / squares.len().max(1) as f64).sqrt()
    }

    /// Mean square of the relative errors, and of how far ratios and texels are outside of their ranges.
    fn mismatch(&self, predicted: &[Prediction]) -> f64 {
        // A fit stays 3 % within a range, so that noise does not carry it out.
        let outside = |value: f64, [low, high]: [f64; 2]| {
            ((1.03 * low - value).max(value - 0.97 * high).max(0.0) / low).powi(2)
        };
        let square = |(p, sum): (&Prediction, &f64)| {
            let ranges = outside(p.creep_ratio, self.creep_ratio) + outside(p.active, self.active);
            (p.sum / sum - 1.0).powi(2) + 100.0 * ranges
        };
        predicted.iter().zip(&self.sums).map(square).sum::<f64>() / predicted.len().max(1) as f64
    }
}
