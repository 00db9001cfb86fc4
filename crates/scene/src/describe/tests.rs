//! The tables of keys agree with themselves and with those who use them.

use super::{Key, Kind, Need, TableSpec, Thing};
use crate::SceneData;
use crate::check::check_table;
use crate::data::{SkinDescription, Texels};
use crate::node::{Entry, Table};
use crate::source::Span;

const HERE: Span = Span::NOWHERE;

fn all_tables() -> Vec<&'static TableSpec> {
    SceneData::spec().and_below()
}

#[test]
fn tables_of_one_name_are_one_table() {
    // The schema and the reference know tables by their names.
    let tables = all_tables();
    assert!(tables.len() > 40, "{}", tables.len());
    for spec in &tables {
        for key in &spec.keys {
            if let Kind::Table(inner) = &key.kind {
                let known = tables.iter().find(|table| table.name == inner.name).unwrap();
                let names = |table: &TableSpec| table.keys.iter().map(|key| key.name).collect::<Vec<_>>();
                assert_eq!(names(known), names(inner), "two tables are called {}", inner.name);
            }
        }
    }
}

#[test]
fn texels_alone_have_the_keys_of_a_skin() {
    for key in &Texels::spec().keys {
        let of_skin = SkinDescription::spec().key(key.name).map(|key| (&key.need, format!("{:?}", key.kind)));
        assert_eq!(of_skin, Some((&key.need, format!("{:?}", key.kind))), "{}", key.name);
    }
}

#[test]
fn every_default_is_allowed_by_its_own_key() {
    for spec in all_tables() {
        for key in &spec.keys {
            let Need::Default(value) = &key.need else { continue };
            let node = value.clone().at(HERE);
            let entry = Entry { key: key.name.to_owned(), key_at: HERE, node };
            let result = check_table(spec, &Table { entries: vec![entry] }, HERE, spec.name);
            // Other keys may be missing; the default itself must not be refused.
            if let Err(fault) = result {
                let text = format!("{fault:?}");
                assert!(text.contains("Missing"), "{}.{}: {text}", spec.name, key.name);
            }
        }
    }
}

#[test]
fn groups_name_keys_that_exist() {
    for spec in all_tables() {
        for name in spec.exactly_one.iter().chain(&spec.at_most_one).flat_map(|group| group.iter()) {
            let key = spec.key(name).unwrap_or_else(|| panic!("{}: {name}", spec.name));
            assert_eq!(key.need, Need::Optional, "{}.{name} is in a group", spec.name);
        }
    }
}

#[test]
fn every_key_that_is_accepted_is_in_the_schema() {
    let schema: serde_json::Value = serde_json::from_str(&crate::schema()).unwrap();
    for spec in all_tables() {
        let table = if spec.name == "scene" { &schema } else { &schema["definitions"][spec.name] };
        let properties =
            table["properties"].as_object().unwrap_or_else(|| panic!("{} is missing", spec.name));
        let spellings: Vec<String> = spec.keys.iter().flat_map(Key::spellings).collect();
        for spelling in &spellings {
            assert!(properties.contains_key(spelling), "{}.{spelling}", spec.name);
        }
        assert_eq!(properties.len(), spellings.len(), "{}", spec.name);
    }
}
