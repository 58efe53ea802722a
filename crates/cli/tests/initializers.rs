//! Five thousand random initialisers (a sample has fewer), printed from the resolved tree, and as many in kernels: the
//! numbers are where gcc puts them.

use std::path::Path;

use testkit::command::run;
use testkit::sample::Sample;

const PROGRAMS: u64 = 20;
const OBJECTS: usize = 250;

fn words(arguments: &[&str]) -> Vec<String> {
    arguments.iter().map(ToString::to_string).collect()
}

/// What a C file prints.
fn printed(folder: &Path, name: &str) -> String {
    let compiled = run(Path::new("gcc"), &words(&["-w", name, "-o", "program"]), folder).expect("gcc ends");
    assert_eq!(compiled.status, Some(0), "{name}: {}", compiled.stderr);
    run(&folder.join("program"), &[], folder).expect("the program ends").stdout
}

/// Programs that are tried with some objects each; the first is always there.
fn each_program(name: &str, program: fn(u64, usize) -> String, tried: impl Fn(&Path, u64, &str)) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let sample = Sample::from_environment();
    for seed in (0..PROGRAMS).filter(|seed| *seed == 0 || sample.has(&format!("{name} {seed}"))) {
        std::fs::write(folder.join("original.c"), program(seed, OBJECTS)).expect("an input file");
        let expected = printed(&folder, "original.c");
        assert_eq!(expected.lines().count(), OBJECTS);
        tried(&folder, seed, &expected);
    }
}

fn compared(seed: u64, expected: &str, found: &str) {
    let wrong = expected.lines().zip(found.lines()).position(|(a, b)| a != b);
    assert_eq!(wrong, None, "seed {seed}: object {wrong:?}");
    assert_eq!(expected.lines().count(), found.lines().count());
}

#[test]
fn every_number_is_where_gcc_puts_it() {
    each_program("initializers", generate::initializers::program, |folder, seed, expected| {
        let arguments = words(&["translate", "--target", "c", "original.c", "-o", "again.c"]);
        let ran = run(Path::new(env!("CARGO_BIN_EXE_warploom")), &arguments, folder).expect("it ends");
        assert_eq!(ran.status, Some(0), "seed {seed}: {}", ran.stderr);
        compared(seed, expected, &printed(folder, "again.c"));
    });
}

#[test]
fn every_number_of_a_kernel_is_where_gcc_puts_it() {
    each_program("initializers-in-kernels", generate::initializers::in_kernels, |folder, seed, expected| {
        for target in ["cpu", "sim"] {
            let arguments = words(&["run", "-w", "-O0", "--no-cache", "--target", target, "original.c"]);
            let ran = run(Path::new(env!("CARGO_BIN_EXE_warploom")), &arguments, folder).expect("it ends");
            assert_eq!(ran.status, Some(0), "seed {seed} on {target}: {}", ran.stderr);
            compared(seed, expected, &ran.stdout);
        }
    });
}
