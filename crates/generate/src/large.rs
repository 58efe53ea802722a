//! Long, ordinary-looking programs, for measuring how fast a front end reads.
//!
//! ```
//! let text = generate::large(1000, 1);
//! assert!(text.lines().count() >= 1000);
//! ```
//!
//! A program is a sequence of small modules (a matrix, a table of counts, a particle system, a
//! tokenizer, a sorted list, a stencil), each with its own names and constants, and a `main` that
//! runs some of them. The text is written in one go, in time linear in its length.
//!
//! Invariant: the text compiles with `gcc -std=gnu17 -Wall -Wextra` without a warning.

use crate::prng::Prng;

/// Text before the first module.
const HEAD: &str = r#"#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long (*entry)(unsigned seed);

static inline unsigned next_random(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}
"#;

/// The modules; `@` stands for the module's name, `$A` to `$D` for numbers.
const MODULES: [&str; 6] = [
    include_str!("large/matrix.c"),
    include_str!("large/histogram.c"),
    include_str!("large/particles.c"),
    include_str!("large/tokenizer.c"),
    include_str!("large/sorted_list.c"),
    include_str!("large/stencil.c"),
];

/// A function with a kernel, in programs of several files.
const STEP: &str = include_str!("large/step.c");

/// A module whose loops are worth a GPU.
const FIELD: &str = include_str!("large/field.c");

/// What modules are named after; a number makes each name unique.
const WORDS: [&str; 16] = [
    "amber", "basalt", "cedar", "delta", "ember", "fjord", "garnet", "harbor", "indigo", "juniper",
    "krypton", "lagoon", "marble", "nectar", "onyx", "pollen",
];

/// How many modules `main` runs; the others are only compiled.
const RUN: usize = 64;

/// A C program of at least `lines` lines (and at most a module and a table more), made from `seed`.
pub fn large(lines: usize, seed: u64) -> String {
    let mut rng = Prng::new(seed);
    // Lines of these modules are about 35 bytes long.
    let mut out = String::with_capacity(lines * 36 + 4096);
    out.push_str(HEAD);
    let mut written = HEAD.lines().count();
    let mut names = Vec::new();
    while written + names.len() < lines || names.is_empty() {
        let name = format!("{}_{}", rng.pick(&WORDS), names.len());
        let module = rng.pick(&MODULES);
        written += instantiate(module, &name, &mut rng, &mut out);
        names.push(name);
    }
    tail(&names, &mut out);
    out
}

/// The same with a field in every fifth module, and a `main` that calls every module: for measuring how long `annotate` takes.
///
/// ```
/// assert!(generate::large_sequential(500, 1).contains("_smooth(now, next, n);"));
/// ```
pub fn large_sequential(lines: usize, seed: u64) -> String {
    let mut rng = Prng::new(seed);
    let mut out = String::from(HEAD);
    let mut written = HEAD.lines().count();
    let mut calls = String::new();
    let mut made = 0;
    while written + made < lines {
        let name = format!("{}_{made}", rng.pick(&WORDS));
        let module = if made % 5 == 0 { FIELD } else { rng.pick(&MODULES) };
        written += instantiate(module, &name, &mut rng, &mut out);
        calls += &format!("  total += {name}_run({made}u);\n");
        made += 1;
    }
    out += &format!(
        "\nint main(void) {{\n  long total = 0;\n{calls}  printf(\"%ld\\n\", total);\n  return 0;\n}}\n"
    );
    out
}

/// A C program of `files` files and a header, of `lines` lines in all, with `kernels` kernels that
/// work on arrays which `main.c` has on the device: names and texts.
pub fn large_program(files: usize, lines: usize, kernels: usize, seed: u64) -> Vec<(String, String)> {
    let mut rng = Prng::new(seed);
    let mut prototypes = String::new();
    let mut calls = String::new();
    let mut program = Vec::new();
    let mut made = 0;
    for file in 1..files.max(2) {
        let mut out = format!("{HEAD}#include \"program.h\"\n");
        let mut written = out.lines().count();
        let mut names = Vec::new();
        while made < kernels * file / (files.max(2) - 1) {
            let name = format!("{}_{made}", rng.pick(&WORDS));
            written += instantiate(STEP, &name, &mut rng, &mut out);
            prototypes +=
                &format!("void {name}_step(float *to, const float *from, int rows, int columns);\n");
            calls += &format!("  {name}_step(next, now, rows, columns);\n");
            made += 1;
        }
        while written < lines / files {
            let name = format!("{}_{file}_{}", rng.pick(&WORDS), names.len());
            written += instantiate(rng.pick(&MODULES), &name, &mut rng, &mut out);
            names.push(name);
        }
        out += &format!("\nlong file{file}_run(unsigned seed) {{\n  long total = 0;\n");
        for name in &names {
            out += &format!("  total += {name}_run(seed);\n");
        }
        out += "  return total;\n}\n";
        prototypes += &format!("long file{file}_run(unsigned seed);\n");
        program.push((format!("file{file}.c"), out));
    }
    program.push((
        String::from("program.h"),
        format!("#ifndef PROGRAM_H\n#define PROGRAM_H\n{prototypes}#endif\n"),
    ));
    program.push((String::from("main.c"), program_main(&calls, files.max(2))));
    program
}

/// Allocates, takes every step, runs every file.
fn program_main(calls: &str, files: usize) -> String {
    let runs: String = (1..files).map(|file| format!("  total += file{file}_run({file}u);\n")).collect();
    format!(
        r#"#include <stdio.h>
#include <stdlib.h>
#include "program.h"

int main(void) {{
  int rows = 64, columns = 96;
  long total = 0;
  float *now = calloc((size_t)rows * columns, sizeof *now), *next = calloc((size_t)rows * columns, sizeof *next);
  for (int i = 0; i < rows * columns; i++) now[i] = (float)(i % 16);
#pragma hicuda shape now[rows][columns] next[rows][columns]
#pragma hicuda global alloc now[*][*] copyin
#pragma hicuda global alloc next[*][*] copyin
{calls}#pragma hicuda global copyout next[*][*]
#pragma hicuda global free now next
{runs}  printf("%ld %g\n", total, next[columns + 1]);
  return 0;
}}
"#
    )
}

/// Writes `module` with its placeholders replaced; returns how many lines that made.
fn instantiate(module: &str, name: &str, rng: &mut Prng, out: &mut String) -> usize {
    let numbers = [rng.between(4, 24), rng.between(3, 12), rng.between(2, 97), rng.between(1, 9)];
    let mut characters = module.chars();
    while let Some(character) = characters.next() {
        match character {
            '@' => out.push_str(name),
            '$' => {
                let which = characters.next().map_or(0, |letter| letter as usize - 'A' as usize);
                out.push_str(&numbers[which % numbers.len()].to_string());
            }
            other => out.push(other),
        }
    }
    module.lines().count()
}

/// The table of all modules and a `main` that runs the first of them.
fn tail(names: &[String], out: &mut String) {
    out.push_str("\nstatic const struct {\n  const char *name;\n  entry run;\n} modules[] = {\n");
    for name in names {
        out.push_str(&format!("  {{ \"{name}\", {name}_run }},\n"));
    }
    out.push_str("};\n\nint main(void) {\n  long total = 0;\n");
    out.push_str(&format!(
        "  for (size_t i = 0; i < sizeof modules / sizeof modules[0] && i < {RUN}; i++) {{\n"
    ));
    out.push_str("    long value = modules[i].run((unsigned)i + 1);\n");
    out.push_str("    printf(\"%s %ld\\n\", modules[i].name, value);\n    total += value;\n  }\n");
    out.push_str("  printf(\"%ld\\n\", total);\n  return 0;\n}\n");
}
