//! What texels feel, as one array that Python keeps.
//!
//! The rows belong to NumPy and not to the world: they are written again when the world has moved, while no other Python code
//! runs. So a view shows the present without being asked for anew, no reader sees half a step, and an array outlives its world. What
//! Python sees looks at them through a memoryview that is read-only: otherwise NumPy would let anybody make the view writable again.
//! Only skins that were asked for are written.

use crate::recording::state_number;
use bristle_skin::{SkinReading, TexelReading};
use numpy::{PyArray1, PyArrayDescr, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

/// Eight-byte words of a row.
pub(crate) const WORDS: usize = 21;

/// Names and types of a row, in the order in which [`write_row`] writes them.
pub(crate) fn dtype(py: Python<'_>) -> PyResult<Bound<'_, PyArrayDescr>> {
    let (number, vector, whole) = ("f8", "3f8", "i8");
    let fields = vec![
        ("normal_force", number),
        ("elastic_force", number),
        ("shear", vector),
        ("penetration", number),
        ("point", vector),
        ("normal", vector),
        ("slip_velocity", vector),
        ("deflection", vector),
        ("utilisation", number),
        ("state", whole),
        ("target", whole),
    ];
    PyArrayDescr::new(py, fields)
}

/// As bits, since a row holds whole numbers beside the others.
fn write_row(texel: &TexelReading, row: &mut [u64; WORDS]) {
    let TexelReading {
        normal_force,
        elastic_force,
        shear,
        penetration,
        point,
        normal,
        slip_velocity,
        deflection,
        utilisation,
        state,
        target,
    } = *texel;
    let state = state_number(state);
    let target = target.map_or(-1, i64::from);
    let bits = f64::to_bits;
    let [p, n, s, d] = [point, normal, slip_velocity, deflection];
    // One copy of a row that was made whole: seven times as fast as word by word.
    row.copy_from_slice(&[
        bits(normal_force),
        bits(elastic_force),
        bits(shear.x),
        bits(shear.y),
        bits(shear.z),
        bits(penetration),
        bits(p.x),
        bits(p.y),
        bits(p.z),
        bits(n.x),
        bits(n.y),
        bits(n.z),
        bits(s.x),
        bits(s.y),
        bits(s.z),
        bits(d.x),
        bits(d.y),
        bits(d.z),
        bits(utilisation),
        state.cast_unsigned(),
        target.cast_unsigned(),
    ]);
}

/// Writes the rows of a whole skin.
pub(crate) fn write(reading: &SkinReading, rows: &mut [u64]) {
    let (rows, _) = rows.as_chunks_mut::<WORDS>();
    reading.texels.iter().zip(rows).for_each(|(texel, row)| write_row(texel, row));
}

/// An array that Python reads and Rust writes.
pub(crate) struct TexelArray {
    words: Py<PyArray1<u64>>,
    view: Py<PyAny>,
}

impl TexelArray {
    /// Rows of texels; `shape` is that of the array, and its product their number.
    pub(crate) fn new(py: Python<'_>, shape: &[usize]) -> PyResult<Self> {
        let rows: usize = shape.iter().product();
        let numpy = py.import("numpy")?;
        // By Python's own means: if there is no room, it says so.
        let words = numpy.call_method1("zeros", (rows * WORDS, "u8"))?.cast_into::<PyArray1<u64>>()?;
        let read_only = PyMemoryView::from(&words)?.call_method0("toreadonly")?;
        let view = numpy.call_method1("frombuffer", (read_only, dtype(py)?))?;
        let view = view.call_method1("reshape", (shape.to_vec(),))?;
        Ok(Self { words: words.unbind(), view: view.unbind() })
    }

    /// What Python sees: always the same array.
    pub(crate) fn view(&self, py: Python<'_>) -> Py<PyAny> {
        self.view.clone_ref(py)
    }

    /// Lets `fill` write the rows.
    pub(crate) fn rewrite(&self, py: Python<'_>, fill: impl FnOnce(&mut [u64])) -> PyResult<()> {
        let mut words = self.words.bind(py).try_readwrite()?;
        fill(words.as_slice_mut()?);
        Ok(())
    }
}
