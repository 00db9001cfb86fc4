//! Running a scene: a simulation that follows its script and disturbances, its observers, and its outcome.
//!
//! A [`Simulation`] is a world that keeps to its scene: a [`Driver`] gives its commands, pushes and added masses come at their
//! times, and what happens is noted as [`Event`]s. It records nothing and prints nothing. [`run`] takes it from its present to
//! the end and tells [`Observer`]s after every step: [`RunRecorder`] records it, and you can bring your own. The [`Outcome`] says
//! what came of it. Every entry point to a scene (the command line, Python, the lab) leads through here, so that all of them see the
//! same bits. [`drawing`] shows the scene's bodies where they are in a world, whoever moves it.
//!
//! ```
//! use bristle_run::{Observer, RunError, Simulation, drawing, run};
//! use std::{ops::ControlFlow, sync::Arc};
//!
//! /// Ends a run as soon as something touches.
//! struct UntilTouch;
//!
//! impl Observer for UntilTouch {
//!     fn after_step(&mut self, now: &Simulation) -> Result<ControlFlow<()>, RunError> {
//!         let touches = now.events().iter().any(|event| event.what.kind() == "touch");
//!         Ok(if touches { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
//!     }
//! }
//!
//! let scene = bristle_scene::Scene::parse("include = [\"lib:scenes/starter\"]", "demo.toml")?;
//! let built = Arc::new(scene.build()?);
//! let mut simulation = Simulation::new(Arc::clone(&built))?;
//! let outcome = run(&mut simulation, built.run.duration, &mut [&mut UntilTouch])?;
//! assert_eq!(outcome.skins[0].first_touch_s, Some(simulation.time()));
//!
//! let view = drawing::scene_view(&scene, simulation.world(), drawing::Texels::Felt)?;
//! assert!(view.title("The first touch").render()?.svg().contains("The first touch"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod channels;
mod clock;
mod controlled;
mod device_frame;
mod disturbances;
pub mod drawing;
mod driver;
mod error;
mod event;
mod facts;
mod film;
mod hardware;
mod observer;
mod outcome;
mod recorder;
mod run;
mod script;
mod signals;
mod simulation;
mod stored;
mod watch;

pub use bristle_record::{
    EndedBy, Felt, Hold, ObjectOutcome, Outcome, PhaseOutcome, RunEnding, SkinOutcome, SolverOutcome, Verdict,
};
pub use controlled::ControllerRunner;
pub use device_frame::DeviceFrame;
pub use driver::Driver;
pub use error::RunError;
pub use event::{EndedPhase, Event, Happening};
pub use facts::run_info;
pub use film::{Film, FilmError};
pub use hardware::SimulatedHardware;
pub use observer::Observer;
pub use outcome::Collector;
pub use recorder::{Folder, RecordOptions, RunRecorder};
pub use run::{run, steps_of};
pub use script::ScriptRunner;
pub use simulation::Simulation;
pub use stored::StoreError;

/// The examples of the page run here: this crate sees everything that they use.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/extending.md")]
struct Extending;
