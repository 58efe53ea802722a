//! The syntax tree: what was written, before names and types mean anything.
//!
//! Nodes live in the arenas of a [`Unit`] and refer to each other by ids.
//! That keeps the tree compact, makes dropping a deep tree trivial, and lets
//! later phases attach facts in tables keyed by id. Every node has a span.
//!
//! Reading order: [`decl`] (declarations and types as written), [`stmt`],
//! [`expr`], [`directive`]. [`mod@dump`] prints it all.

pub mod decl;
pub mod directive;
pub mod dump;
pub mod expr;
pub mod stmt;
pub mod template;

pub use decl::*;
pub use directive::*;
pub use dump::dump;
pub use expr::*;
pub use source::{Arena, Id};
pub use stmt::*;
pub use template::*;

use source::{Span, Symbol};

/// Names an expression.
pub type ExprId = Id<Expr>;
/// Names a statement.
pub type StmtId = Id<Stmt>;
/// Names a declaration.
pub type DeclId = Id<Decl>;
/// Names a type name, as in a cast.
pub type TypeNameId = Id<TypeName>;
/// Names a directive.
pub type DirectiveId = Id<Directive>;

/// A name where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    /// The spelling.
    pub symbol: Symbol,
    /// The place.
    pub span: Span,
}

/// One translation unit.
#[derive(Default, Debug)]
pub struct Unit {
    /// What stands at file level, in order.
    pub items: Vec<Item>,
    /// Expressions.
    pub exprs: Arena<Expr>,
    /// Statements.
    pub stmts: Arena<Stmt>,
    /// Declarations.
    pub decls: Arena<Decl>,
    /// Type names.
    pub type_names: Arena<TypeName>,
    /// Directives.
    pub directives: Arena<Directive>,
    /// Which `if` are `if constexpr`: what is not taken is not read.
    pub constant_ifs: std::collections::HashSet<StmtId>,
    /// Are classes read with all they have? See [`crate::parse::parse_kernels`].
    pub has_classes: bool,
}

impl Unit {
    /// Where an item stands.
    pub fn span_of(&self, item: &Item) -> Span {
        match item {
            Item::Decl(decl) => self.decls[*decl].span,
            Item::Function(function) => function.span,
            Item::Template(template) => template.span,
            Item::ClassTemplate(template) => template.span,
            Item::AliasTemplate(template) => template.span,
            Item::Asm(asm) => asm.span,
            Item::Directive(directive) => self.directives[*directive].span,
            Item::Pragma(_, span) | Item::Linkage(_, span) => *span,
        }
    }
}

/// Something at file level.
#[derive(Clone, Debug)]
pub enum Item {
    /// A declaration, including prototypes and type definitions.
    Decl(DeclId),
    /// A function with its body.
    Function(Box<FunctionDef>),
    /// A function template of a CUDA file.
    Template(Box<TemplateDef>),
    /// A template of structs.
    ClassTemplate(Box<ClassTemplateDef>),
    /// `template <…> using name = type;`
    AliasTemplate(Box<AliasTemplateDef>),
    /// `asm("…");`, kept as written.
    Asm(AsmText),
    /// A pragma that is not ours; the symbol is the text after `#pragma`.
    Pragma(Symbol, Span),
    /// A directive at file level (`shape` and misplaced ones).
    Directive(DirectiveId),
    /// `extern "C" { … }` of a CUDA file: its items, spliced.
    Linkage(Vec<Item>, Span),
}

/// A function definition.
#[derive(Clone, Debug)]
pub struct FunctionDef {
    /// Specifiers of the return type and the function.
    pub specs: DeclSpecs,
    /// Name and parameters.
    pub declarator: Declarator,
    /// Parameter declarations of an old-style definition.
    pub old_style_params: Vec<DeclId>,
    /// The body, a compound statement.
    pub body: StmtId,
    /// From the first specifier to the closing brace.
    pub span: Span,
}
