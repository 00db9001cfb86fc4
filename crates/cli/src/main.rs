//! `bristle`: tactile skins on simulated robots, from the command line.
//!
//! Exit codes: 0 done, 1 failed while running, 2 wrong option, 3 bad scene or input file, 4 not the expected outcome, 130 interrupted.

mod args;
mod clip;
mod command;
mod error;
mod json;
mod materials;
mod mesh_report;
mod motion;
mod numbers;
mod objects;
mod pictures;
mod press;
mod progress;
mod quantity;
mod report;
mod save;
mod scene_file;
mod sensor;
mod solids;
mod summary;
mod terminal;
mod terminal_image;

use args::{Args, Command, RunArgs};
use clap::Parser;
use error::CliError;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    let outcome = match args.command {
        None => command::run::run(&RunArgs::default_scene(args.run)),
        Some(Command::Run(args)) => command::run::run(&args),
        Some(Command::Check(args)) => command::check::run(&args),
        Some(Command::New(args)) => command::new::run(&args),
        Some(Command::List(args)) => command::list::run(&args),
        Some(Command::Import(args)) => command::robot::import(&args),
        Some(Command::Convert(args)) => command::robot::convert(&args),
        Some(Command::Render(args)) => command::render::run(&args),
        Some(Command::Recover(args)) => command::recover::run(&args),
        Some(Command::Bench(args)) => command::bench::run(&args),
        Some(Command::Calibrate(args)) => command::calibrate::run(&args),
        Some(Command::Reproduce(args)) => command::reproduce::run(&args),
        Some(Command::Press(args)) => press::run(&args),
        Some(Command::Mesh(args)) => mesh_report::run(&args),
        Some(Command::Completions(args)) => command::shell::completions(&args),
        Some(Command::Man(args)) => command::shell::man(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has seen enough (`bristle | head`): that is no error.
        Err(CliError::Output(cause)) if cause.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            terminal::note(&error.message());
            ExitCode::from(error.exit_code())
        }
    }
}
