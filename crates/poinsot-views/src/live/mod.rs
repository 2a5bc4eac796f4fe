//! Live view of a run in progress: a small server for the browser on the same machine.
//!
//! The page asks for the state of the run every second, and for all numbers of the report when there are new frames. Results files may be
//! read while they are written, so the run knows nothing of it.

mod guests;
mod http;
mod source;

pub use source::{Ended, Source};

use guests::Guests;
use http::{Answer, Request};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// How long to wait when the system has no connection to give, as when too many files are open.
const PAUSE: Duration = Duration::from_millis(20);

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
        let guests = Arc::new(Guests::default());
        for stream in self.listener.incoming() {
            // A connection that broke before it was taken is no reason to stop.
            let Ok(stream) = stream else {
                thread::sleep(PAUSE);
                continue;
            };
            let Ok(number) = guests.admit(&stream) else {
                continue;
            };
            let (source, port) = (Arc::clone(source), self.port);
            let own = Arc::clone(&guests);
            let started = thread::Builder::new().spawn(move || {
                // Whoever asked has gone away: nobody is left to tell.
                let _ = one(stream, port, &source, || own.asked(number));
                own.leave(number);
            });
            if started.is_err() {
                guests.leave(number);
            }
        }
    }
}

fn one(mut stream: TcpStream, port: u16, source: &Source, asked: impl FnOnce()) -> io::Result<()> {
    let answer = match Request::read(&mut stream)? {
        Ok(request) => {
            asked();
            answer(&request, port, source)
        }
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
