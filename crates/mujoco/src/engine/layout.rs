//! Where the fields of `mjModel` and `mjData` lie, version by version.

use super::layouts::{DataOffsets, LAYOUTS, ModelOffsets};

/// The fields of one version.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Layout {
    /// What `mj_version()` says.
    pub(crate) number: i32,
    /// What people say.
    pub(crate) name: &'static str,
    /// Whether counts such as `nv` have 64 bits; 32 in older versions.
    pub(crate) wide_sizes: bool,
    pub(crate) model: ModelOffsets,
    pub(crate) data: DataOffsets,
    pub(crate) contact: ContactOffsets,
    pub(crate) derivative: Derivative,
}

/// Offsets into `mjContact`, and its size [bytes].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ContactOffsets {
    pub(crate) pos: u32,
    pub(crate) frame: u32,
    pub(crate) dim: u32,
    pub(crate) geom: u32,
    pub(crate) efc_address: u32,
    pub(crate) size: u32,
}

/// Where the sparsity of `qDeriv` is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Derivative {
    pub(crate) rownnz: u32,
    pub(crate) rowadr: u32,
    pub(crate) colind: u32,
    /// Flags in `disableflags`, any of which keeps Euler from stepping implicitly with joint damping.
    pub(crate) no_damping: i32,
    /// Whether these are fields of `mjModel`; of `mjData` in older versions.
    pub(crate) in_model: bool,
}

impl Layout {
    /// The layout of the version that `mj_version()` names.
    pub(crate) fn of(number: i32) -> Option<&'static Self> {
        LAYOUTS.iter().find(|layout| layout.number == number)
    }
}

/// For messages: "3.2.7, 3.3.0 … 4.0.0".
pub(crate) fn supported_versions() -> String {
    LAYOUTS.map(|layout| layout.name).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_versions_have_no_layout() {
        // The one before the oldest, one that was never made, and nonsense.
        for number in [326, 3_099_000, 5_000_000, 0, -1] {
            assert_eq!(Layout::of(number), None, "{number}");
        }
        assert_eq!(Layout::of(327).map(|l| (l.name, l.wide_sizes)), Some(("3.2.7", false)));
        assert_eq!(Layout::of(4_000_000).map(|l| (l.name, l.wide_sizes)), Some(("4.0.0", true)));
    }

    #[test]
    fn versions_are_sorted_and_unique() {
        assert!(LAYOUTS.windows(2).all(|pair| pair[0].number < pair[1].number));
    }

    #[test]
    fn no_two_fields_of_a_version_share_a_place() {
        for layout in &LAYOUTS {
            let ModelOffsets { nv, nbody, ngeom, geom_type, geom_bodyid, plugin, plugin_stateadr, .. } =
                layout.model;
            let mut places = [nv, nbody, ngeom, geom_type, geom_bodyid, plugin, plugin_stateadr];
            places.sort_unstable();
            assert!(places.windows(2).all(|p| p[0] < p[1]), "{}", layout.name);
            let pointers =
                [layout.data.qvel, layout.data.plugin_data, layout.data.xpos, layout.data.qacc_smooth];
            assert!(pointers.iter().all(|p| p % 8 == 0), "{}", layout.name);
        }
    }
}
