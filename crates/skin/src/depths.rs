//! Depths for engines whose bodies move with the velocities at the end of a step.
//!
//! A step takes its hits as those of its middle: it begins half a step before them, with the old velocities, and ends a whole step of the new
//! velocities later. An engine with `q' = q + h v'` detects at `q`, so that its next step begins at `q' − ½ h v'`, which is before that end by
//! half a step of the change of the velocities.

use crate::state::{NO_TARGET, SkinState};
use crate::trial::RelativeMotion;
use crate::{Skin, rays::RayGroup};
use bristle_geometry::lanes::WIDTH;

impl SkinState {
    /// Leaves every ray as deep as the next step finds it that begins where the bodies of such an engine are. `before` and `after` are the
    /// motions of the targets in the step `h` \[s\] that was committed.
    pub fn follow_end_velocities(
        &mut self,
        skin: &Skin,
        before: &[RelativeMotion],
        after: &[RelativeMotion],
        h: f64,
    ) {
        for patch in (0..self.touching.len()).filter(|&patch| self.touching[patch]).collect::<Vec<_>>() {
            for group in skin.patches[patch].groups.clone() {
                for i in 0..skin.casts(self.merged[group]) {
                    let mut room = None;
                    let rays = skin.cast_ray(group, self.merged[group], i, &mut room);
                    let ray = group * skin.rays_per_texel + i;
                    for lane in 0..WIDTH {
                        let target = self.bristles[ray].target[lane] as usize;
                        if target != NO_TARGET as usize {
                            let slowed = [before[target], after[target]];
                            self.follow(skin, (rays, ray, lane), slowed, h);
                        }
                    }
                }
            }
        }
    }

    fn follow(
        &mut self,
        skin: &Skin,
        (rays, ray, lane): (&RayGroup, usize, usize),
        [before, after]: [RelativeMotion; 2],
        h: f64,
    ) {
        let held = &mut self.bristles[ray];
        let (normal, direction) = (held.normal.get(lane), rays.direction.get(lane));
        let point = rays.origin.get(lane) + direction * (skin.reach - held.depth.0[lane]);
        let velocity = |motion: RelativeMotion| motion.velocity + motion.rotation.cross(point);
        let rate = normal.dot(velocity(before) - velocity(after)) / -normal.dot(direction);
        let depth = held.depth.0[lane] + 0.5 * h * rate;
        held.depth.0[lane] = if depth > 0.0 { depth } else { 0.0 };
    }
}
