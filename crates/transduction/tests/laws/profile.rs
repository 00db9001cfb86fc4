use super::chain::every_layer;
use bristle_transduction::{Profile, ProfileError};

#[test]
fn profiles_are_read_as_they_are_written() {
    let profile = Profile {
        name: "all".to_owned(),
        about: "one of each".to_owned(),
        source: String::new(),
        layers: every_layer(),
    };
    let text = profile.to_toml().unwrap();
    assert_eq!(Profile::parse(&text).unwrap(), profile, "{text}");
}

#[test]
fn devices_of_the_library_are_in_order_and_named_as_their_files() {
    for name in Profile::names() {
        let profile = Profile::named(name).unwrap();
        assert_eq!(profile.name, name);
        assert!(!profile.about.is_empty() && !profile.source.is_empty());
        assert_eq!(Profile::named(&format!("lib:devices/{name}")).unwrap(), profile);
    }
}

#[test]
fn unknown_devices_get_a_suggestion() {
    let error = Profile::named("weiss-dsa-9250").unwrap_err();
    assert!(error.to_string().contains("did you mean \"weiss-dsa-9205\"?"), "{error}");
    assert!(Profile::named("x").unwrap_err().to_string().contains("weiss-dsa-9205"));
}

#[test]
fn mistakes_in_a_profile_are_shown_where_they_are() {
    let message = |layer: &str| {
        let text = format!("name = \"mine\"\n[[layers]]\n{layer}\n");
        Profile::parse(&text).unwrap_err().to_string()
    };
    for (layer, expected) in [
        ("spraed = { radius = 0.001 }", "unknown variant `spraed`"),
        ("spread = { radius = 0.001, rimm = 1.0 }", "unknown field `rimm`"),
        ("sampling = [100.0]", "a table with named values"),
        ("transfer = { points = [[0.1, 0.2], [1.0, 3.3]] }", "a table with named values"),
        ("spread = { radius = \"wide\" }", "invalid type: string"),
        ("spread = { }", "missing field `radius`"),
        (
            "sampling = { rate = 0.0 }",
            "device profile \"mine\": layer 1 (sampling): rate is 0; it must be within",
        ),
        ("counts = { full_scale = 1.0, bits = -1 }", "integer"),
        ("delay = { time = nan }", "layer 1 (delay): time is NaN"),
        ("delay = ", "not a device profile"),
        ("", "layers"),
    ] {
        let message = message(layer);
        assert!(message.contains(expected), "{layer}: {message}");
    }
    let unknown = Profile::parse("name = \"x\"\ncolour = 1\n").unwrap_err();
    assert!(matches!(unknown, ProfileError::Text { .. }));
    assert!(unknown.to_string().contains("line 2"), "{unknown}");
}

#[test]
fn schema_in_the_repository_is_that_of_the_code() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/devices/device.schema.json");
    let schema = Profile::schema();
    if std::env::var_os("BRISTLE_WRITE_SCHEMA").is_some() {
        std::fs::write(path, &schema).unwrap();
    }
    assert!(
        std::fs::read_to_string(path).unwrap() == schema,
        "models/devices/device.schema.json is old: run this test with BRISTLE_WRITE_SCHEMA=1"
    );
}
