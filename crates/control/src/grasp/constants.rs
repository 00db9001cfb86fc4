//! The constants of the grasp controller.

use crate::EmbodimentError;
use serde::{Deserialize, Serialize};

/// Thresholds and gains of the grasp controller: Table II of Romano et al. (2011), with their names there, and what their released code has in addition.
///
/// Parameters of scenes and Python may use the names of the paper: `KSLIP` is `slip_gain`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GraspConstants {
    /// ATHRESH: vibration that means contact of the held object \[m/s²\].
    #[serde(alias = "ATHRESH")]
    pub vibration_threshold: f64,
    /// DLIMIT: disturbance that means contact of a finger \[N\].
    #[serde(alias = "DLIMIT")]
    pub contact_disturbance: f64,
    /// EFRICTION: effort that overcomes the friction of the drive \[N\].
    #[serde(alias = "EFRICTION")]
    pub friction_effort: f64,
    /// FBPTHRESH: beyond it the force changes because it is commanded, not because something slips \[N\].
    #[serde(alias = "FBPTHRESH")]
    pub band_force_threshold: f64,
    /// FLIMIT: force that means contact of a finger \[N\].
    #[serde(alias = "FLIMIT")]
    pub contact_force: f64,
    /// FTHRESH: how far from its target a force may be to count as reached \[N\].
    #[serde(alias = "FTHRESH")]
    pub force_tolerance: f64,
    /// KD: derivative gain of the position controller \[N·s/m\].
    #[serde(alias = "KD")]
    pub damping: f64,
    /// KFCLOSE: speed per missing force, when closing \[m/(N·s)\].
    #[serde(alias = "KFCLOSE")]
    pub close_gain: f64,
    /// KFOPEN: speed per excess force, when opening \[m/(N·s)\].
    #[serde(alias = "KFOPEN")]
    pub open_gain: f64,
    /// KHARDNESS: grip force per force at contact, times the closing speed \[m/s\].
    #[serde(alias = "KHARDNESS")]
    pub hardness_gain: f64,
    /// KP: proportional gain of the position controller \[N/m\].
    #[serde(alias = "KP")]
    pub stiffness: f64,
    /// KSLIP: factor on the grip force with every slip.
    #[serde(alias = "KSLIP")]
    pub slip_gain: f64,
    /// SLIPTHRESH: disturbance per force that means slip.
    #[serde(alias = "SLIPTHRESH")]
    pub slip_threshold: f64,
    /// TSETTLE: how long the force at contact is looked at \[s\].
    #[serde(alias = "TSETTLE")]
    pub settle_time: f64,
    /// TUNLOAD: how long the force takes to fall to 0 \[s\].
    #[serde(alias = "TUNLOAD")]
    pub unload_time: f64,
    /// VCLOSE: closing speed \[m/s\].
    #[serde(alias = "VCLOSE")]
    pub close_speed: f64,
    /// VOPEN: opening speed \[m/s\].
    #[serde(alias = "VOPEN")]
    pub open_speed: f64,
    /// VTHRESH: slower than this is at rest \[m/s\].
    #[serde(alias = "VTHRESH")]
    pub speed_tolerance: f64,
    /// How long the cells are averaged before a grasp to find their zero \[s\] (§III).
    pub tare_time: f64,
    /// The least disturbance that means slip \[N\]; 0 in the paper.
    pub least_slip: f64,
    /// The disturbance that always means slip \[N\]; without limit in the paper.
    pub most_slip: Option<f64>,
    /// Whether each finger is watched for slip and contact by the magnitude of its own signals, as in the released code, or slip by the mean of the fingers, as in eq. 12.
    pub by_finger: bool,
    /// The least grip force \[N\]; 0 in the paper.
    pub least_force: f64,
    /// How long a force must stay at its target to count as stable \[s\]; 0 in the paper.
    pub stable_time: f64,
    /// Edges of the band-pass \[Hz\].
    pub force_band: (f64, f64),
}

impl Default for GraspConstants {
    fn default() -> Self {
        Self::paper()
    }
}

impl GraspConstants {
    /// Table II of the paper.
    pub const fn paper() -> Self {
        Self {
            vibration_threshold: 4.2,
            contact_disturbance: 0.02,
            friction_effort: 7.0,
            band_force_threshold: 0.25,
            contact_force: 0.75,
            force_tolerance: 0.15,
            damping: 5000.0,
            close_gain: 0.0013,
            open_gain: 0.0008,
            hardness_gain: 0.027,
            stiffness: 20_000.0,
            slip_gain: 1.08,
            slip_threshold: 0.01,
            settle_time: 0.05,
            unload_time: 0.20,
            close_speed: 0.04,
            open_speed: 0.05,
            speed_tolerance: 0.001,
            tare_time: 0.25,
            least_slip: 0.0,
            most_slip: None,
            by_finger: false,
            least_force: 0.0,
            stable_time: 0.0,
            force_band: (1.0, 5.0),
        }
    }

    /// What the released code has (`pr2_gripper_sensor_controller`, ROS): a slower and more cautious grasp.
    pub const fn released() -> Self {
        Self {
            close_speed: 0.02,
            contact_disturbance: 0.1,
            contact_force: 0.95,
            close_gain: 0.0016,
            slip_threshold: 0.007,
            least_slip: 0.048,
            most_slip: Some(0.2),
            band_force_threshold: 0.18,
            by_finger: true,
            least_force: 1.2,
            force_tolerance: 0.3,
            stable_time: 0.25,
            vibration_threshold: 4.0,
            force_band: (0.8, 5.0),
            ..Self::paper()
        }
    }

    /// Refuses numbers that cannot be.
    pub fn check(&self) -> Result<(), EmbodimentError> {
        EmbodimentError::unless_positive(&[
            ("ATHRESH, the vibration threshold [m/s²]", self.vibration_threshold),
            ("DLIMIT, the contact disturbance [N]", self.contact_disturbance),
            ("FBPTHRESH, the band force threshold [N]", self.band_force_threshold),
            ("FLIMIT, the contact force [N]", self.contact_force),
            ("FTHRESH, the force tolerance [N]", self.force_tolerance),
            ("KFCLOSE, the closing gain [m/(N·s)]", self.close_gain),
            ("KFOPEN, the opening gain [m/(N·s)]", self.open_gain),
            ("KHARDNESS, the hardness gain [m/s]", self.hardness_gain),
            ("KP, the stiffness [N/m]", self.stiffness),
            ("SLIPTHRESH, the slip threshold", self.slip_threshold),
            ("TSETTLE, the settling time [s]", self.settle_time),
            ("TUNLOAD, the unloading time [s]", self.unload_time),
            ("VCLOSE, the closing speed [m/s]", self.close_speed),
            ("VOPEN, the opening speed [m/s]", self.open_speed),
            ("VTHRESH, the speed tolerance [m/s]", self.speed_tolerance),
            ("the tare time [s]", self.tare_time),
        ])?;
        let not_negative = [
            ("EFRICTION, the friction effort [N]", self.friction_effort),
            ("KD, the damping [N·s/m]", self.damping),
            ("the least slip [N]", self.least_slip),
            ("the least force [N]", self.least_force),
            ("the stable time [s]", self.stable_time),
        ];
        for (what, value) in not_negative {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(EmbodimentError::Number { what, value, allowed: "0 or more, and finite" });
            }
        }
        let what = "KSLIP, the slip gain";
        if !(self.slip_gain >= 1.0 && self.slip_gain.is_finite()) {
            return Err(EmbodimentError::Number { what, value: self.slip_gain, allowed: "at least 1" });
        }
        Ok(())
    }
}
