//! Calls: what is called, how many arguments it takes, how they are converted.

use diagnostics::Diagnostic;
use diagnostics::codes::{CALL_ARITY, INCOMPATIBLE_TYPES, NOT_CALLABLE};
use hir::{ExprId, ExprKind, FunctionId, FunctionType, Span, Type, TypeKind};
use syntax::ast;

use crate::conversions::Purpose;
use crate::cuda;
use crate::open_cl;
use crate::resolver::Resolver;
use crate::scopes::Name;
use crate::type_text::type_text;

impl Resolver<'_> {
    /// `callee(args)`
    pub(crate) fn call(&mut self, callee: ast::ExprId, args: &[ast::ExprId], span: Span) -> ExprId {
        if self.options.cuda
            && let Some(call) = cuda::template_call(self, callee, args, span)
                .or_else(|| cuda::method_call(self, callee, args, span))
        {
            return call;
        }
        let Some((name, name_span)) = self.plain_name(callee) else {
            let callee = self.rvalue(callee);
            let args = args.iter().map(|&arg| self.rvalue(arg)).collect();
            return self.value_call(callee, args, span);
        };
        if self.options.open_cl
            && let Some(call) = open_cl::builtin_call(self, name, args, span)
        {
            return call;
        }
        let declared = self.scopes.name(name);
        if declared.is_none()
            && let Some(call) = self.special_builtin(name, name_span, args, span)
        {
            return call;
        }
        let args: Vec<ExprId> = match declared {
            Some(Name::Function(function)) => {
                let args: Vec<ExprId> = args.iter().map(|&arg| self.expr(arg)).collect();
                if let Some(call) = cuda::overload_call(self, name, name_span, &args, span) {
                    return call;
                }
                self.passed(function, args)
            }
            _ => args.iter().map(|&arg| self.rvalue(arg)).collect(),
        };
        if self.options.cuda
            && let Some(call) = cuda::overloaded_call(self, name, &args, span)
        {
            return call;
        }
        let callee = match declared {
            Some(_) => self.name_expr(name, name_span),
            None => self.undeclared_callee(name, name_span),
        };
        let callee = self.decay(callee);
        self.value_call(callee, args, span)
    }

    /// A call of a function, or of an object that can be called.
    fn value_call(&mut self, callee: ExprId, args: Vec<ExprId>, span: Span) -> ExprId {
        if self.program.types.as_record(self.ty(callee)).is_some() {
            let operands: Vec<ExprId> = std::iter::once(callee).chain(args.iter().copied()).collect();
            if let Some(call) = cuda::operator_call(self, "()", &operands, span) {
                return call;
            }
        }
        self.plain_call(callee, args, span)
    }

    /// Arguments as they are passed: decayed, or the address where the parameter
    /// is a reference.
    pub(crate) fn passed(&mut self, function: FunctionId, args: Vec<ExprId>) -> Vec<ExprId> {
        match self.reference_params.get(&function).cloned() {
            Some(references) => cuda::pass_references(self, function, &references, args),
            None => args.into_iter().map(|arg| self.decay(arg)).collect(),
        }
    }

    /// A call without `<<<…>>>`.
    pub(crate) fn plain_call(&mut self, callee: ExprId, args: Vec<ExprId>, span: Span) -> ExprId {
        if self.options.cuda {
            cuda::require_launch(self, callee);
        }
        self.call_with(callee, args, span)
    }

    /// The type of the function that a (decayed) callee points to.
    pub(crate) fn called_type(&self, callee: ExprId) -> Option<&FunctionType> {
        let target = self.program.types.pointee(self.ty(callee))?;
        match self.kind(target) {
            TypeKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The function a callee names, as `f`, `*f`, `&f` and so on.
    pub(crate) fn called_function(&self, callee: ExprId) -> Option<FunctionId> {
        let mut callee = callee;
        loop {
            callee = match self.program.exprs[callee].kind {
                ExprKind::Function(function) => return Some(function),
                ExprKind::Cast { operand, implicit: true, .. } => operand,
                ExprKind::AddrOf(operand) | ExprKind::Deref(operand) => operand,
                _ => return None,
            }
        }
    }

    /// A call of a (decayed) callee with (decayed) arguments.
    pub(crate) fn call_with(&mut self, callee: ExprId, args: Vec<ExprId>, span: Span) -> ExprId {
        if self.is_error(callee) {
            return self.error_expr(span);
        }
        let Some(ty) = self.called_type(callee).cloned() else {
            self.report(not_callable(self, callee));
            return self.error_expr(span);
        };
        let function = self.called_function(callee);
        let args = self.with_default_arguments(function, &ty, args);
        if ty.prototype && (args.len() < ty.params.len() || (args.len() > ty.params.len() && !ty.variadic)) {
            self.report(wrong_count(self, &ty, &args, function, span));
            return self.make(ExprKind::Error, ty.result, span);
        }
        let args = self.converted_arguments(&ty, args, function);
        let result = self.value_type(ty.result);
        if self.is_incomplete_record(result) {
            let text = type_text(self.program, self.sources, result);
            let message = format!("the call returns `{text}`, whose members are not known here");
            self.report(Diagnostic::new(&diagnostics::codes::INCOMPLETE_TYPE, span, message));
            return self.error_expr(span);
        }
        if let Some(builtin) = function.filter(|&f| self.program.functions[f].builtin) {
            let name = self.text(self.program.functions[builtin].name);
            if let Some(value) = self.folded_builtin(&name, &args, result, span) {
                return value;
            }
        }
        let call = self.make(ExprKind::Call { callee, args }, result, span);
        match self.program.types.pointee(result) {
            Some(target) if function.is_some_and(|f| self.reference_results.contains(&f)) => {
                self.make(ExprKind::Deref(call), target, span)
            }
            _ => call,
        }
    }

    pub(crate) fn is_incomplete_record(&self, ty: Type) -> bool {
        self.program.types.as_record(ty).is_some_and(|record| self.program.records[record].fields.is_none())
    }

    /// Missing arguments that a CUDA file's declaration gives defaults for.
    fn with_default_arguments(
        &self,
        function: Option<FunctionId>,
        ty: &FunctionType,
        mut args: Vec<ExprId>,
    ) -> Vec<ExprId> {
        let Some(defaults) = function.and_then(|f| self.default_arguments.get(&f)) else { return args };
        while args.len() < ty.params.len() {
            match defaults.get(args.len()).copied().flatten() {
                Some(value) => args.push(value),
                None => break,
            }
        }
        args
    }

    fn converted_arguments(
        &mut self,
        ty: &FunctionType,
        args: Vec<ExprId>,
        callee: Option<FunctionId>,
    ) -> Vec<ExprId> {
        let mut purpose = Purpose::Argument { number: 0, callee };
        let mut converted = Vec::with_capacity(args.len());
        for (index, arg) in args.into_iter().enumerate() {
            if let Purpose::Argument { number, .. } = &mut purpose {
                *number = index + 1;
            }
            converted.push(match ty.params.get(index).filter(|_| ty.prototype) {
                Some(&param) => self.assign_convert(arg, param, &purpose),
                None => self.unchecked_argument(arg, index),
            });
        }
        converted
    }

    /// An argument no parameter says anything about.
    fn unchecked_argument(&mut self, arg: ExprId, index: usize) -> ExprId {
        if self.program.types.is_void(self.ty(arg)) {
            let message = format!("argument {} has no value", index + 1);
            self.report(Diagnostic::new(&INCOMPATIBLE_TYPES, self.span(arg), message).label("`void`"));
            return self.error_expr(self.span(arg));
        }
        self.promote_argument(arg)
    }
}

fn not_callable(resolver: &Resolver<'_>, callee: ExprId) -> Diagnostic {
    let ty = type_text(resolver.program, resolver.sources, resolver.ty(callee));
    let message = format!("this is called, but it is `{ty}`, not a function");
    let diagnostic = Diagnostic::new(&NOT_CALLABLE, resolver.span(callee), message);
    match resolver.program.exprs[callee].kind {
        ExprKind::Var(var) => diagnostic.related(resolver.program.vars[var].span, "declared here"),
        _ => diagnostic,
    }
}

fn wrong_count(
    resolver: &Resolver<'_>,
    ty: &FunctionType,
    args: &[ExprId],
    callee: Option<FunctionId>,
    span: Span,
) -> Diagnostic {
    let wanted = ty.params.len();
    let noun = if wanted == 1 { "argument" } else { "arguments" };
    let least = if ty.variadic { "at least " } else { "" };
    let callee = callee.map(|callee| &resolver.program.functions[callee]);
    let of = callee.map(|f| format!(" of `{}`", resolver.text(f.name))).unwrap_or_default();
    let message = format!("expected {least}{wanted} {noun}{of}, found {}", args.len());
    let at = args.get(wanted).map_or(span, |&surplus| resolver.span(surplus));
    let label = if args.len() > wanted { "not expected" } else { "" };
    let diagnostic = Diagnostic::new(&CALL_ARITY, at, message).label(label);
    match callee.map(|f| f.span) {
        Some(declared) if !declared.is_builtin() => diagnostic.related(declared, "declared here"),
        _ => diagnostic,
    }
}
