//! `warploom run --verify`: the program on its target beside the sequential program.
//!
//! ```text
//! error[E0816]: the kernel computes another value than the sequential program
//! error: line 3 of standard output differs from the sequential program's
//! ```
//!
//! The exit status is the program's, or 1 where something differs.

use std::fs::File;
use std::io::{self, IsTerminal, PipeReader, Read};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use clap::ArgMatches;
use diagnostics::{Diagnostic, Report, render_text};
use driver::build::Product;
use driver::cleanup::{Started, Temporary};
use driver::verify::folder::{FileDifference, Folders};
use driver::verify::outputs::first_difference;
use driver::verify::watch::{Watched, compare};
use driver::verify::{self, Exactness};
use driver::{Compiled, Dialect, Session, Target};
use source::shown;

use crate::Status;
use crate::args::RunArgs;
use crate::build::{self, device_variables, make, make_in_cache};
use crate::compile::Done;
use crate::execute::{execute, exit_code, wait};
use crate::program::{Program, Streams};
use crate::simulate::{self, seconds};
use crate::terminal::Terminal;

/// The variable that names the channel of records.
const CHANNEL: &str = "WARPLOOM_WATCH";

/// Builds and runs both, and compares.
pub fn run(args: &RunArgs, matches: &ArgMatches, target: Target, terminal: &mut Terminal) -> Status {
    let options = driver::Options { verified: true, ..args.compile.cc.options(matches) };
    match verify(args, options, target, terminal) {
        Ok(status) | Err(Problem::Told(status)) => status,
        Err(Problem::System(error)) => {
            terminal.error(format_args!("cannot compare with the sequential program: {error}"));
            Status::Usage
        }
    }
}

enum Problem {
    Told(Status),
    System(io::Error),
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        Problem::System(error)
    }
}

fn verify(
    args: &RunArgs,
    options: driver::Options,
    target: Target,
    terminal: &mut Terminal,
) -> Result<Status, Problem> {
    let made = make_in_cache(&args.compile, options, target, !args.no_cache, terminal);
    let (mut done, made) = made.map_err(Problem::Told)?;
    if done.compiled.units.iter().any(|unit| unit.input.dialect == Dialect::Cuda) {
        terminal.error("`--verify` compares with the sequential program, and a CUDA file has none");
        return Err(Problem::Told(Status::Usage));
    }
    let Some((units, rules)) = done.compiled.sequential.take() else {
        return Err(Problem::Told(Status::Usage));
    };
    let (name, text) = verify::RUNTIME;
    let beside = vec![(name, text.to_owned())];
    let sequential = Compiled { units, beside, ..Compiled::default() };
    let on_target = std::mem::replace(&mut done.compiled, sequential);
    let place = Place::new(&done, terminal)?;
    done.compiled = on_target;

    let sequential = Sequential::start(&place, &place.work, args)?;
    let mut program = Program::new(&made.executable, &args.arguments);
    program.command.stdin(File::open(&place.input)?).envs(device_variables(args, terminal));
    let (told, expected) = (program.channel(CHANNEL)?, sequential.told);
    let streams = program.capture(true)?;
    let exactness = rules.exactness;
    let comparing = thread::spawn(move || compare(told, expected, &rules));
    let (session, status) = run_on_target(done, program, target, args, terminal)?;
    let verdict = Verdict {
        exactness,
        status,
        streams: streams.end(),
        expected: sequential.ending.end()?,
        watched: comparing.join().unwrap_or_default(),
    };
    verdict.say(&place, args, &session, terminal)
}

fn run_on_target(
    done: Done,
    program: Program,
    target: Target,
    args: &RunArgs,
    terminal: &mut Terminal,
) -> Result<(Session, Status), Problem> {
    if target != Target::Sim {
        return Ok((done.session, execute(program, args.timeout, terminal)));
    }
    let simulated = simulate::run_program(done, program, args, terminal).map_err(Problem::Told)?;
    let status = simulated.status();
    Ok((simulated.program, status))
}

/// Where the sequential program is, and works.
struct Place {
    program: PathBuf,
    folders: Folders,
    work: PathBuf,
    /// Another copy of the folder, for a second run.
    again: PathBuf,
    input: PathBuf,
    _temporary: Temporary,
}

impl Place {
    /// Compiles the sequential program and copies the working folder.
    fn new(done: &Done, terminal: &mut Terminal) -> Result<Place, Problem> {
        let temporary = Temporary::folder()?;
        let [work, again, sources] = ["work", "again", "sources"].map(|name| temporary.path().join(name));
        for folder in [&work, &again, &sources] {
            std::fs::create_dir(folder)?;
        }
        let program = temporary.path().join("program");
        let place = build::Place { named: None, is_kept: true, folder: &sources };
        make(done, Product::Program, Target::Cpu, place, &program, terminal).map_err(Problem::Told)?;
        let own = std::env::current_dir()?;
        let folders = Folders::new(&own, &work)?;
        Folders::new(&own, &again)?;
        for path in &folders.linked {
            let path = shown(path);
            terminal.note(format_args!("what programs write to `{path}` is not compared: it is large"));
        }
        let input = temporary.path().join("input");
        let mut all = Vec::new();
        // Two programs cannot read one terminal.
        if !io::stdin().is_terminal() {
            io::stdin().read_to_end(&mut all)?;
        }
        std::fs::write(&input, all)?;
        Ok(Place { program, folders, work, again, input, _temporary: temporary })
    }
}

/// The sequential program, running.
struct Sequential {
    told: PipeReader,
    ending: Ending,
}

/// What is to come of a program.
struct Ending {
    status: JoinHandle<io::Result<Option<ExitStatus>>>,
    streams: Streams,
}

/// What a program left behind.
struct Ended {
    /// `None` if it did not end in time.
    status: Option<ExitStatus>,
    streams: [Vec<u8>; 2],
}

impl Sequential {
    fn start(place: &Place, folder: &Path, args: &RunArgs) -> io::Result<Sequential> {
        let mut program = Program::new(&place.program, &args.arguments);
        program.command.current_dir(folder).stdin(File::open(&place.input)?);
        let told = program.channel(CHANNEL)?;
        let streams = program.capture(false)?;
        let mut child = program.start()?;
        let started = Started::new(child.id());
        let limit: Option<Duration> = seconds(args.timeout);
        let status = thread::spawn(move || {
            let status = wait(&mut child, limit);
            drop(started);
            status
        });
        Ok(Sequential { told, ending: Ending { status, streams } })
    }

    /// Once more, for its output alone.
    fn repeat(place: &Place, args: &RunArgs) -> io::Result<Ended> {
        let Sequential { mut told, ending } = Sequential::start(place, &place.again, args)?;
        io::copy(&mut told, &mut io::sink())?;
        ending.end()
    }
}

impl Ending {
    fn end(self) -> io::Result<Ended> {
        let status = self.status.join().unwrap_or(Ok(None))?;
        Ok(Ended { status, streams: self.streams.end() })
    }
}

/// All that is known of both programs.
struct Verdict {
    exactness: Exactness,
    status: Status,
    streams: [Vec<u8>; 2],
    expected: Ended,
    watched: Watched,
}

impl Verdict {
    /// Says what differs; the exit status of the command.
    fn say(
        &self,
        place: &Place,
        args: &RunArgs,
        session: &Session,
        terminal: &mut Terminal,
    ) -> Result<Status, Problem> {
        let show = |diagnostic: Option<&Diagnostic>, terminal: &mut Terminal| {
            let found: Vec<Diagnostic> = diagnostic.into_iter().cloned().collect();
            let report = Report::new(&found, &session.sources, args.compile.error_limit);
            terminal.err(&render_text(&report, &session.sources, terminal.diagnostics_style()));
        };
        let Some(status) = self.expected.status else {
            terminal.error("the sequential program did not end in time: nothing is verified");
            return Ok(Status::Errors);
        };
        let mut differences = self.printed(place, args, terminal)?;
        differences.extend(self.written(place));
        if let Some(different) = self.returned(status) {
            differences.push(different);
        }
        let differs = self.watched.is_certain || !differences.is_empty();
        if differs || terminal.is_verbose() {
            // Where kernels and transfers agree, the host has read what is newer on the device.
            show(self.watched.first.as_ref().or(self.watched.left_behind.as_ref()), terminal);
        }
        differences.iter().for_each(|difference| terminal.error(difference));
        if differs {
            return Ok(Status::Errors);
        }
        if self.status == Status::Errors {
            return Ok(self.status);
        }
        terminal.say("verified: output, files and exit status are those of the sequential program");
        Ok(self.status)
    }

    /// What was printed differently.
    fn printed(&self, place: &Place, args: &RunArgs, terminal: &mut Terminal) -> io::Result<Vec<String>> {
        let differs = |again: Option<&[Vec<u8>; 2]>, stream: usize| {
            let again = again.map(|again| again[stream].as_slice());
            first_difference(&self.streams[stream], &self.expected.streams[stream], again, self.exactness)
        };
        if [0, 1].iter().all(|stream| differs(None, *stream).is_none()) {
            return Ok(Vec::new());
        }
        let again = Sequential::repeat(place, args)?.streams;
        if again != self.expected.streams {
            terminal.say("the sequential program does not print the same twice: such lines are not compared");
        }
        let words = ["standard output", "standard error"];
        let said = words.iter().enumerate().filter_map(|(stream, name)| {
            let difference = differs(Some(&again), stream)?;
            Some(told(&format!("line {} of {name}", difference.line), difference.found, difference.expected))
        });
        Ok(said.collect())
    }

    /// Which files were written differently.
    fn written(&self, place: &Place) -> Vec<String> {
        let differences = place.folders.differences().into_iter();
        let said = differences.filter_map(|difference| match difference {
            FileDifference::Missing(path) => {
                Some(format!("the file `{}` is written by the sequential program alone", shown(&path)))
            }
            FileDifference::Extra(path) => {
                Some(format!("the file `{}` is not written by the sequential program", shown(&path)))
            }
            FileDifference::Content(path, found, expected) => {
                let difference = first_difference(&found, &expected, None, self.exactness)?;
                let place = format!("line {} of the file `{}`", difference.line, shown(&path));
                Some(told(&place, difference.found, difference.expected))
            }
        });
        said.collect()
    }

    fn returned(&self, expected: ExitStatus) -> Option<String> {
        // Findings of the simulator are told already.
        let Status::Program(found) = self.status else { return None };
        let expected = exit_code(expected);
        (found != expected)
            .then(|| format!("the exit status is {found}, and {expected} that of the sequential program"))
    }
}

fn told(place: &str, found: Option<String>, expected: Option<String>) -> String {
    match (found, expected) {
        (Some(found), Some(expected)) => format!(
            "{place} differs\n  here:                  {}\n  sequential program:    {}",
            short(&found),
            short(&expected)
        ),
        (Some(found), None) => format!("{place} is not printed by the sequential program: {}", short(&found)),
        (None, Some(expected)) => format!("{place} is missing: {}", short(&expected)),
        (None, None) => format!("{place} differs"),
    }
}

/// What fits a line of a terminal.
fn short(line: &str) -> String {
    match line.char_indices().nth(160) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line.to_string(),
    }
}
