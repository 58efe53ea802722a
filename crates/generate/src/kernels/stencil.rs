//! Nests whose input is staged in shared memory, with a halo.
//!
//! ```text
//! #pragma hicuda shared alloc a[i-1:i+1][j-2:j] copyin
//! out[i][j] = a[i - 1][j] + a[i][j - 2];
//! ```
//!
//! At the border the section sticks out of the array; the accesses then ask first whether they are
//! inside. Barriers are written or left to the compiler.

use super::case::Case;
use super::counted::Index;
use super::expression::{Scope, Value};
use super::grid::Level;
use super::number::{Known, plus};
use super::output::Reached;

/// How far a section reaches to both sides of an index, and the index.
#[derive(Clone, Debug)]
struct Reach {
    index: Index,
    before: i64,
    after: i64,
}

/// The array behind a section: element `i - lowest + start` belongs to index value `i`.
struct Staged {
    array: usize,
    lowest: Vec<i64>,
    /// It holds the section of a whole batch of iterations, wherever the batch starts.
    is_roomy: bool,
}

impl Case {
    /// A kernel with shared sections in its innermost loop.
    pub(super) fn stencil(&mut self) {
        let depth = self.rng.pick(&[1, 1, 2, 2, 2, 3]);
        let mut levels = Vec::new();
        for _ in 0..depth {
            let trips = self.trips(depth).min(120);
            let step = if depth == 1 {
                self.rng.pick(&[1, 1, -1, 2, 3])
            } else {
                self.rng.pick(&[1, 1, 1, 1, -1, 2])
            };
            let ty = self.batch_type(trips, step);
            // `i - 5` of an unsigned index is a section only where it is known not to wrap.
            let known = if ty == "unsigned" { Known::Compiling } else { Known::Running };
            let counted = self.counted_with(trips, step, ty, known);
            levels.push(self.level(counted));
        }
        if levels.iter().all(|l| !l.over_thread) {
            levels[depth - 1].over_thread = true;
        }
        let grid = self.grid(&levels, Known::Compiling);
        let scalars = self.arguments();
        self.open_kernel(&grid);
        for level in &levels {
            self.pragma(&level.clauses());
            self.open(&level.counted.head);
        }
        let widths: Vec<i64> = widths(&levels, grid.threads.iter().map(|n| n.value).collect());
        self.staged_read(&levels, &widths, scalars);
        for _ in &levels {
            self.close();
        }
        self.close_kernel();
    }

    /// The type of an index around barriers, with room for all its values: threads beyond the end
    /// may leave a narrow type's range, or an unsigned one's at zero.
    pub(super) fn batch_type(&mut self, trips: i64, step: i64) -> &'static str {
        let narrow = if (trips + 1) * step.abs() < 120 { "signed char" } else { "short" };
        self.rng.pick(&["int", "int", "int", "int", "unsigned", "long", "short", narrow])
    }

    fn staged_read(&mut self, levels: &[Level], widths: &[i64], scalars: Vec<Value>) {
        let reaches = self.reaches(levels, widths);
        // Beyond the border an index that is not an `int` may have no negative value.
        let at_border = self.rng.chance(40) && reaches.iter().all(|reach| reach.index.is_int);
        let staged = self.staged_array(&reaches, widths, at_border);
        let section = self.shared_section(&staged, &reaches);
        let check = if staged.is_roomy && self.rng.chance(50) { "(nobndcheck)" } else { "" };
        let pad = self.rng.pick(&["", "", "", " pad(auto)", " pad(none)", " pad(1)", " pad(3)"]);
        let mut scope = Scope { indices: levels.iter().map(|l| l.counted.index.clone()).collect(), scalars };
        if self.rng.chance(25) {
            let local = self.local(&scope);
            scope.scalars.push(local);
        }
        self.pragma(&format!("shared alloc {section} copyin{check}{pad}"));
        self.maybe_barrier();
        let value = self.neighbours(&staged, &reaches, at_border);
        let more = self.expression(&scope);
        let sum = value.plus(more);
        let (output, element) = self.new_output(&Case::owners(levels), Reached::Always);
        self.store(output, &element, &sum);
        self.maybe_barrier();
        let name = self.arrays[staged.array].name.clone();
        self.pragma(&format!("shared remove {name}"));
    }

    /// Halos that leave the section small enough for shared memory.
    fn reaches(&mut self, levels: &[Level], widths: &[i64]) -> Vec<Reach> {
        let mut reaches: Vec<Reach> = levels
            .iter()
            .map(|level| Reach {
                index: level.counted.index.clone(),
                before: self.rng.below(3) as i64,
                after: self.rng.below(3) as i64,
            })
            .collect();
        let elements: i64 = reaches.iter().zip(widths).map(|(r, w)| r.before + r.after + w).product();
        if elements > 3000 {
            for reach in &mut reaches {
                (reach.before, reach.after) = (0, 0);
            }
        }
        reaches
    }

    pub(super) fn maybe_barrier(&mut self) {
        if self.rng.chance(55) {
            self.pragma("barrier");
        }
    }

    fn staged_array(&mut self, reaches: &[Reach], widths: &[i64], at_border: bool) -> Staged {
        let is_roomy = !at_border && self.rng.chance(30);
        let (mut lowest, mut sections) = (Vec::new(), Vec::new());
        for (r, width) in reaches.iter().zip(widths) {
            let (before, after) = match (at_border, is_roomy) {
                (true, _) => (0, 0),
                (_, true) => (r.before + width, r.after + width),
                _ => (r.before, r.after),
            };
            let start = self.rng.pick(&[0, 0, 2, 3]);
            lowest.push(r.index.low - before - start);
            sections.push((start, start + r.index.high + after - r.index.low + before));
        }
        let array = self.new_staged(sections);
        Staged { array, lowest, is_roomy }
    }

    /// A subscript that is `offset` away from the index.
    fn around(staged: &Staged, dim: usize, reach: &Reach, offset: i64) -> String {
        plus(&reach.index.name, offset - staged.lowest[dim])
    }

    fn shared_section(&self, staged: &Staged, reaches: &[Reach]) -> String {
        let mut text = self.arrays[staged.array].name.clone();
        for (dim, reach) in reaches.iter().enumerate() {
            let low = Case::around(staged, dim, reach, -reach.before);
            if reach.before == 0 && reach.after == 0 {
                text.push_str(&format!("[{low}]"));
            } else {
                text.push_str(&format!("[{low}:{}]", Case::around(staged, dim, reach, reach.after)));
            }
        }
        text
    }

    /// A sum of a few elements of the section.
    fn neighbours(&mut self, staged: &Staged, reaches: &[Reach], at_border: bool) -> Value {
        let mut sum: Option<Value> = None;
        for _ in 0..self.rng.between(1, 4) {
            let (mut subscripts, mut tests) = (Vec::new(), Vec::new());
            for (dim, reach) in reaches.iter().enumerate() {
                let offset = self.rng.between(0, (reach.before + reach.after) as usize) as i64 - reach.before;
                let subscript = Case::around(staged, dim, reach, offset);
                let (low, high) = self.arrays[staged.array].section[dim];
                if at_border && offset < 0 {
                    tests.push(format!("{subscript} >= {low}"));
                } else if at_border && offset > 0 {
                    tests.push(format!("{subscript} <= {high}"));
                }
                subscripts.push(subscript);
            }
            let text = self.arrays[staged.array].access(&subscripts);
            let mut value = self.loaded(staged.array, text);
            if !tests.is_empty() {
                value.text = format!("({} ? {} : 3)", tests.join(" && "), value.text);
            }
            sum = Some(match sum {
                None => value,
                Some(before) => before.plus(value),
            });
        }
        sum.unwrap_or(Value { text: String::from("0"), bound: 0, is_floating: false })
    }
}

/// How far apart the first and the last index of a batch can be, for each level.
fn widths(levels: &[Level], threads: Vec<i64>) -> Vec<i64> {
    let mut threads = threads.into_iter();
    let width = |level: &Level| {
        let count = if level.over_thread { threads.next().unwrap_or(1) } else { 1 };
        count * level.jam * level.counted.step.abs()
    };
    levels.iter().map(width).collect()
}
