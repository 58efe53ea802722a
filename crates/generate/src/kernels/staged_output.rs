//! Results that are collected in shared memory and written back by the block together.
//!
//! ```text
//! #pragma hicuda shared alloc out[i][j]
//! out[i][j] = …;
//! #pragma hicuda shared copyout out[i][j]
//! #pragma hicuda shared remove out
//! ```

use super::array::Enter;
use super::case::Case;
use super::element::Element;
use super::expression::Scope;
use super::number::Known;

impl Case {
    /// A kernel that stages its output.
    pub(super) fn staged_output(&mut self) {
        let depth = self.rng.between(1, 2);
        let mut levels = Vec::new();
        for _ in 0..depth {
            let trips = self.trips(depth).clamp(1, 100);
            let ty = self.batch_type(trips, 1);
            let counted = self.up_to_with(trips, ty, Known::Running);
            let distribution = self.rng.pick(&["over_tblock", "over_tblock(CYCLIC)"]);
            let jam = self.jam();
            levels.push(self.level_with(counted, Some(distribution), true, jam));
        }
        let grid = self.grid(&levels, Known::Compiling);
        let scope = Scope {
            indices: levels.iter().map(|l| l.counted.index.clone()).collect(),
            scalars: self.arguments(),
        };
        let whole = levels.iter().map(|l| (0, l.counted.trips - 1)).collect();
        let array = self.new_staged(whole);
        if self.arrays[array].element == Element::Pair {
            self.arrays[array].element = Element::Double;
        }
        self.arrays[array].enter = if self.rng.chance(50) { Enter::Nothing } else { Enter::Copyin };
        self.arrays[array].is_written = true;
        let is_exact =
            self.arrays[array].section.iter().zip(&levels).all(|(s, l)| s.1 + 1 == l.counted.trips);
        if !is_exact {
            self.arrays[array].enter = Enter::Copyin;
        }
        let names: Vec<String> = levels.iter().map(|l| l.counted.index.name.clone()).collect();
        let element = self.arrays[array].access(&names);
        let section = format!("{}[{}]", self.arrays[array].name, names.join("]["));
        let name = self.arrays[array].name.clone();
        self.open_kernel(&grid);
        for level in &levels {
            self.pragma(&level.clauses());
            self.open(&level.counted.head);
        }
        self.pragma(&format!("shared alloc {section}"));
        let value = self.expression(&scope);
        self.store(array, &element, &value);
        self.maybe_barrier();
        self.pragma(&format!("shared copyout {section}"));
        self.maybe_barrier();
        self.pragma(&format!("shared remove {name}"));
        for _ in &levels {
            self.close();
        }
        self.close_kernel();
    }
}
