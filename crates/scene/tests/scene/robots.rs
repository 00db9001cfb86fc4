//! What scenes need to say about robots: poses of other programs, classes, roles of shapes, chains, configurations, packages.

use bristle_geometry::{Dh, DhConvention, Pose};
use bristle_scene::data::{RobotOptions, ShapeRole};
use bristle_scene::{ErrorKind, ImportRequest, Imported, Importer, Place, Scene, SceneData, SceneError};
use bristle_world::BodyId;
use glam::{DMat3, DQuat, DVec3};
use std::path::Path;

fn pose_of(text: &str) -> Pose {
    let scene = Scene::parse(&format!("[bodies.a]\npose = {text}\n"), "pose.toml");
    scene.unwrap_or_else(|error| panic!("{error}")).data().bodies[0].pose
}

fn error_of(text: &str) -> SceneError {
    Scene::parse(text, "wrong.toml").unwrap_err()
}

fn apart(a: Pose, b: Pose) -> f64 {
    (a.translation - b.translation).length() + a.rotation.angle_between(b.rotation)
}

#[test]
fn a_pose_is_the_same_however_it_is_written() {
    let rotation = DQuat::from_axis_angle(DVec3::new(0.3, -0.7, 1.1).normalize(), 0.43);
    let expected = Pose::new(rotation, DVec3::new(0.2, -0.1, 0.7));
    let m = expected.rotation_matrix().transpose().to_cols_array();
    let rows = format!(
        "{}, {}, {}, 0.2, {}, {}, {}, -0.1, {}, {}, {}, 0.7",
        m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]
    );
    let written = [
        "{ xyz = [0.2, -0.1, 0.7], axis = [0.3, -0.7, 1.1], angle = 0.43 }".to_owned(),
        format!(
            "{{ xyz_mm = [200, -100, 700], axis = [0.3, -0.7, 1.1], angle_deg = {} }}",
            0.43f64.to_degrees()
        ),
        format!("{{ matrix = [{rows}] }}"),
        format!("{{ matrix = [{rows}, 0, 0, 0, 1] }}"),
    ];
    for text in written {
        // The angle between near rotations is known to the root of a rounding error.
        assert!(apart(pose_of(&text), expected) < 1e-7, "{text}");
    }
    let parameters = Dh { a: 0.3, alpha: -0.7, d: 0.11, theta: 0.43 };
    for (word, convention) in [("standard", DhConvention::Standard), ("modified", DhConvention::Modified)] {
        let text = format!(
            "{{ dh = {{ a_mm = 300, alpha = -0.7, d = 0.11, theta = 0.43, convention = \"{word}\" }} }}"
        );
        assert_eq!(pose_of(&text), parameters.pose(convention), "{text}");
    }
}

#[test]
fn poses_that_say_too_much_or_nothing_are_refused() {
    let wrong = [
        ("{ axis = [0, 0, 1] }", "`axis` and `angle` need each other"),
        ("{ axis = [0, 0, 0], angle = 1 }", "this axis has no direction"),
        ("{ rpy = [0, 0, 1], dh = { a = 1 } }", "`bodies.a.pose` has both `rpy` and `dh`"),
        ("{ xyz = [0, 0, 1], matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] }", "has both `xyz` and `matrix`"),
        ("{ matrix = [1, 0, 0, 0] }", "a matrix has 12 or 16 numbers, this one 4"),
        ("{ matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0] }", "no rotation"),
        ("{ matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1.1, 0] }", "no rotation (off by 2.10e-1"),
        ("{ matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2] }", "its last row is not 0 0 0 1"),
    ];
    for (pose, message) in wrong {
        let error = error_of(&format!("[bodies.a]\npose = {pose}\n"));
        assert!(error.message().contains(message), "{pose}: {error}");
        assert_eq!(error.place().unwrap().line, 2, "{error}");
    }
    // What replaces an axis replaces its angle, too.
    let scene = Scene::parse("[bodies.a]\npose = { axis = [0, 0, 1], angle = 1 }", "a.toml").unwrap();
    scene.with_settings("bodies.a.pose.rpy = [0, 0, 2]").unwrap();
}

#[test]
fn inertia_may_be_given_in_its_own_axes() {
    let text = "[bodies.a]\njoint = \"free\"\ninertia = { mass = 0.7, moments = [0.3, 0.5, 0.7], rpy_deg = [90, 0, 0] }\n";
    let scene = Scene::parse(text, "inertia.toml").unwrap();
    let inertia = scene.build().unwrap().model.bodies()[0].inertia;
    // Turned about x, y and z change places.
    let expected = DMat3::from_diagonal(DVec3::new(0.3, 0.7, 0.5));
    assert!((inertia.about_centre - expected).to_cols_array().iter().all(|x| x.abs() < 1e-15), "{inertia:?}");
    assert_eq!(Scene::from_data(scene.data()).unwrap().data(), scene.data());
}

#[test]
fn visual_shapes_are_drawn_and_not_touched() {
    let text = r#"
[bodies.a]
joint = "free"
mass = 0.5
shapes.hull = { sphere = { radius = 0.1 }, role = "collision" }
shapes.look = { box = { size = [0.3, 0.3, 0.3] }, role = "visual", colour = [1, 0.5, 0, 1], pose = { xyz = [0, 0, 1] } }
"#;
    let scene = Scene::parse(text, "roles.toml").unwrap();
    let body = &scene.data().bodies[0];
    assert_eq!(body.solids().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["hull"]);
    assert_eq!(body.drawn().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["look"]);
    let model = scene.build().unwrap().model;
    assert_eq!(model.shapes().len(), 1);
    assert_eq!(model.bodies()[0].inertia.centre, DVec3::ZERO);
    assert_eq!(Scene::parse(&scene.to_toml(), "again.toml").unwrap(), scene);
    let error = error_of("[bodies.a]\nmass = 1\nshapes.x = { sphere = { radius = 1 }, role = \"visual\" }");
    assert!(error.message().contains("no shapes to spread it over"), "{error}");
}

#[test]
fn classes_give_what_a_thing_does_not_say_itself() {
    let text = r#"
[classes.part]
body = { density = 700.0, joint = { damping = 0.3 } }
shape = { colour = [1, 0, 0, 1] }

[classes.finger]
class = "part"
body = { joint = { kind = "revolute", axis = [0, 1, 0], limits = { range = [-1, 1] } } }
motor = { max_effort = 3.0 }

[bodies.a]
class = "finger"
joint = { axis = [1, 0, 0] }
mass = 0.2
shapes.s = { sphere = { radius = 0.1 }, class = "part" }

[bodies.b]
class = "part"
joint.kind = "revolute"
joint.axis = [0, 0, 1]
shapes.s = { sphere = { radius = 0.1 } }

[motors.m]
class = "finger"
drives = "a"
"#;
    let scene = Scene::parse(text, "classes.toml").unwrap_or_else(|error| panic!("{error}"));
    let plain = r#"
[bodies.a]
joint = { kind = "revolute", axis = [1, 0, 0], limits = { range = [-1, 1] }, damping = 0.3 }
mass = 0.2
shapes.s = { sphere = { radius = 0.1 }, colour = [1, 0, 0, 1] }
[bodies.b]
joint = { kind = "revolute", axis = [0, 0, 1], damping = 0.3 }
density = 700.0
shapes.s = { sphere = { radius = 0.1 } }
[motors.m]
max_effort = 3.0
drives = "a"
"#;
    assert_eq!(scene, Scene::parse(plain, "plain.toml").unwrap());
    let ring = "[classes.a]\nclass = \"b\"\n[classes.b]\nclass = \"a\"\n[bodies.x]\nclass = \"a\"";
    assert_eq!(error_of(ring).kind(), ErrorKind::Cycle);
    let unknown = error_of("[classes.finger]\n[bodies.x]\nclass = \"fingr\"");
    assert!(unknown.to_string().contains("did you mean `finger`?"), "{unknown}");
    assert_eq!(error_of("[classes.a]\nbodie = {}").kind(), ErrorKind::UnknownKey);
    // A mistake in a class is shown there.
    let error = error_of("[classes.a]\nbody = { densty = 3 }\n[bodies.x]\nclass = \"a\"");
    assert_eq!((error.kind(), error.place().unwrap().line), (ErrorKind::UnknownKey, 2), "{error}");
}

const ARM: &str = r#"
start = "open"
[bodies.base]
[bodies.upper]
parent = "base"
joint = { kind = "revolute", axis = [0, 0, 1] }
inertia = { mass = 1, moments = [0.1, 0.1, 0.1] }
[bodies.tool]
parent = "upper"
joint = { kind = "prismatic", axis = [1, 0, 0] }
inertia = { mass = 1, moments = [0.1, 0.1, 0.1] }
[chains.arm]
base = "base"
tip = "tool"
hand = ["tool"]
closing = [-1]
[configurations.open]
positions = { upper = 0.3, tool = 0.02 }
[configurations.turned]
positions_deg = { upper = 90 }
"#;

#[test]
fn a_scene_begins_in_the_configuration_that_it_names() {
    let scene = Scene::parse(ARM, "arm.toml").unwrap_or_else(|error| panic!("{error}"));
    let at = |scene: &Scene, body: usize| {
        let built = scene.build().unwrap();
        built.state.joint_position(&built.model, BodyId(body)).to_vec()
    };
    assert_eq!((at(&scene, 1), at(&scene, 2)), (vec![0.3], vec![0.02]));
    let turned = scene.with_settings("start = \"turned\"").unwrap();
    assert_eq!((at(&turned, 1), at(&turned, 2)), (vec![std::f64::consts::FRAC_PI_2], vec![0.0]));
    // What a body says itself goes before.
    let own = scene.with_settings("bodies.upper.start.position = 0.7").unwrap();
    assert_eq!(at(&own, 1), [0.7]);
    assert_eq!(Scene::from_data(scene.data()).unwrap().data(), scene.data());
    assert_eq!(Scene::parse(&scene.to_toml(), "again.toml").unwrap(), scene);
}

#[test]
fn chains_and_configurations_that_cannot_be_are_refused() {
    let with = |old: &str, new: &str| error_of(&ARM.replacen(old, new, 1)).message().to_owned();
    assert_eq!(
        with("base = \"base\"\ntip", "base = \"tool\"\ntip = \"upper\"\n#"),
        "no chain leads from `tool` to `upper`"
    );
    assert_eq!(
        with("closing = [-1]", "closing = [1, 1]"),
        "there are 2 directions for the 1 joints of the hand"
    );
    assert!(with("upper = 90", "tool = 90").contains("wrong unit"));
    assert!(with("upper = 90", "base = 90").contains("has no one position"));
    assert!(with("start = \"open\"", "start = \"opn\"").contains("names the configuration `opn`"));
}

#[test]
fn links_that_meet_in_a_joint_do_not_touch_even_at_a_base_that_stands() {
    let text = r#"
[materials.m]
preset = "foam_rs_55_066_corrected_per_area"
[bodies.base]
shapes.s = { sphere = { radius = 0.1 } }
[bodies.flange]
parent = "base"
shapes.s = { sphere = { radius = 0.1 } }
[bodies.link]
parent = "flange"
joint = { kind = "revolute", axis = [0, 0, 1] }
mass = 1
shapes.s = { sphere = { radius = 0.1 } }
[bodies.next]
parent = "link"
joint = { kind = "revolute", axis = [0, 0, 1] }
mass = 1
shapes.s = { sphere = { radius = 0.1 } }
[bodies.table]
shapes.s = { sphere = { radius = 0.1 } }
[skins.skin]
on = "link"
layout = { body = { spacing = 0.05 } }
material = "m"
"#;
    let model = Scene::parse(text, "adjacent.toml").unwrap().build().unwrap().model;
    let felt: Vec<&str> = model.skins()[0]
        .targets
        .iter()
        .map(|shape| model.bodies()[model.shapes()[shape.0].body.0].name.as_str())
        .collect();
    // The table stands as the base does, and is touched.
    assert_eq!(felt, ["table"]);
}

#[test]
fn meshes_may_be_named_by_their_package_or_stand_in_the_scene() {
    let folder = tempfile::tempdir().unwrap();
    let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    std::fs::create_dir_all(folder.path().join("libraries/hand/meshes")).unwrap();
    std::fs::write(folder.path().join("libraries/hand/meshes/tip.obj"), obj).unwrap();
    let body = "[bodies.a]\nshapes.s = { mesh = { file = \"package://hand/meshes/tip.obj\" } }\n";
    let scene =
        Scene::parse(&format!("packages = [\"libraries\"]\n{body}"), folder.path().join("scene.toml"))
            .unwrap();
    assert_eq!(scene.build().unwrap().model.shapes().len(), 1);
    let error = Scene::parse(body, folder.path().join("scene.toml")).unwrap_err();
    assert_eq!(error.message(), "there is no package `hand`");
    // In the including file, for the included one.
    std::fs::write(folder.path().join("part.toml"), body).unwrap();
    let text = "packages = [\"libraries\"]\ninclude = [\"part.toml\"]";
    assert_eq!(Scene::parse(text, folder.path().join("scene.toml")).unwrap(), scene);

    let mesh = bristle_geometry::files::parse(
        obj.as_bytes(),
        bristle_geometry::files::Format::Obj,
        &Default::default(),
    );
    let inline = bristle_geometry::files::inline(&mesh.unwrap().mesh);
    let text = format!("[bodies.a]\nshapes.s = {{ mesh = {{ file = \"{inline}\" }} }}\n");
    let scene = Scene::parse(&text, "inline.toml").unwrap();
    assert_eq!(
        Scene::parse(&scene.to_toml(), "again.toml").unwrap().build().unwrap().model.shapes().len(),
        1
    );
}

/// Reads `.robot` files: a name, or a mistake.
struct Robots;

impl Importer for Robots {
    fn reads(&self, path: &Path) -> bool {
        path.extension().is_some_and(|extension| extension == "robot")
    }

    fn import(&self, path: &Path, how: &ImportRequest<'_>) -> Result<Imported, SceneError> {
        let text = std::fs::read_to_string(path).unwrap();
        if text == "bad" {
            let place = Place { file: path.display().to_string(), line: 1, column: 1, text, width: 3 };
            return Err(SceneError::new(ErrorKind::Refused, "a bad robot", Some(place))
                .with_note("help: a better one"));
        }
        let RobotOptions { skins, .. } = how.options;
        let mut data = SceneData::default();
        data.bodies.push(bristle_scene::data::BodyDescription { name: text, ..Default::default() });
        Ok(Imported {
            tree: data.to_tree(),
            notes: vec![format!("{} packages, skins on {skins:?}", how.packages.len())],
        })
    }
}

#[test]
fn a_robot_file_is_included_like_a_scene() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("arm.robot"), "arm").unwrap();
    std::fs::write(at("bad.robot"), "bad").unwrap();
    let text = "packages = [\".\"]\n[[include]]\nfile = \"arm.robot\"\nprefix = \"left_\"\npose = { xyz = [0, 0, 1] }\nrobot = { skins = [\"*_tip\"] }\n";
    let scene = Scene::parse_with(text, at("scene.toml"), &Robots).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scene.data().bodies[0].name, "left_arm");
    assert_eq!(scene.data().bodies[0].pose.translation.z, 1.0);
    assert!(scene.notes()[0].ends_with("arm.robot: 1 packages, skins on [\"*_tip\"]"), "{:?}", scene.notes());
    let built = scene.build().unwrap();
    assert_eq!(built.notes, scene.notes());
    assert_eq!(Scene::load_with(at("arm.robot"), &Robots).unwrap().data().bodies[0].name, "arm");

    let error =
        Scene::parse_with("include = [\"bad.robot\"]", at("scene.toml"), &Robots).unwrap_err().to_string();
    let wanted = [
        "error: a bad robot",
        "bad.robot:1:1",
        " | ^^^",
        "= help: a better one",
        "= included from",
        "scene.toml:1:12",
    ];
    assert!(wanted.iter().all(|part| error.contains(part)), "{error}");
    let error =
        Scene::parse("[[include]]\nfile = \"lib:objects/cube\"\nrobot = {}", "scene.toml").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(ShapeRole::Both, bristle_scene::data::ShapeDescription::default().role);
}
