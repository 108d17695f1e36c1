//! Where the server listens: on the loopback addresses, and nowhere else.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};

/// The port of the page unless another is asked for: eight lamps, fourteen relays.
pub const DEFAULT_PORT: u16 = 8014;

/// Listens at a port on 127.0.0.1 and, where that can be had too, on ::1.
pub(super) fn listen(port: Option<u16>) -> io::Result<(Vec<TcpListener>, u16)> {
    let first = match port {
        Some(port) => TcpListener::bind((Ipv4Addr::LOCALHOST, port))?,
        None => TcpListener::bind((Ipv4Addr::LOCALHOST, DEFAULT_PORT))
            .or_else(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)))?,
    };
    let port = first.local_addr()?.port();
    let mut all = vec![first];
    all.extend(TcpListener::bind((Ipv6Addr::LOCALHOST, port)));
    Ok((all, port))
}
