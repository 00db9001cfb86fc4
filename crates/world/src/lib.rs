//! Bodies, joints and time: the world that skins push on.
