//! `warploom check --fix`: applies the fixes that need no judgement.
//!
//! First the data directives that kernels miss, placed over the whole program; then what diagnostics
//! offer, round by round, since a fix may bring to light what was hidden, until there
//! is nothing left to fix: running it again changes nothing. `--dry-run` shows
//! the first round as a unified diff and writes nothing.

use std::path::Path;

use clap::ArgMatches;
use driver::data_directives::{self, Placed};
use driver::fixes::{self, FixedFile};
use driver::unified_diff::unified_diff;
use driver::{Goal, Session, output};
use source::escaped;

use crate::Status;
use crate::args::CheckArgs;
use crate::compile::load_all;
use crate::levels::{self, Remarks};
use crate::terminal::Terminal;

/// More rounds than any file needs.
const MAX_ROUNDS: usize = 16;

/// Applies fixes; `Ok` when the files are as good as they can be made.
pub fn fix(args: &CheckArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Result<(), Status> {
    if write_data_directives(args, matches, terminal)? {
        return Ok(());
    }
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

/// Writes the data directives that the program misses; with `--dry-run` it shows them, and then that is all there is
/// to show.
fn write_data_directives(
    args: &CheckArgs,
    matches: &ArgMatches,
    terminal: &mut Terminal,
) -> Result<bool, Status> {
    let mut session = Session::new(args.compile.cc.options(matches));
    let inputs = load_all(&args.compile, &mut session, terminal)?;
    let placed = driver::compile(&mut session, &inputs, Goal::Check).and_then(|_| {
        match session.sink.diagnostics().iter().any(data_directives::is_about_data) {
            true => data_directives::place(&mut session, &inputs),
            false => Ok(Placed::default()),
        }
    });
    let placed = placed.map_err(|internal| {
        terminal.error(internal);
        Status::Usage
    })?;
    levels::show(&placed.remarks, &session.sources, &args.compile, Remarks::Full, terminal);
    let fixed = fixes::with_edits(&inputs, &placed.edits, &session.sources);
    match args.dry_run {
        true => show(&fixed, &session, terminal),
        false => fixed.iter().try_for_each(|file| write(file, &session, terminal))?,
    }
    Ok(args.dry_run && !fixed.is_empty())
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
