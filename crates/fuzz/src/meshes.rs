//! Mesh files.

use crate::LARGEST;
use bristle_geometry::files::{self, Format, LoadOptions};
use bristle_geometry::mesh::MeshError;

/// Reads a mesh, and judges, closes and measures what it is.
pub(crate) fn mesh(bytes: &[u8], format: Format) {
    let Ok(loaded) = files::parse(bytes, format, &LoadOptions::default()) else { return };
    let mut mesh = loaded.mesh;
    // All that may be wrong with it is that it has no area.
    match mesh.validate() {
        Ok(()) | Err(MeshError::NoArea { .. }) => {}
        Err(error) => panic!("{error}"),
    }
    assert_eq!(loaded.polygon_ends.last().map(|end| *end as usize), Some(mesh.triangles.len()));
    if bytes.len() < LARGEST {
        let report = mesh.report();
        assert_eq!(report.closed, mesh.is_closed());
        let _ = mesh.convex_hull().map(|hull| assert!(hull.report().closed));
        let _ = mesh.mass_properties();
        let _ = mesh.closing_weld();
        let _ = mesh.repair(1e-9);
    }
}
