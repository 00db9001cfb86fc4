//! Long work that can be interrupted.

use crate::errors::py;
use pyo3::prelude::*;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long the interpreter is left alone: Ctrl-C is heard after that.
const LOOK: Duration = Duration::from_millis(50);

/// As much as a main thread has, for whoever parses deeply nested text.
const STACK: usize = 8 << 20;

/// Does long work in a thread of its own, and listens to Ctrl-C meanwhile. Work that is interrupted goes on to its end, and its outcome is dropped: what it
/// has taken is given back then.
pub(crate) fn interruptible<T: Send + 'static>(
    python: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (done, outcome) = mpsc::channel();
    let begun = std::thread::Builder::new().name("bristle".into()).stack_size(STACK).spawn(move || {
        // Nobody may be left to hear of it.
        let _ = done.send(work());
    });
    begun.map_err(|error| py::BristleError::new_err(format!("no thread: {error}")))?;
    // Through the mutex it may be waited for by whoever has the interpreter.
    let outcome = Mutex::new(outcome);
    let wait = || outcome.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK);
    loop {
        match python.detach(wait) {
            Ok(value) => return Ok(value),
            Err(RecvTimeoutError::Timeout) => python.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(py::BristleError::new_err("a bug in Bristle; please report it"));
            }
        }
    }
}
