//! Default classes: attributes that elements have without saying so.

use super::document::Model;
use crate::error::{ErrorKind, Result, SceneError, shown};
use crate::xml::El;
use glam::DVec3;
use std::collections::HashMap;

/// How deep classes may nest.
const DEEPEST: usize = 64;

/// Names of elements that share their defaults.
const ACTUATORS: [&str; 11] = [
    "general",
    "motor",
    "position",
    "velocity",
    "intvelocity",
    "damper",
    "cylinder",
    "muscle",
    "adhesion",
    "dcmotor",
    "plugin",
];

/// The elements of every class that say its defaults, the class itself first and the outermost last.
#[derive(Debug, Default)]
pub(super) struct Classes<'a> {
    by_name: HashMap<String, Vec<El<'a>>>,
    /// The outermost class, which everything has.
    main: Option<String>,
}

impl<'a> Classes<'a> {
    pub(super) fn of(model: &'a Model<'a>) -> Result<Self> {
        let mut classes = Self::default();
        for section in model.sections("default")? {
            let name = section.attr("class").unwrap_or("main").to_owned();
            let main = classes.main.get_or_insert(name).clone();
            classes.read(model, section, &main, &[], 0)?;
        }
        Ok(classes)
    }

    fn read(
        &mut self,
        model: &'a Model<'a>,
        element: El<'a>,
        name: &str,
        outer: &[El<'a>],
        depth: usize,
    ) -> Result<()> {
        if depth > DEEPEST {
            return Err(
                element.fault(ErrorKind::TooMany, format!("default classes nest more than {DEEPEST} deep"))
            );
        }
        let children = model.children(element)?;
        let mut own: Vec<El<'a>> = children.iter().copied().filter(|child| !child.is("default")).collect();
        // What is said last counts.
        own.reverse();
        own.extend(self.by_name.get(name).map_or(outer, Vec::as_slice));
        self.by_name.insert(name.to_owned(), own.clone());
        for child in children.iter().filter(|child| child.is("default")) {
            let name = child.need_attr("class")?.to_owned();
            self.read(model, *child, &name, &own, depth + 1)?;
        }
        Ok(())
    }

    /// An element with its defaults: those of its own class, or of the one that its body gives to what is below.
    pub(super) fn with_defaults(&self, el: El<'a>, inherited: Option<&str>) -> Result<Full<'a>> {
        let named = el.attr("class").or(inherited).or(self.main.as_deref());
        let Some(name) = named else { return Ok(Full { el, defaults: Vec::new() }) };
        let Some(elements) = self.by_name.get(name) else {
            if Some(name) == self.main.as_deref() || name == "main" {
                return Ok(Full { el, defaults: Vec::new() });
            }
            let known: Vec<&str> = self.by_name.keys().map(String::as_str).collect();
            return Err(unknown(el, name, &known));
        };
        let alike = |other: &El<'a>| same_kind(el.name(), other.name());
        Ok(Full { el, defaults: elements.iter().copied().filter(alike).collect() })
    }
}

fn same_kind(a: &str, b: &str) -> bool {
    let tendon = |name: &str| ["tendon", "fixed", "spatial"].contains(&name);
    a == b || ACTUATORS.contains(&a) && ACTUATORS.contains(&b) || tendon(a) && tendon(b)
}

fn unknown(el: El<'_>, name: &str, known: &[&str]) -> SceneError {
    let mut known = known.to_vec();
    known.sort_unstable();
    el.fault_at("class", ErrorKind::UnknownName, format!("there is no default class `{}`", shown(name)))
        .with_note(format!("known: {}", known.join(", ")))
}

/// An element with what its class says.
#[derive(Clone, Debug)]
pub(super) struct Full<'a> {
    pub(super) el: El<'a>,
    defaults: Vec<El<'a>>,
}

impl<'a> Full<'a> {
    /// The element that says an attribute: itself, or one of its class.
    pub(super) fn who_says(&self, attribute: &str) -> Option<El<'a>> {
        std::iter::once(self.el).chain(self.defaults.iter().copied()).find(|el| el.attr(attribute).is_some())
    }

    /// The element that says any of several attributes.
    pub(super) fn who_says_any(&self, attributes: &[&str]) -> Option<El<'a>> {
        let any = |el: &El<'a>| attributes.iter().any(|name| el.attr(name).is_some());
        std::iter::once(self.el).chain(self.defaults.iter().copied()).find(any)
    }

    pub(super) fn attr(&self, name: &str) -> Option<&'a str> {
        self.who_says(name).and_then(|el| el.attr(name))
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<f64>> {
        self.who_says(name).map_or(Ok(None), |el| el.number(name))
    }

    pub(super) fn number_or(&self, name: &str, otherwise: f64) -> Result<f64> {
        Ok(self.number(name)?.unwrap_or(otherwise))
    }

    /// The first of several numbers.
    pub(super) fn first_or(&self, name: &str, otherwise: f64) -> Result<f64> {
        Ok(self.numbers(name)?.and_then(|all| all.first().copied()).unwrap_or(otherwise))
    }

    pub(super) fn numbers(&self, name: &str) -> Result<Option<Vec<f64>>> {
        self.who_says(name).map_or(Ok(None), |el| el.numbers(name))
    }

    pub(super) fn exactly<const N: usize>(&self, name: &str) -> Result<Option<[f64; N]>> {
        self.who_says(name).map_or(Ok(None), |el| el.exactly(name))
    }

    pub(super) fn vector(&self, name: &str) -> Result<Option<DVec3>> {
        self.who_says(name).map_or(Ok(None), |el| el.vector(name))
    }
}
