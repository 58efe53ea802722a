//! Random sequential programs through `annotate`: what comes out is the original with lines of ours,
//! passes `check` without a word, prints on the CPU what the original prints, some also on the
//! simulator, and stays as it is when it is annotated again.
//!
//! `generate::sequential` writes them. The trials belong to the suite of random programs;
//! `cargo xtask fuzz-annotate 1000` tries new ones, `WARPLOOM_SEEDS=17..18` one again.

use std::ops::Range;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;

use crate::annotate::without_ours;
use crate::command::{Ran, run};
use crate::suite::{Suite, seeds, seeds_of_files, trial};

/// Programs of one trial.
const TOGETHER: u64 = 5;
/// What is tried without a wish.
const SEEDS: Range<u64> = 0..40;
/// Every fifth one runs on the simulator, too.
const SIMULATED_EVERY: u64 = 5;

/// The trials of random programs that get directives.
pub fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let place = suite.warploom.parent().unwrap_or(Path::new(".")).join("random-annotated");
    let one = |seeds: Range<u64>| {
        let name = format!("annotated seeds {}..{}", seeds.start, seeds.end);
        let (warploom, place) = (suite.warploom.clone(), place.clone());
        trial(name, move || {
            let wrong = |seed: u64| {
                let program = Program { warploom: warploom.clone(), folder: place.join(seed.to_string()) };
                Some(format!("seed {seed}: {}", program.run(seed).err()?))
            };
            let failures: Vec<String> = seeds.filter_map(wrong).collect();
            if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
        })
    };
    Ok(seeds_of_files(seeds(SEEDS)?, TOGETHER).into_iter().map(one).collect())
}

struct Program {
    warploom: PathBuf,
    /// Below cargo's target folder; it stays when something is wrong.
    folder: PathBuf,
}

impl Program {
    fn run(&self, seed: u64) -> Result<(), String> {
        let text = |error: std::io::Error| error.to_string();
        std::fs::create_dir_all(&self.folder).map_err(text)?;
        let original = generate::sequential::program(seed);
        std::fs::write(self.folder.join("program.c"), &original).map_err(text)?;
        self.succeeds(&["annotate", "--force", "program.c", "-o", "annotated.c"])?;
        let annotated = std::fs::read(self.folder.join("annotated.c")).map_err(text)?;
        without_ours(original.as_bytes(), &annotated)?;
        // A program without a kernel is the original, which `run` refuses.
        if String::from_utf8_lossy(&annotated).contains("#pragma hicuda kernel ") {
            self.succeeds(&["check", "-Werror", "annotated.c"])?;
            self.prints_the_same(seed.is_multiple_of(SIMULATED_EVERY))?;
            self.succeeds(&["annotate", "--force", "annotated.c", "-o", "again.c"])?;
            if std::fs::read(self.folder.join("again.c")).map_err(text)? != annotated {
                return Err("annotating the result changes it".to_owned());
            }
        }
        std::fs::remove_dir_all(&self.folder).map_err(text)
    }

    fn prints_the_same(&self, on_simulator: bool) -> Result<(), String> {
        let compile = ["-O0", "-w", "program.c", "-o", "program"].map(String::from);
        let compiled = run(Path::new("cc"), &compile, &self.folder)?;
        if compiled.status != Some(0) {
            return Err(format!("cc does not compile it:\n{}", compiled.stderr));
        }
        let wanted = run(&self.folder.join("program"), &[], &self.folder)?;
        for target in ["cpu", "sim"].into_iter().take(1 + usize::from(on_simulator)) {
            let ran =
                self.warploom(&["run", "-q", "--no-cache", "-O0", "--target", target, "annotated.c"])?;
            if (&ran.stdout, ran.status) != (&wanted.stdout, wanted.status) {
                return Err(format!("{target} prints {}{}not {}", ran.stdout, ran.stderr, wanted.stdout));
            }
        }
        Ok(())
    }

    fn succeeds(&self, words: &[&str]) -> Result<(), String> {
        let ran = self.warploom(words)?;
        match ran.status {
            Some(0) => Ok(()),
            status => Err(format!("`{}` ends with {status:?}:\n{}", words.join(" "), ran.stderr)),
        }
    }

    fn warploom(&self, words: &[&str]) -> Result<Ran, String> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        run(&self.warploom, &words, &self.folder)
    }
}
