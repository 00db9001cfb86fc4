//! The 6×6 blocks of stiffness and damping: against differences of the wrench itself where nothing but the
//! frozen geometry counts, and against the sum `Σ Jᵀ A J` written out where geometry would move.

use crate::support::block::{Dense, Oracle, is_positive_semidefinite, mismatch, transposed};
use crate::support::material::{STIFFNESS, elasto_plastic, full, lugre};
use crate::support::rail::Rail;
use crate::support::rig::Rig;
use crate::support::shapes::{bumpy, cuboid, ellipsoid, pressing, sphere};
use crate::support::{PAD_LENGTH, PAD_WIDTH, pad};
use bristle_contact::{BristleParameters, FrictionLaw};
use bristle_geometry::{Pose, Shape, Twist, Wrench};
use bristle_skin::{SkinState, TexelState};
use glam::DVec3;

const H: f64 = 1e-3;
const AXES: [DVec3; 3] = [DVec3::X, DVec3::Y, DVec3::Z];

/// Unit motion number `i` of six: along an axis, or about an axis through the skin's origin.
fn unit_motion(i: usize) -> Twist {
    if i < 3 {
        Twist { linear: AXES[i], angular: DVec3::ZERO }
    } else {
        Twist { linear: DVec3::ZERO, angular: AXES[i - 3] }
    }
}

/// A motion of space, given at the skin's origin, as the twist of a body at `pose`.
fn twist_at(pose: Pose, motion: Twist) -> Twist {
    Twist { linear: motion.velocity_at(pose.translation), angular: motion.angular }
}

/// A target that slid over the pad, and the bristles before the last step.
struct Scene {
    rig: Rig,
    shape: Shape,
    rail: Rail,
    /// Of space, at the skin's origin.
    motion: Twist,
    before: SkinState,
    name: String,
}

impl Scene {
    fn new(friction: FrictionLaw, shape: Shape, pose: Pose, motion: Twist, steps: usize) -> Self {
        let material = full(elasto_plastic).with_friction(friction);
        let rig = Rig::new(&pad(1), material, &[&shape]);
        let before = rig.state.clone();
        let mut scene = Self { rig, shape, rail: Rail::still(pose), motion, before, name: String::new() };
        (0..steps).for_each(|_| scene.slide(motion));
        scene
    }

    /// One step with the whole target in `motion`.
    fn slide(&mut self, motion: Twist) {
        self.motion = motion;
        self.rail.twist = twist_at(self.rail.pose, motion);
        self.rail.advance(H);
        self.before = self.rig.state.clone();
        self.feel(motion);
    }

    /// Feels the target in place, in `motion`, from the state it was in before the last step.
    fn feel(&mut self, motion: Twist) -> [f64; 6] {
        self.rig.state = self.before.clone();
        self.rail.twist = twist_at(self.rail.pose, motion);
        self.rig.feel(&[self.rail.target(&self.shape)], H);
        let Wrench { force, torque, .. } = self.rig.wrench();
        [force.x, force.y, force.z, torque.x, torque.y, torque.z]
    }

    fn oracle(&self) -> Oracle {
        Oracle::new(&self.rig, &self.before, self.motion, H)
    }
}

fn scenes() -> Vec<Scene> {
    let fast = Twist { linear: DVec3::new(0.03, -0.07, -0.011), angular: DVec3::new(0.3, -0.2, 1.1) };
    let slow = Twist { linear: fast.linear * 0.02, angular: fast.angular * 0.02 };
    let mut all = Vec::new();
    for (law_name, law) in
        [("elasto-plastic", elasto_plastic as fn(BristleParameters) -> FrictionLaw), ("LuGre", lugre)]
    {
        for (speed, motion, steps) in [("fast", fast, 25), ("slow", slow, 5)] {
            for (name, shape, extent, depth) in [
                ("sphere", sphere(15e-3), 15e-3, 1.5e-3),
                ("box", cuboid(DVec3::new(17e-3, 8e-3, 7e-3)), 7e-3, 1.1e-3),
                ("mesh", bumpy(2000), 15e-3, 1.9e-3),
            ] {
                let pose = pressing(1e-3, -0.7e-3, extent, depth);
                let mut scene = Scene::new(*full(law).friction(), shape, pose, motion, steps);
                let (slip, touch) = (scene.rig.in_state(TexelState::Slip), scene.rig.touched().count());
                scene.name = format!("{law_name}, {speed} {name}, {slip} of {touch} slip");
                all.push(scene);
            }
        }
    }
    all
}

/// Both blocks are `Σ Jᵀ A J` with contact points and normals frozen, for any shape, sticking or slipping; A
/// by central differences of the contact laws.
#[test]
fn blocks_are_the_sum_over_frozen_contacts() {
    let mut unsymmetric = 0;
    for scene in scenes() {
        let (pair, oracle) = (scene.rig.reading.pairs[0], scene.oracle());
        let (k, d) =
            (mismatch(&pair.stiffness.0, &oracle.stiffness), mismatch(&pair.damping.0, &oracle.damping));
        println!("{}: stiffness {k:.1e}, damping {d:.1e}", scene.name);
        // Round-off of forces around 0.1 N, 1e-17 N, over steps of 1e-9 m and 1e-6 m/s against 100 N/m and
        // 1e-3 N·s/m; the error of central differences of the curved limit is smaller.
        assert!(k < 1e-8 && d < 1e-8, "{}: {k:e} {d:e}", scene.name);
        unsymmetric += usize::from(mismatch(&pair.damping.0, &transposed(&pair.damping.0)) > 0.01);
    }
    // Friction that follows the normal force makes slipping blocks unsymmetric, and must not be lost.
    assert!(unsymmetric >= 5, "{unsymmetric}");
}

/// With all bodies in place, only the twist of the target varied: `∂wrench/∂twist = D + h Σ Jᵀ(∂t/∂z)J`,
/// since a bristle bends within the step. No geometry moves, so this is exact for all shapes and turns.
#[test]
fn damping_block_is_how_the_wrench_changes_with_the_twist() {
    for mut scene in scenes() {
        let (block, bristles) = (scene.rig.reading.pairs[0].damping.0, scene.oracle().bristles);
        let expected: Dense =
            std::array::from_fn(|i| std::array::from_fn(|j| block[i][j] + H * bristles[i][j]));
        let (motion, step) = (scene.motion, 1e-6);
        let columns: Dense = std::array::from_fn(|j| {
            let faster = |step: f64| {
                let unit = unit_motion(j);
                Twist {
                    linear: motion.linear + unit.linear * step,
                    angular: motion.angular + unit.angular * step,
                }
            };
            let (more, less) = (scene.feel(faster(step)), scene.feel(faster(-step)));
            std::array::from_fn(|i| (more[i] - less[i]) / (2.0 * step))
        });
        let error = mismatch(&transposed(&columns), &expected);
        println!("{}: {error:.1e}", scene.name);
        // Round-off of a wrench of 0.3 N, some 1e-16 N, over the step of 1e-6 m/s, against 0.05 N·s/m.
        assert!(error < 1e-7, "{}: {error:e}", scene.name);
    }
}

/// Under a flat face nothing but the force changes when the target is shifted, or turned about the normal:
/// there the stiffness block is the change of the wrench itself, `K_xx = K_yy = σ₀A`, `K_zz = kA`. The shift
/// is a step with the bristles in tow. (Pressing deeper also moves the contact points, so that shear would
/// gain leverage: that column is taken without shear.)
#[test]
fn stiffness_block_is_how_the_wrench_changes_with_a_shift_of_a_flat_face() {
    let face = || cuboid(DVec3::new(0.04, 0.03, 7e-3));
    let sheared = Twist::from_linear(DVec3::new(1.1e-3, -0.7e-3, 0.0));
    let friction = *full(elasto_plastic).friction();
    let scene = |motion| {
        let mut scene = Scene::new(friction, face(), pressing(1e-3, -0.7e-3, 7e-3, 1.1e-3), motion, 7);
        scene.slide(Twist::ZERO);
        scene
    };
    let still = scene(sheared);
    assert_eq!(still.rig.in_state(TexelState::Stick), 84);
    let block = still.rig.reading.pairs[0].stiffness.0;
    let area = PAD_LENGTH * PAD_WIDTH;
    let sigma0 = friction.rest_stiffness();
    assert!(
        (block[0][0] / (sigma0 * area) - 1.0).abs() < 1e-13
            && (block[1][1] / (sigma0 * area) - 1.0).abs() < 1e-13
    );
    assert!((block[2][2] / (STIFFNESS * area) - 1.0).abs() < 1e-13);
    for j in [0, 1, 2, 5] {
        let shifted = |shift: f64| {
            let mut scene = scene(if j == 2 { Twist::ZERO } else { sheared });
            let unit = unit_motion(j);
            scene.slide(Twist { linear: unit.linear * (shift / H), angular: unit.angular * (shift / H) });
            scene.slide(Twist::ZERO);
            let Wrench { force, torque, .. } = scene.rig.wrench();
            [force.x, force.y, force.z, torque.x, torque.y, torque.z]
        };
        let step = 1e-6;
        let (more, less) = (shifted(step), shifted(-step));
        for i in 0..6 {
            let slope = (more[i] - less[i]) / (2.0 * step);
            // All is linear; forces of 1.4 N round by some 1e-15 N in sums over 84 texels.
            assert!((slope - block[i][j]).abs() < 1e-8, "entry {i} {j}: {slope} {}", block[i][j]);
        }
    }
}

/// Where all bristles stick, `Σ Jᵀ A J` has symmetric A ⪰ 0: `k/κ² nnᵀ + σ₀P`, and `c/κ² nnᵀ + (σ₁ + c_t)P`.
#[test]
fn sticking_blocks_are_symmetric_and_positive() {
    for (shape, extent) in [
        (sphere(15e-3), 15e-3),
        (cuboid(DVec3::new(17e-3, 8e-3, 7e-3)), 7e-3),
        (bumpy(2000), 15e-3),
        (ellipsoid(DVec3::new(13e-3, 17e-3, 11e-3)), 11e-3),
    ] {
        let friction = *full(elasto_plastic).friction();
        let scene = Scene::new(friction, shape, pressing(1e-3, -0.7e-3, extent, 1.5e-3), Twist::ZERO, 2);
        assert!(scene.rig.touched().count() > 8 && scene.rig.touched().all(|t| t.state == TexelState::Stick));
        let pair = scene.rig.reading.pairs[0];
        for block in [pair.stiffness.0, pair.damping.0] {
            // A sum over at most 84 contacts.
            assert!(mismatch(&block, &transposed(&block)) < 84.0 * f64::EPSILON);
            assert!(is_positive_semidefinite(&block, 84.0 * f64::EPSILON));
            assert!((0..6).all(|i| block[i][i] > 0.0));
        }
    }
}

/// What [`sticking_blocks_are_symmetric_and_positive`] rests on: the test for definiteness can tell.
#[test]
fn cholesky_tells_definite_from_indefinite() {
    let mut block = [[0.0; 6]; 6];
    (0..6).for_each(|i| block[i][i] = [1.0, 1.0, 2.0, 1e-4, 1e-4, 2e-4][i]);
    assert!(is_positive_semidefinite(&block, 1e-14));
    (block[0][4], block[4][0]) = (1.1e-2, 1.1e-2); // beyond √(1 · 1e-4)
    assert!(!is_positive_semidefinite(&block, 1e-14));
}
