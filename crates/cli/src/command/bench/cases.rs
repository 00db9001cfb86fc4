//! The standard scenes.

use crate::error::CliError;
use crate::run::Driver;
use bristle_scene::{Built, Scene};

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

impl Case {
    pub(super) fn build(&self) -> Result<Built, CliError> {
        let text = match self.source {
            Source::Text(text) => text.to_owned(),
            Source::Library(name) => {
                format!("include = [{{ file = \"lib:{name}\", set.run.stepping = \"newton\" }}]")
            }
        };
        Ok(Scene::parse(&text, self.name)?.build()?)
    }

    /// The world when it has become interesting.
    pub(super) fn ready<'a>(&self, built: &'a Built) -> Result<Driver<'a>, CliError> {
        let mut driver = Driver::new(built)?;
        while driver.time() < self.after {
            driver.advance(|_, _| {})?;
        }
        Ok(driver)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bristle_world::SkinId;

    #[test]
    fn every_case_presses_its_skins() {
        for case in ALL {
            let built = case.build().unwrap();
            let driver = case.ready(&built).unwrap();
            for (index, skin) in built.model.skins().iter().enumerate().filter(|(_, skin)| skin.sensing) {
                let force = driver.world().reading(SkinId(index)).unwrap().total_normal_force();
                assert!(force > 1.0, "{}: {} feels {force} N", case.name, skin.name);
            }
        }
    }
}
