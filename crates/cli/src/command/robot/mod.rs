//! `bristle import` and `bristle convert`: robot files of other programs.

mod convert;
mod import;
mod words;

pub(crate) use convert::run as convert;
pub(crate) use import::run as import;

use crate::args::ReadArgs;
use crate::error::CliError;
use crate::save;
use bristle_formats::{Imported, Robots};
use bristle_scene::{ImportRequest, Importer};
use bristle_system::input;
use std::path::{Path, PathBuf};

/// Reads a robot file as the options have it.
fn read(path: &Path, args: &ReadArgs) -> Result<Imported, CliError> {
    let options = args.options();
    Ok(Robots.import(path, &ImportRequest { options: &options, packages: args.packages() })?)
}

/// Writes a file and those beside it, none of which may be there unless it is forced.
fn write(path: &Path, content: &[u8], beside: &[(PathBuf, Vec<u8>)], force: bool) -> Result<(), CliError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let taken = |path: &Path| path.symlink_metadata().is_ok();
    if !force && taken(path) {
        return Err(CliError::Exists { path: path.to_owned() });
    }
    for (name, bytes) in beside {
        let path = folder.join(name);
        if !force && taken(&path) && input::read(&path, bytes.len() as u64).ok().as_ref() != Some(bytes) {
            return Err(CliError::Exists { path });
        }
    }
    for (name, bytes) in beside {
        let path = folder.join(name);
        path.parent().map_or(Ok(()), save::folder)?;
        save::whole(&path, bytes)?;
    }
    save::whole(path, content)
}
