//! Random programs whose data directives are right or wrong (`generate::data_flow`, `generate::pointers`): what `check` does
//! not object to prints what it prints sequentially, or says at run time that two names are one array. `cargo xtask fuzz-data-flow 1000` tries new
//! ones, `WARPLOOM_SEEDS=17..18` one again.

use std::path::Path;

use testkit::command::run;
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
    tried("pointers", |_| "sim", generate::pointers::program);
}

fn tried(folder: &str, target: impl Fn(u64) -> &'static str, program: impl Fn(u64) -> String) {
    let warploom = Path::new(env!("CARGO_BIN_EXE_warploom"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let (mut reported, mut equal, mut wrong) = (0, 0, Vec::new());
    for seed in seeds(0..16).expect("seeds") {
        let name = format!("{seed}.c");
        std::fs::write(folder.join(&name), program(seed)).expect("a program");
        let with = |words: &[&str]| -> Vec<String> { words.iter().map(ToString::to_string).collect() };
        let checked =
            run(warploom, &with(&["check", "--error-limit", "0", &name]), &folder).expect("check ends");
        let heads = checked.stderr.lines().filter_map(|line| line.split_once('[')?.1.split_once("]: "));
        if heads.map(|(code, _)| code).any(|code| !code.starts_with('R') && !ASIDES.contains(&code)) {
            reported += 1;
            continue;
        }
        let words = ["run", "--verify", "--no-cache", "-w", "-O0", "--target", target(seed), &name];
        let ran = run(warploom, &with(&words), &folder).expect("both programs end");
        match ran.status {
            Some(0) => equal += 1,
            _ if ran.stderr.contains(" overlaps `") => reported += 1,
            _ => wrong.push(format!("{name}: {}", ran.stderr)),
        }
    }
    let contradicted = wrong.iter().filter(|told| told.contains("[E0817]")).count();
    let counted = format!(
        "{reported} reported, {equal} equal, {} silent and wrong, {contradicted} of them against a proof",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{counted}:\n{}", wrong.join("\n"));
    assert!(equal > 0, "{counted}");
}
