//! Stale and needless copies, on straight and on branching paths, element by element.

use crate::data_law::timeline::render;
use crate::fixture::analyzed;

const WRITES: &str = "#pragma hicuda kernel w tblock(2) thread(32)\n#pragma hicuda loop_partition over_tblock over_thread\n\
    for (int i = 0; i < 64; i++) a[i] = i;\n#pragma hicuda kernel_end\n";
const READS: &str = "#pragma hicuda kernel r tblock(2) thread(32)\n#pragma hicuda loop_partition over_tblock over_thread\n\
    for (int i = 0; i < 64; i++) b[i] = a[i];\n#pragma hicuda kernel_end\n";

/// A function with `a` and `b` on the device; `W` and `R` stand for kernels.
fn text(body: &str) -> String {
    let body = body
        .replace("W;", WRITES)
        .replace("R;", READS)
        .replace("COPYOUT;", "#pragma hicuda global copyout a[*]\n");
    let body = body.replace("COPYIN;", "#pragma hicuda global copyin a[*]\n");
    format!(
        "float a[64], b[64];\nvoid use(const float *p, int n);\nvoid set(float *p) {{ p[0] = 1; }}\n\
         float get(void) {{ return a[3]; }}\nvoid f(int n, int c) {{ float x = 0;\n\
         #pragma hicuda global alloc a[*] copyin\n#pragma hicuda global alloc b[*] copyin\n{body}\n\
         #pragma hicuda global free a b\n}}\n"
    )
}

fn said(body: &str) -> Vec<&'static str> {
    analyzed(&text(body)).all_codes().into_iter().filter(|code| *code != "W1102").collect()
}

#[test]
fn the_host_reads_what_is_on_the_device() {
    assert_eq!(said("W;\nx = a[0];"), ["E0640"]);
    assert_eq!(said("W;\nCOPYOUT;\nx = a[0];"), [""; 0]);
    assert_eq!(said("R;\nx = a[0];"), [""; 0]);
    assert_eq!(said("W;\nx = get();"), ["E0640"]);
    assert_eq!(said("W;\nuse(a, 64);"), ["W1045"]);
}

#[test]
fn on_some_paths_only() {
    assert_eq!(said("if (c) {\nW;\n}\nx = a[0];"), ["W1045"]);
    assert_eq!(said("if (c) {\nW;\nCOPYOUT;\n}\nx = a[0];"), [""; 0]);
    assert_eq!(said("for (int t = 0; t < n; t++) {\nW;\n}\nx = a[0];"), ["W1045"]);
    assert_eq!(said("for (int t = 0; t < 4; t++) {\nW;\n}\nx = a[0];"), ["E0640"]);
    assert_eq!(said("if (c) {\nW;\nreturn;\n}\nx = a[0];"), [""; 0]);
    assert_eq!(said("for (int t = 0; t < n; t++) {\nx += a[0];\nW;\n}"), ["W1045"]);
    assert_eq!(said("while (n--) {\nW;\nif (c) break;\nCOPYOUT;\n}\nx = a[0];"), ["W1045"]);
}

#[test]
fn the_device_reads_what_is_on_the_host() {
    assert_eq!(said("a[0] = 1;\nR;"), ["E0641"]);
    assert_eq!(said("set(a);\nR;"), ["E0641"]);
    assert_eq!(said("a[0] = 1;\nCOPYIN;\nR;"), [""; 0]);
    assert_eq!(said("if (c) a[0] = 1;\nR;"), ["W1046"]);
    assert_eq!(said("a[0] = 1;\nW;"), [""; 0]);
    let empty = text("R;").replace("alloc a[*] copyin", "alloc a[*]");
    assert_eq!(analyzed(&empty).all_codes(), ["E0641"]);
}

#[test]
fn a_part_is_copied_back() {
    let out = |section: &str| format!("W;\n#pragma hicuda global copyout a[{section}]\n");
    assert_eq!(said(&format!("{}x = a[3] + a[31];", out("0:31"))), [""; 0]);
    assert_eq!(said(&format!("{}x = a[32];", out("0:31"))), ["E0640"]);
    assert_eq!(said(&format!("{}for (int t = 0; t < 64; t++) x += a[t];", out("0:31"))), ["E0640"]);
    assert_eq!(
        said(&format!("{}{}x = a[40];", out("0:31"), "#pragma hicuda global copyout a[32:63]\n")),
        [""; 0]
    );
    // What is not known in numbers may be another element than those that were copied.
    assert_eq!(said(&format!("{}x = a[n];", out("0:31"))), ["W1045"]);
    assert_eq!(said(&format!("{}x = a[40];", out("0:n"))), ["W1045"]);
}

#[test]
fn the_host_reads_what_no_kernel_wrote() {
    let half = text("W;\nx = a[40];").replace("i < 64; i++) a[i] = i", "i < 32; i++) a[i] = i");
    assert_eq!(analyzed(&half).all_codes(), ["W1102"]);
}

#[test]
fn copies_that_change_nothing() {
    assert_eq!(said("COPYIN;\nR;"), ["W1047"]);
    assert_eq!(said("R;\nCOPYOUT;"), ["W1047"]);
    assert_eq!(said("W;\nCOPYOUT;\nCOPYOUT;"), ["W1047"]);
    assert_eq!(said("for (int t = 0; t < n; t++) {\na[t] = 1;\nCOPYIN;\nR;\n}"), [""; 0]);
}

#[test]
fn after_its_release_the_results_are_lost() {
    let lost = text("W;").replace("free a b\n", "free a b\nx = a[0];\n");
    assert_eq!(analyzed(&lost).all_codes(), ["E0640", "W1102"]);
    let rewritten = lost.replace("x = a[0]", "a[0] = 1; x = a[0]");
    assert_eq!(analyzed(&rewritten).all_codes(), ["W1102"]);
}

#[test]
fn the_life_of_an_array() {
    let found = analyzed(&text("W;\nCOPYOUT;"));
    let input = crate::Input::new(&found.program, &found.sources);
    let life = render(&input, &found.facts);
    let lines: Vec<&str> = life.lines().take(6).collect();
    assert_eq!(
        lines,
        [
            "a (f)",
            "  line 6    allocated on the device               256 bytes               the host has the newest values",
            "  line 6    copied to the device                  256 bytes               both copies are the same",
            "  line 8    kernel `w` writes it                                          the device has the newest values",
            "  line 13   copied to the host                    256 bytes               both copies are the same",
            "  line 15   released                              256 bytes",
        ]
    );
}
