use super::*;
use poinsot::results::{Axis, Layout, Status, Variable, Writer};
use std::io::{Read, Write};
use std::net::UdpSocket;
use std::path::PathBuf;
use std::time::Duration;

fn results(name: &str) -> (PathBuf, Writer) {
    let layout = Layout {
        axes: vec![Axis::new("body", ["a"]), Axis::new("xyz", ["x", "y", "z"])],
        variables: vec![
            Variable::new("time", "s", "time", []),
            Variable::new("position", "m", "", [0, 1]),
        ],
        attributes: vec![],
    };
    let path = std::env::temp_dir().join(format!("poinsot-live-{name}-{}.nc", std::process::id()));
    let mut writer = Writer::replace(&path, &layout).unwrap();
    writer.append(&[0.0, 1.0, 2.0, 3.0]).unwrap();
    writer.flush().unwrap();
    (path, writer)
}

fn started(path: &std::path::Path) -> u16 {
    let server = Server::bind(None).unwrap();
    let port = server.port;
    assert_eq!(server.address(), format!("http://127.0.0.1:{port}/"));
    assert!(server.listener.local_addr().unwrap().ip().is_loopback());
    let source = Arc::new(Source::new(path.to_owned(), None));
    std::thread::spawn(move || server.serve(&source));
    port
}

fn ask(port: u16, method: &str, path: &str, host: &str) -> String {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_growing_run_is_served_until_it_ends() {
    let (path, mut writer) = results("grow");
    let port = started(&path);
    let host = format!("127.0.0.1:{port}");
    let state = || {
        let answer = ask(port, "GET", "/state", &host);
        answer.split("\r\n\r\n").nth(1).unwrap().to_owned()
    };
    let first = state();
    assert!(
        first.contains("\"frames\":1") && first.contains("\"ended\":false"),
        "{first}"
    );
    let page = ask(port, "GET", "/", &host);
    assert!(page.starts_with("HTTP/1.1 200 OK") && page.contains("no-store"));
    assert!(page.contains("id=\"poinsot-live\"") && page.contains("id=\"poinsot-report\""));
    writer.append(&[0.5, 1.0, 2.0, 3.0]).unwrap();
    writer.flush().unwrap();
    let next = state();
    assert!(
        next.contains("\"frames\":2") && next.contains("\"time\":0.5"),
        "{next}"
    );
    let data = ask(port, "GET", "/data", &format!("localhost:{port}"));
    assert!(data.contains("id=\"poinsot-data-0\"") && !data.contains("<html"));
    writer.finish(&Status::Interrupted, &[]).unwrap();
    let last = state();
    assert!(
        last.contains("\"ended\":true") && last.contains("interrupted"),
        "{last}"
    );
    let data = ask(port, "GET", "/data", &host);
    assert!(data.contains("\"frames\":2"));
    std::fs::remove_file(&path).unwrap();
    let gone = ask(port, "GET", "/state", &host);
    assert!(
        gone.starts_with("HTTP/1.1 503") && gone.contains("no such file"),
        "{gone}"
    );
}

#[test]
fn only_this_machine_is_answered() {
    let (path, _writer) = results("alone");
    let port = started(&path);
    // A page that made its own name point to this machine asks under that name.
    for host in [
        "evil.example",
        "evil.example:80",
        "127.0.0.1",
        "localhost:1",
    ] {
        let answer = ask(port, "GET", "/", host);
        assert!(answer.starts_with("HTTP/1.1 403"), "{host}: {answer}");
        assert!(!answer.contains("poinsot-report"));
    }
    let host = format!("127.0.0.1:{port}");
    assert!(ask(port, "POST", "/", &host).starts_with("HTTP/1.1 405"));
    assert!(ask(port, "GET", "/../etc/passwd", &host).starts_with("HTTP/1.1 404"));
    assert!(ask(port, "GET", "http://a/", &host).starts_with("HTTP/1.1 400"));
    // The address of this machine in its network, if it has one; nothing is sent to find it.
    let socket = UdpSocket::bind("0.0.0.0:0").unwrap();
    if socket.connect("192.0.2.1:9").is_ok() {
        let mut address = socket.local_addr().unwrap();
        address.set_port(port);
        if !address.ip().is_loopback() && !address.ip().is_unspecified() {
            let wait = Duration::from_secs(2);
            assert!(
                TcpStream::connect_timeout(&address, wait).is_err(),
                "{address} answers"
            );
        }
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_killed_run_has_ended_too() {
    let (path, writer) = results("killed");
    let source = Source::new(path.clone(), None);
    assert_eq!(source.state().unwrap().ended, Ended::Not);
    // The file is closed without a word about the end, as after a kill.
    drop(writer);
    if !cfg!(windows) {
        assert_eq!(source.state().unwrap().ended, Ended::Killed);
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn silent_connections_keep_nobody_waiting() {
    let (path, _writer) = results("silent");
    let port = started(&path);
    let silent: Vec<TcpStream> = (0..2 * guests::CONNECTIONS)
        .map(|k| {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
            // Half of a request, or nothing at all.
            if k % 2 == 0 {
                write!(stream, "GET / HTTP/1.1\r\n").unwrap();
            }
            stream
        })
        .collect();
    let begin = std::time::Instant::now();
    for _ in 0..3 {
        let answer = ask(port, "GET", "/state", &format!("127.0.0.1:{port}"));
        assert!(answer.contains("\"frames\":1"), "{answer}");
    }
    // Far below the ten seconds for which a connection may be silent.
    assert!(begin.elapsed() < Duration::from_secs(3));
    drop(silent);
    std::fs::remove_file(path).unwrap();
}
