//! Initialisers: every value at its place (C17 6.7.9).
//!
//! ```c
//! struct { int a[2]; int b; } s[] = { 1, 2, 3, [2].b = 7 };
//! ```
//! becomes `{ [0] = { {1, 2}, 3 }, [2] = { .b = 7 } }` and `s` has three
//! elements. Braces that were left out are present in the result; designators
//! are indices. A list is read front to back by [`Entries`]; filling an
//! aggregate takes from it as many entries as the aggregate has room for.

use diagnostics::Diagnostic;
use diagnostics::codes::{EXCESS_INITIALIZERS, INCOMPLETE_TYPE, INVALID_INITIALIZER};
use hir::{ArrayLen, Expr, ExprId, ExprKind, Init, InitEntry, Span, Type, TypeKind};
use syntax::ast;

use crate::conversions::Purpose;
use crate::filling::{Filling, Step};
use crate::resolver::Resolver;
use crate::type_text::type_text;

/// The entries of one pair of braces, read front to back.
pub(crate) struct Entries<'l> {
    list: &'l ast::InitializerList,
    next: usize,
    /// The value of the next entry, if it had to be looked at already.
    resolved: Option<ExprId>,
    /// The designators of the next entry were followed: only its value is left.
    followed: bool,
}

impl<'l> Entries<'l> {
    fn peek(&self) -> Option<&'l ast::InitializerEntry> {
        self.list.entries.get(self.next)
    }

    /// How many entries were taken.
    pub(crate) fn next(&self) -> usize {
        self.next
    }

    /// Where the braces stand.
    pub(crate) fn span(&self) -> Span {
        self.list.span
    }

    fn advance(&mut self) {
        self.next += 1;
        self.resolved = None;
        self.followed = false;
    }

    /// The designators of the next entry lead to where it is being put.
    pub(crate) fn follow(&mut self) {
        self.followed = true;
    }
}

impl Resolver<'_> {
    /// An initialiser for an object, and the object's type, which the
    /// initialiser may complete.
    pub(crate) fn initializer(&mut self, init: &ast::Initializer, ty: Type, is_static: bool) -> (Init, Type) {
        let before = std::mem::replace(&mut self.in_static_initializer, is_static);
        let result = match init {
            ast::Initializer::Expr(value) => {
                let value = self.expr(*value);
                self.whole_value(value, ty)
            }
            ast::Initializer::List(list) => self.braced(list, ty),
        };
        self.in_static_initializer = before;
        result
    }

    /// `T x = value`
    fn whole_value(&mut self, value: ExprId, ty: Type) -> (Init, Type) {
        if self.program.types.is_error(ty) || self.is_error(value) {
            let value = self.decay(value);
            return (Init::Expr(value), ty);
        }
        if self.program.types.is_array(ty) {
            if self.is_string_for(value, ty) {
                return self.string_value(value, ty);
            }
            // GNU C: an array from a compound literal of its type.
            let is_literal = matches!(self.program.exprs[value].kind, ExprKind::CompoundLiteral { .. });
            if is_literal && self.compatible_unqualified(self.ty(value), ty) {
                let ty = self.composite(ty, self.ty(value));
                return (Init::Expr(value), ty);
            }
            self.report(needs_braces(self, value, ty));
            return (Init::Expr(self.error_expr(self.span(value))), Type::ERROR);
        }
        if self.is_incomplete_record(ty) {
            self.report(incomplete_object(self, ty, self.span(value)));
            return (Init::Expr(value), Type::ERROR);
        }
        let value = self.decay(value);
        (Init::Expr(self.assign_convert(value, ty, &Purpose::Init)), ty)
    }

    /// `{ … }` for an object of this type.
    fn braced(&mut self, list: &ast::InitializerList, ty: Type) -> (Init, Type) {
        match self.kind(ty) {
            TypeKind::Error => {
                self.visit_values(list);
                (Init::List { ty, entries: Vec::new(), span: list.span }, ty)
            }
            TypeKind::Array(..) | TypeKind::Vector(..) => self.braced_aggregate(list, ty),
            TypeKind::Record(_) if self.is_incomplete_record(ty) => {
                self.report(incomplete_object(self, ty, list.span));
                self.visit_values(list);
                (Init::List { ty, entries: Vec::new(), span: list.span }, Type::ERROR)
            }
            TypeKind::Record(_) => self.braced_aggregate(list, ty),
            _ => (self.braced_scalar(list, ty), ty),
        }
    }

    fn braced_aggregate(&mut self, list: &ast::InitializerList, ty: Type) -> (Init, Type) {
        // `char s[] = { "text" };`
        if let [only] = list.entries.as_slice()
            && only.designators.is_empty()
            && let ast::Initializer::Expr(value) = only.value
            && self.program.types.is_array(ty)
            && self.is_string_literal(value)
        {
            let value = self.expr(value);
            if self.is_string_for(value, ty) {
                return self.string_value(value, ty);
            }
            let mut entries = Entries { list, next: 0, resolved: Some(value), followed: false };
            return self.filled(&mut entries, ty);
        }
        self.filled(&mut Entries { list, next: 0, resolved: None, followed: false }, ty)
    }

    fn filled(&mut self, entries: &mut Entries<'_>, ty: Type) -> (Init, Type) {
        let mut filling = self.filling(ty, entries.list.span);
        self.fill(entries, &mut filling, true);
        if let Some(surplus) = entries.peek() {
            let at = match &surplus.value {
                ast::Initializer::Expr(value) => self.ast.exprs[*value].span,
                ast::Initializer::List(list) => list.span,
            };
            self.report(excess_initializers(self, ty, at));
            while entries.peek().is_some() {
                self.skip_entry(entries);
            }
        }
        if let TypeKind::Array(_, ArrayLen::Unknown) = *self.kind(ty)
            && let Some(element) = self.program.types.element(ty)
        {
            filling.ty = self.program.types.array_of(element, filling.end());
        }
        let completed = filling.ty;
        (filling.finish(), completed)
    }

    /// Resolves a value that has no place, for its own mistakes.
    pub(crate) fn skip_entry(&mut self, entries: &mut Entries<'_>) {
        if let Some(entry) = entries.peek()
            && entries.resolved.is_none()
        {
            self.visit_value(&entry.value);
        }
        entries.advance();
    }

    fn visit_value(&mut self, value: &ast::Initializer) {
        match value {
            ast::Initializer::Expr(value) => {
                self.expr(*value);
            }
            ast::Initializer::List(list) => self.visit_values(list),
        }
    }

    fn visit_values(&mut self, list: &ast::InitializerList) {
        for entry in &list.entries {
            self.visit_value(&entry.value);
        }
    }

    /// `int x = { 1 };`
    fn braced_scalar(&mut self, list: &ast::InitializerList, ty: Type) -> Init {
        let Some((first, rest)) = list.entries.split_first() else {
            return Init::List { ty, entries: Vec::new(), span: list.span };
        };
        if !first.designators.is_empty() {
            let text = type_text(self.program, self.sources, ty);
            let message = format!("a designator needs an array, struct or union, but this is `{text}`");
            self.report(Diagnostic::new(&INVALID_INITIALIZER, list.span, message));
        }
        let init = match &first.value {
            ast::Initializer::Expr(value) => {
                let value = self.rvalue(*value);
                Init::Expr(self.assign_convert(value, ty, &Purpose::Init))
            }
            ast::Initializer::List(inner) => self.braced_scalar(inner, ty),
        };
        if !rest.is_empty() {
            self.report(excess_initializers(self, ty, list.span));
        }
        init
    }

    /// Fills an aggregate from the entries. Inside its own braces all entries
    /// are for it; without, it takes what it has room for and leaves
    /// designators to the braces around.
    pub(crate) fn fill(&mut self, entries: &mut Entries<'_>, filling: &mut Filling, braced: bool) {
        let count = self.element_count(filling.ty);
        while let Some(entry) = entries.peek() {
            if !entry.designators.is_empty() && !entries.followed {
                if !braced {
                    return;
                }
                self.designated(entries, filling, &entry.designators);
                continue;
            }
            filling.position = self.next_element(filling.ty, filling.position);
            if count.is_some_and(|count| filling.position >= count) {
                return;
            }
            let before = entries.next;
            let index = filling.position;
            self.place(entries, filling, Step { first: index, last: index });
            let progressed = entries.next > before;
            if !progressed && count.is_none() {
                // Elements without room for anything: nothing would ever end.
                entries.advance();
            }
        }
    }

    /// An empty aggregate of this type.
    pub(crate) fn filling(&self, ty: Type, span: Span) -> Filling {
        Filling::new(ty, self.is_union(ty), span)
    }

    fn is_union(&self, ty: Type) -> bool {
        let record = self.program.types.as_record(ty);
        record.is_some_and(|record| self.program.records[record].kind == hir::RecordKind::Union)
    }

    /// Takes the value of an element from the entries: as a whole, or, where
    /// braces were left out, value by value. Those leave in the element what they do
    /// not set: after `[1] = {7, 8}, [0] = 0, 5`, element 1 is `{5, 8}`.
    pub(crate) fn place(&mut self, entries: &mut Entries<'_>, filling: &mut Filling, step: Step) {
        let ty = self.element_type(filling.ty, step.first);
        let Some(entry) = entries.peek() else { return };
        let value = match &entry.value {
            ast::Initializer::List(list) => {
                let (init, _) = self.braced(list, ty);
                entries.advance();
                return filling.put(step, init);
            }
            ast::Initializer::Expr(value) => *value,
        };
        let value = match entries.resolved {
            Some(value) => value,
            None => self.expr(value),
        };
        entries.resolved = Some(value);
        if self.takes_whole(value, ty) {
            entries.advance();
            let init = self.whole_value(value, ty).0;
            return filling.put(step, init);
        }
        let span = self.span(value);
        if let Some(inner) = self.opened(filling, step, ty, span) {
            inner.position = 0;
            self.fill(entries, inner, false);
        }
    }

    /// The nested aggregate at a step, with what it has already.
    pub(crate) fn opened<'f>(
        &mut self,
        filling: &'f mut Filling,
        step: Step,
        ty: Type,
        span: Span,
    ) -> Option<&'f mut Filling> {
        let fresh = self.filling(ty, span);
        filling.open(step, fresh, &mut |init| match init {
            Init::Expr(value) => self.characters(*value, ty),
            Init::List { .. } | Init::Construct(_) => None,
        })
    }

    /// A string that was given to an array, character by character.
    fn characters(&mut self, value: ExprId, ty: Type) -> Option<Vec<InitEntry>> {
        let element = self.program.types.element(ty)?;
        let ExprKind::String(literal) = &self.program.exprs[value].kind else { return None };
        let (units, span) = (literal.units.clone(), self.span(value));
        let length = self.element_count(ty).unwrap_or(u64::MAX);
        let mut entries = Vec::new();
        for (index, unit) in (0..length).zip(units) {
            let kind = ExprKind::Int { value: self.as_unit(unit, element), text: None };
            let value = self.program.exprs.alloc(Expr { kind, ty: element.unqualified(), span });
            entries.push(InitEntry { index, last: index, value: Init::Expr(value) });
        }
        Some(entries)
    }

    /// A unit of a string as a value of the element's type: `char` may be signed.
    fn as_unit(&self, unit: u32, element: Type) -> i128 {
        let value = i128::from(unit);
        match hir::const_eval::integer_format(self.program, element) {
            Some(format) if !format.holds(value) => value - (1i128 << format.width),
            _ => value,
        }
    }

    /// Does this value initialise the whole object, rather than its first
    /// element?
    fn takes_whole(&mut self, value: ExprId, ty: Type) -> bool {
        match self.kind(ty) {
            TypeKind::Array(..) => self.is_string_for(value, ty) || self.is_error(value),
            TypeKind::Record(_) | TypeKind::Vector(..) => {
                self.is_error(value) || self.compatible_unqualified(self.ty(value), ty)
            }
            _ => true,
        }
    }

    fn is_string_literal(&self, value: ast::ExprId) -> bool {
        let mut value = value;
        loop {
            match &self.ast.exprs[value].kind {
                ast::ExprKind::String(_) => return true,
                ast::ExprKind::Paren(inner) => value = *inner,
                ast::ExprKind::Unary { op: ast::UnaryOp::Extension, operand } => value = *operand,
                _ => return false,
            }
        }
    }

    /// Is it a string literal that an array of this type can hold as one?
    fn is_string_for(&self, value: ExprId, ty: Type) -> bool {
        if !matches!(self.program.exprs[value].kind, ExprKind::String(_)) {
            return false;
        }
        let types = &self.program.types;
        let (Some(element), Some(unit)) = (types.element(ty), types.element(self.ty(value))) else {
            return false;
        };
        types.is_integer(element) && self.program.size_of(element) == self.program.size_of(unit)
    }

    /// `char s[] = "text";`
    fn string_value(&mut self, value: ExprId, ty: Type) -> (Init, Type) {
        let units = match &self.program.exprs[value].kind {
            ExprKind::String(literal) => literal.units.len() as u64,
            _ => 0,
        };
        let ty = match *self.kind(ty) {
            TypeKind::Array(_, ArrayLen::Unknown) => match self.program.types.element(ty) {
                Some(element) => self.program.types.array_of(element, units + 1),
                None => ty,
            },
            TypeKind::Array(_, ArrayLen::Fixed(len)) => {
                if units > len {
                    self.report(string_too_long(units, len, self.span(value)));
                }
                ty
            }
            _ => ty,
        };
        (Init::Expr(value), ty)
    }
}

fn excess_initializers(resolver: &Resolver<'_>, ty: Type, span: Span) -> Diagnostic {
    let text = type_text(resolver.program, resolver.sources, ty);
    Diagnostic::new(&EXCESS_INITIALIZERS, span, format!("`{text}` has no room for this value"))
}

fn string_too_long(units: u64, len: u64, span: Span) -> Diagnostic {
    let message = format!("the string has {units} characters, but the array only {len}");
    Diagnostic::new(&EXCESS_INITIALIZERS, span, message)
}

fn needs_braces(resolver: &Resolver<'_>, value: ExprId, ty: Type) -> Diagnostic {
    let text = type_text(resolver.program, resolver.sources, ty);
    let message = format!("`{text}` is initialised by braces or a string, not by a single value");
    Diagnostic::new(&INVALID_INITIALIZER, resolver.span(value), message)
}

fn incomplete_object(resolver: &Resolver<'_>, ty: Type, span: Span) -> Diagnostic {
    let text = type_text(resolver.program, resolver.sources, ty);
    Diagnostic::new(
        &INCOMPLETE_TYPE,
        span,
        format!("`{text}` is not complete here, so it cannot be initialised"),
    )
}
