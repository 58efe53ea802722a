//! `run --verify`: right programs are as the sequential ones, and of wrong ones the first difference is
//! named. Wrong here is what `check` cannot see: false words of the user (`independent`, `copyout … to`,
//! `reads`), and functions without a definition.

mod shell;

use shell::{Folder, SCALE};

/// What a command says on standard error, and its status.
fn verify(folder: &Folder, rest: &str) -> (String, Option<i32>) {
    let ran = folder.script(&format!("warploom run --verify {rest} </dev/null"));
    (ran.stderr, ran.status)
}

#[track_caller]
fn assert_said(folder: &Folder, rest: &str, expected: &[&str]) {
    let (said, status) = verify(folder, rest);
    assert_eq!(status, Some(1), "{said}");
    for words in expected {
        assert!(said.contains(words), "`{words}` is not in\n{said}");
    }
}

#[track_caller]
fn assert_verified(folder: &Folder, rest: &str) {
    let (said, status) = verify(folder, rest);
    assert!(status == Some(0) && said.contains("warploom: verified"), "{status:?}\n{said}");
}

const TARGETS: [&str; 2] = ["--target cpu", "--target sim"];

#[test]
fn a_right_program_is_as_the_sequential_one() {
    let folder = Folder::new("verify", "right");
    folder.write("a.c", SCALE);
    for target in TARGETS {
        assert_verified(&folder, &format!("{target} a.c"));
        let ran = folder.script(&format!("warploom run --verify -q {target} a.c </dev/null"));
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("126\n", "", Some(0)));
    }
    folder.assert_no_leftovers();
}

#[test]
fn pragmas_of_others_on_loops_with_directives_are_in_nobodys_way() {
    let folder = Folder::new("verify", "pragmas");
    let kernel = "#pragma hicuda kernel ";
    assert!(SCALE.contains(kernel));
    folder.write("a.c", &SCALE.replace(kernel, &format!("#pragma omp parallel for\n{kernel}")));
    for target in TARGETS {
        assert_verified(&folder, &format!("{target} a.c"));
        assert_verified(&folder, &format!("{target} -fopenmp a.c"));
    }
}

#[test]
fn input_arguments_files_and_the_exit_status_are_the_programs() {
    let folder = Folder::new("verify", "files");
    let program = SCALE
        .replace("int main(void)\n{", "int main(int argc, char **argv)\n{\n    int more;\n    FILE *f;")
        .replace(
            "    printf(\"%d\\n\", a[63]);\n    return 0;",
            r#"    if (scanf("%d", &more) != 1 || argc != 2)
        return 9;
    f = fopen("log.txt", "a");
    fprintf(f, "%d\n", a[more]);
    fclose(f);
    rename("old.txt", "new.txt");
    fprintf(stderr, "%s\n", argv[1]);
    return 3;"#,
        );
    folder.write("a.c", &program).write("log.txt", "before\n").write("old.txt", "old\n");
    for (nth, target) in TARGETS.iter().enumerate() {
        let ran = folder.script(&format!("echo 5 | warploom run --verify {target} a.c -- word"));
        assert_eq!(ran.status, Some(3), "{}", ran.stderr);
        assert!(ran.stderr.contains("word\n"), "{}", ran.stderr);
        // The program has written once, the sequential one elsewhere.
        assert_eq!(folder.read("log.txt"), format!("before\n{}", "10\n".repeat(nth + 1)));
        assert_eq!(folder.read("new.txt"), "old\n");
    }
}

/// A kernel over `a` with a loop body, after which `print` is done.
fn program(clauses: &str, body: &str, print: &str) -> String {
    format!(
        r#"#include <stdio.h>
#include <stdlib.h>
int a[64], b[64], next[64];
int main(void)
{{
    for (int i = 0; i < 64; i++) {{
        a[i] = i;
        next[i] = i > 0 ? i - 1 : 0;
    }}
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc next[*] copyin
#pragma hicuda kernel work tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread {clauses}
    for (int i = 0; i < 64; i++)
        {body}
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a next
    {print}
    return 0;
}}
"#
    )
}

#[test]
fn a_race_that_the_user_vouches_for_is_named() {
    let folder = Folder::new("verify", "race");
    // On the simulator the threads of a warp read before any of them writes.
    folder.write("a.c", &program("independent", "a[i] = a[next[i]] + 5;", "printf(\"%d\\n\", a[0]);"));
    let words =
        ["error[E0804]", "error[E0816]: the kernel computes", "a.c:12:1", "in the sequential program"];
    assert_said(&folder, "--target sim a.c", &words);
    folder.assert_no_leftovers();
}

#[test]
fn the_first_line_of_output_that_differs_is_named() {
    let folder = Folder::new("verify", "output");
    let print = r#"printf("first\n%d\n", b[3]);"#;
    let text = program("", "a[i] += 2;", print).replace("copyout a[*]", "copyout a[*] to b[*]");
    folder.write("a.c", &text);
    for target in TARGETS {
        let words = [
            "error[E0816]: this moves another value",
            "a.c:17:1",
            "`b[0]` is 2, and 0 in the sequential program",
            "64 elements of `b` differ",
            "error: line 2 of standard output differs",
            "here:                  5\n",
            "sequential program:    0\n",
        ];
        assert_said(&folder, &format!("{target} a.c"), &words);
    }
}

#[test]
fn files_and_statuses_that_differ_are_named() {
    let folder = Folder::new("verify", "written");
    let print = r#"
    FILE *f = fopen("out.txt", "w");
    fprintf(f, "%d\n", b[3]);
    fclose(f);
    remove(b[3] ? "one.txt" : "two.txt");
    return b[3];"#;
    let text = program("", "a[i] += 2;", print).replace("copyout a[*]", "copyout a[*] to b[*]");
    folder.write("a.c", &text);
    for target in TARGETS {
        folder.write("one.txt", "1\n").write("two.txt", "2\n");
        let words = [
            "error: line 1 of the file `out.txt` differs",
            "error: the file `one.txt` is written by the sequential program alone",
            "error: the file `two.txt` is not written by the sequential program",
            "error: the exit status is 5, and 0 that of the sequential program",
        ];
        assert_said(&folder, &format!("{target} a.c"), &words);
    }
}

#[test]
fn a_host_that_reads_what_is_newer_on_the_device_is_named() {
    let folder = Folder::new("verify", "stale");
    // The library's word about what it reads is wrong, so that nothing is copied out for it.
    let text = r#"#include <stdio.h>
int a[64];
int total(const int *p, int n);
int main(void)
{
#pragma hicuda global alloc a[*] clear
#pragma hicuda kernel work tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma hicuda kernel_end
    int sum = total((const int *)OBJECT, 64);
#pragma hicuda global free a
    printf("%d\n", sum);
    return 0;
}
"#;
    let total = "extern int a[64];\nint total(const int *p, int n)\n{\n    int sum = 0;\n    p = a;\n    for (int i = 0; i < n; i++)\n        sum += p[i];\n    return sum;\n}\n";
    folder.write("a.c", &text.replace("OBJECT", "0")).write("total.c", total);
    folder.output("cc -c total.c");
    let words = [
        "error[E0816]: the host's array is not what it is in the sequential program",
        "a.c:13:1",
        "`a[1]` is 0, and 1 in the sequential program",
        "error: line 1 of standard output differs",
    ];
    for target in TARGETS {
        assert_said(&folder, &format!("{target} -w a.c total.o"), &words);
    }
}

#[test]
fn sums_may_be_rounded_in_another_order_and_nothing_else() {
    let folder = Folder::new("verify", "rounding");
    let text = r#"#include <stdio.h>
float a[1000];
int main(void)
{
    float sum = 0;
    for (int i = 0; i < 1000; i++)
        a[i] = 1.0f / (i + 1);
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel add tblock(5) thread(64)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: sum)
    for (int i = 0; i < 1000; i++)
        sum += a[i];
#pragma hicuda kernel_end
#pragma hicuda global free a
    printf("%.8f\n", sum);
    return 0;
}
"#;
    folder.write("sum.c", text);
    for target in TARGETS {
        assert_verified(&folder, &format!("{target} sum.c"));
    }
}

#[test]
fn times_are_not_compared() {
    let folder = Folder::new("verify", "times");
    let print = "printf(\"%d\\n\", (int)getpid());\n    printf(\"%d\\n\", a[5]);";
    let text = program("", "a[i] += 2;", print).replace("<stdlib.h>", "<unistd.h>");
    folder.write("a.c", &text);
    for target in TARGETS {
        assert_verified(&folder, &format!("{target} a.c"));
    }
    folder.write("b.c", &text.replace("a[5]", "b[5]").replace("copyout a[*]", "copyout a[*] to b[*]"));
    assert_said(&folder, "--target cpu b.c", &["error: line 2 of standard output differs"]);
}

/// A kernel that leaves one element out, and says that it writes all.
const LEAVES_ONE_OUT: &str = r#"#include <stdio.h>
#define N 256
int order[N], a[N], b[N];
int main(void)
{
    for (int i = 0; i < N; i++) {
        order[i] = i * 37 % (N - 1);
        a[i] = i + 1;
        b[i] = 7;
    }
#pragma hicuda global alloc order[*] copyin
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel scatter tblock(2) thread(128) defines(b)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (int i = 0; i < N - 1; i++)
        b[order[i]] = a[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free order a b
    printf("%d %d\n", b[3], b[N - 1]);
    return 0;
}
"#;

#[test]
fn every_element_counts_that_a_kernel_defines() {
    let folder = Folder::new("verify", "defines");
    folder.write("a.c", LEAVES_ONE_OUT);
    folder.write("b.c", &LEAVES_ONE_OUT.replace("% (N - 1)", "% N").replace("i < N - 1", "i < N"));
    for target in TARGETS {
        let words = [
            "a.c:14",
            "the kernel does not write every element, as its `defines` says",
            "`b[255]` is ",
            ", and 7 in the sequential program",
        ];
        assert_said(&folder, &format!("{target} a.c"), &words);
        assert_verified(&folder, &format!("{target} b.c"));
    }
}

#[test]
fn elements_are_named_by_their_indices() {
    let folder = Folder::new("verify", "indices");
    let text = r#"#include <stdio.h>
struct point { char kind; float x, y; };
struct point p[8][16], q[8][16];
int main(void)
{
#pragma hicuda global alloc p[*][*] clear
#pragma hicuda kernel move tblock(8) thread(16)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 8; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 16; j++)
            p[i][j].y = i == 4 && j == 3;
#pragma hicuda kernel_end
#pragma hicuda global copyout p[3:4][2:5] to q[3:4][2:5]
#pragma hicuda global free p
    printf("%g\n", q[4][3].y);
    return 0;
}
"#;
    folder.write("a.c", text);
    for target in TARGETS {
        let words = ["`q[4][3]`, 8 bytes into it, is 1, and 0 in the sequential program"];
        assert_said(&folder, &format!("{target} -w a.c"), &words);
    }
}

#[test]
fn cuda_files_have_no_sequential_program() {
    let folder = Folder::new("verify", "cuda");
    folder.write("a.cu", "__global__ void k(void) {}\nint main(void) { k<<<1, 1>>>(); return 0; }\n");
    let (said, status) = verify(&folder, "--target cpu a.cu");
    assert!(status == Some(2) && said.contains("a CUDA file has none"), "{status:?} {said}");
}
