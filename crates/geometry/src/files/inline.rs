//! Meshes that stand where their file would be named: `data:model/ply;base64,…`.

use super::{Format, MeshFileProblem};
use crate::TriangleMesh;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::path::Path;

const SCHEME: &str = "data:";

/// Whether a path is no path but the mesh itself.
pub fn is_inline(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.starts_with(SCHEME))
}

/// A mesh to stand in the place of a path; it reads back as the same mesh, bit for bit.
pub fn inline(mesh: &TriangleMesh) -> String {
    format!("{SCHEME}model/ply;base64,{}", STANDARD.encode(super::write::ply(mesh)))
}

/// What such a path holds.
pub(super) fn content(path: &Path) -> Result<(Format, Vec<u8>), MeshFileProblem> {
    let syntax =
        |message: String| MeshFileProblem::Syntax { place: "mesh in place of a path".into(), message };
    let text = path.to_str().and_then(|text| text.strip_prefix(SCHEME)).unwrap_or_default();
    let (kind, data) = text.split_once(";base64,").ok_or_else(|| {
        syntax("expected `data:model/ply;base64,` and the bytes of the file in base64".to_owned())
    })?;
    let format = match kind {
        "model/ply" => Format::Ply,
        "model/stl" => Format::Stl,
        "model/obj" => Format::Obj,
        other => {
            let kind = super::text::shorten(other);
            return Err(syntax(format!(
                "`{kind}` is no format of meshes; known are model/ply, model/stl and model/obj"
            )));
        }
    };
    let bytes = STANDARD.decode(data).map_err(|error| syntax(format!("not base64: {error}")))?;
    Ok((format, bytes))
}

/// A path for messages.
pub(super) fn shown(path: &Path) -> &Path {
    if is_inline(path) { Path::new("mesh in place of a path") } else { path }
}

#[cfg(test)]
mod tests {
    use super::super::{LoadOptions, load};
    use super::*;
    use glam::DVec3;

    #[test]
    fn a_mesh_in_place_of_a_path_reads_back_bit_for_bit() {
        let vertices = [(0.3, -0.7, 1.1), (0.1, 1.0 / 3.0, 0.0), (-0.2, 0.5, 1e-17), (0.9, 0.8, 0.7)];
        let mesh = TriangleMesh {
            vertices: vertices.map(|(x, y, z)| DVec3::new(x, y, z)).to_vec(),
            triangles: vec![[0, 1, 2], [2, 1, 3]],
        };
        let path = inline(&mesh);
        assert!(is_inline(Path::new(&path)));
        assert_eq!(load(&path, &LoadOptions::default()).unwrap().mesh, mesh);
    }

    #[test]
    fn what_is_no_mesh_is_refused() {
        for text in ["data:", "data:model/ply;base64,*", "data:image/png;base64,AAAA", "data:model/ply,abc"] {
            let error = load(text, &LoadOptions::default()).unwrap_err().to_string();
            assert!(error.starts_with("mesh in place of a path: "), "{error}");
        }
    }
}
