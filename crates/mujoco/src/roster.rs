//! Which crew works for which `mjData`.
//!
//! `plugin_data` is meant for that, and cannot be trusted: Python writes what it unpickles all over a data, so that a copy has the
//! addresses of the original, or of another process, and would use and free what is not its own. A data is known by where it lies
//! instead.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// By the addresses of the data and the numbers of the instances that lead.
static POSTS: Mutex<BTreeMap<(usize, usize), Post>> = Mutex::new(BTreeMap::new());

/// Addresses.
#[derive(Clone, Copy)]
struct Post {
    /// Of the instance's state in the data: all that is known of a data that is reset.
    state: usize,
    crew: usize,
}

fn posts() -> MutexGuard<'static, BTreeMap<(usize, usize), Post>> {
    POSTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Enters a crew; gives the one that was there.
pub(crate) fn enter(data: usize, instance: usize, state: usize, crew: usize) -> Option<usize> {
    posts().insert((data, instance), Post { state, crew }).map(|post| post.crew)
}

pub(crate) fn find(data: usize, instance: usize) -> Option<usize> {
    posts().get(&(data, instance)).map(|post| post.crew)
}

pub(crate) fn find_by_state(state: usize) -> Option<usize> {
    posts().values().find(|post| post.state == state).map(|post| post.crew)
}

/// Strikes a crew out.
pub(crate) fn leave(data: usize, instance: usize) -> Option<usize> {
    posts().remove(&(data, instance)).map(|post| post.crew)
}
