//! The bodies of a scene where they are in a world, with what their skins feel.

mod error;
mod pressed;
mod refined;
mod solid;

pub use error::DrawError;
pub use solid::solid_mesh;

use bristle_geometry::Pose;
use bristle_picture::{Colour, Solid, WorldView};
use bristle_scene::Scene;
use bristle_world::{BodyId, JointKind, Model, ModelError, SkinId, World};
use glam::DVec3;
use pressed::Pressed;
use std::sync::Arc;

/// Of free bodies, which are what is grasped.
const OBJECTS: [Colour; 4] = [Colour::ORANGE, Colour::GREEN, Colour::PURPLE, Colour::YELLOW];
/// Of mechanisms, and of those of their bodies that wear a skin.
const LINK: Colour = Colour::grey(205);
const WEARER: Colour = Colour::new(160, 190, 215);
/// A half space whose upright is steeper than this is a floor.
const LEVEL: f64 = 1.0 - 1e-9;

/// How texels are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texels {
    /// In grey: where they are.
    Bare,
    /// Coloured by their elastic force \[N\]: that of the last step.
    Felt,
}

/// Where the bodies of a world are, and what their skins feel: all that a picture shows.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// When \[s\].
    pub time: f64,
    poses: Vec<Pose>,
    /// Elastic force \[N\] and depth \[m\] of each texel of each skin.
    felt: Vec<Vec<(f32, f32)>>,
}

impl Moment {
    /// The present of a world.
    pub fn of(world: &World, time: f64) -> Result<Self, ModelError> {
        let poses = (0..world.model().bodies().len()).map(|body| world.pose(BodyId(body)));
        let felt = (0..world.model().skins().len()).map(|skin| {
            let texels = &world.reading(SkinId(skin))?.texels;
            Ok(texels
                .iter()
                .map(|felt| (felt.elastic_force.max(0.0) as f32, felt.penetration.max(0.0) as f32)))
        });
        let felt = felt.collect::<Result<Vec<_>, ModelError>>()?;
        Ok(Self {
            time,
            poses: poses.collect::<Result<_, _>>()?,
            felt: felt.into_iter().map(Iterator::collect).collect(),
        })
    }

    /// The largest elastic force of a texel \[N\].
    pub fn largest_force(&self) -> f64 {
        self.felt.iter().flatten().fold(0.0, |most: f64, felt| most.max(f64::from(felt.0)))
    }
}

/// The bodies of a scene, made ready to be drawn again and again.
#[derive(Clone, Debug)]
pub struct SceneDrawing {
    parts: Vec<Part>,
    /// Half spaces: what they are fixed to, and their poses there.
    planes: Vec<(BodyId, Pose)>,
    skins: Vec<SkinDrawing>,
}

/// A solid of a body, in the body's frame.
#[derive(Clone, Debug)]
struct Part {
    body: BodyId,
    colour: Colour,
    solid: Arc<Solid>,
    bounds: (DVec3, DVec3),
    /// Where skins press it in.
    pressed: Vec<Pressed>,
}

/// A skin: its texels in the frame of its body.
#[derive(Clone, Debug)]
struct SkinDrawing {
    body: BodyId,
    outlines: Vec<Vec<DVec3>>,
    /// Of the corners of all outlines, one after the other.
    pressed: Pressed,
}

impl SceneDrawing {
    /// The bodies of a scene, for worlds of its model. Mesh files are read anew.
    pub fn new(scene: &Scene, model: &Model) -> Result<Self, DrawError> {
        let mut objects = OBJECTS.into_iter().cycle();
        let (mut parts, mut planes) = (Vec::new(), Vec::new());
        for described in &scene.data().bodies {
            let body = model.body_named(&described.name).map_err(ModelError::from)?;
            let colour = match described.joint.kind {
                JointKind::Free => objects.next().unwrap_or(Colour::ORANGE),
                _ if scene.data().skins.iter().any(|skin| skin.on == described.name) => WEARER,
                _ => LINK,
            };
            for shape in described.drawn() {
                let colour = shape.colour.map_or(colour, opaque);
                let Some(mesh) = solid_mesh(&shape.kind, shape.pose)? else {
                    planes.push((body, shape.pose));
                    continue;
                };
                let skins = || (0..model.skins().len()).filter(|&skin| model.skins()[skin].body == body);
                let mesh = skins().fold(mesh, |mesh, skin| refined::near(mesh, &model.skins()[skin]));
                let pressed = skins().map(|skin| Pressed::new(&mesh.vertices, skin, &model.skins()[skin]));
                let pressed = pressed.filter(|pressed| !pressed.is_empty()).collect();
                let solid = Arc::new(Solid::new(&mesh)?);
                let vertices = solid.vertices().iter();
                let bounds =
                    vertices.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(a, b), &p| (a.min(p), b.max(p)));
                parts.push(Part { body, colour, solid, bounds, pressed });
            }
        }
        Ok(Self { parts, planes, skins: skins_of(model) })
    }

    /// The corners of boxes about all solids where they are \[m\].
    pub(crate) fn corners(&self, moment: &Moment) -> impl Iterator<Item = DVec3> {
        self.parts.iter().flat_map(move |part| {
            let pose = moment.poses.get(part.body.0).copied().unwrap_or(Pose::IDENTITY);
            let (low, high) = part.bounds;
            (0..8).map(move |i| {
                let pick = |bit: i32, low: f64, high: f64| if i >> bit & 1 == 0 { low } else { high };
                pose.transform_point(DVec3::new(
                    pick(0, low.x, high.x),
                    pick(1, low.y, high.y),
                    pick(2, low.z, high.z),
                ))
            })
        })
    }

    /// The bodies where they are, and their texels. Set title and view as you like.
    pub fn view(&self, moment: &Moment, texels: Texels) -> WorldView {
        let mut view = WorldView::new();
        let pose = |body: BodyId| moment.poses.get(body.0).copied().unwrap_or(Pose::IDENTITY);
        for part in &self.parts {
            let mut solid = Arc::clone(&part.solid);
            for pressed in &part.pressed {
                if let Some(by) = pressed.displacements(moment) {
                    let by = |vertex: usize| by.get(&(vertex as u32)).copied().unwrap_or_default();
                    solid = Arc::new(solid.moved(|vertex, place| place + by(vertex)));
                }
            }
            view = view.placed(solid, pose(part.body), part.colour);
        }
        for (body, plane) in &self.planes {
            let plane = pose(*body) * *plane;
            if plane.transform_vector(DVec3::Z).z > LEVEL {
                view = view.floor(plane.translation.z);
            }
        }
        self.skins
            .iter()
            .enumerate()
            .fold(view, |view, (index, skin)| skin.draw(view, pose(skin.body), moment, index, texels))
    }
}

impl SkinDrawing {
    fn draw(
        &self,
        mut view: WorldView,
        pose: Pose,
        moment: &Moment,
        skin: usize,
        texels: Texels,
    ) -> WorldView {
        let moved = self.pressed.displacements(moment).unwrap_or_default();
        let mut corner = 0_u32;
        for (texel, outline) in self.outlines.iter().enumerate() {
            let corners = outline.iter().map(|&place| {
                let by = moved.get(&corner).copied().unwrap_or_default();
                corner += 1;
                pose.transform_point(place + by)
            });
            let corners = corners.collect();
            let felt = moment.felt.get(skin).and_then(|felt| felt.get(texel));
            let force = felt.map_or(0.0, |felt| f64::from(felt.0));
            view = view.texel_outline(corners, (texels == Texels::Felt).then_some(force));
        }
        view
    }
}

fn skins_of(model: &Model) -> Vec<SkinDrawing> {
    let drawing = |(index, mounted): (usize, &bristle_world::MountedSkin)| {
        let texels = mounted.skin.texels();
        let known = mounted.skin.outlines();
        let place = |corner: DVec3| mounted.pose.transform_point(corner);
        let outline = |texel: usize| match known.get(texel).filter(|outline| outline.len() > 2) {
            Some(outline) => outline.iter().map(|&corner| place(corner)).collect(),
            None => {
                // A square of its area, whichever way it lies.
                let (a, b) = texels[texel].direction.any_orthonormal_pair();
                let half = 0.42 * texels[texel].area.sqrt();
                let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
                corners.map(|(x, y)| place(texels[texel].position + half * (x * a + y * b))).to_vec()
            }
        };
        let outlines: Vec<Vec<DVec3>> = (0..texels.len()).map(outline).collect();
        let corners: Vec<DVec3> = outlines.iter().flatten().copied().collect();
        SkinDrawing { body: mounted.body, pressed: Pressed::new(&corners, index, mounted), outlines }
    };
    model.skins().iter().enumerate().map(drawing).collect()
}

/// The bodies of a scene where they are in its world, and the texels of its tactile skins.
pub fn scene_view(scene: &Scene, world: &World, texels: Texels) -> Result<WorldView, DrawError> {
    Ok(SceneDrawing::new(scene, world.model())?.view(&Moment::of(world, 0.0)?, texels))
}

/// The colour that a scene gives a shape; pictures have no glass.
fn opaque([red, green, blue, _]: [f64; 4]) -> Colour {
    let byte = |share: f64| (share * 255.0).round().clamp(0.0, 255.0) as u8;
    Colour::new(byte(red), byte(green), byte(blue))
}

/// Adds the texels of a world's tactile skins.
pub fn with_texels(view: WorldView, world: &World, texels: Texels) -> Result<WorldView, DrawError> {
    let moment = Moment::of(world, 0.0)?;
    Ok(skins_of(world.model()).iter().enumerate().fold(view, |view, (index, skin)| {
        let pose = moment.poses.get(skin.body.0).copied().unwrap_or(Pose::IDENTITY);
        skin.draw(view, pose, &moment, index, texels)
    }))
}
