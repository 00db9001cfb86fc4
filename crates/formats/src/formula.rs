//! Formulas by which joints follow others: small expressions with `+ - * / ^`, functions and names.

/// How deep a formula may nest.
const DEEPEST: usize = 100;
/// How long a text may be.
const LONGEST: usize = 10_000;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Formula {
    Number(f64),
    Name(String),
    Call(Operation, Vec<Formula>),
}

/// What is done with the parts of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Negate,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sqrt,
    Abs,
    Exp,
    Log,
}

impl Operation {
    /// The function of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "plus" => Self::Add,
            "minus" => Self::Subtract,
            "times" => Self::Multiply,
            "divide" => Self::Divide,
            "power" | "pow" => Self::Power,
            "sin" => Self::Sin,
            "cos" => Self::Cos,
            "tan" => Self::Tan,
            "asin" | "arcsin" => Self::Asin,
            "acos" | "arccos" => Self::Acos,
            "atan" | "arctan" => Self::Atan,
            "atan2" => Self::Atan2,
            "sqrt" | "root" => Self::Sqrt,
            "abs" => Self::Abs,
            "exp" => Self::Exp,
            "ln" | "log" => Self::Log,
            _ => return None,
        })
    }

    fn apply(self, values: &[f64]) -> Option<f64> {
        Some(match (self, values) {
            (Self::Add, all) => all.iter().sum(),
            (Self::Multiply, all) => all.iter().product(),
            (Self::Subtract, [a]) | (Self::Negate, [a]) => -a,
            (Self::Subtract, [a, b]) => a - b,
            (Self::Divide, [a, b]) => a / b,
            (Self::Power, [a, b]) => a.powf(*b),
            (Self::Atan2, [a, b]) => a.atan2(*b),
            (Self::Sin, [a]) => a.sin(),
            (Self::Cos, [a]) => a.cos(),
            (Self::Tan, [a]) => a.tan(),
            (Self::Asin, [a]) => a.asin(),
            (Self::Acos, [a]) => a.acos(),
            (Self::Atan, [a]) => a.atan(),
            (Self::Sqrt, [a]) => a.sqrt(),
            (Self::Abs, [a]) => a.abs(),
            (Self::Exp, [a]) => a.exp(),
            (Self::Log, [a]) => a.ln(),
            _ => return None,
        })
    }
}

/// A formula of one name as a line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) ratio: f64,
    pub(crate) offset: f64,
    /// Whether it is no line, but touches this one at zero.
    pub(crate) bent: bool,
}

impl Formula {
    /// The expression of a text.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err(format!("it is longer than {LONGEST} letters"));
        }
        let mut reader = Reader { rest: text, depth: 0 };
        let formula = reader.sum()?;
        match reader.rest.trim_start() {
            "" => Ok(formula),
            rest => Err(format!("`{}` is not understood", crate::error::shown(rest))),
        }
    }

    pub(crate) fn value(&self, of: &dyn Fn(&str) -> f64) -> Option<f64> {
        match self {
            Self::Number(x) => Some(*x),
            Self::Name(name) => Some(of(name)),
            Self::Call(operation, parts) => {
                let values: Option<Vec<f64>> = parts.iter().map(|part| part.value(of)).collect();
                operation.apply(&values?)
            }
        }
    }

    /// The names in it, each once.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        let mut stack = vec![self];
        while let Some(formula) = stack.pop() {
            match formula {
                Self::Name(name) if !names.contains(&name.as_str()) => names.push(name),
                Self::Call(_, parts) => stack.extend(parts),
                _ => {}
            }
        }
        names
    }

    /// The line of a formula of one name: itself, or its tangent at zero.
    pub(crate) fn line(&self) -> Option<Line> {
        let names = self.names();
        let [name] = names.as_slice() else { return None };
        let at = |x: f64| self.value(&|_| x).filter(|y| y.is_finite());
        let (low, middle, high, far) = (at(-1.0)?, at(0.0)?, at(1.0)?, at(2.0)?);
        let ratio = high - middle;
        let size = 1e-9 * (1.0 + middle.abs() + ratio.abs());
        let straight = (middle - low - ratio).abs() < size && (far - high - ratio).abs() < size;
        let step = 1e-6;
        let tangent = || Some((at(step)? - at(-step)?) / (2.0 * step));
        let ratio = if straight { ratio } else { tangent()? };
        Some(Line { name: (*name).to_owned(), ratio, offset: middle, bent: !straight })
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(token) {
            Some(after) => {
                self.rest = after;
                true
            }
            None => false,
        }
    }

    fn deeper(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(format!("it nests more than {DEEPEST} deep")) } else { Ok(()) }
    }

    fn sum(&mut self) -> Result<Formula, String> {
        self.deeper()?;
        let mut left = self.product()?;
        loop {
            let operation = match () {
                () if self.take("+") => Operation::Add,
                () if self.take("-") => Operation::Subtract,
                () => break,
            };
            left = Formula::Call(operation, vec![left, self.product()?]);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn product(&mut self) -> Result<Formula, String> {
        let mut left = self.factor()?;
        loop {
            let operation = match () {
                () if self.rest.trim_start().starts_with("**") => break,
                () if self.take("*") => Operation::Multiply,
                () if self.take("/") => Operation::Divide,
                () => break,
            };
            left = Formula::Call(operation, vec![left, self.factor()?]);
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Formula, String> {
        self.deeper()?;
        let factor = if self.take("-") {
            Formula::Call(Operation::Negate, vec![self.factor()?])
        } else if self.take("+") {
            self.factor()?
        } else {
            let base = self.atom()?;
            match self.take("**") || self.take("^") {
                true => Formula::Call(Operation::Power, vec![base, self.factor()?]),
                false => base,
            }
        };
        self.depth -= 1;
        Ok(factor)
    }

    fn atom(&mut self) -> Result<Formula, String> {
        if self.take("(") {
            let inner = self.sum()?;
            return if self.take(")") { Ok(inner) } else { Err("a parenthesis is not closed".to_owned()) };
        }
        let rest = self.rest.trim_start();
        let first = rest.chars().next().ok_or("it ends too early")?;
        if first.is_ascii_digit() || first == '.' {
            return self.number(rest);
        }
        let length =
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(rest.len());
        if length == 0 {
            return Err(format!("`{}` is not understood", crate::error::shown(rest)));
        }
        let name: &'a str = &rest[..length];
        self.rest = &rest[length..];
        if !self.take("(") {
            let constant = name.eq_ignore_ascii_case("pi").then_some(Formula::Number(std::f64::consts::PI));
            return Ok(constant.unwrap_or_else(|| Formula::Name(name.to_owned())));
        }
        let operation = Operation::named(name).ok_or_else(|| format!("there is no function `{name}`"))?;
        let mut parts = vec![self.sum()?];
        while self.take(",") {
            parts.push(self.sum()?);
        }
        if self.take(")") {
            Ok(Formula::Call(operation, parts))
        } else {
            Err("a parenthesis is not closed".to_owned())
        }
    }

    fn number(&mut self, rest: &'a str) -> Result<Formula, String> {
        let bytes = rest.as_bytes();
        let mut end = 0;
        while end < bytes.len() {
            let sign_of_exponent =
                end > 0 && matches!(bytes[end], b'+' | b'-') && matches!(bytes[end - 1], b'e' | b'E');
            let exponent = matches!(bytes[end], b'e' | b'E')
                && bytes.get(end + 1).is_some_and(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-'));
            if !(bytes[end].is_ascii_digit() || bytes[end] == b'.' || exponent || sign_of_exponent) {
                break;
            }
            end += 1;
        }
        let word = &rest[..end];
        self.rest = &rest[end..];
        crate::xml::number(word).map(Formula::Number).ok_or_else(|| format!("`{word}` is no number"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> f64 {
        Formula::parse(text).unwrap().value(&|name| if name == "a" { 3.0 } else { 0.5 }).unwrap()
    }

    #[test]
    fn expressions_have_the_values_of_mathematics() {
        for (text, expected) in [
            ("1+2*3", 7.0),
            ("(1+2)*3", 9.0),
            ("-a^2", -9.0),
            ("2**3**2", 512.0),
            ("a-1-1", 1.0),
            ("12/a/2", 2.0),
            ("1e-3*2.5E+3 + .5", 3.0),
            ("sin(pi/2) + atan2(0, 1) + sqrt(abs(-4))", 3.0),
            ("J1_x*2", 1.0),
        ] {
            assert!((value(text) - expected).abs() < 1e-15, "{text}");
        }
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        let deep = format!("{}1{}", "(".repeat(200), ")".repeat(200));
        for text in ["", "1+", "(1", "1 2", "foo(1)", "1..2", "@", "sin(1", &deep, &"-".repeat(5000)] {
            assert!(Formula::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn formulas_of_one_name_are_lines_or_have_a_tangent() {
        let line = Formula::parse("d1*0.333+40").unwrap().line().unwrap();
        assert_eq!((line.name.as_str(), line.bent, line.offset), ("d1", false, 40.0));
        assert!((line.ratio - 0.333).abs() < 1e-12);
        let bent = Formula::parse("2*sin(q)+1").unwrap().line().unwrap();
        assert!(bent.bent && (bent.ratio - 2.0).abs() < 1e-9 && bent.offset == 1.0);
        assert_eq!(Formula::parse("a+b").unwrap().line(), None);
        assert_eq!(Formula::parse("3").unwrap().line(), None);
        assert_eq!(Formula::parse("1/x").unwrap().line(), None);
    }
}
