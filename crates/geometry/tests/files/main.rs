//! Mesh files: every format with its quirks, files that must be refused, and files out of a random hand.
// Helpers of tests may panic: that is how a test fails.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bad;
mod fixtures;
mod fuzz;
mod options;
mod peers;
mod quirks;
mod scenes;
