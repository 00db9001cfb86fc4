//! What makes the next update faster, and never changes a result.

use crate::detect::Nearest;
use crate::edges::EdgeForces;
use crate::pair_sum::PairSum;
use crate::patch::Patch;
use crate::state::SkinState;
use crate::target::Relative;
use crate::trial::TrialLoad;
use crate::trial_kernel::{CHUNK, TargetLaw};
use crate::trial_sum::TrialSum;
use crate::{Skin, Target};
use bristle_geometry::lanes::{Four, WIDTH};
use bristle_geometry::{CastHint, Pose, Shape, Travel, Twist};
use glam::{DMat3, DVec3};

/// Hints for casts at meshes, and room to work in. Make one per skin and number of targets; throw it away at will.
#[derive(Clone, Debug)]
pub struct SkinMemory {
    pub(crate) pairs: Vec<PairMemory>,
    pub(crate) relatives: Vec<Relative>,
    pub(crate) sums: Vec<PairSum>,
    /// Of the last detection or update: all hits, a bit for each of four texels for which one ray stands, and which patches have any hit.
    pub(crate) hits: Vec<Nearest>,
    pub(crate) merged: Vec<u8>,
    pub(crate) near: Vec<bool>,
    /// The targets near the patch at work.
    pub(crate) near_targets: Vec<u32>,
    /// By how much each ray has let its target in that came from the side, at the start of the step \[m\]; empty if none has.
    pub(crate) entered: Vec<Four>,
    /// Whether any of these has met a target that may have edges.
    pub(crate) edged: bool,
    /// Whether the hits are those of a detection.
    pub(crate) detected: bool,
    /// Of the last trial: one per chunk of patches and target.
    pub(crate) trial_sums: Vec<TrialSum>,
    /// Where the bodies stood at the last detection.
    pub(crate) skin_pose: Pose,
    pub(crate) target_poses: Vec<Pose>,
    /// One per target of the last detection.
    pub(crate) laws: Vec<TargetLaw>,
    /// Of the last detection or update.
    pub(crate) edges: EdgeForces,
    /// Whether bodies move on from where they were detected with their velocities at the end of the step, as in engines with semi-implicit steps. The next
    /// step then begins half of that on, and not where the displacement over this step, from the start of it, leads to.
    pub moves_at_end: bool,
}

/// How one target moved past the skin, and what the rays know of it.
#[derive(Clone, Debug)]
pub(crate) struct PairMemory {
    /// One per ray; empty until the target turns out to be a mesh.
    pub(crate) hints: Vec<CastHint>,
    /// Where each patch's centre was, in T, and how far it has come.
    odometers: Vec<Odometer>,
    r_ts: DMat3,
    /// Sum of the chords of all turns so far: between two moments no point at distance `d` from the centre of a patch
    /// moves farther, relative to the centre, than `d` times the difference.
    turned: f64,
    /// Identity of the mesh the hints speak of.
    mesh: u64,
}

#[derive(Clone, Copy, Debug)]
struct Odometer {
    centre: DVec3,
    turned: f64,
    distance: f64,
}

impl Odometer {
    const START: Self = Self { centre: DVec3::NAN, turned: 0.0, distance: 0.0 };
}

impl SkinMemory {
    /// Room for a skin and its targets.
    pub fn new(skin: &Skin, targets: &[Target]) -> Self {
        let pairs = targets
            .iter()
            .map(|target| {
                let is_mesh = matches!(target.shape, Shape::Mesh(_));
                let (rays, patches) =
                    if is_mesh { (skin.rays.len() * WIDTH, skin.patches.len()) } else { (0, 0) };
                PairMemory {
                    hints: vec![CastHint::default(); rays],
                    odometers: vec![Odometer::START; patches],
                    r_ts: DMat3::IDENTITY,
                    turned: 0.0,
                    mesh: 0,
                }
            })
            .collect();
        Self {
            pairs,
            relatives: Vec::with_capacity(targets.len()),
            sums: vec![PairSum::ZERO; targets.len()],
            hits: vec![Nearest::NONE; skin.rays.len()],
            merged: vec![0; skin.groups()],
            near: vec![false; skin.patches.len()],
            near_targets: Vec::with_capacity(targets.len()),
            entered: Vec::new(),
            edged: false,
            detected: false,
            trial_sums: Vec::new(),
            skin_pose: Pose::IDENTITY,
            target_poses: Vec::new(),
            laws: Vec::new(),
            edges: EdgeForces::default(),
            moves_at_end: false,
        }
    }

    /// Takes in how all bodies stand at the start of an update.
    pub(crate) fn begin(&mut self, pose: Pose, twist: Twist, targets: &[Target]) {
        self.relatives.clear();
        for (target, pair) in targets.iter().zip(&mut self.pairs) {
            let relative = Relative::new(pose, twist, target);
            if let Shape::Mesh(mesh) = target.shape {
                pair.turn_to(relative.r_ts, mesh.id());
            }
            self.relatives.push(relative);
        }
        self.sums.iter_mut().for_each(PairSum::clear);
    }

    /// Takes in how all bodies stand in the middle of an implicit step.
    pub(crate) fn begin_step(&mut self, skin: &Skin, pose: Pose, targets: &[Target], state: &SkinState) {
        self.detected = true;
        let chunks = skin.patches.len().div_ceil(CHUNK);
        self.trial_sums.resize(chunks * targets.len(), TrialSum::ZERO);
        self.skin_pose = pose;
        self.target_poses.clear();
        self.target_poses.extend(targets.iter().map(|target| target.pose));
        let law = |(i, target): (usize, &Target)| TargetLaw {
            towards_end: 0.0,
            material: target.yielding(state.receded(i)).and_then(|surface| surface.material.clone()),
            bed: target.material(&skin.material, state.receded(i)).bed_law(),
            crush: target.yielding(state.receded(i)).and_then(|surface| surface.crush),
            core: target.surface.and_then(|surface| surface.core),
            is_placed: state.place(i).is_none(),
            receded: state.receded(i),
            let_in: state.let_in(i),
            found_at: 0.0,
        };
        self.laws.clear();
        self.laws.extend(targets.iter().enumerate().map(law));
        self.begin(pose, Twist::ZERO, targets);
    }

    /// Goes back to where the last detection left off: what a detection would find with the same poses and the same state.
    pub fn repeat_detection(&mut self, state: &SkinState) {
        for (target, law) in self.laws.iter_mut().enumerate() {
            (law.towards_end, law.let_in) = (0.0, state.let_in(target));
        }
        self.entered.clone_from(&state.entered);
        self.edges.take_in_all();
    }

    /// Whether trials are as the last detection has left them.
    pub fn is_as_detected(&self, state: &SkinState) -> bool {
        let untouched =
            |(i, law): (usize, &TargetLaw)| law.towards_end == 0.0 && law.let_in == state.let_in(i);
        self.detected
            && self.laws.iter().enumerate().all(untouched)
            && self.entered.is_empty()
            && !self.edges.any_left_out()
    }

    /// The loads of the last trial, chunk after chunk.
    pub(crate) fn gather(&self, loads: &mut [TrialLoad], derivatives: bool) {
        loads.fill(TrialLoad::ZERO);
        for sums in self.trial_sums.chunks_exact(loads.len().max(1)) {
            loads.iter_mut().zip(sums).for_each(|(load, sum)| sum.add_to(load, derivatives));
        }
        self.edges.add_to_loads(loads, derivatives);
    }

    /// Lets in what the last detection found deeper inside the skin than its pad is thick, though it was not felt before and did not come
    /// there in half a step, in which it moves by `travel` \[m\]: bodies that were put into each other. It is pushed out slowly.
    pub fn let_in_overlap(&mut self, skin: &Skin, state: &SkinState, target: usize, travel: f64) {
        let is_felt = || state.bristles.iter().any(|four| four.target.contains(&(target as u32)));
        if let Some(law) = self.laws.get_mut(target)
            && law.let_in == 0.0
            && law.found_at - travel > skin.material.reach()
            && !is_felt()
        {
            law.let_in = law.found_at;
        }
    }

    /// Whether the last detection found such targets.
    pub fn may_overlap(&self) -> bool {
        self.laws.iter().any(|law| law.found_at > 0.0)
    }

    /// Takes the elastic forces of a target towards the end of the step, for the trials until the next detection: 0, as after a detection, is
    /// the mean over the way, which gives and takes no energy; 1 is the end, which settles what a step cannot resolve.
    pub fn take_towards_end(&mut self, target: usize, share: f64) {
        if let Some(law) = self.laws.get_mut(target) {
            law.towards_end = share.clamp(0.0, 1.0);
        }
    }

    /// Memory held \[bytes\].
    pub fn memory(&self) -> usize {
        let pair = |p: &PairMemory| size_of_val(&*p.hints) + size_of_val(&*p.odometers);
        self.pairs.iter().map(pair).sum::<usize>()
            + size_of_val(&*self.sums)
            + size_of_val(&*self.hits)
            + size_of_val(&*self.merged)
            + size_of_val(&*self.near)
            + size_of_val(&*self.trial_sums)
            + self.edges.memory()
    }
}

impl PairMemory {
    fn turn_to(&mut self, r_ts: DMat3, mesh: u64) {
        if self.mesh != mesh {
            self.hints.fill(CastHint::default());
            self.mesh = mesh;
        }
        let change = r_ts - self.r_ts;
        let columns = [change.x_axis, change.y_axis, change.z_axis];
        self.turned += (0.5 * columns.map(DVec3::length_squared).iter().sum::<f64>()).sqrt();
        self.r_ts = r_ts;
    }

    /// Adds the patch's motion since it was last asked for, and gives its travel.
    pub(crate) fn travel(&mut self, index: usize, patch: &Patch, relative: &Relative, span: f64) -> Travel {
        let odometer = &mut self.odometers[index];
        let centre = relative.point_in_target(patch.centre);
        let step = (centre - odometer.centre).length() + (self.turned - odometer.turned) * span;
        // The first step comes from nowhere; there is no hint yet that could expire.
        odometer.distance += if step.is_finite() { step } else { 0.0 };
        (odometer.centre, odometer.turned) = (centre, self.turned);
        Travel { distance: odometer.distance, turn_radius: span }
    }
}
