//! Which format a file is in: by its name, and where that is not enough, by its root element.

use crate::access::{Access, Text};
use crate::collada;
use crate::error::{ErrorKind, Result, error, shown};
use crate::mjcf;
use crate::robot::Robot;
use crate::sdf;
use crate::urdf;
use crate::xml::Xml;
use std::fmt;
use std::path::Path;

/// Formats of robot files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Unified Robot Description Format: `.urdf`, or `.xacro`.
    Urdf,
    /// MuJoCo's format: `.mjcf`, or `.xml` with the root `<mujoco>`.
    Mjcf,
    /// Gazebo's format: `.sdf`, `.world`.
    Sdf,
    /// COLLADA 1.5 with kinematics: `.dae`, or `.zae` in an archive.
    Collada,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Urdf => "URDF",
            Self::Mjcf => "MJCF",
            Self::Sdf => "SDF",
            Self::Collada => "COLLADA",
        })
    }
}

/// Extensions of robot files. `.xml` is that of many: the root element decides.
const EXTENSIONS: [(&str, Option<Format>); 8] = [
    ("urdf", Some(Format::Urdf)),
    ("xacro", Some(Format::Urdf)),
    ("mjcf", Some(Format::Mjcf)),
    ("sdf", Some(Format::Sdf)),
    ("world", Some(Format::Sdf)),
    ("dae", Some(Format::Collada)),
    ("zae", Some(Format::Collada)),
    ("xml", None),
];

impl Format {
    /// The format that a name stands for; inside, none if only the content can tell.
    pub fn of_path(path: &Path) -> Option<Option<Self>> {
        let extension = extension(path)?;
        EXTENSIONS.iter().find(|(known, _)| *known == extension).map(|(_, format)| *format)
    }

    /// The format of a name, as the command line has it.
    pub fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "urdf" => Some(Self::Urdf),
            "mjcf" => Some(Self::Mjcf),
            "sdf" => Some(Self::Sdf),
            "collada" => Some(Self::Collada),
            _ => None,
        }
    }

    /// What the name of a root element stands for.
    fn of_root(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "robot" => Some(Self::Urdf),
            "mujoco" | "mujocoinclude" => Some(Self::Mjcf),
            "sdf" | "gazebo" => Some(Self::Sdf),
            "collada" => Some(Self::Collada),
            _ => None,
        }
    }

    /// The format of a file, by its name and its content.
    pub(crate) fn found(path: &Path, access: &Access) -> Result<Self> {
        match Self::of_path(path) {
            Some(Some(format)) => Ok(format),
            _ => {
                let text = access.open_first(path)?;
                let xml = Xml::parse(&text)?;
                let root = xml.root();
                Self::of_root(root.name()).ok_or_else(|| {
                    root.fault(
                        ErrorKind::Refused,
                        format!("<{}> is no root element of a robot file", shown(root.name())),
                    )
                    .with_note("allowed: <robot> of URDF, <mujoco> of MJCF")
                })
            }
        }
    }

    /// Reads the file at `path`.
    pub(crate) fn read(self, path: &Path, access: &Access) -> Result<Robot> {
        if extension(path).as_deref() == Some("xacro") {
            return self.read_bytes(&urdf::expand(path)?, path, access);
        }
        self.read_bytes(&access.bytes_of_first(path)?, path, access)
    }

    /// Reads what is, or is going to be, the file at `path`.
    pub(crate) fn read_bytes(self, bytes: &[u8], path: &Path, access: &Access) -> Result<Robot> {
        match self {
            Self::Urdf => urdf::read(&Text::of_file(path, bytes.to_vec()), access),
            Self::Mjcf => mjcf::read(Text::of_file(path, bytes.to_vec()), access),
            Self::Sdf => sdf::read(&Text::of_file(path, bytes.to_vec()), access),
            Self::Collada => collada::read(bytes, path),
        }
    }
}

fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// A path without an extension that is known.
pub(crate) fn unknown(path: &Path) -> bristle_scene::SceneError {
    let known = EXTENSIONS.map(|(extension, _)| extension).join(", ");
    error(ErrorKind::Refused, format!("`{}` is no robot file by its name", path.display()))
        .with_note(format!("known: {known}"))
}
