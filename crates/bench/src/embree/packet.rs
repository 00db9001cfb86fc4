//! Eight rays that travel together.

use super::Hit;
use super::abi::INVALID_ID;
use glam::DVec3;

/// `RTCRayHit8`: eight rays and their hits as structure of arrays.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct RayHit8 {
    origin: [[f32; 8]; 3],
    t_near: [f32; 8],
    direction: [[f32; 8]; 3],
    time: [f32; 8],
    t_far: [f32; 8],
    mask: [u32; 8],
    id: [u32; 8],
    flags: [u32; 8],
    normal: [[f32; 8]; 3],
    barycentric: [[f32; 8]; 2],
    primitive: [u32; 8],
    geometry: [u32; 8],
    instance: [u32; 8],
    // Written by builds with instance arrays (the default since 4.3), left alone by others.
    instance_primitive: [u32; 8],
}

const _: () = assert!(size_of::<RayHit8>() == 21 * 32 && std::mem::offset_of!(RayHit8, normal) == 12 * 32);

/// Which lanes of a packet carry a ray: −1 yes, 0 no.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Lanes(pub(super) [i32; 8]);

/// Up to eight rays that Embree casts together, for neighbours that point the same way.
#[derive(Clone, Copy, Debug)]
pub struct RayPacket {
    pub(super) rays: RayHit8,
    pub(super) lanes: Lanes,
}

impl RayPacket {
    /// How many rays fit.
    pub const LANES: usize = 8;

    /// An empty packet.
    pub const EMPTY: Self = Self {
        rays: RayHit8 {
            origin: [[0.0; 8]; 3],
            t_near: [0.0; 8],
            direction: [[0.0; 8]; 3],
            time: [0.0; 8],
            t_far: [0.0; 8],
            mask: [u32::MAX; 8],
            id: [0; 8],
            flags: [0; 8],
            normal: [[0.0; 8]; 3],
            barycentric: [[0.0; 8]; 2],
            primitive: [INVALID_ID; 8],
            geometry: [INVALID_ID; 8],
            instance: [INVALID_ID; 8],
            instance_primitive: [INVALID_ID; 8],
        },
        lanes: Lanes([0; 8]),
    };

    /// Puts into `lane` the segment of `length` \[m\] from `origin` \[m\] along the unit vector `direction`.
    ///
    /// # Panics
    /// When `lane` is not below [`RayPacket::LANES`], as with any array.
    pub fn set(&mut self, lane: usize, origin: DVec3, direction: DVec3, length: f64) {
        for (axis, value) in direction.as_vec3().to_array().into_iter().enumerate() {
            self.rays.direction[axis][lane] = value;
        }
        self.lanes.0[lane] = -1;
        self.aim(lane, origin, length);
    }

    /// Moves the ray in `lane` to `origin` \[m\], gives it back its `length` \[m\] and forgets its hit.
    ///
    /// # Panics
    /// When `lane` is not below [`RayPacket::LANES`], as with any array.
    #[inline]
    pub fn aim(&mut self, lane: usize, origin: DVec3, length: f64) {
        for (axis, value) in origin.as_vec3().to_array().into_iter().enumerate() {
            self.rays.origin[axis][lane] = value;
        }
        self.rays.t_far[lane] = length as f32;
        self.rays.geometry[lane] = INVALID_ID;
    }

    /// What the last cast hit with the ray in `lane`; nothing for an empty lane.
    ///
    /// # Panics
    /// When `lane` is not below [`RayPacket::LANES`], as with any array.
    #[inline]
    pub fn hit(&self, lane: usize) -> Option<Hit> {
        (self.rays.geometry[lane] != INVALID_ID)
            .then_some(Hit { distance: self.rays.t_far[lane], triangle: self.rays.primitive[lane] })
    }
}
