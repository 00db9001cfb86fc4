//! `.zae`: a document and what it needs in one archive.

use crate::access::{LARGEST_FILE, Text};
use crate::error::{ErrorKind, Result, error, shown};
use crate::xml::Xml;
use std::io::{Cursor, Read};
use std::path::Path;
use zip::ZipArchive;

/// How many files an archive may hold.
const MOST_ENTRIES: usize = 1000;

/// Whether these are the bytes of an archive.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// The document of an archive: the one that its manifest names, or else the first.
pub(crate) fn unpacked(bytes: &[u8], path: &Path) -> Result<Vec<u8>> {
    let refuse =
        |why: String| error(ErrorKind::Unreadable, format!("cannot read `{}`: {why}", path.display()));
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|cause| refuse(cause.to_string()))?;
    if archive.len() > MOST_ENTRIES {
        return Err(refuse(format!(
            "the archive holds {} files; at most {MOST_ENTRIES} are read",
            archive.len()
        )));
    }
    let names: Vec<String> = archive.file_names().filter_map(|name| Some(name.ok()?.into_owned())).collect();
    let mut content = |name: &str| -> Result<Vec<u8>> {
        let file = archive.by_name(name).map_err(|cause| refuse(format!("`{}`: {cause}", shown(name))))?;
        let mut content = Vec::new();
        // What it says of its size may be wrong: a few bytes can unpack to any number.
        file.take(LARGEST_FILE + 1).read_to_end(&mut content).map_err(|cause| refuse(cause.to_string()))?;
        match content.len() as u64 > LARGEST_FILE {
            true => Err(refuse(format!("`{}` unpacks to more than {LARGEST_FILE} bytes", shown(name)))),
            false => Ok(content),
        }
    };
    let is_document = |name: &&String| name.to_ascii_lowercase().ends_with(".dae");
    let named = match names.iter().find(|name| name.eq_ignore_ascii_case("manifest.xml")) {
        Some(manifest) => {
            let text = Text::of_file(&path.join(manifest), content(manifest)?);
            let xml = Xml::parse(&text)?;
            let root = xml.root().words();
            Some(root.trim().trim_start_matches("./").split('#').next().unwrap_or_default().to_owned())
        }
        None => None,
    };
    let found = named.as_ref().filter(|name| names.contains(name)).or_else(|| names.iter().find(is_document));
    let document = found.ok_or_else(|| refuse("the archive holds no .dae file".to_owned()))?.clone();
    content(&document)
}
