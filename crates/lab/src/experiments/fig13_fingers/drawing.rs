//! The hand, its skins of texels, and what they feel.

use super::grasp::{Grasp, Grasped};
use super::hand::Digit;
use crate::{Figure, LabError, Outcome};
use bristle_geometry::mesh::generate::{self, FingertipSize};
use bristle_geometry::{Pose, TriangleMesh};
use bristle_picture::{Colour, LinePlot, SkinView, View, WorldView};
use glam::{DQuat, DVec3};

const SKIN: Colour = Colour::new(236, 200, 174);
const FREQUENCY: usize = 6;
const SEGMENTS: usize = 60;
/// A last phalanx is drawn with a skin that closes all around, and this fine \[m\].
const ALL_AROUND: f64 = std::f64::consts::PI - 1e-6;
const DRAWN_SPACING: f64 = 1.6e-3;

pub(super) fn figures(outcome: &mut Outcome, grasp: &Grasp, grasped: &Grasped) -> Result<(), LabError> {
    let hand = with_hand(WorldView::new(), grasped)?;
    outcome.figures.push(Figure::new(
        "hand",
        "Hand geometry",
        "Index finger and thumb from published lengths of the bones, with the texels on their pulps.",
        with_texels(hand, grasped, false)?.title("Index finger and thumb").view(VIEW).render()?,
    ));
    let with_object = with_hand(WorldView::new(), grasped)?
        .body(cylinder(grasp, grasped.world.pose(grasped.cylinder)?)?, Colour::SKY_BLUE);
    outcome.figures.push(Figure::new(
        "grasp",
        "The grasp",
        "The cylinder between the two pulps, which carry it by friction alone.",
        with_object.title("A cylinder between index finger and thumb").view(VIEW).render()?,
    ));
    for (number, digit) in [&grasped.index, &grasped.thumb].into_iter().enumerate() {
        sensor(outcome, grasp, grasped, number, digit)?;
    }
    let lowered: Vec<f64> = grasped.lowered.iter().map(|metres| 1e3 * metres).collect();
    outcome.figures.push(Figure::new(
        "held",
        "The cylinder after it was let go",
        "Bristles of the skin yield until they carry the weight, and then hold.",
        LinePlot::new()
            .title("How far the cylinder comes down")
            .x_label("time since it was let go [s]")
            .y_label("lowered by [mm]")
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
    outcome: &mut Outcome,
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
    outcome.figures.push(Figure::new(
        format!("{}-sensor", digit.name),
        format!("Tactile geometry of the {}", digit.words()),
        format!("{} texels at the vertices of the pulp, each with its ray.", positions.len()),
        SkinView::new(&mesh)
            .rays(&positions, &directions, 2e-3)
            .title(format!("Sensor of the {}", digit.words()))
            .view(View::from_degrees(-50.0, 35.0))
            .render()?,
    ));
    outcome.figures.push(Figure::new(
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
            view = view.body(capsule(pose.transform_point(from), pose.transform_point(to), radius)?, SKIN);
        }
        let all_around = FingertipSize { wrap_angle: ALL_AROUND, ..digit.tip };
        let tip = generate::fingertip(all_around, DRAWN_SPACING)?;
        view = view.body(placed(tip, pose * digit.tip_pose()), SKIN);
    }
    Ok(view)
}

fn with_texels(mut view: WorldView, grasped: &Grasped, felt: bool) -> Result<WorldView, LabError> {
    for &id in &grasped.skins {
        let skin = &grasped.world.model().skins()[id.0];
        let pose = grasped.world.pose(skin.link)? * skin.pose;
        for (texel, reading) in skin.skin.texels().iter().zip(&grasped.world.reading(id)?.texels) {
            let force = felt.then_some(reading.elastic_force.max(0.0));
            let direction = pose.transform_vector(texel.direction);
            view = view.texel(pose.transform_point(texel.position), direction, texel.area.sqrt(), force);
        }
    }
    Ok(view)
}

fn cylinder(grasp: &Grasp, pose: Pose) -> Result<TriangleMesh, LabError> {
    Ok(placed(generate::cylinder(0.5 * grasp.diameter, 0.5 * grasp.height, SEGMENTS)?, pose))
}

/// A capsule from one point to another: two halves of a ball, drawn apart.
fn capsule(from: DVec3, to: DVec3, radius: f64) -> Result<TriangleMesh, LabError> {
    let mut ball = generate::icosphere(radius, FREQUENCY)?;
    let half = 0.5 * from.distance(to);
    ball.vertices.iter_mut().for_each(|v| v.z += half * if v.z < 0.0 { -1.0 } else { 1.0 });
    let along = DQuat::from_rotation_arc(DVec3::Z, (to - from).normalize_or(DVec3::Z));
    Ok(placed(ball, Pose::new(along, 0.5 * (from + to))))
}

fn placed(mut mesh: TriangleMesh, pose: Pose) -> TriangleMesh {
    mesh.vertices.iter_mut().for_each(|v| *v = pose.transform_point(*v));
    mesh
}
