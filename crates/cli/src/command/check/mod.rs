//! `bristle check`: is the scene right, and what does it mean?

mod findings;
mod words;

use crate::args::CheckArgs;
use crate::error::CliError;
use crate::scene_file::SceneFile;
use crate::terminal::print;
use bristle_scene::SceneError;
use findings::Findings;
use serde::Serialize;
use std::sync::Arc;

pub(crate) fn run(args: &CheckArgs) -> Result<(), CliError> {
    match look(args) {
        Ok(findings) if args.json => print(&json(&findings)?),
        Ok(findings) => print(&words::of(&findings)),
        Err(CliError::Scene(error)) if args.json => {
            print(&json(&Wrong::of(&args.scene.to_string_lossy(), &error))?)?;
            Err(error.into())
        }
        Err(error) => Err(error),
    }
}

fn look(args: &CheckArgs) -> Result<Findings, CliError> {
    let file = SceneFile::find(&args.scene)?;
    let scene = file.load()?;
    let built = Arc::new(scene.build()?);
    Findings::of(&file.name(), &scene, &built)
}

fn json(document: &impl Serialize) -> Result<String, CliError> {
    Ok(serde_json::to_string_pretty(document)? + "\n")
}

/// A mistake, for an editor.
#[derive(Serialize)]
struct Wrong<'a> {
    scene: &'a str,
    ok: bool,
    error: &'a str,
    notes: &'a [String],
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
}

impl<'a> Wrong<'a> {
    fn of(scene: &'a str, error: &'a SceneError) -> Self {
        let place = error.place();
        Self {
            scene,
            ok: false,
            error: error.message(),
            notes: error.notes(),
            file: place.map(|place| place.file.as_str()),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
        }
    }
}
