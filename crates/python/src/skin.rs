//! A skin alone, for those who bring their own simulator: poses and twists in, forces and wrenches out.

use crate::errors::{self, py};
use crate::numbers;
use crate::patience::interruptible;
use crate::pickles::{self, SkinPickle};
use crate::scene::Scene;
use crate::shape::Shape;
use crate::texels::{self, TexelArray};
use bristle_geometry::{Pose, Shape as Solid, Twist};
use bristle_skin::layout::Grid;
use bristle_skin::{Block6, PairLoad, Skin as Inner, SkinLayout, SkinMemory, SkinReading, SkinState, Target};
use bristle_world::UnknownName;
use numpy::{PyArray1, PyArray2, PyArray3, ndarray::Array2, ndarray::Array3};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard};

/// A tactile skin without a world.
#[pyclass(frozen, subclass, module = "bristle._native")]
pub(crate) struct Skin {
    /// Shared with its snapshots, which belong to this skin and no other.
    skin: Arc<Inner>,
    pub(crate) layout: SkinLayout,
    feeling: Mutex<Feeling>,
    /// What it was made from.
    made_of: (Py<Scene>, String),
}

/// All that changes.
struct Feeling {
    targets: Vec<Arc<Solid>>,
    /// The same in Python's hands.
    shapes: Vec<Py<Shape>>,
    state: SkinState,
    memory: SkinMemory,
    reading: SkinReading,
    texels: TexelArray,
}

/// A skin's bristles, taken down.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct SkinSnapshot {
    skin: Arc<Inner>,
    targets: Vec<Arc<Solid>>,
    shapes: Vec<Py<Shape>>,
    state: SkinState,
    reading: SkinReading,
}

/// Targets of one moment: `poses` and `twists` of as many solids.
fn targets<'a>(solids: &'a [Arc<Solid>], poses: &[Pose], twists: &[Twist]) -> Vec<Target<'a>> {
    let target =
        |((shape, &pose), &twist): ((&'a Arc<Solid>, &Pose), &Twist)| Target::new(shape, pose, twist);
    solids.iter().zip(poses).zip(twists).map(target).collect()
}

impl Skin {
    fn lock(&self) -> PyResult<MutexGuard<'_, Feeling>> {
        self.feeling.try_lock().map_err(|_| errors::busy("skin"))
    }

    /// Room to work with these targets.
    fn memory_for(&self, solids: &[Arc<Solid>]) -> SkinMemory {
        // Poses are of no matter for how much room is needed.
        let (poses, twists) = (vec![Pose::IDENTITY; solids.len()], vec![Twist::ZERO; solids.len()]);
        SkinMemory::new(&self.skin, &targets(solids, &poses, &twists))
    }

    /// Takes over the bristles of a pickle, whatever is in it.
    pub(crate) fn fill(&self, py: Python<'_>, bytes: &[u8], shapes: Vec<Py<Shape>>) -> PyResult<()> {
        let (state, reading) = pickles::skin_of_bytes(bytes)?;
        let count = shapes.len();
        if !self.skin.fits_state(count, &state) || !self.skin.fits_reading(count, &reading) {
            return Err(py::SkinError::new_err("the bristles belong to another skin, or are damaged"));
        }
        let solids: Vec<Arc<Solid>> = shapes.iter().map(|shape| Arc::clone(&shape.get().shape)).collect();
        let mut feeling = self.lock()?;
        feeling.memory = self.memory_for(&solids);
        (feeling.targets, feeling.shapes) = (solids, shapes);
        (feeling.state, feeling.reading) = (state, reading);
        feeling.texels.rewrite(py, |rows| texels::write(&feeling.reading, rows))
    }

    /// A matrix per target.
    fn blocks<'py>(
        &self,
        py: Python<'py>,
        of: impl Fn(&PairLoad) -> Block6,
    ) -> PyResult<Bound<'py, PyArray3<f64>>> {
        let feeling = self.lock()?;
        let values: Vec<f64> = feeling.reading.pairs.iter().flat_map(|pair| of(pair).0).flatten().collect();
        let array = Array3::from_shape_vec((feeling.reading.pairs.len(), 6, 6), values)
            .map_err(|error| py::BristleError::new_err(error.to_string()))?;
        Ok(PyArray3::from_owned_array(py, array))
    }

    /// Six numbers per target.
    fn sixes<'py>(
        &self,
        py: Python<'py>,
        of: impl Fn(&PairLoad) -> [f64; 6],
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let feeling = self.lock()?;
        rows_out(py, feeling.reading.pairs.iter().flat_map(of).collect(), 6)
    }
}

/// Rows and columns of texels that are not numbered row by row without gaps.
pub(crate) fn cells(grid: Option<&Grid>) -> Option<Vec<(usize, usize)>> {
    let grid = grid.filter(|grid| !grid.is_full())?;
    Some((0..grid.texels()).map(|texel| grid.cell(texel)).collect())
}

fn rows_out(py: Python<'_>, values: Vec<f64>, width: usize) -> PyResult<Bound<'_, PyArray2<f64>>> {
    let array = Array2::from_shape_vec((values.len() / width, width), values)
        .map_err(|error| py::BristleError::new_err(error.to_string()))?;
    Ok(PyArray2::from_owned_array(py, array))
}

#[pymethods]
impl Skin {
    /// The skin called `name` of a scene.
    #[new]
    fn new(py: Python<'_>, scene: &Bound<'_, Scene>, name: &str) -> PyResult<Self> {
        let data = scene.get().scene.data();
        let skins = data.skins.iter().map(|skin| skin.name.as_str());
        let description = &data.skins[UnknownName::look_up("skin", name, skins).map_err(errors::of_name)?];
        let (made_of, name) = (scene.get().scene.clone(), name.to_owned());
        let called = name.clone();
        let layout = interruptible(py, move || made_of.skin_layout(&called))?;
        let layout = layout.map_err(|error| errors::of_skin(&error))?;
        let material = data.material(&description.material);
        let material = material.ok_or_else(|| py::SkinError::new_err("its material does not exist"))?;
        let material = material.contact().map_err(|error| py::SkinError::new_err(error.to_string()))?;
        let options = description.options;
        let (layout, skin) = interruptible(py, move || {
            let skin = Inner::new(&layout, material, options);
            (layout, skin)
        })?;
        let skin = skin.map_err(|error| py::SkinError::new_err(error.to_string()))?;
        let feeling = Feeling {
            targets: Vec::new(),
            shapes: Vec::new(),
            state: SkinState::new(&skin),
            memory: SkinMemory::new(&skin, &[]),
            reading: SkinReading::new(&skin, 0),
            texels: TexelArray::new(py, &[skin.texels().len()])?,
        };
        feeling.texels.rewrite(py, |rows| texels::write(&feeling.reading, rows))?;
        let made_of = (scene.clone().unbind(), name);
        Ok(Self { skin: Arc::new(skin), layout, feeling: Mutex::new(feeling), made_of })
    }

    /// Feels all shapes at once and lets the bristles advance by `h` [s]. Gives the texels.
    ///
    /// `poses` (k, 7) or (k, 3) and `twists` (k, 6) are those of the shapes, `pose` and `twist` those of the skin. Shapes keep their places
    /// in the list from one update to the next; another list begins with straight bristles.
    #[pyo3(signature = (shapes, poses, twists=None, *, h=1e-3, pose=None, twist=None))]
    fn update(
        &self,
        py: Python<'_>,
        shapes: Vec<Py<Shape>>,
        poses: &Bound<'_, PyAny>,
        twists: Option<&Bound<'_, PyAny>>,
        h: f64,
        pose: Option<&Bound<'_, PyAny>>,
        twist: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let count = shapes.len();
        let poses = numbers::poses(poses, "poses", count)?;
        let twists: Vec<Twist> = match twists {
            Some(twists) => numbers::shaped(twists, "twists", &[count, 6])?
                .chunks_exact(6)
                .map(numbers::twist_of)
                .collect(),
            None => vec![Twist::ZERO; count],
        };
        let pose = pose.map_or(Ok(Pose::IDENTITY), |pose| numbers::pose(pose, "the pose of the skin"))?;
        let twist = match twist {
            Some(twist) => numbers::twist_of(&numbers::shaped(twist, "the twist of the skin", &[6])?),
            None => Twist::ZERO,
        };
        let solids: Vec<Arc<Solid>> = shapes.iter().map(|shape| Arc::clone(&shape.get().shape)).collect();
        let mut guard = self.lock()?;
        let feeling = &mut *guard;
        let known = feeling.targets.len() == count
            && feeling.targets.iter().zip(&solids).all(|(a, b)| Arc::ptr_eq(a, b));
        py.detach(|| {
            let targets = targets(&solids, &poses, &twists);
            if known {
                let Feeling { state, memory, reading, .. } = &mut *feeling;
                return self.skin.update(pose, twist, &targets, h, state, memory, reading);
            }
            // A refused update leaves the skin with the shapes that it had.
            let mut state = SkinState::new(&self.skin);
            let mut memory = SkinMemory::new(&self.skin, &targets);
            let mut reading = SkinReading::new(&self.skin, count);
            self.skin.update(pose, twist, &targets, h, &mut state, &mut memory, &mut reading)?;
            (feeling.state, feeling.memory, feeling.reading) = (state, memory, reading);
            Ok(())
        })
        .map_err(|error| errors::of_update(&error))?;
        feeling.targets = solids;
        feeling.shapes = shapes;
        feeling.texels.rewrite(py, |rows| texels::write(&feeling.reading, rows))?;
        Ok(feeling.texels.view(py))
    }

    /// What every texel feels, as an array of `texel_dtype` that shows the last update.
    #[getter]
    fn texels(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.lock()?.texels.view(py))
    }

    /// Number of texels.
    fn __len__(&self) -> usize {
        self.skin.texels().len()
    }

    /// Row and column of every texel; None if they are numbered row by row without gaps, or have no rows and columns.
    #[getter]
    fn cells(&self) -> Option<Vec<(usize, usize)>> {
        cells(self.skin.grid())
    }

    /// Rows and columns; None if the texels have none.
    #[getter]
    fn grid(&self) -> Option<(usize, usize)> {
        self.skin.grid().map(|grid| (grid.rows, grid.columns))
    }

    /// Positions of the texels in the skin's frame (n, 3) [m].
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        rows_out(py, self.skin.texels().iter().flat_map(|texel| texel.position.to_array()).collect(), 3)
    }

    /// Unit vectors out of the pad (n, 3).
    #[getter]
    fn directions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        rows_out(py, self.skin.texels().iter().flat_map(|texel| texel.direction.to_array()).collect(), 3)
    }

    /// Areas of the texels (n,) [m²].
    #[getter]
    fn areas<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_iter(py, self.skin.texels().iter().map(|texel| texel.area))
    }

    /// Sum of the normal forces [N].
    #[getter]
    fn normal_force(&self) -> PyResult<f64> {
        Ok(self.lock()?.reading.total_normal_force())
    }

    /// Sum of the forces on the pad, in the skin's frame [N].
    #[getter]
    fn force<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(numbers::out(py, &self.lock()?.reading.total_force().to_array()))
    }

    /// Force and torque on the skin from each shape (k, 6), about the skin's origin in world axes.
    #[getter]
    fn wrenches_on_skin<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.sixes(py, |pair| numbers::of_wrench(pair.wrench_on_skin_w))
    }

    /// Force and torque on each shape (k, 6), about the shape's origin in world axes.
    #[getter]
    fn wrenches_on_shapes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.sixes(py, |pair| numbers::of_wrench(pair.wrench_on_target_w))
    }

    /// Derivative of the wrench on the skin by the displacement of each shape (k, 6, 6), in the skin's frame about its origin.
    #[getter]
    fn stiffness<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f64>>> {
        self.blocks(py, |pair| pair.stiffness)
    }

    /// Derivative of the wrench on the skin by the velocity of each shape (k, 6, 6), in the skin's frame about its origin.
    #[getter]
    fn damping<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f64>>> {
        self.blocks(py, |pair| pair.damping)
    }

    /// Lets go of everything.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        let mut feeling = self.lock()?;
        feeling.state = SkinState::new(&self.skin);
        feeling.reading = SkinReading::new(&self.skin, feeling.targets.len());
        feeling.texels.rewrite(py, |rows| texels::write(&feeling.reading, rows))
    }

    /// Takes the bristles down.
    fn snapshot(&self, py: Python<'_>) -> PyResult<SkinSnapshot> {
        let feeling = self.lock()?;
        Ok(SkinSnapshot {
            skin: Arc::clone(&self.skin),
            targets: feeling.targets.clone(),
            shapes: feeling.shapes.iter().map(|shape| shape.clone_ref(py)).collect(),
            state: feeling.state.clone(),
            reading: feeling.reading.clone(),
        })
    }

    /// Goes back to a snapshot of the same skin.
    fn restore(&self, py: Python<'_>, snapshot: &SkinSnapshot) -> PyResult<()> {
        let mut feeling = self.lock()?;
        if !Arc::ptr_eq(&snapshot.skin, &self.skin) {
            return Err(py::SkinError::new_err(
                "the snapshot belongs to another skin; take it from the same Skin object",
            ));
        }
        feeling.memory = self.memory_for(&snapshot.targets);
        feeling.targets = snapshot.targets.clone();
        feeling.shapes = snapshot.shapes.iter().map(|shape| shape.clone_ref(py)).collect();
        feeling.state = snapshot.state.clone();
        feeling.reading = snapshot.reading.clone();
        feeling.texels.rewrite(py, |rows| texels::write(&feeling.reading, rows))
    }

    /// What a pickle holds. Shapes that are pickled with it stay those that it touches.
    fn stored(&self, py: Python<'_>) -> PyResult<SkinPickle> {
        let feeling = self.lock()?;
        let bytes = pickles::skin_bytes(&feeling.state, &feeling.reading)?;
        let shapes = feeling.shapes.iter().map(|shape| shape.clone_ref(py)).collect();
        Ok((self.made_of.0.clone_ref(py), self.made_of.1.clone(), bytes, shapes))
    }

    fn __repr__(&self) -> String {
        format!("<bristle.Skin of {} texels>", self.skin.texels().len())
    }
}
