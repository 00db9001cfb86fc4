//! Without damping, pressing and releasing costs nothing, and `energy` is the work done on the way in.

use crate::sampling::{decades, elasto_plastic, normal_law, runner};
use bristle_contact::{Basis, ContactMaterial, Saturation};
use proptest::prelude::*;

/// Elastic work from `from` to `to`, two-point Gauss on `n` intervals.
fn work(material: &ContactMaterial, from: f64, to: f64, n: usize) -> f64 {
    let width = (to - from) / n as f64;
    let offset = 0.5 / 3f64.sqrt();
    let elastic = |p: f64| {
        let force = material.normal_force(p, 0.0).force;
        force.elastic + force.backing
    };
    let sum: f64 = (0..n)
        .map(|i| {
            let middle = from + (i as f64 + 0.5) * width;
            elastic(middle - offset * width) + elastic(middle + offset * width)
        })
        .sum();
    0.5 * width * sum
}

fn material() -> impl Strategy<Value = ContactMaterial> {
    let target = prop_oneof![Just(None), decades(2.0, 6.0).prop_map(Some)];
    (normal_law(), elasto_plastic(), 1e-3..4e-3f64, target).prop_map(|(normal, friction, limit, target)| {
        let rigid = ContactMaterial::new(normal, friction, limit, Basis::PerTexel).unwrap();
        // Three times as stiff as the pad: the kink must be seen by the quadrature.
        let backing = 3.0 * rigid.force_at_limit() / limit;
        let rigid = rigid.with_backing_stiffness(backing).unwrap();
        match target {
            Some(k2) => rigid.with_target_stiffness(k2).unwrap(),
            None => rigid,
        }
    })
}

#[test]
fn closed_displacement_loop_without_damping_does_no_net_work() {
    runner(150)
        .run(&(material(), 0.2e-3..6e-3f64, 0.2e-3..6e-3f64), |(material, p1, p2)| {
            // In to p1, on or back to p2, on to p1 again and out, each leg on its own grid.
            let legs = [(0.0, p1, 30_000), (p1, p2, 31_000), (p2, p1, 29_000), (p1, -1e-4, 33_000)];
            let mut energies = (0.0, 0.0f64);
            for (from, to, n) in legs {
                energies.0 += work(&material, from, to, n);
                energies.1 = energies.1.max(energies.0);
            }
            let (net, peak) = energies;
            // A kink inside one of 3e4 intervals leaves at most (1/3e4)²/8 of the leg's energy.
            prop_assert!(net.abs() < 1e-8 * peak, "net {net:e} of peak {peak:e}");
            Ok(())
        })
        .unwrap();
}

#[test]
fn energy_is_the_work_that_pressed_the_pad() {
    runner(150)
        .run(&(material(), any::<bool>(), 0.2e-3..6e-3f64), |(material, cut_off, p)| {
            let saturation = if cut_off { Saturation::CutOff } else { Saturation::Backed };
            let material = material.with_saturation(saturation);
            let (done, stored) = (work(&material, 0.0, p, 30_000), material.energy(p));
            // The cut-off is a jump: one interval of force is misplaced, at most 2 parts in 3e4 of p·f.
            let tolerance = if cut_off { 4.0 / 3e4 * 4.0 * done } else { 1e-8 * done };
            prop_assert!((done - stored).abs() <= tolerance, "work {done:e}, energy {stored:e}");
            Ok(())
        })
        .unwrap();
}
