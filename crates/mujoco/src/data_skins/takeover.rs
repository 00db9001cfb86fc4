//! Contacts that skins take over from MuJoCo.
//!
//! Nothing has to be excluded in a model: what MuJoCo's own collision finds between geoms under a skin and what the skin feels is left to the skin, contact by
//! contact and in every step. So pairs, welds, prefixes and files need no care, and what does not lie under the skin collides as before.

use super::SkinInstance;
use crate::engine::{Contact, Data, Model};
use crate::recipe::OwnContact;
use bristle_geometry::Pose;

/// The side of a geom that a skin covers faces within this angle of its texels: cos 60°.
const FACING: f64 = 0.5;

/// Leaves out all contacts that a skin takes care of.
pub(super) fn take_over(model: Model, data: &mut Data, skins: &[SkinInstance]) {
    if skins.iter().all(|skin| skin.mounting.own_contact == OwnContact::Kept) {
        return;
    }
    let mut poses: Vec<Option<Pose>> = vec![None; skins.len()];
    for contact in data.contacts() {
        let taken = skins
            .iter()
            .zip(&mut poses)
            .any(|(skin, pose)| skin.takes(&contact, |geom| model.weld(model.geom_body(geom)), pose, data));
        if taken {
            data.leave_out(&contact);
        }
    }
}

impl SkinInstance {
    fn takes(
        &self,
        contact: &Contact,
        weld: impl Fn(usize) -> usize,
        pose: &mut Option<Pose>,
        data: &Data,
    ) -> bool {
        let mounting = &self.mounting;
        if mounting.own_contact == OwnContact::Kept {
            return false;
        }
        let [a, b] = contact.geoms;
        let is_own = |geom: usize| match &mounting.covers {
            Some(covers) => covers.contains(&geom),
            None => weld(geom) == mounting.rigid_body,
        };
        let feels = |geom: usize| mounting.geom_of_target.binary_search(&geom).is_ok();
        let outwards = match () {
            () if is_own(a) && feels(b) => contact.normal,
            () if is_own(b) && feels(a) => -contact.normal,
            () => return false,
        };
        let pose = *pose.get_or_insert_with(|| mounting.pose(data));
        let inverse = pose.inverse();
        let (point, outwards) = (inverse.transform_point(contact.point), inverse.transform_vector(outwards));
        let texels = mounting.skin.texels();
        let distance = |i: &usize| texels[*i].position.distance_squared(point);
        let Some(nearest) = (0..texels.len()).reduce(|a, b| if distance(&b) < distance(&a) { b } else { a })
        else {
            return false;
        };
        let faces = texels[nearest].direction.dot(outwards) > FACING;
        faces && (mounting.covers.is_some() || distance(&nearest) <= mounting.reach * mounting.reach)
    }
}
