//! Collisions, the absence of them, and what is not known.

use crate::fixture::{analyzed, in_kernel};

/// What is said about a region on 4 blocks of 16 threads.
fn said(region: &str) -> Vec<&'static str> {
    said_on("tblock(4) thread(16)", region)
}

fn said_on(clauses: &str, region: &str) -> Vec<&'static str> {
    let text = in_kernel(clauses, region).replace(" a[0] = a[0] + b[0] + m[0][0];\n", "");
    let about_threads = ["E0630", "E0631", "W1040", "W1041"];
    analyzed(&text).all_codes().into_iter().filter(|code| about_threads.contains(code)).collect()
}

/// The note of the only message.
fn note(clauses: &str, region: &str) -> String {
    let text = in_kernel(clauses, region).replace(" a[0] = a[0] + b[0] + m[0][0];\n", "");
    let found = analyzed(&text);
    let with_note = found.sink.diagnostics().iter().find(|d| !d.notes.is_empty());
    with_note.map_or(String::new(), |d| d.notes[0].clone())
}

const LOOP: &str = "#pragma hicuda loop_partition over_tblock over_thread\nfor (i = 1; i < 63; i++) ";

#[test]
fn elements_of_their_own() {
    assert_eq!(said(&format!("{LOOP} a[i] = b[i-1] + b[i+1];")), [""; 0]);
    assert_eq!(said(&format!("{LOOP} a[i] = a[i] + b[i+1];")), [""; 0]);
    assert_eq!(said(&format!("{LOOP} a[63-i] = a[63-i] + b[i+1];")), [""; 0]);
    assert_eq!(said("#pragma hicuda loop_partition over_thread\nfor (i = 0; i < n; i++) a[i] = i;"), [""; 0]);
}

#[test]
fn a_recurrence_collides_and_says_where() {
    assert_eq!(said(&format!("{LOOP} a[i] = a[i-1];")), ["E0630"]);
    let note = note(
        "tblock(4) thread(16)",
        "#pragma hicuda loop_partition over_thread\nfor (i = 1; i < 9; i++) a[i] = a[i-1];",
    );
    assert!(note.contains("writes a[") && note.contains("reads it"), "{note}");
}

#[test]
fn iterations_of_one_thread_may_depend() {
    // 64 iterations, 16 threads: iterations i and i + 16 are the same thread's.
    let region = "#pragma hicuda loop_partition over_thread\nfor (i = 0; i < 48; i++) a[i] = a[i+16];";
    assert_eq!(said_on("tblock(1) thread(16)", region), [""; 0]);
    assert_eq!(said_on("tblock(1) thread(17)", region), ["E0630"]);
    // With more blocks, each of them runs the loop.
    assert_eq!(said_on("tblock(2) thread(16)", region), ["E0631"]);
}

#[test]
fn one_thread_collides_with_nobody() {
    assert_eq!(said_on("tblock(1) thread(1)", &format!("{LOOP} a[i] = a[i-1];")), [""; 0]);
}

#[test]
fn all_threads_may_write_the_same() {
    assert_eq!(said("a[0] = x;"), [""; 0]);
    assert_eq!(said("a[0] = x; b[1] = a[0];"), [""; 0]);
    assert_eq!(said("a[0] += x;"), ["E0631"]);
    assert_eq!(said("b[1] = a[0]; a[0] = x;"), ["E0631"]);
    assert_eq!(said("for (i = 0; i < 8; i++) a[i] = x;"), [""; 0]);
}

#[test]
fn singular_is_one_thread_of_each_block() {
    let region = "#pragma hicuda singular\na[0] += x;\n#pragma hicuda singular_end\n";
    assert_eq!(said_on("tblock(1) thread(16)", region), [""; 0]);
    assert_eq!(said_on("tblock(2) thread(16)", region), ["E0631"]);
}

#[test]
fn barriers_separate_threads_but_not_blocks() {
    let part = "#pragma hicuda loop_partition over_thread\n";
    let with = |barrier: &str| {
        format!(
            "{part}for (i = 0; i < 16; i++) a[i] = x;\n{barrier}{part}for (j = 0; j < 16; j++) b[j] = a[15-j];"
        )
    };
    assert_eq!(said_on("tblock(1) thread(16)", &with("#pragma hicuda barrier\n")), [""; 0]);
    assert_eq!(said_on("tblock(1) thread(16)", &with("")), ["E0630"]);
    let grid = with("#pragma hicuda barrier\n").replace("over_thread", "over_tblock over_thread");
    assert_eq!(said_on("tblock(2) thread(8)", &grid), ["E0630"]);
}

#[test]
fn rounds_of_a_loop_with_barriers() {
    let part = "#pragma hicuda loop_partition over_thread\n";
    let with = |last: &str| {
        format!(
            "for (t = 0; t < k; t++) {{\n{part}for (i = 0; i < 16; i++) a[i] = b[i];\n#pragma hicuda barrier\n\
             {part}for (j = 0; j < 16; j++) b[j] = a[15-j];\n{last}}}"
        )
    };
    assert_eq!(said_on("tblock(1) thread(16)", &with("#pragma hicuda barrier\n")), [""; 0]);
    // The next round writes what a slow thread still reads.
    assert_eq!(said_on("tblock(1) thread(16)", &with("")), ["E0630"]);
}

#[test]
fn sums_need_a_clause() {
    assert_eq!(said(&format!("{LOOP} a[0] += b[i];")), ["E0630"]);
    assert_eq!(said(&format!("{LOOP} {{\n#pragma hicuda atomic\na[0] += b[i];\n}}")), [""; 0]);
}

#[test]
fn what_is_read_from_memory_is_not_known() {
    assert_eq!(said(&format!("{LOOP} a[(int)b[i]] = 1;")), ["W1040"]);
    assert_eq!(said(&format!("{LOOP} a[(int)b[i]] += 1;")), ["W1041"]);
    let independent = LOOP.replace("over_thread", "over_thread independent");
    assert_eq!(said(&format!("{independent} a[(int)b[i]] = 1;")), [""; 0]);
}

#[test]
fn red_and_black_do_not_meet() {
    let region = "#pragma hicuda loop_partition over_tblock\nfor (i = 1; i < 7; i++) {\n\
        #pragma hicuda loop_partition over_thread\nfor (j = 1; j < 7; j++)\n\
        if ((i + j) % 2 == 0) m[i][j] = m[i-1][j] + m[i+1][j] + m[i][j-1];\n}";
    assert_eq!(said(region), [""; 0]);
    assert_eq!(said(&region.replace("% 2 == 0", "% 3 == 0")), [""; 0]);
    assert_eq!(said(&region.replace("m[i-1][j] ", "m[i-1][j-1] ")), ["E0630"]);
}

#[test]
fn sizes_that_are_known_at_run_time() {
    let region =
        "#pragma hicuda loop_partition over_tblock over_thread\nfor (i = 1; i < n; i++) a[i] = a[i-1];";
    assert_eq!(said_on("tblock(k) thread(64)", region), ["E0630"]);
    assert_eq!(said_on("tblock((n + 63) / 64) thread(64)", region), ["E0630"]);
    let own = region.replace("a[i-1]", "b[i-1]");
    assert_eq!(said_on("tblock((n + 63) / 64) thread(64)", &own), [""; 0]);
}

/// Two loops with the same directive, one behind the other in a third.
fn twice(first: &str, bounds: &str, other: &str) -> String {
    let partition = "#pragma hicuda loop_partition over_tblock over_thread\n";
    format!(
        "{partition}for (i = 0; i < n; i++) {{\n{partition}for (j = 0; j < {bounds}; j++) {first}\n\
         {partition}for (j = 0; j < {other}; j++) m[i][j] = m[i][j] * 2;\n}}"
    )
}

#[test]
fn loops_that_are_shared_out_alike_have_the_same_threads() {
    let clauses = "tblock((n + 15) / 16, (n + 15) / 16) thread(16, 16)";
    assert_eq!(said_on(clauses, &twice("m[i][j] = 1;", "n", "n")), [""; 0]);
    assert_eq!(said_on(clauses, &twice("m[i][j] = 1;", "i + 1", "i + 1")), [""; 0]);
    // Another range is dealt out in another way.
    assert_ne!(said_on(clauses, &twice("m[i][j] = 1;", "n", "n - 1")), [""; 0]);
    assert_ne!(said_on(clauses, &twice("m[i][j + 1] = 1;", "n", "n")), [""; 0]);
    assert_ne!(said_on(clauses, &twice("m[i][j] = m[i][j + 1];", "i", "i")), [""; 0]);
}

#[test]
fn accesses_that_are_alike_differ_by_their_conditions() {
    // What is known of the first two says nothing of the third, which another condition keeps away from them.
    let often = "a[i] = a[i] + b[i]; a[i] = a[i] * b[i]; a[i] = a[i] - b[i];";
    assert_eq!(said(&format!("{LOOP} {{ {often} }}")), [""; 0]);
    assert_eq!(said(&format!("{LOOP} {{ {often} a[i-1] = 0; }}")), ["E0630"]);
    assert_eq!(said(&format!("{LOOP} {{ {often} if (i > 70) a[i-1] = 0; }}")), [""; 0]);
    assert_eq!(said(&format!("{LOOP} {{ if (b[i] > 0) a[i-1] = 0; {often} }}")), ["W1040"]);
}
