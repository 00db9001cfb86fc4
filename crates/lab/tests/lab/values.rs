//! How values are judged.

use bristle_lab::{Document, Published, Results, Status, Tolerance, Value};

#[test]
fn a_value_within_its_tolerance_is_reproduced_and_needs_no_reason() {
    let value = Value::compared("sum", 9.7998, "N", 9.8, Tolerance::Relative(1e-4), "a reason");
    assert_eq!((value.status, value.note.as_str()), (Status::Reproduced, ""));
    assert!((value.error().unwrap() + 2e-4).abs() < 1e-12);
    // A relative tolerance is one of the published value, whatever its sign.
    let value = Value::compared("pull", -9.7998, "N", -9.8, Tolerance::Relative(1e-4), "a reason");
    assert_eq!(value.status, Status::Reproduced);
}

#[test]
fn a_value_outside_of_its_tolerance_differs_with_a_reason() {
    let value = Value::compared("k", 22.1, "N/m", 58.5, Tolerance::Absolute(0.5), "the load is 3710 Pa")
        .note("eq. 18");
    assert_eq!((value.status, value.note.as_str()), (Status::Differs, "the load is 3710 Pa; eq. 18"));
    let value = Value::compared("k", 22.1, "N/m", 58.5, Tolerance::Absolute(0.5), "");
    assert!(!value.note.is_empty(), "what differs has a reason");
}

#[test]
fn what_is_not_a_number_agrees_with_nothing() {
    let nan = f64::NAN;
    assert_eq!(Value::compared("x", nan, "", 1.0, Tolerance::Absolute(9.0), "r").status, Status::Differs);
    assert_eq!(Value::within("x", nan, "", 0.0, 1.0, "r").status, Status::Differs);
}

#[test]
fn a_range_is_kept_or_missed_by_some_distance() {
    let inside = Value::within("texels", 23.0, "", 15.0, 29.0, "r");
    assert_eq!((inside.status, inside.error()), (Status::Reproduced, Some(0.0)));
    let below = Value::within("texels", 14.0, "", 15.0, 29.0, "r");
    assert_eq!((below.status, below.error()), (Status::Differs, Some(-1.0)));
    let above = Value::within("texels", 31.5, "", 15.0, 29.0, "r");
    assert_eq!((above.status, above.error()), (Status::Differs, Some(2.5)));
    assert_eq!(above.published, Some(Published::Range(15.0, 29.0)));
}

#[test]
fn the_document_has_null_where_nothing_was_published() {
    let mut results = Results::new("demo");
    results.values.push(Value::not_stated("slip", 0.3, "mm", "asked: below 1 mm"));
    results.values.push(Value::within("ratio", 1.7, "", 1.34, 2.14, "r"));
    let document = serde_json::to_value(Document::of(&results)).unwrap();
    let values = document["values"].as_array().unwrap();
    assert!(values[0]["published"].is_null() && values[0]["error"].is_null());
    assert_eq!(values[0]["status"], "not_stated");
    assert_eq!(values[1]["published"], serde_json::json!([1.34, 2.14]));
    assert_eq!(document["experiment"], "demo");
}
