//! Everything the targets CUDA and HIP write, compiled by NVIDIA's and AMD's compiler without a
//! warning; no GPU is needed for that.
//!
//! The programs are the examples, the UI tests with kernels and without
//! errors, the benchmarks, and random kernels; each is translated to one file and to two, and
//! both are compiled, for `sm_90` or for `gfx90a` and `gfx1030`:
//!
//! ```text
//! test translate/nowait.c, one file ... ok
//! test translate/nowait.c, split ... ok
//! ```
//!
//! Kernels with jammed loops must keep their copies in registers: no memory of a
//! thread's own, nothing spilled to it.
//!
//! Without the compiler the trials are ignored, and say so in their names; `cargo xtask ci`
//! installs both (it names NVIDIA's in `WARPLOOM_NVCC`), and then they run or fail. Programs that include the same headers are compiled in one go, and
//! one by one if that fails. What compiled once is not compiled again while its text stays
//! the same: the digests are kept below the target folder.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use libtest_mimic::Trial;

use crate::command::run;
use crate::directives::{self, preprocessor_flags, words};
use crate::discover::{files, inputs};
use crate::modes::DIRECTIVES;
use crate::sample::Sample;
use crate::suite::{self, Suite, trial};
use crate::together::{system_headers, together};
use crate::{hip_runs, ported};

/// Random programs that are compiled, and how many share a file.
const SEEDS: std::ops::Range<u64> = 0..80;
const PER_FILE: u64 = 20;

/// What a program's author may do without our help: variables that are not used
/// (177) or only set (550), and functions that are not called.
const AUTHORS_OWN: &str = "177,550";

/// Programs of which a C compiler warns as they are: what old C leaves out, and braces around a number.
const WARNED: [&str; 2] = ["declared-by-use.c", "members-of-values.c"];
/// Programs whose kernels copy what their text may not have set, and clang says so: `private` vouches for it.
const PARTLY_SET: &[&str] = &["private/clauses.c"];

/// Programs that are compiled in one go: more, and an error costs more time than they save.
const LARGEST_BATCH: usize = 12;

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom), Target::Cuda))
}

/// The same for HIP.
pub fn main_for_hip(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom), Target::Hip))
}

/// For whom it is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Target {
    Cuda,
    Hip,
}

impl Target {
    /// As the command line and the endings of files say it.
    fn name(self) -> &'static str {
        match self {
            Target::Cuda => "cuda",
            Target::Hip => "hip",
        }
    }

    fn ending(self) -> &'static str {
        match self {
            Target::Cuda => "cu",
            Target::Hip => "hip",
        }
    }

    fn compiler(self, suite: &Suite) -> Result<Option<PathBuf>, String> {
        match self {
            Target::Cuda => cuda_compiler(suite),
            Target::Hip => Ok(on_path("hipcc")),
        }
    }

    /// Who gets the compiler for those who have none.
    fn advice(self) -> &'static str {
        match self {
            Target::Cuda => "no CUDA compiler (see `cargo xtask cuda`)",
            Target::Hip => "no hipcc (Debian's package of that name)",
        }
    }

    /// Warnings are errors, but for those about what a program's author may do.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Target::Cuda => &["-arch=sm_90", "-Werror", "all-warnings", "-diag-suppress", AUTHORS_OWN],
            Target::Hip => &[
                "--offload-arch=gfx90a",
                "--offload-arch=gfx1030",
                "-Wall",
                "-Werror",
                "-Wno-unused",
                "-Wno-unknown-pragmas",
                // `{ 0 }` for an array of arrays is C that people write.
                "-Wno-missing-braces",
                // hipcc names libraries to whoever does not link, too.
                "-Wno-unused-command-line-argument",
            ],
        }
    }
}

fn trials(suite: &Suite, target: Target) -> Result<Vec<Trial>, String> {
    let compiler = target.compiler(suite)?;
    let scratch = suite.warploom.parent().unwrap_or(Path::new(".")).join(format!("{}-suite", target.name()));
    let mut batches: Vec<Batch> = Vec::new();
    let mut ignored = Vec::new();
    let sample = Sample::from_environment();
    // What HIP shares with CUDA is compiled by nvcc; hipcc compiles for two GPUs.
    let is_chosen = |program: &Program| match target {
        Target::Hip => sample.has_among_few(&program.name),
        Target::Cuda => sample.has(&program.name),
    };
    for program in programs(suite, &scratch)?.into_iter().filter(is_chosen) {
        for layout in [Layout::OneFile, Layout::Split] {
            let name = format!("{}, {}", program.name, layout.name());
            let Some(compiler) = compiler.clone() else {
                let name = format!("{name}: {}", target.advice());
                ignored.push(trial(name, || Ok(())).with_ignored_flag(true));
                continue;
            };
            let test = Test {
                warploom: suite.warploom.clone(),
                target,
                compiler,
                program: program.clone(),
                layout,
                digests: scratch.join("compiled"),
                folder: scratch.join(name.replace(['/', ' ', ',', '.'], "-")),
                name,
            };
            match batches.iter_mut().find(|batch| batch.has_room_for(&test)) {
                Some(batch) => batch.tests.push(test),
                None => batches.push(Batch { tests: vec![test], results: OnceLock::new() }),
            }
        }
    }
    let batches: Vec<Arc<Batch>> = batches.into_iter().map(Arc::new).collect();
    let mut trials = Vec::new();
    // The first of each batch does the work of all: they go first, to share it out.
    for nth in 0..LARGEST_BATCH {
        for batch in batches.iter().filter(|batch| nth < batch.tests.len()) {
            let (name, batch) = (batch.tests[nth].name.clone(), Arc::clone(batch));
            trials.push(trial(name, move || batch.result(nth)));
        }
    }
    trials.append(&mut ignored);
    if target == Target::Hip {
        trials.extend(hip_runs::trials(suite, &scratch)?);
        trials.extend(ported::trials(suite, target.compiler(suite)?.as_deref(), &scratch)?);
    }
    Ok(trials)
}

/// The compiler that `cargo xtask ci` names, that of the path, or the one that
/// `cargo xtask cuda` installed.
pub(crate) fn cuda_compiler(suite: &Suite) -> Result<Option<PathBuf>, String> {
    if let Some(named) = std::env::var_os("WARPLOOM_NVCC").map(PathBuf::from) {
        let missing = format!("WARPLOOM_NVCC names {}, which is not there", named.display());
        return if named.is_file() { Ok(Some(named)) } else { Err(missing) };
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(suite.root.join("target"), PathBuf::from);
    let wheel = Some(target.join("cuda/nvidia/cu13/bin/nvcc")).filter(|nvcc| nvcc.is_file());
    Ok(on_path("nvcc").or(wheel))
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

#[derive(Clone, Debug)]
struct Program {
    name: String,
    source: PathBuf,
    /// For the preprocessor; folders are relative to that of the source.
    flags: Vec<String>,
    /// Further files of the program.
    also: Vec<String>,
}

fn programs(suite: &Suite, scratch: &Path) -> Result<Vec<Program>, String> {
    let mut programs = Vec::new();
    for folder in ["examples", "tests/ui"] {
        let folder = suite.root.join(folder);
        for source in inputs(&files(&folder)?) {
            // A folder of examples is a project, built as its owner says.
            if folder.ends_with("examples") && source.parent() != Some(&folder) {
                continue;
            }
            let text = std::fs::read(&source).map_err(|e| e.to_string())?;
            let text = String::from_utf8_lossy(&text);
            if is_translated(&text) {
                let directives = directives::parse(&text, DIRECTIVES)?;
                let (flags, also) = (words(&directives, "flags"), words(&directives, "also"));
                let flags = preprocessor_flags(&flags);
                programs.push(Program { name: suite.name(&folder, &source), source, flags, also });
            }
        }
    }
    for source in files(&suite.root.join("benchmarks"))? {
        let text = std::fs::read_to_string(&source).unwrap_or_default();
        // Files of several that need each other are built as a program.
        let folder = source.parent().and_then(Path::file_name).unwrap_or_default();
        if source.extension().is_some_and(|e| e == "c")
            && source.file_stem() == Some(folder)
            && is_translated(&text)
        {
            let name = suite.name(&suite.root, &source);
            programs.push(Program { name, source, flags: Vec::new(), also: Vec::new() });
        }
    }
    let random = scratch.join("random");
    std::fs::create_dir_all(&random).map_err(|e| e.to_string())?;
    let mut add = |name: String, text: String| {
        let source = random.join(format!("{name}.c"));
        std::fs::write(&source, text).map_err(|e| e.to_string())?;
        let name = format!("random/{name}");
        programs.push(Program { name, source, flags: Vec::new(), also: Vec::new() });
        Ok::<(), String>(())
    };
    add(String::from("regressions"), generate::kernels::regressions())?;
    for start in SEEDS.step_by(PER_FILE as usize) {
        let end = SEEDS.end.min(start + PER_FILE);
        let seeds: Vec<u64> = (start..end).collect();
        add(format!("{start}-{end}"), generate::kernels::batch(&seeds))?;
    }
    Ok(programs)
}

/// Has it kernels, and no mark of an error?
fn is_translated(text: &str) -> bool {
    let is_error = |line: &str| {
        line.split_once("//~")
            .is_some_and(|(_, mark)| mark.trim_start_matches(['^', 'v', ' ']).starts_with('E'))
    };
    let has_kernels = text.contains("#pragma hicuda kernel") || text.contains("//@ also:");
    has_kernels && !text.lines().any(is_error)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    OneFile,
    Split,
}

impl Layout {
    fn name(self) -> &'static str {
        match self {
            Layout::OneFile => "one file",
            Layout::Split => "split",
        }
    }
}

/// Programs that are compiled in one go, where they can be.
struct Batch {
    tests: Vec<Test>,
    results: OnceLock<Vec<Result<(), String>>>,
}

impl Batch {
    fn has_room_for(&self, test: &Test) -> bool {
        let is_like = |other: &Test| {
            test.can_share()
                && other.can_share()
                && test.layout == other.layout
                && test.beside() == other.beside()
        };
        self.tests.len() < LARGEST_BATCH && self.tests.iter().all(is_like)
    }

    /// What became of the nth program; whoever asks first finds out for all.
    fn result(&self, nth: usize) -> Result<(), String> {
        self.results.get_or_init(|| self.run())[nth].clone()
    }

    fn run(&self) -> Vec<Result<(), String>> {
        let written: Vec<_> = self.tests.iter().map(Test::write).collect();
        let mut alike: BTreeMap<BTreeSet<String>, Vec<usize>> = BTreeMap::new();
        for (nth, files) in written.iter().enumerate() {
            let is_new = |files: &&Vec<PathBuf>| !self.tests[nth].is_known(files);
            if let Some(files) = files.as_ref().ok().filter(is_new) {
                let texts = files.iter().filter_map(|file| std::fs::read_to_string(file).ok());
                let headers = texts.flat_map(|text| system_headers(&text)).collect();
                alike.entry(headers).or_default().push(nth);
            }
        }
        let mut compiled = BTreeSet::new();
        for group in alike.values().filter(|group| group.len() > 1) {
            if self.compile_together(group, &written).is_ok() {
                compiled.extend(group.iter().copied());
            }
        }
        let finish = |(nth, files): (usize, Result<Vec<PathBuf>, String>)| {
            self.tests[nth].finish(&files?, compiled.contains(&nth))
        };
        written.into_iter().enumerate().map(finish).collect()
    }

    /// The CUDA files of some of the programs as one.
    fn compile_together(
        &self,
        group: &[usize],
        written: &[Result<Vec<PathBuf>, String>],
    ) -> Result<(), String> {
        let files = group.iter().filter_map(|nth| written[*nth].as_ref().ok()).flatten();
        let Some(test) = group.first().map(|nth| &self.tests[*nth]) else { return Ok(()) };
        let cuda: Vec<&Path> = files.filter(|file| test.is_kernels(file)).map(PathBuf::as_path).collect();
        let all = test.folder.join("all").with_extension(test.target.ending());
        std::fs::write(&all, together(&cuda, &[])?).map_err(|e| e.to_string())?;
        test.compile(&all)
    }
}

struct Test {
    name: String,
    warploom: PathBuf,
    target: Target,
    compiler: PathBuf,
    program: Program,
    layout: Layout,
    /// One empty file per text that compiled.
    digests: PathBuf,
    folder: PathBuf,
}

impl Test {
    /// Is there nothing that another program must not have?
    fn can_share(&self) -> bool {
        self.program.flags.is_empty() && self.program.also.is_empty() && !self.is_jammed()
    }

    /// The files that come out.
    fn write(&self) -> Result<Vec<PathBuf>, String> {
        let _ = std::fs::remove_dir_all(&self.folder);
        std::fs::create_dir_all(&self.folder).map_err(|e| e.to_string())?;
        self.translate()?;
        let written = files(&self.folder)?;
        match written.iter().any(|file| self.is_kernels(file)) {
            true => Ok(written),
            false => Err(String::from("no file with kernels is written")),
        }
    }

    /// Have they been compiled before?
    fn is_known(&self, written: &[PathBuf]) -> bool {
        self.digest(written).is_ok_and(|digest| self.digests.join(digest).is_file())
    }

    /// Compiles what has not been.
    fn finish(&self, written: &[PathBuf], is_compiled: bool) -> Result<(), String> {
        if !self.is_known(written) {
            let is_left = |file: &&PathBuf| match self.is_kernels(file) {
                true => !is_compiled,
                false => file.extension().is_none_or(|e| e != "h"),
            };
            written.iter().filter(is_left).try_for_each(|file| self.compile(file))?;
            std::fs::create_dir_all(&self.digests).map_err(|e| e.to_string())?;
            std::fs::write(self.digests.join(self.digest(written)?), "").map_err(|e| e.to_string())?;
        }
        std::fs::remove_dir_all(&self.folder).map_err(|e| e.to_string())
    }

    fn translate(&self) -> Result<(), String> {
        let mut arguments = ["translate", "--target", self.target.name()].map(String::from).to_vec();
        if self.layout == Layout::Split {
            arguments.push(String::from("--split"));
        }
        arguments.extend([String::from("-o"), format!("{}/", self.folder.display())]);
        arguments.extend(self.program.flags.iter().chain(&self.program.also).cloned());
        arguments.push(self.program.source.file_name().unwrap_or_default().to_string_lossy().into_owned());
        let ran = run(&self.warploom, &arguments, self.beside())?;
        if ran.status == Some(0) { Ok(()) } else { Err(format!("not translated:\n{}", short(&ran.stderr))) }
    }

    /// All that decides whether it compiles: the compiler, the flags, what was
    /// written and the headers that it may include.
    fn digest(&self, written: &[PathBuf]) -> Result<String, String> {
        let mut hasher = DefaultHasher::new();
        (&self.compiler, &self.program.flags, self.target.flags(), written).hash(&mut hasher);
        if self.is_jammed() {
            "in registers".hash(&mut hasher);
        }
        let headers = self.beside().join("include");
        let headers = if headers.is_dir() { files(&headers)? } else { Vec::new() };
        for file in written.iter().chain(&headers) {
            std::fs::read(file).map_err(|e| e.to_string())?.hash(&mut hasher);
        }
        Ok(format!("{:016x}", hasher.finish()))
    }

    /// Kernels and mixed files with nvcc or hipcc, a host that stayed C with the C compiler.
    fn compile(&self, file: &Path) -> Result<(), String> {
        let (compiler, own): (&Path, &[&str]) = if self.is_kernels(file) {
            (&self.compiler, self.target.flags())
        } else {
            (
                Path::new("cc"),
                &["-std=gnu17", "-Wall", "-Werror", "-Wno-main", "-Wno-unused", "-Wno-unknown-pragmas"],
            )
        };
        let mut arguments: Vec<String> = own.iter().map(ToString::to_string).collect();
        arguments.extend(self.program.flags.iter().cloned());
        let is_warned = WARNED.iter().any(|name| self.program.name.ends_with(name));
        if !self.is_kernels(file) && is_warned {
            arguments.push("-w".into());
        }
        let sets_in_part = PARTLY_SET.iter().any(|name| self.program.name.ends_with(name));
        if self.is_kernels(file) && sets_in_part && self.target == Target::Hip {
            arguments.push("-Wno-sometimes-uninitialized".into());
        }
        if self.is_kernels(file) && self.is_jammed() && self.target == Target::Cuda {
            arguments.extend(["-Xptxas", "-v"].map(String::from));
        }
        let toolkit = self.compiler.parent().and_then(Path::parent).unwrap_or(Path::new("."));
        for folder in [self.beside(), &toolkit.join("include")] {
            arguments.push(format!("-I{}", folder.display()));
        }
        let object = file.with_extension("o").display().to_string();
        arguments.extend(["-c", "-o", &object, &file.display().to_string()].map(String::from));
        let ran = run(compiler, &arguments, self.beside())?;
        if ran.status == Some(0) {
            let memory = ran.stderr.lines().find(|line| uses_local_memory(line));
            return match memory {
                Some(line) => Err(format!("not everything stays in registers: {}", line.trim())),
                None => Ok(()),
            };
        }
        Err(format!("{} does not compile {}:\n{}", compiler.display(), file.display(), short(&ran.stderr)))
    }

    /// Is it there to show that jammed copies are registers?
    fn is_jammed(&self) -> bool {
        self.program.name.starts_with("jam/") || self.program.name.contains("matmul")
    }

    fn is_kernels(&self, file: &Path) -> bool {
        file.extension().is_some_and(|e| e == self.target.ending())
    }

    fn beside(&self) -> &Path {
        self.program.source.parent().unwrap_or(Path::new("."))
    }
}

/// Does a line of the assembler tell of memory that a thread has for itself?
fn uses_local_memory(line: &str) -> bool {
    line.contains("bytes stack frame")
        && !line.contains(" 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads")
}

fn short(text: &str) -> String {
    text.chars().take(3000).collect()
}

#[cfg(test)]
mod tests {
    use super::is_translated;

    #[test]
    fn programs_with_errors_are_not_translated() {
        assert!(is_translated("#pragma hicuda kernel k\nint a; //~ W0501 text\n"));
        assert!(!is_translated("#pragma hicuda kernel k\n//~^ E0501 text\n"));
        assert!(!is_translated("int a;\n"));
    }
}
