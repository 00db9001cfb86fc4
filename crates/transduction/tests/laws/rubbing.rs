//! What slides over a cell makes its reading rough, and nothing else does.

use bristle_contact::presets;
use bristle_skin::{Skin, SkinLayout, SkinOptions, SkinReading, TexelState};
use bristle_transduction::{Chain, Layer, Rubbing, Sampling, Surroundings};
use glam::DVec3;

const FORCE: f64 = 0.37;

fn layer(share: f64, length: f64) -> Layer {
    Layer::Rubbing(Rubbing { share, length, seed: 5 })
}

/// Readings of a pad of 100 cells over which something slides at a speed \[m/s\], step by step.
fn readings(layers: &[Layer], speed: f64, state: TexelState, steps: usize) -> Vec<Vec<f64>> {
    let layout = SkinLayout::grid(10, 10, 3e-3).unwrap();
    let skin = Skin::new(&layout, presets::table3(), SkinOptions::default()).unwrap();
    let mut reading = SkinReading::new(&skin, 1);
    for texel in &mut reading.texels {
        texel.elastic_force = FORCE;
        texel.state = state;
        texel.slip_velocity = DVec3::new(0.6, -0.8, 0.0) * speed;
    }
    let chain = Chain::new(layers, &layout).unwrap();
    let mut memory = chain.start();
    (0..steps)
        .map(|_| chain.feel(&mut memory, 1e-3, &reading, &Surroundings::default()).unwrap().to_vec())
        .collect()
}

#[test]
fn readings_scatter_by_the_share_of_the_force_and_forget_over_the_length() {
    let (share, length, speed) = (0.07, 2e-3, 0.05);
    let all = readings(&[layer(share, length)], speed, TexelState::Slip, 4000);
    let rough = |step: usize, cell: usize| (all[step][cell] / FORCE - 1.0) / share;
    // The first 40 mm let every cell forget how it began. Then a value of every 40th step, 2 mm or one length apart.
    let steps: Vec<usize> = (800..4000 - 40).step_by(40).collect();
    let count = (steps.len() * 100) as f64;
    let mean = |of: &dyn Fn(usize, usize) -> f64| {
        steps
            .iter()
            .flat_map(|&step| (0..100).map(move |cell| (step, cell)))
            .map(|(s, c)| of(s, c))
            .sum::<f64>()
            / count
    };
    // Neighbouring values are related by 1/e: about half as many are independent. Five standard errors.
    let error = 5.0 * (2.0 * 2.0 / count).sqrt();
    assert!((mean(&|step, cell| rough(step, cell).powi(2)) - 1.0).abs() < error);
    let related = mean(&|step, cell| rough(step, cell) * rough(step + 40, cell));
    assert!((related - (-1.0_f64).exp()).abs() < error, "{related}");
}

#[test]
fn what_sticks_is_read_as_it_is() {
    for (speed, state) in [(0.05, TexelState::Stick), (0.05, TexelState::Incipient), (0.0, TexelState::Slip)]
    {
        let all = readings(&[layer(0.3, 1e-3)], speed, state, 50);
        assert!(all.iter().flatten().all(|&reading| reading == FORCE), "{state:?}");
    }
}

#[test]
fn a_chain_that_is_given_forces_alone_passes_them_on() {
    let layout = SkinLayout::grid(2, 2, 3e-3).unwrap();
    let chain = Chain::new(&[layer(0.3, 1e-3)], &layout).unwrap();
    let forces = [0.1, 0.2, 0.3, 0.4];
    assert_eq!(chain.advance(&mut chain.start(), 1e-3, &forces, &Surroundings::default()).unwrap(), forces);
}

#[test]
fn rubbing_behind_a_sampler_is_refused() {
    let layout = SkinLayout::grid(2, 2, 3e-3).unwrap();
    let layers = [Layer::Sampling(Sampling { rate: 20.0 }), layer(0.1, 1e-3)];
    let message = Chain::new(&layers, &layout).unwrap_err().to_string();
    assert!(message.contains("layer 2 (rubbing)") && message.contains("behind a sampler"), "{message}");
    let message = Chain::new(&[layer(1.1, 1e-3)], &layout).unwrap_err().to_string();
    assert!(message.contains("share is 1.1"), "{message}");
}
