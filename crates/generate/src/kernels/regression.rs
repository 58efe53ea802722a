//! Programs that are not random: numbers at which other compilers went wrong.

use super::PRELUDE;

/// Trip count, blocks, threads, first value, step.
const SHARES: &[(i64, i64, i64, i64, i64)] = &[
    // Ten iterations per block, sixteen threads: threads 10..15 of block 0 have none.
    (20, 2, 16, 0, 1),
    (20, 2, 16, 5, -1),
    // The uneven example of the hiCUDA paper: chunks of two, the last one short.
    (7, 4, 2, 0, 1),
    (7, 4, 1, 0, 1),
    (0, 2, 16, 0, 1),
    (1, 3, 32, 0, 1),
    (33, 1, 32, 0, 1),
    (33, 5, 3, 2, 4),
    (300, 7, 32, -3, 2),
    (5, 9, 2, 0, 1),
    (64, 2, 32, 0, 1),
];

/// Named programs. Each counts how often every iteration ran.
pub fn regressions() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for &(trips, blocks, threads, first, step) in SHARES {
        for distribution in ["BLOCK", "CYCLIC"] {
            for is_run_time in [false, true] {
                let when = if is_run_time { "run-time" } else { "constant" };
                let name = format!("{when} T={trips} B={blocks} N={threads} {first}{step:+} {distribution}");
                all.push((name, counting(trips, blocks, threads, first, step, distribution, is_run_time)));
            }
        }
    }
    all
}

fn counting(
    trips: i64,
    blocks: i64,
    threads: i64,
    first: i64,
    step: i64,
    distribution: &str,
    is_run_time: bool,
) -> String {
    let after = first + trips * step;
    let offset = -first.min(after);
    let extent = (trips * step).abs() + 1;
    let op = if step > 0 { "<" } else { ">" };
    let [after, blocks] =
        [after, blocks].map(|n| if is_run_time { format!("opaque({n})") } else { n.to_string() });
    format!(
        "{PRELUDE}static int runs[{extent}];\n\n\
         int main(void)\n{{\n    int end = {after}, blocks = {blocks};\n\
         #pragma hicuda global alloc runs[*] copyin\n\
         #pragma hicuda kernel count tblock({blocks_text}) thread({threads})\n\
         #pragma hicuda loop_partition over_tblock({distribution}) over_thread\n    \
         for (int i = {first}; i {op} {bound}; i += {step})\n        runs[i + {offset}] += 1;\n\
         #pragma hicuda kernel_end\n\
         #pragma hicuda global copyout runs[*]\n\
         #pragma hicuda global free runs\n    \
         show_int(\"runs\", runs, {extent});\n    return end == blocks && end == 123456;\n}}\n",
        blocks_text = if is_run_time { "blocks" } else { &blocks },
        bound = if is_run_time { "end" } else { &after },
    )
}
