//! `--watch`: the command again, whenever a file that it read changes.
//!
//! ```text
//! warploom check --watch stencil.c      stencil.c, and every header it includes
//! ```
//! Each round is a process of its own, so that nothing of one is left for the next. It
//! leaves a list of what it read; a round that did not get that far (a run from the cache, a
//! file that is gone) leaves the list as it was. A program that still runs when a file changes
//! is ended.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, SystemTime};

use driver::Session;
use driver::cleanup::{Started, Temporary};

use crate::Status;
use crate::terminal::Terminal;

/// Where a round leaves the names of the files it read.
const LIST: &str = "WARPLOOM_FILES_READ";

/// How often files are looked at.
const PAUSE: Duration = Duration::from_millis(150);

/// Runs the command without `--watch` until a signal ends it.
pub fn watch(inputs: &[PathBuf], terminal: &mut Terminal) -> Status {
    let (own, folder) = match (std::env::current_exe(), Temporary::folder()) {
        (Ok(own), Ok(folder)) => (own, folder),
        (Err(error), _) | (_, Err(error)) => {
            terminal.error(format_args!("cannot watch: {error}"));
            return Status::Usage;
        }
    };
    let list = folder.path().join("files");
    let mut files: Vec<PathBuf> = inputs.to_vec();
    loop {
        let before = times(&files);
        let mut command = Command::new(&own);
        command.args(once());
        match command.env(LIST, &list).spawn() {
            Ok(round) => wait(round, &before),
            Err(error) => {
                terminal.error(format_args!("cannot start a round: {error}"));
                return Status::Usage;
            }
        }
        let read = read_files(&list);
        // What was read late is as old as the round.
        let mut seen = times(&read);
        seen.extend(before);
        files = seen.keys().cloned().collect();
        let what = if files.len() == 1 { "file" } else { "files" };
        terminal.say(format_args!("watching {} {what}; ^C ends", files.len()));
        while times(&files) == seen {
            std::thread::sleep(PAUSE);
        }
    }
}

/// The words of the command line for one round; those behind `--` are the program's.
fn once() -> Vec<OsString> {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let own = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let is_asking = |(at, word): &(usize, OsString)| *at < own && *word == OsStr::new("--watch");
    words.into_iter().enumerate().filter(|word| !is_asking(word)).map(|(_, word)| word).collect()
}

/// Waits until a round is over, or a file changed.
fn wait(mut round: Child, before: &BTreeMap<PathBuf, Stamp>) {
    let _ends_with_us = Started::new(round.id());
    let files: Vec<PathBuf> = before.keys().cloned().collect();
    while matches!(round.try_wait(), Ok(None)) {
        if times(&files) != *before {
            end(&mut round);
        }
        std::thread::sleep(PAUSE);
    }
}

/// Asks the round to end, so that it ends what it started.
fn end(round: &mut Child) {
    if let Some(process) = rustix::process::Pid::from_raw(round.id() as i32) {
        let _ = rustix::process::kill_process(process, rustix::process::Signal::TERM);
    }
    let _ = round.wait();
}

/// When a file was written, and its size; nothing for one that is not there.
type Stamp = Option<(SystemTime, u64)>;

fn times(files: &[PathBuf]) -> BTreeMap<PathBuf, Stamp> {
    let stamp = |file: &PathBuf| {
        let found = std::fs::metadata(file).ok()?;
        Some((found.modified().ok()?, found.len()))
    };
    files.iter().map(|file| (file.clone(), stamp(file))).collect()
}

fn read_files(list: &Path) -> Vec<PathBuf> {
    let text = std::fs::read(list).unwrap_or_default();
    let names = text.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    names.map(|name| PathBuf::from(OsStr::from_bytes(name))).collect()
}

/// In a round: leaves the names of the files that were read.
pub fn note_files(session: &Session) {
    let Some(list) = std::env::var_os(LIST) else { return };
    let mut names = Vec::new();
    for (path, _) in session.files_on_disk() {
        names.extend_from_slice(path.as_os_str().as_bytes());
        names.push(0);
    }
    // Without it the files named on the command line are watched.
    let _ = std::fs::write(list, names);
}
