//! `warploom tune`: variants of a program's directives, built, run and compared, within a time.
//!
//! ```text
//! read ─▶ knobs of each kernel ─▶ as written: build, run, compare with the sequential program
//!         for each kernel, the slowest first: candidates by the model ─▶ successive halving ─▶ adopt the best
//! ```
//! A kernel's variants are built with what was adopted for the kernels before it, so that the program
//! which is written at last is one that ran, and printed what it should.
//!
//! Reading order: this file, [`variants`] (texts, and what `check` says), [`workshop`] (build, run, compare),
//! [`bench`] (one kernel's variants), [`expected`] (what is right), [`run`](mod@run) (a process), [`watch`] (time), [`store`] (what earlier
//! runs found), [`ranking`] (the model against what was measured).

mod bench;
mod expected;
mod ranking;
mod run;
mod store;
mod variants;
mod watch;
mod workshop;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use source::apply_edits;
use tune::explore::varied;
use tune::record::{KernelLog, Log, SCHEMA};
use tune::{Choice, Kernel, halving, survey};

use crate::annotating::AnnotatedFile;
use crate::session::Session;
use crate::translation::Target;
use bench::KernelBench;
pub use ranking::{Ranked, rank};
use variants::Variants;
use workshop::Workshop;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What variants are built for.
    pub target: Target,
    /// How long all of it may take.
    pub time: Duration,
    /// The arguments of each case; one empty list for a program without.
    pub cases: Vec<Vec<OsString>>,
    /// What earlier runs found is not asked for.
    pub anew: bool,
    /// Variants from all over the model's order are run, not those that it likes best.
    pub survey: bool,
}

/// What came out.
#[derive(Debug)]
pub struct Tuned {
    /// The program as it was read.
    pub session: Session,
    /// Each input with its new text.
    pub files: Vec<AnnotatedFile>,
    /// What was tried.
    pub log: Log,
    /// What should be said.
    pub notes: Vec<String>,
}

/// Something happens, in a few words.
pub type Progress<'a> = &'a mut dyn FnMut(&str);

/// Less than this part of the time as written is worth a change that only the model speaks for.
const PREDICTED_GAIN: f64 = 0.95;

/// Tunes the kernels of a program; the reason if it cannot be done.
pub fn tune(
    session: &Session,
    paths: Vec<PathBuf>,
    settings: &Settings,
    progress: Progress<'_>,
) -> Result<Tuned, String> {
    let began = Instant::now();
    let variants = Variants::read(session, paths, settings.target)?;
    if variants.kernels.is_empty() {
        return Err(String::from(
            "there is no kernel to tune: mark loops with `#pragma hicuda kernel`, or let `warploom annotate` do it",
        ));
    }
    let mut workshop = Workshop::open(&variants, settings, began, progress)?;
    let written: Vec<Choice> = variants.kernels.iter().map(Kernel::as_written).collect();
    workshop.prove(&written)?;
    let mut choices = written.clone();
    let mut logs = Vec::new();
    for (kernel, share) in workshop.shares(&written) {
        let log = tune_kernel(&mut workshop, kernel, share, &mut choices);
        logs.push(log);
    }
    let complete = !workshop.watch.is_over();
    let log = Log {
        schema: SCHEMA.to_string(),
        program: variants.paths.iter().map(|path| source::shown(path)).collect(),
        target: target_name(settings.target).to_string(),
        basis: workshop.basis().to_string(),
        cases: settings.cases.iter().map(|case| shown_case(case)).collect(),
        compared_with: workshop.compared_with.clone(),
        seconds: workshop.store.seconds + began.elapsed().as_secs_f64(),
        complete,
        kernels: logs,
    };
    let notes = notes(&workshop, &variants);
    workshop.close();
    finished(variants, &choices, log, notes)
}

/// Chooses for one kernel; what is chosen is adopted.
fn tune_kernel(workshop: &mut Workshop<'_>, kernel: usize, share: f64, choices: &mut [Choice]) -> KernelLog {
    let incumbent = choices[kernel].clone();
    let surveys = workshop.settings.survey;
    let mut bench = KernelBench::new(workshop, kernel, share, choices.to_vec());
    let candidates = bench.candidates(&incumbent);
    let chosen = if bench.is_measured() && surveys {
        survey::survey(&incumbent, &candidates, &mut bench)
    } else if bench.is_measured() {
        halving::search(&incumbent, &varied(&candidates), &mut bench)
    } else {
        let of = |choice: &Choice| candidates.iter().find(|c| c.choice == *choice).map(|c| c.predicted);
        let best = candidates
            .first()
            .filter(|best| of(&incumbent).is_none_or(|own| best.predicted < own * PREDICTED_GAIN));
        best.map_or(incumbent, |best| best.choice.clone())
    };
    choices[kernel] = chosen.clone();
    bench.log(&chosen)
}

/// The files with what was chosen.
fn finished(variants: Variants, choices: &[Choice], log: Log, notes: Vec<String>) -> Result<Tuned, String> {
    let mut files = Vec::new();
    for input in &variants.inputs {
        let edits = variants.edits(choices, input.file);
        let original = &variants.session.sources.map.file(input.file).bytes;
        let text = apply_edits(original, &edits).map_err(|_| String::from("the changes overlap"))?;
        files.push(AnnotatedFile { file: input.file, text, edits });
    }
    Ok(Tuned { session: variants.session, files, log, notes })
}

fn notes(workshop: &Workshop<'_>, variants: &Variants) -> Vec<String> {
    let mut notes = workshop.notes.clone();
    if !variants.others.is_empty() {
        let names = variants.others.join("`, `");
        notes.push(format!("not tuned: `{names}`, whose directives come out of a macro or an included file"));
    }
    notes
}

/// The arguments of a case as a person would write them.
fn shown_case(arguments: &[OsString]) -> String {
    arguments.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn target_name(target: Target) -> &'static str {
    match target {
        Target::Cuda(_) => "cuda",
        Target::Hip(_) => "hip",
        Target::OpenCl(_) => "opencl",
        Target::Cpu => "cpu",
        Target::Sim => "sim",
    }
}
