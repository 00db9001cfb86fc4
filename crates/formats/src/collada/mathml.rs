//! Formulas as MathML.

use crate::error::{ErrorKind, Result, shown};
use crate::formula::{Formula, Operation};
use crate::xml::El;

/// How deep a formula may nest.
const DEEPEST: usize = 100;

/// The formula of a `<math>` element.
pub(super) fn read(math: El<'_>) -> Result<Formula> {
    let Some(first) = math.elements().next() else {
        return Err(math.fault(ErrorKind::Missing, "<math> holds nothing"));
    };
    formula(first, 0)
}

fn formula(of: El<'_>, depth: usize) -> Result<Formula> {
    if depth > DEEPEST {
        return Err(of.fault(ErrorKind::TooMany, format!("the formula nests more than {DEEPEST} deep")));
    }
    match of.name() {
        "cn" => Ok(Formula::Number(of.text_number()?)),
        "pi" => Ok(Formula::Number(std::f64::consts::PI)),
        "csymbol" | "ci" => Ok(Formula::Name(of.words())),
        "apply" => {
            let mut parts = of.elements();
            let refuse = |why: String| of.fault(ErrorKind::Refused, why);
            let head = parts.next().ok_or_else(|| refuse("<apply> holds nothing".to_owned()))?;
            let operation = Operation::named(head.name());
            let operation =
                operation.ok_or_else(|| refuse(format!("<{}> is not understood", shown(head.name()))))?;
            let parts = parts.map(|part| formula(part, depth + 1)).collect::<Result<Vec<_>>>()?;
            Ok(Formula::Call(operation, parts))
        }
        other => {
            Err(of.fault(ErrorKind::Refused, format!("<{}> is not understood in a formula", shown(other))))
        }
    }
}
