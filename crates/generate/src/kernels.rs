//! `seed -> C program with directives`: random kernels that are right by construction.
//!
//! [`program`] writes a sequential C program with `#pragma hicuda` directives. Compiled as it is,
//! it prints what every translation must print.
//!
//! ```
//! let text = generate::kernels::program(7);
//! assert_eq!(text, generate::kernels::program(7));
//! assert!(text.contains("#pragma hicuda kernel"));
//! ```
//!
//! How "right by construction" is kept, and where to read it:
//!
//! | danger | rule | file |
//! |---|---|---|
//! | iterations that depend on each other | an element is written by the one iteration its subscripts name | `output.rs` |
//! | a write done by several threads | only stores of a value that all of them compute alike | `nest.rs` |
//! | subscripts outside the device copy | every index carries its range; arrays are made to fit it | `input.rs` |
//! | holes copied out | what comes out was copied in, cleared, or written everywhere | `array.rs` |
//! | rounding, overflow | all values are small multiples of 1/2 with a known bound | `expression.rs` |
//!
//! The themes are [`nest`], [`stencil`], [`tiles`], [`phases`], [`staged_output`], [`rounds`]
//! and [`sums`];
//! [`regression`] holds programs that are not random.
//!
//! Invariant: the same seed gives the same text, on every machine.

mod array;
mod call_tree;
mod case;
mod counted;
mod element;
mod expression;
mod grid;
mod host_tree;
mod input;
mod nest;
mod number;
mod output;
mod phases;
mod program_tree;
mod regression;
mod rounds;
mod staged_output;
mod statement;
mod stencil;
mod sums;
mod tiles;

pub use call_tree::call_trees;
pub use host_tree::host_trees;
pub use program_tree::program_trees;
pub use regression::regressions;

use case::Case;

/// What all cases of a file use.
const PRELUDE: &str = r#"#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct pair {
    int first;
    short second;
    float third;
};

/* A value the compiler cannot see. */
static int opaque(int value)
{
    volatile int hidden = value;
    return hidden;
}

static int mix(int a, int b)
{
    return a * 3 - b;
}

static float blend(float a, float b)
{
    float sum = 0;
    for (int i = 0; i < 3; i++)
        sum += i % 2 ? a : b;
    return sum;
}

static void note(long *sum, double value, long at)
{
    *sum = (*sum * 31 + (long)(value * 8) + at) % 1000000007L;
}

#define FOR_TYPE(type, suffix) \
    static void fill_##suffix(type *a, long count, int start, int scale) \
    { \
        for (long e = 0; e < count; e++) \
            a[e] = (type)((e * 13 + start) % 31 * scale); \
    } \
    static void show_##suffix(const char *name, const type *a, long count) \
    { \
        long sum = 0; \
        printf("%s:", name); \
        for (long e = 0; e < count; e++) { \
            note(&sum, (double)a[e], e); \
            if (e < 48) \
                printf(" %.9g", (double)a[e]); \
        } \
        printf(" [%ld]\n", sum); \
    }

FOR_TYPE(int, int)
FOR_TYPE(unsigned, unsigned)
FOR_TYPE(short, short)
FOR_TYPE(unsigned char, byte)
FOR_TYPE(long, long)
FOR_TYPE(float, float)
FOR_TYPE(double, double)

static void fill_pair(struct pair *a, long count, int start, int scale)
{
    for (long e = 0; e < count; e++) {
        a[e].first = (int)(e % 29) * scale;
        a[e].second = (short)((e + start) % 17 * scale);
        a[e].third = (float)(e % 13) * 0.5f * (float)scale;
    }
}

static void show_pair(const char *name, const struct pair *a, long count)
{
    long sum = 0;
    for (long e = 0; e < count; e++) {
        note(&sum, a[e].first, e);
        note(&sum, a[e].second, e);
        note(&sum, a[e].third, e);
    }
    printf("%s: [%ld]\n", name, sum);
}

"#;

/// The program of one seed.
pub fn program(seed: u64) -> String {
    batch(&[seed])
}

/// The programs of several seeds in one file: one compilation instead of many.
/// Each prints a line `case SEED` first.
pub fn batch(seeds: &[u64]) -> String {
    let mut text = String::from(PRELUDE);
    for &seed in seeds {
        text.push_str(&Case::random(seed).text());
    }
    text.push_str("int main(void)\n{\n");
    for seed in seeds {
        text.push_str(&format!("    case_{seed}();\n"));
    }
    text.push_str("    return 0;\n}\n");
    text
}
