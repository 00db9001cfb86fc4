//! Placeholder for the room; filled below.
