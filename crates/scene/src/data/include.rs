//! Files whose parts are taken over.

use crate::Tree;
use crate::describe::{Range, Space, Unit, Words, described, name, number};
use bristle_contact::Preset;
use bristle_geometry::Pose;
use std::path::PathBuf;

described! {
    /// Another scene or robot file whose parts are taken over. A bare string is short for `{ file = "…" }`.
    pub struct Include as "include", word(Words::Any, Include::of, Include::word) {
        /// a path relative to this file, or `lib:…` for a model of the built-in library
        file: String = needed;
        /// put before every name of the file, so that it can be had twice
        prefix: String = or(String::new());
        /// moves the bodies that have no parent
        pose: Pose = maybe;
        /// the body that becomes their parent
        attach: Option<String> = maybe, name(Space::Body);
        /// values of the file to replace, as in `set.bodies.cube.mass = 0.3` (names without prefix)
        set: Option<Tree> = maybe;
        /// how a robot file is read
        robot: Option<RobotOptions> = maybe;
    }

    /// How a file of another program (URDF, MJCF, SDF, COLLADA, OpenRAVE, GraspIt!, Simox) is read.
    pub struct RobotOptions as "robot" {
        /// links that get a tactile skin on their shapes; `*` stands for any letters, as in `"*_tip"`
        skins: Vec<String> = or(Vec::new());
        /// distance of the texels of these skins
        spacing: f64 = or(0.004), number(Range::within(1e-4, 1.0), Unit::Length);
        /// material of these skins
        material: Option<Preset> = maybe;
        /// whether the robot stands on the world or moves freely
        base: Base = or(Base::FromFile);
        /// gives links whose inertia no body can have one that a body has, and says so; otherwise they are refused
        repair: bool = or(false);
        /// which links of the robot touch one another, neighbours aside: all, those that begin apart from each other, or none
        self_contact: SelfContact = or(SelfContact::Apart);
        /// leaves out visual shapes
        collision_only: bool = or(false);
        /// leaves out meshes that are not there; those that are only looked at are always left out
        skip_missing: bool = or(false);
        /// folders that the file may take meshes from, beside its own surroundings
        roots: Vec<PathBuf> = maybe;
    }
}

/// What a robot stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// As the file says; fixed if it does not.
    FromFile,
    /// Fixed to the world, or to what it is attached to.
    Fixed,
    /// Free to move.
    Free,
}

described! { impl words Base { FromFile as "from_file"; Fixed as "fixed"; Free as "free"; } }

/// Which links of a robot touch one another. Neighbours never do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfContact {
    /// All.
    All,
    /// Those that do not begin inside each other.
    Apart,
    /// None.
    None,
}

described! { impl words SelfContact { All as "all"; Apart as "apart"; None as "none"; } }

impl Include {
    /// All of a file, as it is.
    pub fn of(file: &str) -> Self {
        Self { file: file.to_owned(), ..Self::default() }
    }

    fn word(&self) -> Option<&str> {
        (*self == Self::of(&self.file)).then_some(&self.file)
    }
}
