//! What an iteration does: stores, sums over inner loops, private scalars, updates in place.

use super::array::{Enter, Memory};
use super::case::Case;
use super::counted::Index;
use super::element::Element;
use super::expression::{Scope, Value};
use super::number::Known;
use super::output::{Owner, Reached};

impl Case {
    /// A few statements at the innermost place. `is_repeated`: several threads run them alike.
    pub(super) fn work(&mut self, owners: &[Owner], scope: &Scope, is_repeated: bool) {
        let mut scope = scope.clone();
        let mut reached = Reached::Always;
        for _ in 0..self.rng.pick(&[1, 1, 2, 3]) {
            match self.rng.below(12) {
                0 | 1 => self.sum(owners, &scope, reached),
                2 if !is_repeated => self.update(owners, &scope),
                3 => self.guarded(owners, &scope),
                4 => scope.scalars.push(self.private(&scope)),
                5 => scope.scalars.push(self.local(&scope)),
                6 => {
                    let value = self.read(&scope.indices);
                    self.line(&format!("if ({} > 20)", value.text));
                    self.line("    continue;");
                    reached = Reached::Sometimes;
                }
                _ => self.write(owners, &scope, reached),
            }
        }
        self.write(owners, &scope, reached);
    }

    /// `int t = …;`
    pub(super) fn local(&mut self, scope: &Scope) -> Value {
        let value = self.expression(scope);
        let name = format!("t{}", self.fresh());
        let ty = if value.is_floating {
            self.rng.pick(&["float", "double"])
        } else {
            self.rng.pick(&["int", "int", "long"])
        };
        self.line(&format!("{ty} {name} = {};", value.text));
        let text = if ty == "long" { format!("(int){name}") } else { name };
        Value { text, ..value }
    }

    /// A scalar declared outside the kernel and set before it is used, each time.
    fn private(&mut self, scope: &Scope) -> Value {
        let value = self.expression(scope);
        let name = format!("p{}", self.fresh());
        let ty = if value.is_floating { "double" } else { "int" };
        self.before.push_str(&format!("    {ty} {name};\n"));
        self.line(&format!("{name} = {};", value.text));
        Value { text: name, ..value }
    }

    /// A sum over an inner loop.
    fn sum(&mut self, owners: &[Owner], scope: &Scope, reached: Reached) {
        let inner = self.sequential();
        let name = format!("s{}", self.fresh());
        let mut inside = scope.clone();
        inside.indices.push(inner.1);
        self.line(&format!("float {name} = 0;"));
        self.open(&inner.0);
        if self.rng.chance(15) {
            let value = self.read(&inside.indices);
            let jump = self.rng.pick(&["break", "continue"]);
            self.line(&format!("if ({} == 17)", value.text));
            self.line(&format!("    {jump};"));
        }
        let term = self.expression(&inside);
        let bound = term.bound * 12;
        if bound > 1 << 16 {
            self.line(&format!("{name} += (int)({}) & 63;", term.text));
        } else {
            self.line(&format!("{name} += {};", term.text));
        }
        self.close();
        let (array, element) = self.new_output(owners, reached);
        let total = Value { text: name, bound: bound.min(1 << 16), is_floating: true };
        self.store(array, &element, &total);
    }

    /// A sequential loop of a few rounds.
    pub(super) fn sequential(&mut self) -> (String, Index) {
        let trips = self.rng.between(0, 12) as i64;
        let known = if self.rng.chance(50) { Known::Running } else { Known::Compiling };
        let inner = self.counted_with(trips, 1, "int", known);
        (inner.head, inner.index)
    }

    /// An element of the iteration's own, changed.
    fn update(&mut self, owners: &[Owner], scope: &Scope) {
        let (array, element) = self.new_output(owners, Reached::Sometimes);
        let value = self.expression(scope);
        let a = &mut self.arrays[array];
        if matches!(a.element, Element::Pair | Element::Byte | Element::Short) {
            a.element = Element::Int;
        }
        if a.enter == Enter::Nothing || a.memory != Memory::Global {
            a.enter = Enter::Copyin;
        }
        a.bound = a.bound.max(31) + value.bound;
        let cast = if self.arrays[array].element == Element::Unsigned { "(unsigned)(int)" } else { "" };
        self.line(&format!("{element} += {cast}({});", value.text));
    }

    /// A store that only some iterations do.
    fn guarded(&mut self, owners: &[Owner], scope: &Scope) {
        let value = self.read(&scope.indices);
        self.open(&format!("if ({} > 9)", value.text));
        self.write(owners, scope, Reached::Sometimes);
        self.close();
    }
}
