//! Where variants are built, run and compared.
//!
//! A variant is known by the digest of the program that it becomes: two choices that become the same program
//! are measured once. Invariant: a program gets a time only after it has printed what it should in every case.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use tune::demand::Demand;
use tune::record::CaseTimes;
use tune::sizes::Sizes;
use tune::{Choice, Outcome};

use super::expected::Expected;
use super::run::{Ran, SIZES, attended, printed, run};
use super::store::Store;
use super::variants::{Reader, Translated, Variants};
use super::watch::Watch;
use super::{Progress, Settings, shown_case};
use crate::build::{Build, Product};
use crate::cache::Key;
use crate::cleanup::Temporary;
use crate::simulation::serve::{Conditions, serve, socket_for};
use crate::simulation::{costs, report};
use crate::translation::Target;

/// The part of the time that the sequential program may take.
const ORACLE: u32 = 8;
/// The same for the first simulation.
const SIMULATION: u32 = 4;
/// A variant hangs that takes so many times as long as the program as written, and some seconds.
const HANGS: f64 = 10.0;
const SHORTEST_LIMIT: Duration = Duration::from_secs(2);

/// Everything that is needed to try a variant.
pub(super) struct Workshop<'a> {
    pub variants: &'a Variants,
    pub settings: &'a Settings,
    pub watch: Watch,
    pub store: Store,
    pub progress: Progress<'a>,
    /// What outputs are compared with, in words.
    pub compared_with: String,
    pub notes: Vec<String>,
    /// Is anything run? Else the model alone decides.
    pub runs: bool,
    /// The sizes of each case, as far as the sequential program told them.
    pub sizes: Vec<Sizes>,
    folder: Temporary,
    /// What is right in each case.
    expected: Vec<Expected>,
    limits: Vec<Duration>,
    built: HashMap<String, PathBuf>,
    slowest_build: Duration,
}

/// A program that is going to be tried.
pub(super) struct Program {
    /// Tells it from all others.
    pub digest: String,
    pub texts: Vec<Vec<u8>>,
}

/// Why a variant is not chosen: the kind and the reason.
type Dropped = (String, String);

/// What trying came to.
enum Tried {
    Ran(Ran),
    Dropped(Dropped),
    /// Time was up.
    Unfinished,
}

fn dropped(kind: &str, reason: impl ToString) -> Dropped {
    (kind.to_string(), reason.to_string())
}

impl<'a> Workshop<'a> {
    /// Prepares a place.
    pub fn open(
        variants: &'a Variants,
        settings: &'a Settings,
        began: Instant,
        progress: Progress<'a>,
    ) -> Result<Workshop<'a>, String> {
        let folder =
            Temporary::folder().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
        Ok(Workshop {
            variants,
            settings,
            watch: Watch::new(began, settings.time),
            store: Store::open(&key(variants, settings)?, settings.anew),
            progress,
            compared_with: String::from("nothing"),
            notes: Vec::new(),
            runs: true,
            sizes: vec![Sizes::new(); settings.cases.len()],
            folder,
            expected: Vec::new(),
            limits: Vec::new(),
            built: HashMap::new(),
            slowest_build: Duration::ZERO,
        })
    }

    /// What the numbers are.
    pub fn basis(&self) -> &'static str {
        match (self.runs, self.settings.target) {
            (false, _) => "predicted",
            (true, Target::Sim) => "simulated",
            (true, Target::Cuda(_)) => "kernel times",
            (true, _) => "wall times",
        }
    }

    /// Builds and runs the program as it is, and finds out what it should print.
    pub fn prove(&mut self, written: &[Choice]) -> Result<(), String> {
        if self.store.len() > 0 {
            self.notes.push(format!("goes on after {} variants of an earlier run", self.store.len()));
        }
        let program = self.program(written)?;
        (self.progress)("building the program as it is");
        self.build(&[&program]).map_err(|(_, reason)| reason)?;
        (self.progress)("running the sequential program");
        let sequential = self.sequential();
        let limit = match self.settings.target {
            Target::Sim => self.settings.time / SIMULATION,
            _ => self.settings.time,
        };
        let mut own = Vec::new();
        for case in 0..self.settings.cases.len() {
            (self.progress)("running the program as it is");
            match self.attempt(&program, case, limit) {
                Tried::Ran(ran) => own.push(ran),
                Tried::Dropped((_, reason)) => return Err(format!("the program as it is: {reason}")),
                Tried::Unfinished if self.settings.target == Target::Sim => {
                    self.runs = false;
                    self.notes.push(String::from(
                        "the simulation takes too long: the model alone ranks; a smaller case, or more `--time`, helps",
                    ));
                    return Ok(());
                }
                Tried::Unfinished => {
                    return Err(String::from(
                        "the program as it is does not end in that time; give more with `--time`",
                    ));
                }
            }
        }
        self.expect(&program, &own, sequential)
    }

    /// What the sequential program prints is right; if it takes too long, what the program as it is prints.
    fn expect(
        &mut self,
        program: &Program,
        own: &[Ran],
        sequential: Result<Vec<Ran>, String>,
    ) -> Result<(), String> {
        self.compared_with = match &sequential {
            Ok(_) => String::from("the sequential program"),
            Err(reason) => {
                self.notes.push(format!("outputs are compared with those of the program as it is: {reason}"));
                String::from("the program as it is")
            }
        };
        let mut varying = 0;
        let mut times = Vec::new();
        for (case, ran) in own.iter().enumerate() {
            let right = sequential.as_ref().map_or(ran, |sequential| &sequential[case]);
            let mut expected = Expected::new(right);
            // On the simulator nothing varies but what the host does.
            let again = if self.settings.target == Target::Sim { None } else { self.again(program, case) };
            if let Some(again) = &again {
                varying += expected.vary(ran, again);
            }
            let mut own = CaseTimes::default();
            std::iter::once(ran).chain(&again).for_each(|ran| self.add(&mut own, ran));
            times.push(own);
            if let Some((_, difference)) = expected.objection(ran) {
                return Err(format!(
                    "the program as it is differs from {}: {difference}",
                    self.compared_with
                ));
            }
            self.expected.push(expected);
            let limit = Duration::from_secs_f64(ran.wall * HANGS).max(SHORTEST_LIMIT);
            self.limits.push(limit);
        }
        if self.store.outcome(&program.digest).samples() == 0 {
            self.store.set(&program.digest, Outcome::Measured(times));
        }
        if varying > 0 {
            self.notes.push(format!(
                "lines of the output that differ from run to run, as times do, are not compared: {varying}"
            ));
        }
        Ok(())
    }

    fn again(&mut self, program: &Program, case: usize) -> Option<Ran> {
        match self.attempt(program, case, self.settings.time) {
            Tried::Ran(ran) => Some(ran),
            Tried::Dropped(_) | Tried::Unfinished => None,
        }
    }

    /// The sequential program in every case, or why it cannot be had. What it tells of sizes is kept, even by one
    /// that takes too long.
    fn sequential(&mut self) -> Result<Vec<Ran>, String> {
        let folder = self.folder.path().join("sequential");
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let limit = self.watch.left() / ORACLE;
        let program = self
            .build_sequential(&folder, true, limit)
            .or_else(|_| self.build_sequential(&folder, false, limit))?;
        let mut ran = Vec::new();
        for (arguments, sizes) in self.settings.cases.iter().zip(&mut self.sizes) {
            let share = limit / self.settings.cases.len() as u32;
            let (one, was_ended) = self.watch.within(share, || run(&program, arguments, &folder));
            *sizes = tune::sizes::read(&std::fs::read_to_string(folder.join(SIZES)).unwrap_or_default());
            ran.push(one.ok().filter(|_| !was_ended));
        }
        let all: Option<Vec<Ran>> = ran.into_iter().collect();
        all.ok_or(format!("the sequential program takes longer than {:.0} s", limit.as_secs_f64()))
    }

    /// The sequential program in a folder.
    fn build_sequential(&self, folder: &Path, tells: bool, limit: Duration) -> Result<PathBuf, String> {
        let Translated { session, compiled } = self.variants.sequential(tells)?;
        let build = Build {
            session: &session,
            compiled: &compiled,
            target: Target::Sim,
            product: Product::Program,
            named: None,
            is_kept: true,
        };
        let program = folder.join("program");
        let (made, _) = self.watch.within(limit, || build.make(folder, &program));
        made.map_err(|_| String::from("the sequential program cannot be built"))?;
        Ok(program)
    }

    /// The sizes of a kernel in each case.
    pub fn sizes_of(&self, kernel: &str) -> Vec<BTreeMap<String, f64>> {
        self.sizes.iter().map(|case| case.get(kernel).cloned().unwrap_or_default()).collect()
    }

    /// The program that some choices make.
    pub fn program(&self, choices: &[Choice]) -> Result<Program, String> {
        let texts = self.variants.texts(choices).ok_or("the changes overlap")?;
        let translated = self.variants.reader.told(&texts)?;
        let mut key = Key::new();
        for file in translated.compiled.units.iter().flat_map(|unit| &unit.files) {
            key.add(&file.bytes);
        }
        Ok(Program { digest: key.name(), texts })
    }

    /// Builds programs, as many as there are at a time.
    pub fn build(&mut self, programs: &[&Program]) -> Result<(), Dropped> {
        let needed: Vec<&&Program> =
            programs.iter().filter(|program| !self.built.contains_key(&program.digest)).collect();
        let began = Instant::now();
        let (folder, reader) = (self.folder.path(), &self.variants.reader);
        let (made, was_ended) = self.watch.within(self.watch.left(), || {
            std::thread::scope(|scope| {
                let mut threads = Vec::new();
                for program in &needed {
                    threads.push(scope.spawn(move || make(reader, program, folder)));
                }
                let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
                    thread.join().unwrap_or_else(|_| Err(dropped("not compiled", "our mistake")))
                };
                threads.into_iter().map(join).collect::<Vec<_>>()
            })
        });
        self.slowest_build = self.slowest_build.max(began.elapsed());
        let mut failed = Ok(());
        for (program, made) in needed.iter().zip(made) {
            match made {
                Ok(path) => drop(self.built.insert(program.digest.clone(), path)),
                // A compiler that was ended says nothing about the program.
                Err(_) if was_ended => {}
                Err(reason) => {
                    failed = Err(reason.clone());
                    self.store.set(&program.digest, Outcome::Dropped(reason.0, reason.1));
                }
            }
        }
        failed
    }

    /// Is there time to build and run one more?
    pub fn has_time(&self) -> bool {
        self.watch.left() > self.slowest_build
    }

    /// Is it built, or known for what it is?
    pub fn is_built(&self, program: &Program) -> bool {
        let is_dropped = matches!(self.store.outcome(&program.digest), Outcome::Dropped(..));
        is_dropped || self.built.contains_key(&program.digest)
    }

    /// Runs a program until it has so many times in every case, or is dropped; false if there is no more time.
    pub fn measure(&mut self, program: &Program, samples: usize) -> bool {
        loop {
            let outcome = self.store.outcome(&program.digest);
            let mut cases = match outcome {
                Outcome::Dropped(..) => return true,
                Outcome::Measured(ref cases) if outcome.samples() >= samples => return !cases.is_empty(),
                Outcome::Measured(cases) => cases,
                Outcome::Untried => vec![CaseTimes::default(); self.settings.cases.len()],
            };
            if self.watch.is_over() {
                return false;
            }
            if !self.built.contains_key(&program.digest) && self.build(&[program]).is_err() {
                continue;
            }
            for (case, times) in cases.iter_mut().enumerate() {
                match self.attempt(program, case, self.limits[case]) {
                    Tried::Ran(ran) => match self.objection(case, &ran) {
                        None => self.add(times, &ran),
                        Some((kind, reason)) => {
                            self.store.set(&program.digest, Outcome::Dropped(kind, reason));
                            return true;
                        }
                    },
                    Tried::Dropped((kind, reason)) => {
                        self.store.set(&program.digest, Outcome::Dropped(kind, reason));
                        return true;
                    }
                    Tried::Unfinished => return false,
                }
            }
            self.store.set(&program.digest, Outcome::Measured(cases));
        }
    }

    /// What is wrong with a run.
    fn objection(&self, case: usize, ran: &Ran) -> Option<Dropped> {
        let of_case = match self.settings.cases.len() {
            1 => String::new(),
            _ => format!(" (case `{}`)", shown_case(&self.settings.cases[case])),
        };
        let (kind, reason) = self.expected[case].objection(ran)?;
        Some(dropped(kind, format!("{reason}{of_case}")))
    }

    fn add(&self, times: &mut CaseTimes, ran: &Ran) {
        times.wall.push(ran.wall);
        let names: Vec<&str> = self.variants.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
        for name in &names {
            if let Some(seconds) = ran.kernel(name, &names) {
                times.kernels.entry((*name).to_string()).or_default().push(seconds);
            }
        }
    }

    /// Runs a program once.
    fn attempt(&mut self, program: &Program, case: usize, limit: Duration) -> Tried {
        let Some(executable) = self.built.get(&program.digest) else { return Tried::Unfinished };
        let arguments = &self.settings.cases[case];
        let folder = self.folder.path();
        let (ran, was_ended) = self.watch.within(limit, || match self.settings.target {
            Target::Sim => {
                let limit = limit.min(self.watch.left());
                simulated(self.variants, program, &self.sizes[case], (executable, arguments), folder, limit)
            }
            _ => run(executable, arguments, folder).map(Ok).map_err(|error| error.to_string()),
        });
        match ran {
            _ if was_ended && self.watch.is_over() => Tried::Unfinished,
            _ if was_ended && self.limits.is_empty() => Tried::Unfinished,
            _ if was_ended => {
                Tried::Dropped(dropped("hung", format!("it did not end within {:.0} s", limit.as_secs_f64())))
            }
            Ok(Ok(ran)) => Tried::Ran(ran),
            Ok(Err(reason)) => reason,
            Err(error) => Tried::Dropped(dropped("crashed", error)),
        }
    }

    /// The kernels, the slowest first, each with its part of the time that is then left.
    pub fn shares(&mut self, written: &[Choice]) -> Vec<(usize, f64)> {
        let names: Vec<String> = self.variants.kernels.iter().map(|kernel| kernel.name.clone()).collect();
        let mut times = vec![1.0; names.len()];
        if self.runs
            && let Ok(program) = self.program(written)
            && self.measure(&program, 1)
        {
            let outcome = self.store.outcome(&program.digest);
            times = names.iter().map(|name| outcome.score(name).unwrap_or(0.0)).collect();
        }
        for (name, _) in names.iter().zip(&times).filter(|(_, time)| **time == 0.0) {
            self.notes.push(format!("kernel `{name}` does not run in every case, and stays as it is"));
        }
        let mut order: Vec<(usize, f64)> =
            times.into_iter().enumerate().filter(|(_, time)| *time > 0.0).collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        // Each gets its part of what those before it have left.
        let left = |at: usize| order[at..].iter().map(|(_, time)| time).sum::<f64>();
        let parts =
            order.iter().enumerate().map(|(at, (kernel, time))| (*kernel, (time / left(at)).max(0.05)));
        parts.collect()
    }

    /// The time goes into the store.
    pub fn close(&mut self) {
        self.store.seconds += self.watch.elapsed().as_secs_f64();
        self.store.save();
    }
}

/// Builds one program in a folder of its own.
fn make(reader: &Reader, program: &Program, folder: &Path) -> Result<PathBuf, Dropped> {
    let folder = folder.join(&program.digest);
    let failed = |error: &dyn std::fmt::Display| dropped("not compiled", first_lines(&error.to_string()));
    std::fs::create_dir_all(&folder).map_err(|error| failed(&error))?;
    let Translated { session, compiled } =
        reader.translate(&program.texts).map_err(|error| dropped("not compiled", error))?;
    let output = folder.join("program");
    let build = Build {
        session: &session,
        compiled: &compiled,
        target: reader.target,
        product: Product::Program,
        named: None,
        is_kept: true,
    };
    build.make(&folder, &output).map_err(|error| failed(&error))?;
    Ok(output)
}

fn first_lines(text: &str) -> String {
    text.lines().take(3).collect::<Vec<_>>().join(" ")
}

/// A run on the simulator; the times of kernels are those that its counters predict.
fn simulated(
    variants: &Variants,
    program: &Program,
    sizes: &Sizes,
    (executable, arguments): (&Path, &[std::ffi::OsString]),
    folder: &Path,
    limit: Duration,
) -> Result<Result<Ran, Tried>, String> {
    let Translated { mut session, compiled } = variants.reader.translate(&program.texts)?;
    let estimated = variants.examine_texts(&program.texts, std::slice::from_ref(sizes));
    let estimated = estimated.and_then(|mut cases| cases.pop()).unwrap_or_default();
    let mut device = compiled.device.ok_or("there is no device")?;
    let gpu = variants.reader.gpu();
    let conditions = Conditions { gpu, counted: true, timeout: Some(limit) };
    let mut command = Command::new(executable);
    command.args(arguments);
    let (ours, theirs) = socket_for(&mut command).map_err(|error| error.to_string())?;
    let served = attended(&mut command, folder, |host| {
        // The host's end is the host's alone: when it is gone, so is the connection.
        drop(theirs);
        serve(&mut session, &mut device, ours, host, conditions)
    });
    let ((counted, status), wall) = served.map_err(|error| error.to_string())?;
    if counted.timed_out {
        return Ok(Err(Tried::Unfinished));
    }
    if let Some(found) = report::diagnostics(&device, &counted).first() {
        return Ok(Err(Tried::Dropped(dropped("wrong", format!("{} ({})", found.message, found.code.id)))));
    }
    let profile = costs::profile(&device, &counted, gpu, Vec::new(), &[], &session.sources);
    let times: BTreeMap<String, f64> = profile
        .kernels
        .iter()
        .filter_map(|kernel| {
            let counted = Demand::counted(kernel, estimated.get(&kernel.name));
            Some((kernel.name.clone(), counted.seconds(gpu)?))
        })
        .collect();
    printed(folder, status, wall, times).map(Ok).map_err(|error| error.to_string())
}

/// Everything that decides what comes out: the program as it is, its cases, and what it runs on.
fn key(variants: &Variants, settings: &Settings) -> Result<Key, String> {
    let texts: Vec<Vec<u8>> = variants
        .inputs
        .iter()
        .map(|input| variants.session.sources.map.file(input.file).bytes.to_vec())
        .collect();
    let Translated { session, compiled } = variants.reader.translate(&texts)?;
    let target = settings.target;
    let mut key = Build {
        session: &session,
        compiled: &compiled,
        target,
        product: Product::Program,
        named: None,
        is_kept: true,
    }
    .key();
    for case in &settings.cases {
        key.add(shown_case(case).as_bytes());
    }
    key.add(crate::devices::gpu_name().unwrap_or_default().as_bytes());
    Ok(key)
}
