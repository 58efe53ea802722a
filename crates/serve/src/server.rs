//! The server: a socket of this machine alone, and a thread for each question.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use diagnostics::{codes, explain};
use serde_json::{Value, json};

use crate::examples;
use crate::gate::{Gate, Head};
use crate::http::{self, Request};
use crate::page::Answer;
use crate::program::{Asked, Reader, Start};
use crate::runs::{Limits, Runs};
use crate::{analysis, rewrites, translated};

/// What a server is started with.
#[derive(Debug)]
pub struct Settings {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// What the page begins with.
    pub start: Start,
    /// What programs may use.
    pub limits: Limits,
    /// Our own command, which runs them.
    pub executable: PathBuf,
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    desk: Arc<Desk>,
}

/// What all questions share.
struct Desk {
    gate: Gate,
    start: Start,
    reader: Reader,
    runs: Runs,
    /// Questions that are being answered.
    busy: AtomicUsize,
}

/// More connections at once than this come from no page.
const MOST: usize = 64;

impl Server {
    /// Listens on this machine's own address.
    pub fn bind(settings: Settings) -> Result<Server, String> {
        let Settings { port, start, limits, executable } = settings;
        let wrong = |error: std::io::Error| format!("cannot listen on port {port}: {error}");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(wrong)?;
        let gate = Gate::new(listener.local_addr().map_err(wrong)?.port()).map_err(wrong)?;
        let reader = Reader::new(&start);
        let runs = Runs::new(executable, limits, &start);
        let desk = Arc::new(Desk { gate, start, reader, runs, busy: AtomicUsize::new(0) });
        Ok(Server { listener, desk })
    }

    /// Where the page is, with the token.
    pub fn address(&self) -> String {
        self.desk.gate.address()
    }

    /// Answers until the process ends.
    pub fn run(self) {
        // A connection that broke before it was taken is nobody's loss.
        for stream in self.listener.incoming().flatten() {
            let desk = self.desk.clone();
            if desk.busy.fetch_add(1, Ordering::Relaxed) >= MOST {
                desk.busy.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let work = move || {
                let _done = Done(&desk.busy);
                desk.respond(stream);
            };
            if std::thread::Builder::new().name("question".into()).spawn(work).is_err() {
                self.desk.busy.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }
}

/// Counts a connection as ended, however it ends.
struct Done<'a>(&'a AtomicUsize);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Desk {
    fn respond(&self, mut stream: TcpStream) {
        if http::limited(&stream).is_err() {
            return;
        }
        let answer = match Request::read(&mut stream) {
            None => return,
            Some(Ok(request)) => self.admit(request, &mut stream),
            Some(Err((status, reason))) => Answer::text(status, reason),
        };
        // A browser that went away needs no answer.
        let _ = http::send(stream, &answer);
    }

    fn admit(&self, mut request: Request, stream: &mut TcpStream) -> Answer {
        let head =
            Head { url: &request.path, host: request.header("host"), origin: request.header("origin") };
        let path = match self.gate.admit(head) {
            Ok(path) => path.to_owned(),
            Err(reason) => return Answer::text(403, reason),
        };
        // No form of another page can send this type.
        let is_json = request.header("content-type").is_some_and(|kind| kind.starts_with("application/json"));
        match request.method.as_str() {
            "GET" => self.show(&path),
            "POST" if is_json => match request.body(stream) {
                Ok(body) => match serde_json::from_slice(&body) {
                    Ok(asked) => self.answer(&path, &asked),
                    Err(error) => Answer::text(400, &error.to_string()),
                },
                Err((status, reason)) => Answer::text(status, reason),
            },
            "POST" => Answer::text(415, "questions are JSON"),
            _ => Answer::text(405, "GET and POST alone are answered"),
        }
    }

    fn show(&self, path: &str) -> Answer {
        let missing = || Answer::text(404, "there is no such page");
        match path {
            "" => Answer::page().unwrap_or_else(|error| Answer::text(500, &error.to_string())),
            "api/start" => Answer::json(&self.begin()),
            _ => {
                let kept = path.strip_prefix("profile/").and_then(|number| self.runs.page(number));
                let explained =
                    path.strip_prefix("api/explain/").and_then(codes::find).and_then(explain::page);
                let explained = explained.map(|page| Answer::text(200, page.text));
                kept.map(Answer::framed).or(explained).or(Answer::file(path)).unwrap_or_else(missing)
            }
        }
    }

    /// The file that was named, or the first example; and the menu.
    fn begin(&self) -> Value {
        let first = examples::ALL.first().map_or(("program.c", ""), |example| (example.name, example.text));
        let (name, text) = match self.start.name.is_empty() {
            true => first,
            false => (self.start.name.as_str(), self.start.text.as_str()),
        };
        json!({ "name": name, "text": text, "examples": examples::ALL, "version": env!("CARGO_PKG_VERSION") })
    }

    fn answer(&self, path: &str, asked: &Asked) -> Answer {
        let answered = match path {
            "api/analyze" => analysis::analyze(&self.reader, asked),
            "api/translate" => translated::translate(&self.reader, asked),
            "api/annotate" => rewrites::annotate(&self.reader, asked),
            "api/coalesce" => rewrites::coalesce(&self.reader, asked),
            "api/run" => self.runs.run(asked),
            "api/profile" => self.runs.profile(asked),
            "api/stop" => {
                self.runs.stop();
                Ok(json!({}))
            }
            _ => return Answer::text(404, "there is no such question"),
        };
        match answered {
            Ok(value) => Answer::json(&value),
            Err(problem) => Answer::json(&json!({ "problem": problem })),
        }
    }
}
