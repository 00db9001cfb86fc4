//! Tendons, and what holds their lengths.

use super::bodies::Found;
use super::geom::Context;
use crate::error::{ErrorKind, Result, shown};
use crate::robot::{Robot, Tendon, TendonPath};
use crate::xml::{El, truth};

pub(super) fn read(context: &Context<'_>, found: &Found, robot: &mut Robot) -> Result<()> {
    for section in context.model.sections("tendon")? {
        for element in context.model.children(section)? {
            let tendon = one(element, context, found, robot)?;
            robot.tendons.push(tendon);
        }
    }
    Ok(())
}

fn one(element: El<'_>, context: &Context<'_>, found: &Found, robot: &Robot) -> Result<Tendon> {
    let full = context.classes.with_defaults(element, None)?;
    let name =
        element.attr("name").map_or_else(|| format!("tendon_{}", robot.tendons.len() + 1), str::to_owned);
    let path = match element.name() {
        "fixed" => {
            let term = |joint: El<'_>| {
                let name = joint.need_attr("joint")?;
                if !found.motions.iter().any(|motion| motion == name) {
                    let message = format!("there is no joint `{}`", shown(name));
                    return Err(joint.fault_at("joint", ErrorKind::UnknownName, message));
                }
                Ok((name.to_owned(), joint.number_or("coef", 1.0)?))
            };
            TendonPath::Joints(element.all("joint").map(term).collect::<Result<_>>()?)
        }
        _ => {
            let point = |site: El<'_>| {
                let name = site.attr("site")?;
                found.sites.get(name).map(|(link, pose)| (link.clone(), pose.translation))
            };
            TendonPath::Points(element.all("site").filter_map(point).collect())
        }
    };
    let range = full.exactly::<2>("range")?;
    let limited = match full.attr("limited") {
        None | Some("auto") => context.compiler.auto_limits,
        Some(word) => truth(word).unwrap_or(false),
    };
    let slack = match full.numbers("springlength")?.as_deref() {
        Some([low, high, ..]) => Some([*low, *high]),
        // A negative one means: as long as it is at the start.
        Some([rest]) if *rest >= 0.0 => Some([*rest; 2]),
        _ => None,
    };
    Ok(Tendon {
        name,
        at: element.at(),
        limits: range.filter(|[low, high]| limited && low < high),
        held: None,
        stiffness: full.first_or("stiffness", 0.0)?.max(0.0),
        rest: slack.unwrap_or([initial_length(&path, found); 2]),
        damping: full.first_or("damping", 0.0)?.max(0.0),
        friction: full.number_or("frictionloss", 0.0)?.max(0.0),
        path,
    })
}

/// How long it is while all joints are as the model has them at the start.
fn initial_length(path: &TendonPath, found: &Found) -> f64 {
    let TendonPath::Joints(terms) = path else { return 0.0 };
    terms.iter().map(|(name, factor)| factor * found.references.get(name).copied().unwrap_or(0.0)).sum()
}

/// One tendon whose length is kept, or follows another's: `l1 = start1 + a0 + a1 (l2 − start2)`.
pub(super) fn hold(element: El<'_>, found: &Found, robot: &mut Robot) -> Result<()> {
    let coefficients = element.numbers("polycoef")?.unwrap_or_else(|| vec![0.0, 1.0]);
    let of = |i: usize| coefficients.get(i).copied().unwrap_or(0.0);
    let index = |attribute: &str| -> Result<Option<usize>> {
        let Some(name) = element.attr(attribute) else { return Ok(None) };
        robot.tendons.iter().position(|tendon| tendon.name == name).map(Some).ok_or_else(|| {
            let message = format!("there is no tendon `{}`", shown(name));
            element.fault_at(attribute, ErrorKind::UnknownName, message)
        })
    };
    let Some(first) = index("tendon1")? else { return element.need_attr("tendon1").map(drop) };
    let second = index("tendon2")?;
    let start = |i: usize| initial_length(&robot.tendons[i].path, found);
    let Some(second) = second else {
        robot.tendons[first].held = Some(start(first) + of(0));
        return Ok(());
    };
    if coefficients.iter().skip(2).any(|x| *x != 0.0) {
        let text = format!(
            "the squares and cubes by which the tendon `{}` follows another",
            robot.tendons[first].name
        );
        robot.notes.dropped(element.at(), text);
    }
    let (TendonPath::Joints(one), TendonPath::Joints(other)) =
        (&robot.tendons[first].path, &robot.tendons[second].path)
    else {
        let text =
            format!("the equality of the tendon `{}`, which runs over points", robot.tendons[first].name);
        robot.notes.dropped(element.at(), text);
        return Ok(());
    };
    let terms = one.iter().cloned().chain(other.iter().map(|(name, factor)| (name.clone(), -of(1) * factor)));
    let path = TendonPath::Joints(terms.collect());
    let held = Some(start(first) + of(0) - of(1) * start(second));
    let name =
        element.attr("name").map_or_else(|| format!("{}_follows", robot.tendons[first].name), str::to_owned);
    robot.tendons.push(Tendon { name, at: element.at(), path, held, ..Default::default() });
    Ok(())
}
