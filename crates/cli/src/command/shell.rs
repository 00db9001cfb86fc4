//! `bristle completions` and `bristle man`: what shells and manuals know of the commands.

use crate::args::{Args, CompletionsArgs, ManArgs};
use crate::error::CliError;
use crate::terminal::print;
use clap::CommandFactory;
use clap_mangen::Man;

pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "bristle", &mut script);
    print(&String::from_utf8_lossy(&script))
}

pub(crate) fn man(args: &ManArgs) -> Result<(), CliError> {
    match &args.out {
        Some(directory) => {
            let failed = |cause| CliError::Write { path: directory.clone(), cause };
            std::fs::create_dir_all(directory).map_err(failed)?;
            clap_mangen::generate_to(Args::command(), directory).map_err(failed)
        }
        None => {
            let mut page = Vec::new();
            Man::new(Args::command()).render(&mut page).map_err(CliError::Output)?;
            print(&String::from_utf8_lossy(&page))
        }
    }
}
