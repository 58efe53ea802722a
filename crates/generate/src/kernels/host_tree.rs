//! Trees of calls on the host: arrays under different directives and sections,
//! passed down to functions with kernels.
//!
//! ```text
//! static void m1_7(int *p, const int *q, int n) { k0_7(p + 3, q, n - 3); … own array … }
//! #pragma hicuda global alloc a0_7[5:60] copyin
//! m1_7(&a0_7[9], b_7, 20);          m1_7(rows_7[2], b_7, 12);
//! ```
//!
//! Invariant: a function with `n` elements touches `p[0 .. n)` and `q[0 .. n)`
//! only; what is passed is held on the device, or allocated in the function; `p` and `q`
//! are different arrays, or parts of one without a common element; every value has ten bits.

use crate::prng::Prng;

/// The programs of several seeds in one file.
pub fn host_trees(seeds: &[u64]) -> String {
    let mut text = String::from("#include <stdio.h>\n#include <stdlib.h>\n\n");
    for &seed in seeds {
        text.push_str(&Tree::new(seed).text());
    }
    text.push_str("int main(void)\n{\n");
    for seed in seeds {
        text.push_str(&format!("    host_{seed}();\n"));
    }
    text + "    return 0;\n}\n"
}

/// An array of the outermost function, and the elements of it on the device.
struct Array {
    /// What its declaration and allocation are.
    declared: String,
    /// The section of its directives.
    section: String,
    /// The name, subscripts for one dimension.
    name: String,
    elements: usize,
    first: usize,
    end: usize,
    /// For rows: their length.
    row: Option<usize>,
}

struct Tree {
    rng: Prng,
    id: u64,
    /// Functions so far, each with two arrays and a length.
    functions: Vec<String>,
    text: String,
}

impl Tree {
    fn new(id: u64) -> Tree {
        let rng = Prng::new(id.wrapping_mul(0x51ed_270b) ^ 0x9e37);
        Tree { rng, id, functions: Vec::new(), text: String::new() }
    }

    fn text(mut self) -> String {
        for _ in 0..self.rng.between(1, 3) {
            self.leaf();
        }
        for _ in 0..self.rng.between(1, 4) {
            self.middle();
        }
        self.case();
        self.text
    }

    /// A function with a kernel that changes `p[0 .. n)`.
    fn leaf(&mut self) {
        let (id, name) = (self.id, format!("k{}_{}", self.functions.len(), self.id));
        let (blocks, threads) = (self.rng.between(1, 6), self.rng.between(1, 24));
        let value = match self.rng.below(4) {
            0 => format!("p[i] * {} + i", self.rng.between(2, 5)),
            1 => String::from("p[i] + q[i]"),
            2 => format!("p[i] + q[n - 1 - i] * {}", self.rng.between(1, 3)),
            _ => format!("p[i] ^ q[i] ^ {}", self.rng.below(64)),
        };
        self.text.push_str(&format!(
            "static void {name}(int *p, const int *q, int n)\n{{\n\
             #pragma hicuda kernel work_{id}_{} tblock({blocks}) thread({threads})\n\
             #pragma hicuda loop_partition over_tblock over_thread\n    for (int i = 0; i < n; i++)\n        \
             p[i] = (({value}) + q[i]) & 1023;\n#pragma hicuda kernel_end\n}}\n\n",
            self.functions.len(),
        ));
        self.functions.push(name);
    }

    /// A function that calls others, with parts of what it gets and with an
    /// array of its own.
    fn middle(&mut self) {
        let name = format!("m{}_{}", self.functions.len(), self.id);
        let mut body = String::new();
        for _ in 0..self.rng.between(1, 3) {
            let callee = self.callee();
            let skip = self.rng.below(5);
            body.push_str(&match self.rng.below(4) {
                0 => format!("    {callee}(p, q, n);\n"),
                1 => format!("    if (n > {skip})\n        {callee}(p + {skip}, q, n - {skip});\n"),
                2 => format!("    if (n > {skip})\n        {callee}(&p[{skip}], q + {skip}, n - {skip});\n"),
                _ => {
                    format!("    for (int t = 0; t < 2; t++)\n        {callee}(p + t * (n / 2), q, n / 2);\n")
                }
            });
        }
        if self.rng.chance(40) {
            let callee = self.callee();
            body.push_str(&format!(
                "    int own[32];\n    for (int i = 0; i < 32; i++)\n        own[i] = i * 5 & 63;\n\
                 #pragma hicuda global alloc own[*] copyin\n    {callee}(own, q, n < 32 ? n : 32);\n\
                 #pragma hicuda global copyout own[*]\n#pragma hicuda global free own\n    total_{id} = (total_{id} + own[n & 31]) & 1023;\n",
                id = self.id,
            ));
        }
        let heading = format!("static void {name}(int *p, const int *q, int n)");
        self.text.push_str(&match self.functions.iter().any(|f| f.starts_with('m')) {
            true => format!("{heading}\n{{\n{body}}}\n\n"),
            false => format!("static int total_{};\n\n{heading}\n{{\n{body}}}\n\n", self.id),
        });
        self.functions.push(name);
    }

    /// One of the functions so far.
    fn callee(&mut self) -> String {
        let at = self.rng.below(self.functions.len());
        self.functions[at].clone()
    }

    fn array(&mut self, number: usize) -> Array {
        let id = self.id;
        let name = format!("a{number}_{id}");
        let elements = self.rng.between(24, 90);
        let (first, last) = (self.rng.below(8), elements - 1 - self.rng.below(8));
        match self.rng.below(4) {
            0 => Array {
                declared: format!("    int {name}[{elements}];\n"),
                section: String::from("[*]"),
                name,
                elements,
                first: 0,
                end: elements,
                row: None,
            },
            1 => Array {
                declared: format!("    int {name}[{elements}];\n"),
                section: format!("[{first}:{last}]"),
                name,
                elements,
                first,
                end: last + 1,
                row: None,
            },
            2 => Array {
                declared: format!(
                    "    int size{number} = {elements};\n    int *{name} = malloc(size{number} * sizeof *{name});\n"
                ),
                section: format!("[{first}:size{number}-1]"),
                name,
                elements,
                first,
                end: elements,
                row: None,
            },
            _ => {
                let (rows, length) = (self.rng.between(3, 8), self.rng.between(12, 30));
                let low = self.rng.below(2);
                Array {
                    declared: format!("    int {name}[{rows}][{length}];\n"),
                    section: format!("[{low}:{}][*]", rows - 1),
                    name,
                    elements: rows * length,
                    first: low * length,
                    end: rows * length,
                    row: Some(length),
                }
            }
        }
    }

    /// A pointer into the array, and how many elements behind it are held.
    fn part(&mut self, array: &Array) -> (String, usize) {
        let start = self.rng.between(array.first, array.end - 9);
        let held = array.end - start;
        let text = match array.row {
            Some(length) if self.rng.chance(40) => {
                let row = start.div_ceil(length).min(array.end / length - 1);
                return (format!("{}[{row}]", array.name), array.end - row * length);
            }
            Some(length) => format!("&{}[{}][{}]", array.name, start / length, start % length),
            None if start == 0 => array.name.clone(),
            None if self.rng.chance(50) => format!("{} + {start}", array.name),
            None => format!("&{}[{start}]", array.name),
        };
        (text, held)
    }

    /// Sometimes two parts of one array that have no element in common, and
    /// their length.
    fn two_parts(&mut self, array: &Array) -> Option<(String, String, usize)> {
        let room = array.end - array.first;
        if array.row.is_some() || room < 4 || !self.rng.chance(30) {
            return None;
        }
        let n = self.rng.between(1, room / 2);
        let low = array.first + self.rng.below(room - 2 * n + 1);
        let high = self.rng.between(low + n, array.end - n);
        let part = |start: usize| format!("{} + {start}", array.name);
        let swapped = self.rng.chance(50);
        Some(if swapped { (part(high), part(low), n) } else { (part(low), part(high), n) })
    }

    fn case(&mut self) {
        let id = self.id;
        let arrays: Vec<Array> = (0..self.rng.between(2, 4)).map(|number| self.array(number)).collect();
        let mut text = format!("static void host_{id}(void)\n{{\n");
        arrays.iter().for_each(|array| text.push_str(&array.declared));
        for array in &arrays {
            let element = array.row.map_or_else(
                || format!("{}[e]", array.name),
                |length| format!("{}[e / {length}][e % {length}]", array.name),
            );
            text.push_str(&format!(
                "    for (int e = 0; e < {}; e++)\n        {element} = e * 7 & 63;\n#pragma hicuda global alloc {}{} copyin\n",
                array.elements, array.name, array.section
            ));
        }
        // Every function once: a kernel that nobody reaches has no device copies.
        let mut calls = self.functions.clone();
        calls.extend((0..self.rng.below(4)).map(|_| self.callee()).collect::<Vec<_>>());
        for callee in calls {
            let to = self.rng.below(arrays.len());
            let from = (to + self.rng.between(1, arrays.len() - 1)) % arrays.len();
            if let Some((p, q, n)) = self.two_parts(&arrays[to]) {
                text.push_str(&format!("    {callee}({p}, {q}, {n});\n"));
                continue;
            }
            let ((p, held), (q, also)) = (self.part(&arrays[to]), self.part(&arrays[from]));
            let n = self.rng.between(1, held.min(also));
            text.push_str(&format!("    {callee}({p}, {q}, {n});\n"));
        }
        text.push_str(&format!("    unsigned all = total_{id};\n"));
        for array in &arrays {
            let (name, section) = (&array.name, &array.section);
            let element = array
                .row
                .map_or_else(|| format!("{name}[e]"), |length| format!("{name}[e / {length}][e % {length}]"));
            text.push_str(&format!(
                "#pragma hicuda global copyout {name}{section}\n#pragma hicuda global free {name}\n    \
                 for (int e = 0; e < {}; e++)\n        all = all * 31 + {element};\n",
                array.elements
            ));
        }
        text.push_str(&format!("    printf(\"host {id}: %u\\n\", all);\n}}\n\n"));
        self.text.push_str(&text);
    }
}
