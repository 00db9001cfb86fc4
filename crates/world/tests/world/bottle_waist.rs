//! The waist of a bottle stays a gap in the tactile image: what is felt is its true surface, not its convex hull.

use crate::grippers::motion::lifting;
use crate::grippers::pad::Pad;
use crate::grippers::parallel::Parallel;
use crate::grippers::scene::Scene;
use crate::grippers::thing::Thing;
use bristle_geometry::mesh::generate;
use bristle_geometry::{MeshSurface, Pose};
use glam::DVec3;

const WAIST_HEIGHT: f64 = 0.125;
const TRIANGLES: usize = 4000;
const LIFT: f64 = 0.04;
const LIFT_AT: f64 = 1.0;
const H: f64 = 1e-3;

/// Stands on a table, its waist between the jaws.
fn grasp(bottle: Thing) -> Scene {
    let gripper = Parallel {
        mount: Pose::from_translation(DVec3::Z * WAIST_HEIGHT),
        wrist: lifting(LIFT, LIFT_AT),
        ..Parallel::pg70(30.0)
    };
    let mut scene = Scene::on_table(&gripper, bottle);
    scene.close();
    scene.run(LIFT_AT, H);
    scene
}

fn hull(bottle: &Thing) -> Thing {
    let mesh = generate::spray_bottle(TRIANGLES).unwrap().convex_hull().unwrap();
    Thing { shape: MeshSurface::new(&mesh).unwrap().into(), ..bottle.clone() }
}

/// Force of each row of a pad, from the lower end of the finger upwards [N].
fn rows(scene: &Scene, skin: usize) -> Vec<f64> {
    let texels = &scene.world.reading(scene.skins[skin]).unwrap().texels;
    texels.chunks(Pad::DSA.columns).map(|row| row.iter().map(|t| t.normal_force).sum()).collect()
}

fn middle(rows: &[f64]) -> f64 {
    rows[4..10].iter().sum()
}

#[test]
fn the_waist_of_a_bottle_stays_a_gap_in_the_tactile_image() {
    let bottle = Thing::bottle(TRIANGLES, 0.4);
    let (scene, filled) = (grasp(bottle.clone()), grasp(hull(&bottle)));
    for skin in 0..2 {
        let (felt, hull) = (rows(&scene, skin), rows(&filled, skin));
        println!("bottle {felt:.2?}\nhull   {hull:.2?}");
        assert_eq!(middle(&felt), 0.0, "{felt:?}");
        assert!(felt[0] > 1.0 && felt[13] > 1.0, "{felt:?}");
        // The check can fail: on the hull the same rows bear much of the grip.
        assert!(middle(&hull) > 5.0, "{hull:?}");
    }
}

#[test]
fn a_bottle_gripped_at_its_waist_is_lifted_and_held() {
    let mut scene = grasp(Thing::bottle(TRIANGLES, 0.4));
    let begin = scene.pose().translation.z;
    scene.run(1.0, H);
    let lifted = scene.pose().translation.z - begin;
    // It sags by less than a millimetre in the pads when the table no longer bears it.
    assert!((lifted - LIFT).abs() < 1e-3, "lifted by {lifted} m");
    let rest = scene.come_to_rest(H, 20.0);
    println!("lifted by {lifted} m; at rest after {rest:?} s more; pressed {:?}", scene.presses());
    assert!(rest.is_some(), "the bottle creeps");
    assert_eq!(middle(&rows(&scene, 0)), 0.0);
    for press in scene.presses() {
        assert!((25.0..35.0).contains(&press), "{press} N");
    }
}
