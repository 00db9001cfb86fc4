//! Options of the commands around scenes: check, new, list, render, bench.

use bristle_picture::View;
use clap::{Args as ClapArgs, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

pub(super) const CHECK_EXAMPLES: &str = "\
Nothing is run but for the advisor's look at the first moment. A scene that is wrong is told with its line, what is \
allowed and what may have been meant; the exit code is then 3.

Examples:
  bristle check my.toml
  bristle check pick-cube --json";

pub(super) const NEW_EXAMPLES: &str = "\
Examples:
  bristle new                                a ball on a pad, into scene.toml
  bristle new grasp.toml --from pick-cube    a gripper and a cube";

pub(super) const LIST_EXAMPLES: &str = "\
Examples:
  bristle list
  bristle list scenes
  bristle list materials --json";

pub(super) const RENDER_EXAMPLES: &str = "\
A scene (a file, or one of the library) is drawn as it begins; a recording (a folder) as its skins felt at a time, with \
its forces over time.

Examples:
  bristle render pick-cube
  bristle render my.toml --out pictures --size 1600x1200
  bristle render pick-bottle --at 3 --camera front --camera 30,15
  bristle render pick-bottle --film
  bristle render out --at 2.5";

pub(super) const RECOVER_EXAMPLES: &str = "\
What was recorded can be read as it is. This cuts the tables to whole samples, notes in run.json how the run ended, and makes the Parquet \
files and the report that the run could not make any more. A recording that is still being written is refused.

Examples:
  bristle recover out
  bristle recover out --no-report --json";

pub(super) const BENCH_EXAMPLES: &str = "\
Runs standard scenes and tells the time per step, the real-time factor on one core, and how much more two cores do with a \
world each. Close other programs first.

Examples:
  bristle bench
  bristle bench --only cube
  bristle bench --json > this-machine.json";

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct CheckArgs {
    /// A scene file, or a scene of the library
    pub(crate) scene: OsString,
    /// Print one JSON document; a scene that is wrong gives one too
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct NewArgs {
    /// The file to write
    #[arg(default_value = "scene.toml")]
    pub(crate) path: PathBuf,
    /// The scene of the library to begin with
    #[arg(long, value_name = "NAME", default_value = "starter")]
    pub(crate) from: String,
    /// Overwrite a file that is there
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct ListArgs {
    /// What to list [default: everything]
    #[arg(value_enum)]
    pub(crate) what: Option<ListWhat>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListWhat {
    /// Grippers, fingers and objects to include in a scene
    Models,
    /// Materials of the library, and presets
    Materials,
    /// Tactile and other sensors
    Devices,
    /// Laws of pressing and of friction
    Laws,
    /// Scenes that can be run
    Scenes,
}

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct RenderArgs {
    /// A scene, or the folder of a recording
    #[arg(value_name = "SCENE|RECORDING")]
    pub(crate) subject: OsString,
    /// Simulated time: a scene is run until then, of a recording the sample before it is drawn [default: the beginning of a
    /// scene, the end of a recording]
    #[arg(long, value_name = "S", value_parser = crate::numbers::moment, allow_hyphen_values = true)]
    pub(crate) at: Option<f64>,
    /// Where to look at a scene from: a name (scene, front, back, left, right, top, bottom) or azimuth and elevation in degrees, such as
    /// 30,15; may be given several times [default: scene, front and right]
    #[arg(long, value_name = "NAME|AZ,EL", value_parser = Camera::parse, allow_hyphen_values = true)]
    pub(crate) camera: Vec<Camera>,
    /// Also save a film of the whole run of a scene, as an animated PNG
    #[arg(long)]
    pub(crate) film: bool,
    /// Directory for the pictures
    #[arg(long, value_name = "DIR", default_value = "out/pictures")]
    pub(crate) out: PathBuf,
    /// Room for a picture in pixels; it keeps its shape and fills the width or the height
    #[arg(long, value_name = "WxH", value_parser = PictureSize::parse)]
    pub(crate) size: Option<PictureSize>,
    /// Overwrite pictures that are there
    #[arg(long)]
    pub(crate) force: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct RecoverArgs {
    /// The folder of the recording
    #[arg(value_name = "RECORDING")]
    pub(crate) folder: PathBuf,
    /// Make no report.html and no pictures
    #[arg(long)]
    pub(crate) no_report: bool,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct BenchArgs {
    /// Measure only the scenes whose name has this in it
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where to look from, and the name of its picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Camera {
    pub(crate) name: String,
    pub(crate) view: View,
}

impl Camera {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if let Some(view) = View::named(text) {
            return Ok(Self { name: text.to_owned(), view });
        }
        let angle = |part: &str| part.trim().parse::<f64>().ok().filter(|angle| angle.is_finite());
        match text.split_once(',').map(|(azimuth, elevation)| (angle(azimuth), angle(elevation))) {
            Some((Some(azimuth), Some(elevation))) if elevation.abs() <= 90.0 => Ok(Self {
                name: format!("camera_{azimuth}_{elevation}"),
                view: View::from_degrees(azimuth, elevation),
            }),
            _ => {
                let names = View::names().collect::<Vec<_>>().join(", ");
                Err(format!(
                    "expected one of {names}, or azimuth and elevation in degrees, such as 30,15 (elevation from -90 to 90)"
                ))
            }
        }
    }
}

/// Width and height \[px\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PictureSize {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl PictureSize {
    fn parse(text: &str) -> Result<Self, String> {
        let side = |part: &str| part.trim().parse::<u32>().ok().filter(|n| (16..=16384).contains(n));
        match text.split_once(['x', 'X', '×']).map(|(w, h)| (side(w), side(h))) {
            Some((Some(width), Some(height))) => Ok(Self { width: width.into(), height: height.into() }),
            _ => Err("expected two numbers of pixels from 16 to 16384, such as 1200x900".to_owned()),
        }
    }
}
