//! `seed -> C program` without directives, made of loops over arrays: what `annotate` is for, and what
//! it must leave alone.
//!
//! ```c
//! static void f2(int n, int *x, int *y, double *d)      // called with f2(n - 3, p0, p0 + 3, r0)
//! {
//!     for (int t = 0; t < 3; t++) {
//!         for (int i = 1; i < n - 1; i++)
//!             y[i] = (x[i - 1] * 3 + (int)d[i]) % 1000;
//!         if (flag & 2)
//!             x[5] = y[6];
//!     }
//! }
//! ```
//!
//! Loops that are parallel stand beside recurrences, scattered writes, early exits and calls with
//! effects; pointers overlap, are exchanged and walk; the host reads and writes between loops.
//!
//! Every program is free of undefined behaviour, and prints the same in whatever order its
//! reductions add up: `int` elements stay within ±999, `double` elements within ±5000, and what is
//! summed up is an integer. Loops are in `sequential/loops.rs`, their bodies in `sequential/body.rs`, rows behind
//! pointers in `sequential/tables.rs`.

mod body;
mod loops;
mod tables;

use crate::prng::Prng;
use crate::writing::Writing;

/// Elements of an array.
const LENGTH: usize = 20;
const ROWS: usize = 6;
const COLUMNS: usize = 7;
/// Functions that others call, callees first.
const LEVELS: usize = 3;

/// What every program begins with: sums of many kinds, and functions for loops to call.
const PRELUDE: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 20, R = 6, C = 7, W = 40 };
unsigned sum, flag, turns;
int g0[N], g1[N], place[N], grid[R][C], other[R][C], bins[N], wide[R][W], row[W];
double r0[N];
struct part { int key; double weight; int tail[3]; } parts[N];
static int calls;
static int mixed(int a, int b) { return a > b ? (a - b) % 500 : (a * 3 + b) % 500; }
static int counted(int a) { calls++; return a % 100; }
static int weighed(const int *x, int i) { return x[i] / 2 + x[0] % 3; }
static void store(int *to, int value) { *to = value % 1000; }
static int ahead(int i) { return g0[i] + flag % 4; }
struct source { unsigned state; int drawn; };
static int next(unsigned *state) { *state = *state * 1103515245u + 12345u; return *state >> 25; }
static int drawn(struct source *from) { from->drawn++; return next(&from->state) - next(&from->state); }
static void split(int value, int *high, int *low) { *high = value / 7; *low = value % 7; }
static int kept(int *place, int value) { if (value > 5) *place = value % 100; return *place; }
static int seen(const struct source *from, int i) { return from->drawn % 9 + i; }
static int least(int a, int b) { return a < b ? a : b; }
static int **u0, **u1;
static void *room(size_t bytes) { void *p = malloc(bytes); if (!p) exit(1); return p; }
static int **table(int n, int m)
{
    int **rows = room(n * sizeof *rows);
    for (int i = 0; i < n; i++)
        rows[i] = room(m * sizeof **rows);
    return rows;
}
static int **in_block(int n, int m)
{
    int **rows = malloc(n * sizeof *rows), *block = calloc(n * m, sizeof *block);
    for (int i = 0; i < n; i++)
        rows[i] = block + i * m;
    return rows;
}
static void set(int **t, int n, int m, int a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            t[i][j] = (i * a + j) % 50;
}
";

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut writer = Writer { rng: Prng::new(seed), text: String::from(PRELUDE), level: 0, names: 0 };
    for level in 1..=LEVELS {
        writer.function(level);
    }
    writer.main();
    writer.text
}

struct Writer {
    rng: Prng,
    text: String,
    /// Functions up to this one may be called.
    level: usize,
    /// Names given so far.
    names: usize,
}

/// What a block may name.
#[derive(Clone)]
struct Scope {
    depth: usize,
    indent: usize,
    /// Arrays of `int` and of `double`, all of `length` elements.
    ints: Vec<String>,
    reals: Vec<String>,
    /// How the length is written: a constant or a variable.
    length: &'static str,
    /// Pointers that may be exchanged.
    swapped: Vec<String>,
    /// Tables of rows behind pointers.
    tables: Vec<String>,
}

impl Writing for Writer {
    type Scope = Scope;

    fn rng(&mut self) -> &mut Prng {
        &mut self.rng
    }

    fn text(&mut self) -> &mut String {
        &mut self.text
    }

    fn indent(scope: &Scope) -> usize {
        scope.indent
    }

    fn inner(scope: &Scope) -> Scope {
        Scope { depth: scope.depth + 1, indent: scope.indent + 1, ..scope.clone() }
    }

    fn statement(&mut self, scope: &Scope) {
        match self.rng.below(26) {
            20..=25 => self.with_tables(scope),
            0..=9 => self.nest(scope),
            10..=11 => self.host(scope),
            12..=13 if scope.depth < 3 => self.branch(scope),
            14..=15 if scope.depth < 3 => self.repeated(scope),
            16..=17 if self.level > 0 => self.call(scope),
            18 if !scope.swapped.is_empty() => {
                let (a, b) = (&scope.swapped[0], &scope.swapped[1]);
                let line = format!("{{ int *s = {a}; {a} = {b}; {b} = s; }}");
                self.line(scope.indent, &line);
            }
            _ => self.line(scope.indent, "flag = (flag * 5 + 1) ^ 2;"),
        }
    }
}

impl Writer {
    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// A function on arrays that may overlap.
    fn function(&mut self, level: usize) {
        self.level = level - 1;
        let storage = self.rng.pick(&["static ", ""]);
        self.line(0, &format!("{storage}void f{level}(int n, int *x, int *y, double *d)\n{{"));
        let ints = ["x", "y", "x", "y", "g1"].map(String::from).to_vec();
        let reals = ["d", "r0"].map(String::from).to_vec();
        let tables = ["u0", "u1"].map(String::from).to_vec();
        let scope = Scope { depth: 1, indent: 1, ints, reals, length: "n", swapped: Vec::new(), tables };
        let count = self.rng.between(1, 3);
        self.statements(&scope, count);
        self.line(0, "}");
        self.level = level;
    }

    fn main(&mut self) {
        self.line(0, "int main(int argc, char **argv)\n{");
        let length = self.rng.pick(&["n", "N"]);
        self.line(1, &format!("int n = argc > 90 ? atoi(argv[1]) : {LENGTH};"));
        let size =
            self.rng.pick(&["malloc(n * sizeof(int))", "calloc(N, sizeof(int))", "malloc(sizeof(int[N]))"]);
        self.line(1, &format!("int *p0 = {size}, *p1 = {size};"));
        self.line(1, "double *q0 = malloc(N * sizeof *q0);");
        let mut ints = ["p0", "p1", "g0", "g1"].map(String::from).to_vec();
        if self.rng.chance(50) {
            self.line(1, "int own[N];");
            ints.push(String::from("own"));
        }
        let reals = ["q0", "r0"].map(String::from).to_vec();
        self.line(1, "for (int i = 0; i < N; i++) {");
        for (nth, name) in ints.iter().enumerate() {
            self.line(2, &format!("{name}[i] = i * {} % 41;", nth * 2 + 3));
        }
        for (nth, name) in reals.iter().enumerate() {
            self.line(2, &format!("{name}[i] = i * 0.5 + {nth};"));
        }
        let step = self.rng.pick(&[1, 3, 7, 4]);
        self.line(2, &format!("place[i] = i * {step} % N;"));
        self.line(2, "parts[i].key = 50 - i;\n        parts[i].weight = i;");
        self.line(1, "}");
        self.line(1, "for (int i = 0; i < R; i++)\n        for (int j = 0; j < C; j++)");
        self.line(3, "grid[i][j] = i * 9 + j;");
        let (flag, turns) = (self.rng.below(8), self.rng.between(1, 3));
        self.line(1, &format!("flag = argc > 90 ? atoi(argv[1]) : {flag};"));
        self.line(1, &format!("turns = argc > 90 ? atoi(argv[2]) : {turns};"));
        let swapped = ["p0", "p1"].map(String::from).to_vec();
        let makers = ["table", "table", "in_block"];
        let [of_t, of_u] = [self.rng.pick(&makers), self.rng.pick(&makers)];
        self.line(1, &format!("int rows = n > 0 ? R : n, **t0 = {of_t}(rows, C), **t1 = {of_t}(rows, C);"));
        self.line(1, &format!("u0 = {of_u}(R, C);\n    u1 = {of_u}(R, C);"));
        self.line(
            1,
            "set(t0, R, C, 5);\n    set(t1, R, C, 3);\n    set(u0, R, C, 7);\n    set(u1, R, C, 2);",
        );
        let tables = ["t0", "t1", "u0"].map(String::from).to_vec();
        let scope = Scope { depth: 0, indent: 1, ints, reals, length, swapped, tables };
        let count = self.rng.between(3, 6);
        self.statements(&scope, count);
        self.line(1, "for (int i = 0; i < N; i++)");
        let terms: Vec<String> = scope.ints.iter().map(|name| format!("(unsigned){name}[i]")).collect();
        let all = terms.join(") * 31 + ");
        let open = "(".repeat(terms.len() - 1);
        let rest = "bins[i] + (unsigned)(int)(r0[i] * 8) + (unsigned)(int)(q0[i] * 8) + parts[i].key + parts[i].tail[1]";
        self.line(2, &format!("sum = sum * 31 + {open}{all} + {rest} + (int)parts[i].weight;"));
        self.line(1, "for (int i = 0; i < R; i++)\n        for (int j = 0; j < C; j++)");
        self.line(3, "sum = sum * 31 + grid[i][j] * 7 + other[i][j];");
        self.line(1, "for (int i = 0; i < R; i++)\n        for (int j = 0; j < C; j++)");
        self.line(3, "sum = sum * 31 + t0[i][j] * 7 + t1[i][j] * 5 + u0[i][j] * 3 + u1[i][j];");
        self.line(1, "for (int i = 0; i < R; i++)\n        for (int j = 0; j < W; j++)");
        self.line(3, "sum = sum * 31 + wide[i][j];");
        self.line(1, "printf(\"%u %d\\n\", sum, calls);\n    return 0;\n}");
    }

    /// Steps of a simulation, or a loop until nothing changes.
    fn repeated(&mut self, scope: &Scope) {
        let name = self.name("t");
        let count = self.rng.between(1, 2);
        if self.rng.chance(25) {
            self.line(scope.indent, &format!("unsigned {name} = 0;"));
            self.line(scope.indent, "do {");
            self.statements(&Self::inner(scope), count);
            self.line(scope.indent, &format!("}} while (++{name} < turns && sum % 5 != 1);"));
            return;
        }
        let bound = self.rng.pick(&["turns", "turns", "3", "1"]);
        self.line(scope.indent, &format!("for (unsigned {name} = 0; {name} < {bound}; {name}++) {{"));
        self.statements(&Self::inner(scope), count);
        self.line(scope.indent, "}");
    }

    /// The arrays of a call may be the same, or overlap.
    fn call(&mut self, scope: &Scope) {
        let level = self.rng.between(1, self.level);
        let (x, y, d) = (self.one_of(&scope.ints), self.one_of(&scope.ints), self.one_of(&scope.reals));
        let length = scope.length;
        let skipped = self.rng.between(1, 3);
        let text = match self.rng.below(6) {
            0 if scope.depth == 0 => format!("f{level}({length} - {skipped}, {x}, {x} + {skipped}, {d});"),
            1 if scope.depth == 0 => format!("f{level}({length} - {skipped}, {x} + {skipped}, {y}, {d});"),
            2 => format!("f{level}({length}, flag & 1 ? {x} : {y}, {y}, {d});"),
            _ => format!("f{level}({length}, {x}, {y}, {d});"),
        };
        self.line(scope.indent, &text);
    }

    /// What the host does between loops. Arrays of functions may be shorter than [`LENGTH`] by nine.
    fn host(&mut self, scope: &Scope) {
        let (x, y) = (self.one_of(&scope.ints), self.one_of(&scope.ints));
        let at = self.rng.below(LENGTH - 9);
        let text = match self.rng.below(7) {
            0 => format!("printf(\"%d\\n\", {x}[{at}]);"),
            1 => format!("{x}[{at}] = {y}[{}] + 5 - {x}[{at}] / 2;", at / 2),
            2 => format!("memset({x}, 0, {} * sizeof *{x});", at + 1),
            3 => format!("memmove({x}, {y}, {} * sizeof *{x});", at + 1),
            4 => format!("sum = sum * 31 + {x}[{at}] + grid[{}][{}];", at % ROWS, at % COLUMNS),
            5 => format!("grid[{}][{}] = {x}[{at}];", at % ROWS, at % COLUMNS),
            _ => format!("parts[{at}].key = {x}[{at}];"),
        };
        self.line(scope.indent, &text);
    }
}
