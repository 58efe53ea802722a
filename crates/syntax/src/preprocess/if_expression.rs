//! The condition of an `#if`.
//!
//! ```c
//! #if defined(N) && N / BLOCK > 3 || !defined N
//! ```
//! Operator precedence with two explicit stacks, because parentheses may be
//! nested as deep as the file is long. Everything is evaluated; a division by
//! zero makes a value that is *void*, and is a mistake only if the value is
//! used: that is all that `&&`, `||` and `?:` need for skipping operands.

use diagnostics::{Diagnostic, codes};
use source::{Span, Symbol};

use super::Preprocessor;
use super::expand::Names;
use super::integer::{self, Integer};
use crate::token::{Punct, Token, TokenKind};
use crate::well_known;

/// An operand.
#[derive(Clone, Copy, Debug)]
struct Value {
    integer: Integer,
    /// The division by zero that it came out of.
    void: Option<Span>,
}

/// An operator that waits for its right operand.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Pending {
    Open(Span),
    Unary(Punct),
    Binary(Punct, Span),
    /// `?`, whose `:` is to come.
    Question(Span),
    /// `?` and `:`, both seen.
    Choice,
}

#[derive(Default)]
struct Stacks {
    values: Vec<Value>,
    pending: Vec<Pending>,
    /// The first tokens and the name asked for, to recognise `!defined X`.
    tokens: usize,
    starts_with_not_defined: bool,
    asked: Option<Symbol>,
}

impl Preprocessor<'_> {
    /// Reads and evaluates the rest of the line. Also the name `X` if the
    /// condition is `!defined X` and nothing else.
    pub(super) fn condition(&mut self, directive: Token) -> (bool, Option<Symbol>) {
        let mut stacks = Stacks::default();
        let result = self.evaluate(&mut stacks, directive);
        self.drop_contexts();
        match result {
            Ok(value) => {
                let guard = stacks.asked.filter(|_| stacks.starts_with_not_defined && stacks.tokens == 2);
                (value.bits != 0, guard)
            }
            Err(problem) => {
                self.error(*problem);
                (false, None)
            }
        }
    }

    fn evaluate(&mut self, stacks: &mut Stacks, directive: Token) -> Result<Integer, Box<Diagnostic>> {
        let mut previous = directive;
        let mut wants_operand = true;
        loop {
            let token = self.next_token();
            if token.kind == TokenKind::Eof && !wants_operand {
                return stacks.finish();
            }
            stacks.tokens += 1;
            if wants_operand {
                wants_operand = self.operand(stacks, token, previous)?;
            } else {
                wants_operand = self.operator(stacks, token, previous)?;
            }
            previous = token;
        }
    }

    /// Takes an operand or what may stand before one; is one still wanted?
    fn operand(
        &mut self,
        stacks: &mut Stacks,
        token: Token,
        previous: Token,
    ) -> Result<bool, Box<Diagnostic>> {
        let text = self.sources.symbols.bytes(token.symbol);
        let integer = match token.kind {
            TokenKind::Number => integer::parse_number(text).map_err(|why| bad(token.span, why))?,
            TokenKind::Char => {
                let unsigned = self.sources.symbols.lookup(b"__CHAR_UNSIGNED__");
                let unsigned = unsigned.is_some_and(|name| self.macros.is_defined(name));
                integer::parse_character(text, unsigned).map_err(|why| bad(token.span, why))?
            }
            TokenKind::Ident if token.symbol == well_known::DEFINED => {
                let name = self.defined_operand(token)?;
                stacks.starts_with_not_defined =
                    stacks.tokens == 2 && stacks.pending == [Pending::Unary(Punct::Bang)];
                stacks.asked = Some(name);
                Integer::signed(i64::from(self.macros.is_defined(name)))
            }
            TokenKind::Ident => Integer::signed(0),
            TokenKind::Punct(Punct::LParen) => {
                stacks.pending.push(Pending::Open(token.span));
                return Ok(true);
            }
            TokenKind::Punct(punct @ (Punct::Plus | Punct::Minus | Punct::Tilde | Punct::Bang)) => {
                stacks.pending.push(Pending::Unary(punct));
                return Ok(true);
            }
            _ => return Err(self.missing_operand(token, previous)),
        };
        stacks.values.push(Value { integer, void: None });
        Ok(false)
    }

    /// `X` or `(X)` after `defined`.
    fn defined_operand(&mut self, defined: Token) -> Result<Symbol, Box<Diagnostic>> {
        let mut token = self.read(Names::Keep);
        let parenthesized = token.kind == TokenKind::Punct(Punct::LParen);
        if parenthesized {
            token = self.read(Names::Keep);
        }
        if token.kind != TokenKind::Ident {
            return Err(bad(defined.span, "`defined` wants the name of a macro"));
        }
        if parenthesized && self.read(Names::Keep).kind != TokenKind::Punct(Punct::RParen) {
            return Err(bad(defined.span, "this `defined(` has no `)`"));
        }
        Ok(token.symbol)
    }

    /// Takes an operator after an operand; is an operand wanted now?
    fn operator(
        &mut self,
        stacks: &mut Stacks,
        token: Token,
        previous: Token,
    ) -> Result<bool, Box<Diagnostic>> {
        let TokenKind::Punct(punct) = token.kind else {
            return Err(self.missing_operator(token, previous));
        };
        match punct {
            Punct::RParen => {
                stacks.reduce_above(0)?;
                match stacks.pending.pop() {
                    Some(Pending::Open(_)) => Ok(false),
                    Some(Pending::Question(at)) => Err(bad(at, "this `?` has no `:`")),
                    _ => Err(bad(token.span, "this `)` has no `(`")),
                }
            }
            Punct::Question => {
                stacks.reduce_above(CHOICE)?;
                stacks.pending.push(Pending::Question(token.span));
                Ok(true)
            }
            Punct::Colon => {
                stacks.reduce_above(0)?;
                match stacks.pending.pop() {
                    Some(Pending::Question(_)) => {
                        stacks.pending.push(Pending::Choice);
                        Ok(true)
                    }
                    _ => Err(bad(token.span, "this `:` has no `?`")),
                }
            }
            _ => {
                let Some(precedence) = precedence(punct) else {
                    return Err(self.missing_operator(token, previous));
                };
                stacks.reduce_above(precedence - 1)?;
                stacks.pending.push(Pending::Binary(punct, token.span));
                Ok(true)
            }
        }
    }

    fn missing_operand(&self, token: Token, previous: Token) -> Box<Diagnostic> {
        let after = self.sources.text(previous.symbol);
        match token.kind {
            TokenKind::Eof => bad(previous.span, &format!("an expression is missing after `{after}`")),
            TokenKind::String => bad(token.span, "a string has no place in `#if`"),
            _ => {
                let text = self.sources.text(token.symbol);
                bad(token.span, &format!("`{text}` where an operand is expected"))
            }
        }
    }

    fn missing_operator(&self, token: Token, previous: Token) -> Box<Diagnostic> {
        let text = self.sources.text(token.symbol);
        let mut diagnostic = *bad(token.span, &format!("an operator is missing before `{text}`"));
        if previous.kind == TokenKind::Ident && token.kind == TokenKind::Punct(Punct::LParen) {
            let name = self.sources.text(previous.symbol);
            diagnostic = diagnostic.note(format!("`{name}` is not defined as a macro with arguments"));
        }
        Box::new(diagnostic)
    }
}

/// How tightly `?:` binds; the binary operators bind tighter, the comma less.
const CHOICE: u8 = 2;

fn precedence(punct: Punct) -> Option<u8> {
    let level = match punct {
        Punct::Comma => 1,
        Punct::PipePipe => 3,
        Punct::AmpAmp => 4,
        Punct::Pipe => 5,
        Punct::Caret => 6,
        Punct::Amp => 7,
        Punct::EqEq | Punct::Ne => 8,
        Punct::Lt | Punct::Gt | Punct::Le | Punct::Ge => 9,
        Punct::Shl | Punct::Shr => 10,
        Punct::Plus | Punct::Minus => 11,
        Punct::Star | Punct::Slash | Punct::Percent => 12,
        _ => return None,
    };
    Some(level)
}

impl Pending {
    /// An open parenthesis or question waits whatever comes.
    fn precedence(self) -> u8 {
        match self {
            Pending::Open(_) | Pending::Question(_) => 0,
            Pending::Choice => CHOICE,
            Pending::Binary(punct, _) => precedence(punct).unwrap_or(0),
            Pending::Unary(_) => 13,
        }
    }
}

impl Stacks {
    /// Applies the pending operators that bind tighter than `level`.
    fn reduce_above(&mut self, level: u8) -> Result<(), Box<Diagnostic>> {
        while let Some(&top) = self.pending.last() {
            if top.precedence() <= level {
                break;
            }
            self.pending.pop();
            self.apply(top);
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<Integer, Box<Diagnostic>> {
        self.reduce_above(0)?;
        match self.pending.last() {
            Some(Pending::Open(at)) => return Err(bad(*at, "this `(` has no `)`")),
            Some(Pending::Question(at)) => return Err(bad(*at, "this `?` has no `:`")),
            _ => {}
        }
        let value = self.pop();
        match value.void {
            Some(at) => Err(division_by_zero(at)),
            None => Ok(value.integer),
        }
    }

    fn pop(&mut self) -> Value {
        // The reader alternates operands and operators, so one is there.
        self.values.pop().unwrap_or(Value { integer: Integer::signed(0), void: None })
    }

    fn apply(&mut self, operator: Pending) {
        let last = self.pop();
        let value = match operator {
            Pending::Open(_) | Pending::Question(_) => last,
            Pending::Unary(punct) => Value { integer: unary(punct, last.integer), ..last },
            Pending::Binary(punct, at) => {
                let first = self.pop();
                binary(punct, at, first, last)
            }
            Pending::Choice => {
                let (otherwise, then) = (last, self.pop());
                let condition = self.pop();
                let chosen = if condition.integer.bits != 0 { then } else { otherwise };
                let unsigned = then.integer.unsigned || otherwise.integer.unsigned;
                Value {
                    integer: Integer { unsigned, ..chosen.integer },
                    void: condition.void.or(chosen.void),
                }
            }
        };
        self.values.push(value);
    }
}

fn unary(punct: Punct, operand: Integer) -> Integer {
    match punct {
        Punct::Minus => Integer { bits: operand.bits.wrapping_neg(), ..operand },
        Punct::Tilde => Integer { bits: !operand.bits, ..operand },
        Punct::Bang => Integer::signed(i64::from(operand.bits == 0)),
        _ => operand,
    }
}

fn binary(punct: Punct, at: Span, first: Value, last: Value) -> Value {
    let (a, b) = (first.integer, last.integer);
    let void = first.void.or(last.void);
    let truth = |holds: bool| Integer::signed(i64::from(holds));
    match punct {
        Punct::AmpAmp if a.bits == 0 => return Value { integer: truth(false), void: first.void },
        Punct::PipePipe if a.bits != 0 => return Value { integer: truth(true), void: first.void },
        Punct::AmpAmp | Punct::PipePipe => return Value { integer: truth(b.bits != 0), void },
        Punct::Comma => return Value { void, ..last },
        Punct::Slash | Punct::Percent if b.bits == 0 => {
            // It has no value, but it has a type: the dividend's, with gcc.
            return Value { integer: a, void: void.or(Some(at)) };
        }
        _ => {}
    }
    Value { integer: arithmetic(punct, a, b), void }
}

fn arithmetic(punct: Punct, a: Integer, b: Integer) -> Integer {
    let unsigned = a.unsigned || b.unsigned;
    let (x, y) = (a.bits, b.bits);
    let (signed_x, signed_y) = (x as i64, y as i64);
    let of = |bits| Integer { bits, unsigned };
    let truth = |holds: bool| Integer::signed(i64::from(holds));
    match punct {
        Punct::Star => of(x.wrapping_mul(y)),
        Punct::Plus => of(x.wrapping_add(y)),
        Punct::Minus => of(x.wrapping_sub(y)),
        Punct::Slash if unsigned => of(x / y.max(1)),
        Punct::Slash => of(signed_x.wrapping_div(if y == 0 { 1 } else { signed_y }) as u64),
        Punct::Percent if unsigned => of(x % y.max(1)),
        Punct::Percent => of(signed_x.wrapping_rem(if y == 0 { 1 } else { signed_y }) as u64),
        Punct::Shl | Punct::Shr => shift(punct, a, b),
        Punct::Lt => truth(if unsigned { x < y } else { signed_x < signed_y }),
        Punct::Gt => truth(if unsigned { x > y } else { signed_x > signed_y }),
        Punct::Le => truth(if unsigned { x <= y } else { signed_x <= signed_y }),
        Punct::Ge => truth(if unsigned { x >= y } else { signed_x >= signed_y }),
        Punct::EqEq => truth(x == y),
        Punct::Ne => truth(x != y),
        Punct::Amp => of(x & y),
        Punct::Caret => of(x ^ y),
        _ => of(x | y),
    }
}

/// A negative count shifts the other way, and one of 64 or more shifts
/// everything out: gcc's choice where C has none.
fn shift(punct: Punct, value: Integer, count: Integer) -> Integer {
    let negative = !count.unsigned && (count.bits as i64) < 0;
    let distance = if negative { count.bits.wrapping_neg() } else { count.bits };
    let to_left = (punct == Punct::Shl) != negative;
    let distance = u32::try_from(distance).unwrap_or(u32::MAX);
    let bits = if to_left {
        value.bits.checked_shl(distance).unwrap_or(0)
    } else if value.unsigned {
        value.bits.checked_shr(distance).unwrap_or(0)
    } else {
        ((value.bits as i64) >> distance.min(63)) as u64
    };
    Integer { bits, ..value }
}

fn bad(at: Span, message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(&codes::BAD_CONDITION, at, message))
}

fn division_by_zero(at: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(&codes::DIVISION_BY_ZERO_IN_CONDITION, at, "division by zero in `#if`"))
}
