//! Loops and nests: over elements, over rows and columns, with recurrences, early exits and odd headers.
//!
//! ```c
//! for (int i = n - 3; i >= 2; i -= 2) { … }
//! for (int i = 0; i < R; i++)
//!     for (int j = 0; j <= i; j++)
//!         grid[i][j] = …
//! ```
//!
//! Invariant: the index of a loop over elements stays `REACH` away from both ends of the arrays.

use crate::writing::Writing;

use super::body::REACH;
use super::{COLUMNS, ROWS, Scope, Writer};

impl Writer {
    /// A loop, or several inside each other.
    pub(super) fn nest(&mut self, scope: &Scope) {
        match self.rng.below(15) {
            0..=5 => self.over_elements(scope),
            6..=8 => self.over_rows(scope),
            9 => self.sums(scope),
            10 => self.odd(scope),
            11 => self.lent(scope),
            12 => self.tested(scope),
            13 => self.through_a_row(scope),
            _ => self.linear(scope),
        }
    }

    /// The head of a loop over elements, without its body.
    fn head(&mut self, scope: &Scope, i: &str) -> String {
        let length = scope.length;
        match self.rng.below(12) {
            0..=5 => format!("for (int {i} = {REACH}; {i} < {length} - {REACH}; {i}++)"),
            6 => format!("for (int {i} = {length} - 3; {i} >= {REACH}; {i}--)"),
            7 => format!("for (int {i} = {REACH}; {i} <= {length} - 3; {i} += 2)"),
            8 => format!("for (unsigned {i} = 3; {i} < (unsigned){length} - 4; {i}++)"),
            9 => format!("for (int {i} = {REACH}; {i} != {length} - {REACH}; ++{i})"),
            10 => format!("for (long {i} = {length} - 3; {i} > {REACH}; {i} -= 3)"),
            _ => format!("for (int {i} = {REACH}; {i} < 9; {i}++)"),
        }
    }

    fn over_elements(&mut self, scope: &Scope) {
        let i = self.name("i");
        let head = self.head(scope, &i);
        self.line(scope.indent, &format!("{head} {{"));
        match self.rng.below(14) {
            0 => {
                let leave = self.rng.pick(&["break", "continue"]);
                let value = self.value(scope, &i);
                self.line(scope.indent + 1, &format!("if (({value}) % 11 == 5)\n            {leave};"));
            }
            1 => {
                let x = self.one_of(&scope.ints);
                self.line(
                    scope.indent + 1,
                    &format!("if ({x}[{i}] % 9 == 7)\n            printf(\"%d\\n\", (int){i});"),
                );
            }
            _ => {}
        }
        self.statements_of(scope, &i, scope.indent + 1);
        self.line(scope.indent, "}");
    }

    /// Rows and columns of `grid` and `other`.
    fn over_rows(&mut self, scope: &Scope) {
        let (i, j) = (self.name("i"), self.name("j"));
        let x = self.one_of(&scope.ints);
        let (to, from) = match self.rng.below(3) {
            0 => ("grid", "other"),
            1 => ("other", "grid"),
            _ => ("grid", "grid"),
        };
        let (outer, inner) = match self.rng.below(4) {
            0 => (format!("int {i} = 1; {i} < R - 1; {i}++"), format!("int {j} = 1; {j} < C - 1; {j}++")),
            1 => (format!("int {i} = 1; {i} < R - 1; {i}++"), format!("int {j} = 1; {j} <= {i}; {j}++")),
            2 => (format!("int {i} = R - 2; {i} > 0; {i}--"), format!("int {j} = 1; {j} < C - 1; {j} += 2")),
            _ => (format!("int {i} = 1; {i} < R - 1; {i}++"), format!("int {j} = {i}; {j} < C - 1; {j}++")),
        };
        let body = match self.rng.below(10) {
            0 => format!("{to}[{i}][{j}] = ({from}[{i}][{j}] * 3 + {x}[{j}]) % 1000;"),
            1 => format!(
                "{to}[{i}][{j}] = ({from}[{i} - 1][{j}] + {from}[{i} + 1][{j}] + {from}[{i}][{j} - 1]) % 1000;"
            ),
            2 => format!("{to}[{i}][{j}] = ({from}[{i}][{j} + 1] - {x}[{i}]) % 1000;"),
            3 => format!("{x}[{i}] = ({x}[{i}] + {from}[{i}][{j}]) % 1000;"),
            4 => format!("{x}[{j}] = ({x}[{j}] ^ {from}[{i}][{j}]) % 1000;"),
            5 => format!("sum += {from}[{i}][{j}] * {x}[{j}];"),
            6 => format!("{to}[{i}][{j}] = ({from}[{j} % R][{i}] + {j}) % 1000;"),
            7 => format!("if ({from}[{i}][{j}] > {x}[{i}])\n                {to}[{i}][{j}] = {x}[{i}];"),
            8 => format!("{to}[{i}][{j}] = ({to}[{i} - 1][{j} - 1] + {i}) % 1000;"),
            _ => format!("{to}[{i}][{j}] += {i} * {j};"),
        };
        let (t, indent) = (self.name("t"), scope.indent);
        match self.rng.below(5) {
            // A sum of each row, and something beside the inner loop.
            0 => {
                self.line(indent, &format!("for ({outer}) {{\n        int {t} = 0;"));
                self.line(indent + 1, &format!("for ({inner})\n            {t} += {from}[{i}][{j}] * 2;"));
                self.line(indent + 1, &format!("{x}[{i}] = {t} % 1000;"));
                self.line(indent, "}");
            }
            1 => {
                self.line(indent, &format!("for ({outer}) {{\n        {x}[{i}] = {i};"));
                self.line(indent + 1, &format!("for ({inner})\n            {body}"));
                self.line(indent, "}");
            }
            2 => {
                // The rows of the outer loop that the condition takes out.
                self.line(
                    indent,
                    &format!("for ({outer}) {{\n        if ({x}[{i}] % 2 == 0)\n            continue;"),
                );
                self.line(indent + 1, &format!("for ({inner})\n            {body}"));
                self.line(indent, "}");
            }
            _ => self.line(indent, &format!("for ({outer})\n        for ({inner})\n            {body}")),
        }
    }

    /// Results of a whole loop, used after it.
    fn sums(&mut self, scope: &Scope) {
        let (i, v, w) = (self.name("i"), self.name("v"), self.name("w"));
        let value = self.value(scope, &i);
        let head = self.head(scope, &i);
        let indent = scope.indent;
        let x = self.one_of(&scope.ints);
        let text = match self.rng.below(8) {
            0 => format!(
                "int {v} = -30000;\n    {head}\n        if ({x}[{i}] > {v})\n            {v} = {x}[{i}];\n    sum = sum * 31 + {v};"
            ),
            1 => format!(
                "int {v} = 0, {w} = 0;\n    {head}\n        if ({value} > {v}) {{\n            {v} = {value};\n            {w} = {i};\n        }}\n    sum = sum * 31 + {w};"
            ),
            2 => format!(
                "double {v} = 0;\n    {head}\n        {v} += (double)(({value}) % 50);\n    sum += (int){v};"
            ),
            3 => format!(
                "long {v} = 1;\n    {head}\n        {v} = {v} * 3 % 1009 + {x}[{i}];\n    sum += {v};"
            ),
            4 => format!("int {v} = 7;\n    {head}\n        {v} = {x}[{i}];\n    sum = sum * 31 + {v};"),
            5 => format!(
                "unsigned {v} = 1;\n    {head} {{\n        {v} *= 2 * ({x}[{i}] & 3) + 1;\n        {x}[{i}] = {i};\n    }}\n    sum ^= {v};"
            ),
            6 => format!(
                "int {v} = 0;\n    {head} {{\n        {v} += 2;\n        {x}[{i}] = {v} % 500;\n    }}\n    sum += {v};"
            ),
            _ => format!("int {v} = 1;\n    {head}\n        {v} = {v} && {x}[{i}] != 13;\n    sum += {v};"),
        };
        self.line(indent, &text);
    }

    /// Variables of the host whose addresses go to calls: generators of numbers, results, scratch.
    fn lent(&mut self, scope: &Scope) {
        let (i, v, w) = (self.name("i"), self.name("v"), self.name("w"));
        let value = self.value(scope, &i);
        let head = self.head(scope, &i);
        let x = self.one_of(&scope.ints);
        let text = match self.rng.below(8) {
            0 => format!("unsigned {v} = 5;\n    {head}\n        {x}[{i}] = next(&{v});\n    sum += {v};"),
            1 => format!(
                "struct source {v} = {{ 3, 0 }};\n    {head}\n        {x}[{i}] = drawn(&{v}) + ({value}) % 9;\n    sum += {v}.drawn;"
            ),
            2 => format!(
                "int {v}, {w};\n    {head} {{\n        split({value}, &{v}, &{w});\n        {x}[{i}] = ({v} - {w}) % 1000;\n    }}"
            ),
            3 => format!("int {v} = 4;\n    {head}\n        {x}[{i}] = kept(&{v}, {value});"),
            4 => format!(
                "unsigned {v} = 9;\n    {head} {{\n        {v} = {i} + 1u;\n        {x}[{i}] = next(&{v}) + next(&{v});\n    }}"
            ),
            5 => format!(
                "struct source {v};\n    {head} {{\n        {v}.state = {i};\n        {v}.drawn = 0;\n        {x}[{i}] = drawn(&{v}) + seen(&{v}, 2);\n    }}"
            ),
            6 => format!(
                "struct source {v} = {{ 8, 5 }};\n    {head}\n        {x}[{i}] = seen(&{v}, (int){i}) + ({value}) % 50;"
            ),
            _ => format!(
                "int {v} = 1;\n    {head} {{\n        store(&{v}, {value});\n        {x}[{i}] = {v} / 2;\n    }}\n    sum += {v};"
            ),
        };
        self.line(scope.indent, "{");
        self.line(scope.indent, &text);
        self.line(scope.indent, "}");
    }

    /// Sums in memory of what a test lets through.
    fn tested(&mut self, scope: &Scope) {
        let (i, j, k) = (self.name("i"), self.name("j"), self.name("k"));
        let (x, y) = (self.one_of(&scope.ints), self.one_of(&scope.ints));
        let rest = self.rng.between(2, 4);
        let tested = self.rng.pick(&["place", "bins", "g0"]);
        let how = self.rng.pick(&["", "% 3 "]);
        let set = self.rng.pick(&["grid[I][J] = 1;", "grid[I][J] = 1;", ""]);
        let inner = self.rng.pick(&["C", "4", "turns", "flag % 3"]);
        let text = format!(
            "for (int {i} = 0; {i} < R; {i}++)\n        for (int {j} = 0; {j} < C; {j}++) {{\n            {set}\n            for (int {k} = 0; {k} < (int)({inner}); {k}++)\n                if ({tested}[{k}] {how}!= {rest})\n                    grid[{i}][{j}] += {y}[{k} / 2] % 5;\n            grid[{i}][{j}] %= 1000;\n        }}\n    sum += {x}[1];"
        );
        self.line(scope.indent, &text.replace('I', &i).replace('J', &j));
    }

    /// Rows of `wide`, each by way of an array that the iteration fills: all of it, or not quite.
    fn through_a_row(&mut self, scope: &Scope) {
        let (i, j, k) = (self.name("i"), self.name("j"), self.name("k"));
        let x = self.one_of(&scope.ints);
        let own = self.name("row");
        let row = self.rng.pick(&["row", "row", own.as_str()]);
        let first = self.rng.pick(&["0", "0", "0", "1"]);
        let test = self.rng.pick(&["", "", "", "if (wide[I][J] % 3) "]);
        let to = self.rng.pick(&["I", "I", "R - 1 - I"]);
        let between = match self.rng.below(4) {
            0 => format!(
                "for (int {k} = 1; {k} < W; {k}++)\n            ROW[{k}] = (ROW[{k}] + ROW[{k} - 1]) % 1000;"
            ),
            1 => format!("{x}[I] = ROW[W - 1];"),
            _ => String::new(),
        };
        let after = self.rng.pick(&["", "", "sum += ROW[3];"]);
        let text = format!(
            "for (int I = 0; I < R; I++) {{
        for (int J = {first}; J < W; J++)
            {test}ROW[J] = (wide[I][J] * 3 + {x}[I] + J) % 1000;
        {between}
        for (int J = 0; J < W; J++)
            wide[{to}][J] = (ROW[W - 1 - J] + ROW[J] / 2) % 1000;
    }}
    {after}"
        );
        let text = text.replace("ROW", row).replace('I', &i).replace('J', &j);
        self.line(scope.indent, "{");
        if row != "row" {
            self.line(scope.indent, &format!("int {row}[W] = {{ 1, 2 }};"));
        }
        self.line(scope.indent, &text);
        self.line(scope.indent, "}");
    }

    /// Loops that count in other ways.
    fn odd(&mut self, scope: &Scope) {
        let (i, p, x) = (self.name("i"), self.name("p"), self.one_of(&scope.ints));
        let y = self.one_of(&scope.ints);
        let value = self.value(scope, &i);
        let length = scope.length;
        let text = match self.rng.below(8) {
            0 => format!(
                "int {i} = {REACH};\n    while ({i} < {length} - {REACH}) {{\n        {x}[{i}] = ({value}) % 1000;\n        {i}++;\n    }}"
            ),
            1 => format!(
                "int *{p} = {x};\n    for (int {i} = 0; {i} < {length}; {i}++)\n        *{p}++ = {i};"
            ),
            2 => format!("for (int *{p} = {x}; {p} < {x} + {length}; {p}++)\n        *{p} = *{p} / 2;"),
            3 => format!(
                "int {i};\n    for ({i} = {REACH}; {i} < {length} - {REACH}; {i}++)\n        {x}[{i}] = {y}[{i}];\n    sum += {i};"
            ),
            4 => format!(
                "static int {p} = 3;\n    for (int {i} = {REACH}; {i} < {length} - {REACH}; {i}++) {{\n        {p} = ({value}) % 9;\n        {x}[{i}] += {p};\n        {x}[{i}] %= 1000;\n    }}\n    sum += {p};"
            ),
            5 => format!(
                "for (int {i} = {REACH}, {p} = {length} - 3; {i} < {p}; {i}++, {p}--) {{\n        int s = {x}[{i}];\n        {x}[{i}] = {x}[{p}];\n        {x}[{p}] = s;\n    }}"
            ),
            6 => format!(
                "for (int {i} = 0; {i} < {length} / 2; {i}++) {{\n        {x}[2 * {i}] = {i};\n        {x}[2 * {i} + 1] = {y}[{i}];\n    }}"
            ),
            _ => format!(
                "for (int {i} = 0; {i} < {length}; {i}++)\n        memcpy(&{x}[{i}], &{y}[{length} - 1 - {i}], sizeof(int));"
            ),
        };
        self.line(scope.indent, "{");
        self.line(scope.indent, &text);
        self.line(scope.indent, "}");
    }

    /// Matrices in arrays of one dimension.
    fn linear(&mut self, scope: &Scope) {
        let (i, j, w) = (self.name("i"), self.name("j"), self.name("w"));
        let (x, y) = (self.one_of(&scope.ints), self.one_of(&scope.ints));
        let width = self.rng.pick(&[3, 4]);
        let body = match self.rng.below(5) {
            0 => format!("{x}[{i} * {w} + {j}] = ({y}[{i} * {w} + {j}] + {j}) % 1000;"),
            1 => format!("{x}[{i} * {w} + {j}] = {y}[{j} * 3 + {i}];"),
            2 => format!("{x}[{i} * {w} + {j}] = ({y}[{i}] * {y}[{j}]) % 1000;"),
            3 => format!("{x}[{i}] += {y}[{i} * {w} + {j}] % 3;"),
            _ => format!("grid[{i}][{j}] = {x}[{i} * {w} + {j}];"),
        };
        let rows = 3.min(ROWS).min(COLUMNS);
        self.line(scope.indent, "{");
        self.line(scope.indent, &format!("int {w} = {width};"));
        self.line(scope.indent, &format!("for (int {i} = 0; {i} < {rows}; {i}++)\n        for (int {j} = 0; {j} < {w}; {j}++)\n            {body}"));
        self.line(scope.indent, "}");
    }
}
