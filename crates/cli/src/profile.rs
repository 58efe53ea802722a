//! `warploom profile`: a run on the simulator, and what memory did meanwhile.
//!
//! ```text
//! warploom profile transpose.cu                              a table
//! warploom profile transpose.cu --html t.html --json t.json  and files
//! warploom profile --before naive.cu tiled.cu --html d.html  two programs
//! warploom profile --before old.json new.json                two runs of earlier
//! ```

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use driver::Target;
use driver::output::Outputs;
use driver::simulation::costs;
use driver::simulation::serve::Conditions;
use profiles::{Profile, compare, counts, html, table};
use source::shown;

use crate::Status;
use crate::args::{CompileArgs, ProfileArgs};
use crate::build::make_in_cache;
use crate::program::Program;
use crate::simulate::{Told, seconds, simulate};
use crate::terminal::Terminal;

/// Runs, counts, and shows.
pub fn profile(args: &ProfileArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Status {
    let mut outputs = Outputs::default();
    let before = match &args.before {
        None => None,
        Some(path) => match profile_of(args, std::slice::from_ref(path), matches, &mut outputs, terminal) {
            Ok((before, _)) => Some(before),
            Err(status) => return status,
        },
    };
    let (profile, status) = match profile_of(args, &args.compile.files, matches, &mut outputs, terminal) {
        Ok(profiled) => profiled,
        Err(status) => return status,
    };
    let to_output = |path: &Option<PathBuf>| path.as_ref().is_some_and(|path| path.as_os_str() == "-");
    if ![&args.json, &args.html, &args.counts].into_iter().any(to_output) {
        let mut text = table::table(&profile);
        if let Some(before) = &before {
            text.push('\n');
            text.push_str(&compare::table(before, &profile));
        }
        terminal.out(text.as_bytes());
    }
    let page = || html::page(&profile, before.as_ref());
    let written = write(&args.json, || profile.to_json(), &mut outputs, terminal)
        && write(&args.counts, || counts::counts(&profile), &mut outputs, terminal)
        && write(&args.html, page, &mut outputs, terminal);
    if written { status } else { Status::Usage }
}

/// The profile of a run made now, or read from a file of an earlier one.
fn profile_of(
    args: &ProfileArgs,
    files: &[PathBuf],
    matches: &ArgMatches,
    outputs: &mut Outputs,
    terminal: &mut Terminal,
) -> Result<(Profile, Status), Status> {
    if let [file] = files
        && file.extension().is_some_and(|extension| extension == "json")
    {
        outputs.protect(file);
        return read(file, terminal).map(|profile| (profile, Status::Success));
    }
    let compile = CompileArgs { files: files.to_vec(), ..args.compile.clone() };
    let (done, made) =
        make_in_cache(&compile, compile.cc.options(matches), Target::Sim, !args.no_cache, terminal)?;
    outputs.protect_all(&done.session, files);
    let gpu = done.session.options.gpu.unwrap_or_default();
    let conditions = Conditions { gpu, counted: true, timeout: seconds(args.timeout) };
    let told = Told { error_limit: compile.error_limit, findings: None };
    let program = Program::new(&made.executable, &args.arguments);
    let simulated = simulate(done, program, conditions, told, terminal);
    let simulated = simulated?;
    let program = files.iter().map(|file| shown(file)).collect();
    let profile = costs::profile(
        &simulated.device,
        &simulated.session,
        conditions.gpu,
        program,
        &simulated.found,
        &simulated.program.sources,
    );
    Ok((profile, simulated.status()))
}

fn read(file: &Path, terminal: &mut Terminal) -> Result<Profile, Status> {
    let text = std::fs::read(file).map_err(|error| error.to_string());
    text.and_then(|text| Profile::from_json(&text)).map_err(|error| {
        terminal.error(format_args!("cannot read the profile `{}`: {error}", shown(file)));
        Status::Usage
    })
}

/// Writes a file whole or not at all; `-` is standard output.
fn write(
    path: &Option<PathBuf>,
    text: impl FnOnce() -> String,
    outputs: &mut Outputs,
    terminal: &mut Terminal,
) -> bool {
    let Some(path) = path else { return true };
    if path.as_os_str() == "-" {
        terminal.out(text().as_bytes());
        return true;
    }
    match outputs.write(path, text().as_bytes()) {
        Ok(()) => true,
        Err(error) => {
            terminal.error(error);
            false
        }
    }
}
