//! Programs with kernels and without data directives, and what `warploom check --fix` makes of them.
//!
//! ```text
//! tests/transfers/time-loop.c            kernels and partitioned loops are given
//! tests/transfers/time-loop.after.c      the same with its data directives, to the letter
//! ```
//! What comes out passes `check` without a word, prints on the CPU target and on the simulator what the
//! sequential program prints, is the input again once the added lines are gone, and stays as it is when it is fixed
//! again. Files of one program have one name and a number: `parts.1.c`, `parts.2.c`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::annotate::without_words;
use crate::command::run;
use crate::compare::{OnDifference, with_file};
use crate::discover::files;
use crate::sample::Sample;
use crate::suite::{self, Suite, trial};

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom)))
}

fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let folder = suite.root.join("tests/transfers");
    let scratch = suite.warploom.parent().unwrap_or(Path::new(".")).join("transfers-suite");
    let is_input = |path: &PathBuf| {
        let name = path.to_string_lossy();
        name.ends_with(".c") && !name.ends_with(".after.c")
    };
    let mut programs: Vec<(String, Vec<PathBuf>)> = Vec::new();
    for input in files(&folder)?.into_iter().filter(is_input) {
        let file = input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = file.split('.').next().unwrap_or_default().to_string();
        match programs.iter_mut().find(|(known, _)| *known == name) {
            Some((_, inputs)) => inputs.push(input),
            None => programs.push((name, vec![input])),
        }
    }
    let sample = Sample::from_environment();
    let test = |(name, inputs): (String, Vec<PathBuf>)| {
        let (warploom, scratch) = (suite.warploom.clone(), scratch.join(&name));
        let runs = sample.has(&name);
        trial(name, move || Test { warploom, inputs, scratch }.run(runs))
    };
    Ok(programs.into_iter().map(test).collect())
}

struct Test {
    warploom: PathBuf,
    inputs: Vec<PathBuf>,
    scratch: PathBuf,
}

impl Test {
    /// Compares what is written, and what the program prints if it `runs`.
    fn run(&self, runs: bool) -> Result<(), String> {
        let _ = std::fs::remove_dir_all(&self.scratch);
        std::fs::create_dir_all(&self.scratch).map_err(|e| e.to_string())?;
        let names: Vec<String> = self.inputs.iter().map(|input| file_name(input)).collect();
        for (input, name) in self.inputs.iter().zip(&names) {
            std::fs::copy(input, self.scratch.join(name)).map_err(|e| e.to_string())?;
        }
        self.fix(&names)?;
        let fixed = self.texts(&names)?;
        for (input, text) in self.inputs.iter().zip(&fixed) {
            let original = std::fs::read_to_string(input).map_err(|e| e.to_string())?;
            if without_data(text) != without_data(&original) {
                return Err(format!("{}: other lines than data directives changed", input.display()));
            }
            with_file(text, &input.with_extension("after.c"), OnDifference::from_environment())?;
        }
        self.fix(&names)?;
        if self.texts(&names)? != fixed {
            return Err(String::from("fixing it again changes it"));
        }
        self.is_silent(&names)?;
        match runs {
            true => self.prints_the_same(&names, &fixed),
            false => Ok(()),
        }
    }

    fn texts(&self, names: &[String]) -> Result<Vec<String>, String> {
        let read =
            |name: &String| std::fs::read_to_string(self.scratch.join(name)).map_err(|e| e.to_string());
        names.iter().map(read).collect()
    }

    fn fix(&self, names: &[String]) -> Result<(), String> {
        let ran = self.warploom(&["check", "--fix"], names)?;
        if ran.status == Some(0) { Ok(()) } else { Err(ran.stderr) }
    }

    /// No error and no warning; what is worth a remark is another matter.
    fn is_silent(&self, names: &[String]) -> Result<(), String> {
        let ran = self.warploom(&["check", "-Werror"], names)?;
        if ran.status == Some(0) { Ok(()) } else { Err(ran.stderr) }
    }

    fn prints_the_same(&self, names: &[String], texts: &[String]) -> Result<(), String> {
        if !texts.iter().any(|text| text.contains("int main(")) {
            return Ok(());
        }
        let mut arguments: Vec<String> = ["-O1", "-w", "-o", "sequential"].map(String::from).to_vec();
        arguments.extend(names.iter().cloned());
        arguments.push(String::from("-lm"));
        let compiled = run(Path::new("cc"), &arguments, &self.scratch)?;
        if compiled.status != Some(0) {
            return Err(compiled.stderr);
        }
        let wanted = run(&self.scratch.join("sequential"), &[], &self.scratch)?;
        for target in ["cpu", "sim"] {
            let ran = self.warploom(&["run", "-q", "--target", target], names)?;
            if (ran.status, &ran.stdout) != (wanted.status, &wanted.stdout) {
                return Err(format!(
                    "on {target} it prints\n{}{}and not\n{}",
                    ran.stdout, ran.stderr, wanted.stdout
                ));
            }
        }
        Ok(())
    }

    fn warploom(&self, words: &[&str], names: &[String]) -> Result<crate::command::Ran, String> {
        let words = words.iter().map(ToString::to_string).chain(names.iter().cloned());
        run(&self.warploom, &words.collect::<Vec<_>>(), &self.scratch)
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The text without data directives, on lines of their own or inside a line.
fn without_data(text: &str) -> String {
    let is_data = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().take(3).collect();
        matches!(words.as_slice(), ["#pragma", "hicuda", "global" | "shape"])
    };
    let kept: String = text.split_inclusive('\n').filter(|line| !is_data(line)).collect();
    without_words(&kept)
}
