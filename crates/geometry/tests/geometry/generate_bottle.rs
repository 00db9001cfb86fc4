//! The spray bottle: one closed surface with body, waist, shoulder, neck, head and nozzle.

use crate::generate_common::*;
use bristle_geometry::TriangleMesh;
use bristle_geometry::mesh::generate::{GenerateError, spray_bottle};
use glam::{DVec3, dvec3};

/// Where the plane at `height` cuts the mesh: the section's segments, each with the body on its left.
fn slice(mesh: &TriangleMesh, height: f64) -> Vec<[DVec3; 2]> {
    let mut segments = Vec::new();
    for t in 0..mesh.triangles.len() {
        let corners = mesh.corners(t);
        let (mut enters, mut leaves) = (None, None);
        for k in 0..3 {
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            if (a.z < height) != (b.z < height) {
                let cut = a.lerp(b, (height - a.z) / (b.z - a.z));
                if a.z < height { leaves = Some(cut) } else { enters = Some(cut) }
            }
        }
        if let (Some(from), Some(to)) = (enters, leaves) {
            segments.push([from, to]);
        }
    }
    segments
}

fn extent(mesh: &TriangleMesh, height: f64) -> (DVec3, DVec3) {
    let points: Vec<DVec3> = slice(mesh, height).concat();
    let low = points.iter().copied().fold(DVec3::INFINITY, DVec3::min);
    (low, points.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max))
}

#[test]
fn bottle_is_one_closed_surface_near_the_triangles_wanted() {
    for (wanted, within) in [(500, 0.15), (2_000, 0.1), (20_000, 0.03), (200_000, 0.01)] {
        let mesh = spray_bottle(wanted).unwrap();
        assert_closed_manifold(&mesh);
        assert_eq!(euler_number(&mesh), 2);
        let ratio = mesh.triangles.len() as f64 / wanted as f64;
        println!("{wanted}: {} triangles", mesh.triangles.len());
        assert!((ratio - 1.0).abs() < within, "{wanted}: {ratio}");
    }
}

#[test]
fn bottle_has_a_waist_a_neck_an_overhanging_head_and_a_nozzle() {
    let mesh = spray_bottle(40_000).unwrap();
    let low = mesh.vertices.iter().copied().reduce(DVec3::min).unwrap();
    let high = mesh.vertices.iter().copied().reduce(DVec3::max).unwrap();
    assert_eq!(low.z, 0.0);
    assert!((high.z - 0.25).abs() < 1e-15);
    // Widths along x and y; facets cut less than 0.2 mm off.
    for (height, width, depth) in
        [(0.04, 0.065, 0.048), (0.125, 0.044, 0.034), (0.16, 0.060, 0.044), (0.193, 0.024, 0.024)]
    {
        let (low, high) = extent(&mesh, height + 1e-7);
        let size = high - low;
        println!("at {height} m: {:.2} mm by {:.2} mm", 1e3 * size.x, 1e3 * size.y);
        assert!((size.x - width).abs() < 2e-4 && (size.y - depth).abs() < 2e-4, "{height}: {size}");
    }
    let (rear, tip) = extent(&mesh, 0.226 + 1e-7);
    assert!((tip.x - 0.048).abs() < 2e-4 && (rear.x + 0.024).abs() < 2e-4);
    let (_, above_nozzle) = extent(&mesh, 0.2345);
    assert!((above_nozzle.x - 0.036).abs() < 2e-4, "{above_nozzle}");
}

#[test]
fn bottle_sections_are_star_shaped_about_the_axis() {
    for wanted in [500, 5_000, 50_000] {
        let mesh = spray_bottle(wanted).unwrap();
        for step in 1..100 {
            let height = 0.25 * (step as f64 - 0.37) / 100.0;
            let segments = slice(&mesh, height);
            assert!(!segments.is_empty());
            let axis = dvec3(0.0, 0.0, height);
            let mut turned = 0.0;
            for [from, to] in segments {
                let (a, b) = ((from - axis).truncate(), (to - axis).truncate());
                // A segment that runs backwards about the axis would be a fold. Cuts may be a point long.
                let angle = a.angle_to(b);
                assert!(angle > -1e-9, "{wanted} at {height}: {from} {to}");
                turned += angle;
            }
            // Exactly once around: one loop, no overlap.
            assert!((turned - std::f64::consts::TAU).abs() < 1e-9, "{wanted} at {height}: {turned}");
        }
    }
}

#[test]
fn bottle_volume_converges() {
    let litres = |wanted| 1e3 * volume(&spray_bottle(wanted).unwrap());
    let (coarse, medium, fine) = (litres(4_000), litres(16_000), litres(64_000));
    println!("{coarse} {medium} {fine} l");
    assert!((medium - coarse).abs() > 2.0 * (fine - medium).abs());
    assert!((0.4..0.6).contains(&fine), "{fine}");
}

#[test]
fn bottle_is_mirrored_in_its_middle_plane() {
    let mesh = spray_bottle(3_000).unwrap();
    for v in &mesh.vertices {
        let mirrored = dvec3(v.x, -v.y, v.z);
        let nearest = mesh.vertices.iter().map(|w| w.distance(mirrored)).fold(f64::MAX, f64::min);
        assert!(nearest < 1e-15);
    }
}

#[test]
fn bad_bottle_resolutions_are_refused() {
    for wanted in [0, 499, usize::MAX] {
        assert!(matches!(
            spray_bottle(wanted),
            Err(GenerateError::Count { name: "triangles_wanted", least: 500, .. })
        ));
    }
}
