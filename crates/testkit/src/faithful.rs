//! Faithful translation: a program printed from the resolved tree must behave
//! as the program the user wrote.
//!
//! Each `tests/faithful/**/*.c` is compiled by gcc as it is, and once more by
//! gcc and by clang after `warploom translate --target c`; all three programs
//! must print the same and end the same.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::command::{Ran, run, run_with_compiler};
use crate::compare::diff;
use crate::directives::{self, preprocessor_flags, words};
use crate::discover::{files, inputs};
use crate::sample::Sample;
use crate::suite::{self, Suite, trial};

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom)))
}

fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let folder = suite.root.join("tests/faithful");
    let scratch = suite.warploom.parent().unwrap_or(Path::new(".")).join("faithful");
    let sample = Sample::from_environment();
    let one = |input: PathBuf| {
        let name = suite.name(&folder, &input);
        let work = scratch.join(name.replace(['/', '.'], "-"));
        let test = Test { warploom: suite.warploom.clone(), input, work };
        let all = sample.has(&name);
        trial(name, move || test.run(all))
    };
    Ok(inputs(&files(&folder)?).into_iter().map(one).collect())
}

struct Test {
    warploom: PathBuf,
    input: PathBuf,
    /// A folder of its own below cargo's target folder.
    work: PathBuf,
}

impl Test {
    /// Compares with the program by gcc, and with that by clang if `all` is wanted.
    fn run(&self, all: bool) -> Result<(), String> {
        let text = std::fs::read_to_string(&self.input).map_err(|e| e.to_string())?;
        let directives = directives::parse(&text, &["cflags", "std", "only"])?;
        let standard = words(&directives, "std").pop().unwrap_or(String::from("gnu17"));
        let flags = words(&directives, "cflags");
        std::fs::create_dir_all(&self.work).map_err(|e| e.to_string())?;
        let original = self.behaviour("gcc", &self.input, &standard, &flags)?;
        let only = words(&directives, "only");
        for compiler in ["gcc", "clang"]
            .into_iter()
            .filter(|c| if only.is_empty() { all || *c == "gcc" } else { only.iter().any(|o| o == c) })
        {
            let translated = self.translate(compiler, &standard, &flags)?;
            let behaviour = self.behaviour(compiler, &translated, &standard, &flags)?;
            if behaviour != original {
                let difference = diff(&shown(&original), &shown(&behaviour), "original");
                return Err(format!("compiled by {compiler}, it behaves otherwise:\n{difference}"));
            }
        }
        Ok(())
    }

    /// The headers are part of the translated text, so each compiler gets the
    /// translation made with its own.
    fn translate(&self, compiler: &str, standard: &str, flags: &[String]) -> Result<PathBuf, String> {
        let output = self.work.join(format!("translated-{compiler}.c"));
        let mut arguments = vec![String::from("translate"), format!("-std={standard}")];
        arguments.extend(["--target", "c", "-o"].map(String::from));
        arguments.push(output.display().to_string());
        arguments.extend(preprocessor_flags(flags));
        arguments.push(self.input.display().to_string());
        let ran = run_with_compiler(compiler, &self.warploom, &arguments, self.folder())?;
        if ran.status != Some(0) {
            return Err(format!("not translated ({:?}):\n{}", ran.status, ran.stderr));
        }
        Ok(output)
    }

    /// Compiles and runs. The program runs in the folder of the input, where
    /// files it reads lie.
    fn behaviour(
        &self,
        compiler: &str,
        file: &Path,
        standard: &str,
        flags: &[String],
    ) -> Result<Ran, String> {
        let nth = if file == self.input { "original" } else { compiler };
        let program = self.work.join(nth);
        let mut arguments = vec![format!("-std={standard}"), String::from("-O1"), String::from("-w")];
        arguments.extend([file, Path::new("-o"), &program].map(|path| path.display().to_string()));
        arguments.extend(flags.iter().cloned());
        let compiled = run(Path::new(compiler), &arguments, self.folder())?;
        if compiled.status != Some(0) {
            return Err(format!("{compiler} does not compile {}:\n{}", file.display(), compiled.stderr));
        }
        run(&program, &[], self.folder())
    }

    fn folder(&self) -> &Path {
        self.input.parent().unwrap_or(Path::new("."))
    }
}

fn shown(ran: &Ran) -> String {
    format!("exit status {:?}\n{}{}", ran.status, ran.stdout, ran.stderr)
}
