//! What experiments there are.

use crate::error::CliError;
use serde::Serialize;

#[derive(Serialize)]
struct Item {
    id: &'static str,
    title: &'static str,
    source: &'static str,
    about: &'static str,
    parameters: Vec<ParameterItem>,
}

#[derive(Serialize)]
struct ParameterItem {
    name: &'static str,
    unit: &'static str,
    default: String,
    allowed: String,
    help: &'static str,
}

pub(super) fn of(json: bool) -> Result<String, CliError> {
    if json {
        return Ok(serde_json::to_string_pretty(&items())? + "\n");
    }
    let all = bristle_lab::all();
    let ids = all.iter().map(|e| e.id.chars().count()).max().unwrap_or(0);
    let titles = all.iter().map(|e| e.title.chars().count()).max().unwrap_or(0);
    let lines = all.iter().map(|e| format!("  {:<ids$}  {:<titles$}  {}\n", e.id, e.title, e.source));
    Ok(format!(
        "Experiments of the papers\n{}\nbristle reproduce ID runs one, bristle reproduce ID --help says what can be varied,\n\
         bristle reproduce all runs all and writes one report.\n",
        lines.collect::<String>()
    ))
}

fn items() -> Vec<Item> {
    let parameter = |parameter: &bristle_lab::Parameter| ParameterItem {
        name: parameter.name,
        unit: parameter.unit,
        default: parameter.default().to_string(),
        allowed: parameter.allowed(),
        help: parameter.help,
    };
    let item = |experiment: &&'static bristle_lab::Experiment| Item {
        id: experiment.id,
        title: experiment.title,
        source: experiment.source,
        about: experiment.about,
        parameters: experiment.parameters.iter().map(parameter).collect(),
    };
    bristle_lab::all().iter().map(item).collect()
}
