//! Mesh files: every format with its quirks, files that must be refused, and files out of a random hand.

mod bad;
mod fixtures;
mod fuzz;
mod inventor;
mod options;
mod peers;
mod quirks;
mod scenes;
