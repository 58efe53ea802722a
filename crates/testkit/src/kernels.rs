//! Random programs with directives: what the two targets make of them must
//! print what the sequential program prints, and stay inside its memory.
//!
//! Each program is compiled as it is, and as C with OpenMP and AddressSanitizer;
//! its kernels for CUDA run on the simulator, which must find nothing.
//!
//! Programs come from `generate::kernels`, a few dozen per file, so that the
//! compilers start seldom. When a file fails, each of its programs is tried
//! alone; the seeds that fail are named and their files stay.
//!
//! `WARPLOOM_SEEDS=1000..3000` chooses the programs; `cargo xtask
//! fuzz-kernels` sets it. The `cuda` suite compiles what the CUDA target makes of
//! some of them.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::command::{Ran, run};
use crate::compare::diff;
use crate::suite::{self, Suite, seeds, seeds_of_files, trial};

/// Programs per file.
const PER_FILE: u64 = 20;
/// Trees of calls per program of several files: each needs versions of its functions.
const PER_PROGRAM: usize = 5;
/// What is tried without a wish.
const SEEDS: Range<u64> = 0..240;
/// The same as OpenCL.
const OPEN_CL_SEEDS: Range<u64> = 0..2000;

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom)))
}

fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let place = suite.warploom.parent().unwrap_or(Path::new(".")).join("kernels");
    let bench = Bench { warploom: suite.warploom.clone(), place };
    let seeds = seeds(SEEDS)?;
    let mut trials = Vec::new();
    let regression = bench.clone();
    trials.push(trial(String::from("regressions"), move || {
        regression.compare("regressions", &generate::kernels::regressions())
    }));
    // Of trees of calls there are fewer: a twelfth of the programs, in kernels and on the host.
    let trees = seeds.end.saturating_sub(seeds.start).div_ceil(12).max(PER_FILE);
    for start in (seeds.start..seeds.start + trees).step_by(PER_FILE as usize) {
        let numbers: Vec<u64> = (start..start + PER_FILE).collect();
        let (calls, of_kernel) = (bench.clone(), numbers.clone());
        trials.push(trial(format!("trees of calls from {start}"), move || {
            calls.compare(&format!("calls-{start}"), &generate::kernels::call_trees(&of_kernel))
        }));
        let (calls, on_host) = (bench.clone(), numbers.clone());
        trials.push(trial(format!("trees of calls on the host from {start}"), move || {
            calls.compare(&format!("host-calls-{start}"), &generate::kernels::host_trees(&on_host))
        }));
        let calls = bench.clone();
        trials.push(trial(format!("trees of calls over files from {start}"), move || {
            numbers.chunks(PER_PROGRAM).try_for_each(|seeds| {
                let name = format!("program-{}", seeds.first().unwrap_or(&start));
                calls.compare_program(&name, &generate::kernels::program_trees(seeds))
            })
        }));
    }
    for file in seeds_of_files(seeds, PER_FILE) {
        let bench = bench.clone();
        let name = format!("seeds {}..{}", file.start, file.end);
        trials.push(trial(name, move || bench.compare_seeds(file, Bench::compare)));
    }
    Ok(trials)
}

/// Random programs as OpenCL, by the names of their trials.
pub(crate) fn open_cl_trials(suite: &Suite) -> Result<Vec<(String, Trial)>, String> {
    let place = suite.warploom.parent().unwrap_or(Path::new(".")).join("opencl-kernels");
    let bench = Bench { warploom: suite.warploom.clone(), place };
    let files = seeds_of_files(seeds(OPEN_CL_SEEDS)?, PER_FILE).into_iter().map(|file| {
        let bench = bench.clone();
        let name = format!("random kernels {}..{}", file.start, file.end);
        (name.clone(), trial(name, move || bench.compare_seeds(file, Bench::compare_open_cl)))
    });
    Ok(files.collect())
}

#[derive(Clone)]
struct Bench {
    warploom: PathBuf,
    /// Below cargo's target folder.
    place: PathBuf,
}

impl Bench {
    fn compare_seeds(
        &self,
        seeds: Range<u64>,
        compare: fn(&Bench, &str, &str) -> Result<(), String>,
    ) -> Result<(), String> {
        let all: Vec<u64> = seeds.clone().collect();
        let name = format!("{}-{}", seeds.start, seeds.end);
        let Err(together) = compare(self, &name, &generate::kernels::batch(&all)) else { return Ok(()) };
        let alone = |&seed: &u64| {
            let failed = compare(self, &format!("seed-{seed}"), &generate::kernels::program(seed)).err()?;
            Some(format!("seed {seed}: {failed}"))
        };
        let failures: Vec<String> = all.iter().filter_map(alone).collect();
        if failures.is_empty() {
            return Err(format!("together, not alone: {together}"));
        }
        Err(failures.join("\n"))
    }

    /// What the program prints without directives.
    fn sequential(&self, folder: &Path) -> Result<Ran, String> {
        let flags: Vec<String> = C_FLAGS.iter().chain(&["-lm"]).map(ToString::to_string).collect();
        compile(folder, "cc", "program.c", "oracle", &flags)?;
        run(&folder.join("oracle"), &[], folder)
    }

    /// Compares what a program prints as it is and as OpenCL. Textures are refused there; constants are read only, too.
    fn compare_open_cl(&self, name: &str, text: &str) -> Result<(), String> {
        let folder = self.folder(name, &text.replace("hicuda texture", "hicuda constant"))?;
        let expected = self.sequential(&folder)?;
        let arguments =
            ["run", "--target", "opencl", "--gpu=h200", "-q", "program.c", "-lm"].map(String::from);
        let ran = run(&self.warploom, &arguments, &folder)?;
        let told = ran.status == expected.status;
        let ran = Ran { stderr: if told { String::new() } else { ran.stderr }, ..ran };
        expect(&folder, &expected, &ran, "OpenCL")?;
        std::fs::remove_dir_all(&folder).map_err(|e| e.to_string())
    }

    /// Compiles a program as it is and translated, and compares what both print.
    fn compare(&self, name: &str, text: &str) -> Result<(), String> {
        let folder = self.folder(name, text)?;
        let expected = self.sequential(&folder)?;
        self.translate(&folder, "cpu", "translated.c")?;
        let arguments = [&C_FLAGS[..], &["-fsanitize=address", "-fopenmp", "-lm"]].concat();
        let arguments: Vec<String> = arguments.into_iter().map(String::from).collect();
        compile(&folder, "cc", "translated.c", "translated", &arguments)?;
        expect(&folder, &expected, &sanitized(&folder)?, "C with OpenMP")?;
        let arguments = ["run", "--target", "sim", "program.c"].map(String::from);
        let simulated = run(&self.warploom, &arguments, &folder)?;
        // The compiler's warnings are told as well; a finding ends in another status.
        let told = simulated.status == Some(0);
        let simulated = Ran { stderr: if told { String::new() } else { simulated.stderr }, ..simulated };
        expect(&folder, &expected, &simulated, "CUDA on the simulator")?;
        std::fs::remove_dir_all(&folder).map_err(|e| e.to_string())
    }

    /// The same for a program of several files.
    fn compare_program(&self, name: &str, files: &[(String, String)]) -> Result<(), String> {
        let folder = self.place.join(name);
        std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        for (file, text) in files {
            std::fs::write(folder.join(file), text).map_err(|e| e.to_string())?;
        }
        let sources: Vec<&str> =
            files.iter().map(|(file, _)| file.as_str()).filter(|f| f.ends_with(".c")).collect();
        let flags: Vec<String> = sources[1..].iter().chain(&C_FLAGS).map(ToString::to_string).collect();
        compile(&folder, "cc", sources[0], "oracle", &flags)?;
        let expected = run(&folder.join("oracle"), &[], &folder)?;
        let mut arguments: Vec<String> = ["translate", "--target", "cpu"].map(String::from).to_vec();
        arguments.extend(sources.iter().map(ToString::to_string));
        arguments.extend(["-o", "made/"].map(String::from));
        let ran = run(&self.warploom, &arguments, &folder)?;
        if ran.status != Some(0) {
            let short: String = ran.stderr.chars().take(3000).collect();
            return Err(format!("{}: not translated ({:?}):\n{short}", folder.display(), ran.status));
        }
        let made = |source: &&str| {
            let made = format!("made/{source}");
            if folder.join(&made).exists() { made } else { source.to_string() }
        };
        let made: Vec<String> = sources.iter().map(made).collect();
        let mut flags = made[1..].to_vec();
        flags.extend(
            C_FLAGS
                .iter()
                .chain(&["-I.", "-Imade", "-fsanitize=address", "-fopenmp"])
                .map(ToString::to_string),
        );
        compile(&folder, "cc", &made[0], "translated", &flags)?;
        expect(&folder, &expected, &sanitized(&folder)?, "C with OpenMP")?;
        let mut arguments: Vec<String> = ["run", "--target", "sim"].map(String::from).to_vec();
        arguments.extend(sources.iter().map(ToString::to_string));
        let simulated = run(&self.warploom, &arguments, &folder)?;
        let told = simulated.status == Some(0);
        let simulated = Ran { stderr: if told { String::new() } else { simulated.stderr }, ..simulated };
        expect(&folder, &expected, &simulated, "CUDA on the simulator")?;
        std::fs::remove_dir_all(&folder).map_err(|e| e.to_string())
    }

    fn folder(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let folder = self.place.join(name);
        std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        std::fs::write(folder.join("program.c"), text).map_err(|e| e.to_string())?;
        Ok(folder)
    }

    fn translate(&self, folder: &Path, target: &str, output: &str) -> Result<(), String> {
        let arguments = ["translate", "--target", target, "program.c", "-o", output].map(String::from);
        let ran = run(&self.warploom, &arguments, folder)?;
        if ran.status == Some(0) {
            return Ok(());
        }
        let short: String = ran.stderr.chars().take(3000).collect();
        Err(format!("{}: not translated ({:?}):\n{short}", folder.display(), ran.status))
    }
}

const C_FLAGS: [&str; 3] = ["-std=gnu17", "-O1", "-w"];

fn compile(
    folder: &Path,
    compiler: &str,
    source: &str,
    program: &str,
    flags: &[String],
) -> Result<(), String> {
    let mut arguments = vec![source.to_string(), String::from("-o"), program.to_string()];
    arguments.extend(flags.iter().cloned());
    let compiled = run(Path::new(compiler), &arguments, folder)?;
    if compiled.status == Some(0) {
        return Ok(());
    }
    let short: String = compiled.stderr.chars().take(3000).collect();
    Err(format!("{}: {compiler} does not compile {source}:\n{short}", folder.display()))
}

/// Runs the program compiled with AddressSanitizer. Searching for leaks needs
/// rights that not every container gives.
fn sanitized(folder: &Path) -> Result<Ran, String> {
    let program = folder.join("translated").display().to_string();
    run(Path::new("env"), &[String::from("ASAN_OPTIONS=detect_leaks=0"), program], folder)
}

fn expect(folder: &Path, expected: &Ran, actual: &Ran, what: &str) -> Result<(), String> {
    if actual == expected {
        return Ok(());
    }
    let [old, new] = [expected, actual].map(|ran| format!("{:?}\n{}{}", ran.status, ran.stdout, ran.stderr));
    let short: String = diff(&old, &new, "sequential").chars().take(2000).collect();
    Err(format!("{}: {what} prints something else:\n{short}", folder.display()))
}
