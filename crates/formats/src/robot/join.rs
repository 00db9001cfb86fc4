//! Several robots in one: names with a prefix, and what belongs to one added to another.

use super::{Driven, Loop, Robot, SensorKind, TendonPath};

/// How much was there before something was read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    pub(crate) links: usize,
    pub(crate) joints: usize,
    loops: usize,
    tendons: usize,
    actuators: usize,
    sensors: usize,
    skins: usize,
    exclude: usize,
    chains: usize,
    configurations: usize,
}

impl Robot {
    /// How much there is by now.
    pub(crate) fn marks(&self) -> Marks {
        Marks {
            links: self.links.len(),
            joints: self.joints.len(),
            loops: self.loops.len(),
            tendons: self.tendons.len(),
            actuators: self.actuators.len(),
            sensors: self.sensors.len(),
            skins: self.skins.len(),
            exclude: self.exclude.len(),
            chains: self.chains.len(),
            configurations: self.configurations.len(),
        }
    }

    /// Puts a prefix before the names of all that came since, wherever it is named by what came since.
    pub(crate) fn prefix_since(&mut self, marks: Marks, prefix: &str) {
        if prefix.is_empty() {
            return;
        }
        let links: Vec<String> = self.links[marks.links..].iter().map(|link| link.name.clone()).collect();
        let joints = || self.joints[marks.joints..].iter();
        let motions: Vec<String> =
            joints().flat_map(|joint| &joint.motions).map(|motion| motion.name.clone()).collect();
        let tendons: Vec<String> =
            self.tendons[marks.tendons..].iter().map(|tendon| tendon.name.clone()).collect();
        let renamed = |known: &[String], name: &mut String| {
            if known.contains(name) {
                name.insert_str(0, prefix);
            }
        };
        let link = |name: &mut String| renamed(&links, name);
        let motion = |name: &mut String| renamed(&motions, name);
        self.links[marks.links..].iter_mut().for_each(|link| link.name.insert_str(0, prefix));
        for joint in &mut self.joints[marks.joints..] {
            joint.name.insert_str(0, prefix);
            link(&mut joint.child);
            joint.parent.iter_mut().for_each(link);
            for one in &mut joint.motions {
                one.name.insert_str(0, prefix);
                one.mimic.iter_mut().for_each(|mimic| motion(&mut mimic.leader));
            }
        }
        for Loop { name, links, .. } in &mut self.loops[marks.loops..] {
            name.insert_str(0, prefix);
            links.iter_mut().flatten().for_each(link);
        }
        for tendon in &mut self.tendons[marks.tendons..] {
            tendon.name.insert_str(0, prefix);
            match &mut tendon.path {
                TendonPath::Joints(joints) => joints.iter_mut().for_each(|(name, _)| motion(name)),
                TendonPath::Points(points) => points.iter_mut().for_each(|(name, _)| link(name)),
            }
        }
        for actuator in &mut self.actuators[marks.actuators..] {
            actuator.name.insert_str(0, prefix);
            match &mut actuator.drives {
                Driven::Motion(name) => motion(name),
                Driven::Tendon(name) => renamed(&tendons, name),
            }
        }
        for sensor in &mut self.sensors[marks.sensors..] {
            sensor.name.insert_str(0, prefix);
            match &mut sensor.kind {
                SensorKind::ForceTorque { link: on, .. }
                | SensorKind::Accelerometer { link: on, .. }
                | SensorKind::Gyro { link: on, .. }
                | SensorKind::Distance { link: on, .. } => link(on),
                SensorKind::Encoder { motion: of } => motion(of),
            }
        }
        for skin in &mut self.skins[marks.skins..] {
            skin.name.insert_str(0, prefix);
            link(&mut skin.on);
        }
        for (a, b) in &mut self.exclude[marks.exclude..] {
            link(a);
            link(b);
        }
        for chain in &mut self.chains[marks.chains..] {
            chain.name.insert_str(0, prefix);
            link(&mut chain.tip);
            chain.base.iter_mut().for_each(link);
            chain.hand.iter_mut().for_each(|(name, _)| motion(name));
        }
        for configuration in &mut self.configurations[marks.configurations..] {
            configuration.name.insert_str(0, prefix);
            configuration.positions.iter_mut().for_each(|(name, _)| motion(name));
        }
    }

    /// Adds all of another robot. Its name, gravity and step are dropped.
    pub(crate) fn append(&mut self, mut other: Self) {
        self.links.append(&mut other.links);
        self.joints.append(&mut other.joints);
        self.loops.append(&mut other.loops);
        self.tendons.append(&mut other.tendons);
        self.actuators.append(&mut other.actuators);
        self.sensors.append(&mut other.sensors);
        for skin in std::mem::take(&mut other.skins) {
            match other.materials.iter().find(|material| material.name == skin.material) {
                Some(material) => crate::tactile::add(self, skin, material.clone()),
                None => self.skins.push(skin),
            }
        }
        self.exclude.append(&mut other.exclude);
        self.chains.append(&mut other.chains);
        self.configurations.append(&mut other.configurations);
        other.notes.iter().for_each(|note| self.notes.add(note.kind, note.at.clone(), note.text.clone()));
    }
}
