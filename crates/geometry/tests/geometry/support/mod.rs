//! A small repeatable source of random numbers, a box, and the brute-force oracle of the texel cast.

use bristle_geometry::{Segment, TriangleMesh};
use glam::DVec3;

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (-53f64).exp2()
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    pub(crate) fn in_ball(&mut self) -> DVec3 {
        loop {
            let p = DVec3::new(self.between(-1.0, 1.0), self.between(-1.0, 1.0), self.between(-1.0, 1.0));
            if (1e-3..1.0).contains(&p.length()) {
                return p;
            }
        }
    }

    pub(crate) fn direction(&mut self) -> DVec3 {
        self.in_ball().normalize()
    }
}

/// Nearest front-facing entry over all triangles by Cramer's rule, for triangles shrunk (`margin < 0`) or grown
/// (`margin > 0`) by a relative margin.
pub(crate) fn brute_force(
    mesh: &TriangleMesh,
    segment: &Segment,
    min_cosine: f64,
    margin: f64,
) -> Option<f64> {
    (0..mesh.triangles.len())
        .filter_map(|i| {
            let [a, b, c] = mesh.corners(i);
            let (e1, e2) = (b - a, c - a);
            let normal = e1.cross(e2);
            let facing = -normal.dot(segment.direction);
            if facing <= 0.0 || facing < min_cosine * normal.length() {
                return None;
            }
            let s = segment.origin - a;
            let u = -s.cross(e2).dot(segment.direction) / facing;
            let v = -e1.cross(s).dot(segment.direction) / facing;
            let t = s.dot(normal) / facing;
            let inside = u >= -margin && v >= -margin && u + v <= 1.0 + margin;
            (inside && t >= 0.0 && t <= segment.length).then_some(t)
        })
        .min_by(f64::total_cmp)
}

/// A box of `size` with its least corner at `low`, 12 triangles wound outwards.
pub(crate) fn cuboid(low: DVec3, size: DVec3) -> TriangleMesh {
    let corner = |i: u32| low + size * DVec3::from([0, 1, 2].map(|axis| f64::from(i >> axis & 1)));
    let triangles = vec![
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5],
    ];
    TriangleMesh { vertices: (0..8).map(corner).collect(), triangles }
}
