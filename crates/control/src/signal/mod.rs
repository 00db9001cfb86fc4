//! Signal blocks for touch: filters, tare, and the tactile channels of the human hand.
//!
//! A [`Design`] is a Butterworth or Chebyshev filter of low order; a [`Filter`] applies it sample by sample, at any rate. The channels turn the
//! frames of a skin and the samples of an accelerometer into what Romano et al. (*Human-inspired robotic grasp control with tactile sensing*, IEEE
//! Transactions on Robotics 27(6), 2011) call SA-I, FA-I and FA-II, after the mechanoreceptors of the human hand ([`Receptor`]).
//!
//! ```
//! use bristle_control::signal::{Band, Design, Filter};
//!
//! let mut filter = Filter::new(&Design::butterworth(1, Band::HighPass { cutoff: 5.0 }, 24.4))?;
//! let first = filter.next(1.0);
//! assert!((first - 0.571292).abs() < 1e-6);
//! # Ok::<(), bristle_control::signal::SignalError>(())
//! ```

mod block;
mod cells;
mod channels;
mod design;
mod error;
mod filter;
mod receptor;
mod tare;

pub use block::{Block, BlockKind};
pub use cells::Cells;
pub use channels::{BandForce, Disturbance, SkinStretch, Vibration, centroid, total};
pub use design::{Band, Coefficients, Design, Family};
pub use error::SignalError;
pub use filter::Filter;
pub use receptor::Receptor;
pub use tare::Tare;
