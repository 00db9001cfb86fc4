//! Whatever is in a scene file, the reader answers with a scene or with an error, and never with a panic.

use bristle_scene::{Scene, library};
use proptest::prelude::*;

/// Reads it, and if it is a scene after all, writes it and reads it again.
fn survives(text: &str) -> bool {
    match Scene::parse(text, "fuzz.toml") {
        Ok(scene) => {
            let written = scene.to_toml();
            let again =
                Scene::parse(&written, "again.toml").unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert!(scene == again, "{written}");
            // And the same from its data, without the text that it was read from.
            let data = scene.data();
            let from_data = Scene::from_data(data).unwrap_or_else(|error| panic!("{error}\n{data:#?}"));
            assert_eq!(from_data.data(), data, "{written}");
            let written = from_data.to_toml();
            let again =
                Scene::parse(&written, "data.toml").unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(again.data(), data, "{written}");
            true
        }
        Err(error) => {
            let shown = error.to_string();
            assert!(shown.starts_with("error: ") && shown.len() < 20_000, "{shown}");
            false
        }
    }
}

/// A scene with a bit of everything.
const SEED: &str = r#"
title = "fuzz"
include = ["lib:objects/cube", { file = "lib:objects/cube", prefix = "b_", pose = { xyz_mm = [100, 0, 0] } }]
exclude = [["cube", "b_cube"]]
[world]
gravity = [0, 0, -9.81]
[run]
duration = 2.0
step = 1e-3
stepping = "newton"
seed = 3
[materials.pad]
basis = "per_area"
normal = { tabulated = { points = [[1e-3, 10.0], [2e-3, 30.0]], damping = 0.1 } }
friction = { lugre = { stiffness = 1e3, damping = 1.0, mu_static = 0.6, mu_dynamic = 0.4, stribeck_speed = 0.1 } }
max_penetration_mm = 3.0
saturation = "cut_off"
target_stiffness = 1e5
[bodies.slide]
joint = { kind = "prismatic", axis = [0, 0, 1], limits = { range_mm = [0, 100] }, damping = 1.0, friction = { force = 0.1 }, spring = { stiffness = 10.0 } }
mass = 0.7
shapes.s = { capsule = { radius_mm = 10, height_mm = 30 }, pose = { rpy_deg = [10, 20, 30] } }
start = { position_mm = 3.0 }
[bodies.follower]
parent = "slide"
joint = { kind = "revolute", axis = [0, 1, 0], mimic = { body = "slide", ratio = 2.0 } }
inertia = { mass = 0.1, moments = [1e-3, 1e-3, 1e-3] }
[bodies.led]
joint = { kind = "revolute", axis = [1, 0, 0], motion = { waypoints = { times = [0, 1], positions_deg = [0, 90] }, sine = { amplitude_deg = 1, frequency = 3 } } }
[skins.skin]
on = "slide"
layout = { grid = { rows = 4, columns = 3, pitch_mm = 3.4 } }
material = "pad"
samples = 4
device = { layers = [{ sampling = { rate = 100.0 } }] }
[motors.m]
drives = "slide"
max_effort = 30.0
position_control = { stiffness = 1e3, damping = 10 }
gear = { lead_mm = 5, efficiency = 0.8 }
rotor = { inertia = 1e-6 }
[sensors.s]
accelerometer = { on = "slide", range = 78.0, resolution = 0.15 }
rate = 1000
[[disturbances]]
push = { body = "cube", force = [1, 0, 0], from = 0.5, until = 0.7 }
[[controller.phases]]
name = "go"
until = { skin_force = { skin = "skin", above = 0.2 } }
at_most = 1.0
commands = { m = { position_mm = 20 } }
[record]
every = 0.01
"#;

#[test]
fn the_seed_of_the_fuzzer_is_a_good_scene() {
    assert!(survives(SEED));
    Scene::parse(SEED, "seed.toml").unwrap().build().unwrap_or_else(|error| panic!("{error}"));
}

const NUMBERS: [&str; 16] = [
    "nan",
    "-nan",
    "inf",
    "-inf",
    "1e999",
    "-1e308",
    "1e308",
    "1e-320",
    "0",
    "-0.0",
    "-1",
    "9223372036854775807",
    "99999999999999999999",
    "0x7f",
    "true",
    "\"1\"",
];

/// What is done to a text.
#[derive(Clone, Debug)]
enum Mutation {
    Delete(usize),
    Duplicate(usize),
    Swap(usize, usize),
    Number(usize, usize),
    SwapWords(usize, usize),
    Bytes(usize, String),
    Cut(usize),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let any = any::<usize>;
    prop_oneof![
        any().prop_map(Mutation::Delete),
        any().prop_map(Mutation::Duplicate),
        (any(), any()).prop_map(|(a, b)| Mutation::Swap(a, b)),
        (any(), any()).prop_map(|(a, b)| Mutation::Number(a, b)),
        (any(), any()).prop_map(|(a, b)| Mutation::SwapWords(a, b)),
        (any(), "[\\PC\\t\\n\"'{}\\[\\]=.,#]{1,6}").prop_map(|(a, s)| Mutation::Bytes(a, s)),
        any().prop_map(Mutation::Cut),
    ]
}

fn words(text: &str, fits: impl Fn(&str) -> bool) -> Vec<(usize, usize)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_.+-".contains(c);
    let mut found = Vec::new();
    let mut begin = None;
    for (i, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (begin, is_word(c)) {
            (None, true) => begin = Some(i),
            (Some(start), false) => {
                if fits(&text[start..i]) {
                    found.push((start, i));
                }
                begin = None;
            }
            _ => {}
        }
    }
    found
}

fn mutate(text: &str, mutation: &Mutation) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let count = lines.len().max(1);
    let at_char = |i: usize| {
        let mut i = i % (text.len() + 1);
        while !text.is_char_boundary(i) {
            i -= 1;
        }
        i
    };
    match mutation {
        _ if lines.is_empty() => text.to_owned(),
        Mutation::Delete(i) => {
            lines.remove(i % count);
            lines.join("\n")
        }
        Mutation::Duplicate(i) => {
            lines.insert(i % count, lines[i % count]);
            lines.join("\n")
        }
        Mutation::Swap(a, b) => {
            lines.swap(a % count, b % count);
            lines.join("\n")
        }
        Mutation::Number(i, n) => {
            let numbers = words(text, |word| word.parse::<f64>().is_ok());
            let Some(&(start, end)) = numbers.get(i % numbers.len().max(1)) else { return text.to_owned() };
            format!("{}{}{}", &text[..start], NUMBERS[n % NUMBERS.len()], &text[end..])
        }
        Mutation::SwapWords(a, b) => {
            let all = words(text, |_| true);
            if all.is_empty() {
                return text.to_owned();
            }
            let (a, b) = (all[a % all.len()], all[b % all.len()]);
            let (a, b) = if a.0 <= b.0 { (a, b) } else { (b, a) };
            if a == b {
                return text.to_owned();
            }
            let [one, two] = [&text[a.0..a.1], &text[b.0..b.1]];
            format!("{}{two}{}{one}{}", &text[..a.0], &text[a.1..b.0], &text[b.1..])
        }
        Mutation::Bytes(i, bytes) => {
            let i = at_char(*i);
            format!("{}{bytes}{}", &text[..i], &text[i..])
        }
        Mutation::Cut(i) => text[..at_char(*i)].to_owned(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_scenes_never_panic(mutations in prop::collection::vec(mutation(), 1..5)) {
        let text = mutations.iter().fold(SEED.to_owned(), |text, m| mutate(&text, m));
        survives(&text);
    }

    #[test]
    fn mutated_models_never_panic(which in any::<prop::sample::Index>(), mutations in prop::collection::vec(mutation(), 1..4)) {
        let models: Vec<_> = library::list().collect();
        let text = mutations.iter().fold(which.get(&models).text.to_owned(), |text, m| mutate(&text, m));
        survives(&text);
    }

    #[test]
    fn random_text_never_panics(text in "\\PC{0,200}") {
        survives(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// The builder sees extreme numbers too, in a scene that is cheap whatever they are.
    #[test]
    fn building_mutated_scenes_never_panics(i in any::<usize>(), n in 0usize..NUMBERS.len(), m in mutation()) {
        let text = mutate(&mutate(SEED, &Mutation::Number(i, n)), &m);
        if let Ok(scene) = Scene::parse(&text, "fuzz.toml") {
            let _ = scene.build();
        }
    }
}
