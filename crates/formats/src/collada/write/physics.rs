//! Dynamics: a rigid body per link, its mass and shapes in the frame of the root, as OpenRAVE has it.

use super::{Plan, place, shapes};
use crate::robot::{LinkMass, principal};
use crate::xml_writer::{XmlWriter, a, list, number, vector};
use bristle_geometry::Pose;
use bristle_scene::data::ShapeRole;
use glam::{DQuat, DVec3};

pub(super) fn write(xml: &mut XmlWriter, plan: &Plan<'_>) {
    xml.open("library_physics_models", &[]);
    for (tree, &root) in plan.roots.iter().enumerate() {
        xml.open("physics_model", &[a("id", format!("pmodel{tree}")), a("name", plan.tree_name(tree))]);
        let into_root = plan.links[root].pose.inverse();
        for i in plan.tree(root) {
            let of = &plan.links[i];
            let pose = into_root * of.pose;
            xml.open("rigid_body", &[a("sid", format!("rigid{i}")), a("name", &of.link.name)]);
            xml.open("technique_common", &[]);
            xml.text("dynamic", &[], "true");
            if let LinkMass::Given(inertia) = of.link.mass {
                let (moments, axes) = principal(inertia.about_centre);
                xml.text("mass", &[], &number(inertia.mass));
                xml.open("mass_frame", &[]);
                place(xml, pose * Pose::new(DQuat::from_mat3(&axes), inertia.centre));
                xml.close();
                xml.text("inertia", &[], &list(moments.to_array()));
            }
            for (j, shape) in shapes(of.link).filter(|(_, shape)| shape.role != ShapeRole::Visual) {
                xml.open("shape", &[]);
                xml.leaf("instance_geometry", &[a("url", format!("#g{i}_{j}"))]);
                place(xml, pose * shape.pose);
                xml.close();
            }
            xml.close();
            xml.close();
        }
        xml.close();
    }
    xml.close();
    xml.open("library_physics_scenes", &[]);
    xml.open("physics_scene", &[a("id", "pscene")]);
    for (tree, &root) in plan.roots.iter().enumerate() {
        let attributes = [
            a("url", format!("#pmodel{tree}")),
            a("sid", format!("pmodel{tree}_inst")),
            a("parent", format!("#v{tree}.node{root}")),
        ];
        xml.open("instance_physics_model", &attributes);
        for i in plan.tree(root) {
            let body = format!("rigid{i}");
            xml.leaf(
                "instance_rigid_body",
                &[a("body", &body), a("sid", &body), a("target", format!("#v{tree}.node{i}"))],
            );
        }
        xml.close();
    }
    xml.open("technique_common", &[]);
    xml.text("gravity", &[], &vector(plan.robot.gravity.unwrap_or(DVec3::new(0.0, 0.0, -9.81))));
    (0..3).for_each(|_| xml.close());
}
