//! Recordings of a simulated run, and the report made from one.
//!
//! A [`Recorder`] is opened on a folder with a [`Schema`] and fed samples while the run goes on; a [`Recording`] reads the
//! folder back, also after Ctrl-C, `kill -9` or a full disk; [`report::write`] makes `report.html` and pictures from it.
//! The crate takes plain numbers and knows nothing of bodies, joints or solvers.
//!
//! ```
//! use bristle_record::{Channel, ChannelKind, Ending, Fact, Recorder, RunInfo, Schema, Unit, report};
//!
//! let folder = tempfile::tempdir()?;
//! let schema = Schema {
//!     run: RunInfo { title: "First grasp".into(), program: "bristle 0.1.0".into(), step: 1e-3, ..RunInfo::default() },
//!     channels: vec![Channel::new("left jaw", Unit::Metre, ChannelKind::JointPosition)],
//!     skins: vec![], // for each skin SkinSchema::of("left pad", &skin)
//!     devices: vec![],
//! };
//! let mut recorder = Recorder::create(folder.path(), schema)?;
//! recorder.phase(0.0, "close")?;
//! for step in 0..100 {
//!     let time = f64::from(step) * 1e-3;
//!     recorder.sample(time, &[0.03 - 0.1 * time], &[])?; // for each skin &reading.texels
//! }
//! let recording = recorder.finish(Ending::Completed, vec![Fact::count("Newton iterations", 212)])?;
//! let page = report::write(&recording)?.page;
//! assert_eq!(recording.series_named("left_jaw_m").map(|series| series[10]), Some(0.03 - 0.1 * 0.01));
//! # assert!(page.is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What the files hold is told in `docs/recordings.md`; why they survive, in `docs/decisions`.

mod csv;
mod device;
mod error;
mod event;
mod fact;
mod files;
mod layout;
mod lock;
mod manifest;
mod names;
mod outcome;
#[cfg(feature = "parquet")]
mod parquet_file;
mod recorder;
mod recording;
mod recover;
pub mod report;
mod schema;
mod texel_record;
mod unit;

pub use device::{DeviceRecord, DeviceSchema};
pub use error::{Kept, ReadError, RecordError, SchemaError};
pub use event::{Event, EventKind, Phase};
pub use fact::{Fact, FactValue};
pub use files::scene_pictures;
pub use manifest::Ending;
pub use outcome::{
    EndedBy, Felt, Hold, ObjectOutcome, Outcome, PhaseOutcome, RunEnding, SkinOutcome, SolverOutcome, Verdict,
};
pub use recorder::Recorder;
pub use recording::{Frame, Frames, Recording};
pub use recover::recover;
pub use schema::{Channel, ChannelKind, RunInfo, Schema, SkinSchema};
pub use texel_record::TexelRecord;
pub use unit::Unit;

/// Makes the Parquet files from the CSV files, where that was built in.
fn make_parquet(recording: &Recording) -> Result<(), RecordError> {
    #[cfg(feature = "parquet")]
    parquet_file::write(recording)?;
    let _ = recording;
    Ok(())
}
