//! Who is connected. When too many are, those go first who have not asked for anything: a connection that is opened and then
//! silent must not keep others waiting.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Connections at the same time; browsers open a few ahead of need.
pub const CONNECTIONS: usize = 32;

struct Guest {
    number: u64,
    stream: TcpStream,
    /// Whether the request is here.
    asked: bool,
}

/// The open connections, oldest first.
#[derive(Default)]
pub struct Guests {
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    list: Vec<Guest>,
    count: u64,
}

impl Guests {
    /// Takes a connection. If there is no room, the oldest silent one is closed for it, or else the oldest of all.
    pub fn admit(&self, stream: &TcpStream) -> io::Result<u64> {
        let stream = stream.try_clone()?;
        let mut inside = self.lock();
        if inside.list.len() >= CONNECTIONS {
            let silent = inside.list.iter().position(|g| !g.asked);
            let oldest = inside.list.remove(silent.unwrap_or(0));
            // Its thread sees the end of the connection and ends.
            let _ = oldest.stream.shutdown(Shutdown::Both);
        }
        inside.count += 1;
        let number = inside.count;
        inside.list.push(Guest {
            number,
            stream,
            asked: false,
        });
        Ok(number)
    }

    /// The request of a connection is here.
    pub fn asked(&self, number: u64) {
        let mut inside = self.lock();
        if let Some(guest) = inside.list.iter_mut().find(|g| g.number == number) {
            guest.asked = true;
        }
    }

    /// A connection has ended.
    pub fn leave(&self, number: u64) {
        self.lock().list.retain(|g| g.number != number);
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        // Whatever happened to another thread, the list itself is whole.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
