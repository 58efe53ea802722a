//! Where barriers are added, and where not.

use crate::BarrierPlace;
use crate::fixture::analyzed;

/// The lines in front of which barriers are added; `n` at a line's end marks
/// the end of a loop body.
fn added(region: &str) -> Vec<u32> {
    let found = analyzed(&format!(
        "float a[1024], b[1024];\nvoid f(int n) {{\n\
         #pragma hicuda global alloc a[*] copyin\n#pragma hicuda global alloc b[*] copyin\n\
         #pragma hicuda kernel kk tblock(4) thread(64)\n{region}\n#pragma hicuda kernel_end\n\
         #pragma hicuda global copyout b[*]\n#pragma hicuda global free a b\n}}\n"
    ));
    let kernel = found.kernel();
    let line = |stmt: hir::StmtId| {
        let span = found.program.stmts[stmt].span;
        found.sources.map.line_column(span.lo).unwrap().1.line
    };
    let place = |at: &BarrierPlace| match at {
        BarrierPlace::Before(stmt) | BarrierPlace::EndOf(stmt) => line(*stmt),
    };
    kernel.barriers.iter().map(|barrier| place(&barrier.at)).collect()
}

const LOOP: &str = "#pragma hicuda loop_partition over_tblock over_thread\nfor (int i = 0; i < 256; i++) {\n";
const ALLOC: &str = "#pragma hicuda shared alloc a[i:i+1] copyin\n";

#[test]
fn between_the_load_and_its_use() {
    // Lines: 6 directive, 7 for, 8 alloc, 9 use.
    assert_eq!(added(&format!("{LOOP}{ALLOC}b[i] = a[i] + a[i+1];\n}}")), [9]);
    assert_eq!(added(&format!("{LOOP}{ALLOC}#pragma hicuda barrier\nb[i] = a[i] + a[i+1];\n}}")), [0; 0]);
}

#[test]
fn at_the_outermost_statement_without_barriers() {
    let region = format!("{LOOP}{ALLOC}if (i > 3) {{\n b[i] = a[i];\n }}\n}}");
    assert_eq!(added(&region), [9]);
}

#[test]
fn before_the_next_round_loads_again() {
    let region = "#pragma hicuda loop_partition over_tblock over_thread\nfor (int i = 0; i < 256; i++) {\n\
         for (int k = 0; k < 64; k += 16) {\n#pragma hicuda shared alloc a[i:i+1] copyin\n\
         b[i] += a[i];\n#pragma hicuda shared remove a\n} }";
    // The use (10) after the load (9), and the next load after the use.
    assert_eq!(added(region), [10, 9]);
}

#[test]
fn not_in_a_loop_that_runs_once() {
    // 256 iterations, 4 blocks of 64 threads: one each.
    let region = format!("{LOOP}{ALLOC}#pragma hicuda barrier\nb[i] = a[i];\n}}");
    assert_eq!(added(&region), [0; 0]);
    let twice = region.replace("256", "512");
    assert_eq!(added(&twice), [8]);
}

#[test]
fn not_between_accesses_of_one_thread() {
    let region = "float t[64];\n#pragma hicuda shared alloc t[*]\n\
         #pragma hicuda loop_partition over_thread\nfor (int i = 0; i < 64; i++) t[i] = a[i];\n\
         #pragma hicuda loop_partition over_thread\nfor (int i = 0; i < 64; i++) b[i] = t[i];";
    assert_eq!(added(region), [0; 0]);
    let other = region.replace("b[i] = t[i]", "b[i] = t[63 - i]");
    assert_eq!(added(&other).len(), 1);
}

#[test]
fn before_the_tile_is_written_back() {
    let region = format!(
        "{LOOP}#pragma hicuda shared alloc b[i]\nb[i] = 2 * a[i];\n#pragma hicuda shared copyout b[i]\n#pragma hicuda shared remove b\n}}"
    );
    assert_eq!(added(&region), [10]);
}

#[test]
fn between_threads_that_a_condition_or_a_remainder_tells_apart() {
    // The first iteration of the batch does not meet the condition.
    let guarded = "float t[64];\n#pragma hicuda shared alloc t[*]\n\
         #pragma hicuda loop_partition over_thread\nfor (int i = 0; i < 64; i++) if (i >= 1) t[i] = a[i];\n\
         #pragma hicuda loop_partition over_thread\nfor (int i = 0; i < 64; i++) b[i] = t[63 - i];";
    assert_eq!(added(guarded).len(), 1);
    let remainder = "float t[64];\n#pragma hicuda shared alloc t[*]\n\
         #pragma hicuda loop_partition over_thread\nfor (int i = 0; i < 64; i++) t[i] = a[i % 16];\n\
         #pragma hicuda loop_partition over_thread\nfor (int i = 0; i < 64; i++) b[i] = t[(i + 1) % 64];";
    assert_eq!(added(remainder).len(), 1);
}
