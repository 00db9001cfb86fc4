//! A skin that is limited to some bodies feels these and what is fixed to them, and passes through all others.

use crate::support::bodies::{cuboid, fixed, free, pad, sphere, weightless};
use crate::support::material::weighing_pad;
use bristle_geometry::Pose;
use bristle_world::{Body, BodyId, Inertia, Joint, ModelBuilder, ModelError, SkinId, World};
use glam::{DVec3, dvec3};

/// A free pad with two balls half a millimetre deep in it; a peg that is fixed to the first one touches it, too.
fn pad_and_balls() -> (ModelBuilder, SkinId, [BodyId; 4]) {
    let mut builder = weightless();
    let plate = Pose::from_translation(DVec3::NEG_Z * 0.005);
    let plate = free(&mut builder, "plate", cuboid(dvec3(0.03, 0.02, 0.005)), 0.4, plate);
    let skin =
        builder.skin(plate, "pad", pad(weighing_pad()), Pose::from_translation(DVec3::Z * 0.005)).unwrap();
    let mut ball = |name: &str, x: f64| {
        free(&mut builder, name, sphere(0.008), 0.1, Pose::from_translation(dvec3(x, 0.001, 0.0075)))
    };
    let (felt, other) = (ball("felt", -0.012), ball("other", 0.012));
    let peg = Body {
        name: "peg".into(),
        parent: Some(felt),
        pose: Pose::from_translation(dvec3(0.011, 0.0, 0.0)),
        joint: Joint::fixed(),
        inertia: Inertia::ZERO,
    };
    let peg = builder.body(peg).unwrap();
    builder.shape(peg, "peg", cuboid(dvec3(0.002, 0.002, 0.008)), Pose::IDENTITY).unwrap();
    (builder, skin, [plate, felt, other, peg])
}

/// How fast a body leaves the pad \[m/s\].
fn speed(world: &World, body: BodyId) -> f64 {
    world.twist(body).unwrap().linear.z
}

#[test]
fn only_listed_bodies_and_what_is_fixed_to_them_are_felt_and_pushed() {
    let (mut builder, skin, [_, felt, other, _]) = pad_and_balls();
    builder.targets(skin, &[felt]).unwrap();
    let model = builder.build().unwrap();
    let names: Vec<&str> = model.skins()[0].targets.iter().map(|id| &*model.shapes()[id.0].name).collect();
    assert_eq!(names, ["felt", "peg"]);
    let mut world = World::new(model);
    let before = world.momentum();
    for _ in 0..100 {
        world.step(1e-3).unwrap();
        // What the pad gets is what the ball gets: nothing goes to a body that is not felt.
        assert!((world.momentum().linear - before.linear).length() < 1e-12);
    }
    assert!(speed(&world, felt) > 0.01, "the listed ball is pushed away");
    assert_eq!(world.twist(other).unwrap(), bristle_geometry::Twist::ZERO);
}

#[test]
fn without_a_list_everything_is_felt() {
    let (builder, _, [_, felt, other, _]) = pad_and_balls();
    let mut world = World::new(builder.build().unwrap());
    for _ in 0..100 {
        world.step(1e-3).unwrap();
    }
    assert!(speed(&world, felt) > 0.01 && speed(&world, other) > 0.01);
}

#[test]
fn bodies_fixed_to_the_world_are_told_apart() {
    let (mut builder, skin, _) = pad_and_balls();
    let [table, _] = ["table", "shelf"].map(|name| {
        let body = fixed(&mut builder, name, Pose::from_translation(DVec3::Y * 0.3));
        builder.shape(body, name, sphere(0.01), Pose::IDENTITY).unwrap();
        body
    });
    builder.targets(skin, &[table]).unwrap();
    let model = builder.build().unwrap();
    let felt: Vec<BodyId> = model.skins()[0].targets.iter().map(|id| model.shapes()[id.0].body).collect();
    assert_eq!(felt, [table]);
}

#[test]
fn targets_that_can_never_be_felt_are_refused() {
    let refused = |list: &dyn Fn([BodyId; 4]) -> Vec<BodyId>, exclude: bool| {
        let (mut builder, skin, bodies) = pad_and_balls();
        if exclude {
            builder.exclude(bodies[0], bodies[2]);
        }
        builder.targets(skin, &list(bodies)).unwrap();
        match builder.build() {
            Err(ModelError::BadTarget { skin, body }) => (skin, body),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(&|[plate, ..]| vec![plate], false), ("pad".into(), "plate".into()));
    assert_eq!(refused(&|[_, felt, other, _]| vec![felt, other], true), ("pad".into(), "other".into()));
    let (mut builder, skin, _) = pad_and_balls();
    let bare = fixed(&mut builder, "bare", Pose::IDENTITY);
    builder.targets(skin, &[bare]).unwrap();
    assert!(matches!(builder.build(), Err(ModelError::BadTarget { .. })));
    let (mut builder, skin, _) = pad_and_balls();
    assert!(matches!(builder.targets(SkinId(7), &[]), Err(ModelError::Unknown { .. })));
    assert!(matches!(builder.targets(skin, &[BodyId(70)]), Err(ModelError::Unknown { .. })));
}
