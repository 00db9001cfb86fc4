//! Who is near whom in a step, and which bodies are therefore solved together.
//!
//! Boxes tell which shapes and skins may meet; of those, pairs of plain bodies are looked at closely. Trees of bodies that may act on each other are joined to
//! islands. Trees that sleep are left out until something comes near.

use crate::colliders::MountedCollider;
use crate::island::Island;
use crate::mechanism::Groups;
use crate::model::Model;
use crate::placed::Placed;
use crate::plain::{PlainPair, PlainRoom, PlainState, closing, fastest};
use bristle_geometry::collide::{Bounds, MovingBoxes, StandingBoxes};
use bristle_geometry::{Pose, Shape};
use glam::DVec3;

/// Boxes are larger than what they hold by this much \[m\], beside what things may move in a step.
const MARGIN: f64 = 2e-4;

/// A step is divided where bodies would move past each other by more than this share of the thinner one, or of what a skin's rays look into.
const SAFE_TRAVEL: f64 = 0.5;

/// Into so many parts at most for what flies, …
const MOST_PARTS: f64 = 8192.0;

/// … and for what turns, which may do so in every step.
const MOST_PARTS_OF_A_TURN: f64 = 64.0;

/// Parts for a travel \[m\] of which so much is safe, straight on and by turning.
fn parts_for((straight, turning): (f64, f64), safe: f64) -> usize {
    let parts = |travel: f64, most: f64| (travel / safe).ceil().clamp(1.0, most);
    parts(straight + turning, MOST_PARTS_OF_A_TURN).max(parts(straight, MOST_PARTS)) as usize
}

/// Something that may meet others: a plain shape, or a skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Collider(usize),
    Skin(usize),
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    thing: Thing,
    body: usize,
    tree: Option<usize>,
}

/// All that may meet, sorted by whether it moves.
#[derive(Clone, Debug)]
pub(crate) struct Neighbours {
    moving: Vec<Entry>,
    boxes: Vec<Bounds>,
    sweep: MovingBoxes,
    /// What is fixed to the world.
    fixed: Vec<Entry>,
    fixed_boxes: Vec<Bounds>,
    standing: StandingBoxes,
    /// Half-spaces among all entries: they have no box.
    planes: Vec<Entry>,
    /// Moving entries of each tree.
    of_tree: Vec<Vec<u32>>,
    /// Box of each skin in its own frame.
    skin_boxes: Vec<Bounds>,
    /// Targets of each skin by shape, in order.
    shapes_of_skin: Vec<Vec<usize>>,
    candidates: Vec<(u32, u32)>,
    examined: Vec<bool>,
    groups: Groups,
    /// Pairs of plain bodies that are near each other, and how many of the list are in use.
    pub(crate) pairs: Vec<PlainPair>,
    pub(crate) pair_count: usize,
    room: PlainRoom,
    /// Skins that are near a target, with one of the trees that they act on.
    pub(crate) near_skins: Vec<Option<usize>>,
    pub(crate) islands: Vec<Island>,
    pub(crate) island_count: usize,
    island_of: Vec<u32>,
    /// Parts that the step of each tree is to be divided into, so that nothing passes through anything.
    pub(crate) parts: Vec<usize>,
    place: Vec<u32>,
}

/// What of a world's state is asked when neighbours are sought.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    pub(crate) model: &'a Model,
    pub(crate) placed: &'a Placed,
    pub(crate) state: &'a PlainState,
    pub(crate) h: f64,
}

fn inflate((lower, upper): Bounds, by: f64) -> Bounds {
    (lower - by, upper + by)
}

/// The box around a box that is turned and moved.
fn turned((lower, upper): Bounds, pose: Pose) -> Bounds {
    let (centre, half) = (0.5 * (lower + upper), 0.5 * (upper - lower));
    let (centre, reach) = (pose.transform_point(centre), pose.rotation_matrix().abs() * half);
    (centre - reach, centre + reach)
}

impl Neighbours {
    pub(crate) fn new(model: &Model, placed: &Placed) -> Self {
        let tree_of = |body: usize| model.mechanism.tree_of[body];
        let colliders = model.colliders.mounted.iter().enumerate().map(|(i, collider)| Entry {
            thing: Thing::Collider(i),
            body: collider.body,
            tree: tree_of(collider.body),
        });
        let skins = model.skins.iter().enumerate().map(|(i, skin)| Entry {
            thing: Thing::Skin(i),
            body: skin.body.0,
            tree: tree_of(skin.body.0),
        });
        let is_plane = |entry: &Entry| match entry.thing {
            Thing::Collider(i) => {
                matches!(model.shapes[model.colliders.mounted[i].shape].shape, Shape::HalfSpace(_))
            }
            Thing::Skin(_) => false,
        };
        let skin_boxes: Vec<Bounds> = model.skins.iter().map(|skin| skin.skin.bounds()).collect();
        let (planes, bounded): (Vec<Entry>, Vec<Entry>) = colliders.chain(skins).partition(is_plane);
        let (moving, fixed): (Vec<Entry>, Vec<Entry>) =
            bounded.into_iter().partition(|entry| entry.tree.is_some());
        let mut of_tree = vec![Vec::new(); model.mechanism.trees.len()];
        for (i, entry) in moving.iter().enumerate() {
            if let Some(tree) = entry.tree {
                of_tree[tree].push(i as u32);
            }
        }
        let mut neighbours = Self {
            boxes: vec![(DVec3::ZERO, DVec3::ZERO); moving.len()],
            moving,
            sweep: MovingBoxes::default(),
            fixed,
            fixed_boxes: Vec::new(),
            standing: StandingBoxes::default(),
            planes,
            of_tree,
            skin_boxes,
            shapes_of_skin: Vec::new(),
            candidates: Vec::new(),
            examined: Vec::new(),
            groups: Groups::default(),
            pairs: Vec::new(),
            pair_count: 0,
            room: PlainRoom::default(),
            near_skins: vec![None; model.skins.len()],
            islands: Vec::new(),
            island_count: 0,
            island_of: vec![u32::MAX; model.mechanism.trees.len()],
            parts: vec![1; model.mechanism.trees.len()],
            place: vec![0; model.bodies.len()],
        };
        for skin in &model.skins {
            let mut shapes: Vec<usize> = skin.targets.iter().map(|shape| shape.0).collect();
            shapes.sort_unstable();
            neighbours.shapes_of_skin.push(shapes);
        }
        let empty = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let fixed = neighbours.fixed.iter();
        neighbours.fixed_boxes =
            fixed.map(|entry| neighbours.bounds(model, placed, entry, 0.0).unwrap_or(empty)).collect();
        let boxes = neighbours.fixed_boxes.iter().enumerate();
        neighbours.standing = StandingBoxes::new(boxes.map(|(i, bounds)| (i as u32, *bounds)));
        neighbours
    }

    fn bounds(&self, model: &Model, placed: &Placed, entry: &Entry, h: f64) -> Option<Bounds> {
        let (pose, twist) = (placed.pose(entry.body), &placed.middle_twists[entry.body]);
        match entry.thing {
            Thing::Collider(i) => {
                let mounted = &model.colliders.mounted[i];
                let bounds = mounted.collider.bounds(pose * mounted.pose)?;
                Some(inflate(bounds, MARGIN + h * fastest(mounted, twist)))
            }
            Thing::Skin(i) => {
                let at = pose * model.skins[i].pose;
                let speed = twist.velocity_at(at.translation - pose.translation).length();
                Some(inflate(turned(self.skin_boxes[i], at), MARGIN + h * speed))
            }
        }
    }

    /// Finds what is near in a step, and joins trees to islands. Trees that are not `awake` are left alone, until something awake comes near them: then all that
    /// fell asleep with them wakes, too.
    pub(crate) fn find(&mut self, around: Surroundings, awake: &mut [bool], asleep_with: &[u32]) {
        let Surroundings { model, placed, h, .. } = around;
        self.pair_count = 0;
        self.near_skins.fill(None);
        self.groups.reset(awake.len());
        self.parts.fill(1);
        for (i, entry) in self.moving.iter().enumerate() {
            if entry.tree.is_some_and(|tree| awake[tree])
                && let Some(bounds) = self.bounds(model, placed, entry, h)
            {
                self.boxes[i] = bounds;
            }
        }
        self.candidates.clear();
        let Self { sweep, boxes, candidates, moving, shapes_of_skin, .. } = self;
        sweep.sweep(boxes, |a, b| {
            let [one, two] = [a, b].map(|i| &moving[i as usize]);
            if one.body != two.body && may_meet(model, shapes_of_skin, one, two) {
                candidates.push((a, b));
            }
        });
        candidates.sort_unstable();
        self.examined.clear();
        self.examined.resize(self.candidates.len(), false);
        let mut ready: Vec<usize> = (0..awake.len()).filter(|&tree| awake[tree]).collect();
        self.meet_moving_planes(around, awake);
        while !ready.is_empty() {
            let mut woken = Vec::new();
            for &tree in &ready {
                for i in 0..self.of_tree[tree].len() {
                    self.meet_what_is_fixed(around, self.of_tree[tree][i] as usize);
                }
            }
            for i in 0..self.candidates.len() {
                let (a, b) = self.candidates[i];
                let entries = [a, b].map(|i| self.moving[i as usize]);
                let trees = entries.map(|entry| entry.tree.unwrap_or(usize::MAX));
                if self.examined[i] || !trees.iter().any(|&tree| awake[tree]) {
                    continue;
                }
                self.examined[i] = true;
                if self.meet(around, entries) {
                    self.groups.join(trees[0], trees[1]);
                    woken.extend(trees.into_iter().filter(|&tree| !awake[tree]));
                }
            }
            ready.clear();
            for tree in woken {
                if !awake[tree] {
                    let group = asleep_with[tree];
                    for other in (0..awake.len()).filter(|&other| asleep_with[other] == group) {
                        if !std::mem::replace(&mut awake[other], true) {
                            ready.push(other);
                        }
                    }
                }
            }
        }
        self.gather_islands(model, awake);
    }

    /// A moving entry against all that is fixed to the world.
    fn meet_what_is_fixed(&mut self, around: Surroundings, entry: usize) {
        let (own, bounds) = (self.moving[entry], self.boxes[entry]);
        let mut near = Vec::new();
        self.standing.near(bounds, |i| near.push(i));
        near.sort_unstable();
        for i in near {
            let other = self.fixed[i as usize];
            if may_meet(around.model, &self.shapes_of_skin, &own, &other) {
                self.meet(around, [own, other]);
            }
        }
        for i in 0..self.planes.len() {
            let plane = self.planes[i];
            if plane.body != own.body
                && may_meet(around.model, &self.shapes_of_skin, &own, &plane)
                && is_below(around, &plane, bounds)
                && self.meet(around, [own, plane])
                && let (Some(a), Some(b)) = (own.tree, plane.tree)
            {
                self.groups.join(a, b);
            }
        }
    }

    /// Half-spaces that move against all that is fixed to the world.
    fn meet_moving_planes(&mut self, around: Surroundings, awake: &[bool]) {
        for i in 0..self.planes.len() {
            let plane = self.planes[i];
            if !plane.tree.is_some_and(|tree| awake[tree]) {
                continue;
            }
            for j in 0..self.fixed.len() {
                let other = self.fixed[j];
                if may_meet(around.model, &self.shapes_of_skin, &plane, &other)
                    && is_below(around, &plane, self.fixed_boxes[j])
                {
                    self.meet(around, [plane, other]);
                }
            }
        }
    }

    /// Two entries whose boxes overlap; gives whether they may act on each other in this step.
    fn meet(&mut self, around: Surroundings, entries: [Entry; 2]) -> bool {
        let [one, two] = entries;
        match (one.thing, two.thing) {
            (Thing::Collider(a), Thing::Collider(b)) => self.meet_plain(around, a.min(b), a.max(b)),
            (Thing::Skin(skin), Thing::Collider(_)) | (Thing::Collider(_), Thing::Skin(skin)) => {
                let trees = [one.tree, two.tree];
                if let Some(tree) = trees.into_iter().flatten().next() {
                    // All that a skin feels at once belongs together.
                    match self.near_skins[skin] {
                        Some(other) => self.groups.join(tree, other),
                        None => self.near_skins[skin] = Some(tree),
                    }
                    trees.into_iter().flatten().for_each(|other| self.groups.join(tree, other));
                }
                self.divide(trees, self.parts_for_skin(around, skin, entries.map(|entry| entry.body)));
                true
            }
            (Thing::Skin(_), Thing::Skin(_)) => false,
        }
    }

    fn meet_plain(&mut self, around: Surroundings, a: usize, b: usize) -> bool {
        let Surroundings { model, placed, state, h } = around;
        if self.pairs.len() == self.pair_count {
            self.pairs.push(PlainPair::default());
        }
        let pair = &mut self.pairs[self.pair_count];
        pair.key = (a as u32, b as u32);
        pair.look(&model.colliders, placed, state, h, &mut self.room);
        let [one, two] = [a, b].map(|i| &model.colliders.mounted[i]);
        let twists = [one, two].map(|collider| &placed.middle_twists[collider.body]);
        let (straight, turning) = closing([one, two], twists);
        let safe = SAFE_TRAVEL * one.half_thickness.min(two.half_thickness);
        let mut parts = parts_for((h * straight, h * turning), safe);
        if !pair.is_near && parts == 1 {
            return false;
        }
        if parts > 1 && !pair.may_touch_within(&model.colliders, placed, h) {
            parts = 1;
        }
        self.pair_count += 1;
        self.divide([one.body, two.body].map(|body| model.mechanism.tree_of[body]), parts);
        true
    }

    /// Parts of a step in which a body moves no farther past a skin than its rays see.
    fn parts_for_skin(&self, around: Surroundings, skin: usize, bodies: [usize; 2]) -> usize {
        let Surroundings { model, placed, h, .. } = around;
        let mounted = &model.skins[skin].skin;
        let [one, two] = bodies.map(|body| placed.middle_twists[body].linear);
        let window = mounted.material().max_penetration() + mounted.look_ahead();
        parts_for((h * (one - two).length(), 0.0), SAFE_TRAVEL * window)
    }

    /// The steps of these trees are to be divided.
    fn divide(&mut self, trees: [Option<usize>; 2], parts: usize) {
        for tree in trees.into_iter().flatten() {
            self.parts[tree] = self.parts[tree].max(parts);
        }
    }

    fn gather_islands(&mut self, model: &Model, awake: &[bool]) {
        self.island_count = 0;
        self.island_of.fill(u32::MAX);
        for tree in (0..awake.len()).filter(|&tree| awake[tree]) {
            let root = self.groups.root(tree);
            if self.island_of[root] == u32::MAX {
                if self.islands.len() == self.island_count {
                    self.islands.push(Island::default());
                }
                let island = &mut self.islands[self.island_count];
                for list in [&mut island.trees, &mut island.skins, &mut island.pairs, &mut island.motors] {
                    list.clear();
                }
                self.island_of[root] = self.island_count as u32;
                self.island_count += 1;
            }
            self.islands[self.island_of[root] as usize].trees.push(tree);
        }
        let island_of = |groups: &mut Groups, tree: usize| self.island_of[groups.root(tree)] as usize;
        for (skin, tree) in self.near_skins.iter().enumerate() {
            if let Some(tree) = *tree {
                self.islands[island_of(&mut self.groups, tree)].skins.push(skin);
            }
        }
        for (i, pair) in self.pairs[..self.pair_count].iter().enumerate() {
            let tree = pair.bodies.into_iter().find_map(|body| model.mechanism.tree_of[body]);
            if let Some(tree) = tree {
                self.islands[island_of(&mut self.groups, tree)].pairs.push(i);
            }
        }
        for (motor, driven) in model.motors.iter().enumerate() {
            if let Some(tree) = model.mechanism.tree_of[driven.body().0].filter(|&tree| awake[tree]) {
                self.islands[island_of(&mut self.groups, tree)].motors.push(motor);
            }
        }
        for island in &mut self.islands[..self.island_count] {
            island.fill(&model.mechanism, &mut self.place);
        }
    }

    /// Looks again at the pairs of an island, where its bodies are now.
    pub(crate) fn look_again(&mut self, around: Surroundings, island: &Island) {
        let Surroundings { model, placed, state, h } = around;
        for &pair in &island.pairs {
            self.pairs[pair].look(&model.colliders, placed, state, h, &mut self.room);
        }
    }
}

/// Whether two things may act on each other at all.
fn may_meet(model: &Model, shapes_of_skin: &[Vec<usize>], one: &Entry, two: &Entry) -> bool {
    let feels = |skin: usize, collider: usize| {
        shapes_of_skin[skin].binary_search(&model.colliders.mounted[collider].shape).is_ok()
    };
    match (one.thing, two.thing) {
        (Thing::Collider(a), Thing::Collider(b)) => model.colliders.may_touch(a, b),
        (Thing::Skin(skin), Thing::Collider(shape)) | (Thing::Collider(shape), Thing::Skin(skin)) => {
            feels(skin, shape)
        }
        (Thing::Skin(_), Thing::Skin(_)) => false,
    }
}

/// Whether a box reaches below a half-space.
fn is_below(around: Surroundings, plane: &Entry, (lower, upper): Bounds) -> bool {
    let Thing::Collider(i) = plane.thing else { return false };
    let mounted: &MountedCollider = &around.model.colliders.mounted[i];
    let pose = around.placed.pose(plane.body) * mounted.pose;
    let up = pose.transform_vector(DVec3::Z);
    let (centre, half) = (0.5 * (lower + upper), 0.5 * (upper - lower));
    let speed = around.placed.middle_twists[plane.body].linear.length();
    (centre - pose.translation).dot(up) - half.dot(up.abs()) <= MARGIN + around.h * speed
}
