//! Ctrl-C: a wish to end, not an end.

use crate::terminal;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Exit code of a program that SIGINT ended: 128 + 2.
const INTERRUPTED: i32 = 130;

/// From now on the first Ctrl-C (or SIGTERM) is remembered, and the second ends the program at once.
pub(super) fn listen() {
    let handler = || {
        if ASKED.swap(true, Ordering::SeqCst) {
            std::process::exit(INTERRUPTED);
        }
    };
    // Without a handler Ctrl-C ends the program as ever; recordings can be read even then.
    if let Err(error) = ctrlc::set_handler(handler) {
        terminal::note(&format!("note: Ctrl-C will end the run at once ({error})"));
    }
}

/// Whether the run shall end.
pub(super) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
