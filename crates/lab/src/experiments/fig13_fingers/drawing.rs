//! The hand, its skins of texels, and what they feel.

use super::grasp::{Grasp, Grasped};
use super::hand::Digit;
use crate::{Figure, LabError, Results};
use bristle_geometry::Pose;
use bristle_geometry::mesh::generate::{self, FingertipSize};
use bristle_picture::{Colour, LinePlot, SkinView, View, WorldView};
use bristle_run::drawing::{Texels, solid_mesh, with_texels};
use bristle_scene::data::{Cylinder, ShapeKind};
use glam::{DQuat, DVec3};

const SKIN: Colour = Colour::new(236, 200, 174);
/// A last phalanx is drawn with a skin that closes all around, and this fine \[m\].
const ALL_AROUND: f64 = std::f64::consts::PI - 1e-6;
const DRAWN_SPACING: f64 = 1.6e-3;

pub(super) fn figures(results: &mut Results, grasp: &Grasp, grasped: &Grasped) -> Result<(), LabError> {
    let hand = with_hand(WorldView::new(), grasped)?;
    results.figures.push(Figure::new(
        "hand",
        "Hand geometry",
        "Index finger and thumb from published lengths of the bones, with the texels on their pulps.",
        with_texels(hand, &grasped.world, Texels::Bare)?
            .title("Index finger and thumb")
            .view(VIEW)
            .render()?,
    ));
    let cylinder = ShapeKind::Cylinder(Cylinder { radius: 0.5 * grasp.diameter, height: grasp.height });
    let held = grasped.world.pose(grasped.cylinder)?;
    let with_object = with_solid(with_hand(WorldView::new(), grasped)?, &cylinder, held, Colour::SKY_BLUE)?;
    results.figures.push(Figure::new(
        "grasp",
        "The grasp",
        "The cylinder between the two pulps, which carry it by friction alone.",
        with_object.title("A cylinder between index finger and thumb").view(VIEW).render()?,
    ));
    for (number, digit) in [&grasped.index, &grasped.thumb].into_iter().enumerate() {
        sensor(results, grasp, grasped, number, digit)?;
    }
    let lowered: Vec<f64> = grasped.lowered.iter().map(|metres| 1e3 * metres).collect();
    results.figures.push(Figure::new(
        "held",
        "The cylinder after it was let go",
        "Bristles of the skin yield until they carry the weight, and then hold.",
        LinePlot::new()
            .title("How far the cylinder comes down")
            .labels("time since it was let go [s]", "lowered by [mm]")
            .y_range(0.0, 0.0)
            .line("", &grasped.times, &lowered)
            .render()?,
    ));
    Ok(())
}

/// Seen from above the thumb's side.
const VIEW: View = View { azimuth: -2.1, elevation: 0.75 };

/// The sensor of one digit as geometry and as image.
fn sensor(
    results: &mut Results,
    grasp: &Grasp,
    grasped: &Grasped,
    number: usize,
    digit: &Digit,
) -> Result<(), LabError> {
    let skin = &grasped.world.model().skins()[grasped.skins[number].0].skin;
    let mesh = generate::fingertip(digit.tip, grasp.spacing)?;
    let (positions, directions): (Vec<DVec3>, Vec<DVec3>) =
        skin.texels().iter().map(|texel| (texel.position, texel.direction)).unzip();
    let reading = grasped.world.reading(grasped.skins[number])?;
    let forces: Vec<f64> = reading.texels.iter().map(|texel| texel.elastic_force.max(0.0)).collect();
    results.figures.push(Figure::new(
        format!("{}-sensor", digit.name),
        format!("Tactile geometry of the {}", digit.words()),
        format!("{} texels at the vertices of the pulp, each with its ray.", positions.len()),
        SkinView::new(&mesh)
            .rays(&positions, &directions, 2e-3)
            .title(format!("Sensor of the {}", digit.words()))
            .view(View::from_degrees(-50.0, 35.0))
            .render()?,
    ));
    results.figures.push(Figure::new(
        format!("{}-image", digit.name),
        format!("What the {} feels", digit.words()),
        "Normal force per texel, seen from the object; x points to the tip. The imprint is longer along the cylinder's axis, y, where only the pulp curves.",
        SkinView::new(&mesh)
            .rays(&positions, &directions, 0.0)
            .forces(&forces)
            .title(format!("Tactile image of the {}", digit.words()))
            .view(View::from_degrees(-90.0, 90.0))
            .render()?,
    ));
    Ok(())
}

fn with_hand(mut view: WorldView, grasped: &Grasped) -> Result<WorldView, LabError> {
    let turned = grasped.world.pose(grasped.index_link)?;
    for (digit, pose) in [(&grasped.index, turned), (&grasped.thumb, Pose::IDENTITY)] {
        for (number, (from, to, radius)) in digit.segments().into_iter().enumerate() {
            // The metacarpal of the index finger stays with the palm.
            let pose = if number == 0 { Pose::IDENTITY } else { pose };
            let bone = ShapeKind::Capsule(Cylinder { radius, height: from.distance(to) });
            let along = DQuat::from_rotation_arc(DVec3::Z, (to - from).normalize_or(DVec3::Z));
            view = with_solid(view, &bone, pose * Pose::new(along, 0.5 * (from + to)), SKIN)?;
        }
        let all_around = FingertipSize { wrap_angle: ALL_AROUND, ..digit.tip };
        let mut tip = generate::fingertip(all_around, DRAWN_SPACING)?;
        let tip_pose = pose * digit.tip_pose();
        tip.vertices.iter_mut().for_each(|v| *v = tip_pose.transform_point(*v));
        view = view.body(tip, SKIN);
    }
    Ok(view)
}

/// Adds a solid.
fn with_solid(view: WorldView, kind: &ShapeKind, pose: Pose, colour: Colour) -> Result<WorldView, LabError> {
    Ok(match solid_mesh(kind, pose)? {
        Some(mesh) => view.body(mesh, colour),
        None => view,
    })
}
