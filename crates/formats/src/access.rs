//! The one place where robot files and what they name are opened: which may be, and how large they may be.

use crate::error::{ErrorKind, Result, SceneError, error, shown};
use crate::xml::El;
use bristle_scene::data::RobotOptions;
use bristle_scene::{Place, find_package};
use bristle_system::input;
use std::cell::Cell;
use std::io::Read;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

/// How large one file may be.
pub(crate) const LARGEST_FILE: u64 = 64 << 20;
/// How large all files may be that are read at import.
const MOST_BYTES: u64 = 256 << 20;
/// How many files a robot may have, each counted as often as it is read.
const MOST_FILES: usize = 1000;

/// Marks of the top folder of a package.
const TOP_MARKS: [&str; 4] = ["package.xml", "model.config", "manifest.xml", ".git"];
/// How many folders above a file are searched for such a mark.
const HEIGHT: usize = 4;

/// A text and where it came from.
#[derive(Debug)]
pub(crate) struct Text {
    /// What a person calls it.
    pub(crate) name: String,
    pub(crate) content: String,
    /// What paths in it are relative to.
    pub(crate) folder: PathBuf,
    /// Where its lines begin.
    lines: Vec<usize>,
}

impl Text {
    /// The text of the file at `path`.
    pub(crate) fn of_file(path: &Path, bytes: Vec<u8>) -> Self {
        Self::new(path.display().to_string(), decoded(bytes), folder_of(path).to_owned())
    }

    pub(crate) fn new(name: String, content: String, folder: PathBuf) -> Self {
        let ends = content.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(i, _)| i + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Self { name, content, folder, lines }
    }

    /// The same with other words at a place within a line.
    pub(crate) fn replaced(mut self, place: Range<usize>, words: &str) -> Self {
        self.content.replace_range(place, words);
        Self::new(self.name, self.content, self.folder)
    }

    /// Line from 1.
    fn line(&self, offset: usize) -> usize {
        self.lines.partition_point(|begin| *begin <= offset).max(1)
    }

    /// The byte at a line and column.
    pub(crate) fn offset(&self, line: usize, column: usize) -> usize {
        let begin = self.lines.get(line.saturating_sub(1)).copied().unwrap_or(self.content.len());
        let rest = &self.content[begin..];
        begin + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(i, _)| i)
    }

    /// `file:line`.
    pub(crate) fn at(&self, offset: usize) -> String {
        let file = Path::new(&self.name)
            .file_name()
            .map_or(self.name.as_str().into(), |name| name.to_string_lossy());
        format!("{file}:{}", self.line(offset))
    }

    pub(crate) fn error(
        &self,
        kind: ErrorKind,
        range: Range<usize>,
        message: impl Into<String>,
    ) -> SceneError {
        let line = self.line(range.start);
        let begin = self.lines[line - 1];
        let end = self.lines.get(line).copied().unwrap_or(self.content.len()).max(range.start);
        let text = self.content[begin..end].trim_end_matches(['\n', '\r']).to_owned();
        let count = |part: Range<usize>| self.content.get(part).map_or(0, |part| part.chars().count());
        let place = Place {
            file: self.name.clone(),
            line,
            column: count(begin..range.start) + 1,
            width: count(range.start..range.end.min(end)).clamp(1, text.chars().count().max(1)),
            text,
        };
        SceneError::new(kind, message, Some(place))
    }
}

/// What a robot file may open, and how much of it is left.
#[derive(Debug)]
pub(crate) struct Access {
    /// Folders that may be read, without links and dots.
    roots: Vec<PathBuf>,
    packages: Vec<PathBuf>,
    /// Files that are not there yet.
    written: Vec<PathBuf>,
    /// Whether meshes that are not there are left out.
    pub(crate) skips_missing: bool,
    bytes: Cell<u64>,
    files: Cell<usize>,
}

impl Access {
    /// For the robot file at `path`, with the folders that the options allow beside its own surroundings.
    pub(crate) fn for_file(path: &Path, options: &RobotOptions, packages: &[PathBuf]) -> Self {
        let more = options.roots.as_slice();
        let folder = absolute(folder_of(path));
        let roots = std::iter::once(surroundings(&folder)).chain(more.iter().cloned());
        let roots = roots.chain(packages.iter().cloned()).filter_map(|root| root.canonicalize().ok());
        Self {
            roots: roots.collect(),
            packages: [more, packages].concat(),
            written: Vec::new(),
            skips_missing: options.skip_missing,
            bytes: Cell::new(MOST_BYTES),
            files: Cell::new(0),
        }
    }

    /// For a file that is going to be written at `path`, with meshes beside it that are not there yet.
    pub(crate) fn for_written(path: &Path, meshes: &[(PathBuf, Vec<u8>)]) -> Self {
        let mut access = Self::for_file(path, &RobotOptions::default(), &[]);
        let folder = absolute(folder_of(path));
        access.written = meshes.iter().map(|(mesh, _)| straightened(&folder.join(mesh))).collect();
        access
    }

    /// The robot file itself, which a person named.
    pub(crate) fn open_first(&self, path: &Path) -> Result<Text> {
        self.text_at(path).map_err(|why| unreadable(path, &why))
    }

    /// The bytes of the robot file itself.
    pub(crate) fn bytes_of_first(&self, path: &Path) -> Result<Vec<u8>> {
        self.read(path).map_err(|why| unreadable(path, &why))
    }

    /// The text at a path that was resolved for an element.
    pub(crate) fn text_of(&self, path: &Path, by: El<'_>) -> Result<Text> {
        self.text_at(path).map_err(|why| by.fault(ErrorKind::Unreadable, why))
    }

    /// The SDF file of a model that an element names: a file, or a folder with a `model.config` that says which.
    pub(crate) fn model_at(&self, name: &str, by: El<'_>) -> Result<PathBuf> {
        let folder = by.source().folder.clone();
        let plain = name.trim().strip_prefix("file://").unwrap_or(name.trim());
        let at = match find_package(plain, &folder, &self.packages) {
            Some(Ok((package, path))) => package.join(path),
            _ => folder.join(plain),
        };
        if !at.is_dir() {
            return self.resolve(name, by);
        }
        let inside = |file: &str| format!("{}/{file}", plain.trim_end_matches('/'));
        let config = self.resolve(&inside("model.config"), by)?;
        let text = self.text_of(&config, by)?;
        let xml = crate::xml::Xml::parse(&text)?;
        // The last is that of the newest version.
        let file =
            xml.root().all("sdf").last().map(|sdf| sdf.words()).unwrap_or_else(|| "model.sdf".to_owned());
        self.resolve(&inside(&file), by)
    }

    /// The bytes at a path that was resolved for an element.
    pub(crate) fn bytes_at(&self, path: &Path, by: El<'_>) -> Result<Vec<u8>> {
        self.read(path).map_err(|why| by.fault(ErrorKind::Unreadable, why))
    }

    /// The first bytes of a file, to see what it is.
    pub(crate) fn head(&self, path: &Path) -> Vec<u8> {
        let mut head = Vec::new();
        if let Ok(file) = input::open(path) {
            // A file that cannot be read is told when its mesh is loaded.
            let _ = file.take(4096).read_to_end(&mut head);
        }
        head
    }

    /// The file that an element names, which must be there and in a folder that may be read.
    pub(crate) fn resolve(&self, name: &str, by: El<'_>) -> Result<PathBuf> {
        self.resolve_in(name, &by.source().folder.clone(), by)
    }

    /// The same for names that may also be relative to one of the folders that may be read, as OpenRAVE looks for its data.
    pub(crate) fn resolve_anywhere(&self, name: &str, by: El<'_>) -> Result<PathBuf> {
        let beside = self.resolve(name, by);
        let mut roots = self.roots.iter();
        beside.or_else(|error| roots.find_map(|root| self.resolve_in(name, root, by).ok()).ok_or(error))
    }

    /// The same for names that are relative to another folder than the element's file.
    pub(crate) fn resolve_in(&self, name: &str, folder: &Path, by: El<'_>) -> Result<PathBuf> {
        let refuse = |why: String, help: &str| Err(by.fault(ErrorKind::Unreadable, why).with_note(help));
        let plain = name.trim().strip_prefix("file://").unwrap_or(name.trim()).replace('\\', "/");
        if plain.is_empty() || plain.contains('\0') {
            return refuse(
                "the name of a file is empty".to_owned(),
                "help: give a path, or remove the element",
            );
        }
        let (path, package) = match find_package(&plain, folder, &self.packages) {
            Some(Ok((package, path))) => (package.join(path), Some(package)),
            Some(Err(why)) => {
                return refuse(
                    why.to_string(),
                    "help: name the folder that holds it: --package DIR, or `packages` in a scene",
                );
            }
            None if plain.contains("://") => {
                return refuse(
                    format!("`{}` is not on this machine", shown(&plain)),
                    "help: download it, and name the copy",
                );
            }
            None => (folder.join(&plain), None),
        };
        // Some programs write a slash before what is relative all the same.
        let path = match plain.strip_prefix('/') {
            Some(rest) if !path.exists() && folder.join(rest).is_file() => folder.join(rest),
            _ => path,
        };
        // Before anything is touched: what the path says, links aside.
        let straight = straightened(&absolute(&path));
        if self.written.contains(&straight) {
            return Ok(straight);
        }
        let package = package.map(|package| straightened(&absolute(&package)));
        let allowed = |path: &Path| {
            self.roots.iter().chain(package.as_ref()).any(|root| {
                path.starts_with(root) || root.canonicalize().is_ok_and(|root| path.starts_with(root))
            })
        };
        if !allowed(&straight) && !straight.canonicalize().is_ok_and(|real| allowed(&real)) {
            return refuse(
                format!("`{}` is outside of the folders that this file may read", shown(&plain)),
                "help: allow its folder: --root DIR, or `robot.roots` of an include",
            );
        }
        let real = match straight.canonicalize() {
            Ok(real) => real,
            Err(_) => {
                return refuse(
                    format!("there is no file `{}`", shown(&plain)),
                    "help: paths are relative to the file that names them",
                );
            }
        };
        if !allowed(&real) {
            return refuse(
                format!("`{}` leads out of the folders that this file may read", shown(&plain)),
                "help: allow its folder: --root DIR, or `robot.roots` of an include",
            );
        }
        if !real.is_file() {
            return refuse(format!("`{}` is not a regular file", shown(&plain)), "help: name a file");
        }
        Ok(real)
    }

    fn text_at(&self, path: &Path) -> std::result::Result<Text, String> {
        Ok(Text::of_file(path, self.read(path)?))
    }

    fn read(&self, path: &Path) -> std::result::Result<Vec<u8>, String> {
        self.files.set(self.files.get() + 1);
        if self.files.get() > MOST_FILES {
            return Err(format!("more than {MOST_FILES} files are read"));
        }
        let bytes = input::read(path, LARGEST_FILE.min(self.bytes.get()))
            .map_err(|problem| format!("cannot read `{}`: {problem}", path.display()))?;
        self.bytes.set(self.bytes.get() - bytes.len() as u64);
        Ok(bytes)
    }
}

fn unreadable(path: &Path, why: &str) -> SceneError {
    let near = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
    let fault = error(ErrorKind::Unreadable, why);
    match near {
        Some(folder) => fault.with_note(format!("help: there is no folder `{}`", folder.display())),
        None => fault,
    }
}

/// UTF-8 as it is, anything else as Latin-1, in which every byte is a letter. What other readers overlook is blotted out without moving a line: a mark of
/// the byte order, a declaration that is not at the very start, dashes in comments, zeros at the end.
fn decoded(bytes: Vec<u8>) -> String {
    let mut text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
    text.truncate(text.trim_end_matches(|c: char| c.is_control() || c.is_whitespace()).len());
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    if let Some(start) = text.find("<?xml ").filter(|start| *start > 0)
        && let Some(length) = text[start..].find("?>")
    {
        let blank: String =
            text[start..start + length + 2].chars().map(|c| if c == '\n' { c } else { ' ' }).collect();
        text.replace_range(start..start + length + 2, &blank);
    }
    without_dashes(text)
}

/// Two dashes within a comment are not allowed, and often there all the same.
fn without_dashes(mut text: String) -> String {
    let mut from = 0;
    while let Some(start) = text[from..].find("<!").map(|i| from + i) {
        let (open, close) =
            if text[start..].starts_with("<![CDATA[") { ("<![CDATA[", "]]>") } else { ("<!--", "-->") };
        let begin = start + open.len();
        if !text[start..].starts_with(open) {
            from = start + 2;
            continue;
        }
        let Some(end) = text[begin..].find(close).map(|i| begin + i) else { break };
        if open == "<!--" && (text[begin..end].contains("--") || text[begin..end].ends_with('-')) {
            let blank = text[begin..end].replace('-', " ");
            text.replace_range(begin..end, &blank);
        }
        from = end + close.len();
    }
    text
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The path without `.` and `..`.
fn straightened(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                straight.pop();
            }
            other => straight.push(other),
        }
    }
    straight
}

/// What belongs to a robot file without a word: its package, or else the folder above its own, as robots have `urdf` beside `meshes`. A folder that lies at
/// the top of the machine, or that holds homes, is none of them.
fn surroundings(folder: &Path) -> PathBuf {
    let deep =
        |folder: &&Path| folder.components().filter(|c| matches!(c, Component::Normal(_))).count() >= 2;
    let marked = |folder: &&Path| TOP_MARKS.iter().any(|mark| folder.join(mark).exists());
    let package = folder.ancestors().take(HEIGHT).filter(deep).find(marked);
    package.or_else(|| folder.parent().filter(deep)).unwrap_or(folder).to_owned()
}
