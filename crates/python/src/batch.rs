//! Many worlds of one scene, on all cores. Each has the bits that it would have alone.

use crate::errors::{self, py};
use crate::numbers::{self, FARTHEST, LARGEST};
use crate::scene::Scene;
use crate::texels::{self, TexelArray, WORDS};
use crate::threads::{SHARED, Threads};
use crate::warnings;
use crate::world::{Snapshot, begin, check_command, steps, sum_of_wrenches};
use bristle_run::Simulation;
use bristle_scene::Built;
use bristle_system::memory;
use bristle_world::{Command, Inertia, ModelError, SkinId, StepError, World};
use numpy::{PyArray1, PyArray2, ndarray::Array2};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// More worlds than any machine holds are a typing error.
const MOST: usize = 1_000_000;

/// How long the interpreter is left alone. Several steps of a world in a row find it in the cache, so that rounds are not too short.
const LOOK: Duration = Duration::from_millis(500);

/// Worlds of one scene that are stepped together.
#[pyclass(frozen, subclass, module = "bristle._native")]
pub(crate) struct Batch {
    scene: Py<Scene>,
    built: Arc<Built>,
    count: usize,
    /// Threads of its own, if their number was given.
    threads: Option<Threads>,
    inner: Mutex<Inner>,
}

struct Inner {
    simulations: Vec<Simulation>,
    texels: BTreeMap<SkinId, TexelArray>,
}

impl Batch {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        self.inner.try_lock().map_err(|_| errors::busy("batch"))
    }

    fn threads(&self) -> &Threads {
        self.threads.as_ref().unwrap_or(&SHARED)
    }

    /// Shows Python what all skins feel now.
    fn show(&self, py: Python<'_>, inner: &Inner) -> PyResult<()> {
        let Inner { simulations, texels } = inner;
        let pool = self.threads().pool(py)?;
        for (&skin, array) in texels {
            let per_world = self.built.model.skins()[skin.0].skin.texels().len() * WORDS;
            let write = |(rows, simulation): (&mut [u64], &Simulation)| {
                if let Ok(reading) = simulation.world().reading(skin) {
                    texels::write(reading, rows);
                }
            };
            // With the interpreter held, for milliseconds: nobody sees half a step.
            array.rewrite(py, |rows| {
                pool.install(|| rows.par_chunks_mut(per_world).zip(simulations).for_each(write));
            })?;
        }
        Ok(())
    }

    /// A row per world.
    fn gather<'py, const WIDTH: usize>(
        &self,
        py: Python<'py>,
        row: impl Fn(&World) -> Result<[f64; WIDTH], ModelError>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let inner = self.lock()?;
        let mut values = Vec::with_capacity(WIDTH * self.count);
        for simulation in &inner.simulations {
            values.extend(row(simulation.world()).map_err(|error| errors::of_model(&error))?);
        }
        let array = Array2::from_shape_vec((self.count, WIDTH), values)
            .map_err(|error| py::BristleError::new_err(error.to_string()))?;
        Ok(PyArray2::from_owned_array(py, array))
    }

    /// One number for all worlds, or one for each.
    fn spread(&self, given: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<f64>> {
        let (values, shape) = numbers::array(given, what)?;
        match shape[..] {
            [] => Ok(vec![values[0]; self.count]),
            [n] if n == self.count => Ok(values),
            _ => Err(py::ShapeError::new_err(format!(
                "{what} has the shape {shape:?}; it must be one number or [{}]",
                self.count
            ))),
        }
    }

    fn at(&self, index: isize) -> PyResult<usize> {
        let from_end = if index < 0 { index + self.count as isize } else { index };
        usize::try_from(from_end).ok().filter(|&i| i < self.count).ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(format!("world {index} of a batch of {}", self.count))
        })
    }
}

/// About how much a world of a scene takes beside the model that it shares with others \[bytes\]. Measured with the scenes of the library: from 1.0 to 1.7
/// times what they take.
fn memory_of_a_world(built: &Built) -> u64 {
    const WORLD: usize = 64 << 10;
    let of_skin =
        |skin: &bristle_world::MountedSkin| 200 * skin.skin.ray_count() + 450 * skin.skin.texels().len();
    (WORLD + built.model.skins().iter().map(of_skin).sum::<usize>()) as u64
}

/// What is to be said of a world after some steps.
enum News {
    Failed(StepError),
    Warning(String),
}

/// Takes `n` steps with each world that has not failed; tells which fail, or else warn.
fn go_on(simulations: &mut [Simulation], alive: &mut [bool], n: u64, h: f64) -> Vec<(usize, News)> {
    let step = |(index, (simulation, alive)): (usize, (&mut Simulation, &mut bool))| {
        let known = simulation.events().len();
        let mut left = if *alive { n } else { 0 };
        while left > 0 {
            if let Err(error) = simulation.step_by(h) {
                *alive = false;
                return Some((index, News::Failed(error)));
            }
            left -= 1;
        }
        let words = warnings::first_of(&simulation.events()[known..])?;
        Some((index, News::Warning(words.to_owned())))
    };
    // One world at a time to whoever is free: some are dearer than others.
    simulations.par_iter_mut().zip(alive).enumerate().with_max_len(1).filter_map(step).collect()
}

#[pymethods]
impl Batch {
    /// `n` worlds at the start of a scene, on `threads` threads: one per core unless given.
    #[new]
    #[pyo3(signature = (scene, n, *, script=true, threads=None))]
    fn new(py: Python<'_>, scene: Py<Scene>, n: i64, script: bool, threads: Option<i64>) -> PyResult<Self> {
        let count = usize::try_from(n).ok().filter(|n| (1..=MOST).contains(n)).ok_or_else(|| {
            py::ModelError::new_err(format!(
                "a batch of {n} worlds was asked for; it must be from 1 to {MOST}"
            ))
        })?;
        let built = scene.get().built(py)?;
        memory::check(count as u64 * memory_of_a_world(&built))
            .map_err(|error| errors::of_memory(&format!("a batch of {n} worlds"), &error))?;
        let simulation = begin(Arc::clone(&built), script)?;
        warnings::warn_of(py, simulation.events())?;
        let threads = threads.map(Threads::new).transpose()?;
        let mut simulations = Vec::new();
        for index in 0..count {
            if index % 256 == 0 {
                // Many take a while.
                py.check_signals()?;
            }
            simulations.push(simulation.clone());
        }
        let inner = Mutex::new(Inner { simulations, texels: BTreeMap::new() });
        Ok(Self { scene, built, count, threads, inner })
    }

    fn __len__(&self) -> usize {
        self.count
    }

    /// The scene.
    #[getter]
    fn scene(&self, py: Python<'_>) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// Simulated time of each world [s].
    #[getter]
    fn time<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let inner = self.lock()?;
        Ok(PyArray1::from_iter(py, inner.simulations.iter().map(Simulation::time)))
    }

    /// Takes `n` steps of length `h` [s] with every world.
    ///
    /// If steps of some worlds fail, the others go on all the same; then StepError is raised, whose `worlds` are those
    /// that stand where they stood before the step that failed.
    #[pyo3(signature = (n=1, h=None))]
    fn step(&self, py: Python<'_>, n: i64, h: Option<f64>) -> PyResult<()> {
        let mut left = steps(n)?;
        let pool = self.threads().pool(py)?;
        let mut inner = self.lock()?;
        let h = h.unwrap_or(self.built.run.step);
        let mut alive = vec![true; self.count];
        let (mut failed, mut warned) = (Vec::new(), Vec::new());
        let mut ended = Ok(());
        let mut round = 8;
        while left > 0 && ended.is_ok() {
            let now = left.min(round);
            let simulations = &mut inner.simulations;
            let begin = Instant::now();
            for (world, news) in py.detach(|| pool.install(|| go_on(simulations, &mut alive, now, h))) {
                match news {
                    News::Failed(error) => failed.push((world, error)),
                    News::Warning(words) => warned.push((world, words)),
                }
            }
            left -= now;
            // As many steps as fit between two looks for Ctrl-C.
            let fit = LOOK.as_secs_f64() / begin.elapsed().as_secs_f64().max(1e-9);
            round = ((now as f64 * fit) as u64).clamp(1, 100_000);
            ended = py.check_signals();
        }
        self.show(py, &inner)?;
        drop(inner);
        let warned = warned.first().map_or(Ok(()), |(world, words)| {
            let others = match warned.len() - 1 {
                0 => String::new(),
                n => format!(" and {n} others"),
            };
            warnings::warn(py, &format!("world {world}{others}: {words}"))
        });
        ended?;
        errors::of_step_in(py, &failed).map_or(warned, Err)
    }

    /// What all texels of a skin feel, in all worlds: an array (worlds, texels) of `texel_dtype` that shows the present.
    fn texels(&self, py: Python<'_>, skin: &str) -> PyResult<Py<PyAny>> {
        let id = self.built.model.skin_named(skin).map_err(errors::of_name)?;
        let mut inner = self.lock()?;
        if let Some(array) = inner.texels.get(&id) {
            return Ok(array.view(py));
        }
        let texels = self.built.model.skins()[id.0].skin.texels().len();
        let array = TexelArray::new(py, &[self.count, texels])?;
        let view = array.view(py);
        inner.texels.insert(id, array);
        self.show(py, &inner)?;
        Ok(view)
    }

    /// Row and column of every texel; None if they are numbered row by row without gaps, or have no rows and columns.
    fn cells(&self, skin: &str) -> PyResult<Option<Vec<(usize, usize)>>> {
        let id = self.built.model.skin_named(skin).map_err(errors::of_name)?;
        Ok(crate::skin::cells(self.built.model.skins()[id.0].skin.grid()))
    }

    /// Rows and columns of a skin; None if it has none.
    fn grid(&self, skin: &str) -> PyResult<Option<(usize, usize)>> {
        let id = self.built.model.skin_named(skin).map_err(errors::of_name)?;
        Ok(self.built.model.skins()[id.0].skin.grid().map(|grid| (grid.rows, grid.columns)))
    }

    /// Poses of a body (worlds, 7): position [m] and quaternion (x, y, z, w).
    fn pose<'py>(&self, py: Python<'py>, body: &str) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let link = self.built.model.body_named(body).map_err(errors::of_name)?;
        self.gather(py, |world| world.pose(link).map(numbers::of_pose))
    }

    /// Twists of a body (worlds, 6), in world axes [m/s, rad/s].
    fn twist<'py>(&self, py: Python<'py>, body: &str) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let link = self.built.model.body_named(body).map_err(errors::of_name)?;
        self.gather(py, |world| world.twist(link).map(numbers::of_twist))
    }

    /// Positions and velocities of the joint that carries a body (worlds, 2).
    fn joint<'py>(&self, py: Python<'py>, body: &str) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let link = self.built.model.body_named(body).map_err(errors::of_name)?;
        self.gather(py, |world| Ok([world.joint_position(link)?, world.joint_velocity(link)?]))
    }

    /// Force and torque on a skin's body about the skin's origin, in world axes (worlds, 6).
    fn wrench<'py>(&self, py: Python<'py>, skin: &str) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let id = self.built.model.skin_named(skin).map_err(errors::of_name)?;
        self.gather(py, |world| world.reading(id).map(sum_of_wrenches))
    }

    /// Sums of a skin's normal forces (worlds,) [N].
    fn normal_force<'py>(&self, py: Python<'py>, skin: &str) -> PyResult<Bound<'py, PyAny>> {
        let id = self.built.model.skin_named(skin).map_err(errors::of_name)?;
        let sums =
            self.gather(py, |world| world.reading(id).map(|reading| [reading.total_normal_force()]))?;
        sums.call_method0("ravel")
    }

    /// What a skin's devices say, a reading per texel (worlds, texels), and how many frames each has delivered (worlds,); None if the scene
    /// gives it no device.
    #[allow(clippy::type_complexity)]
    fn device<'py>(
        &self,
        py: Python<'py>,
        skin: &str,
    ) -> PyResult<Option<(Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<u64>>)>> {
        let id = self.built.model.skin_named(skin).map_err(errors::of_name)?;
        let Some(device) = self.built.devices.get(&id) else { return Ok(None) };
        let inner = self.lock()?;
        let frames = || inner.simulations.iter().filter_map(|simulation| simulation.device(id));
        let readings: Vec<f64> = frames().flat_map(|frame| frame.readings.iter().copied()).collect();
        let readings = Array2::from_shape_vec((self.count, device.chain.texels()), readings)
            .map_err(|error| py::BristleError::new_err(error.to_string()))?;
        let numbers = PyArray1::from_iter(py, frames().map(|frame| frame.number));
        Ok(Some((PyArray2::from_owned_array(py, readings), numbers)))
    }

    /// Tells a motor of every world what to do from the next step on: one number for all, or one for each.
    #[pyo3(signature = (motor, *, position=None, velocity=None, effort=None, voltage=None))]
    fn command(
        &self,
        motor: &str,
        position: Option<&Bound<'_, PyAny>>,
        velocity: Option<&Bound<'_, PyAny>>,
        effort: Option<&Bound<'_, PyAny>>,
        voltage: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let id = self.built.model.motor_named(motor).map_err(errors::of_name)?;
        let choices = [position, velocity, effort, voltage];
        let modes: [fn(f64) -> Command; 4] =
            [Command::Position, Command::Velocity, Command::Effort, Command::Voltage];
        let mut given = choices.into_iter().zip(modes).filter_map(|(given, mode)| Some((given?, mode)));
        let (Some((values, mode)), None) = (given.next(), given.next()) else {
            let why = "a motor takes one of position, velocity, effort and voltage: give just one";
            return Err(py::CommandError::new_err(why));
        };
        let values = self.spread(values, "the command")?;
        // All of them before any world has changed.
        values.iter().try_for_each(|&value| check_command(&self.built.model, id, mode(value)))?;
        let mut inner = self.lock()?;
        for (simulation, value) in inner.simulations.iter_mut().zip(values) {
            simulation.world_mut().command(id, mode(value)).map_err(|error| errors::of_model(&error))?;
        }
        Ok(())
    }

    /// Adds a mass [kg] to a body of every world, as a point in the body's frame [m]: one number for all, or one for each.
    #[pyo3(signature = (body, mass, at=None))]
    fn add_mass(&self, body: &str, mass: &Bound<'_, PyAny>, at: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let link = self.built.model.body_named(body).map_err(errors::of_name)?;
        let masses = self.spread(mass, "the mass")?;
        numbers::limited(&masses, "the mass", LARGEST)?;
        let at = numbers::vector_or_zero(at, "the place", FARTHEST)?;
        let mut inner = self.lock()?;
        // On copies first: a mass that one world cannot bear is added to none.
        for (index, (simulation, &mass)) in inner.simulations.iter().zip(&masses).enumerate() {
            let mut state = simulation.world().state().clone();
            let added = state.add_mass(&self.built.model, link, Inertia::point(mass, at));
            added.map_err(|error| py::ModelError::new_err(format!("world {index}: {error}")))?;
        }
        for (simulation, mass) in inner.simulations.iter_mut().zip(masses) {
            let added = simulation.world_mut().add_mass(link, Inertia::point(mass, at));
            added.map_err(|error| errors::of_model(&error))?;
        }
        Ok(())
    }

    /// Takes the state of one world down.
    fn snapshot(&self, py: Python<'_>, index: isize) -> PyResult<Snapshot> {
        let index = self.at(index)?;
        let simulation = self.lock()?.simulations[index].clone();
        Ok(Snapshot { scene: self.scene.clone_ref(py), simulation, collector: None })
    }

    /// Puts one world into a state, taken down from a world of the same scene.
    fn restore(&self, py: Python<'_>, index: isize, snapshot: &Snapshot) -> PyResult<()> {
        let index = self.at(index)?;
        let simulation = snapshot.of_scene(self.scene.get(), &self.built)?;
        let mut inner = self.lock()?;
        inner.simulations[index] = simulation;
        self.show_one(py, &inner, index)
    }

    fn __repr__(&self) -> String {
        format!("<bristle.Batch of {} worlds>", self.count)
    }
}

impl Batch {
    /// Shows Python what the skins of one world feel now.
    fn show_one(&self, py: Python<'_>, inner: &Inner, index: usize) -> PyResult<()> {
        for (&skin, array) in &inner.texels {
            let reading =
                inner.simulations[index].world().reading(skin).map_err(|error| errors::of_model(&error))?;
            let length = reading.texels.len() * WORDS;
            array.rewrite(py, |rows| {
                rows.chunks_exact_mut(length)
                    .skip(index)
                    .take(1)
                    .for_each(|rows| texels::write(reading, rows));
            })?;
        }
        Ok(())
    }
}
