//! The skin that is pressed: a flat pad, or a mesh with a texel at every vertex.

use crate::args::PressArgs;
use crate::error::CliError;
use crate::materials::{law_name, preset_name};
use crate::solids::Rectangle;
use bristle_contact::Saturation;
use bristle_geometry::Pose;
use bristle_geometry::files::{self, LoadOptions};
use bristle_skin::layout::{GridSize, SamplePattern};
use bristle_skin::{Skin, SkinLayout, SkinOptions};
use glam::{DQuat, DVec3};
use std::path::Path;

/// A skin and the frame P in which it is pressed: z points out of it, the origin is its middle.
pub(crate) struct Sensor {
    pub(crate) skin: Skin,
    pub(crate) layout: SkinLayout,
    /// `X_SP`.
    pub(crate) press_frame: Pose,
    /// Points of the surface, in P, at which a first touch is looked for.
    pub(crate) touch_points: Vec<DVec3>,
    /// Of a flat pad.
    pub(crate) outline: Option<Rectangle>,
    /// Distance of neighbouring texels \[m\], of a flat pad.
    pub(crate) pitch: Option<f64>,
    pub(crate) description: String,
    pub(crate) material: String,
    pub(crate) law: &'static str,
    pub(crate) notes: Vec<String>,
}

impl Sensor {
    pub(crate) fn new(args: &PressArgs) -> Result<Self, CliError> {
        let (layout, description, notes) = match &args.skin {
            None => (flat_pad(args)?, pad_in_words(args), Vec::new()),
            Some(file) => from_file(file, args)?,
        };
        let pattern = match args.samples {
            1 => SamplePattern::Centre,
            n => SamplePattern::Jittered(n.into()),
        };
        let layout = layout.with_samples(pattern)?;
        let mut material = args.material.material();
        if let Some(law) = args.law {
            material = law.replace_in(material)?;
        }
        let law = law_name(material.friction());
        // Where the force is held beyond full compression, rays must begin deeper than the object will ever be.
        let backing = match material.saturation() {
            Saturation::Hold => Some(material.max_penetration().max(args.depth_mm * 1e-3)),
            Saturation::CutOff => None,
        };
        let options = SkinOptions { backing, ..SkinOptions::default() };
        let press_frame = press_frame(&layout, args.approach)?;
        Ok(Self {
            skin: Skin::new(&layout, material, options)?,
            touch_points: touch_points(&layout, press_frame),
            outline: outline(&layout),
            pitch: layout.grid.map(|_| args.pitch_mm * 1e-3),
            layout,
            press_frame,
            description,
            material: preset_name(args.material),
            law,
            notes,
        })
    }

    pub(crate) fn grid(&self) -> Option<GridSize> {
        self.layout.grid
    }
}

fn flat_pad(args: &PressArgs) -> Result<SkinLayout, CliError> {
    Ok(SkinLayout::grid(args.rows, args.columns, args.pitch_mm * 1e-3)?)
}

fn pad_in_words(args: &PressArgs) -> String {
    format!("pad of {} × {} texels, pitch {} mm", args.rows, args.columns, args.pitch_mm)
}

fn from_file(file: &Path, args: &PressArgs) -> Result<(SkinLayout, String, Vec<String>), CliError> {
    let options = LoadOptions { unit: args.skin_unit.into(), ..Default::default() };
    let loaded = files::load(file, &options)?;
    let layout = SkinLayout::from_used_vertices(loaded.mesh)
        .map_err(|cause| CliError::BadSensor { file: file.to_owned(), cause })?;
    let notes = loaded.notes.iter().map(|note| format!("{}: {note}", file.display())).collect();
    let description = format!("sensor {} with {} texels", file.display(), layout.texels.len());
    Ok((layout, description, notes))
}

/// The middle of the skin, with z along `approach` or the mean direction of its surface.
fn press_frame(layout: &SkinLayout, approach: Option<DVec3>) -> Result<Pose, CliError> {
    if layout.grid.is_some() {
        return Ok(Pose::IDENTITY);
    }
    let mesh = &layout.mesh;
    let faces = (0..mesh.triangles.len()).map(|i| {
        let [a, b, c] = mesh.corners(i);
        (b - a).cross(c - a)
    });
    let (sum, area) = faces.fold((DVec3::ZERO, 0.0), |(sum, area), face| (sum + face, area + face.length()));
    let mean = sum / area;
    let axis = match approach {
        Some(axis) => axis,
        // On a closed mesh the faces cancel, and no side is the front.
        None if mean.length() < 0.05 => {
            return Err(CliError::Usage(
                "the sensor's mesh faces all ways, so it has no front\n  fix: say which side is pressed, e.g. \
                 `--approach 0,0,1` for its top"
                    .into(),
            ));
        }
        None => mean.normalize(),
    };
    let facing = layout.texels.iter().filter(|t| t.direction.dot(axis) > 0.0);
    let (sum, weight) = facing.fold((DVec3::ZERO, 0.0), |(sum, weight), t| {
        let seen = t.area * t.direction.dot(axis);
        (sum + t.position * seen, weight + seen)
    });
    if weight == 0.0 {
        return Err(CliError::Usage(format!(
            "no texel of the sensor faces {axis}\n  fix: give `--approach` a direction out of its surface"
        )));
    }
    Ok(Pose::new(DQuat::from_rotation_arc(DVec3::Z, axis), sum / weight))
}

/// Texels that face the object; of a flat pad also the corners of the cells, since its middle may be one.
fn touch_points(layout: &SkinLayout, press_frame: Pose) -> Vec<DVec3> {
    let to_press = press_frame.inverse();
    let axis = press_frame.rotation * DVec3::Z;
    let facing = layout.texels.iter().filter(|t| t.direction.dot(axis) > 0.1).map(|t| t.position);
    let corners = layout.grid.map_or(&[][..], |_| &layout.mesh.vertices);
    facing.chain(corners.iter().copied()).map(|p| to_press.transform_point(p)).collect()
}

fn outline(layout: &SkinLayout) -> Option<Rectangle> {
    layout.grid?;
    let (low, high) = layout.mesh.bounds()?;
    Some(Rectangle { low: low.truncate(), high: high.truncate() })
}
