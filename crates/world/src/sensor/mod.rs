//! Sensors: what is told about the truth, and how well.
//!
//! After every step the world hands its [`Truth`] to each [`Sensor`]. A sensor takes from it the few numbers it is made
//! for ([`SensorKind`]), and passes them through what real ones do to them: a low-pass, a sampling rate, bias and noise,
//! a range, a resolution ([`Response`]). Unset, each of these does nothing, and the sensor is ideal.
//!
//! Some sensors exist in a simulation only: the slip of a texel, the distance along an approach vector. Users write kinds of
//! their own with [`Measure`].
//!
//! A sensor never changes; everything that does is in [`SensorState`]. Noise is a function of seed, name, sample and
//! channel, so that nothing has to be stored and a restored state goes on with the same bits.

mod device;
mod distance;
mod error;
mod fit;
mod kind;
mod measure;
mod motion;
mod noise;
mod own;
mod presets;
mod response;
mod sampling;
mod state;
#[cfg(test)]
mod tests;
mod touch;
mod truth;
mod value;

pub use device::Sensor;
pub use error::SensorError;
pub use kind::SensorKind;
pub use own::{Measure, OwnKind};
pub use response::Response;
pub use state::SensorState;
pub use truth::{PlacedShape, Truth};
pub use value::{Channel, SensorValue};
