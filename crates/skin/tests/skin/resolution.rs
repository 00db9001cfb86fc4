//! A law per area gives the same force at any resolution; and several rays per texel smooth what a coarse pad
//! does at an edge.

use crate::support::dice::Dice;
use crate::support::material::{STIFFNESS, winkler};
use crate::support::rail::Rail;
use crate::support::rig::Rig;
use crate::support::shapes::{bumpy, cuboid, cylinder, ellipsoid, lying_along_x, pressing, sphere};
use crate::support::{PAD_LENGTH, PAD_WIDTH, order, pad, sampled};
use bristle_geometry::{Pose, Shape};
use bristle_skin::layout::SamplePattern;
use glam::DVec3;
use std::f64::consts::PI;

/// 84, 336, 1344 and 21 504 texels on the same pad.
const FINENESS: [usize; 4] = [1, 2, 4, 16];

/// Where a body happens to stand on the texels is luck; this many places within a cell average over it.
const PLACES: usize = 12;

/// Forces along the press direction, at all resolutions and places \[N\].
fn forces(shape: &Shape, pose: Pose) -> [[f64; PLACES]; 4] {
    FINENESS.map(|fineness| {
        let mut rig = Rig::new(&pad(fineness), winkler(), &[shape]);
        let mut dice = Dice(13);
        [(); PLACES].map(|()| {
            let shift = DVec3::new(dice.between(-1.7e-3, 1.7e-3), dice.between(-1.7e-3, 1.7e-3), 0.0);
            let pose = Pose { translation: pose.translation + shift, ..pose };
            rig.feel(&[Rail::still(pose).target(shape)], 1e-3);
            -rig.wrench().force.z
        })
    })
}

/// Root mean square errors over the places against `exact`, each below its bound, shown with the order seen
/// from first to last.
fn converges(name: &str, forces: [[f64; PLACES]; 4], exact: f64, bounds: [f64; 4]) -> f64 {
    let errors = forces.map(|places| {
        let square: f64 = places.iter().map(|f| (f / exact - 1.0).powi(2)).sum();
        (square / PLACES as f64).sqrt()
    });
    let observed = order(errors[0], errors[3], 16.0);
    let cells: Vec<String> =
        forces.iter().zip(errors).map(|(f, e)| format!("{:.6} N ({e:.1e})", f[0])).collect();
    println!("{name:10} {} exact {exact:.6} N, order {observed:.2}", cells.join("  "));
    for (error, bound) in errors.into_iter().zip(bounds) {
        assert!(error < bound, "{name}: {errors:?} against {bounds:?}");
    }
    observed
}

/// A face that covers the pad is exact: `F = k p A`.
#[test]
fn covering_face_gives_the_same_force_at_any_resolution() {
    let depth = 1.1e-3;
    let all = forces(&cuboid(DVec3::new(0.03, 0.02, 7e-3)), pressing(1e-3, -0.7e-3, 7e-3, depth));
    let exact = STIFFNESS * depth * PAD_LENGTH * PAD_WIDTH;
    // Sums of n terms round by √n to n epsilons; depths of 1.1 mm come from lengths of 12 mm.
    let bounds = FINENESS.map(|f| (84 * f * f) as f64 * f64::EPSILON + 12.0 * f64::EPSILON * 12.0 / 1.1);
    converges("face", all, exact, bounds);
}

/// A smaller face misses or gains up to a row each way: first order in the pitch.
#[test]
fn force_of_a_small_box_converges() {
    let (a, b, depth) = (15.3e-3, 7.1e-3, 1.1e-3);
    let all = forces(&cuboid(DVec3::new(a, b, 7e-3)), pressing(1.3e-3, -0.7e-3, 7e-3, depth));
    let exact = STIFFNESS * depth * 4.0 * a * b;
    let bounds = FINENESS.map(|f| {
        let pitch = 3.4e-3 / f as f64;
        pitch / (2.0 * a) + pitch / (2.0 * b)
    });
    assert!(converges("box", all, exact, bounds) > 0.8);
}

/// `F = k π d² (R − d/3)`.
#[test]
fn force_of_a_sphere_converges() {
    let (radius, depth): (f64, f64) = (15e-3, 1.7e-3);
    let all = forces(&sphere(radius), pressing(1.3e-3, -0.7e-3, radius, depth));
    let exact = STIFFNESS * PI * depth * depth * (radius - depth / 3.0);
    // The scatter of single presses (see the Winkler tests) is 2.2 % and falls like s^2.5; twice that.
    let bounds = FINENESS.map(|f| 2.0 * 0.022 * (f as f64).powf(-2.5));
    assert!((2.2..2.8).contains(&converges("sphere", all, exact, bounds)));
}

/// Along the pad: `F = k L (R² acos((R−d)/R) − (R−d) √(2Rd − d²))`, the segment of a circle times the pad's
/// length.
#[test]
fn force_of_a_cylinder_converges() {
    let (radius, depth): (f64, f64) = (11e-3, 1.3e-3);
    let mut pose = lying_along_x(radius, depth);
    pose.translation.y = -0.7e-3;
    let all = forces(&cylinder(radius, 0.05), pose);
    let half_chord = (2.0 * radius * depth - depth * depth).sqrt();
    let segment = radius * radius * ((radius - depth) / radius).acos() - (radius - depth) * half_chord;
    let exact = STIFFNESS * PAD_LENGTH * segment;
    // Across the axis the depth is a smooth hump that ends in slopes: s²/8 of either slope may be missed.
    let slope = half_chord / (radius - depth);
    let bounds = FINENESS.map(|f| {
        let pitch = 3.4e-3 / f as f64;
        2.0 * pitch * pitch / 8.0 * slope / segment
    });
    assert!((1.6..2.4).contains(&converges("cylinder", all, exact, bounds)));
}

/// The cap of a ball, stretched: `F = k abc π δ² (1 − δ/3)`, δ = d/c.
#[test]
fn force_of_an_ellipsoid_converges() {
    let (axes, depth) = (DVec3::new(19e-3, 13e-3, 11e-3), 1.3e-3);
    let all = forces(&ellipsoid(axes), pressing(1.3e-3, -0.7e-3, axes.z, depth));
    let flat = depth / axes.z;
    let exact = STIFFNESS * axes.x * axes.y * axes.z * PI * flat * flat * (1.0 - flat / 3.0);
    let bounds = FINENESS.map(|f| 2.0 * 0.022 * (f as f64).powf(-2.5));
    assert!((2.2..2.8).contains(&converges("ellipsoid", all, exact, bounds)));
}

/// No closed form: the finest pad serves the others as reference, place by place.
#[test]
fn force_of_a_bumpy_mesh_converges() {
    let (body, pose) = (bumpy(5000), pressing(1.3e-3, -0.7e-3, 15e-3, 1.7e-3));
    let all = forces(&body, pose);
    let relative = [0, 1, 2].map(|i| std::array::from_fn(|place| all[i][place] / all[3][place]));
    // As for the sphere, whose size it has; the fourth column is the reference itself.
    let bounds = FINENESS.map(|f| 2.0 * 0.022 * (f as f64).powf(-2.5));
    let errors = relative.map(|places: [f64; PLACES]| {
        (places.iter().map(|r| (r - 1.0).powi(2)).sum::<f64>() / PLACES as f64).sqrt()
    });
    let observed = order(errors[0], errors[2], 4.0);
    println!("bumpy      {:.6} N … {:.6} N, errors {errors:.6?}, order {observed:.2}", all[0][0], all[3][0]);
    assert!(errors.iter().zip(bounds).all(|(e, b)| *e < b), "{errors:?} against {bounds:?}");
    assert!((1.8..2.9).contains(&observed), "{observed}");
}

/// Sweeps the edge of a box over one pitch in the middle of the 14 × 6 pad; gives the largest sudden change
/// of the force, as a share of the force on the whole pad.
fn edge_jump(pattern: SamplePattern) -> f64 {
    let layout = sampled(pad(1), pattern);
    let (half, depth) = (0.05, 1.1e-3);
    let block = cuboid(DVec3::new(half, 0.03, 7e-3));
    let mut rig = Rig::new(&layout, winkler(), &[&block]);
    // Steps shorter than the distance between any two rays' edges that do not coincide.
    let steps = 20_000;
    let mut last = f64::NAN;
    let mut largest = 0.0f64;
    for i in 0..=steps {
        let edge = 0.3e-3 + 3.4e-3 * f64::from(i) / f64::from(steps);
        rig.feel(&[Rail::still(pressing(edge + half, 0.0, 7e-3, depth)).target(&block)], 1e-3);
        let force = -rig.wrench().force.z;
        largest = largest.max((force - last).abs());
        last = force;
    }
    largest / (STIFFNESS * depth * PAD_LENGTH * PAD_WIDTH)
}

/// A whole row lets go at once: 1/14 of the force with one ray, 1/28 and 1/42 with 2 × 2 and 3 × 3. Jittered
/// rays let go in mirrored pairs: 2/(84 n), below half a per cent from 5 rays on.
#[test]
fn edge_jump_shrinks_with_the_rays_of_a_texel() {
    // 6 rays of a row with the same x; sums of them round.
    for (pattern, share) in [
        (SamplePattern::Centre, 1.0 / 14.0),
        (SamplePattern::Regular(2), 1.0 / 28.0),
        (SamplePattern::Regular(3), 1.0 / 42.0),
        (SamplePattern::Jittered(4), 2.0 / 336.0),
        (SamplePattern::Jittered(6), 2.0 / 504.0),
    ] {
        let jump = edge_jump(pattern);
        println!("{pattern:?}: jump {:.2} % of the force", 100.0 * jump);
        assert!((jump / share - 1.0).abs() < 1e-10, "{pattern:?}: {jump} instead of {share}");
    }
}
