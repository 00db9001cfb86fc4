//! Meshes that robot files name.

use crate::access::Access;
use crate::error::{ErrorKind, Result, SceneError, shown};
use crate::robot::Notes;
use crate::xml::El;
use bristle_geometry::files::{self, Format, LoadOptions, UpAxis};
use bristle_scene::data::{MeshFile, ShapeKind, ShapeRole};
use bristle_world::{Inertia, Mass};
use glam::DVec3;
use std::path::Path;

/// The mesh of a name, as robots mean it: its own axes are those of the link, whatever it says of up.
///
/// One that is not there is left out if it is only looked at, or if the options say so.
pub(crate) fn mesh_file(
    of: El<'_>,
    name: &str,
    scale: DVec3,
    role: ShapeRole,
    access: &Access,
    notes: &mut Notes,
) -> Result<Option<ShapeKind>> {
    match access.resolve(name, of) {
        Ok(path) => mesh_at(&path, scale, of, access, notes),
        Err(error) => left_out(error, role, of, access, notes),
    }
}

/// Leaves a mesh out that cannot be had, if that is allowed.
pub(crate) fn left_out(
    error: SceneError,
    role: ShapeRole,
    of: El<'_>,
    access: &Access,
    notes: &mut Notes,
) -> Result<Option<ShapeKind>> {
    if role != ShapeRole::Visual && !access.skips_missing {
        return Err(
            error.with_note("help: or leave out what is not there: --skip-missing, `skip_missing = true`")
        );
    }
    notes.dropped(of.at(), format!("a mesh: {}", error.message()));
    Ok(None)
}

/// The same for a path that was resolved.
pub(crate) fn mesh_at(
    path: &Path,
    scale: DVec3,
    of: El<'_>,
    access: &Access,
    notes: &mut Notes,
) -> Result<Option<ShapeKind>> {
    if scale.cmpeq(DVec3::ZERO).any() {
        return Err(of.fault(ErrorKind::OutOfRange, "a scale of zero leaves nothing of the mesh"));
    }
    let named = Format::from_path(path).ok();
    let found = Format::from_content(&access.head(path));
    let format = match (named, found) {
        (Some(named), Some(found)) if named != found => {
            let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            notes.guessed(of.at(), format!("`{}` is {found}, though its name says {named}", shown(&file)));
            Some(found)
        }
        (None, Some(found)) => Some(found),
        (None, None) => {
            let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            notes
                .dropped(of.at(), format!("the mesh `{}`, which is in no format that is read", shown(&file)));
            return Ok(None);
        }
        _ => None,
    };
    let up_axis = match format.or(named) {
        Some(Format::Collada) => UpAxis::Z,
        _ => UpAxis::FromFile,
    };
    Ok(Some(ShapeKind::Mesh(MeshFile {
        path: path.to_owned(),
        options: LoadOptions { scale, up_axis, format, ..Default::default() },
    })))
}

/// The inertia of a shape that is evenly filled, in its own frame; that of its hull, if it is not closed. None, if it encloses nothing.
pub(crate) fn weighed(kind: &ShapeKind, mass: Mass) -> Option<Inertia> {
    let ShapeKind::Mesh(file) = kind else {
        return Inertia::of_shape(&kind.by_formula().ok()??, mass).ok();
    };
    let mesh = files::load(&file.path, &file.options).ok()?.mesh;
    Inertia::of_mesh(&mesh, mass)
        .or_else(|_| Inertia::of_mesh(&mesh.convex_hull().map_err(drop)?, mass).map_err(drop))
        .ok()
}

/// A shape by formula, unless one of its sides is too short to be one.
pub(crate) fn with_size(kind: ShapeKind, of: El<'_>, notes: &mut Notes) -> Option<ShapeKind> {
    let least = match &kind {
        ShapeKind::Sphere(of) => of.radius,
        ShapeKind::Box(of) => of.size.min_element(),
        ShapeKind::Cylinder(of) | ShapeKind::Capsule(of) => of.radius.min(of.height),
        ShapeKind::Ellipsoid(of) => of.size.min_element(),
        _ => return Some(kind),
    };
    if least >= 1e-6 {
        return Some(kind);
    }
    notes.dropped(of.at(), format!("a <{}> without size", of.name()));
    None
}
