//! Making the plugin known when the library is loaded.
#![allow(unsafe_code)]

use crate::callbacks;
use crate::engine::plugin_table::{PASSIVE, PluginTable, SENSOR, STAGE_VELOCITY};
use crate::engine::{Api, Engine, Layout, find, remember};
use crate::recipe::KEYS;
use std::ffi::{CStr, c_char, c_int};
use std::sync::OnceLock;

/// The name in model files.
const NAME: &CStr = c"bristle.skin";

/// Called by the loader, as MuJoCo's own plugins are: `mj_loadPluginLibrary` does no more than load.
#[used]
#[unsafe(link_section = ".init_array")]
static REGISTER: extern "C" fn() = register;

/// Pointers to the keys, for ever.
struct Attributes(Vec<*const c_char>);
// SAFETY: they point to constants.
unsafe impl Send for Attributes {}
// SAFETY: as above.
unsafe impl Sync for Attributes {}

static ATTRIBUTES: OnceLock<Attributes> = OnceLock::new();

/// Registers with the MuJoCo that is loaded; nothing happens where there is none. A version that is not known gets the
/// plugin too, and refuses models that use it with a message: here nobody would hear it.
extern "C" fn register() {
    bristle_mujoco_register();
}

/// Registers once more, for libraries that have this crate linked in and are loaded before MuJoCo is. Gives what `mj_version()`
/// says, 0 if there is no MuJoCo.
#[unsafe(no_mangle)]
pub extern "C" fn bristle_mujoco_register() -> c_int {
    let Some(Ok(api)) = find().map(Api::load) else { return 0 };
    let layout = Layout::of(api.version);
    let engine = remember(Engine { api, layout });
    let attributes = ATTRIBUTES.get_or_init(|| Attributes(KEYS.iter().map(|key| key.as_ptr()).collect()));
    engine.api.register(&PluginTable {
        name: NAME.as_ptr(),
        attribute_count: attributes.0.len() as i32,
        attributes: attributes.0.as_ptr(),
        capabilities: SENSOR | PASSIVE,
        need_stage: STAGE_VELOCITY,
        nstate: callbacks::nstate,
        nsensordata: callbacks::nsensordata,
        init: callbacks::init,
        destroy: callbacks::destroy,
        copy: callbacks::copy,
        reset: callbacks::reset,
        compute: callbacks::compute,
        advance: callbacks::advance,
        unused: [std::ptr::null(); 7],
    });
    engine.api.version
}
