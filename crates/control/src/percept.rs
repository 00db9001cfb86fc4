//! What a robot tells a controller, and nothing else.

use glam::DVec3;

/// Everything that a robot senses at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Percept {
    /// Since the hardware was started \[s\].
    pub time: f64,
    /// The gripper.
    pub gripper: GripperState,
    /// The arm that carries it.
    pub arm: ArmState,
    /// Load on the wrist; `None` without a sensor there.
    pub wrist: Option<WristLoad>,
    /// One per skin, in the order of [`Senses::skins`].
    pub skins: Vec<Tactile>,
}

/// State of a gripper with one drive.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GripperState {
    /// Way between the fingers' pads \[m\].
    pub opening: f64,
    /// Its rate \[m/s\]; negative while closing.
    pub velocity: f64,
    /// Current of the drive \[A\]; negative while it closes.
    pub current: f64,
}

/// State of the arm's tool.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ArmState {
    /// From the arm's zero, in world axes \[m\].
    pub position: DVec3,
    /// \[m/s\]
    pub velocity: DVec3,
}

/// Load on a force–torque sensor between arm and gripper, in its own axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WristLoad {
    /// \[N\]
    pub force: DVec3,
    /// \[N·m\]
    pub torque: DVec3,
}

/// A tactile frame: a value per texel and their sum.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tactile {
    /// Normal force per texel \[N\], row by row.
    pub values: Vec<f64>,
    /// Their sum \[N\].
    pub sum: f64,
}

impl Tactile {
    /// A frame of these values; the sum is taken in their order, so that a frame read back has the same bits.
    pub fn new(values: Vec<f64>) -> Self {
        let sum = values.iter().sum();
        Self { values, sum }
    }

    /// Texels whose value is above `level` \[N\].
    pub fn active(&self, level: f64) -> usize {
        self.values.iter().filter(|&&value| value > level).count()
    }
}

/// What a robot has to sense with: known before the first percept, and never changing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Senses {
    /// Its tactile skins, in the order of [`Percept::skins`].
    pub skins: Vec<SkinSense>,
    /// Whether there is a force–torque sensor in the wrist.
    pub wrist: bool,
}

/// A tactile skin as a controller knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkinSense {
    /// Its name.
    pub name: String,
    /// Rows of texels.
    pub rows: usize,
    /// Texels per row.
    pub columns: usize,
}

impl SkinSense {
    /// An array of texels.
    pub fn grid(name: impl Into<String>, rows: usize, columns: usize) -> Self {
        Self { name: name.into(), rows, columns }
    }

    /// Number of texels.
    pub fn texels(&self) -> usize {
        self.rows * self.columns
    }
}

impl Senses {
    /// Skins alone, without a wrist sensor.
    pub fn new(skins: impl IntoIterator<Item = SkinSense>) -> Self {
        Self { skins: skins.into_iter().collect(), wrist: false }
    }

    /// Where the skin of that name stands in a percept.
    pub fn skin(&self, name: &str) -> Option<usize> {
        self.skins.iter().position(|skin| skin.name == name)
    }
}
