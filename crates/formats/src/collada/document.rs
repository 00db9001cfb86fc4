//! Finding one's way in a document: ids, sids, parameters, transforms.

use crate::error::{ErrorKind, Result, shown};
use crate::xml::{El, truth};
use bristle_geometry::Pose;
use glam::{DMat3, DMat4, DQuat, DVec3};
use std::cell::Cell;
use std::collections::HashMap;

/// How many elements may be looked at while references are followed.
const MOST_LOOKS: u64 = 20_000_000;
/// How long a chain of references may be.
const LONGEST: usize = 64;
/// How deep what is instantiated is searched for a sid.
const DEEPEST_INSTANCES: usize = 4;

/// A document and its elements by id.
#[derive(Debug)]
pub(super) struct Document<'a> {
    pub(super) root: El<'a>,
    ids: HashMap<&'a str, Vec<El<'a>>>,
    /// Length of a unit \[m\].
    pub(super) metres: f64,
    /// From the axes of the file to z up.
    pub(super) up: Pose,
    looks: Cell<u64>,
}

impl<'a> Document<'a> {
    pub(super) fn of(root: El<'a>) -> Result<Self> {
        let mut ids: HashMap<&str, Vec<El<'a>>> = HashMap::new();
        for element in root.below() {
            if let Some(id) = element.attr("id") {
                let all = ids.entry(id).or_default();
                if all.len() < 8 {
                    all.push(element);
                }
            }
        }
        let asset = root.child("asset");
        // An empty <unit/> is a metre.
        let unit = asset.and_then(|asset| asset.child("unit"));
        let metres = unit.map_or(Ok(1.0), |unit| unit.number_or("meter", 1.0))?;
        if let Some(unit) = unit.filter(|_| !(metres > 0.0)) {
            return Err(unit.fault_at("meter", ErrorKind::OutOfRange, format!("a unit of {metres} m")));
        }
        let up = asset.and_then(|asset| asset.child("up_axis")).map(|up| up.words());
        let up = match up.as_deref() {
            Some("Z_UP") => DQuat::IDENTITY,
            // As meshes of such files are turned.
            Some("X_UP") => DQuat::from_mat3(&DMat3::from_cols(DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y)),
            _ => DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2),
        };
        let up = Pose { rotation: up, translation: DVec3::ZERO };
        Ok(Self { root, ids, metres, up, looks: Cell::new(0) })
    }

    fn look(&self, by: El<'_>) -> Result<()> {
        self.looks.set(self.looks.get() + 1);
        match self.looks.get() > MOST_LOOKS {
            true => Err(by.fault(ErrorKind::TooMany, "the references of this document go too far")),
            false => Ok(()),
        }
    }

    /// The element of an id and kind that an attribute such as `url="#id"` names.
    pub(super) fn follow(&self, of: El<'a>, attribute: &str, kind: &str) -> Result<El<'a>> {
        let url = of.need_attr(attribute)?;
        let refuse = |why: String| of.fault_at(attribute, ErrorKind::UnknownName, why);
        let Some(id) = url.strip_prefix('#') else {
            return Err(refuse(format!("`{}` is in another document, which is not read", shown(url)))
                .with_note("help: put all into one document"));
        };
        let found = self.ids.get(id).into_iter().flatten().find(|found| found.is(kind)).copied();
        found.ok_or_else(|| refuse(format!("there is no <{kind}> `{}`", shown(id))))
    }

    /// The element of an id, whatever it is.
    pub(super) fn by_id(&self, id: &str) -> Option<El<'a>> {
        self.ids.get(id).and_then(|all| all.first()).copied()
    }

    /// The first element below another with a sid; if there is none, in what is instantiated there.
    fn below_with_sid(&self, of: El<'a>, sid: &str) -> Result<Option<El<'a>>> {
        let mut level = vec![of];
        for _ in 0..DEEPEST_INSTANCES {
            let mut next = Vec::new();
            for here in level {
                for element in here.below() {
                    self.look(of)?;
                    if element.attr("sid") == Some(sid) {
                        return Ok(Some(element));
                    }
                    next.extend(self.instantiated(element));
                }
            }
            level = next;
        }
        Ok(None)
    }

    /// What an `instance_…` stands for.
    fn instantiated(&self, of: El<'a>) -> Option<El<'a>> {
        of.name().strip_prefix("instance_")?;
        self.by_id(of.attr("url")?.strip_prefix('#')?)
    }

    /// The element that a path of sids leads to, such as `kmodel/joint0/axis0`, through instances and parameters.
    pub(super) fn by_sid(&self, path: &str, from: El<'a>) -> Result<Option<El<'a>>> {
        self.by_sid_within(path, from, LONGEST)
    }

    fn by_sid_within(&self, path: &str, from: El<'a>, left: usize) -> Result<Option<El<'a>>> {
        let mut parts = path.trim().trim_start_matches("./").split('/').filter(|part| !part.is_empty());
        let Some(first) = parts.next().filter(|_| left > 0) else { return Ok(None) };
        let mut at = match self.by_id(first) {
            Some(found) => found,
            None => {
                // The nearest element above that has something of this sid below it.
                let mut scope = Some(from);
                loop {
                    let Some(here) = scope else { return Ok(None) };
                    if let Some(found) = self.below_with_sid(here, first)? {
                        break found;
                    }
                    scope = here.parent();
                }
            }
        };
        at = self.through(at, left)?;
        for part in parts {
            let Some(found) = self.below_with_sid(at, part)? else { return Ok(None) };
            at = self.through(found, left)?;
        }
        Ok(Some(at))
    }

    /// What an instance or a parameter stands for.
    fn through(&self, mut at: El<'a>, left: usize) -> Result<El<'a>> {
        for _ in 0..left {
            if let Some(reference) = at.child("SIDREF") {
                match self.by_sid_within(&reference.words(), at, left - 1)? {
                    Some(found) => at = found,
                    None => break,
                }
                continue;
            }
            match self.instantiated(at) {
                Some(found) => at = found,
                None => break,
            }
        }
        Ok(at)
    }

    /// The number of an element that holds one, or names a parameter that does.
    pub(super) fn number(&self, of: El<'a>) -> Result<f64> {
        let holder = self.holder(of)?;
        let inner = ["float", "int"].iter().find_map(|name| holder.child(name)).unwrap_or(holder);
        inner.text_number()
    }

    /// The same for yes and no.
    pub(super) fn flag(&self, of: El<'a>) -> Result<Option<bool>> {
        let holder = self.holder(of)?;
        let inner = ["bool", "int"].iter().find_map(|name| holder.child(name)).unwrap_or(holder);
        Ok(truth(&inner.words()))
    }

    /// The element that holds a value: itself, or the parameter that it names.
    fn holder(&self, of: El<'a>) -> Result<El<'a>> {
        let mut at = of;
        for _ in 0..LONGEST {
            let Some(named) = at.child("param") else { return Ok(at) };
            let name = named.attr("ref").map_or_else(|| named.words(), str::to_owned);
            let Some(found) = self.by_sid(&name, at)? else {
                return Err(
                    named.fault(ErrorKind::UnknownName, format!("there is no parameter `{}`", shown(&name)))
                );
            };
            at = found;
        }
        Err(of.fault(ErrorKind::Cycle, "this parameter leads to itself"))
    }

    /// The transforms that stand in an element, one after the other; those in `held` do nothing.
    pub(super) fn transform(&self, of: El<'a>, held: &[El<'a>]) -> Result<DMat4> {
        let mut whole = DMat4::IDENTITY;
        for element in of.elements().filter(|element| !held.contains(element)) {
            whole *= match element.name() {
                "translate" => {
                    DMat4::from_translation(DVec3::from(element.text_exactly::<3>()?) * self.metres)
                }
                "rotate" => {
                    let [x, y, z, degrees] = element.text_exactly::<4>()?;
                    match DVec3::new(x, y, z).try_normalize() {
                        Some(axis) => DMat4::from_axis_angle(axis, degrees.to_radians()),
                        None => DMat4::IDENTITY,
                    }
                }
                "scale" => DMat4::from_scale(DVec3::from(element.text_exactly::<3>()?)),
                "matrix" => {
                    let mut matrix = DMat4::from_cols_array(&element.text_exactly::<16>()?).transpose();
                    matrix.w_axis = (matrix.w_axis.truncate() * self.metres).extend(1.0);
                    matrix
                }
                "lookat" | "skew" => {
                    return Err(
                        element.fault(ErrorKind::Refused, format!("<{}> is not read", element.name()))
                    );
                }
                _ => continue,
            };
        }
        Ok(whole)
    }

    /// The same where nothing may be stretched.
    pub(super) fn pose(&self, of: El<'a>) -> Result<Pose> {
        let matrix = self.transform(of, &[])?;
        rigid(matrix).ok_or_else(|| {
            of.fault(ErrorKind::OutOfRange, "these transforms stretch or mirror, which a frame cannot")
        })
    }
}

/// The pose of a matrix that stretches and mirrors nothing.
pub(super) fn rigid(matrix: DMat4) -> Option<Pose> {
    let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
    // What rounding leaves of nothing is nothing.
    let still =
        1.0 - rotation.w.abs() < 1e-15 && DVec3::new(rotation.x, rotation.y, rotation.z).length() < 1e-12;
    let rotation = if still { DQuat::IDENTITY } else { rotation };
    let translation = DVec3::select(translation.abs().cmplt(DVec3::splat(1e-13)), DVec3::ZERO, translation);
    ((scale - DVec3::ONE).abs().max_element() < 1e-6).then(|| Pose::new(rotation, translation))
}
