//! Numbers in all the ways a program can spell them: a literal, a macro, a variable that is known
//! only at run time, or a sum with one of these.
//!
//! ```text
//! 40    WIDTH_7_2    n3    n3 - 2    (WIDTH_7_2 + 1)
//! ```

use super::case::Case;

/// A spelling and the value it has.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) text: String,
    pub(super) value: i64,
}

/// When the compiler must be able to know a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// While compiling.
    Compiling,
    /// When the program runs is early enough.
    Running,
}

impl Number {
    /// The plain literal.
    pub(super) fn literal(value: i64) -> Number {
        Number { text: value.to_string(), value }
    }
}

impl Case {
    /// A spelling of `value`.
    pub(super) fn number(&mut self, value: i64, known: Known) -> Number {
        let known = if self.is_plain { Known::Compiling } else { known };
        let text = match (known, self.rng.below(10)) {
            (_, 0..=3) => value.to_string(),
            (Known::Compiling, _) | (_, 4 | 5) => self.macro_number(value),
            _ => self.variable_number(value),
        };
        Number { text, value }
    }

    fn macro_number(&mut self, value: i64) -> String {
        if let Some(near) = self.near(value, true) {
            return near;
        }
        let name = format!("M{}_{}", self.fresh(), self.id);
        self.file.push_str(&format!("#define {name} {}\n", parenthesised(value)));
        self.macros.push(Number { text: name.clone(), value });
        name
    }

    fn variable_number(&mut self, value: i64) -> String {
        if let Some(near) = self.near(value, false) {
            return near;
        }
        self.variable(value).text
    }

    /// A new variable with a value known at run time only: a parameter or a local of the function.
    pub(super) fn variable(&mut self, value: i64) -> Number {
        let number = self.unrelated(value);
        self.variables.push(number.clone());
        number
    }

    /// The same for one use: no other number is spelled with it.
    pub(super) fn unrelated(&mut self, value: i64) -> Number {
        let name = format!("n{}", self.fresh());
        if self.rng.chance(40) {
            self.parameters.push((format!("int {name}"), value.to_string()));
        } else {
            self.before.push_str(&format!("    int {name} = opaque({value});\n"));
        }
        Number { text: name, value }
    }

    /// A sum with a macro or variable of a value nearby.
    fn near(&mut self, value: i64, is_macro: bool) -> Option<String> {
        if self.rng.chance(30) {
            return None;
        }
        let known = if is_macro { &self.macros } else { &self.variables };
        let close: Vec<Number> = known.iter().filter(|n| (n.value - value).abs() <= 6).cloned().collect();
        if close.is_empty() {
            return None;
        }
        let base = &close[self.rng.below(close.len())];
        Some(match value - base.value {
            0 => base.text.clone(),
            more @ 1.. => format!("({} + {more})", base.text),
            less => format!("({} - {})", base.text, -less),
        })
    }
}

/// A negative number binds like a subtraction.
fn parenthesised(value: i64) -> String {
    if value < 0 { format!("({value})") } else { value.to_string() }
}

/// `base + offset`, as a person writes it.
pub(super) fn plus(base: &str, offset: i64) -> String {
    match offset {
        0 => base.to_string(),
        1.. => format!("{base} + {offset}"),
        _ => format!("{base} - {}", -offset),
    }
}
