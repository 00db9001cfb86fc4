//! Threads that are there.
//!
//! A process that was forked from another has a copy of everything but its threads, and work that is given to them waits for
//! ever. So a pool belongs to the process that made it, and every other process makes its own.

use crate::errors::py;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

/// More threads than any machine has cores are a typing error, and take minutes to start.
const MOST: usize = 1024;

/// For all who have not asked for threads of their own.
pub(crate) static SHARED: Threads = Threads { count: 0, made: Mutex::new(None) };

/// A number of threads, in each process that asks for them.
pub(crate) struct Threads {
    /// 0 for one per core.
    count: usize,
    /// The process that has the threads. Locked with the interpreter held, so that no fork of Python's finds it locked.
    made: Mutex<Option<(u32, Arc<ThreadPool>)>>,
}

impl Threads {
    pub(crate) fn new(count: i64) -> PyResult<Self> {
        let count =
            usize::try_from(count).ok().filter(|count| (1..=MOST).contains(count)).ok_or_else(|| {
                py::ModelError::new_err(format!(
                    "{count} threads were asked for; it must be from 1 to {MOST}"
                ))
            })?;
        Ok(Self { count, made: Mutex::new(None) })
    }

    /// Those of this process.
    pub(crate) fn pool(&self, _held: Python<'_>) -> PyResult<Arc<ThreadPool>> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        match &*made {
            Some((process, pool)) if *process == process::id() => Ok(Arc::clone(pool)),
            _ => {
                let pool = ThreadPoolBuilder::new().num_threads(self.count).build();
                let pool = Arc::new(
                    pool.map_err(|error| py::BristleError::new_err(format!("no threads: {error}")))?,
                );
                leave(made.replace((process::id(), Arc::clone(&pool))));
                Ok(pool)
            }
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        leave(self.made.get_mut().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// Ends the threads of this process. Those of another cannot be told to end, and may have been copied with their locks held.
fn leave(made: Option<(u32, Arc<ThreadPool>)>) {
    if let Some((process, pool)) = made
        && process != process::id()
    {
        std::mem::forget(pool);
    }
}
