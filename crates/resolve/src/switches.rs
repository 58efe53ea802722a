//! `switch`: its labels must be constants, each value once.

use std::collections::BTreeMap;

use diagnostics::Diagnostic;
use diagnostics::codes::{DUPLICATE_CASE, MISPLACED_STATEMENT, NOT_CONSTANT};
use hir::{ExprId, Span, StmtId, StmtKind, Type, const_eval};
use syntax::ast;

use crate::resolver::Resolver;
use crate::variable_scopes::VariableScope;

/// A `switch` whose body is being resolved.
pub(crate) struct Switch {
    /// The type its labels are converted to.
    ty: Type,
    /// Values taken: lowest, to highest and place.
    taken: BTreeMap<i128, (i128, Span)>,
    default: Option<Span>,
    /// What variable-length declaration is in force at the `switch`.
    scope: Option<VariableScope>,
}

impl Switch {
    pub(crate) fn new(ty: Type, scope: Option<VariableScope>) -> Switch {
        Switch { ty, taken: BTreeMap::new(), default: None, scope }
    }

    /// The place of a label that has a value in the range.
    fn overlapping(&self, low: i128, high: i128) -> Option<Span> {
        let (_, (last, span)) = self.taken.range(..=high).next_back()?;
        (*last >= low).then_some(*span)
    }
}

impl Resolver<'_> {
    /// `case low:` and `case low ... high:`
    pub(crate) fn case(
        &mut self,
        low: ast::ExprId,
        high: Option<ast::ExprId>,
        body: ast::StmtId,
        span: Span,
    ) -> StmtId {
        let ty = self.function.as_ref().and_then(|f| f.switches.last()).map(|switch| switch.ty);
        if ty.is_none() {
            self.report(outside_switch("case", span));
        }
        let ty = ty.unwrap_or(Type::ERROR);
        let low = self.case_value(low, ty);
        let high = high.map(|high| self.case_value(high, ty));
        let body_of = |resolver: &mut Self| resolver.statement(body);
        let (Some(first), Some(last)) = (low.1, high.map_or(low.1, |h| h.1)) else {
            let body = body_of(self);
            return self.make_stmt(StmtKind::Block(vec![body]), span);
        };
        let label_span = self.span(low.0);
        self.take_case(first, last, label_span);
        self.label_of_switch(label_span);
        let body = body_of(self);
        let written = (low.0, high.map(|h| h.0));
        self.make_stmt(StmtKind::Case { low: first, high: last, written, body }, span)
    }

    fn take_case(&mut self, low: i128, high: i128, span: Span) {
        let Some(switch) = self.function.as_mut().and_then(|f| f.switches.last_mut()) else { return };
        if low > high {
            return;
        }
        match switch.overlapping(low, high) {
            Some(first) => self.report(duplicate_case(low, span, first)),
            None => {
                switch.taken.insert(low, (high, span));
            }
        }
    }

    /// A label's expression and its value in the type of the switch.
    fn case_value(&mut self, value: ast::ExprId, ty: Type) -> (ExprId, Option<i128>) {
        let value = self.rvalue(value);
        if self.is_error(value) || self.program.types.is_error(ty) {
            return (value, None);
        }
        let converted =
            if self.program.types.is_integer(self.ty(value)) { self.convert(value, ty) } else { value };
        let number = const_eval::integer(self.program, converted);
        if number.is_none() {
            let message = "a `case` label must be an integer constant";
            self.report(Diagnostic::new(&NOT_CONSTANT, self.span(value), message));
        }
        (value, number)
    }

    /// The innermost `switch` jumps to this label.
    fn label_of_switch(&mut self, label: Span) {
        if let Some(scope) = self.function.as_ref().and_then(|f| f.switches.last()).map(|s| s.scope) {
            self.check_switch_jump(scope, label);
        }
    }

    /// `default:`
    pub(crate) fn default_label(&mut self, body: ast::StmtId, span: Span) -> StmtId {
        match self.function.as_mut().and_then(|f| f.switches.last_mut()) {
            None => self.report(outside_switch("default", span)),
            Some(switch) => match switch.default {
                Some(first) => self.report(duplicate_default(span, first)),
                None => switch.default = Some(span),
            },
        }
        self.label_of_switch(Span { hi: span.lo + 7, ..span });
        let body = self.statement(body);
        self.make_stmt(StmtKind::Default(body), span)
    }
}

fn outside_switch(what: &str, span: Span) -> Diagnostic {
    let at = Span { hi: span.lo + what.len() as u32, ..span };
    Diagnostic::new(&MISPLACED_STATEMENT, at, format!("`{what}` stands outside any `switch`"))
}

fn duplicate_case(value: i128, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(&DUPLICATE_CASE, span, format!("this `switch` has a label for {value} already"))
        .related(first, "the first one is here")
}

fn duplicate_default(span: Span, first: Span) -> Diagnostic {
    let at = Span { hi: span.lo + 7, ..span };
    let first = Span { hi: first.lo + 7, ..first };
    Diagnostic::new(&DUPLICATE_CASE, at, "this `switch` has a `default` already")
        .related(first, "the first one is here")
}
