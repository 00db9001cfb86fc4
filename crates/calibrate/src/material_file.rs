//! A material as scenes read it.

use bristle_contact::{Basis, ContactMaterial, Named, NormalLaw, Saturation, Tabulated};

/// The text of a scene file that holds one material, `name`, under the `comments`.
///
/// `name` may have letters, digits, `_` and `-`; other characters become `_`. Numbers are written to seven digits.
pub fn material_toml(name: &str, material: &ContactMaterial, comments: &[String]) -> String {
    let mut text = String::new();
    for line in comments.iter().flat_map(|comment| comment.lines()) {
        text += format!("# {line}").trim_end();
        text.push('\n');
    }
    let basis = match material.basis() {
        Basis::PerTexel => "per_texel",
        Basis::PerArea => "per_area",
    };
    text += &format!("[materials.{}]\nbasis = \"{basis}\"\n", plain_name(name));
    text += &format!("normal = {{ {} }}\n", normal(material.normal()));
    text += &format!("friction = {{ {} }}\n", by_name(material.friction()));
    text += &format!("max_penetration = {}\n", number(material.max_penetration()));
    if material.saturation() == Saturation::CutOff {
        text += "saturation = \"cut_off\"\n";
    }
    if let Some(k2) = material.target_stiffness() {
        text += &format!("target_stiffness = {}\n", number(k2));
    }
    text
}

fn normal(law: &NormalLaw) -> String {
    match law {
        NormalLaw::Tabulated(law) => tabulated(law),
        // A file cannot hold a curve written in code; its points are as near as it gets. A checked curve always has a table.
        NormalLaw::Custom(law) => law.tabulated().as_ref().map_or_else(|_| String::new(), tabulated),
        law => by_name(law),
    }
}

fn tabulated(law: &Tabulated) -> String {
    let points = law.points().skip(1).map(|(x, y)| format!("[{}, {}]", number(x), number(y)));
    let points = points.collect::<Vec<_>>().join(", ");
    format!("tabulated = {{ points = [{points}], damping = {} }}", number(law.damping()))
}

/// A law and its numbers.
fn by_name<L: Named>(of: &L) -> String {
    let Some(law) = of.law() else { return String::new() };
    let values = law.values(of).into_iter().flatten();
    let values = values.map(|(parameter, value)| format!("{} = {}", parameter.name, number(value)));
    format!("{} = {{ {} }}", law.name, values.collect::<Vec<_>>().join(", "))
}

/// Seven digits: far more than any measurement has, and short enough to read.
fn number(value: f64) -> String {
    let rounded: f64 = format!("{value:.6e}").parse().unwrap_or(value);
    format!("{rounded:?}")
}

fn plain_name(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).take(60).collect();
    if plain.is_empty() { "pad".to_owned() } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bristle_contact::{CoulombParameters, LinearSpringDamper, RegularisedCoulomb, presets};

    /// What a scene reads in the text.
    fn read(text: &str, name: &str) -> ContactMaterial {
        let scene = bristle_scene::Scene::parse(text, "material.toml")
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        let found = scene.data().materials.iter().find(|material| material.name == name).unwrap();
        found.contact().unwrap()
    }

    #[test]
    fn scenes_read_back_what_was_written() {
        let table = Tabulated::new(&[(1e-3, 300.0), (2.1e-3, 1100.0)], 7.0).unwrap();
        let coulomb = RegularisedCoulomb::new(CoulombParameters {
            slip_speed: 1e-3,
            viscosity: 0.3,
            mu_static: 0.43,
            mu_dynamic: 0.23,
            stribeck_speed: 0.11,
        });
        let odd = ContactMaterial::new(table, coulomb.unwrap(), 3.1e-3, Basis::PerArea)
            .unwrap()
            .with_target_stiffness(1e9)
            .unwrap();
        let linear = ContactMaterial::new(
            LinearSpringDamper::new(1.25e6, 0.0).unwrap(),
            *presets::opengrasp_2010().friction(),
            6e-3,
            Basis::PerTexel,
        );
        for material in [odd, linear.unwrap(), presets::opengrasp_2010(), presets::table3()] {
            let text = material_toml("a b", &material, &["One line.\n\nAnother.".into()]);
            assert!(text.starts_with("# One line.\n#\n# Another.\n"), "{text}");
            assert_eq!(read(&text, "a_b"), material, "{text}");
        }
    }

    #[test]
    fn numbers_are_those_of_the_file_format() {
        assert_eq!(number(22.084_123_456), "22.08412");
        assert_eq!(number(0.0), "0.0");
        assert_eq!(number(1.5e22), "1.5e22");
        assert_eq!(plain_name("foam 1/2"), "foam_1_2");
    }
}
