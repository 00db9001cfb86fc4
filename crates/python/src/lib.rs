//! Bristle for Python: the native half of the package `bristle`.
//!
//! What is here is what needs Rust: scenes, worlds, batches of worlds, skins, shapes, devices and pictures. All else, such as the
//! exceptions, controllers and Gymnasium environments, is written in Python, in `python/bristle`.
//!
//! Three rules hold everywhere. The interpreter is released while time passes. What Python can get wrong ends in an exception of the
//! package's own tree, with nothing changed. And arrays belong to Python: they stay good whatever becomes of the world they came
//! from.

mod action;
mod batch;
mod calibrate;
mod control_log;
mod device;
mod drawing;
mod errors;
mod grasp;
mod kinematics;
mod mujoco;
mod numbers;
mod patience;
mod percept;
mod pickles;
mod picture;
mod recording;
mod scene;
mod sensor;
mod shape;
mod signal;
mod skin;
mod texels;
mod threads;
mod tree;
mod warnings;
mod world;

/// The module itself; `python/bristle/__init__.py` shows it to people.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::action::ActionController;
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::calibrate::{
        Calibration, calibrate_device, calibrate_friction, calibrate_stiffness, read_measurements,
    };
    #[pymodule_export]
    use super::control_log::{ControlLog, read_control_log};
    #[pymodule_export]
    use super::device::Chain;
    #[pymodule_export]
    use super::grasp::{GraspController, RobotSenses};
    #[pymodule_export]
    use super::kinematics::{CollisionQueries, KinematicChain};
    #[pymodule_export]
    use super::mujoco::register_mujoco_plugin;
    #[pymodule_export]
    use super::percept::Percept;
    #[pymodule_export]
    use super::pickles::{fill_skin, unpickled_shape, unpickled_snapshot};
    #[pymodule_export]
    use super::picture::Picture;
    #[pymodule_export]
    use super::recording::{Recording, recover};
    #[pymodule_export]
    use super::scene::Scene;
    #[pymodule_export]
    use super::scene::library;
    #[pymodule_export]
    use super::sensor::Truth;
    #[pymodule_export]
    use super::shape::Shape;
    #[pymodule_export]
    use super::signal::{Filter, Signal};
    #[pymodule_export]
    use super::skin::{Skin, SkinSnapshot};
    #[pymodule_export]
    use super::world::{Snapshot, World};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("texel_dtype", super::texels::dtype(module.py())?)
    }
}
