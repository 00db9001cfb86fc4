//! Texels on named shapes.

use crate::layout_common::{mesh_area, sum_tolerance, texel_area};
use bristle_geometry::mesh::generate::{FingertipSize, GenerateError};
use bristle_skin::layout::{LayoutError, SamplePattern, SkinLayout, Texel};
use glam::DVec3;

#[test]
fn cap_texels_share_the_whole_cap_and_point_away_from_its_centre() {
    let layout = SkinLayout::spherical_cap(0.013, 1.1, 12, 48).unwrap();
    let tolerance = sum_tolerance(layout.mesh.triangles.len());
    assert!((texel_area(&layout) / mesh_area(&layout.mesh) - 1.0).abs() < tolerance);
    // The fan of the apex is symmetric.
    assert!((layout.texels[0].direction - DVec3::Z).length() < 1e-15);
    // At the rim all triangles lie on the inner side: a strip's normals tilt by half a ring, 1.1 / 12 / 2, and
    // its diagonals, two on one side of a vertex and one on the other, by a third of half a segment's arc.
    let rim_tilt = (1.1 / 12.0_f64 / 2.0).hypot(1.1_f64.sin() * std::f64::consts::TAU / 48.0 / 6.0);
    let tilt = |t: &Texel| t.direction.angle_between(t.position);
    let (inner, rim) = layout.texels.split_at(1 + 11 * 48);
    let worst = |texels: &[Texel]| texels.iter().map(tilt).fold(0.0, f64::max);
    assert!((worst(rim) / rim_tilt - 1.0).abs() < 0.05, "{} {rim_tilt}", worst(rim));
    // Inside, opposite sides cancel all but the uneven fan around the apex.
    assert!(worst(inner) < 0.5 * rim_tilt, "{}", worst(inner));
}

#[test]
fn fingertip_texels_share_the_whole_pad() {
    for spacing in [0.0031, 0.0013] {
        let layout = SkinLayout::fingertip(FingertipSize::default(), spacing).unwrap();
        let tolerance = sum_tolerance(layout.mesh.triangles.len());
        assert!((texel_area(&layout) / mesh_area(&layout.mesh) - 1.0).abs() < tolerance);
        // The pad presses along +z; its sides, wrapped beyond a right angle, look backwards.
        let middle = |t: &&Texel| t.position.x < 0.01 && t.position.y.abs() < 1e-4;
        assert!(layout.texels.iter().filter(middle).all(|t| t.direction.z > 0.98));
        assert!(layout.texels.iter().any(|t| t.direction.z < -0.2));
    }
}

#[test]
fn samples_of_a_fingertip_can_be_spread() {
    let layout = SkinLayout::fingertip(FingertipSize::default(), 0.002).unwrap();
    let texels = layout.texels.len();
    let layout = layout.with_samples(SamplePattern::Jittered(4)).unwrap();
    assert_eq!(layout.samples.len(), 4 * texels);
    for sample in &layout.samples {
        let texel = &layout.texels[sample.texel as usize];
        // A share reaches no further than a triangle's centroid: 2/3 of a median of edges below 2 spacings.
        assert!(sample.position.distance(texel.position) < 0.0024);
        assert!(sample.direction.dot(texel.direction) > 0.7);
    }
}

#[test]
fn bad_shapes_keep_their_own_message() {
    let refused = SkinLayout::spherical_cap(-0.3, 1.1, 3, 8).unwrap_err();
    assert_eq!(refused, LayoutError::Shape(GenerateError::Length { name: "radius", value: -0.3 }));
    assert!(refused.to_string().contains("radius is -0.3 m"), "{refused}");
    assert!(SkinLayout::fingertip(FingertipSize::default(), f64::NAN).is_err());
}
