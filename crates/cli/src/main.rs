//! `bristle`: press things on tactile skins from the command line.
//!
//! Exit codes: 0 done, 1 a result could not be written, 2 the command line or an input file is wrong.

mod args;
mod clip;
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
mod report;
mod save;
mod sensor;
mod solids;
mod summary;
mod terminal_image;

use args::{Args, Command};
use clap::Parser;
use error::CliError;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    let outcome = match args.command {
        None => press::run(&args.press),
        Some(Command::Press(press)) => press::run(&press),
        Some(Command::Mesh(mesh)) => mesh_report::run(&mesh),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has seen enough (`bristle | head`): no news to anyone.
        Err(CliError::Output(cause)) if cause.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
