//! The laws the contact models promise to keep, one module per promise.

// Outside `#[test]` functions clippy cannot tell that this is test code.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bad_parameters;
mod closed_loop;
mod custom;
mod describe;
mod facing;
mod friction_derivatives;
mod friction_limit;
mod homogeneity;
mod lugre_stability;
mod normal_derivatives;
mod passivity;
mod presets;
mod rotation;
mod sampling;
mod saturation;
mod series_compliance;
mod steady_sliding;
mod tabulated;
mod vibration_drift;
