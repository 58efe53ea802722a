//! Declarators: the stars, brackets and parentheses around a name.
//!
//! `*a[3]` is stored from the name outwards, `[Array 3, Pointer]`; the type is
//! built from the other end: pointer to the base, then an array of those.

use diagnostics::Diagnostic;
use diagnostics::codes::{IMPOSSIBLE_TYPE, INCOMPLETE_TYPE, INVALID_DECLARATION, NOT_CONSTANT, REDEFINITION};
use hir::{ArrayLen, FunctionType, Qualifiers, Span, Type, TypeKind, Var, VarId, VarStorage, const_eval};
use syntax::ast;

use crate::open_cl;
use crate::resolver::Resolver;
use crate::scopes::Name;
use crate::type_text::type_text;

/// A function declarator's own parameters.
#[derive(Default)]
pub(crate) struct DeclaredParams {
    /// The parameters, named or not.
    pub(crate) vars: Vec<VarId>,
    /// Default arguments, by parameter; empty outside CUDA files.
    pub(crate) defaults: Vec<Option<hir::ExprId>>,
    /// Which of them are references; empty outside CUDA files.
    pub(crate) references: Vec<bool>,
    /// Their scope is still open.
    pub(crate) scope_open: bool,
}

impl Resolver<'_> {
    /// The type a declarator makes of a base type.
    pub(crate) fn declarator(&mut self, base: Type, declarator: &ast::Declarator) -> Type {
        self.declarator_with_params(base, declarator, false).0
    }

    /// Also hands out the parameters if a function is declared, and leaves
    /// their scope open if `keep_scope` (for the body of a definition).
    pub(crate) fn declarator_with_params(
        &mut self,
        base: Type,
        declarator: &ast::Declarator,
        keep_scope: bool,
    ) -> (Type, DeclaredParams) {
        let mut ty = base;
        let mut params = DeclaredParams::default();
        for (index, part) in declarator.parts.iter().enumerate().rev() {
            ty = match part {
                ast::DeclaratorPart::Pointer { quals, attrs } => {
                    let pointer = self.program.types.pointer_to(ty).qualified(*quals);
                    if attrs.is_empty() {
                        pointer
                    } else {
                        let attrs = self.attributes(attrs);
                        self.with_type_attributes(pointer, &attrs)
                    }
                }
                ast::DeclaratorPart::Reference => self.program.types.pointer_to(ty),
                ast::DeclaratorPart::Array { size, span, .. } => self.array_of(ty, *size, *span),
                ast::DeclaratorPart::Function { params: list, span } => {
                    let is_own = index == 0;
                    let (ty, own) = self.function_returning(ty, list, is_own && keep_scope, *span);
                    if is_own {
                        params = own;
                    }
                    ty
                }
            };
        }
        if !declarator.attrs.is_empty() {
            let attrs = self.attributes(&declarator.attrs);
            ty = self.with_type_attributes(ty, &attrs);
        }
        (ty, params)
    }

    /// An array of `element`s; reported if there can be none.
    fn array_of(&mut self, element: Type, size: ast::ArraySizeSpec, span: Span) -> Type {
        let len = match size {
            ast::ArraySizeSpec::Unspecified => ArrayLen::Unknown,
            ast::ArraySizeSpec::Star => ArrayLen::Star,
            ast::ArraySizeSpec::Expr(expr) => match self.array_length(expr, span) {
                Some(len) => len,
                None => return Type::ERROR,
            },
        };
        if self.program.types.is_error(element) {
            return Type::ERROR;
        }
        let types = &self.program.types;
        if types.is_function(element) || types.is_void(element) {
            let text = type_text(self.program, self.sources, element);
            let message = format!("there are no arrays of `{text}`");
            self.report(Diagnostic::new(&IMPOSSIBLE_TYPE, span, message));
            return Type::ERROR;
        }
        let is_unknown_array = matches!(types.stripped(element), TypeKind::Array(_, ArrayLen::Unknown));
        if is_unknown_array || self.is_incomplete_record(element) {
            let text = type_text(self.program, self.sources, element);
            let message = format!("the elements are `{text}`, whose size is not known here");
            self.report(Diagnostic::new(&INCOMPLETE_TYPE, span, message));
            return Type::ERROR;
        }
        self.program.types.intern(TypeKind::Array(element, len))
    }

    fn array_length(&mut self, expr: ast::ExprId, span: Span) -> Option<ArrayLen> {
        let value = self.rvalue(expr);
        if self.is_error(value) {
            return None;
        }
        if !self.program.types.is_integer(self.ty(value)) {
            let text = type_text(self.program, self.sources, self.ty(value));
            let message = format!("an array length must be an integer, but this is `{text}`");
            self.report(Diagnostic::new(&IMPOSSIBLE_TYPE, self.span(value), message));
            return None;
        }
        match const_eval::integer(self.program, value) {
            Some(n) if n < 0 => {
                self.report(Diagnostic::new(
                    &IMPOSSIBLE_TYPE,
                    span,
                    format!("the array length is negative: {n}"),
                ));
                None
            }
            Some(n) => match u64::try_from(n).ok().filter(|&n| n <= i64::MAX as u64) {
                Some(n) => Some(ArrayLen::Fixed(n)),
                None => {
                    self.report(Diagnostic::new(
                        &IMPOSSIBLE_TYPE,
                        span,
                        "the array is larger than the address space",
                    ));
                    None
                }
            },
            None if self.scopes.at_file_level() || !self.defining.is_empty() => {
                let place = if self.defining.is_empty() { "at file level" } else { "of a member" };
                let message = format!("the length of an array {place} must be a constant");
                self.report(Diagnostic::new(&NOT_CONSTANT, self.span(value), message));
                None
            }
            None => Some(ArrayLen::Variable(value)),
        }
    }

    fn function_returning(
        &mut self,
        result: Type,
        list: &ast::Params,
        keep_scope: bool,
        span: Span,
    ) -> (Type, DeclaredParams) {
        let types = &self.program.types;
        let result = if types.is_function(result) || types.is_array(result) {
            let what = if types.is_array(result) { "an array" } else { "a function" };
            let message = format!("a function cannot return {what}");
            self.report(Diagnostic::new(&IMPOSSIBLE_TYPE, span, message).help("return a pointer to it"));
            Type::ERROR
        } else {
            result
        };
        self.scopes.open();
        self.prototype_depth += 1;
        let mut declared = DeclaredParams { scope_open: keep_scope, ..DeclaredParams::default() };
        let (variadic, prototype) = match list {
            // C++ has no functions without a prototype.
            ast::Params::Unspecified => (false, self.options.cuda),
            ast::Params::OldStyle(_) => (false, false),
            ast::Params::Prototype { params, variadic } => {
                self.params(params, *variadic, &mut declared);
                (*variadic, true)
            }
        };
        self.prototype_depth -= 1;
        if !keep_scope {
            self.scopes.close();
        }
        let params = declared.vars.iter().map(|&var| self.program.vars[var].ty).collect();
        let ty = FunctionType { result, params, variadic, prototype };
        (self.program.types.intern(TypeKind::Function(ty)), declared)
    }

    fn params(&mut self, params: &[ast::ParamDecl], variadic: bool, declared: &mut DeclaredParams) {
        for param in params {
            let base = self.specifiers(&param.specs);
            let (ty, _) = self.declarator_with_params(base, &param.declarator, false);
            let is_plain_void = self.program.types.is_void(ty) && param.declarator.name.is_none();
            if is_plain_void && params.len() == 1 && !variadic {
                return;
            }
            let var = self.param(param, ty);
            declared.vars.push(var);
            if self.options.cuda {
                let default = param.default.map(|value| self.rvalue(value));
                declared.defaults.push(default);
                let is_reference =
                    matches!(param.declarator.parts.first(), Some(ast::DeclaratorPart::Reference));
                declared.references.push(is_reference);
                if is_reference {
                    self.references.insert(var);
                }
            }
        }
    }

    /// Declares one parameter.
    fn param(&mut self, param: &ast::ParamDecl, ty: Type) -> VarId {
        if !matches!(param.specs.storage, ast::Storage::None | ast::Storage::Register) {
            let message = "a parameter has no storage class but `register`";
            self.report(Diagnostic::new(&INVALID_DECLARATION, param.specs.span, message));
        }
        let attrs = self.attributes(param.specs.attrs.iter().chain(&param.declarator.attrs));
        let span = param.declarator.name.map_or(param.span, |name| name.span);
        let var = self.param_var(param.declarator.name, ty, &param.declarator, span);
        let space = match self.options.open_cl {
            true => open_cl::param_space(self, param.specs.cuda, var.ty),
            false => var.cuda,
        };
        let register = param.specs.storage == ast::Storage::Register;
        let var = Var { attrs: attrs.texts, register, cuda: space, ..var };
        let var = self.program.vars.alloc(var);
        if let Some(name) = param.declarator.name {
            self.declare_param(name, var);
        }
        var
    }

    /// A parameter with its type adjusted: arrays and functions are pointers.
    pub(crate) fn param_var(
        &mut self,
        name: Option<ast::Ident>,
        ty: Type,
        declarator: &ast::Declarator,
        span: Span,
    ) -> Var {
        let (ty, written) = match self.kind(ty) {
            TypeKind::Array(..) => {
                let element = self.program.types.element(ty).unwrap_or(Type::ERROR);
                let quals = match declarator.parts.first() {
                    Some(ast::DeclaratorPart::Array { quals, .. }) => *quals,
                    _ => Qualifiers::NONE,
                };
                (self.program.types.pointer_to(element).qualified(quals), Some(ty))
            }
            TypeKind::Function(_) => (self.program.types.pointer_to(ty), Some(ty)),
            TypeKind::Builtin(hir::BuiltinType::Void) => {
                self.report(Diagnostic::new(&IMPOSSIBLE_TYPE, span, "a parameter cannot be `void`"));
                (Type::ERROR, None)
            }
            _ => (ty, None),
        };
        Var { storage: VarStorage::Param, written, ..self.plain_var(name.map(|n| n.symbol), ty, span) }
    }

    pub(crate) fn declare_param(&mut self, name: ast::Ident, var: VarId) {
        crate::cuda::check_name(self, name);
        if let Some(Name::Var(first)) = self.scopes.name_in_this_scope(name.symbol) {
            let message = format!("there are two parameters called `{}`", self.text(name.symbol));
            let first = self.program.vars[first].span;
            self.report(
                Diagnostic::new(&REDEFINITION, name.span, message).related(first, "the first one is here"),
            );
        }
        self.scopes.declare(name.symbol, Name::Var(var));
    }
}
