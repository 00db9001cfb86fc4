//! Front door.
fn main() {}
