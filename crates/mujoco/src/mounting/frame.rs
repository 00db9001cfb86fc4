//! What a skin sits on.

use crate::engine::{Data, Model, Object};
use bristle_geometry::Pose;

/// The thing whose frame carries the skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MountFrame {
    Site(usize),
    Geom(usize),
    Body(usize),
}

impl MountFrame {
    /// The frame that the model file gives it, in the one that it has in the simulation: they differ for meshes, which MuJoCo turns and moves into the
    /// frames of their inertia.
    pub(crate) fn file_frame(self, model: Model) -> Pose {
        match self {
            Self::Geom(geom) => model.mesh_file_frame(geom).unwrap_or(Pose::IDENTITY),
            Self::Site(_) | Self::Body(_) => Pose::IDENTITY,
        }
    }

    pub(crate) fn pose(self, data: &Data) -> Pose {
        match self {
            Self::Site(site) => data.site_pose(site),
            Self::Geom(geom) => data.geom_pose(geom),
            Self::Body(body) => data.body_pose(body),
        }
    }
}

/// What an instance sits on, and the body of that: the object of its first sensor, or else the body that names it.
pub(crate) fn find(model: Model, instance: usize) -> Option<(MountFrame, usize)> {
    let of_sensor = |sensor: usize| {
        let (kind, index) = model.sensor_object(sensor);
        let index = usize::try_from(index).ok()?;
        match kind {
            kind if kind == Object::Site as i32 => Some((MountFrame::Site(index), model.site_body(index))),
            kind if kind == Object::Geom as i32 => Some((MountFrame::Geom(index), model.geom_body(index))),
            kind if kind == Object::Body as i32 || kind == Object::BodyFrame as i32 => {
                Some((MountFrame::Body(index), index))
            }
            _ => None,
        }
    };
    let of_body = || model.bodies_with(instance).next().map(|body| (MountFrame::Body(body), body));
    model.sensors_with(instance).find_map(of_sensor).or_else(of_body)
}
