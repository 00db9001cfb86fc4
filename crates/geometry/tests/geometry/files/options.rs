//! Units, scales, up axes, and the remarks about them.

use super::fixtures::*;
use bristle_geometry::files::{
    self, Format, LoadNote, LoadOptions, LoadedMesh, MeshFileProblem, Unit, UpAxis,
};
use glam::DVec3;

fn with(options: LoadOptions) -> LoadedMesh {
    files::parse(obj().as_bytes(), Format::Obj, &options).unwrap()
}

#[test]
fn units_are_factors_to_the_metre() {
    for (unit, metres) in [
        (Unit::FromFile, 1.0),
        (Unit::Metre, 1.0),
        (Unit::Centimetre, 0.01),
        (Unit::Millimetre, 0.001),
        (Unit::Inch, 0.0254),
    ] {
        let loaded = with(LoadOptions { unit, ..Default::default() });
        assert_eq!(loaded.metres_per_unit, metres);
        assert_eq!(loaded.mesh.vertices[1], wedge().vertices[1] * metres);
    }
    // The unit asked for has the word over the unit of the file.
    let options = LoadOptions { unit: Unit::Inch, ..Default::default() };
    let text = dae(r#"<unit meter="0.01"/><up_axis>Z_UP</up_axis>"#, &dae_triangles(), DAE_NODE);
    let loaded = files::parse(text.as_bytes(), Format::Collada, &options).unwrap();
    assert_eq!(loaded.mesh.vertices[1], wedge().vertices[1] * 0.0254);
}

#[test]
fn scales_act_along_the_axes_of_the_result() {
    let scale = DVec3::new(2.0, 0.5, 4.0);
    let loaded = with(LoadOptions { scale, up_axis: UpAxis::Y, ..Default::default() });
    let v = wedge().vertices[2];
    assert_eq!(loaded.mesh.vertices[2], DVec3::new(2.0 * v.x, 0.5 * -v.z, 4.0 * v.y));
}

#[test]
fn mirrors_keep_the_outside_out() {
    for scale in
        [DVec3::new(-1.0, 1.0, 1.0), DVec3::new(1.0, -2.0, 1.0), DVec3::NEG_ONE, DVec3::new(-1.0, -1.0, 1.0)]
    {
        let report = with(LoadOptions { scale, ..Default::default() }).mesh.report();
        assert!(report.is_clean(), "{scale}: {report}");
    }
}

#[test]
fn every_up_axis_ends_up_pointing_up() {
    for (up_axis, up) in [(UpAxis::X, DVec3::X), (UpAxis::Y, DVec3::Y), (UpAxis::Z, DVec3::Z)] {
        let loaded = with(LoadOptions { up_axis, ..Default::default() });
        assert_eq!(loaded.up_axis, up_axis);
        for (before, after) in wedge().vertices.iter().zip(&loaded.mesh.vertices) {
            assert_eq!(after.z, before.dot(up));
        }
        assert!(loaded.mesh.report().is_clean(), "a rotation, not a mirror");
    }
}

#[test]
fn scales_that_flatten_or_are_no_numbers_are_refused() {
    for scale in [DVec3::new(1.0, 0.0, 1.0), DVec3::new(f64::NAN, 1.0, 1.0), DVec3::splat(f64::INFINITY)] {
        let refused =
            files::parse(obj().as_bytes(), Format::Obj, &LoadOptions { scale, ..Default::default() });
        assert!(matches!(refused.unwrap_err().problem, MeshFileProblem::BadScale(_)));
    }
}

#[test]
fn a_mesh_in_millimetres_read_as_metres_is_remarked_upon() {
    let scaled = |factor: f64| with(LoadOptions { scale: DVec3::splat(factor), ..Default::default() }).notes;
    let large = scaled(100.0);
    assert!(matches!(large[..], [LoadNote::LooksLarge { size }] if (size - 287.5).abs() < 1e-9), "{large:?}");
    assert!(large[0].to_string().contains("state the unit mm"));
    assert!(matches!(scaled(1e-5)[..], [LoadNote::LooksSmall { .. }]));
    assert_eq!(scaled(1.0), vec![]);
    // Told that it is millimetres, the reader believes it.
    let told = LoadOptions { unit: Unit::Millimetre, scale: DVec3::splat(1e5), ..Default::default() };
    assert_eq!(with(told).notes, vec![]);
}
