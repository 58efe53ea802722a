//! Five thousand random initialisers (a sample has fewer), printed from the resolved tree: the numbers are
//! where gcc puts them.

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

#[test]
fn every_number_is_where_gcc_puts_it() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("initializers");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let sample = Sample::from_environment();
    // A sample is never empty: the first is always there.
    for seed in (0..PROGRAMS).filter(|seed| *seed == 0 || sample.has(&format!("initialisers {seed}"))) {
        std::fs::write(folder.join("original.c"), generate::initializers::program(seed, OBJECTS))
            .expect("an input file");
        let expected = printed(&folder, "original.c");
        assert_eq!(expected.lines().count(), OBJECTS);
        let arguments = words(&["translate", "--target", "c", "original.c", "-o", "again.c"]);
        let ran = run(Path::new(env!("CARGO_BIN_EXE_warploom")), &arguments, &folder).expect("it ends");
        assert_eq!(ran.status, Some(0), "seed {seed}: {}", ran.stderr);
        let found = printed(&folder, "again.c");
        let wrong = expected.lines().zip(found.lines()).position(|(a, b)| a != b);
        assert_eq!(wrong, None, "seed {seed}: object {wrong:?}");
    }
}
