//! Tactile skins: texels, contact, wrenches and readings.

pub mod layout;
