//! The state of resolving one unit, and the few operations everything uses.

use std::collections::HashMap;

use diagnostics::{Diagnostic, Severity, Sink};
use hir::{Expr, ExprId, ExprKind, FunctionId, Item, Label, LabelId, Span, Symbol, Type, TypeKind};
use source::{FileKind, Sources};
use syntax::ast;

use crate::Options;
use crate::scopes::{Name, Scopes};

/// Everything known while one unit is resolved.
pub(crate) struct Resolver<'a> {
    /// What is resolved.
    pub(crate) ast: &'a ast::Unit,
    /// In which language.
    pub(crate) options: &'a Options,
    /// Into what.
    pub(crate) program: &'a mut hir::Program,
    /// Spellings and places.
    pub(crate) sources: &'a mut Sources,
    /// Where messages go.
    pub(crate) sink: &'a mut Sink,
    /// The names visible here.
    pub(crate) scopes: Scopes,
    /// Every name with linkage seen so far, also those declared `extern` in a
    /// block that is closed by now.
    pub(crate) linked: HashMap<Symbol, Name>,
    /// The function whose body is being resolved.
    pub(crate) function: Option<FunctionContext>,
    /// Types defined by the declaration or statement at hand; they become
    /// items in front of it.
    pub(crate) pending: Vec<Item>,
}

/// What a function body needs to know about its function.
pub(crate) struct FunctionContext {
    /// The function.
    pub(crate) id: FunctionId,
    /// What it returns.
    pub(crate) result: Type,
    /// Labels by name, with the place of their definition if it was seen.
    pub(crate) labels: HashMap<Symbol, (LabelId, Option<Span>)>,
    /// How many loops enclose this point.
    pub(crate) loops: u32,
}

impl<'a> Resolver<'a> {
    pub(crate) fn new(
        ast: &'a ast::Unit,
        options: &'a Options,
        program: &'a mut hir::Program,
        sources: &'a mut Sources,
        sink: &'a mut Sink,
    ) -> Resolver<'a> {
        program.machine = options.machine;
        Resolver {
            ast,
            options,
            program,
            sources,
            sink,
            scopes: Scopes::default(),
            linked: HashMap::new(),
            function: None,
            pending: Vec::new(),
        }
    }

    /// Resolves the unit and adds it to the program.
    pub(crate) fn unit(mut self) -> usize {
        let file = self.ast.items.first().map(|_| ()).and(None);
        let items = std::mem::take(&mut self.pending);
        self.program.units.push(hir::Unit { items, cuda: self.options.cuda, file });
        self.program.units.len() - 1
    }

    /// Reports, except warnings about text in system headers.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        let quiet =
            diagnostic.severity() != Severity::Error && self.in_system_header(diagnostic.primary.span);
        if !quiet {
            self.sink.push(diagnostic);
        }
    }

    /// Was this text written in a system header (or is it built in)?
    pub(crate) fn in_system_header(&self, span: Span) -> bool {
        let map = &self.sources.map;
        map.file_at(span.lo).is_none_or(|file| map.file(file).kind == FileKind::System)
    }

    /// A new expression.
    pub(crate) fn make(&mut self, kind: ExprKind, ty: Type, span: Span) -> ExprId {
        self.program.exprs.alloc(Expr { kind, ty, span })
    }

    /// An expression that stands for a reported mistake.
    pub(crate) fn error_expr(&mut self, span: Span) -> ExprId {
        self.make(ExprKind::Error, Type::ERROR, span)
    }

    /// The type of an expression.
    pub(crate) fn ty(&self, expr: ExprId) -> Type {
        self.program.exprs[expr].ty
    }

    /// The place of an expression.
    pub(crate) fn span(&self, expr: ExprId) -> Span {
        self.program.exprs[expr].span
    }

    /// Was something wrong with this expression reported already?
    pub(crate) fn is_error(&self, expr: ExprId) -> bool {
        self.program.types.is_error(self.ty(expr))
    }

    /// The structure of a type, without names and qualifiers.
    pub(crate) fn kind(&self, ty: Type) -> &TypeKind {
        self.program.types.stripped(ty)
    }

    /// A spelling as owned text.
    pub(crate) fn text(&self, symbol: Symbol) -> String {
        self.sources.text(symbol).into_owned()
    }

    /// The label of this name in the current function, made on first mention.
    pub(crate) fn label(&mut self, name: Symbol, span: Span) -> Option<LabelId> {
        let function = self.function.as_mut()?;
        let labels = &mut self.program.labels;
        let make = || (labels.alloc(Label { name, span }), None);
        Some(function.labels.entry(name).or_insert_with(make).0)
    }
}
