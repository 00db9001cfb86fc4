//! Comma-separated tables: RFC 4180, UTF-8, a header, no line breaks within fields.
//!
//! That last restriction is what makes a recording robust: a line is a row, so a file that was cut anywhere is whole up to
//! its last line break.

mod field;
mod lines;
mod table;

pub(crate) use field::{push_number, push_text, split};
pub(crate) use lines::Lines;
pub(crate) use table::Table;
#[cfg(test)]
pub(crate) use table::full_disk;
