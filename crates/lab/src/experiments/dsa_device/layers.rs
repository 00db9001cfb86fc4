//! One small figure per layer: what goes in, and what comes out.

use crate::{Figure, LabError, Results};
use bristle_picture::{LinePlot, LineStyle};
use bristle_skin::SkinLayout;
use bristle_transduction::{
    Ageing, Chain, Counts, Creep, CreepTerm, Dead, Delay, Divider, Drift, Hysteresis, Layer, Noise, Play,
    Sampling, Spread, Surroundings, Transfer, Variation,
};

pub(super) fn draw(results: &mut Results) -> Result<(), LabError> {
    let figures = [
        spread()?,
        hysteresis()?,
        creep()?,
        drift()?,
        variation()?,
        dead()?,
        ageing()?,
        transfer()?,
        noise()?,
        delay()?,
        sampling()?,
        counts()?,
    ];
    results.figures.extend(figures);
    Ok(())
}

/// A signal \[N\] of one texel, sampled every `dt` \[s\], before and after a layer.
struct Trace {
    times: Vec<f64>,
    before: Vec<f64>,
    after: Vec<f64>,
}

impl Trace {
    fn new(layer: Layer, dt: f64, duration: f64, signal: impl Fn(f64) -> f64) -> Result<Self, LabError> {
        let chain = Chain::new(&[layer], &SkinLayout::grid(1, 1, 3.4e-3)?).map_err(LabError::other)?;
        let mut state = chain.start();
        let times: Vec<f64> = (1..=(duration / dt).round() as usize).map(|i| i as f64 * dt).collect();
        let before: Vec<f64> = times.iter().map(|&t| signal(t)).collect();
        let mut after = Vec::new();
        for &x in &before {
            let y = chain.advance(&mut state, dt, &[x], &Surroundings::default()).map_err(LabError::other)?;
            after.push(y[0]);
        }
        Ok(Self { times, before, after })
    }

    /// Both over time.
    fn plot(&self, after: &str) -> LinePlot {
        LinePlot::new()
            .line("true force", &self.times, &self.before)
            .line(after, &self.times, &self.after)
            .labels("time [s]", "force [N]")
            .y_range(0.0, 0.0)
    }
}

fn figure(name: &str, title: &str, caption: &str, plot: &LinePlot) -> Result<Figure, LabError> {
    Ok(Figure::new(format!("layer-{name}"), title, caption, plot.clone().title(title).render()?))
}

/// A press of 1 N from 0.2 s to `end`, with ramps of 0.1 s.
fn press(t: f64, end: f64) -> f64 {
    ((t - 0.2) / 0.1).clamp(0.0, 1.0).min(((end - t) / 0.1).clamp(0.0, 1.0))
}

/// What a layer makes of a row of texels.
fn row(layer: Layer, forces: &[f64]) -> Result<(Vec<f64>, Vec<f64>), LabError> {
    let chain = Chain::new(&[layer], &SkinLayout::grid(1, forces.len(), 3.4e-3)?).map_err(LabError::other)?;
    let mut state = chain.start();
    let after = chain.advance(&mut state, 1e-3, forces, &Surroundings::default()).map_err(LabError::other)?;
    Ok(((0..forces.len()).map(|i| i as f64).collect(), after.to_vec()))
}

fn row_plot(forces: &[f64], (texels, after): &(Vec<f64>, Vec<f64>), name: &str) -> LinePlot {
    LinePlot::new()
        .styled_line("true force", texels, forces, LineStyle::LineAndDots)
        .styled_line(name, texels, after, LineStyle::LineAndDots)
        .labels("texel", "force [N]")
        .y_range(0.0, 0.0)
}

fn spread() -> Result<Figure, LabError> {
    let forces: Vec<f64> = (0..15).map(|i| if (6..9).contains(&i) { 1.0 } else { 0.0 }).collect();
    let after = row(Layer::Spread(Spread { radius: 4e-3, ..Spread::default() }), &forces)?;
    let caption = "Three texels are loaded; a cover with a radius of 4 mm shares the load with their neighbours. The sum stays.";
    figure("spread", "Spread", caption, &row_plot(&forces, &after, "through the cover"))
}

fn variation() -> Result<Figure, LabError> {
    let forces = vec![1.0; 30];
    let layer = Variation { gain_spread: 0.1, offset_spread: 0.02, seed: 3, ..Variation::default() };
    let after = row(Layer::Variation(layer), &forces)?;
    let caption = "Thirty texels under the same force; gains differ by 10 %, offsets by 0.02 N.";
    figure("variation", "Variation", caption, &row_plot(&forces, &after, "as manufactured"))
}

fn dead() -> Result<Figure, LabError> {
    let forces: Vec<f64> = (0..30).map(|i| 0.6 + 0.4 * (f64::from(i) * 0.4).sin()).collect();
    let after = row(Layer::Dead(Dead { texels: vec![7], share: 0.1, reads: 0.0, seed: 3 }), &forces)?;
    let caption = "Texel 7 is listed as dead; of the others every tenth is, by chance.";
    figure("dead", "Dead texels", caption, &row_plot(&forces, &after, "what answers"))
}

fn hysteresis() -> Result<Figure, LabError> {
    let terms = vec![Play { share: 0.3, width: 0.1 }, Play { share: 0.3, width: 0.3 }];
    let layer = Layer::Hysteresis(Hysteresis { terms });
    let trace = Trace::new(layer, 1e-3, 3.5, |t| {
        let swing = 0.5 * (1.0 - (std::f64::consts::TAU * t / 2.0).cos());
        if t < 2.0 { swing } else { 0.55 * swing }
    })?;
    let plot = LinePlot::new()
        .line("no hysteresis", &[0.0, 1.0], &[0.0, 1.0])
        .line("two plays", &trace.before, &trace.after)
        .labels("true force [N]", "reading [N]");
    figure(
        "hysteresis",
        "Hysteresis",
        "Up and down, then half way up again: the way back lies higher.",
        &plot,
    )
}

fn creep() -> Result<Figure, LabError> {
    let terms = vec![CreepTerm { share: 0.3, time: 0.3 }, CreepTerm { share: 0.2, time: 3.0 }];
    let trace = Trace::new(Layer::Creep(Creep { terms }), 0.01, 8.0, |t| press(t, 5.0))?;
    let relaxing = vec![CreepTerm { share: -0.3, time: 1.0 }];
    let relaxing = Trace::new(Layer::Creep(Creep { terms: relaxing }), 0.01, 8.0, |t| press(t, 5.0))?;
    let plot = trace.plot("creep").line("relaxation", &relaxing.times, &relaxing.after);
    figure(
        "creep",
        "Creep and relaxation",
        "A press of 1 N for five seconds, and what stays after it.",
        &plot,
    )
}

fn drift() -> Result<Figure, LabError> {
    let layer = Drift { reference_celsius: 30.0, gain_per_kelvin: 0.008, offset_per_kelvin: 2e-3, lag: 0.0 };
    let chain =
        Chain::new(&[Layer::Drift(layer)], &SkinLayout::grid(1, 3, 3.4e-3)?).map_err(LabError::other)?;
    let forces = [0.0, 0.5, 1.0];
    let temperatures: Vec<f64> = (0..=45).map(|i| 15.0 + f64::from(i)).collect();
    let mut readings = vec![Vec::new(); 3];
    let mut state = chain.start();
    for &celsius in &temperatures {
        let after =
            chain.advance(&mut state, 1.0, &forces, &Surroundings { celsius }).map_err(LabError::other)?;
        readings.iter_mut().zip(after).for_each(|(list, &reading)| list.push(reading));
    }
    let mut plot = LinePlot::new().labels("temperature [°C]", "reading [N]");
    for (force, readings) in forces.iter().zip(&readings) {
        plot = plot.line(format!("{force} N"), &temperatures, readings);
    }
    figure("drift", "Drift", "Zero and gain move with temperature; the reference is 30 °C.", &plot)
}

fn ageing() -> Result<Figure, LabError> {
    let layer = Ageing { life_touches: Some(300.0), life_load: None, touch: 0.1, least: 0.4, wear: 0.0 };
    let trace = Trace::new(Layer::Ageing(layer), 0.5, 1000.0, |t| if t.fract() == 0.0 { 1.0 } else { 0.0 })?;
    let touched = || trace.before.iter().zip(&trace.after).filter(|(x, _)| **x > 0.0);
    let touches: Vec<f64> = (1..=touched().count()).map(|i| i as f64).collect();
    let after: Vec<f64> = touched().map(|(_, y)| *y).collect();
    let plot = LinePlot::new()
        .line("true force", &[0.0, 1000.0], &[1.0, 1.0])
        .line("worn", &touches, &after)
        .labels("touches of 1 N", "force [N]")
        .y_range(0.0, 0.0);
    figure("ageing", "Ageing", "A pad that loses gain with every touch, down to 40 %.", &plot)
}

fn transfer() -> Result<Figure, LabError> {
    let forces: Vec<f64> = (0..=150).map(|i| 0.02 * f64::from(i)).collect();
    let mut plot = LinePlot::new().labels("force of a texel [N]", "signal");
    for exponent in [1.0, 1.5, 2.2] {
        let curve =
            Transfer::Divider(Divider { full_scale: 4095.0, half_force: 0.86, exponent, leak: 0.018 });
        let signals: Vec<f64> = forces.iter().map(|&force| curve.of_force(force)).collect();
        plot = plot.line(format!("exponent {exponent}"), &forces, &signals);
    }
    let caption =
        "A resistive cell in a voltage divider: half of full scale at 0.86 N, a small leak without load.";
    figure("transfer", "Transfer", caption, &plot)
}

fn noise() -> Result<Figure, LabError> {
    let trace = |correlation_time| {
        let layer = Layer::Noise(Noise { deviation: 0.05, correlation_time, seed: 3 });
        Trace::new(layer, 0.01, 4.0, |t| press(t, 3.0))
    };
    let (white, slow) = (trace(0.0)?, trace(0.3)?);
    let lifted: Vec<f64> = slow.after.iter().map(|y| y + 0.5).collect();
    let plot = white.plot("white").line("slow (lifted by 0.5 N)", &slow.times, &lifted);
    let caption = "A press with white noise, and with noise of the same deviation that forgets within 0.3 s.";
    figure("noise", "Noise", caption, &plot)
}

fn delay() -> Result<Figure, LabError> {
    let trace = Trace::new(Layer::Delay(Delay { time: 0.15 }), 1e-3, 1.5, |t| press(t, 1.0))?;
    figure("delay", "Delay", "The same, 0.15 s later.", &trace.plot("0.15 s late"))
}

fn sampling() -> Result<Figure, LabError> {
    let layer = Layer::Sampling(Sampling { rate: 31.3 });
    let trace = Trace::new(layer, 1e-3, 0.6, |t| 0.5 * (1.0 - (std::f64::consts::TAU * t / 0.4).cos()))?;
    figure("sampling", "Sampling", "Frames at 31.3 Hz, held until the next.", &trace.plot("31.3 Hz"))
}

fn counts() -> Result<Figure, LabError> {
    let signals: Vec<f64> = (0..=1200).map(|i| 1e-3 * f64::from(i)).collect();
    let stairs = |subtract_threshold| {
        let layer = Counts { full_scale: 1.0, bits: 4, threshold: 3, subtract_threshold };
        signals.iter().map(|&signal| layer.of_signal(signal)).collect::<Vec<f64>>()
    };
    let plot = LinePlot::new()
        .line("threshold 3", &signals, &stairs(false))
        .line("threshold 3, subtracted", &signals, &stairs(true))
        .labels("signal, as a share of full scale", "counts");
    figure(
        "counts",
        "Counts",
        "Four bits, for the eye: nothing up to the threshold, nothing more beyond full scale.",
        &plot,
    )
}
