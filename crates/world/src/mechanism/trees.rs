//! Bodies that move together whatever happens: joined by joints, or by unknowns that they share.

use super::{Branch, Source};

/// Bodies that are joined to each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tree {
    /// Parents before children.
    pub(crate) bodies: Vec<usize>,
    /// Unknowns of their joints.
    pub(crate) unknowns: Vec<usize>,
    /// Whether a trajectory moves any of them.
    pub(crate) is_led: bool,
}

/// Groups the bodies that something moves; and the group of each body.
pub(crate) fn find_trees(
    branches: &[Branch],
    sources: &[Source],
    unknowns: usize,
) -> (Vec<Tree>, Vec<Option<usize>>) {
    let mut groups = Groups::new(branches.len());
    let mut user = vec![None; unknowns];
    for (i, branch) in branches.iter().enumerate().filter(|(_, branch)| branch.moves) {
        if let Some(parent) = branch.parent.filter(|&parent| branches[parent].moves) {
            groups.join(i, parent);
        }
        for source in &sources[branch.velocities.clone()] {
            match *source {
                Source::Solved { column, .. } => match user[column] {
                    Some(other) => groups.join(i, other),
                    None => user[column] = Some(i),
                },
                Source::Given { leader, .. } => groups.join(i, leader),
            }
        }
    }
    let mut trees: Vec<Tree> = Vec::new();
    let (mut tree_of_root, mut tree_of) = (vec![None; branches.len()], vec![None; branches.len()]);
    for (i, branch) in branches.iter().enumerate().filter(|(_, branch)| branch.moves) {
        let root = groups.root(i);
        let tree = *tree_of_root[root].get_or_insert_with(|| {
            trees.push(Tree::default());
            trees.len() - 1
        });
        tree_of[i] = Some(tree);
        trees[tree].bodies.push(i);
        for source in &sources[branch.velocities.clone()] {
            match *source {
                Source::Solved { column, ratio: 1.0 } => trees[tree].unknowns.push(column),
                Source::Solved { .. } => {}
                Source::Given { .. } => trees[tree].is_led = true,
            }
        }
    }
    for tree in &mut trees {
        tree.unknowns.sort_unstable();
        tree.unknowns.dedup();
    }
    (trees, tree_of)
}

/// Things in groups that can be joined.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    parents: Vec<u32>,
}

impl Groups {
    /// Each in a group of its own.
    pub(crate) fn new(count: usize) -> Self {
        let mut groups = Self::default();
        groups.reset(count);
        groups
    }

    pub(crate) fn reset(&mut self, count: usize) {
        self.parents.clear();
        self.parents.extend(0..count as u32);
    }

    /// What stands for the group of a thing: the first of it.
    pub(crate) fn root(&mut self, mut thing: usize) -> usize {
        while self.parents[thing] as usize != thing {
            let above = self.parents[thing] as usize;
            self.parents[thing] = self.parents[above];
            thing = above;
        }
        thing
    }

    pub(crate) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        let (first, last) = (a.min(b), a.max(b));
        self.parents[last] = first as u32;
    }
}
