//! What a sensor says.

use super::Crew;
use crate::engine::{Data, Model};

impl Crew {
    /// Writes the texels of one instance into every sensor that names it, texel after texel.
    pub(crate) fn read(&self, model: Model, data: &mut Data, instance: usize) {
        let Some(worn) = self.skins.iter().find(|worn| worn.instance == instance) else { return };
        let outfit = &worn.outfit;
        for sensor in model.sensors_with(instance) {
            let out = data.sensor(model.sensor_range(sensor));
            for (texel, mut out) in worn.reading.texels.iter().zip(out.chunks_exact_mut(outfit.channel_width))
            {
                for channel in &outfit.channels {
                    let (own, rest) = out.split_at_mut(channel.width());
                    channel.write(texel, &outfit.geom_of_target, own);
                    out = rest;
                }
            }
        }
    }
}
