//! An ordered list of layers, made for one skin.

use crate::active_layer::{Memory, Place, Step};
use crate::check::Fault;
use crate::error::{AdvanceError, ChainError};
use crate::layer::Layer;
use crate::state::ChainState;
use bristle_skin::layout::Grid;
use bristle_skin::{SkinLayout, SkinReading, TactileFrame, TexelReading, TexelState};

/// The longest step that is taken at once \[s\].
pub(crate) const LONGEST_STEP: f64 = 3600.0;
/// The greatest force of a texel \[N\].
pub(crate) const GREATEST_FORCE: f64 = 1e9;
/// The most frames in one step.
pub(crate) const MOST_FRAMES: f64 = 1e6;

/// What is around the pad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surroundings {
    /// Temperature \[°C\]; 20 unless set.
    pub celsius: f64,
}

impl Default for Surroundings {
    fn default() -> Self {
        Self { celsius: 20.0 }
    }
}

/// What the readings of a chain are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Forces \[N\]: no layer turns them into anything else.
    Force,
    /// A signal such as a voltage, from a curve that is not followed by a converter.
    Signal,
    /// Whole numbers from a converter.
    Counts,
}

/// Layers made for a skin. It never changes; what changes is in a [`ChainState`].
#[derive(Clone, Debug)]
pub struct Chain {
    places: Vec<Place>,
    texels: usize,
    grid: Option<Grid>,
    fastest: f64,
    quantity: Quantity,
    feels_sliding: bool,
}

impl Chain {
    /// Checks the layers and makes them for a layout. Without layers the chain tells the truth, in newtons.
    pub fn new(layers: &[Layer], layout: &SkinLayout) -> Result<Self, ChainError> {
        let texels = layout.texels.len();
        if texels == 0 {
            return Err(ChainError::NoTexels);
        }
        let sampler = layers.iter().position(|layer| matches!(layer, Layer::Sampling(_)));
        let rubbing = layers.iter().position(|layer| matches!(layer, Layer::Rubbing(_)));
        if let (Some(sampler), Some(rubbing)) = (sampler, rubbing)
            && sampler < rubbing
        {
            let why =
                "it stands behind a sampler, where nobody knows how far the target slides; put it before"
                    .into();
            return Err(ChainError::at(rubbing, "rubbing", Fault::Refused(why)));
        }
        let place = |(index, layer): (usize, &Layer)| {
            let made = layer.check().and_then(|()| layer.make(layout, index));
            made.map_err(|fault| ChainError::at(index, layer.kind(), fault))
        };
        let places = layers.iter().enumerate().map(place).collect::<Result<_, _>>()?;
        let rate = |layer: &Layer| if let Layer::Sampling(sampling) = layer { sampling.rate } else { 0.0 };
        let fastest = layers.iter().map(rate).fold(0.0, f64::max);
        let quantity = layers.iter().fold(Quantity::Force, |before, layer| match layer {
            Layer::Counts(_) => Quantity::Counts,
            Layer::Transfer(_) => Quantity::Signal,
            _ => before,
        });
        let feels_sliding = layers.iter().any(|layer| matches!(layer, Layer::Rubbing(_)));
        Ok(Self { places, texels, grid: layout.grid.clone(), fastest, quantity, feels_sliding })
    }

    /// Number of texels.
    pub fn texels(&self) -> usize {
        self.texels
    }

    /// Rows and columns, if the texels have any.
    pub fn grid(&self) -> Option<&Grid> {
        self.grid.as_ref()
    }

    /// What the readings are.
    pub fn quantity(&self) -> Quantity {
        self.quantity
    }

    /// Frames per second of the fastest sampler \[Hz\]; none without one: then every step is a frame.
    pub fn rate(&self) -> Option<f64> {
        (self.fastest > 0.0).then_some(self.fastest)
    }

    /// The state before the first step: nothing was ever touched.
    pub fn start(&self) -> ChainState {
        ChainState {
            memories: self.places.iter().map(|place| place.begin(self.texels)).collect(),
            signal: vec![0.0; self.texels],
            slid: Vec::new(),
            readings: vec![0.0; self.texels],
            frames: 0,
            time: 0.0,
        }
    }

    /// Goes on by `dt` \[s\]; `forces` \[N\] are those of the texels at the end of the step. Gives the readings.
    ///
    /// Nothing is allocated, but by a [`Delay`](crate::Delay) until it has been filled once. On an error nothing has changed.
    pub fn advance<'s>(
        &self,
        state: &'s mut ChainState,
        dt: f64,
        forces: &[f64],
        surroundings: &Surroundings,
    ) -> Result<&'s [f64], AdvanceError> {
        if forces.len() != self.texels {
            return Err(AdvanceError::WrongLength { expected: self.texels, found: forces.len() });
        }
        if let Some(texel) = forces.iter().position(|force| !(force.abs() <= GREATEST_FORCE)) {
            return Err(AdvanceError::BadForce { texel, force: forces[texel] });
        }
        self.check(state, dt, surroundings)?;
        state.signal.copy_from_slice(forces);
        state.slid.clear();
        Ok(self.go_on(state, dt, surroundings))
    }

    /// Goes on by `dt` \[s\] with the elastic normal forces of a skin's reading.
    pub fn feel<'s>(
        &self,
        state: &'s mut ChainState,
        dt: f64,
        reading: &SkinReading,
        surroundings: &Surroundings,
    ) -> Result<&'s [f64], AdvanceError> {
        let found = reading.texels.len();
        if found != self.texels {
            return Err(AdvanceError::WrongLength { expected: self.texels, found });
        }
        self.check(state, dt, surroundings)?;
        for (signal, texel) in state.signal.iter_mut().zip(&reading.texels) {
            *signal = texel.elastic_force;
        }
        state.slid.clear();
        if self.feels_sliding {
            state.slid.extend(reading.texels.iter().map(|texel| slid(texel, dt)));
        }
        Ok(self.go_on(state, dt, surroundings))
    }

    /// The readings as the papers' sensor data.
    pub fn frame(&self, state: &ChainState) -> TactileFrame {
        TactileFrame { size: self.grid.clone(), values: state.readings.clone(), sum: state.sum() }
    }

    fn check(&self, state: &ChainState, dt: f64, surroundings: &Surroundings) -> Result<(), AdvanceError> {
        if !(dt > 0.0 && dt <= LONGEST_STEP) {
            return Err(AdvanceError::BadStep { dt });
        }
        if dt * self.fastest > MOST_FRAMES {
            return Err(AdvanceError::TooManyFrames { dt, rate: self.fastest });
        }
        let celsius = surroundings.celsius;
        if !(-273.15..=1000.0).contains(&celsius) {
            return Err(AdvanceError::BadTemperature { celsius });
        }
        self.check_state(state)
    }

    /// Whether a state, wherever it comes from, is one of this chain.
    pub fn check_state(&self, state: &ChainState) -> Result<(), AdvanceError> {
        let sizes = [state.signal.len(), state.readings.len()];
        if state.memories.len() != self.places.len() || sizes != [self.texels; 2] {
            return Err(AdvanceError::ForeignState { number: 1 });
        }
        let fits = |(place, memory): (&Place, &Memory)| place.fits(memory, self.texels);
        match self.places.iter().zip(&state.memories).position(|pair| !fits(pair)) {
            Some(index) => Err(AdvanceError::ForeignState { number: index + 1 }),
            None => Ok(()),
        }
    }

    fn go_on<'s>(&self, state: &'s mut ChainState, dt: f64, surroundings: &Surroundings) -> &'s [f64] {
        let ChainState { memories, signal, slid, readings, frames, time } = state;
        let step = Step { dt, celsius: surroundings.celsius, in_frames: false, slid };
        *time += dt;
        pass(&self.places, memories, &step, signal, &mut |signal| {
            readings.copy_from_slice(signal);
            *frames += 1;
        });
        readings
    }
}

/// How far the target has slid over a texel in a step of `dt` \[s\].
fn slid(texel: &TexelReading, dt: f64) -> f64 {
    if texel.state == TexelState::Slip { dt * texel.slip_velocity.length() } else { 0.0 }
}

/// Leads the signal through the layers. Behind a sampler it goes on once per frame that is due, or not at all.
fn pass(
    places: &[Place],
    memories: &mut [Memory],
    step: &Step<'_>,
    signal: &mut [f64],
    deliver: &mut dyn FnMut(&[f64]),
) {
    for (index, place) in places.iter().enumerate() {
        let (before, behind) = memories.split_at_mut(index + 1);
        let memory = &mut before[index];
        match place {
            Place::Plain(layer) => layer.advance(memory, step, signal),
            Place::Sampler(sampling) => {
                return sampling.frames(memory, step, signal, |frame, signal| {
                    pass(&places[index + 1..], behind, frame, signal, deliver);
                });
            }
        }
    }
    deliver(signal);
}
