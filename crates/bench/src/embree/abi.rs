//! The slice of Embree 4's C interface that a triangle scene needs: handles, numbers and function types.

use super::packet::RayHit8;
use super::ray::RayHit;
use std::ffi::{c_char, c_int, c_void};

/// Opaque `RTCDevice`.
pub(super) type Device = *mut c_void;
/// Opaque `RTCScene`.
pub(super) type Scene = *mut c_void;
/// Opaque `RTCGeometry`.
pub(super) type Geometry = *mut c_void;

/// Marks "no hit" in a hit's geometry field, and "no instance" in its instance field.
pub(super) const INVALID_ID: u32 = u32::MAX;

pub(super) const DEVICE_PROPERTY_VERSION_MAJOR: c_int = 1;
pub(super) const DEVICE_PROPERTY_VERSION_MINOR: c_int = 2;
pub(super) const DEVICE_PROPERTY_VERSION_PATCH: c_int = 3;

pub(super) const GEOMETRY_TYPE_TRIANGLE: c_int = 0;
pub(super) const BUFFER_TYPE_INDEX: c_int = 0;
pub(super) const BUFFER_TYPE_VERTEX: c_int = 1;
pub(super) const FORMAT_UINT3: c_int = 0x5003;
pub(super) const FORMAT_FLOAT3: c_int = 0x9003;

pub(super) const SCENE_FLAG_NONE: c_int = 0;
pub(super) const SCENE_FLAG_ROBUST: c_int = 1 << 2;

pub(super) const RAY_QUERY_FLAG_INCOHERENT: c_int = 0;
pub(super) const RAY_QUERY_FLAG_COHERENT: c_int = 1 << 16;
const FEATURE_FLAG_ALL: u32 = u32::MAX;

/// `RTCIntersectArguments`; the last field exists only in builds with the min-width feature and is zero otherwise.
#[repr(C)]
pub(super) struct IntersectArguments {
    flags: c_int,
    feature_mask: u32,
    context: *mut c_void,
    filter: *const c_void,
    intersect: *const c_void,
    min_width_distance_factor: f32,
}

impl IntersectArguments {
    /// Plain traversal with the given query flags and no callbacks.
    pub(super) const fn with_flags(flags: c_int) -> Self {
        Self {
            flags,
            feature_mask: FEATURE_FLAG_ALL,
            context: std::ptr::null_mut(),
            filter: std::ptr::null(),
            intersect: std::ptr::null(),
            min_width_distance_factor: 0.0,
        }
    }
}

/// Declares the table of entry points and the function that fills it from a library.
macro_rules! entry_points {
    ($($field:ident = $symbol:literal : fn($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// Embree's entry points, copied out of the library, which is never unloaded.
        #[derive(Clone, Copy)]
        pub(super) struct Api {
            $(pub(super) $field: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl Api {
            /// Looks every entry point up by name.
            ///
            /// # Safety
            /// `library` must be an Embree 4 library (the signatures are taken on trust) and must stay loaded for as
            /// long as the returned table is used.
            pub(super) unsafe fn resolve(library: &libloading::Library) -> Result<Self, libloading::Error> {
                Ok(Self {
                    // SAFETY: the caller vouches that the library is Embree 4, whose public header gives this
                    // signature for this name.
                    $($field: *unsafe { library.get($symbol)? },)*
                })
            }
        }
    };
}

entry_points! {
    new_device = c"rtcNewDevice": fn(*const c_char) -> Device;
    release_device = c"rtcReleaseDevice": fn(Device);
    get_device_error = c"rtcGetDeviceError": fn(Device) -> c_int;
    get_device_property = c"rtcGetDeviceProperty": fn(Device, c_int) -> isize;
    new_geometry = c"rtcNewGeometry": fn(Device, c_int) -> Geometry;
    set_new_geometry_buffer = c"rtcSetNewGeometryBuffer": fn(Geometry, c_int, u32, c_int, usize, usize) -> *mut c_void;
    commit_geometry = c"rtcCommitGeometry": fn(Geometry);
    release_geometry = c"rtcReleaseGeometry": fn(Geometry);
    new_scene = c"rtcNewScene": fn(Device) -> Scene;
    set_scene_flags = c"rtcSetSceneFlags": fn(Scene, c_int);
    set_scene_build_quality = c"rtcSetSceneBuildQuality": fn(Scene, c_int);
    attach_geometry = c"rtcAttachGeometry": fn(Scene, Geometry) -> u32;
    commit_scene = c"rtcCommitScene": fn(Scene);
    release_scene = c"rtcReleaseScene": fn(Scene);
    intersect1 = c"rtcIntersect1": fn(Scene, *mut RayHit, *mut IntersectArguments);
    intersect8 = c"rtcIntersect8": fn(*const c_int, Scene, *mut RayHit8, *mut IntersectArguments);
}
