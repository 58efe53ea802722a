//! Writes: every iteration has an element of its own.
//!
//! The subscripts of an output are injective functions of the partitioned indices around the
//! store, one dimension each: `i + 2`, `7 - i`, `2 * i`.

use super::array::{Enter, Memory};
use super::case::Case;
use super::counted::{Counted, Index};
use super::element::Element;
use super::expression::{Scope, Value};

/// A partitioned loop as an output sees it.
#[derive(Clone, Debug)]
pub(super) struct Owner {
    pub(super) index: Index,
    /// The index takes every value of its range.
    pub(super) is_dense: bool,
}

impl Owner {
    pub(super) fn of(counted: &Counted) -> Owner {
        Owner { index: counted.index.clone(), is_dense: counted.step.abs() == 1 && counted.trips > 0 }
    }
}

/// How sure it is that a store happens in every iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    Always,
    Sometimes,
}

impl Case {
    /// A new array with an element for each iteration of `owners`, and that element.
    pub(super) fn new_output(&mut self, owners: &[Owner], reached: Reached) -> (usize, String) {
        let mut order: Vec<usize> = (0..owners.len()).collect();
        if self.rng.chance(30) {
            order.reverse();
        }
        let mut is_exact = reached == Reached::Always;
        let (mut sections, mut subscripts) = (Vec::new(), Vec::new());
        for owner in order.iter().map(|&at| &owners[at]) {
            let ((low, high), subscript, dense) = self.own_subscript(owner);
            is_exact &= dense;
            sections.push((low, high));
            subscripts.push(subscript);
        }
        let array = self.new_array(Memory::Global, sections.clone());
        let is_linear = self.arrays[array].is_linear();
        let is_whole = self.arrays[array].section == sections;
        let exact_section = is_exact && (is_whole || !is_linear) && self.rng.chance(60);
        let a = &mut self.arrays[array];
        if exact_section {
            a.section = sections;
            a.enter = Enter::Nothing;
        }
        a.is_written = true;
        if !exact_section && self.rng.chance(30) {
            self.arrays[array].enter = Enter::Clear;
        }
        let element = self.arrays[array].access(&subscripts);
        (array, element)
    }

    /// A dimension for one index: its range, the subscript, and whether all of it is met.
    fn own_subscript(&mut self, owner: &Owner) -> ((i64, i64), String, bool) {
        let Index { name, low, high, .. } = &owner.index;
        let start = self.rng.below(4) as i64;
        let span = high - low;
        match self.rng.below(10) {
            0 => {
                let subscript = format!("{} - {name}", high + start);
                ((start, start + span), subscript, owner.is_dense)
            }
            1 => {
                let subscript = super::number::plus(&format!("2 * {name}"), start - 2 * low);
                ((start, start + 2 * span), subscript, owner.is_dense && span == 0)
            }
            _ => ((start, start + span), super::number::plus(name, start - low), owner.is_dense),
        }
    }

    /// A store of a value in an output's element.
    pub(super) fn store(&mut self, array: usize, element: &str, value: &Value) {
        let ty = self.arrays[array].element;
        self.arrays[array].bound = self.arrays[array].bound.max(ty.stored(value.bound));
        if ty == Element::Pair {
            self.line(&format!("{element}.first = {};", converted(Element::Int, value)));
            self.line(&format!("{element}.second = {};", converted(Element::Short, value)));
            self.line(&format!("{element}.third = {};", value.text));
        } else {
            self.line(&format!("{element} = {};", converted(ty, value)));
        }
    }

    /// A store of some value in an element of the iteration's own.
    pub(super) fn write(&mut self, owners: &[Owner], scope: &Scope, reached: Reached) {
        let value = self.expression(scope);
        let (array, element) = self.new_output(owners, reached);
        self.store(array, &element, &value);
    }
}

/// A value in the type of the element, by way of `int` where C leaves a direct conversion undefined.
fn converted(ty: Element, value: &Value) -> String {
    match (ty, value.is_floating) {
        (Element::Short | Element::Byte | Element::Unsigned, true) => {
            format!("({})(int)({})", ty.spelling(), value.text)
        }
        (Element::Short | Element::Byte, false) => format!("({})({})", ty.spelling(), value.text),
        _ => value.text.clone(),
    }
}
