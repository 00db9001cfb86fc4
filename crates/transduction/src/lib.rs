//! From what a texel truly feels to what a device says: layers that can be put between the two, one by one.
//!
//! A [`Layer`] is one named imperfection of real tactile arrays with checked parameters. A [`Chain`] is an ordered list of
//! layers made for one skin; an empty chain tells the truth. What changes over time is in a [`ChainState`]: clone it for a
//! snapshot, equal states continue equally, bit for bit. A [`Profile`] is a chain in a file, and [`Profile::named`] knows
//! the devices that come with the library.
//!
//! | layer | what it does |
//! |---|---|
//! | [`Spread`] | the cover shares a load with neighbouring texels, by distance along the skin |
//! | [`Hysteresis`] | readings lag behind on the way up and on the way down |
//! | [`Creep`] | readings go on growing, or relax, under a constant load |
//! | [`Drift`] | zero and gain move with temperature |
//! | [`Variation`] | no two texels have the same gain and offset |
//! | [`Dead`] | some texels say nothing |
//! | [`Ageing`] | gain wears off with touches and with time under load |
//! | [`Transfer`] | the curve from force to signal |
//! | [`Noise`] | chance, as slow or as quick as it is |
//! | [`Delay`] | readings are late |
//! | [`Sampling`] | readings come in frames |
//! | [`Counts`] | readings are whole numbers, above a threshold and up to full scale |
//!
//! Between two calls the signal is taken to be a straight line. Layers are exact for that line, so that what comes
//! out does not depend on how a run is cut into steps; and what stands behind a [`Sampling`] sees frames only.
//!
//! ```
//! use bristle_skin::SkinLayout;
//! use bristle_transduction::{Chain, Counts, Layer, Spread, Surroundings};
//!
//! let pad = SkinLayout::grid(14, 6, 3.4e-3)?;
//! let layers = [
//!     Layer::Spread(Spread { radius: 2e-3, ..Spread::default() }),
//!     Layer::Counts(Counts { full_scale: 5.0, bits: 12, threshold: 10, subtract_threshold: false }),
//! ];
//! let chain = Chain::new(&layers, &pad)?;
//! let mut state = chain.start();
//! let mut forces = vec![0.0; 84];
//! forces[40] = 1.1;
//! let counts = chain.advance(&mut state, 1e-3, &forces, &Surroundings::default())?;
//! assert!(counts[40] > counts[41] && counts[41] > 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod active_layer;
mod ageing;
mod chain;
mod chance;
mod check;
mod counts;
mod creep;
mod dead;
mod delay;
mod drift;
mod error;
mod hysteresis;
mod layer;
mod library;
mod noise;
mod profile;
pub mod rig;
mod rubbing;
mod sampling;
mod spread;
mod state;
mod table;
mod transfer;
mod variation;

pub use ageing::Ageing;
pub use chain::{Chain, Quantity, Surroundings};
pub use counts::Counts;
pub use creep::{Creep, CreepTerm};
pub use dead::Dead;
pub use delay::Delay;
pub use drift::Drift;
pub use error::{AdvanceError, ChainError, ProfileError};
pub use hysteresis::{Hysteresis, Play};
pub use layer::Layer;
pub use noise::Noise;
pub use profile::Profile;
pub use rubbing::Rubbing;
pub use sampling::Sampling;
pub use spread::{Spread, SpreadShape};
pub use state::ChainState;
pub use transfer::{Divider, Points, Transfer};
pub use variation::Variation;
