//! `warploom run --target sim`: the host as a process, its kernels here.

use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

use diagnostics::{Diagnostic, Report, render_json, render_text};
use driver::cleanup::Started;
use driver::output::Outputs;
use driver::simulation::Device;
use driver::simulation::report::diagnostics;
use driver::simulation::serve::{Conditions, Session, serve, socket_for};
use source::shown;

use crate::Status;
use crate::args::RunArgs;
use crate::compile::Done;
use crate::execute::exit_code;
use crate::program::Program;
use crate::terminal::Terminal;

/// Runs a program on the simulator and says what was found. The exit status
/// is the program's, or 1 if it would be 0 and something was wrong.
pub fn run(done: Done, program: Program, args: &RunArgs, terminal: &mut Terminal) -> Status {
    match run_program(done, program, args, terminal) {
        Ok(simulated) => simulated.status(),
        Err(status) => status,
    }
}

/// The same, with what became of the run.
pub fn run_program(
    done: Done,
    program: Program,
    args: &RunArgs,
    terminal: &mut Terminal,
) -> Result<Simulated, Status> {
    let gpu = done.session.options.gpu.unwrap_or_default();
    let conditions = Conditions { gpu, counted: false, timeout: seconds(args.timeout) };
    let told = Told { error_limit: args.compile.error_limit, findings: args.findings.as_deref() };
    simulate(done, program, conditions, told, terminal)
}

/// A run that came to its end.
pub struct Simulated {
    /// The program's sources, and how they were read.
    pub program: driver::Session,
    /// The device, as it was left.
    pub device: Device,
    /// What its kernels did.
    pub session: Session,
    /// What was wrong.
    pub found: Vec<Diagnostic>,
    exit: ExitStatus,
}

impl Simulated {
    /// The program's status, or 1 if it would be 0 and something was wrong.
    pub fn status(&self) -> Status {
        match exit_code(self.exit) {
            0 if !self.found.is_empty() => Status::Errors,
            code => Status::Program(code),
        }
    }
}

/// How findings are told.
#[derive(Clone, Copy)]
pub struct Told<'a> {
    /// At most so many.
    pub error_limit: usize,
    /// Into this file, as JSON lines; else on the terminal.
    pub findings: Option<&'a Path>,
}

impl Told<'_> {
    fn tell(
        self,
        found: &[Diagnostic],
        program: &driver::Session,
        terminal: &mut Terminal,
    ) -> Result<(), Status> {
        let report = Report::new(found, &program.sources, self.error_limit);
        let Some(file) = self.findings else {
            terminal.err(&render_text(&report, &program.sources, terminal.diagnostics_style()));
            return Ok(());
        };
        let lines = render_json(&report, &program.sources);
        Outputs::new(program, &[]).write(file, lines.as_bytes()).map_err(|error| {
            terminal.error(error);
            Status::Usage
        })
    }
}

/// A number of seconds that makes sense.
pub fn seconds(seconds: Option<f64>) -> Option<Duration> {
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

/// Runs a program under some conditions and says what was found.
pub fn simulate(
    done: Done,
    mut program: Program,
    conditions: Conditions,
    told: Told<'_>,
    terminal: &mut Terminal,
) -> Result<Simulated, Status> {
    let Some(mut device) = done.compiled.device else { return Err(Status::Errors) };
    let mut read = done.session;
    let name = program.command.get_program().to_owned();
    let progress = terminal.progress_of_run("simulating");
    let served = socket_for(&mut program.command).and_then(|(ours, theirs)| {
        let mut host = program.start()?;
        let started = Started::new(host.id());
        // The host's end is the host's alone: when it is gone, so is the connection.
        drop(theirs);
        let served = serve(&mut read, &mut device, ours, &mut host, conditions);
        drop(started);
        served
    });
    drop(progress);
    let (session, exit) = served.map_err(|error| {
        terminal.error(format_args!("cannot run `{}`: {error}", shown(Path::new(&name))));
        Status::Usage
    })?;
    let mut found = diagnostics(&device, &session);
    found.sort_by_key(|diagnostic| diagnostic.primary.span.lo);
    let program = read;
    told.tell(&found, &program, terminal)?;
    say_signal(exit, terminal);
    say_leaks(&session, terminal);
    Ok(Simulated { program, device, session, found, exit })
}

/// A host program that crashed says nothing itself.
fn say_signal(exit: ExitStatus, terminal: &mut Terminal) {
    let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&exit) else { return };
    match signal {
        11 | 7 => terminal.say(format_args!(
            "the host part of the program touched memory that is not its own (signal {signal}); \
             what `cudaMalloc` returns is the device's, and only kernels and copies may use it"
        )),
        _ => terminal.say(format_args!("the host part of the program was ended by signal {signal}")),
    }
}

fn say_leaks(session: &Session, terminal: &mut Terminal) {
    if let [first, ..] = session.leaks.as_slice() {
        let (count, bytes) = (session.leaks.len(), session.leaks.iter().sum::<u64>());
        let what = if count == 1 {
            format!("an allocation of {first} bytes")
        } else {
            format!("{count} allocations, {bytes} bytes")
        };
        terminal.say(format_args!("not freed at the end: {what}"));
    }
}
