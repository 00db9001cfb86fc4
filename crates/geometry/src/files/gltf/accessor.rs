//! Numbers out of buffers, with every bound checked.

use super::buffers::Buffers;
use crate::files::MeshFileProblem;
use ::gltf::Accessor;
use ::gltf::accessor::{DataType, Dimensions};
use glam::DVec3;

/// Elements an accessor may have without a buffer behind it, where nothing else bounds its count.
const BARE_LIMIT: usize = 20_000_000;

/// Positions, which the format has in single precision, or as whole numbers (KHR_mesh_quantization) that may stand for shares of one.
pub(super) fn points(accessor: &Accessor, buffers: &mut Buffers) -> Result<Vec<DVec3>, MeshFileProblem> {
    // What one unit of the numbers is worth, and what they are.
    type Read = fn(&[u8]) -> f64;
    let (size, most, read): (usize, f64, Read) = match accessor.data_type() {
        DataType::F32 => (4, 1.0, |b| f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]]))),
        DataType::I16 => (2, 32767.0, |b| f64::from(i16::from_le_bytes([b[0], b[1]]))),
        DataType::U16 => (2, 65535.0, |b| f64::from(u16::from_le_bytes([b[0], b[1]]))),
        DataType::I8 => (1, 127.0, |b| f64::from(b[0] as i8)),
        DataType::U8 => (1, 255.0, |b| f64::from(b[0])),
        DataType::U32 => return Err(unsupported("positions", accessor)),
    };
    if accessor.dimensions() != Dimensions::Vec3 {
        return Err(unsupported("positions", accessor));
    }
    let is_share = accessor.normalized();
    elements(accessor, buffers, |bytes| {
        let share = |number: f64| if is_share { (number / most).max(-1.0) } else { number };
        let mut axes = bytes.chunks_exact(size).map(|bytes| share(read(bytes)));
        let mut next = || axes.next().unwrap_or(f64::NAN);
        DVec3::new(next(), next(), next())
    })
}

/// Vertex indices.
pub(super) fn indices(accessor: &Accessor, buffers: &mut Buffers) -> Result<Vec<u32>, MeshFileProblem> {
    let is_index = matches!(accessor.data_type(), DataType::U8 | DataType::U16 | DataType::U32);
    if !is_index || accessor.dimensions() != Dimensions::Scalar {
        return Err(unsupported("indices", accessor));
    }
    elements(accessor, buffers, little_endian)
}

/// An unsigned number of up to four bytes.
fn little_endian(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte))
}

fn unsupported(what: &str, accessor: &Accessor) -> MeshFileProblem {
    let (dimensions, kind) = (accessor.dimensions(), accessor.data_type());
    MeshFileProblem::Unsupported { feature: format!("{what} stored as {dimensions:?} of {kind:?}") }
}

fn elements<T>(
    accessor: &Accessor,
    buffers: &mut Buffers,
    decode: impl Fn(&[u8]) -> T,
) -> Result<Vec<T>, MeshFileProblem> {
    let (count, size) = (accessor.count(), accessor.size());
    let place = format!("accessor {}", accessor.index());
    let mut values = match accessor.view() {
        Some(view) => {
            let stride = view.stride().unwrap_or(size);
            strided(buffers.view(&view)?, accessor.offset(), stride, size, count, &place)?
                .map(&decode)
                .collect()
        }
        // Without a view all elements are zero, but for those a sparse accessor sets below.
        None if count > BARE_LIMIT => {
            return Err(MeshFileProblem::TooMany { what: "vertices", limit: BARE_LIMIT });
        }
        None => (0..count).map(|_| decode(&[0; 64][..size.min(64)])).collect::<Vec<T>>(),
    };
    if let Some(sparse) = accessor.sparse() {
        let (indices, new) = (sparse.indices(), sparse.values());
        let index_size = indices.index_type().size();
        let at: Vec<u32> = strided(
            buffers.view(&indices.view())?,
            indices.offset(),
            index_size,
            index_size,
            sparse.count(),
            &place,
        )?
        .map(little_endian)
        .collect();
        let new = strided(buffers.view(&new.view())?, new.offset(), size, size, sparse.count(), &place)?;
        for (index, bytes) in at.into_iter().zip(new) {
            let slot = values.get_mut(index as usize).ok_or_else(|| MeshFileProblem::IndexOutOfRange {
                place: format!("{place}, sparse"),
                index: i64::from(index),
                low: 0,
                high: count as i64 - 1,
            })?;
            *slot = decode(bytes);
        }
    }
    Ok(values)
}

/// `count` pieces of `size` bytes, `stride` apart.
fn strided<'b>(
    bytes: &'b [u8],
    offset: usize,
    stride: usize,
    size: usize,
    count: usize,
    place: &str,
) -> Result<impl Iterator<Item = &'b [u8]>, MeshFileProblem> {
    if stride < size {
        let message = format!("a stride of {stride} bytes is shorter than an element of {size}");
        return Err(MeshFileProblem::Syntax { place: place.into(), message });
    }
    let needed = match count {
        0 => 0,
        _ => offset as u128 + (count as u128 - 1) * stride as u128 + size as u128,
    };
    if needed > bytes.len() as u128 {
        let missing = format!("{place} takes {needed} bytes of its buffer view, which has {}", bytes.len());
        return Err(MeshFileProblem::Truncated { missing });
    }
    Ok((0..count).map(move |i| &bytes[offset + i * stride..offset + i * stride + size]))
}
