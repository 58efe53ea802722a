//! A block's work in phases: its threads fill an array that lives in shared memory only, and read
//! what others of them wrote.
//!
//! ```text
//! #pragma hicuda loop_partition over_tblock
//! for (i …) {
//!     int part[40];
//! #pragma hicuda shared alloc part[*]
//! #pragma hicuda loop_partition over_thread
//!     for (j …) part[j] = …;
//!                                    the compiler adds a barrier where none is written
//! #pragma hicuda loop_partition over_thread
//!     for (j …) out[i][j] = part[39 - j];
//! #pragma hicuda shared remove part
//! }
//! ```

use super::case::Case;
use super::element::Element;
use super::expression::{Scope, Value};
use super::grid::Level;
use super::number::Known;
use super::output::{Owner, Reached};

impl Case {
    /// A kernel with phases.
    pub(super) fn phases(&mut self) {
        let rows = self.rng.between(1, 20) as i64;
        let outer = self.counted(rows, Known::Running);
        let distribution = self.rng.pick(&["over_tblock", "over_tblock(CYCLIC)"]);
        let outer = Level {
            counted: outer,
            over_tblock: Some(distribution),
            over_thread: false,
            jam: 1,
            run: None,
            entries: [None; 2],
        };
        let length = self.rng.between(2, 60) as i64;
        let (counted, jam) = (self.up_to(length, Known::Compiling), self.jam());
        let inner = self.level_with(counted, None, true, jam);
        let grid = self.grid(&[outer.clone(), inner.clone()], Known::Compiling);
        let scalars = self.arguments();
        self.open_kernel(&grid);
        self.pragma(&outer.clauses());
        self.open(&outer.counted.head);
        let scope = Scope { indices: vec![outer.counted.index.clone()], scalars };
        self.two_phases(&outer, inner, length, scope);
        self.close();
        self.close_kernel();
    }

    fn two_phases(&mut self, outer: &Level, inner: Level, length: i64, mut scope: Scope) {
        let part = format!("part{}", self.fresh());
        let element = self.rng.pick(&[Element::Int, Element::Float, Element::Double, Element::Short]);
        let extent = self.number(length, Known::Compiling).text;
        self.line(&format!("{} {part}[{extent}];", element.spelling()));
        self.pragma(&format!("shared alloc {part}[*]"));
        if self.rng.chance(25) {
            self.pragma("singular");
            self.line(&format!("{part}[0] = 1;"));
            self.pragma("singular_end");
            self.pragma("barrier");
        }
        self.pragma(&inner.clauses());
        self.open(&inner.counted.head);
        let name = inner.counted.index.name.clone();
        scope.indices.push(inner.counted.index.clone());
        let value = self.expression(&scope).small();
        let cast = if element == Element::Short { "(short)" } else { "" };
        self.line(&format!("{part}[{name}] = {cast}({});", value.text));
        self.close();
        self.maybe_barrier();
        scope.indices.pop();
        let again = self.up_to(length, Known::Compiling);
        let again = Level { counted: again, ..inner };
        self.pragma(&again.clauses());
        self.open(&again.counted.head);
        let name = &again.counted.index.name;
        let other = match self.rng.below(3) {
            0 => format!("{} - {name}", length - 1),
            1 => format!("({name} + 1) % {length}"),
            _ => format!("{name} / 2"),
        };
        let mut text = format!("{part}[{other}]");
        if self.rng.chance(50) {
            text = format!("{text} + {part}[{name}]");
        }
        let owners = vec![Owner::of(&outer.counted), Owner::of(&again.counted)];
        let (array, target) = self.new_output(&owners, Reached::Always);
        self.store(array, &target, &Value { text, bound: 2048, is_floating: element.is_floating() });
        self.close();
        self.pragma(&format!("shared remove {part}"));
    }
}
