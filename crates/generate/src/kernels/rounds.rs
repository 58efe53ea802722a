//! Kernels inside host loops: data sent again each round, and pointers that change places.
//!
//! ```text
//! for (int round = 0; round < 4; round++) {
//!     … kernel: to[i] = from[i] + …;
//!     float *swap = from; from = to; to = swap;
//! }
//! ```

use super::array::{Array, Enter, Memory};
use super::case::Case;
use super::element::Element;
use super::expression::{Scope, Value};
use super::number::Known;
use super::output::Reached;

impl Case {
    /// A kernel that runs several times.
    pub(super) fn rounds(&mut self) {
        if self.rng.chance(50) { self.resent() } else { self.swapped() }
    }

    /// The host changes an array and sends it again each round.
    fn resent(&mut self) {
        let trips = self.trips(1).max(1);
        let counted = self.counted(trips, Known::Running);
        let level = self.level(counted);
        let grid = self.grid(std::slice::from_ref(&level), Known::Compiling);
        let input = self.new_array(Memory::Global, vec![(0, trips - 1)]);
        let (element, base) = (Element::Int, self.rng.between(1, 5));
        self.arrays[input].element = element;
        self.arrays[input].bound = 60;
        let (section, name) = {
            let a: Array = self.arrays[input].clone();
            (self.section(&a), a.name)
        };
        let last = self.arrays[input].section[0].1;
        let round = format!("round{}", self.fresh());
        let rounds = self.rng.between(1, 4);
        self.open(&format!("for (int {round} = 0; {round} < {rounds}; {round}++)"));
        self.line(&format!("for (int e = 0; e <= {last}; e++)"));
        self.line(&format!("    {name}[e] = (e + {round} * {base}) % 37;"));
        self.pragma(&format!("global copyin {section}"));
        self.open_kernel(&grid);
        self.pragma(&level.clauses());
        self.open(&level.counted.head);
        let scope = Scope {
            indices: vec![level.counted.index.clone()],
            scalars: vec![Value { text: round, bound: 4, is_floating: false }],
        };
        let value = self.read_of(input, &scope.indices).plus(self.expression(&scope));
        let owners = Case::owners(std::slice::from_ref(&level));
        let (array, target) = self.new_output(&owners, Reached::Always);
        self.store(array, &target, &value);
        self.close();
        self.close_kernel();
        if self.rng.chance(40) {
            let a = self.arrays[array].clone();
            let section = self.section(&a);
            self.pragma(&format!("global copyout {section}"));
        }
        self.close();
    }

    /// Two pointers change places after each round.
    fn swapped(&mut self) {
        let trips = self.rng.between(1, 200) as i64;
        let counted = self.up_to(trips, Known::Running);
        let jam = self.jam();
        let level = self.level_with(counted, Some("over_tblock"), true, jam);
        let grid = self.grid(std::slice::from_ref(&level), Known::Compiling);
        let length = self.number(trips, Known::Running);
        let mut pair = Vec::new();
        for _ in 0..2 {
            let array = self.new_array(Memory::Global, vec![(0, trips - 1)]);
            let a = &mut self.arrays[array];
            a.is_pointer = true;
            a.element = Element::Int;
            a.dims = vec![length.clone()];
            a.section = vec![(0, trips - 1)];
            a.is_handled = true;
            a.enter = Enter::Copyin;
            pair.push(a.name.clone());
        }
        let [from, to] = [pair[0].clone(), pair[1].clone()];
        self.pragma(&format!("shape {from}[{0}] {to}[{0}]", length.text));
        self.pragma(&format!("global alloc {from}[*] copyin"));
        // Either way it is written before it is read.
        let copyin = if self.rng.chance(50) { " copyin" } else { "" };
        self.pragma(&format!("global alloc {to}[*]{copyin}"));
        let rounds = self.rng.between(1, 5);
        self.open(&format!("for (int round = 0; round < {rounds}; round++)"));
        self.open_kernel(&grid);
        self.pragma(&level.clauses());
        let i = level.counted.index.name.clone();
        self.open(&level.counted.head);
        self.line(&format!(
            "{to}[{i}] = ({from}[{i}] * 3 + {from}[({i} + 1) % {}] + round) & 1023;",
            length.text
        ));
        self.close();
        self.close_kernel();
        self.line(&format!("int *swap = {from};"));
        self.line(&format!("{from} = {to};"));
        self.line(&format!("{to} = swap;"));
        self.close();
        self.pragma(&format!("global copyout {from}[*]"));
        if rounds > 1 {
            self.pragma(&format!("global copyout {to}[*]"));
        }
        self.pragma(&format!("global free {from} {to}"));
    }
}
