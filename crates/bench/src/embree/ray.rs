//! One ray and what it hit, in the memory layout that Embree reads and writes.

use super::abi::INVALID_ID;
use glam::DVec3;

/// Where a ray first met the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Distance from the ray's origin, in units of the direction's length: metres when that is 1.
    pub distance: f32,
    /// Index of the triangle in the mesh.
    pub triangle: u32,
}

/// A ray segment and room for its hit (`RTCRayHit`). Prepare an array of them once and cast it many times.
///
/// Embree shortens the segment to the hit, so a ray must be [aimed](RayHit::aim) again before the next cast.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct RayHit {
    origin: [f32; 3],
    t_near: f32,
    direction: [f32; 3],
    time: f32,
    t_far: f32,
    mask: u32,
    id: u32,
    flags: u32,
    normal: [f32; 3],
    barycentric: [f32; 2],
    primitive: u32,
    geometry: u32,
    instance: u32,
    // Written by builds with instance arrays (the default since 4.3), left alone by others.
    instance_primitive: u32,
}

// The ray is three 16-byte rows; the hit is nine words, padded to the next row.
const _: () = assert!(size_of::<RayHit>() == 96 && std::mem::offset_of!(RayHit, normal) == 48);

impl RayHit {
    /// The segment of `length` \[m\] from `origin` \[m\] along the unit vector `direction`, rounded to single
    /// precision. It holds no hit until it is cast.
    pub fn new(origin: DVec3, direction: DVec3, length: f64) -> Self {
        Self {
            origin: origin.as_vec3().to_array(),
            t_near: 0.0,
            direction: direction.as_vec3().to_array(),
            time: 0.0,
            t_far: length as f32,
            mask: u32::MAX,
            id: 0,
            flags: 0,
            normal: [0.0; 3],
            barycentric: [0.0; 2],
            primitive: INVALID_ID,
            geometry: INVALID_ID,
            instance: INVALID_ID,
            instance_primitive: INVALID_ID,
        }
    }

    /// Moves the ray to `origin` \[m\], gives it back its `length` \[m\] and forgets its hit; the direction stays.
    #[inline]
    pub fn aim(&mut self, origin: DVec3, length: f64) {
        self.origin = origin.as_vec3().to_array();
        self.t_far = length as f32;
        self.geometry = INVALID_ID;
    }

    /// What the last cast hit.
    #[inline]
    pub fn hit(&self) -> Option<Hit> {
        (self.geometry != INVALID_ID).then_some(Hit { distance: self.t_far, triangle: self.primitive })
    }
}
