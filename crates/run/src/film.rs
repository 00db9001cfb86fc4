//! How a run looked: pictures of its beginning, its first contact and its end, and a film.

use crate::drawing::{DrawError, Moment, SceneDrawing, Texels};
use crate::{Observer, Outcome, RunError, Simulation};
use bristle_picture::{Movie, PictureError, View, WorldView};
use bristle_record::scene_pictures as files;
use glam::DVec3;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Watches a run and keeps what pictures of it need. It is drawn when it is saved.
pub struct Film {
    drawing: SceneDrawing,
    moments: Vec<Moment>,
    contact: Option<Moment>,
    end: Option<Moment>,
    /// Time between moments \[s\]: doubled when there are too many.
    every: f64,
    /// When the next one is due \[s\].
    due: f64,
    first_events: usize,
}

/// Why a film was not saved.
#[derive(Debug, thiserror::Error)]
#[error("cannot save pictures of the run: {0}")]
pub struct FilmError(#[from] PictureError);

/// A film has at most so many frames: enough to see what happens, and few enough for a page.
const FRAMES: usize = 64;
/// Moments that are kept to choose them from, evenly.
const KEPT: usize = 4 * FRAMES;
/// Time between the first moments \[s\].
const FIRST: f64 = 0.02;
/// A frame lasts as long as what it shows, within limits \[ms\].
const SHORTEST: f64 = 40.0;
const LONGEST: f64 = 125.0;
/// Size of the pictures \[px\].
const STILL: (usize, usize) = (720, 540);

impl Film {
    /// For a simulation that begins; its run takes about `duration` \[s\].
    pub fn new(simulation: &Simulation, duration: f64) -> Result<Self, DrawError> {
        let built = simulation.built();
        Ok(Self {
            drawing: SceneDrawing::new(&built.scene, &built.model)?,
            moments: Vec::new(),
            contact: None,
            end: None,
            // Fine at first, since it may be interrupted early.
            every: (duration / FRAMES as f64).min(FIRST).max(built.run.step),
            due: simulation.time(),
            first_events: simulation.events().len(),
        })
    }

    fn look(&mut self, simulation: &Simulation) -> Result<(), RunError> {
        let time = simulation.time();
        if self.contact.is_none() {
            let news = simulation.events().get(self.first_events..).unwrap_or_default();
            if news.iter().any(|event| event.what.kind() == "touch") {
                self.contact = Some(Moment::of(simulation.world(), time)?);
            }
        }
        if time >= self.due - 1e-9 {
            self.moments.push(Moment::of(simulation.world(), time)?);
            if self.moments.len() > KEPT {
                let mut place = 0;
                self.moments.retain(|_| {
                    place += 1;
                    place % 2 == 1
                });
                self.every *= 2.0;
            }
            self.due = time + self.every;
        }
        Ok(())
    }

    /// Size of the frames of a film, unless another is asked for \[px\].
    pub const SIZE: (usize, usize) = (480, 360);

    /// Draws and saves the pictures and the film into a folder; gives the files.
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>, FilmError> {
        let folder = folder.as_ref();
        let mut files = Vec::new();
        let Some(camera) = self.camera() else { return Ok(files) };
        let stills = [
            (files::START, self.moments.first()),
            (files::CONTACT, self.contact.as_ref()),
            (files::END, self.end.as_ref().or(self.moments.last())),
        ];
        for (name, moment) in stills {
            let Some(moment) = moment else { continue };
            let path = folder.join(name);
            self.view(moment, &camera).frame(STILL.0, STILL.1)?.save(&path)?;
            files.push(path);
        }
        if let Some(movie) = self.movie(None, Self::SIZE)? {
            let path = folder.join(files::FILM);
            movie.save(&path)?;
            files.push(path);
        }
        Ok(files)
    }

    /// Draws the film; none of a run of less than three moments, or without bodies to see.
    pub fn movie(
        &self,
        view: Option<View>,
        (width, height): (usize, usize),
    ) -> Result<Option<Movie>, PictureError> {
        let Some(camera) = self.camera().filter(|_| self.moments.len() > 2) else { return Ok(None) };
        let (all, count) = (self.moments.len(), self.moments.len().min(FRAMES));
        let shown: Vec<&Moment> = (0..count).map(|i| &self.moments[i * (all - 1) / (count - 1)]).collect();
        let between = (shown[shown.len() - 1].time - shown[0].time) / (shown.len() - 1) as f64;
        let mut movie = Movie::new((1e3 * between).clamp(SHORTEST, LONGEST) as u16);
        for moment in shown {
            let seen = self.view(moment, &camera);
            let seen = view.into_iter().fold(seen, WorldView::view);
            movie.push(seen.frame(width, height)?);
        }
        Ok(Some(movie))
    }

    fn view(&self, moment: &Moment, camera: &StillCamera) -> WorldView {
        let view = self.drawing.view(moment, Texels::Felt);
        let view = camera.corners.iter().fold(view, |view, &corner| view.in_sight(corner));
        if camera.top > 0.0 { view.full_scale(camera.top) } else { view }
    }

    /// One for all pictures; none if there is nothing to see.
    fn camera(&self) -> Option<StillCamera> {
        let all = || self.moments.iter().chain(&self.contact).chain(&self.end);
        let top = all().map(Moment::largest_force).fold(0.0, f64::max);
        let corners: Vec<DVec3> = all().flat_map(|moment| self.drawing.corners(moment)).collect();
        let first = corners.first()?;
        let spread = corners.iter().map(|corner| corner.distance(*first)).fold(0.0, f64::max);
        (spread.is_finite() && spread > 0.0).then_some(StillCamera { corners, top })
    }
}

/// What every picture has in sight \[m\], and the force of the last colour \[N\].
struct StillCamera {
    corners: Vec<DVec3>,
    top: f64,
}

impl Observer for Film {
    fn begin(&mut self, simulation: &Simulation) -> Result<(), RunError> {
        self.look(simulation)
    }

    fn after_step(&mut self, simulation: &Simulation) -> Result<ControlFlow<()>, RunError> {
        self.look(simulation)?;
        Ok(ControlFlow::Continue(()))
    }

    fn end(&mut self, simulation: &Simulation, _: &Outcome) -> Result<(), RunError> {
        if !simulation.is_stuck() {
            self.end = Some(Moment::of(simulation.world(), simulation.time())?);
        }
        Ok(())
    }
}
