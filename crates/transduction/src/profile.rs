//! A device in a file.

use crate::error::{ChainError, ProfileError};
use crate::layer::Layer;
use crate::{Chain, library};
use bristle_skin::SkinLayout;
use bristle_system::input;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A device: its layers in order, and where its figures come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Name of the device, as a scene calls it.
    pub name: String,
    /// What it is.
    #[serde(default)]
    pub about: String,
    /// Where its figures come from.
    #[serde(default)]
    pub source: String,
    /// Its layers, from the surface of the pad to the wire.
    #[serde(default)]
    pub layers: Vec<Layer>,
}

/// Larger files are no profiles \[bytes\].
const LARGEST_FILE: u64 = 1 << 20;

impl Profile {
    /// Reads the profile in a file.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, ProfileError> {
        let path = path.as_ref();
        let text = input::read_text(path, LARGEST_FILE)
            .map_err(|problem| ProfileError::File { path: path.to_owned(), why: problem.to_string() })?;
        Self::parse(&text)
    }

    /// Reads a profile from TOML and checks its parameters.
    pub fn parse(text: &str) -> Result<Self, ProfileError> {
        let profile: Self = toml::from_str(text)
            .map_err(|error| ProfileError::Text { message: error.to_string().trim_end().to_owned() })?;
        profile.check()?;
        Ok(profile)
    }

    /// Checks the parameters of all layers.
    pub fn check(&self) -> Result<(), ProfileError> {
        for (index, layer) in self.layers.iter().enumerate() {
            layer.check().map_err(|fault| ProfileError::Layer {
                name: self.name.clone(),
                source: ChainError::at(index, layer.kind(), fault),
            })?;
        }
        Ok(())
    }

    /// A device of the library, e.g. `weiss-dsa-9205`.
    pub fn named(name: &str) -> Result<Self, ProfileError> {
        Self::parse(library::find(name)?)
    }

    /// Names of the devices of the library.
    pub fn names() -> impl Iterator<Item = &'static str> {
        library::names()
    }

    /// The profile as TOML, which [`Profile::parse`] reads.
    pub fn to_toml(&self) -> Result<String, ProfileError> {
        toml::to_string(self).map_err(|error| ProfileError::Text { message: error.to_string() })
    }

    /// Makes the device for a layout.
    pub fn chain(&self, layout: &SkinLayout) -> Result<Chain, ChainError> {
        Chain::new(&self.layers, layout)
    }

    /// The same device without the layers of some kinds, e.g. without `noise`.
    pub fn without(mut self, kinds: &[&str]) -> Self {
        self.layers.retain(|layer| !kinds.contains(&layer.kind()));
        self
    }

    /// JSON schema of profiles, for editors that complete and check them; ends in a new line.
    pub fn schema() -> String {
        let mut text = serde_json::to_string_pretty(&schemars::schema_for!(Self)).unwrap_or_default();
        text.push('\n');
        text
    }
}
