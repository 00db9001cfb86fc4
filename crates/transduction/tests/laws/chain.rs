use bristle_skin::SkinLayout;
use bristle_transduction::{
    AdvanceError, Ageing, Chain, ChainError, ChainState, Counts, Creep, CreepTerm, Dead, Delay, Divider,
    Drift, Hysteresis, Layer, Noise, Play, Sampling, Spread, Surroundings, Transfer, Variation,
};
use proptest::prelude::*;

/// One of each.
pub(crate) fn every_layer() -> Vec<Layer> {
    vec![
        Layer::Spread(Spread { radius: 2.1e-3, rim: 0.7, ..Spread::default() }),
        Layer::Hysteresis(Hysteresis {
            terms: vec![Play { share: 0.2, width: 0.03 }, Play { share: 0.1, width: 0.2 }],
        }),
        Layer::Creep(Creep {
            terms: vec![CreepTerm { share: 0.3, time: 0.2 }, CreepTerm { share: -0.1, time: 3.0 }],
        }),
        Layer::Drift(Drift {
            reference_celsius: 21.0,
            gain_per_kelvin: 0.01,
            offset_per_kelvin: 1e-3,
            lag: 7.0,
        }),
        Layer::Variation(Variation { gain_spread: 0.1, offset: 0.02, offset_spread: 1e-3, seed: 3 }),
        Layer::Dead(Dead { texels: vec![5], share: 0.05, reads: 0.0, seed: 4 }),
        Layer::Ageing(Ageing {
            life_touches: Some(1e3),
            life_load: Some(70.0),
            touch: 0.1,
            least: 0.2,
            wear: 0.1,
        }),
        Layer::Delay(Delay { time: 0.013 }),
        Layer::Transfer(Transfer::Divider(Divider {
            full_scale: 4095.0,
            half_force: 0.7,
            exponent: 1.7,
            leak: 0.01,
        })),
        Layer::Noise(Noise { deviation: 3.0, correlation_time: 0.1, seed: 5 }),
        Layer::Sampling(Sampling { rate: 131.3 }),
        Layer::Noise(Noise { deviation: 7.0, correlation_time: 0.0, seed: 5 }),
        Layer::Counts(Counts { full_scale: 4095.0, bits: 12, threshold: 20, subtract_threshold: true }),
    ]
}

fn chain() -> Chain {
    Chain::new(&every_layer(), &SkinLayout::grid(7, 5, 3.4e-3).unwrap()).unwrap()
}

fn forces(step: usize) -> Vec<f64> {
    (0..35).map(|i| ((i as f64 * 0.3 + step as f64 * 0.11).sin() * 1.1).max(0.0)).collect()
}

fn run(chain: &Chain, state: &mut ChainState, steps: std::ops::Range<usize>) -> Vec<Vec<f64>> {
    steps
        .map(|step| {
            let celsius = 20.0 + 0.1 * step as f64;
            let dt = 1e-3 * (1 + step % 3) as f64;
            chain.advance(state, dt, &forces(step), &Surroundings { celsius }).unwrap().to_vec()
        })
        .collect()
}

#[test]
fn snapshots_continue_bit_for_bit() {
    let chain = chain();
    let mut state = chain.start();
    run(&chain, &mut state, 0..137);
    let mut copy = state.clone();
    let text = serde_json::to_string(&state).unwrap();
    let mut read: ChainState = serde_json::from_str(&text).unwrap();
    let expected = run(&chain, &mut state, 137..400);
    assert_eq!(run(&chain, &mut copy, 137..400), expected);
    assert_eq!(copy, state);
    assert_eq!(run(&chain, &mut read, 137..400), expected);
    // And another chain of the same layers goes on as well.
    assert_eq!(run(&self::chain(), &mut chain.start(), 0..400)[137..], expected);
}

#[test]
fn threads_change_nothing() {
    let chain = chain();
    let alone = run(&chain, &mut chain.start(), 0..200);
    let together: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..4).map(|_| scope.spawn(|| run(&chain, &mut chain.start(), 0..200))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    assert!(together.iter().all(|readings| *readings == alone));
}

#[test]
fn empty_chain_tells_the_truth() {
    let chain = Chain::new(&[], &SkinLayout::grid(7, 5, 3.4e-3).unwrap()).unwrap();
    let mut state = chain.start();
    for step in 0..5 {
        let given = forces(step);
        assert_eq!(chain.advance(&mut state, 0.3, &given, &Surroundings::default()).unwrap(), given);
    }
    assert_eq!(state.frames(), 5);
    let frame = chain.frame(&state);
    assert_eq!(frame.sum, forces(4).iter().sum::<f64>());
    assert_eq!(frame.size.map(|size| (size.rows, size.columns)), Some((7, 5)));
}

#[test]
fn what_cannot_be_advanced_is_refused_and_changes_nothing() {
    let chain = chain();
    let mut state = chain.start();
    run(&chain, &mut state, 0..20);
    let before = state.clone();
    let here = Surroundings::default();
    let good = forces(0);
    let mut bad = good.clone();
    bad[3] = f64::NAN;
    let mut refused = |dt: f64, forces: &[f64], around: &Surroundings| {
        let error = chain.advance(&mut state, dt, forces, around).unwrap_err();
        assert_eq!(state, before);
        error
    };
    for dt in [0.0, -1e-3, f64::NAN, f64::INFINITY, 1e9] {
        assert!(matches!(refused(dt, &good, &here), AdvanceError::BadStep { .. }));
    }
    assert!(matches!(
        refused(1e-3, &good[1..], &here),
        AdvanceError::WrongLength { expected: 35, found: 34 }
    ));
    assert!(matches!(refused(1e-3, &bad, &here), AdvanceError::BadForce { texel: 3, .. }));
    assert!(matches!(
        refused(1e-3, &good, &Surroundings { celsius: -300.0 }),
        AdvanceError::BadTemperature { .. }
    ));
    let other = Chain::new(&every_layer()[1..], &SkinLayout::grid(7, 5, 3.4e-3).unwrap()).unwrap();
    let error = chain.advance(&mut other.start(), 1e-3, &good, &here).unwrap_err();
    assert!(matches!(error, AdvanceError::ForeignState { .. }), "{error}");
    let mut swapped = every_layer();
    swapped.swap(1, 2);
    let other = Chain::new(&swapped, &SkinLayout::grid(7, 5, 3.4e-3).unwrap()).unwrap();
    let error = chain.advance(&mut other.start(), 1e-3, &good, &here).unwrap_err();
    assert_eq!(error, AdvanceError::ForeignState { number: 2 });
    let fast =
        Chain::new(&[Layer::Sampling(Sampling { rate: 1e6 })], &SkinLayout::grid(7, 5, 3.4e-3).unwrap())
            .unwrap();
    let error = fast.advance(&mut fast.start(), 60.0, &good, &here).unwrap_err();
    assert!(error.to_string().contains("take shorter steps"), "{error}");
}

#[test]
fn layers_are_named_by_place_and_kind() {
    let layers = [Layer::Delay(Delay { time: 0.1 }), Layer::Delay(Delay { time: -0.1 })];
    let error = Chain::new(&layers, &SkinLayout::grid(1, 2, 1e-3).unwrap()).unwrap_err();
    assert!(matches!(error, ChainError::Parameter { number: 2, layer: "delay", .. }));
    assert_eq!(error.to_string(), "layer 2 (delay): time is -0.1; it must be within [0, 3600] s");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]
    #[test]
    fn no_order_of_layers_and_no_forces_break_a_chain(
        order in Just((0..13).collect::<Vec<usize>>()).prop_shuffle(),
        wild in proptest::collection::vec(-1e9..1e9_f64, 35),
        dt in 1e-6..1.0_f64,
    ) {
        let all = every_layer();
        let layers: Vec<Layer> = order.iter().map(|&i| all[i].clone()).collect();
        let chain = Chain::new(&layers, &SkinLayout::grid(7, 5, 3.4e-3).unwrap()).unwrap();
        let mut state = chain.start();
        for step in 0..5 {
            let given = if step % 2 == 0 { wild.clone() } else { vec![0.0; 35] };
            let readings = chain.advance(&mut state, dt, &given, &Surroundings::default()).unwrap();
            prop_assert!(readings.iter().all(|x| x.is_finite()));
        }
    }
}
