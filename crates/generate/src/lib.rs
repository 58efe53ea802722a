//! `seed -> C program`: random programs that no correct translation can change.
//!
//! [`program`] writes a C program that is free of undefined behaviour *by construction*, and that
//! prints a trail of values and a checksum. Translate it, compile both, compare what they print:
//! any difference is a mistranslation.
//!
//! ```
//! let text = generate::program(7, &generate::Options::default());
//! assert_eq!(text, generate::program(7, &generate::Options::default()));
//! assert!(text.contains("int main(void)"));
//! ```
//!
//! How the promise is kept, and where to read it:
//!
//! | danger | rule | file |
//! |---|---|---|
//! | signed overflow | every integer expression carries a bound on its value; an operation that could leave its type is done unsigned | `arithmetic.rs` |
//! | division, shifts | divisors and counts are masked, constant, or go through a checked function | `arithmetic.rs` |
//! | rounding | floating values are small multiples of 1/16, and an operation that would round is trimmed first | `floating.rs` |
//! | indices | always reduced to the array's length | `access.rs` |
//! | order of evaluation | only pure functions are called inside expressions; writes are statements | `calls.rs` |
//! | running for ever | loops count a variable that their body cannot write; calls go to earlier functions only, within a cost budget | `loops.rs`, `function.rs` |
//!
//! [`kernels`] writes programs with directives, [`sequential`] loops that may get them, [`data_flow`] some whose transfers are wrong, [`pointers`] some whose pointers are hard to follow, [`initializers`] objects with their first values.
//!
//! [`large`] writes long, ordinary-looking programs for measuring how fast the front end reads.
//!
//! Invariant: the same seed and options give the same text, on every machine.

mod access;
mod arithmetic;
mod calls;
mod code;
pub mod data_flow;
mod declare;
mod floating;
mod function;
mod generator;
mod initialise;
pub mod initializers;
mod int_type;
mod jumps;
pub mod kernels;
mod large;
mod loops;
pub mod pointers;
mod prelude;
mod prng;
mod scope;
pub mod sequential;
mod statement;
mod types;
mod writing;

pub use large::{large, large_program, large_sequential};

use generator::Generator;

/// How much of everything a generated program has.
#[derive(Clone, Debug)]
pub struct Options {
    /// Struct and union types.
    pub records: usize,
    /// Global variables.
    pub globals: usize,
    /// Functions besides `main`.
    pub functions: usize,
    /// Statements in a block, at most.
    pub block_statements: usize,
    /// How deep blocks nest.
    pub block_depth: usize,
    /// How deep expressions nest.
    pub expression_depth: usize,
    /// Whether GNU extensions (statement expressions, case ranges, `__typeof__`) are used.
    pub gnu: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            records: 5,
            globals: 10,
            functions: 8,
            block_statements: 6,
            block_depth: 3,
            expression_depth: 4,
            gnu: true,
        }
    }
}

/// A C program made from `seed`: deterministic, free of undefined behaviour, printing a trail.
pub fn program(seed: u64, options: &Options) -> String {
    programs(&[seed], options)
}

/// The programs of several seeds in one file: one compilation instead of many. Each prints a line
/// `program SEED` first, and what it prints does not depend on the others.
pub fn programs(seeds: &[u64], options: &Options) -> String {
    let mut text = String::from(prelude::TEXT);
    let mut calls = String::new();
    let mut first_name = 0;
    for (nth, seed) in seeds.iter().enumerate() {
        let entry = format!("program{nth}");
        let (own, next_name) = Generator::new(*seed, options.clone(), first_name).program(&entry);
        text.push_str(&own);
        calls.push_str(&format!("  begin_trail(\"{seed}\");\n  {entry}();\n"));
        first_name = next_name;
    }
    text.push_str(&format!("int main(void) {{\n{calls}  return 0;\n}}\n"));
    text
}
