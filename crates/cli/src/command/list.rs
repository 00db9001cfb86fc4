//! `bristle list`: what there is to build scenes from.

use crate::args::{ListArgs, ListWhat};
use crate::error::CliError;
use crate::report::print;
use bristle_scene::library;
use serde::Serialize;

/// One thing of a list.
#[derive(Clone, Debug, Serialize)]
struct Item {
    /// What a scene calls it.
    name: String,
    /// What it is.
    summary: String,
}

#[derive(Serialize)]
struct Document {
    #[serde(skip_serializing_if = "Option::is_none")]
    models: Option<Vec<Item>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    materials: Option<Vec<Item>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    devices: Option<Vec<Item>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    laws: Option<Vec<Item>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scenes: Option<Vec<Item>>,
}

const ALL: [ListWhat; 5] =
    [ListWhat::Scenes, ListWhat::Models, ListWhat::Devices, ListWhat::Materials, ListWhat::Laws];

pub(crate) fn run(args: &ListArgs) -> Result<(), CliError> {
    let wanted = |what: ListWhat| args.what.is_none_or(|asked| asked == what);
    if args.json {
        let items = |what| wanted(what).then(|| items(what));
        let document = Document {
            models: items(ListWhat::Models),
            materials: items(ListWhat::Materials),
            devices: items(ListWhat::Devices),
            laws: items(ListWhat::Laws),
            scenes: items(ListWhat::Scenes),
        };
        return print(&(serde_json::to_string_pretty(&document)? + "\n"));
    }
    let parts: Vec<String> = ALL.into_iter().filter(|&what| wanted(what)).map(section).collect();
    print(&parts.join("\n"))
}

fn section(what: ListWhat) -> String {
    let title = match what {
        ListWhat::Models => "Models, to include in a scene",
        ListWhat::Materials => "Materials, to include in a scene; and presets: material = { preset = \"…\" }",
        ListWhat::Devices => "Devices: skins to include in a scene; and [sensors] of a scene",
        ListWhat::Laws => "Laws of a material: normal = { … } and friction = { … }",
        ListWhat::Scenes => "Scenes, to run: bristle run NAME",
    };
    let items = items(what);
    let width = items.iter().map(|item| item.name.chars().count()).max().unwrap_or(0);
    let lines = items.iter().map(|item| format!("  {:<width$}  {}\n", item.name, item.summary));
    format!("{title}\n{}", lines.collect::<String>())
}

fn items(what: ListWhat) -> Vec<Item> {
    match what {
        ListWhat::Scenes => of_library(&["scenes/"], ""),
        ListWhat::Models => of_library(&["grippers/", "fingers/", "objects/"], "lib:"),
        ListWhat::Devices => {
            let mut all = of_library(&["sensors/"], "lib:");
            all.extend(SENSORS.iter().map(item));
            all
        }
        ListWhat::Materials => {
            let mut all = of_library(&["materials/"], "lib:");
            all.extend(PRESETS.iter().map(item));
            all
        }
        ListWhat::Laws => LAWS.iter().map(item).collect(),
    }
}

fn item(&(name, summary): &(&str, &str)) -> Item {
    Item { name: name.to_owned(), summary: summary.to_owned() }
}

/// Models of the library in some folders; scenes go by their bare names.
fn of_library(folders: &[&str], prefix: &str) -> Vec<Item> {
    let mut all = Vec::new();
    for folder in folders {
        let models = library::list().filter(|model| model.name.starts_with(folder));
        all.extend(models.map(|model| {
            let name = if prefix.is_empty() { &model.name[folder.len()..] } else { model.name };
            Item { name: format!("{prefix}{name}"), summary: model.summary().to_owned() }
        }));
    }
    all
}

/// Presets of the contact crate, by the names that scenes use.
const PRESETS: [(&str, &str); 5] = [
    (
        "foam_rs_55_066_corrected",
        "Conductive foam of a Weiss array, k 22.1 N/m per texel, friction of the 2013 paper.",
    ),
    ("foam_rs_55_066_corrected_per_area", "The same per square metre, for arrays of any pitch."),
    (
        "foam_rs_55_066_as_published",
        "The same with the numbers of the paper's text: k 58.5 N/m, cut off beyond 12 mm.",
    ),
    ("opengrasp_2010", "Pad of the OpenGRASP report of 2010."),
    ("table3", "Pad of the weighing test, Table 3 of the 2013 paper: k 1000 N/m, c 10 N·s/m per texel."),
];

/// Sensors beside the skins, by the names that scenes use.
const SENSORS: [(&str, &str); 7] = [
    ("force_torque", "Six axes between a body and its parent, such as at a wrist."),
    ("accelerometer", "Proper acceleration in three axes."),
    ("gyro", "Angular velocity in three axes."),
    ("encoder", "Position and velocity of a joint, in counts."),
    ("touch", "A whole skin as one number: its normal force."),
    ("slip", "Slip of one texel, which no hardware can tell."),
    ("distance", "Distance along an approach vector to the first solid."),
];

const LAWS: [(&str, &str); 7] = [
    ("linear", "Normal force k·d + c·v: spring and damper."),
    ("hunt_crossley", "Normal force k·dⁿ·(1 + a·v): no pull at release, no jump at touch-down."),
    ("power_law", "Normal force k·dⁿ + c·v."),
    ("tabulated", "Normal force from measured points, and a damper."),
    ("elasto_plastic", "Friction by a bristle that holds without creep: the default of grasping."),
    ("lugre", "Friction by a bristle, LuGre: known from papers, creeps a little under load."),
    ("coulomb", "Friction by slip speed, regularised: creeps; for comparison."),
];

#[cfg(test)]
mod tests {
    use super::*;
    use bristle_scene::Scene;

    /// The names in the lists are those that scenes know, and none is missing.
    #[test]
    fn every_listed_preset_and_sensor_is_one_of_the_schema() {
        let schema = bristle_scene::schema().to_string();
        for (name, _) in PRESETS.iter().chain(&SENSORS).chain(&LAWS) {
            assert!(schema.contains(&format!("\"{name}\"")), "{name}");
        }
        for (preset, _) in PRESETS {
            let text = format!("[materials.pad]\npreset = \"{preset}\"\nmax_penetration_mm = 5\n");
            Scene::parse(&text, "preset.toml").unwrap();
        }
    }

    #[test]
    fn every_model_of_the_library_is_in_one_list() {
        let listed: usize = ALL.iter().map(|&what| items(what).len()).sum();
        let own = PRESETS.len() + SENSORS.len() + LAWS.len();
        assert_eq!(listed - own, library::list().count());
    }
}
