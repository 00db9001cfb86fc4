//! Typed access to a checked table.

use crate::error::{ErrorKind, Fault};
use crate::node::{Node, Table, Value};
use crate::source::Span;
use bristle_geometry::Pose;
use glam::{DQuat, DVec3, EulerRot};

/// From the unit that a number is written in.
type ToSi = fn(f64) -> f64;

/// A table whose keys were checked and whose defaults were filled in. Lengths come out in metres and angles in radians,
/// however they were written.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    table: &'a Table,
    at: Span,
}

impl<'a> View<'a> {
    pub(crate) fn new(table: &'a Table, at: Span) -> Self {
        Self { table, at }
    }

    /// The place of the whole table.
    pub(crate) fn at(&self) -> Span {
        self.at
    }

    /// The place of a key's value, or else of the table.
    pub(crate) fn at_key(&self, key: &str) -> Span {
        self.found(key).map_or(self.at, |(node, _)| node.at)
    }

    fn missing(&self, key: &str) -> Fault {
        Fault::new(ErrorKind::Missing, self.at, format!("`{key}` is needed here"))
    }

    /// The value of a key and the way from its unit to SI.
    fn found(&self, key: &str) -> Option<(&'a Node, ToSi)> {
        if let Some(node) = self.table.get(key) {
            return Some((node, |x| x));
        }
        if let Some(node) = self.table.get(&format!("{key}_mm")) {
            return Some((node, |x| x / 1000.0));
        }
        self.table.get(&format!("{key}_deg")).map(|node| (node, f64::to_radians as ToSi))
    }

    /// Whether the key is there, in whatever unit.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.found(key).is_some()
    }

    /// Whether the key is written in a unit for lengths (`mm`) or angles (`deg`).
    pub(crate) fn suffix(&self, key: &str) -> Option<&'static str> {
        ["mm", "deg"].into_iter().find(|unit| self.table.has(&format!("{key}_{unit}")))
    }

    pub(crate) fn maybe_number(&self, key: &str) -> Option<f64> {
        self.found(key).and_then(|(node, to_si)| node.as_number().map(to_si))
    }

    pub(crate) fn number(&self, key: &str) -> Result<f64, Fault> {
        self.maybe_number(key).ok_or_else(|| self.missing(key))
    }

    pub(crate) fn maybe_numbers(&self, key: &str) -> Option<Vec<f64>> {
        let (node, to_si) = self.found(key)?;
        node.as_list()?.iter().map(|item| item.as_number().map(to_si)).collect()
    }

    pub(crate) fn numbers(&self, key: &str) -> Result<Vec<f64>, Fault> {
        self.maybe_numbers(key).ok_or_else(|| self.missing(key))
    }

    pub(crate) fn maybe_vector(&self, key: &str) -> Option<DVec3> {
        match *self.maybe_numbers(key)? {
            [x, y, z] => Some(DVec3::new(x, y, z)),
            _ => None,
        }
    }

    pub(crate) fn vector(&self, key: &str) -> Result<DVec3, Fault> {
        self.maybe_vector(key).ok_or_else(|| self.missing(key))
    }

    /// A list of lists of numbers, as written.
    pub(crate) fn points(&self, key: &str) -> Result<Vec<(f64, f64)>, Fault> {
        let items = self.table.get(key).and_then(Node::as_list).ok_or_else(|| self.missing(key))?;
        let pair = |node: &Node| match node.as_list()? {
            [x, y] => Some((x.as_number()?, y.as_number()?)),
            _ => None,
        };
        items.iter().map(|item| pair(item).ok_or_else(|| self.missing(key))).collect()
    }

    pub(crate) fn integer(&self, key: &str) -> Result<i64, Fault> {
        match self.table.get(key).map(|node| &node.value) {
            Some(Value::Integer(integer)) => Ok(*integer),
            _ => Err(self.missing(key)),
        }
    }

    /// An integer that was checked to be not negative.
    pub(crate) fn count(&self, key: &str) -> Result<usize, Fault> {
        usize::try_from(self.integer(key)?).map_err(|_| self.missing(key))
    }

    pub(crate) fn flag(&self, key: &str) -> Result<bool, Fault> {
        match self.table.get(key).map(|node| &node.value) {
            Some(Value::Flag(flag)) => Ok(*flag),
            _ => Err(self.missing(key)),
        }
    }

    pub(crate) fn maybe_text(&self, key: &str) -> Option<&'a str> {
        self.table.get(key).and_then(Node::as_text)
    }

    pub(crate) fn text(&self, key: &str) -> Result<&'a str, Fault> {
        self.maybe_text(key).ok_or_else(|| self.missing(key))
    }

    pub(crate) fn name(&self, key: &str) -> Result<String, Fault> {
        self.text(key).map(str::to_owned)
    }

    pub(crate) fn maybe_table(&self, key: &str) -> Option<View<'a>> {
        let node = self.table.get(key)?;
        node.as_table().map(|table| View { table, at: node.at })
    }

    pub(crate) fn table(&self, key: &str) -> Result<View<'a>, Fault> {
        self.maybe_table(key).ok_or_else(|| self.missing(key))
    }

    /// The one key of `tags` that is there, with its table.
    pub(crate) fn tag(&self, tags: &[&'static str]) -> Result<(&'static str, View<'a>), Fault> {
        tags.iter().find_map(|tag| self.maybe_table(tag).map(|table| (*tag, table))).ok_or_else(|| {
            Fault::new(ErrorKind::Missing, self.at, format!("needs one of {}", tags.join(", ")))
        })
    }

    /// The named tables below a key, in the order of the file.
    pub(crate) fn named(&self, key: &str) -> impl Iterator<Item = (&'a str, Span, View<'a>)> + use<'a> {
        let table = self.table.get(key).and_then(Node::as_table);
        table.into_iter().flat_map(|table| &table.entries).filter_map(|entry| {
            let table = entry.node.as_table()?;
            Some((entry.key.as_str(), entry.key_at, View { table, at: entry.node.at }))
        })
    }

    /// The nodes of a list.
    pub(crate) fn list(&self, key: &str) -> &'a [Node] {
        self.table.get(key).and_then(Node::as_list).unwrap_or_default()
    }

    /// The tables of a list.
    pub(crate) fn tables(&self, key: &str) -> impl Iterator<Item = View<'a>> + use<'a> {
        self.list(key).iter().filter_map(|node| node.as_table().map(|table| View { table, at: node.at }))
    }

    /// A pose below `key`, or the one that changes nothing.
    pub(crate) fn pose(&self, key: &str) -> Result<Pose, Fault> {
        self.maybe_table(key).map_or(Ok(Pose::IDENTITY), |view| view.as_pose())
    }

    /// This table as a pose.
    pub(crate) fn as_pose(&self) -> Result<Pose, Fault> {
        let translation = self.maybe_vector("xyz").unwrap_or(DVec3::ZERO);
        if let Some(rpy) = self.maybe_vector("rpy") {
            let rotation = DQuat::from_euler(EulerRot::ZYX, rpy.z, rpy.y, rpy.x);
            return Ok(Pose::new(rotation, translation));
        }
        match self.maybe_numbers("quat").as_deref() {
            Some(&[x, y, z, w]) => {
                let rotation = DQuat::from_xyzw(x, y, z, w);
                if rotation.length() < 1e-6 {
                    let at = self.at_key("quat");
                    return Err(Fault::new(
                        ErrorKind::OutOfRange,
                        at,
                        "this quaternion is zero, so it turns nowhere",
                    )
                    .note("allowed: [x, y, z, w] of any length but zero; [0, 0, 0, 1] turns nothing"));
                }
                Ok(Pose::new(rotation, translation))
            }
            _ => Ok(Pose::from_translation(translation)),
        }
    }
}
