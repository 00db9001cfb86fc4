//! The scenes of the library do what their titles say.

use bristle_scene::data::{Event, PhaseEnd};
use bristle_scene::{Built, Scene, library};
use bristle_world::World;

fn world_of(name: &str) -> (Built, World) {
    let built = Scene::parse(library::find(name).unwrap().text, "library.toml").unwrap().build().unwrap();
    let mut world = World::new(built.model.clone()).with_stepping(built.run.stepping);
    world.set_state(built.state.clone()).unwrap();
    (built, world)
}

fn force(built: &Built, world: &World, skin: &str) -> f64 {
    let reading = world.reading(built.model.skin_named(skin).unwrap()).unwrap();
    reading.texels.iter().map(|texel| texel.normal_force).sum()
}

fn height(built: &Built, world: &World, body: &str) -> f64 {
    world.pose(built.model.body_named(body).unwrap()).unwrap().translation.z
}

fn pass(world: &mut World, duration: f64, h: f64) {
    for _ in 0..(duration / h).round() as usize {
        world.step(h).unwrap_or_else(|error| panic!("at {} s: {error}", world.state().time));
    }
}

#[test]
fn a_kilogram_weighs_nine_point_eight_newtons() {
    let (built, mut world) = world_of("scenes/weigh");
    pass(&mut world, 2.0, built.run.step);
    // The pad's damping leaves e^(−c t/2m), below 1e-12 after 2 s; the solver stops at 1e-9 or so of the force.
    let weight = force(&built, &world, "dsa");
    assert!((weight - 9.8).abs() < 1e-6, "{weight} N");
}

#[test]
fn the_tilted_cube_stays() {
    let (built, mut world) = world_of("scenes/tilted-cube");
    pass(&mut world, 2.0, built.run.step);
    let settled = world.pose(built.model.body_named("cube").unwrap()).unwrap().translation;
    pass(&mut world, 2.0, built.run.step);
    let later = world.pose(built.model.body_named("cube").unwrap()).unwrap().translation;
    assert!((later - settled).length() < 1e-12, "{:e} m", (later - settled).length());
    // The cube leans into the pad by another 0.15°: friction carries m g sin of the angle at which its face really lies.
    let lean = world
        .pose(built.model.body_named("cube").unwrap())
        .unwrap()
        .transform_vector(glam::DVec3::Z)
        .angle_between(glam::DVec3::Z);
    assert!((lean.to_degrees() - 10.15).abs() < 0.01, "{}°", lean.to_degrees());
    let texels = &world.reading(built.model.skin_named("dsa").unwrap()).unwrap().texels;
    let shear: glam::DVec3 = texels.iter().map(|texel| texel.shear).sum();
    let carried = 9.8 * lean.sin();
    assert!((shear.length() - carried).abs() < 1e-6, "{shear} N for {carried} N"); // at rest to the solver's accuracy
}

#[test]
fn the_pg70_picks_the_cube_and_holds_it() {
    let (built, mut world) = world_of("scenes/pick-cube");
    let h = built.run.step;
    for phase in &built.script.as_ref().unwrap().phases {
        for order in &phase.commands {
            world.command(built.model.motor_named(&order.motor).unwrap(), order.command).unwrap();
        }
        match &phase.end {
            PhaseEnd::After(time) => pass(&mut world, *time, h),
            PhaseEnd::When { event: Event::SkinForce(event), at_most } => {
                let begin = world.state().time;
                while !event.is_passed_by(force(&built, &world, &event.skin)) {
                    assert!(world.state().time - begin < *at_most, "`{}` never ends", phase.name);
                    pass(&mut world, h, h);
                }
            }
            other => panic!("{other:?}"),
        }
        let (left, right) = (force(&built, &world, "left_dsa"), force(&built, &world, "right_dsa"));
        println!(
            "{:>9}: {:.3} s, pads {left:.3} N and {right:.3} N, cube at {:.6} m",
            phase.name,
            world.state().time,
            height(&built, &world, "cube")
        );
    }
    let held = height(&built, &world, "cube");
    assert!((held - 0.1).abs() < 2e-3, "lifted to {held} m");
    let (left, right) = (force(&built, &world, "left_dsa"), force(&built, &world, "right_dsa"));
    // Half of 30 N each; the jaws' joint damping takes nothing at rest.
    assert!((left - 15.0).abs() < 0.1 && (right - 15.0).abs() < 0.1, "{left} N and {right} N");
    pass(&mut world, 0.5, h);
    assert!((height(&built, &world, "cube") - held).abs() < 1e-9);
}

#[test]
fn the_ball_of_the_starter_lands_on_its_pad() {
    let (built, mut world) = world_of("scenes/starter");
    let mut most: f64 = 0.0;
    for _ in 0..(built.run.duration / built.run.step).round() as usize {
        world.step(built.run.step).unwrap();
        most = most.max(force(&built, &world, "pad"));
    }
    assert!(most > 0.1 * 9.81, "{most} N");
}

#[test]
fn what_would_fall_through_the_table_is_remarked_upon() {
    let scene = |contact: &str, gravity: f64| {
        let text = format!(
            "include = [\"lib:objects/table\", \"lib:materials/surfaces\"]\nworld.gravity = [0.0, 0.0, {gravity}]\n\
             [bodies.ball]\njoint = \"free\"\nmass = 0.07\npose = {{ xyz = [0.0, 0.0, 0.03] }}\n{contact}\n\
             shapes.body = {{ sphere = {{ radius = 0.02 }} }}"
        );
        Scene::parse(&text, "ball.toml").unwrap().build().unwrap().notes
    };
    let remarks = scene("touched_by = \"skins\"", -9.81);
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    assert!(["`ball`", "`table`", "touched_by"].iter().all(|word| remarks[0].contains(word)), "{remarks:?}");
    assert!(scene("touched_by = \"skins\"", 0.0).is_empty(), "nothing falls");
    assert!(scene("", -9.81).is_empty(), "it stands");
}

#[test]
fn nothing_in_the_library_falls_through_anything() {
    for model in library::list().filter(|model| model.name.starts_with("scenes/")) {
        let (built, _) = world_of(model.name);
        assert!(built.notes.is_empty(), "{}: {:?}", model.name, built.notes);
    }
}
