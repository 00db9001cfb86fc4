//! Which places the light reaches.

use super::buffer::fill_depth;
use glam::DVec3;

/// Places across the map.
const SIDE: usize = 512;
/// Places across a tile of the coarse map.
const TILE: usize = 8;
const TILES: usize = SIDE / TILE;
/// Half width of the soft edge of a shadow, in places of the map.
const SOFT: f32 = 2.5;

/// Distances from the light, seen from there, and the least and greatest of each tile.
pub(super) struct ShadowMap {
    light: DVec3,
    right: DVec3,
    up: DVec3,
    middle: DVec3,
    scale: f64,
    near: Vec<f32>,
    tiles: Vec<(f32, f32)>,
}

impl ShadowMap {
    /// A map of a ball about `middle`, lit from the direction of `light`.
    pub(super) fn new(light: DVec3, middle: DVec3, radius: f64) -> Self {
        let (right, up) = light.any_orthonormal_pair();
        let room = SIDE as f64 / 2.0 - f64::from(SOFT) - 2.0;
        let scale = room / radius.max(1e-9);
        let near = vec![f32::NEG_INFINITY; SIDE * SIDE];
        Self { light, right, up, middle, scale, near, tiles: Vec::new() }
    }

    /// Places across the map, and nearness to the light, both in places.
    pub(super) fn place(&self, point: DVec3) -> DVec3 {
        let from = (point - self.middle) * self.scale;
        let half = SIDE as f64 / 2.0;
        DVec3::new(from.dot(self.right) + half, from.dot(self.up) + half, from.dot(self.light))
    }

    /// What a triangle, by its places, hides.
    pub(super) fn add(&mut self, places: [DVec3; 3]) {
        fill_depth(&mut self.near, SIDE, places);
    }

    /// To be called after the last triangle.
    pub(super) fn finish(&mut self) {
        self.tiles = vec![(f32::INFINITY, f32::NEG_INFINITY); TILES * TILES];
        for (y, row) in self.near.chunks_exact(SIDE).enumerate() {
            for (x, part) in row.chunks_exact(TILE).enumerate() {
                let tile = &mut self.tiles[(y / TILE) * TILES + x];
                for &near in part {
                    *tile = (tile.0.min(near), tile.1.max(near));
                }
            }
        }
    }

    /// The share of light that reaches a place: 1 in the light, 0 in the shadow. What is less than `bias` places behind another
    /// surface is at it.
    pub(super) fn lit(&self, [x, y, near]: [f32; 3], bias: f32) -> f32 {
        let (near, reach) = (near + bias, SOFT + 0.5);
        let most = (SIDE - 1) as f32;
        if !(x > reach && y > reach && x < most - reach && y < most - reach) {
            return 1.0;
        }
        let tile = |at: f32| at as usize / TILE;
        let (mut least, mut greatest) = (f32::INFINITY, f32::NEG_INFINITY);
        for ty in tile(y - reach)..=tile(y + reach) {
            for tx in tile(x - reach)..=tile(x + reach) {
                let (low, high) = self.tiles[ty * TILES + tx];
                (least, greatest) = (least.min(low), greatest.max(high));
            }
        }
        if near >= greatest {
            return 1.0;
        }
        if near < least {
            return 0.0;
        }
        // The mean over a square, whose border counts by the part that is within.
        let (x, y) = (x - 0.5, y - 0.5);
        let (low_x, low_y) = ((x - SOFT).floor(), (y - SOFT).floor());
        let weight = |low: f32, at: f32, i: usize| {
            let begin = low + i as f32;
            ((at + SOFT).min(begin + 1.0) - (at - SOFT).max(begin)).max(0.0)
        };
        const ACROSS: usize = 2 * SOFT as usize + 2;
        let mut weights = [0.0; ACROSS];
        for (i, w) in weights.iter_mut().enumerate() {
            *w = weight(low_x, x, i);
        }
        let mut sum = 0.0;
        for j in 0..ACROSS {
            let row = (low_y as usize + j) * SIDE + low_x as usize;
            let shares = self.near[row..row + ACROSS].iter().zip(&weights);
            let share: f32 = shares.map(|(&depth, &w)| if near >= depth { w } else { 0.0 }).sum();
            sum += weight(low_y, y, j) * share;
        }
        sum / (4.0 * SOFT * SOFT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_a_plate_it_is_dark_and_beside_it_light() {
        let mut map = ShadowMap::new(DVec3::Z, DVec3::ZERO, 1.0);
        let corner = |x: f64, y: f64| DVec3::new(x, y, 0.5);
        for [a, b, c] in [
            [corner(-0.3, -0.3), corner(0.3, -0.3), corner(0.3, 0.3)],
            [corner(-0.3, -0.3), corner(0.3, 0.3), corner(-0.3, 0.3)],
        ] {
            let places = [a, b, c].map(|point| map.place(point));
            map.add(places);
        }
        map.finish();
        let lit = |x: f64, y: f64, z: f64| map.lit(map.place(DVec3::new(x, y, z)).as_vec3().to_array(), 1.0);
        assert_eq!((lit(0.0, 0.0, 0.0), lit(0.9, 0.0, 0.0), lit(0.0, 0.0, 0.5)), (0.0, 1.0, 1.0));
        // Half way over the edge, half of the light, whichever way the map lies.
        assert!((lit(0.3, 0.0, 0.0) - 0.5).abs() < 0.11, "{}", lit(0.3, 0.0, 0.0));
        let steps: Vec<f32> = (0..40).map(|i| lit(0.28 + 0.001 * f64::from(i), 0.05, 0.0)).collect();
        assert!(steps.windows(2).all(|pair| pair[1] >= pair[0] - 1e-6), "{steps:?}");
    }
}
