//! What stands in a loop over the elements of arrays: values, stores, sums.
//!
//! ```c
//! int v3 = x[i - 1] * 4 - parts[i].key;
//! if (v3 > 20)
//!     y[i] = v3 % 1000;
//! ```
//!
//! Invariant: a value's magnitude is below 2^26; whoever stores it takes a remainder. Subscripts stay
//! within `REACH` of the index.

use crate::writing::Writing;

use super::{LENGTH, Scope, Writer};

/// How far from its index a loop reads and writes, at most.
pub(super) const REACH: usize = 2;

impl Writer {
    /// An integer that iteration `i` computes, and its parts.
    pub(super) fn value(&mut self, scope: &Scope, i: &str) -> String {
        let (a, b) = (self.term(scope, i), self.term(scope, i));
        match self.rng.below(5) {
            0 => a,
            1 => format!("{a} + {b}"),
            2 => format!("{a} * 3 - {b}"),
            3 => format!("({a} > {b} ? {a} : {b})"),
            _ => format!("mixed({a}, {b})"),
        }
    }

    /// A small integer of iteration `i`.
    fn term(&mut self, scope: &Scope, i: &str) -> String {
        let (x, d) = (self.one_of(&scope.ints), self.one_of(&scope.reals));
        let constant = self.rng.below(9);
        let at = self.near(i);
        match self.rng.below(16) {
            0..=4 => format!("{x}[{at}]"),
            5 => format!("(int){d}[{at}]"),
            6 => format!("parts[{i}].key"),
            7 => format!("{x}[place[{i}] / 2]"),
            8 => format!("{x}[{}]", self.rng.below(LENGTH - 9)),
            9 => format!("weighed({x}, {i})"),
            10 => format!("parts[{i}].tail[{}]", constant % 3),
            11 if self.rng.chance(20) => format!("ahead({i})"),
            12 if self.rng.chance(15) => format!("counted({x}[{i}])"),
            13 => String::from("(int)(flag % 8)"),
            14 => format!("(int){i}"),
            _ => format!("{constant}"),
        }
    }

    /// A subscript near `i`.
    fn near(&mut self, i: &str) -> String {
        let far = self.rng.between(1, REACH);
        match self.rng.below(10) {
            0 => format!("{i} - {far}"),
            1 => format!("{i} + {far}"),
            2 => format!("{i} / 2"),
            _ => i.to_string(),
        }
    }

    /// The statements of iteration `i`: seldom one, often several.
    pub(super) fn statements_of(&mut self, scope: &Scope, i: &str, indent: usize) {
        for _ in 0..self.rng.pick(&[1, 1, 2, 3]) {
            self.statement_of(scope, i, indent);
        }
    }

    fn statement_of(&mut self, scope: &Scope, i: &str, indent: usize) {
        let value = self.value(scope, i);
        let (x, d) = (self.one_of(&scope.ints), self.one_of(&scope.reals));
        let at = self.near(i);
        let text = match self.rng.below(22) {
            0..=5 => format!("{x}[{i}] = ({value}) % 1000;"),
            6 => format!("{x}[{at}] = ({value}) % 1000;"),
            7 => format!("{d}[{i}] = {d}[{at}] * 0.25 + ({value}) % 100 * 0.5;"),
            8 => {
                let guard = self.value(scope, i);
                format!("if ({guard} > 20)\n{}{x}[{i}] = ({value}) % 1000;", "    ".repeat(indent + 1))
            }
            9 => format!("sum += {value};"),
            10 => format!("if (({value}) % 3 == 0)\n{}sum ^= {i} * 77u;", "    ".repeat(indent + 1)),
            11 => format!("bins[({x}[{i}] & 15)]++;"),
            12 => format!("parts[{i}].key = ({value}) % 1000;"),
            13 => {
                let k = self.rng.below(3);
                format!(
                    "parts[{i}].tail[{k}] = ({value}) % 1000;\n{}parts[{i}].weight = {i};",
                    "    ".repeat(indent)
                )
            }
            14 => format!("store(&{x}[{i}], {value});"),
            15 => format!("{x}[place[{i}] / 2] = ({value}) % 1000;"),
            16 => {
                let v = self.name("v");
                let other = self.value(scope, i);
                format!(
                    "int {v} = ({value}) % 1000;\n{0}if ({v} < 0)\n{0}    {v} = -{v};\n{0}{x}[{i}] = ({v} * 2 + ({other}) % 99) % 1000;",
                    "    ".repeat(indent)
                )
            }
            17 => self.scratch(&x, i, &value, indent),
            18 => {
                let s = self.name("s");
                format!(
                    "struct part {s};\n{0}{s}.key = ({value}) % 1000;\n{0}{s}.weight = {s}.key * 0.5;\n{0}{x}[{i}] = (int){s}.weight;",
                    "    ".repeat(indent)
                )
            }
            19 => {
                let p = self.name("p");
                format!("int *{p} = {x} + {i};\n{}*{p} = ({value}) % 1000;", "    ".repeat(indent))
            }
            20 => format!(
                "switch ({i} % 3) {{\n{0}case 0: {x}[{i}] = ({value}) % 1000; break;\n{0}case 1: {x}[{i}] = 4; break;\n{0}default: break;\n{0}}}",
                "    ".repeat(indent)
            ),
            _ => format!("{x}[{i}] += ({value}) % 7;\n{}{x}[{i}] %= 1000;", "    ".repeat(indent)),
        };
        self.line(indent, &text);
    }

    /// An array that each iteration fills and reads.
    fn scratch(&mut self, x: &str, i: &str, value: &str, indent: usize) -> String {
        let (w, k) = (self.name("w"), self.name("k"));
        let filled = self.rng.pick(&["4", "4", "4", "3"]);
        let start = if filled == "3" { " = { 0 }" } else { "" };
        format!(
            "int {w}[4]{start};\n{0}for (int {k} = 0; {k} < {filled}; {k}++)\n{0}    {w}[{k}] = ({value}) % 1000 + {k};\n{0}{x}[{i}] = ({w}[0] + {w}[3] * 2) % 1000;",
            "    ".repeat(indent)
        )
    }
}
