//! Options of the commands around robot files: import, convert.

use bristle_contact::Preset;
use bristle_formats::{Base, RobotOptions, SelfContact};
use clap::Args as ClapArgs;
use clap::ValueEnum;
use std::path::PathBuf;

pub(super) const IMPORT_EXAMPLES: &str = "\
Reads URDF, xacro, MJCF, SDF, COLLADA 1.5, OpenRAVE, GraspIt! and Simox files, says what they hold and what was dropped, guessed or repaired, and with \
--out writes a part that scenes include. Scenes may also include the file as it is: include = [\"robot.urdf\"].

Examples:
  bristle import allegro.urdf                                what is in it?
  bristle import allegro.urdf --repair --out hand.toml --skin \"*_tip\"
  bristle import arm.urdf --package ~/catkin_ws/src --dh tool0
  bristle import robot.xml --json";

pub(super) const CONVERT_EXAMPLES: &str = "\
Reads a robot file or a scene and writes it in the format that the second name stands for. What a format has no words for (skins, materials, controllers) \
is kept in a place that other programs pass over, so that reading the file again gives the same scene. Meshes are written beside it.

Examples:
  bristle convert robot.zae robot.urdf
  bristle convert my-scene.toml robot.xml --to mjcf
  bristle convert pick-cube gripper.dae";

/// How a robot file is read.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct ReadArgs {
    /// Put a tactile skin on links that are called so; `*` stands for any letters
    #[arg(long, value_name = "NAME")]
    skin: Vec<String>,
    /// Distance of the skin's texels
    #[arg(long, value_name = "MM", default_value_t = 4.0, value_parser = crate::numbers::length_mm)]
    skin_spacing_mm: f64,
    /// What the skin is made of [default: foam_rs_55_066_corrected_per_area]
    #[arg(long, value_name = "PRESET", value_parser = preset)]
    skin_material: Option<Preset>,
    /// Let the robot move freely, as on legs or in the air
    #[arg(long, conflicts_with = "fixed")]
    free: bool,
    /// Fix the robot to the world, though the file lets it move freely
    #[arg(long)]
    fixed: bool,
    /// Repair inertias that no body can have, and say which
    #[arg(long)]
    repair: bool,
    /// Which links of the robot touch one another, neighbours aside
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Touching::Apart)]
    self_contact: Touching,
    /// Leave out shapes that are only looked at
    #[arg(long)]
    collision_only: bool,
    /// Leave out meshes that are not there
    #[arg(long)]
    skip_missing: bool,
    /// A folder with packages, for files that say package://…
    #[arg(long, value_name = "DIR")]
    package: Vec<PathBuf>,
    /// Another folder that the file may read
    #[arg(long, value_name = "DIR")]
    root: Vec<PathBuf>,
}

/// Links of a robot that touch one another.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Touching {
    /// All
    All,
    /// Those that do not begin inside each other
    Apart,
    /// None
    None,
}

fn preset(name: &str) -> Result<Preset, String> {
    Preset::named(name).ok_or_else(|| format!("known are: {}", Preset::NAMES.join(", ")))
}

impl ReadArgs {
    /// As a scene would have them.
    pub(crate) fn options(&self) -> RobotOptions {
        let base = match (self.free, self.fixed) {
            (true, _) => Base::Free,
            (_, true) => Base::Fixed,
            _ => Base::FromFile,
        };
        RobotOptions {
            skins: self.skin.clone(),
            spacing: self.skin_spacing_mm * 1e-3,
            material: self.skin_material,
            base,
            repair: self.repair,
            self_contact: match self.self_contact {
                Touching::All => SelfContact::All,
                Touching::Apart => SelfContact::Apart,
                Touching::None => SelfContact::None,
            },
            collision_only: self.collision_only,
            skip_missing: self.skip_missing,
            roots: self.root.clone(),
        }
    }

    /// Folders of packages.
    pub(crate) fn packages(&self) -> &[PathBuf] {
        &self.package
    }
}

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct ImportArgs {
    /// The robot file
    pub(crate) robot: PathBuf,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    /// Write a part that scenes can include
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite a file that is there
    #[arg(long)]
    pub(crate) force: bool,
    /// Also print the Denavit–Hartenberg parameters of the chain to this link, from the world or from another link: BASE:TIP
    #[arg(long, value_name = "TIP")]
    pub(crate) dh: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct ConvertArgs {
    /// A robot file, a scene file, or a scene of the library
    pub(crate) from: String,
    /// The file to write: .urdf, .xml (OpenRAVE unless --to says otherwise), .dae, .zae, .toml
    pub(crate) to: PathBuf,
    /// The format, where the name does not say it
    #[arg(long = "to", value_name = "FORMAT", value_parser = ["urdf", "mjcf", "collada", "openrave"])]
    pub(crate) format: Option<String>,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    /// Overwrite a file that is there
    #[arg(long)]
    pub(crate) force: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
