//! Reads: an array that is there already, where an index fits its section, or a new one made to fit.

use super::array::{Array, Enter, Memory};
use super::case::Case;
use super::counted::Index;
use super::element::Element;
use super::expression::Value;
use super::number::{Known, plus};

impl Case {
    /// Some element of some array, at a place where `indices` are in scope.
    pub(super) fn read(&mut self, indices: &[Index]) -> Value {
        let usable: Vec<usize> = (0..self.arrays.len()).filter(|&a| self.is_readable(a)).collect();
        let array = if usable.is_empty() || self.arrays.len() < 5 && self.rng.chance(35) {
            self.new_input(indices)
        } else {
            usable[self.rng.below(usable.len())]
        };
        self.read_of(array, indices)
    }

    /// Not written by the kernel under construction.
    fn is_readable(&self, array: usize) -> bool {
        let a = &self.arrays[array];
        !a.is_handled
            && a.reserved != Some(self.kernel_number())
            && (!a.is_written || a.last != self.kernel_number())
    }

    /// An element of a chosen array.
    pub(super) fn read_of(&mut self, array: usize, indices: &[Index]) -> Value {
        let sections = self.arrays[array].section.clone();
        let subscripts: Vec<String> = sections.iter().map(|&s| self.subscript(s, indices)).collect();
        let kernel = self.kernel_number();
        let a = &mut self.arrays[array];
        a.last = a.last.max(kernel);
        let text = self.arrays[array].access(&subscripts);
        self.loaded(array, text)
    }

    /// What an element of the array is worth.
    pub(super) fn loaded(&mut self, array: usize, text: String) -> Value {
        let (element, bound) = (self.arrays[array].element, self.arrays[array].bound);
        let value = match element {
            Element::Pair => match self.rng.below(3) {
                0 => Value { text: format!("{text}.first"), bound, is_floating: false },
                1 => Value { text: format!("{text}.second"), bound, is_floating: false },
                _ => Value { text: format!("{text}.third"), bound, is_floating: true },
            },
            Element::Unsigned | Element::Long => {
                Value { text: format!("(int){text}"), bound, is_floating: false }
            }
            _ => Value { text, bound, is_floating: element.is_floating() },
        };
        value.small()
    }

    /// A subscript inside a section.
    pub(super) fn subscript(&mut self, (low, high): (i64, i64), indices: &[Index]) -> String {
        if indices.is_empty() || self.rng.chance(4) {
            return self.rng.between(low as usize, high as usize).to_string();
        }
        let index = &indices[self.rng.below(indices.len())];
        let (least, most) = (low - index.low, high - index.high);
        if least <= most {
            let offset = least + self.rng.below((most - least + 1) as usize) as i64;
            return plus(&index.name, offset);
        }
        let from_zero = plus(&index.name, -index.low);
        let wrapped = format!("({from_zero}) % {}", high - low + 1);
        if low == 0 { wrapped } else { format!("{low} + {wrapped}") }
    }

    /// A new array that the kernels only read, so far.
    pub(super) fn new_input(&mut self, indices: &[Index]) -> usize {
        let memory = match self.rng.below(10) {
            0 => Memory::Constant,
            1 => Memory::Texture,
            _ => Memory::Global,
        };
        let rank =
            if memory == Memory::Texture { self.rng.between(1, 2) } else { self.rng.pick(&[1, 1, 2, 2, 3]) };
        let mut ranges: Vec<(i64, i64)> = (0..rank).map(|_| self.range_to_read(indices, rank)).collect();
        if memory == Memory::Constant {
            // Three of the largest elements fit in constant memory together.
            for range in &mut ranges {
                range.1 = range.1.min(range.0 + [1200, 34, 10][rank - 1]);
            }
        }
        self.new_array(memory, ranges)
    }

    /// A range that some index fits with room on both sides.
    fn range_to_read(&mut self, indices: &[Index], rank: usize) -> (i64, i64) {
        let limit = match rank {
            1 => 2000,
            2 => 100,
            _ => 20,
        };
        let span = if indices.is_empty() {
            5
        } else {
            let i = &indices[self.rng.below(indices.len())];
            i.high - i.low
        };
        let low = if self.rng.chance(50) { 0 } else { self.rng.between(1, 4) as i64 };
        let extent = (span + 1 + self.rng.below(5) as i64).min(limit);
        (low, low + extent - 1)
    }

    /// A new array that part of which goes to shared memory: its subscripts must be understood.
    pub(super) fn new_staged(&mut self, section: Vec<(i64, i64)>) -> usize {
        let array = self.new_array(Memory::Global, section);
        let kernel = self.kernel_number();
        let is_plain = self.is_plain;
        let a = &mut self.arrays[array];
        a.reserved = Some(kernel);
        if a.is_linear() && !is_plain {
            a.is_pointer = false;
            for dim in &mut a.dims {
                dim.text = dim.value.to_string();
            }
        }
        array
    }

    /// A new array with these sections, copied in.
    pub(super) fn new_array(&mut self, memory: Memory, section: Vec<(i64, i64)>) -> usize {
        let element = if memory == Memory::Texture { self.texel() } else { self.element() };
        // A fetch needs a subscript for each dimension.
        let can_point = memory == Memory::Global || memory == Memory::Texture && section.len() == 1;
        let is_pointer = self.rng.chance(45) && can_point;
        let known = if is_pointer && memory == Memory::Global { Known::Running } else { Known::Compiling };
        // A linear subscript that is not understood needs the host's layout.
        let is_linear = is_pointer && section.len() > 1;
        let whole = memory == Memory::Texture || is_linear || self.rng.chance(50);
        let section: Vec<(i64, i64)> =
            section.iter().map(|&(low, high)| if whole { (0, high) } else { (low, high) }).collect();
        let mut dims = Vec::new();
        for &(_, high) in &section {
            let extra = if whole { 0 } else { self.rng.below(4) as i64 };
            dims.push(self.number(high + 1 + extra, known));
        }
        let letter = match memory {
            Memory::Global => "a",
            Memory::Constant => "c",
            Memory::Texture => "t",
        };
        let name = format!("{letter}{}_{}", self.fresh(), self.id);
        let enter = if self.rng.chance(90) { Enter::Copyin } else { Enter::LaterCopyin };
        let kernel = self.kernel_number();
        self.arrays.push(Array {
            name,
            element,
            dims,
            is_pointer,
            section,
            memory,
            enter,
            is_written: false,
            first: kernel,
            last: kernel,
            bound: 31,
            is_handled: false,
            reserved: None,
        });
        self.arrays.len() - 1
    }
}
