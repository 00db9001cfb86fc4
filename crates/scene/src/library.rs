//! The models that come with the program: an installed binary needs no files beside it.

use crate::household;
use std::sync::LazyLock;

/// A model of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LibraryModel {
    /// What it is included by, after `lib:`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl LibraryModel {
    /// The first line of its leading comment: what it is.
    pub fn summary(&self) -> &'static str {
        self.text.lines().next().and_then(|line| line.strip_prefix('#')).map_or("", str::trim)
    }
}

macro_rules! models {
    ($($name:literal),* $(,)?) => {
        &[$(LibraryModel {
            name: $name,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/", $name, ".toml")),
        }),*]
    };
}

const MODELS: &[LibraryModel] = models![
    "arms/armar3",
    "arms/franka",
    "arms/katana",
    "arms/pa10",
    "arms/pr2",
    "arms/pr2-simple",
    "arms/puma560",
    "arms/rv-3sb",
    "arms/ur5e",
    "fingers/schunk-finger",
    "grippers/franka-hand",
    "grippers/pg70",
    "grippers/pr2",
    "grippers/robotiq-2f85",
    "hands/allegro",
    "hands/barrett",
    "hands/finger",
    "hands/human",
    "hands/karlsruhe",
    "hands/leap",
    "hands/otto-bock",
    "hands/sdh",
    "hands/shadow",
    "hands/three-finger",
    "materials/foam-rs-55-066",
    "materials/foam-rs-55-066-as-published",
    "materials/silicone",
    "materials/surfaces",
    "objects/book",
    "objects/bottle",
    "objects/box",
    "objects/can",
    "objects/cube",
    "objects/cylinder",
    "objects/mug",
    "objects/plate",
    "objects/sphere",
    "objects/spray-bottle",
    "objects/table",
    "scenes/pa10-barrett",
    "scenes/pa10-clutter",
    "scenes/pg70-bench",
    "scenes/pick-bottle",
    "scenes/pick-cube",
    "scenes/pick-cube-counts",
    "scenes/starter",
    "scenes/three-finger",
    "scenes/tilted-cube",
    "scenes/weigh",
    "scenes/work-cycle",
    "sensors/pps-pr2-fingertip",
    "sensors/weiss-dsa-9205",
    "sensors/weiss-dsa-9205-13x6",
];

/// Household objects, made from their table.
static HOUSEHOLD: LazyLock<Vec<LibraryModel>> = LazyLock::new(|| {
    let model = |object: &household::HouseholdObject| LibraryModel {
        name: format!("household/{}", object.name).leak(),
        text: object.to_scene().leak(),
    };
    household::objects().iter().map(model).collect()
});

/// All models, by name.
pub fn list() -> impl Iterator<Item = &'static LibraryModel> {
    MODELS.iter().chain(HOUSEHOLD.iter())
}

/// The model of a name, with or without `lib:`.
pub fn find(name: &str) -> Option<&'static LibraryModel> {
    let name = name.strip_prefix("lib:").unwrap_or(name);
    list().find(|model| model.name == name)
}
