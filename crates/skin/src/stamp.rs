//! Which states are copies of each other, without looking at them.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// A mark that a state gets whenever it changes, and shares with its copies. States with the same mark are the same to the last bit; others may be.
///
/// It only saves work. No result depends on it, so it is not shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Stamp(u64);

impl Stamp {
    /// One that nothing has.
    pub(crate) fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl fmt::Debug for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Stamp")
    }
}
