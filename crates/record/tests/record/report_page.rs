//! The report: well-formed, self-contained, safe, and there for odd recordings too.

use crate::support::{self, record, schema};
use bristle_record::{
    Channel, ChannelKind, Ending, Fact, Recorder, Recording, RunInfo, Schema, Unit, report,
};
use bristle_skin::{TexelReading, TexelState};
use roxmltree::{Document, Node, ParsingOptions};
use std::fs;
use std::path::Path;

fn parse(page: &str) -> Document<'_> {
    Document::parse_with_options(page, ParsingOptions { allow_dtd: true, ..ParsingOptions::default() })
        .unwrap()
}

fn page_of(recorder: Recorder, ending: Ending) -> String {
    let recording = recorder.finish(ending, Vec::new()).unwrap();
    fs::read_to_string(report::write(&recording).unwrap().page).unwrap()
}

fn text(node: Node<'_, '_>) -> String {
    node.descendants().filter_map(|node| node.is_text().then(|| node.text()).flatten()).collect()
}

#[test]
fn the_page_is_well_formed_and_needs_nothing_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let page = fs::read_to_string(report::write(&record(folder.path())).unwrap().page).unwrap();
    let document = parse(&page);
    for node in document.descendants() {
        for attribute in node.attributes().filter(|a| ["src", "href", "srcset", "action"].contains(&a.name()))
        {
            let value = attribute.value();
            let beside = !value.contains(':') && folder.path().join(value).is_file();
            assert!(value.starts_with("data:image/") || beside, "{value}");
        }
        assert!(!["script", "link", "iframe", "object", "embed"].contains(&node.tag_name().name()));
    }
    assert!(!page.contains("url(") && !page.contains("@import"));
    // Addresses are names of XML vocabularies, nothing that is fetched.
    let addresses = page.matches("://").count();
    assert_eq!(addresses, page.matches("http://www.w3.org/").count());
}

#[test]
fn text_of_users_stays_text() {
    let folder = tempfile::tempdir().unwrap();
    let page = fs::read_to_string(report::write(&record(folder.path())).unwrap().page).unwrap();
    let document = parse(&page);
    let heading = document
        .descendants()
        .find(|node| node.has_tag_name(("http://www.w3.org/1999/xhtml", "h1")))
        .unwrap();
    assert!(text(heading).starts_with("Squeeze, \"gently\" & <slowly>"), "{}", text(heading));
    let all = text(document.root_element());
    for words in ["\"slip\", <b>left</b>", "1 <of> 2", "phase, 3", "pad, \"left\"", "[object]"] {
        assert!(all.contains(words), "{words}");
    }
}

#[test]
fn every_picture_says_what_it_shows() {
    let folder = tempfile::tempdir().unwrap();
    let made = report::write(&record(folder.path())).unwrap();
    let page = fs::read_to_string(&made.page).unwrap();
    let document = parse(&page);
    let images = document.descendants().filter(|node| node.tag_name().name() == "img");
    let (tactile, plots): (Vec<_>, Vec<_>) = images
        .map(|node| node.attribute("alt").unwrap())
        .partition(|alt| alt.starts_with("Tactile image of "));
    assert_eq!(tactile.len(), 3 * 2, "phases times skins");
    assert!(tactile.iter().all(|alt| alt.contains(" texels touch")), "{tactile:?}");
    assert!(plots.len() > 3 && plots.iter().all(|alt| alt.contains(" from ")), "{plots:?}");
    let mut names: Vec<_> =
        made.pictures.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    names.sort_unstable();
    let expected = ["forces.png", "joints.png", "phase-1-phase-0-pad-left.png", "phase-1-phase-0-tip.png"];
    assert_eq!(names[..4], expected);
    assert_eq!(names.len(), 8);
    for path in &made.pictures {
        assert!(fs::read(path).unwrap().starts_with(b"\x89PNG"), "{}", path.display());
    }
}

/// Squares where nothing better is known, as before there were outlines.
#[test]
fn a_recording_without_outlines_opens_and_draws() {
    let folder = tempfile::tempdir().unwrap();
    drop(record(folder.path()));
    let file = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let draw = || {
        report::write(&Recording::open(folder.path()).unwrap()).unwrap();
        (file("phase-1-phase-0-tip.png"), file("phase-1-phase-0-pad-left.png"))
    };
    let outlined = draw();
    fs::remove_file(folder.path().join("outlines.csv")).unwrap();
    let squares = draw();
    assert!(Recording::open(folder.path()).unwrap().skins().iter().all(|skin| skin.outlines.is_empty()));
    assert!(outlined.0 != squares.0, "the tip has outlines of its own");
    assert!(outlined.1 == squares.1, "an array is an image either way");
}

#[test]
fn warnings_stand_at_the_top() {
    let folder = tempfile::tempdir().unwrap();
    let facts = vec![Fact::text("Warning", "the <cup> was crushed"), Fact::count("Steps", 7)];
    let recording = lonely(folder.path(), Vec::new()).finish(Ending::Completed, facts).unwrap();
    let page = fs::read_to_string(report::write(&recording).unwrap().page).unwrap();
    let (header, rest) = page.split_once("</header>").unwrap();
    assert!(header.contains("the &lt;cup&gt; was crushed"), "{header}");
    assert!(!rest.contains("was crushed") && rest.contains("Steps"));
}

fn lonely(folder: &Path, channels: Vec<Channel>) -> Recorder {
    let run = RunInfo { title: "t".to_owned(), step: 0.3, ..RunInfo::default() };
    Recorder::create(folder, Schema { run, channels, ..Schema::default() }).unwrap()
}

#[test]
fn a_recording_of_nothing_still_has_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let page = page_of(lonely(folder.path(), Vec::new()), Ending::Completed);
    parse(&page);
    // And one with skins, of which nothing was recorded.
    let folder = tempfile::tempdir().unwrap();
    let recorder = Recorder::create(folder.path(), schema()).unwrap();
    parse(&page_of(recorder, Ending::Completed));
}

#[test]
fn a_run_that_was_stopped_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let ending = Ending::Stopped { why: "step 43: link <cup> left the world".to_owned() };
    let page = page_of(lonely(folder.path(), Vec::new()), ending);
    assert!(text(parse(&page).root_element()).contains("step 43: link <cup> left the world"));
    assert!(page.contains("stopped early"));
}

#[test]
fn numbers_that_are_none_leave_gaps_and_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let channels = vec![
        Channel::new("jaw", Unit::Metre, ChannelKind::JointPosition),
        Channel::new("never", Unit::Radian, ChannelKind::JointPosition),
    ];
    let mut schema = schema();
    schema.channels = channels;
    schema.skins.truncate(1);
    let mut recorder = Recorder::create(folder.path(), schema).unwrap();
    for (i, jaw) in [0.3, f64::NAN, f64::INFINITY, 1.1].into_iter().enumerate() {
        let reading = TexelReading {
            normal_force: jaw,
            elastic_force: jaw,
            state: TexelState::Stick,
            ..TexelReading::NOTHING
        };
        recorder.sample(i as f64, &[jaw, f64::NAN], &[&[reading; 6]]).unwrap();
    }
    let page = page_of(recorder, Ending::Completed);
    parse(&page);
    assert!(page.contains("12 texel readings were not finite"));
    assert!(!page.contains(">NaN<") && !page.contains("inf "));
}

#[test]
fn a_larger_skin_is_sent_as_pixels_to_keep_the_page_light() {
    let folder = tempfile::tempdir().unwrap();
    let mut schema = schema();
    schema.channels.clear();
    schema.skins = vec![support::grid_skin("large", 100, 80)];
    let mut recorder = Recorder::create(folder.path(), schema).unwrap();
    let readings = support::readings(0, 0, 8000);
    recorder.sample(0.3, &[], &[&readings]).unwrap();
    let page = page_of(recorder, Ending::Completed);
    parse(&page);
    assert!(page.contains("data:image/png;base64,") && page.len() < 300_000, "{}", page.len());
}
