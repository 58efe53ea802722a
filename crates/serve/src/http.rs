//! As much of HTTP as a page of one's own machine needs: one request for each connection.
//!
//! ```text
//! GET /TOKEN/main.js HTTP/1.1      ──▶ Request { method: "GET", path: "/TOKEN/main.js", … }
//! Host: 127.0.0.1:4711
//! ```
//! A connection that says nothing for a while is closed, whatever it was going to say. Bodies have a
//! stated length; the head is parsed by `httparse`.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use crate::page::Answer;

/// A head longer than this comes from no browser.
const LONGEST_HEAD: usize = 64 << 10;
/// Bodies larger than this are refused.
const LARGEST_BODY: usize = 4 << 20;
/// How long a connection may be silent.
const SILENCE: Duration = Duration::from_secs(10);
/// What is still taken in behind a refusal, so that the other side gets to read it.
const PATIENCE: (Duration, u64) = (Duration::from_millis(500), 32 << 20);

/// What a browser asks, without its body.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Request {
    /// `GET`
    pub(crate) method: String,
    /// As it was written.
    pub(crate) path: String,
    /// Names are in small letters.
    headers: Vec<(String, String)>,
    /// What came of the body with the head.
    begun: Vec<u8>,
}

/// A request that is not one: the status to answer with, and why.
pub(crate) type Refused = (u16, &'static str);

impl Request {
    /// The value of a header, by its name in small letters; that of the first, if there are several.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Reads a head; `None` if the connection was closed before it was whole.
    pub(crate) fn read(stream: &mut impl Read) -> Option<Result<Request, Refused>> {
        let mut bytes = Vec::new();
        let mut piece = [0; 4096];
        loop {
            match parse(&bytes) {
                Ok(None) if bytes.len() > LONGEST_HEAD => return Some(Err((431, "the head is too long"))),
                Ok(None) => {}
                Ok(Some(request)) => return Some(Ok(request)),
                Err(()) => return Some(Err((400, "this is not HTTP"))),
            }
            match stream.read(&mut piece) {
                Ok(0) | Err(_) => return None,
                Ok(count) => bytes.extend_from_slice(&piece[..count]),
            }
        }
    }

    /// Reads the body.
    pub(crate) fn body(&mut self, stream: &mut impl Read) -> Result<Vec<u8>, Refused> {
        let length = self.header("content-length").and_then(|length| length.parse::<usize>().ok());
        let length = length.ok_or((411, "the length of the body is not stated"))?;
        if length > LARGEST_BODY {
            return Err((413, "larger than 4 MiB"));
        }
        let mut body = std::mem::take(&mut self.begun);
        body.truncate(length);
        let begun = body.len();
        body.resize(length, 0);
        stream.read_exact(&mut body[begun..]).map_err(|_| (400, "the body is not whole"))?;
        Ok(body)
    }
}

/// A head, if it is whole.
fn parse(bytes: &[u8]) -> Result<Option<Request>, ()> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut head = httparse::Request::new(&mut headers);
    let end = match head.parse(bytes) {
        Ok(httparse::Status::Complete(end)) => end,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(_) => return Err(()),
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let headers = head.headers.iter().map(|header| (header.name.to_lowercase(), text(header.value)));
    Ok(Some(Request {
        method: head.method.unwrap_or_default().to_owned(),
        path: head.path.unwrap_or_default().to_owned(),
        headers: headers.collect(),
        begun: bytes[end..].to_vec(),
    }))
}

/// A connection that does not wait for ever.
pub(crate) fn limited(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_write_timeout(Some(SILENCE))
}

/// Sends an answer and closes the connection.
pub(crate) fn send(mut stream: TcpStream, answer: &Answer) -> io::Result<()> {
    let length = format!("Content-Length: {}\r\n", answer.body.len());
    stream.write_all(head(answer, &length).as_bytes())?;
    stream.write_all(&answer.body)?;
    end(stream)
}

/// Sends the head of an answer that goes on until the connection is closed.
pub(crate) fn begin(stream: &mut TcpStream, answer: &Answer) -> io::Result<()> {
    // Lines are to be seen when they are written.
    stream.set_nodelay(true)?;
    stream.write_all(head(answer, "").as_bytes())
}

/// Closes a connection behind its answer.
pub(crate) fn end(stream: TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    // A connection that is closed before all was read takes the answer with it.
    stream.set_read_timeout(Some(PATIENCE.0))?;
    io::copy(&mut (&stream).take(PATIENCE.1), &mut io::sink()).map(drop)
}

fn head(answer: &Answer, length: &str) -> String {
    let reason = if answer.status == 200 { "OK" } else { "Refused" };
    format!(
        "HTTP/1.1 {} {reason}\r\nContent-Type: {}\r\n{length}Content-Security-Policy: {}\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n\r\n",
        answer.status, answer.kind, answer.policy,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Result<Request, Refused>> {
        // In small pieces, as they may come.
        struct Pieces<'a>(&'a [u8]);
        impl Read for Pieces<'_> {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                let count = self.0.len().min(3);
                into[..count].copy_from_slice(&self.0[..count]);
                self.0 = &self.0[count..];
                Ok(count)
            }
        }
        Request::read(&mut Pieces(text.as_bytes()))
    }

    #[test]
    fn a_head_is_read() {
        let request = read("POST /a HTTP/1.1\r\nHOST: x:1\r\nHost: y\r\n\r\nbo");
        let request = request.and_then(Result::ok).unwrap_or_default();
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/a"));
        assert_eq!(request.header("host"), Some("x:1"));
        assert_eq!(request.header("origin"), None);
    }

    #[test]
    fn what_is_no_request_is_refused() {
        assert_eq!(read("GET / HTTP/1.1\r\n"), None);
        assert!(matches!(read("\u{1}\u{2}\u{3}\r\n\r\n"), Some(Err((400, _)))));
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(LONGEST_HEAD + 1));
        assert!(matches!(read(&long), Some(Err((431, _)))));
    }

    #[test]
    fn a_body_has_its_length() {
        let body = |length: &str, begun: &str, rest: &str| {
            let headers = vec![(String::from("content-length"), length.to_owned())];
            let mut request = Request { headers, begun: begun.into(), ..Request::default() };
            request.body(&mut rest.as_bytes())
        };
        assert_eq!(body("4", "ab", "cdef"), Ok(b"abcd".to_vec()));
        assert_eq!(body("1", "ab", ""), Ok(b"a".to_vec()));
        assert!(matches!(body("4", "ab", ""), Err((400, _))));
        assert!(matches!(body("99999999", "", ""), Err((413, _))));
        assert!(matches!(body("-1", "", ""), Err((411, _))));
    }
}
