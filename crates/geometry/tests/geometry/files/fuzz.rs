//! Random bytes and damaged files: an error or a mesh that can serve, never a panic, never a flood of memory.

use super::fixtures::all;
use bristle_geometry::files::{self, Format, LoadOptions};
use proptest::prelude::*;
use proptest::sample::Index;

/// Words that readers stumble over.
const WORDS: [&[u8]; 16] = [
    b" -1 ",
    b" 99999999999999999999 ",
    b" nan ",
    b" 1e999 ",
    b"\n",
    b"\0",
    b"<",
    b"\"",
    b"}",
    b" 4294967295 ",
    b"\xff\xff\xff\xff",
    b"\x00\x00\xc0\x7f",
    b"#",
    b"/",
    b" 0 ",
    b"\\",
];

#[derive(Clone, Debug)]
enum Damage {
    Flip(Index, u8),
    CutOff(Index),
    Copy(Index, Index, usize),
    Delete(Index, usize),
    Insert(Index, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let index = any::<Index>;
    prop_oneof![
        4 => (index(), 1u8..=255).prop_map(|(at, mask)| Damage::Flip(at, mask)),
        1 => index().prop_map(Damage::CutOff),
        2 => (index(), index(), 1usize..200).prop_map(|(from, to, length)| Damage::Copy(from, to, length)),
        2 => (index(), 1usize..30).prop_map(|(at, length)| Damage::Delete(at, length)),
        3 => (index(), 0..WORDS.len()).prop_map(|(at, word)| Damage::Insert(at, word)),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    let at = |index: &Index, bytes: &[u8]| index.index(bytes.len() + 1);
    match damage {
        Damage::Flip(index, mask) => {
            let place = at(index, bytes);
            if let Some(byte) = bytes.get_mut(place) {
                *byte ^= mask;
            }
        }
        Damage::CutOff(index) => bytes.truncate(at(index, bytes)),
        Damage::Copy(from, to, length) => {
            let start = at(from, bytes);
            let piece = bytes[start..bytes.len().min(start + length)].to_vec();
            let to = at(to, bytes);
            bytes.splice(to..to, piece);
        }
        Damage::Delete(index, length) => {
            let start = at(index, bytes);
            let end = bytes.len().min(start + length);
            bytes.drain(start..end);
        }
        Damage::Insert(index, word) => {
            let place = at(index, bytes);
            bytes.splice(place..place, WORDS[*word].iter().copied());
        }
    }
}

/// Whatever comes out must be usable, and whatever is refused must say why in a sentence.
fn read(bytes: &[u8], format: Format) -> Result<(), TestCaseError> {
    match files::parse(bytes, format, &LoadOptions::default()) {
        Ok(loaded) => {
            let count = loaded.mesh.vertices.len();
            prop_assert!(!loaded.mesh.triangles.is_empty());
            prop_assert!(loaded.mesh.triangles.iter().flatten().all(|i| (*i as usize) < count));
            prop_assert!(
                loaded.mesh.vertices.iter().all(|v| v.abs().max_element() <= files::COORDINATE_LIMIT)
            );
        }
        Err(error) => prop_assert!(error.to_string().len() < 2000, "{error}"),
    }
    Ok(())
}

/// The most memory this process ever held [bytes], where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

fn damaged(format: Format) -> impl Strategy<Value = Vec<u8>> {
    let sound: Vec<Vec<u8>> = all().into_iter().filter(|f| f.1 == format).map(|f| f.2).collect();
    (prop::sample::select(sound), prop::collection::vec(damage(), 1..6)).prop_map(|(mut bytes, damages)| {
        damages.iter().for_each(|damage| apply(&mut bytes, damage));
        bytes
    })
}

fn fuzz(format: Format) {
    let config = || ProptestConfig { cases: 4000, failure_persistence: None, ..Default::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config());
    runner.run(&damaged(format), |bytes| read(&bytes, format)).unwrap();
    let mut runner = proptest::test_runner::TestRunner::new(config());
    runner.run(&prop::collection::vec(any::<u8>(), 0..400), |bytes| read(&bytes, format)).unwrap();
    // The other tests of this process unfold scenes of up to a few hundred megabytes.
    if let Some(peak) = peak_memory() {
        assert!(peak < 2 << 30, "{} MB", peak >> 20);
    }
}

#[test]
fn damaged_stl_files_never_panic() {
    fuzz(Format::Stl);
}

#[test]
fn damaged_obj_files_never_panic() {
    fuzz(Format::Obj);
}

#[test]
fn damaged_ply_files_never_panic() {
    fuzz(Format::Ply);
}

#[test]
fn damaged_gltf_files_never_panic() {
    fuzz(Format::Gltf);
}

#[test]
fn damaged_collada_files_never_panic() {
    fuzz(Format::Collada);
}

#[test]
fn damaged_inventor_files_never_panic() {
    fuzz(Format::Inventor);
}

#[test]
fn damaged_vrml_files_never_panic() {
    fuzz(Format::Vrml);
}

#[test]
fn damaged_mujoco_meshes_never_panic() {
    fuzz(Format::MujocoMesh);
}

/// Text formats have a head that random bytes never get past: random words behind a true head do.
#[test]
fn heads_that_promise_anything_never_panic() {
    let words = prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..60);
    let counts = prop_oneof![Just(0u64), Just(3), Just(u64::from(u32::MAX)), Just(u64::MAX)];
    let kinds = prop::sample::select(vec!["char", "uchar", "short", "uint", "float", "double"]);
    let encodings = prop::sample::select(vec!["ascii", "binary_little_endian", "binary_big_endian"]);
    let config = ProptestConfig { cases: 4000, failure_persistence: None, ..Default::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    runner
        .run(&(words, counts.clone(), counts, kinds, encodings), |(words, vertices, faces, kind, encoding)| {
            let mut bytes = format!(
                "ply\nformat {encoding} 1.0\nelement vertex {vertices}\nproperty {kind} x\nproperty {kind} y\n\
                 property {kind} z\nelement face {faces}\nproperty list {kind} int vertex_indices\nend_header\n"
            )
            .into_bytes();
            words.iter().for_each(|word| bytes.extend(*word));
            read(&bytes, Format::Ply)
        })
        .unwrap();
}
