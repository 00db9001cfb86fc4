//! The pictures of the gallery.

use super::shapes::{COLUMNS, PITCH, ROWS, ball_mesh, box_mesh, corner, pad_mesh, sphere, texel};
use bristle_picture::{
    ForceBars, FrictionState, LinePlot, LineStyle, ObjectStyle, Palette, Picture, PictureError, Quantity,
    ShearArrows, SkinView, TactileImage, TactileSeries, View,
};
use glam::{DVec2, DVec3};

/// Every picture with its name.
pub(crate) fn all() -> Result<Vec<(&'static str, Picture)>, PictureError> {
    let mut pictures = Vec::new();
    tactile(&mut pictures)?;
    bars(&mut pictures)?;
    shear(&mut pictures)?;
    skin(&mut pictures)?;
    lines(&mut pictures)?;
    Ok(pictures)
}

fn tactile(pictures: &mut Vec<(&'static str, Picture)>) -> Result<(), PictureError> {
    let ball = sphere(ROWS, COLUMNS, DVec2::new(3e-3, -2e-3), 0.02, 2.1e-3);
    let image = TactileImage::new(ROWS, COLUMNS, &ball).title("Sphere, R = 20 mm, depth 2.1 mm");
    pictures.push(("tactile-grey", image.clone().render()?));
    let measured = image.clone().palette(Palette::Viridis).pitch(PITCH, PITCH);
    pictures.push(("tactile-viridis", measured.render()?));
    pictures.push(("tactile-values", image.clone().values(true).render()?));
    pictures.push(("tactile-clipped", image.palette(Palette::Viridis).full_scale(0.25).render()?));

    let upright = sphere(14, 6, DVec2::new(-3e-3, 8e-3), 0.02, 2.1e-3);
    pictures.push(("tactile-14-rows", TactileImage::new(14, 6, &upright).title("Upright pad").render()?));
    let single = TactileImage::new(1, 1, &[0.43]).title("One texel").values(true);
    pictures.push(("tactile-one-texel", single.render()?));
    let strip: Vec<f64> = (0..84).map(|i| (f64::from(i) * 0.3).sin().max(0.0) * 0.7).collect();
    pictures.push(("tactile-strip", TactileImage::new(1, 84, &strip).title("Strip of 84 texels").render()?));
    pictures.push(("tactile-column", TactileImage::new(84, 1, &strip).title("Column").render()?));
    let fine = sphere(100, 100, DVec2::new(0.03, -0.02), 0.9, 8e-3);
    pictures.push(("tactile-fine", TactileImage::new(100, 100, &fine).palette(Palette::Viridis).render()?));
    pictures.push(("tactile-untouched", TactileImage::new(ROWS, COLUMNS, &[0.0; 84]).render()?));
    let mut spike = corner();
    spike[17] = 3.1e7;
    pictures
        .push(("tactile-spike", TactileImage::new(ROWS, COLUMNS, &spike).title("One huge value").render()?));
    let counts: Vec<f64> = ball.iter().map(|f| (f / 0.4 * 4095.0).round()).collect();
    let reading = Quantity::plain("reading", "counts");
    pictures.push((
        "tactile-counts",
        TactileImage::new(ROWS, COLUMNS, &counts).quantity(reading).values(true).render()?,
    ));

    let mut series =
        TactileSeries::new(14, 6).title("A sphere rolls along the pad").palette(Palette::Viridis);
    for step in 0..5 {
        let y = f64::from(step) * 7e-3 - 14e-3;
        let forces = sphere(14, 6, DVec2::new(1e-3, y), 0.02, 2.1e-3);
        series = series.image(format!("t = {:.1} s", f64::from(step) * 0.1), &forces);
    }
    pictures.push(("series", series.pitch(PITCH, PITCH).render()?));
    let wide = TactileSeries::new(ROWS, COLUMNS).image("sphere", &ball).image("box corner", &corner());
    pictures.push(("series-wide", wide.render()?));
    Ok(())
}

fn bars(pictures: &mut Vec<(&'static str, Picture)>) -> Result<(), PictureError> {
    let ball = sphere(ROWS, COLUMNS, DVec2::new(3e-3, -2e-3), 0.02, 2.1e-3);
    pictures.push(("bars-sphere", ForceBars::new(ROWS, COLUMNS, &ball).title("Sphere").render()?));
    let edge = ForceBars::new(ROWS, COLUMNS, &corner()).title("Box corner").palette(Palette::Grey);
    pictures.push(("bars-corner", edge.render()?));
    pictures.push((
        "bars-behind",
        ForceBars::new(ROWS, COLUMNS, &ball).view(View::from_degrees(130.0, 40.0)).render()?,
    ));
    let upright = sphere(14, 6, DVec2::new(-3e-3, 8e-3), 0.02, 2.1e-3);
    pictures.push(("bars-14-rows", ForceBars::new(14, 6, &upright).render()?));
    pictures.push(("bars-one-texel", ForceBars::new(1, 1, &[0.0043]).render()?));
    let strip: Vec<f64> = (0..84).map(|i| (f64::from(i) * 0.3).sin().max(0.0) * 0.7).collect();
    pictures.push(("bars-strip", ForceBars::new(1, 84, &strip).render()?));
    let fine = sphere(100, 100, DVec2::new(0.03, -0.02), 0.9, 8e-3);
    pictures.push(("bars-fine", ForceBars::new(100, 100, &fine).render()?));
    pictures.push(("bars-untouched", ForceBars::new(ROWS, COLUMNS, &[0.0; 84]).render()?));
    Ok(())
}

fn shear(pictures: &mut Vec<(&'static str, Picture)>) -> Result<(), PictureError> {
    let normal = sphere(ROWS, COLUMNS, DVec2::new(3e-3, -2e-3), 0.03, 2.1e-3);
    let friction = 0.43;
    // A grip that is twisted and pulled: the rim of the contact slides first.
    let loads: Vec<(DVec2, f64)> = (0..ROWS * COLUMNS)
        .map(|i| {
            let p = texel(i / COLUMNS, i % COLUMNS, ROWS, COLUMNS) - DVec2::new(3e-3, -2e-3);
            let limit = friction * normal[i];
            let wish = (p.perp() * 9.0 + DVec2::new(0.05, 0.02)).clamp_length_max(limit);
            (wish, if limit > 0.0 { wish.length() / limit } else { 0.0 })
        })
        .collect();
    let forces: Vec<DVec2> = loads.iter().map(|load| load.0).collect();
    let utilisation: Vec<f64> = loads.iter().map(|load| load.1).collect();
    let state = |(i, &used): (usize, &f64)| match used {
        _ if normal[i] == 0.0 => FrictionState::Free,
        _ if normal[i] > 0.37 => FrictionState::Saturated,
        u if u > 0.999 => FrictionState::Slip,
        u if u > 0.7 => FrictionState::Incipient,
        _ => FrictionState::Stick,
    };
    let states: Vec<FrictionState> = utilisation.iter().enumerate().map(state).collect();
    let arrows = ShearArrows::new(ROWS, COLUMNS, &forces).normal(&normal);
    let by_state = arrows.clone().states(&states).title("Twisted grip").pitch(PITCH, PITCH);
    pictures.push(("shear-state", by_state.render()?));
    pictures.push(("shear-utilisation", arrows.clone().utilisation(&utilisation).render()?));
    pictures.push(("shear-plain", arrows.render()?));
    let none = ShearArrows::new(ROWS, COLUMNS, &[DVec2::ZERO; 84]).normal(&normal).title("Pressed, no shear");
    pictures.push(("shear-none", none.render()?));
    let one = ShearArrows::new(1, 1, &[DVec2::new(0.002, -0.003)]).states(&[FrictionState::Stick]);
    pictures.push(("shear-one-texel", one.render()?));
    Ok(())
}

fn skin(pictures: &mut Vec<(&'static str, Picture)>) -> Result<(), PictureError> {
    let (pad, positions) = pad_mesh();
    let directions = vec![DVec3::Z; positions.len()];
    let rays = SkinView::new(&pad).rays(&positions, &directions, 4e-3);
    pictures.push(("skin-rays", rays.title("Flat pad and its rays").render()?));

    let forces = sphere(ROWS, COLUMNS, DVec2::ZERO, 0.02, 2.1e-3);
    let ball = ball_mesh(DVec3::new(0.0, 0.0, 0.02 - 2.1e-3), 0.02, 1.0);
    let touched = SkinView::new(&pad).rays(&positions, &directions, 0.0).forces(&forces);
    let view = View::from_degrees(-60.0, 24.0);
    pictures
        .push(("skin-object", touched.clone().object(&ball, ObjectStyle::Translucent).view(view).render()?));
    pictures.push(("skin-outline", touched.clone().object(&ball, ObjectStyle::Outline).view(view).render()?));
    let above = touched.view(View::from_degrees(-90.0, 90.0)).title("From above");
    pictures.push(("skin-above", above.render()?));

    let tip = ball_mesh(DVec3::ZERO, 8e-3, 1.6);
    let normals: Vec<DVec3> =
        tip.vertices.iter().map(|v| (*v / DVec3::new(1.0, 1.0, 2.56)).normalize()).collect();
    let finger = SkinView::new(&tip).rays(&tip.vertices, &normals, 2.5e-3).title("Fingertip");
    pictures.push(("skin-fingertip", finger.render()?));
    let cube = box_mesh(DVec3::new(2e-3, -3e-3, 8e-3), DVec3::new(0.02, 0.014, 0.016));
    pictures.push(("skin-box", SkinView::new(&pad).object(&cube, ObjectStyle::Translucent).render()?));
    Ok(())
}

fn lines(pictures: &mut Vec<(&'static str, Picture)>) -> Result<(), PictureError> {
    // The Stribeck curve of Moisio et al. (2013), Fig. 7.
    let speeds: Vec<f64> = (0..=120).map(|i| f64::from(i) / 100.0).collect();
    let friction = |v: f64| 0.08 * (0.23 + (0.435 - 0.23) * (-(v / 0.3f64).powi(2)).exp()) + 0.01 * v;
    let stribeck: Vec<f64> = speeds.iter().map(|&v| friction(v)).collect();
    let coulomb = vec![0.08 * 0.23; speeds.len()];
    let measured: Vec<f64> = (0..9).map(|i| f64::from(i) * 0.14 + 0.03).collect();
    let samples: Vec<f64> = measured.iter().map(|&v| friction(v) * (1.0 + 0.02 * (v * 40.0).sin())).collect();
    let plot = LinePlot::new()
        .title("Steady friction of one texel")
        .labels("slip velocity [m/s]", "friction force [N]")
        .line("LuGre, steady state", &speeds, &stribeck)
        .line("Coulomb, µ = 0.23", &speeds, &coulomb)
        .styled_line("samples, 2 % ripple", &measured, &samples, LineStyle::Dots)
        .y_range(0.0, 0.0);
    pictures.push(("line-stribeck", plot.render()?));

    let steps: Vec<f64> = (0..8).map(|i| 1e-2 / f64::from(1 << i)).collect();
    let order = |p: i32, c: f64| steps.iter().map(|h: &f64| c * h.powi(p)).collect::<Vec<_>>();
    let convergence = LinePlot::new()
        .title("Convergence")
        .labels("time step h [s]", "error [m]")
        .x_log()
        .y_log()
        .styled_line("first order", &steps, &order(1, 3e-3), LineStyle::LineAndDots)
        .styled_line("second order", &steps, &order(2, 0.7), LineStyle::LineAndDots);
    pictures.push(("line-convergence", convergence.render()?));
    let flat = LinePlot::new().line("", &[0.0, 0.3, 1.1], &[-97.98992; 3]).labels("time [s]", "force [N]");
    pictures.push(("line-flat", flat.render()?));
    let mut many = LinePlot::new().title("Eight looks").labels("phase [°]", "amplitude [10⁻³ m²]");
    for k in 0..8 {
        let ys: Vec<f64> =
            speeds.iter().map(|v| (v * 5.0 + f64::from(k) * 0.4).sin() + f64::from(k) * 0.5).collect();
        many = many.line(format!("curve {k}"), &speeds, &ys);
    }
    pictures.push(("line-many", many.render()?));
    let alphabet = LinePlot::new()
        .title("ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 León Ångström")
        .labels(
            "abcdefghijklmnopqrstuvwxyz .,:;!?'\"()[]{}<>/\\|-+=_*#%&@$^~`",
            "² ³ µ · ° − × ± ≤ ≥ ≈ ∞ → ← ↑ ↓ α β γ δ ε",
        )
        .line("θ κ λ π ρ σ τ φ ω Δ Σ é ö ñ ç 触 10⁻³", &[0.0, 1.0], &[0.3, -0.7]);
    pictures.push(("line-alphabet", alphabet.render()?));
    let times: Vec<f64> = (0..=205).map(|i| f64::from(i) * 1e-2).collect();
    let force = |t: f64| if (0.9..1.0).contains(&t) { f64::NAN } else { 12.0 * (1.0 - (-3.0 * t).exp()) };
    let forces: Vec<f64> = times.iter().map(|&t| force(t)).collect();
    let phases = LinePlot::new()
        .labels("time [s]", "normal force [N]")
        .line("left pad, with a gap", &times, &forces)
        .band("approach", 0.0, 0.35)
        .band("a name too long for its band", 0.35, 0.5)
        .band("grasp and hold", 0.5, 2.05)
        .size(940.0, 180.0);
    pictures.push(("line-phases", phases.render()?));
    Ok(())
}
