//! Two pads that close on an object until each feels the wanted force.

use super::super::fig12_work_cycle::PAD;
use super::objects::{Chance, Object};
use crate::LabError;
use bristle_contact::presets;
use bristle_geometry::{Pose, Twist};
use bristle_skin::{Skin, SkinLayout, SkinMemory, SkinOptions, SkinReading, SkinState, Target};
use glam::{DMat3, DQuat, DVec3};

/// Steps by which a pad comes nearer \[m\]: smaller than the foam is thick, so that it is never passed through.
const STEP: f64 = 1e-3;
/// Deepest that a pad is pressed in \[m\]: the thickness of the foam.
const DEEPEST: f64 = 6e-3;
/// Halvings of a step: to a nanometre.
const HALVINGS: usize = 20;

/// A pad of the gripper, covered with the foam of the 2013 paper, as stiff per area at any resolution.
pub(super) struct Pad {
    pub(super) rows: usize,
    pub(super) columns: usize,
    skin: Skin,
}

/// The penetration that each texel tells of \[m\]: its force over its stiffness.
#[derive(Clone, Debug)]
pub(super) struct Imprint {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Force per texel \[N\].
    pub(super) forces: Vec<f64>,
}

impl Pad {
    pub(super) fn new([rows, columns]: [usize; 2]) -> Result<Self, LabError> {
        let layout =
            SkinLayout::rectangular_grid(rows, columns, PAD[0] / rows as f64, PAD[1] / columns as f64)?;
        let material = presets::foam_rs_55_066_corrected_per_area();
        Ok(Self { rows, columns, skin: Skin::new(&layout, material, SkinOptions::default())? })
    }

    /// Both imprints of an object that is pressed with `force` \[N\] from either side, with noise of a share of the largest value.
    ///
    /// The object stands still and each pad comes to it, as fingers of which each is driven by itself. Without motion the
    /// forces are the elastic ones, to which friction adds nothing.
    pub(super) fn grasp(
        &self,
        object: &Object,
        pose: Pose,
        force: f64,
        noise: f64,
        chance: &mut Chance,
    ) -> Result<[Imprint; 2], LabError> {
        // Rows along the finger, which hangs down; the pad looks along its z.
        let left = DMat3::from_cols(DVec3::Z, DVec3::NEG_Y, DVec3::X);
        let right = DMat3::from_cols(DVec3::Z, DVec3::Y, DVec3::NEG_X);
        let mut felt = |towards: DMat3| {
            let mut forces = self.press(object, pose, towards, force)?;
            let largest = forces.iter().copied().fold(0.0, f64::max);
            forces
                .iter_mut()
                .for_each(|value| *value = (*value + noise * largest * chance.normal()).max(0.0));
            Ok::<_, LabError>(Imprint { rows: self.rows, columns: self.columns, forces })
        };
        Ok([felt(left)?, felt(right)?])
    }

    /// Forces of the texels of a pad that looks along the last column of `towards`, pressed with `force` \[N\].
    fn press(&self, object: &Object, pose: Pose, towards: DMat3, force: f64) -> Result<Vec<f64>, LabError> {
        let targets = [Target::new(&object.shape, pose, Twist::ZERO)];
        let (mut state, mut memory) = (SkinState::new(&self.skin), SkinMemory::new(&self.skin, &targets));
        let mut reading = SkinReading::new(&self.skin, targets.len());
        let rotation = DQuat::from_mat3(&towards);
        let mut feel = |back: f64| -> Result<(f64, Vec<f64>), LabError> {
            let place = Pose::new(rotation, -back * towards.z_axis);
            self.skin.update(place, Twist::ZERO, &targets, 1e-3, &mut state, &mut memory, &mut reading)?;
            let forces: Vec<f64> = reading.texels.iter().map(|texel| texel.elastic_force).collect();
            Ok((forces.iter().sum(), forces))
        };
        let mut back = object.reach + pose.translation.x.abs() + STEP;
        let mut touched = None;
        loop {
            let (sum, forces) = feel(back)?;
            if sum >= force {
                break;
            }
            if sum > 0.0 {
                let surface = *touched.get_or_insert(back);
                if surface - back > DEEPEST {
                    // As deep as the foam goes: what is felt there is what can be felt.
                    return Ok(forces);
                }
            }
            if back < -object.reach {
                return Ok(forces);
            }
            back -= STEP;
        }
        let (mut near, mut far) = (back, back + STEP);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (near + far);
            if feel(middle)?.0 >= force { near = middle } else { far = middle }
        }
        Ok(feel(near)?.1)
    }
}
