//! The rays of a skin, four by four.

use bristle_geometry::lanes::{Four, FourVec3, WIDTH};
use glam::DVec3;

/// Four rays, one of each of four texels that are neighbours in memory. A ray begins below the surface and points out of the pad.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayGroup {
    pub(crate) origin: FourVec3,
    pub(crate) direction: FourVec3,
    /// Units of material behind the ray: its share of the texel, times the texel's area for a law per area. A lane to spare repeats a
    /// neighbour's ray and has none.
    pub(crate) units: Four,
}

/// One ray.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    pub(crate) origin: DVec3,
    pub(crate) direction: DVec3,
    pub(crate) units: f64,
}

impl RayGroup {
    /// Up to four rays.
    pub(crate) fn new(rays: &[Ray]) -> Self {
        let mut group = Self { origin: FourVec3::ZERO, direction: FourVec3::ZERO, units: Four::ZERO };
        for lane in 0..WIDTH {
            let ray = rays.get(lane).copied().unwrap_or(Ray { units: 0.0, ..rays[0] });
            group.origin.set(lane, ray.origin);
            group.direction.set(lane, ray.direction);
            group.units.0[lane] = ray.units;
        }
        group
    }

    /// Whether there is a ray in this lane.
    #[inline(always)]
    pub(crate) fn has(&self, lane: usize) -> bool {
        self.units.0[lane] > 0.0
    }

    /// The ray of one lane.
    pub(crate) fn ray(&self, lane: usize) -> Ray {
        Ray { origin: self.origin.get(lane), direction: self.direction.get(lane), units: self.units.0[lane] }
    }

    /// The same rays, but in some lanes others, or none.
    pub(crate) fn with(&self, lanes: u8, others: Option<&Self>) -> Self {
        let mut mixed = *self;
        for lane in (0..WIDTH).filter(|lane| lanes >> lane & 1 != 0) {
            mixed.units.0[lane] = others.map_or(0.0, |others| others.units.0[lane]);
            if let Some(others) = others {
                mixed.origin.set(lane, others.origin.get(lane));
                mixed.direction.set(lane, others.direction.get(lane));
            }
        }
        mixed
    }

    /// Lets the rays begin deeper \[m\].
    pub(crate) fn deepen(&mut self, by: f64) {
        for lane in 0..WIDTH {
            self.origin.set(lane, self.origin.get(lane) - self.direction.get(lane) * by);
        }
    }

    /// Both ends of its rays, which are so long \[m\].
    pub(crate) fn ends(&self, length: f64) -> impl Iterator<Item = DVec3> + Clone {
        let group = *self;
        (0..WIDTH).filter(move |&lane| group.has(lane)).flat_map(move |lane| {
            let begin = group.origin.get(lane);
            [begin, begin + group.direction.get(lane) * length]
        })
    }
}
