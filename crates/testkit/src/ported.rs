//! CUDA files as HIP: ported, and compiled by hipcc for gfx90a and gfx1030.
//!
//! The programs are the project's own: those written by hand for the benchmarks, the seeds' examples,
//! the UI tests that run, and naive kernels of the `coalesce` suite. They go with the `hip` suite,
//! which compiles what is translated.

use std::path::{Path, PathBuf};

use libtest_mimic::Trial;

use crate::command::run;
use crate::discover::files;
use crate::sample::Sample;
use crate::suite::{Suite, trial};

/// What HIP does not have: the port says so at a line.
const REFUSED: &[&str] = &[
    "benchmarks/tpacf/hand.cu",
    "tests/ui/cuda/cpp/atomics-and-complex.cu",
    "tests/ui/cuda/cpp/conversions-in-kernels.cu",
    "tests/ui/cuda/cpp/half-in-kernels.cu",
    "tests/ui/cuda/cpp/kernels-from-kernels.cu",
    "tests/ui/cuda/cpp/libraries.cu",
    "tests/ui/cuda/cpp/macros-of-passes.cu",
    "tests/ui/cuda/cpp/ptx-beside-c.cu",
    "tests/ui/cuda/cpp/ptx.cu",
    "tests/ui/cuda/cpp/random-arrays.cu",
    "tests/ui/cuda/cpp/templates-in-kernels.cu",
    "tests/ui/cuda/cpp/tensors-and-barriers.cu",
    "tests/ui/cuda/cpp/transforms.cu",
    "tests/ui/cuda/cpp/words-of-four-bytes.cu",
    "tests/ui/cuda/programs/vector-operators.cu",
];

/// What includes libraries that Debian does not have for HIP, has words that only nvcc knows, asks for
/// NVIDIA's generations (which is reported), or has images that one of the devices lacks.
const NOT_COMPILED: &[&str] = &[
    "benchmarks/histogram/hand.cu",
    "benchmarks/sum/hand.cu",
    "tests/coalesce/annotated.cu",
    "tests/ui/cuda/cpp/blas.cu",
    "tests/ui/cuda/cpp/cub-in-kernels.cu",
    "tests/ui/cuda/cpp/functions-of-both.cu",
    "tests/ui/cuda/cpp/more-of-libraries.cu",
    "tests/ui/cuda/cpp/random-numbers.cu",
    "tests/ui/cuda/cpp/results-tell-templates.cu",
    "tests/ui/cuda/cpp/volumes.cu",
];

/// Of the many, in CI.
const FOLDERS: [&str; 6] = [
    "examples/seeds",
    "benchmarks",
    "tests/ui/cuda/programs",
    "tests/ui/cuda/cpp",
    "tests/coalesce",
    "tests/ui/raise",
];

/// A trial for each program.
pub(crate) fn trials(suite: &Suite, hipcc: Option<&Path>, scratch: &Path) -> Result<Vec<Trial>, String> {
    let sample = Sample::from_environment();
    let mut trials = Vec::new();
    for folder in FOLDERS {
        for source in files(&suite.root.join(folder))?.into_iter().filter(|file| is_program(file)) {
            let name = source.strip_prefix(&suite.root).unwrap_or(&source).display().to_string();
            // Compilers of GPUs are slow.
            if !sample.has_of_hundred(&name) {
                continue;
            }
            let folder = scratch.join("ported").join(name.replace(['/', '.'], "-"));
            let test = Test { name, source, warploom: suite.warploom.clone(), folder };
            trials.push(match hipcc.map(Path::to_path_buf) {
                Some(hipcc) => trial(format!("{}, ported", test.name), move || test.run(&hipcc)),
                None => {
                    let name = format!("{}, ported: no hipcc (Debian's package of that name)", test.name);
                    trial(name, || Ok(())).with_ignored_flag(true)
                }
            });
        }
    }
    Ok(trials)
}

/// A CUDA file that somebody wrote, and that is right.
fn is_program(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    // What the remedies wrote, and their models, which copy asynchronously.
    let is_output = name.contains(".after.") || name.ends_with(".hand.cu");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let is_wrong = text.contains("//~ E") || text.contains("//~^ E");
    name.ends_with(".cu") && !is_output && !is_wrong
}

struct Test {
    name: String,
    warploom: PathBuf,
    source: PathBuf,
    folder: PathBuf,
}

impl Test {
    fn run(&self, hipcc: &Path) -> Result<(), String> {
        let beside = self.source.parent().unwrap_or(Path::new("."));
        let _ = std::fs::remove_dir_all(&self.folder);
        std::fs::create_dir_all(&self.folder).map_err(|e| e.to_string())?;
        let output = format!("{}/", self.folder.display());
        let file = self.source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let arguments = ["translate", "--target", "hip", &file, "-o", &output].map(String::from);
        let ran = run(&self.warploom, &arguments, beside)?;
        if REFUSED.contains(&self.name.as_str()) {
            let is_refused = ran.stderr.contains("error[E0870]");
            return if is_refused { Ok(()) } else { Err(String::from("it is no longer refused")) };
        }
        if ran.status != Some(0) {
            return Err(format!("not ported:\n{}", ran.stderr));
        }
        if NOT_COMPILED.contains(&self.name.as_str()) {
            return Ok(());
        }
        let ported =
            files(&self.folder)?.into_iter().find(|file| file.extension().is_some_and(|e| e == "hip"));
        let ported = ported.ok_or("no file was written")?;
        self.compile(hipcc, &ported)?;
        std::fs::remove_dir_all(&self.folder).map_err(|e| e.to_string())
    }

    fn compile(&self, hipcc: &Path, ported: &Path) -> Result<(), String> {
        let object = ported.with_extension("o").display().to_string();
        let mut arguments: Vec<String> =
            ["--offload-arch=gfx90a", "--offload-arch=gfx1030", "-std=c++17", "-w", "-O1", "-c", "-o"]
                .map(String::from)
                .to_vec();
        arguments.extend([object, ported.display().to_string()]);
        let ran = run(hipcc, &arguments, &self.folder)?;
        match ran.status {
            Some(0) => Ok(()),
            _ => Err(format!(
                "hipcc does not compile it:\n{}",
                ran.stderr.chars().take(3000).collect::<String>()
            )),
        }
    }
}
