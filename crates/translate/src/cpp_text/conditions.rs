//! What `#if`, `#elif` and `#else` take in each of nvcc's two passes over a file.
//!
//! ```text
//! #if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600     both passes take it: there is no choice
//! #if defined(__CUDA_ARCH__) && FAST                      the host's does not; the device's may
//! ```
//! Of all other names only the compiler knows what they are, so an answer may be unknown.

use syntax::token::{Punct, TokenKind};

use super::passes::Groups;
use super::tokens::Text;

/// The name that is defined for the device alone.
pub(super) const NAME: &str = "__CUDA_ARCH__";
/// What the runtime of programs without a GPU says of itself.
pub(super) const GENERATION: i64 = 900;

/// One of nvcc's passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    Host,
    Device,
}

/// The branch that a pass takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// Its number, from 0.
    Branch(usize),
    Nothing,
    /// Other names have a say.
    Unknown,
}

impl Taken {
    pub fn branch(self) -> Option<usize> {
        match self {
            Taken::Branch(branch) => Some(branch),
            Taken::Nothing | Taken::Unknown => None,
        }
    }
}

pub(super) fn taken(text: &Text<'_>, groups: &Groups, pass: Pass) -> Taken {
    for (branch, &hash) in groups.lines.iter().enumerate() {
        match condition(text, hash, pass) {
            Some(0) => {}
            Some(_) => return Taken::Branch(branch),
            None => return Taken::Unknown,
        }
    }
    Taken::Nothing
}

/// Do the passes take different branches, as far as can be known?
pub(super) fn differs(text: &Text<'_>, groups: &Groups) -> bool {
    let (host, device) = (taken(text, groups, Pass::Host), taken(text, groups, Pass::Device));
    host == Taken::Unknown || host != device
}

fn condition(text: &Text<'_>, hash: usize, pass: Pass) -> Option<i64> {
    let name = text.name(hash + 1)?;
    let is_defined = || defined(text.name(hash + 2)?, pass).map(i64::from);
    match name {
        "else" => Some(1),
        "ifdef" | "elifdef" => is_defined(),
        "ifndef" | "elifndef" => is_defined().map(|value| 1 - value),
        _ => {
            let mut reader = Reader { text, hash, at: hash + 2, pass };
            let value = reader.binary(0);
            reader.word().is_none().then_some(value).flatten()
        }
    }
}

fn defined(name: &str, pass: Pass) -> Option<bool> {
    match name {
        NAME => Some(pass == Pass::Device),
        "__CUDACC__" | "__NVCC__" | "__cplusplus" => Some(true),
        _ => None,
    }
}

/// Reads the expression of one line.
struct Reader<'a, 'b> {
    text: &'a Text<'b>,
    hash: usize,
    at: usize,
    pass: Pass,
}

/// Binary operators, the weakest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl<'b> Reader<'_, 'b> {
    fn word(&self) -> Option<&'b str> {
        let word = self.text.words.get(self.at).filter(|word| word.directive == Some(self.hash))?;
        Some(word.text)
    }

    fn take(&mut self, text: &str) -> bool {
        let is_it = self.word() == Some(text);
        self.at += usize::from(is_it);
        is_it
    }

    fn binary(&mut self, level: usize) -> Option<i64> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut value = self.binary(level + 1);
        while let Some(operator) = self.word().filter(|word| operators.contains(word)) {
            self.at += 1;
            value = apply(operator, value, self.binary(level + 1));
        }
        value
    }

    fn unary(&mut self) -> Option<i64> {
        let word = self.word()?;
        let at = self.at;
        self.at += 1;
        match word {
            "!" => self.unary().map(|value| i64::from(value == 0)),
            "-" => self.unary().map(i64::wrapping_neg),
            "+" => self.unary(),
            "~" => self.unary().map(|value| !value),
            "(" => {
                let value = self.binary(0);
                self.take(")");
                value
            }
            "defined" => {
                let is_closed = self.take("(");
                let name = self.word()?;
                self.at += 1;
                if is_closed {
                    self.take(")");
                }
                defined(name, self.pass).map(i64::from)
            }
            NAME => Some(if self.pass == Pass::Device { GENERATION } else { 0 }),
            _ => match self.text.words[at].kind {
                TokenKind::Number => number(word),
                _ => {
                    // `__has_include(…)`, and macros with arguments.
                    if self.text.is(self.at, Punct::LParen) {
                        self.at = self.text.closing(self.at)? + 1;
                    }
                    None
                }
            },
        }
    }
}

/// One side may settle it.
fn apply(operator: &str, left: Option<i64>, right: Option<i64>) -> Option<i64> {
    let truth = |value: Option<i64>| value.map(|value| value != 0);
    match operator {
        "||" if truth(left) == Some(true) || truth(right) == Some(true) => return Some(1),
        "&&" if truth(left) == Some(false) || truth(right) == Some(false) => return Some(0),
        _ => {}
    }
    let (left, right) = (left?, right?);
    Some(match operator {
        "||" => i64::from(left != 0 || right != 0),
        "&&" => i64::from(left != 0 && right != 0),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i64::from(left == right),
        "!=" => i64::from(left != right),
        "<" => i64::from(left < right),
        ">" => i64::from(left > right),
        "<=" => i64::from(left <= right),
        ">=" => i64::from(left >= right),
        "<<" => left.checked_shl(u32::try_from(right).ok()?)?,
        ">>" => left.checked_shr(u32::try_from(right).ok()?)?,
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" => left.checked_div(right)?,
        _ => left.checked_rem(right)?,
    })
}

fn number(text: &str) -> Option<i64> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => i64::from_str_radix(hex, 16).ok(),
        None if digits.len() > 1 && digits.starts_with('0') => i64::from_str_radix(digits, 8).ok(),
        None => digits.parse().ok(),
    }
}
