//! `bristle bench`: how fast standard scenes run here.

mod cases;
mod timing;

use crate::args::BenchArgs;
use crate::error::CliError;
use crate::quantity::{digits, quantity, table};
use crate::terminal::{note, print};
use cases::Case;
use serde::Serialize;

#[derive(Serialize)]
struct Document {
    program: &'static str,
    threads_available: usize,
    cases: Vec<CaseResult>,
}

/// How fast a scene is.
#[derive(Serialize)]
struct CaseResult {
    name: &'static str,
    texels: usize,
    step_s: f64,
    /// Wall time per step of one world on one thread, median over blocks of steps \[s\].
    per_step_s: f64,
    /// Simulated time over wall time, of the same.
    real_time_factor: f64,
    /// Steps per second of all worlds together, by number of threads with a world each.
    steps_per_s: Vec<Throughput>,
    /// Two threads over one.
    two_threads_over_one: f64,
}

#[derive(Serialize)]
struct Throughput {
    threads: usize,
    steps_per_s: f64,
}

pub(crate) fn run(args: &BenchArgs) -> Result<(), CliError> {
    let mut results = Vec::new();
    for case in cases::with(args.only.as_deref().unwrap_or_default())? {
        // Who waits wants to know for what; who reads the document does not see this.
        note(&format!("{} ...", case.name));
        results.push(measure(case)?);
    }
    if args.json {
        let document = Document {
            program: concat!("bristle ", env!("CARGO_PKG_VERSION")),
            threads_available: std::thread::available_parallelism().map_or(1, usize::from),
            cases: results,
        };
        return print(&(serde_json::to_string_pretty(&document)? + "\n"));
    }
    print(&in_words(&results))
}

fn measure(case: &Case) -> Result<CaseResult, CliError> {
    let ready = case.ready()?;
    let built = ready.built();
    let step_s = built.run.step;
    let per_step_s = timing::per_step(&ready)?;
    let (one, two) = timing::throughput(&ready)?;
    let sensing = built.model.skins().iter();
    Ok(CaseResult {
        name: case.name,
        texels: sensing.map(|skin| skin.skin.texels().len()).sum(),
        step_s,
        per_step_s,
        real_time_factor: step_s / per_step_s,
        steps_per_s: vec![
            Throughput { threads: 1, steps_per_s: one },
            Throughput { threads: 2, steps_per_s: two },
        ],
        two_threads_over_one: two / one,
    })
}

fn in_words(results: &[CaseResult]) -> String {
    let header = ["Scene", "texels", "step", "time per step", "× real time", "two threads"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for result in results {
        rows.push(vec![
            result.name.to_owned(),
            result.texels.to_string(),
            quantity(result.step_s, "s"),
            quantity(result.per_step_s, "s"),
            digits(result.real_time_factor),
            format!("{:.2} × one", result.two_threads_over_one),
        ]);
    }
    table(&rows)
}
