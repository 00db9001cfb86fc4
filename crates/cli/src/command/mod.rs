//! The commands around scenes, one file each.

pub(crate) mod bench;
pub(crate) mod calibrate;
pub(crate) mod check;
pub(crate) mod list;
pub(crate) mod new;
pub(crate) mod recover;
pub(crate) mod render;
pub(crate) mod reproduce;
pub(crate) mod run;
pub(crate) mod shell;
