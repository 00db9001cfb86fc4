//! The JSON of a glTF file: what it asks of its reader, and what of it shapes are made of.

use crate::files::MeshFileProblem;
use ::gltf::json::validation::Error as Invalid;
use serde_json::{Map, Value};

/// Parses and validates the JSON.
///
/// All that only concerns looks is taken out first, with `extras` and extensions: nothing in it can change a shape, so that nothing in it may stop
/// one from being read.
pub(super) fn validated(json: &[u8]) -> Result<::gltf::Document, MeshFileProblem> {
    let mut value: Value = serde_json::from_slice(json).map_err(|error| json_problem(error.into()))?;
    if let Value::Object(root) = &mut value {
        check_version(root)?;
        check_extensions(root)?;
        keep_shapes(root);
    }
    let root: ::gltf::json::Root = serde_json::from_value(value).map_err(|error| {
        // The crate's own reader knows the line.
        let placed = ::gltf::Gltf::from_slice_without_validation(json).err();
        json_problem(placed.unwrap_or(error.into()))
    })?;
    check_attributes(&root)?;
    ::gltf::Document::from_json(root).map_err(json_problem)
}

/// Minor versions are compatible; `minVersion` says which one is needed at the least.
fn check_version(root: &Map<String, Value>) -> Result<(), MeshFileProblem> {
    let stated = |key: &str| root.get("asset").and_then(|asset| asset.get(key)).and_then(Value::as_str);
    let numbers = |version: &str| {
        let (major, minor) = version.split_once('.').unwrap_or((version, "0"));
        Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?))
    };
    let unsupported = |version: &str| {
        let version = crate::files::text::shorten(version);
        Err(MeshFileProblem::Unsupported {
            feature: format!("glTF {version} (2.0 is supported: convert it)"),
        })
    };
    match (stated("version"), stated("minVersion")) {
        (Some(version), _) if numbers(version).is_none_or(|(major, _)| major != 2) => unsupported(version),
        (_, Some(least)) if numbers(least).is_none_or(|least| least > (2, 0)) => unsupported(least),
        _ => Ok(()),
    }
}

/// Extensions that a file may require and that leave shapes alone: what comes after the vendor's prefix begins with one of these.
const LOOKS: [&str; 7] = ["materials_", "texture_", "lights_", "xmp", "animation_", "audio", "interactivity"];

fn check_extensions(root: &Map<String, Value>) -> Result<(), MeshFileProblem> {
    let required = root.get("extensionsRequired").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        let of_vendor = name.split_once('_').map_or(name, |(_, rest)| rest);
        let feature = match name {
            // Positions may be whole numbers, which `accessor` reads.
            "KHR_mesh_quantization" => continue,
            _ if LOOKS.iter().any(|begin| of_vendor.starts_with(begin)) => continue,
            "KHR_draco_mesh_compression" => "Draco compression (export it without)".to_owned(),
            "EXT_meshopt_compression" => "meshopt compression (export it without)".to_owned(),
            _ => format!("the extension `{}`, which it requires", crate::files::text::shorten(name)),
        };
        return Err(MeshFileProblem::Unsupported { feature });
    }
    Ok(())
}

/// Leaves what shapes are made of.
fn keep_shapes(root: &mut Map<String, Value>) {
    const SHAPES: [&str; 9] =
        ["asset", "scene", "scenes", "nodes", "meshes", "skins", "accessors", "bufferViews", "buffers"];
    root.retain(|key, _| SHAPES.contains(&key.as_str()));
    for value in root.values_mut() {
        forget_looks(value);
    }
}

fn forget_looks(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(forget_looks),
        Value::Object(fields) => {
            // The reader's own depth limit bounds this recursion.
            fields.retain(|key, _| !["extras", "extensions", "material", "camera"].contains(&key.as_str()));
            fields.values_mut().for_each(forget_looks);
        }
        _ => {}
    }
}

/// The crate's validator indexes the accessors with the attributes of a primitive before it has checked those, and panics where they lie.
fn check_attributes(root: &::gltf::json::Root) -> Result<(), MeshFileProblem> {
    for (mesh, primitives) in root.meshes.iter().map(|mesh| &mesh.primitives).enumerate() {
        for (index, primitive) in primitives.iter().enumerate() {
            if let Some(beyond) = primitive.attributes.values().find(|a| a.value() >= root.accessors.len()) {
                return Err(MeshFileProblem::MissingReference {
                    place: format!("mesh {mesh}, primitive {index}"),
                    target: format!("accessor {} (out of bounds)", beyond.value()),
                });
            }
        }
    }
    Ok(())
}

/// Makes the crate's errors ours.
fn json_problem(error: ::gltf::Error) -> MeshFileProblem {
    match error {
        ::gltf::Error::Deserialize(error) if error.is_eof() => {
            MeshFileProblem::Truncated { missing: format!("the JSON ends too early: {error}") }
        }
        ::gltf::Error::Deserialize(error) => {
            let place = format!("line {}, column {} of the JSON", error.line(), error.column());
            MeshFileProblem::Syntax { place, message: error.to_string() }
        }
        ::gltf::Error::Validation(errors) => match errors.into_iter().next() {
            Some((path, Invalid::IndexOutOfBounds)) => MeshFileProblem::MissingReference {
                place: format!("`{path}`"),
                target: "an index out of bounds".into(),
            },
            Some((path, Invalid::Unsupported)) => {
                MeshFileProblem::Unsupported { feature: format!("an extension or value at `{path}`") }
            }
            Some((path, error)) => {
                MeshFileProblem::Syntax { place: format!("`{path}`"), message: error.to_string() }
            }
            None => MeshFileProblem::Syntax { place: "JSON".into(), message: "invalid".into() },
        },
        other => MeshFileProblem::Syntax { place: "JSON".into(), message: other.to_string() },
    }
}
