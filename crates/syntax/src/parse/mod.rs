//! Tokens to tree: `&[Token] -> ast::Unit`.
//!
//! A recursive-descent parser with one function per production. It never
//! fails: every mistake is reported once, the bad part becomes an `Error` node
//! and reading goes on at the next place where a reader would (see `recover`).
//!
//! Three things it takes care of:
//! * Typedef names. `a * b;` declares or multiplies depending on what `a` is,
//!   so the parser follows scopes itself (`names`).
//! * Depth. Brackets, blocks and declarators nest at most `MAX_NESTING`
//!   deep; chains of operators, `else if`s and labels are loops, not recursion.
//! * Directives. `#pragma hicuda` lines are parsed in place (`directive`) and
//!   those that govern a loop hold that loop as their body.
//!
//! Reading order: `cursor`, `recover`, `names`; then `item`,
//! `specifiers`, `declarator`, `stmt`, `expr`, `primary`; then
//! `directive` and `cuda`.

mod asm;
mod attribute;
mod builtin;
mod chain;
mod classes;
mod control;
mod cpp;
mod cuda;
mod cursor;
mod declaration;
mod declarator;
mod directive;
mod expr;
mod initializer;
mod item;
mod methods;
mod names;
mod open_cl;
mod params;
mod primary;
mod record;
mod recover;
mod specifiers;
mod spelling;
mod stmt;
mod type_words;

#[cfg(test)]
mod cuda_tests;
#[cfg(test)]
mod declarator_tests;
#[cfg(test)]
mod directive_tests;
#[cfg(test)]
mod expr_tests;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod recover_tests;
#[cfg(test)]
mod soup_tests;
#[cfg(test)]
mod stmt_tests;

use diagnostics::{Sink, codes};
use source::{Sources, Span};

use crate::ast::{self, ExprId, ExprKind, StmtId, StmtKind};
use crate::{Dialect, Token, TokenFlags, TokenKind};

use chain::Chains;
pub use classes::CONVERSION;
use classes::Classes;
use cpp::CppWords;
use cuda::CudaWords;
use names::Names;
use recover::Recovery;

/// How deep brackets, blocks, declarators and initialisers may nest.
pub const MAX_NESTING: u32 = 1000;

/// How many operators, `else if`s or labels may follow each other in one chain.
pub const MAX_CHAIN: usize = 100_000;

/// Parses the tokens of one translation unit.
pub fn parse(tokens: &[Token], dialect: Dialect, sources: &mut Sources, sink: &mut Sink) -> ast::Unit {
    parse_with(tokens, dialect, Classes::default(), sources, sink)
}

/// Parses the device's part of a program that the C++ compiler takes: with more of C++ than what
/// Warploom would have to write in C.
pub fn parse_kernels(tokens: &[Token], sources: &mut Sources, sink: &mut Sink) -> ast::Unit {
    parse_with(tokens, Dialect::Cuda, Classes::read(), sources, sink)
}

fn parse_with(
    tokens: &[Token],
    dialect: Dialect,
    classes: Classes,
    sources: &mut Sources,
    sink: &mut Sink,
) -> ast::Unit {
    let end = tokens.last().map_or(Span::BUILTIN, |last| last.span.end());
    let eof = Token {
        kind: TokenKind::Eof,
        flags: TokenFlags::LINE_START,
        symbol: sources.symbols.intern(b""),
        span: end,
    };
    let header_missing = sink.diagnostics().iter().any(|d| d.code == &codes::INCLUDE_NOT_FOUND);
    let cuda_words = CudaWords::new(&mut sources.symbols);
    let cpp_words = CppWords::new(&mut sources.symbols);
    let mut parser = Parser {
        tokens,
        pos: 0,
        eof,
        dialect,
        sources,
        sink,
        unit: ast::Unit::default(),
        names: Names::default(),
        chains: Chains::default(),
        classes,
        cuda_words,
        cpp_words,
        in_template: false,
        specialised: None,
        greater_closes: false,
        angles_closed: 0,
        depth: 0,
        recovery: Recovery::new(header_missing),
    };
    // Typical code has half as many expressions as tokens.
    parser.unit.exprs.reserve(tokens.len() / 2);
    parser.unit.stmts.reserve(tokens.len() / 10);
    parser.declare_predefined_types();
    if dialect == Dialect::Cuda {
        parser.declare_cuda_types();
        parser.declare_cuda_templates();
    }
    if dialect == Dialect::OpenCl {
        parser.declare_open_cl_types();
    }
    parser.unit.has_classes = parser.classes.are_read;
    parser.unit.items = parser.translation_unit();
    parser.unit
}

/// The parser's state: a position in the tokens and what was built so far.
struct Parser<'a> {
    tokens: &'a [Token],
    pos: usize,
    /// Stands in for the end when the slice does not bring its own.
    eof: Token,
    dialect: Dialect,
    sources: &'a mut Sources,
    sink: &'a mut Sink,
    unit: ast::Unit,
    names: Names,
    chains: Chains,
    classes: Classes,
    cuda_words: CudaWords,
    cpp_words: CppWords,
    /// The function that follows is a template's.
    in_template: bool,
    /// In a specialisation, before its name: the arguments behind it, as far as they are read.
    specialised: Option<Vec<ast::TemplateArg>>,
    /// The next `>` ends the arguments of a template.
    greater_closes: bool,
    /// How many lists the `>>` at hand has closed.
    angles_closed: usize,
    depth: u32,
    recovery: Recovery,
}

/// What a production returns: its result, or the proof that the reason why
/// there is none was reported.
type Parsed<T> = Result<T, Reported>;

/// A mistake was reported (or follows from one that was).
#[derive(Clone, Copy, Debug)]
struct Reported;

impl Parser<'_> {
    fn new_expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.unit.exprs.alloc(ast::Expr { kind, span })
    }

    fn expr_span(&self, expr: ExprId) -> Span {
        self.unit.exprs[expr].span
    }

    fn new_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.unit.stmts.alloc(ast::Stmt { kind, span })
    }

    fn stmt_span(&self, stmt: StmtId) -> Span {
        self.unit.stmts[stmt].span
    }

    fn join(&self, first: Span, last: Span) -> Span {
        self.sources.join(first, last)
    }

    /// Runs a production one nesting level deeper.
    fn nested<T>(&mut self, production: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.give_up_nesting());
        }
        self.depth += 1;
        let result = production(self);
        self.depth -= 1;
        result
    }
}
