//! Programs that a page starts: as processes of our own command, with limits, one at a time.
//!
//! ```text
//! time      the program, 10 s by default; twice that with its compilation
//! memory    the address space of each process, 4 GiB
//! output    256 KiB; more ends the program
//! files     in a folder of its own that is removed, 64 MiB each
//! ```
//! A newer run ends the one before it. Ending takes the whole process group, so that nothing that
//! the program started stays behind; one that leaves its group on purpose is a user's own doing.

use std::ffi::OsString;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use driver::cleanup::{Started, Temporary};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::{Value, json};

use crate::offsets::offset;
use crate::program::{Asked, Start};

/// What programs may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Seconds of the program.
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

/// The longest file that a program may write.
const LONGEST_FILE: u64 = 64 << 20;
/// Threads of a program: a page must leave something of the machine.
const MOST_THREADS: usize = 8;
/// What the command returns if the program did not end in time.
const TIMED_OUT: i32 = 124;
/// How long a process may take to end after it was asked to.
const PATIENCE: Duration = Duration::from_millis(700);

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

/// How a process ended, and what it said.
struct Ended {
    /// `exited`, `time`, `output` or `stopped`
    how: &'static str,
    status: Option<ExitStatus>,
    output: String,
    errors: String,
}

impl Runs {
    /// With nothing running.
    pub(crate) fn new(executable: PathBuf, limits: Limits, start: &Start) -> Runs {
        let mut flags = start.flags.clone();
        if let Some(folder) = &start.folder {
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

    /// Runs a program on the CPU or the simulator.
    pub(crate) fn run(&self, asked: &Asked) -> Result<Value, String> {
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
        let ended = self.carry_out(&work, words)?;
        let lines = std::fs::read_to_string(&findings).unwrap_or_default();
        let found: Vec<Value> = lines.lines().filter_map(|line| finding(line, &asked.text)).collect();
        Ok(ended.json(json!({ "findings": found })))
    }

    /// Runs a program on the simulator with its accesses counted; the page is kept.
    pub(crate) fn profile(&self, asked: &Asked) -> Result<Value, String> {
        let work = Work::new(asked)?;
        let page = work.path("page.html");
        let words = ["profile".into(), "--html".into(), page.clone().into()];
        let ended = self.carry_out(&work, words.to_vec())?;
        let number = std::fs::read(&page).ok().map(|html| {
            let mut kept = locked(&self.page);
            *kept = (kept.0 + 1, html);
            kept.0
        });
        Ok(ended.json(json!({ "page": number })))
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
    fn carry_out(&self, work: &Work, words: Vec<OsString>) -> Result<Ended, String> {
        let stop = Arc::new(AtomicBool::new(false));
        std::mem::replace(&mut *locked(&self.stop), stop.clone()).store(true, Ordering::Relaxed);
        let _turn = locked(&self.turn);
        if stop.load(Ordering::Relaxed) {
            // A newer one came while this one waited.
            return Ok(Ended { how: "stopped", status: None, output: String::new(), errors: String::new() });
        }
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        let mut command = Command::new(&self.executable);
        command
            .args(words)
            .args(["-w", "--color", "never", "--timeout"])
            .arg(self.limits.seconds.to_string());
        command.args(&self.flags).arg(&work.file).current_dir(work.folder.path());
        // Address space is limited, and each arena reserves much of it.
        command.env("OMP_NUM_THREADS", threads.to_string()).env("MALLOC_ARENA_MAX", "2");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let started = Instant::now();
        let mut child = command.spawn().map_err(|error| format!("cannot start a run: {error}"))?;
        // Well before it has read the program, and for all that it starts.
        restrict(&child, self.limits, threads);
        let of_program = Duration::try_from_secs_f64(self.limits.seconds).unwrap_or_default();
        let ended = wait(&mut child, started + 2 * of_program, &stop, self.limits.output);
        let mut ended = ended.map_err(|error| format!("cannot wait for a run: {error}"))?;
        // The command itself ended the program.
        let is_late = ended.status.and_then(|status| status.code()) == Some(TIMED_OUT);
        if ended.how == "exited" && is_late && started.elapsed() >= of_program {
            ended.how = "time";
        }
        Ok(ended)
    }
}

/// A folder with the program.
struct Work {
    folder: Temporary,
    file: String,
}

impl Work {
    fn new(asked: &Asked) -> Result<Work, String> {
        let wrong =
            |error: std::io::Error| format!("cannot write the program to a temporary folder: {error}");
        let work = Work { folder: Temporary::folder().map_err(wrong)?, file: asked.file_name() };
        std::fs::write(work.path(&work.file), &asked.text).map_err(wrong)?;
        Ok(work)
    }

    fn path(&self, name: &str) -> PathBuf {
        Path::new(self.folder.path()).join(name)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn restrict(child: &Child, limits: Limits, threads: usize) {
    let process = Pid::from_raw(child.id() as i32);
    let seconds = (limits.seconds.max(1.0) * threads as f64).ceil() as u64;
    let most = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
    for (resource, limit) in [
        (Resource::As, limits.memory),
        (Resource::Cpu, 2 * seconds),
        (Resource::Fsize, LONGEST_FILE),
        (Resource::Core, 0),
    ] {
        // A lower limit that is in force already stays.
        let _ = prlimit(process, resource, most(limit));
    }
}

/// Waits until it ends, or is to end.
fn wait(child: &mut Child, limit: Instant, stop: &AtomicBool, most: usize) -> std::io::Result<Ended> {
    let started = Started::leader(child.id());
    let output = Reading::new(child.stdout.take(), most);
    let errors = Reading::new(child.stderr.take(), most);
    let mut how = "exited";
    let mut asked: Option<Instant> = None;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        match asked {
            Some(since) if since.elapsed() > PATIENCE => started.kill(),
            Some(_) => {}
            None => {
                how = match () {
                    () if stop.load(Ordering::Relaxed) => "stopped",
                    () if Instant::now() >= limit => "time",
                    () if output.is_full() || errors.is_full() => "output",
                    () => "exited",
                };
                if how != "exited" {
                    started.ask_to_end();
                    asked = Some(Instant::now());
                }
            }
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    // What it left behind.
    started.kill();
    // A program that writes much may end before anybody sees that it did.
    let full = output.is_full() || errors.is_full();
    let how = if full && how == "exited" { "output" } else { how };
    Ok(Ended { how, status: Some(status), output: output.take(), errors: errors.take() })
}

/// An output that is read while the program runs.
struct Reading {
    text: Arc<Mutex<Vec<u8>>>,
    most: usize,
    done: mpsc::Receiver<()>,
}

impl Reading {
    fn new(from: Option<impl Read + Send + 'static>, most: usize) -> Reading {
        let text: Arc<Mutex<Vec<u8>>> = Arc::default();
        let (sender, done) = mpsc::channel();
        let shared = text.clone();
        std::thread::spawn(move || {
            let mut piece = [0; 8192];
            let mut from = from;
            while let Some(count) =
                from.as_mut().and_then(|from| from.read(&mut piece).ok()).filter(|n| *n > 0)
            {
                let mut text = locked(&shared);
                let room = most.saturating_sub(text.len());
                text.extend_from_slice(&piece[..count.min(room)]);
            }
            // Nobody may wait any more.
            let _ = sender.send(());
        });
        Reading { text, most, done }
    }

    fn is_full(&self) -> bool {
        locked(&self.text).len() >= self.most
    }

    /// What came. A process that left the group may keep the pipe open, and is not waited for.
    fn take(self) -> String {
        let _ = self.done.recv_timeout(PATIENCE);
        String::from_utf8_lossy(&locked(&self.text)).into_owned()
    }
}

impl Ended {
    fn json(self, mut more: Value) -> Value {
        more["ended"] = self.how.into();
        more["status"] = self.status.and_then(|status| status.code()).into();
        more["signal"] = self.status.and_then(|status| status.signal()).into();
        more["output"] = self.output.into();
        more["errors"] = self.errors.into();
        more
    }
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
