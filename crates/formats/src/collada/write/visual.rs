//! The visual scene: a node per link, moved by its joint, and a node per shape in it.

use super::{Plan, attachment, axes, place, shapes};
use crate::xml_writer::{XmlWriter, a, list};
use bristle_geometry::Pose;

pub(super) fn write(xml: &mut XmlWriter, plan: &Plan<'_>) {
    xml.open("library_nodes", &[]);
    for &root in &plan.roots {
        write_link(xml, plan, root, Pose::IDENTITY);
    }
    xml.close();
    xml.open("library_visual_scenes", &[]);
    xml.open("visual_scene", &[a("id", "vscene"), a("name", "scene")]);
    for (tree, &root) in plan.roots.iter().enumerate() {
        let id = format!("visual{tree}");
        xml.open("node", &[a("id", &id), a("name", plan.tree_name(tree)), a("sid", &id)]);
        place(xml, plan.links[root].pose);
        let node = format!("node{root}");
        xml.leaf("instance_node", &[a("url", format!("#v{tree}.{node}")), a("sid", &node)]);
        xml.close();
    }
    xml.close();
    xml.close();
}

fn write_link(xml: &mut XmlWriter, plan: &Plan<'_>, index: usize, own: Pose) {
    let of = &plan.links[index];
    let (id, sid) = (format!("v{}.node{index}", of.tree), format!("node{index}"));
    xml.open("node", &[a("id", id), a("name", &of.link.name), a("sid", sid)]);
    match of.joint {
        None => place(xml, own),
        Some(joint) => {
            let (before, after) = attachment(joint);
            place(xml, before);
            for (i, (kind, axis, _)) in axes(joint).into_iter().enumerate() {
                let sid = [a("sid", format!("node_joint{index}_axis{i}"))];
                match kind {
                    "revolute" => xml.text("rotate", &sid, &list([axis.x, axis.y, axis.z, 0.0])),
                    _ => xml.text("translate", &sid, "0 0 0"),
                }
            }
            place(xml, after);
        }
    }
    for (j, shape) in shapes(of.link) {
        xml.open("node", &[a("id", format!("s{index}_{j}"))]);
        place(xml, shape.pose);
        let geometry = [a("url", format!("#g{index}_{j}"))];
        match shape.colour {
            None => xml.leaf("instance_geometry", &geometry),
            Some(_) => {
                xml.open("instance_geometry", &geometry);
                xml.open("bind_material", &[]);
                xml.open("technique_common", &[]);
                xml.leaf("instance_material", &[a("symbol", "mat0"), a("target", format!("#m{index}_{j}"))]);
                (0..3).for_each(|_| xml.close());
            }
        }
        xml.close();
    }
    for &child in &of.children {
        write_link(xml, plan, child, Pose::IDENTITY);
    }
    xml.close();
}
