//! Host arrays and the data directives that go with them.
//!
//! Invariant: what a `copyout` brings back was copied in, cleared on a host array that is zero, or
//! written by the kernel in every element.

use super::case::Case;
use super::element::Element;
use super::number::Number;

/// A host array and its device copy.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub(super) name: String,
    pub(super) element: Element,
    /// Extents on the host.
    pub(super) dims: Vec<Number>,
    /// A pointer with a shape and linear subscripts, not an array.
    pub(super) is_pointer: bool,
    /// The part on the device, first and last index of each dimension.
    pub(super) section: Vec<(i64, i64)>,
    pub(super) memory: Memory,
    pub(super) enter: Enter,
    pub(super) is_written: bool,
    /// The kernels that use it first and last.
    pub(super) first: usize,
    pub(super) last: usize,
    /// No element is larger in magnitude.
    pub(super) bound: i64,
    /// The theme writes its data directives itself.
    pub(super) is_handled: bool,
    /// A kernel that accesses it in its own way only.
    pub(super) reserved: Option<usize>,
}

/// Where the device copy lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Memory {
    Global,
    Constant,
    Texture,
}

/// What the device copy holds before the first kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Enter {
    /// The host's values.
    Copyin,
    /// The host's values, copied by a directive of their own.
    LaterCopyin,
    /// Zeros, as on the host.
    Clear,
    /// Nothing.
    Nothing,
}

impl Array {
    /// An element in C.
    pub(super) fn access(&self, indices: &[String]) -> String {
        if !self.is_pointer {
            return format!("{}[{}]", self.name, indices.join("]["));
        }
        let mut offset = String::new();
        for (index, dim) in indices.iter().zip(&self.dims) {
            offset = if offset.is_empty() {
                index.clone()
            } else {
                format!("{} * {} + {index}", factor(&offset), factor(&dim.text))
            };
        }
        format!("{}[{offset}]", self.name)
    }

    /// Are several dimensions in one subscript?
    pub(super) fn is_linear(&self) -> bool {
        self.is_pointer && self.dims.len() > 1
    }

    fn count(&self) -> String {
        self.dims.iter().map(|dim| factor(&dim.text)).collect::<Vec<_>>().join(" * ")
    }

    /// The declaration of an array at file level.
    pub(super) fn declaration(&self) -> String {
        let dims: String = self.dims.iter().map(|dim| format!("[{}]", dim.text)).collect();
        format!("static {} {}{dims};\n", self.element.spelling(), self.name)
    }

    /// How a pointer is passed to the function.
    pub(super) fn parameter(&self) -> String {
        format!("{} *{}", self.element.spelling(), self.name)
    }

    /// How a pointer gets its memory, and gives it back.
    pub(super) fn allocation(&self) -> Option<(String, String)> {
        if !self.is_pointer {
            return None;
        }
        let (ty, name) = (self.element.spelling(), &self.name);
        let count: i64 = self.dims.iter().map(|dim| dim.value).product();
        let allocate = format!("    {ty} *{name} = malloc({} * sizeof *{name});\n", count.max(1));
        Some((allocate, format!("    free({name});\n")))
    }

    /// The statement that gives every element its first value.
    pub(super) fn fill(&self) -> String {
        let (suffix, first, count) = (self.element.suffix(), self.first_element(), self.count());
        let start = self.name.bytes().map(u64::from).sum::<u64>() % 31;
        let scale = u8::from(self.enter != Enter::Clear);
        format!("    fill_{suffix}({first}, {count}, {start}, {scale});\n")
    }

    /// The statement that prints it.
    pub(super) fn show(&self) -> String {
        let (suffix, first, count) = (self.element.suffix(), self.first_element(), self.count());
        format!("    show_{suffix}(\"{}\", {first}, {count});\n", self.name)
    }

    fn first_element(&self) -> String {
        if self.is_pointer || self.dims.len() == 1 {
            return self.name.clone();
        }
        format!("&{}{}", self.name, "[0]".repeat(self.dims.len()))
    }
}

/// An operand of `*`.
fn factor(text: &str) -> String {
    let is_simple = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        || text.starts_with('(') && closes_at_end(text);
    if is_simple { text.to_string() } else { format!("({text})") }
}

/// Is the first parenthesis closed by the last character?
fn closes_at_end(text: &str) -> bool {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 {
            return at + 1 == text.len();
        }
    }
    false
}

impl Case {
    /// `NAME[lo:hi]…`, the part of the array that is on the device.
    pub(super) fn section(&mut self, array: &Array) -> String {
        let constant = array.memory != Memory::Global;
        let mut text = array.name.clone();
        for (dim, &(low, high)) in array.dims.iter().zip(&array.section) {
            let is_whole = low == 0 && high == dim.value - 1;
            let part = if is_whole && (array.is_linear() || self.rng.chance(60)) {
                String::from("*")
            } else if is_whole && self.rng.chance(50) {
                format!("0:{} - 1", dim.text)
            } else if low == high && self.rng.chance(50) {
                low.to_string()
            } else {
                let known =
                    if constant { super::number::Known::Compiling } else { super::number::Known::Running };
                format!("{}:{}", self.number(low, known).text, self.number(high, known).text)
            };
            text.push_str(&format!("[{part}]"));
        }
        text
    }

    /// The directives before the first kernel that needs the array.
    pub(super) fn entry(&mut self, array: &Array) -> String {
        let mut text = String::new();
        if array.is_pointer {
            let dims: String = array.dims.iter().map(|dim| format!("[{}]", dim.text)).collect();
            text.push_str(&format!("#pragma hicuda shape {}{dims}\n", array.name));
        }
        let section = self.section(array);
        match (array.memory, array.enter) {
            (Memory::Constant, _) => text.push_str(&format!("#pragma hicuda constant copyin {section}\n")),
            (Memory::Texture, _) => text.push_str(&format!("#pragma hicuda texture copyin {section}\n")),
            (_, Enter::Copyin) if self.rng.chance(20) => {
                let again = self.section(array);
                text.push_str(&format!("#pragma hicuda global alloc {section} copyin {again}\n"));
            }
            (_, Enter::Copyin) => text.push_str(&format!("#pragma hicuda global alloc {section} copyin\n")),
            (_, Enter::LaterCopyin) => {
                let again = self.section(array);
                text.push_str(&format!(
                    "#pragma hicuda global alloc {section}\n#pragma hicuda global copyin {again}\n"
                ));
            }
            (_, Enter::Clear) => text.push_str(&format!("#pragma hicuda global alloc {section} clear\n")),
            (_, Enter::Nothing) => text.push_str(&format!("#pragma hicuda global alloc {section}\n")),
        }
        text
    }

    /// The directives after the last kernel that needs the array.
    pub(super) fn exit(&mut self, array: &Array) -> String {
        let mut text = String::new();
        if array.is_written {
            let section = self.section(array);
            text.push_str(&format!("#pragma hicuda global copyout {section}\n"));
        }
        let release = match array.memory {
            Memory::Global => "global free",
            Memory::Constant => "constant remove",
            Memory::Texture => "texture remove",
        };
        text.push_str(&format!("#pragma hicuda {release} {}\n", array.name));
        text
    }

    /// The kernels with the data directives around them: as near as possible, or all together.
    pub(super) fn with_directives(&mut self) -> String {
        let kernels = self.kernels.clone();
        let last = kernels.len().saturating_sub(1);
        let (early, late) = (self.rng.chance(50), self.rng.chance(50));
        let arrays: Vec<Array> = self.arrays.iter().filter(|a| !a.is_handled).cloned().collect();
        let mut text = String::new();
        for (number, kernel) in kernels.iter().enumerate() {
            for array in &arrays {
                if number == if early { 0 } else { array.first } {
                    text.push_str(&self.entry(array));
                }
            }
            text.push_str(kernel);
            for array in &arrays {
                if number == if late { last } else { array.last } {
                    text.push_str(&self.exit(array));
                }
            }
        }
        text
    }
}
