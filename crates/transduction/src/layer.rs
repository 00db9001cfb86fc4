//! All layers under one name.

use crate::active_layer::Place;
use crate::check::Fault;
use crate::table::table;
use crate::{
    Ageing, Counts, Creep, Dead, Delay, Drift, Hysteresis, Noise, Rubbing, Sampling, Spread, Transfer,
    Variation,
};
use bristle_skin::SkinLayout;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One imperfection between truth and reading. In a profile: `[[layers]]` and then, say, `spread = { radius = 0.002 }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// The cover shares loads with neighbours.
    Spread(#[serde(deserialize_with = "table")] Spread),
    /// Readings lag behind.
    Hysteresis(#[serde(deserialize_with = "table")] Hysteresis),
    /// Readings grow or relax under a constant load.
    Creep(#[serde(deserialize_with = "table")] Creep),
    /// Zero and gain move with temperature.
    Drift(#[serde(deserialize_with = "table")] Drift),
    /// Texels differ.
    Variation(#[serde(deserialize_with = "table")] Variation),
    /// Some texels say nothing.
    Dead(#[serde(deserialize_with = "table")] Dead),
    /// Gain wears off.
    Ageing(#[serde(deserialize_with = "table")] Ageing),
    /// From force to signal.
    Transfer(#[serde(deserialize_with = "table")] Transfer),
    /// Chance.
    Noise(#[serde(deserialize_with = "table")] Noise),
    /// Readings are late.
    Delay(#[serde(deserialize_with = "table")] Delay),
    /// What slides over a cell makes its reading rough.
    Rubbing(#[serde(deserialize_with = "table")] Rubbing),
    /// Readings come in frames.
    Sampling(#[serde(deserialize_with = "table")] Sampling),
    /// Readings are whole numbers.
    Counts(#[serde(deserialize_with = "table")] Counts),
}

impl Layer {
    /// What a profile calls it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Spread(_) => "spread",
            Self::Hysteresis(_) => "hysteresis",
            Self::Creep(_) => "creep",
            Self::Drift(_) => "drift",
            Self::Variation(_) => "variation",
            Self::Dead(_) => "dead",
            Self::Ageing(_) => "ageing",
            Self::Transfer(_) => "transfer",
            Self::Noise(_) => "noise",
            Self::Delay(_) => "delay",
            Self::Rubbing(_) => "rubbing",
            Self::Sampling(_) => "sampling",
            Self::Counts(_) => "counts",
        }
    }

    /// Checks what can be checked without a skin.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        match self {
            Self::Spread(layer) => layer.check(),
            Self::Hysteresis(layer) => layer.check(),
            Self::Creep(layer) => layer.check(),
            Self::Drift(layer) => layer.check(),
            Self::Variation(layer) => layer.check(),
            Self::Dead(layer) => layer.check(),
            Self::Ageing(layer) => layer.check(),
            Self::Transfer(layer) => layer.check(),
            Self::Noise(layer) => layer.check(),
            Self::Delay(layer) => layer.check(),
            Self::Rubbing(layer) => layer.check(),
            Self::Sampling(layer) => layer.check(),
            Self::Counts(layer) => layer.check(),
        }
    }

    /// Makes a checked layer for a skin. Its place in the chain keeps the chances of equal layers apart.
    pub(crate) fn make(&self, layout: &SkinLayout, index: usize) -> Result<Place, Fault> {
        let texels = layout.texels.len();
        Ok(match self {
            Self::Spread(layer) => Place::of(layer.kernel(layout)?),
            Self::Hysteresis(layer) => Place::of(layer.clone()),
            Self::Creep(layer) => Place::of(layer.clone()),
            Self::Drift(layer) => Place::of(layer.clone()),
            Self::Variation(layer) => Place::of(layer.manufacture(texels, index)),
            Self::Dead(layer) => Place::of(layer.choose(texels, index)?),
            Self::Ageing(layer) => Place::of(layer.clone()),
            Self::Transfer(layer) => Place::of(layer.clone()),
            Self::Noise(layer) => Place::of(layer.at(index)),
            Self::Delay(layer) => Place::of(layer.clone()),
            Self::Rubbing(layer) => Place::of(layer.at(index)),
            Self::Sampling(layer) => Place::Sampler(layer.clone()),
            Self::Counts(layer) => Place::of(layer.clone()),
        })
    }
}
