//! Random scenes come back from every format.

use crate::common::{Folder, shown};
use crate::round_trips::{assert_round_trip, extension};
use bristle_formats::Format;
use bristle_scene::Scene;
use std::fmt::Write as _;

/// How many scenes are tried; many more with `BRISTLE_TEST_ALL`.
const SCENES: u64 = 12;

struct Random(u64);

impl Random {
    /// From 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, count: usize) -> usize {
        ((self.next() * count as f64) as usize).min(count - 1)
    }

    fn around(&mut self, size: f64) -> f64 {
        (2.0 * self.next() - 1.0) * size
    }

    fn place(&mut self) -> String {
        let [x, y, z, a, b, c] = std::array::from_fn(|i| self.around(if i < 3 { 0.3 } else { 3.0 }));
        format!("{{ xyz = [{x}, {y}, {z}], rpy = [{a}, {b}, {c}] }}")
    }

    fn chance(&mut self) -> bool {
        self.next() < 0.5
    }
}

fn random_scene(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let count = 2 + random.below(7);
    let mut text = format!("title = \"random {seed}\"\n");
    // Bodies on turning or sliding joints, and whether they turn.
    let mut single: Vec<(usize, bool)> = Vec::new();
    for i in 0..count {
        let _ = writeln!(text, "[bodies.b{i}]\nmass = {}\npose = {}", 0.01 + random.next(), random.place());
        let parent = (i > 0 && random.next() < 0.85).then(|| random.below(i));
        if let Some(parent) = parent {
            let _ = writeln!(text, "parent = \"b{parent}\"");
        }
        let size: [f64; 3] = std::array::from_fn(|_| 0.005 + 0.1 * random.next());
        let shape = match random.below(4) {
            0 => format!("{{ sphere = {{ radius = {} }} }}", size[0]),
            1 => format!(
                "{{ box = {{ size = [{}, {}, {}] }}, pose = {} }}",
                size[0],
                size[1],
                size[2],
                random.place()
            ),
            2 => format!(
                "{{ cylinder = {{ radius = {}, height = {} }}, role = \"collision\" }}",
                size[0], size[1]
            ),
            _ => format!(
                "{{ capsule = {{ radius = {}, height = {} }}, colour = [0.1, 0.9, 0.3, 1.0] }}",
                size[0], size[1]
            ),
        };
        let _ = writeln!(text, "shapes.s = {shape}");
        let [x, y, z] = std::array::from_fn(|_| random.around(1.0));
        let (low, high) = (-random.next() - 0.1, random.next() + 0.1);
        let kind = random.below(6);
        let axis = format!("axis = [{x}, {y}, {z}]");
        let details = format!("damping = {}, armature = {}", random.next(), 0.01 * random.next());
        match (kind, parent, single.last().copied()) {
            (0, Some(_), _) => text.push_str("joint = \"ball\"\n"),
            (1, None, _) => text.push_str("joint = \"free\"\n"),
            (2, Some(_), Some((leader, true))) => {
                let _ = writeln!(
                    text,
                    "joint = {{ kind = \"revolute\", {axis}, mimic = {{ body = \"b{leader}\", ratio = {}, offset = {} }} }}",
                    random.around(2.0),
                    random.around(0.3)
                );
            }
            (2 | 3, ..) => {
                let _ = writeln!(
                    text,
                    "joint_name = \"joint {i}\"\njoint = {{ kind = \"revolute\", {axis}, {details}, limits = {{ range = [{low}, {high}] }} }}"
                );
                single.push((i, true));
            }
            (4, ..) => {
                let _ = writeln!(
                    text,
                    "joint = {{ kind = \"prismatic\", {axis}, {details}, spring = {{ stiffness = {}, rest = {} }} }}",
                    1.0 + random.next(),
                    random.around(0.1)
                );
                single.push((i, false));
            }
            _ => {}
        }
    }
    for &(body, _) in &single {
        if random.chance() {
            let _ = writeln!(
                text,
                "[motors.m{body}]\ndrives = \"b{body}\"\nmax_effort = {}\nposition_control = {{ stiffness = {}, damping = {} }}",
                1.0 + random.next(),
                10.0 * random.next() + 0.1,
                random.next()
            );
        }
    }
    for k in 0..random.below(3) {
        let (a, b) = (random.below(count), random.below(count));
        if a != b {
            let kind = ["weld", "pin", "ball", "slider", "plane"][random.below(5)];
            let _ = writeln!(
                text,
                "[loops.l{k}]\nkind = \"{kind}\"\njoins = \"b{a}\"\nto = \"b{b}\"\npose = {}\npose_on_second = {}",
                random.place(),
                random.place()
            );
        }
    }
    if single.len() > 1 {
        for k in 0..random.below(3) {
            let kind =
                ["kind = \"rod\"", "kind = \"cord\"", "kind = \"clutch\"\nslips_at = 1.7"][random.below(3)];
            let joints: Vec<String> = single
                .iter()
                .map(|(body, _)| format!("b{body} = {{ by = {} }}", random.around(0.1) + 0.2))
                .collect();
            let stiffness = if random.chance() { 1e6 } else { 3.0 + random.next() };
            let _ = writeln!(
                text,
                "[tendons.t{k}]\n{kind}\nrest_length = {}\nstiffness = {stiffness}\ndamping = {}\njoints = {{ {} }}",
                random.around(0.1),
                random.next(),
                joints.join(", ")
            );
        }
    }
    if let Some((body, _)) = single.first() {
        let _ = writeln!(text, "[configurations.home]\npositions = {{ b{body} = {} }}", random.around(0.1));
    }
    text
}

#[test]
fn random_scenes_come_back_from_every_format() {
    let folder = Folder::new();
    let count = if std::env::var_os("BRISTLE_TEST_ALL").is_some() { 40 * SCENES } else { SCENES };
    for seed in 0..count {
        let text = random_scene(seed);
        let scene =
            Scene::parse(&text, folder.path("random.toml")).unwrap_or_else(|error| panic!("{error}\n{text}"));
        shown(scene.build());
        for format in Format::WRITTEN {
            assert_round_trip(&scene, format, &folder.path(&format!("{seed}.{}", extension(format))));
        }
    }
}
