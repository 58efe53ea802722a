//! Programs of several files: trees of calls whose callers bring the same
//! parameters from different memories and sections.
//!
//! ```text
//! tree.h      void m3_7(int *p, const int *q, int (*g)[24], int **r, int n, int m);
//! main.c      #pragma hicuda constant copyin q0_7[*]        texture copyin q1_7[*]
//!             #pragma hicuda global alloc g1_7[*][5:from_7] copyin
//!             m3_7(p0_7, q0_7, g1_7, r0_7, 31, 17);         m3_7(p1_7, q1_7, g0_7, r0_7, 12, 17);
//! part1.c     void m3_7(…) { k0_7(p, q, g, r, n, m); … }    part2.c …
//! ```
//! All functions have the same parameters and use some of them, themselves or in what
//! they call; which versions a function needs depends on what leads to it.
//!
//! Invariant: a function touches `p[0 .. n)` and `q[0 .. n)`, the columns 8 to 15 of `g[0 .. 4)`,
//! and `r[0 .. 4)[0 .. m)`; all of that is held wherever it is called. Every value has ten bits.

use crate::prng::Prng;

/// Columns of the grids.
const WIDTH: usize = 24;
/// Elements of the other arrays.
const LENGTH: usize = 48;
/// Files beside `main.c`.
const PARTS: usize = 2;

const PARAMETERS: &str = "int *p, const int *q, int (*g)[24], int **r, int n, int m";

/// The files of a program with the trees of several seeds; those that end in
/// `.c` are compiled.
pub fn program_trees(seeds: &[u64]) -> Vec<(String, String)> {
    let mut header = String::from("#include <stdio.h>\n#include <stdlib.h>\n\n");
    let mut files = vec![String::from("#include \"tree.h\"\n\n"); PARTS + 1];
    for &seed in seeds {
        Tree::new(seed).write(&mut header, &mut files);
    }
    files[0].push_str("int main(void)\n{\n");
    for seed in seeds {
        files[0].push_str(&format!("    tree_{seed}(1);\n"));
    }
    files[0].push_str("    return 0;\n}\n");
    let names = (0..=PARTS).map(|file| match file {
        0 => String::from("main.c"),
        part => format!("part{part}.c"),
    });
    let mut all: Vec<(String, String)> = names.zip(files).collect();
    all.push((String::from("tree.h"), header));
    all
}

/// A function of the tree.
struct Function {
    name: String,
    /// The file it is in.
    file: usize,
    is_static: bool,
}

struct Tree {
    rng: Prng,
    id: u64,
    functions: Vec<Function>,
}

impl Tree {
    fn new(id: u64) -> Tree {
        Tree { rng: Prng::new(id.wrapping_mul(0x2545_f491) ^ 0x51f1), id, functions: Vec::new() }
    }

    fn write(mut self, header: &mut String, files: &mut [String]) {
        for _ in 0..self.rng.between(1, 3) {
            let body = self.kernel();
            self.function(body, header, files);
        }
        for _ in 0..self.rng.between(1, 3) {
            let file = self.rng.below(PARTS + 1);
            let body = self.calls(file);
            self.function_in(file, body, header, files);
        }
        let case = self.case();
        files[0].push_str(&case);
    }

    fn function(&mut self, body: String, header: &mut String, files: &mut [String]) {
        let file = self.rng.below(PARTS + 1);
        self.function_in(file, body, header, files);
    }

    fn function_in(&mut self, file: usize, body: String, header: &mut String, files: &mut [String]) {
        let name = format!("f{}_{}", self.functions.len(), self.id);
        // `main.c` calls every function.
        let is_static = file == 0 && self.rng.chance(50);
        let linkage = if is_static { "static " } else { "" };
        if !is_static {
            header.push_str(&format!("void {name}({PARAMETERS});\n"));
        }
        files[file].push_str(&format!("{linkage}void {name}({PARAMETERS})\n{{\n{body}}}\n\n"));
        self.functions.push(Function { name, file, is_static });
    }

    /// The body of a function with a kernel.
    fn kernel(&mut self) -> String {
        let name = format!("work{}_{}", self.functions.len(), self.id);
        let (blocks, threads) = (self.rng.between(1, 4), self.rng.between(1, 20));
        let factor = self.rng.between(2, 5);
        let open = format!("#pragma hicuda kernel {name} tblock({blocks}) thread({threads})\n");
        let both = "#pragma hicuda loop_partition over_tblock over_thread\n";
        let work = match self.rng.below(4) {
            0 => format!(
                "{both}    for (int i = 0; i < n; i++)\n        p[i] = (p[i] * {factor} + q[i]) & 1023;\n"
            ),
            1 => format!(
                "{both}    for (int i = 0; i < n; i++)\n        p[i] = (p[i] + q[n - 1 - i] * {factor} + i) & 1023;\n"
            ),
            2 => format!(
                "#pragma hicuda loop_partition over_tblock\n    for (int i = 0; i < 4; i++)\n\
                 #pragma hicuda loop_partition over_thread\n        for (int j = 8; j < 16; j++)\n            \
                 g[i][j] = (g[i][j] * {factor} + i + j) & 1023;\n"
            ),
            _ => format!(
                "#pragma hicuda loop_partition over_tblock\n    for (int i = 0; i < 4; i++)\n\
                 #pragma hicuda loop_partition over_thread\n        for (int j = 0; j < m; j++)\n            \
                 r[i][j] = (r[i][j] + p[j] * {factor}) & 1023;\n"
            ),
        };
        format!("{open}{work}#pragma hicuda kernel_end\n")
    }

    /// The body of a function that calls others.
    fn calls(&mut self, file: usize) -> String {
        let mut body = String::new();
        for _ in 0..self.rng.between(1, 3) {
            let at = self.rng.below(self.functions.len());
            let Function { name, file: home, is_static } = &self.functions[at];
            if *is_static && *home != file {
                continue;
            }
            let (name, fewer) = (name.clone(), self.rng.below(3));
            body.push_str(&match self.rng.below(3) {
                0 => format!("    {name}(p, q, g, r, n, m);\n"),
                1 => format!("    if (n > {fewer})\n        {name}(p, q, g, r, n - {fewer}, m);\n"),
                _ => format!("    for (int t = 0; t < 2; t++)\n        {name}(p, q, g, r, n, m);\n"),
            });
        }
        body
    }

    /// The function that makes the copies and calls every other one.
    fn case(&mut self) -> String {
        let id = self.id;
        let m = self.rng.between(9, 20);
        let mut text = String::new();
        for at in 0..3 {
            text.push_str(&format!("static int q{at}_{id}[{LENGTH}];\n"));
        }
        text.push_str(&format!("\nstatic void tree_{id}(int one)\n{{\n"));
        text.push_str(&format!(
            "    int p0[{LENGTH}], p1[{LENGTH}], g0[6][{WIDTH}], g1[6][{WIDTH}], g2[6][{WIDTH}], m = {m}, from = {} + one, all = 0;\n    \
             int **r0 = malloc(5 * sizeof *r0);\n    for (int i = 0; i < 5; i++)\n        \
             r0[i] = malloc(m * sizeof **r0);\n    for (int i = 0; i < {LENGTH}; i++) {{\n        \
             p0[i] = i * 7 & 63;\n        p1[i] = i * 5 & 63;\n        q0_{id}[i] = i & 15;\n        \
             q1_{id}[i] = i * 3 & 31;\n        q2_{id}[i] = 63 - i;\n    }}\n    for (int i = 0; i < 6; i++)\n        \
             for (int j = 0; j < {WIDTH}; j++)\n            g0[i][j] = g1[i][j] = g2[i][j] = i * j & 63;\n    \
             for (int i = 0; i < 5; i++)\n        for (int j = 0; j < m; j++)\n            r0[i][j] = i + j;\n",
            self.rng.below(7),
        ));
        let (low, high) = (self.rng.between(0, 8), self.rng.between(15, WIDTH - 1));
        text.push_str(&format!(
            "#pragma hicuda shape r0[5][m]\n#pragma hicuda global alloc r0[*][*] copyin\n\
             #pragma hicuda global alloc p0[*] copyin\n#pragma hicuda global alloc p1[*] copyin\n\
             #pragma hicuda constant copyin q0_{id}[*]\n#pragma hicuda texture copyin q1_{id}[*]\n\
             #pragma hicuda global alloc q2_{id}[*] copyin\n#pragma hicuda global alloc g0[*][*] copyin\n\
             #pragma hicuda global alloc g1[*][{low}:{high}] copyin\n\
             #pragma hicuda global alloc g2[*][from:{high}] copyin\n"
        ));
        let mut calls: Vec<String> = self.functions.iter().map(|function| function.name.clone()).collect();
        for _ in 0..self.rng.between(2, 6) {
            calls.push(self.functions[self.rng.below(self.functions.len())].name.clone());
        }
        for name in calls {
            let [p, q, g] = [2, 3, 3].map(|kinds| self.rng.below(kinds));
            let n = self.rng.between(1, LENGTH);
            text.push_str(&format!("    {name}(p{p}, q{q}_{id}, g{g}, r0, {n}, m);\n"));
        }
        text.push_str(&format!(
            "#pragma hicuda global copyout r0[*][*]\n#pragma hicuda global copyout p0[*]\n\
             #pragma hicuda global copyout p1[*]\n#pragma hicuda global copyout g0[*][*]\n\
             #pragma hicuda global copyout g1[*][{low}:{high}]\n#pragma hicuda global copyout g2[*][from:{high}]\n\
             #pragma hicuda constant remove q0_{id}\n#pragma hicuda texture remove q1_{id}\n\
             #pragma hicuda global free r0 p0 p1 q2_{id} g0 g1 g2\n    for (int i = 0; i < {LENGTH}; i++)\n        \
             all = (all * 31 + p0[i] * 3 + p1[i]) & 0xffffff;\n    for (int i = 0; i < 6; i++)\n        \
             for (int j = 0; j < {WIDTH}; j++)\n            all = (all * 31 + g0[i][j] + g1[i][j] * 5 + g2[i][j]) & 0xffffff;\n    \
             for (int i = 0; i < 5; i++) {{\n        for (int j = 0; j < m; j++)\n            \
             all = (all * 31 + r0[i][j]) & 0xffffff;\n        free(r0[i]);\n    }}\n    free(r0);\n    \
             printf(\"tree {id}: %d\\n\", all);\n}}\n\n"
        ));
        text
    }
}
