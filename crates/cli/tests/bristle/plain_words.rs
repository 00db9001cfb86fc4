//! Texts that people read use the words of the glossary in CONVENTIONS.md.

use std::fs;
use std::path::{Path, PathBuf};

/// What is not written, and what is written instead.
const REFUSED: [(&str, &str); 14] = [
    ("a crew", "the name of what it is"),
    ("outfit", "the name of what it is"),
    ("roster", "list"),
    ("befall", "happen to"),
    ("in its stead", "instead of it"),
    ("in their stead", "instead of them"),
    ("on the clock", "wall time"),
    ("by the clock", "wall time"),
    ("at the begin ", "at the start"),
    ("the begin of", "the start of"),
    ("dear to", "important for"),
    ("tool chain", "toolchain"),
    ("kindly", "nothing"),
    ("a slip of the", "an error"),
];

fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let readable = [".md", ".rs", ".py", ".pyi", ".toml", ".ipynb"].iter().any(|end| name.ends_with(end));
        if path.is_dir() {
            texts(&path, found);
        } else if readable && name != "plain_words.rs" {
            found.push(path);
        }
    }
}

#[test]
fn no_text_has_words_that_readers_stumble_over() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["crates", "docs", "examples", "models", "python"] {
        texts(&root.join(folder), &mut found);
    }
    for file in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "CONVENTIONS.md"] {
        found.push(root.join(file));
    }
    assert!(found.len() > 500, "{} files", found.len());
    let mut wrong = Vec::new();
    for path in found {
        // Line breaks are no way around it.
        let text = fs::read_to_string(&path).unwrap().to_lowercase();
        let words = text.replace("///", " ").replace("//!", " ").replace("//", " ");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        for (refused, instead) in REFUSED {
            if words.split(refused).count() > 1 && is_word(&words, refused) {
                wrong.push(format!("{}: \"{refused}\"; write {instead}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether it stands somewhere as a word, and not within one.
fn is_word(text: &str, refused: &str) -> bool {
    text.match_indices(refused).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}
