//! The head of a PLY file.

use crate::files::text::shorten;
use crate::files::{Format, MeshFileProblem};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Text,
    LittleEndian,
    BigEndian,
}

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Kind {
    fn from_name(name: &str) -> Option<Kind> {
        Some(match name {
            "char" | "int8" => Kind::I8,
            "uchar" | "uint8" => Kind::U8,
            "short" | "int16" => Kind::I16,
            "ushort" | "uint16" => Kind::U16,
            "int" | "int32" => Kind::I32,
            "uint" | "uint32" => Kind::U32,
            "float" | "float32" => Kind::F32,
            "double" | "float64" => Kind::F64,
            _ => return None,
        })
    }

    /// Its length in a binary file.
    pub(super) fn bytes(self) -> usize {
        match self {
            Kind::I8 | Kind::U8 => 1,
            Kind::I16 | Kind::U16 => 2,
            Kind::I32 | Kind::U32 | Kind::F32 => 4,
            Kind::F64 => 8,
        }
    }
}

#[derive(Debug)]
pub(super) struct Property {
    pub name: String,
    pub kind: Kind,
    /// The type of the length, if this is a list.
    pub count_kind: Option<Kind>,
}

#[derive(Debug)]
pub(super) struct Element {
    pub name: String,
    pub count: usize,
    pub properties: Vec<Property>,
}

#[derive(Debug)]
pub(super) struct Head {
    pub encoding: Encoding,
    pub elements: Vec<Element>,
    /// The number of lines the head takes.
    pub lines: usize,
}

/// Reads the head; what is left are the elements.
pub(super) fn read(bytes: &[u8]) -> Result<(Head, &[u8]), MeshFileProblem> {
    let mut rest = bytes;
    let mut encoding = None;
    let mut elements: Vec<Element> = Vec::new();
    let mut line = 0;
    loop {
        let Some((content, after)) = split_line(rest) else {
            return Err(MeshFileProblem::Truncated { missing: "`end_header` is missing".into() });
        };
        rest = after;
        line += 1;
        let content = String::from_utf8_lossy(content);
        let syntax = |message: String| MeshFileProblem::Syntax { place: format!("line {line}"), message };
        let words: Vec<&str> = content.split_ascii_whitespace().collect();
        match words[..] {
            ["ply"] if line == 1 => {}
            _ if line == 1 => {
                let reason = format!("its first line is `{}`, not `ply`", shorten(&content));
                return Err(MeshFileProblem::NotThisFormat { format: Format::Ply, reason });
            }
            [] | ["comment" | "obj_info", ..] => {}
            ["format", name, _version] => {
                encoding = Some(match name {
                    "ascii" => Encoding::Text,
                    "binary_little_endian" => Encoding::LittleEndian,
                    "binary_big_endian" => Encoding::BigEndian,
                    _ => return Err(syntax(format!("unknown format `{}`", shorten(name)))),
                });
            }
            ["element", name, count] => {
                let count =
                    count.parse().map_err(|_| syntax(format!("`{}` is not a count", shorten(count))))?;
                elements.push(Element { name: name.into(), count, properties: Vec::new() });
            }
            ["property", ref declaration @ ..] => {
                let property = property(declaration).ok_or_else(|| {
                    syntax(format!("`{}` declares no property this reader knows", shorten(&content)))
                })?;
                let element =
                    elements.last_mut().ok_or_else(|| syntax("property before any element".into()))?;
                element.properties.push(property);
            }
            ["end_header"] => break,
            _ => return Err(syntax(format!("`{}` does not belong in a PLY head", shorten(&content)))),
        }
    }
    let encoding = encoding.ok_or(MeshFileProblem::NotThisFormat {
        format: Format::Ply,
        reason: "its head has no `format` line".into(),
    })?;
    Ok((Head { encoding, elements, lines: line }, rest))
}

fn property(declaration: &[&str]) -> Option<Property> {
    match *declaration {
        ["list", count, kind, name] => {
            let count_kind = Kind::from_name(count).filter(|k| !matches!(k, Kind::F32 | Kind::F64))?;
            Some(Property { name: name.into(), kind: Kind::from_name(kind)?, count_kind: Some(count_kind) })
        }
        [kind, name] => Some(Property { name: name.into(), kind: Kind::from_name(kind)?, count_kind: None }),
        _ => None,
    }
}

/// Splits at the first LF, CR LF, or CR alone.
fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|b| *b == b'\n' || *b == b'\r')?;
    let after = &bytes[end + 1..];
    let crlf = bytes[end] == b'\r' && after.first() == Some(&b'\n');
    Some((&bytes[..end], if crlf { &after[1..] } else { after }))
}
