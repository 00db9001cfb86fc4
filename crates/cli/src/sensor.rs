//! The skin that is pressed: a flat pad, a mesh with a texel at every vertex, a table of cells, or any layout of a scene.

use crate::args::PressArgs;
use crate::error::CliError;
use crate::materials::law_name;
use crate::solids::Rectangle;
use bristle_contact::Saturation;
use bristle_geometry::Pose;
use bristle_geometry::files::LoadOptions;
use bristle_scene::data::{Cells, Grid, Layout, MeshFile, Texels};
use bristle_scene::{TexelsError, Tree};
use bristle_skin::layout::SamplePattern;
use bristle_skin::{Skin, SkinLayout, SkinOptions};
use glam::{DQuat, DVec3};

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
        let mut notes = Vec::new();
        let layout = texels(args)?.lay_out(&mut notes).map_err(|error| refused(args, error))?;
        let is_pad = args.skin.is_none() && args.layout.is_none();
        let description = if is_pad { pad_in_words(args) } else { sensor_in_words(args, &layout) };
        let mut material = args.material.0.material();
        if let Some(law) = args.law {
            material = law.replace_in(material)?;
        }
        let law = law_name(material.friction());
        // Where the pad rests on a backing beyond full compression, rays must begin deeper than the object will ever be.
        let backing = match material.saturation() {
            Saturation::Backed => Some(material.max_penetration().max(args.depth_mm * 1e-3)),
            Saturation::CutOff => None,
        };
        let options = SkinOptions { backing, ..SkinOptions::default() };
        let press_frame = if is_pad { Pose::IDENTITY } else { press_frame(&layout, args.approach)? };
        Ok(Self {
            skin: Skin::new(&layout, material, options)?,
            touch_points: touch_points(&layout, press_frame),
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

    pub(crate) fn grid(&self) -> Option<&bristle_skin::layout::Grid> {
        self.layout.grid.as_ref()
    }
}

fn pad_in_words(args: &PressArgs) -> String {
    format!("pad of {} × {} texels, pitch {} mm", args.rows, args.columns, args.pitch_mm)
}

fn sensor_in_words(args: &PressArgs, layout: &SkinLayout) -> String {
    let file = args.skin.as_ref().map_or(String::new(), |file| format!(" {}", file.display()));
    let size = layout
        .grid
        .as_ref()
        .map_or(String::new(), |grid| format!(" in {} rows and {} columns", grid.rows, grid.columns));
    format!("sensor{file} with {} texels{size}", layout.texels.len())
}

/// What the options say, as a scene would say it.
fn texels(args: &PressArgs) -> Result<Texels, CliError> {
    let samples = match args.samples {
        1 => SamplePattern::Centre,
        n => SamplePattern::Jittered(n.into()),
    };
    if let Some(text) = &args.layout {
        let tree = Tree::parse(&format!("layout = {text}"), "--layout")?;
        return Ok(Texels { samples, ..Texels::from_tree(tree, "--layout")? });
    }
    let layout = match &args.skin {
        None => {
            let pitch = args.pitch_mm * 1e-3;
            Layout::Grid(Grid { rows: args.rows, columns: args.columns, pitch, pitch_along_columns: None })
        }
        Some(file) if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv")) => {
            Layout::Cells(Cells { file: Some(file.clone()), table: None })
        }
        Some(file) => {
            let options = LoadOptions { unit: args.skin_unit.into(), ..Default::default() };
            Layout::Vertices(MeshFile { path: file.clone(), options })
        }
    };
    Ok(Texels { layout, samples })
}

fn refused(args: &PressArgs, error: TexelsError) -> CliError {
    match (error, &args.skin) {
        (TexelsError::Layout(cause), Some(file)) => CliError::BadSensor { file: file.clone(), cause },
        (error, _) => error.into(),
    }
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

/// Points of the surface that faces the object, wherever its texels and their rays are: between them a ball would touch too late.
fn touch_points(layout: &SkinLayout, press_frame: Pose) -> Vec<DVec3> {
    let axis = press_frame.rotation * DVec3::Z;
    let facing = layout.texels.iter().filter(|t| t.direction.dot(axis) > 0.1);
    let mut points: Vec<DVec3> = facing.map(|t| t.position).collect();
    let area: f64 = layout.texels.iter().map(|t| t.area).sum();
    // A ball of 20 mm is 0.4 µm higher at half of a distance of 0.25 mm. Of a large skin, about 100 000 points are enough.
    let spacing = (area / 1e5).sqrt().max(0.25e-3);
    for triangle in 0..layout.mesh.triangles.len() {
        let [a, b, c] = layout.mesh.corners(triangle);
        let (ab, ac) = (b - a, c - a);
        if ab.cross(ac).normalize_or_zero().dot(axis) <= 0.1 {
            continue;
        }
        let parts = (ab.length().max(ac.length()) / spacing).ceil().clamp(1.0, 1e3) as u32;
        let share = |part: u32| f64::from(part) / f64::from(parts);
        let row = |i: u32| (0..=parts - i).map(move |j| a + share(i) * ab + share(j) * ac);
        points.extend((0..=parts).flat_map(row));
    }
    let to_press = press_frame.inverse();
    points.into_iter().map(|point| to_press.transform_point(point)).collect()
}

fn outline(layout: &SkinLayout) -> Option<Rectangle> {
    let (low, high) = layout.mesh.bounds()?;
    Some(Rectangle { low: low.truncate(), high: high.truncate() })
}
