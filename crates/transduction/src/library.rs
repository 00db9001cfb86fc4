//! The devices that come with the library: an installed program needs no files beside it.

use crate::ProfileError;

macro_rules! devices {
    ($($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/devices/", $name, ".toml")),
        )),*]
    };
}

const DEVICES: &[(&str, &str)] = devices!["pps-pr2-fingertip", "pps-pr2-fingertip-1600", "weiss-dsa-9205"];

pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    DEVICES.iter().map(|(name, _)| *name)
}

pub(crate) fn find(name: &str) -> Result<&'static str, ProfileError> {
    let name = name.strip_prefix("lib:devices/").unwrap_or(name);
    if let Some((_, text)) = DEVICES.iter().find(|(known, _)| *known == name) {
        return Ok(text);
    }
    let likeness = |known: &str| strsim::jaro_winkler(known, name);
    let near =
        names().max_by(|a, b| likeness(a).total_cmp(&likeness(b))).filter(|known| likeness(known) > 0.8);
    let known = names().collect::<Vec<_>>().join(", ");
    Err(ProfileError::Unknown { name: name.to_owned(), near: near.map(str::to_owned), known })
}
