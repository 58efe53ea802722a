//! `seed -> C program` whose kernels find their arrays through pointers that the program sets in all the ways in which C
//! sets a pointer, also on one path only.
//!
//! ```c
//!         if (t == 0) {
//!             s->p = fresh(n, 3);                   // the other rounds find it there
//!         } else {
//! #pragma hicuda global alloc s->p[0:n-1] copyin    // with or without the values
//! #pragma hicuda kernel k1 …
//!             for (int i = 0; i < n; i++) s->p[i] = 2 * s->q[i] + i;
//! ```
//!
//! Free of undefined behaviour when the directives are ignored; as in [`crate::data_flow`], a program that nobody objects
//! to must print what it prints sequentially.

use crate::prng::Prng;
use crate::writing::Writing;

/// Elements of an array.
const LENGTH: usize = 40;
const DECLARED: &str = "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct box { int n; int *p, *q, *r; };
int a[40], b[40];
static int *fresh(int n, int k)
{
    int *made = malloc(n * sizeof *made);
    for (int i = 0; i < n; i++)
        made[i] = i * k;
    return made;
}
static int *pick(int c, int *x, int *y) { return c ? x : y; }
static void swap(int **x, int **y) { int *z = *x; *x = *y; *y = z; }
static void put(int **x, int n) { *x = fresh(n, 5); }";

/// Where the pointers of a program are: what stands before `p`, the declaration at file level and the one in the function.
const HOMES: [(&str, &str, &str); 5] = [
    ("", "", "int *p, *q, *r;"),
    ("", "int *p, *q, *r;", ""),
    ("", "static int *p, *q, *r;", ""),
    ("s.", "", "struct box s;"),
    ("s->", "", "struct box *s = malloc(sizeof *s);"),
];

/// How a function that is given the pointers declares them, and its first statement.
const GIVEN: [(&str, &str, &str); 3] = [
    ("", "int *p, int *q, int *r", ""),
    ("s.", "struct box s", ""),
    ("s.", "struct box *from", "struct box s;\n    s = *from;"),
];

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut rng = Prng::new(seed);
    let (lacking_in, lacking_out) = (rng.pick(&[0, 10, 50]), rng.pick(&[0, 5, 30]));
    let is_calm = rng.chance(50);
    let mut writer = Writer { rng, text: String::new(), kernels: 0, lacking_in, lacking_out, is_calm };
    writer.line(0, DECLARED);
    match writer.rng.chance(60) {
        true => writer.in_main(),
        false => writer.in_a_function(),
    }
    writer.text
}

struct Writer {
    rng: Prng,
    text: String,
    kernels: usize,
    /// Copies in a hundred that get no values, or give none back.
    lacking_in: usize,
    lacking_out: usize,
    /// Are there only the ways of setting a pointer that can be followed?
    is_calm: bool,
}

/// The three pointers, and where they are used.
#[derive(Clone)]
struct Scope {
    depth: usize,
    indent: usize,
    pointers: Vec<String>,
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
        match self.rng.below(20) {
            0..=6 => self.sets(scope),
            7..=9 => self.host(scope),
            10..=13 if scope.depth < 3 => {
                let (relation, round) = (self.rng.pick(&["==", ">", "<"]), self.rng.below(3));
                self.either(scope, &format!("t {relation} {round}"), &[]);
            }
            _ => self.kernel(scope),
        }
    }
}

impl Writer {
    fn in_main(&mut self) {
        let (prefix, outside, inside) = self.rng.pick(&HOMES);
        let scope = scope(prefix);
        self.line(0, outside);
        self.line(0, "int main(void)\n{");
        self.line(1, inside);
        self.arrays();
        let first = self.first_values(&scope);
        match self.rng.chance(40) {
            true => self.rounds(&scope, &first),
            false => {
                first.iter().for_each(|line| self.line(1, line));
                self.rounds(&scope, &[]);
            }
        }
        self.line(1, "return 0;\n}");
    }

    fn in_a_function(&mut self) {
        let (prefix, parameters, start) = self.rng.pick(&GIVEN);
        let inner = scope(prefix);
        self.line(0, &format!("static void go(int n, {parameters})\n{{"));
        self.line(1, start);
        self.rounds(&inner, &[]);
        self.line(0, "}\nint main(void)\n{");
        self.line(1, "struct box u;");
        self.arrays();
        let outer = scope("u.");
        self.first_values(&outer).iter().for_each(|line| self.line(1, line));
        let given = match parameters {
            "struct box s" => "u",
            "struct box *from" => "&u",
            _ => "u.p, u.q, u.r",
        };
        self.line(1, &format!("go(n, {given});"));
        self.line(1, "printf(\"%d %d\\n\", u.p[7], u.q[8]);\n    return 0;\n}");
    }

    fn arrays(&mut self) {
        self.line(1, &format!("int n = {LENGTH};"));
        self.line(1, "for (int i = 0; i < n; i++)\n        a[i] = i, b[i] = 100 - i;");
    }

    fn first_values(&mut self, scope: &Scope) -> Vec<String> {
        let value = |rng: &mut Prng| rng.pick(&["fresh(n, 3)", "fresh(n, 2)", "a", "b"]);
        scope.pointers.iter().map(|pointer| format!("{pointer} = {};", value(&mut self.rng))).collect()
    }

    /// A loop; its first round does `first`, if there is anything to do.
    fn rounds(&mut self, scope: &Scope, first: &[String]) {
        self.line(1, "for (int t = 0; t < 4; t++) {");
        let inner = Self::inner(scope);
        if !first.is_empty() {
            self.either(&inner, "t == 0", first);
        }
        let count = self.rng.between(1, 3);
        self.statements(&inner, count);
        self.kernel(&inner);
        self.line(1, "}");
        let [p, q, r] = [0, 1, 2].map(|at| scope.pointers[at].clone());
        self.line(1, &format!("printf(\"%d %d %d %d %d\\n\", {p}[1], {q}[5], {r}[9], a[4], b[6]);"));
    }

    /// A branch: these lines, or some statements.
    fn either(&mut self, scope: &Scope, condition: &str, lines: &[String]) {
        self.line(scope.indent, &format!("if ({condition}) {{"));
        let inner = Self::inner(scope);
        match lines.is_empty() {
            true => self.statements(&inner, 1),
            false => lines.iter().for_each(|line| self.line(inner.indent, line)),
        }
        self.line(scope.indent, "} else {");
        let count = self.rng.between(1, 2);
        self.statements(&inner, count);
        self.line(scope.indent, "}");
    }

    fn sets(&mut self, scope: &Scope) {
        let (x, y, z) =
            (self.one_of(&scope.pointers), self.one_of(&scope.pointers), self.one_of(&scope.pointers));
        let array = self.rng.pick(&["a", "b"]);
        let line = match self.rng.below(if self.is_calm { 6 } else { 11 }) {
            0 => format!("{x} = fresh(n, {});", self.rng.between(1, 8)),
            1 => format!("{x} = {array};"),
            2 => format!("{x} = {y};"),
            3 => format!("{x} = pick(t & 1, {y}, {z});"),
            4 => format!("put(&{x}, n);"),
            5 => format!("{x} = t > 1 ? {y} : {array};"),
            6 => format!("swap(&{x}, &{y});"),
            7 => format!("{x} = (int *)((char *){y} + 0);"),
            8 => format!("{x} = (int *)(unsigned long){y};"),
            9 => format!("memmove(&{x}, &{y}, sizeof(int *));"),
            _ => format!("{{ int *o = {x}; {x} = {y}; {y} = o; }}"),
        };
        self.line(scope.indent, &line);
    }

    fn host(&mut self, scope: &Scope) {
        let (x, at) = (self.one_of(&scope.pointers), self.rng.below(LENGTH));
        let line = match self.rng.chance(50) {
            true => format!("{x}[{at}] = t * 3 + 1;"),
            false => format!("printf(\"%d\\n\", {x}[{at}]);"),
        };
        self.line(scope.indent, &line);
    }

    /// A kernel with its copies, and perhaps something between it and their end.
    fn kernel(&mut self, scope: &Scope) {
        let (x, y) = (self.one_of(&scope.pointers), self.one_of(&scope.pointers));
        let (body, reads) = match self.rng.below(3) {
            0 => (format!("{x}[i] = i + t;"), false),
            1 => (format!("{x}[i] = 2 * {y}[i] + i;"), true),
            _ => (format!("{x}[i] += {y}[i];"), true),
        };
        let used: Vec<&String> = std::iter::once(&x).chain((reads && x != y).then_some(&y)).collect();
        for name in &used {
            let values = if self.rng.chance(self.lacking_in) { "" } else { " copyin" };
            self.directive(&format!("global alloc {name}[0:n-1]{values}"));
        }
        self.kernels += 1;
        self.directive(&format!("kernel k{} tblock(2) thread(32)", self.kernels));
        self.directive("loop_partition over_tblock over_thread");
        self.line(
            scope.indent,
            &format!("for (int i = 0; i < n; i++)\n    {}{body}", "    ".repeat(scope.indent)),
        );
        self.directive("kernel_end");
        if self.rng.chance(if self.is_calm { 10 } else { 30 }) {
            match self.rng.chance(40) {
                true => self.sets(scope),
                false => self.host(scope),
            }
        }
        if !self.rng.chance(self.lacking_out) {
            self.directive(&format!("global copyout {x}[*]"));
        }
        let used: Vec<&str> = used.into_iter().map(String::as_str).collect();
        self.directive(&format!("global free {}", used.join(" ")));
    }
}

fn scope(prefix: &str) -> Scope {
    Scope { depth: 0, indent: 1, pointers: ["p", "q", "r"].map(|name| format!("{prefix}{name}")).to_vec() }
}
