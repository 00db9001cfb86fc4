//! URDF: what real files hold, and what they get wrong.
