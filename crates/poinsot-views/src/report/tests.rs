use super::*;
use poinsot::results::{Axis, Layout, Status, Variable, Writer};

fn shown(name: &str, model: &str) -> Shown {
    let layout = Layout {
        axes: vec![Axis::new("body", ["a"]), Axis::new("xyz", ["x", "y", "z"])],
        variables: vec![
            Variable::new("time", "s", "time", []),
            Variable::new("position", "m", "", [0, 1]),
        ],
        attributes: vec![("model".into(), model.into())],
    };
    let path = std::env::temp_dir().join(format!("poinsot-page-{name}-{}.nc", std::process::id()));
    let mut writer = Writer::replace(&path, &layout).unwrap();
    writer.append(&[0.0, 1.0, 2.0, 3.0]).unwrap();
    writer.finish(&Status::Complete, &[]).unwrap();
    let reader = Reader::open(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    Shown {
        file: format!("{name}.nc"),
        reader,
    }
}

/// The report inside a page.
fn inside(html: &str) -> Value {
    let (_, rest) = html.split_once("id=\"poinsot-report\">").unwrap();
    let (text, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_page_has_a_place_for_data_and_needs_no_network() {
    assert_eq!(VIEWER.matches(PLACE).count(), 1);
    for outside in ["src=\"http", "href=\"http", "@import", "url(http"] {
        assert!(!VIEWER.contains(outside), "{outside}");
    }
}

#[test]
fn texts_cannot_break_out_of_the_page() {
    let evil = "# </script><script>alert(1)</script>";
    let made = page(&mut [shown("evil", evil)]).unwrap();
    assert!(!made.html.contains("alert(1)</script>"));
    let report = inside(&made.html);
    assert_eq!(report["runs"][0]["modelText"], evil);
    // That text is no model, which is said and does not stop the report.
    assert_eq!(made.notes.len(), 1);
    assert!(made.notes[0].starts_with("evil.nc: the model"));
}

#[test]
fn two_runs_stand_side_by_side() {
    let made = page(&mut [shown("one", ""), shown("two", "")]).unwrap();
    let report = inside(&made.html);
    assert_eq!(report["runs"][1]["file"], "two.nc");
    assert!(made.html.contains("id=\"poinsot-data-1\""));
}
