//! Options of `bristle reproduce`, built from what the experiments declare.

use bristle_lab::{Experiment, Kind, Parameter, Setting, Settings};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use std::path::PathBuf;

/// What was asked of `bristle reproduce`.
#[derive(Clone, Debug)]
pub(crate) struct ReproduceArgs {
    pub(super) asked: Asked,
}

#[derive(Clone, Debug)]
pub(super) enum Asked {
    /// What there is.
    List { json: bool },
    /// One experiment with its settings.
    One { experiment: &'static Experiment, settings: Settings, output: Output },
    /// All of them, those that take minutes only if asked for, on so many threads.
    All { long: bool, threads: usize, output: Output },
}

/// Where the results go.
#[derive(Clone, Debug)]
pub(super) struct Output {
    pub(super) out: Option<PathBuf>,
    /// Whether scenes that are run are recorded as well.
    pub(super) record: bool,
    pub(super) json: bool,
    pub(super) quiet: bool,
}

impl Output {
    /// The folder for files; none if only JSON was asked for.
    pub(super) fn folder(&self, default: &str) -> Option<PathBuf> {
        match &self.out {
            Some(folder) => Some(folder.clone()),
            None if self.json && !self.record => None,
            None => Some(PathBuf::from(default)),
        }
    }
}

/// Options that every experiment has; none may declare a parameter of such a name.
#[cfg(test)]
pub(super) const RESERVED: [&str; 6] = ["out", "record", "json", "quiet", "help", "version"];

pub(crate) const EXAMPLES: &str = "\
Examples:
  bristle reproduce                                     what there is
  bristle reproduce table3-weights                      one experiment, as published
  bristle reproduce table3-weights --mass 0.1,0.37      and with 0.37 kg?
  bristle reproduce fig9-tilt --angle 7 --law lugre
  bristle reproduce fig12-work-cycle --record           with a recording of the run and its own report
  bristle reproduce fig9-tilt --help                    what can be varied
  bristle reproduce all                                 everything, into reproduced/report.html
  bristle reproduce all --json > values.json

Exit codes: 0 done, whether or not the values agree; 1 an experiment could not be run, or the disk is full; 2 wrong option.";

impl Args for ReproduceArgs {
    fn augment_args(command: Command) -> Command {
        let json = Arg::new("json").long("json").action(ArgAction::SetTrue);
        let command = command
            .arg(json.help("Print the list as one JSON document"))
            .args_conflicts_with_subcommands(true)
            .subcommand_value_name("EXPERIMENT")
            .subcommand_help_heading("Experiments")
            .disable_help_subcommand(true);
        let command =
            bristle_lab::all().iter().fold(command, |command, experiment| command.subcommand(of(experiment)));
        command.subcommand(all())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The command of one experiment.
fn of(experiment: &'static Experiment) -> Command {
    let command = Command::new(experiment.id)
        .about(experiment.title)
        .long_about(format!("{}\n\n{}\n\nSource: {}.", experiment.title, experiment.about, experiment.source))
        .next_help_heading("Parameters");
    let command =
        experiment.parameters.iter().fold(command, |command, parameter| command.arg(option(parameter)));
    let record = Arg::new("record").long("record").action(ArgAction::SetTrue);
    with_output(command, "Directory for figures and report [default: out/reproduced]")
        .arg(record.help("Record every scene that is run, with a report, into the directory"))
}

fn all() -> Command {
    let long = Arg::new(Experiment::LONG).long(Experiment::LONG).action(ArgAction::SetTrue);
    let threads = Arg::new("threads").long("threads").value_name("N");
    let threads = threads.value_parser(value_parser!(u64).range(1..=1024));
    let command = Command::new("all")
        .about("All of them, and one report")
        .arg(long.help("Also run what takes many minutes"))
        .arg(threads.help("Experiments at a time [default: as many as there are processors]"));
    with_output(command, "Directory for report.html and figures [default: out/reproduced]")
}

fn with_output(command: Command, out: &'static str) -> Command {
    let folder = Arg::new("out").long("out").value_name("DIR").value_parser(value_parser!(PathBuf)).help(out);
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue);
    let quiet = Arg::new("quiet").long("quiet").short('q').action(ArgAction::SetTrue);
    command
        .next_help_heading("Output")
        .arg(folder)
        .arg(json.help("Print every value as one JSON document; files are then written only with --out"))
        .arg(quiet.help("Print no progress and no table"))
}

fn option(parameter: &'static Parameter) -> Arg {
    let arg = Arg::new(parameter.name).long(parameter.name);
    if parameter.kind == Kind::Flag {
        return arg.action(ArgAction::SetTrue).help(parameter.help);
    }
    let unit = match (parameter.unit, parameter.kind) {
        ("", Kind::Choice { .. }) => "WORD",
        ("", Kind::Count { .. }) => "N",
        ("", _) => "NUMBER",
        (unit, _) => unit,
    };
    let help =
        format!("{} [default: {}; allowed: {}]", parameter.help, parameter.default(), parameter.allowed());
    arg.value_name(unit)
        .help(help)
        .allow_hyphen_values(true)
        .value_parser(move |text: &str| parameter.parse(text).map(|_| text.to_owned()))
}

impl FromArgMatches for ReproduceArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let asked = match matches.subcommand() {
            None => Asked::List { json: matches.get_flag("json") },
            Some(("all", matches)) => Asked::All {
                long: matches.get_flag(Experiment::LONG),
                threads: threads(matches.get_one("threads").copied()),
                output: output(matches),
            },
            Some((id, matches)) => {
                let experiment = bristle_lab::find(id).map_err(|error| wrong(&error.to_string()))?;
                Asked::One { experiment, settings: settings(experiment, matches)?, output: output(matches) }
            }
        };
        Ok(Self { asked })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn wrong(words: &str) -> clap::Error {
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{words}\n"))
}

fn threads(asked: Option<u64>) -> usize {
    let there_are = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(there_are, |asked| asked as usize)
}

fn output(matches: &ArgMatches) -> Output {
    Output {
        out: matches.get_one("out").cloned(),
        record: matches.try_get_one("record").ok().flatten().copied().unwrap_or(false),
        json: matches.get_flag("json"),
        quiet: matches.get_flag("quiet"),
    }
}

fn settings(experiment: &'static Experiment, matches: &ArgMatches) -> Result<Settings, clap::Error> {
    let mut settings = Settings::of(experiment);
    for parameter in experiment.parameters {
        let text = match parameter.default() {
            Setting::Flag(_) => Some(matches.get_flag(parameter.name).to_string()),
            _ => matches.get_one::<String>(parameter.name).cloned(),
        };
        if let Some(text) = text {
            settings.set(parameter.name, &text).map_err(|error| wrong(&error.to_string()))?;
        }
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_experiment_takes_the_name_of_an_option_that_all_have() {
        for experiment in bristle_lab::all() {
            for parameter in experiment.parameters {
                assert!(!RESERVED.contains(&parameter.name), "{}: {}", experiment.id, parameter.name);
            }
            assert_ne!(experiment.id, "all");
        }
    }
}
