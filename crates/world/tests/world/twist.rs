//! A bar gripped off its centre turns out of the pads when the patches can no longer hold its torque: not before, not
//! after.

use crate::grippers::material::Texels;
use crate::grippers::pad::{Pad, Rows};
use crate::grippers::parallel::Parallel;
use crate::grippers::scene::Scene;
use crate::grippers::thing::Thing;
use bristle_geometry::Wrench;
use glam::{DVec2, DVec3};

const MU: f64 = 0.6;
/// At each finger [N].
const GRIP: f64 = 30.0;
/// From the middle of the pads to the bar's centre of mass [m].
const ARM: f64 = 0.06;
const GRAVITY: f64 = 9.81;

/// A bar that covers the whole pads lying along it, or one that is as high as pads are wide.
#[derive(Clone, Copy, Debug)]
struct Bar {
    run: Rows,
    /// [m]
    height: f64,
}

const COVERING: Bar = Bar { run: Rows::AlongX, height: 0.03 };
/// Upright pads on a bar of 20 mm: six of their fourteen rows touch.
const NARROW: Bar = Bar { run: Rows::AlongZ, height: 0.02 };

impl Bar {
    /// Texels that touch, in the plane of the pad: x along the bar, z up.
    fn patch(&self) -> Vec<DVec2> {
        let Pad { rows, columns, pitch, .. } = Pad::DSA;
        let place = |index: usize, count: usize| (index as f64 - 0.5 * (count - 1) as f64) * pitch;
        let all = (0..rows).flat_map(|r| (0..columns).map(move |c| (place(r, rows), place(c, columns))));
        all.map(|(r, c)| if self.run == Rows::AlongX { DVec2::new(r, c) } else { DVec2::new(c, r) })
            .filter(|p| p.y.abs() < 0.5 * self.height)
            .collect()
    }

    fn scene(&self, mass: f64) -> Scene {
        // Bristles so stiff that the texels near the middle slip, too, before the bar has turned by two milliradians.
        let texels = Texels { sigma0: 2e5, sigma1: 100.0, mu: MU, ..Texels::RUBBER };
        let gripper = Parallel { pad: Pad { run: self.run, texels, ..Pad::DSA }, ..Parallel::pg70(GRIP) };
        let bar = Thing::block(DVec3::new(0.2, 0.02, self.height), mass).at(DVec3::X * ARM);
        Scene::grasped(&gripper, bar, 0.02)
    }
}

/// Mean distance from the middle of a rectangle of half-sides `a` and `b`: the lever of uniform pressure in torsion.
fn lever(a: f64, b: f64) -> f64 {
    let d = a.hypot(b);
    (a * b * d / 3.0 + a.powi(3) / 6.0 * (b / a).asinh() + b.powi(3) / 6.0 * (a / b).asinh()) / (a * b)
}

/// The mass that two patches can hold in torsion alone.
fn torsion_mass(lever: f64) -> f64 {
    2.0 * MU * GRIP * lever / (GRAVITY * ARM)
}

/// The mass that two patches of equal texels can hold, torsion and shear together.
///
/// At break-away each patch turns about a point on its x axis, at `−c`, and each texel drags with its whole friction
/// against its motion. The force is vertical, of strength `f(c)`, and its torque `t(c)` about the middle; their ratio is the
/// arm of the load that just moves it. It falls as the point goes away from the middle, so bisection finds it.
fn limit_surface_mass(patch: &[DVec2]) -> f64 {
    let load = |c: f64| {
        let each = MU * GRIP / patch.len() as f64;
        patch.iter().fold((0.0, 0.0), |(force, torque), p| {
            let from_centre = DVec2::new(p.x + c, p.y);
            let drag = from_centre.perp() / from_centre.length() * each;
            (force + drag.y, torque + p.perp_dot(drag))
        })
    };
    let (mut near, mut far) = (1e-9, 1.0);
    for _ in 0..200 {
        let middle = 0.5 * (near + far);
        let (force, torque) = load(middle);
        *(if torque > ARM * force { &mut near } else { &mut far }) = middle;
    }
    2.0 * load(0.5 * (near + far)).0 / GRAVITY
}

/// Whether the bar stays when a hand that bears it is taken away slowly.
fn holds(bar: Bar, mass: f64, h: f64) -> bool {
    const WITHDRAWN: f64 = 0.3;
    const WATCHED: f64 = 0.8;
    let mut scene = bar.scene(mass);
    let steps = (WITHDRAWN / h).round() as usize;
    for n in 0..steps {
        let share = 1.0 - (n + 1) as f64 / steps as f64;
        let force = DVec3::Z * (mass * GRAVITY * share);
        let hand = Wrench { force, torque: DVec3::ZERO, point: DVec3::ZERO };
        scene.world.apply(scene.thing, hand).unwrap();
        scene.step(h);
    }
    scene.run(WATCHED, h);
    // Bristles give way by a few milliradians; a thousandth of its torque has turned the bar by 27 mrad by now.
    let fallen = 2.0 * scene.pose().rotation.y.abs();
    fallen < 0.02
}

/// The largest mass that is held, to one in a thousand.
fn break_away(bar: Bar, h: f64) -> f64 {
    let (mut held, mut lost) = (0.1, 2.0);
    assert!(holds(bar, held, h) && !holds(bar, lost, h));
    while lost - held > 1e-3 * held {
        let middle = 0.5 * (held + lost);
        *(if holds(bar, middle, h) { &mut held } else { &mut lost }) = middle;
    }
    0.5 * (held + lost)
}

#[test]
fn the_closed_form_lever_is_the_mean_distance() {
    let (a, b) = (23.8e-3, 10.2e-3);
    let n = 400;
    let at = |i: usize, half: f64| half * ((2 * i + 1) as f64 / n as f64 - 1.0);
    let sum: f64 =
        (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).map(|(i, j)| at(i, a).hypot(at(j, b))).sum();
    // Midpoint rule: error of second order in the cell, here 1/400.
    assert!((lever(a, b) / (sum / (n * n) as f64) - 1.0).abs() < 1e-5);
}

#[test]
fn a_bar_gripped_off_centre_breaks_away_at_the_mass_of_the_limit_surface() {
    for bar in [COVERING, NARROW] {
        let patch = bar.patch();
        let half = |f: fn(&DVec2) -> f64| patch.iter().map(f).fold(0.0, f64::max) + 0.5 * Pad::DSA.pitch;
        let torsion = torsion_mass(lever(half(|p| p.x), half(|p| p.y)));
        let discrete = torsion_mass(patch.iter().map(|p| p.length()).sum::<f64>() / patch.len() as f64);
        let expected = limit_surface_mass(&patch);
        let measured = break_away(bar, 1e-3);
        println!(
            "{bar:?}: {} texels; torsion alone {torsion:.4} kg, of texels {discrete:.4} kg, with shear {expected:.4} kg; \
             measured {measured:.4} kg ({:+.2} % of the limit surface, {:+.2} % of torsion alone)",
            patch.len(),
            100.0 * (measured / expected - 1.0),
            100.0 * (measured / torsion - 1.0),
        );
        assert!((measured / expected - 1.0).abs() < 0.02, "{bar:?}: {measured} kg, expected {expected} kg");
    }
}
