//! `bristle list`: what there is to build scenes from.

use crate::args::{ListArgs, ListWhat};
use crate::error::CliError;
use crate::terminal::print;
use bristle_contact::{FrictionLaw, Named, NormalLaw, Preset};
use bristle_scene::data::Profile;
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
        ListWhat::Devices => {
            "Devices: skins to include in a scene; what makes counts of forces: skins.NAME.device = \"lib:devices/…\"; and [sensors]"
        }
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
        ListWhat::Models => {
            of_library(&["arms/", "grippers/", "hands/", "fingers/", "objects/", "household/"], "lib:")
        }
        ListWhat::Devices => {
            let mut all = of_library(&["sensors/"], "lib:");
            all.extend(Profile::names().map(|name| {
                let about = Profile::named(name).map_or(String::new(), |profile| profile.about);
                Item { name: format!("lib:devices/{name}"), summary: about }
            }));
            all.extend(SENSORS.iter().map(item));
            all
        }
        ListWhat::Materials => {
            let mut all = of_library(&["materials/"], "lib:");
            all.extend(Preset::ALL.iter().map(|preset| item(&(preset.name(), preset.summary()))));
            all
        }
        ListWhat::Laws => laws().map(|law| item(&law)).collect(),
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

/// The one law that is no set of numbers.
const TABULATED: (&str, &str) = ("tabulated", "Normal force from measured points, and a damper.");

fn laws() -> impl Iterator<Item = (&'static str, &'static str)> {
    let normal = NormalLaw::LAWS.iter().map(|law| (law.name, law.summary));
    normal.chain([TABULATED]).chain(FrictionLaw::LAWS.iter().map(|law| (law.name, law.summary)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bristle_scene::Scene;

    /// The names in the lists are those that scenes know, and none is missing.
    #[test]
    fn every_listed_preset_and_sensor_is_one_of_the_schema() {
        let schema = bristle_scene::schema().to_string();
        let presets = Preset::NAMES.iter().copied();
        for name in presets.chain(SENSORS.map(|(name, _)| name)).chain(laws().map(|(name, _)| name)) {
            assert!(schema.contains(&format!("\"{name}\"")), "{name}");
        }
        for preset in Preset::NAMES {
            let text = format!("[materials.pad]\npreset = \"{preset}\"\nmax_penetration_mm = 5\n");
            Scene::parse(&text, "preset.toml").unwrap();
        }
    }

    #[test]
    fn every_model_of_the_library_is_in_one_list() {
        let listed: usize = ALL.iter().map(|&what| items(what).len()).sum();
        let own = Preset::ALL.len() + SENSORS.len() + Profile::names().count() + laws().count();
        assert_eq!(listed - own, library::list().count());
    }
}
