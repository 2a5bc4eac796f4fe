//! As much of HTTP/1.1 as a page on this machine needs.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Bytes of the head of a request at most.
const HEAD: usize = 16 << 10;
/// How long a connection may be silent.
const PATIENCE: Duration = Duration::from_secs(10);

/// The head of a request.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub method: String,
    /// Without what follows a question mark.
    pub path: String,
    host: String,
}

impl Request {
    /// Reads a request; what is none is answered with the reason.
    pub fn read(stream: &mut TcpStream) -> io::Result<Result<Self, Answer>> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut head = Vec::new();
        let mut block = [0; 1024];
        while !head.windows(4).any(|end| end == b"\r\n\r\n") {
            if head.len() > HEAD {
                return Ok(Err(Answer::text(431, "too long a request\n".to_owned())));
            }
            match stream.read(&mut block)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => head.extend(&block[..count]),
            }
        }
        let parsed = Self::parse(&String::from_utf8_lossy(&head));
        Ok(parsed.ok_or_else(|| Answer::text(400, "not a request of HTTP/1\n".to_owned())))
    }

    fn parse(head: &str) -> Option<Self> {
        let mut lines = head.split("\r\n");
        let mut words = lines.next()?.split(' ');
        let (method, target, version) = (words.next()?, words.next()?, words.next()?);
        if !version.starts_with("HTTP/1.") || !target.starts_with('/') {
            return None;
        }
        let mut hosts = lines.filter_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("host").then(|| value.trim())
        });
        let host = hosts.next()?;
        if hosts.next().is_some() {
            return None;
        }
        Some(Request {
            method: method.to_owned(),
            path: target.split('?').next()?.to_owned(),
            host: host.to_ascii_lowercase(),
        })
    }

    /// Whether it names this machine and a port, as the address that was printed does.
    pub fn is_for(&self, port: u16) -> bool {
        ["127.0.0.1", "localhost"]
            .iter()
            .any(|name| self.host == format!("{name}:{port}") || (port == 80 && self.host == *name))
    }
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    code: u16,
    kind: &'static str,
    body: Vec<u8>,
}

impl Answer {
    /// A page, or a part of one.
    pub fn html(body: &str) -> Self {
        Answer {
            code: 200,
            kind: "text/html; charset=utf-8",
            body: body.into(),
        }
    }

    /// Numbers for the page.
    pub fn json(body: &str) -> Self {
        Answer {
            code: 200,
            kind: "application/json",
            body: body.into(),
        }
    }

    /// A plain sentence.
    pub fn text(code: u16, body: String) -> Self {
        Answer {
            code,
            kind: "text/plain; charset=utf-8",
            body: body.into_bytes(),
        }
    }

    /// Sends it and ends the connection.
    pub fn write(&self, stream: &mut impl Write) -> io::Result<()> {
        let word = match self.code {
            200 => "OK",
            400 => "Bad Request",
            403 => "Forbidden",
            404 => "Not Found",
            405 => "Method Not Allowed",
            431 => "Request Header Fields Too Large",
            _ => "Service Unavailable",
        };
        let head = format!(
            "HTTP/1.1 {} {word}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\nCache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n",
            self.code,
            self.kind,
            self.body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(&self.body)?;
        stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read() {
        let head = "GET /state?x=1 HTTP/1.1\r\nHost: LocalHost:8000\r\nAccept: */*\r\n\r\n";
        let request = Request::parse(head).unwrap();
        assert_eq!(
            (request.method.as_str(), request.path.as_str()),
            ("GET", "/state")
        );
        assert!(request.is_for(8000) && !request.is_for(8001));
        for bad in [
            "",
            "GET\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n",
            "GET state HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET / HTTP/2\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        ] {
            assert_eq!(Request::parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn other_names_are_not_ours() {
        for (host, ours) in [
            ("127.0.0.1:8000", true),
            ("localhost:8000", true),
            ("evil.example:8000", false),
            ("127.0.0.1.evil.example:8000", false),
            ("localhost", false),
            ("127.0.0.1", false),
            ("", false),
        ] {
            let head = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
            let request = Request::parse(&head).unwrap();
            assert_eq!(request.is_for(8000), ours, "{host}");
        }
    }
}
