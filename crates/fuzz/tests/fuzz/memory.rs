//! How much memory the present thread takes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes held now, and the most so far. Memory that another thread frees is not noticed.
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

fn count(bytes: isize) {
    // Threads that are ending have nothing to count with.
    let _ = HELD.try_with(|held| {
        let (now, most) = held.get();
        held.set((now + bytes, most.max(now + bytes)));
    });
}

// SAFETY: all is left to the system's allocator; counting touches no memory of others.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        unsafe { System.realloc(old, layout, size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(old, layout) }
    }
}

/// The most memory that some work holds at once \[bytes\], and its result.
pub(crate) fn peak_of<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = HELD.get().0;
    HELD.set((before, before));
    let result = work();
    (HELD.get().1.saturating_sub(before).max(0) as usize, result)
}

#[test]
fn memory_is_counted() {
    let (taken, length) = peak_of(|| vec![7u8; 1 << 20].len());
    assert_eq!(length, 1 << 20);
    assert!((1 << 20..2 << 20).contains(&taken), "{taken}");
}
