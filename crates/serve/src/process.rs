//! A process of our own command that a page started, with limits.
//!
//! ```text
//! time      asked to end, and then not asked
//! memory    of each process it consists of
//! output    more of it ends the process
//! ```
//! Ending takes the whole process group, so that nothing that it started stays behind; a program
//! that leaves its group on purpose is a user's own doing.

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use driver::cleanup::Started;
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use rustix::pty::OpenptFlags;
use rustix::termios::{OptionalActions, OutputModes};

/// What a process may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// Until it is ended.
    pub(crate) time: Duration,
    /// Seconds of processor time.
    pub(crate) processor: u64,
    /// Bytes of address space.
    pub(crate) memory: u64,
    /// Bytes of each of its outputs.
    pub(crate) output: usize,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// By itself.
    Exited,
    /// It took too long.
    Time,
    /// It wrote too much.
    Output,
    /// Nobody wants it any more.
    Stopped,
}

/// What a process says while it runs; `false` if nobody listens any more.
pub(crate) type Listener<'a> = &'a mut dyn FnMut(Said<'_>) -> bool;

/// A part of what it says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Said<'a> {
    /// Standard output.
    Output(&'a str),
    /// Standard error.
    Errors(&'a str),
    /// Nothing for a while.
    Nothing,
}

/// The longest file that it may write.
const LONGEST_FILE: u64 = 64 << 20;
/// How long it may take to end after it was asked to.
const PATIENCE: Duration = Duration::from_millis(700);
/// How often a listener hears of a silent process.
const SILENCE: Duration = Duration::from_secs(1);

/// Runs a command to its end. What it prints is told as it comes.
pub(crate) fn run(
    mut command: Command,
    allowed: Allowance,
    stop: &AtomicBool,
    listener: Listener<'_>,
) -> std::io::Result<(How, Option<ExitStatus>)> {
    // A program that writes to a terminal writes each line when it is whole, and not thousands at its end.
    let (output, theirs) = terminal().map_or((None, None), |(ours, theirs)| (Some(ours), Some(theirs)));
    command.stdout(theirs.map_or_else(Stdio::piped, Stdio::from)).stderr(Stdio::piped()).process_group(0);
    // Address space is limited, and each arena reserves much of it.
    command.env("MALLOC_ARENA_MAX", "2");
    let limit = Instant::now() + allowed.time;
    let mut child = command.spawn()?;
    // Its end of the terminal: while it is open here, the output never ends.
    drop(command);
    // Well before it has read the program, and for all that it starts.
    restrict(&child, allowed);
    let output = match output {
        Some(terminal) => Reading::new(Some(File::from(terminal)), allowed.output),
        None => Reading::new(child.stdout.take(), allowed.output),
    };
    let errors = Reading::new(child.stderr.take(), allowed.output);
    wait(&mut child, limit, stop, (output, errors), listener)
}

/// Both ends of a terminal that passes bytes as they are.
fn terminal() -> Option<(OwnedFd, OwnedFd)> {
    let ours = rustix::pty::openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).ok()?;
    rustix::pty::grantpt(&ours).ok()?;
    rustix::pty::unlockpt(&ours).ok()?;
    let name = rustix::pty::ptsname(&ours, Vec::new()).ok()?;
    let flags = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::NOCTTY | rustix::fs::OFlags::CLOEXEC;
    let theirs = rustix::fs::open(name, flags, rustix::fs::Mode::empty()).ok()?;
    let mut modes = rustix::termios::tcgetattr(&theirs).ok()?;
    // No `\r` before `\n`.
    modes.output_modes.remove(OutputModes::OPOST);
    rustix::termios::tcsetattr(&theirs, OptionalActions::Now, &modes).ok()?;
    Some((ours, theirs))
}

fn restrict(child: &Child, allowed: Allowance) {
    let process = Pid::from_raw(child.id() as i32);
    let most = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
    for (resource, limit) in [
        (Resource::As, allowed.memory),
        (Resource::Cpu, allowed.processor),
        (Resource::Fsize, LONGEST_FILE),
        (Resource::Core, 0),
    ] {
        // A lower limit that is in force already stays.
        let _ = prlimit(process, resource, most(limit));
    }
}

/// Waits until it ends, or is to end.
fn wait(
    child: &mut Child,
    limit: Instant,
    stop: &AtomicBool,
    (mut output, mut errors): (Reading, Reading),
    listener: Listener<'_>,
) -> std::io::Result<(How, Option<ExitStatus>)> {
    let started = Started::leader(child.id());
    let mut how = How::Exited;
    let mut asked: Option<Instant> = None;
    let mut heard = Instant::now();
    let mut pause = Duration::from_millis(1);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        let said = (output.news(false), errors.news(false));
        let is_silent = said.0.is_empty() && said.1.is_empty();
        let is_heard = match is_silent {
            true if heard.elapsed() < SILENCE => true,
            true => listener(Said::Nothing),
            false => tell(&said, listener),
        };
        if !is_silent || heard.elapsed() >= SILENCE {
            heard = Instant::now();
        }
        match asked {
            Some(since) if since.elapsed() > PATIENCE => started.kill(),
            Some(_) => {}
            None => {
                how = match () {
                    () if stop.load(Ordering::Relaxed) || !is_heard => How::Stopped,
                    () if Instant::now() >= limit => How::Time,
                    () if output.is_full() || errors.is_full() => How::Output,
                    () => How::Exited,
                };
                if how != How::Exited {
                    started.ask_to_end();
                    asked = Some(Instant::now());
                }
            }
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    };
    // What it left behind.
    started.kill();
    output.finish();
    errors.finish();
    tell(&(output.news(true), errors.news(true)), listener);
    // A program that writes much may end before anybody sees that it did.
    let full = output.is_full() || errors.is_full();
    Ok((if full && how == How::Exited { How::Output } else { how }, Some(status)))
}

fn tell((output, errors): &(String, String), listener: Listener<'_>) -> bool {
    (output.is_empty() || listener(Said::Output(output)))
        && (errors.is_empty() || listener(Said::Errors(errors)))
}

/// An output that is read while the process runs.
struct Reading {
    text: Arc<Mutex<Vec<u8>>>,
    /// Bytes that were told.
    told: usize,
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
            // The end of a terminal is an error.
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
        Reading { text, told: 0, most, done }
    }

    fn is_full(&self) -> bool {
        locked(&self.text).len() >= self.most
    }

    /// What came since; a character that is not whole waits for its rest, if there can be one.
    fn news(&mut self, is_end: bool) -> String {
        let text = locked(&self.text);
        let new = &text[self.told..];
        let whole = match std::str::from_utf8(new) {
            Err(error) if !is_end && error.error_len().is_none() => error.valid_up_to(),
            _ => new.len(),
        };
        self.told += whole;
        String::from_utf8_lossy(&new[..whole]).into_owned()
    }

    /// Waits for the rest. A process that left the group may keep the pipe open, and is not waited for.
    fn finish(&self) {
        let _ = self.done.recv_timeout(PATIENCE);
    }
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_as_they_come_and_bytes_stay_as_they_are() {
        let mut command = Command::new("sh");
        command.arg("-c").arg("printf 'a\\303'; sleep 0.3; printf '\\251\\nb'; printf 'no' >&2; exit 3");
        let allowed =
            Allowance { time: Duration::from_secs(20), processor: 20, memory: 1 << 30, output: 1 << 20 };
        let (mut pieces, mut errors) = (Vec::new(), String::new());
        let mut listener = |said: Said<'_>| {
            match said {
                Said::Output(text) => pieces.push(text.to_owned()),
                Said::Errors(text) => errors += text,
                Said::Nothing => {}
            }
            true
        };
        let ended = run(command, allowed, &AtomicBool::new(false), &mut listener);
        let (how, status) = ended.unwrap_or((How::Stopped, None));
        assert_eq!((how, status.and_then(|status| status.code())), (How::Exited, Some(3)));
        assert_eq!(pieces.concat(), "aé\nb");
        assert_eq!(pieces.first().map(String::as_str), Some("a"));
        assert_eq!(errors, "no");
    }

    #[test]
    fn whoever_goes_away_ends_it() {
        let mut command = Command::new("sh");
        command.arg("-c").arg("echo one; sleep 60");
        let allowed = Allowance { time: Duration::from_secs(50), processor: 20, memory: 1 << 30, output: 99 };
        let begin = Instant::now();
        let ended = run(command, allowed, &AtomicBool::new(false), &mut |_| false);
        assert_eq!(ended.map(|(how, _)| how).ok(), Some(How::Stopped));
        assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    }
}
