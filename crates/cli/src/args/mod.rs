//! The command line.

mod calibrate;
mod press;
mod robot;
mod run;
mod scene;

pub(crate) use calibrate::{
    CalibrateArgs, CalibrateWhat, CommonArgs, DeviceArgs, FrictionArgs, StiffnessArgs,
};
pub(crate) use press::{MeshArgs, PressArgs};
pub(crate) use robot::{ConvertArgs, ImportArgs, ReadArgs};
pub(crate) use run::{Expected, RunArgs, RunOptions};
pub(crate) use scene::{BenchArgs, Camera, CheckArgs, ListArgs, ListWhat, NewArgs, RecoverArgs, RenderArgs};

use crate::command::reproduce::ReproduceArgs;
use clap::{Args as ClapArgs, Parser, Subcommand};
use std::path::PathBuf;

/// Touch for simulated robots: tactile skins that feel in newtons.
#[derive(Debug, Parser)]
#[command(
    name = "bristle",
    version,
    about,
    after_help = "Without a command, `bristle` runs the library's scene `pick-cube`: a parallel gripper with two tactile pads \
                  picks a cube. It prints what happened and writes a report into out/.\n\n\
                  Examples:\n  \
                  bristle                             the gripper picks a cube; see out/report.html\n  \
                  bristle new my.toml                 a commented scene to begin with\n  \
                  bristle check my.toml               what does it mean, which steps are stable?\n  \
                  bristle run my.toml --out results   run it\n  \
                  bristle list                        models, materials, devices, laws, scenes\n  \
                  bristle import robot.urdf           read a robot file of another program\n  \
                  bristle press --object mug.stl      press one thing on one pad\n  \
                  bristle reproduce                   the experiments of the papers\n\n\
                  Exit codes: 0 done; 1 failed while running (a step that cannot be taken, a disk that is full); \
                  2 wrong option; 3 bad scene or input file; 130 interrupted.",
    args_conflicts_with_subcommands = true
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) run: RunOptions,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a scene, record it, and write a report
    #[command(after_help = run::EXAMPLES)]
    Run(RunArgs),
    /// Check a scene and say what it means: bodies, masses, texels, contacts, stable steps
    #[command(after_help = scene::CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Write a commented scene to begin with
    #[command(after_help = scene::NEW_EXAMPLES)]
    New(NewArgs),
    /// List what there is: models, materials, devices, laws, scenes
    #[command(after_help = scene::LIST_EXAMPLES)]
    List(ListArgs),
    /// Read a robot file (URDF, MJCF, SDF, COLLADA, OpenRAVE, GraspIt!, Simox), and put skins on it
    #[command(after_help = robot::IMPORT_EXAMPLES)]
    Import(Box<ImportArgs>),
    /// Write a robot or scene in another format: URDF, MJCF, COLLADA 1.5, OpenRAVE
    #[command(after_help = robot::CONVERT_EXAMPLES)]
    Convert(Box<ConvertArgs>),
    /// Draw a scene, or what was felt in a recording
    #[command(after_help = scene::RENDER_EXAMPLES)]
    Render(RenderArgs),
    /// Complete the recording of a run that was killed, or whose disk was full
    #[command(after_help = scene::RECOVER_EXAMPLES)]
    Recover(RecoverArgs),
    /// Measure how fast standard scenes run on this machine
    #[command(after_help = scene::BENCH_EXAMPLES)]
    Bench(BenchArgs),
    /// Fit a material to measurements of stiffness or friction
    #[command(after_help = calibrate::EXAMPLES)]
    Calibrate(CalibrateArgs),
    /// Repeat the experiments of the papers, with the published figures beside ours
    #[command(after_help = crate::command::reproduce::EXAMPLES)]
    Reproduce(Box<ReproduceArgs>),
    /// Press objects on a tactile skin, slide them, and show what it feels
    #[command(after_help = press::PRESS_EXAMPLES)]
    Press(Box<PressArgs>),
    /// Say what a mesh file holds: is it closed, how large, how heavy; and repair it
    #[command(after_help = press::MESH_EXAMPLES)]
    Mesh(MeshArgs),
    /// Print a script that lets a shell complete commands and options
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Print the manual page, or write the pages of all commands
    #[command(after_help = MAN_EXAMPLES)]
    Man(ManArgs),
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  bristle completions bash > ~/.local/share/bash-completion/completions/bristle
  bristle completions zsh > ~/.zfunc/_bristle
  bristle completions fish > ~/.config/fish/completions/bristle.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  bristle man > bristle.1
  bristle man --out ~/.local/share/man/man1";

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct ManArgs {
    /// Directory for the pages of all commands
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        super::Args::command().debug_assert();
    }
}
