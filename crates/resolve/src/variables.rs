//! Variables: linkage, redeclaration, tentative definitions, initialisers.

use diagnostics::Diagnostic;
use diagnostics::codes::{
    CONFLICTING_TYPES, INCOMPLETE_TYPE, INVALID_DECLARATION, INVALID_INITIALIZER, MISSING_TYPE, REDEFINITION,
};
use hir::{ArrayLen, Init, Item, Span, Symbol, Type, TypeKind, Var, VarId, VarStorage};
use syntax::ast;

use crate::attributes::Attributes;
use crate::cuda;
use crate::declarations::conflicting;
use crate::open_cl;
use crate::resolver::Resolver;
use crate::scopes::Name;
use crate::type_text::type_text;

impl Resolver<'_> {
    /// Declares a variable, resolves its initialiser and appends its item.
    pub(crate) fn variable(
        &mut self,
        specs: &ast::DeclSpecs,
        declared: &ast::InitDeclarator,
        name: ast::Ident,
        ty: Type,
        attrs: Attributes,
        out: &mut Vec<Item>,
    ) {
        if matches!(specs.ty, ast::TypeSpec::Auto) {
            return self.auto_variable(specs, declared, name, attrs, out);
        }
        cuda::check_name(self, name);
        let ty = self.checked_variable_type(ty, name.span);
        let is_extern = specs.storage == ast::Storage::Extern;
        let space = match self.options.open_cl {
            true => open_cl::variable_space(self, specs.cuda, ty, name.span),
            false => specs.cuda,
        };
        let var = Var {
            storage: self.storage_of(specs, declared.init.is_some(), name.span),
            cuda: space,
            align: attrs.align.max(self.align_specs(&specs.align)),
            attrs: attrs.texts,
            asm_label: declared.declarator.asm_label.map(|asm| asm.text),
            thread_local: specs.thread_local,
            register: specs.storage == ast::Storage::Register,
            ..self.plain_var(Some(name.symbol), ty, name.span)
        };
        let var = self.declare_variable(name, var, declared.init.is_some());
        self.enter_variable_scope(ty, name.span);
        if let Some(init) = &declared.init {
            self.initialize(var, init, name.span);
        }
        // A constructor without arguments is none that C would run.
        let is_constructed = declared.init.is_none() && self.options.cuda && !is_extern;
        if is_constructed && let Some(init) = cuda::default_init(self, var, name.span) {
            self.program.vars[var].init = Some(init);
        }
        let with_init = self.program.vars[var].init.is_some() && (declared.init.is_some() || is_constructed);
        self.check_complete(var, name.span, is_extern);
        cuda::check_constant(self, var, name.span);
        out.append(&mut self.pending);
        // The item shows the type as this declaration made it.
        let shown = if declared.init.is_some() { self.program.vars[var].ty } else { ty };
        out.push(Item::Var { var, with_init, is_extern, ty: shown });
    }

    /// `__auto_type x = e;`
    fn auto_variable(
        &mut self,
        specs: &ast::DeclSpecs,
        declared: &ast::InitDeclarator,
        name: ast::Ident,
        attrs: Attributes,
        out: &mut Vec<Item>,
    ) {
        let Some(ast::DeclInit::Equals(ast::Initializer::Expr(value))) = &declared.init else {
            let message = "`__auto_type` takes its type from an initialiser, and there is none";
            self.report(Diagnostic::new(&MISSING_TYPE, name.span, message));
            self.scopes.declare(name.symbol, Name::Error);
            return;
        };
        let value = self.rvalue(*value);
        let ty = self.value_type(self.ty(value)).qualified(specs.quals);
        let var = Var {
            storage: self.storage_of(specs, true, name.span),
            init: Some(Init::Expr(value)),
            attrs: attrs.texts,
            ..self.plain_var(Some(name.symbol), ty, name.span)
        };
        let var = self.declare_variable(name, var, true);
        out.append(&mut self.pending);
        out.push(Item::Var { var, with_init: true, is_extern: false, ty });
    }

    fn storage_of(&mut self, specs: &ast::DeclSpecs, has_init: bool, span: Span) -> VarStorage {
        let at_file_level = self.function.is_none();
        match specs.storage {
            ast::Storage::Static if at_file_level => VarStorage::Internal,
            ast::Storage::Static => VarStorage::StaticLocal,
            ast::Storage::Extern if at_file_level && has_init => VarStorage::Global,
            ast::Storage::Extern => {
                if has_init {
                    let message = "an `extern` declaration in a function has no initialiser";
                    self.report(Diagnostic::new(&INVALID_DECLARATION, span, message));
                }
                VarStorage::Extern
            }
            ast::Storage::Auto | ast::Storage::Register if at_file_level => {
                let message =
                    "a variable at file level lives as long as the program: no `auto` or `register`";
                self.report(Diagnostic::new(&INVALID_DECLARATION, span, message));
                VarStorage::Global
            }
            _ if at_file_level => VarStorage::Global,
            _ => VarStorage::Local,
        }
    }

    /// The type, or the error type if no variable can have it.
    fn checked_variable_type(&mut self, ty: Type, span: Span) -> Type {
        // At file level gcc takes `void x;` for a name whose address is all
        // that is used, as linker scripts define them.
        if self.program.types.is_void(ty) && self.function.is_some() {
            let message = "a variable cannot be `void`";
            self.report(Diagnostic::new(&INCOMPLETE_TYPE, span, message));
            return Type::ERROR;
        }
        ty
    }

    /// Enters a variable into its scope: a new one, or one declared before.
    fn declare_variable(&mut self, name: ast::Ident, var: Var, has_init: bool) -> VarId {
        let has_linkage = self.function.is_none() || var.storage == VarStorage::Extern;
        let here = self.scopes.name_in_this_scope(name.symbol);
        if !has_linkage {
            self.check_not_declared_here(name.symbol, name.span);
            let id = self.program.vars.alloc(var);
            self.scopes.declare(name.symbol, Name::Var(id));
            return id;
        }
        let known = match here {
            Some(Name::Error) | None => self.linked.get(&name.symbol).copied(),
            some => some,
        };
        let id = match known {
            Some(Name::Var(first)) if self.has_linkage(first) => self.redeclare(first, &var, name, has_init),
            None | Some(Name::Error) => None,
            Some(other) => {
                let first = self.place_of(other);
                self.report(conflicting(&self.text(name.symbol), name.span, first, "kind of name"));
                None
            }
        };
        let id = id.unwrap_or_else(|| self.program.vars.alloc(var));
        self.linked.insert(name.symbol, Name::Var(id));
        self.scopes.declare(name.symbol, Name::Var(id));
        id
    }

    fn has_linkage(&self, var: VarId) -> bool {
        matches!(
            self.program.vars[var].storage,
            VarStorage::Global | VarStorage::Internal | VarStorage::Extern
        )
    }

    /// Merges a further declaration into the variable; `None` if it must be
    /// another one after all.
    fn redeclare(&mut self, first: VarId, var: &Var, name: ast::Ident, has_init: bool) -> Option<VarId> {
        let known = &self.program.vars[first];
        let first_span = known.span;
        if !self.compatible(known.ty, var.ty) {
            if known.cuda.with(var.cuda) == hir::CudaSpecs::SHARED {
                self.report(cuda::dynamic_of_another_type(self, name, first, var.ty));
                return None;
            }
            self.report(conflicting_types(self, name.symbol, name.span, first, var.ty));
            return None;
        }
        if known.init.is_some() && has_init {
            let message = format!("`{}` is initialised twice", self.text(name.symbol));
            let diagnostic = Diagnostic::new(&REDEFINITION, name.span, message);
            self.report(diagnostic.related(first_span, "first defined here"));
            return None;
        }
        let was_internal = known.storage == VarStorage::Internal;
        if was_internal != (var.storage == VarStorage::Internal)
            && !(was_internal && var.storage == VarStorage::Extern)
        {
            let text = self.text(name.symbol);
            self.report(linkage_changes(&text, was_internal, name.span, first_span));
        }
        let ty = self.composite(self.program.vars[first].ty, var.ty);
        let known = &mut self.program.vars[first];
        known.ty = ty;
        if known.storage == VarStorage::Extern {
            known.storage = var.storage;
            if var.storage != VarStorage::Extern {
                known.span = var.span;
            }
        }
        known.attrs.extend(&var.attrs);
        known.align = known.align.max(var.align);
        known.cuda = known.cuda.with(var.cuda);
        known.asm_label = known.asm_label.or(var.asm_label);
        Some(first)
    }

    /// Resolves the initialiser of a variable that is already in scope.
    pub(crate) fn initialize(&mut self, var: VarId, init: &ast::DeclInit, span: Span) {
        let ty = self.program.vars[var].ty;
        if self.is_variable_length(ty) {
            let message = "an array whose length is not constant cannot be initialised";
            self.report(Diagnostic::new(&INVALID_INITIALIZER, span, message));
            return;
        }
        match init {
            ast::DeclInit::Equals(ast::Initializer::List(list))
                if cuda::is_constructor_list(self, ty, list) =>
            {
                self.program.vars[var].init = Some(cuda::constructor_list(self, ty, list));
            }
            ast::DeclInit::Equals(init) => {
                let is_static =
                    !matches!(self.program.vars[var].storage, VarStorage::Local | VarStorage::Param);
                let before = std::mem::replace(&mut self.in_static_initializer, is_static);
                let (init, ty) = self.initializer(init, ty, is_static);
                self.in_static_initializer = before;
                if is_static {
                    self.check_constant_init(&init);
                }
                let (id, var) = (var, &mut self.program.vars[var]);
                var.ty = ty;
                var.init = Some(init);
                if self.options.cuda {
                    cuda::note_constant(self, id);
                }
            }
            ast::DeclInit::Construct(args) => {
                let args = args.iter().map(|&arg| self.rvalue(arg)).collect();
                let init = cuda::construct_init(self, span, ty, args);
                self.program.vars[var].init = Some(init);
            }
        }
    }

    /// A variable that exists here needs a size; a tentative definition may
    /// still wait for it.
    fn check_complete(&mut self, var: VarId, span: Span, is_extern: bool) {
        let Var { ty, storage, .. } = self.program.vars[var];
        if is_extern || self.program.types.is_error(ty) {
            return;
        }
        if self.is_variable_length(ty) {
            let is_shared = self.program.vars[var].cuda.has(hir::CudaSpecs::SHARED);
            if storage != VarStorage::Local || is_shared {
                let message = "an array whose length is not constant must be a plain local variable";
                self.report(Diagnostic::new(&INVALID_DECLARATION, span, message));
            }
            return;
        }
        let waits = self.function.is_none() && storage != VarStorage::Internal;
        let is_unknown_array = matches!(self.kind(ty), TypeKind::Array(_, ArrayLen::Unknown));
        // `extern __shared__ float tile[];` and tentative `int a[];` are fine.
        if self.is_incomplete(ty) && !waits || is_unknown_array && self.function.is_some() {
            self.report(incomplete_variable(self, var, span));
            self.program.vars[var].ty = Type::ERROR;
        }
    }

    /// A struct, union or enum whose members are not known here.
    fn is_incomplete(&self, ty: Type) -> bool {
        match *self.kind(ty) {
            TypeKind::Enum(def) => self.program.enums[def].enumerators.is_none(),
            _ => self.is_incomplete_record(ty),
        }
    }

    /// At the end of the unit: a tentative definition is a definition now. An
    /// array that never got a length has one element.
    pub(crate) fn finish_tentative(&mut self, items: &[Item]) {
        for item in items {
            let Item::Var { var, is_extern: false, .. } = *item else { continue };
            let Var { ty, span, .. } = self.program.vars[var];
            if self.is_incomplete(ty) {
                self.report(incomplete_variable(self, var, span));
                self.program.vars[var].ty = Type::ERROR;
            } else if let TypeKind::Array(element, ArrayLen::Unknown) = *self.kind(ty) {
                self.program.vars[var].ty = self.program.types.array_of(element.qualified(ty.quals), 1);
            }
        }
    }
}

fn conflicting_types(
    resolver: &Resolver<'_>,
    name: Symbol,
    span: Span,
    first: VarId,
    ty: Type,
) -> Diagnostic {
    let text = |ty| type_text(resolver.program, resolver.sources, ty);
    let known = &resolver.program.vars[first];
    let message = format!(
        "`{}` is declared as `{}`, but was `{}` before",
        resolver.text(name),
        text(ty),
        text(known.ty)
    );
    let diagnostic = Diagnostic::new(&CONFLICTING_TYPES, span, message);
    if known.span.is_builtin() { diagnostic } else { diagnostic.related(known.span, "first declared here") }
}

/// `static` on one declaration of a name and not on the other.
pub(crate) fn linkage_changes(name: &str, was_internal: bool, span: Span, first: Span) -> Diagnostic {
    let message = if was_internal {
        format!("`{name}` was declared `static` before, but is not here")
    } else {
        format!("`{name}` is declared `static` here, but was not before")
    };
    let diagnostic = Diagnostic::new(&CONFLICTING_TYPES, span, message);
    if first.is_builtin() { diagnostic } else { diagnostic.related(first, "first declared here") }
}

fn incomplete_variable(resolver: &Resolver<'_>, var: VarId, span: Span) -> Diagnostic {
    let ty = resolver.program.vars[var].ty;
    let text = type_text(resolver.program, resolver.sources, ty);
    let message = format!("a variable needs a complete type, but the size of `{text}` is not known here");
    let diagnostic = Diagnostic::new(&INCOMPLETE_TYPE, span, message);
    match resolver.program.types.as_record(ty).map(|record| resolver.program.records[record].span) {
        Some(at) if !at.is_builtin() => diagnostic.related(at, "declared here, without members"),
        _ => diagnostic,
    }
}
