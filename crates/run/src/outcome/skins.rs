//! What the skins felt, from every step.

use bristle_record::{Felt, PhaseOutcome, SkinOutcome};
use bristle_skin::TexelState;
use bristle_world::{Model, ModelError, SkinId, World};
use serde::{Deserialize, Serialize};

/// Follows the skins through a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Skins {
    tracks: Vec<Track>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Track {
    so_far: SkinOutcome,
    /// Which texels slip.
    slipping: Vec<bool>,
    run: Mean,
    phase: Mean,
}

/// A mean over steps \[N\].
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Mean {
    sum: f64,
    steps: u64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.steps += 1;
    }

    fn value(self) -> Option<f64> {
        (self.steps > 0).then(|| self.sum / self.steps as f64)
    }
}

impl Skins {
    pub(super) fn of(model: &Model) -> Self {
        let track = |skin: &bristle_world::MountedSkin| {
            let texels = skin.skin.texels().len();
            Track {
                so_far: SkinOutcome::new(&skin.name, texels),
                slipping: vec![false; texels],
                run: Mean::default(),
                phase: Mean::default(),
            }
        };
        Self { tracks: model.skins().iter().map(track).collect() }
    }

    /// Whether they can be those of a model, wherever they come from.
    pub(super) fn fit(&self, model: &Model) -> bool {
        let fits = |(track, skin): (&Track, &bristle_world::MountedSkin)| {
            track.slipping.len() == skin.skin.texels().len() && track.so_far.name == skin.name
        };
        self.tracks.len() == model.skins().len() && self.tracks.iter().zip(model.skins()).all(fits)
    }

    pub(super) fn fit_phase(&self, phase: &PhaseOutcome) -> bool {
        [phase.skins.len(), phase.mean_normal_force_n.len()] == [self.tracks.len(); 2]
    }

    /// Looks at what a step up to `time` \[s\] brought.
    pub(super) fn after_step(&mut self, world: &World, time: f64) -> Result<(), ModelError> {
        for (index, track) in self.tracks.iter_mut().enumerate() {
            let reading = world.reading(SkinId(index))?;
            let so_far = &mut track.so_far;
            let mut largest = (so_far.largest_texel_n, None);
            for (texel, felt) in reading.texels.iter().enumerate() {
                if felt.normal_force > largest.0 {
                    largest = (felt.normal_force, Some(texel));
                }
                let slips = felt.state == TexelState::Slip;
                so_far.slip_onsets += u64::from(slips && !track.slipping[texel]);
                track.slipping[texel] = slips;
            }
            if let (force, Some(texel)) = largest {
                (so_far.largest_texel_n, so_far.largest_texel) = (force, Some(texel));
                so_far.largest_texel_at_s = time;
            }
            let felt = Felt::of(reading);
            if felt.normal_force_n > so_far.peak_normal_force_n {
                (so_far.peak_normal_force_n, so_far.peak_at_s) = (felt.normal_force_n, time);
            }
            if felt.shear_size() > so_far.peak_shear_n {
                (so_far.peak_shear_n, so_far.peak_shear_at_s) = (felt.shear_size(), time);
            }
            so_far.most_touching = so_far.most_touching.max(felt.touching);
            so_far.most_saturated = so_far.most_saturated.max(felt.saturated);
            if felt.touching > 0 {
                so_far.first_touch_s.get_or_insert(time);
                track.run.add(felt.normal_force_n);
                track.phase.add(felt.normal_force_n);
            }
            so_far.end = felt;
        }
        Ok(())
    }

    pub(super) fn begin_phase(&mut self) {
        self.tracks.iter_mut().for_each(|track| track.phase = Mean::default());
    }

    /// What each of them felt last.
    pub(super) fn at_end(&self) -> Vec<Felt> {
        self.tracks.iter().map(|track| track.so_far.end).collect()
    }

    /// Mean normal forces on each of them since the phase began, over the steps in which it touched \[N\].
    pub(super) fn means_of_phase(&self) -> Vec<Option<f64>> {
        self.tracks.iter().map(|track| track.phase.value()).collect()
    }

    pub(super) fn outcome(&self) -> Vec<SkinOutcome> {
        let outcome = |track: &Track| {
            let mean_normal_force_n = track.run.value();
            SkinOutcome { mean_normal_force_n, ..track.so_far.clone() }
        };
        self.tracks.iter().map(outcome).collect()
    }
}
