//! Loops over rows behind pointers, and over what somebody has put into tiles already.
//!
//! ```c
//! for (int i = 1; i < R - 1; i++) {
//!     int *row = t0[i];
//!     for (int j = 1; j < C - 1; j++)
//!         row[j] = (t1[i - 1][j] + t1[i][j + 1]) % 1000;
//! }
//! ```
//! Rows change places on the host, and so do tables.

use crate::writing::Writing;

use super::{COLUMNS, LENGTH, ROWS, Scope, Writer};

impl Writer {
    /// A nest over tables, or what the host does with them.
    pub(super) fn with_tables(&mut self, scope: &Scope) {
        match self.rng.below(12) {
            0..=5 => self.over_tables(scope),
            6..=7 => self.in_tiles(scope),
            8..=9 => self.scattered(scope),
            _ => self.tables_on_the_host(scope),
        }
    }

    fn over_tables(&mut self, scope: &Scope) {
        let (i, j, row) = (self.name("i"), self.name("j"), self.name("row"));
        let (to, from) = (self.one_of(&scope.tables), self.one_of(&scope.tables));
        let x = self.one_of(&scope.ints);
        let (outer, inner) = match self.rng.below(6) {
            0 => (format!("int {i} = 1; {i} < R - 1; {i}++"), format!("int {j} = 1; {j} < C - 1; {j}++")),
            1 => (format!("int {i} = 1; {i} < R - 1; {i}++"), format!("int {j} = 1; {j} <= {i}; {j}++")),
            2 => (format!("int {i} = R - 2; {i} > 0; {i} -= 2"), format!("int {j} = 1; {j} < C - 1; {j}++")),
            _ => (format!("int {i} = 0; {i} < R; {i}++"), format!("int {j} = 0; {j} < C; {j}++")),
        };
        let is_inside = outer.contains("= 1") || outer.contains("R - 2");
        let body = match self.rng.below(9) {
            0 if is_inside => {
                format!(
                    "{to}[{i}][{j}] = ({from}[{i} - 1][{j}] + {from}[{i} + 1][{j}] + {from}[{i}][{j} - 1]) % 1000;"
                )
            }
            1 if is_inside => format!("{to}[{i}][{j}] = ({to}[{i} - 1][{j}] + {i}) % 1000;"),
            2 => format!("{x}[{i}] = ({x}[{i}] + {from}[{i}][{j}]) % 1000;"),
            3 => format!("sum += {from}[{i}][{j}] * {x}[{j}];"),
            4 => format!("{to}[{i}][{j}] = ({from}[{j} % R][{i}] + {j}) % 1000;"),
            5 => format!("if ({from}[{i}][{j}] > {x}[{i}])\n                {to}[{i}][{j}] = {x}[{i}];"),
            6 => format!("{to}[{i}][{j}] = ({to}[{i}][{j}] * 3 + grid[{i}][{j}]) % 1000;"),
            7 => format!("grid[{i}][{j}] = ({from}[{i}][{j}] - {x}[{j}]) % 1000;"),
            _ => format!("{to}[{i}][{j}] = ({from}[{i}][{j}] * 3 + {x}[{j}]) % 1000;"),
        };
        let indent = scope.indent;
        match self.rng.below(4) {
            0 => {
                self.line(indent, &format!("for ({outer}) {{\n        int *{row} = {to}[{i}];"));
                let value = format!("({row}[{j}] + {from}[{i}][{j}] * 2) % 1000");
                self.line(indent + 1, &format!("for ({inner})\n            {row}[{j}] = {value};"));
                self.line(indent, "}");
            }
            1 => {
                self.line(indent, &format!("for ({outer}) {{\n        {to}[{i}][2] = {i};"));
                self.line(indent + 1, &format!("for ({inner})\n            {body}"));
                self.line(indent, "}");
            }
            _ => self.line(indent, &format!("for ({outer})\n        for ({inner})\n            {body}")),
        }
    }

    /// Loops in tiles of four, over elements or over rows and columns.
    fn in_tiles(&mut self, scope: &Scope) {
        let (i, j, ii, jj) = (self.name("i"), self.name("j"), self.name("ii"), self.name("jj"));
        let (x, to) = (self.one_of(&scope.ints), self.one_of(&scope.tables));
        let length = scope.length;
        let end = |from: &str, step: usize, last: &str| match step {
            4 => format!("least({from} + 4, {last})"),
            _ => format!("({from} + {step} < {last} ? {from} + {step} : {last})"),
        };
        let step = self.rng.between(3, 4);
        let text = match self.rng.below(3) {
            0 => format!(
                "for (int {ii} = 0; {ii} < {length}; {ii} += {step})\n        for (int {i} = {ii}; {i} < {}; {i}++)\n            {x}[{i}] = ({x}[{i}] * 3 + {i}) % 1000;",
                end(&ii, step, length)
            ),
            1 => format!(
                "for (int {ii} = 0; {ii} < R; {ii} += {step})\n        for (int {jj} = 0; {jj} < C; {jj} += 3)\n            for (int {i} = {ii}; {i} < {}; {i}++)\n                for (int {j} = {jj}; {j} < {}; {j}++)\n                    grid[{i}][{j}] = (other[{i}][{j}] + {i} * {j}) % 1000;",
                end(&ii, step, "R"),
                end(&jj, 3, "C")
            ),
            _ => format!(
                "for (int {ii} = 0; {ii} < R; {ii} += {step})\n        for (int {i} = {ii}; {i} < {}; {i}++)\n            for (int {j} = 0; {j} < C; {j}++)\n                {to}[{i}][{j}] = ({to}[{i}][{j}] + {i} * {j}) % 1000;",
                end(&ii, step, "R")
            ),
        };
        self.line(scope.indent, &text);
    }

    /// Updates of elements that only the run knows.
    fn scattered(&mut self, scope: &Scope) {
        let (i, j, at) = (self.name("i"), self.name("j"), self.name("at"));
        let (x, to) = (self.one_of(&scope.ints), self.one_of(&scope.tables));
        let length = scope.length;
        let value = self.value(scope, &i);
        let text = match self.rng.below(4) {
            0 => format!("bins[{at}] += {x}[{i}] % 5;"),
            1 => format!("bins[{at}]++;\n        parts[{at}].key += {i} % 3;"),
            2 => {
                format!("for (int {j} = 0; {j} < C; {j}++)\n            grid[{at} % R][{j}] += {x}[{i}] % 3;")
            }
            _ => format!("{to}[{at} % R][{at} % C] += {x}[{i}] % 3;"),
        };
        let head = format!("for (int {i} = 2; {i} < {length} - 2; {i}++) {{");
        self.line(scope.indent, &head);
        self.line(
            scope.indent + 1,
            &format!("int {at} = ({value}) % 10;\n        if ({at} < 0)\n            {at} = -{at};"),
        );
        self.line(scope.indent + 1, &text);
        self.line(scope.indent, "}");
    }

    fn tables_on_the_host(&mut self, scope: &Scope) {
        let (t, x) = (self.one_of(&scope.tables), self.one_of(&scope.ints));
        let at = self.rng.below(LENGTH - 9);
        let (row, column) = (self.rng.below(ROWS), self.rng.below(COLUMNS));
        let other = (row + 2) % ROWS;
        let text = match self.rng.below(6) {
            0 => format!("{{ int *s = {t}[{row}]; {t}[{row}] = {t}[{other}]; {t}[{other}] = s; }}"),
            1 if scope.depth == 0 => String::from("{ int **s = t0; t0 = t1; t1 = s; }"),
            2 => format!("{t}[{row}][{column}] = {x}[{at}] + 1;"),
            3 => format!("set({t}, R, C, {column});"),
            4 => format!("memset({t}[{row}], 0, C * sizeof **{t});"),
            _ => format!("printf(\"%d\\n\", {t}[{row}][{column}] + {x}[{at}]);"),
        };
        self.line(scope.indent, &text);
    }
}
