//! Scene files: from a text that a person writes to a model that moves.
//!
//! TOML text, a [`Tree`] or [`SceneData`] → a tree of values that know where they stand → includes laid in → checked against what
//! a scene may hold (`describe`) → plain data ([`SceneData`]) → [`Built`]: a model, its first state, and the run's settings.
//! Every mistake is one [`SceneError`] that shows the line, says what is allowed and guesses what was meant.
//!
//! ```
//! let scene = bristle_scene::Scene::parse(
//!     r#"
//!         include = ["lib:objects/cube", "lib:objects/table"]
//!         run = { duration = 0.5 }
//!     "#,
//!     "demo.toml",
//! )?;
//! let built = scene.build()?;
//! assert_eq!(built.model.bodies().len(), 2);
//! # Ok::<(), bristle_scene::SceneError>(())
//! ```

mod brief;
mod build;
mod check;
pub mod data;
mod defaults;
mod describe;
mod error;
mod foreign;
pub mod household;
mod import;
mod include;
pub mod library;
mod node;
mod order;
mod packages;
mod parse;
mod reference;
mod scene;
mod schema;
mod source;
mod tree;
mod validate;
mod view;
mod write;

pub use brief::brief;
pub use build::{Built, Device, TexelsError};
pub use data::SceneData;
pub use error::{ErrorKind, SceneError};
pub use import::{ImportRequest, Imported, Importer};
pub use packages::{NoPackage, find_package, is_in_package};
pub use reference::reference;
pub use scene::{Scene, Settings};
pub use schema::schema;
pub use source::Place;
pub use tree::Tree;
