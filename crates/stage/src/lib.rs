//! A scene put on stage: its world on the way through script and disturbances, and its picture at any moment.
//!
//! A [`Stage`] is a world that keeps to its scene: phases of the script give their commands, pushes and added masses come at their
//! times, and what happens is noted as [`Event`]s. It records nothing and prints nothing. Every door to a scene (the command line,
//! Python) leads through it, so that all of them see the same bits. [`drawing`] shows the scene's bodies where they are in a world,
//! whoever moves it.
//!
//! ```
//! use bristle_stage::{Stage, drawing};
//! use std::sync::Arc;
//!
//! let scene = bristle_scene::Scene::parse("include = [\"lib:scenes/weigh\"]", "demo.toml")?;
//! let built = Arc::new(scene.build()?);
//! let mut stage = Stage::new(Arc::clone(&built))?;
//! while stage.time() < 0.05 {
//!     stage.step()?;
//! }
//! let view = drawing::scene_view(&scene, &built.names, stage.world(), drawing::Texels::Felt)?;
//! let picture = view.title(format!("At {} s", stage.time())).render()?;
//! assert!(picture.svg().contains("At 0.05 s"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clock;
mod disturb;
pub mod drawing;
mod event;
mod script;
mod stage;

pub use event::{EndedBy, Event, Happening};
pub use stage::Stage;
