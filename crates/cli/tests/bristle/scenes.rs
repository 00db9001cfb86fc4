//! Scenes before they run: new, check, list; and what is wrong with them.

use super::run::{Run, number};

#[test]
fn a_new_scene_checks_and_runs() {
    let run = Run::new(&["new", "mine.toml"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("bristle check mine.toml"), "{}", run.stdout);
    let text = std::fs::read_to_string(run.file("mine.toml")).unwrap();
    assert!(text.lines().filter(|line| line.contains('#')).count() > 10, "it is commented");
    let check = run.again(&["check", "mine.toml"]);
    assert_eq!((check.code, check.stderr.as_str()), (0, ""));
    for words in [
        "ball: free, 0.1 kg, sphere of 40 mm",
        "16 × 16 texels",
        "feels",
        "No skin is pressed yet",
        "stepping",
    ] {
        assert!(check.stdout.contains(words), "`{words}` in\n{}", check.stdout);
    }
    let ran = run.again(&["run", "mine.toml", "--duration", "0.05", "--no-report", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn a_file_that_is_there_is_not_overwritten_unless_forced() {
    let run = Run::with_files(&["new", "mine.toml"], &[("mine.toml", b"dear")]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("mine.toml is there already") && run.stderr.contains("--force"),
        "{}",
        run.stderr
    );
    assert_eq!(std::fs::read(run.file("mine.toml")).unwrap(), b"dear");
    let forced = run.again(&["new", "mine.toml", "--force", "--from", "pick-cube"]);
    assert_eq!(forced.code, 0, "{}", forced.stderr);
    assert!(std::fs::read_to_string(run.file("mine.toml")).unwrap().contains("PG70"));
    assert_eq!(run.again(&["new", "other.toml", "--from", "nothing"]).code, 3);
}

#[test]
fn every_scene_of_the_library_checks() {
    let list = Run::new(&["list", "scenes", "--json"]).json();
    let scenes = list["scenes"].as_array().unwrap();
    assert!(scenes.len() >= 4);
    for scene in scenes {
        let document = Run::new(&["check", scene["name"].as_str().unwrap(), "--json"]).json();
        assert_eq!(document["ok"], true);
        // Loops and tendons have no explicit steps.
        let implicit = document["advice"]["words"].as_str().unwrap().contains("need Newton's method");
        assert_eq!(number(&document["advice"]["largest_explicit_step_pressed_s"]) > 0.0, !implicit);
    }
}

#[test]
fn check_tells_masses_contacts_and_the_advisor() {
    let document = Run::new(&["check", "pick-cube", "--json"]).json();
    let find = |list: &str, name: &str| {
        let all = document[list].as_array().unwrap();
        all.iter().find(|item| item["name"] == name).unwrap_or_else(|| panic!("{name} in {list}")).clone()
    };
    assert_eq!(number(&find("bodies", "cube")["mass_kg"]), 0.2);
    assert_eq!(find("bodies", "right_jaw")["led_by"], "follows left_jaw");
    let skin = find("skins", "left_dsa");
    assert_eq!((skin["rows"].as_u64(), skin["columns"].as_u64()), (Some(14), Some(6)));
    let feels: Vec<&str> =
        skin["feels"].as_array().unwrap().iter().filter_map(|name| name.as_str()).collect();
    assert!(feels.contains(&"cube") && feels.contains(&"table"), "{feels:?}");
    assert_eq!(find("motors", "jaws")["drives"], "left_jaw");
    assert_eq!(find("phases", "close")["until"], "left_dsa feels more than 1 N");
}

#[test]
fn a_bad_scene_gives_code_3_and_points_at_the_mistake() {
    let text = "run = { duration = 1.0 }\n[bodies.ball]\njoint = \"free\"\nmas = 0.3\nshapes.s = { sphere = { radius = 0.1 } }\n";
    for command in ["check", "run", "render"] {
        let run = Run::with_files(&[command, "bad.toml"], &[("bad.toml", text.as_bytes())]);
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{command}: {}", run.stderr);
        for words in [
            "error: unknown key `mas`",
            "--> bad.toml:4:1",
            " 4 | mas = 0.3",
            "   | ^^^",
            "did you mean `mass`?",
        ] {
            assert!(run.stderr.contains(words), "{command}: `{words}` in\n{}", run.stderr);
        }
        assert_eq!(run.stderr.matches("error:").count(), 1, "{}", run.stderr);
        assert!(!run.file("out").exists() && !run.file("pictures").exists());
    }
    let run = Run::with_files(&["check", "bad.toml", "--json"], &[("bad.toml", text.as_bytes())]);
    assert_eq!(run.code, 3);
    let document: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((document["ok"].as_bool(), document["line"].as_u64()), (Some(false), Some(4)));
}

#[test]
fn a_scene_that_is_nowhere_is_named_with_what_there_is() {
    let run = Run::new(&["run", "pick-cuby"]);
    assert_eq!(run.code, 3);
    for words in ["pick-cuby", "weigh", "did you mean `pick-cube`?"] {
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
    let run = Run::new(&["check", "nowhere.toml"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("nowhere.toml"), "{}", run.stderr);
}

#[test]
fn an_option_that_the_scene_does_not_allow_is_told() {
    let run = Run::new(&["run", "weigh", "--step", "3"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("step") && run.stderr.contains("options:"), "{}", run.stderr);
    let run = Run::new(&["run", "weigh", "--step", "-1"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("above 0"), "{}", run.stderr);
}

#[test]
fn lists_name_models_materials_devices_and_laws() {
    let document = Run::new(&["list", "--json"]).json();
    for (list, name) in [
        ("models", "lib:grippers/pg70"),
        ("models", "lib:objects/cube"),
        ("materials", "lib:materials/silicone"),
        ("materials", "foam_rs_55_066_corrected"),
        ("devices", "lib:sensors/weiss-dsa-9205"),
        ("devices", "force_torque"),
        ("laws", "elasto_plastic"),
        ("scenes", "pick-cube"),
    ] {
        let all = document[list].as_array().unwrap();
        let item = all.iter().find(|item| item["name"] == name).unwrap_or_else(|| panic!("{name}"));
        assert!(item["summary"].as_str().unwrap().len() > 10, "{item}");
    }
    let words = Run::new(&["list"]);
    assert!(words.stdout.contains("lib:grippers/pg70") && words.code == 0);
    assert_eq!(Run::new(&["list", "scenes", "--json"]).json().as_object().unwrap().len(), 1);
}
