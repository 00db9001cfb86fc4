//! Whatever the machine, the same bits: the kernels for any machine, for AVX2, and the laws one contact at a time.

use crate::batch::Batch;
use crate::contact::Contact;
use crate::elastic::Elastic;
use crate::fastest::Kernel;
use crate::squeeze::Squeeze;
use crate::state::ALL_LANES;
use crate::trial_follower::{Probe, Settle};
use crate::trial_kernel::{Look, Step, Trial};
use crate::update::Update;
use crate::{
    RelativeMotion, Skin, SkinLayout, SkinMemory, SkinOptions, SkinReading, SkinState, Target, TrialLoad,
};
use bristle_contact::{
    Basis, BristleParameters, ContactMaterial, CoulombParameters, ElastoPlastic, Exponent, HuntCrossley,
    LinearSpringDamper, NormalLaw, PowerLaw, RegularisedCoulomb, Saturation,
};
use bristle_geometry::lanes::{Four, FourVec3, Lanes, Vec3x, WIDTH};
use bristle_geometry::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, Sphere};
use bristle_geometry::{Pose, Shape, Twist};
use glam::{DQuat, DVec3};
use proptest::prelude::*;

fn material(saturation: Saturation) -> ContactMaterial {
    let bristle = BristleParameters {
        stiffness: 2e4,
        damping: 3.0,
        viscosity: 0.7,
        mu_static: 0.61,
        mu_dynamic: 0.43,
        stribeck_speed: 0.11,
    };
    let spring = LinearSpringDamper::new(1100.0, 7.0).unwrap();
    ContactMaterial::new(spring, ElastoPlastic::new(bristle).unwrap(), 4e-3, Basis::PerTexel)
        .unwrap()
        .with_saturation(saturation)
}

/// Every law that is worked out four at a time.
fn laws() -> impl Strategy<Value = ContactMaterial> {
    let power = prop_oneof![Just(1.0), Just(1.5), Just(2.0)].prop_map(|n| Exponent::new(n).unwrap());
    let normal = prop_oneof![
        Just(NormalLaw::from(LinearSpringDamper::new(1100.0, 7.0).unwrap())),
        power.clone().prop_map(|n| HuntCrossley::new(2e4, n, 3.0).unwrap().into()),
        power.prop_map(|n| PowerLaw::new(2e4, n, 7.0).unwrap().into()),
    ];
    let coulomb = CoulombParameters {
        slip_speed: 1e-3,
        viscosity: 0.7,
        mu_static: 0.61,
        mu_dynamic: 0.43,
        stribeck_speed: 0.11,
    };
    (normal, any::<bool>(), any::<bool>()).prop_map(move |(normal, backed, bristles)| {
        let saturation = if backed { Saturation::Backed } else { Saturation::CutOff };
        let friction = *material(saturation).friction();
        let friction = if bristles { friction } else { RegularisedCoulomb::new(coulomb).unwrap().into() };
        ContactMaterial::new(normal, friction, 4e-3, Basis::PerTexel).unwrap().with_saturation(saturation)
    })
}

/// Solids, and how high above the pad each begins to touch, roughly.
fn solids() -> Vec<(Shape, f64)> {
    vec![
        (HalfSpace.into(), 0.0),
        (Sphere::new(0.03).unwrap().into(), 0.03),
        (Cuboid::new(DVec3::new(0.02, 0.03, 0.011)).unwrap().into(), 0.014),
        (Cylinder::new(0.03, 0.02).unwrap().into(), 0.024),
        (Capsule::new(0.02, 0.01).unwrap().into(), 0.03),
        (Ellipsoid::new(DVec3::new(0.03, 0.02, 0.015)).unwrap().into(), 0.0155),
    ]
}

/// A reading after a lively press, by `update` (which takes the best kernel of this machine) or by the plain one.
fn press((shape, height): &(Shape, f64), samples: usize, plain: bool) -> (SkinReading, SkinState) {
    let layout = SkinLayout::grid(7, 5, 3.4e-3).unwrap();
    let layout = layout.with_samples(crate::layout::SamplePattern::Jittered(samples)).unwrap();
    let skin = Skin::new(&layout, material(Saturation::Backed), SkinOptions::default()).unwrap();
    let mut state = SkinState::new(&skin);
    let mut reading = SkinReading::new(&skin, 1);
    let still = Target::new(shape, Pose::IDENTITY, Twist::ZERO);
    let mut memory = SkinMemory::new(&skin, &[still]);
    for step in 0..60 {
        let t = f64::from(step) * 1e-3;
        let turn =
            DQuat::from_euler(glam::EulerRot::XYZ, 0.1 + t, std::f64::consts::PI - 0.2 + 2.0 * t, 0.3 - t);
        let pose = Pose::new(turn, DVec3::new(0.002 + 0.1 * t, -0.001, height - 0.05 * t));
        let twist = Twist { linear: DVec3::new(0.1, 0.0, -0.05), angular: DVec3::new(1.0, 2.0, -1.0) };
        let target = [Target::new(shape, pose, twist)];
        let skin_pose = Pose::new(DQuat::from_rotation_x(0.05), DVec3::ZERO);
        if plain {
            memory.begin(skin_pose, Twist::ZERO, &target);
            let (state, memory, reading) = (&mut state, &mut memory, &mut reading);
            Update {
                skin: &skin,
                targets: &target,
                h: 1e-3,
                state,
                memory: &mut *memory,
                reading: &mut *reading,
            }
            .run::<wide::f64x4>();
            skin.finish(skin_pose, &target, memory, reading);
            state.note_places(&memory.relatives);
        } else {
            skin.update(skin_pose, Twist::ZERO, &target, 1e-3, &mut state, &mut memory, &mut reading)
                .unwrap();
        }
    }
    (reading, state)
}

#[test]
fn every_kernel_gives_the_same_bits() {
    for shape in solids() {
        for samples in [1, 3] {
            let (best, plain) = (press(&shape, samples, false), press(&shape, samples, true));
            let touching = best.0.texels.iter().filter(|t| t.in_contact()).count();
            assert!(touching > 3, "{shape:?} touches {touching} texels");
            // Debug prints every digit a double has, and tells −0 from 0.
            assert_eq!(format!("{best:?}"), format!("{plain:?}"), "{shape:?}");
        }
    }
}

/// Loads, reading and bristles of a few implicit steps, by the kernels that are taken on this machine or by the plain ones.
fn steps((shape, height): &(Shape, f64), plain: bool) -> String {
    let layout = SkinLayout::grid(7, 5, 3.4e-3).unwrap();
    let options = SkinOptions { look_ahead: Some(1e-3), ..SkinOptions::default() };
    let skin = Skin::new(&layout, material(Saturation::Backed), options).unwrap();
    let mut target = [Target::new(shape, Pose::IDENTITY, Twist::ZERO)];
    let (mut state, mut next) = (SkinState::new(&skin), SkinState::new(&skin));
    let (mut memory, mut reading) = (SkinMemory::new(&skin, &target), SkinReading::new(&skin, 1));
    let (mut tried, mut loads) = ([TrialLoad::ZERO], [TrialLoad::ZERO]);
    let mut log = String::new();
    for step in 0..60 {
        let t = f64::from(step) * 1e-3;
        let turn =
            DQuat::from_euler(glam::EulerRot::XYZ, 0.1 + t, std::f64::consts::PI - 0.2 + 2.0 * t, 0.3 - t);
        target[0].pose = Pose::new(turn, DVec3::new(0.002 + 0.1 * t, -0.001, height - 0.05 * t));
        let before =
            [RelativeMotion { velocity: DVec3::new(0.1, 0.0, -0.05), rotation: DVec3::new(1.0, 2.0, -1.0) }];
        let after = [RelativeMotion { velocity: before[0].velocity * (0.3 + 20.0 * t), ..before[0] }];
        let h = 1e-3;
        if plain {
            memory.begin_step(&skin, Pose::IDENTITY, &target, &state);
            Look { skin: &skin, targets: &target, state: &state, memory: &mut memory }.run::<wide::f64x4>();
            let step =
                Step { skin: &skin, before: &before, after: &after, h, state: &state, moves_at_end: false };
            Trial::new(step, &mut memory, Probe).run::<wide::f64x4>();
            memory.gather(&mut tried, true);
            let follower = Settle::new(&skin, &mut next, &mut reading);
            Trial::new(step, &mut memory, follower).run::<wide::f64x4>();
            memory.gather(&mut loads, false);
            memory.edges.add_to_texels(&loads, &mut reading);
            next.note_places(&memory.relatives);
        } else {
            skin.detect(Pose::IDENTITY, &target, &state, &mut memory).unwrap();
            skin.try_motion(&before, &after, h, &state, &mut memory, &mut tried).unwrap();
            skin.commit_motion(&before, &after, h, &state, &mut next, &mut memory, &mut loads, &mut reading)
                .unwrap();
        }
        std::mem::swap(&mut state, &mut next);
        log += &format!("{tried:?} {loads:?} {:?} {state:?}\n", reading.texels);
    }
    assert!(loads[0].contacts > 3, "{shape:?} {}", loads[0].contacts);
    log
}

#[test]
fn every_kernel_takes_the_same_implicit_steps() {
    for shape in solids() {
        // Line by line: a difference of a bit would otherwise fill the screen.
        let same = steps(&shape, false).lines().eq(steps(&shape, true).lines());
        assert!(same, "{shape:?}");
    }
}

fn number(low: f64, high: f64) -> impl Strategy<Value = f64> {
    low..high
}

fn arrow(size: f64) -> impl Strategy<Value = DVec3> {
    [number(-size, size), number(-size, size), number(-size, size)].prop_map(DVec3::from_array)
}

/// A contact with velocity and bristle: at rest or fast, shallow or beyond the limit, with a turned normal or a steady one.
fn contact() -> impl Strategy<Value = (Contact, DVec3, DVec3, DVec3)> {
    let speed = prop_oneof![Just(0.0), Just(1e-6), Just(0.01), Just(1.0)];
    (number(1e-4, 6e-3), arrow(1.0), arrow(1.0), speed, arrow(1e-4), any::<bool>()).prop_map(
        |(penetration, tilt, velocity, speed, z, steady)| {
            let normal = (DVec3::NEG_Z + 0.5 * tilt).normalize();
            let old = if steady { normal } else { (normal + 0.1 * tilt.cross(DVec3::X)).normalize() };
            let deflection = z - old * z.dot(old);
            let point = DVec3::new(0.01 * tilt.x, 0.02 * tilt.y, -penetration);
            (Contact { penetration, point, normal, squareness: -normal.z }, velocity * speed, deflection, old)
        },
    )
}

proptest! {
    #[test]
    fn four_squeezes_are_four_times_one(
        middle in proptest::array::uniform4(number(-1e-3, 3e-3)),
        before in proptest::array::uniform4(number(-3.0, 3.0)),
        after in proptest::array::uniform4(number(-3.0, 3.0)),
    ) {
        let h = 1.1e-3;
        let [m, b, a] = [middle, before, after].map(|four| <wide::f64x4 as Lanes>::load(&Four(four)));
        let four = Squeeze::over_step(m, b, a, h);
        for lane in 0..WIDTH {
            let one = Squeeze::over_step(middle[lane], before[lane], after[lane], h);
            prop_assert_eq!(four.penetration.stored().0[lane], one.penetration);
            prop_assert_eq!(four.rate.stored().0[lane], one.rate);
            prop_assert_eq!(four.time.stored().0[lane], one.time);
        }
    }
}

proptest! {
    /// The work of the force over a step is the change of the elastic energy, wherever contact begins or ends, and the derivative is that of
    /// the force.
    #[test]
    fn work_over_a_step_is_the_change_of_energy(
        material in laws(),
        middle in number(-1e-3, 3e-3),
        before in number(-1.0, 1.0),
        after in prop_oneof![number(-1.0, 1.0), number(-1e-6, 1e-6)],
    ) {
        let (h, bed) = (1.1e-3, material.bed_law().unwrap());
        let force = |after: f64| {
            let squeeze = Squeeze::over_step(middle, before, after, h);
            let (squeeze, elastic) = squeeze.by_law((Some(&bed), &material), 1, 0.0, h);
            (squeeze, elastic.force, elastic.slope * squeeze.time)
        };
        let (squeeze, mean, slope) = force(after);
        let deepest = squeeze.begin.max(squeeze.end);
        prop_assume!(0.0 < deepest && deepest <= bed.limit);
        let change = material.energy(squeeze.end) - material.energy(squeeze.begin);
        let scale = material.energy(deepest);
        prop_assert!((mean * (squeeze.end - squeeze.begin) - change).abs() <= 1e-13 * scale, "{mean} {change}");
        // Where contact begins at an end of the way, the slope jumps.
        prop_assume!(squeeze.begin.abs().min(squeeze.end.abs()) > 1e-8);
        let d = 1e-6;
        let by_differences = (force(after + d).1 - force(after - d).1) / (2.0 * d);
        let tolerance = 1e-5 * (slope.abs() + h * bed.stiffness * 1e-3);
        prop_assert!((by_differences - slope).abs() <= tolerance, "{by_differences} {slope}");
    }
}

proptest! {
    /// The same where the step begins or ends beyond the limit of the pad, at a standstill of the dampers: and a push for a little more way is a little more force.
    #[test]
    fn work_over_a_step_is_the_change_of_energy_beyond_the_limit(
        material in laws(),
        begin in number(-1e-3, 6e-3),
        end in prop_oneof![number(-1e-3, 6e-3), number(4e-3 - 1e-9, 4e-3 + 1e-9)],
        towards_end in prop_oneof![Just(0.0), number(0.0, 1.0)],
    ) {
        let material = material.with_saturation(Saturation::Backed);
        let (h, bed) = (1.1e-3, material.bed_law().unwrap());
        let force = |end: f64| {
            let squeeze = Squeeze::over_step(begin, 0.0, (end - begin) / h, h);
            let (squeeze, elastic) = squeeze.by_law((Some(&bed), &material), 1, towards_end, h);
            let vectors = Vec3x::splat(DVec3::ZERO);
            let batch = Batch {
                lanes: 1,
                penetration: squeeze.penetration,
                rate: 0.0,
                elastic,
                squareness: 1.0,
                units: 1.0,
                point: vectors,
                normal: Vec3x::splat(DVec3::Z),
                deflection: vectors,
                old_normal: Vec3x::splat(DVec3::Z),
            };
            if squeeze.penetration > 0.0 { batch.force((Some(&bed), &material), vectors, h).normal_force } else { 0.0 }
        };
        let deepest = begin.max(end);
        prop_assume!(deepest > 0.0);
        let stiffest = material.backing_stiffness();
        let (felt, scale) = (force(end), material.energy(deepest) / deepest + stiffest * 1e-12);
        let mean = (material.energy(end) - material.energy(begin)) / (end - begin);
        if (end - begin).abs() > 1e-5 {
            let at_end = material.normal_force(end, 0.0).force;
            let expected = (1.0 - towards_end) * mean + towards_end * (at_end.elastic + at_end.backing);
            prop_assert!((felt - expected).abs() <= 1e-6 * scale, "{felt} {expected}");
        }
        let step = 1e-12;
        prop_assert!((force(end + step) - felt).abs() <= 2.0 * stiffest * step + 1e-9 * scale);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn four_at_a_time_is_one_at_a_time(
        contacts in proptest::array::uniform4(contact()),
        material in laws(),
        hurry in prop_oneof![Just(0.0), number(-3.0, 3.0)],
    ) {
        let (units, h) = (0.7, 1e-3);
        let mut memory = [FourVec3::ZERO; 5];
        let (mut penetration, mut squareness, mut rate) = (Four::ZERO, Four::ZERO, Four::ZERO);
        for (lane, (contact, velocity, deflection, old)) in contacts.iter().enumerate() {
            let vectors = [contact.point, contact.normal, *velocity, *deflection, *old];
            memory.iter_mut().zip(vectors).for_each(|(four, v)| four.set(lane, v));
            penetration.0[lane] = contact.penetration;
            squareness.0[lane] = contact.squareness;
            // The rate of an implicit step need not be that of the velocity.
            rate.0[lane] = contact.normal.dot(*velocity) * (1.0 / contact.squareness) + hurry;
        }
        let [point, normal, velocity, deflection, old_normal] =
            memory.map(|four| Vec3x::<wide::f64x4>::load(&four));
        let bed = material.bed_law();
        let zero = Lanes::splat(0.0);
        let elastic = bed.map_or(Elastic { force: zero, slope: zero }, |bed| Elastic::at(&bed, Lanes::load(&penetration)));
        let batch = Batch {
            lanes: ALL_LANES,
            penetration: Lanes::load(&penetration),
            rate: Lanes::load(&rate),
            elastic,
            squareness: Lanes::load(&squareness),
            units: Lanes::splat(units),
            point,
            normal,
            deflection,
            old_normal,
        };
        let four = batch.force((bed.as_ref(), &material), velocity, h);
        let numbers = [
            four.normal_force.stored(),
            four.elastic_force.stored(),
            four.normal_stiffness.stored(),
            four.normal_damping.stored(),
            four.limit.stored(),
            four.d_velocity.stored(),
            four.d_deflection.stored(),
        ];
        let (shear, new_deflection) = (four.shear.stored(), four.deflection.stored());
        for (lane, (contact, velocity, deflection, old)) in contacts.iter().enumerate() {
            let one =
                contact.force_at(rate.0[lane], &material, units, *velocity, (*deflection, *old), h);
            let expected = [
                one.normal_force,
                one.elastic_force,
                one.normal_stiffness,
                one.normal_damping,
                one.friction.limit,
                one.friction.d_slip_velocity.isotropic,
                one.friction.d_deflection.isotropic,
            ];
            prop_assert_eq!(numbers.map(|four| four.0[lane]), expected);
            prop_assert_eq!(shear.get(lane), one.friction.force);
            prop_assert_eq!(new_deflection.get(lane), one.friction.deflection);
            prop_assert_eq!(four.slipping >> lane & 1 != 0, one.friction.slipping);
            prop_assert_eq!(four.saturated >> lane & 1 != 0, one.saturated);
            if let Some(slip) = &four.slip {
                let terms = [&slip.a, &slip.b_velocity, &slip.b_deflection, &slip.per_normal_force];
                let friction = &one.friction;
                let expected = [
                    friction.d_slip_velocity.a,
                    friction.d_slip_velocity.b,
                    friction.d_deflection.b,
                    friction.d_normal_force,
                ];
                prop_assert_eq!(terms.map(|v| v.stored().get(lane)), expected);
            } else {
                prop_assert!(!one.friction.slipping);
            }
        }
        prop_assert_eq!(WIDTH, contacts.len());
    }
}
