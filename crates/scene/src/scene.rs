//! A scene: a checked text, and what it says.

use crate::Tree;
use crate::check::{check_references, check_table, nearest, shown};
use crate::data::SceneData;
use crate::defaults;
use crate::describe::{Field, Part, Thing};
use crate::error::{ErrorKind, Fault, SceneError};
use crate::import::Importer;
use crate::include::{Origin, Reader, lay_more, lay_over};
use crate::node::{Node, Table, Value};
use crate::parse;
use crate::source::{Content, Source, Sources, Span};
use crate::view::View;
use crate::write;
use std::path::Path;

/// What is to be different in a scene.
#[derive(Clone, Debug)]
pub enum Settings {
    /// As TOML.
    Text(String),
    /// Nested as in a file.
    Tree(Tree),
}

/// A scene that was read, checked and found consistent.
///
/// What it says is in [`data`](Self::data); to change it, change the text and read it again: the two can then never
/// disagree. [`to_toml`](Self::to_toml) is that text, with all that was included or left out written down.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(crate) sources: Sources,
    pub(crate) root: Table,
    pub(crate) data: SceneData,
    pub(crate) notes: Vec<String>,
}

/// Scenes that say the same are equal, wherever they were read from.
impl PartialEq for Scene {
    fn eq(&self, other: &Self) -> bool {
        self.data == other.data
    }
}

const TOP: Span = Span { source: 0, start: 0, end: 0 };

impl Scene {
    /// Reads the scene file at `path` and all that it includes.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, SceneError> {
        let mut reader = Reader::default();
        let root = reader.file(path.as_ref());
        Self::finish(reader.sources, reader.notes, root)
    }

    /// The same, where the file and what it includes may also be robot files of other programs.
    pub fn load_with(path: impl AsRef<Path>, importer: &dyn Importer) -> Result<Self, SceneError> {
        let mut reader = Reader::with_importer(importer);
        let root = reader.file(path.as_ref());
        Self::finish(reader.sources, reader.notes, root)
    }

    /// Reads a scene from memory. `origin` is what errors call it, and paths in it are relative to its folder.
    pub fn parse(text: &str, origin: impl AsRef<Path>) -> Result<Self, SceneError> {
        Self::read_text(Reader::default(), text, origin.as_ref())
    }

    /// The same, where what it includes may also be robot files of other programs.
    pub fn parse_with(
        text: &str,
        origin: impl AsRef<Path>,
        importer: &dyn Importer,
    ) -> Result<Self, SceneError> {
        Self::read_text(Reader::with_importer(importer), text, origin.as_ref())
    }

    fn read_text(mut reader: Reader<'_>, text: &str, origin: &Path) -> Result<Self, SceneError> {
        let root = reader.text(origin.display().to_string(), text.to_owned(), Origin::beside(origin), None);
        Self::finish(reader.sources, reader.notes, root)
    }

    /// A scene made in code. It is checked as a file would be; errors name what they are about by its path, such as
    /// `bodies.arm.mass`, and paths of files are relative to the working directory.
    ///
    /// ```
    /// use bristle_scene::data::{BodyDescription, BodyMass, JointDescription, ShapeDescription, ShapeKind, Sphere};
    /// use bristle_scene::{Scene, SceneData};
    /// use bristle_world::JointKind;
    ///
    /// let mut data = SceneData::default();
    /// data.run.duration = 0.5;
    /// data.bodies.push(BodyDescription {
    ///     name: "ball".into(),
    ///     joint: JointDescription::new(JointKind::Free),
    ///     mass: Some(BodyMass::Total(0.05)),
    ///     shapes: vec![ShapeDescription {
    ///         name: "all".into(),
    ///         kind: ShapeKind::Sphere(Sphere { radius: 0.02 }),
    ///         ..Default::default()
    ///     }],
    ///     ..Default::default()
    /// });
    /// let scene = Scene::from_data(&data)?;
    /// assert_eq!(Scene::parse(&scene.to_toml(), "ball.toml")?.data(), &data);
    /// # Ok::<(), bristle_scene::SceneError>(())
    /// ```
    pub fn from_data(data: &SceneData) -> Result<Self, SceneError> {
        Self::from_tree(data.tree(), "data")
    }

    /// A scene from values that are nested as in a file. `origin` is what errors call it, and paths in it are relative to its folder.
    pub fn from_tree(tree: Tree, origin: impl AsRef<Path>) -> Result<Self, SceneError> {
        Self::read_tree(Reader::default(), tree, origin.as_ref())
    }

    /// The same, where what it includes may also be robot files of other programs.
    pub fn from_tree_with(
        tree: Tree,
        origin: impl AsRef<Path>,
        importer: &dyn Importer,
    ) -> Result<Self, SceneError> {
        Self::read_tree(Reader::with_importer(importer), tree, origin.as_ref())
    }

    fn read_tree(mut reader: Reader<'_>, tree: Tree, origin: &Path) -> Result<Self, SceneError> {
        let root = reader.tree(origin.display().to_string(), tree, Origin::beside(origin));
        Self::finish(reader.sources, reader.notes, root)
    }

    fn finish(sources: Sources, notes: Vec<String>, root: Result<Table, Fault>) -> Result<Self, SceneError> {
        let read = || {
            let mut root = root?;
            check_table(SceneData::spec(), &root, TOP, "")?;
            check_references(&mut root)?;
            defaults::fill(SceneData::spec(), &mut root, TOP)?;
            let data = SceneData::read(View::new(&root, TOP, ""))?;
            Ok((root, data))
        };
        match read() {
            Ok((root, data)) => Ok(Self { sources, root, data, notes }),
            Err(fault) => Err(Fault::in_sources(fault, &sources)),
        }
    }

    /// The same scene with some values replaced, as `set` of an include does it: `"run.seed = 7\nrun.step = 2e-3"`.
    pub fn with_settings(&self, text: &str) -> Result<Self, SceneError> {
        let mut sources = self.sources.clone();
        let content = Content::Text(text.to_owned());
        let source = sources.add(Source { name: "settings".to_owned(), content, included_at: None });
        self.with_nodes(sources, parse::document(text, source))
    }

    /// The same for settings that are nested as in a file. `origin` is what errors call them.
    pub fn with_tree(&self, origin: &str, settings: Tree) -> Result<Self, SceneError> {
        let mut sources = self.sources.clone();
        let settings = sources.add_tree(origin.to_owned(), settings);
        self.with_nodes(sources, settings)
    }

    /// The same scene with settings that may bring new things, and without some bodies: for worlds that change while they run. With a body go its skins, its loops, and the
    /// motor that drives it; whatever else refers to it is an error.
    pub fn changed(&self, settings: Option<Settings>, remove: &[&str]) -> Result<Self, SceneError> {
        let (mut sources, mut root) = (self.sources.clone(), self.root.clone());
        let settings = settings.map(|settings| match settings {
            Settings::Text(text) => {
                let content = Content::Text(text.clone());
                let source = sources.add(Source { name: "settings".to_owned(), content, included_at: None });
                parse::document(&text, source)
            }
            Settings::Tree(tree) => sources.add_tree("settings".to_owned(), tree),
        });
        let change = || {
            remove.iter().try_for_each(|body| self.remove_body(&mut root, body))?;
            let settings = settings.transpose()?;
            if let Some(settings) = settings.as_ref().and_then(Node::as_table) {
                lay_more(&mut root, settings)?;
            }
            Ok(root)
        };
        Self::finish(sources, self.notes.clone(), change())
    }

    fn remove_body(&self, root: &mut Table, body: &str) -> Result<(), Fault> {
        let mut take = |kind: &str, name: &str| match root.get_mut(kind).map(|node| &mut node.value) {
            Some(Value::Table(all)) => all.remove(name).is_some(),
            _ => false,
        };
        if !take("bodies", body) {
            let names = self.data.bodies.iter().map(|body| body.name.as_str());
            let nearest = nearest(body, names);
            let message = format!("there is no body `{}` to remove", shown(body));
            return Err(Fault::new(ErrorKind::UnknownName, TOP, message).suggest(nearest));
        }
        for skin in self.data.skins.iter().filter(|skin| skin.on == body) {
            take("skins", &skin.name);
        }
        for motor in self.data.motors.iter().filter(|motor| motor.drives == body) {
            take("motors", &motor.name);
        }
        for joint in self.data.loops.iter().filter(|joint| joint.joins == body || joint.to == body) {
            take("loops", &joint.name);
        }
        Ok(())
    }

    fn with_nodes(&self, sources: Sources, settings: Result<Node, Fault>) -> Result<Self, SceneError> {
        let mut root = self.root.clone();
        let changed = settings.and_then(|settings| {
            if let Some(settings) = settings.as_table() {
                lay_over(&mut root, settings)?;
            }
            Ok(root)
        });
        Self::finish(sources, self.notes.clone(), changed)
    }

    /// What the scene says.
    pub fn data(&self) -> &SceneData {
        &self.data
    }

    /// The scene as run: one text without includes, with every default written down. It reads back as an equal scene.
    pub fn to_toml(&self) -> String {
        let mut root = self.root.clone();
        for skin in &self.data.skins {
            let table = root.get_mut("skins").and_then(Node::as_table_mut);
            let table = table.and_then(|skins| skins.get_mut(&skin.name)).and_then(Node::as_table_mut);
            // A device that was named is written whole: its file may change or be elsewhere.
            let device = skin
                .device
                .as_ref()
                .map(|device| Sources::default().add_tree("device".to_owned(), device.tree()));
            if let (Some(table), Some(Ok(device))) = (table, device) {
                table.set("device", device);
            }
        }
        write::document(&root)
    }

    /// What was dropped, guessed or repaired when files of other programs were read.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The names of the files it was read from, the scene itself first.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        (0..self.sources.len()).filter_map(|i| self.sources.get(i)).map(|source| source.name.as_str())
    }

    /// An error about what stands at a path, such as `controller.parameters.steps[2].grasp`, or above it.
    pub fn refuse(&self, path: &str, message: impl Into<String>) -> SceneError {
        let root = Node { at: TOP, value: Value::Table(self.root.clone()) };
        Fault::new(ErrorKind::Refused, root.deepest(path).at, message).in_sources(&self.sources)
    }

    /// Where the thing of that name is in the text.
    pub(crate) fn place(&self, table: &str, name: &str) -> Option<Span> {
        self.root.get(table).and_then(Node::as_table)?.entry(name).map(|entry| entry.key_at)
    }
}
