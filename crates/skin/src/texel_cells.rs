//! Readings that several workers write, each its own texels.
#![allow(unsafe_code)] // The texels of a patch lie scattered in the reading: no slice can be cut for each worker.

use crate::reading::TexelReading;
use std::marker::PhantomData;

/// A reading's texels, to be shared out by patches. Every texel belongs to one patch only.
pub(crate) struct TexelCells<'a> {
    first: *mut TexelReading,
    len: usize,
    texels: PhantomData<&'a mut [TexelReading]>,
}

/// Texels whose readings, of 160 bytes each, fill more than two megabytes.
const FAR: usize = 14_000;

// SAFETY: it stands for a mutable slice of plain numbers, which may be sent.
unsafe impl Send for TexelCells<'_> {}

impl<'a> TexelCells<'a> {
    pub(crate) fn new(texels: &'a mut [TexelReading]) -> Self {
        Self { first: texels.as_mut_ptr(), len: texels.len(), texels: PhantomData }
    }

    /// The same texels for one more worker.
    ///
    /// # Safety
    ///
    /// No texel may be asked for through both.
    pub(crate) unsafe fn shared(&self) -> Self {
        Self { ..*self }
    }

    /// The same texels for a while.
    #[inline(always)]
    pub(crate) fn reborrow(&mut self) -> TexelCells<'_> {
        TexelCells { first: self.first, len: self.len, texels: PhantomData }
    }

    /// Where a texel lies.
    #[inline(always)]
    pub(crate) fn place(&mut self, index: usize) -> *mut TexelReading {
        assert!(index < self.len, "a texel beyond the reading");
        // SAFETY: the index has just been checked.
        unsafe { self.first.add(index) }
    }

    /// Whether the texels are too many to be in a near cache.
    #[inline(always)]
    pub(crate) fn are_far(&self) -> bool {
        self.len > FAR
    }

    /// Tells the machine that a texel will be written soon.
    #[inline(always)]
    pub(crate) fn soon(&mut self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let place = self.place(index).cast::<i8>();
            // SAFETY: hints that read nothing, at addresses within a texel. SSE is part of every x86-64.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(place);
                _mm_prefetch::<_MM_HINT_T0>(place.add(64));
                _mm_prefetch::<_MM_HINT_T0>(place.add(128));
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }

    #[inline(always)]
    pub(crate) fn get(&mut self, index: usize) -> &mut TexelReading {
        // SAFETY: the place exists, and by the contract of `shared` nobody else has this texel.
        unsafe { &mut *self.place(index) }
    }
}
