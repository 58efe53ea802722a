//! Trees of calls: functions that get rows and parts of arrays, read what the
//! file has, and call each other.
//!
//! ```text
//! static int f2_7(const int *p, int n) { … f0_7(p + 3, n - 3) … shared_7[(n * 5) & 15] … }
//! for (i…) { w1_7(&out_7[i][0], in_7[i], 24); sum_7[i] = f2_7(in_7[i] + 2, 20); }
//! ```
//!
//! Invariant: a function with `n` elements touches `p[0 .. n)` only, and every
//! value is masked to ten bits, so that no sum overflows.

use crate::prng::Prng;

/// The programs of several seeds in one file.
pub fn call_trees(seeds: &[u64]) -> String {
    let mut text = String::from("#include <stdio.h>\n\n");
    for &seed in seeds {
        text.push_str(&Tree::new(seed).text());
    }
    text.push_str("int main(void)\n{\n");
    for seed in seeds {
        text.push_str(&format!("    tree_{seed}();\n"));
    }
    text + "    return 0;\n}\n"
}

struct Tree {
    rng: Prng,
    id: u64,
    readers: usize,
    text: String,
}

impl Tree {
    fn new(id: u64) -> Tree {
        Tree { rng: Prng::new(id.wrapping_mul(0x9e37_79b9) ^ 0x51ed), id, readers: 0, text: String::new() }
    }

    fn text(mut self) -> String {
        let id = self.id;
        let (rows, columns) = (self.rng.between(1, 40), self.rng.between(9, 40));
        self.text.push_str(&format!(
            "static int in_{id}[{rows}][{columns}], out_{id}[{rows}][{columns}], sum_{id}[{rows}];\n\
             static int file_{id}[16];\nstatic int level_{id} = {};\n\
             static const int table_{id}[8] = {{3, 1, 4, 1, 5, 9, 2, 6}};\n\
             static const int factor_{id} = {};\n\n",
            self.rng.below(9),
            self.rng.between(2, 7),
        ));
        for _ in 0..self.rng.between(1, 5) {
            self.reader();
        }
        let writers = self.rng.between(1, 3);
        for number in 0..writers {
            self.writer(number);
        }
        self.case(rows, columns, writers);
        self.text
    }

    /// A function that reads `p[0 .. n)` and returns a value of ten bits.
    fn reader(&mut self) {
        let (id, number) = (self.id, self.readers);
        let body = match self.rng.below(5) {
            0 => format!(
                "    int sum = 0;\n    for (int k = 0; k < n; k += {})\n        sum += {};\n    return sum & 1023;\n",
                self.rng.between(1, 3),
                self.value("p[k]"),
            ),
            1 => format!(
                "    if (n < 1)\n        return {};\n    if (p[n - 1] & 1)\n        return ({}) & 1023;\n    return p[0] & 1023;\n",
                self.rng.below(9),
                self.value("p[n - 1]"),
            ),
            2 => format!(
                "    int best = 0;\n    while (n > 0) {{\n        n--;\n        if (p[n] == {})\n            continue;\n        if (best < p[n])\n            best = p[n];\n    }}\n    return (best + {}) & 1023;\n",
                self.rng.below(50),
                self.value("best"),
            ),
            3 => String::from(
                "    int sum = 0;\n    const int *end = p + n;\n    while (p < end)\n        sum = (sum * 3 + *p++) & 1023;\n    return sum;\n",
            ),
            _ => format!(
                "    int first = n > 0 ? p[0] : 0, local[4] = {{0}};\n    for (int k = 0; k < n; k++)\n        local[k & 3] += p[k] & 15;\n    return (local[first & 3] + {}) & 1023;\n",
                self.value("first"),
            ),
        };
        self.text.push_str(&format!("static int f{number}_{id}(const int *p, int n)\n{{\n{body}}}\n\n"));
        self.readers += 1;
    }

    /// Something of `known`, of the file, or of functions that exist; in a
    /// place where `p` has `n` elements.
    fn value(&mut self, known: &str) -> String {
        let id = self.id;
        match self.rng.below(if self.readers > 0 { 6 } else { 4 }) {
            0 => format!("{known} + level_{id}"),
            1 => format!("file_{id}[({known}) & 15]"),
            2 => format!("table_{id}[({known}) & 7] * factor_{id}"),
            3 => format!("{known} * {}", self.rng.between(1, 3)),
            _ => {
                let (callee, skip) = (self.rng.below(self.readers), self.rng.below(4));
                format!("f{callee}_{id}(p + (n > {skip} ? {skip} : 0), n > {skip} ? n - {skip} : n)")
            }
        }
    }

    /// A function that writes `q[0 .. n)` from `p[0 .. n)`.
    fn writer(&mut self, number: usize) {
        let (id, value) = (self.id, self.value("p[k]"));
        let inner = match number > 0 && self.rng.chance(40) {
            true => format!("    w{}_{id}(q, p, n / 2);\n", self.rng.below(number)),
            false => String::new(),
        };
        self.text.push_str(&format!(
            "static void w{number}_{id}(int *q, const int *p, int n)\n{{\n    for (int k = 0; k < n; k++)\n        \
             q[k] = ({value}) & 1023;\n{inner}}}\n\n"
        ));
    }

    fn case(&mut self, rows: usize, columns: usize, writers: usize) {
        let id = self.id;
        let (blocks, threads) = (self.rng.between(1, 6), self.rng.between(1, 16));
        let place = if self.rng.chance(50) { "constant copyin" } else { "global alloc" };
        let (copyin, release) = match place {
            "global alloc" => (" copyin", "global free"),
            _ => ("", "constant remove"),
        };
        let skip = self.rng.below(5);
        let (writer, reader) = (self.rng.below(writers), self.rng.below(self.readers));
        let row = self.rng.pick(&["in_@[i]", "&in_@[i][0]", "&in_@[@rows - 1 - i][0]"]);
        let row = row.replace("@rows", &rows.to_string()).replace('@', &id.to_string());
        let rest = columns - skip;
        self.text.push_str(&format!(
            "static void tree_{id}(void)\n{{\n    for (int i = 0; i < {rows}; i++)\n        for (int j = 0; j < {columns}; j++)\n            \
             in_{id}[i][j] = (i * 7 + j * 13) & 63;\n    for (int k = 0; k < 16; k++)\n        file_{id}[k] = k * k % 23;\n\
             #pragma hicuda global alloc in_{id}[*][*] copyin\n#pragma hicuda global alloc out_{id}[*][*] clear\n\
             #pragma hicuda global alloc sum_{id}[*]\n#pragma hicuda {place} file_{id}[*]{copyin}\n\
             #pragma hicuda kernel calls_{id} tblock({blocks}) thread({threads})\n\
             #pragma hicuda loop_partition over_tblock over_thread\n    for (int i = 0; i < {rows}; i++) {{\n        \
             w{writer}_{id}(out_{id}[i] + {skip}, {row}, {rest});\n        \
             sum_{id}[i] = f{reader}_{id}({row}, {columns}) + (file_{id}[i & 15] + level_{id});\n    }}\n\
             #pragma hicuda kernel_end\n#pragma hicuda global copyout out_{id}[*][*]\n#pragma hicuda global copyout sum_{id}[*]\n\
             #pragma hicuda global free in_{id} out_{id} sum_{id}\n#pragma hicuda {release} file_{id}\n    \
             unsigned all = 0;\n    for (int i = 0; i < {rows}; i++) {{\n        all = all * 31 + sum_{id}[i];\n        \
             for (int j = 0; j < {columns}; j++)\n            all = all * 31 + out_{id}[i][j];\n    }}\n    \
             printf(\"tree {id}: %u\\n\", all);\n}}\n\n"
        ));
    }
}
