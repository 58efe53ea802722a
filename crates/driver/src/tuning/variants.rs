//! The texts of variants, what `check` says about them, and their translation.
//!
//! A variant is read in a session of its own in which its texts stand for the files, so that includes,
//! macros and names are those of the program. Invariant: what `check` has an error or a new warning about
//! is not a variant.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use diagnostics::{Diagnostic, Severity};
use source::{Edit, FileId, apply_edits};
use translate::cuda::Layout;
use translate::{OutputFile, Role};
use tune::demand::Demand;
use tune::sizes::Sizes;
use tune::{Choice, Kernel, space};

use crate::loader::Overlay;
use crate::options::Options;
use crate::pipeline::{Compiled, Goal, compile, read_program};
use crate::session::{Input, Session};
use crate::toolchain::Toolchain;
use crate::translation::Target;

/// A program and what can be chosen in it.
pub(super) struct Variants {
    /// The program as it is.
    pub session: Session,
    pub inputs: Vec<Input>,
    pub paths: Vec<PathBuf>,
    pub kernels: Vec<Kernel>,
    /// Kernels that cannot be tuned.
    pub others: Vec<String>,
    /// What `check` says of the program as it is.
    known: HashSet<String>,
    pub reader: Reader,
}

/// How texts are read.
#[derive(Clone)]
pub(super) struct Reader {
    options: Options,
    toolchain: Toolchain,
    paths: Vec<PathBuf>,
    pub target: Target,
}

impl Reader {
    /// What the kernels are to be fast on.
    pub fn gpu(&self) -> gpu::Gpu {
        self.options.gpu.unwrap_or_default()
    }
}

/// A program that was translated.
pub(super) struct Translated {
    pub session: Session,
    pub compiled: Compiled,
}

/// What times launches on a GPU; see there.
const TIMER: &str = include_str!("launch_timer.c");
const TIMER_NAME: &str = "warploom_launch_timer.c";

/// What keeps the sizes that the sequential program tells; see there.
const TELLER: &str = include_str!("size_teller.c");
const TELLER_NAME: &str = "warploom_size_teller.c";

/// What the kernels of a program ask of a GPU, by their names.
pub(super) type Demands = BTreeMap<String, Demand>;

impl Variants {
    /// Reads a program that has no errors.
    pub fn read(session: &Session, paths: Vec<PathBuf>, target: Target) -> Result<Variants, String> {
        let mut options = session.options.clone();
        if matches!(target, Target::Cuda(_)) {
            let wrapped = ["cudaLaunchKernel", "__cudaLaunchKernel"];
            options.passed.link.extend(wrapped.map(|name| format!("-Wl,--wrap={name}").into()));
        }
        let reader = Reader { options, toolchain: session.toolchain.clone(), paths: paths.clone(), target };
        let (mut session, inputs) = reader.read(None)?;
        let mut checked = reader.read(None)?;
        compile(&mut checked.0, &checked.1, Goal::Check).map_err(|error| error.to_string())?;
        let known = checked.0.sink.diagnostics().iter().map(heading).collect();
        let program = crate::guard::run_guarded(|| read_program(&mut session, &inputs));
        let program = program.map_err(|error| error.to_string())?.ok_or("the program has errors")?;
        let (kernels, others) = space::kernels(&program, &session.sources);
        Ok(Variants { session, inputs, paths, kernels, others, known, reader })
    }

    /// The changes of a file.
    pub fn edits(&self, choices: &[Choice], file: FileId) -> Vec<Edit> {
        self.kernels.iter().zip(choices).flat_map(|(kernel, choice)| kernel.edits(choice, file)).collect()
    }

    /// The texts of all files; `None` if changes overlap.
    pub fn texts(&self, choices: &[Choice]) -> Option<Vec<Vec<u8>>> {
        let text = |input: &Input| {
            let original = &self.session.sources.map.file(input.file).bytes;
            apply_edits(original, &self.edits(choices, input.file)).ok()
        };
        self.inputs.iter().map(text).collect()
    }

    /// What the kernels ask of a GPU in each of some cases; `None` if `check` objects.
    pub fn examine(&self, choices: &[Choice], cases: &[Sizes]) -> Option<Vec<Demands>> {
        self.examine_texts(&self.texts(choices)?, cases)
    }

    /// The seconds of a kernel by the model, for all cases together.
    pub fn predict(&self, choices: &[Choice], kernel: &str, cases: &[Sizes]) -> Option<f64> {
        let demands = self.examine(choices, cases)?;
        let seconds = demands.iter().map(|case| case.get(kernel)?.seconds(self.reader.gpu()));
        tune::statistics::geometric_mean(&seconds.collect::<Option<Vec<f64>>>()?)
    }

    /// The same of texts.
    pub fn examine_texts(&self, texts: &[Vec<u8>], cases: &[Sizes]) -> Option<Vec<Demands>> {
        let (mut session, inputs) = self.reader.read(Some(texts)).ok()?;
        let compiled = compile(&mut session, &inputs, Goal::Examine).ok()?;
        let is_new = |finding: &&Diagnostic| {
            finding.severity() != Severity::Remark && !self.known.contains(&heading(finding))
        };
        if session.sink.diagnostics().iter().find(is_new).is_some() {
            return None;
        }
        let examined = compiled.examined?;
        let input = analyze::Input::new(&examined.program, &session.sources);
        let of_case = |sizes| tune::model::demands(&input, &examined.facts, self.reader.gpu(), sizes);
        Some(cases.iter().map(of_case).collect())
    }
}

impl Variants {
    /// The sequential program; one that tells the sizes of its kernels, if that is wanted.
    pub fn sequential(&self, tells: bool) -> Result<Translated, String> {
        let mut translated = self.reader.sequential()?;
        if !tells {
            return Ok(translated);
        }
        for (unit, input) in translated.compiled.units.iter_mut().zip(&self.inputs) {
            let own = self.kernels.iter().filter(|kernel| kernel.file == input.file);
            let edits: Vec<Edit> = own.filter_map(Kernel::teller).collect();
            let text = &self.session.sources.map.file(input.file).bytes;
            let bytes = apply_edits(text, &edits).map_err(|_| String::from("two kernels in one line"))?;
            if !edits.is_empty() {
                unit.files.push(OutputFile { role: Role::Host, bytes });
            }
        }
        translated.compiled.beside.push((TELLER_NAME, TELLER.to_string()));
        Ok(translated)
    }
}

fn heading(finding: &Diagnostic) -> String {
    format!("{} {}", finding.code.id, finding.message)
}

impl Reader {
    /// Loads the program, with other texts in place of its files if there are any.
    pub fn read(&self, texts: Option<&[Vec<u8>]>) -> Result<(Session, Vec<Input>), String> {
        let mut session = Session::with_toolchain(self.options.clone(), self.toolchain.clone());
        let mut overlay = Overlay::default();
        for (path, text) in self.paths.iter().zip(texts.unwrap_or_default()) {
            overlay.set(path, Arc::from(text.as_slice()));
        }
        session.overlay = overlay;
        let inputs: Result<Vec<Input>, _> = self.paths.iter().map(|path| session.load(path)).collect();
        Ok((session, inputs.map_err(|error| error.to_string())?))
    }

    /// The program with these texts, for the target; what is wrong with it otherwise.
    pub fn translate(&self, texts: &[Vec<u8>]) -> Result<Translated, String> {
        let (mut session, inputs) = self.read(Some(texts))?;
        let compiled = compile(&mut session, &inputs, Goal::Translate(self.target));
        let mut compiled = compiled.map_err(|error| error.to_string())?;
        let error = session.sink.diagnostics().iter().find(|found| found.severity() == Severity::Error);
        if let Some(error) = error {
            return Err(format!("{} ({})", error.message, error.code.id));
        }
        if matches!(self.target, Target::Cuda(_)) {
            compiled.beside.push((TIMER_NAME, TIMER.to_string()));
        }
        Ok(Translated { session, compiled })
    }

    /// The same in files: the simulator's kernels are in none, but CUDA's text tells them apart.
    pub fn told(&self, texts: &[Vec<u8>]) -> Result<Translated, String> {
        match self.target {
            Target::Sim => Reader { target: Target::Cuda(Layout::Split), ..self.clone() }.translate(texts),
            _ => self.translate(texts),
        }
    }

    /// The files as `cc` would take them, directives being none of its business.
    fn sequential(&self) -> Result<Translated, String> {
        let (session, inputs) = self.read(None)?;
        let units = inputs.into_iter().map(|input| crate::UnitOutput::new(input, Vec::new()));
        let compiled = Compiled { units: units.collect(), ..Compiled::default() };
        Ok(Translated { session, compiled })
    }
}
