//! A model and the files that it includes, as one document.

use crate::access::{Access, Text};
use crate::error::{ErrorKind, Result, shown};
use crate::xml::{El, Xml};
use std::collections::HashMap;
use std::path::PathBuf;

/// The texts of a model: its own, and those of all files that it includes.
#[derive(Debug)]
pub(super) struct Texts {
    main: Text,
    included: Vec<(PathBuf, Text)>,
}

impl Texts {
    /// Reads all files that a model includes, directly or through others.
    pub(super) fn read(main: Text, access: &Access) -> Result<Self> {
        let mut texts = Self { main, included: Vec::new() };
        let mut next = texts.find(&texts.main, access)?;
        while let Some((path, text)) = next.pop() {
            if texts.included.iter().any(|(known, _)| *known == path) {
                continue;
            }
            next.extend(texts.find(&text, access)?);
            texts.included.push((path, text));
        }
        Ok(texts)
    }

    /// The files that one text includes.
    fn find(&self, text: &Text, access: &Access) -> Result<Vec<(PathBuf, Text)>> {
        let xml = Xml::parse(text)?;
        let root = xml.root();
        if !(root.is("mujoco") || root.is("mujocoinclude")) {
            let message =
                format!("an MJCF file begins with <mujoco>, this one with <{}>", shown(root.name()));
            return Err(root.fault(ErrorKind::Syntax, message));
        }
        root.below()
            .filter(|element| element.is("include"))
            .map(|include| {
                let path = self.path(include, access)?;
                let text = access.text_of(&path, include)?;
                Ok((path, text))
            })
            .collect()
    }

    /// Paths are relative to the model; some programs take them as relative to the file that names them.
    fn path(&self, include: El<'_>, access: &Access) -> Result<PathBuf> {
        let name = include.need_attr("file")?;
        access
            .resolve_in(name, &self.main.folder, include)
            .or_else(|error| access.resolve(name, include).map_err(|_| error))
    }
}

/// The parsed texts.
#[derive(Debug)]
pub(super) struct Model<'t> {
    main: Xml<'t>,
    included: HashMap<PathBuf, Xml<'t>>,
    texts: &'t Texts,
    access: &'t Access,
}

impl<'t> Model<'t> {
    pub(super) fn parse(texts: &'t Texts, access: &'t Access) -> Result<Self> {
        let included = texts.included.iter().map(|(path, text)| Ok((path.clone(), Xml::parse(text)?)));
        Ok(Self { main: Xml::parse(&texts.main)?, included: included.collect::<Result<_>>()?, texts, access })
    }

    /// The root of the model itself.
    pub(super) fn root(&self) -> El<'_> {
        self.main.root()
    }

    /// What the paths of meshes are relative to.
    pub(super) fn folder(&self) -> &'t std::path::Path {
        &self.texts.main.folder
    }

    /// The children of an element, with those of included files in place.
    pub(super) fn children<'a>(&'a self, of: El<'a>) -> Result<Vec<El<'a>>> {
        let mut found = Vec::new();
        self.collect(of, &mut found, &mut Vec::new())?;
        Ok(found)
    }

    fn collect<'a>(&'a self, of: El<'a>, found: &mut Vec<El<'a>>, open: &mut Vec<PathBuf>) -> Result<()> {
        for child in of.elements() {
            if !child.is("include") {
                found.push(child);
                continue;
            }
            let path = self.texts.path(child, self.access)?;
            if open.contains(&path) {
                let message = format!(
                    "`{}` includes itself, directly or through others",
                    shown(child.attr("file").unwrap_or_default())
                );
                return Err(child.fault(ErrorKind::Cycle, message));
            }
            let Some(included) = self.included.get(&path) else { continue };
            open.push(path);
            self.collect(included.root(), found, open)?;
            open.pop();
        }
        Ok(())
    }

    /// All sections of a name, such as `worldbody`, in the order of the files.
    pub(super) fn sections<'a>(&'a self, name: &str) -> Result<Vec<El<'a>>> {
        Ok(self.children(self.root())?.into_iter().filter(|section| section.is(name)).collect())
    }
}
