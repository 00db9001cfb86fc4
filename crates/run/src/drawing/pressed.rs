//! Pads as they are pressed in: how far each place of a surface gives way, from the depths of the texels about it.

use super::Moment;
use bristle_world::MountedSkin;
use glam::{DVec3, IVec3};
use std::collections::{BTreeMap, HashMap};

/// Places near a skin, and the texels that tell how far they give way.
#[derive(Clone, Debug)]
pub(super) struct Pressed {
    skin: usize,
    /// For each such place, the texels about it with their weights, which sum to 1, and their directions.
    about: Vec<(u32, Vec<(u32, f64)>)>,
    /// Where texels look in the frame of their body.
    directions: Vec<DVec3>,
}

/// A texel tells of places up to so far across its direction, and along it, in its own widths. The first is so that places in the middle of four
/// texels are told by all of them.
const ACROSS: f64 = 1.1;
const ALONG: f64 = 0.3;

impl Pressed {
    /// Of places in the frame of the body that wears the skin.
    pub(super) fn new(places: &[DVec3], skin: usize, mounted: &MountedSkin) -> Self {
        let near = Near::new(mounted);
        let about = places.iter().enumerate().filter_map(|(index, &place)| {
            let mut weights = Vec::new();
            near.each(place, |texel, across| weights.push((texel, (1.0 - across / ACROSS).powi(2))));
            let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
            weights.iter_mut().for_each(|(_, weight)| *weight /= sum);
            (sum > 0.0).then_some((index as u32, weights))
        });
        let about = about.collect();
        Self { skin, about, directions: near.directions }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.about.is_empty()
    }

    /// By how much the places that give way do so \[m\]; none if nothing is pressed.
    pub(super) fn displacements(&self, moment: &Moment) -> Option<BTreeMap<u32, DVec3>> {
        let felt = moment.felt.get(self.skin)?;
        if felt.iter().all(|felt| felt.1 <= 0.0) {
            return None;
        }
        let by = |weights: &[(u32, f64)]| {
            let one = |&(texel, weight): &(u32, f64)| {
                let depth = felt.get(texel as usize).map_or(0.0, |felt| f64::from(felt.1));
                -self.directions[texel as usize] * depth * weight
            };
            weights.iter().map(one).sum::<DVec3>()
        };
        Some(self.about.iter().map(|(place, weights)| (*place, by(weights))).collect())
    }
}

/// Texels by where they are.
pub(super) struct Near {
    cells: HashMap<IVec3, Vec<u32>>,
    positions: Vec<DVec3>,
    directions: Vec<DVec3>,
    /// Width of a texel \[m\].
    pub(super) width: f64,
}

impl Near {
    pub(super) fn new(mounted: &MountedSkin) -> Self {
        let texels = mounted.skin.texels();
        let positions: Vec<DVec3> =
            texels.iter().map(|texel| mounted.pose.transform_point(texel.position)).collect();
        let directions = texels.iter().map(|texel| mounted.pose.transform_vector(texel.direction)).collect();
        let width = texels.iter().map(|texel| texel.area.sqrt()).fold(0.0, f64::max).max(1e-6);
        let mut cells: HashMap<IVec3, Vec<u32>> = HashMap::new();
        for (index, position) in positions.iter().enumerate() {
            cells.entry(cell(*position, width)).or_default().push(index as u32);
        }
        Self { cells, positions, directions, width }
    }

    /// The texels that tell of a place, and how far it is from each across its direction, in widths.
    pub(super) fn each(&self, place: DVec3, mut tell: impl FnMut(u32, f64)) {
        let middle = cell(place, self.width);
        let around = [-1, 0, 1, -2, 2];
        for x in around {
            for y in around {
                for z in around {
                    for &texel in self.cells.get(&(middle + IVec3::new(x, y, z))).into_iter().flatten() {
                        let (from, direction) =
                            (place - self.positions[texel as usize], self.directions[texel as usize]);
                        let along = from.dot(direction);
                        let across = (from - direction * along).length() / self.width;
                        if along.abs() < ALONG * self.width && across < ACROSS {
                            tell(texel, across);
                        }
                    }
                }
            }
        }
    }
}

fn cell(place: DVec3, width: f64) -> IVec3 {
    (place / width).floor().as_ivec3()
}
