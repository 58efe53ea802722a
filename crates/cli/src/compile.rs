//! `warploom check` and its relatives: load, run the pipeline, show what was
//! found.

use std::path::Path;

use clap::ArgMatches;
use diagnostics::{Diagnostic, Report, render_json, render_sarif};
use driver::effort::Effort;
use driver::language::{FileUse, use_of};
use driver::{Compiled, Goal, Input, InternalError, Options, Session};
use source::shown;

use crate::Status;
use crate::args::{CheckArgs, CompileArgs, Format};
use crate::fix;
use crate::levels::{self, Remarks};
use crate::terminal::Terminal;

/// Reports errors, warnings and remarks.
pub fn check(args: &CheckArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Status {
    if args.fix
        && let Err(status) = fix::fix(args, matches, terminal)
    {
        return status;
    }
    let goal = match (args.explain_data, args.verdicts, args.explain_accesses) {
        (true, _, _) => Goal::ExplainData,
        (false, true, _) => Goal::Verdicts,
        (false, false, true) => Goal::ExplainAccesses { as_json: args.format == Format::Json },
        (false, false, false) => Goal::Check,
    };
    match run(&args.compile, matches, goal, args.format, terminal) {
        Ok(done) => {
            say_text(&done.compiled.text, goal, args.format, terminal);
            Status::Success
        }
        Err(status) => status,
    }
}

/// What people asked to read. A document for machines stays one document: there the text is a
/// line of JSON of its own kind, or goes to standard error beside SARIF.
fn say_text(text: &str, goal: Goal, format: Format, terminal: &mut Terminal) {
    let kind = match goal {
        Goal::ExplainData => "data",
        Goal::Verdicts => "verdicts",
        _ => "text",
    };
    match (format, goal) {
        (Format::Sarif, _) => terminal.err(text),
        (Format::Json, Goal::ExplainData | Goal::Verdicts) if !text.is_empty() => {
            let line = serde_json::json!({ "$message_type": kind, "text": text });
            terminal.out(format!("{line}\n").as_bytes());
        }
        _ => terminal.out(text.as_bytes()),
    }
}

/// A run of the pipeline that went well.
pub struct Done {
    /// The session, with its sources.
    pub session: Session,
    /// What was made.
    pub compiled: Compiled,
}

/// A run of the pipeline that nobody was told of yet.
pub struct Attempt {
    session: Session,
    compiled: Result<Compiled, InternalError>,
}

/// Runs the pipeline and shows what it found; what it made is returned.
pub fn run(
    args: &CompileArgs,
    matches: &ArgMatches,
    goal: Goal,
    format: Format,
    terminal: &mut Terminal,
) -> Result<Done, Status> {
    let remarks = match goal {
        Goal::Translate(_) => Remarks::Short,
        _ => Remarks::Full,
    };
    let goal = args.dump.map_or(goal, |dump| Goal::Dump(dump.phase()));
    let attempt = attempt(args, args.cc.options(matches), goal, terminal)?;
    attempt.finish(args, goal, format, remarks, terminal)
}

/// Runs the pipeline.
pub fn attempt(
    args: &CompileArgs,
    options: Options,
    goal: Goal,
    terminal: &mut Terminal,
) -> Result<Attempt, Status> {
    let mut session = Session::new(options);
    describe_toolchain(&session, terminal);
    let inputs = load_all(args, &mut session, terminal)?;
    let compiled = match goal {
        Goal::Annotate => {
            let progress = terminal.progress("looking at the loops");
            session.effort.tell(move |what| progress.say(what));
            let compiled = driver::compile(&mut session, &inputs, goal);
            // The line goes with whoever holds it.
            session.effort = Effort::default();
            compiled
        }
        _ => driver::compile(&mut session, &inputs, goal),
    };
    crate::watch::note_files(&session);
    Ok(Attempt { session, compiled })
}

impl Attempt {
    /// What was made, if nothing is wrong so far.
    pub fn made(&self) -> Option<(&Session, &Compiled)> {
        let compiled = self.compiled.as_ref().ok()?;
        (!self.session.sink.has_errors()).then_some((&self.session, compiled))
    }

    /// Shows what was found.
    pub fn finish(
        self,
        args: &CompileArgs,
        goal: Goal,
        format: Format,
        remarks: Remarks,
        terminal: &mut Terminal,
    ) -> Result<Done, Status> {
        let Attempt { session, compiled } = self;
        let found = levels::shown(session.sink.diagnostics(), args, terminal);
        let report = || Report::new(&found, &session.sources, args.error_limit);
        match format {
            Format::Text => levels::show(&found, &session.sources, args, remarks, terminal),
            Format::Json => terminal.out(render_json(&report(), &session.sources).as_bytes()),
            Format::Sarif => terminal.out(render_sarif(&report(), &session.sources).as_bytes()),
        }
        if args.time_phases {
            terminal.err(&session.timings.table());
        }
        let compiled = compiled.map_err(|internal| {
            terminal.error(internal);
            Status::Usage
        })?;
        if session.sink.has_errors() {
            // Errors are verdicts too; the others are still worth knowing.
            if goal == Goal::Verdicts {
                say_text(&compiled.text, goal, format, terminal);
            }
            return Err(Status::Errors);
        }
        let failing: Vec<&Diagnostic> =
            found.iter().filter(|diagnostic| levels::fails(diagnostic, args)).collect();
        if let Some(first) = failing.first() {
            let count = failing.len();
            let plural = if count == 1 { "" } else { "s" };
            terminal.error(format_args!("{count} warning{plural}, and -Werror is given ({})", first.code.id));
            return Err(Status::Errors);
        }
        Ok(Done { session, compiled })
    }
}

/// Loads every input before anything is compiled: a missing file is said at
/// once, and all missing files together.
pub fn load_all(
    args: &CompileArgs,
    session: &mut Session,
    terminal: &mut Terminal,
) -> Result<Vec<Input>, Status> {
    if let Some(host) = open_cl_host_in_cpp(args, &session.options) {
        let host = shown(host);
        terminal.error(format_args!(
            "`{host}` is a host of OpenCL in C++, which is not read: write the host in C, whose calls are the same, or link it \
             to a driver with `-lOpenCL`"
        ));
        return Err(Status::Usage);
    }
    let mut inputs = Vec::new();
    for path in args.files.iter().filter(|path| !is_linked(path)) {
        match session.load(path) {
            Ok(input) => inputs.push(input),
            Err(error) => terminal.error(error),
        }
    }
    if inputs.len() == args.files.iter().filter(|path| !is_linked(path)).count() {
        Ok(inputs)
    } else {
        Err(Status::Usage)
    }
}

/// A file whose calls of OpenCL nothing would answer. `warploom cc` leaves that to the linker.
fn open_cl_host_in_cpp<'a>(args: &'a CompileArgs, options: &driver::Options) -> Option<&'a Path> {
    let has_driver = options.passed.link.iter().any(|word| word == "-lOpenCL");
    let mut files = args.files.iter().filter(|_| !has_driver && !options.may_be_plain);
    files.find(|path| driver::open_cl_runtime::is_host_in_cpp(path)).map(|path| path.as_path())
}

fn describe_toolchain(session: &Session, terminal: &mut Terminal) {
    match &session.toolchain.compiler {
        Some(compiler) => terminal.note(format_args!("headers and macros of {}", shown(compiler))),
        None => terminal.note("built-in headers and macros"),
    }
    for folder in &session.toolchain.system_include {
        terminal.note(format_args!("header folder {}", shown(folder)));
    }
}

/// Objects and libraries are for the linker.
pub fn is_linked(path: &Path) -> bool {
    use_of(path) == FileUse::Linked
}
