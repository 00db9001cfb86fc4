//! Tactile skins: texels that cast rays, feel soft contact and friction, and push on both bodies.
//!
//! The walk of the data: a [`layout`] says where the texels are; a [`Skin`] adds a material; [`Skin::update`] takes the
//! poses and twists of the skin and its [`Target`]s and gives a [`SkinReading`]: what every texel feels, and the wrench
//! between the skin and each target. What is sensed *is* what is applied.
//!
//! A simulator with implicit steps asks instead with [`Skin::detect`], [`Skin::try_motion`] and [`Skin::commit_motion`].
//!
//! What changes over time lives outside the skin: [`SkinState`] is the physics (bristles), [`SkinMemory`] only makes
//! the next update faster and never changes a result.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod batch;
mod beds;
mod between;
mod block;
mod contact;
mod detect;
mod edges;
mod elastic;
mod fastest;
mod feel;
mod feet;
mod footprint;
mod from_side;
mod front;
mod group_reading;
mod intensity;
#[cfg(test)]
mod lanes_agree;
pub mod layout;
mod memory;
mod middles;
mod pair_sum;
mod patch;
mod quad;
mod rays;
mod reading;
mod skin;
mod spots;
mod squeeze;
mod stamp;
mod state;
mod state_numbers;
mod stored_energy;
mod target;
mod target_surface;
mod texel_cells;
mod texel_rows;
mod texel_sum;
mod trial;
mod trial_follower;
mod trial_kernel;
mod trial_sum;
mod update;
mod update_error;

pub use block::Block6;
pub use contact::{Contact, ContactForce};
pub use intensity::{Intensity, IntensityError, TactileFrame};
pub use layout::SkinLayout;
pub use memory::SkinMemory;
pub use reading::{PairLoad, SkinReading, TexelReading, TexelState};
pub use skin::{Skin, SkinError, SkinOptions};
pub use spots::{SpotBristle, SpotContact, SpotState, SurfacePair};
pub use stamp::Stamp;
pub use state::{Bristle, SkinState};
pub use target::Target;
pub use target_surface::{Cover, Crush, TargetPart, TargetSurface};
pub use trial::{RelativeMotion, TrialLoad};
pub use update_error::UpdateError;
