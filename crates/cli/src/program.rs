//! A program that is about to be started, and what is kept of what it says.

use std::ffi::OsString;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsRawFd;
use std::path::Path;
use std::process::{Child, Command};
use std::thread::{self, JoinHandle};

/// A program and the ends of pipes that are to be its alone.
pub struct Program {
    /// How it is started.
    pub command: Command,
    channel: Option<PipeWriter>,
}

/// The output of a program, as it comes: standard output and standard error.
pub struct Streams([JoinHandle<Vec<u8>>; 2]);

impl Program {
    /// With its arguments.
    pub fn new(executable: &Path, arguments: &[OsString]) -> Program {
        let mut command = Command::new(executable);
        command.args(arguments);
        Program { command, channel: None }
    }

    /// Starts it. Our copies of its ends of the pipes are closed: when it is gone, they are at their ends.
    pub fn start(mut self) -> io::Result<Child> {
        self.command.spawn()
    }

    /// What it tells on a channel whose number the variable names.
    pub fn channel(&mut self, variable: &str) -> io::Result<PipeReader> {
        let (reader, writer) = io::pipe()?;
        // Only the program that is started next is to inherit it.
        rustix::io::fcntl_setfd(&writer, rustix::io::FdFlags::empty())?;
        self.command.env(variable, writer.as_raw_fd().to_string());
        self.channel = Some(writer);
        Ok(reader)
    }

    /// Keeps what it prints, and shows it, too, if that is wanted.
    pub fn capture(&mut self, is_shown: bool) -> io::Result<Streams> {
        let (out, out_end) = io::pipe()?;
        let (err, err_end) = io::pipe()?;
        self.command.stdout(out_end).stderr(err_end);
        let out = thread::spawn(move || collect(out, is_shown.then(io::stdout)));
        let err = thread::spawn(move || collect(err, is_shown.then(io::stderr)));
        Ok(Streams([out, err]))
    }
}

impl Streams {
    /// All of it, when the program has ended.
    pub fn end(self) -> [Vec<u8>; 2] {
        self.0.map(|stream| stream.join().unwrap_or_default())
    }
}

fn collect(mut from: PipeReader, mut shown: Option<impl Write>) -> Vec<u8> {
    let mut all = Vec::new();
    let mut chunk = [0; 1 << 16];
    while let Ok(count @ 1..) = from.read(&mut chunk) {
        all.extend_from_slice(&chunk[..count]);
        // A reader that went away is no reason to stop the program.
        if let Some(stream) = &mut shown {
            let _ = stream.write_all(&chunk[..count]).and_then(|()| stream.flush());
        }
    }
    all
}
