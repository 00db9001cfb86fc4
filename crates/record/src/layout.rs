//! Headers of the tables, and the tables of texels' places and outlines.

use crate::csv::{push_number, push_text};
use crate::{Schema, SkinSchema, names, texel_record};

pub(crate) fn signals_header(columns: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(names::TIME.to_owned()).chain(columns).collect()
}

pub(crate) fn texels_header() -> Vec<String> {
    let columns = texel_record::PLACE.iter().chain(&texel_record::COLUMNS).chain([&texel_record::STATE]);
    columns.map(|&name| name.to_owned()).collect()
}

pub(crate) fn devices_header() -> Vec<String> {
    [names::TIME, "skin", "frame", "texel", "row", "column", "reading"].map(str::to_owned).to_vec()
}

pub(crate) fn events_header() -> Vec<String> {
    [names::TIME, "kind", "name"].map(str::to_owned).to_vec()
}

pub(crate) fn skins_header() -> Vec<String> {
    let columns = "skin texel row column x_m y_m z_m direction_x direction_y direction_z area_m2";
    columns.split(' ').map(str::to_owned).collect()
}

pub(crate) fn outlines_header() -> Vec<String> {
    ["skin", "texel", "corner", "x_m", "y_m", "z_m"].map(str::to_owned).to_vec()
}

/// Name of the skin, number, row and column of each texel, as they stand in its rows; they never change.
pub(crate) fn places(skin: &SkinSchema) -> Vec<Vec<u8>> {
    let place = |texel: usize| {
        let mut out = Vec::new();
        push_text(&mut out, &skin.name);
        let grid = skin.place(texel).map(|(row, column)| format!("{row},{column}"));
        out.extend_from_slice(format!(",{texel},{}", grid.as_deref().unwrap_or(",")).as_bytes());
        out
    };
    (0..skin.texels.len()).map(place).collect()
}

/// The table of texels' places, in the skins' frames.
pub(crate) fn skins_table(schema: &Schema) -> Vec<u8> {
    let mut out = skins_header().join(",").into_bytes();
    out.push(b'\n');
    for skin in &schema.skins {
        for (place, texel) in places(skin).iter().zip(&skin.texels) {
            out.extend_from_slice(place);
            let vectors = texel.position.to_array().into_iter().chain(texel.direction.to_array());
            for number in vectors.chain([texel.area]) {
                out.push(b',');
                push_number(&mut out, number);
            }
            out.push(b'\n');
        }
    }
    out
}

/// The table of texels' outlines: a row per corner.
pub(crate) fn outlines_table(schema: &Schema) -> Vec<u8> {
    let mut out = outlines_header().join(",").into_bytes();
    out.push(b'\n');
    for skin in &schema.skins {
        for (texel, outline) in skin.outlines.iter().enumerate() {
            for (corner, point) in outline.iter().enumerate() {
                push_text(&mut out, &skin.name);
                out.extend_from_slice(format!(",{texel},{corner}").as_bytes());
                for number in point.to_array() {
                    out.push(b',');
                    push_number(&mut out, number);
                }
                out.push(b'\n');
            }
        }
    }
    out
}
