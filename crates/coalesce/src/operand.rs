//! Expressions on their way into generated text, with their precedence.
//!
//! ```c
//! for (j = 0; j < (m & ~1); j++)       // the bound is `m & ~1`, of the precedence of `&`
//! for (first = 0; first < (m & ~1) + 16; …)
//! ```
//! A user's expression enters generated text as an [`Operand`] and in no other way. It cannot
//! be formatted: whoever uses it says what may stand at that place ([`Operand::at`]), and gets
//! it with parentheses where C would read it otherwise.
//!
//! The text is the user's own on one line, without comments, with the words replaced that are
//! called otherwise here. Macros keep their names where the expression is all that they stand
//! for. Where text and tree do not fit together (half an expression comes out of a macro),
//! `emit` prints the tree instead.
//!
//! Invariant: the text of an operand has the value and the precedence of its expression.

use std::collections::HashMap;
use std::ops::Range;

use emit::Precedence;
use hir::{BinaryOp, ExprId, ExprKind, Node, Span};

use crate::Language;
use crate::kernel::{Kernel, grid_of};
use crate::refusal::{Refusal, refuse_with};

/// An expression and how tightly it holds together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Operand {
    text: String,
    precedence: Precedence,
}

impl Operand {
    /// A name, a number, an element or a call: what no operator takes apart.
    pub(crate) fn name(text: impl Into<String>) -> Operand {
        Operand { text: text.into(), precedence: Precedence::Postfix }
    }

    /// Generated text whose loosest operator has this precedence.
    pub(crate) fn generated(text: impl Into<String>, precedence: Precedence) -> Operand {
        Operand { text: text.into(), precedence }
    }

    /// At a place that takes operators of this precedence and tighter ones.
    pub(crate) fn at(&self, least: Precedence) -> String {
        if self.precedence < least { format!("({})", self.text) } else { self.text.clone() }
    }

    /// In parentheses or brackets, where anything may stand.
    pub(crate) fn whole(&self) -> String {
        self.at(Precedence::Comma)
    }

    /// Behind `=`, or between the commas of a call.
    pub(crate) fn value(&self) -> String {
        self.at(Precedence::Assignment)
    }

    /// Beside `+`, to its left.
    pub(crate) fn summand(&self) -> String {
        self.at(Precedence::Additive)
    }

    /// Both, with an operator between them.
    pub(crate) fn binary(op: BinaryOp, lhs: &Operand, rhs: &Operand) -> Operand {
        let precedence = Precedence::of(op);
        // `a < b < c` is legal, and hardly ever meant.
        let left = if precedence == Precedence::Relational { Precedence::Shift } else { precedence };
        let text = format!("{} {} {}", lhs.at(left), op.text(), rhs.at(precedence.tighter()));
        Operand { text, precedence }
    }

    /// More by a number.
    pub(crate) fn plus(&self, more: u64) -> Operand {
        match more {
            0 => self.clone(),
            _ => Operand::binary(BinaryOp::Add, self, &Operand::name(more.to_string())),
        }
    }

    /// All conditions together; `None` if there are none.
    pub(crate) fn all(conditions: impl IntoIterator<Item = Operand>) -> Option<Operand> {
        conditions.into_iter().reduce(|all, next| {
            // `a && b && c` needs no parentheses on either side.
            let text = format!("{} && {}", all.at(Precedence::And), next.at(Precedence::And));
            Operand { text, precedence: Precedence::And }
        })
    }

    /// The opposite of a condition.
    pub(crate) fn negated(&self) -> Operand {
        Operand { text: format!("!{}", self.at(Precedence::Primary)), precedence: Precedence::Unary }
    }

    /// `condition ? then : otherwise`
    pub(crate) fn choice(condition: &Operand, then: &Operand, otherwise: &Operand) -> Operand {
        let (condition, then) = (condition.at(Precedence::Or), then.at(Precedence::Or));
        let text = format!("{condition} ? {then} : {}", otherwise.at(Precedence::Conditional));
        Operand { text, precedence: Precedence::Conditional }
    }

    /// `array[index]`
    pub(crate) fn element(&self, index: &Operand) -> Operand {
        Operand::name(format!("{}[{}]", self.at(Precedence::Postfix), index.whole()))
    }

    /// `&element`, and `p` for `&p[0]`.
    pub(crate) fn address(&self) -> Operand {
        let pointer = self.text.strip_suffix("[0]").filter(|name| is_word(name.as_bytes()));
        match pointer {
            Some(pointer) => Operand::name(pointer),
            None => {
                Operand { text: format!("&{}", self.at(Precedence::Unary)), precedence: Precedence::Unary }
            }
        }
    }

    /// Does no operator take it apart?
    pub(crate) fn is_postfix(&self) -> bool {
        self.precedence >= Precedence::Postfix
    }

    /// Is it one word, which says all there is to say?
    pub(crate) fn as_word(&self) -> Option<&str> {
        is_word(self.text.as_bytes()).then_some(self.text.as_str())
    }
}

fn is_word(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// What an expression is written as in its new place, if not as it is.
pub(crate) type Renamed<'r> = &'r dyn Fn(ExprId) -> Option<String>;

/// The operand that an expression is, with what is renamed in it. What is put into a place is
/// a name or an element.
pub(crate) fn operand(kernel: &Kernel<'_>, expr: ExprId, renamed: Renamed<'_>) -> Result<Operand, Refusal> {
    let expr = below_implicit_casts(kernel, expr);
    if let Some(name) = renamed(expr) {
        return Ok(Operand::name(name));
    }
    let mut places = Vec::new();
    if let Some(parenthesised) = is_as_written(kernel, expr, renamed, &mut places)
        && let Some(text) = as_written(kernel, expr, &places)
    {
        let precedence = match parenthesised {
            true => Precedence::Primary,
            false => written_precedence(&kernel.program().exprs[expr].kind),
        };
        return Ok(Operand { text, precedence });
    }
    printed(kernel, expr, renamed)
}

/// The precedence of an expression where its parentheses have been left out.
pub(crate) fn precedence(kernel: &Kernel<'_>, expr: ExprId) -> Precedence {
    let expr = below_implicit_casts(kernel, expr);
    match kernel.input.span(expr).is_from_macro() {
        // The name of a macro that may be anything.
        true => operand(kernel, expr, &|_| None).map_or(Precedence::Comma, |operand| operand.precedence),
        false => written_precedence(&kernel.program().exprs[expr].kind),
    }
}

fn written_precedence(kind: &ExprKind) -> Precedence {
    match kind {
        ExprKind::Conditional { .. } => Precedence::Conditional,
        kind => Precedence::of_kind(kind),
    }
}

fn below_implicit_casts(kernel: &Kernel<'_>, expr: ExprId) -> ExprId {
    let mut at = expr;
    while let ExprKind::Cast { implicit: true, operand, .. } = kernel.program().exprs[at].kind {
        at = operand;
    }
    at
}

/// Can the expression be quoted? Its text must be its own tokens and no others. Says whether
/// the whole of it is a macro with parentheses of its own, and finds what is renamed in it.
fn is_as_written(
    kernel: &Kernel<'_>,
    root: ExprId,
    renamed: Renamed<'_>,
    places: &mut Vec<(Range<usize>, String)>,
) -> Option<bool> {
    let program = kernel.program();
    let mut root_is_parenthesised = false;
    let mut pending = vec![root];
    while let Some(expr) = pending.pop() {
        if let Some(name) = renamed(expr) {
            // Inside of a macro there is no place to put it.
            places.push((kernel.range(kernel.input.span(expr)).ok()?, name));
            continue;
        }
        let span = kernel.input.span(expr);
        let parenthesised = match span.is_from_macro() {
            true => Some(fills_macro(kernel, span)?),
            false => match is_whole_call(kernel, expr, span) {
                Call::No => None,
                Call::All => Some(true),
                Call::Part => return None,
            },
        };
        match parenthesised {
            Some(parenthesised) => {
                if program.exprs_below(Node::Expr(expr)).any(|below| renamed(below).is_some()) {
                    return None;
                }
                root_is_parenthesised |= expr == root && parenthesised;
            }
            None => pending.extend(
                program
                    .children(Node::Expr(expr))
                    .into_iter()
                    .map(|child| match child {
                        Node::Expr(child) => Some(child),
                        Node::Stmt(_) => None,
                    })
                    .collect::<Option<Vec<_>>>()?,
            ),
        }
    }
    Some(root_is_parenthesised)
}

/// Is a span of a macro's body the whole of what the call stands for, but for parentheses?
/// Says whether it has some.
fn fills_macro(kernel: &Kernel<'_>, span: Span) -> Option<bool> {
    let sources = kernel.input.sources;
    let (mut span, mut parenthesised) = (span, false);
    while let Some(expansion) = sources.expansions.get(span.ctx) {
        let body = expansion.body;
        if body.is_builtin() || span.lo < body.lo || span.hi > body.hi {
            return None;
        }
        let before = sources.map.text(Span::in_file(body.lo, span.lo));
        let after = sources.map.text(Span::in_file(span.hi, body.hi));
        let only = |bytes: &[u8], paren| bytes.iter().all(|&b| b == paren || b.is_ascii_whitespace());
        let count = |bytes: &[u8], paren| bytes.iter().filter(|&&b| b == paren).count();
        if !only(before, b'(') || !only(after, b')') || count(before, b'(') != count(after, b')') {
            return None;
        }
        parenthesised = count(before, b'(') > 0;
        span = expansion.call;
    }
    Some(parenthesised)
}

enum Call {
    /// Its text is no call of a macro.
    No,
    /// All that a call of a macro stands for, in parentheses.
    All,
    /// Part of that.
    Part,
}

/// `IDX(i, j)` is the text of the whole product and of its factors: only of the whole it is
/// the right one.
fn is_whole_call(kernel: &Kernel<'_>, expr: ExprId, span: Span) -> Call {
    let sources = kernel.input.sources;
    let is_it = |call: Span| !call.is_from_macro() && call.lo == span.lo && call.hi == span.hi;
    let Some(expansion) = sources.expansions.iter().find(|expansion| is_it(expansion.call)) else {
        return Call::No;
    };
    let body = sources.map.text(expansion.body).trim_ascii();
    let is_closed = body.first() == Some(&b'(') && closes_at_the_end(body);
    let program = kernel.program();
    let is_parent = |parent: ExprId| {
        let is_cast = matches!(program.exprs[parent].kind, ExprKind::Cast { implicit: true, .. });
        let holds = || program.children(Node::Expr(parent)).contains(&Node::Expr(expr));
        kernel.input.span(parent).lo == span.lo
            && kernel.input.span(parent).hi == span.hi
            && !is_cast
            && holds()
    };
    match is_closed && !program.exprs.iter().any(|(parent, _)| is_parent(parent)) {
        true => Call::All,
        false => Call::Part,
    }
}

/// Does the parenthesis that a text begins with end with it?
fn closes_at_the_end(text: &[u8]) -> bool {
    let mut depth = 0i32;
    for (at, byte) in text.iter().enumerate() {
        depth += i32::from(*byte == b'(') - i32::from(*byte == b')');
        if depth == 0 {
            return at + 1 == text.len();
        }
    }
    false
}

/// The text of the expression on one line, with other names in it.
fn as_written(kernel: &Kernel<'_>, expr: ExprId, places: &[(Range<usize>, String)]) -> Option<String> {
    let whole = kernel.written(expr)?;
    let mut places = places.to_vec();
    places.sort_by_key(|(range, _)| range.start);
    places.dedup();
    let mut out = Vec::new();
    let mut at = whole.start;
    for (place, text) in places {
        out.extend_from_slice(kernel.text().get(at..place.start)?);
        out.extend_from_slice(text.as_bytes());
        at = place.end;
    }
    out.extend_from_slice(kernel.text().get(at..whole.end)?);
    on_one_line(&out)
}

/// The tree as `emit` prints it.
fn printed(kernel: &Kernel<'_>, expr: ExprId, renamed: Renamed<'_>) -> Result<Operand, Refusal> {
    let program = kernel.program();
    let has_statement = program
        .exprs_below(Node::Expr(expr))
        .any(|below| matches!(program.exprs[below].kind, ExprKind::StmtExpr(_)));
    // Where work items of OpenCL have their numbers from is told by how it is written.
    let is_asked = kernel.language == Language::OpenCl
        && program.exprs_below(Node::Expr(expr)).any(|below| grid_of(kernel.input, below).is_some());
    if has_statement || is_asked {
        let outer = kernel.input.sources.expansions.outermost_call(kernel.input.span(expr));
        return refuse_with(outer, "this comes out of a macro", "write it where it is used");
    }
    let replaced: HashMap<ExprId, String> =
        program.exprs_below(Node::Expr(expr)).filter_map(|below| Some((below, renamed(below)?))).collect();
    let style = emit::Style { dialect: emit::Dialect::Cuda, replaced, ..emit::Style::default() };
    let mut printer = emit::Printer::new(program, kernel.input.sources, style);
    let text = printer.expr_text(expr);
    Ok(Operand { text, precedence: Precedence::of_kind(&program.exprs[expr].kind) })
}

/// Code without comments, on one line; `None` where lines have a meaning.
pub(crate) fn on_one_line(code: &[u8]) -> Option<String> {
    let mut out: Vec<u8> = Vec::new();
    let mut at = 0;
    let (mut is_line_start, mut has_comment) = (false, false);
    while at < code.len() {
        let rest = &code[at..];
        match rest {
            [b'/', b'/', ..] => {
                has_comment = true;
                at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            }
            [b'/', b'*', ..] => {
                has_comment = true;
                let end = rest.windows(2).skip(2).position(|pair| pair == b"*/")?;
                at += end + 4;
                out.push(b' ');
            }
            [b'\\', b'\n', ..] => at += 2,
            [b'\\', b'\r', b'\n', ..] => at += 3,
            // Conditional compilation in the middle of an expression.
            [b'#', ..] if is_line_start => return None,
            [quote @ (b'"' | b'\''), ..] if !is_digit_separator(*quote, &out) => {
                let length = literal_length(rest, *quote)?;
                out.extend_from_slice(&rest[..length]);
                at += length;
                is_line_start = false;
            }
            [byte, ..] => {
                is_line_start = *byte == b'\n' || is_line_start && byte.is_ascii_whitespace();
                out.push(*byte);
                at += 1;
            }
            [] => break,
        }
    }
    let text = String::from_utf8(out).ok()?;
    // Blanks inside of literals stay.
    match text.contains(['"', '\'']) {
        true => Some(text.replace(['\n', '\r', '\t'], " ").trim().to_owned()),
        false => {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            // A comment may have stood in front of what closes.
            Some(if has_comment { text.replace(" ]", "]").replace(" )", ")") } else { text })
        }
    }
}

/// `1'000`
fn is_digit_separator(quote: u8, before: &[u8]) -> bool {
    quote == b'\'' && before.last().is_some_and(u8::is_ascii_hexdigit)
}

fn literal_length(text: &[u8], quote: u8) -> Option<usize> {
    let mut at = 1;
    loop {
        match *text.get(at)? {
            b'\\' => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

#[cfg(test)]
#[path = "operand_tests.rs"]
mod operand_tests;
