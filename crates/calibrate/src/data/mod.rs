//! Files of measurements: a line of titles that name their units, and numbers under them.

mod column;
mod table;
mod unit;

pub(crate) use column::{ColumnSpec, Quantity};
pub(crate) use table::{Column, Table};
pub(crate) use unit::{Dimension, STANDARD_GRAVITY};
