//! The counters of the simulated H200 against those of a real one.
//!
//! `tests/counters/h200.tsv` is what Nsight Compute counted for the kernels of
//! `patterns.cu`; the simulator must count the same, to the last sector.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use profiles::Profile;
use profiles::model::{Kernel, Kind, Memory};
use testkit::command::run;

/// Requests and sectors of global loads, of global stores, and passes over
/// shared memory of loads and of stores.
type Counts = [u64; 6];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/counters")
}

fn predicted(kernel: &Kernel) -> Counts {
    let mut counts = [0; 6];
    for access in &kernel.accesses {
        let stores = usize::from(access.kind != Kind::Read);
        match access.memory {
            Memory::Global => {
                counts[2 * stores] += access.requests;
                counts[2 * stores + 1] += access.transactions;
            }
            Memory::Shared => counts[4 + stores] += access.passes,
            Memory::Local => {}
        }
    }
    counts
}

fn measured() -> BTreeMap<String, Counts> {
    let text = std::fs::read_to_string(folder().join("h200.tsv")).expect("the measurements");
    let mut all = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut cells = line.split('\t');
        let kernel = cells.next().expect("a name").to_owned();
        let counts: Vec<u64> = cells.map(|cell| cell.parse().expect("a number")).collect();
        all.insert(kernel, counts.try_into().expect("six numbers"));
    }
    all
}

#[test]
fn the_simulator_counts_what_the_hardware_counts() {
    let arguments = ["profile", "--json", "-", "patterns.cu"].map(String::from);
    let ran = run(Path::new(env!("CARGO_BIN_EXE_warploom")), &arguments, &folder()).expect("a run");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    let json = ran.stdout.split_once('\n').map(|(said, json)| (said, json.as_bytes()));
    let Some(("no error", json)) = json else { panic!("{}", ran.stdout) };
    let profile = Profile::from_json(json).expect("a profile");
    let predicted: BTreeMap<String, Counts> =
        profile.kernels.iter().map(|kernel| (kernel.name.clone(), predicted(kernel))).collect();
    let measured = measured();
    assert!(measured.len() >= 100, "{} patterns", measured.len());
    let wrong: Vec<String> = measured
        .iter()
        .filter(|(name, counts)| predicted.get(*name) != Some(*counts))
        .map(|(name, counts)| format!("{name}: measured {counts:?}, predicted {:?}", predicted.get(name)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(predicted.keys().eq(measured.keys()), "a kernel is missing in the measurements");
}
