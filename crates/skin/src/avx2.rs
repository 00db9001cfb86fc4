//! Lanes for machines with AVX2. Only `run_fastest` uses them: it enables the feature and is entered after the machine was
//! asked for it.
#![allow(unsafe_code)] // Intrinsics; every one stands in a function that is inlined into such a caller.

use crate::quad::Quad;
use bristle_geometry::lanes::{Four, Lanes, WIDTH};
use std::arch::x86_64::*;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// Four numbers in one AVX register.
#[derive(Clone, Copy)]
pub(crate) struct Avx(__m256d);

macro_rules! operator {
    ($trait:ident, $method:ident, $intrinsic:ident) => {
        impl $trait for Avx {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: this runs only where AVX2 was detected (see the module).
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
    const ALL: u32 = (1 << WIDTH) - 1;
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
    fn below(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_cmp_pd::<_CMP_LT_OQ>(self.0, other.0) })
    }
    #[inline(always)]
    fn both(a: Self, b: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_and_pd(a.0, b.0) })
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

impl Quad for Avx {
    #[inline(always)]
    fn transpose([a, b, c, d]: [Self; WIDTH]) -> [Self; WIDTH] {
        // SAFETY: as above.
        unsafe {
            let (ab_even, ab_odd) = (_mm256_unpacklo_pd(a.0, b.0), _mm256_unpackhi_pd(a.0, b.0));
            let (cd_even, cd_odd) = (_mm256_unpacklo_pd(c.0, d.0), _mm256_unpackhi_pd(c.0, d.0));
            [
                Self(_mm256_permute2f128_pd::<0x20>(ab_even, cd_even)),
                Self(_mm256_permute2f128_pd::<0x20>(ab_odd, cd_odd)),
                Self(_mm256_permute2f128_pd::<0x31>(ab_even, cd_even)),
                Self(_mm256_permute2f128_pd::<0x31>(ab_odd, cd_odd)),
            ]
        }
    }

    #[inline(always)]
    unsafe fn stream(self, to: *mut Four) {
        // SAFETY: as above; the caller's promise, and `Four` is 32 bytes, aligned to 32.
        unsafe { _mm256_stream_pd(to.cast(), self.0) }
    }

    #[inline(always)]
    fn settle() {
        // SAFETY: SSE is part of every x86-64.
        unsafe { _mm_sfence() }
    }

    #[inline(always)]
    fn totals([a, b, c, d]: [Self; WIDTH]) -> Self {
        // SAFETY: as above.
        unsafe {
            // Sums of neighbours: a01 b01 a23 b23.
            let (ab, cd) = (_mm256_hadd_pd(a.0, b.0), _mm256_hadd_pd(c.0, d.0));
            let first = _mm256_permute2f128_pd::<0x20>(ab, cd);
            let second = _mm256_permute2f128_pd::<0x31>(ab, cd);
            Self(_mm256_add_pd(first, second))
        }
    }
}
