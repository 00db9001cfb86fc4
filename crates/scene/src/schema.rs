//! The JSON schema of scene files, for editors that complete and check them.

use crate::SceneData;
use crate::describe::{Key, Kind, Need, Range, TableSpec, Thing};
use serde_json::{Map, Value, json};

/// The schema (JSON Schema draft 7, which TOML editors know), as text that ends in a new line.
pub fn schema() -> String {
    let mut definitions = Map::new();
    let root = table(SceneData::spec(), &mut definitions);
    let mut document = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Bristle scene",
        "definitions": definitions,
    });
    if let (Value::Object(document), Value::Object(root)) = (&mut document, root) {
        document.extend(root);
    }
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

fn table(spec: &'static TableSpec, definitions: &mut Map<String, Value>) -> Value {
    let mut properties = Map::new();
    let mut conditions = Vec::new();
    for key in &spec.keys {
        for spelling in key.spellings() {
            let mut described = value(&key.kind, spelling.strip_prefix(key.name).unwrap_or(""), definitions);
            describe(&mut described, key, &spelling);
            properties.insert(spelling, described);
        }
        let spellings: Vec<String> = key.spellings().collect();
        match (&key.need, spellings.as_slice()) {
            (Need::Required, [one]) => conditions.push(json!({ "required": [one] })),
            (Need::Required, many) => conditions.push(one_of(many)),
            (_, [_]) => {}
            (_, many) => conditions.push(at_most_one_of(many)),
        }
    }
    let spelt = |names: &[&str]| -> Vec<String> {
        names.iter().filter_map(|name| spec.key(name)).flat_map(Key::spellings).collect()
    };
    conditions.extend(spec.exactly_one.iter().map(|group| one_of(&spelt(group))));
    conditions.extend(spec.at_most_one.iter().map(|group| at_most_one_of(&spelt(group))));
    let mut schema = json!({
        "type": "object",
        "description": spec.doc,
        "properties": properties,
        "additionalProperties": false,
    });
    if !conditions.is_empty() {
        schema["allOf"] = Value::Array(conditions);
    }
    schema
}

fn one_of(keys: &[String]) -> Value {
    json!({ "oneOf": keys.iter().map(|key| json!({ "required": [key] })).collect::<Vec<_>>() })
}

fn at_most_one_of(keys: &[String]) -> Value {
    let mut choices: Vec<Value> = keys.iter().map(|key| json!({ "required": [key] })).collect();
    let any: Vec<Value> = choices.clone();
    choices.push(json!({ "not": { "anyOf": any } }));
    json!({ "oneOf": choices })
}

fn describe(value: &mut Value, key: &Key, spelling: &str) {
    let unit = match spelling.strip_prefix(key.name) {
        Some("_mm") => "mm",
        Some("_deg") => "deg",
        _ => key.kind.unit().symbol(),
    };
    let unit = if unit.is_empty() { String::new() } else { format!(" [{unit}]") };
    let default = match &key.need {
        Need::Default(value) if spelling == key.name => format!("; {} if left out", value.in_short()),
        _ => String::new(),
    };
    // A reference must stand alone in draft 7, so it is wrapped.
    if value.get("$ref").is_some() {
        *value = json!({ "allOf": [value.take()] });
    }
    value["description"] = Value::String(format!("{}{unit}{default}", key.doc));
}

fn number(range: &Range, suffix: &str) -> Value {
    let factor = match suffix {
        "_mm" => 1e3,
        "_deg" => 180.0 / std::f64::consts::PI,
        _ => 1.0,
    };
    let mut value = json!({ "type": "number", "maximum": (range.high * factor).min(1e12) });
    let low = if range.above_low { "exclusiveMinimum" } else { "minimum" };
    value[low] = json!((range.low * factor).max(-1e12));
    value
}

fn value(kind: &'static Kind, suffix: &str, definitions: &mut Map<String, Value>) -> Value {
    match kind {
        Kind::Number(range, _) => number(range, suffix),
        Kind::Numbers(count, range, _) => {
            json!({ "type": "array", "items": number(range, suffix), "minItems": count, "maxItems": count })
        }
        Kind::Series(_) => json!({ "type": "array", "items": number(&Range::ANY, suffix), "minItems": 1 }),
        Kind::Integer { least, most } => json!({ "type": "integer", "minimum": least, "maximum": most }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Line(_) => json!({ "type": "string", "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$" }),
        Kind::Text | Kind::Name(_) => json!({ "type": "string" }),
        Kind::File => json!({ "type": "string", "minLength": 1 }),
        Kind::Choice(words) => json!({ "type": "string", "enum": words }),
        Kind::ChoiceOr(words, spec) => {
            json!({ "anyOf": [{ "type": "string", "enum": words }, reference(spec, definitions)] })
        }
        Kind::TextOr(spec) => json!({ "anyOf": [{ "type": "string" }, reference(spec, definitions)] }),
        Kind::Table(spec) => reference(spec, definitions),
        Kind::List(inner) => json!({ "type": "array", "items": value(inner, "", definitions) }),
        Kind::Defines(_, inner) | Kind::Refers(_, inner) => json!({
            "type": "object",
            "additionalProperties": value(inner, "", definitions),
        }),
        Kind::Device => json!({ "anyOf": [
            { "type": "string", "minLength": 1 },
            {
                "type": "object",
                "properties": {
                    "name": { "type": "string" },
                    "about": { "type": "string" },
                    "source": { "type": "string" },
                    "layers": { "type": "array", "items": { "type": "object" } },
                },
                "additionalProperties": false,
            },
        ] }),
        Kind::Overlay | Kind::Parameters => json!({ "type": "object" }),
    }
}

fn reference(spec: &'static TableSpec, definitions: &mut Map<String, Value>) -> Value {
    if !definitions.contains_key(spec.name) {
        // A placeholder first, should a table ever hold itself.
        definitions.insert(spec.name.to_owned(), Value::Null);
        let schema = table(spec, definitions);
        definitions.insert(spec.name.to_owned(), schema);
    }
    json!({ "$ref": format!("#/definitions/{}", spec.name) })
}
