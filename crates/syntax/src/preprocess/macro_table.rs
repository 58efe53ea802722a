//! The macros that are defined, by symbol.
//!
//! Asking whether a name is a macro is one byte read from a table indexed by
//! symbol: every identifier of every header asks. Replacement lists lie end to
//! end in one vector, so that a macro is a few numbers and is copied freely;
//! a redefinition leaves the old list behind, which is bounded by the text.

use std::ops::Range;

use source::{Span, Symbol};

use super::builtin_macros::Builtin;
use crate::token::Token;

/// A macro made by `#define`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Macro {
    /// Where its replacement list lies in the table.
    pub body: (u32, u32),
    /// Where its parameters' names lie in the table; `None` for `#define N 1`.
    pub parameters: Option<(u32, u32)>,
    /// The last parameter takes all remaining arguments.
    pub variadic: bool,
    /// There is a `##` or a `__VA_OPT__`, so the list cannot be used as it stands.
    pub has_operators: bool,
    /// The name in the `#define`.
    pub name_at: Span,
    /// The replacement list in the `#define`.
    pub body_at: Span,
}

/// One token of a replacement list.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyToken {
    /// The token; `PASTE_LEFT` is set if `##` follows it.
    pub token: Token,
    /// What substitution does with it.
    pub role: Role,
}

/// What substitution does with a token of a replacement list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// It stands for itself.
    Text,
    /// The argument takes its place.
    Parameter(u16),
    /// `#` stood before it: the argument's spelling takes its place.
    Stringized(u16),
    /// `__VA_OPT__`: what is between its parentheses counts only if there are
    /// variable arguments. `close` is the index of the `)` in the list.
    VaOpt { close: u32, stringized: bool },
}

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// Not a macro.
    Name,
    /// Defined by a `#define`.
    Defined(Macro),
    /// Built in.
    Builtin(Builtin),
}

/// All macros.
#[derive(Default)]
pub(super) struct MacroTable {
    marks: Vec<u8>,
    meanings: Vec<Meaning>,
    bodies: Vec<BodyToken>,
    parameters: Vec<Symbol>,
}

const IS_MACRO: u8 = 1;
const DISABLED: u8 = 2;
const POISONED: u8 = 4;

impl MacroTable {
    /// Is the name an ordinary one, about which there is nothing to ask?
    pub fn is_plain(&self, name: Symbol) -> bool {
        self.mark(name) == 0
    }

    /// Is the name a macro, whether or not it may be expanded now?
    pub fn is_defined(&self, name: Symbol) -> bool {
        self.mark(name) & IS_MACRO != 0
    }

    /// Is the macro's own expansion being read?
    pub fn is_disabled(&self, name: Symbol) -> bool {
        self.mark(name) & DISABLED != 0
    }

    /// Did `#pragma GCC poison` forbid the name?
    pub fn is_poisoned(&self, name: Symbol) -> bool {
        self.mark(name) & POISONED != 0
    }

    /// What the name stands for.
    pub fn meaning(&self, name: Symbol) -> Meaning {
        self.meanings.get(name.0 as usize).copied().unwrap_or(Meaning::Name)
    }

    /// Gives the name a meaning.
    pub fn set(&mut self, name: Symbol, meaning: Meaning) {
        let is_macro = if matches!(meaning, Meaning::Name) { 0 } else { IS_MACRO };
        self.grow(name);
        self.meanings[name.0 as usize] = meaning;
        let mark = &mut self.marks[name.0 as usize];
        *mark = (*mark & !IS_MACRO) | is_macro;
    }

    /// Forbids expansion while the macro's own expansion is read.
    pub fn disable(&mut self, name: Symbol) {
        self.grow(name);
        self.marks[name.0 as usize] |= DISABLED;
    }

    /// Allows it again.
    pub fn enable(&mut self, name: Symbol) {
        self.grow(name);
        self.marks[name.0 as usize] &= !DISABLED;
    }

    /// Forbids the name altogether.
    pub fn poison(&mut self, name: Symbol) {
        self.set(name, Meaning::Name);
        self.marks[name.0 as usize] |= POISONED;
    }

    /// One token of a replacement list, by its index in the table.
    pub fn body_token(&self, index: u32) -> BodyToken {
        self.bodies[index as usize]
    }

    /// A replacement list.
    pub fn body(&self, range: (u32, u32)) -> &[BodyToken] {
        &self.bodies[to_range(range)]
    }

    /// The names of a macro's parameters.
    pub fn parameters(&self, range: (u32, u32)) -> &[Symbol] {
        &self.parameters[to_range(range)]
    }

    /// Stores a replacement list.
    pub fn add_body(&mut self, tokens: &[BodyToken]) -> (u32, u32) {
        let start = self.bodies.len() as u32;
        self.bodies.extend_from_slice(tokens);
        (start, self.bodies.len() as u32)
    }

    /// Stores parameter names.
    pub fn add_parameters(&mut self, names: &[Symbol]) -> (u32, u32) {
        let start = self.parameters.len() as u32;
        self.parameters.extend_from_slice(names);
        (start, self.parameters.len() as u32)
    }

    fn mark(&self, name: Symbol) -> u8 {
        self.marks.get(name.0 as usize).copied().unwrap_or(0)
    }

    fn grow(&mut self, name: Symbol) {
        let length = name.0 as usize + 1;
        if self.marks.len() < length {
            self.marks.resize(length.next_power_of_two(), 0);
            self.meanings.resize(length.next_power_of_two(), Meaning::Name);
        }
    }
}

fn to_range((start, end): (u32, u32)) -> Range<usize> {
    start as usize..end as usize
}

impl Macro {
    /// Must a call have parentheses?
    pub fn is_function_like(&self) -> bool {
        self.parameters.is_some()
    }

    /// How many parameters it has, the variable one included.
    pub fn parameter_count(&self) -> usize {
        self.parameters.map_or(0, |(start, end)| (end - start) as usize)
    }
}
