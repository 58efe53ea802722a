//! Names in expressions: which declaration is meant, and what to say when
//! there is none.

use diagnostics::codes::{IMPLICIT_FUNCTION, UNDECLARED_FUNCTION, UNDECLARED_NAME, UNKNOWN_BUILTIN};
use diagnostics::{Diagnostic, Safety, nearest};
use hir::{ExprId, ExprKind, Qualifiers, Span, StringLiteral, Symbol, Type, Var, VarId, VarStorage};
use source::{FileKind, FileRange};
use syntax::ast;

use crate::cuda;
use crate::expressions::library;
use crate::options::Standard;
use crate::resolver::Resolver;
use crate::scopes::Name;

impl Resolver<'_> {
    /// A name as an expression.
    pub(crate) fn name_expr(&mut self, symbol: Symbol, span: Span) -> ExprId {
        match self.scopes.name(symbol) {
            Some(Name::Var(var)) => self.variable_expr(var, span),
            Some(Name::Function(function)) => {
                self.make(ExprKind::Function(function), self.program.functions[function].ty, span)
            }
            Some(Name::Enumerator(enumerator)) => {
                let ty = self.program.enumerators[enumerator].ty;
                self.make(ExprKind::Enumerator(enumerator), ty, span)
            }
            Some(Name::Typedef(typedef)) => {
                let declared = self.program.typedefs[typedef].span;
                self.report(type_as_value(&self.text(symbol), span, declared));
                self.error_expr(span)
            }
            Some(Name::Number(value, ty)) => {
                self.make(ExprKind::Int { value, text: None }, ty.unqualified(), span)
            }
            Some(Name::Type(_) | Name::ClassTemplate(_)) => {
                self.report(type_as_value(&self.text(symbol), span, Span::BUILTIN));
                self.error_expr(span)
            }
            Some(Name::Template(template)) => cuda::bare_template(self, template, span),
            Some(Name::Member) => cuda::own_member(self, symbol, span),
            Some(Name::Error) => self.error_expr(span),
            None => self.predefined_or_undeclared(symbol, span),
        }
    }

    /// A variable; one that is a reference stands for what it refers to.
    fn variable_expr(&mut self, var: VarId, span: Span) -> ExprId {
        let ty = self.program.vars[var].ty;
        let value = self.make(ExprKind::Var(var), ty, span);
        match self.program.types.pointee(ty) {
            Some(target) if self.references.contains(&var) => self.make(ExprKind::Deref(value), target, span),
            _ => value,
        }
    }

    fn predefined_or_undeclared(&mut self, symbol: Symbol, span: Span) -> ExprId {
        if let Some(expr) = self.function_name(symbol, span) {
            return expr;
        }
        if let Some(function) = self.builtin_function(symbol) {
            return self.make(ExprKind::Function(function), self.program.functions[function].ty, span);
        }
        if self.options.cuda
            && let Some(value) = cuda::literal(self, symbol, span)
        {
            return value;
        }
        if self.receiver.is_some()
            && self.sources.symbols.bytes(symbol) == b"this"
            && let Some(value) = cuda::own_address(self, span)
        {
            return value;
        }
        if !self.header_missing && self.reported_names.insert(symbol) {
            let diagnostic = undeclared_name(self, symbol, span);
            self.report(diagnostic);
        }
        self.error_expr(span)
    }

    /// `__func__` and its GNU spellings, an array made on first mention.
    fn function_name(&mut self, symbol: Symbol, span: Span) -> Option<ExprId> {
        if !matches!(
            self.sources.symbols.bytes(symbol),
            b"__func__" | b"__FUNCTION__" | b"__PRETTY_FUNCTION__"
        ) {
            return None;
        }
        let function = self.function.as_ref()?.id;
        let name = self.program.functions[function].name;
        let units: Vec<u32> = self.sources.symbols.bytes(name).iter().map(|&b| u32::from(b)).collect();
        let ty = self.program.types.array_of(Type::CHAR.qualified(Qualifiers::CONST), units.len() as u64 + 1);
        let text = format!("\"{}\"", self.text(name));
        let pieces = vec![self.sources.symbols.intern(text.as_bytes())];
        let literal = ExprKind::String(Box::new(StringLiteral { units, pieces }));
        let init = self.make(literal, ty, span);
        let var = self.program.vars.alloc(Var {
            storage: VarStorage::Predefined,
            init: Some(hir::Init::Expr(init)),
            owner: Some(function),
            ..self.plain_var(Some(symbol), ty, span)
        });
        // Found by every later mention: the body's scope is open.
        self.scopes.declare(symbol, Name::Var(var));
        Some(self.make(ExprKind::Var(var), ty, span))
    }

    /// The callee of a call that names nothing declared: a builtin, or a
    /// mistake that is reported once.
    pub(crate) fn undeclared_callee(&mut self, symbol: Symbol, span: Span) -> ExprId {
        if let Some(function) = self.builtin_function(symbol) {
            return self.make(ExprKind::Function(function), self.program.functions[function].ty, span);
        }
        let text = self.text(symbol);
        if library::is_reserved(&text) && self.in_system_header(span) {
            // A builtin of another compiler or processor, in a header that
            // knows it; nothing of it reaches a kernel.
            return self.error_expr(span);
        }
        if library::is_reserved(&text) {
            // Other compilers, and other options of this one, know more
            // builtins; gcc takes their calls as C90 would.
            if self.reported_names.insert(symbol) {
                self.report(unknown_builtin(&text, span));
            }
            let function = self.implicit_function(symbol, span);
            return self.make(ExprKind::Function(function), self.program.functions[function].ty, span);
        }
        if self.options.declares_by_use() {
            // The call declares `int f()`.
            let is_first = !self.linked.contains_key(&symbol);
            if is_first && !self.header_missing && self.options.standard > Standard::C90 {
                let diagnostic = implicit_function(self, symbol, &text, span);
                self.report(diagnostic);
            }
            let function = self.implicit_function(symbol, span);
            return self.make(ExprKind::Function(function), self.program.functions[function].ty, span);
        }
        if !self.header_missing && self.reported_names.insert(symbol) {
            let diagnostic = undeclared_function(self, symbol, &text, span);
            self.report(diagnostic);
        }
        match self.library_function(symbol) {
            Some(function) => {
                self.make(ExprKind::Function(function), self.program.functions[function].ty, span)
            }
            None => self.error_expr(span),
        }
    }

    /// The visible name nearest to a misspelt one.
    fn nearest_name(&self, symbol: Symbol, callable: bool) -> Option<(String, Option<Span>)> {
        let wanted = self.text(symbol);
        let fits = |name: &Name| match name {
            Name::Function(_) => true,
            Name::Var(_) => true,
            Name::Template(_) => true,
            Name::Enumerator(_) | Name::Number(..) => !callable,
            Name::Typedef(_) | Name::Type(_) | Name::ClassTemplate(_) | Name::Member | Name::Error => false,
        };
        let candidates = self.scopes.visible().filter(|(_, name)| fits(name));
        let (found, name) = nearest(&wanted, wanted.len() / 3, candidates, |(symbol, _)| {
            self.sources.symbols.bytes(*symbol)
        })?;
        let span = match name {
            Name::Var(var) => Some(self.program.vars[var].span),
            Name::Function(function) => Some(self.program.functions[function].span),
            _ => None,
        };
        Some((self.text(found), span.filter(|s| !s.is_builtin() && !self.in_system_header(*s))))
    }

    /// The name an expression is, through parentheses.
    pub(crate) fn plain_name(&self, expr: ast::ExprId) -> Option<(Symbol, Span)> {
        let mut expr = expr;
        loop {
            match self.ast.exprs[expr].kind {
                ast::ExprKind::Paren(inner) => expr = inner,
                ast::ExprKind::Ident(symbol) => return Some((symbol, self.ast.exprs[expr].span)),
                _ => return None,
            }
        }
    }
}

/// Says which header declares a name, and includes it where the file is the user's.
fn with_include(
    resolver: &Resolver<'_>,
    diagnostic: Diagnostic,
    name: &str,
    header: &str,
    span: Span,
) -> Diagnostic {
    let say = format!("`{name}` is declared in <{header}>: add `#include <{header}>`");
    let sources = &*resolver.sources;
    let call = sources.expansions.outermost_call(span);
    let file = sources.map.file_at(call.lo).filter(|file| {
        let file = sources.map.file(*file);
        file.kind == FileKind::User && file.origin.is_none()
    });
    let Some(file) = file else { return diagnostic.help(say) };
    let bytes = &sources.map.file(file).bytes;
    let at = source::include_place(bytes) as u32;
    let place = sources.map.span(FileRange { file, start: at, end: at });
    let line = format!("#include <{header}>{}", source::line_ending(bytes));
    diagnostic.fix(say, place, line, Safety::Safe)
}

fn type_as_value(name: &str, span: Span, declared: Span) -> Diagnostic {
    let message = format!("`{name}` is a type, but a value is needed here");
    let diagnostic = Diagnostic::new(&UNDECLARED_NAME, span, message);
    if declared.is_builtin() { diagnostic } else { diagnostic.related(declared, "declared as a type here") }
}

fn undeclared_name(resolver: &Resolver<'_>, symbol: Symbol, span: Span) -> Diagnostic {
    let name = resolver.text(symbol);
    let diagnostic = Diagnostic::new(&UNDECLARED_NAME, span, format!("`{name}` is not declared"));
    with_suggestion(resolver, diagnostic, symbol, &name, span, false)
}

fn unknown_builtin(name: &str, span: Span) -> Diagnostic {
    let message = format!("the builtin `{name}` is not known and is taken to return `int`");
    Diagnostic::new(&UNKNOWN_BUILTIN, span, message).help("declare the function, if it is one of yours")
}

fn undeclared_function(resolver: &Resolver<'_>, symbol: Symbol, name: &str, span: Span) -> Diagnostic {
    let message = format!("the function `{name}` is not declared");
    let diagnostic = Diagnostic::new(&UNDECLARED_FUNCTION, span, message);
    with_suggestion(resolver, diagnostic, symbol, name, span, true)
}

fn implicit_function(resolver: &Resolver<'_>, symbol: Symbol, name: &str, span: Span) -> Diagnostic {
    let message = format!("the function `{name}` is not declared before this call");
    let diagnostic = Diagnostic::new(&IMPLICIT_FUNCTION, span, message);
    let diagnostic = match library::header_of(name) {
        Some(_) => diagnostic,
        None => diagnostic.note("compilers take it to return `int`; later ones refuse it"),
    };
    with_suggestion(resolver, diagnostic, symbol, name, span, true)
}

/// Adds the header that declares the name, or the nearest name there is.
fn with_suggestion(
    resolver: &Resolver<'_>,
    diagnostic: Diagnostic,
    symbol: Symbol,
    name: &str,
    span: Span,
    callable: bool,
) -> Diagnostic {
    if let Some(header) = library::header_of(name) {
        return with_include(resolver, diagnostic, name, header, span);
    }
    let Some((nearest, declared)) = resolver.nearest_name(symbol, callable) else { return diagnostic };
    let diagnostic = match declared {
        Some(at) => diagnostic.related(at, format!("`{nearest}` is declared here")),
        None => diagnostic,
    };
    let diagnostic = diagnostic.help(format!("did you mean `{nearest}`?"));
    if span.is_from_macro() {
        return diagnostic;
    }
    diagnostic.fix(format!("replace by `{nearest}`"), span, nearest, Safety::Unsafe)
}
