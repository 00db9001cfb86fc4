//! Every reader withstands its corpus and mutations of it: the fuzz targets on a stable toolchain.
//!
//! Two thousand inputs for each reader, or as many as `BRISTLE_FUZZ_INPUTS` says; fifty thousand with `BRISTLE_TEST_ALL`. Seeds are fixed.

mod corpus;
mod memory;
mod mutate;

use mutate::Mutator;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Longest that one input may take; unoptimised code on a busy machine takes a few seconds for the worst.
const PATIENCE: Duration = Duration::from_secs(60);

/// Most memory that reading one input may take: the largest model of the library that a scene can include, with room to spare \[bytes\].
const MOST_MEMORY: usize = 256 << 20;

fn inputs() -> usize {
    let all = std::env::var_os("BRISTLE_TEST_ALL").is_some();
    let asked = std::env::var("BRISTLE_FUZZ_INPUTS").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(if all { 50_000 } else { 2000 })
}

/// What is being read now, and since when.
struct Watched<'a>(&'a Mutex<Option<(usize, Instant)>>);

impl Watched<'_> {
    fn set(&self, at: Option<(usize, Instant)>) {
        *self.0.lock().unwrap() = at;
    }

    /// Ends the process if an input takes for ever: a hanging thread cannot be stopped otherwise.
    fn guard(&self, reader: &str) {
        loop {
            std::thread::sleep(Duration::from_millis(50));
            match *self.0.lock().unwrap() {
                None => return,
                Some((input, since)) if since.elapsed() > PATIENCE => {
                    eprintln!("{reader}: input {input} takes longer than {PATIENCE:?}");
                    std::process::abort();
                }
                Some(_) => {}
            }
        }
    }
}

/// Feeds the corpus as it is, cut anywhere, and mutated.
fn withstands(reader: &str) {
    let seeds = corpus::seeds(reader);
    let mut mutator = Mutator::new(reader, seeds.iter().map(|seed| seed.1.clone()).collect());
    let now = Mutex::new(Some((0, Instant::now())));
    std::thread::scope(|scope| {
        scope.spawn(|| Watched(&now).guard(reader));
        let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let cut = seeds.iter().flat_map(|(_, seed)| {
                let step = (seed.len() / 20).max(1);
                (0..seed.len()).step_by(step).map(|length| seed[..length].to_vec())
            });
            let whole = seeds.iter().map(|seed| seed.1.clone());
            let mutated = std::iter::repeat_with(|| mutator.next()).take(inputs());
            for (i, bytes) in whole.chain(cut).chain(mutated).enumerate() {
                Watched(&now).set(Some((i, Instant::now())));
                let (taken, failed) = memory::peak_of(|| {
                    std::panic::catch_unwind(|| bristle_fuzz::run(reader, &bytes)).is_err()
                });
                assert!(
                    !failed && taken < MOST_MEMORY,
                    "{reader}: input {i} {}",
                    corpus::kept(reader, &bytes, taken)
                );
            }
        }));
        Watched(&now).set(None);
        read.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}

macro_rules! readers {
    ($($name:ident: $reader:literal,)*) => {
        $(#[test]
        fn $name() {
            withstands($reader);
        })*

        #[test]
        fn every_target_has_a_test_a_program_and_a_corpus() {
            corpus::check_targets(&[$($reader),*]);
        }
    };
}

readers! {
    stl_files_of_any_bytes: "stl",
    obj_files_of_any_bytes: "obj",
    ply_files_of_any_bytes: "ply",
    gltf_files_of_any_bytes: "gltf",
    collada_files_of_any_bytes: "collada",
    scenes_of_any_bytes: "scene",
    layouts_of_any_bytes: "layout",
    plugin_configurations_of_any_bytes: "plugin",
    curves_of_any_bytes: "curve",
    tables_of_cells_of_any_bytes: "cells",
    device_profiles_of_any_bytes: "profile",
    stiffness_tables_of_any_bytes: "stiffness",
    friction_tables_of_any_bytes: "friction",
    recordings_of_any_bytes: "recording",
    control_logs_of_any_bytes: "control_log",
    actions_of_any_bytes: "action",
    stored_simulations_of_any_bytes: "stored",
}
