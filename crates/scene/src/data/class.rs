//! Classes: keys that several things have in common.

use crate::Tree;
use crate::describe::{Kind, Label, Space, described};

described! {
    /// Keys that bodies, shapes, skins, motors and sensors of this file take over when they name the class: `class = "finger"`. What a thing
    /// says itself goes before.
    pub struct Class as "class" {
        /// its name
        name: String = label(Label::Defines(Space::Class));
        /// another class, whose keys it takes over
        class: Option<String> = maybe;
        /// for bodies
        body: Option<Tree> = maybe, Kind::Parameters;
        /// for shapes
        shape: Option<Tree> = maybe, Kind::Parameters;
        /// for skins
        skin: Option<Tree> = maybe, Kind::Parameters;
        /// for motors
        motor: Option<Tree> = maybe, Kind::Parameters;
        /// for sensors
        sensor: Option<Tree> = maybe, Kind::Parameters;
    }
}
