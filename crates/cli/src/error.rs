//! What can go wrong, and what the shell hears of it.

use bristle_calibrate::CalibrateError;
use bristle_contact::MaterialError;
use bristle_geometry::SurfaceError;
use bristle_geometry::files::MeshFileError;
use bristle_geometry::mesh::MeshError;
use bristle_geometry::mesh::generate::GenerateError;
use bristle_geometry::shape::ShapeError;
use bristle_lab::LabError;
use bristle_picture::PictureError;
use bristle_record::report::ReportError;
use bristle_record::{ReadError, RecordError};
use bristle_run::RunError;
use bristle_run::drawing::DrawError;
use bristle_scene::{SceneError, TexelsError};
use bristle_skin::layout::LayoutError;
use bristle_skin::{SkinError, UpdateError};
use bristle_world::{ModelError, StepError};
use std::path::PathBuf;

/// Why a command was not carried out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// Options that make no sense together, or a value found wrong only later.
    #[error("{0}")]
    Usage(String),
    #[error(
        "{0}\n  fix: check the path and the file; `bristle mesh FILE` says more about a mesh that can be read"
    )]
    MeshFile(#[from] MeshFileError),
    #[error("{file}: {cause}\n  fix: look at it with `bristle mesh {file}`, which can also repair it", file = file.display())]
    BadTarget { file: PathBuf, cause: SurfaceError },
    #[error("{file}: {cause}\n  fix: `bristle mesh {file} --repair sensor.obj` mends winding, flat triangles and doubles",
            file = file.display())]
    BadSensor { file: PathBuf, cause: LayoutError },
    #[error("cannot build the sensor: {0}")]
    Texels(TexelsError),
    #[error("{file}: {cause}", file = file.display())]
    BadMesh { file: PathBuf, cause: MeshError },
    #[error("cannot build the pad: {0}")]
    Layout(#[from] LayoutError),
    #[error("cannot build the pad: {0}")]
    Skin(#[from] SkinError),
    #[error("cannot build the pad's material: {0}")]
    Material(#[from] MaterialError),
    #[error("cannot build the object: {0}")]
    Shape(#[from] ShapeError),
    #[error("cannot build the object: {0}")]
    Generate(#[from] GenerateError),
    #[error("cannot build the object: {0}")]
    Surface(#[from] SurfaceError),
    #[error("the press stopped: {0}")]
    Update(#[from] UpdateError),
    #[error(
        "cannot draw {name}: {cause}\n  fix: use a coarser pad or mesh, or ask for `--json` without `--out`"
    )]
    Draw { name: String, cause: PictureError },
    #[error("cannot write {path}: {cause}\n  fix: choose a directory that you may write to, with `--out DIR`",
            path = path.display())]
    Write { path: PathBuf, cause: std::io::Error },
    #[error("cannot write to standard output: {0}")]
    Output(std::io::Error),
    /// Its message begins with `error:` and shows the line.
    #[error("{0}")]
    Scene(#[from] SceneError),
    #[error("there is no scene `{name}`: no such file, and the library has only {known}{}",
            near.as_ref().map(|near| format!("\n  help: did you mean `{near}`?")).unwrap_or_default())]
    NoScene { name: String, known: String, near: Option<String> },
    #[error("{path} is there already\n  fix: choose another name, or overwrite it with --force", path = path.display())]
    Exists { path: PathBuf },
    /// A scene that cannot be drawn as it is in its files by now.
    #[error("{0}")]
    Picture(#[from] DrawError),
    #[error("the world refuses what the scene asks for: {0}")]
    Model(#[from] ModelError),
    #[error("a step could not be taken: {0}")]
    Step(#[from] StepError),
    #[error("{0}")]
    Run(RunError),
    /// The run ended, and its recording is whole.
    #[error("{0}")]
    Failed(String),
    #[error("{0}")]
    Interrupted(String),
    /// The run ended as planned, and its recording is whole.
    #[error("{0}")]
    OtherOutcome(String),
    #[error("{}", in_words(.0))]
    Record(RecordError),
    #[error("{0}")]
    Read(#[from] ReadError),
    #[error("the recording is whole, but no report could be made: {0}")]
    Report(#[from] ReportError),
    #[error("cannot read {path}: {cause}", path = path.display())]
    DataFile { path: PathBuf, cause: bristle_system::input::Problem },
    #[error("{0}")]
    Calibrate(#[from] CalibrateError),
    /// An experiment that could not be run, or was asked for what cannot be.
    #[error("{0}")]
    Lab(#[from] LabError),
    #[error("cannot express the result as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl From<TexelsError> for CliError {
    fn from(error: TexelsError) -> Self {
        match error {
            TexelsError::MeshFile(error) => Self::MeshFile(error),
            TexelsError::Layout(error) => Self::Layout(error),
            other => Self::Texels(other),
        }
    }
}

impl From<RunError> for CliError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Record(error) => Self::Record(error),
            RunError::Model(error) => Self::Model(error),
            RunError::Scene(error) => Self::Scene(error),
            other => Self::Run(other),
        }
    }
}

impl CliError {
    /// 1 failed while running, 2 wrong use, 3 bad input, 4 not the expected outcome, 130 interrupted (128 + SIGINT, as shells have it).
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_)
            | Self::Layout(_)
            | Self::Skin(_)
            | Self::Material(_)
            | Self::Shape(_)
            | Self::Generate(_)
            | Self::Surface(_)
            | Self::Exists { .. } => 2,
            Self::MeshFile(_)
            | Self::BadTarget { .. }
            | Self::BadSensor { .. }
            | Self::Texels(_)
            | Self::BadMesh { .. }
            | Self::Scene(_)
            | Self::NoScene { .. }
            | Self::Picture(_)
            | Self::Model(_)
            | Self::Read(_) => 3,
            Self::DataFile { .. }
            | Self::Calibrate(CalibrateError::Data(_) | CalibrateError::PoorFit { .. }) => 3,
            // The data are fine: an option asks for what they do not give.
            Self::Calibrate(CalibrateError::Option { .. } | CalibrateError::Material(_)) => 2,
            Self::Calibrate(_) => 1,
            Self::Lab(error) => of_experiment(error),
            // A folder that is taken is a wrong option; nothing ran.
            Self::Record(
                RecordError::Occupied { .. } | RecordError::InUse { .. } | RecordError::NotReplaced { .. },
            ) => 2,
            Self::Record(RecordError::Read(_)) => 3,
            Self::Interrupted(_) => 130,
            Self::OtherOutcome(_) => 4,
            Self::Update(_)
            | Self::Draw { .. }
            | Self::Write { .. }
            | Self::Output(_)
            | Self::Json(_)
            | Self::Step(_)
            | Self::Run(_)
            | Self::Failed(_)
            | Self::Record(_)
            | Self::Report(_) => 1,
        }
    }

    /// The whole message for a terminal.
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Scene(error) => error.to_string(),
            Self::Interrupted(words) => words.clone(),
            other => format!("error: {other}"),
        }
    }
}

/// Parameters that cannot be are a wrong option; the rest went wrong while running.
fn of_experiment(error: &LabError) -> u8 {
    match error {
        LabError::Parameter(_)
        | LabError::Settings(_)
        | LabError::NoExperiment { .. }
        | LabError::Layout(_)
        | LabError::Material(_)
        | LabError::Shape(_) => 2,
        _ => 1,
    }
}

/// What went wrong with a recording, with what to do about it here.
fn in_words(error: &RecordError) -> String {
    match error {
        RecordError::Occupied { .. } => format!("{error}\n  fix: --out another folder, or --force"),
        RecordError::InUse { .. } => format!("{error}\n  fix: --out another folder"),
        RecordError::Stopped { kept, .. } if kept.samples > 0 => {
            let folder = kept.folder.display();
            format!(
                "{error}\n  help: `bristle recover {folder}` makes its report, `bristle render {folder}` draws what was kept"
            )
        }
        RecordError::Parquet { path, .. } => {
            let folder = path.parent().unwrap_or(path).display();
            format!("{error}\n  help: `bristle recover {folder}`")
        }
        _ => error.to_string(),
    }
}
