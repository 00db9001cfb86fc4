//! What is drawn, and its pixels.

use super::buffer::{Buffer, Linear, NOTHING};
use super::shadow::ShadowMap;
use super::{Camera, Frame, Solid};
use crate::Colour;
use bristle_geometry::Pose;
use glam::DVec3;

/// How a surface takes light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Shaded.
    Lit,
    /// Shaded, and what is behind shows through.
    Glass,
    /// Shaded from both sides: the surface of an open mesh.
    Sheet,
}

/// A solid at its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'a> {
    pub(crate) solid: &'a Solid,
    pub(crate) pose: Pose,
    pub(crate) colour: Colour,
    pub(crate) look: Look,
}

/// A flat polygon in its own colour, whatever the light.
#[derive(Clone, Debug)]
struct Patch {
    corners: Vec<DVec3>,
    colour: Colour,
    /// How far it is brought forward \[m\].
    lift: f64,
}

/// All that is drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stage<'a> {
    items: Vec<Item<'a>>,
    patches: Vec<Patch>,
    floor: Option<f64>,
    /// What floor and light reach beside the solids \[m\].
    around: Vec<DVec3>,
}

/// Pixels, and how near the nearest surface is at each sample.
pub(crate) struct Rendered {
    pub(crate) frame: Frame,
    buffer: Buffer,
    /// Of the samples.
    camera: Camera,
}

/// Samples of a pixel in each direction.
const SAMPLES: usize = 2;
/// Parts of the light: everywhere, from the lamp, from the observer.
const AMBIENT: f32 = 0.36;
const LAMP: f32 = 0.50;
const OBSERVER: f32 = 0.20;
/// What the glass adds to what is behind it.
const GLASS: f32 = 0.34;
/// Light that is left where two bodies meet in the picture.
const OUTLINE: f32 = 0.62;
const PAPER: [f32; 3] = [255.0; 3];
const INSIDE: Colour = Colour::new(204, 197, 190);

/// A triangle ready to be shaded.
struct Shading {
    /// Cosines of the angles to the lamp and to the observer.
    lamp: Linear,
    observer: Linear,
    colour: [f32; 3],
    /// Of the item; patches have none, so that they get no outline.
    item: u32,
    lit: bool,
}

impl<'a> Stage<'a> {
    pub(crate) fn add(&mut self, item: Item<'a>) {
        self.items.push(item);
    }

    /// Adds a flat polygon of an own colour, brought forward by `lift` \[m\]; it is seen from where it runs counter-clockwise.
    pub(crate) fn patch(&mut self, corners: Vec<DVec3>, colour: Colour, lift: f64) {
        self.patches.push(Patch { corners, colour, lift });
    }

    /// A floor at a height \[m\], seen from above only.
    pub(crate) fn floor(&mut self, z: f64) {
        self.floor = Some(z);
    }

    /// Lets floor and light reach a point \[m\], so that they stay the same over several pictures.
    pub(crate) fn around(&mut self, point: DVec3) {
        self.around.push(point);
    }

    pub(crate) fn render(&self, camera: Camera) -> Rendered {
        let fine = camera.finer(SAMPLES);
        let view = camera.view;
        let light = view.light();
        let mut buffer = Buffer::new(fine.size.0, fine.size.1);
        let mut glass = self
            .items
            .iter()
            .any(|item| item.look == Look::Glass)
            .then(|| Buffer::new(fine.size.0, fine.size.1));
        let (middle, radius) = self.ball();
        let mut shadow = ShadowMap::new(light, middle, radius);
        let mut shading: Vec<Shading> = Vec::new();
        for (number, item) in self.items.iter().enumerate() {
            let vertices = item.solid.vertices.iter().map(|&vertex| item.pose.transform_point(vertex));
            let (places, in_light): (Vec<DVec3>, Vec<DVec3>) =
                vertices.map(|vertex| (fine.place(vertex), shadow.place(vertex))).unzip();
            // Directions in the solid's own frame, so that its normals need not be turned.
            let back = item.pose.rotation.inverse();
            let (to_lamp, to_observer) = (back * light, back * view.towards());
            let (colour, inside) = (rgb(item.colour), rgb(INSIDE));
            for (triangle, normals) in item.solid.triangles.iter().zip(&item.solid.normals) {
                let at = triangle.map(|vertex| places[vertex as usize]);
                // The sheet's y points down: what faces the observer runs clockwise there.
                let (u, v) = (at[1] - at[0], at[2] - at[0]);
                let faces = u.x * v.y - u.y * v.x < 0.0;
                if item.look != Look::Glass {
                    shadow.add(triangle.map(|vertex| in_light[vertex as usize]));
                }
                if !faces && item.look != Look::Sheet {
                    continue;
                }
                let side = if faces { 1.0 } else { -1.0 };
                let lamp = Linear::through(at, normals.map(|normal| side * normal.dot(to_lamp)));
                let observer = Linear::through(at, normals.map(|normal| side * normal.dot(to_observer)));
                let Some((lamp, observer)) = lamp.zip(observer) else { continue };
                let index = shading.len() as u32;
                let colour = if faces { colour } else { inside };
                shading.push(Shading { lamp, observer, colour, item: number as u32, lit: true });
                match (&mut glass, item.look) {
                    (Some(glass), Look::Glass) => glass.fill(at, index),
                    _ => buffer.fill(at, index),
                }
            }
        }
        shadow.finish();
        for patch in &self.patches {
            let places = patch.corners.iter().map(|&corner| fine.place(corner) + DVec3::Z * patch.lift);
            let places: Vec<DVec3> = places.collect();
            for corners in triangles(&places) {
                let at = corners.map(|corner| places[corner]);
                let (u, v) = (at[1] - at[0], at[2] - at[0]);
                let Some(one) = Linear::through(at, [1.0; 3]).filter(|_| u.x * v.y - u.y * v.x < 0.0) else {
                    continue;
                };
                let index = shading.len() as u32;
                let colour = rgb(patch.colour);
                shading.push(Shading { lamp: one, observer: one, colour, item: NOTHING, lit: false });
                buffer.fill(at, index);
            }
        }
        let painter = Painter {
            floor: self.floor.and_then(|z| Floor::seen(z, &fine, middle, radius)),
            to_light: Affine::between(&fine, &shadow),
            shadow,
            shading,
        };
        let frame = painter.paint(camera.size, &buffer, glass.as_ref());
        Rendered { frame, buffer, camera: fine }
    }

    /// A ball around everything.
    fn ball(&self) -> (DVec3, f64) {
        let vertices = self
            .items
            .iter()
            .flat_map(|item| item.solid.vertices.iter().map(|&vertex| item.pose.transform_point(vertex)));
        let points = vertices.chain(self.patches.iter().flat_map(|patch| patch.corners.iter().copied()));
        let (low, high) = points
            .chain(self.around.iter().copied())
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)));
        if low.is_finite() { ((low + high) / 2.0, (high - low).length() / 2.0) } else { (DVec3::ZERO, 1.0) }
    }
}

impl Rendered {
    /// Whether nothing lies farther than `margin` \[m\] before a point.
    pub(crate) fn shows(&self, point: DVec3, margin: f64) -> bool {
        let place = self.camera.place(point);
        let (x, y) = (place.x.floor(), place.y.floor());
        if x < 0.0 || y < 0.0 || x >= self.buffer.width as f64 || y >= self.buffer.height as f64 {
            return true;
        }
        f64::from(self.buffer.near[y as usize * self.buffer.width + x as usize]) <= place.z + margin
    }
}

/// An affine map from samples and nearness to the places of the shadow map.
struct Affine {
    origin: [f32; 3],
    across: [f32; 3],
    down: [f32; 3],
    near: [f32; 3],
}

impl Affine {
    fn between(camera: &Camera, shadow: &ShadowMap) -> Self {
        let at = |x: f64, y: f64, near: f64| shadow.place(camera.point(DVec3::new(x, y, near)));
        let origin = at(0.0, 0.0, 0.0);
        let part = |to: DVec3| (to - origin).as_vec3().to_array();
        let (across, down, near) =
            (part(at(1.0, 0.0, 0.0)), part(at(0.0, 1.0, 0.0)), part(at(0.0, 0.0, 1.0)));
        Self { origin: origin.as_vec3().to_array(), across, down, near }
    }

    fn at(&self, x: f32, y: f32, near: f32) -> [f32; 3] {
        [0, 1, 2].map(|i| self.origin[i] + self.across[i] * x + self.down[i] * y + self.near[i] * near)
    }
}

/// Turns samples into colours.
struct Painter {
    shading: Vec<Shading>,
    shadow: ShadowMap,
    to_light: Affine,
    floor: Option<Floor>,
}

impl Painter {
    fn paint(&self, (width, height): (usize, usize), buffer: &Buffer, glass: Option<&Buffer>) -> Frame {
        let mut rgb = vec![255_u8; 3 * width * height];
        let across = buffer.width;
        for y in 0..height {
            let row = SAMPLES * y * across;
            let next = if y + 1 < height { row + 2 * across } else { row + across };
            for x in 0..width {
                let first = row + SAMPLES * x;
                let four = [first, first + 1, first + across, first + across + 1];
                let numbers = four.map(|sample| buffer.triangle[sample]);
                let alike = numbers[1..].iter().all(|&number| number == numbers[0]);
                let over =
                    glass.filter(|glass| four.iter().any(|&sample| glass.near[sample] > buffer.near[sample]));
                let middle = |sample: usize| ((sample % across) as f32 + 0.5, (sample / across) as f32 + 0.5);
                let mut colour = match (alike, over) {
                    (true, None) => {
                        let near = four.iter().map(|&sample| buffer.near[sample]).sum::<f32>() / 4.0;
                        let (x, y) = middle(first);
                        self.shade(numbers[0], x + 0.5, y + 0.5, near)
                    }
                    _ => {
                        let mut sum = [0.0; 3];
                        for sample in four {
                            let (x, y) = middle(sample);
                            let mut one = self.shade(buffer.triangle[sample], x, y, buffer.near[sample]);
                            if let Some(glass) = over.filter(|glass| glass.near[sample] > buffer.near[sample])
                            {
                                let before = self.shade(glass.triangle[sample], x, y, glass.near[sample]);
                                one = mix(one, before, GLASS);
                            }
                            sum = [0, 1, 2].map(|i| sum[i] + one[i]);
                        }
                        sum.map(|part| part / 4.0)
                    }
                };
                let right = if x + 1 < width { first + 2 } else { first + 1 };
                if self.is_outline(buffer, [four[0], four[1], four[2], four[3], right, next + SAMPLES * x])
                    || glass.is_some_and(|glass| {
                        over.is_some()
                            && self.is_outline(glass, [four[0], four[1], four[2], four[3], right, first])
                    })
                {
                    colour = colour.map(|part| part * OUTLINE);
                }
                let place = 3 * (y * width + x);
                for (byte, part) in rgb[place..place + 3].iter_mut().zip(colour) {
                    *byte = (part + 0.5) as u8;
                }
            }
        }
        Frame { width, height, rgb }
    }

    /// Whether two bodies, or a body and the paper, meet among samples.
    fn is_outline(&self, buffer: &Buffer, samples: [usize; 6]) -> bool {
        let first = buffer.triangle[samples[0]];
        if samples[1..].iter().all(|&sample| buffer.triangle[sample] == first) {
            return false;
        }
        let item = |sample: usize| match buffer.triangle[sample] {
            NOTHING => Some(NOTHING),
            // Patches lie on bodies.
            number => Some(self.shading[number as usize].item).filter(|&item| item != NOTHING),
        };
        let mut seen = samples.iter().filter_map(|&sample| item(sample));
        seen.next().is_some_and(|first| seen.any(|other| other != first))
    }

    fn shade(&self, number: u32, x: f32, y: f32, near: f32) -> [f32; 3] {
        let Some(shading) = self.shading.get(number as usize) else {
            return self.floor.as_ref().map_or(PAPER, |floor| floor.shade(self, x, y));
        };
        if !shading.lit {
            return shading.colour;
        }
        let lamp = shading.lamp.at(x, y);
        let light = if lamp > 0.0 {
            // Within the soft edge a slanted surface is nearer to the light than here, by the tangent of the angle for each place of the map.
            let bias = 1.0 + 4.5 * (1.0 - lamp * lamp).max(0.0).sqrt() / lamp.max(0.15);
            LAMP * lamp * self.shadow.lit(self.to_light.at(x, y, near), bias)
        } else {
            0.0
        };
        let light = AMBIENT + light + OBSERVER * shading.observer.at(x, y).max(0.0);
        shading.colour.map(|part| (part * light).min(255.0))
    }
}

/// The floor: a net of lines that fades away, and the shadows on it.
struct Floor {
    /// Where a sample's line of sight meets it \[m\], from the middle of what stands there: affine in the sample.
    origin: [f32; 2],
    across: [f32; 2],
    down: [f32; 2],
    /// Nearness there.
    near: [f32; 3],
    /// Where it has faded away \[m\].
    radius: f32,
    /// Distance of the lines \[m\], where they lie, and how far a pixel reaches along both axes.
    spacing: f32,
    offset: [f32; 2],
    pixel: [f32; 2],
}

impl Floor {
    fn seen(z: f64, camera: &Camera, middle: DVec3, radius: f64) -> Option<Self> {
        let towards = camera.view.towards();
        if towards.z < 0.05 {
            return None;
        }
        // A point of the line of sight, then along it to the floor.
        let meet = |x: f64, y: f64| {
            let point = camera.point(DVec3::new(x, y, 0.0));
            let along = (z - point.z) / towards.z;
            (point + towards * along, along)
        };
        let ((o, near), (a, near_a), (d, near_d)) = (meet(0.0, 0.0), meet(1.0, 0.0), meet(0.0, 1.0));
        let flat = |v: DVec3| [v.x as f32, v.y as f32];
        let reach = 1.15 * radius;
        let power = 10_f64.powf((reach / 4.0).log10().floor());
        let spacing = power * [5.0, 2.0, 1.0].into_iter().find(|m| m * power <= reach / 4.0).unwrap_or(1.0);
        let within = |value: f64| value.rem_euclid(spacing) as f32;
        Some(Self {
            origin: flat(o - middle),
            across: flat(a - o),
            down: flat(d - o),
            near: [near as f32, (near_a - near) as f32, (near_d - near) as f32],
            radius: reach as f32,
            spacing: spacing as f32,
            offset: [within(middle.x), within(middle.y)],
            pixel: flat(((a - o).abs() + (d - o).abs()) * SAMPLES as f64),
        })
    }

    fn shade(&self, painter: &Painter, x: f32, y: f32) -> [f32; 3] {
        let at = [0, 1].map(|i| self.origin[i] + self.across[i] * x + self.down[i] * y);
        let away = (at[0] * at[0] + at[1] * at[1]) / (self.radius * self.radius);
        if away >= 1.0 {
            return PAPER;
        }
        let strength = (1.0 - away) * (1.0 - away);
        let near = self.near[0] + self.near[1] * x + self.near[2] * y;
        let lit = painter.shadow.lit(painter.to_light.at(x, y, near), 0.5);
        // A line is as wide as a pixel, however it is foreshortened: its strength falls with the distance, so that it is not broken into dots.
        let line = [0, 1].map(|i| {
            let from = (at[i] + self.offset[i]) / self.spacing;
            (1.0 - (from - from.round()).abs() * self.spacing / self.pixel[i]).max(0.0)
        });
        let tone = 255.0 - 12.0 * strength - 26.0 * strength * line[0].max(line[1]);
        let dark = 1.0 - 0.33 * (1.0 - lit) * (1.0 - away);
        [tone * dark; 3]
    }
}

/// A polygon as seen, in triangles: corner after corner is cut off that has no other one within.
fn triangles(places: &[DVec3]) -> Vec<[usize; 3]> {
    let mut left: Vec<usize> = (0..places.len()).collect();
    let turn = |a: usize, b: usize, c: usize| {
        let (u, v) = ((places[b] - places[a]).truncate(), (places[c] - places[a]).truncate());
        u.perp_dot(v)
    };
    let whole: f64 = (2..places.len()).map(|i| turn(0, i - 1, i)).sum();
    let mut cut = Vec::with_capacity(places.len());
    while left.len() > 3 {
        let count = left.len();
        let corner = |i: usize| [left[(i + count - 1) % count], left[i], left[(i + 1) % count]];
        let is_ear = |i: &usize| {
            let [a, b, c] = corner(*i);
            let within = |&p: &usize| {
                ![a, b, c].contains(&p)
                    && [turn(a, b, p), turn(b, c, p), turn(c, a, p)].iter().all(|side| side * whole >= 0.0)
            };
            turn(a, b, c) * whole > 0.0 && !left.iter().any(within)
        };
        // One that crosses itself has no ear: any corner will do.
        let ear = (0..count).find(is_ear).unwrap_or(0);
        cut.push(corner(ear));
        left.remove(ear);
    }
    if let [a, b, c] = left[..] {
        cut.push([a, b, c]);
    }
    cut
}

fn rgb(Colour { red, green, blue }: Colour) -> [f32; 3] {
    [red, green, blue].map(f32::from)
}

fn mix(a: [f32; 3], b: [f32; 3], share: f32) -> [f32; 3] {
    [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * share)
}
