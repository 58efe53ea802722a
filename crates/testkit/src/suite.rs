//! What all suites share: where the repository is, and how trials are run.

use std::fs::OpenOptions;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};

use crate::sample::Sample;

/// What a suite needs to know.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The `warploom` binary.
    pub warploom: PathBuf,
    /// The root of the repository.
    pub root: PathBuf,
}

impl Suite {
    /// With the path cargo tells the test program.
    pub fn new(warploom: &str) -> Suite {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = here.ancestors().nth(2).unwrap_or(here).to_path_buf();
        Suite { warploom: PathBuf::from(warploom), root }
    }

    /// The name of a trial: the path below the suite's folder.
    pub fn name(&self, folder: &Path, file: &Path) -> String {
        file.strip_prefix(folder).unwrap_or(file).display().to_string()
    }
}

/// Runs the trials as `cargo test` expects it, with a filter on the command
/// line and one result line each.
pub fn run(trials: Result<Vec<Trial>, String>) -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = trials.unwrap_or_else(|error| vec![Trial::test("discover", || Err(Failed::from(error)))]);
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The seeds of random programs: those that `WARPLOOM_SEEDS` names, or the
/// usual ones.
pub fn seeds(usual: Range<u64>) -> Result<Range<u64>, String> {
    let Ok(text) = std::env::var("WARPLOOM_SEEDS") else { return Ok(usual) };
    let range = || {
        let (start, end) = text.split_once("..")?;
        Some(start.parse().ok()?..end.parse().ok()?)
    };
    range().ok_or(format!("WARPLOOM_SEEDS: `{text}` is not like 100..200"))
}

/// The seeds of the files of random programs: a wish is granted whole, and of the usual ones a
/// [`Sample`] may leave out some.
pub fn seeds_of_files(seeds: Range<u64>, per_file: u64) -> Vec<Range<u64>> {
    let sample = Sample::from_environment();
    let is_wish = std::env::var_os("WARPLOOM_SEEDS").is_some();
    let starts = seeds.clone().step_by(per_file as usize);
    let files = starts.map(|start| start..seeds.end.min(start + per_file));
    files.filter(|file| is_wish || sample.has(&format!("seeds {}..{}", file.start, file.end))).collect()
}

/// A trial from a function that says what is wrong.
pub fn trial(name: String, test: impl FnOnce() -> Result<(), String> + Send + 'static) -> Trial {
    let timed = name.clone();
    Trial::test(name, move || {
        let (start, worked) = (Instant::now(), processor_time());
        let result = test();
        note_time(&timed, start.elapsed(), processor_time() - worked);
        result.map_err(Failed::from)
    })
}

/// Adds a line to the file that `WARPLOOM_TIMES` names, for those who ask where the time of a suite goes.
fn note_time(name: &str, took: Duration, worked: Duration) {
    let Some(path) = std::env::var_os("WARPLOOM_TIMES") else { return };
    let file = OpenOptions::new().create(true).append(true).open(path);
    let (took, worked) = (took.as_secs_f64(), worked.as_secs_f64());
    // A test is right whether its time can be noted or not.
    let _ = file.and_then(|mut file| writeln!(file, "{worked:.2} {took:.2} {name}"));
}

/// What this process and all that it started have taken of the processors: it does not depend on what else the machine
/// does, but belongs to one test only with `--test-threads=1`.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name in parentheses; utime, stime, cutime and cstime in hundredths of a second.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(4);
    Duration::from_millis(10 * fields.filter_map(|field| field.parse::<u64>().ok()).sum::<u64>())
}
