//! `seed -> C program` whose data directives are right or wrong: kernels, host accesses and
//! transfers in branches, loops and calls.
//!
//! ```c
//! #pragma hicuda global alloc p0[0:15] copyin
//!     for (int t = 0; t < turns; t++) {
//! #pragma hicuda kernel k3 …                        // changes a part of p0
//!         if (flag & 2)
//!             sum = sum * 31 + p0[5];               // with or without a copyout before it
//!         int *s = p0; p0 = p1; p1 = s;
//!     }
//! ```
//!
//! Every program is free of undefined behaviour when its directives are ignored. A host access to
//! an array with a device copy stands between a `copyout` and a `copyin` of it, of which some are
//! left out or too short: a program that nobody objects to must print what it prints sequentially.
//! Arrays are also parts of structs and unions, which are read and written as a whole or under another name; lengths change in all the
//! ways in which C changes a variable.

use crate::prng::Prng;
use crate::writing::Writing;

/// Elements of an array.
const LENGTH: usize = 16;
/// Arrays of `main`.
const ARRAYS: [&str; 5] = ["p0", "p1", "g0", "s.v", "u.x"];
/// Numbers between 1 and [`LENGTH`].
const LENGTHS: [&str; 4] = ["n0", "n1", "m.a", "m.b"];
/// What gives them other values.
const CHANGES: [&str; 8] = [
    "n0 = 1 + (flag & 7);",
    "n1 = shorter(flag & 4);",
    "sscanf(flag & 2 ? \"9\" : \"4\", \"%d\", &n0);",
    "{ int v = 3 + (flag & 3); memcpy(&n1, &v, sizeof v); }",
    "*one(flag & 1) = 11;",
    "m.a = 2 + (flag & 3);",
    "m.b = n0;",
    "{ int *q = (int *)(long)&n1; *q = 6 + (flag & 1); }",
];
const DECLARED: &str = "unsigned sum, flag, turns;
int g0[16], n0 = 16, n1 = 8;
struct box { int v[16]; } s;
union { int x[16]; int y[16]; } u;
union { int a; int b; } m = { 5 };
static int shorter(unsigned is)
{
    int r;
    if (is)
        r = 5;
    else
        r = 12;
    return r;
}
static int *one(unsigned which)
{
    return which ? &n1 : &n0;
}";
/// Functions that others call, callees first.
const LEVELS: usize = 3;

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut rng = Prng::new(seed);
    // Mistakes in a hundred transfers.
    let mistakes = rng.pick(&[0, 0, 4, 15]);
    let mut writer = Writer { rng, text: String::new(), kernels: 0, mistakes, level: 0 };
    writer.line(0, "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>");
    writer.line(0, DECLARED);
    for level in 1..=LEVELS {
        writer.function(level);
    }
    writer.main();
    writer.text
}

struct Writer {
    rng: Prng,
    text: String,
    kernels: usize,
    mistakes: usize,
    /// Functions below this one may be called.
    level: usize,
}

/// What a block may name.
#[derive(Clone)]
struct Scope {
    depth: usize,
    indent: usize,
    arrays: Vec<String>,
    /// Arrays with a device copy.
    copied: Vec<String>,
    /// Variables that may be exchanged.
    swapped: Vec<String>,
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
            0..=6 if !scope.copied.is_empty() => self.kernel(scope),
            7..=9 => self.host(scope, Access::Read),
            10..=12 => self.host(scope, Access::Write),
            13..=14 if scope.depth < 3 => self.branch(scope),
            15..=16 if scope.depth < 3 => self.turns(scope),
            17..=18 if self.level > 0 => self.call(scope),
            19 if scope.swapped.len() > 1 => {
                // Both have a device copy, or neither has.
                let has = |name: &str| scope.copied.iter().any(|copied| copied == name);
                let (a, b) = (scope.swapped[0].clone(), scope.swapped[1].clone());
                if has(&a) == has(&b) {
                    self.line(scope.indent, &format!("{{ int *s = {a}; {a} = {b}; {b} = s; }}"));
                }
            }
            _ if self.rng.chance(50) => {
                let change = self.rng.pick(&CHANGES);
                self.line(scope.indent, change);
            }
            _ => {
                let bit = 1 << self.rng.below(3);
                self.line(scope.indent, &format!("flag = (flag * 5 + 1) ^ {bit};"));
            }
        }
    }
}

impl Writer {
    fn is_mistaken(&mut self) -> bool {
        self.rng.chance(self.mistakes)
    }

    /// A function on two arrays, which its callers have on the device or which it takes there.
    fn function(&mut self, level: usize) {
        self.level = level - 1;
        self.line(0, &format!("static void f{level}(int *x, int *y)\n{{"));
        let arrays: Vec<String> = ["x", "y"].map(String::from).to_vec();
        let scope = Scope { depth: 1, indent: 1, copied: arrays.clone(), arrays, swapped: Vec::new() };
        let count = self.rng.between(1, 3);
        self.statements(&scope, count);
        self.line(0, "}");
        self.level = level;
    }

    fn main(&mut self) {
        self.line(0, "int main(int argc, char **argv)\n{");
        let arrays = ARRAYS.map(String::from).to_vec();
        let swapped = arrays[..2].to_vec();
        for name in &swapped {
            self.line(1, &format!("int *{name} = malloc({LENGTH} * sizeof *{name});"));
        }
        for (nth, name) in arrays.iter().enumerate() {
            self.line(
                1,
                &format!("for (int i = 0; i < {LENGTH}; i++)\n        {name}[i] = i * {};", nth + 2),
            );
        }
        let (flag, turns) = (self.rng.below(8), self.rng.below(4));
        self.line(1, &format!("flag = argc > 90 ? atoi(argv[1]) : {flag};"));
        self.line(1, &format!("turns = argc > 90 ? atoi(argv[2]) : {turns};"));
        let copied: Vec<String> = arrays.iter().filter(|_| self.rng.chance(80)).cloned().collect();
        let whole = format!("[0:{}]", LENGTH - 1);
        for name in &copied {
            let start = match self.is_mistaken() {
                false => " copyin",
                true => self.rng.pick(&["", " clear"]),
            };
            self.directive(&format!("global alloc {name}{whole}{start}"));
        }
        let scope = Scope { depth: 0, indent: 1, arrays: arrays.clone(), copied: copied.clone(), swapped };
        let count = self.rng.between(3, 6);
        self.statements(&scope, count);
        for name in &copied {
            if !self.is_mistaken() {
                self.directive(&format!("global copyout {name}{whole}"));
            }
        }
        if !copied.is_empty() {
            self.directive(&format!("global free {}", copied.join(" ")));
        }
        for name in arrays.iter().filter(|_| self.rng.chance(80)).cloned().collect::<Vec<_>>() {
            self.line(1, &format!("for (int i = 0; i < {LENGTH}; i++)\n        sum = sum * 31 + {name}[i];"));
        }
        self.line(1, "printf(\"%u\\n\", sum);\n    return 0;\n}");
    }

    fn turns(&mut self, scope: &Scope) {
        let (name, depth) = (format!("t{}", scope.depth), scope.depth);
        let bound = self.rng.pick(&["turns", "turns", "3", "1"]);
        self.line(scope.indent, &format!("for (unsigned {name} = 0; {name} < {bound}; {name}++) {{"));
        let count = self.rng.between(1, if depth == 0 { 3 } else { 2 });
        self.statements(&Self::inner(scope), count);
        self.line(scope.indent, "}");
    }

    /// Two arrays that both have copies, because the function's kernels work on them.
    fn call(&mut self, scope: &Scope) {
        if scope.copied.len() < 2 {
            return;
        }
        let first = self.rng.below(scope.copied.len());
        let second = (first + self.rng.between(1, scope.copied.len() - 1)) % scope.copied.len();
        let level = self.rng.between(1, self.level);
        let (x, y) = (&scope.copied[first], &scope.copied[second]);
        let call = format!("f{level}({x}, {y});");
        self.line(scope.indent, &call);
    }

    /// Bounds of a part of an array.
    fn part(&mut self) -> (usize, usize) {
        if self.rng.chance(50) {
            return (0, LENGTH);
        }
        let low = self.rng.below(LENGTH - 1);
        (low, self.rng.between(low + 1, LENGTH))
    }

    fn kernel(&mut self, scope: &Scope) {
        let (name, (low, high)) = (self.kernels, self.part());
        self.kernels += 1;
        let (to, from) = (self.one_of(&scope.copied), self.one_of(&scope.copied));
        let constant = self.rng.below(9);
        self.directive(&format!("kernel k{name} tblock(2) thread(8)"));
        self.directive("loop_partition over_tblock over_thread");
        let step = self.rng.pick(&["i++", "i++", "i++", "i += 2"]);
        let (low, high) = match self.rng.chance(30) {
            true => (0, self.rng.pick(&LENGTHS).to_owned()),
            false => (low, high.to_string()),
        };
        self.line(scope.indent, &format!("for (int i = {low}; i < {high}; {step})"));
        let body = match self.rng.below(6) {
            0 => format!("{to}[i] = {constant} + i;"),
            1 => format!("{to}[i] = {to}[i] * 3 + {constant};"),
            2 => format!("if (i % 3 == 1)\n            {to}[i] = {constant};"),
            3 => format!("{to}[i] = {from}[i] + {constant};"),
            4 => format!("{to}[i] += {from}[i] & 7;"),
            _ => format!("if ({from}[i] > {constant})\n            {to}[i] = {to}[i] - {constant};"),
        };
        self.line(scope.indent + 1, &body);
        self.directive("kernel_end");
    }

    fn host(&mut self, scope: &Scope, access: Access) {
        let name = self.one_of(&scope.arrays);
        let has_copy = scope.copied.contains(&name);
        let (low, high) = self.part();
        let section = |(low, high): (usize, usize)| format!("[{low}:{}]", high - 1);
        // What is written whole needs no old values, and is harmed by none.
        let up_to = self.rng.pick(&LENGTHS);
        if has_copy && !self.is_mistaken() {
            let moved = match self.is_mistaken() {
                false => section((0, LENGTH)),
                true => format!("[0:{up_to}-1]"),
            };
            self.directive(&format!("global copyout {name}{moved}"));
        }
        let line = match (access, self.rng.below(4)) {
            (Access::Read, 0 | 1) if name == "s.v" => {
                format!("{{ struct box c = s; sum = sum * 31 + c.v[{low}]; }}")
            }
            (Access::Read, 0 | 1) if name == "u.x" => format!("sum = sum * 31 + u.y[{low}];"),
            (Access::Write, 0 | 1) if name == "s.v" => {
                format!("{{ struct box c = s; c.v[{low}] += 3; s = c; }}")
            }
            (Access::Write, 0 | 1) if name == "u.x" => format!("u.y[{low}] = u.y[{low}] + 5;"),
            (Access::Read, 2) => {
                format!("for (int i = 0; i < {up_to}; i++)\n        sum = sum * 31 + {name}[i];")
            }
            (Access::Read, 0) => format!("printf(\"%d\\n\", {name}[{low}]);"),
            (Access::Read, 1) => {
                format!("for (int *q = {name} + {low}; q < {name} + {high}; q++)\n        sum += *q;")
            }
            (Access::Read, _) => {
                format!("for (int i = {low}; i < {high}; i++)\n        sum = sum * 31 + {name}[i];")
            }
            (Access::Write, 0) => format!("{name}[{low}] = {name}[{low}] + 5;"),
            (Access::Write, 1) => format!("memset({name} + {low}, 0, {} * sizeof *{name});", high - low),
            (Access::Write, 2) => format!("for (int i = {low}; i < {high}; i++)\n        {name}[i] = i;"),
            (Access::Write, _) => {
                format!("for (int i = {low}; i < {high}; i++)\n        {name}[i] = {name}[i] * 5 + 1;")
            }
        };
        self.line(scope.indent, &line);
        if has_copy && matches!(access, Access::Write) {
            let moved = match self.is_mistaken() {
                false => (0, LENGTH),
                true => self.part(),
            };
            if !self.is_mistaken() {
                self.directive(&format!("global copyin {name}{}", section(moved)));
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Access {
    Read,
    Write,
}
