//! Generated programs are valid C, mean the same at every optimisation level, and have no
//! undefined behaviour that the sanitizer can see.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of this test run that is removed at its end.
struct Workshop(PathBuf);

impl Workshop {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("generate-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary directory is writable");
        Workshop(folder)
    }

    /// Compiles `text` with `flags` and gives what the program prints.
    fn run(&self, text: &str, flags: &[&str]) -> String {
        let (source, program) = (self.0.join("program.c"), self.0.join("program"));
        std::fs::write(&source, text).expect("the temporary directory is writable");
        let compiled = Command::new("cc")
            .arg("-std=gnu17")
            .args(flags)
            .arg("-o")
            .arg(&program)
            .arg(&source)
            .output()
            .expect("cc is installed");
        let messages = String::from_utf8_lossy(&compiled.stderr).into_owned();
        assert!(compiled.status.success(), "does not compile:\n{messages}\n{text}");
        let ran = Command::new(&program).output().expect("the program runs");
        let complaints = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(ran.status.success() && complaints.is_empty(), "{:?}\n{complaints}\n{text}", ran.status);
        String::from_utf8(ran.stdout).expect("the trail is ASCII")
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        let folder: &Path = &self.0;
        // A folder left behind in the temporary directory harms nobody.
        let _ = std::fs::remove_dir_all(folder);
    }
}

#[test]
fn thirty_programs_print_the_same_at_every_optimisation_level() {
    let workshop = Workshop::new("levels");
    for seed in 0..30 {
        let text = generate::program(seed, &generate::Options::default());
        let plain = workshop.run(&text, &["-O0", "-Wall", "-Wno-unused"]);
        let optimised = workshop.run(&text, &["-O2", "-w"]);
        assert_eq!(plain, optimised, "seed {seed}\n{text}");
        assert!(plain.contains("checksum"), "seed {seed} printed no checksum");
    }
}

#[test]
fn the_sanitizer_finds_nothing() {
    let workshop = Workshop::new("sanitizer");
    for seed in 100..106 {
        let text = generate::program(seed, &generate::Options::default());
        let flags = ["-O1", "-w", "-fsanitize=undefined", "-fno-sanitize-recover=all"];
        let checked = workshop.run(&text, &flags);
        assert_eq!(checked, workshop.run(&text, &["-O1", "-w"]), "seed {seed}");
    }
}

#[test]
fn small_programs_without_extensions_are_standard_c() {
    let workshop = Workshop::new("standard");
    let options = generate::Options {
        functions: 3,
        globals: 4,
        records: 2,
        gnu: false,
        ..generate::Options::default()
    };
    for seed in 200..205 {
        let text = generate::program(seed, &options);
        let strict = workshop.run(&text, &["-std=c11", "-O0", "-w"]);
        assert_eq!(strict, workshop.run(&text, &["-O2", "-w"]), "seed {seed}");
    }
}

#[test]
fn large_programs_have_the_asked_length_and_no_warnings() {
    let workshop = Workshop::new("large");
    let text = generate::large(3000, 5);
    let lines = text.lines().count();
    assert!((3000..3120).contains(&lines), "{lines} lines");
    let flags = ["-Wall", "-Wextra", "-Werror"];
    let plain = workshop.run(&text, &[&flags[..], &["-O0"]].concat());
    assert_eq!(plain, workshop.run(&text, &[&flags[..], &["-O2"]].concat()));
    assert_eq!(text, generate::large(3000, 5));
    assert_ne!(text, generate::large(3000, 6));
}

#[test]
fn different_seeds_give_different_programs() {
    let options = generate::Options::default();
    let texts: std::collections::BTreeSet<String> =
        (0..20).map(|seed| generate::program(seed, &options)).collect();
    assert_eq!(texts.len(), 20);
}

#[test]
fn programs_of_several_files_have_what_was_asked_for() {
    let program = generate::large_program(5, 2000, 9, 5);
    assert_eq!(program.len(), 6, "five files and a header");
    let count = |text: &str| -> usize { program.iter().map(|(_, file)| file.matches(text).count()).sum() };
    assert_eq!(count("#pragma hicuda kernel "), 9);
    let lines: usize = program.iter().map(|(_, file)| file.lines().count()).sum();
    assert!((1600..2600).contains(&lines), "{lines} lines");
    assert_eq!(program, generate::large_program(5, 2000, 9, 5));
}
