//! Bodies that may act on each other within a step, and are solved together.

use crate::mechanism::Mechanism;

/// Trees of bodies that are near each other, with the skins and pairs of bodies between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Island {
    pub(crate) trees: Vec<usize>,
    /// Parents before children.
    pub(crate) bodies: Vec<usize>,
    /// Of the whole mechanism, in order.
    pub(crate) unknowns: Vec<usize>,
    /// Velocities of their joints, in order.
    pub(crate) velocities: Vec<usize>,
    /// Motors of their joints.
    pub(crate) motors: Vec<usize>,
    /// Skins that see a body of it, or are worn by one that sees something.
    pub(crate) skins: Vec<usize>,
    /// Pairs of plain bodies that may touch.
    pub(crate) pairs: Vec<usize>,
    /// The parent of each body among them.
    pub(crate) parents: Vec<Option<usize>>,
}

impl Island {
    /// Takes the trees of an island, and lists what belongs to them; `place` is room for the index of each body of the world.
    pub(crate) fn fill(&mut self, mechanism: &Mechanism, place: &mut [u32]) {
        let Self { trees, bodies, unknowns, velocities, parents, .. } = self;
        bodies.clear();
        unknowns.clear();
        velocities.clear();
        parents.clear();
        for &tree in &*trees {
            bodies.extend(&mechanism.trees[tree].bodies);
            unknowns.extend(&mechanism.trees[tree].unknowns);
        }
        if trees.len() > 1 {
            bodies.sort_unstable();
            unknowns.sort_unstable();
        }
        for (local, &body) in bodies.iter().enumerate() {
            place[body] = local as u32;
            let branch = &mechanism.branches[body];
            velocities.extend(branch.velocities.clone());
            let parent = branch.parent.filter(|&parent| mechanism.branches[parent].moves);
            parents.push(parent.map(|parent| place[parent] as usize));
        }
    }
}
