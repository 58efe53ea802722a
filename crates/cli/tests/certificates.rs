//! Verdicts that are wrong are found on the simulator, and told as what they are: mistakes of the compiler.
//!
//! Proofs leave undefined behaviour out. So a program that overflows an `int` makes a verdict of each kind wrong,
//! and shows that the challenge can fail.

use std::path::Path;

use testkit::command::run;

/// `i + m` overflows in all iterations but the first: the simulator wraps, and `else` is reached.
fn overflowing(alloc: &str, otherwise: &str) -> String {
    format!(
        "#include <limits.h>\n#include <stdio.h>\n#include <stdlib.h>\nint a[64];\n\
         int main(int argc, char **argv)\n{{\n    int m = argc > 1 ? atoi(argv[1]) : INT_MAX;\n\
         #pragma hicuda global alloc a[*] {alloc}\n\
         #pragma hicuda kernel mark tblock(1) thread(64)\n\
         #pragma hicuda loop_partition over_thread\n    for (int i = 0; i < 64; i++) {{\n        int old = 0;\n\
         \x20       if (i + m < m) {otherwise}\n        if (i + m >= m) a[i] = old;\n    }}\n\
         #pragma hicuda kernel_end\n#pragma hicuda global copyout a[*]\n#pragma hicuda global free a\n\
         \x20   printf(\"%d\\n\", a[0]);\n    return 0;\n}}\n"
    )
}

fn told(name: &str, program: &str) -> String {
    let warploom = Path::new(env!("CARGO_BIN_EXE_warploom"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("certificates");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    std::fs::write(folder.join(name), program).expect("a program");
    let words = ["run", "--target", "sim", "-q", "--no-cache", name].map(String::from);
    let ran = run(warploom, &words, &folder).expect("the program ends");
    assert_ne!(ran.status, Some(0), "{}", ran.stderr);
    ran.stderr
}

/// One message has the finding, the verdict at its directive, and the request to report it.
fn contradicts(told: &str, finding: &str, verdict: &str) {
    assert!(told.contains(&format!("error[E0817]: {finding}, where Warploom had proven")), "{told}");
    assert!(told.contains(verdict) && told.contains("please report it"), "{told}");
}

#[test]
fn an_access_outside_of_what_is_held() {
    let told = told("outside.c", &overflowing("copyin", "a[i + 64] = i;"));
    contradicts(&told, "a write outside of every allocation", "proven: every access of a kernel is inside");
}

#[test]
fn a_race_in_a_proven_loop() {
    let told = told("race.c", &overflowing("copyin", "a[0] = i;"));
    contradicts(
        &told,
        "two threads race for a word of device memory",
        "proven: different threads never touch",
    );
}

#[test]
fn a_read_of_what_nobody_has_written() {
    let told = told(
        "unwritten.c",
        &overflowing("", "old = a[i];")
            .replace("= old;", "= 1;")
            .replace("old = a[i];", "{ old = a[i]; a[i] = old; }"),
    );
    contradicts(&told, "a read of device memory that nobody has written", "is on the device with the newest");
}
