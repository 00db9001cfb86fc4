//! What is wanted of the tip of a chain.

use crate::small::{Frame, ROWS, rotation_vector};
use bristle_geometry::{Pose, Twist};
use glam::{DMat3, DVec3};

/// How the tip is to be turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Direction {
    /// It does not matter.
    Any,
    /// An axis of the tip is to point in a direction; turning about it is free.
    Axis {
        /// Unit vector in the frame of the tip.
        of_tip: DVec3,
        /// Unit vector in the frame of the base.
        along: DVec3,
    },
    /// Wholly.
    Rotation(DMat3),
}

/// Where the tip is to be, in the frame of the base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Where its origin is to be \[m\]; anywhere, if none.
    pub position: Option<DVec3>,
    /// How it is to be turned.
    pub direction: Direction,
}

impl Target {
    /// A whole pose.
    pub fn pose(pose: Pose) -> Self {
        Self { position: Some(pose.translation), direction: Direction::Rotation(pose.rotation_matrix()) }
    }

    /// A position; the direction is free.
    pub fn position(position: DVec3) -> Self {
        Self { position: Some(position), direction: Direction::Any }
    }

    /// A direction of one axis of the tip; position and turning about it are free. Vectors of length zero count as z.
    pub fn axis(of_tip: DVec3, along: DVec3) -> Self {
        let [of_tip, along] = [of_tip, along].map(|v| v.normalize_or(DVec3::Z));
        Self { position: None, direction: Direction::Axis { of_tip, along } }
    }

    /// The same at a position.
    #[must_use]
    pub fn at(self, position: DVec3) -> Self {
        Self { position: Some(position), ..self }
    }

    /// How many numbers it fixes.
    pub fn rows(&self) -> usize {
        3 * usize::from(self.position.is_some())
            + match self.direction {
                Direction::Any => 0,
                Direction::Axis { .. } => 2,
                Direction::Rotation(_) => 3,
            }
    }

    /// How far a frame is from it: in position \[m\] and in direction \[rad\].
    pub fn distance(&self, pose: Pose) -> (f64, f64) {
        let residual = self.residual(&Frame::of(pose));
        (residual.position, residual.angle)
    }

    /// What is missing.
    pub(crate) fn residual(&self, frame: &Frame) -> Residual {
        let way = self.position.map_or(DVec3::ZERO, |wanted| wanted - frame.at);
        let mut residual = Residual { way, position: way.length(), ..Residual::default() };
        match self.direction {
            Direction::Any => {}
            Direction::Axis { of_tip, along } => {
                let now = frame.turn * of_tip;
                let across = now.cross(along);
                let sine = across.length();
                residual.angle = sine.atan2(now.dot(along));
                let about = across.try_normalize().unwrap_or_else(|| now.any_orthonormal_vector());
                residual.turn = about * residual.angle;
                let first = now.any_orthonormal_vector();
                residual.rows_of_turn = [first, now.cross(first), DVec3::ZERO];
            }
            Direction::Rotation(wanted) => {
                residual.turn = rotation_vector(wanted * frame.turn.transpose());
                residual.angle = residual.turn.length();
                residual.rows_of_turn = DVec3::AXES;
            }
        }
        residual
    }
}

/// What is missing to a target.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Residual {
    way: DVec3,
    turn: DVec3,
    rows_of_turn: [DVec3; 3],
    pub(crate) position: f64,
    pub(crate) angle: f64,
}

impl Residual {
    /// As equations; angles count as lengths at an arm of `length`.
    pub(crate) fn equations(&self, target: &Target, length: f64, columns: &[Twist]) -> Equations {
        let mut equations = Equations { rows: 0, error: [0.0; ROWS], columns: Vec::new() };
        equations.columns.resize(columns.len(), [0.0; ROWS]);
        let mut push = |error: f64, of: &dyn Fn(&Twist) -> f64| {
            let row = equations.rows;
            equations.error[row] = error;
            for (to, column) in equations.columns.iter_mut().zip(columns) {
                to[row] = of(column);
            }
            equations.rows += 1;
        };
        if target.position.is_some() {
            for axis in 0..3 {
                push(self.way[axis], &|column| column.linear[axis]);
            }
        }
        let count = target.rows() - 3 * usize::from(target.position.is_some());
        for row in &self.rows_of_turn[..count] {
            push(length * row.dot(self.turn), &|column| length * row.dot(column.angular));
        }
        equations
    }
}

/// Linear equations of the joints' velocities.
#[derive(Clone, Debug)]
pub(crate) struct Equations {
    pub(crate) rows: usize,
    pub(crate) error: [f64; ROWS],
    /// One per joint.
    pub(crate) columns: Vec<[f64; ROWS]>,
}

impl Equations {
    /// `J Jᵀ` with `damping` on its diagonal; columns of joints that are held count not.
    pub(crate) fn square(&self, held: &[bool], damping: f64) -> [[f64; ROWS]; ROWS] {
        let mut square = [[0.0; ROWS]; ROWS];
        for (column, _) in self.columns.iter().zip(held).filter(|(_, held)| !**held) {
            for i in 0..self.rows {
                for j in 0..=i {
                    square[i][j] += column[i] * column[j];
                }
            }
        }
        for (i, row) in square.iter_mut().enumerate() {
            row[i] += damping;
        }
        square
    }

    /// One number of `Jᵀ y`.
    pub(crate) fn transposed(&self, joint: usize, y: &[f64; ROWS]) -> f64 {
        (0..self.rows).map(|row| self.columns[joint][row] * y[row]).sum()
    }
}
