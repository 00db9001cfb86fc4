//! What every skin felt at the end of each phase.

use super::ReportError;
use super::tactile::{Room, TactileMap, shown};
use crate::{Phase, Recording, TexelRecord, names};
use bristle_picture::Picture;
use bristle_skin::TexelState;
use std::path::PathBuf;

/// The pictures of all phases.
pub(super) struct Sheets {
    /// The force of the last colour of all of them \[N\].
    pub(super) full_scale: f64,
    /// A phase may have no sample.
    pub(super) phases: Vec<Option<Sheet>>,
}

/// The pictures of one phase, one per skin.
pub(super) struct Sheet {
    /// Time of the sample shown \[s\].
    pub(super) time: f64,
    pub(super) images: Vec<Image>,
}

/// A picture that is part of the page, and a file beside it.
pub(super) struct Image {
    /// Name of the file.
    pub(super) file: String,
    /// The picture itself, as a `data:` address.
    pub(super) data: String,
    /// Whether it needs the width of a phone.
    pub(super) wide: bool,
    /// Whether it is a bent skin laid flat.
    pub(super) unrolled: bool,
    /// Its size on the page \[px\].
    pub(super) size: (f64, f64),
    /// Sum of the elastic normal forces shown \[N\].
    pub(super) sum: f64,
    /// Largest of them \[N\].
    pub(super) largest: f64,
    /// Texels that touch, and all.
    pub(super) touching: (usize, usize),
}

/// Draws and saves the pictures of all phases on one scale.
pub(super) fn of_phases(
    recording: &Recording,
    phases: &[Phase],
    written: &mut Vec<PathBuf>,
) -> Result<Sheets, ReportError> {
    if recording.skins().is_empty() {
        return Ok(Sheets { full_scale: 1.0, phases: phases.iter().map(|_| None).collect() });
    }
    let mut frames = Vec::new();
    for phase in phases {
        let frame = recording.frame_at(phase.end)?;
        frames.push(frame.filter(|frame| frame.time >= phase.start));
    }
    let all = frames.iter().flatten().flat_map(|frame| frame.skins.iter().flatten());
    let largest = all.map(shown).fold(0.0, f64::max);
    let full_scale = if largest > 0.0 { largest } else { 1.0 };
    let maps: Vec<TactileMap<'_>> = (0..recording.skins().len())
        .map(|skin| {
            let pressed = frames.iter().flatten().map(|frame| &frame.skins[skin][..]);
            TactileMap::new(&recording.skins()[skin], pressed)
        })
        .collect();
    let room = if maps.len() > 2 { Room::Crowded } else { Room::Pair };

    let mut sheets = Vec::new();
    for (number, (phase, frame)) in phases.iter().zip(frames).enumerate() {
        let Some(frame) = frame else {
            sheets.push(None);
            continue;
        };
        let mut images: Vec<Image> = Vec::new();
        for (index, (skin, records)) in recording.skins().iter().zip(&frame.skins).enumerate() {
            let part = |name: &str| names::file_part(name);
            let mut file = format!("phase-{}-{}-{}.png", number + 1, part(&phase.name), part(&skin.name));
            // Names that differ only in signs would share a file.
            if images.iter().any(|image| image.file == file) {
                file = file.replace(".png", &format!("-{}.png", index + 1));
            }
            let path = recording.folder().join(&file);
            maps[index].draw(records, Some(full_scale), Room::Alone, "")?.save(&path)?;
            written.push(path);
            let picture = maps[index].draw(records, Some(full_scale), room, "")?;
            images.push(Image { unrolled: maps[index].is_unrolled(), ..image(file, records, &picture)? });
        }
        sheets.push(Some(Sheet { time: frame.time, images }));
    }
    Ok(Sheets { full_scale, phases: sheets })
}

fn image(file: String, records: &[TexelRecord], picture: &Picture) -> Result<Image, ReportError> {
    /// Two maps up to this width fit beside each other on a phone \[px\].
    const NARROW: f64 = 215.0;
    let touching = records.iter().filter(|record| record.state != TexelState::NoContact).count();
    Ok(Image {
        file,
        data: picture.data_uri()?,
        wide: picture.width() > NARROW,
        unrolled: false,
        size: (picture.width(), picture.height()),
        sum: records.iter().map(shown).sum(),
        largest: records.iter().map(shown).fold(0.0, f64::max),
        touching: (touching, records.len()),
    })
}
