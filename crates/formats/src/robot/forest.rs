//! Which joint carries which link: trees, each with a root, and what closes loops between them.

use super::{Joint, Loop, Robot};
use crate::error::{ErrorKind, Result, error, shown};
use std::collections::HashMap;

/// How many links a robot may have: a world with more could not be solved in any useful time.
pub(crate) const MOST_LINKS: usize = 5000;

/// For every link of a robot the joint that carries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forest {
    /// Indices of joints, by link.
    pub carried_by: Vec<Option<usize>>,
    /// Indices of the links that they hang on, by link.
    pub parents: Vec<Option<usize>>,
    /// Indices of links, parents before children, otherwise in the order of the file.
    pub order: Vec<usize>,
}

impl Robot {
    /// Finds the trees. Of several joints that carry one link, the first is part of a tree and the others become [`Loop`]s; a ring of joints is refused.
    pub fn forest(&mut self) -> Result<Forest> {
        if self.links.len() > MOST_LINKS {
            let message =
                format!("{} has {} links; at most {MOST_LINKS} are read", self.in_words(), self.links.len());
            return Err(error(ErrorKind::TooMany, message)
                .with_note("help: leave out what is far from the hand, or split the file"));
        }
        let mut index: HashMap<&str, usize> = HashMap::with_capacity(self.links.len());
        for (i, link) in self.links.iter().enumerate() {
            if let Some(other) = index.insert(&link.name, i) {
                let message = format!(
                    "there are two links `{}`: {} and {}",
                    shown(&link.name),
                    self.links[other].at,
                    link.at
                );
                return Err(error(ErrorKind::Duplicate, message).with_note("help: rename one of them"));
            }
        }
        let known = |name: &str, joint: &Joint| {
            index.get(name).copied().ok_or_else(|| {
                let message = format!(
                    "the joint `{}` ({}) names the link `{}`, which does not exist",
                    shown(&joint.name),
                    joint.at,
                    shown(name)
                );
                error(ErrorKind::UnknownName, message)
            })
        };
        let mut carried_by = vec![None; self.links.len()];
        let mut parents = vec![None; self.links.len()];
        let mut closing = Vec::new();
        for (i, joint) in self.joints.iter().enumerate() {
            let child = known(&joint.child, joint)?;
            let parent = joint.parent.as_deref().map(|name| known(name, joint)).transpose()?;
            match carried_by[child] {
                None => (carried_by[child], parents[child]) = (Some(i), parent),
                Some(_) => closing.push(i),
            }
        }
        let order = in_order(&parents).map_err(|link| {
            let name = shown(&self.links[link].name);
            error(
                ErrorKind::Cycle,
                format!("the link `{name}` ({}) hangs on itself, through others", self.links[link].at),
            )
            .with_note("help: turn one of the joints round, or make it a constraint")
        })?;
        // From the last, so that the indices of the others stay.
        for i in closing.into_iter().rev() {
            let joint = self.joints.remove(i);
            carried_by.iter_mut().flatten().filter(|j| **j > i).for_each(|j| *j -= 1);
            let closing = Loop::of_joint(&joint, &mut self.notes);
            closing.into_iter().for_each(|closing| self.loops.insert(0, closing));
        }
        Ok(Forest { carried_by, parents, order })
    }

    pub(crate) fn in_words(&self) -> String {
        if self.name.is_empty() {
            "the robot".to_owned()
        } else {
            format!("the robot `{}`", shown(&self.name))
        }
    }
}

/// Parents before children, else as given; or a link on a ring.
fn in_order(parents: &[Option<usize>]) -> std::result::Result<Vec<usize>, usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        New,
        Open,
        Done,
    }
    let (mut state, mut order) = (vec![Visit::New; parents.len()], Vec::with_capacity(parents.len()));
    for first in 0..parents.len() {
        let (mut path, mut at) = (Vec::new(), Some(first));
        while let Some(link) = at {
            match state[link] {
                Visit::Done => break,
                Visit::Open => return Err(link),
                Visit::New => {
                    state[link] = Visit::Open;
                    path.push(link);
                    at = parents[link];
                }
            }
        }
        for link in path.into_iter().rev() {
            state[link] = Visit::Done;
            order.push(link);
        }
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robot::Link;

    fn robot(links: &[&str], joints: &[(&str, &str)]) -> Robot {
        let link = |name: &&str| Link { name: (*name).to_owned(), ..Default::default() };
        let joint = |(i, (parent, child)): (usize, &(&str, &str))| Joint {
            name: format!("j{i}"),
            parent: Some((*parent).to_owned()),
            child: (*child).to_owned(),
            ..Default::default()
        };
        Robot {
            links: links.iter().map(link).collect(),
            joints: joints.iter().enumerate().map(joint).collect(),
            ..Default::default()
        }
    }

    #[test]
    fn parents_come_first_and_a_second_parent_closes_a_loop() {
        let mut of =
            robot(&["tip", "a", "b", "base"], &[("base", "a"), ("base", "b"), ("a", "tip"), ("b", "tip")]);
        let forest = of.forest().unwrap();
        assert_eq!(forest.order, [3, 1, 0, 2]);
        assert_eq!(forest.carried_by, [Some(2), Some(0), Some(1), None]);
        assert_eq!(forest.parents, [Some(1), Some(3), Some(3), None]);
        assert_eq!((of.joints.len(), of.loops[0].name.as_str()), (3, "j3"));
        assert_eq!(of.loops[0].links, [Some("b".to_owned()), Some("tip".to_owned())]);
    }

    #[test]
    fn rings_doubles_and_unknown_links_are_refused() {
        let kind = |mut of: Robot| of.forest().unwrap_err().kind();
        assert_eq!(kind(robot(&["a", "b"], &[("a", "b"), ("b", "a")])), ErrorKind::Cycle);
        assert_eq!(kind(robot(&["a", "a"], &[])), ErrorKind::Duplicate);
        assert_eq!(kind(robot(&["a"], &[("a", "b")])), ErrorKind::UnknownName);
        let many: Vec<String> = (0..=MOST_LINKS).map(|i| i.to_string()).collect();
        let names: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(kind(robot(&names, &[])), ErrorKind::TooMany);
    }
}
