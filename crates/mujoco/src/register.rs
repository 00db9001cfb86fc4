//! Making the plugin known to MuJoCo.
#![allow(unsafe_code)]

use crate::callbacks;
use crate::engine::plugin_table::{PASSIVE, PluginTable, SENSOR, STAGE_VELOCITY};
use crate::engine::{Api, Engine, Layout, find, remember};
use crate::recipe::KEYS;
use std::ffi::{CStr, c_char, c_int};
use std::sync::OnceLock;

/// The name in model files.
const NAME: &CStr = c"bristle.skin";

/// Pointers to the keys, for ever.
struct Attributes(Vec<*const c_char>);
// SAFETY: they point to constants.
unsafe impl Send for Attributes {}
// SAFETY: as above.
unsafe impl Sync for Attributes {}

static ATTRIBUTES: OnceLock<Attributes> = OnceLock::new();

/// Makes the plugin known to the MuJoCo of this process, once; for programs that have this crate linked in and may be loaded before
/// MuJoCo is. Gives what `mj_version()` says, 0 if there is no MuJoCo.
///
/// A version that is not known gets the plugin too, and refuses models that use it with a message: here nobody would hear it.
pub fn register() -> c_int {
    let Some(Ok(api)) = find().map(Api::load) else { return 0 };
    let layout = Layout::of(api.version);
    let engine = remember(Engine { api, layout });
    let attributes = ATTRIBUTES.get_or_init(|| Attributes(KEYS.iter().map(|key| key.as_ptr()).collect()));
    let table = PluginTable {
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
    };
    engine.api.register(NAME, &table);
    engine.api.version
}
