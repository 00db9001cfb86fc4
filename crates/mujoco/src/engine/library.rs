//! Finding the MuJoCo that loads this library.
#![allow(unsafe_code)]

use libc::{RTLD_DEFAULT, RTLD_LAZY, RTLD_NOLOAD, dl_iterate_phdr, dl_phdr_info, dlopen, dlsym, size_t};
use std::ffi::{CStr, CString, c_int, c_void};

/// A place to look symbols up in.
#[derive(Clone, Copy)]
pub(crate) struct Library(*mut c_void);

/// The MuJoCo of this process, if there is one.
///
/// Python opens `libmujoco` for itself only, so its symbols are not in the global scope and a plugin that names them cannot
/// be linked. But it is in the list of loaded objects, and can be asked by its path. A program that has MuJoCo linked in
/// exports them globally.
pub(crate) fn find() -> Option<Library> {
    let loaded = loaded_objects().into_iter().filter_map(|path| {
        // SAFETY: `path` is a C string; with RTLD_NOLOAD nothing is loaded and no code runs.
        let handle = unsafe { dlopen(path.as_ptr(), RTLD_LAZY | RTLD_NOLOAD) };
        (!handle.is_null()).then_some(Library(handle))
    });
    loaded.chain([Library(RTLD_DEFAULT)]).find(|library| library.symbol(c"mjp_registerPlugin").is_some())
}

impl Library {
    /// The address of a symbol.
    pub(crate) fn symbol(self, name: &CStr) -> Option<*mut c_void> {
        // SAFETY: the handle comes from dlopen or is RTLD_DEFAULT, `name` is a C string.
        let address = unsafe { dlsym(self.0, name.as_ptr()) };
        (!address.is_null()).then_some(address)
    }
}

/// Paths of the loaded objects that have MuJoCo in their file name.
fn loaded_objects() -> Vec<CString> {
    let mut paths: Vec<CString> = Vec::new();
    // SAFETY: `collect` has the signature asked for, and `paths` outlives the call.
    unsafe { dl_iterate_phdr(Some(collect), (&raw mut paths).cast()) };
    paths
}

/// Takes down the name of one object; 0 to go on.
unsafe extern "C" fn collect(info: *mut dl_phdr_info, _: size_t, paths: *mut c_void) -> c_int {
    // SAFETY: the loader gives a valid record; its name is a C string or null.
    let name = unsafe { (*info).dlpi_name };
    if name.is_null() {
        return 0;
    }
    // SAFETY: not null, and valid during this call.
    let name = unsafe { CStr::from_ptr(name) };
    let file = name.to_bytes().rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    if file.starts_with(b"libmujoco") {
        // SAFETY: the pointer that `loaded_objects` passed in.
        unsafe { (*paths.cast::<Vec<CString>>()).push(name.to_owned()) };
    }
    0
}
