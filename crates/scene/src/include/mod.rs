//! Files that take over the parts of others.

mod classes;
mod merge;
mod overlay;
mod place;
mod prefix;

pub(crate) use overlay::{lay_more, lay_over};

use crate::SceneData;
use crate::Tree;
use crate::check::{check_table, is_name, shown};
use crate::data::{PoseTable, RobotOptions};
use crate::describe::{Part, TableSpec, Thing};
use crate::error::{ErrorKind, Fault};
use crate::import::{ImportRequest, Imported, Importer};
use crate::library;
use crate::node::{Node, Table, Value};
use crate::packages::{NoPackage, find_package};
use crate::parse;
use crate::source::{Content, Source, Sources, Span};
use crate::view::View;
use bristle_geometry::Pose;
use bristle_system::{input, paths};
use std::path::{Path, PathBuf};

/// How deep files may include one another.
pub(crate) const DEEPEST: usize = 32;
/// How many files a scene may have in all: without it, files that each include the next twice would never end.
pub(crate) const MOST_FILES: usize = 1000;
/// How large one file may be.
const LARGEST_FILE: u64 = 16 << 20;

/// Reads scene files and all that they include.
#[derive(Default)]
pub(crate) struct Reader<'i> {
    pub(crate) sources: Sources,
    /// What importers remarked.
    pub(crate) notes: Vec<String>,
    /// Who reads files of other programs.
    importer: Option<&'i dyn Importer>,
    /// The files on the way from the scene to the one being read.
    open: Vec<Origin>,
    /// Folders in which packages are looked for, by the files on that way.
    packages: Vec<PathBuf>,
}

/// Where a text comes from: what paths in it are relative to, and how cycles are known.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    File(PathBuf),
    Library(String),
    /// A text in memory; its paths are relative to this folder.
    Memory(PathBuf),
}

impl Origin {
    /// Of what is not in a file, but is to be read as if it were at `path`.
    pub(crate) fn beside(path: &Path) -> Self {
        Self::Memory(path.parent().unwrap_or(Path::new("")).to_owned())
    }

    /// Whether both are the same text.
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File(a), Self::File(b)) => is_same_file(a, b),
            (Self::Library(a), Self::Library(b)) => a == b,
            _ => false,
        }
    }

    fn folder(&self) -> Option<PathBuf> {
        match self {
            Self::File(path) => Some(path.parent().unwrap_or(Path::new("")).to_owned()),
            Self::Memory(folder) => Some(folder.clone()),
            Self::Library(_) => None,
        }
    }
}

impl<'i> Reader<'i> {
    /// Reads files of other programs as well.
    pub(crate) fn with_importer(importer: &'i dyn Importer) -> Self {
        Self { importer: Some(importer), ..Self::default() }
    }

    /// The scene at `path` with all its includes laid in, checked but for references.
    pub(crate) fn file(&mut self, path: &Path) -> Result<Table, Fault> {
        if let Some(importer) = self.importer.filter(|importer| importer.reads(path)) {
            return self.robot(importer, path, &RobotOptions::default(), None);
        }
        let (origin, text) = open_file(path, None)?;
        self.text(path.display().to_string(), text, origin, None)
    }

    /// A scene from memory.
    pub(crate) fn text(
        &mut self,
        name: String,
        text: String,
        origin: Origin,
        included_at: Option<Span>,
    ) -> Result<Table, Fault> {
        let document = parse::document(&text, self.sources.len());
        self.sources.add(Source { name, content: Content::Text(text), included_at });
        self.lay_in(document?, origin)
    }

    /// The same for a scene without a text.
    pub(crate) fn tree(&mut self, name: String, tree: Tree, origin: Origin) -> Result<Table, Fault> {
        let document = self.sources.add_tree(name, tree)?;
        self.lay_in(document, origin)
    }

    /// What a file of another program describes.
    fn robot(
        &mut self,
        importer: &dyn Importer,
        path: &Path,
        options: &RobotOptions,
        at: Option<Span>,
    ) -> Result<Table, Fault> {
        let how = ImportRequest { options, packages: &self.packages };
        let Imported { tree, notes } =
            importer.import(path, &how).map_err(|error| Fault::beyond(error, at))?;
        let name = path.display().to_string();
        self.notes.extend(notes.into_iter().map(|note| format!("{name}: {note}")));
        let document = self.sources.add_included_tree(name, tree, at)?;
        self.lay_in(document, Origin::File(path.to_owned()))
    }

    fn lay_in(&mut self, mut document: Node, origin: Origin) -> Result<Table, Fault> {
        classes::write_out(&mut document)?;
        let known_packages = self.packages.len();
        self.packages.extend(packages_of(&document, &origin));
        let mut table = checked(document, SceneData::spec(), &origin, &self.packages)?;
        let includes = table.remove("include");
        self.open.push(origin);
        for item in includes.iter().flat_map(|entry| entry.node.as_list().unwrap_or_default()) {
            let part = self.include(item)?;
            merge::take_over(&mut table, part)?;
        }
        self.open.pop();
        self.packages.truncate(known_packages);
        Ok(table)
    }

    fn include(&mut self, item: &Node) -> Result<Table, Fault> {
        let empty = Table::default();
        let options = item.as_table().unwrap_or(&empty);
        let file = options.get("file").unwrap_or(item);
        let (name, at) = (file.as_text().unwrap_or_default(), file.at);
        if self.open.len() >= DEEPEST {
            let message = format!("files include one another more than {DEEPEST} deep");
            return Err(Fault::new(ErrorKind::TooMany, at, message)
                .note("help: include the innermost files directly"));
        }
        if self.sources.len() >= MOST_FILES {
            let message = format!("the scene includes more than {MOST_FILES} files");
            return Err(Fault::new(ErrorKind::TooMany, at, message)
                .note("help: does a file include others several times over?"));
        }
        let mut part = self.part(name, at, options.get("robot"))?;
        if let Some(set) = options.get("set").and_then(Node::as_table) {
            lay_over(&mut part, set)?;
        }
        if let Some(prefix) = options.get("prefix")
            && let Some(word) = prefix.as_text().filter(|word| !word.is_empty())
        {
            if !is_name(word) {
                let message = format!("`{}` cannot be a prefix", shown(word));
                return Err(Fault::new(ErrorKind::OutOfRange, prefix.at, message)
                    .note("allowed: letters, digits, `_` and `-`"));
            }
            prefix::rename(&mut part, word)?;
        }
        // After the renaming, which must not touch the name of the body outside.
        place::move_roots(&mut part, options.get("pose"), options.get("attach"))?;
        Ok(part)
    }

    /// The scene or robot of that name.
    fn part(&mut self, name: &str, at: Span, robot: Option<&Node>) -> Result<Table, Fault> {
        if let Some(importer) = self.importer.filter(|importer| importer.reads(Path::new(name))) {
            let options = match robot.and_then(Node::as_table) {
                Some(table) => RobotOptions::read(View::new(table, at, ""))?,
                None => RobotOptions::default(),
            };
            let folder = self.folder(at)?;
            let path = resolved(name, &folder, &self.packages).map_err(|why| unreadable(&why, at))?;
            return self.robot(importer, &path, &options, Some(at));
        }
        if let Some(robot) = robot {
            let message = format!("`{}` is read as a scene, so it has no options of robots", shown(name));
            return Err(Fault::new(ErrorKind::Conflict, robot.at, message)
                .note("help: leave `robot` out; scenes can be changed with `set`"));
        }
        let (origin, shown_name, text) = self.open_include(name, at)?;
        if self.open.iter().any(|open| open.is(&origin)) {
            let message = format!("`{}` includes itself, directly or through others", shown(name));
            return Err(
                Fault::new(ErrorKind::Cycle, at, message).note("help: move what both need into a third file")
            );
        }
        self.text(shown_name, text, origin, Some(at))
    }

    /// What paths are relative to in the file that is being read.
    fn folder(&self, at: Span) -> Result<PathBuf, Fault> {
        self.open.last().and_then(Origin::folder).ok_or_else(|| {
            let message = "a model of the library can include only others of the library";
            Fault::new(ErrorKind::Unreadable, at, message)
        })
    }

    fn open_include(&self, name: &str, at: Span) -> Result<(Origin, String, String), Fault> {
        if let Some(model) = name.strip_prefix("lib:") {
            let Some(found) = library::find(model) else {
                let names: Vec<&str> = library::list().map(|model| model.name).collect();
                let near = crate::check::nearest(model, names.iter().copied());
                let message = format!("the library has no model `{}`", shown(model));
                return Err(Fault::new(ErrorKind::UnknownName, at, message)
                    .note(format!("known: {}", names.join(", ")))
                    .suggest(near.map(|name| format!("lib:{name}")).as_deref()));
            };
            return Ok((Origin::Library(found.name.to_owned()), name.to_owned(), found.text.to_owned()));
        }
        let path = self.folder(at)?.join(name);
        let (origin, text) = open_file(&path, Some(at))?;
        Ok((origin, path.display().to_string(), text))
    }
}

/// Reads a file that is no larger than scenes are.
fn open_file(path: &Path, at: Option<Span>) -> Result<(Origin, String), Fault> {
    let text = input::read_text(path, LARGEST_FILE).map_err(|problem| {
        Fault::new(ErrorKind::Unreadable, at, format!("cannot read `{}`: {problem}", path.display()))
    })?;
    Ok((Origin::File(path.to_owned()), text))
}

/// Whether two names lead to the same file, through whatever links.
fn is_same_file(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

/// The table of a document, held against its keys, with absolute paths of files.
pub(crate) fn checked(
    document: Node,
    spec: &TableSpec,
    origin: &Origin,
    packages: &[PathBuf],
) -> Result<Table, Fault> {
    let Node { at, value: Value::Table(mut table) } = document else {
        let message = format!("a scene is a table, but this is {}", document.type_in_words());
        return Err(Fault::new(ErrorKind::WrongType, document.at, message));
    };
    check_table(spec, &table, at, "")?;
    resolve_files(spec, &mut table, origin, packages)?;
    Ok(table)
}

/// Makes the paths of files absolute while it is known what they are relative to.
fn resolve_files(
    spec: &TableSpec,
    table: &mut Table,
    origin: &Origin,
    packages: &[PathBuf],
) -> Result<(), Fault> {
    let folder = origin.folder();
    prefix::for_each_file(spec, table, &mut |node| {
        let Some(name) = node.as_text().map(str::to_owned) else { return Ok(()) };
        // A mesh that stands in the scene itself.
        if name.starts_with("data:") {
            return Ok(());
        }
        let Some(folder) = &folder else {
            return Err(Fault::new(
                ErrorKind::Unreadable,
                node.at,
                "a model of the library cannot name files",
            ));
        };
        // As written: where links lead is the business of who reads the file. Its name there may tell nothing, as in a store by content.
        let path = resolved(&name, folder, packages).map_err(|why| unreadable(&why, node.at))?;
        let path = std::path::absolute(&path).unwrap_or(path);
        node.value = Value::Text(paths::to_text(&path).into_owned());
        Ok(())
    })
}

/// The file of that name, written in `folder`.
fn resolved(name: &str, folder: &Path, packages: &[PathBuf]) -> Result<PathBuf, NoPackage> {
    match find_package(name, folder, packages) {
        Some(found) => found.map(|(package, path)| package.join(path)),
        None => Ok(folder.join(name)),
    }
}

fn unreadable(why: &NoPackage, at: Span) -> Fault {
    Fault::new(ErrorKind::Unreadable, at, why.to_string())
        .note("help: name the folder that holds it: packages = [\"path/to/folder\"]")
}

/// Folders in which the file of a document looks for packages; what is wrong with them is found by its check.
fn packages_of(document: &Node, origin: &Origin) -> Vec<PathBuf> {
    let folder = origin.folder().unwrap_or_default();
    let listed = document.as_table().and_then(|table| table.get("packages")).and_then(Node::as_list);
    listed.unwrap_or_default().iter().filter_map(Node::as_text).map(|name| folder.join(name)).collect()
}

/// The pose that a checked node describes.
fn pose_of(node: &Node) -> Result<Pose, Fault> {
    match node.as_table() {
        Some(table) => {
            check_table(PoseTable::spec(), table, node.at, "pose")?;
            PoseTable::read(View::new(table, node.at, "")).map(Pose::from)
        }
        None => Ok(Pose::IDENTITY),
    }
}
