//! A state as a list of numbers, for engines that store their state that way.
//!
//! All zero is a skin that has touched nothing yet.

use crate::Skin;
use crate::state::{Bristle, SkinState, TargetPlace};
use bristle_geometry::lanes::Four;
use glam::{DMat3, DVec3};

/// Deflection, normal, depth, by how much the ray lets its target in, and one more than the target's index.
const PER_RAY: usize = 9;
/// Whether it was there, by how much it has receded and is let in, and its place.
const PER_TARGET: usize = 15;

impl SkinState {
    /// How many numbers a state of a skin with so many targets takes.
    pub fn count_of_numbers(skin: &Skin, targets: usize) -> usize {
        PER_RAY * skin.ray_count() + PER_TARGET * targets
    }

    /// Writes itself into as many numbers as it [takes](Self::count_of_numbers).
    pub fn write_numbers(&self, skin: &Skin, numbers: &mut [f64]) {
        numbers.fill(0.0);
        let (rays, targets) = numbers.split_at_mut(PER_RAY * skin.ray_count());
        if self.entered.is_empty() && !self.touching.contains(&true) {
            // No ray has anything to write.
        } else {
            for (texel, rays) in rays.chunks_exact_mut(PER_RAY * skin.rays_per_texel).enumerate() {
                let own = self.bristles(skin, texel).into_iter().zip(self.let_in_by(skin, texel));
                for ((bristle, let_in), out) in own.zip(rays.chunks_exact_mut(PER_RAY)) {
                    bristle.deflection.write_to_slice(out);
                    bristle.normal.write_to_slice(&mut out[3..]);
                    let target = if bristle.target == Bristle::FREE_TARGET {
                        0.0
                    } else {
                        f64::from(bristle.target) + 1.0
                    };
                    out[6..].copy_from_slice(&[bristle.depth, let_in, target]);
                }
            }
        }
        for (target, out) in targets.chunks_exact_mut(PER_TARGET).enumerate() {
            (out[1], out[2]) = (self.receded(target), self.let_in(target));
            if let Some(place) = self.place(target) {
                out[0] = 1.0;
                out[3..12].copy_from_slice(&place.r_ts.to_cols_array());
                place.p_ts.write_to_slice(&mut out[12..]);
            }
        }
    }

    /// A state from the numbers that it was [written](Self::write_numbers) into. What no state has written counts as nothing.
    pub fn from_numbers(skin: &Skin, targets: usize, numbers: &[f64]) -> Self {
        let mut state = Self::new(skin);
        let is_finite = |numbers: &&[f64]| numbers.iter().all(|x| x.is_finite());
        let (rays, places) = numbers.split_at(numbers.len().min(PER_RAY * skin.ray_count()));
        for (texel, numbers) in rays.chunks_exact(PER_RAY * skin.rays_per_texel).enumerate() {
            let read = |n: &[f64]| match n[8] {
                target if (1.0..=targets as f64).contains(&target) && is_finite(&n) => Bristle {
                    deflection: DVec3::from_slice(n),
                    normal: DVec3::from_slice(&n[3..]),
                    depth: n[6],
                    target: target as u32 - 1,
                },
                _ => Bristle::FREE,
            };
            let own = || numbers.chunks_exact(PER_RAY);
            let bristles: Vec<Bristle> = own().map(read).collect();
            if bristles.iter().any(|bristle| *bristle != Bristle::FREE) {
                state.set_bristles(skin, texel, &bristles);
            }
            let let_in = |n: &[f64]| if n[7].is_finite() { n[7].max(0.0) } else { 0.0 };
            if own().any(|n| let_in(n) > 0.0) {
                state.set_let_in(skin, texel, own().map(let_in));
            }
        }
        let lists = places.chunks_exact(PER_TARGET).take(targets).enumerate();
        for (target, n) in lists.filter(|(_, n)| is_finite(n)) {
            if n[1] > 0.0 {
                state.recede(target, n[1]);
            }
            if n[2] > 0.0 {
                state.let_in.resize(targets, 0.0);
                state.let_in[target] = n[2];
            }
            if n[0] == 1.0 {
                let (r_ts, p_ts) = (DMat3::from_cols_slice(&n[3..]), DVec3::from_slice(&n[12..]));
                state.places.resize(targets, None);
                state.places[target] = Some(TargetPlace { r_ts, p_ts });
            }
        }
        state
    }

    /// By how much each ray of a texel lets its target in.
    fn let_in_by(&self, skin: &Skin, texel: usize) -> Vec<f64> {
        let (group, lane) = skin.place_of(skin.slot_of_texel[texel] as usize);
        let merged = self.merged[group] >> lane & 1 != 0;
        let rays = skin.rays_of(group..group + 1);
        let of = |ray: usize| self.entered.get(if merged { rays.start } else { ray });
        rays.clone().map(|ray| of(ray).map_or(0.0, |four| four.0[lane])).collect()
    }

    fn set_let_in(&mut self, skin: &Skin, texel: usize, let_in: impl Iterator<Item = f64>) {
        let (group, lane) = skin.place_of(skin.slot_of_texel[texel] as usize);
        self.split(skin, group, lane);
        self.entered.resize(skin.rays.len(), Four::ZERO);
        for (ray, let_in) in skin.rays_of(group..group + 1).zip(let_in) {
            self.entered[ray].0[lane] = let_in;
        }
    }
}
