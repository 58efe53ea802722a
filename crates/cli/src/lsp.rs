//! `warploom lsp`: the language server, with the flags that the command line would have.
//!
//! A file is read as `warploom check FLAGS FILE` reads it. The flags are those of its entry in
//! the nearest `compile_commands.json`, and those of `warploom.toml`; its `files` are read together.

use std::ffi::OsString;
use std::path::Path;

use clap::FromArgMatches;
use lsp::{Configuration, Project};

use crate::Status;
use crate::args::{self, Cli, Command};
use crate::flags::{self, Variables};
use crate::settings::Settings;
use crate::terminal::Terminal;

/// Serves an editor until it goes.
pub fn serve(terminal: &mut Terminal) -> Status {
    match lsp::serve(Flags) {
        Ok(true) => Status::Success,
        // As the protocol has it: an end without `shutdown` is not a good one.
        Ok(false) => Status::Errors,
        Err(problem) => {
            terminal.error(problem);
            Status::Usage
        }
    }
}

/// Finds the flags of a file.
struct Flags;

impl Project for Flags {
    fn configuration(&self, file: &Path) -> Result<Configuration, String> {
        configuration(file).map(|(configuration, _)| configuration)
    }
}

/// What `warploom check FLAGS FILE` would do, and its words.
pub fn configuration(file: &Path) -> Result<(Configuration, Vec<OsString>), String> {
    let mut words: Vec<OsString> = ["warploom", "check"].map(OsString::from).to_vec();
    words.push(file.into());
    let words = flags::normalize(words, Variables::Read)?;
    let wrong = |error: clap::Error| error.to_string();
    let matches = args::command().try_get_matches_from(&words).map_err(wrong)?;
    let cli = Cli::from_arg_matches(&matches).map_err(wrong)?;
    let (Command::Check(check), Some((_, of_command))) = (&cli.command, matches.subcommand()) else {
        return Ok((Configuration::default(), words));
    };
    let settings = Settings::near(std::iter::once(file))?;
    let flags = &check.compile.cc;
    let configuration = Configuration {
        options: flags.options(of_command),
        silenced: flags.silenced.clone(),
        hides_warnings: flags.no_warnings || cli.quiet,
        files: settings.program_of(file),
    };
    Ok((configuration, words))
}
