//! A view of `mjData`, and what MuJoCo computes with it.
#![allow(unsafe_code)]

use super::plugin_table::RawData;
use super::{Model, Object};
use glam::{DMat3, DQuat, DVec3};
use std::ffi::c_void;

/// `mjCNSTRSTATE_QUADRATIC` and `mjCNSTRSTATE_CONE`.
const QUADRATIC: i32 = 1;
const CONE: i32 = 4;

/// The changing half of a simulation, valid during one callback.
pub(crate) struct Data<'a> {
    pub(super) raw: RawData,
    pub(super) model: Model<'a>,
}

impl<'a> Data<'a> {
    /// A view of the data at `raw`.
    ///
    /// # Safety
    /// `raw` is an `mjData` that was made for `model` and that nobody else touches for `'a`.
    pub(crate) unsafe fn new(raw: RawData, model: Model<'a>) -> Self {
        Self { raw, model }
    }

    pub(super) fn pointer<T>(&self, offset: u32) -> *mut T {
        // SAFETY: the offset belongs to this version's structure (see `new`), where a pointer to `T` lies.
        unsafe { self.raw.byte_add(offset as usize).cast::<*mut T>().read() }
    }

    fn list(&self, offset: u32, count: usize) -> &[f64] {
        let pointer = self.pointer::<f64>(offset);
        if count == 0 || pointer.is_null() {
            return &[];
        }
        // SAFETY: MuJoCo's arrays have the length that its header states, which every caller gives; `self` is borrowed.
        unsafe { std::slice::from_raw_parts(pointer, count) }
    }

    pub(super) fn list_mut(&mut self, offset: u32, count: usize) -> &mut [f64] {
        let pointer = self.pointer::<f64>(offset);
        if count == 0 || pointer.is_null() {
            return &mut [];
        }
        // SAFETY: as in `list`; `self` is borrowed mutably, and nobody else has the data.
        unsafe { std::slice::from_raw_parts_mut(pointer, count) }
    }

    pub(crate) fn velocity(&self) -> &[f64] {
        self.list(self.model.layout.data.qvel, self.model.velocities())
    }

    /// Of the last [`predict`](Self::predict), or of MuJoCo's own.
    pub(crate) fn acceleration(&self) -> &[f64] {
        self.list(self.model.layout.data.qacc, self.model.velocities())
    }

    pub(crate) fn passive_force(&mut self) -> &mut [f64] {
        self.list_mut(self.model.layout.data.qfrc_passive, self.model.velocities())
    }

    pub(crate) fn state(&mut self, range: std::ops::Range<usize>) -> &mut [f64] {
        &mut self.list_mut(self.model.layout.data.plugin_state, range.end)[range]
    }

    pub(crate) fn sensor(&mut self, range: std::ops::Range<usize>) -> &mut [f64] {
        &mut self.list_mut(self.model.layout.data.sensordata, range.end)[range]
    }

    fn vector(&self, offset: u32, index: usize) -> DVec3 {
        DVec3::from_slice(&self.list(offset, 3 * index + 3)[3 * index..])
    }

    /// MuJoCo's matrices go row by row.
    fn matrix(&self, offset: u32, index: usize) -> DQuat {
        let rows: [f64; 9] = std::array::from_fn(|i| self.list(offset, 9 * index + 9)[9 * index + i]);
        DQuat::from_mat3(&DMat3::from_cols_array(&rows).transpose())
    }

    pub(crate) fn body_pose(&self, body: usize) -> bristle_geometry::Pose {
        let data = &self.model.layout.data;
        let q = &self.list(data.xquat, 4 * body + 4)[4 * body..];
        bristle_geometry::Pose::new(DQuat::from_xyzw(q[1], q[2], q[3], q[0]), self.vector(data.xpos, body))
    }

    pub(crate) fn geom_pose(&self, geom: usize) -> bristle_geometry::Pose {
        let data = &self.model.layout.data;
        bristle_geometry::Pose::new(self.matrix(data.geom_xmat, geom), self.vector(data.geom_xpos, geom))
    }

    pub(crate) fn site_pose(&self, site: usize) -> bristle_geometry::Pose {
        let data = &self.model.layout.data;
        bristle_geometry::Pose::new(self.matrix(data.site_xmat, site), self.vector(data.site_xpos, site))
    }

    /// Velocity of the body's point that is at `point` now, per unit of each velocity: three rows, then three of rotation.
    pub(crate) fn jacobian(&mut self, body: usize, point: DVec3, rows: &mut [f64]) {
        self.jacobian_by(self.model.api.jacobian, body, point, rows);
    }

    /// The time derivative of [`jacobian`](Self::jacobian).
    pub(crate) fn jacobian_rate(&mut self, body: usize, point: DVec3, rows: &mut [f64]) {
        self.jacobian_by(self.model.api.jacobian_rate, body, point, rows);
    }

    fn jacobian_by(
        &mut self,
        function: unsafe extern "C" fn(
            super::plugin_table::RawModel,
            RawData,
            *mut f64,
            *mut f64,
            *const f64,
            i32,
        ),
        body: usize,
        point: DVec3,
        rows: &mut [f64],
    ) {
        let (linear, angular) = rows.split_at_mut(3 * self.model.velocities());
        assert_eq!(linear.len(), angular.len(), "a Jacobian has six rows");
        let point = point.to_array();
        // SAFETY: model and data belong together; both halves have room for 3 × nv numbers.
        unsafe {
            function(
                self.model.raw,
                self.raw,
                linear.as_mut_ptr(),
                angular.as_mut_ptr(),
                point.as_ptr(),
                body as i32,
            );
        }
    }

    /// `M⁻¹` times each row of `rows`.
    pub(crate) fn solve_mass(&mut self, rows: &[f64], solved: &mut [f64]) {
        assert_eq!(rows.len(), solved.len(), "as many out as in");
        let count = rows.len() / self.model.velocities().max(1);
        // SAFETY: both hold `count` rows of nv numbers; masses are factored before passive forces are asked for.
        unsafe {
            (self.model.api.solve_mass)(
                self.model.raw,
                self.raw,
                solved.as_mut_ptr(),
                rows.as_ptr(),
                count as i32,
            );
        }
    }

    /// Finds the acceleration that comes about if the skins push with `guess`. MuJoCo computes the same fields again when it
    /// comes to them.
    pub(crate) fn predict(&mut self, guess: &[f64]) {
        let passive = self.passive_force().to_vec();
        self.passive_force().iter_mut().zip(guess).for_each(|(f, g)| *f += g);
        let bias = self.pointer::<f64>(self.model.layout.data.qfrc_bias);
        let (api, model) = (self.model.api, self.model.raw);
        // SAFETY: positions and velocities have been computed when passive forces are asked for, which is all that
        // these stages need; `qfrc_bias` has nv numbers.
        unsafe {
            (api.bias_forces)(model, self.raw, 0, bias);
            (api.actuation)(model, self.raw);
            (api.acceleration)(model, self.raw);
            (api.constraint_reference)(model, self.raw);
            (api.constraint_forces)(model, self.raw);
        }
        self.passive_force().copy_from_slice(&passive);
    }

    /// `M` times a vector.
    pub(crate) fn mass_times(&mut self, vector: &[f64], product: &mut [f64]) {
        let nv = self.model.velocities();
        assert_eq!((vector.len(), product.len()), (nv, nv), "sizes");
        // SAFETY: both have nv numbers; `M` has been computed when passive forces are asked for.
        unsafe {
            (self.model.api.mass_times)(self.model.raw, self.raw, product.as_mut_ptr(), vector.as_ptr())
        };
    }

    /// The sum of smooth and constraint forces on a velocity, after [`predict`](Self::predict) or MuJoCo's own.
    pub(crate) fn total_force(&self, velocity: usize) -> f64 {
        let (data, nv) = (&self.model.layout.data, self.model.velocities());
        self.list(data.qfrc_smooth, nv)[velocity] + self.list(data.qfrc_constraint, nv)[velocity]
    }

    /// How joint damping changes with velocity, as far as Euler steps with it implicitly: row, column, derivative.
    pub(super) fn joint_damping(&self) -> Vec<(usize, usize, f64)> {
        if !self.model.damps_implicitly() {
            return Vec::new();
        }
        let (linear, higher) = self.model.damping();
        let derivative = |(i, linear): (usize, &f64)| {
            let mut powers = higher.get(i).copied().unwrap_or_default();
            let lent = self.model.api.actuator_damping.map_or(0.0, |damping| {
                // SAFETY: a joint of the model, and room for the coefficients of higher powers.
                unsafe {
                    damping(self.model.raw, Object::Joint as i32, self.model.joint_of(i), powers.as_mut_ptr())
                }
            });
            let speed = self.velocity().get(i).map_or(0.0, |v| v.abs());
            let slope = linear + lent + speed * (2.0 * powers[0] + 3.0 * powers[1] * speed);
            (slope != 0.0).then_some((i, i, -slope))
        };
        linear.iter().enumerate().filter_map(derivative).collect()
    }

    /// How smooth forces change with velocities, as MuJoCo's implicit integrators have it: row, column, derivative.
    pub(super) fn smooth_derivative(&mut self, with_bias: bool) -> Vec<(usize, usize, f64)> {
        // SAFETY: velocities and actuators have been computed.
        unsafe { (self.model.api.smooth_derivative)(self.model.raw, self.raw, i32::from(with_bias)) };
        let (place, nv) = (self.model.layout.derivative, self.model.velocities());
        let (rows, begins) = (self.sparsity(place.rownnz, nv), self.sparsity(place.rowadr, nv));
        let row = |i: usize| {
            let begin = usize::try_from(begins[i]).unwrap_or(0);
            begin..begin + usize::try_from(rows[i]).unwrap_or(0)
        };
        let count = (0..nv).map(|i| row(i).end).max().unwrap_or(0);
        let (columns, values) =
            (self.sparsity(place.colind, count), self.list(self.model.layout.data.qderiv, count));
        let mut entries = Vec::new();
        for i in 0..nv {
            for place in row(i).filter(|place| values[*place] != 0.0) {
                let column = usize::try_from(columns[place]).unwrap_or(0);
                // `implicitfast` takes the lower triangle for both.
                if with_bias || column <= i {
                    entries.push((i, column, values[place]));
                }
                if !with_bias && column < i {
                    entries.push((column, i, values[place]));
                }
            }
        }
        entries
    }

    fn sparsity(&self, offset: u32, count: usize) -> &[i32] {
        if self.model.layout.derivative.in_model {
            return self.model.list_at(offset, count);
        }
        let pointer = self.pointer::<i32>(offset);
        if count == 0 || pointer.is_null() {
            return &[];
        }
        // SAFETY: in these versions, the list is one of the data.
        unsafe { std::slice::from_raw_parts(pointer, count) }
    }

    /// Rows of the constraints' Jacobian.
    pub(crate) fn constraints(&self) -> usize {
        // SAFETY: `nefc` is an `int` of this version's structure.
        let count = unsafe { self.raw.byte_add(self.model.layout.data.nefc as usize).cast::<i32>().read() };
        usize::try_from(count).unwrap_or(0)
    }

    /// Constraints that resist motion after [`predict`](Self::predict), as row and stiffness `D`: those in the quadratic zone, and
    /// of sliding elliptic contacts the normal.
    pub(crate) fn resisting(&self) -> Vec<(usize, f64)> {
        let (data, count) = (&self.model.layout.data, self.constraints());
        if count == 0 {
            return Vec::new();
        }
        // SAFETY: `efc_state` and `efc_id` have `nefc` numbers each.
        let (state, id) = unsafe {
            let list = |offset| std::slice::from_raw_parts(self.pointer::<i32>(offset), count);
            (list(data.efc_state), list(data.efc_id))
        };
        let stiffness = self.list(data.efc_d, count);
        let is_normal = |row: usize| row == 0 || (state[row - 1], id[row - 1]) != (CONE, id[row]);
        let resists = |row: &usize| state[*row] == QUADRATIC || state[*row] == CONE && is_normal(*row);
        (0..count).filter(resists).map(|row| (row, stiffness[row])).collect()
    }

    /// The constraints' Jacobian times a velocity.
    pub(crate) fn constraint_motion(&self, velocity: &[f64], motion: &mut [f64]) {
        assert_eq!((velocity.len(), motion.len()), (self.model.velocities(), self.constraints()), "sizes");
        // SAFETY: both lists have the lengths asked for.
        unsafe {
            let times = self.model.api.constraint_rows_times;
            times(self.model.raw, self.raw, motion.as_mut_ptr(), velocity.as_ptr());
        }
    }

    /// The generalised force of forces along the constraints.
    pub(crate) fn constraint_effort(&self, force: &[f64], effort: &mut [f64]) {
        assert_eq!((effort.len(), force.len()), (self.model.velocities(), self.constraints()), "sizes");
        // SAFETY: both lists have the lengths asked for.
        unsafe {
            let times = self.model.api.constraint_columns_times;
            times(self.model.raw, self.raw, effort.as_mut_ptr(), force.as_ptr());
        }
    }

    /// Marks a plugin instance as one that has something to free. Nobody trusts what is there: see `lookup`.
    pub(crate) fn mark(&mut self, instance: usize, mark: *mut c_void) {
        // SAFETY: `plugin_data` has one entry per instance.
        unsafe { *self.pointer::<*mut c_void>(self.model.layout.data.plugin_data).add(instance) = mark };
    }
}
