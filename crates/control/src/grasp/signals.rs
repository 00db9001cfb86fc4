//! What the pads and the palm of a hand tell, as channels.

use super::GraspConstants;
use super::hand::{BoundHand, BoundPad};
use crate::signal::{BandForce, Cells, Disturbance, SignalError, Tare, Vibration, total};
use crate::{Percept, Senses, Tactile};

/// A device that is slower than it says by more than this share is taken as it comes: some samples are lost between two turns.
const LATE: f64 = 0.7;

/// The channels of a hand.
#[derive(Clone, Debug)]
pub(super) struct HandSignals {
    pads: Vec<PadSignals>,
    accelerometer: Option<(usize, Option<f64>)>,
    vibration: Option<Vibration>,
    /// When the last sample of the accelerometer was taken \[s\].
    sampled: Option<f64>,
    /// Largest vibration since the last turn \[m/s²\].
    peak_vibration: f64,
}

/// The channels of one pad.
#[derive(Clone, Debug)]
pub(super) struct PadSignals {
    skin: usize,
    cells: Cells,
    count: usize,
    cells_of_skin: usize,
    /// Frames per second as the robot says \[Hz\].
    rate: Option<f64>,
    filters: Option<(Disturbance, BandForce)>,
    /// When the last frame came \[s\].
    framed: Option<f64>,
    /// SA-I \[N\].
    pub(super) force: f64,
    /// FA-I \[N\].
    pub(super) disturbance: f64,
    /// The part of the force in the band \[N\].
    pub(super) band_force: f64,
    /// Sum of the magnitudes of the shear of its cells \[N\]: a load that turns the object in the grip counts like one that pulls it out.
    pub(super) load: f64,
    /// How much of its friction the pad uses: the mean over its cells, weighted by their forces. `None` if the robot does not tell.
    pub(super) utilisation: Option<f64>,
}

/// The channels of a hand in one turn, means over its pads.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Grip {
    /// `F_g` \[N\].
    pub(super) force: f64,
    /// `F̃_g` \[N\].
    pub(super) disturbance: f64,
    /// `F_g^BP` \[N\].
    pub(super) band_force: f64,
}

impl HandSignals {
    pub(super) fn new(
        hand: &BoundHand,
        senses: &Senses,
        constants: &GraspConstants,
    ) -> Result<Self, SignalError> {
        let pad = |pad: &BoundPad| PadSignals::new(pad, senses, hand.newtons_per_value, constants.tare_time);
        Ok(Self {
            pads: hand.pads.iter().map(pad).collect::<Result<_, _>>()?,
            accelerometer: hand.accelerometer.map(|sensor| (sensor, senses.sensors[sensor].rate)),
            vibration: None,
            sampled: None,
            peak_vibration: 0.0,
        })
    }

    /// Finds the zero of all cells anew.
    pub(super) fn restart(&mut self) {
        self.pads.iter_mut().for_each(PadSignals::restart);
    }

    /// Whether the zero of all cells is known.
    pub(super) fn is_ready(&self) -> bool {
        self.pads.iter().all(|pad| pad.cells.is_ready())
    }

    pub(super) fn pads(&self) -> &[PadSignals] {
        &self.pads
    }

    /// Largest vibration since the last turn \[m/s²\].
    pub(super) fn vibration(&self) -> f64 {
        self.peak_vibration
    }

    /// Takes a percept; tells whether a pad has a new frame.
    pub(super) fn update(&mut self, percept: &Percept, constants: &GraspConstants) -> bool {
        let mut fresh = false;
        for pad in &mut self.pads {
            if let Some(frame) = percept.skins.get(pad.skin).filter(|frame| frame.is_new) {
                pad.frame(percept.time, frame, constants);
                fresh = true;
            }
        }
        self.peak_vibration = 0.0;
        let Some((sensor, rate)) = self.accelerometer else { return fresh };
        for sample in percept.sensors.get(sensor).map_or(&[][..], |sensor| &sensor.samples) {
            let &[x, y, z] = &sample.values[..] else { continue };
            let before = self.sampled.replace(sample.time);
            if self.vibration.is_none() {
                self.vibration = before.and_then(|before| {
                    let rate = heard(rate, sample.time - before);
                    Vibration::new(Vibration::CUTOFF.min(0.4 * rate), rate).ok()
                });
            }
            if let Some(vibration) = &mut self.vibration {
                self.peak_vibration = self.peak_vibration.max(vibration.next([x, y, z]));
            }
        }
        fresh
    }

    /// Means over the pads.
    pub(super) fn grip(&self) -> Grip {
        let count = self.pads.len().max(1) as f64;
        let mean = |of: fn(&PadSignals) -> f64| self.pads.iter().map(of).sum::<f64>() / count;
        Grip {
            force: mean(|pad| pad.force),
            disturbance: mean(|pad| pad.disturbance),
            band_force: mean(|pad| pad.band_force),
        }
    }
}

impl PadSignals {
    fn new(pad: &BoundPad, senses: &Senses, newtons_per_value: f64, tare: f64) -> Result<Self, SignalError> {
        let sense = &senses.skins[pad.skin];
        let cells = pad.cells.clone().map_or_else(Cells::all, Cells::these);
        let cells = cells.scaled(newtons_per_value)?.tared(Tare::over(tare)?);
        cells.check(sense.cells())?;
        Ok(Self {
            skin: pad.skin,
            count: cells.count(sense.cells()),
            cells_of_skin: sense.cells(),
            cells,
            rate: sense.rate,
            filters: None,
            framed: None,
            force: 0.0,
            disturbance: 0.0,
            band_force: 0.0,
            load: 0.0,
            utilisation: None,
        })
    }

    fn restart(&mut self) {
        self.cells.restart();
        self.filters = None;
        (self.force, self.disturbance, self.band_force) = (0.0, 0.0, 0.0);
    }

    fn frame(&mut self, time: f64, frame: &Tactile, constants: &GraspConstants) {
        let before = self.framed.replace(time);
        if self.filters.is_none() {
            self.filters = before.and_then(|before| {
                let rate = heard(self.rate, time - before);
                let within = |edge: f64| edge.min(0.4 * rate);
                let disturbance = Disturbance::new(self.count, within(Disturbance::CUTOFF), rate).ok()?;
                let (low, high) = constants.force_band;
                let band = (low.min(0.1 * rate), within(high));
                Some((disturbance, BandForce::new(band, BandForce::RIPPLE_DB, rate).ok()?))
            });
        }
        let forces = self.cells.take(time, &frame.values);
        self.force = total(forces);
        if let Some((disturbance, band)) = &mut self.filters {
            self.disturbance = disturbance.next(forces);
            self.band_force = band.next(self.force);
        }
        let cells = || self.cells.places(self.cells_of_skin);
        self.load = cells().filter_map(|cell| frame.shear.get(cell)).map(|shear| shear.length()).sum();
        self.utilisation = (!frame.utilisation.is_empty() && self.force > 0.0).then(|| {
            let used = cells().zip(self.cells.forces());
            used.map(|(cell, force)| force * frame.utilisation.get(cell).copied().unwrap_or(0.0)).sum::<f64>()
                / self.force
        });
    }
}

/// Samples per second that arrive \[Hz\], from what the robot says and from the time between the first two.
fn heard(rate: Option<f64>, between: f64) -> f64 {
    let measured = if between > 0.0 { 1.0 / between } else { f64::INFINITY };
    match rate {
        Some(rate) if measured.is_infinite() || measured > LATE * rate => rate,
        _ if measured.is_finite() => measured,
        _ => 1000.0,
    }
}
