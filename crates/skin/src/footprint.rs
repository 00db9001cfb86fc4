//! Which points of a body's surface lie under a skin.

use crate::layout::Texel;
use glam::DVec3;

/// Hard bodies that touch overlap by less \[m\].
const HARD: f64 = 1e-4;

/// What comes at a texel from more than 60° aside meets the body beside it.
const FROM_FRONT: f64 = 0.5;

/// Cells of the index along a side, at most.
const MOST_CELLS: f64 = 64.0;

/// The ground that a skin's texels stand on: around each a disc that holds a square cell of its area, and as much above and below as the pad
/// is thick.
#[derive(Clone, Debug)]
pub(crate) struct Footprint {
    spots: Vec<Spot>,
    height: f64,
    /// The cells of a flat array without gaps.
    rectangle: Option<Rectangle>,
    /// An index of the spots by place.
    lower: DVec3,
    cells_per_metre: DVec3,
    size: [usize; 3],
    /// Spots of a cell: from one entry to the next.
    first: Vec<u32>,
    listed: Vec<u32>,
}

/// A flat piece of ground, all of which is under texels.
#[derive(Clone, Copy, Debug)]
struct Rectangle {
    middle: DVec3,
    /// Sides, and where its texels point.
    axes: [DVec3; 2],
    direction: DVec3,
    half: [f64; 2],
}

impl Rectangle {
    /// The one that the cells of these spots fill, if there is one.
    fn filled_by(spots: &[Spot]) -> Option<Self> {
        let [first, second, ..] = spots else { return None };
        let (direction, side) = (first.direction, (2.0 * first.radius_squared).sqrt());
        let x = (second.position - first.position).reject_from(direction).try_normalize()?;
        let axes = [x, direction.cross(x)];
        let away = |spot: &Spot| spot.position - first.position;
        let is_level = |spot: &Spot| {
            spot.direction == direction
                && away(spot).dot(direction).abs() <= 1e-6 * side
                && (spot.radius_squared / first.radius_squared - 1.0).abs() < 1e-6
        };
        if !spots.iter().all(is_level) {
            return None;
        }
        let ends = axes.map(|axis| {
            let places = spots.iter().map(|spot| away(spot).dot(axis));
            places.fold((0.0, 0.0), |(low, high): (f64, f64), place| (low.min(place), high.max(place)))
        });
        let half = ends.map(|(low, high)| 0.5 * (high - low + side));
        let filled = spots.len() as f64 * side * side / (4.0 * half[0] * half[1]);
        let middle = first.position
            + axes[0] * (0.5 * (ends[0].0 + ends[0].1))
            + axes[1] * (0.5 * (ends[1].0 + ends[1].1));
        ((filled - 1.0).abs() < 1e-6).then_some(Self { middle, axes, direction, half })
    }
}

#[derive(Clone, Copy, Debug)]
struct Spot {
    position: DVec3,
    direction: DVec3,
    radius_squared: f64,
}

impl Footprint {
    pub(crate) fn new(texels: &[Texel], height: f64) -> Self {
        let spot = |t: &Texel| Spot {
            position: t.position,
            direction: t.direction,
            // Half the diagonal of a square, and a little for those on the line between two cells.
            radius_squared: 0.5 * t.area * (1.0 + 1e-9),
        };
        let spots: Vec<Spot> = texels.iter().map(spot).collect();
        // Of a disc, and as much above and below it.
        let around = |s: &Spot| {
            let edge_on = (DVec3::ONE - s.direction * s.direction).max(DVec3::ZERO);
            (s.radius_squared * edge_on).map(f64::sqrt) + height * s.direction.abs()
        };
        let lower = spots.iter().map(|s| s.position - around(s)).fold(DVec3::INFINITY, DVec3::min);
        let upper = spots.iter().map(|s| s.position + around(s)).fold(DVec3::NEG_INFINITY, DVec3::max);
        let pitch = spots.iter().map(|s| s.radius_squared.sqrt()).fold(0.0, f64::max);
        let counts = ((upper - lower) / pitch).ceil().clamp(DVec3::ONE, DVec3::splat(MOST_CELLS));
        let size = [counts.x as usize, counts.y as usize, counts.z as usize];
        let cells_per_metre = counts / (upper - lower);
        let mut lists = vec![Vec::new(); size[0] * size[1] * size[2]];
        let rectangle = Rectangle::filled_by(&spots);
        let (first, listed) = (vec![0], Vec::new());
        let mut made = Self { spots, height, rectangle, lower, cells_per_metre, size, first, listed };
        for (index, spot) in made.spots.iter().enumerate() {
            let (from, to) =
                (made.cell(spot.position - around(spot)), made.cell(spot.position + around(spot)));
            for x in from[0]..=to[0] {
                for y in from[1]..=to[1] {
                    for z in from[2]..=to[2] {
                        lists[(x * size[1] + y) * size[2] + z].push(index as u32);
                    }
                }
            }
        }
        for list in lists {
            made.listed.extend(list);
            made.first.push(made.listed.len() as u32);
        }
        made
    }

    /// The cell of a point, or the nearest one.
    fn cell(&self, point: DVec3) -> [usize; 3] {
        let place = (point - self.lower) * self.cells_per_metre;
        // Below zero a cast gives zero.
        std::array::from_fn(|axis| (place[axis] as usize).min(self.size[axis] - 1))
    }

    /// Whether a texel lies over a point of the surface that is met in direction `towards`, both in the skin's frame.
    pub(crate) fn covers(&self, point: DVec3, towards: DVec3) -> bool {
        if let Some(Rectangle { middle, axes, direction, half }) = &self.rectangle {
            let away = point - *middle;
            if away.dot(*direction).abs() > self.height || -towards.dot(*direction) < FROM_FRONT {
                return false;
            }
            if away.dot(axes[0]).abs() <= half[0] && away.dot(axes[1]).abs() <= half[1] {
                return true;
            }
        }
        self.texel_at(point, towards).is_some()
    }

    /// Whether contact at a point belongs to the pad, and not to the body under it. `outward` is its normal, out of that body, and `gap` the distance there; all in
    /// the skin's frame.
    ///
    /// That holds for what comes from the front, over the pad or as deep in it as it is thick, and a quarter more. What touches from the side or from behind touches the
    /// body, unless it is deeper in it than hard bodies can be: then it has come through the pad.
    pub(crate) fn owns(&self, point: DVec3, outward: DVec3, gap: f64) -> bool {
        let [x, y, z] = self.cell(point);
        let cell = (x * self.size[1] + y) * self.size[2] + z;
        let listed = &self.listed[self.first[cell] as usize..self.first[cell + 1] as usize];
        listed.iter().any(|&index| {
            let spot = &self.spots[index as usize];
            let away = point - spot.position;
            let above = away.dot(spot.direction);
            let aside = away.length_squared() - above * above;
            let along = outward.dot(spot.direction);
            let from_front = along >= FROM_FRONT || gap < -HARD && along > -FROM_FRONT;
            aside <= 1.2 * spot.radius_squared && above.abs() <= 1.25 * self.height && from_front
        })
    }

    /// The texel over a point of the surface that is met in direction `towards`, both in the skin's frame.
    ///
    /// The direction decides, not the face that is met: what bulges over the rim of a pad meets the side of the body under it, in the layer
    /// that is the pad.
    pub(crate) fn texel_at(&self, point: DVec3, towards: DVec3) -> Option<usize> {
        let [x, y, z] = self.cell(point);
        let cell = (x * self.size[1] + y) * self.size[2] + z;
        let mut nearest = None;
        for &index in &self.listed[self.first[cell] as usize..self.first[cell + 1] as usize] {
            let spot = &self.spots[index as usize];
            let away = point - spot.position;
            let above = away.dot(spot.direction);
            let aside = away.length_squared() - above * above;
            if aside <= spot.radius_squared
                && above.abs() <= self.height
                && -towards.dot(spot.direction) >= FROM_FRONT
                && nearest.is_none_or(|(_, least)| aside < least)
            {
                nearest = Some((index as usize, aside));
            }
        }
        nearest.map(|(index, _)| index)
    }
}

impl Footprint {
    /// The texel nearest to a point.
    pub(crate) fn nearest(&self, point: DVec3) -> Option<usize> {
        let distance = |i: &usize| self.spots[*i].position.distance_squared(point);
        (0..self.spots.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }
}

#[cfg(test)]
mod tests {
    use crate::{SkinLayout, footprint::Footprint};
    use glam::dvec3;

    /// Every point of a pad's face lies under the pad, none beside it, and none is if it is met from the side.
    #[test]
    fn face_under_a_pad_is_under_it_and_what_is_beside_is_not() {
        let (pitch, rows, columns) = (3.4e-3, 14, 6);
        let layout = SkinLayout::grid(rows, columns, pitch).unwrap();
        let footprint = Footprint::new(&layout.texels, 6e-3);
        let half = dvec3(0.5 * pitch * rows as f64, 0.5 * pitch * columns as f64, 0.0);
        let extent = layout.texels.iter().map(|t| t.position.abs()).fold(glam::DVec3::ZERO, glam::DVec3::max);
        let half = if extent.x > extent.y { half } else { dvec3(half.y, half.x, 0.0) };
        for i in 0..200 {
            for j in 0..100 {
                let share = |k: i32, n: i32| 2.0 * (f64::from(k) + 0.5) / f64::from(n) - 1.0;
                let point = half * dvec3(share(i, 200), share(j, 100), 0.0);
                let normal = dvec3(0.0, 0.0, 1.0);
                assert!(footprint.texel_at(point, -normal).is_some(), "{point}");
                for (at, towards) in [
                    (point, -normal),
                    (point * 1.03, -normal),
                    (point * 1.03 - normal * 2e-3, dvec3(0.7, 0.1, -0.7)),
                    (point, dvec3(1.0, 0.0, 0.0)),
                    (point - normal * 7e-3, -normal),
                ] {
                    assert_eq!(
                        footprint.covers(at, towards),
                        footprint.texel_at(at, towards).is_some(),
                        "{at}"
                    );
                }
                let nearest = layout.texels.iter().map(|t| (t.position - point).length()).fold(1.0, f64::min);
                let found = footprint.texel_at(point - normal * 2e-3, -normal).unwrap();
                assert!((layout.texels[found].position - point).length() < nearest + 1e-12);
                assert!(footprint.texel_at(point, dvec3(1.0, 0.0, 0.0)).is_none());
                assert!(footprint.texel_at(point - normal * 7e-3, -normal).is_none());
                let beside = point + dvec3(half.x * 2.0 + pitch, 0.0, 0.0);
                assert!(footprint.texel_at(beside, -normal).is_none(), "{beside}");
            }
        }
    }
}
