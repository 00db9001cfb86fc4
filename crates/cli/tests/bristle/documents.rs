//! Code in the documents is code that runs.

use std::path::Path;

/// Lines of the Rust blocks of a page, without indentation.
fn rust_lines(page: &str) -> Vec<String> {
    let mut inside = false;
    let mut lines = Vec::new();
    for line in page.lines().map(str::trim) {
        match line {
            "```rust" => inside = true,
            "```" => inside = false,
            "" => {}
            code if inside => lines.push(code.to_owned()),
            _ => {}
        }
    }
    lines
}

/// Every line of code on the page is, but for its indentation, a line of the example, in the same order.
fn quotes(page: &str, example: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("../..").join(page)).unwrap();
    let program = std::fs::read_to_string(root.join("examples").join(example)).unwrap();
    let mut rest = program.lines().map(str::trim);
    let quoted = rust_lines(&text);
    assert!(quoted.len() > 10, "{page} has code");
    for line in quoted {
        assert!(rest.any(|own| own == line), "{page} quotes `{line}`, which {example} does not hold there");
    }
}

#[test]
fn the_readme_quotes_the_first_example() {
    quotes("README.md", "first_touch.rs");
}

#[test]
fn the_tutorial_quotes_its_example() {
    quotes("docs/own-sensor.md", "own_sensor.rs");
}

/// A link whose text is code names a test in the file that it leads to.
#[test]
fn every_test_that_the_guarantees_name_exists() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = std::fs::read_to_string(docs.join("guarantees.md")).unwrap();
    let links: Vec<(&str, &str)> = page
        .split("[`")
        .skip(1)
        .map(|rest| {
            let (name, rest) = rest.split_once("`](").expect("the name of a test is a link");
            (name, rest.split_once(')').expect("a link ends").0)
        })
        .collect();
    assert!(links.len() > 40, "{} tests", links.len());
    for (name, file) in links {
        let text = std::fs::read_to_string(docs.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let is_test = [format!("fn {name}("), format!("def {name}(")].iter().any(|head| text.contains(head));
        assert!(is_test, "{file} has no test {name}");
    }
    // Every promise in a table has a test.
    let tables = page.split("| promise | shown by |\n|---|---|\n").skip(1);
    for row in tables.flat_map(|table| table.lines().take_while(|line| line.starts_with('|'))) {
        assert!(row.contains("[`"), "no test shows this: {row}");
    }
}

/// Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn only_one_crate_opens_files_for_reading() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut looked_at = 0;
    for entry in std::fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        // What opens them, and what is not published.
        let exempt = ["system", "bench", "fuzz"].iter().any(|name| folder.ends_with(name));
        let mut files = Vec::new();
        if !exempt {
            sources(&folder.join("src"), &mut files);
        }
        for file in files {
            looked_at += 1;
            let text = std::fs::read_to_string(&file).unwrap();
            let program = text.split("#[cfg(test)]").next().unwrap();
            for way in ["File::open(", "fs::read(", "fs::read_to_string("] {
                assert!(!program.contains(way), "{}: use bristle_system::input, not {way})", file.display());
            }
        }
    }
    assert!(looked_at > 300, "{looked_at} files");
}
