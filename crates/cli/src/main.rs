//! The `warploom` command: reads the command line, calls the driver, prints.
//!
//! This is the only place that writes to the terminal and decides the exit
//! status: 0 when all is well, 1 when the program has errors, 2 for wrong
//! usage or something missing on the machine; `run` has the program's own.

mod annotate;
mod args;
mod build;
mod cache;
mod cc;
mod cc_flags;
mod coalesce;
mod compile;
mod compile_commands;
mod dependencies;
mod execute;
mod explain;
mod fix;
mod flags;
mod levels;
mod lsp;
mod manual;
mod profile;
mod program;
mod raise;
mod serve;
mod settings;
mod simulate;
mod terminal;
mod translate;
mod tune;
mod verify;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use args::{CheckArgs, Cli, ColorChoice, Command, RunArgs};
use cc::Plan;
use clap::FromArgMatches;
use flags::Variables;
use terminal::{Terminal, Volume};

/// A third of an analysis is small allocations, which this one makes and frees
/// faster than the C library's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All is well.
    Success,
    /// The program has errors, and they were shown.
    Errors,
    /// Wrong usage, or something is missing on this machine.
    Usage,
    /// What a program that was run returned.
    Program(u8),
}

fn main() -> ExitCode {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let mut plain = Terminal::new(ColorChoice::Auto, Volume::Normal);
    let is_compiler = arguments.get(1).is_some_and(|word| word == "cc");
    if let [own, _, rest @ ..] = arguments.as_slice()
        && is_compiler
    {
        match cc::plan(own, rest, &mut plain) {
            Plan::Done(status) => return exit_code(status),
            Plan::Build(build) => arguments = build,
        }
    }
    let variables = if is_compiler { Variables::Given } else { Variables::Read };
    let arguments = match flags::normalize(arguments, variables) {
        Ok(arguments) => arguments,
        Err(problem) => {
            plain.error(problem);
            return ExitCode::from(2);
        }
    };
    let matches = match args::command().try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => {
            // `--help` and `--version` come this way too; clap knows their
            // stream and status, and a closed pipe is not worth a complaint.
            let lost = error.print().is_err_and(|error| error.kind() != std::io::ErrorKind::BrokenPipe);
            return ExitCode::from(if lost { 2 } else { error.exit_code() as u8 });
        }
    };
    let Ok(cli) = Cli::from_arg_matches(&matches) else {
        return ExitCode::from(2);
    };
    let volume = match (cli.quiet, cli.verbose, is_compiler) {
        (true, _, _) => Volume::Quiet,
        (_, true, _) => Volume::Verbose,
        (_, _, true) => Volume::Compiler,
        _ => Volume::Normal,
    };
    let mut terminal = Terminal::new(cli.color, volume);
    if let Err(error) = driver::cleanup::clean_up_on_signals() {
        terminal.note(format_args!("signals end the command without cleaning up: {error}"));
    }
    let of_command = matches.subcommand().map_or(&matches, |(_, matches)| matches);
    let status = match &cli.command {
        Command::Check(CheckArgs { watch: true, compile, .. })
        | Command::Run(RunArgs { watch: true, compile, .. }) => watch::watch(&compile.files, &mut terminal),
        Command::Check(args) => compile::check(args, of_command, &mut terminal),
        Command::Translate(args) => translate::translate(args, of_command, &mut terminal),
        Command::Coalesce(args) => coalesce::coalesce(args, of_command, &mut terminal),
        Command::Raise(args) => raise::raise(args, of_command, &mut terminal),
        Command::Annotate(args) => annotate::annotate(args, of_command, &mut terminal),
        Command::Tune(args) => tune::tune(args, of_command, &mut terminal),
        Command::Build(args) => build::build(args, of_command, &mut terminal),
        Command::Run(args) => build::run(args, of_command, &mut terminal),
        Command::Profile(args) => profile::profile(args, of_command, &mut terminal),
        // Handled above, before anything was parsed.
        Command::Cc(_) => Status::Usage,
        Command::Cache(args) => cache::cache(args, &mut terminal),
        Command::Lsp(_) => lsp::serve(&mut terminal),
        Command::Serve(args) => serve::serve(args, &mut terminal),
        Command::Explain(args) => explain::explain(args, &mut terminal),
        Command::Completions(args) => manual::completions(args, &mut terminal),
        Command::Man(args) => manual::man(args, &mut terminal),
    };
    let status = if terminal.is_whole() { status } else { Status::Usage };
    exit_code(status)
}

fn exit_code(status: Status) -> ExitCode {
    ExitCode::from(match status {
        Status::Success => 0,
        Status::Errors => 1,
        Status::Usage => 2,
        Status::Program(code) => code,
    })
}
