//! Flat pads.

use super::material::Texels;
use bristle_geometry::Pose;
use bristle_skin::{Skin, SkinLayout, SkinOptions};
use glam::{DMat3, DQuat, DVec3};

/// Which way the rows of a pad run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rows {
    /// Along the fingers.
    AlongZ,
    /// Across them.
    AlongX,
}

/// A rectangular pad.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pad {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// [m]
    pub(crate) pitch: f64,
    pub(crate) texels: Texels,
    pub(crate) run: Rows,
    /// How far a texel looks ahead of its surface [m].
    pub(crate) look_ahead: f64,
}

impl Pad {
    /// The pad of a Weiss DSA 9205: 14×6 texels, 3.4 mm apart.
    pub(crate) const DSA: Self = Self {
        rows: 14,
        columns: 6,
        pitch: 3.4e-3,
        texels: Texels::RUBBER,
        run: Rows::AlongZ,
        look_ahead: 1e-3,
    };

    /// A small stiff pad such as a PR2's: 5×3 texels.
    pub(crate) const STIFF: Self =
        Self { rows: 5, columns: 3, pitch: 4.5e-3, texels: Texels::STIFF, ..Self::DSA };

    pub(crate) fn skin(&self) -> Skin {
        let layout = SkinLayout::grid(self.rows, self.columns, self.pitch).unwrap();
        let options = SkinOptions { look_ahead: Some(self.look_ahead), ..Default::default() };
        Skin::new(&layout, self.texels.material(), options).unwrap()
    }

    pub(crate) fn count(&self) -> usize {
        self.rows * self.columns
    }

    /// Pose of a pad that faces along +y (`side` 1) or −y (`side` −1).
    pub(crate) fn facing(&self, side: f64) -> Pose {
        let out = DVec3::Y * side;
        let rows = match self.run {
            Rows::AlongZ => DVec3::Z,
            Rows::AlongX => DVec3::X,
        };
        let axes = DMat3::from_cols(rows, out.cross(rows), out);
        Pose::new(DQuat::from_mat3(&axes), DVec3::ZERO)
    }
}
