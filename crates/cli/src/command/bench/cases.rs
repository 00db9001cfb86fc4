//! The standard scenes.

use crate::error::CliError;
use bristle_run::Simulation;
use bristle_scene::Scene;
use std::sync::Arc;

/// A scene, and when it is interesting.
pub(super) struct Case {
    pub(super) name: &'static str,
    source: Source,
    /// Simulated time after which the clock starts \[s\].
    after: f64,
}

enum Source {
    /// A scene of the library, by Newton's method: what is timed does not depend on what `automatic` chooses.
    Library(&'static str),
    Text(&'static str),
}

pub(super) const ALL: &[Case] = &[
    Case { name: "1 kg on a pad", source: Source::Library("scenes/weigh"), after: 0.5 },
    Case { name: "PG70 holds a cube", source: Source::Library("scenes/pick-cube"), after: 4.5 },
    Case { name: "PG70 holds a bottle", source: Source::Text(include_str!("pg70-bottle.toml")), after: 1.5 },
    Case { name: "1 kg on a fine pad", source: Source::Text(include_str!("fine-pad.toml")), after: 0.5 },
];

/// Those with a text in their name; there is at least one.
pub(super) fn with(text: &str) -> Result<Vec<&'static Case>, CliError> {
    let found: Vec<_> = ALL.iter().filter(|case| case.name.contains(text)).collect();
    if found.is_empty() {
        let known: Vec<_> = ALL.iter().map(|case| format!("`{}`", case.name)).collect();
        return Err(CliError::Usage(format!(
            "no standard scene has `{text}` in its name\n  fix: there are {}",
            known.join(", ")
        )));
    }
    Ok(found)
}

impl Case {
    /// The world when it has become interesting.
    pub(super) fn ready(&self) -> Result<Simulation, CliError> {
        let text = match self.source {
            Source::Text(text) => text.to_owned(),
            Source::Library(name) => {
                format!("include = [{{ file = \"lib:{name}\", set.run.stepping = \"newton\" }}]")
            }
        };
        let mut simulation = Simulation::new(Arc::new(Scene::parse(&text, self.name)?.build()?))?;
        while simulation.time() < self.after {
            simulation.step()?;
        }
        Ok(simulation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bristle_world::SkinId;

    #[test]
    fn every_case_presses_its_skins() {
        for case in ALL {
            let simulation = case.ready().unwrap();
            for (index, skin) in simulation.world().model().skins().iter().enumerate() {
                let force = simulation.world().reading(SkinId(index)).unwrap().total_normal_force();
                assert!(force > 1.0, "{}: {} feels {force} N", case.name, skin.name);
            }
        }
    }
}
