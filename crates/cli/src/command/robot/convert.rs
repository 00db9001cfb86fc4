//! `bristle convert`: from one format to another.

use super::{read, write};
use crate::args::ConvertArgs;
use crate::error::CliError;
use crate::scene_file::SceneFile;
use crate::terminal::print;
use bristle_formats::{Format, Imported, Robots, export, part};
use bristle_scene::{Importer, Scene};
use std::path::Path;

pub(crate) fn run(args: &ConvertArgs) -> Result<(), CliError> {
    let (tree, notes) = match Path::new(&args.from) {
        path if Robots.reads(path) => {
            let Imported { tree, notes } = read(path, &args.read)?;
            (tree, notes)
        }
        _ => (SceneFile::find(&args.from)?.load()?.data().to_tree(), Vec::new()),
    };
    let mut lines = notes.clone();
    let source =
        Path::new(&args.from).file_name().map_or(args.from.as_str().into(), |name| name.to_string_lossy());
    if args.to.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
        let part = part(&Imported { tree, notes }, &source, &args.to)?;
        write(&args.to, part.text.as_bytes(), &part.meshes, args.force)?;
    } else {
        let scene = Scene::from_tree(tree, &args.from)?;
        let exported = export(&scene, format(args)?, &args.to)?;
        write(&args.to, &exported.content, &exported.meshes, args.force)?;
        lines.extend(exported.notes);
    }
    if args.quiet {
        return Ok(());
    }
    let notes = if lines.is_empty() { String::new() } else { format!("\nNotes\n  {}\n", lines.join("\n  ")) };
    print(&format!("wrote {}\n{notes}", args.to.display()))
}

/// The format that was asked for, by its name or by that of the file.
fn format(args: &ConvertArgs) -> Result<Format, CliError> {
    if let Some(format) = args.format.as_deref().and_then(Format::named) {
        return Ok(format);
    }
    Format::of_path(&args.to).flatten().ok_or_else(|| {
        CliError::Usage(format!(
            "the name `{}` does not say which format to write\n  fix: end it in .urdf, .dae, .zae or .toml, or say it: --to mjcf",
            args.to.display()
        ))
    })
}
