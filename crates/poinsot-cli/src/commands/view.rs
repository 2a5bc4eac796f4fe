//! `poinsot view`

use super::files::Inputs;
use super::report::{shown, write_page};
use crate::args::ViewArgs;
use crate::output::{self, Failure};
use poinsot::results::Reader;
use poinsot_views::live::{Ended, Server, Source};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// How long to wait for a run to write its first frame.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a program that opens browsers may take to say that it cannot.
const OPENING: Duration = Duration::from_secs(3);
/// What every report contains.
const MARK: &str = "id=\"poinsot-report\"";

/// Shows a run.
pub fn view(args: &ViewArgs) -> Result<(), Failure> {
    match args.live {
        true => follow(args),
        false => look(args),
    }
}

/// Writes the report beside the results, or where temporary files are if that is not possible, and opens it.
fn look(args: &ViewArgs) -> Result<(), Failure> {
    let mut runs = vec![shown(&args.results)?];
    if let Some(other) = &args.compare {
        runs.push(shown(other)?);
    }
    let beside = args.results.with_extension("html");
    for input in std::iter::once(&args.results).chain(&args.compare) {
        Inputs::of(input).spare(&beside)?;
    }
    if beside.is_file() && fs::read_to_string(&beside).is_ok_and(|text| !text.contains(MARK)) {
        return Err(Failure::input(format_args!(
            "{} exists and is not a report, so it is not replaced\nhelp: `poinsot report {} -o OTHER.html` writes it under another name",
            beside.display(),
            args.results.display()
        )));
    }
    let (target, bytes) = match write_page(&mut runs, &beside) {
        Ok(bytes) => (beside, bytes),
        Err(Failure::Run(_)) => {
            let name = beside
                .file_name()
                .map_or("report.html".into(), OsString::from);
            let target = env::temp_dir().join(name);
            let bytes = write_page(&mut runs, &target)?;
            (target, bytes)
        }
        Err(other) => return Err(other),
    };
    let size = bytes as f64 / 1e6;
    if args.no_open {
        return output::print(&format!("{}   {size:.1} MB\n", target.display()));
    }
    let whole = target.canonicalize().unwrap_or_else(|_| target.clone());
    match browse(whole.as_os_str().to_owned()) {
        Ok(()) => output::print(&format!(
            "{}   {size:.1} MB   opened in the browser\n",
            target.display()
        )),
        Err(reason) => Err(Failure::run(format_args!(
            "cannot start a browser: {reason}\nhelp: the report is {}, open it in any browser; --no-open only writes it",
            whole.display()
        ))),
    }
}

/// Serves the page of a run that goes on, until the user ends the program.
fn follow(args: &ViewArgs) -> Result<(), Failure> {
    if let Some(other) = &args.compare {
        shown(other)?;
    }
    first_frame(&args.results)?;
    let server = Server::bind(args.port).map_err(|e| match (e.kind(), args.port) {
        (io::ErrorKind::AddrInUse, Some(port)) => Failure::input(format_args!(
            "port {port} is taken by another program\nhelp: give another one, or leave --port out to get a free one"
        )),
        (io::ErrorKind::PermissionDenied, Some(port)) => Failure::input(format_args!(
            "port {port} is reserved for the system\nhelp: use a port above 1023, or leave --port out to get a free one"
        )),
        _ => Failure::run(format_args!("cannot listen on 127.0.0.1: {e}")),
    })?;
    let address = server.address();
    let source = Arc::new(Source::new(args.results.clone(), args.compare.clone()));
    // Ending a viewer is no failure. Without a handler Ctrl-C ends the program all the same.
    let _ = ctrlc::set_handler(|| std::process::exit(0));
    let served = Arc::clone(&source);
    thread::spawn(move || server.serve(&served));
    output::print(&format!(
        "{}   {address}   Ctrl-C ends\n",
        args.results.display()
    ))?;
    if !args.no_open
        && let Err(reason) = browse(OsString::from(&address))
    {
        output::note(&format!(
            "warning: cannot start a browser: {reason}\nhelp: open {address} in any browser on this machine\n"
        ));
    }
    let mut said = false;
    loop {
        thread::sleep(Duration::from_secs(1));
        let Ok(state) = source.state() else { continue };
        let how = match state.ended {
            Ended::Not => {
                said = false;
                continue;
            }
            _ if said => continue,
            Ended::So(status) => status,
            Ended::Killed => "the run was killed".to_owned(),
        };
        said = true;
        output::print(&format!(
            "{}   {how}   {} frames to {} s   the page stays until Ctrl-C\n",
            args.results.display(),
            state.frames,
            state.time
        ))?;
    }
}

/// Waits for results with a frame in them.
fn first_frame(path: &Path) -> Result<(), Failure> {
    let begin = Instant::now();
    let mut said = false;
    loop {
        match Reader::open(path) {
            Ok(reader) if reader.frames() > 0 => return Ok(()),
            Ok(reader) if reader.is_written() == Some(false) => {
                shown(path)?;
            }
            Ok(_) => {}
            Err(_) if !path.exists() => {}
            Err(error) => return Err(Failure::input(error)),
        }
        if begin.elapsed() > PATIENCE {
            return Err(Failure::input(format_args!(
                "there is no frame in {} after {} s\nhelp: start the run first, and give the name of its results, not of the model",
                path.display(),
                PATIENCE.as_secs()
            )));
        }
        if !said {
            output::note(&format!(
                "waiting for the first frame in {}\n",
                path.display()
            ));
            said = true;
        }
        thread::sleep(Duration::from_millis(200));
    }
}

/// Opens a file or an address in the browser that the user has chosen for this.
fn browse(what: OsString) -> Result<(), String> {
    let mut tried = String::new();
    for mut command in openers(&what) {
        command.stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let name = command.get_program().to_string_lossy().into_owned();
        let outcome = match command.spawn() {
            Err(_) => "is not there".to_owned(),
            Ok(mut child) => {
                let begin = Instant::now();
                loop {
                    match child.try_wait() {
                        Ok(Some(status)) if status.success() => return Ok(()),
                        Ok(Some(status)) => break format!("failed ({status})"),
                        // Some of them stay as long as the browser does.
                        Ok(None) if begin.elapsed() > OPENING => return Ok(()),
                        Ok(None) => thread::sleep(Duration::from_millis(20)),
                        Err(error) => break error.to_string(),
                    }
                }
            }
        };
        let comma = if tried.is_empty() { "" } else { ", " };
        tried.push_str(&format!("{comma}`{name}` {outcome}"));
    }
    match tried.is_empty() {
        true => Err("there is no screen (neither DISPLAY nor WAYLAND_DISPLAY is set)".to_owned()),
        false => Err(tried),
    }
}

/// Programs that open things, in the order to try them.
fn openers(what: &OsString) -> Vec<Command> {
    let with = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).arg(what);
        command
    };
    if cfg!(windows) {
        return vec![with("cmd", &["/C", "start", ""])];
    }
    if cfg!(target_os = "macos") {
        return vec![with("open", &[])];
    }
    let mut list = Vec::new();
    let chosen = env::var("BROWSER").unwrap_or_default();
    // The variable may name several, separated by colons.
    for program in chosen.split(':').filter(|p| !p.is_empty()) {
        list.push(with(program, &[]));
    }
    // Without a screen xdg-open would look for a browser in the terminal.
    let screen = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"];
    if screen
        .iter()
        .any(|name| env::var_os(name).is_some_and(|v| !v.is_empty()))
    {
        list.push(with("xdg-open", &[]));
        list.push(with("gio", &["open"]));
    }
    list
}
