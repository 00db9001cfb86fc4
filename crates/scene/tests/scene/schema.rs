//! What editors and people are told about scene files is what the reader does.

use std::path::Path;

fn committed(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path))
        .unwrap_or_default()
}

/// Set `BRISTLE_BLESS=1` to write the files anew.
fn bless(path: &str, text: &str) -> bool {
    let wanted = std::env::var_os("BRISTLE_BLESS").is_some();
    if wanted {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path), text).unwrap();
    }
    wanted
}

#[test]
fn the_published_schema_is_up_to_date() {
    let schema = bristle_scene::schema();
    if !bless("schema/scene.schema.json", &schema) {
        assert_eq!(committed("schema/scene.schema.json"), schema, "run the test with BRISTLE_BLESS=1");
    }
}

const BEGIN: &str = "<!-- reference: written by the tests of bristle-scene -->\n";
const END: &str = "<!-- end of the reference -->\n";

#[test]
fn the_reference_in_the_manual_is_up_to_date() {
    let page = committed("docs/scenes.md");
    let (head, rest) = page.split_once(BEGIN).expect("docs/scenes.md has a reference");
    let (_, tail) = rest.split_once(END).expect("the reference has an end");
    let fresh = format!("{head}{BEGIN}\n{}{END}{tail}", bristle_scene::reference());
    if !bless("docs/scenes.md", &fresh) {
        assert_eq!(page, fresh, "run the test with BRISTLE_BLESS=1");
    }
}

#[test]
fn the_scenes_in_the_manual_load() {
    let page = committed("docs/scenes.md");
    let mut count = 0;
    for block in page.split("```toml\n").skip(1) {
        let text = block.split("```").next().unwrap();
        if let Err(error) =
            bristle_scene::Scene::parse(text, "docs/scenes.md").and_then(|scene| scene.build())
        {
            panic!("{error}\n{text}");
        }
        count += 1;
    }
    assert!(count >= 3, "{count} examples");
}
