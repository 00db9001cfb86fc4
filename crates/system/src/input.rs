//! Files that are read: regular ones, of a size that was stated beforehand.

use crate::{Bytes, memory};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Why a file is not read. The words follow those of the caller, which name the file: ``cannot read `a.toml`: it is a folder``.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Nothing has that name.
    #[error("there is no such file")]
    Missing,
    /// A symbolic link whose target is not there.
    #[error("it is a symbolic link to `{}`, which does not exist", .target.display())]
    Dangling {
        /// What the link says.
        target: PathBuf,
    },
    /// Symbolic links that lead to each other.
    #[error("its symbolic links lead in a circle")]
    LinkLoop,
    /// A folder.
    #[error("it is a folder, not a file")]
    Folder,
    /// A pipe, with or without a name. Who reads it may wait for ever.
    #[error("it is a pipe, not a regular file; write what comes through it to a file first")]
    Pipe,
    /// A device, which may have no end.
    #[error("it is a device, not a regular file")]
    Device,
    /// A socket, or what else the system knows.
    #[error("it is a socket or something else that is not a regular file")]
    Other,
    /// The rights of the file or of its folder forbid it.
    #[error("you may not read it (permission denied)")]
    NotAllowed,
    /// Larger than what such files may be.
    #[error("it has {}, and at most {} are read", Bytes(*bytes), Bytes(*limit))]
    TooLarge {
        /// Its size.
        bytes: u64,
        /// The most that is read.
        limit: u64,
    },
    /// Larger than what is free.
    #[error("{0}")]
    Memory(#[from] memory::TooLittle),
    /// Text was expected.
    #[error("it is not UTF-8 text (byte {byte} is not)")]
    NotText {
        /// The first byte that is no text, from 0.
        byte: usize,
    },
    /// What the system says otherwise.
    #[error("{0}")]
    System(io::Error),
}

/// Opens a regular file for reading. It never waits: neither for the writer of a pipe, nor for a device.
pub fn open(path: &Path) -> Result<File, Problem> {
    // Looked at before it is opened, for opening a device may set it to work; and after, for it may have changed.
    check_kind(&std::fs::metadata(path).map_err(|error| of_system(error, path))?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOCTTY);
    let file = options.open(path).map_err(|error| of_system(error, path))?;
    check_kind(&file.metadata().map_err(Problem::System)?)?;
    Ok(file)
}

/// Reads a regular file of at most `limit` bytes.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, Problem> {
    let file = open(path)?;
    let bytes = file.metadata().map_err(Problem::System)?.len();
    if bytes > limit {
        return Err(Problem::TooLarge { bytes, limit });
    }
    memory::check(bytes)?;
    let mut content = Vec::with_capacity(bytes as usize);
    // One more than allowed: a file may grow, and those of `/proc` do not tell their size.
    file.take(limit.saturating_add(1)).read_to_end(&mut content).map_err(|error| of_system(error, path))?;
    if content.len() as u64 > limit {
        return Err(Problem::TooLarge { bytes: content.len() as u64, limit });
    }
    Ok(content)
}

/// Reads a regular file of at most `limit` bytes as text.
pub fn read_text(path: &Path, limit: u64) -> Result<String, Problem> {
    String::from_utf8(read(path, limit)?)
        .map_err(|error| Problem::NotText { byte: error.utf8_error().valid_up_to() })
}

fn check_kind(of: &Metadata) -> Result<(), Problem> {
    let kind = of.file_type();
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Err(Problem::Pipe);
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Err(Problem::Device);
        }
    }
    match (kind.is_file(), kind.is_dir()) {
        (true, _) => Ok(()),
        (_, true) => Err(Problem::Folder),
        _ => Err(Problem::Other),
    }
}

fn of_system(error: io::Error, path: &Path) -> Problem {
    match error.kind() {
        io::ErrorKind::NotFound => match std::fs::read_link(path) {
            Ok(target) => Problem::Dangling { target },
            Err(_) => Problem::Missing,
        },
        io::ErrorKind::PermissionDenied => Problem::NotAllowed,
        io::ErrorKind::IsADirectory => Problem::Folder,
        #[cfg(unix)]
        _ if error.raw_os_error() == Some(libc::ELOOP) => Problem::LinkLoop,
        _ => Problem::System(error),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn what_is_not_a_regular_file_is_refused_at_once_by_its_kind() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let pipe = at("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        symlink("loop", at("loop")).unwrap();
        symlink("nothing", at("dangling")).unwrap();
        symlink(&pipe, at("to-pipe")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        for (path, words) in [
            (pipe.clone(), "it is a pipe"),
            (at("to-pipe"), "it is a pipe"),
            (PathBuf::from("/dev/zero"), "it is a device"),
            (at("socket"), "it is a socket"),
            (folder.path().to_owned(), "it is a folder"),
            (at("loop"), "lead in a circle"),
            (at("dangling"), "a symbolic link to `nothing`, which does not exist"),
            (at("nowhere"), "there is no such file"),
        ] {
            let problem = read(&path, 1 << 20).unwrap_err().to_string();
            assert!(problem.starts_with(words) || problem.contains(words), "{}: {problem}", path.display());
        }
    }

    #[test]
    fn a_file_above_the_limit_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sparse");
        // 8 TiB on paper, nothing on the disk: reading it would take hours.
        File::create(&path).unwrap().set_len(8 << 40).unwrap();
        assert_eq!(
            read(&path, 1 << 24).unwrap_err().to_string(),
            "it has 8 TiB, and at most 16 MiB are read"
        );
        std::fs::write(&path, "0123456789").unwrap();
        assert_eq!(read(&path, 10).unwrap(), b"0123456789");
        assert!(matches!(read(&path, 9), Err(Problem::TooLarge { bytes: 10, limit: 9 })));
        // It states no size and has none that would fit.
        assert!(matches!(read(Path::new("/proc/self/maps"), 9), Err(Problem::TooLarge { .. })));
    }

    #[test]
    fn links_to_regular_files_are_files_and_bytes_that_are_no_text_are_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("blob"), b"ab\xffc").unwrap();
        let link = folder.path().join("link");
        symlink("blob", &link).unwrap();
        assert_eq!(read(&link, 4).unwrap(), b"ab\xffc");
        assert!(matches!(read_text(&link, 4), Err(Problem::NotText { byte: 2 })));
    }
}
