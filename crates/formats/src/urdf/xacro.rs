//! Macros of xacro, expanded by the program of that name.

use crate::error::{ErrorKind, Result, error, shown};
use std::path::Path;
use std::process::{Command, Stdio};

/// The URDF that a xacro file expands to.
pub(crate) fn expand(path: &Path) -> Result<Vec<u8>> {
    let program = std::env::var_os("BRISTLE_XACRO").unwrap_or_else(|| "xacro".into());
    // A name that begins with a dash is no option.
    let file = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let output = Command::new(&program).arg(&file).stdin(Stdio::null()).output().map_err(|cause| {
        let message = format!(
            "`{}` holds macros, and the program that expands them cannot be run: {cause}",
            path.display()
        );
        error(ErrorKind::Unreadable, message).with_note(
            "help: install it (`pip install xacro`), or expand the file elsewhere and name the result .urdf",
        )
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let words = String::from_utf8_lossy(&output.stderr);
    let said = words.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>();
    let said = said.iter().rev().take(4).rev().map(|line| shown(line)).collect::<Vec<_>>().join("; ");
    Err(error(ErrorKind::Refused, format!("xacro cannot expand `{}`: {said}", path.display())).with_note(
        "help: run `xacro FILE` by hand; macros may need arguments, or packages that ROS would find",
    ))
}
