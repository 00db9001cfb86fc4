//! Which format a file is in: by its name, and where that is not enough, by its root element.

use crate::access::{Access, Text};
use crate::collada;
use crate::error::{ErrorKind, Result, shown};
use crate::graspit;
use crate::mjcf;
use crate::openrave;
use crate::robot::Robot;
use crate::sdf;
use crate::simox;
use crate::urdf;
use crate::xml::{El, Xml};
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
    /// OpenRAVE's own XML: `.xml` with the root `<Environment>`, `<Robot>` or `<KinBody>`.
    OpenRave,
    /// GraspIt!'s XML: `.xml` with the root `<robot>`, `<world>` or `<root>`.
    GraspIt,
    /// Simox' XML of robots: `.xml` with the root `<Robot>` and nodes in it.
    Simox,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Urdf => "URDF",
            Self::Mjcf => "MJCF",
            Self::Sdf => "SDF",
            Self::Collada => "COLLADA",
            Self::OpenRave => "OpenRAVE XML",
            Self::GraspIt => "GraspIt! XML",
            Self::Simox => "Simox XML",
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

/// What files of robots may begin with.
const ROOTS: &str = "allowed: <robot> of URDF, <mujoco> of MJCF, <sdf>, <COLLADA>; <Environment>, <Robot> or <KinBody> of OpenRAVE; <robot>, <world> \
                     or <root> of GraspIt!; <Robot> of Simox";

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
            "openrave" => Some(Self::OpenRave),
            "graspit" => Some(Self::GraspIt),
            "simox" => Some(Self::Simox),
            _ => None,
        }
    }

    /// What a root element stands for. `<robot>` is that of four formats, which its children tell apart.
    fn of_root(root: El<'_>) -> Option<Self> {
        let has = |names: &[&str]| root.elements().any(|child| names.iter().any(|name| child.is(name)));
        match root.name().to_ascii_lowercase().as_str() {
            "mujoco" | "mujocoinclude" => Some(Self::Mjcf),
            "sdf" | "gazebo" => Some(Self::Sdf),
            "collada" => Some(Self::Collada),
            "environment" | "kinbody" => Some(Self::OpenRave),
            "robot"
                if has(&["kinbody", "robot", "body", "manipulator", "attachedsensor"])
                    || root.attr("file").is_some() =>
            {
                Some(Self::OpenRave)
            }
            "robot" | "model" if has(&simox::NODES) => Some(Self::Simox),
            "robot" if has(&["palm", "chain", "dof"]) => Some(Self::GraspIt),
            "world" if has(&["obstacle", "graspablebody", "robot"]) => Some(Self::GraspIt),
            "root" if has(&["geometryfile"]) => Some(Self::GraspIt),
            "robot" => Some(Self::Urdf),
            _ => None,
        }
    }

    /// The format of a file, by its name and its content.
    pub(crate) fn found(path: &Path, access: &Access) -> Result<Self> {
        if let Some(Some(format)) = Self::of_path(path) {
            return Ok(format);
        }
        let text = access.open_first(path)?;
        let xml = match Xml::parse(&text) {
            Ok(xml) => xml,
            // As printed in papers, with blanks where XML has none.
            Err(_) if text.content.contains("SimTactileSensor") => return Ok(Self::OpenRave),
            // Simox takes closing tags of any name.
            Err(_) if text.content.contains("<RobotNode") => return Ok(Self::Simox),
            Err(error) => return Err(error),
        };
        let root = xml.root();
        Self::of_root(root).ok_or_else(|| {
            let message = format!("<{}> is no root element of a robot file", shown(root.name()));
            root.fault(ErrorKind::Refused, message).with_note(ROOTS)
        })
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
            Self::OpenRave => openrave::read(&Text::of_file(path, bytes.to_vec()), access),
            Self::GraspIt => graspit::read(&Text::of_file(path, bytes.to_vec()), access),
            Self::Simox => simox::read(Text::of_file(path, bytes.to_vec()), access),
        }
    }
}

fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}
