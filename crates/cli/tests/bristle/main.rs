//! The real binary, as a user runs it.

// Helpers may fail a test as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bad_input;
mod calibrate;
mod documents;
mod full_disk;
#[cfg(unix)]
mod inputs;
mod interrupted;
mod mesh;
mod outcomes;
mod plain_words;
mod recorded;
mod render;
mod reproduce;
mod run;
mod scenes;
mod sensor;
mod shell;
mod tour;
