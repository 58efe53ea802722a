//! `warploom check --fix`: applies the fixes that need no judgement.
//!
//! Round by round, since a fix may bring to light what was hidden, until there
//! is nothing left to fix: running it again changes nothing. `--dry-run` shows
//! the first round as a unified diff and writes nothing.

use std::path::Path;

use clap::ArgMatches;
use driver::fixes::{self, FixedFile};
use driver::unified_diff::unified_diff;
use driver::{Goal, Session, output};
use source::escaped;

use crate::Status;
use crate::args::CheckArgs;
use crate::compile::load_all;
use crate::terminal::Terminal;

/// More rounds than any file needs.
const MAX_ROUNDS: usize = 16;

/// Applies fixes; `Ok` when the files are as good as they can be made.
pub fn fix(args: &CheckArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Result<(), Status> {
    for _ in 0..MAX_ROUNDS {
        let mut session = Session::new(args.compile.cc.options(matches));
        let inputs = load_all(&args.compile, &mut session, terminal)?;
        if let Err(internal) = driver::compile(&mut session, &inputs, Goal::Check) {
            terminal.error(internal);
            return Err(Status::Usage);
        }
        let fixed = fixes::apply(session.sink.diagnostics(), &session.sources);
        if fixed.is_empty() {
            return Ok(());
        }
        if args.dry_run {
            show(&fixed, &session, terminal);
            return Ok(());
        }
        for file in &fixed {
            write(file, &session, terminal)?;
        }
    }
    Ok(())
}

fn show(fixed: &[FixedFile], session: &Session, terminal: &mut Terminal) {
    for file in fixed {
        let text = &session.sources.map.file(file.file).bytes;
        terminal.out(&unified_diff(&file.name, text, &file.edits));
    }
}

fn write(file: &FixedFile, session: &Session, terminal: &mut Terminal) -> Result<(), Status> {
    if file.name == "<stdin>" {
        terminal.error("standard input cannot be fixed; name the file, or use `--dry-run`");
        return Err(Status::Usage);
    }
    let path = session.path(file.file).unwrap_or(Path::new(&file.name));
    if let Err(error) = output::replace(path, &file.text) {
        terminal.error(error);
        return Err(Status::Usage);
    }
    let plural = if file.fixes == 1 { "" } else { "es" };
    terminal.say(format_args!("{}: {} fix{plural} applied", escaped(&file.name), file.fixes));
    Ok(())
}
