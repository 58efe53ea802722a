//! The server: a socket of this machine alone, and a thread for each question.

use std::io::Write;
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
use crate::process::Said;
use crate::program::{Asked, Start};
use crate::questions::{Question, Questions};
use crate::runs::{Limits, Runs};

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
    questions: Questions,
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
        let questions = Questions::new(executable.clone(), limits, &start);
        let runs = Runs::new(executable, limits, &start);
        let desk = Arc::new(Desk { gate, start, questions, runs, busy: AtomicUsize::new(0) });
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
        let reply = match Request::read(&mut stream) {
            None => return,
            Some(Ok(request)) => self.admit(request, &mut stream),
            Some(Err((status, reason))) => Answer::text(status, reason).into(),
        };
        // A browser that went away needs no answer.
        let _ = match reply {
            Reply::Whole(answer) => http::send(stream, &answer),
            Reply::Run(what, asked) => self.run(what, &asked, stream),
        };
    }

    /// Tells what a program prints while it runs, and how it ended: a line of JSON each.
    fn run(&self, what: Program, asked: &Asked, mut stream: TcpStream) -> std::io::Result<()> {
        http::begin(&mut stream, &Answer::lines())?;
        let mut line = |value: Value| stream.write_all(format!("{value}\n").as_bytes()).is_ok();
        let mut listener = |said: Said<'_>| match said {
            Said::Output(text) => line(json!({ "output": text })),
            Said::Errors(text) => line(json!({ "errors": text })),
            // Whether anybody is still there.
            Said::Nothing => line(json!({})),
        };
        let ended = match what {
            Program::Run => self.runs.run(asked, &mut listener),
            Program::Profile => self.runs.profile(asked, &mut listener),
        };
        line(ended.unwrap_or_else(|problem| json!({ "problem": problem })));
        http::end(stream)
    }

    fn admit(&self, mut request: Request, stream: &mut TcpStream) -> Reply {
        let head =
            Head { url: &request.path, host: request.header("host"), origin: request.header("origin") };
        let path = match self.gate.admit(head) {
            Ok(path) => path.to_owned(),
            Err(reason) => return Answer::text(403, reason).into(),
        };
        // No form of another page can send this type.
        let is_json = request.header("content-type").is_some_and(|kind| kind.starts_with("application/json"));
        match request.method.as_str() {
            "GET" => self.show(&path).into(),
            "POST" if is_json => match request.body(stream) {
                Ok(body) => match serde_json::from_slice(&body) {
                    Ok(asked) => self.answer(&path, asked),
                    Err(error) => Answer::text(400, &error.to_string()).into(),
                },
                Err((status, reason)) => Answer::text(status, reason).into(),
            },
            "POST" => Answer::text(415, "questions are JSON").into(),
            _ => Answer::text(405, "GET and POST alone are answered").into(),
        }
    }

    fn show(&self, path: &str) -> Answer {
        let missing = || Answer::text(404, "there is no such page");
        match path {
            "" => Answer::page().unwrap_or_else(|error| Answer::text(500, &error.to_string())),
            "api/start" => Answer::json(self.begin().to_string()),
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

    fn answer(&self, path: &str, asked: Asked) -> Reply {
        let what = path.strip_prefix("api/").unwrap_or_default();
        if let Some(question) = Question::named(what) {
            return Answer::json(self.questions.ask(question, &asked)).into();
        }
        match what {
            "run" => Reply::Run(Program::Run, asked),
            "profile" => Reply::Run(Program::Profile, asked),
            "stop" => {
                self.runs.stop();
                Answer::json(json!({}).to_string()).into()
            }
            _ => Answer::text(404, "there is no such question").into(),
        }
    }
}

/// What is done about a request.
enum Reply {
    /// It is answered at once.
    Whole(Answer),
    /// A program runs.
    Run(Program, Asked),
}

/// What a page runs.
enum Program {
    Run,
    Profile,
}

impl From<Answer> for Reply {
    fn from(answer: Answer) -> Reply {
        Reply::Whole(answer)
    }
}
