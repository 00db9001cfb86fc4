//! Options of `bristle press` and `bristle mesh`.

use crate::materials::{Law, PresetOption};
use crate::numbers;
use crate::objects::Object;
use bristle_contact::Preset;
use bristle_geometry::files::{FileReach, Unit, UpAxis};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args as ClapArgs, ValueEnum};
use glam::{DVec2, DVec3};
use std::path::PathBuf;

pub(super) const PRESS_EXAMPLES: &str = "\
The pad lies in the plane z = 0 and looks along +z; rows run along x (down in images), columns along y (to the right). \
The object comes down along z, then slides along +y, and ends over the middle of the pad.

Examples:
  bristle press
  bristle press --object sphere --radius-mm 12 --depth-mm 1.5 --slide-mm 0
  bristle press --object mug.stl --unit mm --rotate-deg 90,0,0 --out mug
  bristle press --object bumpy --rows 40 --columns 40 --pitch-mm 1
  bristle press --object box --skin fingertip.obj --skin-unit mm
  bristle press --object box --layout '{ fingertip = { spacing_mm = 2 } }' --approach 0,0,1
  bristle press --object bottle --material table3 --law lugre --json > bottle.json";

pub(super) const MESH_EXAMPLES: &str = "\
Reads STL, OBJ, PLY, glTF (.gltf, .glb) and COLLADA (.dae).

Examples:
  bristle mesh mug.stl --unit mm --hull
  bristle mesh mug.stl --unit mm --repair mug.obj
  bristle mesh finger.dae --json";

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct PressArgs {
    /// What to press: sphere, box, cylinder, capsule, ellipsoid, bottle, bumpy, or a mesh file
    /// (.stl .obj .ply .gltf .glb .dae). Give it several times for several objects [default: sphere, box, bottle]
    #[arg(long = "object", value_name = "NAME|FILE", value_parser = OsStringValueParser::new().try_map(Object::parse))]
    pub(crate) objects: Vec<Object>,
    /// Radius of sphere, cylinder, capsule or bumpy [default: 20, capsule and cylinder 10]
    #[arg(long, alias = "radius", value_name = "MM", value_parser = numbers::length_mm)]
    pub(crate) radius_mm: Option<f64>,
    /// Length of cylinder or capsule, without its round ends [default: 30]
    #[arg(long, value_name = "MM", value_parser = numbers::length_mm)]
    pub(crate) length_mm: Option<f64>,
    /// Edge lengths of box or diameters of ellipsoid [default: box 30,12,20, ellipsoid 44,22,22]
    #[arg(long, alias = "size", value_name = "X,Y,Z", value_parser = numbers::sizes_mm)]
    pub(crate) size_mm: Option<DVec3>,
    /// Unit of length of mesh files given as object
    #[arg(long, value_enum, default_value_t = FileUnit::File)]
    pub(crate) unit: FileUnit,
    /// Axis that points up in mesh files given as object
    #[arg(long, value_enum, default_value_t = FileUp::File)]
    pub(crate) up: FileUp,
    /// Where the buffers of a glTF file given as object may be
    #[arg(long, value_enum, default_value_t = FileBuffers::Folder)]
    pub(crate) buffers: FileBuffers,
    /// Turn the object about the pad's x, then y, then z axis [default: 0,0,0; box 0,0,20]
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers::triple, allow_hyphen_values = true)]
    pub(crate) rotate_deg: Option<DVec3>,
    /// Shift the object from the middle of the pad
    #[arg(long, value_name = "X,Y", value_parser = numbers::pair, default_value = "0,0", allow_hyphen_values = true)]
    pub(crate) offset_mm: DVec2,

    /// How far to press after the first touch
    #[arg(long, value_name = "MM", value_parser = numbers::up_to_a_metre, default_value = "2", allow_hyphen_values = true)]
    pub(crate) depth_mm: f64,
    /// How far to slide once pressed
    #[arg(long, value_name = "MM", value_parser = numbers::up_to_a_metre, default_value = "4", allow_hyphen_values = true)]
    pub(crate) slide_mm: f64,
    /// Time step
    #[arg(long, value_name = "MS", value_parser = numbers::step_ms, default_value = "1", allow_hyphen_values = true)]
    pub(crate) step_ms: f64,

    /// Rows of the pad, along x
    #[arg(long, default_value_t = 14, conflicts_with = "sensor")]
    pub(crate) rows: usize,
    /// Columns of the pad, along y
    #[arg(long, default_value_t = 6, conflicts_with = "sensor")]
    pub(crate) columns: usize,
    /// Distance between neighbouring texels
    #[arg(long, value_name = "MM", value_parser = numbers::length_mm, default_value = "3.4", conflicts_with = "sensor",
          allow_hyphen_values = true)]
    pub(crate) pitch_mm: f64,
    /// A sensor instead of the flat pad: a mesh with a texel at every vertex, or a table of cells (.csv)
    #[arg(long, value_name = "FILE", group = "sensor")]
    pub(crate) skin: Option<PathBuf>,
    /// A sensor instead of the flat pad, with a layout as scenes write it (docs/scenes.md), e.g.
    /// `{ bent_grid = { rows = 14, columns = 6, pitch_mm = 3.4, over = { cylinder = { radius_mm = 9 } } } }`
    #[arg(long, value_name = "TOML", group = "sensor")]
    pub(crate) layout: Option<String>,
    /// Unit of length of the sensor's mesh file
    #[arg(long, value_enum, default_value_t = FileUnit::File, requires = "skin")]
    pub(crate) skin_unit: FileUnit,
    /// Side of the sensor that is pressed, as a direction out of it [default: where its faces look on average]
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers::direction, requires = "sensor", allow_hyphen_values = true)]
    pub(crate) approach: Option<DVec3>,
    /// What the pad is made of
    #[arg(long, value_enum, default_value_t = PresetOption(Preset::FoamCorrectedPerArea))]
    pub(crate) material: PresetOption,
    /// Friction law, with the material's own parameters [default: the material's own]
    #[arg(long, value_enum)]
    pub(crate) law: Option<Law>,
    /// Rays per texel: 1 is at its middle, more are spread over it
    #[arg(long, value_name = "N", default_value_t = 36, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) samples: u16,

    /// Directory for the pictures [default: out/press; with --json none are drawn unless it is given]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print every texel and the summary as one JSON document, and nothing else
    #[arg(long)]
    pub(crate) json: bool,
    /// Print nothing but errors
    #[arg(long, short, conflicts_with = "json")]
    pub(crate) quiet: bool,
}

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct MeshArgs {
    /// The mesh file: .stl .obj .ply .gltf .glb .dae
    pub(crate) file: PathBuf,
    /// Unit of length of the file
    #[arg(long, value_enum, default_value_t = FileUnit::File)]
    pub(crate) unit: FileUnit,
    /// Axis that points up in the file
    #[arg(long, value_enum, default_value_t = FileUp::File)]
    pub(crate) up: FileUp,
    /// Where the buffers of a glTF file may be
    #[arg(long, value_enum, default_value_t = FileBuffers::Folder)]
    pub(crate) buffers: FileBuffers,
    /// Tell the volume of the convex hull, too
    #[arg(long)]
    pub(crate) hull: bool,
    /// Weld, drop doubled and flat triangles, turn all triangles outwards, and write the result in metres, z up
    #[arg(long, value_name = "OUT.obj")]
    pub(crate) repair: Option<PathBuf>,
    /// Vertices closer than this are welded by --repair [default: rounding, if that closes the mesh, else 0]
    #[arg(long, value_name = "MM", value_parser = numbers::up_to_a_metre, requires = "repair", allow_hyphen_values = true)]
    pub(crate) weld_mm: Option<f64>,
    /// Overwrite OUT.obj if it is there
    #[arg(long, requires = "repair")]
    pub(crate) force: bool,
    /// Print one JSON document, and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// A unit of length as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FileUnit {
    /// What the file says, else metres
    File,
    /// Metre
    M,
    /// Centimetre
    Cm,
    /// Millimetre
    Mm,
    /// Inch
    In,
}

impl From<FileUnit> for Unit {
    fn from(unit: FileUnit) -> Self {
        match unit {
            FileUnit::File => Self::FromFile,
            FileUnit::M => Self::Metre,
            FileUnit::Cm => Self::Centimetre,
            FileUnit::Mm => Self::Millimetre,
            FileUnit::In => Self::Inch,
        }
    }
}

/// Where buffers may be, as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FileBuffers {
    /// In the folder of the file, or below
    Folder,
    /// Anywhere, if you trust the file
    Anywhere,
}

impl From<FileBuffers> for FileReach {
    fn from(buffers: FileBuffers) -> Self {
        match buffers {
            FileBuffers::Folder => Self::Folder,
            FileBuffers::Anywhere => Self::Anywhere,
        }
    }
}

/// An up axis as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FileUp {
    /// What the file says, else z
    File,
    X,
    Y,
    Z,
}

impl From<FileUp> for UpAxis {
    fn from(up: FileUp) -> Self {
        match up {
            FileUp::File => Self::FromFile,
            FileUp::X => Self::X,
            FileUp::Y => Self::Y,
            FileUp::Z => Self::Z,
        }
    }
}
