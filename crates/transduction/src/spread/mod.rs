//! Spread: the cover shares a load with neighbouring texels.

mod graph;
mod kernel;

use crate::check::{Fault, within};
use bristle_skin::SkinLayout;
use graph::Neighbours;
pub(crate) use kernel::Kernel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the share of a texel falls with its distance d along the skin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpreadShape {
    /// `exp(−d²/2 radius²)`: a soft layer on a stiff base.
    #[default]
    Gaussian,
    /// `exp(−d/radius)`: a skin under tension, with a long tail.
    Exponential,
}

/// A load on one texel is felt by those around it.
///
/// Every texel hands its force on to all texels within reach, by a weight that falls with the distance *along the skin*
/// and in proportion to their areas, so that a finer mesh spreads as a coarse one does. The weights of one load sum to 1:
/// no force is lost, not even at an edge.
///
/// `rim` is the radius at the rim over that in the middle; in between it changes as `exp(−distance to the rim/radius)`. Above 1 it is for foam that is
/// stiffer at its edges and spreads more there (Moisio et al. 2013, §3.3.5, who give no number), below 1 for a cover that is bonded to its frame and
/// hands on less. Closed skins have no rim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    /// How far a load spreads \[m\].
    pub radius: f64,
    /// How the weights fall.
    #[serde(default)]
    pub shape: SpreadShape,
    /// Radius at the rim, as a share of `radius`: above 1 for foam that spreads more at its edges, below 1 for a cover bonded to its frame.
    #[serde(default = "loose")]
    pub rim: f64,
}

fn loose() -> f64 {
    1.0
}

impl Default for Spread {
    fn default() -> Self {
        Self { radius: 1e-3, shape: SpreadShape::default(), rim: loose() }
    }
}

impl Spread {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        within("radius", self.radius, 1e-7, 1.0, "m")?;
        within("rim", self.rim, 0.01, 4.0, "of the radius")
    }

    pub(crate) fn kernel(&self, layout: &SkinLayout) -> Result<Kernel, Fault> {
        let neighbours = Neighbours::of(layout).map_err(Fault::Refused)?;
        let to_rim = neighbours.distances_to_rim(layout, 8.0 * self.radius);
        let radii: Vec<f64> = to_rim
            .iter()
            .map(|d| self.radius * (1.0 - (1.0 - self.rim) * (-d / self.radius).exp()))
            .collect();
        Kernel::new(layout, &neighbours, &radii, self.shape).map_err(Fault::Refused)
    }
}
