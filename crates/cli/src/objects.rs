//! Which objects can be asked for, and the options that shape them.

use crate::args::PressArgs;
use crate::error::CliError;
use crate::solids::{self, Solid};
use bristle_geometry::files::{Format, LoadOptions};
use glam::DVec3;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

/// What is pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Object {
    Sphere,
    Box,
    Cylinder,
    Capsule,
    Ellipsoid,
    Bottle,
    Bumpy,
    File(PathBuf),
}

const NAMED: [(&str, Object); 7] = [
    ("sphere", Object::Sphere),
    ("box", Object::Box),
    ("cylinder", Object::Cylinder),
    ("capsule", Object::Capsule),
    ("ellipsoid", Object::Ellipsoid),
    ("bottle", Object::Bottle),
    ("bumpy", Object::Bumpy),
];

impl Object {
    /// What is pressed when nothing is asked for.
    pub(crate) const TOUR: [Self; 3] = [Self::Sphere, Self::Box, Self::Bottle];

    pub(crate) fn parse(text: OsString) -> Result<Self, String> {
        if let Some((_, object)) = NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(object.clone());
        }
        let path = PathBuf::from(text);
        match Format::from_path(&path) {
            Ok(_) => Ok(Self::File(path)),
            Err(_) => {
                let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
                Err(format!(
                    "it is neither a known object nor a mesh file; use one of {}, or a file that ends in .stl, \
                     .obj, .ply, .gltf, .glb or .dae",
                    names.join(", ")
                ))
            }
        }
    }

    /// Makes the solid, in the attitude in which it is pressed.
    pub(crate) fn solid(&self, args: &PressArgs) -> Result<Solid, CliError> {
        let metres = |value: Option<f64>, default_mm: f64| value.unwrap_or(default_mm) * 1e-3;
        let sizes = |default_mm: DVec3| args.size_mm.unwrap_or(default_mm) * 1e-3;
        let solid = match self {
            Self::Sphere => solids::sphere(metres(args.radius_mm, 20.0)),
            Self::Box => solids::cuboid(sizes(DVec3::new(30.0, 12.0, 20.0))),
            Self::Cylinder => solids::cylinder(metres(args.radius_mm, 10.0), metres(args.length_mm, 30.0)),
            Self::Capsule => solids::capsule(metres(args.radius_mm, 10.0), metres(args.length_mm, 30.0)),
            Self::Ellipsoid => solids::ellipsoid(sizes(DVec3::new(44.0, 22.0, 22.0))),
            Self::Bottle => solids::bottle(),
            Self::Bumpy => solids::bumpy(metres(args.radius_mm, 20.0)),
            Self::File(file) => {
                let options = LoadOptions {
                    unit: args.unit.into(),
                    up_axis: args.up.into(),
                    buffers: args.buffers.into(),
                    ..Default::default()
                };
                solids::from_file(file, &options)
            }
        }?;
        // A box that is aligned with the pad looks like a mistake in the image.
        let default_turn = if *self == Self::Box { DVec3::new(0.0, 0.0, 20.0) } else { DVec3::ZERO };
        Ok(solid.turned(args.rotate_deg.unwrap_or(default_turn)))
    }

    fn takes_radius(&self) -> bool {
        matches!(self, Self::Sphere | Self::Cylinder | Self::Capsule | Self::Bumpy)
    }

    fn takes_length(&self) -> bool {
        matches!(self, Self::Cylinder | Self::Capsule)
    }

    fn takes_size(&self) -> bool {
        matches!(self, Self::Box | Self::Ellipsoid)
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::File(path) = self {
            return write!(f, "{}", path.display());
        }
        let name = NAMED.iter().find(|(_, object)| object == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}

/// Refuses a size that none of the objects has: silence would look like success.
pub(crate) fn check_sizes(objects: &[Object], args: &PressArgs) -> Result<(), CliError> {
    let used = |option: &str, given: bool, takes: fn(&Object) -> bool, takers: &str| {
        if !given || objects.iter().any(takes) {
            return Ok(());
        }
        let names: Vec<String> = objects.iter().map(Object::to_string).collect();
        Err(CliError::Usage(format!(
            "{option} shapes {takers}, but the object is {}\n  fix: leave it out, or choose another --object",
            names.join(", ")
        )))
    };
    used(
        "--radius-mm",
        args.radius_mm.is_some(),
        Object::takes_radius,
        "sphere, cylinder, capsule and bumpy",
    )?;
    used("--length-mm", args.length_mm.is_some(), Object::takes_length, "cylinder and capsule")?;
    used("--size-mm", args.size_mm.is_some(), Object::takes_size, "box and ellipsoid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_files_are_told_apart() {
        assert_eq!(Object::parse("box".into()), Ok(Object::Box));
        assert_eq!(Object::parse("box.STL".into()), Ok(Object::File("box.STL".into())));
        let message = Object::parse("bax".into()).unwrap_err();
        assert!(message.contains("ellipsoid") && message.contains(".glb"), "{message}");
    }
}
