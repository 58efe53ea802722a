//! The variants of one kernel, with what was adopted for the others.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tune::explore::{Candidate, explore};
use tune::halving::Bench;
use tune::record::KernelLog;
use tune::{Choice, Outcome, Variant};

use super::workshop::{Program, Workshop};
use crate::translation::Target;

/// Choices that `check` is asked about at most, and the part of the time for that.
const MOST_EXAMINED: usize = 400;
const EXAMINING: f64 = 0.2;

/// Programs that are built at a time.
const MOST_TOGETHER: usize = 8;

/// One kernel's place in the workshop.
pub(super) struct KernelBench<'w, 'a> {
    workshop: &'w mut Workshop<'a>,
    kernel: usize,
    /// Of all kernels; that of this one is replaced.
    choices: Vec<Choice>,
    /// What is known of choices: seconds by the model, or that `check` objects.
    predicted: HashMap<Choice, Option<f64>>,
    programs: HashMap<Choice, Result<Program, String>>,
    began: Instant,
    slice: Duration,
}

impl<'w, 'a> KernelBench<'w, 'a> {
    /// With its part of the time that is left.
    pub fn new(workshop: &'w mut Workshop<'a>, kernel: usize, share: f64, choices: Vec<Choice>) -> Self {
        let slice = workshop.watch.left().mul_f64(share.clamp(0.0, 1.0));
        let began = Instant::now();
        let (predicted, programs) = (HashMap::new(), HashMap::new());
        KernelBench { workshop, kernel, choices, predicted, programs, began, slice }
    }

    /// Is anything run?
    pub fn is_measured(&self) -> bool {
        self.workshop.runs
    }

    /// The candidates around a choice and further off, best first.
    pub fn candidates(&mut self, from: &Choice) -> Vec<Candidate> {
        let until = self.began + self.slice.mul_f64(EXAMINING);
        let name = &self.workshop.variants.kernels[self.kernel].name;
        (self.workshop.progress)(&format!("{name}: looking for variants"));
        self.explored(from, move |asked| asked < MOST_EXAMINED && Instant::now() < until)
    }

    fn explored(&mut self, from: &Choice, goes_on: impl Fn(usize) -> bool) -> Vec<Candidate> {
        let variants = self.workshop.variants;
        let kernel = &variants.kernels[self.kernel];
        let is_over = || self.workshop.watch.is_over();
        let mut choices = self.choices.clone();
        let (predicted, sizes) = (&mut self.predicted, &self.workshop.sizes);
        let at = self.kernel;
        let predict = |choice: &Choice| {
            let known = predicted.entry(choice.clone()).or_insert_with(|| {
                choices[at] = choice.clone();
                variants.predict(&choices, &kernel.name, sizes)
            });
            *known
        };
        explore(kernel, &kernel.roots(from), predict, |asked| goes_on(asked) && !is_over())
    }

    /// Translates a choice, unless that was done.
    fn program(&mut self, choice: &Choice) {
        if !self.programs.contains_key(choice) {
            self.choices[self.kernel] = choice.clone();
            let program = self.workshop.program(&self.choices);
            self.programs.insert(choice.clone(), program);
        }
    }

    fn outcome(&self, choice: &Choice) -> Outcome {
        match self.programs.get(choice) {
            Some(Ok(program)) => self.workshop.store.outcome(&program.digest),
            Some(Err(reason)) => Outcome::Dropped(String::from("not compiled"), reason.clone()),
            None => Outcome::Untried,
        }
    }

    /// What is shown while it goes on.
    fn tell(&mut self) {
        let kernel = &self.workshop.variants.kernels[self.kernel];
        let scores = self.programs.keys().filter_map(|choice| Some((self.score(choice)?, choice)));
        let best = scores.min_by(|a, b| a.0.total_cmp(&b.0));
        let best = best.map_or(String::new(), |(score, choice)| {
            format!(", best {}: {}", tune::page::seconds(score), kernel.label(choice))
        });
        let left = self.workshop.watch.left().as_secs();
        let text = format!("{}: {} variants, {left} s left{best}", kernel.name, self.programs.len());
        (self.workshop.progress)(&text);
    }

    /// Everything that was tried.
    pub fn log(self, chosen: &Choice) -> KernelLog {
        let kernel = &self.workshop.variants.kernels[self.kernel];
        let mut legal: Vec<(&Choice, f64)> =
            self.predicted.iter().filter_map(|(choice, predicted)| Some((choice, (*predicted)?))).collect();
        legal.sort_by(|a, b| a.1.total_cmp(&b.1).then_with(|| a.0.cmp(b.0)));
        let variant = |(choice, predicted): &(&Choice, f64)| Variant {
            label: kernel.label(choice),
            values: kernel.values(choice),
            predicted: *predicted,
            digest: match self.programs.get(*choice) {
                Some(Ok(program)) => program.digest.clone(),
                _ => String::new(),
            },
            outcome: self.outcome(choice),
        };
        KernelLog {
            name: kernel.name.clone(),
            file: self.workshop.variants.session.sources.map.file(kernel.file).name.clone(),
            line: kernel.line,
            space: kernel.size(),
            examined: self.predicted.len(),
            illegal: self.predicted.values().filter(|predicted| predicted.is_none()).count(),
            sizes: self.workshop.sizes_of(&kernel.name),
            chosen: kernel.label(chosen),
            variants: legal.iter().map(variant).collect(),
        }
    }
}

impl Bench for KernelBench<'_, '_> {
    fn neighbours(&mut self, choice: &Choice) -> Vec<Candidate> {
        let around = self.workshop.variants.kernels[self.kernel].neighbours(choice).len();
        let mut found = self.explored(choice, move |asked| asked <= around + 1);
        found.retain(|candidate| candidate.choice.iter().zip(choice).filter(|(a, b)| a != b).count() == 1);
        found
    }

    fn run(&mut self, choices: &[&Choice], samples: usize) -> bool {
        for choice in choices {
            self.program(choice);
        }
        let programs = choices.iter().filter_map(|choice| self.programs.get(*choice)?.as_ref().ok());
        let programs: Vec<&Program> = programs.collect();
        let is_needed = |program: &&&Program| {
            let known = self.workshop.store.outcome(&program.digest).samples();
            known < samples && !self.workshop.is_built(program)
        };
        let mut unbuilt: Vec<&Program> = programs.iter().filter(is_needed).copied().collect();
        unbuilt.dedup_by_key(|program| &program.digest);
        if !unbuilt.is_empty() && !self.workshop.has_time() {
            return false;
        }
        // One that fails is in the store, and dropped there.
        let _ = self.workshop.build(&unbuilt);
        let has_time = programs.iter().all(|program| self.workshop.measure(program, samples));
        self.tell();
        has_time
    }

    fn score(&self, choice: &Choice) -> Option<f64> {
        self.outcome(choice).score(&self.workshop.variants.kernels[self.kernel].name)
    }

    fn shortest(&self, choice: &Choice) -> Option<f64> {
        self.outcome(choice).shortest(&self.workshop.variants.kernels[self.kernel].name)
    }

    fn goes_on(&self, part: f64) -> bool {
        self.workshop.has_time() && self.began.elapsed() < self.slice.mul_f64(part)
    }

    fn together(&self) -> usize {
        let processors = std::thread::available_parallelism().map_or(2, |count| count.get());
        (processors / 2).clamp(2, MOST_TOGETHER)
    }

    fn is_exact(&self) -> bool {
        self.workshop.settings.target == Target::Sim
    }
}
