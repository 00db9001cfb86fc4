//! The real binary, as a user runs it.

mod bad_input;
mod mesh;
mod run;
mod sensor;
mod tour;
