//! The plugin for MuJoCo, which the package brings along.

use pyo3::prelude::*;

/// Makes the plugin `bristle.skin` known to the MuJoCo of this process, once. Gives what `mj_version()` says; 0 if there is no MuJoCo,
/// or if the plugin does not exist for this system.
#[pyfunction]
pub(crate) fn register_mujoco_plugin() -> i32 {
    #[cfg(target_os = "linux")]
    return bristle_mujoco::register();
    #[cfg(not(target_os = "linux"))]
    0
}
