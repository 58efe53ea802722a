//! Our preprocessor against `cc -E -P`: the same tokens, in the same order.
//!
//! The inputs are `tests/preprocess/*.c` and `tests/headers/*.c`, and what is
//! written inline below. Skipped, with a word, where there is no gcc.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

mod gcc_reference;

use std::path::{Path, PathBuf};

use gcc_reference::{Compiler, compare};

#[test]
fn preprocessor_inputs() {
    compare_folder("tests/preprocess");
}

#[test]
fn headers() {
    compare_folder("tests/headers");
}

#[test]
fn usual_headers() {
    let Some(compiler) = Compiler::find() else { return };
    let names = [
        "stdio.h",
        "stdlib.h",
        "math.h",
        "string.h",
        "sys/time.h",
        "time.h",
        "stdint.h",
        "stddef.h",
        "stdbool.h",
        "limits.h",
        "float.h",
        "assert.h",
        "errno.h",
        "ctype.h",
        "signal.h",
        "setjmp.h",
        "stdarg.h",
        "inttypes.h",
        "complex.h",
        "tgmath.h",
        "unistd.h",
        "pthread.h",
        "sys/types.h",
        "sys/stat.h",
        "fcntl.h",
        "wchar.h",
        "locale.h",
        "immintrin.h",
        "omp.h",
        "stdatomic.h",
        "threads.h",
        "fenv.h",
        "getopt.h",
        "sys/resource.h",
    ];
    let mut all = String::new();
    for name in names {
        let single = format!("#include <{name}>\nint after = __LINE__;\n");
        compiler.check(&single, &[]);
        compiler.check(&single, &["-D_GNU_SOURCE", "-O2", "-D_FORTIFY_SOURCE=2"]);
        if name != "tgmath.h" {
            all += &single;
        }
    }
    compiler.check(&all, &[]);
    compiler.check(&all, &["-std=c99"]);
    compiler.check(&all, &["-std=c11", "-ffast-math"]);
}

fn compare_folder(folder: &str) {
    let Some(compiler) = Compiler::find() else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let Ok(listing) = std::fs::read_dir(&folder) else { return };
    let mut files: Vec<PathBuf> = listing.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let mut failures = Vec::new();
    let mut compared = 0;
    for file in files.iter().filter(|file| file.extension().is_some_and(|ext| ext == "c")) {
        let name = file.file_name().unwrap().to_str().unwrap();
        let text = std::fs::read(file).unwrap();
        let first_line = String::from_utf8_lossy(text.split(|&b| b == b'\n').next().unwrap()).into_owned();
        let flags = first_line.trim().strip_prefix("//@ cflags:").unwrap_or("").to_owned();
        let flags: Vec<&str> = flags.split_whitespace().collect();
        let Some(reference) = compiler.preprocess(&folder, name, &flags) else {
            eprintln!("{name}: not preprocessed by gcc, skipped");
            continue;
        };
        let ours = compiler.ours(&folder, name, &text, &flags);
        compared += 1;
        if let Err(difference) = compare(&reference, &ours) {
            failures.push(format!("{name}: {difference}"));
        }
    }
    assert!(compared > 0, "no inputs in {}", folder.display());
    assert!(failures.is_empty(), "{} of {compared} differ:\n{}", failures.len(), failures.join("\n"));
}
