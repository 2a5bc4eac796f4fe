use super::super::{Series, to_png, to_svg};
use super::*;

fn series(name: &str, n: usize, f: impl Fn(f64) -> f64) -> Series {
    let x: Vec<f64> = (0..n).map(|k| k as f64 * 0.01).collect();
    let y = x.iter().map(|&t| f(t)).collect();
    Series {
        name: name.into(),
        x,
        y,
    }
}

#[test]
fn a_picture_has_all_its_parts() {
    let panel = Panel {
        y_label: "position [m]".into(),
        series: vec![series("a <1>", 500, f64::sin), series("b", 500, f64::cos)],
        ..Panel::default()
    };
    let figure = Figure {
        title: "two & two".into(),
        x_label: "time [s]".into(),
        panels: vec![panel],
        ..Figure::default()
    };
    let scene = scene_of(&figure);
    let svg = to_svg(&scene);
    for part in [
        "two &amp; two",
        "a &lt;1&gt;",
        "position [m]",
        "time [s]",
        "</svg>",
    ] {
        assert!(svg.contains(part), "{part}");
    }
    let png = to_png(&scene, 1.0).unwrap();
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
}

#[test]
fn odd_data_give_a_picture_all_the_same() {
    for (log, values) in [
        (false, vec![]),
        (false, vec![1.0]),
        (false, vec![f64::NAN; 5]),
        (true, vec![-1.0, 0.0]),
        (false, vec![f64::MIN, f64::MAX]),
        (true, vec![1e-300, 1e300]),
    ] {
        let panel = Panel {
            y_label: "y".into(),
            log,
            series: vec![Series {
                name: "odd".into(),
                x: (0..values.len()).map(|k| k as f64).collect(),
                y: values,
            }],
            ..Panel::default()
        };
        let figure = Figure {
            panels: vec![panel],
            ..Figure::default()
        };
        let scene = scene_of(&figure);
        assert!(!to_svg(&scene).contains("NaN"));
        assert!(to_png(&scene, 1.0).is_ok());
    }
    assert!(to_png(&scene_of(&Figure::default()), 1.0).is_ok());
}

#[test]
fn many_names_do_not_fill_the_page() {
    let many = (0..100).map(|k| series(&format!("body_{k}.position.x"), 3, |t| t));
    let panel = Panel {
        series: many.collect(),
        ..Panel::default()
    };
    let figure = Figure {
        panels: vec![panel],
        ..Figure::default()
    };
    let scene = scene_of(&figure);
    assert!(scene.height < 600.0);
    assert!(to_svg(&scene).contains("more</text>"));
}
