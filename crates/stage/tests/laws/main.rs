//! The laws that worlds on stage obey, and what is drawn of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod continuation;
mod disturbances;
mod drawing;
mod phases;
mod support;
