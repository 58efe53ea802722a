//! `warploom check` and its relatives: load, run the pipeline, show what was
//! found.

use clap::ArgMatches;
use diagnostics::{Report, render_json, render_sarif, render_text};
use driver::output::write_whole;
use driver::{Goal, Input, Session};

use crate::Status;
use crate::args::{CheckArgs, CompileArgs, Format, Target, TranslateArgs};
use crate::terminal::Terminal;

/// Reports errors, warnings and remarks.
pub fn check(args: &CheckArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Status {
    match run(&args.compile, matches, Goal::Check, args.format, terminal) {
        Ok(dump) => {
            terminal.out(dump.as_bytes());
            Status::Success
        }
        Err(status) => status,
    }
}

/// Writes the program as another language.
pub fn translate(args: &TranslateArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Status {
    let goal = match args.target {
        Target::C => Goal::PlainC,
    };
    let text = match run(&args.compile, matches, goal, Format::Text, terminal) {
        Ok(text) => text,
        Err(status) => return status,
    };
    let Some(path) = &args.output else {
        terminal.out(text.as_bytes());
        return Status::Success;
    };
    match write_whole(path, text.as_bytes(), &args.compile.files) {
        Ok(()) => Status::Success,
        Err(error) => {
            terminal.error(error);
            Status::Usage
        }
    }
}

/// Runs the pipeline and shows what it found; the text it made is returned.
fn run(
    args: &CompileArgs,
    matches: &ArgMatches,
    goal: Goal,
    format: Format,
    terminal: &mut Terminal,
) -> Result<String, Status> {
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
        Ok(_) if session.sink.has_errors() => Err(Status::Errors),
        Ok(text) => Ok(text),
    }
}

/// Loads every input before anything is compiled: a missing file is said at
/// once, and all missing files together.
fn load_all(
    args: &CompileArgs,
    session: &mut Session,
    terminal: &mut Terminal,
) -> Result<Vec<Input>, Status> {
    let mut inputs = Vec::new();
    for path in &args.files {
        match session.load(path) {
            Ok(input) => inputs.push(input),
            Err(error) => terminal.error(error),
        }
    }
    if inputs.len() == args.files.len() { Ok(inputs) } else { Err(Status::Usage) }
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
