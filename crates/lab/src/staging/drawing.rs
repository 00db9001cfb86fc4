//! Staged scenes as pictures.

use super::Staged;
use crate::LabError;
use bristle_picture::WorldView;
use bristle_run::drawing::{Texels, scene_view};

/// The bodies of a scene where they are in its world, and a dot per texel coloured by its force. Set title and view as you like.
pub(crate) fn view_of(staged: &Staged) -> Result<WorldView, LabError> {
    Ok(scene_view(&staged.scene, &staged.world, Texels::Felt)?)
}
