//! The whole lines of a table.

use crate::ReadError;
use bristle_system::input::{self, Problem};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::PathBuf;

/// Reads a table line by line and knows where it is. A last line without line break was cut off, and is not given.
pub(crate) struct Lines {
    path: PathBuf,
    file: BufReader<File>,
    buffer: Vec<u8>,
    /// Number of the line given last, from 1.
    line: u64,
    /// Bytes of all whole lines read.
    offset: u64,
}

/// Longest line \[bytes\]: a file that is no table must not fill the memory.
const LONGEST: u64 = 1 << 24;

impl Lines {
    pub(crate) fn open(path: PathBuf) -> Result<Self, ReadError> {
        match input::open(&path) {
            Ok(file) => Ok(Self {
                path,
                file: BufReader::with_capacity(1 << 18, file),
                buffer: Vec::new(),
                line: 0,
                offset: 0,
            }),
            Err(source) => Err(ReadError::Io { path, source }),
        }
    }

    /// Continues at a place noted earlier: `line` whole lines before byte `offset`.
    pub(crate) fn go_to(&mut self, line: u64, offset: u64) -> Result<(), ReadError> {
        self.file.seek(SeekFrom::Start(offset)).map_err(|source| self.io(source))?;
        (self.line, self.offset) = (line, offset);
        Ok(())
    }

    /// The next whole line, without its line break.
    pub(crate) fn next(&mut self) -> Result<Option<&str>, ReadError> {
        self.buffer.clear();
        let mut limited = (&mut self.file).take(LONGEST);
        limited.read_until(b'\n', &mut self.buffer).map_err(|source| self.io(source))?;
        if self.buffer.len() as u64 == LONGEST {
            self.line += 1;
            return Err(self.wrong(format!("longer than {LONGEST} bytes; this is no table of a recording")));
        }
        if self.buffer.last() != Some(&b'\n') {
            return Ok(None);
        }
        self.line += 1;
        self.offset += self.buffer.len() as u64;
        let end = self.buffer.len() - 1 - usize::from(self.buffer.ends_with(b"\r\n"));
        match std::str::from_utf8(&self.buffer[..end]) {
            Ok(line) => Ok(Some(line)),
            Err(_) => Err(self.wrong("not UTF-8 text")),
        }
    }

    /// Checks the first line.
    pub(crate) fn header(&mut self, expected: &[String]) -> Result<(), ReadError> {
        let expected = expected.join(",");
        match self.next()? {
            Some(line) if line == expected => Ok(()),
            Some(line) => {
                let what = format!("the header is {line:?}, expected {expected:?}");
                Err(self.wrong(what))
            }
            None => {
                self.line = 1;
                Err(self.wrong(format!("no header; expected {expected:?}")))
            }
        }
    }

    /// Bytes of all whole lines given.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// An error about the line given last.
    pub(crate) fn wrong(&self, what: impl Into<String>) -> ReadError {
        ReadError::BadLine { path: self.path.clone(), line: self.line, what: what.into() }
    }

    fn io(&self, source: std::io::Error) -> ReadError {
        ReadError::Io { path: self.path.clone(), source: Problem::System(source) }
    }
}
