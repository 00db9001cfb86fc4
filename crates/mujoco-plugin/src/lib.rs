//! The plugin of `bristle-mujoco` as a library of its own, for `mj_loadPluginLibrary`.
//!
//! Programs that link `bristle-mujoco`, such as the Python package, call its `register` instead.
#![cfg(target_os = "linux")]
#![allow(unsafe_code)] // a constructor needs a section of its own

/// Called by the loader, as MuJoCo's own plugins are: `mj_loadPluginLibrary` does no more than load.
#[used]
// SAFETY: the loader calls what it finds in this section with no arguments that matter here, once, and this function never unwinds.
#[unsafe(link_section = ".init_array")]
static REGISTER: extern "C" fn() = on_load;

extern "C" fn on_load() {
    bristle_mujoco::register();
}
