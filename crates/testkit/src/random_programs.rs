//! Random programs without directives: printed from the resolved tree, they
//! must print what the original prints.
//!
//! The counterpart of the [`crate::faithful`] suite, whose programs people
//! wrote. `generate::programs` puts several into a file, so that the compiler
//! starts seldom; when a file fails, each of its programs is tried alone, and
//! the seeds that fail are named and their files stay.
//!
//! Further programs get directives: [`crate::random_annotated`].
//!
//! `WARPLOOM_SEEDS=1000..3000` chooses the programs; `cargo xtask
//! fuzz-programs` sets it.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::command::{Ran, run};
use crate::compare::diff;
use crate::suite::{self, Suite, seeds, seeds_of_files, trial};

/// Programs per file.
const PER_FILE: u64 = 20;
/// What is tried without a wish.
const SEEDS: Range<u64> = 0..240;
/// Every fourth file is standard C: the extensions hide what is printed for
/// the same thing without them.
const STANDARD_C_EVERY: u64 = 4;

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom)))
}

fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let place = suite.warploom.parent().unwrap_or(Path::new(".")).join("random-programs");
    let one = |seeds: Range<u64>| {
        let name = format!("printed seeds {}..{}", seeds.start, seeds.end);
        let file = File { warploom: suite.warploom.clone(), place: place.clone(), seeds };
        trial(name, move || file.run())
    };
    let mut trials: Vec<Trial> = seeds_of_files(seeds(SEEDS)?, PER_FILE).into_iter().map(one).collect();
    trials.extend(crate::random_annotated::trials(suite)?);
    Ok(trials)
}

/// The programs that one file holds.
struct File {
    warploom: PathBuf,
    /// Below cargo's target folder.
    place: PathBuf,
    seeds: Range<u64>,
}

impl File {
    fn run(&self) -> Result<(), String> {
        let all: Vec<u64> = self.seeds.clone().collect();
        let Err(together) = self.compare(&all) else { return Ok(()) };
        let alone = |&seed: &u64| Some(format!("seed {seed}: {}", self.compare(&[seed]).err()?));
        let failures: Vec<String> = all.iter().filter_map(alone).collect();
        if failures.is_empty() {
            return Err(format!("together, not alone: {together}"));
        }
        Err(failures.join("\n"))
    }

    /// Compiles the programs as they are and translated, and compares what
    /// both print.
    fn compare(&self, seeds: &[u64]) -> Result<(), String> {
        let folder = self.place.join(seeds.iter().map(u64::to_string).next_back().unwrap_or_default());
        let gnu = !(self.seeds.start / PER_FILE).is_multiple_of(STANDARD_C_EVERY);
        let options = small(gnu);
        std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        std::fs::write(folder.join("program.c"), generate::programs(seeds, &options))
            .map_err(|e| e.to_string())?;
        let expected = behaviour(&folder, "program.c", "oracle")?;
        self.translate(&folder)?;
        let actual = behaviour(&folder, "translated.c", "translated")?;
        if actual != expected {
            let [old, new] =
                [&expected, &actual].map(|ran| format!("{:?}\n{}{}", ran.status, ran.stdout, ran.stderr));
            let short: String = diff(&old, &new, "original").chars().take(2000).collect();
            return Err(format!("{} prints something else:\n{short}", folder.display()));
        }
        std::fs::remove_dir_all(&folder).map_err(|e| e.to_string())
    }

    fn translate(&self, folder: &Path) -> Result<(), String> {
        let arguments = ["translate", "--target", "c", "program.c", "-o", "translated.c"].map(String::from);
        let ran = run(&self.warploom, &arguments, folder)?;
        // Random constants that do not fit are worth a warning, and no more.
        if ran.status == Some(0) {
            return Ok(());
        }
        let short: String = ran.stderr.chars().take(3000).collect();
        Err(format!("{}: not translated ({:?}):\n{short}", folder.display(), ran.status))
    }
}

/// Many small programs find more than few large ones in the same time.
fn small(gnu: bool) -> generate::Options {
    generate::Options {
        records: 3,
        globals: 6,
        functions: 4,
        block_statements: 4,
        block_depth: 2,
        expression_depth: 4,
        gnu,
    }
}

/// Compiles quickly, which is what takes the time here, and runs.
fn behaviour(folder: &Path, source: &str, program: &str) -> Result<Ran, String> {
    let arguments = ["-std=gnu17", "-O0", "-w", source, "-o", program].map(String::from);
    let compiled = run(Path::new("cc"), &arguments, folder)?;
    if compiled.status != Some(0) {
        let short: String = compiled.stderr.chars().take(3000).collect();
        return Err(format!("{}: cc does not compile {source}:\n{short}", folder.display()));
    }
    run(&folder.join(program), &[], folder)
}
