//! HIP programs on our own runtime: what the HIP target writes, run on the processor, prints what
//! the program prints.
//!
//! hipcc compiles for GPUs that no test machine has. The same files, read as HIP and run without a
//! GPU, show whether they mean what they should.

use std::path::{Path, PathBuf};

use libtest_mimic::Trial;

use crate::command::run;
use crate::directives::{self, words};
use crate::discover::{files, inputs};
use crate::modes::DIRECTIVES;
use crate::sample::Sample;
use crate::suite::{Suite, trial};

/// Prints numbers of lines, which in a file that was translated to be read are the file's own.
const LINES: &str = "lines-of-the-source.c";

/// Programs of `tests/ui` that run, with what they print beside them.
pub(crate) fn trials(suite: &Suite, scratch: &Path) -> Result<Vec<Trial>, String> {
    let sample = Sample::from_environment();
    let tests = suite.root.join("tests/ui");
    let mut trials = Vec::new();
    for source in
        inputs(&files(&tests)?).into_iter().filter(|file| file.extension().is_some_and(|e| e == "c"))
    {
        let name = suite.name(&tests, &source);
        let text = std::fs::read(&source).map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&text);
        let expected = source.with_extension("stdout");
        let is_about_lines = name.ends_with(LINES);
        if is_about_lines || !(text.contains("//@ run:") && expected.is_file() && sample.has_among_few(&name))
        {
            continue;
        }
        let directives = directives::parse(&text, DIRECTIVES)?;
        if !words(&directives, "run").contains(&String::from("cpu")) || !words(&directives, "also").is_empty()
        {
            continue;
        }
        let program = Program {
            warploom: suite.warploom.clone(),
            folder: scratch.join("run").join(name.replace(['/', '.'], "-")),
            flags: words(&directives, "flags"),
            arguments: words(&directives, "args"),
            source,
            expected,
        };
        trials.push(trial(format!("{name}, run"), move || program.test()));
    }
    Ok(trials)
}

struct Program {
    warploom: PathBuf,
    folder: PathBuf,
    source: PathBuf,
    flags: Vec<String>,
    arguments: Vec<String>,
    expected: PathBuf,
}

impl Program {
    fn test(&self) -> Result<(), String> {
        std::fs::create_dir_all(&self.folder).map_err(|e| e.to_string())?;
        let beside = self.source.parent().unwrap_or(Path::new("."));
        let name = self.source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let written = self.folder.join(&name).with_extension("hip");
        let _ = std::fs::remove_file(&written);
        let mut translate = ["translate", "--target", "hip", "-q", "-w"].map(String::from).to_vec();
        translate.extend(self.flags.iter().cloned());
        translate.extend([name, String::from("-o"), written.display().to_string()]);
        let translated = run(&self.warploom, &translate, beside)?;
        if translated.status != Some(0) {
            return Err(format!("not translated:\n{}", translated.stderr));
        }
        // C that is no C++ comes in two files, of which the host's is no HIP.
        if !written.is_file() {
            return Ok(());
        }
        let mut words = ["run", "--target", "cpu", "-q", "-w"].map(String::from).to_vec();
        // What the text included, it still includes.
        words.extend(["-I", "."].map(String::from));
        words.extend(self.flags.iter().cloned());
        words.extend([written.display().to_string(), String::from("-lm"), String::from("--")]);
        words.extend(self.arguments.iter().cloned());
        let ran = run(&self.warploom, &words, beside)?;
        let expected = std::fs::read_to_string(&self.expected).map_err(|e| e.to_string())?;
        match ran.stdout == expected {
            true => Ok(()),
            false => Err(format!("ended with {:?}\n{}\n{}", ran.status, ran.stdout, ran.stderr)),
        }
    }
}
