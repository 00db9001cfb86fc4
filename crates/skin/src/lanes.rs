//! Four contacts side by side.
//!
//! The kernels are written once over [`Lanes`] and compiled twice: for any machine, and for those with AVX2, where four
//! doubles fit one register. Both do the same additions and multiplications in the same order, without fused operations,
//! so the results agree to the last bit.

use glam::DVec3;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// How many contacts go together.
pub(crate) const WIDTH: usize = 4;

/// Memory of one quantity of four contacts.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(crate) struct Four(pub(crate) [f64; WIDTH]);

impl Four {
    pub(crate) const ZERO: Self = Self([0.0; WIDTH]);

    /// The sum, always in the same order.
    pub(crate) fn total(self) -> f64 {
        let [a, b, c, d] = self.0;
        (a + b) + (c + d)
    }
}

/// Four numbers in registers.
pub(crate) trait Lanes:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// All bits set where a condition holds.
    type Mask: Copy;
    fn splat(x: f64) -> Self;
    fn load(from: &Four) -> Self;
    fn store(self, to: &mut Four);
    fn sqrt(self) -> Self;
    fn at_most(self, other: Self) -> Self::Mask;
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// A bit per lane.
    fn bits(mask: Self::Mask) -> u32;

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
}

/// Four vectors in registers.
#[derive(Clone, Copy)]
pub(crate) struct Vec3x<L> {
    pub(crate) x: L,
    pub(crate) y: L,
    pub(crate) z: L,
}

/// Memory of one vector of four contacts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FourVec3 {
    pub(crate) x: Four,
    pub(crate) y: Four,
    pub(crate) z: Four,
}

impl FourVec3 {
    pub(crate) const ZERO: Self = Self { x: Four::ZERO, y: Four::ZERO, z: Four::ZERO };

    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, v: DVec3) {
        self.x.0[lane] = v.x;
        self.y.0[lane] = v.y;
        self.z.0[lane] = v.z;
    }

    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> DVec3 {
        DVec3::new(self.x.0[lane], self.y.0[lane], self.z.0[lane])
    }

    pub(crate) fn total(&self) -> DVec3 {
        DVec3::new(self.x.total(), self.y.total(), self.z.total())
    }
}

impl<L: Lanes> Vec3x<L> {
    #[inline(always)]
    pub(crate) fn splat(v: DVec3) -> Self {
        Self { x: L::splat(v.x), y: L::splat(v.y), z: L::splat(v.z) }
    }

    #[inline(always)]
    pub(crate) fn load(from: &FourVec3) -> Self {
        Self { x: L::load(&from.x), y: L::load(&from.y), z: L::load(&from.z) }
    }

    #[inline(always)]
    pub(crate) fn store(self, to: &mut FourVec3) {
        self.x.store(&mut to.x);
        self.y.store(&mut to.y);
        self.z.store(&mut to.z);
    }

    #[inline(always)]
    pub(crate) fn add_to(self, to: &mut FourVec3) {
        self.x.add_to(&mut to.x);
        self.y.add_to(&mut to.y);
        self.z.add_to(&mut to.z);
    }

    #[inline(always)]
    pub(crate) fn dot(self, o: Self) -> L {
        (self.x * o.x) + (self.y * o.y) + (self.z * o.z)
    }

    #[inline(always)]
    pub(crate) fn cross(self, o: Self) -> Self {
        Self {
            x: self.y * o.z - o.y * self.z,
            y: self.z * o.x - o.z * self.x,
            z: self.x * o.y - o.x * self.y,
        }
    }

    #[inline(always)]
    pub(crate) fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
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
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        mask.select(yes, no)
    }
    #[inline(always)]
    fn bits(mask: Self) -> u32 {
        mask.to_bitmask()
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx;

/// Lanes for machines with AVX2. Only `Skin::run_avx2` may use them: it is entered after the machine was asked.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx2 {
    use super::{Add, Div, Four, Lanes, Mul, Neg, Sub};
    use std::arch::x86_64::*;

    #[derive(Clone, Copy)]
    pub(crate) struct Avx(__m256d);

    macro_rules! operator {
        ($trait:ident, $method:ident, $intrinsic:ident) => {
            impl $trait for Avx {
                type Output = Self;
                #[inline(always)]
                fn $method(self, other: Self) -> Self {
                    // SAFETY: inlined into `run_avx2`, which is entered only where AVX2 was detected.
                    Self(unsafe { $intrinsic(self.0, other.0) })
                }
            }
        };
    }
    operator!(Add, add, _mm256_add_pd);
    operator!(Sub, sub, _mm256_sub_pd);
    operator!(Mul, mul, _mm256_mul_pd);
    operator!(Div, div, _mm256_div_pd);

    impl Neg for Avx {
        type Output = Self;
        #[inline(always)]
        fn neg(self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_xor_pd(self.0, _mm256_set1_pd(-0.0)) })
        }
    }

    impl Lanes for Avx {
        type Mask = Self;
        #[inline(always)]
        fn splat(x: f64) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_set1_pd(x) })
        }
        #[inline(always)]
        fn load(from: &Four) -> Self {
            // SAFETY: as above; `Four` is 32 bytes, aligned to 32.
            Self(unsafe { _mm256_load_pd(from.0.as_ptr()) })
        }
        #[inline(always)]
        fn store(self, to: &mut Four) {
            // SAFETY: as above; `Four` is 32 bytes, aligned to 32.
            unsafe { _mm256_store_pd(to.0.as_mut_ptr(), self.0) }
        }
        #[inline(always)]
        fn sqrt(self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_sqrt_pd(self.0) })
        }
        #[inline(always)]
        fn at_most(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_cmp_pd::<_CMP_LE_OQ>(self.0, other.0) })
        }
        #[inline(always)]
        fn select(mask: Self, yes: Self, no: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_blendv_pd(no.0, yes.0, mask.0) })
        }
        #[inline(always)]
        fn bits(mask: Self) -> u32 {
            // SAFETY: as above.
            (unsafe { _mm256_movemask_pd(mask.0) }) as u32
        }
    }
}
