//! What stands at a place of the text: a directive, an expression, a loop.

use hir::{DirectiveId, Expr, ExprId, ExprKind, FunctionId, Item, StmtId, StmtKind, VarId};
use source::{Id, Span};

use crate::analysis::Analysis;

impl Analysis {
    /// The directive whose line holds an offset.
    pub(crate) fn directive_at(&self, offset: u32) -> Option<DirectiveId> {
        let mut directives = self.examined.program.directives.iter();
        directives.find(|(_, directive)| self.holds(directive.line, offset)).map(|(id, _)| id)
    }

    /// The smallest expression around an offset for which `is_meant`.
    pub(crate) fn expr_at(&self, offset: u32, is_meant: impl Fn(&Expr) -> bool) -> Option<ExprId> {
        let exprs = self.examined.program.exprs.iter().filter(|(_, expr)| is_meant(expr));
        let around = exprs.filter_map(|(id, expr)| Some((self.own(expr.span)?, id)));
        let around = around.filter(|((start, end), _)| *start <= offset && offset <= *end);
        around.min_by_key(|((start, end), _)| end - start).map(|(_, id)| id)
    }

    /// The variable that is named or declared at an offset.
    pub(crate) fn variable_at(&self, offset: u32) -> Option<VarId> {
        let program = &self.examined.program;
        let mention = self.expr_at(offset, |expr| matches!(expr.kind, ExprKind::Var(_)));
        let mentioned = mention.and_then(|expr| match program.exprs[expr].kind {
            ExprKind::Var(var) => Some(var),
            _ => None,
        });
        let declared = || program.vars.iter().find(|(_, var)| self.holds(var.span, offset)).map(|(id, _)| id);
        mentioned.or_else(declared)
    }

    /// The innermost `for` whose head is around an offset, with its function.
    pub(crate) fn loop_at(&self, offset: u32) -> Option<(FunctionId, StmtId)> {
        let mut found: Option<(u32, FunctionId, StmtId)> = None;
        for (function, stmt) in self.statements() {
            let StmtKind::For { body, .. } = self.examined.program.stmts[stmt].kind else { continue };
            let Some((start, end)) = self.own(self.examined.program.stmts[stmt].span) else { continue };
            let body = self.own(self.examined.program.stmts[body].span).map_or(end, |(start, _)| start);
            let is_smaller = found.is_none_or(|(size, ..)| end - start < size);
            if start <= offset && offset < body && is_smaller {
                found = Some((end - start, function, stmt));
            }
        }
        found.map(|(_, function, stmt)| (function, stmt))
    }

    /// All statements of all functions of all units.
    pub(crate) fn statements(&self) -> impl Iterator<Item = (FunctionId, StmtId)> {
        let program = &self.examined.program;
        let functions = program.units.iter().flat_map(|unit| &unit.items).filter_map(|item| match item {
            Item::Function(function) => Some(*function),
            _ => None,
        });
        functions.flat_map(move |function| {
            let body = program.functions[function].body;
            body.into_iter().flat_map(|body| program.stmts_below(body)).map(move |stmt| (function, stmt))
        })
    }

    /// The function whose definition is around an offset.
    pub(crate) fn function_at(&self, offset: u32) -> Option<FunctionId> {
        let mut functions = self.examined.program.functions.iter();
        let is_around = |span: Option<Span>| span.is_some_and(|span| self.holds(span, offset));
        functions.find(|(_, function)| is_around(function.def_span)).map(|(id, _)| id)
    }

    /// Is an offset of the text inside a span, or at its end?
    pub(crate) fn holds(&self, span: Span, offset: u32) -> bool {
        self.own(span).is_some_and(|(start, end)| start <= offset && offset <= end)
    }

    /// A name, if there is one.
    pub(crate) fn variable_name(&self, var: Id<hir::Var>) -> Option<String> {
        let name = self.examined.program.vars[var].name?;
        Some(self.session.sources.text(name).into_owned())
    }
}
