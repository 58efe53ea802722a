//! `warploom run --target sim`: the host as a process, its kernels here.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use diagnostics::{Report, render_text};
use driver::simulation::report::diagnostics;
use driver::simulation::serve::{Conditions, listen, serve};

use crate::Status;
use crate::args::RunArgs;
use crate::build::exit_code;
use crate::compile::Done;
use crate::terminal::Terminal;

/// Runs a program on the simulator and says what was found. The exit status
/// is the program's, or 1 if it would be 0 and something was wrong.
pub fn run(done: Done, executable: &Path, args: &RunArgs, terminal: &mut Terminal) -> Status {
    let Some(mut device) = done.compiled.device else { return Status::Errors };
    let door = std::env::temp_dir().join(format!("warploom-{}.device", std::process::id()));
    let listener = match listen(&door) {
        Ok(listener) => listener,
        Err(error) => {
            terminal.error(format_args!("cannot listen at `{}`: {error}", door.display()));
            return Status::Usage;
        }
    };
    let timeout = args.timeout.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let conditions = Conditions { gpu: simulator::Gpu::H200, timeout };
    let host = Command::new(executable).args(&args.arguments).env("WARPLOOM_DEVICE", &door).spawn();
    let served = host.and_then(|mut host| serve(&mut device, &listener, &mut host, conditions));
    // Best effort: a socket that stays behind does no harm.
    let _ = std::fs::remove_file(&door);
    let (session, status) = match served {
        Ok(served) => served,
        Err(error) => {
            terminal.error(format_args!("cannot run `{}`: {error}", executable.display()));
            return Status::Usage;
        }
    };
    let mut found = diagnostics(&device, &session);
    found.sort_by_key(|diagnostic| diagnostic.primary.span.lo);
    let sources = &done.session.sources;
    let report = Report::new(&found, sources, args.compile.error_limit);
    terminal.err(&render_text(&report, sources, terminal.diagnostics_style()));
    if let [first, ..] = session.leaks.as_slice() {
        let (count, bytes) = (session.leaks.len(), session.leaks.iter().sum::<u64>());
        let what = if count == 1 {
            format!("an allocation of {first} bytes")
        } else {
            format!("{count} allocations, {bytes} bytes")
        };
        terminal.say(format_args!("not freed at the end: {what}"));
    }
    match exit_code(status) {
        0 if !found.is_empty() => Status::Errors,
        code => Status::Program(code),
    }
}
