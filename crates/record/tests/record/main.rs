//! Laws of recordings and their reports.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)] // helpers of tests may stop them as well

mod bad_input;
mod interrupted;
mod report_page;
mod round_trip;
mod support;
