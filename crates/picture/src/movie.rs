//! Pictures that move, as APNG: every browser shows them, and they are made of few bytes.

use crate::{Frame, PictureError};
use bristle_system::output::write_whole;
use std::path::Path;

/// Frames of one size, each shown for the same time, over and over.
///
/// They are saved as an animated PNG of 256 colours, of which one means "as before": what stands still takes no room.
#[derive(Clone, Debug, Default)]
pub struct Movie {
    frames: Vec<Frame>,
    /// Of each frame \[ms\].
    milliseconds: u16,
}

/// Colours of the file besides the one that means "as before".
const COLOURS: usize = 255;
const SAME: u8 = 255;
/// Bits of a colour that the search for the nearest is done by.
const BITS: u32 = 5;

impl Movie {
    /// Without frames; each will be shown for so many milliseconds.
    pub fn new(milliseconds: u16) -> Self {
        Self { frames: Vec::new(), milliseconds }
    }

    /// Adds a frame. All must have the size of the first.
    pub fn push(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    /// How many frames there are.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The bytes of an animated PNG file.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        let Some(first) = self.frames.first() else {
            return Err(PictureError::NothingToDraw { what: "a film without frames" });
        };
        let (width, height) = (first.width, first.height);
        if self.frames.iter().any(|frame| (frame.width, frame.height) != (width, height)) {
            return Err(PictureError::NothingToDraw { what: "the frames of a film differ in size" });
        }
        let palette = Colours::of(&self.frames);
        let failed = |cause: png::EncodingError| PictureError::Encode { cause: cause.to_string() };
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        // Numbers of colours are no amounts: filters only disturb.
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_palette(palette.bytes());
        let mut transparency = vec![255; COLOURS];
        transparency.push(0);
        encoder.set_trns(transparency);
        encoder.set_animated(self.frames.len() as u32, 0).map_err(failed)?;
        encoder.set_frame_delay(self.milliseconds, 1000).map_err(failed)?;
        encoder.set_blend_op(png::BlendOp::Over).map_err(failed)?;
        let mut writer = encoder.write_header().map_err(failed)?;
        let mut before: Vec<u8> = Vec::new();
        for frame in &self.frames {
            let now = palette.numbers(frame);
            if before.is_empty() {
                writer.write_image_data(&now).map_err(failed)?;
            } else {
                let part = Changed::between(&before, &now, width);
                // The new size must fit at the old place, too.
                writer.set_frame_position(0, 0).map_err(failed)?;
                writer.set_frame_dimension(part.width as u32, part.height as u32).map_err(failed)?;
                writer.set_frame_position(part.left as u32, part.top as u32).map_err(failed)?;
                writer.write_image_data(&part.numbers).map_err(failed)?;
            }
            before = now;
        }
        writer.finish().map_err(failed)?;
        Ok(bytes)
    }

    /// Writes the film to a file, which appears whole or not at all.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), PictureError> {
        let path = path.as_ref();
        write_whole(path, &self.png()?)
            .map_err(|source| PictureError::Write { path: path.to_owned(), source })
    }
}

/// The smallest rectangle that holds all that changed.
struct Changed {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
    numbers: Vec<u8>,
}

impl Changed {
    fn between(before: &[u8], now: &[u8], width: usize) -> Self {
        let differs = |place: &usize| before[*place] != now[*place];
        let places = || (0..now.len()).filter(differs);
        let rows =
            places().next().map(|place| place / width).zip(places().next_back().map(|place| place / width));
        let (top, bottom) = rows.unwrap_or((0, 0));
        let (left, right) =
            places().map(|place| place % width).fold((width, 0), |(a, b), x| (a.min(x), b.max(x)));
        // A frame has at least one pixel.
        let (left, right) = if left > right { (0, 0) } else { (left, right) };
        let mut numbers = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
        for y in top..=bottom {
            let row = y * width + left..=y * width + right;
            numbers.extend(row.map(|place| if before[place] == now[place] { SAME } else { now[place] }));
        }
        Self { left, top, width: right - left + 1, height: bottom - top + 1, numbers }
    }
}

/// At most [`COLOURS`] colours that stand for all of some frames: the box of colours that holds the most is halved again and again.
struct Colours {
    chosen: Vec<[u8; 3]>,
    /// The number of the nearest one, by the upper bits of a colour.
    nearest: Vec<u8>,
}

impl Colours {
    fn of(frames: &[Frame]) -> Self {
        let cells = 1 << (3 * BITS);
        let mut sums = vec![([0_u64; 3], 0_u64); cells];
        for pixel in frames.iter().flat_map(|frame| frame.rgb.as_chunks::<3>().0) {
            let (sum, count) = &mut sums[cell(*pixel)];
            *count += 1;
            for (part, &byte) in sum.iter_mut().zip(pixel) {
                *part += u64::from(byte);
            }
        }
        let mean = |&(sum, count): &([u64; 3], u64)| sum.map(|part| (part / count) as u8);
        let used: Vec<([u8; 3], u64)> =
            sums.iter().filter(|(_, count)| *count > 0).map(|one| (mean(one), one.1)).collect();
        let mut boxes = vec![used];
        while boxes.len() < COLOURS {
            let spread = |of: &Vec<([u8; 3], u64)>| {
                let (channel, extent) = widest(of);
                let count: u64 = of.iter().map(|(_, count)| count).sum();
                // Rare colours count, too: those of texels.
                ((count as f64).sqrt() * f64::from(extent).powi(2), channel)
            };
            let Some((place, (worth, channel))) = boxes
                .iter()
                .enumerate()
                .map(|(place, of)| (place, spread(of)))
                .max_by(|a, b| a.1.0.total_cmp(&b.1.0).then(b.0.cmp(&a.0)))
            else {
                break;
            };
            if worth <= 0.0 {
                break;
            }
            let mut large = boxes.swap_remove(place);
            large.sort_unstable_by_key(|(colour, _)| (colour[channel], *colour));
            let middle = (u16::from(large[0].0[channel]) + u16::from(large[large.len() - 1].0[channel])) / 2;
            let cut = large.partition_point(|(colour, _)| u16::from(colour[channel]) <= middle);
            let cut = cut.clamp(1, large.len() - 1);
            let upper = large.split_off(cut);
            boxes.extend([large, upper]);
        }
        let average = |of: &Vec<([u8; 3], u64)>| {
            let count: u64 = of.iter().map(|(_, count)| count).sum();
            [0, 1, 2].map(|i| {
                let sum: u64 = of.iter().map(|(colour, count)| u64::from(colour[i]) * count).sum();
                (sum / count.max(1)) as u8
            })
        };
        let mut chosen: Vec<[u8; 3]> = boxes.iter().filter(|of| !of.is_empty()).map(average).collect();
        // Paper stays paper.
        if let Some(lightest) =
            chosen.iter_mut().max_by_key(|colour| colour.iter().map(|&b| u32::from(b)).sum::<u32>())
        {
            *lightest = [255; 3];
        }
        let distance = |a: [u8; 3], b: [u8; 3]| {
            a.iter().zip(b).map(|(&a, b)| (i32::from(a) - i32::from(b)).pow(2)).sum::<i32>()
        };
        let nearest = |colour: [u8; 3]| {
            (0..chosen.len()).min_by_key(|&i| distance(chosen[i], colour)).unwrap_or(0) as u8
        };
        let nearest = sums.iter().map(|one| if one.1 > 0 { nearest(mean(one)) } else { 0 }).collect();
        Self { chosen, nearest }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.chosen.as_flattened().to_vec();
        bytes.resize(3 * (COLOURS + 1), 0);
        bytes
    }

    fn numbers(&self, frame: &Frame) -> Vec<u8> {
        frame.rgb.as_chunks::<3>().0.iter().map(|&pixel| self.nearest[cell(pixel)]).collect()
    }
}

fn cell([red, green, blue]: [u8; 3]) -> usize {
    let part = |byte: u8| usize::from(byte >> (8 - BITS));
    (part(red) << (2 * BITS)) | (part(green) << BITS) | part(blue)
}

/// The channel whose values differ most, and by how much.
fn widest(colours: &[([u8; 3], u64)]) -> (usize, u8) {
    let extent = |channel: usize| {
        let values = || colours.iter().map(|(colour, _)| colour[channel]);
        values().max().unwrap_or(0) - values().min().unwrap_or(0)
    };
    (0..3)
        .map(|channel| (channel, extent(channel)))
        .max_by_key(|&(channel, extent)| (extent, 2 - channel))
        .unwrap_or((0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(at: usize) -> Frame {
        let mut rgb = vec![255; 3 * 40 * 30];
        for y in 10..20 {
            for x in at..at + 8 {
                rgb[3 * (y * 40 + x)..][..3].copy_from_slice(&[200, (10 * y) as u8, 30]);
            }
        }
        Frame { width: 40, height: 30, rgb }
    }

    /// Played by another decoder, every frame is there, to the coarseness of the palette.
    #[test]
    fn another_decoder_sees_the_frames() {
        let mut movie = Movie::new(50);
        let frames: Vec<Frame> = (0..20).map(frame).collect();
        frames.iter().cloned().for_each(|frame| movie.push(frame));
        let bytes = movie.png().unwrap();
        let mut decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_frames, 20);
        let mut seen = vec![0_u8; 3 * 40 * 30];
        for expected in &frames {
            let mut part = vec![0; 4 * 40 * 30];
            reader.next_frame(&mut part).unwrap();
            let control = *reader.info().frame_control().unwrap();
            for (i, pixel) in part.chunks_exact(4).take((control.width * control.height) as usize).enumerate()
            {
                let (x, y) = (
                    i as u32 % control.width + control.x_offset,
                    i as u32 / control.width + control.y_offset,
                );
                if pixel[3] > 0 {
                    seen[3 * (y as usize * 40 + x as usize)..][..3].copy_from_slice(&pixel[..3]);
                }
            }
            let worst = seen.iter().zip(&expected.rgb).map(|(a, b)| a.abs_diff(*b)).max();
            // A colour is told by its upper five bits.
            assert!(worst <= Some(8), "{worst:?}");
        }
    }

    #[test]
    fn the_same_frames_give_the_same_bytes_and_none_are_an_error() {
        let movie = |count: usize| {
            let mut movie = Movie::new(50);
            (0..count).for_each(|at| movie.push(frame(at)));
            movie.png()
        };
        assert_eq!(movie(5).unwrap(), movie(5).unwrap());
        assert!(movie(0).is_err());
    }
}
