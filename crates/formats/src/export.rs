//! Scenes as robot files.

use crate::error::{ErrorKind, Result, error};
use crate::extension;
use crate::format::Format;
use crate::from_scene::from_scene;
use crate::output::{Exported, Output};
use crate::robot::Robot;
use crate::to_scene::to_scene;
use bristle_scene::data::RobotOptions;
use bristle_scene::{Scene, Tree};
use std::path::Path;

impl Format {
    /// The formats that can be written.
    pub const WRITTEN: [Self; 4] = [Self::Urdf, Self::Mjcf, Self::Collada, Self::OpenRave];
}

/// A scene in another format, for a file at `path`. What the format has no words for is written beside, where only Bristle reads it.
pub fn export(scene: &Scene, format: Format, path: &Path) -> Result<Exported> {
    let mut robot = from_scene(scene)?;
    let wanted = with_defaults(scene);
    let alone = write(&robot, format, path)?;
    // What is read from that alone, and what is then missing.
    let read = crate::read_written(&alone, format, path)?;
    let found = to_scene(read, &RobotOptions::default())?;
    robot.extension = extension::difference(&wanted, &found.tree);
    let mut exported = write(&robot, format, path)?;
    exported.notes = unsaid(robot.extension.as_ref(), format);
    Ok(exported)
}

fn with_defaults(scene: &Scene) -> Tree {
    scene.data().to_tree()
}

fn write(robot: &Robot, format: Format, path: &Path) -> Result<Exported> {
    let mut output = Output::beside(path);
    let content = match format {
        Format::Urdf => crate::urdf::write(robot, &mut output)?.into_bytes(),
        Format::Mjcf => crate::mjcf::write(robot, &mut output)?.into_bytes(),
        Format::Collada => {
            let document = crate::collada::write(robot, &mut output)?;
            let stem = path.file_stem().map_or("robot".into(), |stem| stem.to_string_lossy());
            match path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zae")) {
                true => crate::collada::archived(&document, &stem)?,
                false => document.into_bytes(),
            }
        }
        Format::OpenRave => crate::openrave::write(robot, &mut output)?.into_bytes(),
        other => {
            let known = Format::WRITTEN.map(|format| format.to_string()).join(", ");
            return Err(error(ErrorKind::Refused, format!("{other} can be read but not written"))
                .with_note(format!("written are: {known}")));
        }
    };
    Ok(Exported { content, meshes: output.into_meshes(), notes: Vec::new() })
}

/// Tables of the scene that other programs will not see.
fn unsaid(extension: Option<&Tree>, format: Format) -> Vec<String> {
    let table = |tree: &Tree, key: &str| match tree {
        Tree::Table(entries) => {
            entries.iter().find(|(other, _)| other == key).map(|(_, value)| value.clone())
        }
        _ => None,
    };
    let Some(Tree::Table(set)) = extension.and_then(|extension| table(extension, "set")) else {
        return Vec::new();
    };
    let parts: Vec<&str> = set.iter().map(|(key, _)| key.as_str()).collect();
    if parts.is_empty() {
        return Vec::new();
    }
    vec![format!("{format} has no words for parts of {}: only Bristle reads these", parts.join(", "))]
}
