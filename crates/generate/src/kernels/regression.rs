//! Programs that are not random: numbers at which other compilers went wrong.
//!
//! Each counts how often every iteration ran, in all combinations of chunks and turns, constants
//! and numbers known at run time.

use super::PRELUDE;

/// A loop and the launch it is shared out to.
#[derive(Clone, Copy, Debug)]
struct Share {
    trips: i64,
    blocks: i64,
    threads: i64,
    first: i64,
    step: i64,
}

/// Trip count, blocks, threads, first value, step.
const SHARES: &[(i64, i64, i64, i64, i64)] = &[
    // Ten iterations per block, sixteen threads: threads 10..15 of block 0 have none.
    (20, 2, 16, 0, 1),
    (20, 2, 16, 25, -1),
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

/// One program that runs them all; every number it prints after a colon is 1.
pub fn regressions() -> String {
    let (mut text, mut calls) = (String::from(PRELUDE), String::new());
    let mut number = 0;
    for &(trips, blocks, threads, first, step) in SHARES {
        let share = Share { trips, blocks, threads, first, step };
        for clauses in ["over_tblock(BLOCK)", "over_tblock(CYCLIC)"] {
            for is_run_time in [false, true] {
                text.push_str(&counting(number, share, clauses, is_run_time));
                calls.push_str(&format!("    count_{number}();\n"));
                number += 1;
            }
        }
    }
    format!("{text}int main(void)\n{{\n{calls}    return 0;\n}}\n")
}

fn counting(number: usize, share: Share, clauses: &str, is_run_time: bool) -> String {
    let Share { trips, blocks, threads, first, step } = share;
    let after = first + trips * step;
    let extent = trips.max(1);
    let op = if step > 0 { "<" } else { ">" };
    let magnitude = step.abs();
    let place = if step > 0 { format!("(i - ({first}))") } else { format!("({first} - i)") };
    let (variables, end, grid) = if is_run_time {
        (
            format!("    int end = opaque({after}), blocks = opaque({blocks});\n"),
            "end".into(),
            "blocks".into(),
        )
    } else {
        (String::new(), after.to_string(), blocks.to_string())
    };
    format!(
        "static int runs_{number}[{extent}];\n\n\
         static void count_{number}(void)\n{{\n{variables}\
         #pragma hicuda global alloc runs_{number}[*] copyin\n\
         #pragma hicuda kernel k_{number} tblock({grid}) thread({threads})\n\
         #pragma hicuda loop_partition {clauses} over_thread\n    \
         for (int i = {first}; i {op} {end}; i += {step})\n        \
         runs_{number}[{place} / {magnitude}] += 1;\n\
         #pragma hicuda kernel_end\n\
         #pragma hicuda global copyout runs_{number}[*]\n\
         #pragma hicuda global free runs_{number}\n    \
         show_int(\"T={trips} B={blocks} N={threads}\", runs_{number}, {trips});\n}}\n\n"
    )
}
