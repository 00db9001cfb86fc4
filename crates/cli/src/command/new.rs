//! `bristle new`: a commented scene to begin with.

use crate::args::NewArgs;
use crate::error::CliError;
use crate::save;
use crate::scene_file::SceneFile;
use crate::terminal::print;

pub(crate) fn run(args: &NewArgs) -> Result<(), CliError> {
    let SceneFile::Library(model) = SceneFile::find(&args.from)? else {
        return Err(CliError::Usage(format!(
            "--from {} is a file\n  fix: name a scene of the library (`bristle list scenes`), or copy the file",
            args.from
        )));
    };
    // A scene in the making must not be lost to a typing error.
    save::check_free(&args.path, args.force)?;
    save::whole(&args.path, model.text.as_bytes())?;
    let path = args.path.display();
    print(&format!(
        "wrote {path} ({})\nnext: `bristle check {path}`, then `bristle run {path}`\n",
        model.summary().trim_end_matches('.')
    ))
}
