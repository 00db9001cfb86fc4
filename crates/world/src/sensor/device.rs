//! A sensor: immutable, checked.

use super::{Response, SensorError, SensorKind, SensorState, SensorValue, noise};
use crate::{BodyId, SkinId};
use bristle_contact::OutOfRange;

/// What a user's own kind may have: bytes of a name, channels, and numbers that it keeps.
const LONGEST_NAME: usize = 100;
const MOST_CHANNELS: usize = 10_000;
const MOST_MEMORY: usize = 1_000_000;

/// A sensor. Begin with [`Sensor::new`]; unless told otherwise it is ideal and tells the truth after every step.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensor {
    pub(super) name: String,
    pub(super) kind: SensorKind,
    pub(super) rate: Option<f64>,
    pub(super) bandwidth: Option<f64>,
    pub(super) bias: Vec<f64>,
    /// Joints whose drives shake it, and the noise per speed of each.
    pub(super) drives: Vec<(BodyId, f64)>,
    seed: u64,
    /// Made of seed and name.
    pub(super) stream: u64,
}

impl Sensor {
    /// The body whose load it measures.
    pub(crate) fn weighs(&self) -> Option<usize> {
        match self.kind {
            SensorKind::ForceTorque { body, .. } => Some(body.0),
            _ => None,
        }
    }

    /// A sensor of a kind.
    pub fn new(name: impl Into<String>, kind: SensorKind) -> Result<Self, SensorError> {
        let name = name.into();
        let stream = noise::stream(0, &name);
        let bias = vec![0.0; kind.channels().len()];
        let sensor =
            Self { name, kind, rate: None, bandwidth: None, bias, drives: Vec::new(), seed: 0, stream };
        let kind = &sensor.kind;
        for index in 0..kind.channels().len() {
            kind.response(index).map_or(Ok(()), |response| sensor.check_response(response))?;
        }
        sensor.check_channels()?;
        if let Some(pose) = kind.pose()
            && !(pose.is_finite() && (pose.rotation.length() - 1.0).abs() < 1e-6)
        {
            return Err(SensorError::BadPose { sensor: sensor.name });
        }
        if let SensorKind::Distance { response, .. } = kind
            && response.range.is_none()
        {
            sensor.judge(OutOfRange::unless(
                false,
                "range",
                f64::INFINITY,
                "m",
                "finite and above 0",
                "say how far the sensor sees",
            ))?;
        }
        Ok(sensor)
    }

    /// Samples `rate` times per second \[Hz\], at whole multiples of its period, and holds the value in between.
    ///
    /// A sample is taken after the first step that reaches its time. A rate above that of the steps gives one sample per
    /// step.
    pub fn with_rate(self, rate: f64) -> Result<Self, SensorError> {
        self.judge(OutOfRange::unless(
            (1e-6..=1e9).contains(&rate),
            "rate",
            rate,
            "Hz",
            "within [1e-6, 1e9]",
            "leave it out for every step",
        ))?;
        Ok(Self { rate: Some(rate), ..self })
    }

    /// Lets changes above `bandwidth` \[Hz\] pass weakened: a low-pass of first order, −3 dB at the bandwidth.
    pub fn with_bandwidth(self, bandwidth: f64) -> Result<Self, SensorError> {
        let holds = (1e-6..=1e9).contains(&bandwidth);
        self.judge(OutOfRange::unless(
            holds,
            "bandwidth",
            bandwidth,
            "Hz",
            "within [1e-6, 1e9]",
            "leave it out for no filter",
        ))?;
        Ok(Self { bandwidth: Some(bandwidth), ..self })
    }

    /// Adds a constant error to each channel, in its unit. Derived channels (a velocity, a share, a texel's slip) have
    /// none: 0 stands for them.
    pub fn with_bias(mut self, bias: &[f64]) -> Result<Self, SensorError> {
        let channels = self.kind.channels();
        if bias.len() != channels.len() {
            let names: Vec<_> = channels.iter().map(|c| c.name).collect();
            return Err(SensorError::BiasCount {
                sensor: self.name,
                given: bias.len(),
                channels: channels.len(),
                names: names.join(", "),
            });
        }
        for (index, (&value, channel)) in bias.iter().zip(channels).enumerate() {
            let measured = self.kind.response(index).is_some();
            let (allowed, fix) =
                ("finite, and 0 for a channel that is derived", "use 0 for a channel without one");
            let holds = value.is_finite() && (measured || value == 0.0);
            self.judge(OutOfRange::unless(holds, "bias", value, channel.unit, allowed, fix))?;
            self.bias[index] = value;
        }
        Ok(self)
    }

    /// Adds the noise of a drive that shakes it: its standard deviation is `per_speed` times the speed of the joint, in the unit of the channel per
    /// m/s or rad/s. Noise of several drives, and the sensor's own, adds up in squares.
    ///
    /// Gears and screws shake the hand that they move, whatever the step: their vibration is far faster than a time step.
    pub fn with_drive_noise(mut self, joint: BodyId, per_speed: f64) -> Result<Self, SensorError> {
        self.judge(OutOfRange::unless(
            (0.0..=1e15).contains(&per_speed),
            "drive noise per speed",
            per_speed,
            "",
            "within [0, 1e15]",
            "leave it out for a drive that runs smoothly",
        ))?;
        self.drives.push((joint, per_speed));
        Ok(self)
    }

    /// Other noise of the same statistics. Sensors of different names have different noise for the same seed.
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, stream: noise::stream(seed, &self.name), ..self }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it senses, and where.
    pub fn kind(&self) -> &SensorKind {
        &self.kind
    }

    /// Samples per second \[Hz\]; `None` for one per step.
    pub fn rate(&self) -> Option<f64> {
        self.rate
    }

    /// Bandwidth \[Hz\]; `None` without a filter.
    pub fn bandwidth(&self) -> Option<f64> {
        self.bandwidth
    }

    /// Seed of its noise.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The body it sits on, unless it listens to a skin.
    pub fn body(&self) -> Option<BodyId> {
        self.kind.body()
    }

    /// Joints whose drives shake it.
    pub fn drives(&self) -> impl Iterator<Item = BodyId> {
        self.drives.iter().map(|(joint, _)| *joint)
    }

    /// The skin it listens to, and the texel if it is of one only.
    pub fn texel(&self) -> Option<(SkinId, Option<usize>)> {
        match self.kind {
            SensorKind::Touch { skin, .. } => Some((skin, None)),
            SensorKind::TexelSlip { skin, texel } => Some((skin, Some(texel))),
            _ => None,
        }
    }

    /// What it says before its first sample.
    pub fn nothing(&self) -> SensorValue {
        SensorValue::nothing(self.kind.channels())
    }

    /// The state before its first sample.
    pub fn start(&self) -> SensorState {
        SensorState::new(self.nothing(), self.kind.memory())
    }

    /// Calls what the sensor says now zero: later values tell the difference. Ranges still apply to the whole. Derived
    /// channels (a velocity, a share, a texel's slip) stay as they are.
    pub fn tare(&self, state: &mut SensorState) {
        for index in 0..state.tare.len() {
            if self.kind.response(index).is_some() {
                state.tare[index] += state.value.values[index];
                state.value.values[index] = 0.0;
            }
        }
    }

    /// Those of a user's own kind: there are some, and each has a name of its own.
    fn check_channels(&self) -> Result<(), SensorError> {
        let channels = self.kind.channels();
        let bad = |why: String| Err(SensorError::BadChannels { sensor: self.name.clone(), why });
        if channels.is_empty() {
            return bad("it has no channel; give it one for every number that it tells".into());
        }
        if channels.len() > MOST_CHANNELS {
            return bad(format!("it has {} channels; it must be at most {MOST_CHANNELS}", channels.len()));
        }
        let memory = self.kind.memory();
        if memory > MOST_MEMORY {
            return bad(format!("its memory is {memory} numbers; it must be at most {MOST_MEMORY}"));
        }
        for (i, channel) in channels.iter().enumerate() {
            if channel.name.is_empty() {
                return bad(format!("channel {i} has no name"));
            }
            // They are headings of tables and parts of paths.
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            if channel.name.len() > LONGEST_NAME || !channel.name.chars().all(plain) {
                let begin: String = channel.name.chars().take(40).collect();
                return bad(format!(
                    "channel {i} is called {begin:?}; a name is letters, digits, `_` and `-`, at most {LONGEST_NAME}"
                ));
            }
            if channel.unit.len() > LONGEST_NAME || channel.unit.chars().any(char::is_control) {
                return bad(format!("channel `{}` has a unit that is no short text", channel.name));
            }
            if channels[..i].iter().any(|other| other.name == channel.name) {
                return bad(format!(
                    "two channels are called `{}`; give each a name of its own",
                    channel.name
                ));
            }
        }
        Ok(())
    }

    fn check_response(&self, response: &Response) -> Result<(), SensorError> {
        let omit = "leave it out for an ideal sensor";
        let size = |value: f64| (1e-15..=1e15).contains(&value);
        if let Some(range) = response.range {
            self.judge(OutOfRange::unless(size(range), "range", range, "", "within [1e-15, 1e15]", omit))?;
        }
        if let Some(step) = response.resolution {
            let most = response.range.unwrap_or(f64::INFINITY);
            let allowed = "within [1e-15, 1e15] and at most the range";
            self.judge(OutOfRange::unless(
                size(step) && step <= most,
                "resolution",
                step,
                "",
                allowed,
                omit,
            ))?;
        }
        let quiet = "use 0 for an ideal sensor";
        self.judge(OutOfRange::unless(
            (0.0..=1e15).contains(&response.noise),
            "noise",
            response.noise,
            "",
            "within [0, 1e15]",
            quiet,
        ))
    }

    /// The error of one of its numbers is its own.
    fn judge(&self, number: Result<f64, OutOfRange>) -> Result<(), SensorError> {
        let own = |number| SensorError::OutOfRange { sensor: self.name.clone(), number };
        number.map(drop).map_err(own)
    }
}
