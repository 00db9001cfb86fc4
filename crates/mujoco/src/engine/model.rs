//! A view of `mjModel`.
#![allow(unsafe_code)]

use super::plugin_table::RawModel;
use super::{Api, Integrator, Layout, Object};
use bristle_geometry::Pose;
use glam::{DQuat, DVec3};
use std::ffi::{CStr, CString, c_void};
use std::marker::PhantomData;

/// Kinds of geoms, as `mjtGeom` numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GeomKind {
    Plane,
    Sphere,
    Capsule,
    Ellipsoid,
    Cylinder,
    Box,
    Mesh,
    /// Height fields, signed distances and what is drawn only.
    Other(i32),
}

/// `mjNPOLY`.
pub(crate) const POWERS: usize = 2;

/// A mesh as MuJoCo has it.
pub(crate) struct Triangles<'a> {
    /// Positions \[m\].
    pub(crate) vertices: &'a [[f32; 3]],
    /// Indices of the mesh's own vertices.
    pub(crate) faces: &'a [[i32; 3]],
}

/// A compiled model, valid during one callback.
#[derive(Clone, Copy)]
pub(crate) struct Model<'a> {
    pub(super) raw: RawModel,
    pub(super) api: &'static Api,
    pub(super) layout: &'static Layout,
    life: PhantomData<&'a c_void>,
}

impl<'a> Model<'a> {
    /// A view of the model at `raw`.
    ///
    /// # Safety
    /// `raw` is an `mjModel` of the version of `layout` that lives and does not change for `'a`.
    pub(crate) unsafe fn new(raw: RawModel, api: &'static Api, layout: &'static Layout) -> Self {
        Self { raw, api, layout, life: PhantomData }
    }

    fn at<T: Copy>(self, offset: u32) -> T {
        // SAFETY: the offset belongs to this version's structure (see `new`), where a field of type `T` lies.
        unsafe { self.raw.byte_add(offset as usize).cast::<T>().read() }
    }

    fn size(self, offset: u32) -> usize {
        let size =
            if self.layout.wide_sizes { self.at::<i64>(offset) } else { self.at::<i32>(offset).into() };
        usize::try_from(size).unwrap_or(0)
    }

    /// The array that the pointer at `offset` points to.
    fn list<T>(self, offset: u32, count: usize) -> &'a [T] {
        let pointer: *const T = self.at(offset);
        if count == 0 || pointer.is_null() {
            return &[];
        }
        // SAFETY: MuJoCo's arrays have the length that its header states, which every caller gives.
        unsafe { std::slice::from_raw_parts(pointer, count) }
    }

    fn item(self, offset: u32, index: usize) -> i32 {
        self.list::<i32>(offset, index + 1).get(index).copied().unwrap_or(-1)
    }

    pub(crate) fn velocities(self) -> usize {
        self.size(self.layout.model.nv)
    }
    pub(crate) fn bodies(self) -> usize {
        self.size(self.layout.model.nbody)
    }
    pub(crate) fn geoms(self) -> usize {
        self.size(self.layout.model.ngeom)
    }
    pub(crate) fn plugins(self) -> usize {
        self.size(self.layout.model.nplugin)
    }
    fn sensors(self) -> usize {
        self.size(self.layout.model.nsensor)
    }

    /// Time step \[s\].
    pub(crate) fn step(self) -> f64 {
        self.at(self.layout.model.timestep)
    }

    pub(crate) fn integrator(self) -> Integrator {
        Integrator::of(self.at::<i32>(self.layout.model.integrator))
    }

    /// Whether Euler steps implicitly with the damping of joints.
    pub(crate) fn damps_implicitly(self) -> bool {
        self.at::<i32>(self.layout.model.disableflags) & self.layout.derivative.no_damping == 0
    }

    /// Linear damping of each velocity, and of older versions nothing, else the coefficients of higher powers.
    pub(crate) fn damping(self) -> (&'a [f64], &'a [[f64; POWERS]]) {
        let (model, nv) = (&self.layout.model, self.velocities());
        let higher = if model.dof_dampingpoly == 0 { &[] } else { self.list(model.dof_dampingpoly, nv) };
        (self.list(model.dof_damping, nv), higher)
    }

    /// The joint of a velocity.
    pub(super) fn joint_of(self, velocity: usize) -> i32 {
        self.item(self.layout.model.dof_jntid, velocity)
    }

    /// The kinematic tree of each velocity.
    pub(super) fn tree_of_velocities(self) -> &'a [i32] {
        self.list(self.layout.model.dof_treeid, self.velocities())
    }

    /// The sparsity of `qDeriv`, where it is a field of the model: numbers of entries, and where each row begins.
    pub(super) fn list_at<T>(self, offset: u32, count: usize) -> &'a [T] {
        self.list(offset, count)
    }

    pub(crate) fn parent(self, body: usize) -> usize {
        self.item(self.layout.model.body_parentid, body).max(0) as usize
    }

    /// The body at the root of the rigid body that `body` belongs to.
    pub(crate) fn weld(self, body: usize) -> usize {
        self.item(self.layout.model.body_weldid, body).max(0) as usize
    }

    pub(crate) fn geom_kind(self, geom: usize) -> GeomKind {
        match self.item(self.layout.model.geom_type, geom) {
            0 => GeomKind::Plane,
            2 => GeomKind::Sphere,
            3 => GeomKind::Capsule,
            4 => GeomKind::Ellipsoid,
            5 => GeomKind::Cylinder,
            6 => GeomKind::Box,
            7 => GeomKind::Mesh,
            other => GeomKind::Other(other),
        }
    }

    pub(crate) fn geom_size(self, geom: usize) -> [f64; 3] {
        let sizes = self.list::<f64>(self.layout.model.geom_size, 3 * self.geoms());
        [sizes[3 * geom], sizes[3 * geom + 1], sizes[3 * geom + 2]]
    }

    pub(crate) fn geom_body(self, geom: usize) -> usize {
        self.item(self.layout.model.geom_bodyid, geom).max(0) as usize
    }

    /// `contype` and `conaffinity`.
    pub(crate) fn geom_contacts(self, geom: usize) -> (i32, i32) {
        let model = &self.layout.model;
        (self.item(model.geom_contype, geom), self.item(model.geom_conaffinity, geom))
    }

    pub(crate) fn site_body(self, site: usize) -> usize {
        self.item(self.layout.model.site_bodyid, site).max(0) as usize
    }

    /// Vertices and triangles of a mesh geom, in the geom's frame.
    pub(crate) fn geom_mesh(self, geom: usize) -> Option<Triangles<'a>> {
        let model = &self.layout.model;
        let mesh = usize::try_from(self.item(model.geom_dataid, geom)).ok()?;
        let count = |offset| usize::try_from(self.item(offset, mesh)).ok();
        let (first_vertex, vertices) = (count(model.mesh_vertadr)?, count(model.mesh_vertnum)?);
        let (first_face, faces) = (count(model.mesh_faceadr)?, count(model.mesh_facenum)?);
        let all_vertices = self.list::<[f32; 3]>(model.mesh_vert, first_vertex + vertices);
        let all_faces = self.list::<[i32; 3]>(model.mesh_face, first_face + faces);
        Some(Triangles { vertices: all_vertices.get(first_vertex..)?, faces: all_faces.get(first_face..)? })
    }

    /// Whether contacts are solved for by their pyramids, with two rows per direction.
    pub(super) fn has_pyramidal_cones(self) -> bool {
        self.at::<i32>(self.layout.model.cone) == 0
    }

    /// Whether the solver is PGS, which has made up its matrix before it asks for the forces of plugins.
    pub(crate) fn solves_dual(self) -> bool {
        self.at::<i32>(self.layout.model.solver) == 0
    }

    /// Whether a geom is in an explicit pair.
    pub(crate) fn is_paired(self, geom: usize) -> bool {
        let (model, pairs) = (&self.layout.model, self.size(self.layout.model.npair));
        let in_list = |offset| self.list::<i32>(offset, pairs).contains(&(geom as i32));
        in_list(model.pair_geom1) || in_list(model.pair_geom2)
    }

    pub(crate) fn geom_group(self, geom: usize) -> i32 {
        self.item(self.layout.model.geom_group, geom)
    }

    /// The frame of a mesh as its file has it, in the frame that MuJoCo gives the geom: that of the mesh's inertia.
    pub(crate) fn mesh_file_frame(self, geom: usize) -> Option<Pose> {
        if self.geom_kind(geom) != GeomKind::Mesh {
            return None;
        }
        let (model, mesh) =
            (&self.layout.model, usize::try_from(self.item(self.layout.model.geom_dataid, geom)).ok()?);
        let [x, y, z] = *self.list::<[f64; 3]>(model.mesh_pos, mesh + 1).get(mesh)?;
        let [w, i, j, k] = *self.list::<[f64; 4]>(model.mesh_quat, mesh + 1).get(mesh)?;
        Some(Pose::new(DQuat::from_xyzw(i, j, k, w), DVec3::new(x, y, z)).inverse())
    }

    /// The registration number of the plugin behind an instance.
    pub(crate) fn plugin_slot(self, instance: usize) -> i32 {
        self.item(self.layout.model.plugin, instance)
    }

    /// Begin and length of an instance's state.
    pub(crate) fn state_range(self, instance: usize) -> std::ops::Range<usize> {
        let model = &self.layout.model;
        let begin = self.item(model.plugin_stateadr, instance).max(0) as usize;
        begin..begin + self.item(model.plugin_statenum, instance).max(0) as usize
    }

    /// Bodies that name an instance.
    pub(crate) fn bodies_with(self, instance: usize) -> impl Iterator<Item = usize> + 'a {
        let list = self.list::<i32>(self.layout.model.body_plugin, self.bodies());
        list.iter().enumerate().filter(move |(_, p)| **p == instance as i32).map(|(body, _)| body)
    }

    /// Sensors that name an instance.
    pub(crate) fn sensors_with(self, instance: usize) -> impl Iterator<Item = usize> + 'a {
        let list = self.list::<i32>(self.layout.model.sensor_plugin, self.sensors());
        list.iter().enumerate().filter(move |(_, p)| **p == instance as i32).map(|(sensor, _)| sensor)
    }

    /// What a sensor sits on: `mjtObj` and index.
    pub(crate) fn sensor_object(self, sensor: usize) -> (i32, i32) {
        let model = &self.layout.model;
        (self.item(model.sensor_objtype, sensor), self.item(model.sensor_objid, sensor))
    }

    /// Where a sensor's numbers lie.
    pub(crate) fn sensor_range(self, sensor: usize) -> std::ops::Range<usize> {
        let model = &self.layout.model;
        let begin = self.item(model.sensor_adr, sensor).max(0) as usize;
        begin..begin + self.item(model.sensor_dim, sensor).max(0) as usize
    }

    /// What the file says of a key; `None` if nothing.
    pub(crate) fn config(self, instance: usize, key: &CStr) -> Option<String> {
        // SAFETY: a live model; MuJoCo answers null for what is not there.
        let value = unsafe { (self.api.plugin_config)(self.raw, instance as i32, key.as_ptr()) };
        if value.is_null() {
            return None;
        }
        // SAFETY: a C string inside the model.
        let text = unsafe { CStr::from_ptr(value) }.to_string_lossy().trim().to_owned();
        (!text.is_empty()).then_some(text)
    }

    /// The index of a named thing.
    pub(crate) fn find(self, kind: Object, name: &str) -> Option<usize> {
        let name = CString::new(name).ok()?;
        // SAFETY: a live model and a C string.
        let id = unsafe { (self.api.name_to_id)(self.raw, kind as i32, name.as_ptr()) };
        usize::try_from(id).ok()
    }

    /// The name of a thing, or its number where it has none.
    pub(crate) fn name(self, kind: Object, index: usize) -> String {
        // SAFETY: a live model; MuJoCo answers null for what has no name.
        let name = unsafe { (self.api.id_to_name)(self.raw, kind as i32, index as i32) };
        if name.is_null() {
            return format!("#{index}");
        }
        // SAFETY: a C string inside the model.
        unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned()
    }
}
