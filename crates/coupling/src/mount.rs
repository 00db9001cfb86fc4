//! Skins on the bodies of an engine.

use bristle_geometry::{Pose, Shape};
use bristle_skin::{Skin, TargetSurface};
use std::sync::Arc;

/// A skin on a body, and what it can touch. Bodies are numbered by the engine.
#[derive(Clone, Debug)]
pub struct SkinMount {
    /// The skin.
    pub skin: Arc<Skin>,
    /// The body that wears it.
    pub body: usize,
    /// The skin in the body's frame, `X_BS`.
    pub pose: Pose,
    /// What it can touch; a reading's target is an index into this list.
    pub targets: Vec<TargetMount>,
}

/// A shape on a body that a skin can touch.
#[derive(Clone, Debug)]
pub struct TargetMount {
    /// The shape.
    pub shape: Shape,
    /// Its body.
    pub body: usize,
    /// The shape in the body's frame, `X_BT`.
    pub pose: Pose,
    /// Which part of it is felt, and as what.
    pub surface: TargetSurface,
    /// The skin that faces this one here, and the index of this one's body among its targets: it reads what this one feels.
    pub facing: Option<(usize, usize)>,
}

impl TargetMount {
    /// All of a rigid shape.
    pub fn new(shape: Shape, body: usize, pose: Pose) -> Self {
        Self { shape, body, pose, surface: TargetSurface::default(), facing: None }
    }
}
