//! What runs on the processor also runs as OpenCL, on whatever device there is, and prints the same.
//!
//! The programs are the UI tests with `//@ run: cpu`, CUDA files that run, the examples and benchmarks, which find
//! their own results correct, and 2,000 random ones. On machines without a GPU the device is PoCL's, which `cargo xtask ci` installs; without
//! any, the trials are ignored and say so. Programs that OpenCL C cannot say are listed here: they
//! must be refused at a line of theirs, and when they no longer are, the list is wrong.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::command::run;
use crate::directives::{self, is_of_gpu, words};
use crate::discover::{files, inputs};
use crate::examples::small_text;
use crate::modes::DIRECTIVES;
use crate::sample::Sample;
use crate::suite::{self, Suite, trial};

/// Programs of which OpenCL lacks something: warps, pointers in structs, bit-fields, `jn`, textures, traps,
/// addresses of objects without a name, or launches in templates.
const REFUSED: &[&str] = &[
    "calls/bessel-of-any-order.c",
    "cuda/programs/bodies.cu",
    "cuda/programs/cells.cu",
    "cuda/programs/host-vectors.cu",
    "cuda/programs/matrix-product.cu",
    "cuda/programs/rays.cu",
    "cuda/programs/reduction-by-functor.cu",
    "cuda/programs/reduction-template.cu",
    "cuda/programs/sparse-matrix.cu",
    "cuda/rounding-and-narrow-updates.cu",
    "cuda/specialised-templates.cu",
    "cuda/textures.cu",
    "cuda/traps.cu",
    "cuda/warp-functions.cu",
    "memory/reductions.cu",
    "right/bit-fields-all-written.c",
    "seeds/runtime.cu",
];

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom)))
}

fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let sample = Sample::from_environment();
    let is_possible =
        Path::new("/usr/include/CL/cl.h").is_file() && Path::new("/etc/OpenCL/vendors").is_dir();
    let has_oclgrind = Path::new("/usr/bin/oclgrind").is_file();
    let mut trials = Vec::new();
    let mut random = crate::kernels::open_cl_trials(suite)?;
    random.retain(|(name, _)| is_possible && sample.has_of_hundred(name));
    trials.extend(random.into_iter().map(|(_, trial)| trial));
    // Compilers of kernels at run time are slow.
    for program in programs(suite)?.into_iter().filter(|program| sample.has_among_few(&program.name)) {
        match is_possible && (has_oclgrind || !program.with_oclgrind) {
            true => trials.push(trial(program.name.clone(), move || program.test())),
            false => {
                let name = format!(
                    "{}: no OpenCL (Debian's pocl-opencl-icd, ocl-icd-opencl-dev, oclgrind)",
                    program.name
                );
                trials.push(trial(name, || Ok(())).with_ignored_flag(true));
            }
        }
    }
    Ok(trials)
}

struct Program {
    name: String,
    warploom: PathBuf,
    source: PathBuf,
    /// Oclgrind runs it, and finds nothing.
    with_oclgrind: bool,
    flags: Vec<String>,
    arguments: Vec<String>,
    /// What it prints; examples only have to find their results correct.
    expected: Option<PathBuf>,
}

fn programs(suite: &Suite) -> Result<Vec<Program>, String> {
    let mut programs = Vec::new();
    let tests = suite.root.join("tests/ui");
    for source in inputs(&files(&tests)?) {
        let text = std::fs::read(&source).map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&text);
        let is_cuda = source.extension().is_some_and(|e| e == "cu");
        // What C++ compilers alone read is not translated.
        let is_cpp = source.parent().is_some_and(|p| p.ends_with("cpp"));
        if is_cpp || !text.contains("//@ run:") {
            continue;
        }
        let directives = directives::parse(&text, DIRECTIVES)?;
        let runs = words(&directives, "run");
        let targets: &[&str] = if is_cuda { &["cpu", "processor", "sim"] } else { &["cpu"] };
        if !runs.iter().any(|target| targets.contains(&target.as_str())) {
            continue;
        }
        let expected = Some(source.with_extension("stdout")).filter(|file| file.is_file());
        let flags = words(&directives, "flags").into_iter().chain(words(&directives, "also")).collect();
        programs.push(Program {
            name: suite.name(&tests, &source),
            warploom: suite.warploom.clone(),
            flags,
            arguments: words(&directives, "args"),
            expected,
            source,
            with_oclgrind: false,
        });
    }
    let benchmarks = suite.root.join("benchmarks");
    let all = files(&benchmarks)?;
    for source in all.iter().filter(|file| file.ends_with("main.c")) {
        let is_beside = |file: &&PathBuf| file.parent() == source.parent() && *file != source;
        let others = all.iter().filter(is_beside).filter(|file| file.extension().is_some_and(|e| e == "c"));
        programs.push(Program {
            name: format!("benchmarks/{}", suite.name(&benchmarks, source)),
            warploom: suite.warploom.clone(),
            source: source.clone(),
            flags: others.map(|file| file.display().to_string()).collect(),
            arguments: Vec::new(),
            expected: None,
            with_oclgrind: false,
        });
    }
    let examples = suite.root.join("examples");
    let seeds = examples.join("seeds");
    let is_example = |file: &PathBuf| {
        let ending = file.extension().unwrap_or_default();
        file.parent() == Some(&examples) && ending == "c" || file.parent() == Some(&seeds) && ending == "cu"
    };
    for source in files(&examples)?.into_iter().filter(is_example) {
        let name = format!("examples/{}", suite.name(&examples, &source));
        for with_oclgrind in [false, true] {
            let is_refused = REFUSED.iter().any(|refused| name.ends_with(refused));
            if with_oclgrind && is_refused {
                continue;
            }
            programs.push(Program {
                name: if with_oclgrind { format!("{name} with Oclgrind") } else { name.clone() },
                warploom: suite.warploom.clone(),
                source: source.clone(),
                flags: Vec::new(),
                arguments: Vec::new(),
                expected: None,
                with_oclgrind,
            });
        }
    }
    Ok(programs)
}

impl Program {
    /// The program below Oclgrind, at its small size.
    fn with_oclgrind(&self) -> Result<(), String> {
        let scratch = self.warploom.parent().unwrap_or(Path::new(".")).join("oclgrind-suite");
        let folder = scratch.join(self.name.replace(['/', '.', ' '], "-"));
        std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let file = self.source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        std::fs::write(folder.join(&file), small_text(&self.source)?).map_err(|e| e.to_string())?;
        let build = ["build", "--target", "opencl", "-q", &file, "-lm", "-o", "program"].map(String::from);
        let built = run(&self.warploom, &build, &folder)?;
        if built.status != Some(0) {
            return Err(built.stderr);
        }
        let arguments = ["--data-races", "--check-api", "./program"].map(String::from);
        let ran = run(Path::new("oclgrind"), &arguments, &folder)?;
        match ran.status == Some(0) && ran.stderr.is_empty() {
            true => Ok(()),
            false => Err(format!("ended with {:?}\n{}\n{}", ran.status, ran.stdout, ran.stderr)),
        }
    }

    fn test(&self) -> Result<(), String> {
        let folder = self.source.parent().unwrap_or(Path::new("."));
        if self.with_oclgrind {
            return self.with_oclgrind();
        }
        let mut command = ["run", "--target", "opencl", "-q"].map(String::from).to_vec();
        // What is tried is what GPUs are given, though a processor runs it.
        if !self.flags.iter().any(|flag| is_of_gpu(flag)) {
            command.push(String::from("--gpu=h200"));
        }
        command.extend(self.flags.iter().cloned());
        command.push(self.source.file_name().unwrap_or_default().to_string_lossy().into_owned());
        command.push(String::from("-lm"));
        command.push(String::from("--"));
        command.extend(self.arguments.iter().cloned());
        let ran = run(&self.warploom, &command, folder)?;
        let is_refused = ran.stderr.contains("error[E0860]") || ran.stderr.contains("error[E0861]");
        let is_listed = |list: &[&str]| list.iter().any(|name| self.name.ends_with(name));
        if is_listed(REFUSED) {
            return if is_refused { Ok(()) } else { Err(String::from("it is no longer refused")) };
        }
        let expected = match &self.expected {
            Some(file) => std::fs::read_to_string(file).map_err(|e| e.to_string())?,
            None => ran.stdout.clone(),
        };
        let is_right = ran.stdout == expected && !ran.stdout.contains("FAIL");
        let ended = self.expected.is_some() || ran.status == Some(0);
        match is_right && ended && !is_refused {
            true => Ok(()),
            false => Err(format!("ended with {:?}\n{}\n{}", ran.status, ran.stdout, ran.stderr)),
        }
    }
}
