//! Meshes with small triangles where a skin can press them in.

use super::pressed::Near;
use bristle_geometry::TriangleMesh;
use bristle_world::MountedSkin;
use glam::DVec3;
use std::collections::BTreeMap;

/// Triangles are halved at most so often.
const ROUNDS: usize = 12;
/// No more triangles than this come of it.
const MOST: usize = 60_000;

/// Halves edges near a skin until they are as short as its texels.
///
/// Whether an edge is halved depends on the edge alone, so that triangles on both sides of it agree and no gap opens.
pub(super) fn near(mut mesh: TriangleMesh, mounted: &MountedSkin) -> TriangleMesh {
    let near = Near::new(mounted);
    let longest = 1.05 * near.width;
    let touched = |place: DVec3| {
        let mut any = false;
        near.each(place, |_, _| any = true);
        any
    };
    for _ in 0..ROUNDS {
        let mut middles: BTreeMap<[u32; 2], Option<u32>> = BTreeMap::new();
        for triangle in &mesh.triangles {
            for [a, b] in edges(*triangle) {
                middles.entry([a.min(b), a.max(b)]).or_insert(None);
            }
        }
        let mut any = false;
        for ([a, b], middle) in &mut middles {
            let (from, to) = (mesh.vertices[*a as usize], mesh.vertices[*b as usize]);
            let length = from.distance(to);
            // A long edge is looked at in several places: it may touch the skin with its middle part only.
            let looks = (length / near.width).ceil().clamp(2.0, 64.0) as usize;
            let places = (0..=looks).map(|i| from.lerp(to, i as f64 / looks as f64));
            if length > longest && { places }.any(touched) {
                *middle = Some(mesh.vertices.len() as u32);
                mesh.vertices.push((from + to) / 2.0);
                any = true;
            }
        }
        if !any || mesh.triangles.len() > MOST {
            break;
        }
        let middle = |a: u32, b: u32| middles.get(&[a.min(b), a.max(b)]).copied().flatten();
        let whole = std::mem::take(&mut mesh.triangles);
        for [a, b, c] in whole {
            let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
            match (ab, bc, ca) {
                (None, None, None) => mesh.triangles.push([a, b, c]),
                (Some(m), None, None) => mesh.triangles.extend([[a, m, c], [m, b, c]]),
                (None, Some(m), None) => mesh.triangles.extend([[b, m, a], [m, c, a]]),
                (None, None, Some(m)) => mesh.triangles.extend([[c, m, b], [m, a, b]]),
                (Some(m), Some(n), None) => mesh.triangles.extend([[m, b, n], [a, m, n], [a, n, c]]),
                (None, Some(m), Some(n)) => mesh.triangles.extend([[m, c, n], [b, m, n], [b, n, a]]),
                (Some(n), None, Some(m)) => mesh.triangles.extend([[m, a, n], [c, m, n], [c, n, b]]),
                (Some(m), Some(n), Some(o)) => {
                    mesh.triangles.extend([[a, m, o], [m, b, n], [o, n, c], [m, n, o]]);
                }
            }
        }
    }
    mesh
}

fn edges([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}
