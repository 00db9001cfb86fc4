//! From measurements of a pad to the material that scenes use, and from loads and counts to a device.
//!
//! Two experiments with pads, both of Moisio, León, Korkealaakso and Morales, "Model of tactile sensors using soft contacts and its application in
//! robot grasping simulation", Robotics and Autonomous Systems 61(1), 2013, §3.3–3.4: loads on a piece of foam give its stiffness
//! ([`stiffness`]), and pulling it over a surface gives its friction ([`friction`]). Each takes the text of a table whose titles name
//! their units, and returns best values with confidence intervals, a comparison of models, what the data leave open, pictures, and a
//! [`ContactMaterial`](bristle_contact::ContactMaterial) that [`material_toml`] writes for scenes.
//!
//! ```
//! use bristle_calibrate::{StiffnessOptions, stiffness};
//!
//! let data = "compression_mm,load_g\n0.5,62\n1.0,118\n1.5,185\n2.0,241\n2.5,307\n";
//! let options = StiffnessOptions::default().with_loaded_area(804.25e-6).with_pad(0.00125, 84);
//! let foam = stiffness("foam.csv", data.as_bytes(), &options)?;
//! let k = foam.texel_stiffness.as_ref().unwrap();
//! assert!(k.covers(22.1) && (k.value - 22.1).abs() < 0.5);
//! # Ok::<(), bristle_calibrate::CalibrateError>(())
//! ```
//!
//! [`device`] takes loads and counts, and returns a [`Profile`](bristle_transduction::Profile) of the device that read them.
//!
//! Methods and formulas: `docs/theory/calibration.md`.

/// Larger files are no tables of measurements \[bytes\].
pub const LARGEST_FILE: u64 = 1 << 28;

mod comparison;
mod data;
mod device;
mod error;
mod estimate;
mod friction;
mod judgement;
mod least_squares;
mod material_file;
mod options;
mod stiffness;
mod student;

pub use comparison::{FittedModel, Open};
pub use device::{DeviceCalibration, DeviceOptions, TransferModel, device};
pub use error::{CalibrateError, DataError, DataProblem};
pub use estimate::Estimate;
pub use friction::{BristleLaw, FrictionCalibration, FrictionModel, FrictionOptions, friction};
pub use material_file::material_toml;
pub use options::Reading;
pub use stiffness::{DampingSource, Limit, NormalModel, StiffnessCalibration, StiffnessOptions, stiffness};
pub use student::two_sided_quantile;
