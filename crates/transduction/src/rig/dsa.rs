//! The measurements of the Weiss DSA 9205, and the rig to repeat them with.

use super::{Measured, Rig, RigError, Stamp};
use bristle_contact::presets;
use bristle_skin::SkinLayout;
use glam::DVec2;
use serde::Deserialize;

/// Standard gravity \[m/s²\], for weights in kilograms.
const GRAVITY: f64 = 9.806_65;

/// A square stamp on a Weiss DSA 9205, as measured; see the head of `models/data/dsa-stamp.toml` for the source.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DsaStamp {
    /// Area of the stamp \[m²\].
    pub stamp_area: f64,
    /// Temperature \[°C\].
    pub celsius: f64,
    /// Masses on the stamp \[kg\].
    pub masses: Vec<f64>,
    /// Sums of raw counts, 4 s to 6 s after onset.
    pub sums: Vec<f64>,
    /// Least and greatest ratio of the sums at 10 s and at 1 s.
    pub creep_ratio: [f64; 2],
    /// Least and greatest number of texels that are not 0.
    pub active: [f64; 2],
}

impl DsaStamp {
    /// As published.
    pub fn published() -> Result<Self, RigError> {
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/data/dsa-stamp.toml"));
        toml::from_str(text).map_err(|error| RigError::Data(error.to_string()))
    }

    /// As a fit wants it.
    pub fn measured(&self) -> Measured {
        Measured {
            loads: self.masses.iter().map(|mass| mass * GRAVITY).collect(),
            sums: self.sums.clone(),
            creep_ratio: self.creep_ratio,
            active: self.active,
        }
    }

    /// A pad of 14 × 6 texels of 3.4 mm, 1000 N/m each.
    pub fn rig() -> Result<Rig, RigError> {
        Rig::new(SkinLayout::grid(14, 6, PITCH)?, presets::table3())
    }

    /// The stamp at `n × n` places within a quarter of a pitch of a corner of four texels. There it stood: the recorded images
    /// show four rows and four columns loaded, not three.
    pub fn stamps(&self, n: usize) -> Vec<Stamp> {
        let place = |i: usize| PITCH * (i as f64 + 0.5) / (4 * n) as f64;
        let side = self.stamp_area.sqrt();
        (0..n * n)
            .map(|i| Stamp { side, offset: DVec2::new(place(i / n), place(i % n)), turned: 0.0 })
            .collect()
    }
}

/// From texel to texel \[m\].
const PITCH: f64 = 3.4e-3;
