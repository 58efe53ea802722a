//! Functions: prototypes, redeclaration, definitions old and new.

use diagnostics::Diagnostic;
use diagnostics::codes::{CONFLICTING_TYPES, Code, INCOMPLETE_TYPE, INVALID_DECLARATION, REDEFINITION};
use hir::{Function, FunctionId, FunctionType, Item, Span, Type, TypeKind, Var, VarId};
use syntax::ast;

use crate::attributes::Attributes;
use crate::cuda;
use crate::declarations::conflicting;
use crate::declarators::DeclaredParams;
use crate::open_cl;
use crate::options::Standard;
use crate::resolver::{FunctionContext, Resolver};
use crate::scopes::Name;
use crate::type_text::type_text;
use crate::variables::linkage_changes;

impl Resolver<'_> {
    /// A declaration of a function: a new one, or one declared before.
    pub(crate) fn declare_function(
        &mut self,
        specs: &ast::DeclSpecs,
        declarator: &ast::Declarator,
        name: ast::Ident,
        ty: Type,
        attrs: Attributes,
        params: DeclaredParams,
    ) -> FunctionId {
        let is_static = specs.storage == ast::Storage::Static;
        if is_static && self.function.is_some() {
            let message = "a function declared inside another one is not `static`";
            self.report(Diagnostic::new(&INVALID_DECLARATION, name.span, message));
        }
        let here = self.scopes.name_in_this_scope(name.symbol);
        let known =
            here.filter(|name| *name != Name::Error).or_else(|| self.linked.get(&name.symbol).copied());
        // A template of `std`, which the user's function is not.
        let is_theirs =
            |name: &Name| matches!(name, Name::Template(t) if self.in_system_header(self.templates[*t].span));
        let known = known.filter(|name| !is_theirs(name));
        if let (Some(Name::Template(template)), true) = (known, self.ast.has_classes) {
            self.instances.beside_functions.insert(name.symbol, template);
        }
        let known = known.filter(|name| !(self.ast.has_classes && matches!(name, Name::Template(_))));
        let declared = Function {
            name: name.symbol,
            ty,
            params: params.vars,
            body: None,
            is_static,
            is_inline: specs.inline,
            is_extern: specs.inline && specs.storage == ast::Storage::Extern,
            is_noreturn: specs.noreturn || attrs.noreturn,
            old_style: false,
            cuda: specs.cuda,
            builtin: false,
            attrs: attrs.texts,
            asm_label: declarator.asm_label.map(|asm| asm.text),
            span: name.span,
            def_span: None,
        };
        let function = match known {
            Some(Name::Function(first)) => match cuda::declared_again(self, first, &declared, name.symbol) {
                Some(same) => self.redeclare_function(same, declared, name),
                None => cuda::add_overload(self, Some(first), declared, name.symbol),
            },
            Some(other) => {
                let first = self.place_of(other);
                self.report(conflicting(&self.text(name.symbol), name.span, first, "kind of name"));
                self.program.functions.alloc(declared)
            }
            None if cuda::is_operator(self, name.symbol) => {
                cuda::add_overload(self, None, declared, name.symbol)
            }
            None => self.program.functions.alloc(declared),
        };
        if let Some(ast::DeclaratorPart::Reference) = declarator.parts.get(1) {
            self.reference_results.insert(function);
        }
        if params.defaults.iter().any(Option::is_some) {
            self.default_arguments.insert(function, params.defaults);
        }
        if params.references.iter().any(|&is_reference| is_reference) {
            self.reference_params.insert(function, params.references);
        }
        // Of several functions, the first is found by the name.
        if self.overloads.get(&name.symbol).is_none_or(|set| set.first() == Some(&function)) {
            self.linked.insert(name.symbol, Name::Function(function));
            self.scopes.declare(name.symbol, Name::Function(function));
        }
        function
    }

    /// Merges a further declaration into the function.
    fn redeclare_function(&mut self, first: FunctionId, declared: Function, name: ast::Ident) -> FunctionId {
        if self.implicit.remove(&first) && self.returns_nothing(declared.ty) {
            // The call took it for an `int`, and had no use for it.
            self.program.functions[first].ty = declared.ty;
        }
        let known = &self.program.functions[first];
        if !self.compatible(known.ty, declared.ty) {
            // What CUDA's headers declare has more forms than the prelude.
            if !self.options.cuda || !(known.builtin || self.in_system_header(name.span)) {
                self.report(conflicting_functions(self, first, declared.ty, name));
            }
            return self.program.functions.alloc(declared);
        }
        if declared.is_static && !known.is_static && !known.builtin {
            let (text, first_span) = (self.text(name.symbol), known.span);
            self.report(linkage_changes(&text, false, name.span, first_span));
        }
        let ty = self.composite(self.program.functions[first].ty, declared.ty);
        let known = &mut self.program.functions[first];
        known.ty = ty;
        if known.params.is_empty() {
            known.params = declared.params;
        }
        // One declaration without `inline` makes the body an external definition.
        known.is_extern |= declared.is_extern || (known.is_inline != declared.is_inline && !known.is_static);
        known.is_inline |= declared.is_inline;
        known.is_noreturn |= declared.is_noreturn;
        known.cuda = known.cuda.with(declared.cuda);
        known.asm_label = known.asm_label.or(declared.asm_label);
        for attr in declared.attrs {
            if !known.attrs.contains(&attr) {
                known.attrs.push(attr);
            }
        }
        first
    }

    fn returns_nothing(&self, function: Type) -> bool {
        let types = &self.program.types;
        matches!(types.stripped(function), TypeKind::Function(function) if types.is_void(function.result))
    }

    /// A function with its body.
    pub(crate) fn function_definition(&mut self, def: &ast::FunctionDef, out: &mut Vec<Item>) {
        if let Some(name) = def.declarator.name {
            self.named_definition(def, name, None, out, |_, _| {});
        }
    }

    /// A function with its body, under a name of its own; a member function has
    /// a `receiver`. `declared` is called before the body is read.
    pub(crate) fn named_definition(
        &mut self,
        def: &ast::FunctionDef,
        name: ast::Ident,
        receiver: Option<Type>,
        out: &mut Vec<Item>,
        declared: impl FnOnce(&mut Self, FunctionId),
    ) {
        let on_declared = declared;
        let base = self.specifiers(&def.specs);
        let (mut ty, mut params) = self.declarator_with_params(base, &def.declarator, true);
        if !params.scope_open {
            self.report(not_a_function_body(self, ty, name));
            return;
        }
        if let Some(target) = receiver {
            ty = self.with_receiver(ty, &mut params, target, name.span);
        }
        let old_style = self.old_style_params(def, &mut params);
        let ty = self.definition_type(ty, &params.vars, old_style);
        let attrs = self.attributes(def.specs.attrs.iter().chain(&def.declarator.attrs));
        let vars = params.vars.clone();
        // Declared in the scope around the parameters' one.
        let declared = self.declare_around(def, name, ty, attrs, params);
        on_declared(self, declared);
        cuda::refuse_references_in_kernel(self, declared);
        self.begin_body(declared, def, &vars, old_style);
        out.append(&mut self.pending);
        let body = self.function_body(def.body);
        out.append(&mut self.pending);
        self.program.functions[declared].body = Some(body);
        if self.options.open_cl {
            open_cl::finish_kernel(self, declared);
        }
        self.scopes.close();
        if let Some(context) = self.function.take() {
            self.check_labels(context.labels);
            self.check_jumps(&context.variable_scopes);
        }
        self.reported_names.clear();
        out.append(&mut self.instances.made);
        out.push(Item::Function(declared));
    }

    /// A function that takes an object's address before its parameters.
    pub(crate) fn with_receiver(
        &mut self,
        ty: Type,
        params: &mut DeclaredParams,
        target: Type,
        span: Span,
    ) -> Type {
        let this = self.sources.symbols.intern(b"this");
        let pointer = self.program.types.pointer_to(target);
        let var = Var { storage: hir::VarStorage::Param, ..self.plain_var(Some(this), pointer, span) };
        let var = self.program.vars.alloc(var);
        params.vars.insert(0, var);
        params.defaults.insert(0, None);
        params.references.insert(0, false);
        if params.scope_open {
            self.scopes.declare(this, Name::Var(var));
        }
        let TypeKind::Function(mut function) = self.kind(ty).clone() else { return ty };
        function.params.insert(0, pointer);
        self.program.types.intern(TypeKind::Function(function))
    }

    /// Declares the function at file level while its parameters' scope is open.
    fn declare_around(
        &mut self,
        def: &ast::FunctionDef,
        name: ast::Ident,
        ty: Type,
        attrs: Attributes,
        params: DeclaredParams,
    ) -> FunctionId {
        let inner = self.scopes.suspend();
        if let Some(Name::Function(first)) = self.scopes.name(name.symbol)
            && self.may_be_replaced(first)
        {
            self.scopes.forget(name.symbol);
            self.linked.remove(&name.symbol);
        }
        let function = self.declare_function(&def.specs, &def.declarator, name, ty, attrs, params);
        self.scopes.resume(inner);
        function
    }

    /// The type of a definition: one in the old style, or with `()`, says
    /// what it takes only to itself.
    fn definition_type(&mut self, ty: Type, params: &[VarId], old_style: bool) -> Type {
        let TypeKind::Function(function) = self.kind(ty).clone() else { return ty };
        if function.prototype || !old_style {
            return ty;
        }
        let params = params.iter().map(|&var| self.program.vars[var].ty).collect();
        let ty = FunctionType { params, prototype: false, ..function };
        self.program.types.intern(TypeKind::Function(ty))
    }

    fn begin_body(
        &mut self,
        function: FunctionId,
        def: &ast::FunctionDef,
        params: &[VarId],
        old_style: bool,
    ) {
        let name_span = def.declarator.name.map_or(def.span, |name| name.span);
        if self.program.functions[function].body.is_some() {
            self.report(defined_twice(self, function, name_span));
        }
        for &param in params {
            self.program.vars[param].owner = Some(function);
            let Var { ty, span, .. } = self.program.vars[param];
            if self.is_incomplete_record(ty) {
                let text = type_text(self.program, self.sources, ty);
                let message = format!("a parameter needs a complete type, but `{text}` is not");
                self.report(Diagnostic::new(&INCOMPLETE_TYPE, span, message));
            }
        }
        let known = &mut self.program.functions[function];
        known.params = params.to_vec();
        known.old_style = old_style;
        known.span = name_span;
        known.def_span = Some(def.span);
        let result = match self.kind(self.program.functions[function].ty) {
            TypeKind::Function(ty) => ty.result,
            _ => Type::ERROR,
        };
        if self.is_incomplete_record(result) {
            let text = type_text(self.program, self.sources, result);
            let message = format!("the function returns `{text}`, which is not complete here");
            self.report(Diagnostic::new(&INCOMPLETE_TYPE, name_span, message));
        }
        self.reported_names.clear();
        self.function = Some(FunctionContext {
            id: function,
            result,
            labels: Default::default(),
            variable_scopes: Default::default(),
            loops: 0,
            switches: Vec::new(),
        });
    }

    /// GNU's `extern inline` is a definition for inlining only; the real one is
    /// a function of its own, with its own attributes.
    fn may_be_replaced(&self, function: FunctionId) -> bool {
        let function = &self.program.functions[function];
        let is_gnu = function.attrs.iter().any(|a| self.sources.symbols.bytes(a.name) == b"gnu_inline");
        function.is_extern && is_gnu && function.body.is_some()
    }

    /// The parameters of `f(a, b) int a; double b; { … }`. Answers whether the
    /// definition is in this style.
    fn old_style_params(&mut self, def: &ast::FunctionDef, params: &mut DeclaredParams) -> bool {
        let Some(ast::DeclaratorPart::Function { params: ast::Params::OldStyle(names), .. }) =
            def.declarator.parts.first()
        else {
            return false;
        };
        let declared = self.old_style_declarations(&def.old_style_params, names);
        for name in names {
            let var = match declared.iter().find(|(declared, _)| declared.symbol == name.symbol) {
                Some((_, var)) => *var,
                None => {
                    if self.options.standard > Standard::C90 {
                        let code = self.missing_type_code();
                        self.report(untyped_parameter(code, &self.text(name.symbol), name.span));
                    }
                    let var = self.old_style_var(*name, Type::INT);
                    let var = self.program.vars.alloc(var);
                    self.declare_param(*name, var);
                    var
                }
            };
            params.vars.push(var);
        }
        for (name, _) in &declared {
            if !names.iter().any(|n| n.symbol == name.symbol) {
                let message = format!("`{}` is not a parameter of this function", self.text(name.symbol));
                self.report(Diagnostic::new(&INVALID_DECLARATION, name.span, message));
            }
        }
        true
    }

    /// The declarations between the parameter list and the body. Each is known to the next:
    /// `f(n, a) int n; int a[n]; { … }`.
    fn old_style_declarations(
        &mut self,
        decls: &[ast::DeclId],
        names: &[ast::Ident],
    ) -> Vec<(ast::Ident, VarId)> {
        let ast = self.ast;
        let mut declared = Vec::new();
        for &decl in decls {
            let ast::DeclKind::Declarators { specs, declarators } = &ast.decls[decl].kind else { continue };
            let base = self.specifiers(specs);
            for declarator in declarators {
                let ty = self.declarator(base, &declarator.declarator);
                if let Some(name) = declarator.declarator.name {
                    let var = self.param_var(Some(name), ty, &declarator.declarator, name.span);
                    let var = self.program.vars.alloc(var);
                    if names.iter().any(|n| n.symbol == name.symbol) {
                        self.declare_param(name, var);
                    }
                    declared.push((name, var));
                }
            }
        }
        declared
    }

    fn old_style_var(&self, name: ast::Ident, ty: Type) -> Var {
        Var { storage: hir::VarStorage::Param, ..self.plain_var(Some(name.symbol), ty, name.span) }
    }
}

fn conflicting_functions(
    resolver: &Resolver<'_>,
    first: FunctionId,
    ty: Type,
    name: ast::Ident,
) -> Diagnostic {
    let text = |ty| type_text(resolver.program, resolver.sources, ty);
    let known = &resolver.program.functions[first];
    let name_text = resolver.text(name.symbol);
    let message = format!("`{name_text}` is declared as `{}`, but was `{}` before", text(ty), text(known.ty));
    let diagnostic = Diagnostic::new(&CONFLICTING_TYPES, name.span, message);
    if known.span.is_builtin() { diagnostic } else { diagnostic.related(known.span, "first declared here") }
}

fn defined_twice(resolver: &Resolver<'_>, function: FunctionId, span: Span) -> Diagnostic {
    let known = &resolver.program.functions[function];
    let message = format!("the function `{}` is defined twice", resolver.text(known.name));
    Diagnostic::new(&REDEFINITION, span, message).related(known.span, "first defined here")
}

fn not_a_function_body(resolver: &Resolver<'_>, ty: Type, name: ast::Ident) -> Diagnostic {
    let ty = type_text(resolver.program, resolver.sources, ty);
    let message = format!("`{}` has a body, but is `{ty}`, not a function", resolver.text(name.symbol));
    Diagnostic::new(&INVALID_DECLARATION, name.span, message)
}

fn untyped_parameter(code: &'static Code, name: &str, span: Span) -> Diagnostic {
    Diagnostic::new(code, span, format!("the parameter `{name}` has no type"))
        .help(format!("write `int {name};` before the body if it is an `int`"))
}
