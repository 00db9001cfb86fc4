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

/// Texels whose readings, of 160 bytes each, fill more than two megabytes: they are written past the caches.
const FAR: usize = 14_000;

/// Whether so many texels are too many to be in a near cache.
#[inline(always)]
pub(crate) fn are_far(texels: usize) -> bool {
    texels > FAR
}

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
        are_far(self.len)
    }

    #[inline(always)]
    pub(crate) fn get(&mut self, index: usize) -> &mut TexelReading {
        // SAFETY: the place exists, and by the contract of `shared` nobody else has this texel.
        unsafe { &mut *self.place(index) }
    }
}
