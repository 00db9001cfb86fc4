//! Where the texels of a skin are.

use super::solid::{Solid, load, load_polygons};
use super::unknown;
use crate::data::{
    BentGrid, BentOver, BodyDescription, BodySurface, Cells, Layout, SceneData, ShapeDescription,
    SkinDescription, Texels, TexelsOn,
};
use crate::error::{ErrorKind, Fault, SceneError};
use crate::scene::Scene;
use bristle_geometry::files::{MeshFileError, MeshFileProblem};
use bristle_geometry::{Pose, TriangleMesh};
use bristle_skin::SkinLayout;
use bristle_skin::layout::{LayoutError, Over, SamplePattern};
use bristle_system::input::{self, Problem};
use thiserror::Error;

/// Larger tables of cells are no tables of cells \[bytes\].
const LARGEST_TABLE: u64 = 1 << 28;

impl Scene {
    /// The layout of a skin, with its rays.
    pub fn skin_layout(&self, name: &str) -> Result<SkinLayout, SceneError> {
        let found = self.data.skin(name).ok_or_else(|| unknown("skin", name));
        let made = found.and_then(|skin| {
            made(&self.data, skin, &mut Vec::new()).map_err(|why| {
                let message = format!("the skin `{name}` cannot be made: {why}");
                Fault::new(why.kind(), self.place("skins", name), message)
            })
        });
        made.map_err(|fault| fault.in_sources(&self.sources))
    }
}

/// Why texels cannot be laid out.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TexelsError {
    /// A mesh file that cannot be read.
    #[error(transparent)]
    MeshFile(#[from] MeshFileError),
    /// A table of cells that cannot be read.
    #[error("{0}")]
    Cells(String),
    /// Texels that cannot be where they are to be.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A surface that cannot be had.
    #[error("{0}")]
    Surface(String),
}

impl TexelsError {
    /// What kind of mistake of a scene it is.
    pub(super) fn kind(&self) -> ErrorKind {
        let no_memory = match self {
            Self::Layout(error) => matches!(error, LayoutError::Memory { .. }),
            Self::MeshFile(error) => matches!(error.problem, MeshFileProblem::Unreadable(Problem::Memory(_))),
            Self::Cells(_) | Self::Surface(_) => false,
        };
        if no_memory { ErrorKind::Memory } else { ErrorKind::Refused }
    }
}

impl Texels {
    /// Lays them out; what was noticed in mesh files goes to the notes.
    pub fn lay_out(&self, notes: &mut Vec<String>) -> Result<SkinLayout, TexelsError> {
        laid_out(&self.layout, self.samples, None, notes)
    }
}

/// The body that wears a skin, and where the skin is on it.
#[derive(Clone, Copy)]
struct Wearer<'a> {
    body: &'a BodyDescription,
    skin_pose: Pose,
}

/// The layout of a skin of `data`; what was noticed in mesh files goes to the notes.
pub(super) fn made(
    data: &SceneData,
    skin: &SkinDescription,
    notes: &mut Vec<String>,
) -> Result<SkinLayout, TexelsError> {
    let wearer = data.body(&skin.on).map(|body| Wearer { body, skin_pose: skin.pose });
    laid_out(&skin.layout, skin.samples, wearer, notes)
}

fn laid_out(
    layout: &Layout,
    samples: SamplePattern,
    wearer: Option<Wearer<'_>>,
    notes: &mut Vec<String>,
) -> Result<SkinLayout, TexelsError> {
    let layout = match layout {
        Layout::Grid(of) => {
            let across = of.pitch_along_columns.unwrap_or(of.pitch);
            SkinLayout::rectangular_grid(of.rows, of.columns, of.pitch, across)?
        }
        Layout::BentGrid(of) => bent(wearer, of, notes)?,
        Layout::Cells(of) => cells(of).map_err(TexelsError::Cells)?,
        Layout::Vertices(file) => SkinLayout::from_used_vertices(load(file, notes)?.mesh)?,
        Layout::Faces(file) => SkinLayout::from_face_centres(load(file, notes)?.mesh)?,
        Layout::Polygons(file) => {
            let loaded = load_polygons(file, notes)?;
            SkinLayout::from_polygons(loaded.mesh, &loaded.polygon_ends)?
        }
        Layout::Body(of) => on_body(wearer, of, notes)?,
        Layout::Fingertip(of) => SkinLayout::fingertip(of.size, of.spacing)?,
        Layout::Cap(of) => SkinLayout::spherical_cap(of.radius, of.opening, of.rings, of.segments)?,
    };
    Ok(layout.with_samples(samples)?)
}

fn cells(of: &Cells) -> Result<SkinLayout, String> {
    let Some(path) = &of.file else {
        let table = of.table.as_deref().unwrap_or_default();
        return SkinLayout::from_table(table).map_err(|error| format!("its table of cells: {error}"));
    };
    let refuse = |why: String| format!("cannot use `{}`: {why}", path.display());
    let text = input::read_text(path, LARGEST_TABLE).map_err(|problem| refuse(problem.to_string()))?;
    SkinLayout::from_table(&text).map_err(|error| refuse(error.to_string()))
}

fn bent(
    wearer: Option<Wearer<'_>>,
    of: &BentGrid,
    notes: &mut Vec<String>,
) -> Result<SkinLayout, TexelsError> {
    let mesh;
    let over = match &of.over {
        BentOver::Cylinder(cylinder) => Over::Cylinder { radius: cylinder.radius, axis: cylinder.axis },
        BentOver::Cap(cap) => Over::Cap { radius: cap.radius },
        BentOver::Mesh(file) => {
            mesh = load(file, notes)?.mesh;
            Over::Mesh { mesh: &mesh, frame: of.at }
        }
        BentOver::Body(surface) => {
            mesh = surface_in_skin(wearer, surface.shape.as_deref(), surface.spacing, notes)?.0;
            Over::Mesh { mesh: &mesh, frame: of.at }
        }
    };
    if !matches!(over, Over::Mesh { .. }) && of.at != Pose::IDENTITY {
        let why = "`at` is for grids over a mesh or body; place the skin with `pose`";
        return Err(TexelsError::Surface(why.into()));
    }
    let across = of.pitch_along_columns.unwrap_or(of.pitch);
    Ok(SkinLayout::bent_grid(of.rows, of.columns, of.pitch, across, over)?)
}

fn on_body(
    wearer: Option<Wearer<'_>>,
    of: &BodySurface,
    notes: &mut Vec<String>,
) -> Result<SkinLayout, TexelsError> {
    let (mesh, polygon_ends) = surface_in_skin(wearer, of.shape.as_deref(), of.spacing, notes)?;
    Ok(match of.texels {
        TexelsOn::Vertices => SkinLayout::from_used_vertices(mesh)?,
        TexelsOn::Faces => SkinLayout::from_face_centres(mesh)?,
        TexelsOn::Polygons if polygon_ends.is_empty() => {
            let why = "the shape has no polygons of a mesh file; use texels = \"faces\"";
            return Err(TexelsError::Surface(why.into()));
        }
        TexelsOn::Polygons => SkinLayout::from_polygons(mesh, &polygon_ends)?,
    })
}

/// The surface of a shape of the body that wears the skin, in the skin's frame, and its polygons if it came from a file as it is.
fn surface_in_skin(
    wearer: Option<Wearer<'_>>,
    shape: Option<&str>,
    spacing: Option<f64>,
    notes: &mut Vec<String>,
) -> Result<(TriangleMesh, Vec<u32>), TexelsError> {
    let refuse = |why: String| Err(TexelsError::Surface(why));
    let Some(Wearer { body, skin_pose }) = wearer else {
        let why = "`body` is the surface of a body of a scene, and here is none; give its mesh file: vertices, faces or polygons = { file }, \
                   or over = { mesh = { file } }";
        return refuse(why.into());
    };
    let shapes = &body.shapes;
    let meant = |of: &&ShapeDescription| shape.map_or(of.is_solid(), |name| of.name == name);
    let found: Vec<_> = shapes.iter().filter(meant).collect();
    let [shape] = found[..] else {
        let list = shapes.iter().map(|of| format!("`{}`", of.name)).collect::<Vec<_>>().join(", ");
        return refuse(match shape {
            Some(name) => format!("the body `{}` has no shape `{name}`; it has {list}", body.name),
            None if shapes.is_empty() => format!("the body `{}` has no shape", body.name),
            None => format!("the body `{}` has several shapes; say which: shape = one of {list}", body.name),
        });
    };
    let solid = Solid::make(shape, notes).map_err(TexelsError::Surface)?;
    let (mut mesh, polygon_ends) = match (spacing, solid.mesh.clone()) {
        (None, Some(mesh)) => (mesh, solid.polygon_ends.clone()),
        (None, None) => {
            let name = &shape.name;
            return refuse(format!(
                "the shape `{name}` is not a mesh; give `spacing`, the distance of texels"
            ));
        }
        (Some(spacing), _) => match solid.divided(spacing).map_err(LayoutError::from)? {
            Some(mesh) => (mesh, Vec::new()),
            None => {
                return refuse(format!("the shape `{}` has no end, so no texels can cover it", shape.name));
            }
        },
    };
    let into_skin = skin_pose.inverse() * shape.pose;
    mesh.vertices.iter_mut().for_each(|vertex| *vertex = into_skin.transform_point(*vertex));
    Ok((mesh, polygon_ends))
}
