//! Which skins belong to which `mjData`.
//!
//! `plugin_data` is meant for that, and cannot be trusted: Python writes what it unpickles all over a data, so that a copy has the
//! addresses of the original, or of another process, and would use and free what is not its own. A data is known by where it lies
//! instead.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// By the addresses of the data and the numbers of the instances that lead.
static ENTRIES: Mutex<BTreeMap<(usize, usize), Entry>> = Mutex::new(BTreeMap::new());

/// Addresses.
#[derive(Clone, Copy)]
struct Entry {
    /// Of the instance's state in the data: all that is known of a data that is reset.
    state: usize,
    skins: usize,
}

fn entries() -> MutexGuard<'static, BTreeMap<(usize, usize), Entry>> {
    ENTRIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Enters the skins of a data; gives those that were there.
pub(crate) fn insert(data: usize, instance: usize, state: usize, skins: usize) -> Option<usize> {
    entries().insert((data, instance), Entry { state, skins }).map(|entry| entry.skins)
}

pub(crate) fn find(data: usize, instance: usize) -> Option<usize> {
    entries().get(&(data, instance)).map(|entry| entry.skins)
}

pub(crate) fn find_by_state(state: usize) -> Option<usize> {
    entries().values().find(|entry| entry.state == state).map(|entry| entry.skins)
}

/// Removes the skins of a data.
pub(crate) fn remove(data: usize, instance: usize) -> Option<usize> {
    entries().remove(&(data, instance)).map(|entry| entry.skins)
}
