//! The columns of a log.

use crate::Senses;

/// Before the skins.
pub(super) const STATE: [&str; 11] = [
    "time_s",
    "phase",
    "opening_m",
    "opening_rate_m_per_s",
    "current_A",
    "arm_x_m",
    "arm_y_m",
    "arm_z_m",
    "arm_vx_m_per_s",
    "arm_vy_m_per_s",
    "arm_vz_m_per_s",
];
/// After these, if there is a sensor in the wrist.
pub(super) const WRIST: [&str; 6] =
    ["wrist_fx_N", "wrist_fy_N", "wrist_fz_N", "wrist_tx_Nm", "wrist_ty_Nm", "wrist_tz_Nm"];
/// At the end.
pub(super) const ORDERS: [&str; 7] =
    ["gripper", "gripper_value", "gripper_speed_m_per_s", "arm", "arm_to_x_m", "arm_to_y_m", "arm_to_z_m"];

/// Words of the columns `gripper` and `arm`.
pub(super) const VELOCITY: &str = "velocity";
pub(super) const OPENING: &str = "opening";
pub(super) const SQUEEZE: &str = "squeeze";
pub(super) const STOP: &str = "stop";
pub(super) const MOVE: &str = "move";
pub(super) const HOLD: &str = "hold";

/// The head of a log.
pub(super) fn head(senses: &Senses) -> Vec<String> {
    let mut head: Vec<String> = STATE.map(str::to_owned).to_vec();
    if senses.wrist {
        head.extend(WRIST.map(str::to_owned));
    }
    for skin in &senses.skins {
        let texel = |row, column| format!("{} r{row} c{column}", skin.name);
        head.extend((0..skin.rows).flat_map(|row| (0..skin.columns).map(move |column| texel(row, column))));
    }
    head.extend(ORDERS.map(str::to_owned));
    head
}

/// The skin, row and column that a column's name tells of.
pub(super) fn texel(name: &str) -> Option<(&str, usize, usize)> {
    let (rest, column) = name.rsplit_once(" c")?;
    let (skin, row) = rest.rsplit_once(" r")?;
    Some((skin, row.parse().ok()?, column.parse().ok()?))
}
