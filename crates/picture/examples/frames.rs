//! Frames per second of a gripper's world: a bottle of 10 000 triangles, a few boxes, two pads of 84 texels, a floor with shadows.
//!
//!     cargo run --release -p bristle-picture --example frames
//!
//! One thread; the best round counts, since other programs only make it slower.

use bristle_geometry::mesh::generate;
use bristle_geometry::{Pose, TriangleMesh};
use bristle_picture::{Colour, Solid, WorldView};
use glam::{DVec3, dvec3};
use std::sync::Arc;
use std::time::Instant;

fn boxed(half: DVec3, at: DVec3) -> Result<TriangleMesh, Box<dyn std::error::Error>> {
    let mut mesh = generate::cuboid(half)?;
    mesh.vertices.iter_mut().for_each(|vertex| *vertex += at);
    Ok(mesh)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bottle = Arc::new(Solid::new(&generate::spray_bottle(10_000)?)?);
    let bodies = [
        (boxed(dvec3(0.005, 0.057, 0.015), dvec3(-0.027, 0.03, 0.125))?, Colour::new(160, 190, 215)),
        (boxed(dvec3(0.005, 0.057, 0.015), dvec3(0.027, 0.03, 0.125))?, Colour::new(160, 190, 215)),
        (boxed(dvec3(0.07, 0.04, 0.035), dvec3(0.0, 0.13, 0.125))?, Colour::grey(205)),
    ];
    let solids = bodies.iter().map(|(mesh, colour)| Ok((Arc::new(Solid::new(mesh)?), *colour)));
    let solids: Vec<_> = solids.collect::<Result<_, bristle_picture::PictureError>>()?;
    let draw = |lift: f64| {
        let pose = Pose::from_translation(dvec3(0.0, 0.0, lift));
        let mut view = WorldView::new().floor(0.0).placed(Arc::clone(&bottle), pose, Colour::ORANGE);
        for (solid, colour) in &solids {
            view = view.placed(Arc::clone(solid), pose, *colour);
        }
        for pad in [-1.0, 1.0] {
            for texel in 0..84 {
                let (row, column) = (f64::from(texel / 6) - 6.5, f64::from(texel % 6) - 2.5);
                let at = dvec3(pad * 0.0219, 3.4e-3 * row, 0.125 + lift + 3.4e-3 * column);
                view = view.texel(at, DVec3::X * -pad, 3.4e-3, Some(0.01 * f64::from(texel)));
            }
        }
        view.frame(640, 480)
    };
    let mut times = Vec::new();
    for round in 0..60 {
        let begun = Instant::now();
        let frame = draw(1e-3 * f64::from(round))?;
        times.push(begun.elapsed().as_secs_f64());
        assert_eq!(frame.rgb.len(), 3 * 640 * 480);
        if round == 30 {
            frame.save(std::env::temp_dir().join("frame.png"))?;
        }
    }
    times.sort_by(f64::total_cmp);
    println!(
        "640 × 480: best {:.0}, median {:.0} frames per second",
        1.0 / times[0],
        1.0 / times[times.len() / 2]
    );
    Ok(())
}
