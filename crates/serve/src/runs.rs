//! Programs that a page starts: as processes of our own command, with limits, one at a time.
//!
//! ```text
//! time      the program, 10 s by default; twice that with its compilation
//! memory    the address space of each process, 4 GiB
//! output    256 KiB; more ends the program
//! files     in a folder of its own that is removed, 64 MiB each
//! ```
//! A newer run ends the one before it, and so does a page that goes away. What a program prints is
//! told while it runs, line by line ([`crate::process`]).

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use driver::cleanup::Temporary;
use serde_json::{Value, json};

use crate::offsets::offset;
use crate::process::{self, Allowance, How, Listener, locked};
use crate::program::{Asked, Start};

/// What programs may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Seconds of the program; of the compiler's answer to a question, too.
    pub seconds: f64,
    /// Bytes of address space.
    pub memory: u64,
    /// Bytes of each of its outputs.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { seconds: 10.0, memory: 4 << 30, output: 256 << 10 }
    }
}

impl Limits {
    /// The same as a time.
    pub(crate) fn time(&self) -> Duration {
        Duration::try_from_secs_f64(self.seconds).unwrap_or_default()
    }
}

/// Threads of a program: a page must leave something of the machine.
const MOST_THREADS: usize = 8;
/// What the command returns if the program did not end in time.
const TIMED_OUT: i32 = 124;

/// Starts and ends programs.
pub(crate) struct Runs {
    executable: PathBuf,
    limits: Limits,
    flags: Vec<OsString>,
    /// Set when the run at hand is to end.
    stop: Mutex<Arc<AtomicBool>>,
    /// Held while a program runs.
    turn: Mutex<()>,
    /// The last page of a profile, and its number.
    page: Mutex<(u64, Vec<u8>)>,
}

impl Runs {
    /// With nothing running.
    pub(crate) fn new(executable: PathBuf, limits: Limits, start: &Start) -> Runs {
        let mut flags = start.flags.clone();
        if let Some(folder) = start.folder() {
            flags.extend([OsString::from("-iquote"), folder.into()]);
        }
        Runs {
            executable,
            limits,
            flags,
            stop: Mutex::default(),
            turn: Mutex::default(),
            page: Mutex::default(),
        }
    }

    /// Runs a program on the CPU or the simulator; how it ended.
    pub(crate) fn run(&self, asked: &Asked, listener: Listener<'_>) -> Result<Value, String> {
        let target = match asked.target.as_str() {
            target @ ("cpu" | "sim") => target,
            other => return Err(format!("programs run on `cpu` and `sim`, not on `{other}`")),
        };
        let work = Work::new(asked)?;
        let findings = work.path("findings.json");
        let mut words: Vec<OsString> = ["run", "--target", target].map(OsString::from).to_vec();
        if target == "sim" {
            words.extend([OsString::from("--findings"), findings.clone().into()]);
        }
        let ended = self.carry_out(&work, words, listener)?;
        let lines = std::fs::read_to_string(&findings).unwrap_or_default();
        let found: Vec<Value> = lines.lines().filter_map(|line| finding(line, &asked.text)).collect();
        Ok(outcome(ended, json!({ "findings": found })))
    }

    /// Runs a program on the simulator with its accesses counted; the page is kept.
    pub(crate) fn profile(&self, asked: &Asked, listener: Listener<'_>) -> Result<Value, String> {
        let work = Work::new(asked)?;
        let page = work.path("page.html");
        let words = ["profile".into(), "--html".into(), page.clone().into()];
        let ended = self.carry_out(&work, words.to_vec(), listener)?;
        let number = std::fs::read(&page).ok().map(|html| {
            let mut kept = locked(&self.page);
            *kept = (kept.0 + 1, html);
            kept.0
        });
        Ok(outcome(ended, json!({ "page": number })))
    }

    /// The last page of a profile, if it still is the one with this number.
    pub(crate) fn page(&self, number: &str) -> Option<Vec<u8>> {
        let kept = locked(&self.page);
        (kept.0 > 0 && kept.0.to_string() == number).then(|| kept.1.clone())
    }

    /// Ends what runs.
    pub(crate) fn stop(&self) {
        locked(&self.stop).store(true, Ordering::Relaxed);
    }

    /// Ends what runs before, and runs this.
    fn carry_out(
        &self,
        work: &Work,
        words: Vec<OsString>,
        listener: Listener<'_>,
    ) -> Result<(How, Option<ExitStatus>), String> {
        let stop = Arc::new(AtomicBool::new(false));
        std::mem::replace(&mut *locked(&self.stop), stop.clone()).store(true, Ordering::Relaxed);
        let _turn = locked(&self.turn);
        if stop.load(Ordering::Relaxed) {
            // A newer one came while this one waited.
            return Ok((How::Stopped, None));
        }
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        let mut command = Command::new(&self.executable);
        command
            .args(words)
            .args(["-w", "--color", "never", "--timeout"])
            .arg(self.limits.seconds.to_string());
        command.args(&self.flags).arg(&work.file).current_dir(work.folder.path());
        command.arg("--").args(&work.arguments).env("OMP_NUM_THREADS", threads.to_string());
        command.stdin(work.input().map_err(|error| format!("cannot read the input again: {error}"))?);
        let allowed = Allowance {
            time: 2 * self.limits.time(),
            processor: 2 * (self.limits.seconds.max(1.0) * threads as f64).ceil() as u64,
            memory: self.limits.memory,
            output: self.limits.output,
        };
        let started = Instant::now();
        let ended = process::run(command, allowed, &stop, listener);
        let (how, status) = ended.map_err(|error| format!("cannot run it: {error}"))?;
        // The command itself ended the program.
        let is_late = status.and_then(|status| status.code()) == Some(TIMED_OUT);
        let is_late = how == How::Exited && is_late && started.elapsed() >= self.limits.time();
        Ok((if is_late { How::Time } else { how }, status))
    }
}

/// A folder with the program, and what it is given.
struct Work {
    folder: Temporary,
    file: String,
    arguments: Vec<OsString>,
    has_input: bool,
}

/// The file with the program's standard input.
const INPUT: &str = ".input";

impl Work {
    fn new(asked: &Asked) -> Result<Work, String> {
        let wrong =
            |error: std::io::Error| format!("cannot write the program to a temporary folder: {error}");
        let arguments = driver::compilers::split_closed_words(OsStr::new(&asked.arguments))
            .ok_or("a quote in the arguments is not closed")?;
        let folder = Temporary::folder().map_err(wrong)?;
        let work = Work { folder, file: asked.file_name(), arguments, has_input: !asked.input.is_empty() };
        std::fs::write(work.path(&work.file), &asked.text).map_err(wrong)?;
        if work.has_input {
            std::fs::write(work.path(INPUT), &asked.input).map_err(wrong)?;
        }
        Ok(work)
    }

    fn path(&self, name: &str) -> PathBuf {
        Path::new(self.folder.path()).join(name)
    }

    fn input(&self) -> std::io::Result<Stdio> {
        match self.has_input {
            true => File::open(self.path(INPUT)).map(Stdio::from),
            false => Ok(Stdio::null()),
        }
    }
}

fn outcome((how, status): (How, Option<ExitStatus>), mut more: Value) -> Value {
    let word = match how {
        How::Exited => "exited",
        How::Time => "time",
        How::Output => "output",
        How::Stopped => "stopped",
    };
    more["ended"] = word.into();
    more["status"] = status.and_then(|status| status.code()).into();
    more["signal"] = status.and_then(|status| status.signal()).into();
    more
}

/// A finding of the simulator, from its line of JSON, as the page shows it.
fn finding(line: &str, text: &str) -> Option<Value> {
    let found: Value = serde_json::from_str(line).ok()?;
    let spans = found["spans"].as_array()?;
    let (primary, related): (Vec<&Value>, Vec<&Value>) =
        spans.iter().partition(|span| span["is_primary"] == true);
    let byte = |name: &str| primary.first().and_then(|span| span[name].as_u64()).unwrap_or(0) as usize;
    let said = |level: &str| -> Vec<&Value> {
        let children = found["children"].as_array().into_iter().flatten();
        children.filter(|child| child["level"] == level).map(|child| &child["message"]).collect()
    };
    let related: Vec<Value> =
        related.iter().map(|span| json!({ "line": span["line_start"], "message": span["label"] })).collect();
    Some(json!({
        "code": found["code"]["code"],
        "severity": found["level"],
        "message": found["message"],
        "label": primary.first().map_or(&Value::Null, |span| &span["label"]),
        "line": primary.first().map_or(&Value::Null, |span| &span["line_start"]),
        "from": offset(text, byte("byte_start")),
        "to": offset(text, byte("byte_end")),
        "notes": said("note"),
        "help": said("help"),
        "related": related,
    }))
}
