//! The functions of MuJoCo that a skin needs.
#![allow(unsafe_code)]

use super::library::Library;
use super::plugin_table::{PluginTable, RawData, RawModel};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::transmute;

/// Kinds of named things, as `mjtObj` numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum Object {
    Body = 1,
    BodyFrame = 2,
    Joint = 3,
    Geom = 5,
    Site = 6,
    Plugin = 25,
}

type Jacobian = unsafe extern "C" fn(RawModel, RawData, *mut f64, *mut f64, *const f64, c_int);
type Stage = unsafe extern "C" fn(RawModel, RawData);
type Product = unsafe extern "C" fn(RawModel, RawData, *mut f64, *const f64);
type Derivatives = unsafe extern "C" fn(RawModel, RawData, c_int);
type Damping = unsafe extern "C" fn(RawModel, c_int, c_int, *mut f64) -> f64;
type Message = unsafe extern "C" fn(*const c_char, ...);

/// Addresses of the functions.
pub(crate) struct Api {
    pub(crate) version: c_int,
    register_plugin: unsafe extern "C" fn(*const PluginTable) -> c_int,
    find_plugin: unsafe extern "C" fn(*const c_char, *mut c_int) -> *const PluginTable,
    pub(super) plugin_config: unsafe extern "C" fn(RawModel, c_int, *const c_char) -> *const c_char,
    pub(super) name_to_id: unsafe extern "C" fn(RawModel, c_int, *const c_char) -> c_int,
    pub(super) id_to_name: unsafe extern "C" fn(RawModel, c_int, c_int) -> *const c_char,
    pub(super) jacobian: Jacobian,
    pub(super) jacobian_rate: Jacobian,
    pub(super) solve_mass: unsafe extern "C" fn(RawModel, RawData, *mut f64, *const f64, c_int),
    pub(super) bias_forces: unsafe extern "C" fn(RawModel, RawData, c_int, *mut f64),
    pub(super) actuation: Stage,
    pub(super) acceleration: Stage,
    pub(super) constraint_reference: Stage,
    pub(super) constraint_forces: Stage,
    pub(super) constraint_rows_times: Product,
    pub(super) constraint_columns_times: Product,
    pub(super) mass_times: Product,
    /// Fills `qDeriv`; with those of the bias forces or without.
    pub(super) smooth_derivative: Derivatives,
    /// Damping that actuators lend to joints, which older versions do not know.
    pub(super) actuator_damping: Option<Damping>,
    error: Message,
}

impl Api {
    /// Looks all of them up; the name of one that is missing otherwise.
    pub(crate) fn load(library: Library) -> Result<Self, &'static CStr> {
        let symbol = |name: &'static CStr| library.symbol(name).ok_or(name);
        // SAFETY: each symbol is cast to its C signature, which is the same in all supported versions of MuJoCo's
        // headers; `mj_version` takes and changes nothing.
        unsafe {
            let version = transmute::<*mut c_void, extern "C" fn() -> c_int>(symbol(c"mj_version")?);
            Ok(Self {
                version: version(),
                register_plugin: transmute::<*mut c_void, unsafe extern "C" fn(*const PluginTable) -> c_int>(
                    symbol(c"mjp_registerPlugin")?,
                ),
                find_plugin: transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(*const c_char, *mut c_int) -> *const PluginTable,
                >(symbol(c"mjp_getPlugin")?),
                plugin_config: transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(RawModel, c_int, *const c_char) -> *const c_char,
                >(symbol(c"mj_getPluginConfig")?),
                name_to_id: transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(RawModel, c_int, *const c_char) -> c_int,
                >(symbol(c"mj_name2id")?),
                id_to_name: transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(RawModel, c_int, c_int) -> *const c_char,
                >(symbol(c"mj_id2name")?),
                jacobian: transmute::<*mut c_void, Jacobian>(symbol(c"mj_jac")?),
                jacobian_rate: transmute::<*mut c_void, Jacobian>(symbol(c"mj_jacDot")?),
                solve_mass: transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(RawModel, RawData, *mut f64, *const f64, c_int),
                >(symbol(c"mj_solveM")?),
                bias_forces: transmute::<*mut c_void, unsafe extern "C" fn(RawModel, RawData, c_int, *mut f64)>(
                    symbol(c"mj_rne")?,
                ),
                actuation: transmute::<*mut c_void, Stage>(symbol(c"mj_fwdActuation")?),
                acceleration: transmute::<*mut c_void, Stage>(symbol(c"mj_fwdAcceleration")?),
                constraint_reference: transmute::<*mut c_void, Stage>(symbol(c"mj_referenceConstraint")?),
                constraint_forces: transmute::<*mut c_void, Stage>(symbol(c"mj_fwdConstraint")?),
                constraint_rows_times: transmute::<*mut c_void, Product>(symbol(c"mj_mulJacVec")?),
                constraint_columns_times: transmute::<*mut c_void, Product>(symbol(c"mj_mulJacTVec")?),
                mass_times: transmute::<*mut c_void, Product>(symbol(c"mj_mulM")?),
                smooth_derivative: transmute::<*mut c_void, Derivatives>(symbol(c"mjd_smooth_vel")?),
                actuator_damping: library
                    .symbol(c"mj_actuatorDamping")
                    .map(|found| transmute::<*mut c_void, Damping>(found)),
                error: transmute::<*mut c_void, Message>(symbol(c"mju_error")?),
            })
        }
    }

    /// Makes a plugin known. Its strings have to live for ever; MuJoCo copies the table. The first of a name stays: the plugin may be
    /// in the Python package and in a library that is loaded beside it, and MuJoCo ends the program over two that differ.
    pub(crate) fn register(&self, name: &'static CStr, table: &PluginTable) {
        let mut slot = -1;
        // SAFETY: a C string and a place for a number; the table has MuJoCo's layout, and its names are static.
        unsafe {
            if (self.find_plugin)(name.as_ptr(), &raw mut slot).is_null() {
                (self.register_plugin)(table);
            }
        }
    }

    /// Hands a C string to MuJoCo's error handler. It does not return: MuJoCo's compiler and Python jump out of it, other
    /// programs end there unless their handler says otherwise.
    ///
    /// # Safety
    /// No frame of Rust between here and MuJoCo may hold anything that wants to be dropped.
    pub(crate) unsafe fn raise(&self, message: *const c_char) {
        // SAFETY: a format and one string for it.
        unsafe { (self.error)(c"%s".as_ptr(), message) };
    }
}
