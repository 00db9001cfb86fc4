//! A four-wide bounding-volume hierarchy with single-precision boxes.
//!
//! Boxes only ever decide what need not be looked at, so they are kept small (f32, relative to the mesh's centre)
//! and generous (rounded outward and padded); the triangles they lead to are tested in double precision.

use super::cone::Cone;
use glam::DVec3;
use wide::f32x4;

/// Largest number of triangles in a leaf.
const LEAF_SIZE: usize = 4;
/// Bins of the surface-area heuristic.
const BINS: usize = 16;
/// Below this depth parts are halved, which bounds the depth for any input.
const DEPTH_LIMIT: usize = 40;
/// Room on a traversal stack: three siblings wait at each level, and halving 2²⁸ triangles takes 28 levels.
pub(super) const STACK_SIZE: usize = 3 * (DEPTH_LIMIT + 28) + 1;
/// Rounding of single precision, with room for the few operations of a slab test.
const PAD: f32 = 4.0 * f32::EPSILON;

/// Four children side by side. 128 bytes: two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Node {
    lower: [f32x4; 3],
    upper: [f32x4; 3],
    children: [Child; 4],
    cones: [Cone; 4],
}

/// A packed reference: an inner node, or up to seven consecutive triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Child(u32);

impl Child {
    const LEAF: u32 = 1 << 31;
    const COUNT_SHIFT: u32 = 28;
    const INDEX_MASK: u32 = (1 << Self::COUNT_SHIFT) - 1;
    const EMPTY: Self = Self(Self::LEAF);
    pub(super) const ROOT: Self = Self(0);

    fn leaf(first: usize, count: usize) -> Self {
        Self(Self::LEAF | (count as u32) << Self::COUNT_SHIFT | first as u32)
    }

    pub(super) fn is_leaf(self) -> bool {
        self.0 & Self::LEAF != 0
    }

    pub(super) fn index(self) -> usize {
        (self.0 & Self::INDEX_MASK) as usize
    }

    /// Triangles of a leaf.
    pub(super) fn range(self) -> std::ops::Range<usize> {
        let count = (self.0 >> Self::COUNT_SHIFT) & 7;
        self.index()..self.index() + count as usize
    }
}

/// Most triangles a hierarchy can hold: the indices of leaves have 28 bits.
pub(super) const MAX_TRIANGLES: usize = Child::INDEX_MASK as usize;

#[derive(Clone, Debug)]
pub(super) struct Bvh {
    pub(super) nodes: Vec<Node>,
    /// Boxes are relative to this point.
    pub(super) centre: DVec3,
}

#[derive(Clone, Copy)]
struct Bounds {
    lower: DVec3,
    upper: DVec3,
}

impl Bounds {
    const EMPTY: Self = Self { lower: DVec3::INFINITY, upper: DVec3::NEG_INFINITY };

    fn join(self, other: Self) -> Self {
        Self { lower: self.lower.min(other.lower), upper: self.upper.max(other.upper) }
    }

    fn half_area(self) -> f64 {
        let e = (self.upper - self.lower).max(DVec3::ZERO);
        e.x * e.y + e.y * e.z + e.z * e.x
    }
}

struct Item {
    bounds: Bounds,
    centroid: DVec3,
    normal: DVec3,
    open: bool,
    triangle: u32,
}

impl Bvh {
    /// Builds over triangles given by their corners and whether they have an open edge; returns the hierarchy
    /// and the order in which its leaves refer to the triangles.
    pub(super) fn build(triangles: impl Iterator<Item = ([DVec3; 3], bool)>) -> (Self, Vec<u32>) {
        let mut items: Vec<Item> = triangles
            .enumerate()
            .map(|(triangle, ([a, b, c], open))| {
                let bounds = Bounds { lower: a.min(b).min(c), upper: a.max(b).max(c) };
                Item {
                    bounds,
                    centroid: 0.5 * (bounds.lower + bounds.upper),
                    normal: (b - a).cross(c - a).normalize(),
                    open,
                    triangle: triangle as u32,
                }
            })
            .collect();
        let all = items.iter().fold(Bounds::EMPTY, |sum, item| sum.join(item.bounds));
        let centre = 0.5 * (all.lower + all.upper);
        let extent = (all.upper - all.lower).max_element();
        let mut builder = Builder { nodes: Vec::new(), centre, pad: extent * f64::from(PAD) };
        builder.node(&mut items, 0, 0);
        let order = items.iter().map(|item| item.triangle).collect();
        builder.nodes.shrink_to_fit();
        (Self { nodes: builder.nodes, centre }, order)
    }
}

struct Builder {
    nodes: Vec<Node>,
    centre: DVec3,
    pad: f64,
}

impl Builder {
    /// Makes the node over `items`, whose first has position `first` in the final order.
    fn node(&mut self, items: &mut [Item], first: usize, depth: usize) -> usize {
        let id = self.nodes.len();
        self.nodes.push(Node::EMPTY);
        // Split the largest part until there are four, or all are small enough to be leaves.
        let mut ends = vec![(0, items.len())];
        while ends.len() < 4 {
            let Some(widest) = (0..ends.len())
                .filter(|&i| ends[i].1 - ends[i].0 > LEAF_SIZE)
                .max_by_key(|&i| ends[i].1 - ends[i].0)
            else {
                break;
            };
            let (begin, end) = ends[widest];
            let middle =
                begin + if depth < DEPTH_LIMIT { split(&mut items[begin..end]) } else { (end - begin) / 2 };
            ends[widest] = (begin, middle);
            ends.insert(widest + 1, (middle, end));
        }
        for (slot, (begin, end)) in ends.into_iter().enumerate() {
            let part = &mut items[begin..end];
            let bounds = part.iter().fold(Bounds::EMPTY, |sum, item| sum.join(item.bounds));
            let child = if part.len() <= LEAF_SIZE {
                Child::leaf(first + begin, part.len())
            } else {
                Child(self.node(part, first + begin, depth + 1) as u32)
            };
            let node = &mut self.nodes[id];
            node.set_box(slot, bounds.lower - self.centre, bounds.upper - self.centre, self.pad);
            node.children[slot] = child;
            if !part.iter().any(|item| item.open) {
                node.cones[slot] = Cone::around(part.iter().map(|item| item.normal));
            }
        }
        id
    }
}

/// Reorders the items in two parts by the binned surface-area heuristic; returns the length of the first.
fn split(items: &mut [Item]) -> usize {
    let spread = items
        .iter()
        .fold(Bounds::EMPTY, |sum, item| sum.join(Bounds { lower: item.centroid, upper: item.centroid }));
    let size = spread.upper - spread.lower;
    let mut best = (f64::INFINITY, 0, 0);
    for axis in 0..3 {
        if size[axis] <= 0.0 {
            continue;
        }
        let mut bins = [(Bounds::EMPTY, 0usize); BINS];
        let scale = BINS as f64 / size[axis];
        for item in items.iter() {
            let bin = &mut bins[bin_of(item, axis, spread.lower, scale)];
            *bin = (bin.0.join(item.bounds), bin.1 + 1);
        }
        let mut right = [0.0; BINS];
        let mut sum = (Bounds::EMPTY, 0);
        for i in (1..BINS).rev() {
            sum = (sum.0.join(bins[i].0), sum.1 + bins[i].1);
            right[i] = if sum.1 == 0 { f64::INFINITY } else { sum.0.half_area() * sum.1 as f64 };
        }
        let mut sum = (Bounds::EMPTY, 0);
        for i in 1..BINS {
            sum = (sum.0.join(bins[i - 1].0), sum.1 + bins[i - 1].1);
            let cost = if sum.1 == 0 { f64::INFINITY } else { sum.0.half_area() * sum.1 as f64 + right[i] };
            if cost < best.0 {
                best = (cost, axis, i);
            }
        }
    }
    let (cost, axis, bin) = best;
    if cost.is_infinite() {
        return items.len() / 2; // All centroids coincide: any halves will do.
    }
    let scale = BINS as f64 / size[axis];
    partition(items, |item| bin_of(item, axis, spread.lower, scale) < bin)
}

fn bin_of(item: &Item, axis: usize, lower: DVec3, scale: f64) -> usize {
    (((item.centroid[axis] - lower[axis]) * scale) as usize).min(BINS - 1)
}

fn partition(items: &mut [Item], goes_first: impl Fn(&Item) -> bool) -> usize {
    let mut first = 0;
    for i in 0..items.len() {
        if goes_first(&items[i]) {
            items.swap(first, i);
            first += 1;
        }
    }
    first
}

impl Node {
    /// No ray comes so far; an inverted box would not do, since the slab test sorts its two sides.
    const NOWHERE: f32x4 = f32x4::splat(1e30);
    const EMPTY: Self = Self {
        lower: [Self::NOWHERE; 3],
        upper: [Self::NOWHERE; 3],
        children: [Child::EMPTY; 4],
        cones: [Cone::ANYWHERE; 4],
    };

    fn set_box(&mut self, slot: usize, lower: DVec3, upper: DVec3, pad: f64) {
        for axis in 0..3 {
            self.lower[axis].as_mut_array()[slot] = ((lower[axis] - pad) as f32).next_down();
            self.upper[axis].as_mut_array()[slot] = ((upper[axis] + pad) as f32).next_up();
        }
    }

    pub(super) fn child(&self, slot: usize) -> Child {
        self.children[slot]
    }

    pub(super) fn cone(&self, slot: usize) -> Cone {
        self.cones[slot]
    }

    /// Centre (relative to the hierarchy's) and half sides of a child's box, in double precision.
    pub(super) fn centre_and_half(&self, slot: usize) -> (DVec3, DVec3) {
        let corner = |side: &[f32x4; 3]| {
            DVec3::from_array([0, 1, 2].map(|axis| f64::from(side[axis].as_array()[slot])))
        };
        let (lower, upper) = (corner(&self.lower), corner(&self.upper));
        (0.5 * (lower + upper), 0.5 * (upper - lower))
    }

    /// Longest side of a child's box.
    pub(super) fn longest_side(&self, slot: usize) -> f32 {
        let side = |axis: usize| self.upper[axis].as_array()[slot] - self.lower[axis].as_array()[slot];
        side(0).max(side(1)).max(side(2))
    }

    /// Squared distance of a point (relative to the hierarchy's centre) from a child's box.
    pub(super) fn distance_squared(&self, slot: usize, point: [f32; 3]) -> f32 {
        let mut sum = 0.0;
        for ((lower, upper), p) in self.lower.iter().zip(&self.upper).zip(point) {
            let beside = (lower.as_array()[slot] - p).max(p - upper.as_array()[slot]).max(0.0);
            sum += beside * beside;
        }
        sum
    }
}

/// A segment in single precision, to be run against boxes.
pub(super) struct BoxRay {
    origin: [f32x4; 3],
    inverse: [f32x4; 3],
}

impl BoxRay {
    /// `origin` relative to the hierarchy's centre, and within a few mesh sizes of it.
    pub(super) fn new(origin: DVec3, direction: DVec3) -> Self {
        // A vanishing component would make 0·∞; a tiny one serves as well and stays finite.
        let inverse = |d: f64| {
            let d = d as f32;
            f32x4::splat(1.0 / if d.abs() < 1e-20 { 1e-20f32.copysign(d) } else { d })
        };
        let origin = origin.to_array().map(|o| f32x4::splat(o as f32));
        Self { origin, inverse: direction.to_array().map(inverse) }
    }

    /// The children whose boxes, grown by `grown`, the ray meets between `from` and `to`: a bit each, and where.
    #[inline(always)]
    pub(super) fn meets(&self, node: &Node, from: f32, to: f32, grown: f32) -> (u32, [f32; 4]) {
        let (mut enter, mut leave) = (f32x4::splat(from), f32x4::splat(to));
        let grown = f32x4::splat(grown);
        for axis in 0..3 {
            let a = (node.lower[axis] - grown - self.origin[axis]) * self.inverse[axis];
            let b = (node.upper[axis] + grown - self.origin[axis]) * self.inverse[axis];
            enter = enter.fast_max(a.fast_min(b));
            leave = leave.fast_min(a.fast_max(b));
        }
        // Slab distances carry a few roundings each; widen the far end by as much (Ize 2013).
        let leave = leave + leave.abs() * f32x4::splat(PAD);
        let mask = enter.simd_le(leave).to_bitmask();
        (mask, enter.to_array())
    }
}
