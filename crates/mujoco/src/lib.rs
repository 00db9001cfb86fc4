//! Bristle skins inside MuJoCo: an engine plugin, `bristle.skin`.
//!
//! The walk of a step: MuJoCo asks for passive forces; the first skin of an `mjData` answers for all (`crew`). Rays are
//! cast at the current poses, the motion at the end of the step is solved for with MuJoCo's own masses (`impulse`), and the
//! forces are added for both bodies. The sensor reads what was applied. When MuJoCo has moved the bodies, the bristles
//! follow the motion that really came about.
//!
//! `engine` is the door to MuJoCo and holds all unsafe code but the callbacks; the rest is safe Rust. The library links
//! no MuJoCo: it finds the one that loads it, and refuses versions that it does not know.
//!
//! Linux only, since finding it needs the dynamic loader's list; elsewhere the crate is empty.
#![cfg(target_os = "linux")]

mod callbacks;
mod crew;
mod engine;
mod impulse;
mod recipe;
mod register;
mod roster;
mod wear;

pub use register::register;
