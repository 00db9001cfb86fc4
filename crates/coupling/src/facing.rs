//! Two pads that face each other: one feels for both, and both read it.

use crate::skin_set::SkinSet;
use bristle_contact::ContactMaterial;
use bristle_geometry::Pose;
use bristle_skin::{Cover, TargetPart, TexelReading, TexelState};

/// What a texel of the other pad reads of `felt`; `turn` takes the frame of the skin that felt it to the other's.
fn mirrored(felt: &TexelReading, turn: Pose, target: usize) -> TexelReading {
    TexelReading {
        shear: -turn.transform_vector(felt.shear),
        point: turn.transform_point(felt.point),
        normal: -turn.transform_vector(felt.normal),
        slip_velocity: -turn.transform_vector(felt.slip_velocity),
        deflection: -turn.transform_vector(felt.deflection),
        target: Some(target as u16),
        ..*felt
    }
}

/// The elastic force and the state of a texel of the other pad, where one of the two is at its limit: both carry the same force, but each
/// saturates at its own.
fn at_its_own_limit(pair: &ContactMaterial, reading: &mut TexelReading, incipient_from: f64) {
    let p = reading.penetration;
    let (felt, Some(its)) = (pair.normal_force(p, 0.0), pair.other_pad(p)) else { return };
    if (felt.saturated || its.saturated) && felt.force.elastic > 0.0 {
        reading.elastic_force *= its.force.elastic / felt.force.elastic;
    }
    if its.saturated {
        reading.state = TexelState::Saturated;
    } else if reading.state == TexelState::Saturated {
        reading.state = TexelState::of_utilisation(reading.utilisation, incipient_from);
    }
}

impl SkinSet {
    /// Lets the skins that are faced read what was committed.
    pub(crate) fn share_readings(&mut self, skins: &[usize]) {
        let touching = self.facing_pairs(skins).filter(|&(skin, target)| self.touches(skin, target));
        for (skin, target) in touching.collect::<Vec<_>>() {
            self.share_reading(skin, target);
        }
    }

    fn share_reading(&mut self, skin: usize, target: usize) {
        let mounts = self.mounts_handle();
        let Some((other, place)) = mounts[skin].targets[target].facing else { return };
        let turn = self.frame(other).inverse() * self.frame(skin);
        let wrench = self.readings[skin].pairs[target].wrench_on_skin_w;
        let contacts = self.readings[skin].pairs[target].contacts;
        let own_origin = self.frame(other).translation;
        let Ok([felt, read]) = self.readings.get_disjoint_mut([skin, other]) else { return };
        let pair = &mut read.pairs[place];
        pair.wrench_on_skin_w = wrench.reaction().shift_to(own_origin);
        pair.wrench_on_target_w = wrench.shift_to(pair.wrench_on_target_w.point);
        pair.contacts = contacts;
        let TargetPart::Under(cover) = &mounts[skin].targets[target].surface.part else { return };
        for texel in felt.texels.iter().filter(|t| t.target == Some(target as u16) && t.normal_force > 0.0) {
            let mut reading = mirrored(texel, turn, place);
            if let Some(pair) = &mounts[skin].targets[target].surface.material {
                at_its_own_limit(pair, &mut reading, mounts[other].skin.options().incipient_from);
            }
            if let Some(at) = place_of(cover, &reading) {
                read.add(&mounts[other].skin, at, &reading);
            }
        }
    }
}

/// The texel of the covering skin that a reading belongs to.
fn place_of(cover: &Cover, reading: &TexelReading) -> Option<usize> {
    cover.texel_at_own(reading.point, reading.normal).or_else(|| cover.nearest_texel(reading.point))
}
