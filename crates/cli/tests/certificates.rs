//! Verdicts that are wrong are found on the simulator, or beside the sequential program, and told as what they are: mistakes of
//! the compiler.
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
    told_with(&["run", "--target", "sim"], name, program)
}

fn told_with(command: &[&str], name: &str, program: &str) -> String {
    let warploom = Path::new(env!("CARGO_BIN_EXE_warploom"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("certificates");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    std::fs::write(folder.join(name), program).expect("a program");
    let words: Vec<String> =
        [command, &["-q", "--no-cache", name]].concat().into_iter().map(String::from).collect();
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

/// Outside of `b` lies `a`, which no proof looks for there.
fn beside(before: &str, after: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\nstruct {{ int b[64], a[64]; }} s;\n\
         int main(int argc, char **argv)\n{{\n    int k = argc > 1 ? atoi(argv[1]) : 67;\n\
         #pragma hicuda global alloc s.a[*] copyin\n    {before}\n\
         #pragma hicuda kernel add tblock(1) thread(64)\n\
         #pragma hicuda loop_partition over_thread\n    for (int i = 0; i < 64; i++)\n        s.a[i] += i + 1;\n\
         #pragma hicuda kernel_end\n    {after}\n#pragma hicuda global free s.a\n    return 0;\n}}\n"
    )
}

fn verified(name: &str, program: &str) -> String {
    let told = told_with(&["run", "--verify", "--target", "cpu"], name, program);
    assert_eq!(told, told_with(&["run", "--verify", "--target", "sim"], name, program));
    told
}

#[test]
fn a_kernel_that_works_with_old_values() {
    let told = verified(
        "old.c",
        &beside("s.b[k] = 9;", "\n#pragma hicuda global copyout s.a[*]\nprintf(\"%d\\n\", s.a[3]);"),
    );
    contradicts(
        &told,
        "the kernel computes another value than the sequential program",
        "on the device with the newest",
    );
}

#[test]
fn a_copy_that_is_freed_with_the_only_new_values() {
    let told = verified("freed.c", &beside("", "printf(\"%d\\n\", s.b[k]);"));
    contradicts(
        &told,
        "the host's array is not what it is in the sequential program",
        "no later use of the device copy, and no result is lost",
    );
}
