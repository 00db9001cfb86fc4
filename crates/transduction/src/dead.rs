//! Dead texels.

use crate::active_layer::{ActiveLayer, Memory, Step};
use crate::chance::Chance;
use crate::check::{Fault, within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Texels that say the same whatever happens: those listed, and a share of all by chance.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dead {
    /// Dead texels by number, from 0.
    #[serde(default)]
    pub texels: Vec<usize>,
    /// Share of all texels that is dead besides, each by chance.
    #[serde(default)]
    pub share: f64,
    /// What a dead texel says, in the unit of the signal.
    #[serde(default)]
    pub reads: f64,
    /// Other chances.
    #[serde(default)]
    pub seed: u64,
}

/// The dead texels of one skin.
#[derive(Clone, Debug)]
pub(crate) struct Losses {
    texels: Vec<usize>,
    reads: f64,
}

impl Dead {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        within("share", self.share, 0.0, 1.0, "")?;
        within("reads", self.reads, -1e9, 1e9, "")
    }

    pub(crate) fn choose(&self, texels: usize, index: usize) -> Result<Losses, Fault> {
        if let Some(&texel) = self.texels.iter().find(|&&texel| texel >= texels) {
            let most = texels - 1;
            return Err(Fault::Refused(format!(
                "texel {texel} cannot be dead; the skin has the texels 0 to {most}"
            )));
        }
        let mut chance = Chance::new(self.seed, index as u64, 0);
        let dead = (0..texels).filter(|texel| {
            let by_chance = chance.uniform() < self.share;
            by_chance || self.texels.contains(texel)
        });
        Ok(Losses { texels: dead.collect(), reads: self.reads })
    }
}

impl ActiveLayer for Losses {
    fn room(&self, _: usize) -> usize {
        0
    }

    fn advance(&self, _: &mut Memory, _: &Step<'_>, signal: &mut [f64]) {
        for &texel in &self.texels {
            signal[texel] = self.reads;
        }
    }
}
