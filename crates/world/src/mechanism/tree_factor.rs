//! Linear equations over the unknowns of a mechanism, solved along its trees.
//!
//! The matrix is `Σ Jᵢᵀ Bᵢⱼ Jⱼ + diag`: blocks of six between motions of bodies (inertia, and what contacts and loops do between two of them), and numbers per
//! unknown (armature, damping of joints). Written for the motions of the bodies, with every joint as `ξ = ξ_parent + A x`, it is sparse: a body knows its parent
//! and those that it touches. Bodies are eliminated one by one, children before parents, those with few neighbours first. Without contacts this is the articulated
//! body algorithm, and takes a time in proportion to the number of bodies; with contacts it is Gaussian elimination by blocks.
//!
//! All motions are those at one common point, in world axes, so that a body's motion is its parent's plus its joint's, without any transformation.

use bristle_skin::Block6;
use glam::DVec3;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A motion (linear, angular) or a wrench (force, torque) about the common point, in world axes.
pub(crate) type Six = [f64; 6];

type Matrix6 = [Six; 6];

const ZERO6: Matrix6 = [[0.0; 6]; 6];

/// Puts two vectors side by side.
pub(crate) fn six(linear: DVec3, angular: DVec3) -> Six {
    [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z]
}

pub(crate) fn dot(a: &Six, b: &Six) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn times(matrix: &Matrix6, v: &Six) -> Six {
    [0, 1, 2, 3, 4, 5].map(|i| dot(&matrix[i], v))
}

/// `vᵀ matrix`.
fn times_left(v: &Six, matrix: &Matrix6) -> Six {
    let mut row = [0.0; 6];
    for (factor, own) in v.iter().zip(matrix) {
        row.iter_mut().zip(own).for_each(|(sum, entry)| *sum += factor * entry);
    }
    row
}

fn add_matrix(to: &mut Matrix6, other: &Matrix6) {
    for (row, other) in to.iter_mut().zip(other) {
        row.iter_mut().zip(other).for_each(|(sum, entry)| *sum += entry);
    }
}

/// `to −= column ⊗ row`.
fn subtract_dyad(to: &mut Matrix6, column: &Six, row: &Six) {
    for (own, factor) in to.iter_mut().zip(column) {
        own.iter_mut().zip(row).for_each(|(entry, other)| *entry -= factor * other);
    }
}

/// A joint axis: the motion per unit of an unknown.
#[derive(Clone, Copy, Debug)]
struct Axis {
    unknown: usize,
    motion: Six,
}

/// A body, or an unknown that several joints share.
#[derive(Clone, Debug, Default)]
struct Node {
    parent: Option<usize>,
    axes: Vec<Axis>,
    /// Shared unknowns: their nodes, and the motion per unit of each.
    shared: Vec<(usize, Six)>,
    /// `B` with itself, and with others; both ways.
    own: Matrix6,
    others: Vec<(usize, Matrix6)>,
    /// Nodes that must be eliminated before.
    waiting: usize,
    is_done: bool,
}

/// What is kept of an elimination, for right-hand sides.
#[derive(Clone, Debug, Default)]
struct Eliminated {
    node: usize,
    axes: Vec<Axis>,
    shared: Vec<(usize, Six)>,
    parent: Option<usize>,
    /// Inverse of `Aᵀ B A + diag`.
    inverse: Matrix6,
    /// `Aᵀ B`, a row per axis, and `B A`, a column per axis: with the node itself, and with its neighbours.
    own: Coupling,
    others: Vec<(usize, Coupling)>,
}

#[derive(Clone, Copy, Debug)]
struct Coupling {
    rows: Matrix6,
    columns: Matrix6,
}

impl Default for Coupling {
    fn default() -> Self {
        Self { rows: ZERO6, columns: ZERO6 }
    }
}

/// The equations of one island, in the making and solved.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreeFactor {
    nodes: Vec<Node>,
    bodies: usize,
    /// Node of each unknown that several joints share.
    node_of_shared: Vec<Option<usize>>,
    diagonal: Vec<f64>,
    steps: Vec<Eliminated>,
    count: usize,
    ready: BinaryHeap<Reverse<(usize, usize, usize)>>,
    /// Room for right-hand sides: a wrench and a motion per node.
    wrenches: Vec<Six>,
    motions: Vec<Six>,
}

/// A matrix that cannot be solved: nothing resists this unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Singular {
    pub(crate) unknown: usize,
}

/// A joint of a body, as the equations see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointAxis {
    /// Which unknown moves it, and how fast.
    pub(crate) unknown: usize,
    pub(crate) ratio: f64,
    /// Motion per unit of its velocity, about the common point.
    pub(crate) motion: Six,
}

impl TreeFactor {
    /// Begins with the tree: for each body its parent among them, and its joint. Parents come before children.
    pub(crate) fn begin<'a>(
        &mut self,
        unknowns: usize,
        bodies: impl ExactSizeIterator<Item = (Option<usize>, &'a [JointAxis])> + Clone,
    ) {
        self.bodies = bodies.len();
        self.diagonal.clear();
        self.diagonal.resize(unknowns, 0.0);
        let mut users = vec![0_u32; unknowns];
        bodies.clone().flat_map(|(_, axes)| axes).for_each(|axis| users[axis.unknown] += 1);
        self.node_of_shared.clear();
        let mut nodes = self.bodies;
        for &count in &users {
            self.node_of_shared.push((count > 1).then_some(nodes));
            nodes += usize::from(count > 1);
        }
        self.nodes.resize_with(nodes.max(self.nodes.len()), Node::default);
        self.nodes.truncate(nodes);
        for node in &mut self.nodes {
            (node.parent, node.waiting, node.is_done, node.own) = (None, 0, false, ZERO6);
            node.axes.clear();
            node.shared.clear();
            node.others.clear();
        }
        for (i, (parent, axes)) in bodies.enumerate() {
            self.nodes[i].parent = parent;
            if let Some(parent) = parent {
                self.nodes[parent].waiting += 1;
            }
            for axis in axes {
                let motion = axis.motion.map(|x| x * axis.ratio);
                match self.node_of_shared[axis.unknown] {
                    Some(node) => {
                        self.nodes[i].shared.push((node, motion));
                        self.nodes[node].waiting += 1;
                    }
                    None => self.nodes[i].axes.push(Axis { unknown: axis.unknown, motion }),
                }
            }
        }
        for (unknown, node) in self.node_of_shared.iter().enumerate() {
            if let Some(node) = *node {
                let motion = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
                self.nodes[node].axes.push(Axis { unknown, motion });
            }
        }
    }

    /// Takes all blocks away; the tree stays.
    pub(crate) fn clear(&mut self) {
        self.diagonal.fill(0.0);
        for node in &mut self.nodes {
            (node.own, node.is_done) = (ZERO6, false);
            node.others.clear();
        }
    }

    /// Adds to what an unknown itself resists with.
    pub(crate) fn add_diagonal(&mut self, unknown: usize, value: f64) {
        self.diagonal[unknown] += value;
    }

    /// Adds a product of two unknowns, of which both must be shared.
    #[allow(dead_code)]
    pub(crate) fn add_product(&mut self, a: usize, b: usize, value: f64) {
        if let (Some(i), Some(j)) = (self.node_of_shared[a], self.node_of_shared[b]) {
            let mut block = ZERO6;
            block[0][0] = value;
            self.add_block(i, j, &block);
        }
    }

    /// Adds a block to a body itself.
    pub(crate) fn add_body(&mut self, body: usize, block: &Block6, factor: f64) {
        for (row, other) in self.nodes[body].own.iter_mut().zip(&block.0) {
            row.iter_mut().zip(other).for_each(|(sum, entry)| *sum += factor * entry);
        }
    }

    /// Adds what resists the motion of two bodies past each other.
    pub(crate) fn add_pair(&mut self, [a, b]: [Option<usize>; 2], block: &Block6, factor: f64) {
        let scaled = block.0.map(|row| row.map(|x| x * factor));
        let negative = scaled.map(|row| row.map(|x| -x));
        for body in [a, b].into_iter().flatten() {
            add_matrix(&mut self.nodes[body].own, &scaled);
        }
        if let (Some(a), Some(b)) = (a, b) {
            self.add_block(a, b, &negative);
            self.add_block(b, a, &negative);
        }
    }

    fn add_block(&mut self, i: usize, j: usize, block: &Matrix6) {
        if i == j {
            return add_matrix(&mut self.nodes[i].own, block);
        }
        let others = &mut self.nodes[i].others;
        match others.iter_mut().find(|(other, _)| *other == j) {
            Some((_, sum)) => add_matrix(sum, block),
            None => others.push((j, *block)),
        }
    }

    /// Eliminates all bodies.
    pub(crate) fn factor(&mut self) -> Result<(), Singular> {
        self.count = 0;
        self.ready.clear();
        let mut waiting: Vec<usize> = self.nodes.iter().map(|node| node.waiting).collect();
        for (i, node) in self.nodes.iter().enumerate() {
            if node.waiting == 0 {
                self.ready.push(Reverse((node.others.len(), node.axes.len(), i)));
            }
        }
        while let Some(Reverse((degree, axes, i))) = self.ready.pop() {
            if self.nodes[i].is_done {
                continue;
            }
            if self.nodes[i].others.len() != degree {
                // Its neighbours have changed since it was listed.
                self.ready.push(Reverse((self.nodes[i].others.len(), axes, i)));
                continue;
            }
            self.eliminate(i)?;
            let node = &self.nodes[i];
            let upwards = node.parent.into_iter().chain(node.shared.iter().map(|(shared, _)| *shared));
            for next in upwards {
                waiting[next] -= 1;
                if waiting[next] == 0 {
                    let node = &self.nodes[next];
                    self.ready.push(Reverse((node.others.len(), node.axes.len(), next)));
                }
            }
        }
        Ok(())
    }

    fn eliminate(&mut self, i: usize) -> Result<(), Singular> {
        if self.steps.len() == self.count {
            self.steps.push(Eliminated::default());
        }
        let mut step = std::mem::take(&mut self.steps[self.count]);
        let mut node = std::mem::take(&mut self.nodes[i]);
        (step.node, step.parent) = (i, node.parent);
        step.axes.clone_from(&node.axes);
        step.shared.clone_from(&node.shared);
        let axes = &step.axes;
        let couple = |row_block: &Matrix6, column_block: &Matrix6| {
            let mut coupling = Coupling::default();
            for (a, axis) in axes.iter().enumerate() {
                coupling.rows[a] = times_left(&axis.motion, row_block);
                coupling.columns[a] = times(column_block, &axis.motion);
            }
            coupling
        };
        step.own = couple(&node.own, &node.own);
        let mut pivot = ZERO6;
        for (a, axis) in axes.iter().enumerate() {
            for (b, other) in axes.iter().enumerate() {
                pivot[a][b] = dot(&step.own.rows[a], &other.motion);
            }
            pivot[a][a] += self.diagonal[axis.unknown];
        }
        let count = axes.len();
        step.inverse = invert(pivot, count).map_err(|a| Singular { unknown: axes[a].unknown })?;
        step.others.clear();
        for (j, block) in &node.others {
            let back = self.nodes[*j].others.iter().position(|(other, _)| *other == i);
            let (_, column_block) = back.map_or((i, ZERO6), |at| self.nodes[*j].others.swap_remove(at));
            step.others.push((*j, couple(block, &column_block)));
            // What is left after the elimination goes to where the motion comes from.
            self.pass_on(&node, *j, block, &column_block, &step, count);
        }
        self.pass_own(&node, &step, count);
        self.fill(&step, count);
        node.is_done = true;
        self.nodes[i] = node;
        self.steps[self.count] = step;
        self.count += 1;
        Ok(())
    }

    /// `B_ij` and `B_ji` after the elimination of the joint of `i` belong to its parent and its shared unknowns.
    fn pass_on(
        &mut self,
        node: &Node,
        j: usize,
        row: &Matrix6,
        column: &Matrix6,
        step: &Eliminated,
        count: usize,
    ) {
        if node.parent.is_none() && node.shared.is_empty() {
            return;
        }
        let coupling = step.others.last().map_or(Coupling::default(), |(_, coupling)| *coupling);
        let (mut row, mut column) = (*row, *column);
        for a in 0..count {
            for b in 0..count {
                let k = step.inverse[a][b];
                subtract_dyad(&mut row, &step.own.columns[a].map(|x| x * k), &coupling.rows[b]);
                subtract_dyad(&mut column, &coupling.columns[a].map(|x| x * k), &step.own.rows[b]);
            }
        }
        if let Some(parent) = node.parent {
            self.add_block(parent, j, &row);
            self.add_block(j, parent, &column);
        }
        for (shared, motion) in &node.shared {
            let mut rows = ZERO6;
            rows[0] = times_left(motion, &row);
            self.add_block(*shared, j, &rows);
            let mut columns = ZERO6;
            let along = times(&column, motion);
            columns.iter_mut().zip(along).for_each(|(row, x)| row[0] = x);
            self.add_block(j, *shared, &columns);
        }
    }

    /// The same for `B_ii`.
    fn pass_own(&mut self, node: &Node, step: &Eliminated, count: usize) {
        if node.parent.is_none() && node.shared.is_empty() {
            return;
        }
        let mut own = node.own;
        for a in 0..count {
            for b in 0..count {
                let k = step.inverse[a][b];
                subtract_dyad(&mut own, &step.own.columns[a].map(|x| x * k), &step.own.rows[b]);
            }
        }
        if let Some(parent) = node.parent {
            add_matrix(&mut self.nodes[parent].own, &own);
        }
        for (shared, motion) in &node.shared {
            let (row, column) = (times_left(motion, &own), times(&own, motion));
            if let Some(parent) = node.parent {
                let mut rows = ZERO6;
                rows[0] = row;
                self.add_block(*shared, parent, &rows);
                let mut columns = ZERO6;
                columns.iter_mut().zip(column).for_each(|(entries, x)| entries[0] = x);
                self.add_block(parent, *shared, &columns);
            }
            for (other, along) in &node.shared {
                let mut block = ZERO6;
                block[0][0] = dot(&row, along);
                self.add_block(*shared, *other, &block);
            }
        }
    }

    /// Neighbours of an eliminated node become neighbours of each other.
    fn fill(&mut self, step: &Eliminated, count: usize) {
        for (j, left) in &step.others {
            // `B_ji A K`
            let mut gained = ZERO6;
            for a in 0..count {
                for (gained, k) in gained.iter_mut().zip(&step.inverse[a][..count]) {
                    gained.iter_mut().zip(&left.columns[a]).for_each(|(sum, x)| *sum += k * x);
                }
            }
            for (k, right) in &step.others {
                let mut block = ZERO6;
                for (gained, row) in gained.iter().zip(&right.rows[..count]) {
                    subtract_dyad(&mut block, gained, row);
                }
                self.add_block(*j, *k, &block);
            }
        }
    }

    /// Solves for a right-hand side, in place.
    pub(crate) fn solve(&mut self, x: &mut [f64]) {
        self.wrenches.clear();
        self.wrenches.resize(self.nodes.len(), [0.0; 6]);
        self.motions.clear();
        self.motions.resize(self.nodes.len(), [0.0; 6]);
        for step in &self.steps[..self.count] {
            let wrench = self.wrenches[step.node];
            let count = step.axes.len();
            let mut moved = [0.0; 6];
            for (a, axis) in step.axes.iter().enumerate() {
                moved[a] = x[axis.unknown] + dot(&axis.motion, &wrench);
            }
            let mut gained = [0.0; 6];
            for a in 0..count {
                gained[a] = (0..count).map(|b| step.inverse[a][b] * moved[b]).sum();
                x[step.axes[a].unknown] = gained[a];
            }
            let passes = |columns: &Matrix6, to: &mut Six, factor: f64| {
                for (column, gain) in columns.iter().zip(&gained[..count]) {
                    to.iter_mut().zip(column).for_each(|(sum, entry)| *sum += factor * gain * entry);
                }
            };
            for (j, coupling) in &step.others {
                passes(&coupling.columns, &mut self.wrenches[*j], -1.0);
            }
            let mut left = wrench;
            passes(&step.own.columns, &mut left, -1.0);
            if let Some(parent) = step.parent {
                self.wrenches[parent].iter_mut().zip(&left).for_each(|(sum, w)| *sum += w);
            }
            for (shared, motion) in &step.shared {
                self.wrenches[*shared][0] += dot(motion, &left);
            }
        }
        for step in self.steps[..self.count].iter().rev() {
            let mut motion = step.parent.map_or([0.0; 6], |parent| self.motions[parent]);
            for (shared, along) in &step.shared {
                let speed = self.motions[*shared][0];
                motion.iter_mut().zip(along).for_each(|(sum, a)| *sum += speed * a);
            }
            let count = step.axes.len();
            let mut held = [0.0; 6];
            for (a, held) in held.iter_mut().enumerate().take(count) {
                *held = dot(&step.own.rows[a], &motion);
                for (j, coupling) in &step.others {
                    *held += dot(&coupling.rows[a], &self.motions[*j]);
                }
            }
            for (a, axis) in step.axes.iter().enumerate() {
                x[axis.unknown] -= (0..count).map(|b| step.inverse[a][b] * held[b]).sum::<f64>();
                let speed = x[axis.unknown];
                motion.iter_mut().zip(&axis.motion).for_each(|(sum, a)| *sum += speed * a);
            }
            self.motions[step.node] = motion;
        }
    }
}

/// The inverse of the first `n` rows and columns; the row without a pivot otherwise.
fn invert(mut matrix: Matrix6, n: usize) -> Result<Matrix6, usize> {
    let mut inverse = ZERO6;
    let mut scale = [0.0; 6];
    for i in 0..n {
        inverse[i][i] = 1.0;
        scale[i] = matrix[i][..n].iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    }
    let mut rows = [0, 1, 2, 3, 4, 5];
    for column in 0..n {
        let best = (column..n).max_by(|&a, &b| {
            let share = |row: usize| matrix[rows[row]][column].abs() / scale[rows[row]];
            share(a).total_cmp(&share(b))
        });
        rows.swap(column, best.unwrap_or(column));
        let row = rows[column];
        let pivot = matrix[row][column];
        if !(pivot.abs() > 1e-20 * scale[row]) {
            return Err(column);
        }
        let over = 1.0 / pivot;
        for k in 0..n {
            matrix[row][k] *= over;
            inverse[row][k] *= over;
        }
        let (own, own_inverse) = (matrix[row], inverse[row]);
        for other in (0..n).filter(|other| *other != row) {
            let factor = matrix[other][column];
            if factor != 0.0 {
                for k in 0..n {
                    matrix[other][k] -= factor * own[k];
                    inverse[other][k] -= factor * own_inverse[k];
                }
            }
        }
    }
    let mut ordered = ZERO6;
    for column in 0..n {
        ordered[column] = inverse[rows[column]];
    }
    Ok(ordered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bristle_coupling::Matrix;

    /// Parent, unknowns with ratios, of each body.
    type Tree = Vec<(Option<usize>, Vec<(usize, f64)>)>;

    fn check(tree: &Tree, unknowns: usize, pairs: &[(Option<usize>, Option<usize>)], seed: u64) {
        let mut random = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed);
        // Knuth's linear congruential generator.
        let mut number = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        let axes: Vec<Vec<JointAxis>> = tree
            .iter()
            .map(|(_, joints)| {
                let free = joints.len() == 6;
                let axis = |(k, &(unknown, ratio)): (usize, &(usize, f64))| {
                    let mut motion = [0; 6].map(|_| number());
                    if free {
                        motion = [0.0; 6];
                        motion[k] = 1.0;
                    }
                    JointAxis { unknown, ratio, motion }
                };
                joints.iter().enumerate().map(axis).collect()
            })
            .collect();
        // Jacobian of each body over the unknowns.
        let mut jacobians: Vec<Vec<Six>> = Vec::new();
        for (i, (parent, _)) in tree.iter().enumerate() {
            let mut jacobian = parent.map_or(vec![[0.0; 6]; unknowns], |p| jacobians[p].clone());
            for axis in &axes[i] {
                let motion = axis.motion.map(|x| x * axis.ratio);
                jacobian[axis.unknown].iter_mut().zip(motion).for_each(|(sum, m)| *sum += m);
            }
            jacobians.push(jacobian);
        }
        let mut factor = TreeFactor::default();
        factor.begin(unknowns, tree.iter().zip(&axes).map(|((parent, _), axes)| (*parent, &axes[..])));
        let mut dense = Matrix::new(unknowns);
        let mut add_dense = |jacobian: &[Six], block: &Block6| {
            for r in 0..unknowns {
                for c in 0..unknowns {
                    *dense.at(r, c) += dot(&jacobian[r], &times(&block.0, &jacobian[c]));
                }
            }
        };
        for (i, jacobian) in jacobians.iter().enumerate() {
            // Positive definite.
            let root = [0; 6].map(|_| [0; 6].map(|_| number()));
            let mut block = Block6::ZERO;
            for (r, row) in block.0.iter_mut().enumerate() {
                for (c, entry) in row.iter_mut().enumerate() {
                    *entry = dot(&root[r], &root[c]) + if r == c { 0.1 } else { 0.0 };
                }
            }
            factor.add_body(i, &block, 1.0);
            add_dense(jacobian, &block);
        }
        for &(a, b) in pairs {
            // Not symmetric, and stiff.
            let normal = [0; 6].map(|_| 3.0 * number());
            let slide = [0; 6].map(|_| 0.3 * number());
            let mut block = Block6::ZERO;
            for (r, row) in block.0.iter_mut().enumerate() {
                for (c, entry) in row.iter_mut().enumerate() {
                    *entry = 1e3 * (normal[r] + slide[r]) * normal[c];
                }
            }
            factor.add_pair([a, b], &block, 0.7);
            let zero = vec![[0.0; 6]; unknowns];
            let jacobian = |body: Option<usize>| body.map_or(&zero, |i| &jacobians[i]);
            let minus = |(x, y): (&Six, &Six)| [0, 1, 2, 3, 4, 5].map(|k| y[k] - x[k]);
            let past: Vec<Six> = jacobian(a).iter().zip(jacobian(b)).map(minus).collect();
            add_dense(&past, &Block6(block.0.map(|row| row.map(|x| 0.7 * x))));
        }
        for unknown in 0..unknowns {
            factor.add_diagonal(unknown, 0.2);
            *dense.at(unknown, unknown) += 0.2;
        }
        let right: Vec<f64> = (0..unknowns).map(|_| number()).collect();
        let (mut x, mut exact) = (right.clone(), right);
        factor.factor().unwrap();
        factor.solve(&mut x);
        dense.eliminate(&mut exact).unwrap();
        let largest = exact.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        for (x, exact) in x.iter().zip(&exact) {
            assert!((x - exact).abs() < 1e-7 * largest, "{x} instead of {exact}");
        }
    }

    fn free(first: usize) -> Vec<(usize, f64)> {
        (first..first + 6).map(|unknown| (unknown, 1.0)).collect()
    }

    #[test]
    fn trees_loops_and_contacts_are_solved_as_by_elimination() {
        let chain: Tree = (0..7).map(|i: usize| (i.checked_sub(1), vec![(i, 1.0)])).collect();
        check(&chain, 7, &[], 1);
        check(&chain, 7, &[(Some(6), None), (Some(2), Some(5)), (Some(0), Some(6))], 2);
        // A base with three fingers of which two follow the first, and an object.
        let mut hand: Tree = vec![(None, vec![(0, 1.0)])];
        hand.extend([(Some(0), vec![(1, 1.0)]), (Some(0), vec![(1, -0.7)]), (Some(0), vec![(2, 1.0)])]);
        hand.extend([(Some(1), vec![(2, 0.3)]), (Some(3), vec![]), (None, free(3))]);
        check(&hand, 9, &[], 3);
        check(
            &hand,
            9,
            &[
                (Some(6), Some(1)),
                (Some(6), Some(2)),
                (Some(4), Some(6)),
                (Some(5), Some(6)),
                (Some(6), None),
            ],
            4,
        );
        // A pile.
        let pile: Tree = (0..8).map(|i| (None, free(6 * i))).collect();
        let touching: Vec<_> = [(0, 1), (1, 2), (2, 3), (0, 3), (4, 5), (5, 6), (6, 0), (3, 7), (7, 2)]
            .map(|(a, b)| (Some(a), Some(b)))
            .into_iter()
            .chain([(Some(0), None), (Some(4), None)])
            .collect();
        check(&pile, 48, &touching, 5);
        // One that leads its own child.
        let led: Tree = vec![(None, vec![(0, 1.0)]), (Some(0), vec![(0, 2.0)]), (Some(1), vec![(1, 1.0)])];
        check(&led, 2, &[(Some(2), Some(0))], 6);
    }

    #[test]
    fn what_nothing_resists_is_named() {
        let mut factor = TreeFactor::default();
        let axis = [JointAxis { unknown: 0, ratio: 1.0, motion: [0.0, 0.0, 1.0, 0.0, 0.0, 0.0] }];
        factor.begin(1, [(None, &axis[..])].into_iter());
        assert_eq!(factor.factor(), Err(Singular { unknown: 0 }));
    }
}
