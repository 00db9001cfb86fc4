//! The points of a patch at which a contact law is evaluated, and the area that each stands for.

use super::patch::{Corner, Patch};
use glam::DVec3;
use std::f64::consts::{PI, TAU};

/// A point of contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// In the middle between the two bodies \[m\].
    pub point: DVec3,
    /// Unit vector from the first body to the second.
    pub normal: DVec3,
    /// Distance between the bodies along the normal; negative where they overlap \[m\].
    pub gap: f64,
    /// What it stands for \[m²\].
    pub area: f64,
    /// What it stands for in addition where the bodies are pressed together by a depth `d`: for this times `d` if one is a ball \[m\], …
    pub per_depth: f64,
    /// … and for this times `√d` if one is a roller \[m^1.5\].
    pub per_root_depth: f64,
    /// Radius at which friction against spinning about the normal acts \[m\]; zero where other spots of the patch take care of it.
    pub spin_radius: f64,
}

/// Mean distance of the points of a disc from its centre, over its radius.
const MEAN_RADIUS: f64 = 2.0 / 3.0;

/// Places and weights of Lobatto's rule with four points.
const ALONG_A_LINE: [(f64, f64); 4] = [
    (0.0, 1.0 / 12.0),
    (0.276_393_202_250_021, 5.0 / 12.0),
    (0.723_606_797_749_979, 5.0 / 12.0),
    (1.0, 1.0 / 12.0),
];

/// Of an outline with more corners than this, such as the rim of a can, as many are taken. Its area stays; its second moments are those of a regular polygon,
/// which lack 4.5 % of a disc's.
const MOST_CORNERS: usize = 12;

impl Patch {
    /// Covers the patch with spots.
    ///
    /// Real edges and tips are round. So a patch stands for more than its own area: for a disc of radius `edge` \[m\], which its corners share by the angles that
    /// the outline turns by, and along a line for a strip of twice that width; and round bodies for what is pressed in. Then nothing jumps as corners of an outline appear and vanish.
    pub(crate) fn cover(&self, edge: f64, take: &mut dyn FnMut(Spot)) {
        let disc = PI * edge * edge;
        match &self.corners[..] {
            [] => {}
            [corner] => {
                // Where a ball is pressed in by d, a bed pushes as if π R d of it were pressed in by d.
                let (sharp, per_depth) = (disc + 2.0 * edge * self.length, PI * self.radius);
                let area = sharp + per_depth * (-corner.gap).max(0.0);
                take(Spot {
                    spin_radius: MEAN_RADIUS * (area / PI).sqrt(),
                    per_depth: per_depth * self.share,
                    ..self.spot(*corner, sharp)
                });
            }
            [from, to] => {
                // The same of a roller: a strip of 4/3 √(2 R d).
                let width = 4.0 / 3.0 * (2.0 * self.radius).sqrt();
                let length = from.point.distance(to.point);
                for (t, weight) in ALONG_A_LINE {
                    let point = from.point.lerp(to.point, t);
                    let gap = from.gap + t * (to.gap - from.gap);
                    let end = if t == 0.0 || t == 1.0 { 0.5 * disc } else { 0.0 };
                    let spot = self.spot(Corner { point, gap }, 2.0 * edge * weight * length + end);
                    take(Spot { per_root_depth: weight * length * width * self.share, ..spot });
                }
            }
            corners if corners.len() <= MOST_CORNERS => self.cover_polygon(corners, 1.0, disc, take),
            corners => {
                let few =
                    std::array::from_fn::<_, MOST_CORNERS, _>(|i| corners[i * corners.len() / MOST_CORNERS]);
                let left = self.area_of(&few);
                let scale = if left > 0.0 { self.area_of(corners) / left } else { 1.0 };
                self.cover_polygon(&few, scale, disc, take);
            }
        }
        if let Some(tip) = self.tip {
            take(self.spot(tip, disc));
        }
    }

    fn area_of(&self, corners: &[Corner]) -> f64 {
        let first = corners[0].point;
        let triangle = |pair: &[Corner]| (pair[0].point - first).cross(pair[1].point - first);
        0.5 * corners[1..].windows(2).map(triangle).sum::<DVec3>().dot(self.normal).abs()
    }

    fn spot(&self, Corner { point, gap }: Corner, area: f64) -> Spot {
        let area = area * self.share;
        Spot { point, normal: self.normal, gap, area, per_depth: 0.0, per_root_depth: 0.0, spin_radius: 0.0 }
    }

    /// The polygon is divided into triangles about its centroid. The rule with weights 1/12 at the corners and 3/4 at the centroid of a triangle is exact for
    /// polynomials of second degree: so are force and moments of a bed that is pressed in by a plane. Areas are multiplied by `scale`.
    fn cover_polygon(&self, corners: &[Corner], scale: f64, disc: f64, take: &mut dyn FnMut(Spot)) {
        let count = corners.len();
        let next = |i: usize| (i + 1) % count;
        let area_about = |centre: DVec3, i: usize| {
            let (p, q) = (corners[i].point - centre, corners[next(i)].point - centre);
            0.5 * p.cross(q).dot(self.normal).abs()
        };
        let first = corners[0];
        let (mut area, mut centre) = (0.0, Corner { point: DVec3::ZERO, gap: 0.0 });
        for i in 1..count - 1 {
            let part = area_about(first.point, i);
            area += part;
            centre.point += (first.point + corners[i].point + corners[next(i)].point) * (part / 3.0);
            centre.gap += (first.gap + corners[i].gap + corners[next(i)].gap) * (part / 3.0);
        }
        if area > 0.0 {
            centre = Corner { point: centre.point / area, gap: centre.gap / area };
        } else {
            centre = first;
        }
        let mut before = area_about(centre.point, count - 1);
        for i in 0..count {
            let [last, here, then] = [corners[(i + count - 1) % count], corners[i], corners[next(i)]];
            let (into, out) = (here.point - last.point, then.point - here.point);
            let turns = into.cross(out).length().atan2(into.dot(out));
            let part = area_about(centre.point, i);
            take(self.spot(here, scale * (before + part) / 12.0 + disc * turns / TAU));
            let middle = Corner {
                point: (here.point + then.point + centre.point) / 3.0,
                gap: (here.gap + then.gap + centre.gap) / 3.0,
            };
            take(self.spot(middle, scale * 0.75 * part));
            before = part;
        }
        take(self.spot(centre, scale * area / 12.0));
    }
}
