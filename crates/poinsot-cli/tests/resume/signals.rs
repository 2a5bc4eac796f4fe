//! Signals and the clock are heeded within a second, whatever the program is busy with.

use super::*;
use std::fmt::Write;

/// The program promises a second. A machine that is busy with other tests may keep it from the processor for as long again and
/// more, and the way to the signal counts too.
const LIMIT: Duration = Duration::from_secs(3);

/// Bodies in a cubic lattice with springs between them, in motion from `from` on [s]: factors of it fill up, so that an iteration
/// takes long. Without ground the lattice falls freely until then, which takes no iteration at all.
fn lattice(n: usize, from: f64, grounded: bool) -> String {
    let mut model = String::from("gravity = [0, 0, -9.81]\n");
    let mut springs = String::new();
    let mut spring = |a: &str, b: &str, p: [f64; 3], q: [f64; 3]| {
        writeln!(
            springs,
            "[[spring]]\nname = \"{a}-{b}\"\nbetween = [\"{a}\", \"{b}\"]\npoints = [{p:?}, {q:?}]\nstiffness = 1e5"
        )
        .unwrap();
    };
    let name = |at: [usize; 3]| format!("b{}_{}_{}", at[0], at[1], at[2]);
    for k in 0..n * n * n {
        let at = [k / (n * n), k / n % n, k % n];
        let place = at.map(|x| x as f64);
        writeln!(
            model,
            "[[body]]\nname = \"{}\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\nposition = {place:?}",
            name(at)
        )
        .unwrap();
        for way in [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
            [1, 1, 0],
            [0, 1, 1],
            [1, 0, 1],
        ] {
            let to: [usize; 3] = std::array::from_fn(|i| at[i] + way[i]);
            if to.iter().all(|&x| x < n) {
                let end = |sign: f64, at: [usize; 3]| {
                    std::array::from_fn(|i| at[i] as f64 + sign * way[i] as f64)
                };
                spring(&name(at), &name(to), end(0.1, at), end(-0.1, to));
            }
        }
        if grounded && at[2] == 0 {
            let [x, y, _] = place;
            spring("ground", &name(at), [x - 0.5, y, -1.0], [x, y, -0.1]);
        }
    }
    model.push_str(&springs);
    let wait = match from > 0.0 {
        true => "[0, 0], ",
        false => "",
    };
    writeln!(
        model,
        "[[force]]\nname = \"push\"\non = \"b0_0_0\"\nvalue = [1e3, 0, 0]\nscale = {{ table = [{wait}[{from}, 0], [{}, 1]] }}",
        from + 0.001
    )
    .unwrap();
    model
}

/// A net of bodies on revolute joints, most of which repeat others.
fn net(n: usize) -> String {
    let mut model = String::from("[run]\nduration = 1\ndt = 0.01\nredundant = \"remove\"\n");
    for k in 0..n * n {
        let (i, j) = (k / n, k % n);
        writeln!(
            model,
            "[[body]]\nname = \"b{i}_{j}\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\nposition = [{i}, {j}, 0]"
        )
        .unwrap();
        let mut joint = |a: String, at: [f64; 2]| {
            let [x, y] = at;
            writeln!(
                model,
                "[[joint]]\nname = \"{a}-b{i}_{j}\"\nkind = \"revolute\"\nbetween = [\"{a}\", \"b{i}_{j}\"]\nat = [{x}, {y}, 0]\naxis = [0, 0, 1]"
            )
            .unwrap();
        };
        let (x, y) = (i as f64, j as f64);
        if i > 0 {
            joint(format!("b{}_{j}", i - 1), [x - 0.5, y]);
        }
        if j > 0 {
            joint(format!("b{i}_{}", j - 1), [x, y - 0.5]);
        }
    }
    model
}

fn started(here: &Path, args: &[&str]) -> Child {
    let mut command = command(here, args);
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    piped.spawn().unwrap()
}

/// Sends a signal; the process must end within the limit.
fn signal(mut child: Child, signal: &str) -> Output {
    assert!(child.try_wait().unwrap().is_none(), "ended too early");
    let id = child.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status().unwrap();
    assert!(sent.success());
    let clock = Instant::now();
    while child.try_wait().unwrap().is_none() && clock.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let took = clock.elapsed();
    println!("{signal}: {} ms", took.as_millis());
    // Not left behind, whatever comes.
    let _ = child.kill();
    let output = child.wait_with_output().unwrap();
    assert!(took < LIMIT, "took {took:?}: {output:?}");
    output
}

/// Waits until so many frames are in the results.
fn wait_for_frames(path: &Path, frames: usize) {
    let clock = Instant::now();
    while !Reader::open(path).is_ok_and(|reader| reader.frames() >= frames) {
        assert!(clock.elapsed() < Duration::from_secs(120), "no frames");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn a_while() {
    std::thread::sleep(Duration::from_millis(400));
}

fn status_of(path: &Path) -> (usize, Status) {
    let reader = Reader::open(path).unwrap();
    (reader.frames(), reader.status().clone())
}

#[test]
fn between_steps() {
    let here = folder("between-steps");
    let args = [
        "run",
        "model.toml",
        "--duration",
        "1e5",
        "--checkpoint",
        "60",
    ];
    let child = started(&here, &args);
    wait_for_frames(&here.join("model.nc"), 100);
    let (out, err) = checked(signal(child, "-TERM"), 3);
    assert!(err.contains("stopping after this step"), "{err}");
    assert!(
        out.contains("interrupted on request; to continue: poinsot resume model.nc"),
        "{out}"
    );
    assert_eq!(status_of(&here.join("model.nc")).1, Status::Interrupted);
}

/// Four steps that take no time and two that take long: what is stopped within a long one goes on from the step before it.
#[test]
fn within_a_step() {
    let here = folder("within-a-step");
    // Many more steps than are waited for: those that keep their factors are short.
    let run = "[run]\nduration = 0.3\ndt = 0.01\n[output]\ncheckpoint = 0\n";
    fs::write(here.join("model.toml"), lattice(8, 0.04, false) + run).unwrap();
    let whole = reference(&here, &[]);
    let path = here.join("run.nc");
    let args = ["run", "model.toml", "-o", "run.nc", "--force", "--json"];
    let stopped = |output, word: &str| {
        let (out, err) = checked(output, 3);
        let summary: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(
            (&summary["status"], &summary["stopped_by"]),
            (&"interrupted".into(), &word.into()),
            "{err}"
        );
        assert_eq!(status_of(&path).1, Status::Interrupted);
    };
    let clock = Instant::now();
    let child = started(&here, &args);
    wait_for_frames(&path, 5);
    let first_steps = clock.elapsed().as_secs_f64();
    a_while();
    stopped(signal(child, "-INT"), "signal");
    expect(&here, &["resume", "run.nc", "--threads", "1"], 0);
    assert!(fs::read(&path).unwrap() == whole);

    // A run that is far longer than the time it gets, on a machine however quick; four steps fit into that time, so one does on a
    // machine that has become busier since.
    let limit = format!("{} s", first_steps + 0.2);
    let more = ["--max-wall", &limit, "--set", "run.duration=600"];
    let child = started(&here, &[&args[..], &more].concat());
    stopped(child.wait_with_output().unwrap(), "max_wall");
}

/// One step of this takes four seconds on a quick machine.
#[test]
fn within_the_first_step() {
    let here = folder("first-step");
    let run = "[run]\nduration = 10\ndt = 0.01\n";
    fs::write(here.join("model.toml"), lattice(12, 0.0, false) + run).unwrap();
    let child = started(&here, &["run", "model.toml"]);
    wait_for(&here.join("model.nc"));
    a_while();
    let (_, err) = checked(signal(child, "-TERM"), 3);
    let text = "interrupted on request within a long step; model.nc holds everything before it\nto continue: poinsot resume model.nc\n";
    assert!(err.contains(text), "{err}");
    assert_eq!(status_of(&here.join("model.nc")), (1, Status::Interrupted));
    // A time that is too short for a single step leads nowhere, however often it is tried.
    let child = started(
        &here,
        &["run", "model.toml", "-o", "again.nc", "--max-wall", "3 s"],
    );
    let clock = Instant::now();
    let (_, err) = checked(child.wait_with_output().unwrap(), 1);
    assert!(clock.elapsed() < Duration::from_secs(3) + LIMIT);
    assert!(
        err.contains("interrupted by --max-wall within a long step")
            && err.contains("not a single step finished within --max-wall 3 s"),
        "{err}"
    );
    assert_eq!(status_of(&here.join("again.nc")), (1, Status::Interrupted));
}

#[test]
fn while_equilibria_are_sought() {
    let here = folder("equilibria");
    let model = lattice(8, 0.0, true);
    fs::write(here.join("model.toml"), &model).unwrap();
    let child = started(&here, &["statics", "model.toml"]);
    wait_for(&here.join("model.nc"));
    a_while();
    let (_, err) = checked(signal(child, "-TERM"), 3);
    let text = "interrupted on request within a long point; model.nc holds everything before it\n";
    assert!(err.contains(text) && !err.contains("resume"), "{err}");
    assert_eq!(status_of(&here.join("model.nc")), (0, Status::Interrupted));
    // A run that starts from equilibrium has written nothing yet.
    let run = "[run]\nduration = 10\ndt = 0.01\nstart = \"equilibrium\"\n";
    fs::write(here.join("model.toml"), model + run).unwrap();
    let child = started(&here, &["run", "model.toml", "-o", "run.nc"]);
    a_while();
    a_while();
    assert_eq!(signal(child, "-TERM").status.signal(), Some(15));
    let args = ["run", "model.toml", "-o", "run.nc", "--max-wall", "0.5 s"];
    let (_, err) = checked(started(&here, &args).wait_with_output().unwrap(), 1);
    assert!(
        err.contains("--max-wall 0.5 s elapsed while the model was being prepared")
            && err.contains("nothing was written"),
        "{err}"
    );
    assert_eq!(names(&here, "run.nc"), [""; 0]);
}

#[test]
fn between_points_of_a_path() {
    let here = folder("points");
    let path = here.join("model.nc");
    let more = "[statics]\nincrement = 1e-5\n";
    fs::write(here.join("model.toml"), format!("{MODEL}\n{more}")).unwrap();
    let child = started(&here, &["statics", "model.toml"]);
    wait_for_frames(&path, 3);
    let (out, err) = checked(signal(child, "-INT"), 3);
    assert!(err.contains("stopping after this point"), "{err}");
    assert!(
        out.contains("interrupted on request before the end of the path"),
        "{out}"
    );
    let (frames, status) = status_of(&path);
    assert!(frames >= 3 && status == Status::Interrupted);
    assert!(out.contains(&format!("{frames} points")), "{out}");
    fs::remove_file(&path).unwrap();
    let child = started(&here, &["statics", "model.toml", "--json"]);
    wait_for_frames(&path, 3);
    let (out, _) = checked(signal(child, "-TERM"), 3);
    let summary: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&summary["status"], &summary["stopped_by"]),
        (&"interrupted".into(), &"signal".into())
    );
}

/// What has nothing to keep ends as by any signal.
#[test]
fn while_redundancy_or_modes_are_sought() {
    let here = folder("analyses");
    fs::write(here.join("net.toml"), net(20)).unwrap();
    fs::write(here.join("lattice.toml"), lattice(12, 0.0, false)).unwrap();
    for (args, number) in [
        (["check", "net.toml"], 15),
        (["modes", "lattice.toml"], 15),
        (["modes", "lattice.toml"], 2),
    ] {
        let child = started(&here, &args);
        std::thread::sleep(Duration::from_millis(1500));
        let output = signal(child, &format!("-{number}"));
        assert_eq!(output.status.signal(), Some(number), "{output:?}");
    }
}

/// Large results, made of frames of a short run.
fn large_results(here: &Path) {
    expect(
        here,
        &["run", "model.toml", "-o", "short.nc", "--duration", "0.01"],
        0,
    );
    let mut reader = Reader::open(here.join("short.nc")).unwrap();
    let layout = reader.layout().clone();
    let mut row = reader.frame(1).unwrap();
    let mut writer = poinsot::results::Writer::create(here.join("large.nc"), &layout).unwrap();
    for k in 0..(80 << 20) / (8 * row.len()) {
        row[0] = 1e-3 * k as f64;
        writer.append(&row).unwrap();
    }
    writer.finish(&Status::Complete, &[]).unwrap();
}

/// An export that is stopped leaves nothing behind, neither under its name nor beside it.
#[test]
fn while_files_are_written() {
    let here = folder("files");
    large_results(&here);
    fs::write(here.join("large.csv"), "older").unwrap();
    let child = started(&here, &["export", "large.nc", "-o", "large.csv"]);
    let clock = Instant::now();
    while names(&here, ".part").is_empty() && clock.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    let (_, err) = checked(signal(child, "-TERM"), 130);
    assert!(
        err.contains("stopped before large.csv was written"),
        "{err}"
    );
    assert_eq!(names(&here, ".part"), [""; 0]);
    assert_eq!(fs::read(here.join("large.csv")).unwrap(), b"older");
    // Long enough for the program to start, short enough for it to be at work still on a quick machine.
    let child = started(&here, &["report", "large.nc", "-o", "large.html"]);
    std::thread::sleep(Duration::from_millis(60));
    assert_eq!(signal(child, "-TERM").status.signal(), Some(15));
    assert_eq!(names(&here, "html"), [""; 0]);
}
