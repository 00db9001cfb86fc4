//! The loaded library and its device.

use super::abi::{
    Api, DEVICE_PROPERTY_VERSION_MAJOR, DEVICE_PROPERTY_VERSION_MINOR, DEVICE_PROPERTY_VERSION_PATCH, Device,
};
use super::{EmbreeError, locate};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Embree 4, loaded and ready to build scenes. Cheap to clone.
#[derive(Clone)]
pub struct Embree {
    pub(super) loaded: Arc<Loaded>,
}

/// Shared by the handle and every scene, so that the device outlives them all.
pub(super) struct Loaded {
    pub(super) api: Api,
    pub(super) device: Device,
    path: PathBuf,
    /// Never unloaded: worker threads of the tasking library may still be inside its code after the last release.
    _library: ManuallyDrop<libloading::Library>,
}

// SAFETY: a device handle is a reference-counted object whose calls Embree documents as callable from any thread; the
// error state is kept per thread.
unsafe impl Send for Loaded {}
// SAFETY: as above; building scenes on one device from several threads is supported.
unsafe impl Sync for Loaded {}

impl Embree {
    /// Loads the library named by `BRISTLE_EMBREE`, or else the one in `target/embree`.
    ///
    /// # Errors
    /// [`EmbreeError::NotFound`] when there is none (the usual case, not a fault); others when there is one that
    /// cannot serve.
    pub fn load() -> Result<Self, EmbreeError> {
        Self::load_from(&locate::library_path()?)
    }

    /// Loads the library at `path`: a file, or a directory that holds one.
    ///
    /// Loading a shared library runs its code; `path` has to be as trustworthy as the program itself.
    ///
    /// # Errors
    /// As [`Embree::load`].
    pub fn load_from(path: &Path) -> Result<Self, EmbreeError> {
        let path =
            locate::library_in(path).ok_or_else(|| EmbreeError::NotFound { place: path.to_path_buf() })?;
        let not_loadable = |error: libloading::Error| EmbreeError::NotLoadable {
            path: path.clone(),
            reason: error.to_string(),
        };
        // SAFETY: the user chose this library to be run; Embree's own start-up code asks nothing of its caller.
        let library = unsafe { libloading::Library::new(&path) }.map_err(not_loadable)?;
        let library = ManuallyDrop::new(library);
        // SAFETY: the library stays loaded for ever. That it is Embree 4 is checked below, before any call whose
        // signature differs between generations.
        let api = unsafe { Api::resolve(&library) }.map_err(not_loadable)?;
        // One build thread: idle workers must not disturb a single-threaded measurement on a small machine.
        // SAFETY: the configuration is a NUL-terminated string that outlives the call.
        let device = unsafe { (api.new_device)(c"threads=1".as_ptr()) };
        if device.is_null() {
            // SAFETY: a null device asks for the calling thread's error of a failed device creation.
            let code = unsafe { (api.get_device_error)(device) };
            return Err(EmbreeError::Refused { doing: "creating a device", code });
        }
        let embree = Self { loaded: Arc::new(Loaded { api, device, path, _library: library }) };
        match embree.property(DEVICE_PROPERTY_VERSION_MAJOR) {
            4 => Ok(embree),
            major => Err(EmbreeError::WrongGeneration { path: embree.loaded.path.clone(), major }),
        }
    }

    /// Major, minor and patch version, as the library reports them.
    pub fn version(&self) -> [isize; 3] {
        [DEVICE_PROPERTY_VERSION_MAJOR, DEVICE_PROPERTY_VERSION_MINOR, DEVICE_PROPERTY_VERSION_PATCH]
            .map(|property| self.property(property))
    }

    /// The file the library came from.
    pub fn path(&self) -> &Path {
        &self.loaded.path
    }

    fn property(&self, property: i32) -> isize {
        // SAFETY: the device is alive, and reading a property has no precondition beyond that.
        unsafe { (self.loaded.api.get_device_property)(self.loaded.device, property) }
    }
}

impl Loaded {
    /// Turns the calling thread's pending error, if any, into a result; asking clears it.
    pub(super) fn check(&self, doing: &'static str) -> Result<(), EmbreeError> {
        // SAFETY: the device is alive.
        match unsafe { (self.api.get_device_error)(self.device) } {
            0 => Ok(()),
            code => Err(EmbreeError::Refused { doing, code }),
        }
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        // SAFETY: this is the one reference that `load_from` created, and nobody can reach it any more.
        unsafe { (self.api.release_device)(self.device) }
    }
}
