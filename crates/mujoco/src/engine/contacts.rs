//! MuJoCo's own contacts, and how one is left to a skin.
#![allow(unsafe_code)]

use super::Data;
use glam::DVec3;
use std::ops::Range;

/// What is left of the stiffness of a contact that a skin has taken over: a force far below rounding.
const NEXT_TO_NOTHING: f64 = 1e-20;

/// A contact that MuJoCo is about to solve for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Contact {
    pub(crate) geoms: [usize; 2],
    pub(crate) point: DVec3,
    /// From the first geom to the second.
    pub(crate) normal: DVec3,
    /// Its rows among the constraints.
    rows: Range<usize>,
}

impl Data<'_> {
    /// All contacts of two geoms that take part in the step.
    pub(crate) fn contacts(&self) -> Vec<Contact> {
        let (data, place) = (&self.model.layout.data, self.model.layout.contact);
        let begin = self.pointer::<u8>(data.contact);
        let count = if begin.is_null() { 0 } else { usize::try_from(self.integer(data.ncon)).unwrap_or(0) };
        let read = |i: usize| {
            // SAFETY: there are `ncon` contacts of `size` bytes; the offsets are those of its fields in this version.
            unsafe {
                let contact = begin.add(i * place.size as usize);
                let field = |offset: u32| contact.add(offset as usize);
                let vector = |offset: u32| DVec3::from_array(field(offset).cast::<[f64; 3]>().read());
                let geoms = field(place.geom).cast::<[i32; 2]>().read();
                let dimensions = field(place.dim).cast::<i32>().read();
                let first = field(place.efc_address).cast::<i32>().read();
                (geoms, vector(place.pos), vector(place.frame), dimensions, first)
            }
        };
        let contact = |i: usize| {
            let (geoms, point, normal, dimensions, first) = read(i);
            let (first, dimensions) = (usize::try_from(first).ok()?, usize::try_from(dimensions).ok()?);
            let geoms = [usize::try_from(geoms[0]).ok()?, usize::try_from(geoms[1]).ok()?];
            let pyramid = self.model.has_pyramidal_cones() && dimensions > 1;
            let rows = if pyramid { 2 * (dimensions - 1) } else { dimensions };
            Some(Contact { geoms, point, normal, rows: first..first + rows })
        };
        (0..count).filter_map(contact).collect()
    }

    /// Makes a contact so soft that it pushes with nothing.
    pub(crate) fn leave_out(&mut self, contact: &Contact) {
        let count = self.constraints();
        let (data, islands) = (&self.model.layout.data, self.integer(self.model.layout.data.nisland) > 0);
        let rows = contact.rows.start..contact.rows.end.min(count);
        for (stiffness, softness, map) in
            [(data.efc_d, data.efc_r, None), (data.iefc_d, data.iefc_r, Some(data.map_efc2iefc))]
        {
            // Islands have lists of their own, in an order of their own; older versions have none.
            if stiffness == 0 || map.is_some() && !islands {
                continue;
            }
            let places: Vec<usize> = match map {
                None => rows.clone().collect(),
                Some(map) => {
                    // SAFETY: with islands, the map has `nefc` numbers.
                    let map = unsafe { std::slice::from_raw_parts(self.pointer::<i32>(map), count) };
                    map[rows.clone()].iter().filter_map(|place| usize::try_from(*place).ok()).collect()
                }
            };
            for place in places.into_iter().filter(|place| *place < count) {
                self.list_mut(stiffness, count)[place] = NEXT_TO_NOTHING;
                self.list_mut(softness, count)[place] = 1.0 / NEXT_TO_NOTHING;
            }
        }
    }

    fn integer(&self, offset: u32) -> i32 {
        // SAFETY: the offset of an `int` of this version's structure.
        unsafe { self.raw.byte_add(offset as usize).cast::<i32>().read() }
    }
}
