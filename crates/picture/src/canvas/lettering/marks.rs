//! Letters that are made of other letters: superscripts and accents.

/// The character that a superscript shows small and raised.
pub(super) fn superscript_of(c: char) -> Option<char> {
    const PAIRS: [(char, char); 12] = [
        ('⁰', '0'),
        ('¹', '1'),
        ('²', '2'),
        ('³', '3'),
        ('⁴', '4'),
        ('⁵', '5'),
        ('⁶', '6'),
        ('⁷', '7'),
        ('⁸', '8'),
        ('⁹', '9'),
        ('⁻', '−'),
        ('⁺', '+'),
    ];
    PAIRS.iter().find(|pair| pair.0 == c).map(|pair| pair.1)
}

/// The superscript form of a digit or minus sign.
pub(crate) fn superscript(number: i32) -> String {
    let raised = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        _ => '⁰',
    };
    number.to_string().chars().map(raised).collect()
}

// Each drawn about x = 0, for a small letter.
const ACUTE: &str = "M -1 12 L 1.4 14.6";
const GRAVE: &str = "M 1 12 L -1.4 14.6";
const DIAERESIS: &str = "M -2.2 13.1 L -2.2 13.5 M 2.2 13.1 L 2.2 13.5";
const CIRCUMFLEX: &str = "M -2.6 12 L 0 14.4 L 2.6 12";
const TILDE: &str = "M -3 12.4 C -1.6 14.6 1.4 11.2 3 13.4";
const RING: &str = "M 0 15.2 h -1.7 13.5 v 0 11.8 h 1.7 13.5 v 0 15.2";
const CEDILLA: &str = "M 0 0 L 0 -1.6 h 1.4 -3 v -1.4 -4.4";

/// The letter and the accent that make up an accented letter of western European names.
pub(super) fn accented(c: char) -> Option<(char, &'static str)> {
    const FAMILIES: [(&str, &str, &str); 7] = [
        (ACUTE, "áéíóúýÁÉÍÓÚÝ", "aeiouyAEIOUY"),
        (GRAVE, "àèìòùÀÈÌÒÙ", "aeiouAEIOU"),
        (DIAERESIS, "äëïöüÿÄËÏÖÜ", "aeiouyAEIOU"),
        (CIRCUMFLEX, "âêîôûÂÊÎÔÛ", "aeiouAEIOU"),
        (TILDE, "ãñõÃÑÕ", "anoANO"),
        (RING, "åÅ", "aA"),
        (CEDILLA, "çÇ", "cC"),
    ];
    FAMILIES.iter().find_map(|(mark, letters, bases)| {
        let place = letters.chars().position(|letter| letter == c)?;
        Some((bases.chars().nth(place)?, *mark))
    })
}
