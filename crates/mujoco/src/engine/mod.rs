//! The door to MuJoCo: finding it, and reading its structures by offsets that belong to its version.

mod api;
mod contacts;
mod data;
mod integrator;
mod layout;
mod layouts;
mod library;
mod model;
pub(crate) mod plugin_table;

pub(crate) use api::{Api, Object};
pub(crate) use contacts::Contact;
pub(crate) use data::Data;
pub(crate) use integrator::{Integrator, Operator};
pub(crate) use layout::{Layout, supported_versions};
pub(crate) use library::find;
pub(crate) use model::{GeomKind, Model};

use std::sync::OnceLock;

/// The MuJoCo that loaded this library.
pub(crate) struct Engine {
    pub(crate) api: Api,
    /// `None` for a version that is not known.
    pub(crate) layout: Option<&'static Layout>,
}

static ENGINE: OnceLock<Engine> = OnceLock::new();

/// Keeps the engine for the callbacks. The first one stays.
pub(crate) fn remember(engine: Engine) -> &'static Engine {
    ENGINE.get_or_init(|| engine)
}

/// The engine; `None` before registration.
pub(crate) fn engine() -> Option<&'static Engine> {
    ENGINE.get()
}
