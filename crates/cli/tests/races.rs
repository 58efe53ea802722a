//! Kernels with a race each, and kernels without: the simulator tells them
//! apart. docs/races.md has the same kernels under compute-sanitizer.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use testkit::command::{Ran, run};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/races")
}

fn simulated(file: &str) -> Ran {
    let arguments = ["run", "--target", "sim", "--error-limit", "0", file].map(String::from);
    run(Path::new(env!("CARGO_BIN_EXE_warploom")), &arguments, &folder()).expect("a run")
}

/// The kernels of a file.
fn kernels(file: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(folder().join(file)).expect("a file");
    let names = text.lines().filter_map(|line| line.strip_prefix("__global__ void "));
    names.filter_map(|rest| rest.split('(').next()).map(String::from).collect()
}

/// The kernels that a report names in races.
fn accused(report: &str) -> BTreeSet<String> {
    let mut is_race = false;
    let mut accused = BTreeSet::new();
    for line in report.lines() {
        if line.starts_with("error[") {
            is_race = line.contains(" race for a word of ");
        }
        let kernel = line.split("in kernel `").nth(1).and_then(|rest| rest.split('`').next());
        accused.extend(kernel.filter(|_| is_race).map(String::from));
    }
    accused
}

#[test]
fn every_race_is_found() {
    let kernels = kernels("racy.cu");
    assert!(kernels.len() >= 40, "{}", kernels.len());
    let ran = simulated("racy.cu");
    assert_eq!(ran.status, Some(1));
    let missed: Vec<_> = kernels.difference(&accused(&ran.stderr)).cloned().collect();
    assert_eq!(missed, [""; 0]);
}

#[test]
fn nothing_is_said_about_kernels_without_one() {
    assert!(kernels("free.cu").len() >= 40);
    let ran = simulated("free.cu");
    assert_eq!(ran, Ran { status: Some(0), stdout: "no error\n".to_owned(), stderr: String::new() });
}

#[test]
fn the_document_has_every_kernel() {
    let page = std::fs::read_to_string(folder().join("../../docs/races.md")).expect("the document");
    for kernel in kernels("racy.cu") {
        assert!(page.contains(&format!("| `{kernel}` |")), "{kernel}");
    }
}
