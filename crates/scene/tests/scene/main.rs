//! Laws of scenes.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)] // helpers of tests may stop them as well

mod bad_scenes;
mod bonds;
mod devices;
mod from_data;
mod fuzz;
mod household;
mod includes;
mod layouts;
mod library;
mod reading;
mod robots;
mod scenes_run;
mod schema;
