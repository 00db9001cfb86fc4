//! Under a plane face one ray stands for all rays of a texel, and nobody can tell by the forces. A mesh of the same box, whose rays are always
//! cast one by one, is the yardstick.

use crate::support::material::{STIFFNESS, dry, elasto_plastic, per_area, spring, winkler};
use crate::support::rail::Rail;
use crate::support::rig::Rig;
use crate::support::shapes::{cuboid, mesh};
use bristle_contact::ContactMaterial;
use bristle_geometry::mesh::generate::cuboid_divided;
use bristle_geometry::{Pose, Shape, Twist};
use bristle_skin::SkinLayout;
use bristle_skin::layout::SamplePattern;
use glam::{DQuat, DVec3, dvec3};

const HALF: DVec3 = DVec3::new(16.5e-3, 15.5e-3, 6e-3);
const H: f64 = 1e-3;

fn rigs(rays: usize, material: impl Fn() -> ContactMaterial) -> [(Shape, Rig); 2] {
    let layout = SkinLayout::grid(15, 14, 3.7e-3).unwrap();
    let layout = layout.with_samples(SamplePattern::Jittered(rays)).unwrap();
    [cuboid(HALF), mesh(&cuboid_divided(HALF, [2, 3, 1]).unwrap())].map(|shape| {
        let rig = Rig::new(&layout, material(), &[&shape]);
        (shape, rig)
    })
}

/// A box whose foot is sunk in by `depth` in its middle.
fn foot(x: f64, depth: f64, lean: DVec3) -> Pose {
    let turned = DQuat::from_scaled_axis(lean);
    Pose::new(turned, dvec3(x, 0.4e-3, -depth) + turned * (DVec3::Z * HALF.z))
}

/// Every texel feels the same normal force, at any lean and place: depths of a plane have the mean of the depth in the middle.
#[test]
fn normal_forces_are_those_of_all_rays() {
    for rays in [2, 4, 6] {
        let [(boxed, mut one), (meshed, mut all)] = rigs(rays, winkler);
        for lean in [DVec3::ZERO, dvec3(0.03, -0.02, 0.4), dvec3(0.11, 0.07, 0.0), dvec3(-0.05, 0.12, 0.2)] {
            for i in 0..10 {
                let pose = foot(0.41e-3 * f64::from(i), 1.3e-3, lean);
                one.feel(&[Rail::still(pose).target(&boxed)], H);
                all.feel(&[Rail::still(pose).target(&meshed)], H);
                let size = all.reading.total_normal_force();
                assert!(size > 1.0, "{lean}");
                for (a, b) in one.reading.texels.iter().zip(&all.reading.texels) {
                    let (a, b) = (a.normal_force, b.normal_force);
                    assert!((a - b).abs() < 1e-12 * size, "{rays} rays, lean {lean}: {a} {b}");
                }
            }
        }
    }
}

/// A box is dragged over the pad by three pitches, so that every texel of a row comes under it, from its edge to its inside and out again:
/// the force of the bristles is that of all rays, at every step, as long as they stick. Where they slip, the rays of a texel that comes under the
/// face reach their limit one by one, and not together: that makes 1e-3 of the force.
#[test]
fn friction_goes_on_as_texels_come_under_a_face() {
    for (mu, tolerance) in [(50.0, 1e-12), (0.3, 2e-3)] {
        let material = || per_area(spring(STIFFNESS, 0.0), elasto_plastic(dry(STIFFNESS, mu)));
        let [(boxed, mut one), (meshed, mut all)] = rigs(4, material);
        let linear = dvec3(0.02, 0.0, 0.0);
        let mut rail =
            Rail { pose: foot(-5e-3, 1.3e-3, DVec3::ZERO), twist: Twist { linear, angular: DVec3::ZERO } };
        for step in 0..560 {
            one.feel(&[rail.target(&boxed)], H);
            all.feel(&[rail.target(&meshed)], H);
            let (a, b) = (one.wrench(), all.wrench());
            assert!(
                (a.force - b.force).length() < tolerance * b.force.length(),
                "{step}: {} {}",
                a.force,
                b.force
            );
            rail.advance(H);
        }
        assert!(all.wrench().force.x > 0.29 * all.wrench().force.z.abs(), "nothing was dragged");
    }
}
