//! Bodies in an order in which each comes after what it leans on.

use crate::data::SceneData;
use crate::error::{ErrorKind, Fault};
use crate::source::Span;
use std::collections::HashMap;

/// Indices of the bodies, parents before children and leaders before those that mimic them; else in the file's order.
pub(crate) fn order(data: &SceneData, place: impl Fn(&str) -> Option<Span>) -> Result<Vec<usize>, Fault> {
    let index: HashMap<&str, usize> =
        data.bodies.iter().enumerate().map(|(i, b)| (b.name.as_str(), i)).collect();
    let needs: Vec<Vec<usize>> = data
        .bodies
        .iter()
        .map(|body| {
            let leader = body.joint.mimic.as_ref().map(|mimic| mimic.body.as_str());
            body.parent
                .as_deref()
                .into_iter()
                .chain(leader)
                .filter_map(|name| index.get(name).copied())
                .collect()
        })
        .collect();
    let mut order = Vec::with_capacity(needs.len());
    let mut state = vec![Visit::New; needs.len()];
    for first in 0..needs.len() {
        // Depth first with a stack of its own: a chain may be longer than the thread's.
        let mut stack = vec![(first, 0)];
        while let Some((body, next)) = stack.pop() {
            if state[body] == Visit::Done {
                continue;
            }
            state[body] = Visit::Open;
            match needs[body].get(next) {
                Some(&other) => {
                    stack.push((body, next + 1));
                    match state[other] {
                        Visit::New => stack.push((other, 0)),
                        Visit::Open => return Err(ring(data, &stack, other, &place)),
                        Visit::Done => {}
                    }
                }
                None => {
                    state[body] = Visit::Done;
                    order.push(body);
                }
            }
        }
    }
    Ok(order)
}

#[derive(Clone, Copy, PartialEq)]
enum Visit {
    New,
    Open,
    Done,
}

fn ring(
    data: &SceneData,
    stack: &[(usize, usize)],
    first: usize,
    place: &impl Fn(&str) -> Option<Span>,
) -> Fault {
    let begin = stack.iter().position(|(body, _)| *body == first).unwrap_or(0);
    let names: Vec<&str> = stack[begin..].iter().map(|(body, _)| data.bodies[*body].name.as_str()).collect();
    let name = data.bodies[first].name.as_str();
    let message = match names.as_slice() {
        [_] => format!("the body `{name}` hangs on itself or follows itself"),
        _ => format!("the body `{name}` hangs on itself, through others"),
    };
    let mut fault = Fault::new(ErrorKind::Cycle, place(name), message);
    if names.len() > 1 {
        let shown: Vec<&str> = names.iter().take(8).copied().collect();
        let dots = if names.len() > 8 { " → …" } else { "" };
        fault = fault.note(format!("{}{dots} → {name}", shown.join(" → ")));
    }
    fault.note("help: a chain of parents and leaders must end at the world")
}
