use crate::support::{chain, refusal};
use bristle_transduction::{Dead, Layer, Surroundings};

fn read(layer: Dead, texels: usize) -> Vec<f64> {
    let chain = chain(Layer::Dead(layer), texels);
    chain.advance(&mut chain.start(), 1e-3, &vec![0.7; texels], &Surroundings::default()).unwrap().to_vec()
}

#[test]
fn listed_texels_are_dead_and_no_others() {
    let dead = Dead { texels: vec![1, 3], reads: -0.3, ..Dead::default() };
    assert_eq!(read(dead, 5), [0.7, -0.3, 0.7, -0.3, 0.7]);
}

#[test]
fn share_of_dead_texels_is_binomial() {
    let (n, share) = (20_000, 0.07);
    let dead = |seed| read(Dead { share, seed, ..Dead::default() }, n).iter().filter(|&&x| x == 0.0).count();
    let deviation = (n as f64 * share * (1.0 - share)).sqrt();
    assert!((dead(3) as f64 - n as f64 * share).abs() < 4.42 * deviation, "{}", dead(3));
    assert_eq!(dead(3), dead(3));
    assert_eq!(read(Dead { share: 1.0, ..Dead::default() }, 4), [0.0; 4]);
}

#[test]
fn impossible_losses_are_refused() {
    let texels = vec![0, 3];
    let message = refusal(Layer::Dead(Dead { texels, ..Dead::default() }));
    assert!(message.contains("texel 3 cannot be dead; the skin has the texels 0 to 2"), "{message}");
    assert!(refusal(Layer::Dead(Dead { share: 1.1, ..Dead::default() })).contains("share is 1.1"));
}
