//! Tactile skins.

use super::Layout;
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_geometry::Pose;
use bristle_skin::layout::SamplePattern;
use bristle_skin::{Intensity, SkinOptions};

/// A tactile skin on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinDescription {
    /// Its name.
    pub name: String,
    /// The body that wears it.
    pub on: String,
    /// Where it is on that body.
    pub pose: Pose,
    /// Where its texels are.
    pub layout: Layout,
    /// What it is made of.
    pub material: String,
    /// Contact points per texel.
    pub samples: SamplePattern,
    /// Shapes of its body that lie under it.
    pub covers: Vec<String>,
    /// The rest.
    pub options: SkinOptions,
    /// What the device would say.
    pub intensity: Option<Intensity>,
}

impl SkinDescription {
    pub(super) fn read(name: &str, view: View<'_>) -> Result<Self, Fault> {
        let count = view.count("samples")?;
        let samples = match view.text("sampling")? {
            _ if count == 1 => SamplePattern::Centre,
            "regular" => {
                let side = count.isqrt();
                if side * side != count {
                    let message = format!("{count} points cannot be spread in as many rows as columns");
                    return Err(Fault::new(ErrorKind::OutOfRange, view.at_key("samples"), message)
                        .note("allowed with sampling = \"regular\": 1, 4, 9, 16, 25, …"));
                }
                SamplePattern::Regular(side)
            }
            _ => SamplePattern::Jittered(count),
        };
        let intensity = view.maybe_table("intensity").map(|of| {
            Intensity::new(of.number("gain")?, of.number("dead_band")?, of.number("full_scale")?)
                .map_err(|error| Fault::new(ErrorKind::OutOfRange, of.at(), error.to_string()))
        });
        let covers =
            view.list("covers").iter().filter_map(|node| node.as_text().map(str::to_owned)).collect();
        Ok(Self {
            name: name.to_owned(),
            on: view.name("on")?,
            pose: view.pose("pose")?,
            layout: Layout::read(view.table("layout")?)?,
            material: view.name("material")?,
            samples,
            covers,
            options: SkinOptions {
                look_ahead: view.number("look_ahead")?,
                backing: view.maybe_number("backing"),
                min_cosine: view.number("min_cosine")?,
                incipient_from: view.number("incipient_from")?,
            },
            intensity: intensity.transpose()?,
        })
    }
}
