//! Laws of the laboratory's experiments and its report.
#![allow(clippy::panic, clippy::unwrap_used)] // helpers of tests may stop them as well

mod page;
mod parameters;
mod values;
