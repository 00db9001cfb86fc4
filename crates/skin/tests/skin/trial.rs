//! The skin in an implicit step: what a trial motion feels, how that changes with the motion, and what a commit leaves
//! behind.

use crate::support::block::{Dense, mismatch, transposed};
use crate::support::material::{STIFFNESS, THICKNESS, elasto_plastic, full, lugre, per_area};
use crate::support::shapes::{bumpy, cuboid, ellipsoid, half_space, plate_pressing, pressing, sphere};
use crate::support::{pad, sampled};
use bristle_contact::{ContactMaterial, Exponent, HuntCrossley, NormalLaw, Saturation, rotate_deflection};
use bristle_geometry::{Pose, Segment, Shape, Twist};
use bristle_skin::layout::SamplePattern;
use bristle_skin::{
    Bristle, RelativeMotion, Skin, SkinMemory, SkinOptions, SkinReading, SkinState, Target, TexelState,
    TrialLoad, UpdateError,
};
use glam::{DQuat, DVec3};

const H: f64 = 1e-3;

/// A skin with a target in front of it, in the middle of a step.
struct Scene {
    skin: Skin,
    shapes: Vec<Shape>,
    poses: Vec<Pose>,
    state: SkinState,
    memory: SkinMemory,
}

impl Scene {
    fn new(material: ContactMaterial, look_ahead: f64, bodies: Vec<(Shape, Pose)>) -> Self {
        Self::on(&pad(1), material, look_ahead, bodies)
    }

    fn on(
        layout: &bristle_skin::SkinLayout,
        material: ContactMaterial,
        look_ahead: f64,
        bodies: Vec<(Shape, Pose)>,
    ) -> Self {
        let options = SkinOptions { look_ahead: Some(look_ahead), ..SkinOptions::default() };
        let skin = Skin::new(layout, material, options).unwrap();
        let (shapes, poses): (Vec<Shape>, Vec<Pose>) = bodies.into_iter().unzip();
        let memory = SkinMemory::new(&skin, &targets(&shapes, &poses));
        let mut scene = Self { state: SkinState::new(&skin), skin, shapes, poses, memory };
        scene.detect();
        scene
    }

    fn detect(&mut self) {
        let targets = targets(&self.shapes, &self.poses);
        self.skin.detect(Pose::IDENTITY, &targets, &self.state, &mut self.memory).unwrap();
    }

    fn try_motion(&mut self, before: &[RelativeMotion], after: &[RelativeMotion]) -> Vec<TrialLoad> {
        let mut loads = vec![TrialLoad::ZERO; before.len()];
        self.skin.try_motion(before, after, H, &self.state, &mut self.memory, &mut loads).unwrap();
        loads
    }

    fn commit(
        &mut self,
        before: &[RelativeMotion],
        after: &[RelativeMotion],
        next: &mut SkinState,
    ) -> (Vec<TrialLoad>, SkinReading) {
        let mut loads = vec![TrialLoad::ZERO; before.len()];
        let mut reading = SkinReading::new(&self.skin, before.len());
        let (state, memory) = (&self.state, &mut self.memory);
        self.skin.commit_motion(before, after, H, state, next, memory, &mut loads, &mut reading).unwrap();
        (loads, reading)
    }

    /// Steps in which the targets stay where they are and the bristles bend by `motion`.
    fn bend(&mut self, motion: RelativeMotion, steps: usize) {
        let motions = vec![motion; self.shapes.len()];
        let mut next = self.state.clone();
        for _ in 0..steps {
            self.commit(&motions, &motions, &mut next);
            std::mem::swap(&mut self.state, &mut next);
        }
    }
}

fn targets<'a>(shapes: &'a [Shape], poses: &[Pose]) -> Vec<Target<'a>> {
    let still = |(shape, &pose)| Target::new(shape, pose, Twist::ZERO);
    shapes.iter().zip(poses).map(still).collect()
}

fn motion(velocity: [f64; 3], rotation: [f64; 3]) -> RelativeMotion {
    RelativeMotion { velocity: DVec3::from_array(velocity), rotation: DVec3::from_array(rotation) }
}

fn wrench(load: &TrialLoad) -> [f64; 6] {
    let (f, t) = (load.force, load.torque);
    [f.x, f.y, f.z, t.x, t.y, t.z]
}

/// What one ray does, by the formulas as they are written down.
#[derive(Clone, Copy, Default)]
struct ByHand {
    force: DVec3,
    point: DVec3,
    penetration: f64,
    deflection: DVec3,
}

/// One ray per texel, one target, law per area.
fn by_hand(scene: &Scene, texel: usize, before: RelativeMotion, after: RelativeMotion) -> Option<ByHand> {
    let t = &scene.skin.texels()[texel];
    let material = scene.skin.material();
    // The largest penetration and, unless the force is cut off there, a backing that is as thick.
    let reach = if material.saturation() == Saturation::Backed { 2.0 * THICKNESS } else { THICKNESS };
    let length = reach + scene.skin.look_ahead();
    let (origin, to_target) = (t.position - t.direction * reach, scene.poses[0].inverse());
    let segment = Segment {
        origin: to_target.transform_point(origin),
        direction: to_target.transform_vector(t.direction),
        length,
    };
    let hit = scene.shapes[0].first_entry(&segment, 0.1)?;
    let n = scene.poses[0].transform_vector(hit.normal);
    let y = origin + t.direction * hit.distance;
    let kappa = -n.dot(t.direction);
    let middle = reach - hit.distance;
    let velocity = |m: RelativeMotion| m.velocity + m.rotation.cross(y);
    let (rate0, rate1) = (n.dot(velocity(before)) / kappa, n.dot(velocity(after)) / kappa);
    let begin = middle - 0.5 * H * rate0;
    let end = begin + H * rate1;
    let rate = (end.max(0.0) - begin.max(0.0)) / H;
    let penetration = match begin.max(end) <= 0.0 {
        true => begin.max(end),
        false => mean_over_way(material, begin, end),
    };
    let push = material.normal_force(penetration, rate).force.total() / kappa;
    let bristle = scene.state.bristles(&scene.skin, texel)[0];
    let z = if bristle.target == 0 {
        rotate_deflection(bristle.deflection, bristle.normal, n)
    } else {
        DVec3::ZERO
    };
    let w = velocity(after);
    let friction = material.friction().step(z, w - n * n.dot(w), push, H);
    let force = (n * push + friction.force) * t.area;
    Some(ByHand { force, point: y, penetration, deflection: friction.deflection })
}

/// The penetration whose elastic force is the mean over the way, by halving.
fn mean_over_way(material: &ContactMaterial, begin: f64, end: f64) -> f64 {
    let within = begin.max(end) <= material.max_penetration();
    if begin.min(end) >= 0.0 && within && matches!(material.normal(), NormalLaw::Linear(_)) {
        return 0.5 * (begin + end);
    }
    let mean = (material.energy(end) - material.energy(begin)) / (end - begin);
    let (mut below, mut above) = (begin.min(end).max(0.0), begin.max(end));
    for _ in 0..200 {
        let p = 0.5 * (below + above);
        let force = material.normal_force(p, 0.0).force;
        let force = force.elastic + force.backing;
        if force < mean { below = p } else { above = p }
    }
    0.5 * (below + above)
}

/// Scenes that stick, slip, arrive, leave and saturate, each with the motions before and after.
fn scenes() -> Vec<(&'static str, Scene, RelativeMotion, RelativeMotion)> {
    let tilted =
        |pose: Pose| Pose::new(DQuat::from_euler(glam::EulerRot::XYZ, 0.3, -0.7, 1.1), pose.translation);
    let ball = || (sphere(15e-3), tilted(pressing(1e-3, -0.7e-3, 15e-3, 1.5e-3)));
    let egg = || {
        let pose = pressing(-0.7e-3, 0.3e-3, 9e-3, 1.1e-3);
        (ellipsoid(DVec3::new(17e-3, 13e-3, 11e-3)), tilted(pose))
    };
    let slow = motion([3e-4, -7e-4, -1.1e-4], [3e-3, -2e-3, 1.1e-2]);
    let slower = motion([2.1e-4, -6e-4, -0.7e-4], [1e-3, -2.3e-3, 1.3e-2]);
    let fast = motion([0.03, -0.07, -0.011], [0.3, -0.2, 1.1]);
    let faster = motion([0.043, -0.061, -0.013], [0.7, -0.3, 0.9]);
    let diving = motion([0.011, 0.007, -0.43], [0.3, -0.7, 0.2]);
    let leaving = motion([0.011, 0.007, 0.17], [0.3, -0.7, 0.2]);
    let hunt: NormalLaw =
        HuntCrossley::new(STIFFNESS * 30.0, Exponent::new(1.5).unwrap(), 0.7).unwrap().into();
    let hunting = per_area(hunt, *full(elasto_plastic).friction());
    let mut all = vec![
        ("sticking ball", Scene::new(full(elasto_plastic), 1e-3, vec![ball()]), slow, slower),
        ("sliding ball", Scene::new(full(elasto_plastic), 1e-3, vec![ball()]), fast, faster),
        ("sliding egg, LuGre", Scene::new(full(lugre), 1e-3, vec![egg()]), fast, faster),
        ("egg on Hunt and Crossley", Scene::new(hunting, 1e-3, vec![egg()]), slow, faster),
        ("diving ball", Scene::new(full(elasto_plastic), 1e-3, vec![ball()]), diving, diving),
        ("leaving ball", Scene::new(full(elasto_plastic), 1e-3, vec![ball()]), leaving, leaving),
        ("ball struck down", Scene::new(full(elasto_plastic), 1e-3, vec![ball()]), slow, diving),
        (
            "stopping ball",
            Scene::new(full(elasto_plastic), 1e-3, vec![ball()]),
            diving,
            motion([0.0; 3], [0.0; 3]),
        ),
        (
            "saturated ball",
            Scene::new(full(elasto_plastic), 1e-3, vec![(ball().0, tilted(pressing(0.0, 0.0, 15e-3, 7e-3)))]),
            fast,
            faster,
        ),
        (
            "egg beyond the cut-off",
            Scene::new(
                full(elasto_plastic).with_saturation(Saturation::CutOff),
                1e-3,
                vec![(egg().0, tilted(pressing(0.0, 0.0, 9e-3, 5.5e-3)))],
            ),
            slow,
            slower,
        ),
    ];
    for (name, scene, before, _) in &mut all {
        if !name.contains("diving") && !name.contains("stopping") {
            scene.bend(*before, 3);
        }
    }
    all
}

/// The kinds of ray that the scenes are made for do occur.
#[test]
fn scenes_hold_what_their_names_promise() {
    let mut seen = [0; 6];
    for (_, mut scene, before, after) in scenes() {
        let mut next = scene.state.clone();
        let (_, reading) = scene.commit(&[before], &[after], &mut next);
        for (i, texel) in reading.texels.iter().enumerate() {
            let Some(hand) = by_hand(&scene, i, before, after) else { continue };
            seen[0] += usize::from(texel.state == TexelState::Stick);
            seen[1] += usize::from(texel.state == TexelState::Slip);
            seen[2] += usize::from(texel.state == TexelState::Saturated);
            // Arrives from outside; sees without reaching; is pulled from.
            seen[3] += usize::from(texel.normal_force > 0.0 && hand.point.z > 0.0);
            seen[4] += usize::from(texel.target.is_some() && hand.penetration <= 0.0);
            seen[5] += usize::from(hand.penetration > 0.0 && hand.force == DVec3::ZERO);
        }
    }
    assert!(seen.iter().all(|&count| count >= 3), "{seen:?}");
}

#[test]
fn trial_wrench_is_the_law_written_out_ray_by_ray() {
    for (name, mut scene, before, after) in scenes() {
        let load = scene.try_motion(&[before], &[after])[0];
        let rays: Vec<ByHand> = (0..84).filter_map(|texel| by_hand(&scene, texel, before, after)).collect();
        let force: DVec3 = rays.iter().map(|r| r.force).sum();
        let torque: DVec3 = rays.iter().map(|r| r.point.cross(r.force)).sum();
        let scale: f64 = rays.iter().map(|r| r.force.length()).sum();
        assert!(scale > 0.05, "{name} {scale}");
        // 84 forces, and a cast of a few tens of roundings in coordinates of 15 mm against penetrations of 1 mm.
        let slack = 1e-12 * scale;
        assert!((load.force - force).length() < slack, "{name}: {} {force}", load.force);
        assert!((load.torque - torque).length() < 0.03 * slack, "{name}: {} {torque}", load.torque);
        assert_eq!(load.contacts, rays.iter().filter(|r| r.force != DVec3::ZERO).count(), "{name}");
    }
}

#[test]
fn damping_is_the_derivative_in_the_motion_after() {
    let mut unsymmetric = 0;
    for (name, mut scene, before, after) in scenes() {
        let damping = scene.try_motion(&[before], &[after])[0].damping;
        let mut differences: Dense = [[0.0; 6]; 6];
        for column in 0..6 {
            // Small against speeds of 1e-4 m/s, large against the rounding of forces around 1 N.
            let step = if column < 3 { 1e-8 } else { 1e-6 };
            let mut felt = |sign: f64| {
                let mut shifted = after;
                let change = if column < 3 { &mut shifted.velocity } else { &mut shifted.rotation };
                change[column % 3] += sign * step;
                wrench(&scene.try_motion(&[before], &[shifted])[0])
            };
            let (more, less) = (felt(1.0), felt(-1.0));
            for row in 0..6 {
                differences[row][column] = (more[row] - less[row]) / (2.0 * step);
            }
        }
        let error = mismatch(&damping.0, &differences);
        println!("{name}: {error:.1e}");
        // Rounding of 1 N over 1e-8 m/s is 1e-8 N·s/m; the largest entries are around 1.
        assert!(error < 1e-6, "{name}: {error:e}");
        unsymmetric += usize::from(mismatch(&damping.0, &transposed(&damping.0)) > 0.01);
    }
    assert!(unsymmetric >= 3, "{unsymmetric}");
}

/// With one motion throughout, the mean of the step is its middle, and there is no difference between the two questions.
#[test]
fn steady_motion_feels_what_an_update_feels() {
    let motion = motion([0.03, -0.07, -0.011], [0.3, -0.2, 1.1]);
    for h in [1e-9, 1e-6, 1e-3] {
        for (shape, extent) in
            [(sphere(15e-3), 15e-3), (bumpy(2000), 15e-3), (cuboid(DVec3::splat(9e-3)), 9e-3)]
        {
            let pose = pressing(1e-3, -0.7e-3, extent, 1.5e-3);
            let mut scene = Scene::new(full(elasto_plastic), 0.0, vec![(shape, pose)]);
            let mut loads = [TrialLoad::ZERO];
            let (skin, memory) = (&scene.skin, &mut scene.memory);
            skin.try_motion(&[motion], &[motion], h, &scene.state, memory, &mut loads).unwrap();
            let twist = Twist {
                linear: motion.velocity + motion.rotation.cross(pose.translation),
                angular: motion.rotation,
            };
            let target = [Target::new(&scene.shapes[0], pose, twist)];
            let mut reading = SkinReading::new(skin, 1);
            skin.update(Pose::IDENTITY, Twist::ZERO, &target, h, &mut scene.state, memory, &mut reading)
                .unwrap();
            let update = reading.pairs[0];
            // Rays that arrive within the step are felt by the trial alone; of those that touch, the elastic force of
            // the last step's motion, at most 0.07 mm/s · h, is the whole difference.
            let arriving = update.contacts.abs_diff(loads[0].contacts);
            assert!(arriving <= 2, "{arriving}");
            let slack = 1e-12 + if arriving > 0 { 0.01 } else { 0.0 };
            let (force, torque) = (update.wrench_on_skin_w.force, update.wrench_on_skin_w.torque);
            assert!(
                (loads[0].force - force).length() < slack * force.length(),
                "{h} {}",
                loads[0].force - force
            );
            assert!((loads[0].torque - torque).length() < slack * force.length() * 0.03);
        }
    }
}

#[test]
fn commit_feels_the_bits_of_the_trial_and_leaves_the_state_alone() {
    for (name, mut scene, before, after) in scenes() {
        let (state, tried) = (scene.state.clone(), scene.try_motion(&[before], &[after]));
        // Left over from something else: bristles everywhere.
        let mut next = SkinState::new(&scene.skin);
        let (shapes, poses) = ([half_space()], [plate_pressing(2e-3)]);
        let mut reading = SkinReading::new(&scene.skin, 1);
        let plate = targets(&shapes, &poses);
        let mut memory = SkinMemory::new(&scene.skin, &plate);
        scene
            .skin
            .update(Pose::IDENTITY, Twist::ZERO, &plate, H, &mut next, &mut memory, &mut reading)
            .unwrap();
        let (first, reading) = scene.commit(&[before], &[after], &mut next);
        let mut fresh = SkinState::new(&scene.skin);
        let (second, again) = scene.commit(&[before], &[after], &mut fresh);
        assert_eq!(wrench(&first[0]).map(f64::to_bits), wrench(&tried[0]).map(f64::to_bits), "{name}");
        assert_eq!(first[0].contacts, tried[0].contacts, "{name}");
        assert_eq!((&first, &reading), (&second, &again), "{name}");
        assert_eq!(next, fresh, "{name}: the next state depends on what was there");
        assert_eq!(scene.state, state, "{name}: the state was touched");
        assert_eq!(reading.pairs[0].wrench_on_skin_w.force, first[0].force, "{name}");
        // What is sensed is what is applied.
        let sum = reading.total_force();
        assert!((sum - first[0].force).length() < 1e-13 * reading.total_normal_force(), "{name}");
    }
}

#[test]
fn committed_bristles_and_readings_are_those_of_the_rays() {
    for (name, mut scene, before, after) in scenes() {
        let mut next = scene.state.clone();
        let (_, reading) = scene.commit(&[before], &[after], &mut next);
        for (i, texel) in reading.texels.iter().enumerate() {
            let bristle = next.bristles(&scene.skin, i)[0];
            let Some(hand) = by_hand(&scene, i, before, after) else {
                assert_eq!((texel.target, bristle), (None, Bristle::FREE), "{name}");
                continue;
            };
            assert_eq!(texel.target, Some(0), "{name}");
            // A cast of some tens of roundings of 15 mm.
            // On a curve the middle of the way is told, not where the mean force is met.
            let slack = if name.contains("Hunt") { 1e-6 } else { 1e-15 };
            assert!((texel.penetration - hand.penetration).abs() < slack, "{name}");
            assert!((texel.point - hand.point).length() < 1e-15, "{name}");
            if hand.force == DVec3::ZERO {
                // It knows what it touches, and clings only to what it feels.
                let target = if hand.penetration > 0.0 { 0 } else { Bristle::FREE_TARGET };
                assert_eq!((bristle.deflection, bristle.target), (DVec3::ZERO, target), "{name}");
                assert!(!texel.in_contact() || texel.state == TexelState::Saturated, "{name} {texel:?}");
            } else {
                assert_eq!(bristle.target, 0, "{name}");
                assert!((bristle.deflection - hand.deflection).length() < 1e-16, "{name}");
                assert!((texel.force_on_pad() - hand.force).length() < 1e-12, "{name}");
            }
        }
    }
}

#[test]
fn hits_survive_any_number_of_trials() {
    for (name, mut scene, before, after) in scenes() {
        let first = scene.try_motion(&[before], &[after]);
        for _ in 0..3 {
            let other = scene.try_motion(&[after], &[motion([0.1, 0.3, 0.7], [1.1, 0.0, -3.0])]);
            assert_ne!(other, first, "{name}");
            assert_eq!(scene.try_motion(&[before], &[after]), first, "{name}");
        }
    }
}

/// A plate 0.3 mm above the pad: it is felt from the speed on that closes the gap within the step.
#[test]
fn rays_within_the_look_ahead_feel_what_they_reach() {
    let gap = 0.3e-3;
    let mut scene = Scene::new(full(elasto_plastic), 1e-3, vec![(half_space(), plate_pressing(-gap))]);
    let mut next = SkinState::new(&scene.skin);
    let still = RelativeMotion::default();
    for (speed, feels) in [(0.29, false), (0.31, true)] {
        let after = motion([0.0, 0.0, -speed], [0.0; 3]);
        let (loads, reading) = scene.commit(&[still], &[after], &mut next);
        assert_eq!(loads[0].contacts, if feels { 84 } else { 0 });
        let reached = speed * H - gap;
        // The mean over the way of a spring that is met in the middle of it.
        let mean = if feels { 0.5 * reached * reached / (speed * H) } else { reached };
        assert!((reading.texels[7].penetration - mean).abs() < 1e-15);
        assert_eq!(next.bristles(&scene.skin, 7)[0].target, if feels { 0 } else { Bristle::FREE_TARGET });
        let area = 84.0 * 3.4e-3 * 3.4e-3;
        let expected = if feels { STIFFNESS * (mean + 2e-3 * reached / H) * area } else { 0.0 };
        // A cast of some roundings of 12 mm against a penetration of 0.01 mm.
        assert!((loads[0].force.z + expected).abs() < 1e-10 * expected.max(1.0), "{:?}", loads[0].force);
    }
}

#[test]
fn each_ray_feels_the_target_it_met_first_and_each_target_its_own_motion() {
    let bodies = || {
        vec![
            (sphere(9e-3), pressing(-13e-3, 1e-3, 9e-3, 1.3e-3)),
            (bumpy(2000), pressing(11e-3, -1e-3, 15e-3, 1.1e-3)),
        ]
    };
    let layout = sampled(pad(1), SamplePattern::Jittered(3));
    let moves =
        [motion([0.03, -0.07, -0.011], [0.3, -0.2, 1.1]), motion([-0.02, 0.01, 0.007], [0.1, 0.2, -0.7])];
    let mut both = Scene::on(&layout, full(elasto_plastic), 1e-3, bodies());
    let loads = both.try_motion(&moves, &moves);
    for (i, body) in bodies().into_iter().enumerate() {
        let mut alone = Scene::on(&layout, full(elasto_plastic), 1e-3, vec![body]);
        let load = alone.try_motion(&moves[i..=i], &moves[i..=i])[0];
        assert!(load.contacts > 10);
        assert_eq!(wrench(&loads[i]), wrench(&load));
    }
    // Across both targets, with several rays per texel: what is sensed is what is applied.
    let mut next = both.state.clone();
    let (loads, reading) = both.commit(&moves, &moves, &mut next);
    let applied = loads[0].force + loads[1].force;
    assert!((reading.total_force() - applied).length() < 1e-13 * reading.total_normal_force());
}

/// A pad of more than one chunk is the sum of its parts.
#[test]
fn large_pads_sum_all_their_chunks() {
    let depth = 1.1e-3;
    let mut scene =
        Scene::on(&pad(7), full(elasto_plastic), 0.0, vec![(half_space(), plate_pressing(depth))]);
    let still = RelativeMotion::default();
    let load = scene.try_motion(&[still], &[still])[0];
    assert_eq!(load.contacts, 84 * 49);
    let expected = STIFFNESS * depth * 84.0 * 3.4e-3 * 3.4e-3;
    // 4116 equal terms in four lanes, each off by a rounding.
    assert!((load.force.z + expected).abs() < 1e-12 * expected, "{}", load.force.z + expected);
}

/// A skin large enough for several threads gives the bits that one thread gives: who works where decides nothing.
#[test]
fn threads_change_no_bit() {
    let layout = sampled(pad(5), SamplePattern::Jittered(7));
    let bodies = || {
        vec![
            (sphere(9e-3), pressing(-13e-3, 1e-3, 9e-3, 1.3e-3)),
            (ellipsoid(DVec3::new(15e-3, 9e-3, 7e-3)), pressing(9e-3, -1e-3, 7e-3, 1.1e-3)),
        ]
    };
    let moves =
        [motion([0.03, -0.07, -0.011], [0.3, -0.2, 1.1]), motion([-0.02, 0.01, 0.007], [0.1, 0.2, -0.7])];
    let run = |threads: usize| {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| {
            let mut scene = Scene::on(&layout, full(elasto_plastic), 1e-3, bodies());
            assert!(scene.skin.ray_count() > 8_000);
            scene.bend(moves[0], 2);
            let tried = scene.try_motion(&moves, &moves);
            let mut next = scene.state.clone();
            let committed = scene.commit(&moves, &moves, &mut next);
            (tried, committed, next)
        })
    };
    let one = run(1);
    assert!(one.0[0].contacts > 1000 && one.0[1].contacts > 1000, "{:?}", one.0);
    for threads in [2, 3, 8] {
        assert_eq!(run(threads), one, "{threads} threads");
    }
}

#[test]
fn trials_refuse_what_does_not_fit() {
    let body = || vec![(sphere(15e-3), pressing(0.0, 0.0, 15e-3, 1e-3))];
    let mut scene = Scene::new(full(elasto_plastic), 0.0, body());
    let still = [RelativeMotion::default()];
    let (skin, state) = (&scene.skin, &scene.state);
    let mut loads = [TrialLoad::ZERO];
    let fresh = &mut SkinMemory::new(skin, &targets(&scene.shapes, &scene.poses));
    let undetected = skin.try_motion(&still, &still, H, state, fresh, &mut loads);
    assert_eq!(undetected, Err(UpdateError::NotDetected));
    let memory = &mut scene.memory;
    assert!(skin.try_motion(&still, &[], H, state, memory, &mut loads).is_err());
    assert!(skin.try_motion(&[], &still, H, state, memory, &mut loads).is_err());
    assert!(skin.try_motion(&still, &still, H, state, memory, &mut []).is_err());
    assert_eq!(
        skin.try_motion(&still, &still, 0.0, state, memory, &mut loads),
        Err(UpdateError::BadStep(0.0))
    );
    let wild = [motion([0.0, f64::NAN, 0.0], [0.0; 3])];
    let refused = skin.try_motion(&still, &wild, H, state, memory, &mut loads).unwrap_err().to_string();
    assert!(refused.contains("relative motion of target 0"), "{refused}");
    let other = Skin::new(&pad(2), full(elasto_plastic), SkinOptions::default()).unwrap();
    let (mut next, mut reading) = (SkinState::new(&other), SkinReading::new(skin, 1));
    assert!(
        skin.commit_motion(&still, &still, H, state, &mut next, memory, &mut loads, &mut reading).is_err()
    );
    let (mut next, mut reading) = (state.clone(), SkinReading::new(skin, 2));
    assert!(
        skin.commit_motion(&still, &still, H, state, &mut next, memory, &mut loads, &mut reading).is_err()
    );
}
