//! Names in the words of a skin, and the geoms that they mean.

use crate::engine::{Model, Object};

/// How names were changed since they were written: `spec.attach` puts a prefix and a suffix to those of bodies, geoms and instances, and leaves the
/// words of a plugin as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Affixes {
    before: String,
    after: String,
}

impl Affixes {
    /// From the name that an instance had when its words were written, and the one it has.
    pub(super) fn of(written: Option<&str>, now: &str) -> Self {
        written.and_then(|written| now.split_once(written)).map_or_else(Self::default, |(before, after)| {
            Self { before: before.to_owned(), after: after.to_owned() }
        })
    }

    /// The thing of a name: first in the part that the skin came with, then in the whole model.
    fn find(&self, model: Model, kind: Object, name: &str) -> Option<usize> {
        model.find(kind, &format!("{}{name}{}", self.before, self.after)).or_else(|| model.find(kind, name))
    }

    /// The body of a name.
    pub(super) fn body(&self, model: Model, name: &str) -> Option<usize> {
        self.find(model, Object::Body, name)
    }

    /// A geom by its name, or by its body and number as in `fingertip#2`, counted from 0.
    pub(super) fn geom(&self, model: Model, name: &str) -> Option<usize> {
        if let Some(geom) = self.find(model, Object::Geom, name) {
            return Some(geom);
        }
        let (body, number) = name.rsplit_once('#')?;
        let (body, number) = (self.body(model, body)?, number.parse().ok()?);
        (0..model.geoms()).filter(|geom| model.geom_body(*geom) == body).nth(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_attachment_put_around_a_name_is_found() {
        let of = |written, now| {
            let Affixes { before, after } = Affixes::of(written, now);
            (before, after)
        };
        assert_eq!(of(Some("pad"), "left/pad_2"), ("left/".into(), "_2".into()));
        assert_eq!(of(Some("pad"), "pad"), Default::default());
        assert_eq!(of(Some("pad"), "other"), Default::default());
        assert_eq!(of(None, "left/pad"), Default::default());
    }
}
