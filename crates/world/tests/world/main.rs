//! Laws of the world.
#![allow(clippy::panic, clippy::unwrap_used)] // helpers of tests may stop them as well

mod advisor;
mod bottle_waist;
mod bounce;
mod convergence;
mod determinism;
mod drift;
mod energy;
mod grippers;
mod hold_matrix;
mod hold_turning;
mod joints_mimic;
mod joints_prescribed;
mod joints_resist;
mod mechanics;
mod model_errors;
mod momentum;
mod multibody_chain;
mod multibody_double_pendulum;
mod multibody_forces;
mod multibody_free_body;
mod multibody_inertia;
mod multibody_top;
mod own_sensor;
mod robustness;
mod sag;
mod slide;
mod snapshot;
mod step_errors;
mod support;
mod targets;
mod tilt;
mod torsion;
mod touch_down;
mod twist;
mod weigh;
