//! Energy that pads and bristles store.

use crate::Skin;
use crate::state::{NO_TARGET, SkinState};
use bristle_contact::ContactMaterial;
use bristle_geometry::lanes::WIDTH;

impl Skin {
    /// Elastic energy of the pad and its bristles in a state of this skin \[J\], ray by ray, at the depths that the last step ended with. `material` gives that of the
    /// skin against each of its targets, and nothing for targets that do not count.
    pub fn stored_energy<'a>(
        &self,
        state: &SkinState,
        material: impl Fn(usize) -> Option<&'a ContactMaterial>,
    ) -> f64 {
        let mut energy = 0.0;
        let touching = self.patches.iter().zip(&state.touching).filter(|(_, touching)| **touching);
        for group in touching.flat_map(|(patch, _)| patch.groups.clone()) {
            let merged = state.merged[group];
            for i in 0..self.casts(merged) {
                let (held, mut room) = (&state.bristles[group * self.rays_per_texel + i], None);
                let rays = self.cast_ray(group, merged, i, &mut room);
                for lane in (0..WIDTH).filter(|&lane| held.target[lane] != NO_TARGET && rays.has(lane)) {
                    if let Some(material) = material(held.target[lane] as usize) {
                        let bent = material.friction().energy(held.deflection.get(lane));
                        energy += rays.units.0[lane] * (material.energy(held.depth.0[lane]) + bent);
                    }
                }
            }
        }
        energy
    }
}
