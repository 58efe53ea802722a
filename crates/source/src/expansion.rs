//! Macro expansions: the record of how each expanded token came about.
//!
//! ```c
//! #define SQUARE(x) ((x) * (x))
//! y = SQUARE(A[i]);
//! ```
//! makes two records for one call: a `Body` record, carried by the tokens
//! `( ( ) * ( ) )` whose spelling is in the `#define`, and an `Argument`
//! record, carried by `A [ i ]`, whose spelling stands at the call. Both know
//! the call, so either can be led back to the bytes the user wrote
//! ([`ExpansionTable::outermost_call`]), and an expression that is exactly one
//! whole expansion can be printed by its macro's name again.

use crate::{Span, Symbol};

/// Names one expansion record. `NONE` is text that stands in a file itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExpansionId(u32);

impl ExpansionId {
    /// Not from a macro.
    pub const NONE: ExpansionId = ExpansionId(0);

    /// A number for display.
    pub fn index(self) -> u32 {
        self.0
    }
}

/// Which part of an expansion a token is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExpansionKind {
    /// Written in the macro's replacement list.
    Body,
    /// Written in an argument of the call. `inner` is the context the argument
    /// token had before it was substituted: its own macro, if it had one.
    Argument {
        /// Context of the token before substitution.
        inner: ExpansionId,
    },
}

/// One macro expansion, as seen by the tokens that came out of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// Body or argument.
    pub kind: ExpansionKind,
    /// The macro's name.
    pub macro_name: Symbol,
    /// The replacement list in the `#define`; empty for built-in macros.
    pub body: Span,
    /// The call: name, and arguments with their parentheses if any. Its `ctx`
    /// is the context in which the call itself appeared.
    pub call: Span,
}

/// All expansions of a session.
#[derive(Default, Debug)]
pub struct ExpansionTable {
    records: Vec<Expansion>,
}

impl ExpansionTable {
    /// Adds a record.
    pub fn add(&mut self, expansion: Expansion) -> ExpansionId {
        self.records.push(expansion);
        ExpansionId(self.records.len() as u32)
    }

    /// Widens the call of a function-like macro once its `)` is found.
    pub fn set_call(&mut self, id: ExpansionId, call: Span) {
        if let Some(record) = (id.0 as usize).checked_sub(1).and_then(|i| self.records.get_mut(i)) {
            record.call = call;
        }
    }

    /// The record, or `None` for `ExpansionId::NONE`.
    pub fn get(&self, id: ExpansionId) -> Option<&Expansion> {
        (id.0 as usize).checked_sub(1).and_then(|i| self.records.get(i))
    }

    /// All records, in the order of expansion.
    pub fn iter(&self) -> impl Iterator<Item = &Expansion> {
        self.records.iter()
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// True when no macro was expanded.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The chain of calls from the innermost expansion out to the file.
    pub fn chain(&self, span: Span) -> impl Iterator<Item = &Expansion> {
        let mut ctx = span.ctx;
        std::iter::from_fn(move || {
            let record = self.get(ctx)?;
            ctx = record.call.ctx;
            Some(record)
        })
    }

    /// The bytes in a file that a span stands for: the span itself, or the
    /// outermost macro call it came out of. This is the range an edit replaces.
    pub fn outermost_call(&self, span: Span) -> Span {
        self.chain(span).last().map_or(span, |outer| outer.call)
    }

    /// The place the user would point at: argument tokens stand where they
    /// were written, body tokens at the call.
    pub fn written_at(&self, span: Span) -> Span {
        let mut span = span;
        while let Some(record) = self.get(span.ctx) {
            span = match record.kind {
                ExpansionKind::Body => record.call,
                ExpansionKind::Argument { inner } => Span { ctx: inner, ..span },
            };
        }
        span
    }

    /// The smallest span that covers both, in the innermost context they
    /// share: two tokens of one macro body join inside the body, a body token
    /// and a token after the call join in the file.
    pub fn join(&self, first: Span, last: Span) -> Span {
        let (mut first, mut last) = (first, last);
        // A call is recorded before what comes out of it, so the later record
        // of the two is the one to step out of.
        while first.ctx != last.ctx {
            let inner = if first.ctx > last.ctx { &mut first } else { &mut last };
            match self.get(inner.ctx) {
                Some(record) => *inner = record.call,
                None => break,
            }
        }
        cover(first, last)
    }
}

/// Covers two spans of one context. An included file may put them in an order
/// that text does not have; then the first one alone is the honest answer.
fn cover(first: Span, last: Span) -> Span {
    if last.hi >= first.lo { Span { lo: first.lo, hi: last.hi, ctx: first.ctx } } else { first }
}
