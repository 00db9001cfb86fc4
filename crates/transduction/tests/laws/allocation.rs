//! A step allocates nothing: counted by an allocator that counts.

use super::chain::every_layer;
use crate::counting::allocated;
use bristle_skin::SkinLayout;
use bristle_transduction::{Chain, Surroundings};

#[test]
fn steps_allocate_nothing_once_the_delay_is_filled() {
    let chain = Chain::new(&every_layer(), &SkinLayout::grid(7, 5, 3.4e-3).unwrap()).unwrap();
    let mut state = chain.start();
    let mut forces = vec![0.3; 35];
    let mut go = |steps: usize| {
        let before = allocated();
        for step in 0..steps {
            forces[step % 35] = 0.7 - forces[step % 35];
            chain.advance(&mut state, 1e-3, &forces, &Surroundings::default()).unwrap();
        }
        allocated() - before
    };
    // 13 ms of delay in steps of 1 ms fill it within its first room of 16 rows.
    go(20);
    assert_eq!(go(1000), 0);
    // What the test rests on: the counter counts.
    let before = allocated();
    std::hint::black_box(vec![0.3; 7]);
    assert_eq!(allocated() - before, 1);
}
