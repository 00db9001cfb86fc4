//! Chains and configurations: parts and positions of a robot by name.

use crate::Tree;
use crate::describe::{Field, Kind, Label, Range, Space, Unit, described, list, name, number};
use crate::error::Fault;
use crate::view::View;
use bristle_geometry::Pose;

described! {
    /// A kinematic chain, such as an arm with its hand.
    pub struct Chain as "chain" {
        /// its name
        name: String = label(Label::Defines(Space::Chain));
        /// the body that it begins at; the world if left out
        base: Option<String> = maybe, name(Space::Body);
        /// the last body
        tip: String = needed, name(Space::Body);
        /// frame of the tool on that body; its z axis points to where it works
        tool: Pose = maybe;
        /// bodies whose joints open and close the hand
        hand: Vec<String> = or(Vec::new()), list(name(Space::Body));
        /// in which direction each of them closes: 1, -1, or 0 for none
        closing: Vec<f64> = or(Vec::new()), list(number(Range::within(-1.0, 1.0), ""));
    }

    /// Positions of joints that go together, such as `open`, or those of a preshape.
    pub struct Configuration as "configuration" {
        /// its name
        name: String = label(Label::Defines(Space::Configuration));
        /// by the body that the joint carries; the others are where they begin otherwise
        positions: Vec<(String, f64)> = maybe;
    }
}

/// Positions by the names of bodies.
impl Field for Vec<(String, f64)> {
    fn kind() -> Kind {
        Kind::Refers(Space::Body, Box::new(Kind::Number(Range::ANY, Unit::Travel)))
    }

    fn get(view: View<'_>, key: &str) -> Result<Option<Self>, Fault> {
        Ok(view.named_numbers(key))
    }

    fn tree(&self) -> Tree {
        Tree::Table(self.iter().map(|(name, number)| (name.clone(), Tree::Float(*number))).collect())
    }

    fn unset() -> Self {
        Vec::new()
    }

    fn is_unset(&self) -> bool {
        self.is_empty()
    }
}
