//! GraspIt!'s XML: robots, bodies and worlds, in millimetres, grams and degrees.

mod body;
mod chain;
mod place;
mod read;
mod robot;
mod touch;
mod world;

pub(crate) use read::read;

/// Millimetres.
const LENGTH: f64 = 1e-3;
/// Grams.
const MASS: f64 = 1e-3;
/// g·mm/s².
const FORCE: f64 = 1e-6;
/// g·mm²/s².
const TORQUE: f64 = 1e-9;
