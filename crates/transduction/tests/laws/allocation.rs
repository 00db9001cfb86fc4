//! A step allocates nothing: counted by an allocator that counts.
#![allow(unsafe_code)] // a global allocator cannot be written without

use super::chain::every_layer;
use bristle_skin::SkinLayout;
use bristle_transduction::{Chain, Surroundings};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Allocations of this thread, so that tests which run beside each other do not count each other's.
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is handed on to the system's allocator unchanged. Counting touches a thread-local `Cell`
// with a constant initialiser and no destructor, which neither allocates nor panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`, which is that of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: `pointer` came from `System` by one of the calls here, with the same layout.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: as for `dealloc`; the caller keeps the contract on `new_size`.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn steps_allocate_nothing_once_the_delay_is_filled() {
    let chain = Chain::new(&every_layer(), &SkinLayout::grid(7, 5, 3.4e-3).unwrap()).unwrap();
    let mut state = chain.start();
    let mut forces = vec![0.3; 35];
    let mut go = |steps: usize| {
        let before = COUNT.get();
        for step in 0..steps {
            forces[step % 35] = 0.7 - forces[step % 35];
            chain.advance(&mut state, 1e-3, &forces, &Surroundings::default()).unwrap();
        }
        COUNT.get() - before
    };
    // 13 ms of delay in steps of 1 ms fill it within its first room of 16 rows.
    go(20);
    assert_eq!(go(1000), 0);
    // What the test rests on: the counter counts.
    let before = COUNT.get();
    std::hint::black_box(vec![0.3; 7]);
    assert_eq!(COUNT.get() - before, 1);
}
