//! What a skin feels: per texel, and per target.

use crate::{Block6, Skin};
use bristle_geometry::{Pose, Wrench};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// What a texel is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TexelState {
    /// Touches nothing, or is not pressed: a pad that springs back more slowly than its target leaves.
    #[default]
    NoContact,
    /// Touches and holds.
    Stick,
    /// Holds, but close to its friction limit, or some of its rays slip already.
    Incipient,
    /// Slips.
    Slip,
    /// Compressed beyond its largest penetration: on its backing (or cut off), its elastic reading no longer true.
    Saturated,
}

impl TexelState {
    /// All states.
    pub const ALL: [Self; 5] = [Self::NoContact, Self::Stick, Self::Incipient, Self::Slip, Self::Saturated];

    /// Of a texel that is pressed, from its share of the friction limit.
    pub fn of_utilisation(utilisation: f64, incipient_from: f64) -> Self {
        match utilisation {
            // At the limit but for round-off.
            u if u > 1.0 - 1e-9 => Self::Slip,
            u if u >= incipient_from => Self::Incipient,
            _ => Self::Stick,
        }
    }

    /// From the rays of a texel: any beyond its limit of compression, whether it is pressed, whether any slips and any
    /// sticks, and whether the texel as a whole is close to its friction limit.
    #[inline(always)]
    pub(crate) fn of(saturated: bool, pressed: bool, slips: bool, sticks: bool, close: bool) -> Self {
        match (slips, sticks) {
            _ if saturated => Self::Saturated,
            _ if !pressed => Self::NoContact,
            (true, false) => Self::Slip,
            (true, true) => Self::Incipient,
            _ if close => Self::Incipient,
            _ => Self::Stick,
        }
    }
}

/// What one texel feels. Vectors are in the skin's frame; forces act *on the pad*.
///
/// Of a texel with several rays, forces are sums over its rays; the other quantities are means over the rays that touch,
/// weighted by their share of the texel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[repr(C, align(32))] // Written four numbers at a time, see `texel_rows`.
pub struct TexelReading {
    /// Force along `normal`, damping included \[N\]: what is applied.
    pub normal_force: f64,
    /// The elastic part of it \[N\]: what a slow sensor reads, free of the spike of a fast touch-down.
    pub elastic_force: f64,
    /// Friction on the pad \[N\], and what the edge of a foot pushes along it (ED-1): all that is applied besides `normal_force`.
    pub shear: DVec3,
    /// How deep the surfaces of pad and target overlap \[m\]: what the pad is compressed by, and the target, if it yields or wears a pad
    /// itself; negative is a gap within the look-ahead.
    pub penetration: f64,
    /// Contact point \[m\].
    pub point: DVec3,
    /// Outward unit normal of the target; zero without contact.
    pub normal: DVec3,
    /// Velocity of the target past the pad in the contact plane \[m/s\].
    pub slip_velocity: DVec3,
    /// Bristle deflection \[m\].
    pub deflection: DVec3,
    /// Friction, without edges, over its limit, `|t|/(μ f_n)`. The viscous part of a fast slip can lift it above 1.
    pub utilisation: f64,
    /// What the texel is doing.
    pub state: TexelState,
    /// Index of the target it touches (of the ray that presses hardest).
    pub target: Option<u16>,
}

impl TexelReading {
    /// A texel that touches nothing.
    pub const NOTHING: Self = Self {
        normal_force: 0.0,
        elastic_force: 0.0,
        shear: DVec3::ZERO,
        penetration: 0.0,
        point: DVec3::ZERO,
        normal: DVec3::ZERO,
        slip_velocity: DVec3::ZERO,
        deflection: DVec3::ZERO,
        utilisation: 0.0,
        state: TexelState::NoContact,
        target: None,
    };

    /// Whole force on the pad \[N\].
    pub fn force_on_pad(&self) -> DVec3 {
        self.normal * self.normal_force + self.shear
    }

    /// Whether it touches.
    pub fn in_contact(&self) -> bool {
        self.state != TexelState::NoContact
    }
}

/// What passes between the skin and one target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairLoad {
    /// Wrench on the skin's body, about the skin's origin, in world axes.
    pub wrench_on_skin_w: Wrench,
    /// Wrench on the target, about the target's origin, in world axes: the reaction of the other, shifted.
    pub wrench_on_target_w: Wrench,
    /// ∂wrench/∂displacement, in the skin's frame about its origin.
    pub stiffness: Block6,
    /// ∂wrench/∂velocity, in the skin's frame about its origin.
    pub damping: Block6,
    /// Rays in contact.
    pub contacts: usize,
}

impl PairLoad {
    pub(crate) fn none(skin: Pose, target: Pose) -> Self {
        Self {
            wrench_on_skin_w: Wrench::zero_at(skin.translation),
            wrench_on_target_w: Wrench::zero_at(target.translation),
            stiffness: Block6::ZERO,
            damping: Block6::ZERO,
            contacts: 0,
        }
    }
}

/// The reading of a whole skin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkinReading {
    /// One per texel.
    pub texels: Vec<TexelReading>,
    /// One per target.
    pub pairs: Vec<PairLoad>,
    /// Patches with a texel that is not at rest; all others hold the default.
    pub(crate) written: Vec<bool>,
}

impl SkinReading {
    /// A reading of nothing.
    pub fn new(skin: &Skin, targets: usize) -> Self {
        Self {
            texels: vec![TexelReading::default(); skin.texels.len()],
            pairs: vec![PairLoad::none(Pose::IDENTITY, Pose::IDENTITY); targets],
            written: vec![false; skin.patches.len()],
        }
    }

    /// Adds to a texel what another skin, which faces this one, felt for it. Forces add up; of the rest, what presses harder counts.
    pub fn add(&mut self, skin: &Skin, texel: usize, felt: &TexelReading) {
        let (Some(own), Some(&slot)) = (self.texels.get_mut(texel), skin.slot_of_texel.get(texel)) else {
            return;
        };
        let push = own.normal * own.normal_force + felt.normal * felt.normal_force;
        let main = if own.normal_force > felt.normal_force { *own } else { *felt };
        let normal_force = push.length();
        *own = TexelReading {
            normal_force,
            elastic_force: own.elastic_force + felt.elastic_force,
            shear: own.shear + felt.shear,
            normal: if normal_force > 0.0 { push / normal_force } else { main.normal },
            ..main
        };
        self.written[skin.patches.partition_point(|p| p.slots.end <= slot as usize)] = true;
    }

    /// Sum of the texels' forces on the pad, in the skin's frame \[N\].
    pub fn total_force(&self) -> DVec3 {
        self.texels.iter().map(TexelReading::force_on_pad).sum()
    }

    /// Sum of the texels' normal forces \[N\].
    pub fn total_normal_force(&self) -> f64 {
        self.texels.iter().map(|t| t.normal_force).sum()
    }

    /// Whether no texel sees anything.
    pub fn is_blank(&self) -> bool {
        !self.written.contains(&true)
    }

    /// Memory held \[bytes\].
    pub fn memory(&self) -> usize {
        size_of_val(&*self.texels) + size_of_val(&*self.pairs) + size_of_val(&*self.written)
    }
}
