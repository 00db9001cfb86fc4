//! Dynamics: masses and solids of rigid bodies.

use super::document::{Document, rigid};
use super::geometry::{self, Found, Meshes};
use super::model::Made;
use super::scene::Places;
use crate::error::Result;
use crate::robot::{LinkMass, LinkShape, Notes, Robot};
use crate::xml::El;
use bristle_geometry::Pose;
use bristle_scene::data::ShapeRole;
use bristle_world::Inertia;
use glam::{DMat3, DVec3};
use std::collections::HashMap;

/// Reads gravity, and the rigid bodies of links; returns the solids of each link by its name.
pub(super) fn read<'a>(
    document: &Document<'a>,
    made: &Made<'a>,
    base: Pose,
    places: &Places,
    meshes: &Meshes,
    robot: &mut Robot,
) -> Result<HashMap<String, Vec<Found>>> {
    let by_node: HashMap<u32, &str> =
        made.links.values().filter_map(|link| Some((link.node?.key(), link.name.as_str()))).collect();
    let poses: HashMap<&str, Pose> =
        made.links.values().map(|link| (link.name.as_str(), link.pose)).collect();
    let mut solids: HashMap<String, Vec<Found>> = HashMap::new();
    for scene in document.root.below().filter(|e| e.is("physics_scene")) {
        let gravity = scene.child("technique_common").and_then(|common| common.child("gravity"));
        if let Some(gravity) = gravity {
            let down = DVec3::from(gravity.text_exactly::<3>()?) * document.metres;
            robot.gravity = Some(document.up.transform_vector(down));
        }
        for instance in scene.elements().filter(|e| e.is("instance_physics_model")) {
            let model = document.follow(instance, "url", "physics_model")?;
            // Masses and shapes are given in the frame of the node that the model belongs to, or else of the first link.
            let parent = instance.attr("parent").and_then(|url| document.by_id(url.trim_start_matches('#')));
            let offset =
                parent.and_then(|node| places.own.get(&node.key())).and_then(|matrix| rigid(*matrix));
            let offset = offset.map_or(base, |pose| document.up * pose);
            for bound in instance.elements().filter(|e| e.is("instance_rigid_body")) {
                let body = bound.attr("body").map_or(Ok(None), |sid| document.by_sid(sid, model))?;
                let target = bound.attr("target").and_then(|url| document.by_id(url.trim_start_matches('#')));
                let link = target.and_then(|node| by_node.get(&node.key()).copied());
                let Some(body) = body.filter(|body| body.is("rigid_body")) else { continue };
                // Without a node, the names tell.
                let link = link.or_else(|| body.attr("name").filter(|name| poses.contains_key(name)));
                let Some((link, pose)) = link.and_then(|link| Some((link, *poses.get(link)?))) else {
                    continue;
                };
                let into_link = pose.inverse() * offset;
                let mass = rigid_body(body, into_link, document)?;
                if let Some(found) = robot.links.iter_mut().find(|other| other.name == link) {
                    found.mass = mass;
                }
                let shapes = shapes(body, into_link, document, meshes, &mut robot.notes)?;
                solids.entry(link.to_owned()).or_default().extend(shapes);
            }
        }
    }
    Ok(solids)
}

fn rigid_body<'a>(body: El<'a>, into_link: Pose, document: &Document<'a>) -> Result<LinkMass> {
    let Some(common) = body.child("technique_common") else { return Ok(LinkMass::None) };
    let Some(mass) = common.child("mass") else { return Ok(LinkMass::None) };
    let mass = document.number(mass)?;
    let frame = common.child("mass_frame").map_or(Ok(Pose::IDENTITY), |frame| document.pose(frame))?;
    let frame = into_link * frame;
    let moments = common.child("inertia").map_or(Ok(Vec::new()), |inertia| inertia.text_numbers())?;
    let moments = match moments[..] {
        [x, y, z] => DMat3::from_diagonal(DVec3::new(x, y, z)),
        // By rows.
        [a, b, c, d, e, f, g, h, i] => {
            DMat3::from_cols(DVec3::new(a, d, g), DVec3::new(b, e, h), DVec3::new(c, f, i))
        }
        _ => DMat3::ZERO,
    };
    let turned = frame.rotation_matrix();
    let about_centre = turned * moments * turned.transpose() * (document.metres * document.metres);
    Ok(LinkMass::Given(Inertia { mass, centre: frame.translation, about_centre }))
}

fn shapes<'a>(
    body: El<'a>,
    into_link: Pose,
    document: &Document<'a>,
    meshes: &Meshes,
    notes: &mut Notes,
) -> Result<Vec<Found>> {
    let mut found = Vec::new();
    let common = body.child("technique_common").into_iter();
    for shape in common.flat_map(|common| common.elements().filter(|e| e.is("shape"))) {
        let place = glam::DMat4::from_rotation_translation(into_link.rotation, into_link.translation)
            * document.transform(shape, &[])?;
        if let Some(instance) = shape.child("instance_geometry") {
            found.extend(geometry::instance(instance, place, document, meshes, notes)?);
        } else if let (Some((kind, turned)), Some(pose)) = (geometry::solid(shape, document)?, rigid(place)) {
            let made = LinkShape {
                name: String::new(),
                at: shape.at(),
                role: ShapeRole::Collision,
                pose: pose * turned,
                kind,
                colour: None,
            };
            found.push((String::new(), made));
        }
    }
    Ok(found)
}
