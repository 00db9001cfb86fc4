//! The real binary, as a user runs it.

// Helpers may fail a test as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bad_input;
mod documents;
mod mesh;
mod run;
mod sensor;
mod tour;
