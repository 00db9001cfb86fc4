//! What a sensor says.

use super::DataSkins;
use crate::engine::{Data, Model};

impl DataSkins {
    /// Writes the texels of one instance into every sensor that names it, texel after texel.
    pub(crate) fn read(&self, model: Model, data: &mut Data, instance: usize) {
        let skins = self.skins.iter().zip(self.coupling.readings());
        let Some((skin, reading)) = skins.into_iter().find(|(skin, _)| skin.instance == instance) else {
            return;
        };
        let mounting = &skin.mounting;
        for sensor in model.sensors_with(instance) {
            let out = data.sensor(model.sensor_range(sensor));
            for (texel, mut out) in reading.texels.iter().zip(out.chunks_exact_mut(mounting.channel_width)) {
                for channel in &mounting.channels {
                    let (own, rest) = out.split_at_mut(channel.width());
                    channel.write(texel, &mounting.geom_of_target, own);
                    out = rest;
                }
            }
        }
    }
}
