//! The spread as a sparse matrix, worked out once.

use super::SpreadShape;
use super::graph::Neighbours;
use crate::active_layer::{ActiveLayer, Memory, Step};
use bristle_skin::SkinLayout;

/// More than this would be gigabytes.
const MOST_ENTRIES: usize = 50_000_000;

/// Who feels how much of whose load. Rows are those who feel.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    first: Vec<usize>,
    entries: Vec<(u32, f64)>,
}

impl SpreadShape {
    /// Weight at a distance, for radius 1.
    fn weight(self, distance: f64) -> f64 {
        match self {
            Self::Gaussian => (-0.5 * distance * distance).exp(),
            Self::Exponential => (-distance).exp(),
        }
    }

    /// Distance beyond which the weight is below 1/5000 of its peak and left out, for radius 1.
    fn reach(self) -> f64 {
        match self {
            Self::Gaussian => 4.2,
            Self::Exponential => 8.6,
        }
    }
}

impl Kernel {
    /// `radii` \[m\] are those at the loaded texels.
    pub(super) fn new(
        layout: &SkinLayout,
        neighbours: &Neighbours,
        radii: &[f64],
        shape: SpreadShape,
    ) -> Result<Self, String> {
        let texels = layout.texels.len();
        let mut distances = vec![f64::INFINITY; texels];
        let mut triples = Vec::new();
        for (loaded, &radius) in radii.iter().enumerate() {
            let mut shares = neighbours.within(loaded, shape.reach() * radius, &mut distances);
            for (feeling, distance) in &mut shares {
                *distance = shape.weight(*distance / radius) * layout.texels[*feeling as usize].area;
            }
            let whole: f64 = shares.iter().map(|(_, weight)| weight).sum();
            triples
                .extend(shares.into_iter().map(|(feeling, weight)| (feeling, loaded as u32, weight / whole)));
            if triples.len() > MOST_ENTRIES {
                return Err(format!(
                    "a radius of {:.3} mm reaches too many of the {texels} texels; make it smaller",
                    1e3 * radius
                ));
            }
        }
        // By those who feel; the sort is stable, so loads stay in their order.
        triples.sort_by_key(|&(feeling, _, _)| feeling);
        let mut first = vec![0; texels + 1];
        for &(feeling, _, _) in &triples {
            first[feeling as usize + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let entries = triples.into_iter().map(|(_, loaded, share)| (loaded, share)).collect();
        Ok(Self { first, entries })
    }
}

impl ActiveLayer for Kernel {
    fn room(&self, texels: usize) -> usize {
        texels
    }

    fn advance(&self, memory: &mut Memory, _: &Step<'_>, signal: &mut [f64]) {
        // Room to work, not a memory: overwritten every time.
        memory.values.copy_from_slice(signal);
        for (row, y) in signal.iter_mut().enumerate() {
            let entries = &self.entries[self.first[row]..self.first[row + 1]];
            *y = entries.iter().map(|&(loaded, share)| share * memory.values[loaded as usize]).sum();
        }
    }
}
