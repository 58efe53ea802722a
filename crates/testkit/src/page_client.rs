//! A client of `warploom serve`: the server as a process, and requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// A server that runs.
pub struct PageServer {
    process: Child,
    /// With the token, and `/` at the end.
    pub address: String,
    /// `127.0.0.1:4711`
    pub host: String,
    /// `/TOKEN/`
    pub path: String,
}

/// What it answered.
pub struct Response {
    /// Of HTTP.
    pub status: u16,
    /// Its headers, in small letters.
    pub head: String,
    /// Its content.
    pub body: String,
}

impl Drop for PageServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl PageServer {
    /// Starts one.
    pub fn start(warploom: &Path, arguments: &[&str]) -> Result<PageServer, String> {
        let wrong = |error: std::io::Error| format!("cannot serve: {error}");
        let mut command = Command::new(warploom);
        command.arg("serve").args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().map_err(wrong)?;
        let mut address = String::new();
        let mut output = process.stdout.take().map(BufReader::new).ok_or("no output")?;
        output.read_line(&mut address).map_err(wrong)?;
        let address = address.trim().to_owned();
        let rest = address.strip_prefix("http://").ok_or(format!("`{address}` is no address"))?;
        let at = rest.find('/').ok_or("no token")?;
        let (host, path) = (rest[..at].to_owned(), rest[at..].to_owned());
        Ok(PageServer { process, address, host, path })
    }

    /// Sends a request as it stands, and reads all of the answer.
    pub fn raw(&self, request: &str) -> Result<Response, String> {
        let wrong = |error: std::io::Error| format!("no answer: {error}");
        let mut stream = TcpStream::connect(&self.host).map_err(wrong)?;
        stream.write_all(request.as_bytes()).map_err(wrong)?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).map_err(wrong)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").ok_or(format!("no head: {text}"))?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("no status")?;
        Ok(Response { status, head: head.to_lowercase(), body: body.to_owned() })
    }

    /// A request with these headers and this content.
    pub fn request(&self, line: &str, headers: &[(&str, &str)], body: &str) -> Result<Response, String> {
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = body.len();
        self.raw(&format!(
            "{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        ))
    }

    /// A page or a file, behind the token.
    pub fn get(&self, path: &str) -> Result<Response, String> {
        self.request(&format!("GET {}{path}", self.path), &[("Host", &self.host)], "")
    }

    /// A question: its answer.
    pub fn ask(&self, what: &str, name: &str, text: &str, target: &str) -> Result<Value, String> {
        self.question(what, &json!({ "name": name, "text": text, "target": target }))
    }

    /// The same with all that can be said; what a program prints is put together.
    pub fn question(&self, what: &str, question: &Value) -> Result<Value, String> {
        let question = question.to_string();
        let headers = [("Host", self.host.as_str()), ("Content-Type", "application/json")];
        let response = self.request(&format!("POST {}api/{what}", self.path), &headers, &question)?;
        match response.status {
            200 => together(&response.body),
            status => Err(format!("{status}: {}", response.body)),
        }
    }
}

/// The last of some lines of JSON, with the texts of all of them.
fn together(lines: &str) -> Result<Value, String> {
    let mut last = json!({});
    let mut texts = [("output", String::new()), ("errors", String::new())];
    for line in lines.lines() {
        last = serde_json::from_str(line).map_err(|error| format!("{error}: {line}"))?;
        texts.iter_mut().for_each(|(name, text)| text.push_str(last[*name].as_str().unwrap_or_default()));
    }
    if last.get("ended").is_some() {
        texts.into_iter().for_each(|(name, text)| last[name] = text.into());
    }
    Ok(last)
}
