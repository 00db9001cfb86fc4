//! Leads a world through a scene, one step at a time.

use super::disturb::Disturbances;
use super::script::{EndedBy, ScriptState};
use bristle_scene::Built;
use bristle_world::{ModelError, StepError, StepReport, World};

/// Something worth noting.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum News {
    /// A phase begins; the one before ended for a reason.
    Phase { name: String, ended: EndedBy },
    /// Anything else, in words.
    Event(String),
}

/// A world on its way through a scene.
#[derive(Clone, Debug)]
pub(crate) struct Driver<'a> {
    built: &'a Built,
    world: World,
    script: Option<ScriptState>,
    disturbances: Disturbances,
    steps: u64,
}

impl<'a> Driver<'a> {
    /// At the begin of the scene, with the commands of the first phase given.
    pub(crate) fn new(built: &'a Built) -> Result<Self, ModelError> {
        let mut world = World::new(built.model.clone()).with_stepping(built.run.stepping);
        world.set_state(built.state.clone())?;
        let script = match &built.script {
            Some(_) => Some(ScriptState::begin(built, &mut world)?),
            None => None,
        };
        Ok(Self { built, world, script, disturbances: Disturbances::of(built), steps: 0 })
    }

    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    /// Name of the present phase; none without a script.
    pub(crate) fn phase(&self) -> Option<&'a str> {
        let script = self.built.script.as_ref()?;
        self.script.as_ref()?.phase(script).map(|phase| phase.name.as_str())
    }

    /// Steps that make up the run.
    pub(crate) fn steps_in_all(&self) -> u64 {
        (self.built.run.duration / self.built.run.step).round().max(1.0) as u64
    }

    /// Simulated time \[s\]: a multiple of the step, without the round-off of a sum.
    pub(crate) fn time(&self) -> f64 {
        tidy(self.steps as f64 * self.built.run.step)
    }

    /// Takes a step; what happens is told to `tell`, with the time \[s\].
    pub(crate) fn advance(&mut self, mut tell: impl FnMut(f64, News)) -> Result<StepReport, StepError> {
        let h = self.built.run.step;
        let begin = self.time();
        let Self { built, world, disturbances, .. } = self;
        disturbances.act(built, world, begin + 0.5 * h, |words| tell(begin, News::Event(words)))?;
        let report = self.world.step(h)?;
        self.steps += 1;
        let time = self.time();
        let ended = match &mut self.script {
            Some(script) => script.advance(self.built, &mut self.world, time)?,
            None => None,
        };
        if let (Some(ended), Some(name)) = (ended, self.phase()) {
            tell(time, News::Phase { name: name.to_owned(), ended });
        }
        Ok(report)
    }
}

/// A time with no more than 12 decimals, so that 0.007 is written so and not as 0.007000000000000001.
fn tidy(time: f64) -> f64 {
    if time < 1e3 { (time * 1e12).round() / 1e12 } else { time }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bristle_scene::Scene;

    #[test]
    fn a_push_passes_on_its_impulse_and_an_added_mass_is_felt() {
        let text = r#"
            world = { gravity = [0, 0, 0] }
            run = { duration = 1.0, step = 0.003 }
            [bodies.ball]
            joint = "free"
            mass = 0.7
            shapes.ball = { sphere = { radius = 0.1 } }
            [[disturbances]]
            push = { body = "ball", force = [1.1, 0, 0], from = 0.1, until = 0.4 }
            [[disturbances]]
            push = { body = "ball", force = [0, 0.3, 0], from = 0.1, until = 0.4 }
            [[disturbances]]
            add_mass = { body = "ball", mass = 0.3, time = 0.6 }
            [[disturbances]]
            push = { body = "ball", force = [-1.1, 0, 0], from = 0.7, until = 1.0 }
        "#;
        let built = Scene::parse(text, "push.toml").unwrap().build().unwrap();
        let mut driver = Driver::new(&built).unwrap();
        let mut news = Vec::new();
        let ball = built.names.bodies["ball"];
        let mut speeds = Vec::new();
        for _ in 0..driver.steps_in_all() {
            driver.advance(|time, what| news.push((time, what))).unwrap();
            speeds.push(driver.world().twist(ball).unwrap().linear);
        }
        // 0.3 s × F / m: 100 steps of 3 ms lie in each push, whose ends fall on whole steps to half a step.
        let after_first = speeds[150];
        assert!((after_first.x - 0.3 * 1.1 / 0.7).abs() < 1.1 / 0.7 * 0.0031, "{after_first}");
        assert!((after_first.y - 0.3 * 0.3 / 0.7).abs() < 0.3 / 0.7 * 0.0031, "{after_first}");
        // The mass moves along; then the same impulse is shared by 1 kg.
        let last = speeds.last().unwrap();
        assert!((last.x - (after_first.x - 0.3 * 1.1)).abs() < 1.1 * 0.0031, "{last}");
        assert_eq!(news.len(), 6, "three begins, two ends, one mass: {news:?}");
    }

    #[test]
    fn pushes_beside_the_middle_turn_the_body_as_their_sum() {
        let text = r#"
            world = { gravity = [0, 0, 0] }
            run = { duration = 0.02 }
            [bodies.ball]
            joint = "free"
            pose = { rpy_deg = [0, 0, 90] }
            mass = 0.7
            shapes.ball = { sphere = { radius = 0.1 } }
            [[disturbances]]
            push = { body = "ball", force = [0, 0, 1.1], at = [0.05, 0, 0], from = 0.0, until = 0.01 }
            [[disturbances]]
            push = { body = "ball", force = [0, 0, -1.1], at = [-0.03, 0, 0], from = 0.0, until = 0.01 }
        "#;
        let built = Scene::parse(text, "turn.toml").unwrap().build().unwrap();
        let mut driver = Driver::new(&built).unwrap();
        for _ in 0..driver.steps_in_all() {
            driver.advance(|_, _| {}).unwrap();
        }
        let twist = driver.world().twist(built.names.bodies["ball"]).unwrap();
        // The body's x lies along the world's y, so y × z = x: torque 0.08 m × 1.1 N for 10 ms on 2/5 m r².
        let expected = 0.08 * 1.1 * 0.01 / (0.4 * 0.7 * 0.01);
        // It turns by 1.6 mrad meanwhile, of which the lever feels the square; implicit steps see it a step ahead.
        assert!((twist.angular.x / expected - 1.0).abs() < 1e-5, "{} for {expected}", twist.angular);
        assert!(twist.linear.length() < 1e-12, "the forces cancel: {}", twist.linear);
    }

    #[test]
    fn phases_follow_one_another_by_time_by_event_and_by_lost_patience() {
        let text = r#"
            run = { duration = 1.0, step = 0.007 }
            world = { gravity = [0, 0, 0] }
            [bodies.slide]
            inertia = { mass = 0.7, moments = [1, 1, 1] }
            joint = { kind = "prismatic", axis = [0, 0, 1] }
            [motors.pull]
            drives = "slide"
            max_effort = 10.0
            [[controller.phases]]
            name = "wait"
            duration = 0.21
            [[controller.phases]]
            name = "pull"
            until = { joint_position = { body = "slide", above = 0.05 } }
            at_most = 0.5
            commands = { pull = { effort = 4.3 } }
            [[controller.phases]]
            name = "hope"
            until = { joint_position = { body = "slide", above = 9.0 } }
            at_most = 0.14
            commands = { pull = { effort = 0.0 } }
            [[controller.phases]]
            name = "end"
            duration = 0.01
        "#;
        let built = Scene::parse(text, "phases.toml").unwrap().build().unwrap();
        let mut driver = Driver::new(&built).unwrap();
        let mut news = Vec::new();
        for _ in 0..driver.steps_in_all() {
            driver.advance(|time, what| news.push((time, what))).unwrap();
        }
        let told: Vec<_> = news
            .iter()
            .map(|(time, news)| match news {
                News::Phase { name, ended } => (*time, name.as_str(), *ended),
                News::Event(words) => panic!("{words}"),
            })
            .collect();
        // ½ a t² = 0.05 m with a = 4.3/0.7 m/s²: 0.1276 s, 19 steps, of which implicit steps run half a step ahead.
        assert_eq!((told[0].1, told[0].2), ("pull", EndedBy::Time));
        assert!((told[0].0 - 0.21).abs() < 1e-9);
        assert_eq!((told[1].1, told[1].2), ("hope", EndedBy::Event));
        assert!((told[1].0 - 0.21 - 0.1276).abs() < 0.0105, "{}", told[1].0);
        assert_eq!((told[2].1, told[2].2), ("end", EndedBy::Patience));
        assert!((told[2].0 - told[1].0 - 0.14).abs() < 1e-9);
        assert_eq!(driver.phase(), Some("end"), "the last phase lasts as long as the run");
    }
}
