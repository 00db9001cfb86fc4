//! A world written down: for files, and for other processes.

use crate::state::State;
use crate::{ModelError, World};
use bristle_skin::SkinReading;
use serde::{Deserialize, Serialize};

/// All of a world that changes: its state, and what its skins felt last. The model is not in it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredWorld {
    state: State,
    readings: Vec<SkinReading>,
}

impl World {
    /// Takes the world down. A world of the same model that is [restored](Self::restore) from it goes on with the same bits.
    pub fn store(&self) -> StoredWorld {
        StoredWorld { state: self.state().clone(), readings: self.work.skins.readings.clone() }
    }

    /// Goes on where another world of the same model was taken down. What does not fit the model is refused, wherever it comes from.
    pub fn restore(&mut self, stored: StoredWorld) -> Result<(), ModelError> {
        let StoredWorld { mut state, readings } = stored;
        let model = self.model();
        state.check_stored(model)?;
        for (sensor, state) in model.sensors.iter().zip(&mut state.sensors) {
            state.know_channels(&sensor.start());
        }
        let fit = readings.len() == model.skins.len()
            && readings
                .iter()
                .zip(&model.skins)
                .all(|(reading, mounted)| mounted.skin.fits_reading(mounted.targets.len(), reading));
        if !fit {
            return Err(ModelError::BadState {
                what: "what the skins felt".into(),
                why: "belongs to another model".into(),
            });
        }
        self.set_state(state)?;
        self.work.skins.readings = readings;
        Ok(())
    }
}
