//! The elastic part of a pad's force, per unit of material.

use bristle_contact::{BedLaw, SimplePower};
use bristle_geometry::lanes::Lanes;

/// Elastic forces, and how they answer to the penetration.
#[derive(Clone, Copy)]
pub(crate) struct Elastic<L> {
    /// \[N\]
    pub(crate) force: L,
    /// \[N/m\]
    pub(crate) slope: L,
}

impl<L: Lanes> Elastic<L> {
    /// At a penetration that is not negative \[m\].
    #[inline(always)]
    pub(crate) fn at(bed: &BedLaw, penetration: L) -> Self {
        let k = L::splat(bed.stiffness);
        match bed.power {
            SimplePower::One => Self { force: k * penetration, slope: k },
            SimplePower::ThreeHalves => {
                let root = penetration.sqrt();
                Self { force: k * (penetration * root), slope: k * (L::splat(1.5) * root) }
            }
            SimplePower::Two => {
                Self { force: k * (penetration * penetration), slope: k * (L::splat(2.0) * penetration) }
            }
        }
    }
}

/// Powers of penetrations.
pub(crate) trait PowerOf {
    /// `pⁿ` for a penetration that is not negative.
    fn power_of<L: Lanes>(&self, penetration: L) -> L;
    /// `1/(n + 1)`.
    fn over_next_power(&self) -> f64;
}

impl PowerOf for BedLaw {
    #[inline(always)]
    fn power_of<L: Lanes>(&self, penetration: L) -> L {
        match self.power {
            SimplePower::One => penetration,
            SimplePower::ThreeHalves => penetration * penetration.sqrt(),
            SimplePower::Two => penetration * penetration,
        }
    }

    #[inline(always)]
    fn over_next_power(&self) -> f64 {
        match self.power {
            SimplePower::One => 0.5,
            SimplePower::ThreeHalves => 0.4,
            SimplePower::Two => 1.0 / 3.0,
        }
    }
}
