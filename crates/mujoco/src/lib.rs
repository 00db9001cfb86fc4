//! Bristle skins inside MuJoCo: an engine plugin, `bristle.skin`.
//!
//! A step: MuJoCo asks for passive forces; the first skin of an `mjData` answers for all (`data_skins`). Rays are cast at the
//! current poses, the motion at the end of the step is solved for with MuJoCo's own masses (`bristle-coupling`), and the
//! forces are added for both bodies. The sensor reads what was applied. When MuJoCo has moved the bodies, the bristles
//! follow the motion that really came about.
//!
//! `engine` is the door to MuJoCo and holds all unsafe code but the callbacks; the rest is safe Rust. The library links
//! no MuJoCo: it finds the one that loads it, and refuses versions that it does not know.
//!
//! Linux only, since finding it needs the dynamic loader's list; elsewhere the crate is empty.
#![cfg(target_os = "linux")]

mod callbacks;
mod data_skins;
mod engine;
mod lookup;
mod mounting;
mod recipe;
mod register;

pub use register::register;

/// Whether the `<config>` values of a skin make one, without MuJoCo; the error names the key. `value` gives the value of a key, if there is one.
pub fn check_config(value: impl Fn(&str) -> Option<String>) -> Result<(), String> {
    let words = recipe::Words::collect(|key| value(key.to_str().ok()?));
    recipe::Recipe::read(&words).map(drop).map_err(|error| error.to_string())
}
