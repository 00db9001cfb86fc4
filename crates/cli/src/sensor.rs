//! The skin that is pressed: a flat pad, a mesh with a texel at every vertex, or a table of cells.

use crate::args::PressArgs;
use crate::error::CliError;
use crate::materials::law_name;
use crate::solids::Rectangle;
use bristle_contact::Saturation;
use bristle_geometry::Pose;
use bristle_geometry::files::{self, LoadOptions};
use bristle_skin::layout::{Grid, SamplePattern};
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
        let mut material = args.material.0.material();
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
        let is_pad = args.skin.is_none();
        let press_frame = if is_pad { Pose::IDENTITY } else { press_frame(&layout, args.approach)? };
        // The middle of a flat pad may be a corner of its cells.
        let corners = if is_pad { &layout.mesh.vertices[..] } else { &[] };
        Ok(Self {
            skin: Skin::new(&layout, material, options)?,
            touch_points: touch_points(&layout, corners, press_frame),
            outline: if is_pad { outline(&layout) } else { None },
            pitch: is_pad.then_some(args.pitch_mm * 1e-3),
            layout,
            press_frame,
            description,
            material: args.material.0.short_name().to_owned(),
            law,
            notes,
        })
    }

    pub(crate) fn grid(&self) -> Option<&Grid> {
        self.layout.grid.as_ref()
    }
}

fn flat_pad(args: &PressArgs) -> Result<SkinLayout, CliError> {
    Ok(SkinLayout::grid(args.rows, args.columns, args.pitch_mm * 1e-3)?)
}

fn pad_in_words(args: &PressArgs) -> String {
    format!("pad of {} × {} texels, pitch {} mm", args.rows, args.columns, args.pitch_mm)
}

fn from_file(file: &Path, args: &PressArgs) -> Result<(SkinLayout, String, Vec<String>), CliError> {
    if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv")) {
        return from_table(file);
    }
    let options = LoadOptions { unit: args.skin_unit.into(), ..Default::default() };
    let loaded = files::load(file, &options)?;
    let layout = SkinLayout::from_used_vertices(loaded.mesh)
        .map_err(|cause| CliError::BadSensor { file: file.to_owned(), cause })?;
    let notes = loaded.notes.iter().map(|note| format!("{}: {note}", file.display())).collect();
    let description = format!("sensor {} with {} texels", file.display(), layout.texels.len());
    Ok((layout, description, notes))
}

fn from_table(file: &Path) -> Result<(SkinLayout, String, Vec<String>), CliError> {
    let text =
        std::fs::read_to_string(file).map_err(|cause| CliError::DataFile { path: file.to_owned(), cause })?;
    let layout =
        SkinLayout::from_table(&text).map_err(|cause| CliError::BadTable { file: file.to_owned(), cause })?;
    let size = layout
        .grid
        .as_ref()
        .map_or(String::new(), |grid| format!(" in {} rows and {} columns", grid.rows, grid.columns));
    let description = format!("sensor {} with {} texels{size}", file.display(), layout.texels.len());
    Ok((layout, description, Vec::new()))
}

/// The middle of the skin, with z along `approach` or the mean direction of its surface.
fn press_frame(layout: &SkinLayout, approach: Option<DVec3>) -> Result<Pose, CliError> {
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

/// Texels that face the object, and further points.
fn touch_points(layout: &SkinLayout, corners: &[DVec3], press_frame: Pose) -> Vec<DVec3> {
    let to_press = press_frame.inverse();
    let axis = press_frame.rotation * DVec3::Z;
    let facing = layout.texels.iter().filter(|t| t.direction.dot(axis) > 0.1).map(|t| t.position);
    facing.chain(corners.iter().copied()).map(|p| to_press.transform_point(p)).collect()
}

fn outline(layout: &SkinLayout) -> Option<Rectangle> {
    let (low, high) = layout.mesh.bounds()?;
    Some(Rectangle { low: low.truncate(), high: high.truncate() })
}
