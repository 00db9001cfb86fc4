//! Laws of calibration.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)] // helpers of tests may stop them as well

mod bad_data;
mod coverage;
mod device;
mod findings;
