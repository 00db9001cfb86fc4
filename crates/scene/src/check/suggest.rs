//! What a misspelt word was meant to be.

/// The candidate nearest to `word`, if it is near at all: a third of its letters may be wrong.
pub(crate) fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    // Distances of very long words are slow and of no use.
    if word.len() > 64 {
        return None;
    }
    let folded = word.to_lowercase().replace('-', "_");
    candidates
        .map(|candidate| (strsim::damerau_levenshtein(&folded, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= (candidate.chars().count().max(3) / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_understood_and_nonsense_is_not() {
        let keys = ["stiffness", "damping", "max_penetration_mm"];
        assert_eq!(nearest("stifness", keys.into_iter()).as_deref(), Some("stiffness"));
        assert_eq!(nearest("Damping", keys.into_iter()).as_deref(), Some("damping"));
        assert_eq!(nearest("max-penetration-mm", keys.into_iter()).as_deref(), Some("max_penetration_mm"));
        assert_eq!(nearest("colour", keys.into_iter()), None);
        assert_eq!(nearest("", keys.into_iter()), None);
    }
}
