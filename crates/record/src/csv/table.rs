//! A table that is being written.

use crate::lock::is_found_at;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Where a table goes: a file, or in tests something that fills up.
pub(crate) trait Sink: Write + Send {
    /// Forgets all bytes after the first `length`.
    fn cut(&mut self, length: u64) -> io::Result<()>;
    /// Brings all bytes to the disk.
    fn settle(&mut self) -> io::Result<()>;
    /// Whether whoever opens `path` finds these bytes.
    fn is_at(&self, _path: &Path) -> bool {
        true
    }
}

impl Sink for File {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.seek(SeekFrom::Start(length)).map(drop)
    }

    fn settle(&mut self) -> io::Result<()> {
        self.sync_all()
    }

    fn is_at(&self, path: &Path) -> bool {
        is_found_at(self, path)
    }
}

/// A table that is being written: rows gather in memory and go to the file many at a time, always whole.
pub(crate) struct Table {
    path: PathBuf,
    sink: Box<dyn Sink>,
    waiting: Vec<u8>,
    /// Bytes in the file.
    length: u64,
    /// Whether the file could be told from others when it was made; some file systems give it a new number with every look.
    is_known: bool,
}

impl Table {
    /// A new file; there must be none of its name.
    pub(crate) fn create(path: PathBuf, header: &[String]) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        Self::on(path, Box::new(file), header)
    }

    pub(crate) fn on(path: PathBuf, sink: Box<dyn Sink>, header: &[String]) -> io::Result<Self> {
        let is_known = sink.is_at(&path);
        let mut table = Self { path, sink, waiting: Vec::new(), length: 0, is_known };
        table.waiting.extend_from_slice(header.join(",").as_bytes());
        table.waiting.push(b'\n');
        table.flush().map_err(|failure| failure.source)?;
        Ok(table)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file is still where it was made.
    pub(crate) fn is_in_place(&self) -> bool {
        self.path.symlink_metadata().is_ok() && (!self.is_known || self.sink.is_at(&self.path))
    }

    /// Where rows gather; whoever adds one ends it with a line break.
    pub(crate) fn rows(&mut self) -> &mut Vec<u8> {
        &mut self.waiting
    }

    /// Bytes that gathered since the last flush.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Writes the rows that gathered. If that fails, the file is cut back to its last whole row.
    pub(crate) fn flush(&mut self) -> Result<(), FlushError> {
        let mut done = 0;
        let result = loop {
            if done == self.waiting.len() {
                break Ok(());
            }
            match self.sink.write(&self.waiting[done..]) {
                Ok(0) => break Err(io::ErrorKind::WriteZero.into()),
                Ok(n) => done += n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        let whole = match &result {
            Ok(()) => done,
            Err(_) => self.waiting[..done].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1),
        };
        let rows = self.waiting[..whole].iter().filter(|&&byte| byte == b'\n').count();
        self.length += whole as u64;
        self.waiting.clear();
        result.map_err(|source| {
            // Best effort: readers pass over half a row anyway.
            let _ = self.sink.cut(self.length);
            FlushError { source, rows }
        })
    }

    /// Brings everything to the disk.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        self.flush().map_err(|failure| failure.source)?;
        self.sink.settle()
    }
}

/// Why rows could not be written, and how many of them were.
#[derive(Debug)]
pub(crate) struct FlushError {
    pub(crate) source: io::Error,
    pub(crate) rows: usize,
}

#[cfg(test)]
pub(crate) mod full_disk {
    //! A disk that fills up.

    use super::*;
    use std::sync::{Arc, Mutex};

    /// Takes `room` bytes and then says, as a full disk does, that there is no space left.
    #[derive(Clone)]
    pub(crate) struct FullDisk {
        pub(crate) room: usize,
        pub(crate) bytes: Arc<Mutex<Vec<u8>>>,
    }

    impl FullDisk {
        pub(crate) fn with_room(room: usize) -> Self {
            Self { room, bytes: Arc::default() }
        }
    }

    impl Write for FullDisk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut held = self.bytes.lock().unwrap();
            let fits = bytes.len().min(self.room - held.len());
            if fits == 0 && !bytes.is_empty() {
                return Err(io::Error::from(io::ErrorKind::StorageFull));
            }
            held.extend_from_slice(&bytes[..fits]);
            Ok(fits)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Sink for FullDisk {
        fn cut(&mut self, length: u64) -> io::Result<()> {
            self.bytes.lock().unwrap().truncate(length as usize);
            Ok(())
        }

        fn settle(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::full_disk::FullDisk;
    use super::*;

    #[test]
    fn wherever_a_disk_fills_up_the_file_ends_with_a_whole_row() {
        for room in 4..40 {
            let disk = FullDisk::with_room(room);
            let mut table = Table::on("t.csv".into(), Box::new(disk.clone()), &["a,b".to_owned()]).unwrap();
            let mut kept = 0;
            let failure = loop {
                table.rows().extend_from_slice(b"0.3,-0.7\n11,2\n");
                match table.flush() {
                    Ok(()) => kept += 2,
                    Err(failure) => break failure,
                }
            };
            assert_eq!(failure.source.kind(), io::ErrorKind::StorageFull);
            let bytes = disk.bytes.lock().unwrap();
            assert!(bytes.ends_with(b"\n") && bytes.len() <= room);
            assert_eq!(bytes.iter().filter(|&&b| b == b'\n').count(), 1 + kept + failure.rows);
            // Not one row was given up that had room: the next would not have fitted.
            let next = if (kept + failure.rows).is_multiple_of(2) { 9 } else { 5 };
            assert!(bytes.len() + next > room, "room {room}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_systems_own_full_device_is_an_error_too() {
        let device = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let failure = Table::on("/dev/full".into(), Box::new(device), &["a".to_owned()]).err().unwrap();
        assert_eq!(failure.kind(), io::ErrorKind::StorageFull);
    }
}
