//! A motor on a joint of one degree of freedom, stepped as the world does: implicit in the velocity.

use crate::BodyId;
use crate::motor::{
    Command, Gear, Motor, MotorBuilder, MotorState, PositionGains, Rotor, VelocityGains, Winding,
};

pub(super) struct Rig {
    pub motor: Motor,
    pub state: MotorState,
    /// Inertia of the load; the armature comes on top.
    pub inertia: f64,
    /// Effort on the joint from outside.
    pub load: f64,
    pub q: f64,
    pub v: f64,
    /// A stiff wall that the joint cannot pass, if any.
    pub wall: Option<f64>,
}

impl Rig {
    pub(super) fn new(motor: Motor, inertia: f64, q: f64) -> Self {
        let state = motor.start(q);
        Self { motor, state, inertia, load: 0.0, q, v: 0.0, wall: None }
    }

    pub(super) fn command(&mut self, command: Command) {
        self.motor.obey(&mut self.state, command).unwrap();
    }

    pub(super) fn step(&mut self, h: f64) {
        let plan = self.motor.plan(&self.state, self.q, self.v, h);
        let mass = self.inertia + self.motor.armature();
        let mut v = self.v;
        for _ in 0..100 {
            let q_mid = self.q + 0.25 * h * (self.v + v);
            let motor = self.motor.effort(&plan, q_mid, v);
            let (stiffness, damping) = (1e6, 1e3);
            let pressed = self.wall.map_or(0.0, |wall| (q_mid - wall).max(0.0));
            let (push, slope) = if pressed > 0.0 {
                (-stiffness * pressed - damping * v, -0.25 * h * stiffness - damping)
            } else {
                (0.0, 0.0)
            };
            let residual = mass * (v - self.v) - h * (motor.effort + push + self.load);
            let tangent = mass - h * (motor.d_velocity + 0.25 * h * motor.d_position + slope);
            let change = -residual / tangent;
            v += change;
            if change.abs() <= 1e-15 * v.abs() {
                break;
            }
        }
        self.q += 0.5 * h * (self.v + v);
        self.v = v;
        self.state = self.motor.finish(&plan, self.q, self.v, h);
    }

    pub(super) fn run(&mut self, seconds: f64, h: f64) {
        for _ in 0..(seconds / h).round() as usize {
            self.step(h);
        }
    }
}

pub(super) const WINDING: Winding =
    Winding { torque_constant: 0.043, resistance: 1.7, current_limit: 3.3, supply_voltage: 24.0 };
pub(super) const ROTOR: Rotor = Rotor { inertia: 1.1e-5, viscous_friction: 3e-6, dry_friction: 2e-3 };

/// A geared direct-current motor on a revolute joint.
pub(super) fn geared() -> MotorBuilder {
    Motor::builder("shoulder", BodyId(3))
        .winding(WINDING)
        .gear(Gear::reduction(53.0, 0.81))
        .rotor(ROTOR)
        .position_gains(PositionGains { stiffness: 310.0, damping: 17.0, integral: 0.0 })
        .velocity_gains(VelocityGains { proportional: 11.0, integral: 70.0 })
}

/// A jaw of a Schunk PG70: at most 83 mm/s and 320 mm/s².
pub(super) fn jaw() -> MotorBuilder {
    Motor::builder("jaw", BodyId(1))
        .effort_limit(200.0)
        .speed_limit(0.083)
        .acceleration_limit(0.32)
        .position_gains(PositionGains::for_inertia(0.5, 8.0, 1.0))
        .velocity_gains(VelocityGains { proportional: 300.0, integral: 3000.0 })
}
