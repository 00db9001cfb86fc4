//! Numbers side by side: one, or four at once.
//!
//! Kernels are written once over [`Lanes`] and compiled for a single number and for four (and, inside the skin, for machines
//! with AVX2, where four doubles fit one register). All do the same additions and multiplications in the same order, without
//! fused operations, so the results agree to the last bit.

use glam::DVec3;
use serde::{Deserialize, Serialize};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// How many numbers go together.
pub const WIDTH: usize = 4;

/// Memory of four numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[repr(align(32))]
pub struct Four(pub [f64; WIDTH]);

impl Four {
    /// All zero.
    pub const ZERO: Self = Self([0.0; WIDTH]);

    /// The sum, always in the same order.
    pub fn total(self) -> f64 {
        let [a, b, c, d] = self.0;
        (a + b) + (c + d)
    }
}

/// One or four numbers in registers.
pub trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// Yes or no, per number.
    type Mask: Copy;
    /// A bit for every lane.
    const ALL: u32;
    /// The same number in all lanes.
    fn splat(x: f64) -> Self;
    /// From memory; a single lane takes the first.
    fn load(from: &Four) -> Self;
    /// To memory; a single lane writes the first.
    fn store(self, to: &mut Four);
    /// Square root.
    fn sqrt(self) -> Self;
    /// `self ≤ other`.
    fn at_most(self, other: Self) -> Self::Mask;
    /// `self < other`.
    fn below(self, other: Self) -> Self::Mask;
    /// Both.
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// `yes` where the mask holds, else `no`.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// A bit per lane.
    fn bits(mask: Self::Mask) -> u32;

    /// To new memory.
    #[inline(always)]
    fn stored(self) -> Four {
        let mut four = Four::ZERO;
        self.store(&mut four);
        four
    }

    /// `to += self`.
    #[inline(always)]
    fn add_to(self, to: &mut Four) {
        (Self::load(to) + self).store(to);
    }

    /// `self = other`.
    #[inline(always)]
    fn equals(self, other: Self) -> Self::Mask {
        Self::both(self.at_most(other), other.at_most(self))
    }

    /// The larger, `other` if they are equal.
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Self::select(other.below(self), self, other)
    }

    /// The smaller, `other` if they are equal.
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Self::select(self.below(other), self, other)
    }
}

/// A single number.
impl Lanes for f64 {
    type Mask = bool;
    const ALL: u32 = 1;
    #[inline(always)]
    fn splat(x: f64) -> Self {
        x
    }
    #[inline(always)]
    fn load(from: &Four) -> Self {
        from.0[0]
    }
    #[inline(always)]
    fn store(self, to: &mut Four) {
        to.0[0] = self;
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> bool {
        self <= other
    }
    #[inline(always)]
    fn below(self, other: Self) -> bool {
        self < other
    }
    #[inline(always)]
    fn both(a: bool, b: bool) -> bool {
        a && b
    }
    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    #[inline(always)]
    fn bits(mask: bool) -> u32 {
        mask.into()
    }
}

/// One or four vectors in registers.
#[derive(Clone, Copy)]
pub struct Vec3x<L> {
    /// x of each.
    pub x: L,
    /// y of each.
    pub y: L,
    /// z of each.
    pub z: L,
}

/// Memory of four vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FourVec3 {
    /// x of each.
    pub x: Four,
    /// y of each.
    pub y: Four,
    /// z of each.
    pub z: Four,
}

impl FourVec3 {
    /// All zero.
    pub const ZERO: Self = Self { x: Four::ZERO, y: Four::ZERO, z: Four::ZERO };

    /// Writes one vector.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, v: DVec3) {
        self.x.0[lane] = v.x;
        self.y.0[lane] = v.y;
        self.z.0[lane] = v.z;
    }

    /// Reads one vector.
    #[inline(always)]
    pub fn get(&self, lane: usize) -> DVec3 {
        DVec3::new(self.x.0[lane], self.y.0[lane], self.z.0[lane])
    }

    /// The sum, always in the same order.
    pub fn total(&self) -> DVec3 {
        DVec3::new(self.x.total(), self.y.total(), self.z.total())
    }
}

impl<L: Lanes> Vec3x<L> {
    /// The same vector in all lanes.
    #[inline(always)]
    pub fn splat(v: DVec3) -> Self {
        Self { x: L::splat(v.x), y: L::splat(v.y), z: L::splat(v.z) }
    }

    /// From memory.
    #[inline(always)]
    pub fn load(from: &FourVec3) -> Self {
        Self { x: L::load(&from.x), y: L::load(&from.y), z: L::load(&from.z) }
    }

    /// To memory.
    #[inline(always)]
    pub fn store(self, to: &mut FourVec3) {
        self.x.store(&mut to.x);
        self.y.store(&mut to.y);
        self.z.store(&mut to.z);
    }

    /// `to += self`.
    #[inline(always)]
    pub fn add_to(self, to: &mut FourVec3) {
        self.x.add_to(&mut to.x);
        self.y.add_to(&mut to.y);
        self.z.add_to(&mut to.z);
    }

    /// To new memory.
    #[inline(always)]
    pub fn stored(self) -> FourVec3 {
        let mut four = FourVec3::ZERO;
        self.store(&mut four);
        four
    }

    /// Scalar product.
    #[inline(always)]
    pub fn dot(self, o: Self) -> L {
        (self.x * o.x) + (self.y * o.y) + (self.z * o.z)
    }

    /// Component by component.
    #[inline(always)]
    pub fn times(self, o: Self) -> Self {
        Self { x: self.x * o.x, y: self.y * o.y, z: self.z * o.z }
    }

    /// Vector product.
    #[inline(always)]
    pub fn cross(self, o: Self) -> Self {
        Self {
            x: self.y * o.z - o.y * self.z,
            y: self.z * o.x - o.z * self.x,
            z: self.x * o.y - o.x * self.y,
        }
    }

    /// `yes` where the mask holds, else `no`.
    #[inline(always)]
    pub fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Self {
            x: L::select(mask, yes.x, no.x),
            y: L::select(mask, yes.y, no.y),
            z: L::select(mask, yes.z, no.z),
        }
    }
}

impl<L: Lanes> Add for Vec3x<L> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

impl<L: Lanes> Sub for Vec3x<L> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }
}

impl<L: Lanes> Mul<L> for Vec3x<L> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, s: L) -> Self {
        Self { x: self.x * s, y: self.y * s, z: self.z * s }
    }
}

/// Lanes for any machine.
impl Lanes for wide::f64x4 {
    type Mask = Self;
    const ALL: u32 = (1 << WIDTH) - 1;
    #[inline(always)]
    fn splat(x: f64) -> Self {
        wide::f64x4::splat(x)
    }
    #[inline(always)]
    fn load(from: &Four) -> Self {
        Self::new(from.0)
    }
    #[inline(always)]
    fn store(self, to: &mut Four) {
        to.0 = self.to_array();
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        wide::f64x4::sqrt(self)
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> Self {
        self.simd_le(other)
    }
    #[inline(always)]
    fn below(self, other: Self) -> Self {
        self.simd_lt(other)
    }
    #[inline(always)]
    fn both(a: Self, b: Self) -> Self {
        a & b
    }
    #[inline(always)]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        mask.select(yes, no)
    }
    #[inline(always)]
    fn bits(mask: Self) -> u32 {
        mask.to_bitmask()
    }
}
