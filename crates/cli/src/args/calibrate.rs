//! Options of `bristle calibrate`.

use crate::numbers;
use bristle_calibrate::{BristleLaw, FrictionModel, NormalModel, TransferModel};
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Measurements are comma-separated values under titles that name their units, such as compression_mm and load_N. Best values come \
with confidence intervals, a comparison of laws, what the data leave open, pictures of the fit and of its residuals, and a file for \
scenes (a material, or the profile of a device), which is written last: none is left behind when anything fails. A law that explains nothing of the data \
is refused, unless --accept-poor-fit is given.

Examples:
  bristle calibrate stiffness foam.csv --area-mm2 804.25 --thickness-mm 6
  bristle calibrate friction slide.csv --normal-force-n 5.77 --area-mm2 900
  bristle calibrate device loads.csv --bits 12

Exit codes: 0 done; 1 a file cannot be written; 2 wrong option; 3 bad data.";

const STIFFNESS_EXAMPLES: &str = "\
Columns: compression; load (N, mN, kN, g, kg) or pressure (Pa, kPa, bar, …); and for damping velocity (the rate of compression) or time. With a \
time and a constant load the file is a record of settling; with --mass-kg one of a mass that rings on the pad.

Examples:
  bristle calibrate stiffness foam.csv --area-mm2 804.25 --thickness-mm 6 --texels 84 --pad-area-mm2 1250
  bristle calibrate stiffness foam.csv --area-mm2 804.25 --law linear --level 0.99 --json
  bristle calibrate stiffness drop.csv --area-mm2 804.25 --mass-kg 0.3";

const FRICTION_EXAMPLES: &str = "\
Columns: velocity and friction, perhaps normal_force. The bristle's stiffness and damping need a record of breaking away with time, \
displacement and friction: as the only file, or beside a curve with --record.

Examples:
  bristle calibrate friction slide.csv --normal-force-n 5.77 --texels 84
  bristle calibrate friction slide.csv --record pull.csv --normal-force-n 5.77 --area-mm2 900 --base calibration/foam.toml";

const DEVICE_EXAMPLES: &str = "\
Columns: load (N, mN, g, kg); counts of a cell, or their sum over the cells that share the load (column cells, or --cells); and cell, the number of \
the cell, to tell how much cells differ. Rows that read 0 give the threshold, rows at full scale the saturation.

Examples:
  bristle calibrate device loads.csv
  bristle calibrate device stamp.csv --cells 9 --threshold 100 --subtracted";

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct CalibrateArgs {
    #[command(subcommand)]
    pub(crate) what: CalibrateWhat,
}

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum CalibrateWhat {
    /// Fit load and compression: stiffness, damping, largest penetration
    #[command(after_help = STIFFNESS_EXAMPLES)]
    Stiffness(Box<StiffnessArgs>),
    /// Fit friction and speed, or a record of breaking away: coefficients, Stribeck speed, viscosity, bristle
    #[command(after_help = FRICTION_EXAMPLES)]
    Friction(Box<FrictionArgs>),
    /// Fit counts of a device and loads: gain, exponent, offset, threshold, saturation
    #[command(after_help = DEVICE_EXAMPLES)]
    Device(Box<DeviceArgs>),
}

/// What all calibrations know.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct CommonArgs {
    /// Level of the confidence intervals
    #[arg(long, value_name = "P", default_value = "0.95", value_parser = numbers::finite)]
    pub(crate) level: f64,
    /// What loads in grams weigh with [m/s²]
    #[arg(long, value_name = "G", default_value = "9.80665", value_parser = numbers::finite)]
    pub(crate) gravity: f64,
    /// Take numbers that look like the wrong unit as they are
    #[arg(long)]
    pub(crate) trust_units: bool,
    /// Go on with a law that explains nothing of the data
    #[arg(long)]
    pub(crate) accept_poor_fit: bool,
    /// Name of the material or device [default: that of the data file]
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Directory for the file and the pictures
    #[arg(long, value_name = "DIR", default_value = "calibration")]
    pub(crate) out: PathBuf,
    /// Overwrite a file that is there
    #[arg(long)]
    pub(crate) force: bool,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct StiffnessArgs {
    /// Measured loads and compressions
    pub(crate) data: PathBuf,
    /// Area that the load rests on; needed for loads, not for pressures
    #[arg(long, value_name = "MM2", value_parser = numbers::finite)]
    pub(crate) area_mm2: Option<f64>,
    /// Thickness of the pad
    #[arg(long, value_name = "MM", value_parser = numbers::length_mm)]
    pub(crate) thickness_mm: Option<f64>,
    /// Texels of the sensor that the pad is for
    #[arg(long, value_name = "N", requires = "pad_area_mm2")]
    pub(crate) texels: Option<usize>,
    /// Area that these texels cover together
    #[arg(long, value_name = "MM2", requires = "texels", value_parser = numbers::finite)]
    pub(crate) pad_area_mm2: Option<f64>,
    /// State the material per texel of that sensor instead of per square metre
    #[arg(long, requires = "texels")]
    pub(crate) per_texel: bool,
    /// Mass that moves with the load, in a record of ringing
    #[arg(long, value_name = "KG", value_parser = numbers::finite)]
    pub(crate) mass_kg: Option<f64>,
    /// The law to use [default: the simplest that fits]
    #[arg(long, value_enum)]
    pub(crate) law: Option<NormalWord>,
    /// Material file whose friction is kept
    #[arg(long, value_name = "FILE")]
    pub(crate) base: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct FrictionArgs {
    /// Measured friction, over speed or over displacement and time
    pub(crate) data: PathBuf,
    /// A record of breaking away, to be fitted together with a friction–velocity curve
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Force that presses the pad on; needed unless there is a column of it
    #[arg(long, value_name = "N", value_parser = numbers::finite)]
    pub(crate) normal_force_n: Option<f64>,
    /// Texels that share the measured force, for a material per texel [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "area_mm2")]
    pub(crate) texels: Option<usize>,
    /// Area that shares the measured force, for a material per square metre
    #[arg(long, value_name = "MM2", value_parser = numbers::finite)]
    pub(crate) area_mm2: Option<f64>,
    /// The model to use [default: the simplest that fits]
    #[arg(long, value_enum)]
    pub(crate) model: Option<FrictionWord>,
    /// The bristle
    #[arg(long, value_enum, default_value = "ep")]
    pub(crate) law: BristleWord,
    /// Material file whose normal law is kept
    #[arg(long, value_name = "FILE")]
    pub(crate) base: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct DeviceArgs {
    /// Measured loads and counts
    pub(crate) data: PathBuf,
    /// Resolution of the converter: a cell reads 0 to 2^BITS - 1
    #[arg(long, value_name = "BITS", default_value_t = 12)]
    pub(crate) bits: u32,
    /// Counts up to this one read 0 [default: estimated from rows that read 0]
    #[arg(long, value_name = "COUNTS")]
    pub(crate) threshold: Option<u32>,
    /// The device subtracts its threshold from what it reads
    #[arg(long, requires = "threshold")]
    pub(crate) subtracted: bool,
    /// Cells that share each load evenly, where no column says so
    #[arg(long, value_name = "N", default_value = "1", value_parser = numbers::finite)]
    pub(crate) cells: f64,
    /// The curve to use [default: the simplest that fits]
    #[arg(long, value_enum)]
    pub(crate) curve: Option<CurveWord>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// The kinds of a model as they are typed.
macro_rules! words {
    ($(#[$about:meta])* $words:ident for $model:ident { $($(#[$help:meta])* $kind:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
        pub(crate) enum $words {
            $($(#[$help])* $kind,)*
        }

        impl $words {
            pub(crate) fn model(self) -> $model {
                match self {
                    $(Self::$kind => $model::$kind,)*
                }
            }
        }
    };
}

words! {
    /// Curves of counts over force.
    CurveWord for TransferModel {
        /// A line through zero
        Proportional,
        /// A line that need not pass through zero
        Linear,
        /// A power of the force
        Power,
        /// A power of the force above a level at rest
        PowerOffset,
        /// A resistive cell in a voltage divider
        Divider,
        /// The same with a cell that conducts at rest
        DividerLeak,
    }
}

words! {
    /// Laws of pressure over compression.
    NormalWord for NormalModel {
        /// A line through zero
        Linear,
        /// A line that need not pass through zero
        Affine,
        /// A power of the compression
        Power,
        /// Stiffer and stiffer towards the full thickness
        Densifying,
        /// Two lines that meet at a knee
        Piecewise,
    }
}

words! {
    /// Friction over speed.
    FrictionWord for FrictionModel {
        /// The same at all speeds
        Coulomb,
        /// The same, and a part that grows with the speed
        CoulombViscous,
        /// Falls from rest to speed
        Stribeck,
        /// Falls, and a part that grows with the speed: the papers' model
        StribeckViscous,
    }
}

words! {
    /// Bristles.
    BristleWord for BristleLaw {
        /// Elasto-plastic: sticks fully below its limit
        #[value(name = "ep")]
        ElastoPlastic,
        /// LuGre: the papers' bristle
        #[value(name = "lugre")]
        LuGre,
    }
}
