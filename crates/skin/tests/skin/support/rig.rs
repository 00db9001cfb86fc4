//! A skin with all that an update needs.

use bristle_contact::ContactMaterial;
use bristle_geometry::{Pose, Shape, Twist, Wrench};
use bristle_skin::{
    Bristle, Skin, SkinLayout, SkinMemory, SkinOptions, SkinReading, SkinState, Target, TexelReading,
    TexelState,
};
use glam::DVec3;

pub(crate) struct Rig {
    pub(crate) skin: Skin,
    pub(crate) state: SkinState,
    pub(crate) memory: SkinMemory,
    pub(crate) reading: SkinReading,
}

impl Rig {
    /// A skin that may meet the given shapes, in that order.
    pub(crate) fn new(layout: &SkinLayout, material: ContactMaterial, shapes: &[&Shape]) -> Self {
        // Gaps are of no interest here.
        let options = SkinOptions { look_ahead: Some(0.0), ..SkinOptions::default() };
        Self::with_options(layout, material, options, shapes)
    }

    pub(crate) fn with_options(
        layout: &SkinLayout,
        material: ContactMaterial,
        options: SkinOptions,
        shapes: &[&Shape],
    ) -> Self {
        let skin = Skin::new(layout, material, options).unwrap();
        let targets: Vec<Target> =
            shapes.iter().map(|shape| Target::new(shape, Pose::IDENTITY, Twist::ZERO)).collect();
        Self {
            state: SkinState::new(&skin),
            memory: SkinMemory::new(&skin, &targets),
            reading: SkinReading::new(&skin, targets.len()),
            skin,
        }
    }

    /// One update of a skin that rests at the origin.
    pub(crate) fn feel(&mut self, targets: &[Target], h: f64) -> &SkinReading {
        self.feel_at(Pose::IDENTITY, Twist::ZERO, targets, h)
    }

    /// One update of a skin that stands and moves as given.
    pub(crate) fn feel_at(&mut self, pose: Pose, twist: Twist, targets: &[Target], h: f64) -> &SkinReading {
        self.skin
            .update(pose, twist, targets, h, &mut self.state, &mut self.memory, &mut self.reading)
            .unwrap();
        &self.reading
    }

    /// The first bristle of a texel.
    pub(crate) fn bristle(&self, texel: usize) -> Bristle {
        self.state.bristles(&self.skin, texel)[0]
    }

    /// Wrench on the skin from its only target.
    pub(crate) fn wrench(&self) -> Wrench {
        self.reading.pairs[0].wrench_on_skin_w
    }

    /// Elastic energy of the pad \[J\], `Σ units · E(p)`; one ray per texel, law per area.
    pub(crate) fn elastic_energy(&self) -> f64 {
        let material = self.skin.material();
        self.skin
            .texels()
            .iter()
            .zip(&self.reading.texels)
            .map(|(t, r)| t.area * material.energy(r.penetration))
            .sum()
    }

    pub(crate) fn in_state(&self, state: TexelState) -> usize {
        self.reading.texels.iter().filter(|t| t.state == state).count()
    }

    pub(crate) fn touched(&self) -> impl Iterator<Item = &TexelReading> {
        self.reading.texels.iter().filter(|t| t.in_contact())
    }
}

/// `Σ f` and `Σ y × f` over texel readings, in the skin's frame.
pub(crate) fn texel_sums<'a>(texels: impl Iterator<Item = &'a TexelReading>) -> (DVec3, DVec3) {
    texels.fold((DVec3::ZERO, DVec3::ZERO), |(force, moment), t| {
        (force + t.force_on_pad(), moment + t.point.cross(t.force_on_pad()))
    })
}
