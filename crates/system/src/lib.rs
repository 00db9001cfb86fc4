//! What Bristle asks of the operating system: files to read, files to write, memory.
//!
//! Every file that a person names is read by [`input`], so that a pipe, a device or a file of many gigabytes is refused at once, in words.
//! Every file that Bristle replaces is written by [`output`], so that there is always a whole one, the old or the new.

pub mod input;
pub mod memory;
pub mod output;
pub mod paths;
mod size;

pub use size::Bytes;
