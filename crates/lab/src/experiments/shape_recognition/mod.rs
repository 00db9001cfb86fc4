//! Shapes told apart by touch: the last experiment of the poster.

mod classifier;
mod drawing;
mod features;
mod objects;
mod touch;

use super::fig12_work_cycle::texels;
use crate::{Experiment, LabError, Parameter, Range, Results, Settings, Value, Watcher};
use classifier::Classifier;
use features::Features;
use objects::{Chance, Kind, Object};
use touch::{Imprint, Pad};

/// Resolutions that are compared, unless one is asked for.
const RESOLUTIONS: [&str; 3] = ["7x3", "14x6", "28x12"];
/// Forces of a grasp \[N\]: light, as fingers explore.
const FORCES: [f64; 2] = [1.0, 2.5];

pub(super) static EXPERIMENT: Experiment = Experiment {
    id: "shape-recognition",
    title: "Shapes told apart by touch",
    source: "Moisio et al., poster on the simulation of a tactile sensor, \"Shape recognition using the simulated robot\"",
    about: "Two tactile pads explore a sphere, a box, a cylinder and a spray bottle of random sizes by grasps in random poses. The curvatures of \
            the surface behind an imprint and a few numbers more tell the shape, by a classifier that learned from other objects in \
            other poses. The poster shows images and says that the results are consistent; it gives no rate.",
    parameters: &[
        Parameter::choice(
            "texels",
            "all",
            &["all", "7x3", "14x6", "28x12"],
            "Texels of each pad, along the finger and across it, or one after the other.",
        ),
        Parameter::count("grasps", 3, 1, 20, "Grasps of each object, in poses of their own."),
        Parameter::count("train", 60, 7, 2000, "Objects of each shape to learn from."),
        Parameter::count("test", 50, 1, 2000, "Other objects of each shape to recognise."),
        Parameter::number(
            "noise",
            "",
            0.05,
            Range::new(0.0, 1.0),
            "Standard deviation of every texel, as a share of the largest force of the image.",
        ),
        Parameter::count("seed", 7, 0, u32::MAX as u64, "Of sizes, poses, forces and noise."),
    ],
    run,
};

/// The grasps of one object.
struct Exploration {
    kind: usize,
    imprints: Vec<Features>,
    /// The first image, to be shown.
    first: Imprint,
}

/// How well shapes are told apart at one resolution.
struct Recognition {
    size: [usize; 2],
    /// Objects of the shape of the row that were taken for that of the column.
    confusion: [[usize; 4]; 4],
    /// Single images that were recognised, of how many.
    single: [usize; 2],
    learned: Vec<Exploration>,
}

impl Recognition {
    fn objects(&self) -> usize {
        self.confusion.iter().flatten().sum()
    }

    fn rate(&self) -> f64 {
        let right: usize = (0..4).map(|kind| self.confusion[kind][kind]).sum();
        right as f64 / self.objects().max(1) as f64
    }
}

fn run(settings: &Settings, watcher: &mut dyn Watcher) -> Result<Results, LabError> {
    let wanted = settings.choice("texels")?;
    let resolutions: Vec<&str> =
        RESOLUTIONS.into_iter().filter(|word| wanted == "all" || wanted == *word).collect();
    let mut results = Results::new(EXPERIMENT.id);
    let mut all = Vec::new();
    for (index, word) in resolutions.iter().enumerate() {
        watcher.progress(index as f64 / resolutions.len() as f64, &format!("exploring with {word} texels"));
        let recognition = recognise(settings, texels(word)?)?;
        values(&mut results.values, &recognition, word);
        all.push(recognition);
    }
    watcher.progress(0.95, "drawing");
    drawing::figures(&mut results, &all)?;
    results.remarks.push(
        "Each pad is pressed by itself until it feels the wanted force, and the object stands still: the elastic part of a slow grasp, in which fingers \
         turn the object flat between them but for 3.4°. The bottle is grasped by its waist; elsewhere it has the faces of a cylinder.",
    );
    watcher.progress(1.0, "done");
    Ok(results)
}

fn recognise(settings: &Settings, size: [usize; 2]) -> Result<Recognition, LabError> {
    // Other objects than those learned from: another stream of chance.
    let seed = settings.count("seed")?;
    let learned = explore(settings, size, settings.count("train")?, &mut Chance::new(2 * seed))?;
    let tests = explore(settings, size, settings.count("test")?, &mut Chance::new(2 * seed + 1))?;
    let mut examples = vec![Vec::new(); Kind::ALL.len()];
    for exploration in &learned {
        examples[exploration.kind].extend_from_slice(&exploration.imprints);
    }
    let classifier = Classifier::train(&examples).ok_or_else(|| {
        LabError::Settings("too few objects to learn from\n  fix: a larger --train".to_owned())
    })?;
    let mut recognition = Recognition { size, confusion: [[0; 4]; 4], single: [0; 2], learned };
    for test in &tests {
        recognition.confusion[test.kind][classifier.decide(test.imprints.iter())] += 1;
        let right = test.imprints.iter().filter(|one| classifier.decide([**one].iter()) == test.kind).count();
        recognition.single[0] += right;
        recognition.single[1] += test.imprints.len();
    }
    Ok(recognition)
}

fn explore(
    settings: &Settings,
    size: [usize; 2],
    objects: u64,
    chance: &mut Chance,
) -> Result<Vec<Exploration>, LabError> {
    let (grasps, noise) = (settings.count("grasps")?, settings.number("noise")?);
    let pad = Pad::new(size)?;
    let mut all = Vec::new();
    for _ in 0..objects {
        for (kind, &of) in Kind::ALL.iter().enumerate() {
            let object = Object::random(of, chance)?;
            let mut imprints = Vec::new();
            let mut first = None;
            for _ in 0..grasps {
                let (pose, force) = (object.random_pose(chance), chance.between(FORCES[0], FORCES[1]));
                let both = pad.grasp(&object, pose, force, noise, chance)?;
                imprints.extend(both.iter().map(features::of));
                let [left, _] = both;
                first.get_or_insert(left);
            }
            let Some(first) = first else { continue };
            all.push(Exploration { kind, imprints, first });
        }
    }
    Ok(all)
}

fn values(values: &mut Vec<Value>, recognition: &Recognition, word: &str) {
    let (objects, rate) = (recognition.objects(), recognition.rate());
    // Wilson's interval at 95 %, which is sound near 1.
    let (n, z) = (objects.max(1) as f64, 1.96_f64);
    let middle = (rate + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
    let (low, high) = (100.0 * (middle - half), 100.0 * (middle + half).min(1.0));
    let note = format!("of {objects} objects; 95 % interval {low:.1} to {high:.1} %");
    values.push(Value::not_stated(format!("objects recognised, {word} texels"), 100.0 * rate, "%", note));
    let [right, of] = recognition.single;
    let single = 100.0 * right as f64 / of.max(1) as f64;
    values.push(Value::not_stated(
        format!("single images recognised, {word} texels"),
        single,
        "%",
        format!("of {of}"),
    ));
    for (kind, row) in Kind::ALL.iter().zip(&recognition.confusion) {
        let taken: Vec<String> = Kind::ALL
            .iter()
            .zip(row)
            .filter(|(other, count)| **count > 0 && *other != kind)
            .map(|(other, count)| format!("{count} taken for a {}", other.name()))
            .collect();
        let note = if taken.is_empty() { "all recognised".to_owned() } else { taken.join(", ") };
        let place = Kind::ALL.iter().position(|other| other == kind).unwrap_or(0);
        let share = 100.0 * row[place] as f64 / row.iter().sum::<usize>().max(1) as f64;
        values.push(Value::not_stated(
            format!("{} recognised, {word} texels", kind.name()),
            share,
            "%",
            note,
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;

    fn rate(settings: &[(&str, &str)], word: &str) -> f64 {
        let mut all = Settings::of(&EXPERIMENT);
        all.set("texels", word).unwrap();
        settings.iter().for_each(|(name, text)| all.set(name, text).unwrap());
        let results = EXPERIMENT.run(&all, &mut Silent).unwrap();
        results.value(&format!("objects recognised, {word} texels")).unwrap().value
    }

    #[test]
    fn at_14_by_6_texels_at_least_95_percent_are_recognised() {
        assert!(rate(&[("seed", "31")], "14x6") >= 95.0);
    }

    #[test]
    fn images_of_noise_alone_are_not_recognised() {
        // Guessing gives 25 %; a classifier that knew the answer beforehand would not care.
        let rate = rate(&[("noise", "1"), ("grasps", "1"), ("train", "30"), ("test", "25")], "7x3");
        assert!(rate < 80.0, "{rate}");
    }

    #[test]
    fn the_same_seed_gives_the_same_confusion_and_another_one_another_exploration() {
        let mut settings = Settings::of(&EXPERIMENT);
        for (name, text) in [("train", "8"), ("test", "5"), ("grasps", "1")] {
            settings.set(name, text).unwrap();
        }
        let once = recognise(&settings, [7, 3]).unwrap();
        let again = recognise(&settings, [7, 3]).unwrap();
        assert_eq!((once.confusion, once.single), (again.confusion, again.single));
        assert_eq!(once.learned[3].imprints, again.learned[3].imprints);
        settings.set("seed", "8").unwrap();
        assert_ne!(once.learned[3].imprints, recognise(&settings, [7, 3]).unwrap().learned[3].imprints);
    }

    #[test]
    fn pads_feel_the_force_that_was_asked_for() {
        let mut chance = Chance::new(2);
        for kind in Kind::ALL {
            let object = Object::random(kind, &mut chance).unwrap();
            let pose = object.random_pose(&mut chance);
            let both = Pad::new([14, 6]).unwrap().grasp(&object, pose, 1.3, 0.0, &mut chance).unwrap();
            for imprint in both {
                let sum: f64 = imprint.forces.iter().sum();
                // Halved to a nanometre, of which the whole pad makes 1.4 µN.
                assert!((sum - 1.3).abs() < 1e-4, "{kind:?}: {sum}");
            }
        }
    }
}
