//! Generated kernels, as the sequential programs they are: valid C, the same at every optimisation
//! level, and without undefined behaviour that the sanitizers can see.

use std::path::PathBuf;
use std::process::Command;

/// Compiles a program and gives what it prints.
fn run(name: &str, text: &str, flags: &[&str]) -> String {
    let folder = std::env::temp_dir().join(format!("generate-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary directory is writable");
    let (source, program): (PathBuf, PathBuf) = (folder.join("program.c"), folder.join("program"));
    std::fs::write(&source, text).expect("the temporary directory is writable");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu17", "-Wno-unknown-pragmas"]).args(flags).arg("-o").arg(&program).arg(&source);
    let compiled = compiler.arg("-lm").output().expect("cc is installed");
    let messages = String::from_utf8_lossy(&compiled.stderr).into_owned();
    assert!(compiled.status.success(), "{name} does not compile, see {}:\n{messages}", source.display());
    let ran = Command::new(&program).output().expect("the program runs");
    let complaints = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(ran.status.success() && complaints.is_empty(), "see {}\n{complaints}", source.display());
    let _ = std::fs::remove_dir_all(&folder);
    String::from_utf8(ran.stdout).expect("the output is ASCII")
}

#[test]
fn sanitizers_find_nothing_in_eighty_cases() {
    let seeds: Vec<u64> = (0..80).collect();
    let text = generate::kernels::batch(&seeds);
    let checks = ["-O0", "-w", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"];
    let checked = run("kernels-checked", &text, &checks);
    assert_eq!(checked, run("kernels", &text, &["-O2", "-Wall", "-Wno-unused"]));
    assert_eq!(checked.lines().filter(|line| line.starts_with("case ")).count(), 80);
}

#[test]
fn every_iteration_of_a_regression_runs_once() {
    let printed = run("kernels-regression", &generate::kernels::regressions(), &["-O1", "-w"]);
    assert!(printed.starts_with(&format!("T=20 B=2 N=16:{} [", " 1".repeat(20))), "{printed}");
    assert_eq!(printed.lines().count(), 44);
}

#[test]
fn seeds_reach_every_directive() {
    let text = generate::kernels::batch(&(0..300).collect::<Vec<u64>>());
    for word in [
        "loop_partition over_thread",
        "over_tblock(CYCLIC) over_thread",
        "singular_end",
        "barrier",
        "shape",
        "clear",
        "global copyin",
        "constant copyin",
        "texture copyin",
        "shared copyout",
        "(nobndcheck)",
        "pad(auto)",
        "nowait",
    ] {
        assert!(text.contains(word), "no program has `{word}`");
    }
}
