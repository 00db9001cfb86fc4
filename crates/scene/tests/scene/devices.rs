//! Devices of skins: by name, by file, and in place.

use bristle_scene::{ErrorKind, Scene};
use bristle_transduction::Profile;

const WEIGH: &str = "[[include]]\nfile = \"lib:scenes/weigh\"\n";

fn with_device(device: &str) -> String {
    format!("{WEIGH}set.skins.dsa.device = {device}\n")
}

fn profile(scene: &Scene) -> Profile {
    scene.data().skins[0].device.clone().unwrap()
}

#[test]
fn a_device_is_named_read_from_a_file_or_given_in_place() {
    let named = Scene::parse(&with_device("\"lib:devices/weiss-dsa-9205\""), "test.toml").unwrap();
    assert_eq!(profile(&named), Profile::named("weiss-dsa-9205").unwrap());

    let folder = tempfile::tempdir().unwrap();
    let text = "name = \"mine\"\n[[layers]]\nsampling = { rate = 70.0 }\n[[layers]]\nnoise = { deviation = 0.3, seed = 11 }\n";
    std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    let pad = "[bodies.base]\n[materials.soft]\npreset = \"table3\"\n[skins.pad]\non = \"base\"\nmaterial = \"soft\"\n\
               layout = { grid = { rows = 3, columns = 2, pitch_mm = 3 } }\ndevice = \"mine.toml\"\n";
    let path = folder.path().join("scene.toml");
    std::fs::write(&path, pad).unwrap();
    let from_file = Scene::load(&path).unwrap();
    assert_eq!(profile(&from_file), Profile::parse(text).unwrap());

    // Paths are relative to the file that writes them, in `set` too.
    std::fs::write(folder.path().join("set.toml"), with_device("\"mine.toml\"")).unwrap();
    let set = Scene::load(folder.path().join("set.toml")).unwrap();
    assert_eq!(profile(&set), profile(&from_file));

    let in_place = pad.replace(
        "\"mine.toml\"",
        "{ layers = [{ sampling = { rate = 70.0 } }, { noise = { deviation = 0.3, seed = 11 } }] }",
    );
    let in_place = Scene::parse(&in_place, "test.toml").unwrap();
    assert_eq!(profile(&in_place).layers, profile(&from_file).layers);
    let built = in_place.build().unwrap();
    let device = &built.devices[&built.model.skin_named("pad").unwrap()];
    assert_eq!((device.chain.texels(), device.chain.rate()), (6, Some(70.0)));
}

#[test]
fn the_scene_as_run_holds_the_whole_device() {
    let named = Scene::parse(&with_device("\"lib:devices/weiss-dsa-9205\""), "test.toml").unwrap();
    let written = named.to_toml();
    assert!(!written.contains("lib:devices"), "{written}");
    assert!(Scene::parse(&written, "again.toml").unwrap() == named);
}

#[test]
fn a_device_that_cannot_be_is_told_with_its_line_and_what_is_wrong() {
    let cases = [
        ("\"lib:devices/weiss-dsa-9206\"", ErrorKind::Refused, "weiss-dsa-9205"),
        ("\"nowhere.toml\"", ErrorKind::Refused, "nowhere.toml"),
        ("{ layers = [{ sampling = { rate = -3.0 } }] }", ErrorKind::OutOfRange, "layers[0].sampling.rate"),
        ("{ layers = [{ samplign = { rate = 3.0 } }] }", ErrorKind::UnknownKey, "did you mean `sampling`?"),
        ("{ layres = [] }", ErrorKind::UnknownKey, "did you mean `layers`?"),
        ("7", ErrorKind::WrongType, "layers"),
        ("\"\"", ErrorKind::OutOfRange, "empty"),
    ];
    for (device, kind, word) in cases {
        let error = Scene::parse(&with_device(device), "test.toml").err().unwrap();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(word), "`{word}` in {error}");
        assert_eq!(error.place().map(|place| place.line), Some(3), "{error}");
    }
}
