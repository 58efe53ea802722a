//! What must be gone when the command ends, however it ends.
//!
//! ```text
//! ^C during `tune`      is held: the search ends, its result is written; a second one is as elsewhere
//! ^C, SIGTERM, SIGHUP   the program that was started gets the signal, temporary files are
//!                       removed, and the command ends by the same signal
//! a panic               values are dropped on the way out, and remove their files
//! kill -9               nothing can be done at once: the next command that makes a temporary
//!                       folder removes those whose process is gone
//! ```
//!
//! Invariant: a path is in the list from before it exists until it is renamed or removed.

use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

/// A file or folder that is removed when the value is dropped, or a signal ends the command.
#[derive(Debug)]
pub struct Temporary {
    path: PathBuf,
}

struct Registry {
    paths: Vec<PathBuf>,
    programs: Vec<Program>,
    is_ending: bool,
    interrupts: Interrupts,
}

/// A program that was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Program {
    process: u32,
    /// Does it lead a process group of its own, which ends with it?
    leads: bool,
}

impl Program {
    /// It may have ended meanwhile.
    fn signal(self, signal: Signal) {
        let Some(process) = Pid::from_raw(self.process as i32) else { return };
        let _ = match self.leads {
            true => kill_process_group(process, signal),
            false => kill_process(process, signal),
        };
    }
}

/// What the first ^C does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Interrupts {
    /// It ends the command.
    End,
    /// Somebody asks for it from time to time.
    Held,
    /// It was pressed.
    Pressed,
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry {
    paths: Vec::new(),
    programs: Vec::new(),
    is_ending: false,
    interrupts: Interrupts::End,
});

fn registry() -> std::sync::MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Temporary {
    /// A file that is going to be made.
    pub fn file(path: PathBuf) -> Temporary {
        registry().paths.push(path.clone());
        Temporary { path }
    }

    /// A new folder that only this user can look into, below the folder for temporary files.
    pub fn folder() -> std::io::Result<Temporary> {
        let root = std::env::temp_dir();
        remove_abandoned(&root);
        Temporary::folder_in(&root)
    }

    /// The same, in a folder of the caller's.
    pub fn folder_in(root: &Path) -> std::io::Result<Temporary> {
        loop {
            let name = format!("{PREFIX}{}.{}", std::process::id(), random_word()?);
            let temporary = Temporary::file(root.join(name));
            match std::fs::DirBuilder::new().mode(0o700).create(&temporary.path) {
                Ok(()) => return Ok(temporary),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => temporary.forget(),
                Err(error) => {
                    temporary.forget();
                    return Err(error);
                }
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// It was renamed, or is somebody else's: leave it alone.
    pub fn forget(self) {
        registry().paths.retain(|path| *path != self.path);
        // Nothing is left to remove.
        std::mem::forget(self);
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        remove(&self.path);
        registry().paths.retain(|path| *path != self.path);
    }
}

fn remove(path: &Path) {
    // Best effort: what is not there, or was renamed, needs no removing.
    let _ = match path.is_dir() {
        true => std::fs::remove_dir_all(path),
        false => std::fs::remove_file(path),
    };
}

pub(crate) const PREFIX: &str = "warploom.";

/// Removes the folders of commands that were killed. Only this user's are looked at.
pub(crate) fn remove_abandoned(root: &Path) {
    let user = rustix::process::getuid().as_raw();
    for entry in std::fs::read_dir(root).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(PREFIX)) else { continue };
        let Some(process) = rest.split('.').next().and_then(|process| process.parse::<u32>().ok()) else {
            continue;
        };
        let is_own = entry.metadata().is_ok_and(|found| found.is_dir() && found.uid() == user);
        if is_own
            && !Path::new("/proc").join(process.to_string()).exists()
            && Path::new("/proc/self").exists()
        {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Sixteen hexadecimal digits that nobody can guess.
pub fn random_word() -> std::io::Result<String> {
    use std::io::Read;
    let mut bytes = [0; 8];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(format!("{:016x}", u64::from_le_bytes(bytes)))
}

/// Counts a program that was started as one to end with this command.
#[derive(Debug)]
pub struct Started(Program);

impl Started {
    /// The program with this process number.
    pub fn new(process: u32) -> Started {
        Started::program(Program { process, leads: false })
    }

    /// The same with all of the process group that it leads.
    pub fn leader(process: u32) -> Started {
        Started::program(Program { process, leads: true })
    }

    fn program(program: Program) -> Started {
        registry().programs.push(program);
        Started(program)
    }

    /// Ends it at once, and if it leads a group all of that.
    pub fn kill(&self) {
        self.0.signal(Signal::KILL);
    }

    /// Asks it to end, so that it ends what it started.
    pub fn ask_to_end(&self) {
        if let Some(process) = Pid::from_raw(self.0.process as i32) {
            let _ = kill_process(process, Signal::TERM);
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        let is_ending = {
            let mut registry = registry();
            registry.programs.retain(|program| *program != self.0);
            registry.is_ending
        };
        // The command ends by the signal, not by what follows from the program's end.
        if is_ending {
            std::thread::sleep(PATIENCE);
        }
    }
}

/// How long a program may take to end after it was asked to.
const PATIENCE: Duration = Duration::from_secs(2);

/// From here on signals that end the command clean up first. Called once, by `main`.
pub fn clean_up_on_signals() -> std::io::Result<()> {
    let ignored = ignored_signals();
    let heard = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = signal_hook::iterator::Signals::new(heard)?;
    std::thread::Builder::new().name(String::from("signals")).spawn(move || {
        for signal in signals.forever() {
            if signal == SIGINT && registry().interrupts == Interrupts::Held {
                registry().interrupts = Interrupts::Pressed;
                continue;
            }
            registry().is_ending = true;
            end_programs(signal);
            for path in &registry().paths {
                remove(path);
            }
            // Whoever waits for the command learns which signal ended it.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// Signals that whoever started this command wants ignored, as `nohup` does: a bit for each.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Hands the signal on, waits, and ends what does not listen.
fn end_programs(signal: i32) {
    let programs = registry().programs.clone();
    // A terminal sends ^C to the whole group, and a program that counts them gets one.
    let has_it = signal == SIGINT && is_in_foreground();
    let signal = match signal {
        SIGINT => Signal::INT,
        SIGHUP => Signal::HUP,
        _ => Signal::TERM,
    };
    programs.iter().filter(|program| program.leads || !has_it).for_each(|program| program.signal(signal));
    let asked = Instant::now();
    let still_there = || !registry().programs.is_empty();
    while still_there() && asked.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(5));
    }
    if still_there() {
        programs.iter().for_each(|program| program.signal(Signal::KILL));
    }
}

/// Does the terminal send this process's group its signals?
fn is_in_foreground() -> bool {
    let Ok(terminal) = std::fs::File::open("/dev/tty") else { return false };
    rustix::termios::tcgetpgrp(&terminal).is_ok_and(|group| group == rustix::process::getpgrp())
}

/// From here on the first ^C does not end the command, which asks for it instead.
pub fn hold_interrupts() {
    registry().interrupts = Interrupts::Held;
}

/// Was ^C pressed since it is held?
pub fn is_interrupted() -> bool {
    registry().interrupts == Interrupts::Pressed
}

/// Ends all programs that run now: asks them, or does not.
pub(crate) fn end_started(asks: bool) {
    let programs = registry().programs.clone();
    programs.iter().for_each(|program| program.signal(if asks { Signal::TERM } else { Signal::KILL }));
}

/// Ends a program at once; it did not end in time.
pub fn end(process: u32) {
    if let Some(process) = Pid::from_raw(process as i32) {
        let _ = kill_process(process, Signal::TERM);
    }
}
