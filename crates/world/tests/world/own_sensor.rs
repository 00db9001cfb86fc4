//! Sensors that users write behave like the built-in ones.

use crate::support::bodies::body;
use bristle_geometry::Pose;
use bristle_world::sensor::{Channel, Measure, Response, Sensor, SensorKind, Truth};
use bristle_world::{BodyId, Inertia, Joint, Model, ModelBuilder, SensorId, StepError, World};
use glam::{DMat3, DVec3};
use std::sync::Arc;

const H: f64 = 1e-3;

/// How fast a body falls, and how far it has fallen by the sum of its speeds.
#[derive(Debug)]
struct Fall {
    body: BodyId,
    response: Response,
    /// Refuses to measure from then on \[s\].
    fails: f64,
}

impl Measure for Fall {
    fn channels(&self) -> &'static [Channel] {
        &[Channel { name: "speed", unit: "m/s" }, Channel { name: "way", unit: "m" }]
    }

    fn memory(&self) -> usize {
        1
    }

    fn response(&self, channel: usize) -> Option<&Response> {
        (channel == 0).then_some(&self.response)
    }

    fn measure(&self, truth: &Truth, memory: &mut [f64], values: &mut [f64]) -> Result<(), String> {
        if truth.time > self.fails {
            return Err("the cable is out".into());
        }
        let speed = -truth.twists[self.body.0].linear.z;
        memory[0] += truth.h * speed;
        values.copy_from_slice(&[speed, memory[0]]);
        Ok(())
    }
}

fn falling(response: Response, fails: f64, rate: Option<f64>) -> Arc<Model> {
    let mut builder = ModelBuilder::new();
    let inertia =
        Inertia { mass: 0.3, centre: DVec3::ZERO, about_centre: DMat3::from_diagonal(DVec3::splat(1e-4)) };
    let stone = body(&mut builder, "stone", Pose::IDENTITY, Joint::free(), inertia);
    let kind = SensorKind::own(Fall { body: stone, response, fails });
    let mut sensor = Sensor::new("fall", kind).unwrap();
    if let Some(rate) = rate {
        sensor = sensor.with_rate(rate).unwrap();
    }
    // Added to a finished model, as to one of a scene.
    Arc::new(builder.build().unwrap().with_sensor(sensor).unwrap())
}

#[test]
fn it_tells_the_truth_and_keeps_what_it_needs() {
    let mut world = World::new(falling(Response::IDEAL, f64::INFINITY, None));
    (0..100).for_each(|_| {
        world.step(H).unwrap();
    });
    let value = world.sensor(SensorId(0)).unwrap();
    assert_eq!(
        value.channels().iter().map(|c| (c.name, c.unit)).collect::<Vec<_>>(),
        [("speed", "m/s"), ("way", "m")]
    );
    assert!((value.get("speed").unwrap() - 0.1 * 9.81).abs() < 1e-12);
    // A sum of end speeds: g h² (1 + … + n).
    assert!((value.get("way").unwrap() - 9.81 * H * H * 5050.0).abs() < 1e-12);
}

#[test]
fn rate_noise_and_resolution_are_the_library_s() {
    let response = Response { noise: 0.03, resolution: Some(0.01), range: Some(0.5) };
    let mut world = World::new(falling(response, f64::INFINITY, Some(100.0)));
    let (mut samples, mut way) = (Vec::new(), 0.0);
    for _ in 0..80 {
        world.step(H).unwrap();
        let value = world.sensor(SensorId(0)).unwrap();
        samples.push(value.values()[0]);
        way = value.values()[1];
    }
    samples.dedup();
    assert!((5..=9).contains(&samples.len()), "ten steps per sample: {samples:?}");
    assert!(samples.iter().all(|s| ((s * 100.0).round() - s * 100.0).abs() < 1e-9 && s.abs() <= 0.5));
    assert!(world.sensor(SensorId(0)).unwrap().saturated);
    // Its memory runs on between samples, and a channel without response has no noise.
    assert!((way - 9.81 * H * H * 3240.0).abs() < 1e-12, "{way}");
}

#[test]
fn a_restored_state_goes_on_with_the_same_bits() {
    let model = falling(Response { noise: 0.1, ..Response::IDEAL }, f64::INFINITY, Some(300.0));
    let mut world = World::new(Arc::clone(&model));
    (0..37).for_each(|_| {
        world.step(H).unwrap();
    });
    let mut other = World::new(model);
    other.set_state(world.state().clone()).unwrap();
    for _ in 0..50 {
        world.step(H).unwrap();
        other.step(H).unwrap();
        assert_eq!(world.sensor(SensorId(0)).unwrap(), other.sensor(SensorId(0)).unwrap());
        assert_eq!(world.state(), other.state());
    }
}

#[test]
fn a_failure_takes_the_step_back() {
    let mut world = World::new(falling(Response::IDEAL, 0.0095, None));
    (0..9).for_each(|_| {
        world.step(H).unwrap();
    });
    let (before, value) = (world.state().clone(), world.sensor(SensorId(0)).unwrap().clone());
    let error = world.step(H).unwrap_err();
    assert!(matches!(&error, StepError::Sensor { sensor, .. } if sensor == "fall"), "{error}");
    assert!(error.to_string().contains("the cable is out"), "{error}");
    assert_eq!((world.state(), world.sensor(SensorId(0)).unwrap()), (&before, &value));
}

/// Tells what it is made to.
#[derive(Debug)]
struct Told(&'static [Channel], f64);

impl Measure for Told {
    fn channels(&self) -> &'static [Channel] {
        self.0
    }

    fn measure(&self, _: &Truth, _: &mut [f64], values: &mut [f64]) -> Result<(), String> {
        values.fill(self.1);
        Ok(())
    }
}

#[test]
fn channels_have_names_of_their_own() {
    let refused = |channels: &[(&str, &str)]| {
        Sensor::new("odd", SensorKind::own(Told(Channel::list(channels), 0.0))).unwrap_err().to_string()
    };
    assert!(refused(&[]).contains("no channel"));
    assert!(refused(&[("", "m")]).contains("no name"));
    assert!(refused(&[("a", "m"), ("a", "N")]).contains("two channels are called `a`"));
    // Headings of tables and parts of paths.
    for name in ["a\n", "a,b", "a b", "a.b", "\u{1b}[31m", "µ", &*"a".repeat(101)] {
        assert!(refused(&[(name, "m")]).contains("a name is letters, digits"), "{name:?}");
    }
    assert!(refused(&[("a", "N\n")]).contains("no short text"));
    let many: Vec<String> = (0..10_001).map(|i| i.to_string()).collect();
    assert!(refused(&many.iter().map(|name| (&**name, "")).collect::<Vec<_>>()).contains("at most 10000"));
}

/// Keeps more than there is memory for.
#[derive(Debug)]
struct Hoard;

impl Measure for Hoard {
    fn channels(&self) -> &'static [Channel] {
        &[Channel { name: "a", unit: "" }]
    }

    fn memory(&self) -> usize {
        usize::MAX / 16
    }

    fn measure(&self, _: &Truth, _: &mut [f64], _: &mut [f64]) -> Result<(), String> {
        Ok(())
    }
}

#[test]
fn a_memory_that_does_not_fit_is_refused() {
    let refused = Sensor::new("hoard", SensorKind::own(Hoard)).unwrap_err().to_string();
    assert!(refused.contains("at most 1000000"), "{refused}");
}

#[test]
fn many_channels_tare_and_numbers_that_are_none() {
    let names: Vec<String> = (0..40).map(|i| format!("c{i}")).collect();
    let list: Vec<_> = names.iter().map(|name| (&**name, "counts")).collect();
    let channels = Channel::list(&list);
    assert!(std::ptr::eq(channels, Channel::list(&list)), "the same list is made once");
    let world = |told: f64| {
        let sensor = Sensor::new("array", SensorKind::own(Told(channels, told))).unwrap();
        World::new(ModelBuilder::new().build().unwrap().with_sensor(sensor).unwrap())
    };
    let mut good = world(0.7);
    good.step(H).unwrap();
    assert_eq!(good.sensor(SensorId(0)).unwrap().values(), [0.7; 40]);
    good.tare(SensorId(0)).unwrap();
    good.step(H).unwrap();
    assert_eq!(good.sensor(SensorId(0)).unwrap().values(), [0.0; 40]);
    assert!(world(f64::NAN).step(H).unwrap_err().to_string().contains("c0 is NaN"));
}
