//! The tactile channels, after Romano et al. (2011), §IV and §V.C, and two that they wish for in §VII.

use super::{Band, Design, Filter, Receptor, SignalError};
use glam::DVec3;

/// SA-I (eq. 1): the force on a fingertip, the sum over its cells \[N\].
pub fn total(forces: &[f64]) -> f64 {
    forces.iter().sum()
}

/// The centre of a contact \[m\]: the mean of the cells' places, weighted by their forces; `None` if nothing presses.
///
/// On a round fingertip it says where the contact is; on a flat one, which touches at several places, only where their middle is.
pub fn centroid(forces: &[f64], places: &[DVec3]) -> Option<DVec3> {
    // What lies below the zero by noise pulls nothing to the other side.
    let pressed = || forces.iter().map(|force| force.max(0.0));
    let sum: f64 = pressed().sum();
    let moment: DVec3 = pressed().zip(places).map(|(force, &place)| force * place).sum();
    (sum > 0.0).then(|| moment / sum)
}

/// FA-I (eq. 2): how fast the force on a fingertip changes. Each cell passes a high-pass, and the results are summed \[N\].
#[derive(Clone, Debug, PartialEq)]
pub struct Disturbance {
    filters: Vec<Filter>,
}

impl Disturbance {
    /// The cut-off of Romano et al. \[Hz\]: where FA-I afferents begin to respond.
    pub const CUTOFF: f64 = Receptor::FaI.band().0;

    /// For so many cells that are read at a rate \[Hz\]: a Butterworth high-pass of first order with this cut-off \[Hz\].
    pub fn new(cells: usize, cutoff: f64, rate: f64) -> Result<Self, SignalError> {
        let filter = Filter::new(&Design::butterworth(1, Band::HighPass { cutoff }, rate))?;
        Ok(Self { filters: vec![filter; cells] })
    }

    /// Takes the forces of a new frame \[N\].
    pub fn next(&mut self, forces: &[f64]) -> f64 {
        self.filters.iter_mut().zip(forces).map(|(filter, &force)| filter.next(force)).sum()
    }
}

/// `F_g^BP` (§V.C): the part of a force that changes slowly, by a Chebyshev band-pass of first order \[N\].
///
/// It tells a force that the controller changes from one that slip disturbs.
#[derive(Clone, Debug, PartialEq)]
pub struct BandForce {
    filter: Filter,
}

impl BandForce {
    /// The band of Romano et al. \[Hz\].
    pub const BAND: (f64, f64) = (1.0, 5.0);
    /// Its ripple \[dB\]. The paper does not state it; this is that of their released code.
    pub const RIPPLE_DB: f64 = 0.5;

    /// For a force that is read at a rate \[Hz\].
    pub fn new((low, high): (f64, f64), ripple_db: f64, rate: f64) -> Result<Self, SignalError> {
        let design = Design::chebyshev(1, ripple_db, Band::BandPass { low, high }, rate);
        Ok(Self { filter: Filter::new(&design)? })
    }

    /// Takes a new force \[N\].
    pub fn next(&mut self, force: f64) -> f64 {
        self.filter.next(force)
    }
}

/// FA-II (eq. 3): vibration of the hand, the magnitude of its acceleration behind a high-pass \[m/s²\].
#[derive(Clone, Debug, PartialEq)]
pub struct Vibration {
    axes: [Filter; 3],
    value: f64,
    begun: bool,
}

impl Vibration {
    /// The cut-off of Romano et al. \[Hz\].
    pub const CUTOFF: f64 = 50.0;

    /// For an accelerometer that is read at a rate \[Hz\]: a Butterworth high-pass of first order with this cut-off \[Hz\].
    pub fn new(cutoff: f64, rate: f64) -> Result<Self, SignalError> {
        let filter = Filter::new(&Design::butterworth(1, Band::HighPass { cutoff }, rate))?;
        Ok(Self { axes: [filter.clone(), filter.clone(), filter], value: 0.0, begun: false })
    }

    /// Takes a new sample, three accelerations \[m/s²\]. The first is taken as what has been there all along: gravity is no vibration.
    pub fn next(&mut self, sample: [f64; 3]) -> f64 {
        if !std::mem::replace(&mut self.begun, true) {
            self.axes.iter_mut().zip(sample).for_each(|(filter, value)| filter.settle(value));
        }
        let square = |(filter, value): (&mut Filter, f64)| filter.next(value).powi(2);
        self.value = self.axes.iter_mut().zip(sample).map(square).sum::<f64>().sqrt();
        self.value
    }

    /// The last value \[m/s²\].
    pub fn value(&self) -> f64 {
        self.value
    }
}

/// SA-II: stretch of the skin, the sum of the shear forces on a fingertip behind a low-pass \[N\], in the frame of the skin.
///
/// Romano et al. have no sensor for it and wish for one (§VII).
#[derive(Clone, Debug, PartialEq)]
pub struct SkinStretch {
    axes: [Filter; 3],
}

impl SkinStretch {
    /// Where SA-II afferents cease to respond \[Hz\].
    pub const CUTOFF: f64 = Receptor::SaII.band().1;

    /// For a skin that is read at a rate \[Hz\]: a Butterworth low-pass of first order with this cut-off \[Hz\].
    pub fn new(cutoff: f64, rate: f64) -> Result<Self, SignalError> {
        let filter = Filter::new(&Design::butterworth(1, Band::LowPass { cutoff }, rate))?;
        Ok(Self { axes: [filter.clone(), filter.clone(), filter] })
    }

    /// Takes the shear on the cells of a new frame \[N\].
    pub fn next(&mut self, shear: impl IntoIterator<Item = DVec3>) -> DVec3 {
        let sum: DVec3 = shear.into_iter().sum();
        let [x, y, z] = &mut self.axes;
        DVec3::new(x.next(sum.x), y.next(sum.y), z.next(sum.z))
    }
}
