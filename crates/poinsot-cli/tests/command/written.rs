//! What the command makes of results: reports, views, exports.

use super::{command, expect, folder, results, text};
use poinsot::results::{Reader, Status, Writer};
use std::fs;

#[test]
fn reports_are_written() {
    let here = folder("report");
    results(&here);
    // These results hold no model: said, and shown anyway.
    let (out, err) = expect(&here, &["report", "orbit.nc"], 0);
    assert!(out.starts_with("orbit.html   0."), "{out}");
    assert!(
        err.contains("warning: orbit.nc: the results hold no model"),
        "{err}"
    );
    let page = fs::read_to_string(here.join("orbit.html")).unwrap();
    assert!(page.contains("two \\u003ccircles>") && page.contains("id=\"poinsot-data-0\""));
    let both = [
        "report",
        "orbit.nc",
        "--compare",
        "orbit.nc",
        "-o",
        "b.html",
    ];
    expect(&here, &both, 0);
    let page = fs::read_to_string(here.join("b.html")).unwrap();
    assert!(page.contains("id=\"poinsot-data-1\""));
    let (_, err) = expect(&here, &["report", "orbit.nc", "-o", "orbit.pdf"], 2);
    assert!(err.contains("a report ends in .html"), "{err}");
    expect(
        &here,
        &["report", "orbit.nc", "-o", "no/such/folder/a.html"],
        1,
    );
    let layout = Reader::open(here.join("orbit.nc"))
        .unwrap()
        .layout()
        .clone();
    let empty = Writer::create(here.join("empty.nc"), &layout).unwrap();
    empty.finish(&Status::Complete, &[]).unwrap();
    let (_, err) = expect(&here, &["report", "empty.nc"], 2);
    assert!(err.contains("empty.nc contains no frames"), "{err}");
}

#[test]
fn views_are_written_and_opened() {
    let here = folder("view");
    results(&here);
    let (out, _) = expect(&here, &["view", "orbit.nc", "--no-open"], 0);
    assert!(out.starts_with("orbit.html"), "{out}");
    let opened = |browser: &str| {
        let mut view = command(&here, &["view", "orbit.nc", "--compare", "orbit.nc"]);
        view.env("BROWSER", browser);
        for screen in ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"] {
            view.env_remove(screen);
        }
        view.output().unwrap()
    };
    if cfg!(target_os = "linux") {
        let output = opened("true");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("opened in the browser"));
        let page = fs::read_to_string(here.join("orbit.html")).unwrap();
        assert!(page.contains("id=\"poinsot-data-1\""));
        for (browser, says) in [
            ("", "there is no screen"),
            ("false", "`false` failed"),
            ("no-such-browser", "is not there"),
        ] {
            let output = opened(browser);
            let err = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{err}");
            assert!(
                err.contains(says) && err.contains("orbit.html, open it"),
                "{err}"
            );
        }
    }
    // A page that is no report is not replaced.
    fs::write(here.join("orbit.html"), "<p>mine</p>").unwrap();
    let (_, err) = expect(&here, &["view", "orbit.nc", "--no-open"], 2);
    assert!(err.contains("is not a report"), "{err}");
    expect(&here, &["view", "orbit.nc", "--port", "8000"], 2);
    expect(&here, &["view", "missing.nc"], 2);
    let (_, err) = expect(&here, &["view", "orbit.html", "--live", "--no-open"], 2);
    assert!(err.contains("not a readable results file"), "{err}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let live = ["view", "orbit.nc", "--live", "--no-open", "--port", &port];
    let (_, err) = expect(&here, &live, 2);
    assert!(err.contains("taken by another program"), "{err}");
}

#[test]
fn exports_are_exact() {
    let here = folder("export");
    results(&here);
    let (out, _) = expect(&here, &["export", "orbit.nc", "moon.position"], 0);
    let mut lines = out.lines();
    assert_eq!(
        lines.next().unwrap(),
        "time [s],moon.position.x [m],moon.position.y [m],moon.position.z [m]"
    );
    for (k, line) in lines.enumerate() {
        let t = 0.05 * k as f64;
        let values: Vec<f64> = line.split(',').map(|v| v.parse().unwrap()).collect();
        assert_eq!(values, [t, 2.0 * t.sin(), 2.0 * t.cos(), 1e-9]);
    }
    expect(&here, &["export", "orbit.nc", "--format", "npy"], 0);
    let npy = fs::read(here.join("orbit.npy")).unwrap();
    let head = u32::from_le_bytes([npy[8], npy[9], npy[10], npy[11]]) as usize;
    assert_eq!(
        (npy[..8].to_vec(), (12 + head) % 64),
        (b"\x93NUMPY\x02\x00".to_vec(), 0)
    );
    let literal = text(&npy[12..12 + head]);
    assert!(literal.contains("('moon.position.z', '<f8')") && literal.contains("(200,)"));
    assert_eq!(npy.len(), 12 + head + 200 * 9 * 8);
}

#[test]
fn moving_systems_are_exported_for_paraview() {
    let here = folder("vtk");
    results(&here);
    let (out, err) = expect(&here, &["export", "orbit.nc", "--format", "vtk"], 0);
    assert!(
        out.contains("all 200 frames") && err.contains("hold no model"),
        "{out}{err}"
    );
    let series = fs::read_to_string(here.join("orbit.pvd")).unwrap();
    assert_eq!(series.matches("<DataSet").count(), 200);
    assert!(series.contains("timestep=\"0.05\" part=\"0\" file=\"orbit/frame_001.vtm\""));
    for name in ["frame_199.vtm", "bodies_199.vtp", "body_surfaces_199.vtp"] {
        assert!(here.join("orbit").join(name).is_file(), "{name}");
    }
    let few = [
        "export",
        "orbit.nc",
        "-o",
        "new/few.pvd",
        "--every",
        "2.5 s",
    ];
    let (out, _) = expect(&here, &few, 0);
    assert!(out.contains("5 of 200 frames") && here.join("new/few/frame_4.vtm").is_file());
    for (bad, says) in [
        (&["-o", "a.xyz"][..], ".xyz is not a format"),
        (&["-o", "a.vtp"], "ends in .pvd"),
        (&["moon.position", "-o", "a.pvd"], "leave them out"),
        (&["--frames", "3"], "--format vtk"),
        (&["--format", "vtk", "--frames", "1"], "at least 2"),
        (
            &["--format", "vtk", "--frames", "3", "--every", "1"],
            "cannot be used with",
        ),
    ] {
        let (_, err) = expect(&here, &[&["export", "orbit.nc"], bad].concat(), 2);
        assert!(err.contains(says), "{bad:?}: {err}");
    }
    fs::write(here.join("taken"), "").unwrap();
    let (_, err) = expect(&here, &["export", "orbit.nc", "-o", "taken.pvd"], 1);
    assert!(err.contains("cannot create the folder taken"), "{err}");
}

#[test]
fn moving_systems_are_exported_as_animations() {
    let here = folder("gltf");
    results(&here);
    let (out, _) = expect(&here, &["export", "orbit.nc", "-o", "orbit.glb"], 0);
    assert!(out.contains("all 200 frames   9.950 s"), "{out}");
    let file = fs::read(here.join("orbit.glb")).unwrap();
    assert_eq!(&file[..8], b"glTF\x02\0\0\0");
    let slow = [
        "export", "orbit.nc", "--format", "gltf", "--speed", "0.1", "--frames", "20",
    ];
    let (out, _) = expect(&here, &slow, 0);
    assert!(out.contains("20 of 200 frames   99.500 s"), "{out}");
    for (bad, says) in [
        (&["-o", "a.gltf"][..], "-o a.glb"),
        (&["-o", "a.pvd", "--speed", "2"], "--format gltf"),
        (&["-o", "a.glb", "--speed", "0"], "positive"),
    ] {
        let (_, err) = expect(&here, &[&["export", "orbit.nc"], bad].concat(), 2);
        assert!(err.contains(says), "{bad:?}: {err}");
    }
    expect(&here, &["export", "orbit.nc", "-o", "no/such/a.glb"], 1);
}
