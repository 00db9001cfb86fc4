//! Texels on named shapes.

mod layout_common;

use bristle_geometry::mesh::generate::{FingertipSize, GenerateError};
use bristle_skin::layout::{LayoutError, SamplePattern, SkinLayout};
use glam::DVec3;
use layout_common::{mesh_area, sum_tolerance, texel_area};

#[test]
fn cap_texels_share_the_whole_cap_and_point_away_from_its_centre() {
    let layout = SkinLayout::spherical_cap(0.013, 1.1, 12, 48).unwrap();
    let tolerance = sum_tolerance(layout.mesh.triangles.len());
    assert!((texel_area(&layout) / mesh_area(&layout.mesh) - 1.0).abs() < tolerance);
    // The fan of the apex is symmetric.
    assert!((layout.texels[0].direction - DVec3::Z).length() < 1e-15);
    for texel in &layout.texels {
        // At the rim only inner triangles count: they tilt by about a third of a ring, 1.1 / 12.
        assert!(texel.direction.angle_between(texel.position) < 0.5 * 1.1 / 12.0);
    }
}

#[test]
fn fingertip_texels_share_the_whole_pad() {
    for spacing in [0.0031, 0.0013] {
        let layout = SkinLayout::fingertip(FingertipSize::default(), spacing).unwrap();
        let tolerance = sum_tolerance(layout.mesh.triangles.len());
        assert!((texel_area(&layout) / mesh_area(&layout.mesh) - 1.0).abs() < tolerance);
        // The pad presses along +z; its sides, wrapped beyond a right angle, look backwards.
        let middle = |t: &&bristle_skin::layout::Texel| t.position.x < 0.01 && t.position.y.abs() < 1e-4;
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
