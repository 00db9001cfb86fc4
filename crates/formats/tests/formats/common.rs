//! What the tests share.

use bristle_formats::{ErrorKind, Imported, RobotOptions, SceneError, import};
use bristle_geometry::Pose;
use bristle_scene::{Built, Scene, Tree};
use bristle_world::{BodyId, World};
use glam::DVec3;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with files in it, two levels down as robots have it.
pub(crate) struct Folder {
    top: TempDir,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self { top: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.top.path().canonicalize().unwrap().join("robots").join(name)
    }
}

/// A tetrahedron of the given size with its corner at the origin, as OBJ.
pub(crate) fn tetrahedron(size: f64) -> String {
    format!("v 0 0 0\nv {size} 0 0\nv 0 {size} 0\nv 0 0 {size}\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
}

/// A robot file of the given name and text, imported.
pub(crate) fn imported(name: &str, text: &str) -> Result<Imported, SceneError> {
    let folder = Folder::new().with(name, text);
    import(&folder.path(name), &RobotOptions::default())
}

pub(crate) fn repaired(name: &str, text: &str) -> Imported {
    let folder = Folder::new().with(name, text);
    shown(import(&folder.path(name), &RobotOptions { repair: true, ..Default::default() }))
}

pub(crate) fn shown<T>(result: Result<T, SceneError>) -> T {
    result.unwrap_or_else(|error| panic!("{error}"))
}

/// The scene of a robot file.
pub(crate) fn scene(name: &str, text: &str) -> Scene {
    let tree = shown(imported(name, text)).tree;
    shown(Scene::from_tree(tree, name))
}

/// The notes of a robot file.
pub(crate) fn notes(name: &str, text: &str) -> Vec<String> {
    shown(imported(name, text)).notes
}

/// Whether one of the notes has all of these words.
pub(crate) fn noted(notes: &[String], words: &[&str]) -> bool {
    notes.iter().any(|note| words.iter().all(|word| note.contains(word)))
}

/// The error of a robot file: its kind, its line (0 if it has none), and all of it.
pub(crate) fn refused(name: &str, text: &str) -> (ErrorKind, usize, String) {
    let error = imported(name, text).err().unwrap_or_else(|| panic!("{name} was not refused:\n{text}"));
    (error.kind(), error.place().map_or(0, |place| place.line), error.to_string())
}

/// The world of a scene with its joints at the given positions, by body.
pub(crate) fn world_at(scene: &Scene, positions: &[(&str, f64)]) -> World {
    let Built { model, mut state, .. } = shown(scene.build());
    for (body, q) in positions {
        let id = model.body_named(body).unwrap();
        state.set_joint_position(&model, id, &[*q]).unwrap();
    }
    let mut world = World::new(bristle_world::Model::clone(&model));
    world.set_state(state).unwrap();
    world
}

pub(crate) fn pose(world: &World, body: &str) -> Pose {
    world.pose(world.model().body_named(body).unwrap()).unwrap()
}

/// Distance of places plus distance of the ends of their axes \[m\].
pub(crate) fn apart(a: Pose, b: Pose) -> f64 {
    let ends = [DVec3::X, DVec3::Y, DVec3::Z]
        .map(|axis| (a.transform_vector(axis) - b.transform_vector(axis)).length());
    (a.translation - b.translation).length() + ends.iter().sum::<f64>()
}

/// The greatest distance of any body in two worlds of the same bodies, while their joints are at the same random positions.
pub(crate) fn worlds_apart(a: &Scene, b: &Scene, seed: u64) -> f64 {
    let (one, other) = (shown(a.build()), shown(b.build()));
    let mut random = seed;
    let mut next = move || {
        // A linear congruential generator is random enough to move joints.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    let (mut first, mut second) = (one.state.clone(), other.state.clone());
    for (i, body) in one.model.bodies().iter().enumerate() {
        if body.joint.kind.velocities() == 1 && body.joint.mimic.is_none() {
            let q = next();
            first.set_joint_position(&one.model, BodyId(i), &[q]).unwrap();
            let id = other.model.body_named(&body.name).unwrap();
            second.set_joint_position(&other.model, id, &[q]).unwrap();
        }
    }
    let mut worlds = [one, other].map(|built| World::new(bristle_world::Model::clone(&built.model)));
    worlds[0].set_state(first).unwrap();
    worlds[1].set_state(second).unwrap();
    let names: Vec<String> = worlds[0].model().bodies().iter().map(|body| body.name.clone()).collect();
    names.iter().map(|name| apart(pose(&worlds[0], name), pose(&worlds[1], name))).fold(0.0, f64::max)
}

/// Paths of values that differ by more than rounding; meshes are the same wherever they are.
pub(crate) fn differences(a: &Tree, b: &Tree, path: &str, found: &mut Vec<String>) {
    let number = |tree: &Tree| match tree {
        Tree::Float(x) => Some(*x),
        Tree::Integer(i) => Some(*i as f64),
        _ => None,
    };
    match (a, b) {
        (Tree::Table(one), Tree::Table(other)) => {
            let keys: Vec<&String> = one.iter().chain(other).map(|(key, _)| key).collect();
            for key in
                keys.iter().enumerate().filter(|(i, key)| !keys[..*i].contains(key)).map(|(_, key)| key)
            {
                let of = |entries: &[(String, Tree)]| {
                    entries.iter().find(|(k, _)| k == *key).map(|(_, v)| v.clone())
                };
                match (of(one), of(other)) {
                    (Some(_), Some(_)) if *key == "mesh" => {}
                    (Some(x), Some(y)) => differences(&x, &y, &format!("{path}.{key}"), found),
                    _ => found.push(format!("{path}.{key} is in one only")),
                }
            }
            let order =
                |entries: &[(String, Tree)]| entries.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
            let named = [".bodies", ".skins", ".motors", ".sensors", ".loops", ".tendons"].contains(&path);
            if named && order(one) != order(other) {
                found.push(format!("{path} is in another order"));
            }
        }
        (Tree::List(one), Tree::List(other)) if one.len() == other.len() => {
            let opposite = path.ends_with(".quat")
                && one
                    .iter()
                    .zip(other)
                    .all(|(x, y)| (number(x).unwrap() + number(y).unwrap()).abs() < 1e-12);
            if !opposite {
                one.iter().zip(other).for_each(|(x, y)| differences(x, y, path, found));
            }
        }
        _ => match (number(a), number(b)) {
            (Some(x), Some(y)) if (x - y).abs() <= 1e-12 * x.abs().max(y.abs()).max(1e-3) => {}
            _ if a == b => {}
            _ => found.push(format!("{path}: {a:?} and {b:?}")),
        },
    }
}

/// All differences of two scenes.
pub(crate) fn scene_differences(a: &Scene, b: &Scene) -> Vec<String> {
    let mut found = Vec::new();
    differences(&a.data().to_tree(), &b.data().to_tree(), "", &mut found);
    found
}

pub(crate) fn write_exported(path: &Path, exported: &bristle_formats::Exported) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, &exported.content).unwrap();
    for (mesh, bytes) in &exported.meshes {
        let mesh = path.parent().unwrap().join(mesh);
        std::fs::create_dir_all(mesh.parent().unwrap()).unwrap();
        std::fs::write(mesh, bytes).unwrap();
    }
}

/// The line of the first occurrence of some words, from 1.
pub(crate) fn line_of(text: &str, words: &str) -> usize {
    let at = text.find(words).unwrap_or_else(|| panic!("no `{words}` in:\n{text}"));
    text[..at].matches('\n').count() + 1
}

/// Replaces words of a sound file by others and asserts that the file is then refused, in the line where they are.
pub(crate) fn assert_refused_in_line(name: &str, sound: &str, cases: &[(&str, &str, ErrorKind)]) {
    for (from, to, kind) in cases {
        let line = line_of(sound, from);
        let (found, at, message) = refused(name, &sound.replacen(from, to, 1));
        assert_eq!((found, at), (*kind, line), "{from} → {to}\n{message}");
    }
}
