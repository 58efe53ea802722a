//! Starting a program, waiting for it, and saying how it ended.
//!
//! Signals that end this command end the program first ([`driver::cleanup`]). `--timeout`
//! ends it, too: politely, and then not. The status of the command is then 124, as that of
//! `timeout`.

use std::path::Path;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use driver::cleanup::{Started, end};
use source::shown;

use crate::Status;
use crate::program::Program;
use crate::simulate::seconds;
use crate::terminal::Terminal;

/// What `timeout` returns.
const TIMED_OUT: u8 = 124;
/// How long a program may take to end after it was asked to.
const PATIENCE: Duration = Duration::from_secs(2);

/// Runs a program; its status is ours.
pub fn execute(program: Program, timeout: Option<f64>, terminal: &mut Terminal) -> Status {
    let name = program.command.get_program().to_owned();
    let waited = program.start().and_then(|mut program| {
        let started = Started::new(program.id());
        let ended = wait(&mut program, seconds(timeout));
        drop(started);
        ended
    });
    match waited {
        Ok(Some(status)) => {
            say_signal(status, terminal);
            Status::Program(exit_code(status))
        }
        Ok(None) => {
            let limit = timeout.unwrap_or_default();
            terminal.say(format_args!("the program did not end within {limit} s, and was ended"));
            Status::Program(TIMED_OUT)
        }
        Err(error) => {
            terminal.error(format_args!("cannot run `{}`: {error}", shown(Path::new(&name))));
            Status::Usage
        }
    }
}

/// `None` if it did not end by itself in time.
pub fn wait(program: &mut Child, limit: Option<Duration>) -> std::io::Result<Option<ExitStatus>> {
    let Some(limit) = limit else { return program.wait().map(Some) };
    if let Some(status) = wait_until(program, Instant::now() + limit)? {
        return Ok(Some(status));
    }
    end(program.id());
    if wait_until(program, Instant::now() + PATIENCE)?.is_none() {
        program.kill()?;
        program.wait()?;
    }
    Ok(None)
}

fn wait_until(program: &mut Child, until: Instant) -> std::io::Result<Option<ExitStatus>> {
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = program.try_wait()? {
            return Ok(Some(status));
        }
        let now = Instant::now();
        if now >= until {
            return Ok(None);
        }
        std::thread::sleep(pause.min(until - now));
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// A program that crashed says nothing itself.
fn say_signal(status: ExitStatus, terminal: &mut Terminal) {
    use std::os::unix::process::ExitStatusExt;
    match status.signal() {
        Some(signal @ (7 | 11)) => terminal.say(format_args!(
            "the program touched memory that is not its own (signal {signal}); \
             `--target sim` finds where a kernel does"
        )),
        Some(signal) => terminal.say(format_args!("the program was ended by signal {signal}")),
        None => {}
    }
}

/// A signal is reported the way shells do.
pub fn exit_code(status: ExitStatus) -> u8 {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => code as u8,
        (None, Some(signal)) => 128u8.wrapping_add(signal as u8),
        (None, None) => 1,
    }
}
