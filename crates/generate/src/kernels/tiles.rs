//! Products of matrices by tiles: a sequential loop over tiles inside partitioned loops, and two
//! shared sections that move with it.
//!
//! ```text
//! for (kk = 0; kk < depth; kk += 8) {
//! #pragma hicuda shared alloc a[i][kk:kk+7] copyin
//! #pragma hicuda shared alloc b[kk:kk+7][j] copyin
//!     for (k = 0; k < 8; k++) sum += a[i][kk + k] * b[kk + k][j];
//! ```

use super::case::Case;
use super::expression::Value;
use super::number::Known;
use super::output::Reached;

impl Case {
    /// A kernel that multiplies.
    pub(super) fn tiles(&mut self) {
        let [rows, columns] = [self.rng.between(1, 40) as i64, self.rng.between(1, 40) as i64];
        let tile = self.rng.pick(&[1, 4, 8, 16, 5]);
        let is_ragged = self.rng.chance(30);
        let depth =
            tile * self.rng.between(1, 4) as i64 + if is_ragged { self.rng.between(0, 3) as i64 } else { 0 };
        let mut levels = Vec::new();
        for trips in [rows, columns] {
            let ty = self.batch_type(trips, 1);
            let counted = self.up_to_with(trips, ty, Known::Running);
            let distribution = self.rng.pick(&["over_tblock", "over_tblock(CYCLIC)"]);
            // Many rows in a thread, of tiles that still fit.
            let is_tall = levels.is_empty() && tile <= 8 && self.rng.chance(30);
            let jam = if is_tall { 8 } else { self.jam() };
            levels.push(self.level_with(counted, Some(distribution), true, jam));
        }
        let grid = self.grid(&levels, Known::Compiling);
        let a = self.new_staged(vec![(0, rows - 1), (0, depth - 1)]);
        let b = self.new_staged(vec![(0, depth - 1), (0, columns - 1)]);
        let depth = self.number(depth, Known::Running).text;
        let tile = self.number(tile, Known::Compiling).text;
        self.open_kernel(&grid);
        for level in &levels {
            self.pragma(&level.clauses());
            self.open(&level.counted.head);
        }
        let names: Vec<String> = levels.iter().map(|l| l.counted.index.name.clone()).collect();
        self.product([a, b], [&names[0], &names[1]], &depth, &tile, is_ragged);
        let (array, element) = self.new_output(&Case::owners(&levels), Reached::Always);
        self.store(
            array,
            &element,
            &Value { text: String::from("total"), bound: 2 * 31 * 31 * 70, is_floating: true },
        );
        self.close();
        self.close();
        self.close_kernel();
    }

    /// `for (int i = 0; i < TRIPS; i++)`.
    pub(super) fn up_to(&mut self, trips: i64, known: Known) -> super::counted::Counted {
        self.up_to_with(trips, "int", known)
    }

    /// The same with a chosen type of index.
    pub(super) fn up_to_with(&mut self, trips: i64, ty: &str, known: Known) -> super::counted::Counted {
        let mut counted = self.counted_with(trips, 1, ty, known);
        let bound = self.number(trips, known).text;
        let name = counted.index.name.clone();
        let is_declared = !counted.head.starts_with(&format!("for ({name} "));
        let declares = if is_declared { format!("{ty} ") } else { String::new() };
        counted.head = format!("for ({declares}{name} = 0; {name} < {bound}; {name}++)");
        (counted.index.low, counted.index.high) = (0, trips - 1);
        counted.index.is_int = ty == "int";
        counted.plain_bound = Some((0, bound));
        counted
    }

    fn product(&mut self, arrays: [usize; 2], [i, j]: [&str; 2], depth: &str, tile: &str, is_ragged: bool) {
        self.line("float total = 0;");
        // What the first round leaves in shared memory must not disturb the second.
        let is_repeated = self.rng.chance(20);
        if is_repeated {
            self.open("for (int round = 0; round < 2; round++)");
        }
        let head = match self.rng.below(5) {
            0 if !is_ragged => format!("for (int kk = {depth} - {tile}; kk >= 0; kk -= {tile})"),
            1 => format!("for (int kk = 0; kk <= {depth} - 1; kk += {tile})"),
            _ => format!("for (int kk = 0; kk < {depth}; kk += {tile})"),
        };
        self.open(&head);
        let [a, b] = arrays.map(|at| self.arrays[at].name.clone());
        self.pragma(&format!("shared alloc {a}[{i}][kk:kk + {tile} - 1] copyin"));
        self.pragma(&format!("shared alloc {b}[kk:kk + {tile} - 1][{j}] copyin"));
        self.maybe_barrier();
        self.line(&format!("for (int k = 0; k < {tile}; k++)"));
        let [i, j, k] = [i.to_string(), j.to_string(), String::from("kk + k")];
        let left = self.arrays[arrays[0]].access(&[i, k.clone()]);
        let right = self.arrays[arrays[1]].access(&[k, j]);
        let [left, right] =
            [(arrays[0], left), (arrays[1], right)].map(|(at, text)| self.loaded(at, text).text);
        if is_ragged {
            self.line(&format!("    if (kk + k < {depth})"));
            self.line(&format!("        total += {left} * {right};"));
        } else {
            self.line(&format!("    total += {left} * {right};"));
        }
        self.maybe_barrier();
        if self.rng.chance(50) {
            self.pragma(&format!("shared remove {a} {b}"));
        } else {
            self.pragma(&format!("shared remove {b}"));
            self.pragma(&format!("shared remove {a}"));
        }
        self.close();
        if is_repeated {
            self.close();
        }
    }
}
