//! The container of a binary glTF, and the buffers a document leans on.

use crate::files::{FileReach, Format, LARGEST_FILE, MeshFileProblem};
use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Component, Path};

/// Splits a binary glTF into its JSON and, if it has one, its binary chunk. Text is all JSON.
pub(super) fn split_container(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), MeshFileProblem> {
    let not_gltf = |reason: String| MeshFileProblem::NotThisFormat { format: Format::Gltf, reason };
    if !bytes.starts_with(b"glTF") {
        let json = crate::files::text::trim_start(bytes);
        let is_object = json.first() == Some(&b'{');
        return if is_object {
            Ok((json, None))
        } else {
            Err(not_gltf("neither JSON nor binary glTF".into()))
        };
    }
    let word = |at: usize| -> Result<u32, MeshFileProblem> {
        let cut_off = || MeshFileProblem::Truncated {
            missing: format!("the container needs at least {} bytes, this file has {}", at + 4, bytes.len()),
        };
        let word = bytes.get(at..at + 4).ok_or_else(cut_off)?;
        Ok(u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
    };
    let version = word(4)?;
    if version != 2 {
        let feature = format!("glTF {version}.0 (2.0 is supported: convert it)");
        return Err(MeshFileProblem::Unsupported { feature });
    }
    let stated = word(8)? as usize;
    if stated > bytes.len() {
        let missing = format!("the container states {stated} bytes, this file has {}", bytes.len());
        return Err(MeshFileProblem::Truncated { missing });
    }
    let chunk = |at: usize, kind: &[u8; 4]| -> Result<&[u8], MeshFileProblem> {
        let length = word(at)? as usize;
        if bytes.get(at + 4..at + 8) != Some(kind) {
            return Err(not_gltf(format!("no {} chunk at byte {at}", kind.escape_ascii())));
        }
        bytes[at + 8..].get(..length).ok_or_else(|| MeshFileProblem::Truncated {
            missing: format!("the chunk at byte {at} states {length} bytes, {} follow", bytes.len() - at - 8),
        })
    };
    let json = chunk(12, b"JSON")?;
    let next = 20 + json.len();
    let blob = if next + 8 <= bytes.len() { Some(chunk(next, b"BIN\0")?) } else { None };
    if json.trim_ascii_start().first() != Some(&b'{') {
        return Err(not_gltf("its JSON chunk is not a JSON object".into()));
    }
    Ok((json, blob))
}

/// Exporters write base64 with and without the padding at its end.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Buffers, fetched when first asked for.
pub(super) struct Buffers<'a> {
    blob: Option<&'a [u8]>,
    folder: Option<&'a Path>,
    reach: FileReach,
    loaded: HashMap<usize, Cow<'a, [u8]>>,
}

impl<'a> Buffers<'a> {
    pub(super) fn new(blob: Option<&'a [u8]>, folder: Option<&'a Path>, reach: FileReach) -> Self {
        Buffers { blob, folder, reach, loaded: HashMap::new() }
    }

    /// The bytes of a view.
    pub(super) fn view(&mut self, view: &gltf::buffer::View) -> Result<&[u8], MeshFileProblem> {
        let buffer = view.buffer();
        let index = buffer.index();
        if !self.loaded.contains_key(&index) {
            let bytes = self.load(&buffer)?;
            self.loaded.insert(index, bytes);
        }
        let bytes = self.loaded.get(&index).map_or(&[][..], |b| b);
        let end = view.offset().checked_add(view.length());
        end.and_then(|end| bytes.get(view.offset()..end)).ok_or_else(|| MeshFileProblem::Truncated {
            missing: format!(
                "buffer view {} takes bytes {} to {} of buffer {index}, which has {}",
                view.index(),
                view.offset(),
                view.offset().saturating_add(view.length()),
                bytes.len()
            ),
        })
    }

    fn load(&self, buffer: &gltf::Buffer) -> Result<Cow<'a, [u8]>, MeshFileProblem> {
        let missing = |uri: &str, reason: String| MeshFileProblem::MissingBuffer {
            buffer: buffer.index(),
            uri: crate::files::text::shorten(uri),
            reason,
        };
        match buffer.source() {
            gltf::buffer::Source::Bin => {
                let reason = || missing("binary chunk", "the file has no binary chunk".into());
                self.blob.map(Cow::Borrowed).ok_or_else(reason)
            }
            gltf::buffer::Source::Uri(uri) => match uri.strip_prefix("data:") {
                Some(data) => {
                    let (_, encoded) = data
                        .split_once(";base64,")
                        .ok_or_else(|| missing(uri, "a data URI that is not base64".into()))?;
                    let bytes =
                        BASE64.decode(encoded.trim()).map_err(|error| missing(uri, error.to_string()))?;
                    Ok(Cow::Owned(bytes))
                }
                None if uri.contains("://") => {
                    Err(missing(uri, "only files beside this one are read".into()))
                }
                None => {
                    let folder = self.folder.ok_or_else(|| {
                        missing(uri, "a mesh in memory has no files beside it; load it".into())
                    })?;
                    let name = percent_decoded(uri);
                    if self.reach == FileReach::Folder && leaves_folder(Path::new(&name)) {
                        let reason = "it is not in the folder of this file; buffers = \"anywhere\" reads it all the same";
                        return Err(missing(uri, reason.into()));
                    }
                    let path = folder.join(name);
                    let bytes = bristle_system::input::read(&path, LARGEST_FILE)
                        .map_err(|problem| missing(uri, problem.to_string()))?;
                    Ok(Cow::Owned(bytes))
                }
            },
        }
    }
}

/// Whether a relative path may lead out of the folder that it is relative to. Links inside of the folder were put there by its owner.
fn leaves_folder(path: &Path) -> bool {
    !path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// `my%20mesh.bin` names the file `my mesh.bin`.
fn percent_decoded(uri: &str) -> String {
    let hex = |b: &u8| (*b as char).to_digit(16).map(|d| d as u8);
    let bytes = uri.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escaped = (bytes[at] == b'%')
            .then(|| Some(bytes.get(at + 1).and_then(hex)? << 4 | bytes.get(at + 2).and_then(hex)?))
            .flatten();
        decoded.push(escaped.unwrap_or(bytes[at]));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&decoded).into_owned()
}
