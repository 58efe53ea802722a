//! `warploom check` and its relatives: load, run the pipeline, show what was
//! found.

use std::path::Path;

use clap::ArgMatches;
use diagnostics::{Report, render_json, render_sarif, render_text};
use driver::{Compiled, Goal, Input, Session};

use crate::Status;
use crate::args::{CheckArgs, CompileArgs, Format};
use crate::fix;
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
            terminal.out(done.compiled.text.as_bytes());
            Status::Success
        }
        Err(status) => status,
    }
}

/// A run of the pipeline that went well.
pub struct Done {
    /// The session, with its sources.
    pub session: Session,
    /// What was made.
    pub compiled: Compiled,
}

/// Runs the pipeline and shows what it found; what it made is returned.
pub fn run(
    args: &CompileArgs,
    matches: &ArgMatches,
    goal: Goal,
    format: Format,
    terminal: &mut Terminal,
) -> Result<Done, Status> {
    let goal = args.dump.map_or(goal, |dump| Goal::Dump(dump.phase()));
    let mut session = Session::new(args.cc.options(matches));
    describe_toolchain(&session, terminal);
    let inputs = load_all(args, &mut session, terminal)?;
    let compiled = driver::compile(&mut session, &inputs, goal);
    let report = Report::new(session.sink.diagnostics(), &session.sources, args.error_limit);
    match format {
        Format::Text => terminal.err(&render_text(&report, &session.sources, terminal.diagnostics_style())),
        Format::Json => terminal.out(render_json(&report, &session.sources).as_bytes()),
        Format::Sarif => terminal.out(render_sarif(&report, &session.sources).as_bytes()),
    }
    if args.time_phases {
        terminal.err(&session.timings.table());
    }
    match compiled {
        Err(internal) => {
            terminal.error(internal);
            Err(Status::Usage)
        }
        Ok(compiled) if session.sink.has_errors() => {
            // Errors are verdicts too; the others are still worth knowing.
            if goal == Goal::Verdicts {
                terminal.out(compiled.text.as_bytes());
            }
            Err(Status::Errors)
        }
        Ok(compiled) => Ok(Done { session, compiled }),
    }
}

/// Loads every input before anything is compiled: a missing file is said at
/// once, and all missing files together.
pub fn load_all(
    args: &CompileArgs,
    session: &mut Session,
    terminal: &mut Terminal,
) -> Result<Vec<Input>, Status> {
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

fn describe_toolchain(session: &Session, terminal: &mut Terminal) {
    match &session.toolchain.compiler {
        Some(compiler) => terminal.note(format_args!("headers and macros of {}", compiler.display())),
        None => terminal.note("built-in headers and macros"),
    }
    for folder in &session.toolchain.system_include {
        terminal.note(format_args!("header folder {}", folder.display()));
    }
}

/// Objects and libraries are for the linker.
pub fn is_linked(path: &Path) -> bool {
    path.extension().is_some_and(|ext| ["o", "a", "so"].iter().any(|linked| ext == *linked))
}
