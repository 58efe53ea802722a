//! The plain programs of `tests/annotate`, with directives written into them.
//!
//! Of each program four things are compared with files beside it or with itself: the annotated text
//! (`NAME.annotated`) and the report (`NAME.report`); the annotated text with our lines left out, which is
//! the original byte for byte; what a second run of `annotate` makes of it, which is the same. The annotated
//! program passes `check` without a warning and prints on the CPU and the simulator what `cc` makes of
//! the original. The options are in the first line: `// annotate: --force`. With `--replace-omp` lines of
//! OpenMP and OpenACC may be missing, and what is left prints the same for `cc -fopenmp` too.
//!
//! Whether a kernel pays depends on sizes, and tests are small: which kernels the measured programs get at the
//! sizes at which they are measured stands in a file beside them (`benchmarks/*/kernels`).

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
    let folder = suite.root.join("tests/annotate");
    let scratch = suite.warploom.parent().unwrap_or(Path::new(".")).join("annotate-suite");
    std::fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
    let all = files(&folder)?;
    let inputs: Vec<PathBuf> = all.iter().filter(|path| has_extension(path, "c")).cloned().collect();
    let mut trials = Vec::new();
    for golden in all.iter().filter(|path| !has_extension(path, "c")) {
        let of = golden.with_extension("c");
        let name = suite.name(&folder, golden);
        let is_known = inputs.contains(&of);
        if !is_known {
            trials.push(trial(name, || Err("no program belongs to this file".into())));
        }
    }
    let sample = Sample::from_environment();
    for input in inputs {
        let name = suite.name(&folder, &input);
        let runs = sample.has(&name);
        let test = Test { warploom: suite.warploom.clone(), input, scratch: scratch.clone() };
        trials.push(trial(name, move || test.run(runs)));
    }
    trials.extend(benchmarks(suite, &scratch)?);
    for group in ["loops", "polybench", "programs"] {
        let (warploom, folder) = (suite.warploom.clone(), suite.root.join("benchmarks").join(group));
        trials.push(trial(format!("kernels of {group}"), move || kernels(&warploom, &folder)));
    }
    Ok(trials)
}

/// Compares the directives that the programs of a folder get at the sizes of its `plain-rows`, but for those that
/// move data.
fn kernels(warploom: &Path, folder: &Path) -> Result<(), String> {
    let rows = std::fs::read_to_string(folder.join("plain-rows")).map_err(|e| e.to_string())?;
    let mut found = String::new();
    for row in rows.lines() {
        let mut columns = row.split('|').map(str::trim);
        let (Some(name), Some(flags)) = (columns.next(), columns.next()) else { continue };
        let file = format!("{name}.c");
        let arguments = ["annotate", &file].into_iter().chain(flags.split_whitespace());
        let arguments: Vec<String> = arguments.map(str::to_owned).collect();
        let written = run(warploom, &arguments, folder)?;
        if written.status != Some(0) {
            return Err(format!("annotate of {name} fails:\n{}", written.stderr));
        }
        found.push_str(&format!("{name}\n"));
        for line in written.stdout.lines().filter_map(|line| line.strip_prefix('+')) {
            let Some(directive) = line.trim().strip_prefix("#pragma hicuda ") else { continue };
            if !["global", "shape", "kernel_end"].iter().any(|word| directive.starts_with(word)) {
                found.push_str(&format!("    {directive}\n"));
            }
        }
    }
    with_file(&found, &folder.join("kernels"), OnDifference::from_environment())
}

/// The plain programs that are measured, and that of a lecture, at their small sizes: what comes out is judged, not how
/// it is written.
fn benchmarks(suite: &Suite, scratch: &Path) -> Result<Vec<Trial>, String> {
    let sample = Sample::from_environment();
    let mut trials = Vec::new();
    let groups: [(&str, &str, &'static [&'static str]); 4] = [
        ("benchmarks", "loops", &["cpu"]),
        ("benchmarks", "polybench", &["cpu"]),
        ("benchmarks", "programs", &["cpu", "sim"]),
        ("examples/seeds", "template", &["cpu", "sim"]),
    ];
    for (around, group, targets) in groups {
        let folder = suite.root.join(around).join(group);
        let scratch = scratch.join(group);
        std::fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
        let all = files(&folder)?;
        for header in all.iter().filter(|path| has_extension(path, "h")) {
            let copy = scratch.join(header.file_name().unwrap_or_default());
            std::fs::copy(header, copy).map_err(|e| e.to_string())?;
        }
        for input in all.into_iter().filter(|path| has_extension(path, "c")) {
            let name = format!("{group}/{}", suite.name(&folder, &input));
            if sample.has(&name) {
                let test = Test { warploom: suite.warploom.clone(), input, scratch: scratch.clone() };
                trials.push(trial(name, move || test.run_benchmark(targets)));
            }
        }
    }
    Ok(trials)
}

/// The same words, and numbers that differ by at most a thousandth.
fn is_near(wanted: &str, found: &str) -> bool {
    let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
    let (wanted, found) = (words(wanted), words(found));
    let is_near = |(a, b): (&String, &String)| match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(x), Ok(y)) => (x - y).abs() <= 1e-3 * x.abs().max(y.abs()),
        _ => a == b,
    };
    wanted.len() == found.len() && wanted.iter().zip(&found).all(is_near)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

struct Test {
    warploom: PathBuf,
    input: PathBuf,
    scratch: PathBuf,
}

impl Test {
    /// Compares what is written, and what the program prints if it `runs`.
    fn run(&self, runs: bool) -> Result<(), String> {
        let original = std::fs::read(&self.input).map_err(|e| e.to_string())?;
        let options = options(&original)?;
        let name = self.input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let output = self.scratch.join(&name);
        let report = self.warploom(&["annotate", &name, "--report", "text"], &options)?;
        std::fs::copy(&self.input, &output).map_err(|e| e.to_string())?;
        let written = self.warploom(&["annotate", "--in-place", &shown(&output)], &options)?;
        if report.status != Some(0) || written.status != Some(0) {
            return Err(format!("annotate fails:\n{}{}", report.stderr, written.stderr));
        }
        let annotated = std::fs::read(&output).map_err(|e| e.to_string())?;
        let replaces = options.iter().any(|option| option == "--replace-omp");
        match replaces {
            true => without_ours(&without_theirs(&original), &without_theirs(&annotated))?,
            false => without_ours(&original, &annotated)?,
        }
        let on_difference = OnDifference::from_environment();
        let text = String::from_utf8_lossy(&annotated);
        with_file(&text, &self.input.with_extension("annotated"), on_difference)?;
        with_file(&report.stdout, &self.input.with_extension("report"), on_difference)?;
        self.again(&output, &options)?;
        self.checked(&output)?;
        if replaces {
            self.means_the_same_to_openmp(&output)?;
        }
        // A program without a kernel is the original, which `run` refuses.
        match runs && text.contains("#pragma hicuda kernel ") {
            true => self.prints_the_same(&output),
            false => Ok(()),
        }
    }

    /// All loops that can be are kernels; numbers may differ by the order of sums.
    fn run_benchmark(&self, targets: &[&str]) -> Result<(), String> {
        let name = self.input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let output = self.scratch.join(&name);
        let force = [String::from("--force")];
        let written = self.warploom(&["annotate", &name, "-o", &shown(&output)], &force)?;
        if written.status != Some(0) {
            return Err(format!("annotate fails:\n{}", written.stderr));
        }
        self.again(&output, &force)?;
        self.checked(&output)?;
        let wanted = self.sequential(&output)?;
        for target in targets {
            let ran = self.warploom(&["run", "-q", "--target", target, &shown(&output), "-lm"], &[])?;
            if !is_near(&wanted.stdout, &ran.stdout) || ran.status != wanted.status {
                return Err(format!("{target} prints {}{}not {}", ran.stdout, ran.stderr, wanted.stdout));
            }
        }
        Ok(())
    }

    fn warploom(&self, arguments: &[&str], options: &[String]) -> Result<Ran, String> {
        let arguments: Vec<String> =
            arguments.iter().map(|argument| argument.to_string()).chain(options.iter().cloned()).collect();
        run(&self.warploom, &arguments, self.input.parent().unwrap_or(Path::new(".")))
    }

    /// Annotating what is annotated changes nothing.
    fn again(&self, output: &Path, options: &[String]) -> Result<(), String> {
        let again = self.warploom(&["annotate", &shown(output)], options)?;
        match again.stdout.is_empty() && again.status == Some(0) {
            true => Ok(()),
            false => Err(format!("a second run changes it:\n{}{}", again.stdout, again.stderr)),
        }
    }

    fn checked(&self, output: &Path) -> Result<(), String> {
        let checked = self.warploom(&["check", "-Werror", &shown(output)], &[])?;
        match checked.status {
            Some(0) => Ok(()),
            _ => Err(format!("check finds something:\n{}", checked.stderr)),
        }
    }

    /// A compiler that passes our directives over, and knows OpenMP, must not see half a construct.
    fn means_the_same_to_openmp(&self, output: &Path) -> Result<(), String> {
        let wanted = self.sequential(output)?;
        let threaded = self.compiled(output, &["-fopenmp"], &output.with_extension("threads"))?;
        match threaded.stdout == wanted.stdout {
            true => Ok(()),
            false => Err(format!("with -fopenmp it prints {}not {}", threaded.stdout, wanted.stdout)),
        }
    }

    /// What `cc` makes of the original prints.
    fn sequential(&self, output: &Path) -> Result<Ran, String> {
        self.compiled(&self.input, &[], &output.with_extension(""))
    }

    /// What `cc` makes of a text prints.
    fn compiled(&self, text: &Path, options: &[&str], program: &Path) -> Result<Ran, String> {
        let (text, output) = (shown(text), shown(program));
        let arguments = ["-O1", "-w", &text, "-o", &output, "-lm"].into_iter().chain(options.iter().copied());
        let arguments: Vec<String> = arguments.map(String::from).collect();
        let compiled = run(Path::new("gcc"), &arguments, &self.scratch)?;
        if compiled.status != Some(0) {
            return Err(format!("gcc does not compile it:\n{}", compiled.stderr));
        }
        run(program, &[], &self.scratch)
    }

    fn prints_the_same(&self, output: &Path) -> Result<(), String> {
        let wanted = self.sequential(output)?;
        for target in ["cpu", "sim"] {
            let ran = self.warploom(&["run", "-q", "--target", target, &shown(output)], &[])?;
            if (&ran.stdout, ran.status) != (&wanted.stdout, wanted.status) {
                return Err(format!("{target} prints {}{}not {}", ran.stdout, ran.stderr, wanted.stdout));
            }
        }
        Ok(())
    }
}

/// The words behind `// annotate:`.
fn options(text: &[u8]) -> Result<Vec<String>, String> {
    let first = text.split(|&b| b == b'\n').next().unwrap_or_default();
    let first = String::from_utf8_lossy(first).into_owned();
    let words = first.strip_prefix("// annotate:").ok_or("the first line is not `// annotate: OPTIONS`")?;
    Ok(words.split_whitespace().map(String::from).collect())
}

/// With our lines left out the text is the original; a program may have directives of its own.
pub(crate) fn without_ours(original: &[u8], annotated: &[u8]) -> Result<(), String> {
    let is_ours = |line: &&[u8]| {
        let line = line.trim_ascii_start();
        line.starts_with(b"#pragma hicuda") || line.starts_with(b"// warploom:")
    };
    let plain = |text: &[u8]| -> Vec<u8> {
        let lines = text.split_inclusive(|&b| b == b'\n').filter(|line| !is_ours(line));
        let kept: Vec<u8> = lines.flatten().copied().collect();
        String::from_utf8(kept).map_or_else(|e| e.into_bytes(), |text| without_words(&text).into_bytes())
    };
    match plain(original) == plain(annotated) {
        true => Ok(()),
        false => Err("without its directives the annotated text is not the original".into()),
    }
}

/// A text without the directives and reasons that share a line with other text.
pub(crate) fn without_words(text: &str) -> String {
    let without = |text: &str, open: &str, close: &str| -> String {
        let mut parts = text.split(open);
        let first = parts.next().unwrap_or_default();
        let behind = parts.map(|part| part.split_once(close).map_or(part, |(_, behind)| behind));
        std::iter::once(first).chain(behind).collect()
    };
    without(&without(text, "_Pragma(\"hicuda ", "\") "), "/* warploom: ", " */ ")
}

/// A text without the lines of OpenMP and OpenACC, continued ones and those of a comment behind them included.
fn without_theirs(text: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    let (mut is_continued, mut is_comment) = (false, false);
    for line in text.split_inclusive(|&b| b == b'\n') {
        let words = String::from_utf8_lossy(line).replace('#', "# ");
        let words: Vec<&str> = words.split_whitespace().collect();
        let is_first = matches!(words.as_slice(), ["#", "pragma", "omp" | "acc", ..]);
        if !(is_first || is_continued || is_comment) {
            kept.extend_from_slice(line);
            continue;
        }
        is_continued = line.trim_ascii_end().ends_with(b"\\");
        let (opens, closes) = (words.contains(&"/*"), words.contains(&"*/"));
        is_comment = (is_comment || opens) && !closes;
    }
    kept
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
