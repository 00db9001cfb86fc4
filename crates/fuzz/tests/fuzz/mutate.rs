//! Inputs that are almost right: what a reader's checks let pass first.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Pieces that change how text and numbers are read.
const WORDS: &[&[u8]] = &[
    b"0",
    b"-1",
    b"1e308",
    b"-1e-320",
    b"nan",
    b"inf",
    b"4294967295",
    b"18446744073709551616",
    b"\"",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b";",
    b"=",
    b"\n",
    b"\r",
    b"\0",
    b"\xef\xbb\xbf",
    b"\xff",
    b"../",
    b"#",
    b"null",
    b"true",
    b"\x1b[31m",
];

/// Most bytes of an input.
const LONGEST: usize = 1 << 15;

pub(crate) struct Mutator {
    random: Pcg64Mcg,
    seeds: Vec<Vec<u8>>,
}

impl Mutator {
    /// The same inputs for the same name and seeds.
    pub(crate) fn new(name: &str, seeds: Vec<Vec<u8>>) -> Self {
        let seed = name.bytes().fold(20u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        Self { random: Pcg64Mcg::seed_from_u64(seed), seeds }
    }

    /// A seed with one to six changes.
    pub(crate) fn next(&mut self) -> Vec<u8> {
        let mut bytes = self.seed().to_vec();
        for _ in 0..self.random.random_range(1..=6) {
            self.change(&mut bytes);
            bytes.truncate(LONGEST);
        }
        bytes
    }

    fn seed(&mut self) -> &[u8] {
        let i = self.random.random_range(0..self.seeds.len());
        &self.seeds[i]
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let random = &mut self.random;
        let at = random.random_range(0..=bytes.len());
        // Mostly a few bytes, now and then many.
        let reach = if random.random_range(0..4) == 0 { 400 } else { 8 };
        let end = (at + random.random_range(1..=reach)).min(bytes.len());
        match random.random_range(0..8) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => bytes[at..end].iter_mut().take(1).for_each(|byte| *byte ^= 1 << random.random_range(0..8)),
            3 => bytes[at..end].iter_mut().take(8).for_each(|byte| *byte = random.random()),
            4 => {
                // Some part again, somewhere: a key, a row, a face.
                let part = bytes[at..end].to_vec();
                let to = random.random_range(0..=bytes.len());
                bytes.splice(to..to, part);
            }
            5 => self.digit(bytes),
            6 => {
                let word = WORDS[random.random_range(0..WORDS.len())];
                let until = if random.random() { end.min(at + word.len()) } else { at };
                bytes.splice(at..until, word.iter().copied());
            }
            _ => {
                let other = self.seed().to_vec();
                let from = self.random.random_range(0..=other.len());
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
        }
    }

    /// Changes a digit: what is read as a number stays one.
    fn digit(&mut self, bytes: &mut [u8]) {
        let digits: Vec<usize> = (0..bytes.len()).filter(|&i| bytes[i].is_ascii_digit()).collect();
        if !digits.is_empty() {
            let at = digits[self.random.random_range(0..digits.len())];
            bytes[at] = b'0' + self.random.random_range(0..10);
        }
    }
}
