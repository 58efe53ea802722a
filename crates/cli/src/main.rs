//! The `warploom` command: reads the command line, calls the driver, prints.
//!
//! This is the only place that writes to the terminal and decides the exit
//! status: 0 when all is well, 1 when the program has errors, 2 for wrong
//! usage or something missing on the machine; `run` has the program's own.

mod args;
mod build;
mod cc_flags;
mod coalesce;
mod compile;
mod explain;
mod fix;
mod manual;
mod profile;
mod raise;
mod simulate;
mod terminal;
mod translate;

use std::process::ExitCode;

use args::{Cli, Command};
use clap::{CommandFactory, FromArgMatches};
use terminal::Terminal;

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
    let arguments = cc_flags::normalize(std::env::args_os());
    let matches = match Cli::command().try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => {
            // `--help` and `--version` come this way too; clap knows their
            // stream and status, and a closed pipe is not worth a complaint.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let Ok(cli) = Cli::from_arg_matches(&matches) else {
        return ExitCode::from(2);
    };
    let mut terminal = Terminal::new(cli.color, cli.verbose);
    let of_command = matches.subcommand().map_or(&matches, |(_, matches)| matches);
    let status = match &cli.command {
        Command::Check(args) => compile::check(args, of_command, &mut terminal),
        Command::Translate(args) => translate::translate(args, of_command, &mut terminal),
        Command::Coalesce(args) => coalesce::coalesce(args, of_command, &mut terminal),
        Command::Raise(args) => raise::raise(args, of_command, &mut terminal),
        Command::Build(args) => build::build(args, of_command, &mut terminal),
        Command::Run(args) => build::run(args, of_command, &mut terminal),
        Command::Profile(args) => profile::profile(args, of_command, &mut terminal),
        Command::Explain(args) => explain::explain(args, &mut terminal),
        Command::Completions(args) => manual::completions(args, &mut terminal),
        Command::Man(args) => manual::man(args, &mut terminal),
    };
    ExitCode::from(match status {
        Status::Success => 0,
        Status::Errors => 1,
        Status::Usage => 2,
        Status::Program(code) => code,
    })
}
