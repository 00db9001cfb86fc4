//! The laws the contact models promise to keep, one module per promise.

mod bad_parameters;
mod closed_loop;
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
