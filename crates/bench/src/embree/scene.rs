//! A triangle mesh in Embree, ready to be cast at.

use super::abi::{
    BUFFER_TYPE_INDEX, BUFFER_TYPE_VERTEX, FORMAT_FLOAT3, FORMAT_UINT3, GEOMETRY_TYPE_TRIANGLE, Geometry,
    IntersectArguments, RAY_QUERY_FLAG_COHERENT, RAY_QUERY_FLAG_INCOHERENT, SCENE_FLAG_NONE,
    SCENE_FLAG_ROBUST, Scene,
};
use super::library::Loaded;
use super::{Embree, EmbreeError, Hit, RayHit, RayPacket};
use bristle_geometry::TriangleMesh;
use glam::DVec3;
use std::ffi::c_int;
use std::sync::Arc;

/// How careful the traversal is at edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Traversal {
    /// The fastest; a ray exactly through a shared edge may slip between two triangles.
    #[default]
    Fast,
    /// Watertight at shared edges, at some cost.
    Robust,
}

/// How much work goes into the bounding-volume hierarchy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuildQuality {
    /// A fast build for meshes that change.
    Low,
    /// Embree's default.
    #[default]
    Medium,
    /// The best tree, with split triangles.
    High,
}

/// Which rays Embree may expect one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coherence {
    /// Any rays: Embree's default.
    #[default]
    Incoherent,
    /// Neighbours that run side by side, as the texels of a pad do.
    Coherent,
}

/// Choices made when a scene is built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SceneOptions {
    /// Care at edges.
    pub traversal: Traversal,
    /// Care in building.
    pub quality: BuildQuality,
}

/// A mesh in Embree. Both sides of a triangle are hit, as Embree does not cull unless built to.
pub struct EmbreeScene {
    scene: Scene,
    // Dropped after the scene is released, and keeps device and library alive until then.
    loaded: Arc<Loaded>,
}

// SAFETY: a committed scene is never modified again here, and Embree allows its release from any thread.
unsafe impl Send for EmbreeScene {}
// SAFETY: Embree documents concurrent ray queries on a committed scene as safe.
unsafe impl Sync for EmbreeScene {}

impl EmbreeScene {
    /// Builds a scene of `mesh` with Embree's own defaults.
    ///
    /// # Errors
    /// When a triangle names a vertex that is not there, a coordinate does not fit single precision, or Embree runs
    /// out of memory.
    pub fn new(embree: &Embree, mesh: &TriangleMesh) -> Result<Self, EmbreeError> {
        Self::with_options(embree, mesh, SceneOptions::default())
    }

    /// Builds a scene of `mesh`.
    ///
    /// # Errors
    /// As [`EmbreeScene::new`].
    pub fn with_options(
        embree: &Embree,
        mesh: &TriangleMesh,
        options: SceneOptions,
    ) -> Result<Self, EmbreeError> {
        let vertices = single_precision_vertices(mesh)?;
        check_indices(mesh)?;
        let loaded = Arc::clone(&embree.loaded);
        let api = loaded.api;
        // SAFETY: the device is alive.
        let scene = unsafe { (api.new_scene)(loaded.device) };
        loaded.check("creating a scene")?;
        // From here on the scene is released on every way out.
        let built = Self { scene, loaded };

        let flags = match options.traversal {
            Traversal::Fast => SCENE_FLAG_NONE,
            Traversal::Robust => SCENE_FLAG_ROBUST,
        };
        let quality: c_int = match options.quality {
            BuildQuality::Low => 0,
            BuildQuality::Medium => 1,
            BuildQuality::High => 2,
        };
        // SAFETY: the scene was just created and is not yet shared with anyone.
        unsafe {
            (api.set_scene_flags)(scene, flags);
            (api.set_scene_build_quality)(scene, quality);
        }
        built.loaded.check("setting scene options")?;
        // Embree is given no empty buffers: a scene without geometry is simply never hit.
        if !mesh.triangles.is_empty() {
            built.attach_triangles(&vertices, &mesh.triangles)?;
        }
        // SAFETY: the scene is alive, and nothing else uses it while it is being committed.
        unsafe { (api.commit_scene)(scene) };
        built.loaded.check("building the bounding-volume hierarchy")?;
        Ok(built)
    }

    fn attach_triangles(&self, vertices: &[[f32; 3]], triangles: &[[u32; 3]]) -> Result<(), EmbreeError> {
        let api = self.loaded.api;
        // SAFETY: the device is alive.
        let geometry = unsafe { (api.new_geometry)(self.loaded.device, GEOMETRY_TYPE_TRIANGLE) };
        self.loaded.check("creating a geometry")?;
        let filled = self
            .fill_buffer(geometry, BUFFER_TYPE_VERTEX, FORMAT_FLOAT3, vertices)
            .and_then(|()| self.fill_buffer(geometry, BUFFER_TYPE_INDEX, FORMAT_UINT3, triangles));
        if filled.is_ok() {
            // SAFETY: both handles are alive, of the same device, and its buffers are complete.
            unsafe {
                (api.commit_geometry)(geometry);
                (api.attach_geometry)(self.scene, geometry);
            }
        }
        // SAFETY: gives back the reference that `new_geometry` made; the scene, if attached, holds its own.
        unsafe { (api.release_geometry)(geometry) };
        filled?;
        self.loaded.check("attaching the triangles")
    }

    /// Copies `rows` into a buffer that Embree owns, which spares both sides any question of lifetime and padding.
    fn fill_buffer<T: Copy>(
        &self,
        geometry: Geometry,
        buffer: c_int,
        format: c_int,
        rows: &[[T; 3]],
    ) -> Result<(), EmbreeError> {
        let stride = size_of::<[T; 3]>();
        // SAFETY: the geometry is alive and not yet committed; stride and count describe what is copied below.
        let target = unsafe {
            (self.loaded.api.set_new_geometry_buffer)(geometry, buffer, 0, format, stride, rows.len())
        };
        self.loaded.check("allocating a buffer")?;
        // SAFETY: without an error, Embree allocated at least `rows.len()` rows of `stride` bytes, aligned for any
        // vector load, and nobody else knows of them.
        unsafe { std::ptr::copy_nonoverlapping(rows.as_ptr(), target.cast::<[T; 3]>(), rows.len()) };
        Ok(())
    }

    /// First hit on the segment of `length` \[m\] from `origin` \[m\] along the unit vector `direction`.
    pub fn intersect(&self, origin: DVec3, direction: DVec3, length: f64) -> Option<Hit> {
        let mut ray = RayHit::new(origin, direction, length);
        self.intersect_each(std::slice::from_mut(&mut ray), Coherence::Incoherent);
        ray.hit()
    }

    /// Casts each ray of an array, one call of Embree per ray: the loop to time.
    #[inline]
    pub fn intersect_each(&self, rays: &mut [RayHit], coherence: Coherence) {
        let mut arguments = arguments(coherence);
        for ray in rays {
            // SAFETY: the scene is committed; the ray is initialised, 16-byte aligned and has Embree's layout; the
            // arguments carry no callbacks.
            unsafe { (self.loaded.api.intersect1)(self.scene, ray, &mut arguments) };
        }
    }

    /// Casts rays in packets of eight, one call of Embree per packet.
    #[inline]
    pub fn intersect_packets(&self, packets: &mut [RayPacket], coherence: Coherence) {
        let mut arguments = arguments(coherence);
        for packet in packets {
            // SAFETY: the scene is committed; packet and lanes are initialised, 32-byte aligned and have Embree's
            // layout; the arguments carry no callbacks.
            unsafe {
                (self.loaded.api.intersect8)(
                    packet.lanes.0.as_ptr(),
                    self.scene,
                    &mut packet.rays,
                    &mut arguments,
                );
            }
        }
    }
}

impl Drop for EmbreeScene {
    fn drop(&mut self) {
        // SAFETY: this is the one reference that `with_options` created; the device is still alive.
        unsafe { (self.loaded.api.release_scene)(self.scene) }
    }
}

fn arguments(coherence: Coherence) -> IntersectArguments {
    IntersectArguments::with_flags(match coherence {
        Coherence::Incoherent => RAY_QUERY_FLAG_INCOHERENT,
        Coherence::Coherent => RAY_QUERY_FLAG_COHERENT,
    })
}

fn single_precision_vertices(mesh: &TriangleMesh) -> Result<Vec<[f32; 3]>, EmbreeError> {
    let convert = |(index, vertex): (usize, &DVec3)| {
        let single = vertex.as_vec3().to_array();
        match single.iter().position(|coordinate| !coordinate.is_finite()) {
            None => Ok(single),
            Some(axis) => {
                Err(EmbreeError::NotRepresentable { vertex: index, coordinate: vertex[axis].to_string() })
            }
        }
    };
    mesh.vertices.iter().enumerate().map(convert).collect()
}

/// Embree trusts indices; an index out of range would read foreign memory.
fn check_indices(mesh: &TriangleMesh) -> Result<(), EmbreeError> {
    let vertices = mesh.vertices.len();
    for (triangle, corners) in mesh.triangles.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(|&&vertex| vertex as usize >= vertices) {
            return Err(EmbreeError::VertexOutOfRange { triangle, vertex, vertices });
        }
    }
    Ok(())
}
