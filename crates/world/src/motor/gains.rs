//! Gains of the controllers, at the joint.

/// Of the position controller: `stiffness · e + damping · ė + integral · ∫e dt`, with `e` the reference less the position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PositionGains {
    /// \[N/m | N·m/rad\]
    pub stiffness: f64,
    /// \[N·s/m | N·m·s/rad\]
    pub damping: f64,
    /// \[N/(m·s) | N·m/(rad·s)\]; 0 for a plain PD controller.
    pub integral: f64,
}

impl PositionGains {
    /// A PD controller that moves an inertia \[kg | kg·m²\] as an oscillator of a natural frequency \[Hz\] and a damping
    /// ratio (1 is critical). Count the motor's armature in.
    pub fn for_inertia(inertia: f64, frequency: f64, damping_ratio: f64) -> Self {
        let omega = std::f64::consts::TAU * frequency;
        Self {
            stiffness: inertia * omega * omega,
            damping: 2.0 * damping_ratio * inertia * omega,
            integral: 0.0,
        }
    }
}

/// Of the velocity controller: `proportional · e + integral · ∫e dt`, with `e` the reference less the velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VelocityGains {
    /// \[N·s/m | N·m·s/rad\]
    pub proportional: f64,
    /// \[N/m | N·m/rad\]; 0 for a plain P controller.
    pub integral: f64,
}
