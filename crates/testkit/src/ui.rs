//! UI tests: `tests/ui/**/*.c` and `*.cu`, whole output compared.
//!
//! A test passes when what `check` finds is what the marks say, and every
//! output is, to the letter, the file beside the input:
//!
//! ```text
//! tests/ui/preprocess/missing-header.c         input, with directives and marks
//! tests/ui/preprocess/missing-header.stderr    what `warploom check` prints
//! tests/ui/preprocess/missing-header.hir       what `--dump hir` prints, when asked for
//! ```

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::annotations::{self, Finding, Found};
use crate::command::{Ran, run};
use crate::compare::{OnDifference, diff, with_file};
use crate::directives::{self, of_compilers, words};
use crate::discover::{files, inputs, is_support, stem};
use crate::modes::{DIRECTIVES, Mode, requested};
use crate::sample::Sample;
use crate::suite::{self, Suite, trial};

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom)))
}

fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let folder = suite.root.join("tests/ui");
    let files = files(&folder)?;
    let inputs = inputs(&files);
    let strays = strays(&files, &inputs);
    let (on_difference, sample) = (OnDifference::from_environment(), Sample::from_environment());
    let mut trials: Vec<Trial> = inputs
        .into_iter()
        .map(|input| {
            let name = suite.name(&folder, &input);
            let runs = sample.has(&name);
            let test = Test { warploom: suite.warploom.clone(), input, on_difference, runs };
            trial(name, move || test.run())
        })
        .collect();
    let complaint = strays.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join("\n");
    trials.push(trial(String::from("every file belongs to an input"), move || {
        if complaint.is_empty() { Ok(()) } else { Err(format!("belongs to no input:\n{complaint}")) }
    }));
    Ok(trials)
}

/// Files that no input explains: their test was renamed or never existed.
fn strays(files: &[PathBuf], inputs: &[PathBuf]) -> Vec<PathBuf> {
    let known: BTreeSet<(Option<&Path>, Option<&str>)> =
        inputs.iter().map(|path| (path.parent(), stem(path))).collect();
    let belongs = |path: &&PathBuf| {
        is_support(path) || path.ends_with("README.md") || known.contains(&(path.parent(), stem(path)))
    };
    files.iter().filter(|path| !belongs(path)).cloned().collect()
}

struct Test {
    warploom: PathBuf,
    input: PathBuf,
    on_difference: OnDifference,
    /// Are programs compiled and run, besides what the command says of them?
    runs: bool,
}

impl Test {
    fn run(&self) -> Result<(), String> {
        let text = std::fs::read(&self.input).map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&text);
        let directives = directives::parse(&text, DIRECTIVES)?;
        let modes = requested(&directives)?;
        let flags = words(&directives, "flags");
        let arguments = words(&directives, "args");
        self.only_expected_files(&modes)?;
        // Further files of the program are inputs like the first.
        let is_program = directives.iter().any(|directive| directive.name == "also");
        let with_parts: Vec<String> = [flags, words(&directives, "also")].concat();
        let flags = &with_parts;
        let check = self.warploom(&["check"], flags, &[])?;
        // Where `check` is silent there is nothing that a second run could tell in JSON.
        let found = if check.stderr.is_empty() { Found::default() } else { self.findings(flags)? };
        self.compare_marks(&text, &found)?;
        let has_errors = found.required.iter().any(|finding| !finding.code.starts_with('W'));
        let status = Some(i32::from(has_errors));
        if check.status != status {
            return Err(format!("check ended with {:?}, not {status:?}\n{}", check.status, check.stderr));
        }
        with_file(&check.stderr, &self.beside("stderr"), self.on_difference)?;
        let mut sequential = None;
        let mut raised = None;
        for mode in modes.into_iter().filter(|mode| self.runs || mode.directive != "run") {
            let given: &[String] = if mode.runs_program() || mode.counts() { &arguments } else { &[] };
            let ran = match mode.directive {
                "emit" if is_program => self.translate_program(mode, flags)?,
                _ if mode.counts() => self.count(mode, flags, given)?,
                _ => self.warploom(mode.command, flags, given)?,
            };
            if mode.runs_program() {
                self.compare_with_gcc(&ran, &mut sequential, flags, given)?;
            }
            if mode.directive == "raise" && ran.status == Some(0) {
                raised = Some(ran.stdout.clone());
            }
            if let (Some(raised), true) = (&raised, mode.runs_program()) {
                self.compare_with_raised(raised, &ran, given)?;
            }
            // What is left alone is said beside the result.
            let says = ["coalesce", "raise", "port"].contains(&mode.directive);
            let said = if says { ran.stderr.as_str() } else { "" };
            let output = format!("{said}{}", ran.stdout);
            with_file(&output, &self.beside(mode.expected), self.on_difference)?;
            let may_fail = mode.runs_program() || ["raise", "port"].contains(&mode.directive);
            if !has_errors && !may_fail && ran.status != Some(0) {
                return Err(format!("{:?} ended with {:?}\n{}", mode.command, ran.status, ran.stderr));
            }
        }
        Ok(())
    }

    /// Runs the command in the folder of the input, so that messages name it
    /// without a path.
    fn warploom(&self, command: &[&str], flags: &[String], given: &[String]) -> Result<Ran, String> {
        let mut arguments: Vec<String> = command.iter().map(ToString::to_string).collect();
        arguments.extend(flags.iter().cloned().chain([self.name()]));
        if !given.is_empty() {
            arguments.push(String::from("--"));
            arguments.extend(given.iter().cloned());
        }
        run(&self.warploom, &arguments, self.folder())
    }

    /// The counters of a run, in place of what the program prints.
    fn count(&self, mode: &Mode, flags: &[String], given: &[String]) -> Result<Ran, String> {
        let counts = self.scratch()?.with_extension(mode.expected);
        let with_file = [flags, &[format!("--counts={}", counts.display())]].concat();
        let ran = self.warploom(mode.command, &with_file, given)?;
        let stdout = std::fs::read_to_string(&counts).map_err(|e| e.to_string())?;
        Ok(Ran { stdout, ..ran })
    }

    /// The files that a program of several becomes, one below the other.
    fn translate_program(&self, mode: &Mode, flags: &[String]) -> Result<Ran, String> {
        let folder = self.scratch()?.with_extension(mode.expected);
        let _ = std::fs::remove_dir_all(&folder);
        let output = [flags, &[String::from("-o"), format!("{}/", folder.display())]].concat();
        let mut ran = self.warploom(mode.command, &output, &[])?;
        for path in files(&folder).unwrap_or_default() {
            let text = std::fs::read(&path).map_err(|e| e.to_string())?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            ran.stdout += &format!("// ==== {name} ====\n{}\n", String::from_utf8_lossy(&text));
        }
        Ok(ran)
    }

    /// A name below the build folder for what the test makes.
    fn scratch(&self) -> Result<PathBuf, String> {
        let scratch = self.warploom.parent().unwrap_or(Path::new(".")).join("ui");
        std::fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
        Ok(scratch.join(self.input.display().to_string().replace(['/', '.'], "-")))
    }

    /// The program without its directives is the meaning. A CUDA program has
    /// no other meaning; it says by its status that it is content with itself.
    fn compare_with_gcc(
        &self,
        ran: &Ran,
        sequential: &mut Option<Ran>,
        flags: &[String],
        given: &[String],
    ) -> Result<(), String> {
        if self.input.extension().is_some_and(|extension| extension == "cu") {
            return match ran.status {
                Some(0) => Ok(()),
                status => Err(format!("ended with {status:?}\n{}{}", ran.stdout, ran.stderr)),
            };
        }
        let sequential = match sequential {
            Some(sequential) => sequential,
            None => sequential.insert(self.sequential(flags, given)?),
        };
        if (sequential.status, &sequential.stdout) == (ran.status, &ran.stdout) {
            return Ok(());
        }
        let difference = diff(&sequential.stdout, &ran.stdout, "sequential");
        Err(format!(
            "ended with {:?}, sequentially with {:?}\n{difference}{}",
            ran.status, sequential.status, ran.stderr
        ))
    }

    /// What the program does as the sequential C that it is.
    fn sequential(&self, flags: &[String], given: &[String]) -> Result<Ran, String> {
        let program = self.scratch()?;
        let mut arguments = vec![String::from("-w"), String::from("-O1"), self.name(), String::from("-o")];
        arguments.push(program.display().to_string());
        arguments.extend(of_compilers(flags).cloned().chain([String::from("-lm")]));
        let compiled = run(Path::new("gcc"), &arguments, self.folder())?;
        if compiled.status != Some(0) {
            return Err(format!("gcc does not compile it:\n{}", compiled.stderr));
        }
        run(&program, given, self.folder())
    }

    /// What a CUDA program was raised to, compiled by gcc alone, prints what the program prints.
    fn compare_with_raised(&self, raised: &str, ran: &Ran, given: &[String]) -> Result<(), String> {
        let program = self.scratch()?.with_extension("raised");
        let source = program.with_extension("raised.c");
        std::fs::write(&source, raised).map_err(|e| e.to_string())?;
        let arguments =
            ["-w", "-O1", "-I.", &source.display().to_string(), "-o", &program.display().to_string(), "-lm"];
        let compiled = run(Path::new("gcc"), &arguments.map(String::from), self.folder())?;
        if compiled.status != Some(0) {
            return Err(format!("gcc does not compile what it was raised to:\n{}", compiled.stderr));
        }
        let sequential = run(&program, given, self.folder())?;
        if raised.contains("#pragma hicuda kernel") {
            let on_device =
                ["run", "--target", "cpu", "-I.", &source.display().to_string()].map(String::from);
            let translated = run(&self.warploom, &on_device, self.folder())?;
            if translated.stdout != ran.stdout {
                return Err(format!(
                    "its directives give something else\n{}{}",
                    translated.stdout, translated.stderr
                ));
            }
        }
        match (sequential.status, &sequential.stdout) == (ran.status, &ran.stdout) {
            true => Ok(()),
            false => Err(format!(
                "raised, it prints something else\n{}",
                diff(&sequential.stdout, &ran.stdout, "raised")
            )),
        }
    }

    fn findings(&self, flags: &[String]) -> Result<Found, String> {
        let ran = self.warploom(&["check", "--format", "json", "--error-limit", "0"], flags, &[])?;
        annotations::found(&ran.stdout)
    }

    /// Marks stand in the input and in those of its headers that findings name.
    fn compare_marks(&self, text: &str, found: &Found) -> Result<(), String> {
        let name = self.input.file_name().unwrap_or_default().to_string_lossy();
        let mut marks: Vec<Finding> = annotations::marks(&name, text)?;
        let headers: BTreeSet<&str> = found.required.iter().map(|f| f.file.as_str()).collect();
        for header in headers.into_iter().filter(|&header| header != name) {
            let text = std::fs::read(self.folder().join(header)).unwrap_or_default();
            marks.extend(annotations::marks(header, &String::from_utf8_lossy(&text))?);
        }
        let complaints = annotations::compare(&marks, found);
        if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n")) }
    }

    /// A file with the input's stem that no mode writes is never compared.
    fn only_expected_files(&self, modes: &[&Mode]) -> Result<(), String> {
        let own = self.input.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let stem = stem(&self.input).unwrap_or_default();
        let mut known: Vec<String> = vec![own.to_string(), format!("{stem}.stderr")];
        known.extend(modes.iter().map(|mode| format!("{stem}.{}", mode.expected)));
        for path in files(self.folder())? {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let is_ours = path.parent() == self.input.parent() && name.split('.').next() == Some(stem);
            if !is_ours || known.iter().any(|k| k == name) {
                continue;
            }
            match self.on_difference {
                OnDifference::Fail => return Err(format!("{name} is compared with nothing")),
                OnDifference::Bless => std::fs::remove_file(&path).map_err(|e| e.to_string())?,
            }
        }
        Ok(())
    }

    fn name(&self) -> String {
        self.input.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn folder(&self) -> &Path {
        self.input.parent().unwrap_or(Path::new("."))
    }

    fn beside(&self, extension: &str) -> PathBuf {
        self.input.with_file_name(format!("{}.{extension}", stem(&self.input).unwrap_or_default()))
    }
}
