//! OpenCL programs as input: hosts in C with kernels in `.cl` files or strings.
//!
//! ```text
//! tests/opencl/scan.c          the host; prints scan.stdout on the processor, on the simulator, and with PoCL
//! tests/opencl/wrong/race.cl   a fault, marked `//~ E0804` at its line, that the simulator finds there
//! tests/opencl/wrong/size.c    a call of the host's that is refused with what stands behind `//~`
//! tests/opencl/coalesce/kernels.cl         kernels that `coalesce` rewrites as `kernels.after.cl`, to the letter; the
//!                                          host `kernels.c` prints the same with both, wherever it runs
//! ```
//! What a program prints was taken from PoCL, where `cargo xtask ci` installs it. The lecture's FFT runs
//! in all three languages.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::command::{Ran, run};
use crate::compare::{OnDifference, with_file};
use crate::discover::files;
use crate::sample::Sample;
use crate::suite::{self, Suite, trial};

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom)))
}

fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let sample = Sample::from_environment();
    let folder = suite.root.join("tests/opencl");
    let wrong = folder.join("wrong");
    let fft = suite.root.join("examples/seeds/fft");
    let mut trials = vec![trial("tests/opencl/coalesce".to_owned(), coalesced(suite))];
    for source in files(&folder)?.into_iter().chain(files(&fft)?) {
        let test = Test { warploom: suite.warploom.clone(), source: source.clone() };
        let name = source.strip_prefix(&suite.root).unwrap_or(&source).display().to_string();
        let ending = source.extension().unwrap_or_default().to_string_lossy().into_owned();
        let beside = source.parent().unwrap_or(&folder);
        match ending.as_str() {
            "cl" if beside == wrong => trials.push(trial(name, move || test.fault())),
            "c" if beside == wrong && !source.ends_with("launch.c") => {
                trials.push(trial(name, move || test.refused()));
            }
            "c" | "cu" if beside == folder || beside == fft => {
                let targets = ["sim", "cpu", "PoCL"];
                let is_host = ending == "c" && !source.ends_with("fft.c");
                let is_possible = is_host && has_driver();
                for target in targets.into_iter().filter(|&target| target != "PoCL" || is_possible) {
                    let name = format!("{name}, {target}");
                    let test = Test { warploom: suite.warploom.clone(), source: source.clone() };
                    if sample.has_among_few(&name) {
                        trials.push(trial(name, move || test.prints(target)));
                    }
                }
            }
            _ => {}
        }
    }
    Ok(trials)
}

/// What `coalesce` makes of kernels, and that it prints the same.
fn coalesced(suite: &Suite) -> impl FnOnce() -> Result<(), String> + Send + 'static {
    let folder = suite.root.join("tests/opencl/coalesce");
    let test = Test { warploom: suite.warploom.clone(), source: folder.join("kernels.c") };
    move || {
        let arguments = ["coalesce", "--long-rows", "kernels.cl"].map(String::from);
        let ran = run(&test.warploom, &arguments, &folder)?;
        with_file(&ran.stdout, &folder.join("kernels.after.cl"), OnDifference::from_environment())?;
        with_file(&ran.stderr, &folder.join("kernels.stderr"), OnDifference::from_environment())?;
        for size in [["64", "64"], ["97", "35"]] {
            let printed = |target: &str, kernels: &str| {
                let words = [kernels, size[0], size[1]];
                let ran = match target {
                    "PoCL" => test.with_driver(&words)?,
                    _ => test.run_on(target, &[&["kernels.c", "--"][..], &words].concat())?,
                };
                match ran.status {
                    Some(0) => Ok(ran.stdout),
                    _ => Err(format!("{kernels} on {target}:\n{}{}", ran.stdout, ran.stderr)),
                }
            };
            let drivers = if has_driver() { &["cpu", "sim", "PoCL"][..] } else { &["cpu", "sim"] };
            for target in drivers {
                let (expected, now) = (printed(target, "kernels.cl")?, printed(target, "kernels.after.cl")?);
                if now != expected {
                    return Err(format!("{size:?} on {target}\nbefore:\n{expected}after:\n{now}"));
                }
            }
        }
        Ok(())
    }
}

/// Are there headers for programs that a driver runs?
fn has_driver() -> bool {
    Path::new("/usr/include/CL/cl.h").is_file()
}

struct Test {
    warploom: PathBuf,
    source: PathBuf,
}

impl Test {
    fn folder(&self) -> &Path {
        self.source.parent().unwrap_or(Path::new("."))
    }

    fn file(&self) -> String {
        self.source.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn run_on(&self, target: &str, words: &[&str]) -> Result<Ran, String> {
        let arguments = ["run", "-q", "--target", target].into_iter().chain(words.iter().copied());
        run(&self.warploom, &arguments.map(String::from).collect::<Vec<_>>(), self.folder())
    }

    /// The program prints what it should, and nothing is found.
    fn prints(&self, target: &str) -> Result<(), String> {
        let ran = match target {
            "PoCL" => self.with_driver(&[])?,
            _ => self.run_on(target, &[&self.file()])?,
        };
        let golden = self.source.with_extension("stdout");
        let expected = match golden.is_file() {
            true => std::fs::read_to_string(golden).map_err(|e| e.to_string())?,
            false => "FFT of 1024 points, 4 times: PASSED\n".to_owned(),
        };
        match ran.status == Some(0) && ran.stdout == expected {
            true => Ok(()),
            false => Err(format!("ended with {:?}\n{}\n{}", ran.status, ran.stdout, ran.stderr)),
        }
    }

    /// The same program, compiled by cc for whatever driver there is.
    fn with_driver(&self, words: &[&str]) -> Result<Ran, String> {
        let scratch = self.warploom.parent().unwrap_or(Path::new(".")).join("opencl-input-suite");
        std::fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
        let program = scratch.join(self.source.file_stem().unwrap_or_default());
        let arguments = ["-w", &self.file(), "-o", &program.display().to_string(), "-lOpenCL", "-lm"];
        let compiled = run(Path::new("cc"), &arguments.map(String::from), self.folder())?;
        match compiled.status {
            Some(0) => {
                let words: Vec<String> = words.iter().map(ToString::to_string).collect();
                run(&program, &words, self.folder())
            }
            _ => Err(compiled.stderr),
        }
    }

    /// A marked line, and what is said of it.
    fn mark(&self) -> Result<(usize, String), String> {
        let text = std::fs::read_to_string(&self.source).map_err(|e| e.to_string())?;
        let marked =
            text.lines().enumerate().find_map(|(at, line)| Some((at + 1, line.split_once("//~ ")?.1)));
        marked.map(|(line, mark)| (line, mark.to_owned())).ok_or("no line is marked with `//~`".to_owned())
    }

    /// The simulator finds the fault of a kernel, at its line.
    fn fault(&self) -> Result<(), String> {
        let (line, code) = self.mark()?;
        let ran = self.run_on("sim", &["launch.c", "--", &self.file()])?;
        let place = format!("--> {}:{line}:", self.file());
        let has = |text: &str| ran.stderr.contains(text);
        match has(&format!("error[{code}]")) && has(&place) && ran.status != Some(0) {
            true => Ok(()),
            false => Err(format!("{code} is not found at line {line}:\n{}\n{}", ran.stdout, ran.stderr)),
        }
    }

    /// A call of the host's is refused, and it is said why.
    fn refused(&self) -> Result<(), String> {
        let (_, words) = self.mark()?;
        let ran = self.run_on("sim", &[&self.file()])?;
        match ran.stderr.contains(&words) {
            true => Ok(()),
            false => Err(format!("`{words}` is not said:\n{}\n{}", ran.stdout, ran.stderr)),
        }
    }
}
