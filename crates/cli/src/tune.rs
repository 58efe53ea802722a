//! `warploom tune`: the fastest directives, found by trying.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use ::tune::record::{KernelLog, Outcome};
use ::tune::{Log, page};
use clap::ArgMatches;
use driver::build::{cuda_compiler, has_gpu};
use driver::compilers::split_closed_words;
use driver::output::Outputs;
use driver::tuning::{Settings, Tuned};
use driver::{CudaLayout, Goal, Session, Target, cleanup};

use crate::Status;
use crate::annotate::{Place, deliver};
use crate::args::{Format, TuneArgs, TuneTarget};
use crate::compile::{self, is_linked};
use crate::levels::Remarks;
use crate::terminal::Terminal;

/// Tunes a program and writes what was found.
pub fn tune(args: &TuneArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Status {
    let paths: Vec<PathBuf> = args.compile.files.iter().filter(|file| !is_linked(file)).cloned().collect();
    let place = Place::asked(&args.rewrite);
    if let Some(problem) = refused(&paths).or_else(|| place.refusal(&paths)) {
        terminal.error(problem);
        return Status::Usage;
    }
    if args.target == TuneTarget::Cuda && !has_gpu() {
        terminal.error("there is no GPU to measure on; `--target sim` ranks variants without one");
        return Status::Usage;
    }
    let cases = match cases(args) {
        Ok(cases) => cases,
        Err(problem) => {
            terminal.error(problem);
            return Status::Usage;
        }
    };
    let done = compile::attempt(&args.compile, args.compile.cc.options(matches), Goal::Check, terminal)
        .and_then(|attempt| {
            attempt.finish(&args.compile, Goal::Check, Format::Text, Remarks::Short, terminal)
        });
    let done = match done {
        Ok(done) => done,
        Err(status) => return status,
    };
    if let Some(log) = &args.rank {
        return rank(&done.session, paths, log, terminal);
    }
    let target = target(args.target, terminal);
    let settings = Settings { target, time: args.time, cases, anew: args.anew, survey: args.survey };
    cleanup::hold_interrupts();
    let progress = terminal.progress_within(args.time);
    let tuned = driver::tuning::tune(&done.session, paths, &settings, &mut |text| progress.say(text));
    drop(progress);
    match tuned {
        Ok(tuned) => {
            say(&tuned, terminal);
            write(args, &tuned, terminal)
        }
        Err(problem) => {
            terminal.error(problem);
            Status::Usage
        }
    }
}

/// Tells how well the model orders what an earlier run measured.
fn rank(session: &Session, paths: Vec<PathBuf>, log: &Path, terminal: &mut Terminal) -> Status {
    let read = std::fs::read(log).map_err(|error| format!("cannot read `{}`: {error}", source::shown(log)));
    let read = read.and_then(|text| {
        Log::from_json(&text).ok_or(format!("`{}` is no log of `tune --log`", source::shown(log)))
    });
    let ranked = match read.and_then(|log| driver::tuning::rank(session, paths, &log)) {
        Ok(ranked) => ranked,
        Err(problem) => {
            terminal.error(problem);
            return Status::Usage;
        }
    };
    let shown = |value: Option<f64>| value.map_or(String::from("-"), |value| format!("{value:.2}"));
    for kernel in &ranked {
        let (name, count) = (&kernel.kernel, kernel.variants.len());
        let (now, then) = (shown(kernel.now()), shown(kernel.then));
        let mut text =
            format!("{name}: {count} variants, rank correlation {now}, {then} when they were measured");
        if kernel.lost > 0 {
            text += &format!("; {} variants of the log are none of this program", kernel.lost);
        }
        terminal.out((text + "\n").as_bytes());
        if terminal.is_verbose() {
            for (label, found, predicted) in &kernel.variants {
                let times = [*found, *predicted].map(page::seconds);
                terminal.out(format!("  {:>10} {:>10}  {label}\n", times[0], times[1]).as_bytes());
            }
        }
    }
    Status::Success
}

/// What cannot be tuned.
fn refused(paths: &[PathBuf]) -> Option<&'static str> {
    if paths.iter().any(|path| path.as_os_str() == "-") {
        return Some("standard input cannot be tuned, since it is read many times; name the file");
    }
    let is_cuda = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "cu");
    let told = "`tune` changes directives, which CUDA files have none of; `warploom raise` makes C with directives of one";
    paths.iter().any(is_cuda).then_some(told)
}

/// `auto` says what it found.
fn target(asked: TuneTarget, terminal: &mut Terminal) -> Target {
    match asked {
        TuneTarget::Cuda => Target::Cuda(CudaLayout::Split),
        TuneTarget::Cpu => Target::Cpu,
        TuneTarget::Sim => Target::Sim,
        TuneTarget::Auto if has_gpu() && cuda_compiler().is_ok() => {
            terminal.say("target cuda: a GPU and nvcc were found");
            Target::Cuda(CudaLayout::Split)
        }
        TuneTarget::Auto => {
            terminal.say("target sim: no GPU with nvcc was found");
            Target::Sim
        }
    }
}

/// The arguments of each run that counts.
fn cases(args: &TuneArgs) -> Result<Vec<Vec<OsString>>, String> {
    if args.cases.is_empty() {
        return Ok(vec![args.arguments.clone()]);
    }
    if !args.arguments.is_empty() {
        return Err(String::from("arguments stand in `--case` or behind `--`, not in both"));
    }
    let words = |case: &String| {
        split_closed_words(case.as_ref()).ok_or_else(|| format!("a quote is not closed in `--case {case}`"))
    };
    args.cases.iter().map(words).collect()
}

/// What people should know.
fn say(tuned: &Tuned, terminal: &mut Terminal) {
    tuned.notes.iter().for_each(|note| terminal.say(note));
    match tuned.log.basis.as_str() {
        "simulated" => terminal.say("nothing was measured: the simulator's counters rank the variants"),
        "predicted" => terminal.say("nothing was measured: the model ranks the variants"),
        _ => {}
    }
    if !tuned.log.complete {
        let why = if cleanup::is_interrupted() { "it was interrupted" } else { "time was up" };
        terminal.say(format_args!("{why}: this is the best so far, and the next run goes on from here"));
    }
    for kernel in &tuned.log.kernels {
        for line in report(&tuned.log, kernel) {
            terminal.say(line);
        }
    }
}

/// The lines about a kernel.
fn report(log: &Log, kernel: &KernelLog) -> Vec<String> {
    let dropped = kernel.variants.iter().filter_map(|variant| match &variant.outcome {
        Outcome::Dropped(kind, reason) => Some((&variant.label, kind, reason)),
        Outcome::Measured(_) | Outcome::Untried => None,
    });
    let dropped: Vec<_> = dropped.collect();
    let tried = kernel.variants.iter().filter(|variant| variant.outcome != Outcome::Untried).count();
    let gain = match (kernel.gain(), log.basis.as_str()) {
        (Some(gain), "kernel times" | "wall times") => format!(": {gain:.3} of the time as written"),
        (Some(gain), _) => format!(": {gain:.3} of the simulated cost as written"),
        (None, _) => predicted_gain(kernel),
    };
    let mut lines = vec![format!("kernel `{}`: {}{gain}", kernel.name, kernel.chosen)];
    let correlation = match kernel.correlation() {
        Some(correlation) => format!("; rank correlation of the model {correlation:.2}"),
        None => String::new(),
    };
    let legal = kernel.examined - kernel.illegal;
    lines.push(format!(
        "  {tried} variants tried of {legal} that are legal, of {} that were looked at, {} dropped{correlation}",
        kernel.examined,
        dropped.len()
    ));
    lines.extend(dropped.iter().map(|(label, kind, reason)| format!("  dropped: {label}: {kind}: {reason}")));
    lines
}

fn predicted_gain(kernel: &KernelLog) -> String {
    let predicted = |label: &str| kernel.labelled(label).map(|variant| variant.predicted);
    match (predicted(&kernel.chosen), predicted("as written")) {
        (Some(chosen), Some(written)) => {
            format!(": {:.3} of the predicted cost as written", chosen / written)
        }
        _ => String::new(),
    }
}

fn write(args: &TuneArgs, tuned: &Tuned, terminal: &mut Terminal) -> Status {
    let mut outputs = Outputs::new(&tuned.session, &args.compile.files);
    let texts = [(&args.log, tuned.log.to_json()), (&args.html, page::page(&tuned.log))];
    for (path, text) in texts {
        let Some(path) = path else { continue };
        if path.as_os_str() == "-" {
            terminal.out(text.as_bytes());
        } else if let Err(error) = outputs.write(path, text.as_bytes()) {
            terminal.error(error);
            return Status::Usage;
        }
    }
    let place = Place::asked(&args.rewrite);
    deliver(&tuned.session, &tuned.files, &args.compile.files, place, terminal)
}
