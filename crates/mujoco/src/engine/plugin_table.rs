//! `mjpPlugin`, written out by hand: the same 152 bytes in all supported versions (`scripts/mujoco-layouts` checks it).

use std::ffi::{c_char, c_int, c_void};

/// `mjPLUGIN_SENSOR`.
pub(crate) const SENSOR: c_int = 1 << 1;
/// `mjPLUGIN_PASSIVE`.
pub(crate) const PASSIVE: c_int = 1 << 2;
/// `mjSTAGE_VEL`: sensors are read right after the passive forces.
pub(crate) const STAGE_VELOCITY: c_int = 2;

/// A pointer to `mjModel`, which is never looked into but by offsets.
pub(crate) type RawModel = *const c_void;
/// A pointer to `mjData`.
pub(crate) type RawData = *mut c_void;

/// What MuJoCo wants to know of a plugin.
#[repr(C)]
pub(crate) struct PluginTable {
    pub(crate) name: *const c_char,
    pub(crate) attribute_count: c_int,
    pub(crate) attributes: *const *const c_char,
    pub(crate) capabilities: c_int,
    pub(crate) need_stage: c_int,
    pub(crate) nstate: extern "C" fn(RawModel, c_int) -> c_int,
    pub(crate) nsensordata: extern "C" fn(RawModel, c_int, c_int) -> c_int,
    pub(crate) init: extern "C" fn(RawModel, RawData, c_int) -> c_int,
    pub(crate) destroy: extern "C" fn(RawData, c_int),
    pub(crate) copy: extern "C" fn(RawData, RawModel, RawData, c_int),
    pub(crate) reset: extern "C" fn(RawModel, *mut f64, *mut c_void, c_int),
    pub(crate) compute: extern "C" fn(RawModel, RawData, c_int, c_int),
    pub(crate) advance: extern "C" fn(RawModel, RawData, c_int),
    /// Drawing, actuation and distance fields: not ours.
    pub(crate) unused: [*const c_void; 7],
}

const _: () = assert!(size_of::<PluginTable>() == 152);
