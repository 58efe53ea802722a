//! Random programs whose data directives are right or wrong (`generate::data_flow`, `generate::pointers`): what `check` does
//! not object to prints what it prints sequentially, or stops at a line: two names are one array, or a pointer leads to one
//! without a copy. `cargo xtask fuzz-data-flow 1000` tries new ones, `WARPLOOM_SEEDS=17..18` one again.

#![allow(clippy::print_stderr)] // `cargo xtask fuzz-data-flow` shows the counts

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use testkit::command::{run, run_with};
use testkit::suite::seeds;

/// What says nothing about values: copies for nothing, functions that nobody calls, bounds that are not known.
const ASIDES: [&str; 6] = ["W1047", "W1062", "W1101", "W1102", "W1103", "W1104"];

#[test]
fn what_nobody_objects_to_is_right() {
    // A fifth of them on the simulator, which holds what it sees against what was proven.
    tried("data-flow", |seed| if seed % 5 == 0 { "sim" } else { "cpu" }, generate::data_flow::program);
}

#[test]
fn what_pointers_lead_to_is_right() {
    // The simulator also sees reads of memory that nobody has written.
    tried("pointers", |seed| if seed % 2 == 0 { "sim" } else { "cpu" }, generate::pointers::program);
}

/// What generated tests say: two names are one array, or a pointer leads to an array without a copy.
const STOPS: [&str; 2] = [" overlaps `", ": this object has no copy on the device"];

/// What became of a program.
enum Fate {
    Reported,
    Equal,
    /// Silent and wrong, with what was said when it ran.
    Wrong(String),
}

fn tried(name: &str, target: fn(u64) -> &'static str, program: fn(u64) -> String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let seeds: Vec<u64> = seeds(0..16).expect("seeds").collect();
    let next = AtomicUsize::new(0);
    let share = &|worker: usize| {
        // `run --verify` compares all files of the folder: each worker has its own, without those that were right.
        let folder = folder.join(worker.to_string());
        std::fs::create_dir_all(&folder).expect("a folder for a worker");
        let own = std::iter::from_fn(|| seeds.get(next.fetch_add(1, Ordering::Relaxed)));
        own.map(|&seed| fate(&folder, seed, &program(seed), target(seed))).collect::<Vec<Fate>>()
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let fates: Vec<Fate> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|worker| scope.spawn(move || share(worker))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a share of the programs")).collect()
    });
    let equal = fates.iter().filter(|fate| matches!(fate, Fate::Equal)).count();
    let reported = fates.iter().filter(|fate| matches!(fate, Fate::Reported)).count();
    let wrong: Vec<String> = fates.into_iter().filter_map(Fate::wrong).collect();
    let contradicted = wrong.iter().filter(|told| told.contains("[E0817]")).count();
    let counted = format!(
        "{name}: {reported} reported, {equal} equal, {} silent and wrong, {contradicted} of them against a proof",
        wrong.len()
    );
    eprintln!("{counted}");
    assert!(wrong.is_empty(), "{counted}:\n{}", wrong.join("\n"));
    assert!(equal > 0, "{counted}");
}

impl Fate {
    fn wrong(self) -> Option<String> {
        match self {
            Fate::Wrong(told) => Some(told),
            Fate::Reported | Fate::Equal => None,
        }
    }
}

fn fate(folder: &Path, seed: u64, program: &str, target: &str) -> Fate {
    let name = format!("{seed}.c");
    std::fs::write(folder.join(&name), program).expect("a program");
    let fate = when_it_runs(folder, &name, target);
    if !matches!(fate, Fate::Wrong(_)) {
        std::fs::remove_file(folder.join(&name)).expect("the program is there");
    }
    fate
}

fn when_it_runs(folder: &Path, name: &str, target: &str) -> Fate {
    // `WARPLOOM` names a command that was built before.
    let built = std::env::var_os("WARPLOOM").map(PathBuf::from);
    let warploom = built.as_deref().unwrap_or(Path::new(env!("CARGO_BIN_EXE_warploom")));
    let with = |words: &[&str]| -> Vec<String> { words.iter().map(ToString::to_string).collect() };
    let checked = run(warploom, &with(&["check", "--error-limit", "0", name]), folder).expect("check ends");
    let heads = checked.stderr.lines().filter_map(|line| line.split_once('[')?.1.split_once("]: "));
    if heads.map(|(code, _)| code).any(|code| !code.starts_with('R') && !ASIDES.contains(&code)) {
        return Fate::Reported;
    }
    // A cache of its own: the parts of the runtime that are the same in all programs are compiled once.
    let cache = folder.with_file_name("cache");
    let words = with(&["run", "--verify", "-w", "-O0", "--target", target, name]);
    let variables = [("WARPLOOM_CACHE_DIR", cache.as_os_str())];
    let ran = match run_with(&variables, warploom, &words, folder) {
        Ok(ran) => ran,
        Err(without_end) => return Fate::Wrong(format!("{name}: {without_end}")),
    };
    match ran.status {
        Some(0) => Fate::Equal,
        // Tests that the generated program makes stop it at a line.
        _ if STOPS.iter().any(|stop| ran.stderr.contains(stop)) => Fate::Reported,
        _ => Fate::Wrong(format!("{name}: {}", ran.stderr)),
    }
}
