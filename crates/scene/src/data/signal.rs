//! Tactile channels: what is made of the frames of skins and the samples of accelerometers.

use super::{SceneData, SensorMeasures};
use crate::describe::{Kind, Label, Range, Space, described, integer, list, name, number};
use crate::error::{ErrorKind, Fault};
use crate::view::View;

described! {
    /// A tactile channel, named after the mechanoreceptors of the human hand; one of these kinds. It is recorded, and does not change the run. Of several skins it is the mean.
    pub struct SignalDescription as "signal" {
        /// its name
        name: String = label(Label::Defines(Space::Signal));
        /// what it is
        kind: SignalKind = flat;
    }

    /// What a signal is.
    pub enum SignalKind as "signal_kind" {
        /// SA-I: force on cells in N
        Sa1(Sa1) as "sa1";
        /// FA-I: how the force on cells changes, each behind a high-pass, in N
        Fa1(Fa1) as "fa1";
        /// SA-II: shear force on cells behind a low-pass in N; 3 channels
        Sa2(Sa2) as "sa2";
        /// FA-II: magnitude of an acceleration behind a high-pass in m/s²
        Fa2(Fa2) as "fa2";
        /// force on cells behind a band-pass in N
        BandForce(BandForce) as "band_force";
        /// centre of contact in m; 3 channels, in the frame of the skin
        Centroid(Centroid) as "centroid";
    }

    /// Cells of skins, as their devices read them.
    pub struct SignalCells as "signal_cells" {
        /// which skins
        skins: Vec<String> = needed, list(name(Space::Skin));
        /// which cells of each, counted from 0; all if left out
        cells: Option<Vec<usize>> = maybe, list(integer(0, 16_000_000));
        /// force of one count of a device that reads counts
        newtons_per_count: Option<f64> = maybe, number(Range::POSITIVE, "N");
        /// time over which the zero of each cell is found, at the start; none if left out
        tare: Option<f64> = maybe, number(Range::above(0.0, 1e6), "s");
    }

    /// The sum over the cells.
    pub struct Sa1 as "sa1" {
        /// where
        on: SignalCells = flat;
    }

    /// Each cell behind a Butterworth high-pass of first order, then the sum.
    pub struct Fa1 as "fa1" {
        /// where
        on: SignalCells = flat;
        /// cut-off of the high-pass
        cutoff: f64 = or(5.0), cutoff();
    }

    /// The sum of the shear, behind a Butterworth low-pass of first order. A skin with a device has no shear.
    pub struct Sa2 as "sa2" {
        /// where
        on: SignalCells = flat;
        /// cut-off of the low-pass
        cutoff: f64 = or(5.0), cutoff();
    }

    /// Each axis of an accelerometer behind a Butterworth high-pass of first order, then the magnitude.
    pub struct Fa2 as "fa2" {
        /// which accelerometer
        sensor: String = needed, name(Space::Sensor);
        /// cut-off of the high-pass
        cutoff: f64 = or(50.0), cutoff();
    }

    /// The sum over the cells, behind a Chebyshev band-pass of first order.
    pub struct BandForce as "band_force", check(check_band) {
        /// where
        on: SignalCells = flat;
        /// lower edge of the band
        low: f64 = or(1.0), cutoff();
        /// upper edge of the band
        high: f64 = or(5.0), cutoff();
        /// ripple in the band
        ripple_db: f64 = or(0.5), number(Range::above(0.0, 60.0), "dB");
    }

    /// Places of the cells, weighted by their forces.
    pub struct Centroid as "centroid" {
        /// where
        on: SignalCells = flat;
    }
}

fn cutoff() -> Kind {
    number(Range::above(0.0, 1e9), "Hz")
}

fn check_band(of: &BandForce, view: View<'_>) -> Result<(), Fault> {
    if of.high > of.low {
        return Ok(());
    }
    let message = format!("the band ends at {} Hz, below its start at {} Hz", of.high, of.low);
    Err(view.fault(ErrorKind::OutOfRange, "high", message).note("allowed: high > low"))
}

impl SignalDescription {
    pub(crate) fn check(&self, view: View<'_>, scene: &SceneData) -> Result<(), Fault> {
        let (SignalKind::Fa2(fa2), Some(of)) = (&self.kind, view.table("fa2")) else { return Ok(()) };
        let sensor = scene.sensors.iter().find(|sensor| sensor.name == fa2.sensor);
        match sensor.map(|sensor| &sensor.kind) {
            Some(SensorMeasures::Accelerometer(_)) | None => Ok(()),
            Some(_) => {
                let message = format!("`{}` is no accelerometer", fa2.sensor);
                Err(of.fault(ErrorKind::Conflict, "sensor", message))
            }
        }
    }
}
