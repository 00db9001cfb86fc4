//! Tables of cells and measurements, and device profiles.

use crate::text;
use bristle_calibrate::{self as calibrate, DeviceOptions, FrictionOptions, StiffnessOptions};
use bristle_skin::SkinLayout;
use bristle_transduction::Profile;

/// A table of texels.
pub(crate) fn cells(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    if let Ok(layout) = SkinLayout::from_table(text) {
        assert!(layout.texels.iter().all(|texel| texel.position.is_finite() && texel.area > 0.0));
        assert!(layout.grid.is_none_or(|grid| grid.texels() == layout.texels.len()));
    }
}

/// A device profile is written as it was read, and its layers take any force.
pub(crate) fn profile(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let Ok(profile) = Profile::parse(text) else { return };
    let written = profile.to_toml().expect("a profile can be written");
    assert!(Profile::parse(&written).expect("what is written is a profile") == profile);
    let Ok(pad) = SkinLayout::grid(3, 2, 3.4e-3) else { return };
    if let Ok(chain) = profile.chain(&pad) {
        let mut state = chain.start();
        for force in [0.0, 0.3, 1e3] {
            let _ = chain.advance(&mut state, 1e-3, &[force; 6], &Default::default());
        }
    }
}

/// Loads and compressions, or loads and counts.
pub(crate) fn stiffness_and_device(bytes: &[u8]) {
    if bytes.len() > 4096 {
        return;
    }
    let _ = calibrate::stiffness("fuzz.csv", bytes, &StiffnessOptions::default().with_loaded_area(8e-4));
    let _ = calibrate::device("fuzz.csv", bytes, &DeviceOptions::default());
}

/// A friction curve, or a record of a pull.
pub(crate) fn friction(bytes: &[u8]) {
    if bytes.len() > 2048 {
        return;
    }
    let _ = calibrate::friction(
        "fuzz.csv",
        bytes,
        None,
        &FrictionOptions::default().with_normal_force(5.77).with_area(9e-4),
    );
}
