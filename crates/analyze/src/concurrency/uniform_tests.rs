//! Barriers that not all threads reach.

use crate::fixture::{analyzed, in_kernel};

fn messages(region: &str) -> Vec<String> {
    analyzed(&in_kernel("tblock(2) thread(4)", region)).messages()
}

const LOOP: &str = "#pragma hicuda loop_partition over_thread\nfor (i = 0; i < 8; i++) {";
const FAULT: &str = "not all threads of the block reach this directive";

#[test]
fn conditions_on_thread_indices() {
    let barrier = "\n#pragma hicuda barrier\n";
    assert_eq!(messages(&format!("{LOOP} if (i < 3) {{ {barrier} }} }}")), [format!("E0513 9 {FAULT}")]);
    assert_eq!(messages(&format!("{LOOP} if (n < 3) {{ {barrier} }} }}")), [""; 0]);
    assert_eq!(
        messages(&format!("{LOOP} t = i + 1; if (t < 3) {{ {barrier} }} }}")),
        [format!("E0513 9 {FAULT}")]
    );
    assert_eq!(messages(&format!("{LOOP} if (a[i] > 0) {{ {barrier} }} }}")), [format!("E0513 9 {FAULT}")]);
    assert_eq!(messages(&format!("{LOOP} if (a[n] > 0) {{ {barrier} }} }}")), [""; 0]);
    assert_eq!(messages(&format!("{LOOP} {barrier} }}")), [""; 0]);
}

#[test]
fn loops_of_different_length() {
    let barrier = "\n#pragma hicuda barrier\n";
    assert_eq!(
        messages(&format!("{LOOP} for (j = 0; j < i; j++) {{ {barrier} }} }}")),
        [format!("E0513 9 {FAULT}")]
    );
    assert_eq!(messages(&format!("{LOOP} for (j = 0; j < n; j++) {{ {barrier} }} }}")), [""; 0]);
    assert_eq!(
        messages(&format!("{LOOP} for (j = 0; j < n; j++) {{ if (j > i) break; {barrier} }} }}")),
        [format!("E0513 9 {FAULT}")]
    );
    assert_eq!(messages(&format!("{LOOP} if (i == 3) continue; {barrier} }}")), [format!("E0513 9 {FAULT}")]);
    // The same variable as index of another, sequential loop is uniform.
    assert_eq!(
        messages(&format!("{LOOP} a[i] = 0; }}\nfor (i = 0; i < n; i++) {{ if (i > 2) {{ {barrier} }} }}")),
        [""; 0]
    );
}

#[test]
fn what_only_thread_0_knows() {
    assert_eq!(
        messages("#pragma hicuda singular\n s = a[3];\n#pragma hicuda singular_end\n b[0] = s;"),
        ["E0517 8 only thread 0 knows what this `singular` region assigns to `s`"]
    );
    assert_eq!(
        messages("#pragma hicuda singular\n s = a[3]; b[1] = s;\n#pragma hicuda singular_end"),
        [""; 0]
    );
    let inside = format!("{LOOP}\n#pragma hicuda singular\n a[i] = 0;\n#pragma hicuda singular_end\n }}");
    assert_eq!(messages(&inside), ["E0517 9 `singular` cannot stand in a loop shared out over threads"]);
}
