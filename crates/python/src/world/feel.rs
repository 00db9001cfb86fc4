//! What skins and sensors tell.

use super::World;
use crate::errors;
use crate::numbers;
use crate::picture::Picture;
use crate::texels::{self, TexelArray};
use bristle_picture::{Palette, TactileImage};
use bristle_skin::SkinReading;
use bristle_transduction::Layer;
use bristle_world::SkinId;
use numpy::ndarray::Array3;
use numpy::{PyArray1, PyArray3};
use pyo3::prelude::*;
use pyo3::types::PyDict;

impl World {
    fn with_reading<T>(&self, skin: SkinId, tell: impl FnOnce(&SkinReading) -> T) -> PyResult<T> {
        let inner = self.lock()?;
        inner.simulation.world().reading(skin).map(tell).map_err(|error| errors::of_model(&error))
    }
}

/// What passes between a skin and one shape: its name, wrench on the skin, wrench on the shape, rays in contact.
type Pair<'py> = (String, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>, usize);

#[pymethods]
impl World {
    /// What every texel of a skin feels, as an array of `texel_dtype` that shows the present: it changes when the world does. Copy
    /// it to keep it.
    fn texels(&self, py: Python<'_>, skin: &str) -> PyResult<Py<PyAny>> {
        let id = self.skin_id(skin)?;
        let mut inner = self.lock()?;
        if let Some(array) = inner.texels.get(&id) {
            return Ok(array.view(py));
        }
        let reading = inner.simulation.world().reading(id).map_err(|error| errors::of_model(&error))?;
        let array = TexelArray::new(py, &[reading.texels.len()])?;
        array.rewrite(py, |rows| texels::write(reading, rows))?;
        let view = array.view(py);
        inner.texels.insert(id, array);
        Ok(view)
    }

    /// Row and column of every texel; None if they are numbered row by row without gaps, or have no rows and columns.
    fn cells(&self, skin: &str) -> PyResult<Option<Vec<(usize, usize)>>> {
        let id = self.skin_id(skin)?;
        Ok(crate::skin::cells(self.built.model.skins()[id.0].skin.grid()))
    }

    /// Rows and columns of a skin; None if it has none.
    fn grid(&self, skin: &str) -> PyResult<Option<(usize, usize)>> {
        let id = self.skin_id(skin)?;
        Ok(self.built.model.skins()[id.0].skin.grid().map(|grid| (grid.rows, grid.columns)))
    }

    /// Names of the scene's signals.
    #[getter]
    fn signals(&self) -> Vec<String> {
        self.built.signals.iter().map(|signal| signal.name.clone()).collect()
    }

    /// What a signal of the scene tells now: a number, or three.
    fn signal<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let inner = self.lock()?;
        match inner.simulation.signal(name) {
            Some(&[value]) => Ok(value.into_pyobject(py)?.into_any()),
            Some(values) => Ok(numbers::out(py, values).into_any()),
            None => {
                let known: Vec<String> = self.signals().iter().map(|name| format!("`{name}`")).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                Err(errors::py::UnknownNameError::new_err(format!(
                    "there is no signal `{name}`; there are {known}"
                )))
            }
        }
    }

    /// Sum of a skin's normal forces [N].
    fn normal_force(&self, skin: &str) -> PyResult<f64> {
        self.with_reading(self.skin_id(skin)?, SkinReading::total_normal_force)
    }

    /// Sum of a skin's forces on the pad, in the skin's frame [N].
    fn force<'py>(&self, py: Python<'py>, skin: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let force = self.with_reading(self.skin_id(skin)?, SkinReading::total_force)?;
        Ok(numbers::out(py, &force.to_array()))
    }

    /// Force and torque on a skin's body about the skin's origin, in world axes [N, N·m].
    fn wrench<'py>(&self, py: Python<'py>, skin: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let sum = self.with_reading(self.skin_id(skin)?, sum_of_wrenches)?;
        Ok(numbers::out(py, &sum))
    }

    /// What passes between a skin and each shape that it can touch: name, wrench on the skin about its origin, wrench on the
    /// shape about the shape's, both in world axes, and rays in contact.
    fn pairs<'py>(&self, py: Python<'py>, skin: &str) -> PyResult<Vec<Pair<'py>>> {
        let id = self.skin_id(skin)?;
        let model = &self.built.model;
        let loads = self.with_reading(id, |reading| reading.pairs.clone())?;
        let targets = model.skins()[id.0].targets.iter().map(|shape| model.shapes()[shape.0].name.clone());
        let pair = |(name, load): (String, &bristle_skin::PairLoad)| {
            let on_skin = numbers::out(py, &numbers::of_wrench(load.wrench_on_skin_w));
            let on_target = numbers::out(py, &numbers::of_wrench(load.wrench_on_target_w));
            (name, on_skin, on_target, load.contacts)
        };
        Ok(targets.zip(&loads).map(pair).collect())
    }

    /// What a skin's device says, a reading per texel, and how many frames it has delivered; None if the scene gives it no device.
    fn device<'py>(&self, py: Python<'py>, skin: &str) -> PyResult<Option<(Bound<'py, PyArray1<f64>>, u64)>> {
        let id = self.skin_id(skin)?;
        let inner = self.lock()?;
        let frame = inner.simulation.device(id);
        Ok(frame.map(|frame| (numbers::out(py, frame.readings), frame.number)))
    }

    /// The greatest reading of a skin's device, if it ends in counts.
    fn greatest_count(&self, skin: &str) -> PyResult<Option<f64>> {
        self.skin_id(skin)?;
        let device = self.built.scene.data().skin(skin).and_then(|skin| skin.device.as_ref());
        let counts = device.and_then(|device| match device.layers.last() {
            Some(Layer::Counts(counts)) => Some(counts.of_signal(f64::INFINITY)),
            _ => None,
        });
        Ok(counts)
    }

    /// What a sensor shows, by channel.
    fn sensor<'py>(&self, py: Python<'py>, sensor: &str) -> PyResult<Bound<'py, PyDict>> {
        let id = self.built.model.sensor_named(sensor).map_err(errors::of_name)?;
        let inner = self.lock()?;
        let value = inner.simulation.world().sensor(id).map_err(|error| errors::of_model(&error))?;
        let out = PyDict::new(py);
        for (channel, number) in value.channels().iter().zip(value.values()) {
            out.set_item(channel.name, number)?;
        }
        Ok(out)
    }

    /// Lets a sensor take what it shows now for its zero.
    fn tare(&self, py: Python<'_>, sensor: &str) -> PyResult<()> {
        let id = self.built.model.sensor_named(sensor).map_err(errors::of_name)?;
        self.change(py, |simulation| simulation.world_mut().tare(id))
    }

    /// A tactile image of a skin with rows and columns: elastic force per texel. `full_scale` [N] gets the last colour.
    #[pyo3(signature = (skin, *, full_scale=None, palette="grey", title=None, values=false))]
    fn tactile_image(
        &self,
        skin: &str,
        full_scale: Option<f64>,
        palette: &str,
        title: Option<String>,
        values: bool,
    ) -> PyResult<Picture> {
        let id = self.skin_id(skin)?;
        let mounted = &self.built.model.skins()[id.0].skin;
        let Some(grid) = mounted.grid() else {
            let why = format!(
                "the texels of skin `{skin}` have no rows and columns; look at the world's picture instead"
            );
            return Err(errors::py::PictureError::new_err(why));
        };
        let palette = match palette {
            "grey" => Palette::Grey,
            "viridis" => Palette::Viridis,
            other => {
                let why = format!("the palette is `{other}`; it must be `grey` or `viridis`");
                return Err(errors::py::PictureError::new_err(why));
            }
        };
        let forces =
            |reading: &SkinReading| reading.texels.iter().map(|t| t.elastic_force.max(0.0)).collect();
        let forces: Vec<f64> = self.with_reading(id, forces)?;
        let image =
            TactileImage::new(grid.rows, grid.columns, &grid.image(&forces, 0.0)).present(&grid.present());
        let mut image = image.palette(palette).title(title.unwrap_or_else(|| skin.to_owned())).values(values);
        if let Some(full_scale) = full_scale {
            image = image.full_scale(full_scale);
        }
        Picture::of(image.render())
    }

    /// The bodies where they are now, with a dot per texel coloured by its force; seen from `azimuth` and `elevation` [degrees].
    #[pyo3(signature = (*, azimuth=302.0, elevation=22.0, title=None))]
    fn picture(
        &self,
        py: Python<'_>,
        azimuth: f64,
        elevation: f64,
        title: Option<String>,
    ) -> PyResult<Picture> {
        let drawing = self.drawing()?;
        let inner = self.lock()?;
        let world = inner.simulation.world();
        py.detach(|| crate::drawing::draw(&drawing, world, (azimuth, elevation), title.unwrap_or_default()))
    }

    /// The same as pixels alone: an array (height, width, 3) of bytes. With `full_scale` \[N\] colours mean the same in every frame.
    #[pyo3(signature = (width=640, height=480, *, azimuth=302.0, elevation=22.0, full_scale=None))]
    fn frame<'py>(
        &self,
        py: Python<'py>,
        width: usize,
        height: usize,
        azimuth: f64,
        elevation: f64,
        full_scale: Option<f64>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let drawing = self.drawing()?;
        let inner = self.lock()?;
        let world = inner.simulation.world();
        let frame = py.detach(|| {
            crate::drawing::frame(&drawing, world, (azimuth, elevation), full_scale, (width, height))
        })?;
        let array = Array3::from_shape_vec((frame.height, frame.width, 3), frame.rgb)
            .map_err(|error| errors::py::PictureError::new_err(error.to_string()))?;
        Ok(PyArray3::from_owned_array(py, array))
    }
}

/// Of all targets, about the skin's origin in world axes.
pub(crate) fn sum_of_wrenches(reading: &SkinReading) -> [f64; 6] {
    let mut sum = [0.0; 6];
    for pair in &reading.pairs {
        let wrench = numbers::of_wrench(pair.wrench_on_skin_w);
        sum.iter_mut().zip(wrench).for_each(|(total, part)| *total += part);
    }
    sum
}
