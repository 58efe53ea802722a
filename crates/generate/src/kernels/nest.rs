//! Nests of one to five partitioned loops, perfect and not.
//!
//! ```text
//! #pragma hicuda loop_partition over_tblock
//! for (i …) {
//!     int t = …;
//!     #pragma hicuda loop_partition over_thread
//!     for (j …) { … }
//!     out[i] = …;                 every thread of the block stores the same
//! }
//! ```

use super::case::Case;
use super::expression::{Scope, Value};
use super::grid::{Grid, Level};
use super::number::Known;
use super::output::Reached;

impl Case {
    /// A kernel with a nest of loops.
    pub(super) fn nest(&mut self) {
        let depth = self.rng.pick(&[1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5]);
        let mut levels = Vec::new();
        for _ in 0..depth {
            let trips = self.trips(depth);
            let known = if self.rng.chance(50) { Known::Running } else { Known::Compiling };
            let counted = self.counted(trips, known);
            levels.push(self.level(counted));
        }
        let known = if self.rng.chance(20) { Known::Running } else { Known::Compiling };
        let mut grid = self.grid(&levels, known);
        self.name_entries(&mut levels, &mut grid);
        let scalars = self.arguments();
        self.open_kernel(&grid);
        self.nest_level(&levels, 0, &grid, Scope { indices: Vec::new(), scalars });
        self.close_kernel();
    }

    /// How often a loop of such a nest runs.
    pub(super) fn trips(&mut self, depth: usize) -> i64 {
        let most = [300, 40, 12, 6, 4][depth.min(5) - 1];
        match self.rng.below(14) {
            0 => 0,
            1 => 1,
            _ => self.rng.between(2, most) as i64,
        }
    }

    /// Scalars that kernels receive by value.
    pub(super) fn arguments(&mut self) -> Vec<Value> {
        let mut scalars = Vec::new();
        for _ in 0..self.rng.below(3) {
            let (ty, is_floating) = self.rng.pick(&[
                ("int", false),
                ("short", false),
                ("unsigned char", false),
                ("signed char", false),
                ("float", true),
                ("double", true),
                ("struct pair", false),
            ]);
            let (name, value) = (format!("v{}", self.fresh()), self.rng.between(0, 20));
            let text = if ty == "struct pair" {
                self.before.push_str(&format!("    struct pair {name} = {{ opaque({value}), 3, 0.5f }};\n"));
                format!("{name}.first")
            } else {
                self.before.push_str(&format!("    {ty} {name} = ({ty})opaque({value});\n"));
                name
            };
            scalars.push(Value { text, bound: 20, is_floating });
        }
        scalars
    }

    fn nest_level(&mut self, levels: &[Level], at: usize, grid: &Grid, mut scope: Scope) {
        let level = &levels[at];
        let is_last = at + 1 == levels.len();
        self.pragma(&level.clauses());
        scope.indices.push(level.counted.index.clone());
        let inside = &levels[..=at];
        if !is_last && self.rng.chance(30) {
            self.line(&level.counted.head);
            self.indent += 1;
            self.nest_level(levels, at + 1, grid, scope);
            self.indent -= 1;
            return;
        }
        self.open(&level.counted.head);
        if is_last {
            self.work(&Case::owners(inside), &scope, grid.repeats(inside));
        } else {
            if self.rng.chance(40) {
                let local = self.local(&scope);
                scope.scalars.push(local);
            }
            let is_block_level = inside.iter().all(|l| !l.over_thread);
            if is_block_level && self.rng.chance(15) {
                self.singular(inside, &scope);
            }
            self.nest_level(levels, at + 1, grid, scope.clone());
            if self.rng.chance(25) {
                self.write(&Case::owners(inside), &scope, Reached::Always);
            }
        }
        self.close();
    }

    /// A store by thread 0 of each block.
    fn singular(&mut self, inside: &[Level], scope: &Scope) {
        self.pragma("singular");
        self.write(&Case::owners(inside), scope, Reached::Always);
        self.pragma("singular_end");
    }
}
