//! Logs of percepts and orders, and their replay.
//!
//! A log is one CSV file, a line per turn: what was sensed, then what was ordered in answer. Numbers are written with as
//! many digits as it takes to read back the same bits, so a controller that is given a log has to decide as it did when
//! the log was made; [`LogPlayer`] says where it does not. Columns, in this order:
//!
//! | column | meaning |
//! |---|---|
//! | `time_s` | since the hardware was started |
//! | `phase` | what the controller was doing; free text |
//! | `opening_m`, `opening_rate_m_per_s`, `current_A` | the gripper |
//! | `arm_x_m` … `arm_z_m`, `arm_vx_m_per_s` … | the arm |
//! | `wrist_fx_N` … `wrist_tz_Nm` | force and torque in the wrist; left out without a sensor |
//! | `left_dsa r0 c0` … | texels of each skin, row by row \[N\] |
//! | `gripper`, `gripper_value`, `gripper_speed_m_per_s` | `velocity` \[m/s\], `opening` \[m\], `squeeze` \[A\] with a speed, `stop`; empty for nothing new |
//! | `arm`, `arm_to_x_m` … | `move` or `hold`; empty for nothing new |

mod columns;
mod player;
mod read;
mod write;

pub use player::{Agreement, LogPlayer, Parting};
pub use read::{Log, LogError, LoggedTurn};
pub use write::LogWriter;
