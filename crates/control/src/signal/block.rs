//! A channel as a block that scenes and Python name: frames or samples in, numbers out.

use super::{BandForce, Cells, Disturbance, SignalError, SkinStretch, Vibration, centroid, total};
use glam::DVec3;

/// What a block makes of what it is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BlockKind {
    /// SA-I: force \[N\].
    Force,
    /// FA-I: how fast the force changes \[N\].
    Disturbance {
        /// Of the high-pass \[Hz\].
        cutoff: f64,
    },
    /// The part of the force in a band \[N\].
    BandForce {
        /// Edges of the band \[Hz\].
        band: (f64, f64),
        /// Of the Chebyshev filter \[dB\].
        ripple_db: f64,
    },
    /// SA-II: shear force \[N\], three axes.
    SkinStretch {
        /// Of the low-pass \[Hz\].
        cutoff: f64,
    },
    /// Centre of the contact \[m\], three axes; not a number while nothing presses.
    Centroid,
    /// FA-II: vibration \[m/s²\], of an accelerometer.
    Vibration {
        /// Of the high-pass \[Hz\].
        cutoff: f64,
    },
}

/// A channel of one or more skins, or of an accelerometer. Of several skins it gives the mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    kind: BlockKind,
    skins: Vec<OneSkin>,
    vibration: Option<Vibration>,
    values: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq)]
struct OneSkin {
    cells: Cells,
    places: Vec<DVec3>,
    filter: SkinFilter,
    value: DVec3,
}

#[derive(Clone, Debug, PartialEq)]
enum SkinFilter {
    None,
    Disturbance(Disturbance),
    BandForce(BandForce),
    SkinStretch(SkinStretch),
}

impl BlockKind {
    /// Name and unit of each number that comes out.
    pub const fn channels(&self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Force | Self::Disturbance { .. } | Self::BandForce { .. } => &[("", "N")],
            Self::SkinStretch { .. } => &[("x", "N"), ("y", "N"), ("z", "N")],
            Self::Centroid => &[("x", "m"), ("y", "m"), ("z", "m")],
            Self::Vibration { .. } => &[("", "m/s²")],
        }
    }
}

impl Block {
    /// A block that listens to cells of skins, each with the places of all its cells \[m\], which are read at a rate \[Hz\].
    pub fn of_skins(
        kind: BlockKind,
        skins: impl IntoIterator<Item = (Cells, Vec<DVec3>)>,
        rate: f64,
    ) -> Result<Self, SignalError> {
        let one = |(cells, places): (Cells, Vec<DVec3>)| {
            cells.check(places.len())?;
            let count = cells.count(places.len());
            let filter = match kind {
                BlockKind::Force | BlockKind::Centroid => SkinFilter::None,
                BlockKind::Disturbance { cutoff } => {
                    SkinFilter::Disturbance(Disturbance::new(count, cutoff, rate)?)
                }
                BlockKind::BandForce { band, ripple_db } => {
                    SkinFilter::BandForce(BandForce::new(band, ripple_db, rate)?)
                }
                BlockKind::SkinStretch { cutoff } => SkinFilter::SkinStretch(SkinStretch::new(cutoff, rate)?),
                BlockKind::Vibration { .. } => {
                    return Err(SignalError::Unfit(
                        "vibration is felt by an accelerometer, not by a skin".into(),
                    ));
                }
            };
            Ok(OneSkin { cells, places, filter, value: DVec3::ZERO })
        };
        let skins: Vec<OneSkin> = skins.into_iter().map(one).collect::<Result<_, _>>()?;
        if skins.is_empty() {
            return Err(SignalError::Unfit("a tactile channel needs a skin".into()));
        }
        let mut made = Self { kind, skins, vibration: None, values: Vec::new() };
        made.tell();
        Ok(made)
    }

    /// A block that listens to an accelerometer, which is read at a rate \[Hz\].
    pub fn of_accelerometer(cutoff: f64, rate: f64) -> Result<Self, SignalError> {
        let vibration = Some(Vibration::new(cutoff, rate)?);
        Ok(Self { kind: BlockKind::Vibration { cutoff }, skins: Vec::new(), vibration, values: vec![0.0] })
    }

    /// What it makes.
    pub fn kind(&self) -> BlockKind {
        self.kind
    }

    /// The numbers after the last frame or sample.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Takes a new frame of one of its skins, by its place among them: time \[s\], values, and shear \[N\] where it is measured.
    pub fn frame(&mut self, skin: usize, time: f64, values: &[f64], shear: &[DVec3]) {
        let Some(OneSkin { cells, places, filter, value }) = self.skins.get_mut(skin) else { return };
        let chosen = || cells.places(places.len());
        if let SkinFilter::SkinStretch(stretch) = filter {
            *value = stretch.next(chosen().filter_map(|cell| shear.get(cell).copied()));
            return self.tell();
        }
        let chosen_places: Vec<DVec3> = match self.kind {
            BlockKind::Centroid => chosen().filter_map(|cell| places.get(cell).copied()).collect(),
            _ => Vec::new(),
        };
        let forces = cells.take(time, values);
        *value = match (filter, self.kind) {
            (_, BlockKind::Centroid) => centroid(forces, &chosen_places).unwrap_or(DVec3::NAN),
            (SkinFilter::Disturbance(filter), _) => DVec3::X * filter.next(forces),
            (SkinFilter::BandForce(filter), _) => DVec3::X * filter.next(total(forces)),
            _ => DVec3::X * total(forces),
        };
        self.tell();
    }

    /// Takes a new sample of its accelerometer; what has not three axes is passed over.
    pub fn sample(&mut self, values: &[f64]) {
        if let (Some(vibration), &[x, y, z]) = (&mut self.vibration, values) {
            self.values[0] = vibration.next([x, y, z]);
        }
    }

    fn tell(&mut self) {
        let sum: DVec3 = self.skins.iter().map(|skin| skin.value).sum();
        let mean = sum / self.skins.len() as f64;
        self.values.clear();
        self.values.extend_from_slice(&mean.to_array()[..self.kind.channels().len()]);
    }
}
