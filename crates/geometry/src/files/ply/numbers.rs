//! The numbers after the head of a PLY file, as text or binary, one property at a time.

use super::head::{Element, Encoding, Head, Kind, Property};
use crate::files::MeshFileProblem;
use crate::files::text::{self, shorten};

/// A cursor over the body. Every number fits a 64-bit float exactly: the integers have at most 32 bits.
pub(super) struct Numbers<'a> {
    rest: &'a [u8],
    encoding: Encoding,
    line: usize,
    element: &'a str,
    index: usize,
}

impl<'a> Numbers<'a> {
    pub(super) fn new(body: &'a [u8], head: &Head) -> Self {
        Numbers { rest: body, encoding: head.encoding, line: head.lines + 1, element: "", index: 0 }
    }

    /// Says which element the next numbers belong to.
    pub(super) fn begin_element(&mut self, element: &'a Element, index: usize) {
        (self.element, self.index) = (&element.name, index);
    }

    /// Reads one property; each of its values goes to `take`.
    pub(super) fn property(
        &mut self,
        property: &Property,
        mut take: impl FnMut(f64),
    ) -> Result<(), MeshFileProblem> {
        let Some(count_kind) = property.count_kind else {
            take(self.next(property.kind)?);
            return Ok(());
        };
        let count = self.next(count_kind)?;
        if count < 0.0 || count.fract() != 0.0 {
            let message = format!("list `{}` has a length of {count}", property.name);
            return Err(MeshFileProblem::Syntax { place: self.place(), message });
        }
        // Values are taken one by one, so a length that is not true ends with the file and reserves nothing.
        for _ in 0..count as u64 {
            take(self.next(property.kind)?);
        }
        Ok(())
    }

    fn place(&self) -> String {
        match self.encoding {
            Encoding::Text => format!("line {}, {} {}", self.line, self.element, self.index),
            _ => format!("{} {}", self.element, self.index),
        }
    }

    fn cut_off(&self) -> MeshFileProblem {
        MeshFileProblem::Truncated { missing: format!("the file ends in {}", self.place()) }
    }

    fn next(&mut self, kind: Kind) -> Result<f64, MeshFileProblem> {
        match self.encoding {
            Encoding::Text => self.next_word(kind),
            Encoding::LittleEndian => {
                let bytes = self.take(kind)?;
                Ok(decode(kind, bytes))
            }
            Encoding::BigEndian => {
                let mut bytes = self.take(kind)?;
                bytes[..kind.bytes()].reverse();
                Ok(decode(kind, bytes))
            }
        }
    }

    /// The next bytes, the rest of the eight zero.
    fn take(&mut self, kind: Kind) -> Result<[u8; 8], MeshFileProblem> {
        let (now, rest) = self.rest.split_at_checked(kind.bytes()).ok_or_else(|| self.cut_off())?;
        self.rest = rest;
        let mut bytes = [0; 8];
        bytes[..now.len()].copy_from_slice(now);
        Ok(bytes)
    }

    fn next_word(&mut self, kind: Kind) -> Result<f64, MeshFileProblem> {
        let start = self.rest.iter().position(|b| !b.is_ascii_whitespace()).ok_or_else(|| self.cut_off())?;
        self.line += self.rest[..start].iter().filter(|b| **b == b'\n').count();
        self.rest = &self.rest[start..];
        let end = self.rest.iter().position(u8::is_ascii_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        let word = String::from_utf8_lossy(word);
        let value = text::number(Some(&word), self.line)?;
        // An integer that does not fit its type would be another one in the binary form of the same file.
        let fits = match kind {
            Kind::F32 | Kind::F64 => true,
            Kind::I8 => value >= f64::from(i8::MIN) && value <= f64::from(i8::MAX),
            Kind::U8 => value >= 0.0 && value <= f64::from(u8::MAX),
            Kind::I16 => value >= f64::from(i16::MIN) && value <= f64::from(i16::MAX),
            Kind::U16 => value >= 0.0 && value <= f64::from(u16::MAX),
            Kind::I32 => value >= f64::from(i32::MIN) && value <= f64::from(i32::MAX),
            Kind::U32 => value >= 0.0 && value <= f64::from(u32::MAX),
        };
        if fits {
            Ok(value)
        } else {
            let message = format!("`{}` does not fit its declared type {kind:?}", shorten(&word));
            Err(MeshFileProblem::Syntax { place: self.place(), message })
        }
    }
}

/// Decodes little-endian bytes.
fn decode(kind: Kind, b: [u8; 8]) -> f64 {
    match kind {
        Kind::I8 => f64::from(b[0] as i8),
        Kind::U8 => f64::from(b[0]),
        Kind::I16 => f64::from(i16::from_le_bytes([b[0], b[1]])),
        Kind::U16 => f64::from(u16::from_le_bytes([b[0], b[1]])),
        Kind::I32 => f64::from(i32::from_le_bytes([b[0], b[1], b[2], b[3]])),
        Kind::U32 => f64::from(u32::from_le_bytes([b[0], b[1], b[2], b[3]])),
        Kind::F32 => f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]])),
        Kind::F64 => f64::from_le_bytes(b),
    }
}
