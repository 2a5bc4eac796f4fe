//! Follows a run that goes on: a small server for the browser on the same machine.
//!
//! The page asks for the state of the run every second, and for all numbers of the report when there are new frames. Results files may be
//! read while they are written, so the run knows nothing of it.

mod http;
mod source;

pub use source::{Ended, Source};

use http::{Answer, Request};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Connections that are served at the same time; browsers open a few ahead of need.
const CONNECTIONS: usize = 32;

/// A server that only programs on this machine can reach: it listens on the loopback address, and there is no way to tell it another one.
pub struct Server {
    listener: TcpListener,
    port: u16,
}

impl Server {
    /// Listens on a port, or on one that is free for `None`.
    pub fn bind(port: Option<u16>) -> io::Result<Self> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.unwrap_or(0)));
        let listener = TcpListener::bind(address)?;
        let port = listener.local_addr()?.port();
        Ok(Server { listener, port })
    }

    /// What to type into a browser.
    pub fn address(&self) -> String {
        format!("http://{}:{}/", Ipv4Addr::LOCALHOST, self.port)
    }

    /// Answers until the program ends.
    pub fn serve(self, source: &Arc<Source>) {
        let open = Arc::new(AtomicUsize::new(0));
        for stream in self.listener.incoming() {
            // A connection that broke before it was taken is no reason to stop.
            let Ok(stream) = stream else { continue };
            if open.fetch_add(1, Ordering::SeqCst) >= CONNECTIONS {
                open.fetch_sub(1, Ordering::SeqCst);
                continue;
            }
            let (source, open, port) = (Arc::clone(source), Arc::clone(&open), self.port);
            std::thread::spawn(move || {
                // Whoever asked has gone away: nobody is left to tell.
                let _ = one(stream, port, &source);
                open.fetch_sub(1, Ordering::SeqCst);
            });
        }
    }
}

fn one(mut stream: TcpStream, port: u16, source: &Source) -> io::Result<()> {
    let answer = match Request::read(&mut stream)? {
        Ok(request) => answer(&request, port, source),
        Err(refused) => refused,
    };
    answer.write(&mut stream)
}

fn answer(request: &Request, port: u16, source: &Source) -> Answer {
    // A page from elsewhere can make its own name point to this machine and then ask here. The name it asked for tells.
    if !request.is_for(port) {
        return Answer::text(
            403,
            format!("only http://127.0.0.1:{port}/ is answered here\n"),
        );
    }
    if request.method != "GET" {
        return Answer::text(405, "only GET is answered here\n".to_owned());
    }
    let body = match request.path.as_str() {
        "/" => source.page().map(|page| Answer::html(&page)),
        "/state" => source.state().map(|state| Answer::json(&state.json())),
        "/data" => source.elements().map(|text| Answer::html(&text)),
        _ => return Answer::text(404, "there is no such page here\n".to_owned()),
    };
    body.unwrap_or_else(|error| Answer::text(503, format!("{error}\n")))
}

#[cfg(test)]
mod tests;
