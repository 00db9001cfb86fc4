//! Sums over the texels of each skin, from one pass through the recording.

use crate::{ReadError, Recording, TexelRecord};
use bristle_skin::TexelState;
use glam::DVec3;

/// What the skins felt over time.
pub(super) struct Statistics {
    /// Times of the samples with texels \[s\].
    pub(super) times: Vec<f64>,
    pub(super) skins: Vec<SkinStatistics>,
}

/// Sums over one skin, a value per sample with texels.
#[derive(Default)]
pub(super) struct SkinStatistics {
    /// Sum of normal forces \[N\].
    pub(super) normal: Vec<f64>,
    /// Length of the summed friction \[N\].
    pub(super) shear: Vec<f64>,
    /// Share of texels that touch.
    pub(super) touching: Vec<f64>,
    /// Share of touching texels that slip or are about to.
    pub(super) yielding: Vec<f64>,
    /// Largest force of one texel \[N\], when \[s\] and which.
    pub(super) largest: Option<(f64, f64, usize)>,
    /// How often a texel began to slip.
    pub(super) slip_onsets: u64,
    /// Most texels that were compressed beyond their range at once.
    pub(super) most_saturated: usize,
    /// Samples of texels whose force was not a finite number.
    pub(super) not_finite: u64,
    slipping: Vec<bool>,
}

pub(super) fn of(recording: &Recording) -> Result<Statistics, ReadError> {
    let mut skins: Vec<SkinStatistics> =
        recording.skins().iter().map(|_| SkinStatistics::default()).collect();
    for frame in recording.frames()? {
        let frame = frame?;
        for (skin, records) in skins.iter_mut().zip(&frame.skins) {
            skin.take(frame.time, records);
        }
    }
    Ok(Statistics { times: recording.frame_times().to_vec(), skins })
}

impl SkinStatistics {
    fn take(&mut self, time: f64, records: &[TexelRecord]) {
        let (mut normal, mut shear) = (0.0, DVec3::ZERO);
        let (mut touching, mut yielding, mut saturated) = (0, 0, 0);
        self.slipping.resize(records.len(), false);
        for (texel, record) in records.iter().enumerate() {
            normal += record.normal_force;
            shear += record.shear;
            touching += usize::from(record.state != TexelState::NoContact);
            yielding += usize::from(matches!(record.state, TexelState::Slip | TexelState::Incipient));
            saturated += usize::from(record.state == TexelState::Saturated);
            let slips = record.state == TexelState::Slip;
            self.slip_onsets += u64::from(slips && !self.slipping[texel]);
            self.slipping[texel] = slips;
            if !record.normal_force.is_finite() {
                self.not_finite += 1;
            } else if record.normal_force > self.largest.map_or(0.0, |(force, ..)| force) {
                self.largest = Some((record.normal_force, time, texel));
            }
        }
        self.normal.push(normal);
        self.shear.push(shear.length());
        self.touching.push(touching as f64 / records.len().max(1) as f64);
        self.yielding.push(yielding as f64 / touching.max(1) as f64);
        self.most_saturated = self.most_saturated.max(saturated);
    }

    /// Largest sum of normal forces \[N\], and its place among the samples.
    pub(super) fn peak(&self) -> Option<(f64, usize)> {
        let finite = self.normal.iter().enumerate().filter(|(_, force)| force.is_finite());
        finite.fold(None, |best, (i, &force)| match best {
            Some((top, _)) if top >= force => best,
            _ => Some((force, i)),
        })
    }

    /// Mean of the sum of normal forces \[N\] over the samples in contact within `range`.
    pub(super) fn mean_in_contact(&self, range: std::ops::Range<usize>) -> Option<f64> {
        let held = range.filter(|&i| self.touching[i] > 0.0 && self.normal[i].is_finite());
        let (sum, count) = held.fold((0.0, 0), |(sum, n), i| (sum + self.normal[i], n + 1));
        (count > 0).then(|| sum / f64::from(count))
    }
}

impl Statistics {
    /// Places of the samples from `start` to `end` \[s\].
    pub(super) fn range(&self, start: f64, end: f64) -> std::ops::Range<usize> {
        let begin = self.times.partition_point(|&t| t < start);
        begin..self.times.partition_point(|&t| t <= end).max(begin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texel(normal_force: f64, state: TexelState) -> TexelRecord {
        TexelRecord { normal_force, shear: DVec3::new(0.3, -0.4, 0.0), state, ..TexelRecord::default() }
    }

    #[test]
    fn a_texel_that_slips_twice_with_a_pause_has_two_onsets() {
        let mut skin = SkinStatistics::default();
        use TexelState::{NoContact, Slip, Stick};
        for (i, state) in [Stick, Slip, Slip, Stick, Slip, NoContact].into_iter().enumerate() {
            skin.take(i as f64, &[texel(0.7, state), texel(1.1, Stick)]);
        }
        assert_eq!(skin.slip_onsets, 2);
        assert_eq!(skin.touching, [1.0, 1.0, 1.0, 1.0, 1.0, 0.5]);
        assert_eq!(skin.yielding, [0.0, 0.5, 0.5, 0.0, 0.5, 0.0]);
    }

    #[test]
    fn shear_is_summed_as_a_vector_before_its_length_is_taken() {
        let mut skin = SkinStatistics::default();
        let mut other_way = texel(0.7, TexelState::Stick);
        other_way.shear = DVec3::new(0.3, 0.4, 0.0);
        skin.take(0.0, &[texel(0.7, TexelState::Stick), other_way]);
        assert!((skin.shear[0] - 0.6).abs() < 1e-15); // 0.3 + 0.3, the other components cancel
    }

    #[test]
    fn a_number_that_is_none_does_not_hide_the_peak() {
        let mut skin = SkinStatistics::default();
        for (i, force) in [0.3, f64::NAN, 1.1, 0.7].into_iter().enumerate() {
            skin.take(i as f64, &[texel(force, TexelState::Stick)]);
        }
        assert_eq!(skin.peak(), Some((1.1, 2)));
        assert_eq!(skin.largest, Some((1.1, 2.0, 0)));
        assert_eq!(skin.not_finite, 1);
        assert!((skin.mean_in_contact(0..4).unwrap() - 0.7).abs() < 1e-15); // (0.3 + 1.1 + 0.7)/3
    }
}
