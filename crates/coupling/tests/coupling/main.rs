//! Skins in a small engine that is not ours, against closed forms.
#![allow(clippy::unwrap_used)] // a test that cannot go on may stop

mod free_bodies;
mod hold_and_slide;
mod momentum;
