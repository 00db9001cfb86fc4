//! The files in `fuzz/corpus`, and whether every target has its own.

use bristle_run::{Collector, Simulation};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Most that all seeds of one reader may have: they are for every clone of the project \[bytes\].
const LARGEST_CORPUS: usize = 20_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// Names and content of the seeds of a reader, in the order of their names.
pub(crate) fn seeds(reader: &str) -> Vec<(String, Vec<u8>)> {
    let folder = folder().join("corpus").join(reader);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut seeds: Vec<(String, Vec<u8>)> = entries
        .map(|entry| {
            let path = entry.unwrap().path();
            (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap())
        })
        .collect();
    seeds.sort();
    assert!(!seeds.is_empty(), "{reader} has no corpus");
    seeds
}

/// Keeps an input that broke a reader, and says where and how to feed it again.
pub(crate) fn kept(reader: &str, bytes: &[u8], memory: usize) -> String {
    let file = std::env::temp_dir().join(format!("bristle-fuzz-{reader}"));
    let place = match std::fs::write(&file, bytes) {
        Ok(()) => file.display().to_string(),
        Err(_) => format!("{:?}", bytes.escape_ascii().to_string()),
    };
    format!("panicked, or took too much ({} kB); it is in {place}", memory >> 10)
}

/// Each reader has a test, a program for the fuzzer, and a small corpus.
pub(crate) fn check_targets(tested: &[&str]) {
    let manifest = std::fs::read_to_string(folder().join("Cargo.toml")).unwrap();
    let mut names: Vec<&str> = bristle_fuzz::TARGETS.iter().map(|target| target.0).collect();
    let mut tested = tested.to_vec();
    names.sort();
    tested.sort();
    assert_eq!(tested, names);
    for name in &names {
        let program = std::fs::read_to_string(folder().join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(program.contains(&format!("run(\"{name}\"")), "{program}");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "fuzz/Cargo.toml lacks {name}");
        let size: usize = seeds(name).iter().map(|seed| seed.1.len()).sum();
        assert!(size <= LARGEST_CORPUS, "the corpus of {name} has {size} bytes");
    }
    let programs = std::fs::read_dir(folder().join("fuzz_targets")).unwrap().count();
    let corpora = std::fs::read_dir(folder().join("corpus")).unwrap().count();
    assert_eq!((programs, corpora), (names.len(), names.len()));
}

/// A stored simulation fits one version of what is stored; a seed that is refused at once would test nothing. `BRISTLE_BLESS=1` writes it anew.
#[test]
fn the_stored_seed_is_restored() {
    let path = folder().join("corpus/stored/ball");
    if std::env::var_os("BRISTLE_BLESS").is_some() {
        let mut simulation = Simulation::new(Arc::clone(bristle_fuzz::ball())).unwrap();
        let mut collector = Collector::new(&simulation).unwrap();
        for _ in 0..15 {
            simulation.step().unwrap();
            collector.after_step(&simulation).unwrap();
        }
        std::fs::write(&path, simulation.store(Some(&collector)).unwrap()).unwrap();
    }
    let bytes = std::fs::read(&path).unwrap();
    let (restored, collector) = Simulation::restored(Arc::clone(bristle_fuzz::ball()), &bytes)
        .unwrap_or_else(|error| panic!("{error}; write it anew with BRISTLE_BLESS=1"));
    assert!(restored.time() > 0.0 && collector.is_some());
}

/// Seeds that are refused at once test only refusals.
#[test]
fn the_seeds_of_scenes_are_good_but_for_their_titles() {
    for (name, seed) in seeds("scene") {
        let text = String::from_utf8(seed).unwrap().replace("\\u0007", "");
        let scene = bristle_scene::Scene::parse(&text, &name).unwrap_or_else(|error| panic!("{error}"));
        scene.build().unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
