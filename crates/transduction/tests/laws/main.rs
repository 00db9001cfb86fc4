//! The laws that layers obey, one file per layer; and what holds for chains of any layers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod ageing;
mod allocation;
mod chain;
#[path = "../../../skin/tests/skin/counting.rs"]
mod counting;
mod counts;
mod creep;
mod dead;
mod delay;
mod drift;
mod dsa;
mod hysteresis;
mod noise;
mod profile;
mod rubbing;
mod sampling;
mod spread;
mod support;
mod transfer;
mod variation;
