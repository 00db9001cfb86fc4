//! Household objects: all can be read, stand on a table, and say where their figures come from.

use bristle_scene::household::{self, Basis, Crush};
use bristle_scene::{Scene, library};
use bristle_world::World;

#[test]
fn fifty_objects_of_which_thirty_can_be_crushed_and_five_more() {
    let table3 = || household::objects().iter().filter(|object| object.used_in == "table3");
    assert_eq!(table3().count(), 50);
    assert_eq!(table3().filter(|object| object.is_crushable()).count(), 30);
    assert_eq!(household::objects().len(), 55);
    for object in household::objects() {
        // Full motor effort gives 43 N: half of 100 N, less 7 N of dry friction. It must crush what is crushable.
        if let Some(Crush::Force(force)) = object.crush {
            assert!(force < 43.0, "{}", object.name);
        }
        assert!(object.is_crushable() <= object.stiffness.is_some(), "{}", object.name);
        assert!(object.solid.size().x < 0.09 || object.name == "football", "{}", object.name);
        assert!(object.basis.len() >= 3, "{}", object.name);
    }
    let published = household::find("coffee-mate").unwrap();
    assert_eq!((published.mass, published.basis[1]), (0.45, ("mass", Basis::Published)));
}

#[test]
fn every_object_of_the_library_stands_on_a_table() {
    for object in household::objects() {
        assert!(
            library::find(&format!("lib:household/{}", object.name))
                .unwrap()
                .summary()
                .contains(&object.title)
        );
        let text = format!("include = [\"lib:objects/table\", \"lib:household/{}\"]", object.name);
        let built = Scene::parse(&text, "law.toml").unwrap().build().unwrap();
        let mut world = World::new(built.model.clone());
        world.set_state(built.state.clone()).unwrap();
        let body = world.model().body_named(&object.name).unwrap();
        for _ in 0..100 {
            world.step(1e-3).unwrap();
        }
        let height = world.pose(body).unwrap().translation.z;
        // Points of a round bottom are up to a fifth of its radius apart: it sinks until they carry it.
        assert!(height.abs() < 3e-3, "{} is at {height}", object.name);
    }
}

/// Force on a rigid flat fingertip that is pressed into the side of an object, as the sum over a bed of springs, against closed forms.
#[test]
fn a_fingertip_pressed_in_by_a_millimetre_feels_the_stated_stiffness() {
    let per_area = |name: &str| household::find(name).unwrap().surface_stiffness().unwrap();
    let [along, across] = household::FINGERTIP;
    let stated = |name: &str| household::find(name).unwrap().stiffness.unwrap();
    // A box: the whole fingertip, 504 mm².
    let found = per_area("cereal-box-empty") * along * across;
    assert!((found / stated("cereal-box-empty") - 1.0).abs() < 1e-9, "{found}");
    // A ball: F = π k R δ². The grid of springs is coarse at the rim of the contact.
    let found = per_area("foam-ball") * std::f64::consts::PI * 0.035 * 1e-3;
    assert!((found / stated("foam-ball") - 1.0).abs() < 0.01, "{found}");
    // A cylinder: F = 4/3 k L √(2R) δ^1.5, as long as the fingertip is wide.
    let found = per_area("soda-can-empty") * 4.0 / 3.0 * across * (0.066_f64).sqrt() * 1e-3_f64.sqrt();
    assert!((found / stated("soda-can-empty") - 1.0).abs() < 0.01, "{found}");
}
