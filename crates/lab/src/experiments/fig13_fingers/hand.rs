//! Index finger and thumb of a human hand, from published lengths of its bones.
//!
//! Lengths: means over 66 adults from X-ray pictures, Buryanov and Kotiuk, "Proportions of hand segments", International
//! Journal of Morphology 28(3), 2010; the last phalanx with the soft tissue before it. Breadths and depths of the pulps are
//! typical, uncited.
//!
//! Both digits flex in the plane z = 0, the back of the hand towards +x. The index finger's knuckle is the origin; stretched it
//! points along +y, and flexing it turns about +z.

use bristle_geometry::Pose;
use bristle_geometry::mesh::generate::FingertipSize;
use glam::{DMat3, DQuat, DVec3};

/// A bone of a digit, or its last one with the pulp.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bone {
    /// From joint to joint \[m\].
    pub(super) length: f64,
    /// Half the thickness of the digit around it \[m\].
    pub(super) radius: f64,
    /// How far it is turned about +z from +y \[rad\].
    pub(super) angle: f64,
}

/// A digit: its bones from the palm to the tip, posed.
#[derive(Clone, Debug)]
pub(super) struct Digit {
    pub(super) name: &'static str,
    /// Metacarpal, and phalanges before the last.
    pub(super) bones: Vec<Bone>,
    /// The last phalanx.
    pub(super) tip: FingertipSize,
    pub(super) tip_angle: f64,
    /// Middle of the pulp from the last joint, along the digit \[m\].
    pub(super) pulp: f64,
    /// Which way the pulp looks: −1 for the index finger, +1 for the thumb.
    pub(super) side: f64,
    /// Where the first bone begins \[m\].
    pub(super) root: DVec3,
}

/// Part of the last phalanx that is rounded, and how far the skin of texels wraps around it.
const ROUNDING: f64 = 0.5;
const WRAP: f64 = std::f64::consts::PI * 0.6;

/// Angles of the index finger's bones about +z \[deg\]: a little flexed, as in a precision grip of something wide.
const INDEX_ANGLES: [f64; 4] = [0.0, 5.0, 20.0, 30.0];
/// The same of the thumb's: its last phalanx is parallel to the index finger's, and looks at it.
const THUMB_ANGLES: [f64; 3] = [35.0, 32.0, 30.0];

impl Digit {
    /// The index finger of a hand that is `scale` times the mean.
    pub(super) fn index(scale: f64) -> Self {
        let [a, b, c, tip_angle] = INDEX_ANGLES.map(f64::to_radians);
        let bone = |length: f64, radius: f64, angle: f64| Bone {
            length: 1e-3 * length * scale,
            radius: 1e-3 * radius * scale,
            angle,
        };
        let bones = vec![bone(68.12, 10.0, a), bone(39.78, 8.5, b), bone(22.38, 7.5, c)];
        let tip = fingertip(15.82 + 3.84, 16.0, 13.0, scale);
        let root = DVec3::NEG_Y * bones[0].length;
        Self { name: "index", bones, tip_angle, pulp: 0.42 * tip.length, tip, side: -1.0, root }
    }

    /// The thumb of a hand that is `scale` times the mean, placed so that its pulp looks at `at` \[m\] from there.
    pub(super) fn thumb(scale: f64, at: DVec3) -> Self {
        let [a, b, tip_angle] = THUMB_ANGLES.map(f64::to_radians);
        let bone = |length: f64, radius: f64, angle: f64| Bone {
            length: 1e-3 * length * scale,
            radius: 1e-3 * radius * scale,
            angle,
        };
        let bones = vec![bone(46.22, 12.0, a), bone(31.57, 10.0, b)];
        let tip = fingertip(21.67 + 5.67, 20.0, 16.0, scale);
        let mut thumb = Self {
            name: "thumb",
            bones,
            tip_angle,
            pulp: 0.42 * tip.length,
            tip,
            side: 1.0,
            root: DVec3::ZERO,
        };
        thumb.root = at - thumb.pulp_point();
        thumb
    }

    /// What people call it.
    pub(super) fn words(&self) -> &'static str {
        if self.name == "index" { "index finger" } else { self.name }
    }

    /// Where the bones begin and end \[m\], and how thick they are.
    pub(super) fn segments(&self) -> Vec<(DVec3, DVec3, f64)> {
        let mut from = self.root;
        let one = |bone: &Bone| {
            let to = from + along(bone.angle) * bone.length;
            let segment = (from, to, bone.radius);
            from = to;
            segment
        };
        self.bones.iter().map(one).collect()
    }

    /// Pose of the last phalanx in the hand: x to the tip, z out of the pulp, the origin in the last joint.
    pub(super) fn tip_pose(&self) -> Pose {
        let joint = self.segments().last().map_or(self.root, |(_, to, _)| *to);
        let (x, z) = (along(self.tip_angle), self.looks());
        let rotation = DQuat::from_mat3(&DMat3::from_cols(x, z.cross(x), z));
        Pose::new(rotation, joint)
    }

    /// Unit vector out of the pulp.
    pub(super) fn looks(&self) -> DVec3 {
        let (sine, cosine) = self.tip_angle.sin_cos();
        DVec3::new(cosine, sine, 0.0) * self.side
    }

    /// The middle of the pulp \[m\].
    pub(super) fn pulp_point(&self) -> DVec3 {
        self.tip_pose().transform_point(DVec3::new(self.pulp, 0.0, 0.5 * self.tip.thickness))
    }
}

/// Unit vector along a bone.
fn along(angle: f64) -> DVec3 {
    DVec3::new(-angle.sin(), angle.cos(), 0.0)
}

/// A last phalanx of these measures \[mm\].
fn fingertip(length: f64, width: f64, thickness: f64, scale: f64) -> FingertipSize {
    let metres = 1e-3 * scale;
    FingertipSize {
        length: length * metres,
        width: width * metres,
        thickness: thickness * metres,
        rounding: ROUNDING * length * metres,
        wrap_angle: WRAP,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pulps_look_at_each_other_across_the_object() {
        let (scale, diameter) = (0.93, 0.037);
        let index = Digit::index(scale);
        let thumb = Digit::thumb(scale, index.pulp_point() + index.looks() * diameter);
        assert!((index.looks() + thumb.looks()).length() < 1e-15);
        let between = thumb.pulp_point() - index.pulp_point();
        // Sums of a few millimetres to centimetres.
        assert!((between - index.looks() * diameter).length() < 1e-16);
    }

    #[test]
    fn a_stretched_index_finger_has_the_published_length() {
        let index = Digit::index(1.0);
        let bones: f64 = index.bones[1..].iter().map(|bone| bone.length).sum();
        assert!((bones + index.tip.length - 81.82e-3).abs() < 1e-12);
    }
}
