//! The laws that motors obey.

mod bad_data;
mod limits;
mod modes;
mod profiles;
mod rig;
mod slopes;
