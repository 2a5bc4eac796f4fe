//! Spectra, phase planes and paths.

use super::{expect, folder, signal, svg};

#[test]
fn a_spectrum_shows_the_sine_with_its_amplitude() {
    let here = folder("spectrum");
    signal(&here);
    // 33.033 periods: between two lines of the spectrum.
    let args = [
        "plot",
        "bead.nc",
        "bead.position.x",
        "--spectrum",
        "-o",
        "s.svg",
    ];
    let (out, _) = expect(&here, &args, 0);
    assert!(out.contains("bead.position.x: 3.3 Hz, 0.25 m"), "{out}");
    let picture = svg(&here, "s.svg");
    for part in [
        "frequency [Hz]",
        "amplitude of bead.position.x [m]",
        "3.3 Hz, 0.25 m",
        "Hann window",
    ] {
        assert!(picture.contains(part), "{part}");
    }
    let more = [
        "plot",
        "bead.nc",
        "bead.position",
        "--spectrum",
        "--window",
        "none",
        "--max-frequency",
        "8 Hz",
        "--log",
        "--log-frequency",
        "--peaks",
        "1",
        "--from",
        "1",
        "-o",
        "l.png",
    ];
    expect(&here, &more, 0);
    for (args, answer) in [
        (vec!["--spectrum"], "--spectrum of what?"),
        (
            vec!["load", "--spectrum", "--to", "0.05"],
            "at least 8 frames, there are 6",
        ),
        (
            vec!["load", "--spectrum", "--max-frequency", "0"],
            "for example \"20 Hz\"",
        ),
        (vec!["load", "--peaks", "3"], "--spectrum"),
        (
            vec!["bead.positon.x", "--spectrum"],
            "did you mean `bead.position.x`",
        ),
    ] {
        let all: Vec<&str> = ["plot", "bead.nc"].into_iter().chain(args).collect();
        let (_, err) = expect(&here, &all, 2);
        assert!(err.contains(answer), "{err}");
    }
}

#[test]
fn phase_planes_say_where_the_rate_comes_from() {
    let here = folder("phase");
    signal(&here);
    expect(
        &here,
        &[
            "plot",
            "bead.nc",
            "--phase",
            "bead.position.x",
            "-o",
            "p.svg",
        ],
        0,
    );
    let picture = svg(&here, "p.svg");
    for part in [
        "bead.position.x [m]",
        "bead.velocity.x [m/s]",
        "rate: bead.velocity.x",
        ">start<",
        ">end<",
    ] {
        assert!(picture.contains(part), "{part}");
    }
    expect(
        &here,
        &["plot", "bead.nc", "--phase", "load", "-o", "d.svg"],
        0,
    );
    let picture = svg(&here, "d.svg");
    assert!(
        picture.contains("rate of load [N/s]")
            && picture.contains("differences of neighbouring frames")
    );
    let two = [
        "plot",
        "bead.nc",
        "--phase",
        "load",
        "--phase",
        "bead.position.x",
    ];
    let (_, err) = expect(&here, &two, 2);
    assert!(err.contains("draw them one by one"), "{err}");
}

#[test]
fn paths_have_projections_and_marks() {
    let here = folder("orbit");
    signal(&here);
    expect(
        &here,
        &["plot", "bead.nc", "--orbit", "bead", "-o", "o.svg"],
        0,
    );
    let picture = svg(&here, "o.svg");
    for part in ["x [m]", "y [m]", "z [m]", ">start<", ">end<", ">bead<"] {
        assert!(picture.contains(part), "{part}");
    }
    // Any vector has a path: the hodograph.
    expect(
        &here,
        &["plot", "bead.nc", "--orbit", "bead.velocity", "-o", "h.svg"],
        0,
    );
    // It stays in a plane, so one pair of axes shows it.
    assert!(svg(&here, "h.svg").contains("bead.velocity y [m/s]"));
    let (_, err) = expect(&here, &["plot", "bead.nc", "--orbit", "load"], 2);
    assert!(
        err.contains("`load` is not one") && err.contains("--list"),
        "{err}"
    );
}
