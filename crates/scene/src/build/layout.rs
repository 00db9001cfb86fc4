//! Where the texels of a skin are.

use super::solid::{Solid, load};
use crate::data::{BentGrid, BentOver, BodySurface, CellsFile, Layout, SceneData, SkinDescription, TexelsOn};
use crate::error::{ErrorKind, Fault, SceneError};
use crate::scene::Scene;
use bristle_geometry::{Pose, TriangleMesh};
use bristle_skin::SkinLayout;
use bristle_skin::layout::{LayoutError, Over};

/// Larger tables of cells are no tables of cells \[bytes\].
const LARGEST_TABLE: u64 = 1 << 28;

impl Scene {
    /// The layout of a skin, with its rays.
    pub fn skin_layout(&self, name: &str) -> Result<SkinLayout, SceneError> {
        let found = self.data.skin(name).ok_or_else(|| {
            Fault::new(ErrorKind::UnknownName, None, format!("the skin `{name}` does not exist"))
        });
        let made = found.and_then(|skin| {
            made(&self.data, skin, &mut Vec::new()).map_err(|why| {
                let message = format!("the skin `{name}` cannot be made: {why}");
                Fault::new(ErrorKind::Refused, self.place("skins", name), message)
            })
        });
        made.map_err(|fault| fault.in_sources(&self.sources))
    }
}

/// The layout of a skin of `data`; what was noticed in mesh files goes to the notes.
pub(super) fn made(
    data: &SceneData,
    skin: &SkinDescription,
    notes: &mut Vec<String>,
) -> Result<SkinLayout, String> {
    let words = |error: LayoutError| error.to_string();
    let layout = match &skin.layout {
        Layout::Grid(of) => {
            let across = of.pitch_along_columns.unwrap_or(of.pitch);
            SkinLayout::rectangular_grid(of.rows, of.columns, of.pitch, across).map_err(words)?
        }
        Layout::BentGrid(of) => bent(data, skin, of, notes)?,
        Layout::Cells(file) => cells(file)?,
        Layout::Vertices(file) => SkinLayout::from_used_vertices(load(file, notes)?.mesh).map_err(words)?,
        Layout::Faces(file) => SkinLayout::from_face_centres(load(file, notes)?.mesh).map_err(words)?,
        Layout::Polygons(file) => {
            let loaded = load(file, notes)?;
            SkinLayout::from_polygons(loaded.mesh, &loaded.polygon_ends).map_err(words)?
        }
        Layout::Body(of) => on_body(data, skin, of, notes)?,
        Layout::Fingertip(of) => SkinLayout::fingertip(of.size, of.spacing).map_err(words)?,
        Layout::Cap(of) => {
            SkinLayout::spherical_cap(of.radius, of.opening, of.rings, of.segments).map_err(words)?
        }
    };
    layout.with_samples(skin.samples).map_err(words)
}

fn cells(file: &CellsFile) -> Result<SkinLayout, String> {
    let refuse = |why: String| format!("cannot use `{}`: {why}", file.path.display());
    let found = std::fs::metadata(&file.path).map_err(|error| refuse(error.to_string()))?;
    if !found.is_file() || found.len() > LARGEST_TABLE {
        return Err(refuse("it is not a regular file of less than 256 MiB".into()));
    }
    let text = std::fs::read_to_string(&file.path).map_err(|error| refuse(error.to_string()))?;
    SkinLayout::from_table(&text).map_err(|error| refuse(error.to_string()))
}

fn bent(
    data: &SceneData,
    skin: &SkinDescription,
    of: &BentGrid,
    notes: &mut Vec<String>,
) -> Result<SkinLayout, String> {
    let mesh;
    let over = match &of.over {
        BentOver::Cylinder(cylinder) => Over::Cylinder { radius: cylinder.radius, axis: cylinder.axis },
        BentOver::Cap(cap) => Over::Cap { radius: cap.radius },
        BentOver::Mesh(file) => {
            mesh = load(file, notes)?.mesh;
            Over::Mesh { mesh: &mesh, frame: of.at }
        }
        BentOver::Body(surface) => {
            mesh = surface_in_skin(data, skin, surface.shape.as_deref(), surface.spacing, notes)?.0;
            Over::Mesh { mesh: &mesh, frame: of.at }
        }
    };
    if !matches!(over, Over::Mesh { .. }) && of.at != Pose::IDENTITY {
        return Err("`at` is for grids over a mesh or body; place the skin with `pose`".into());
    }
    let across = of.pitch_along_columns.unwrap_or(of.pitch);
    SkinLayout::bent_grid(of.rows, of.columns, of.pitch, across, over).map_err(|error| error.to_string())
}

fn on_body(
    data: &SceneData,
    skin: &SkinDescription,
    of: &BodySurface,
    notes: &mut Vec<String>,
) -> Result<SkinLayout, String> {
    let (mesh, polygon_ends) = surface_in_skin(data, skin, of.shape.as_deref(), of.spacing, notes)?;
    match of.texels {
        TexelsOn::Vertices => SkinLayout::from_used_vertices(mesh),
        TexelsOn::Faces => SkinLayout::from_face_centres(mesh),
        TexelsOn::Polygons if polygon_ends.is_empty() => {
            return Err("the shape has no polygons of a mesh file; use texels = \"faces\"".into());
        }
        TexelsOn::Polygons => SkinLayout::from_polygons(mesh, &polygon_ends),
    }
    .map_err(|error| error.to_string())
}

/// The surface of a shape of the body that wears the skin, in the skin's frame, and its polygons if it came from a file as it is.
fn surface_in_skin(
    data: &SceneData,
    skin: &SkinDescription,
    shape: Option<&str>,
    spacing: Option<f64>,
    notes: &mut Vec<String>,
) -> Result<(TriangleMesh, Vec<u32>), String> {
    let shapes = data.bodies.iter().find(|body| body.name == skin.on).map_or(&[][..], |body| &body.shapes);
    let named = shapes.iter().filter(|of| shape.is_none_or(|name| of.name == name));
    let found: Vec<_> = named.collect();
    let [shape] = found[..] else {
        let list = shapes.iter().map(|of| format!("`{}`", of.name)).collect::<Vec<_>>().join(", ");
        return Err(match shape {
            Some(name) => format!("the body `{}` has no shape `{name}`; it has {list}", skin.on),
            None if shapes.is_empty() => format!("the body `{}` has no shape", skin.on),
            None => format!("the body `{}` has several shapes; say which: shape = one of {list}", skin.on),
        });
    };
    let solid = Solid::make(shape, notes)?;
    let (mut mesh, polygon_ends) = match (spacing, solid.mesh.clone()) {
        (None, Some(mesh)) => (mesh, solid.polygon_ends.clone()),
        (None, None) => {
            return Err(format!(
                "the shape `{}` is not a mesh; give `spacing`, the distance of texels",
                shape.name
            ));
        }
        (Some(spacing), _) => match solid.divided(spacing).map_err(|error| error.to_string())? {
            Some(mesh) => (mesh, Vec::new()),
            None => return Err(format!("the shape `{}` has no end, so no texels can cover it", shape.name)),
        },
    };
    let into_skin = skin.pose.inverse() * shape.pose;
    mesh.vertices.iter_mut().for_each(|vertex| *vertex = into_skin.transform_point(*vertex));
    Ok((mesh, polygon_ends))
}
