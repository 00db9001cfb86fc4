//! The words of one instance, and how they become numbers.

use super::{KEYS, RecipeError};
use bristle_scene::Tree;
use std::collections::HashMap;

/// Keys and values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words(HashMap<&'static str, String>);

impl Words {
    /// Asks for every key.
    pub(crate) fn collect(ask: impl Fn(&'static std::ffi::CStr) -> Option<String>) -> Self {
        let entry = |key: &&'static std::ffi::CStr| Some((key.to_str().ok()?, ask(key)?));
        Self(KEYS.iter().filter_map(entry).collect())
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// Says what a value should have been.
    pub(crate) fn refuse(&self, key: &'static str, allowed: impl Into<String>) -> RecipeError {
        let value = self.text(key).unwrap_or_default().to_owned();
        RecipeError::BadValue { key, value, allowed: allowed.into() }
    }

    /// A finite number.
    pub(crate) fn number(&self, key: &'static str) -> Result<Option<f64>, RecipeError> {
        let Some(text) = self.text(key) else { return Ok(None) };
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Some(number)),
            _ => Err(self.refuse(key, "a finite number")),
        }
    }

    /// `N` finite numbers with blanks between them.
    pub(crate) fn numbers<const N: usize>(&self, key: &'static str) -> Result<Option<[f64; N]>, RecipeError> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let numbers: Option<Vec<f64>> =
            text.split_whitespace().map(|w| w.parse().ok().filter(|x: &f64| x.is_finite())).collect();
        let array = numbers.and_then(|list| <[f64; N]>::try_from(list).ok());
        array
            .map(Some)
            .ok_or_else(|| self.refuse(key, format!("{N} finite numbers with blanks between them")))
    }

    /// The value as a scene would have it.
    pub(crate) fn tree(&self, key: &str) -> Option<Tree> {
        let text = self.text(key)?;
        let integer = text.parse().map(Tree::Integer);
        let number = integer.or_else(|_| text.parse().map(Tree::Float));
        Some(number.unwrap_or_else(|_| Tree::Text(text.to_owned())))
    }

    /// One word out of several.
    pub(crate) fn choice<'a>(
        &self,
        key: &'static str,
        allowed: &[&'a str],
    ) -> Result<Option<&'a str>, RecipeError> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let found = allowed.iter().find(|word| **word == text);
        found
            .map(|word| Some(*word))
            .ok_or_else(|| self.refuse(key, format!("one of {}", allowed.join(", "))))
    }
}

#[cfg(test)]
impl Words {
    pub(super) fn extend(&mut self, more: Self) {
        self.0.extend(more.0);
    }
}

#[cfg(test)]
impl<const N: usize> From<[(&'static str, &str); N]> for Words {
    fn from(words: [(&'static str, &str); N]) -> Self {
        Self(words.map(|(key, value)| (key, value.to_owned())).into())
    }
}
