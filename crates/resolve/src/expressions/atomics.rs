//! `__atomic_…` and `__sync_…`: generic over what their first argument points to.

use diagnostics::Diagnostic;
use diagnostics::codes::INVALID_BUILTIN_CALL;
use hir::{ExprId, Span, Symbol, Type};
use syntax::ast;

use crate::conversions::Purpose;
use crate::resolver::Resolver;

/// What a call yields.
#[derive(Clone, Copy)]
enum Yields {
    Nothing,
    Bool,
    /// The type of the object.
    Object,
}

impl Resolver<'_> {
    /// `__atomic_NAME(…)`
    pub(crate) fn atomic_builtin(
        &mut self,
        name: Symbol,
        name_span: Span,
        short: &str,
        args: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        // Name without its size: `__atomic_load_8` works on any object of 8 bytes.
        let short =
            short.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches("_n").trim_end_matches('_');
        let (count, value_at, yields) = match short {
            "load" if args.len() == 2 => (2, None, Yields::Object),
            "load" => (3, None, Yields::Nothing),
            "store" => (3, self.by_value(name).then_some(1), Yields::Nothing),
            "exchange" if args.len() == 3 => (3, Some(1), Yields::Object),
            "exchange" => (4, None, Yields::Nothing),
            "compare_exchange" => (6, self.by_value(name).then_some(2), Yields::Bool),
            "add_fetch" | "sub_fetch" | "and_fetch" | "xor_fetch" | "or_fetch" | "nand_fetch"
            | "fetch_add" | "fetch_sub" | "fetch_and" | "fetch_xor" | "fetch_or" | "fetch_nand" => {
                (3, Some(1), Yields::Object)
            }
            "test_and_set" => (2, None, Yields::Bool),
            "clear" => (2, None, Yields::Nothing),
            "thread_fence" | "signal_fence" => (1, None, Yields::Nothing),
            "always_lock_free" | "is_lock_free" => (2, None, Yields::Bool),
            _ => return None,
        };
        let values: Vec<ExprId> = args.iter().map(|&arg| self.rvalue(arg)).collect();
        if values.len() != count {
            return Some(self.wrong_atomic(name, count, values.len(), span));
        }
        let has_object =
            !matches!(short, "thread_fence" | "signal_fence" | "always_lock_free" | "is_lock_free");
        Some(self.generic_atomic(name, name_span, values, has_object, value_at, yields, span))
    }

    /// Does the variant pass values rather than pointers to them?
    fn by_value(&self, name: Symbol) -> bool {
        let text = self.sources.symbols.bytes(name);
        text.ends_with(b"_n") || text.last().is_some_and(u8::is_ascii_digit)
    }

    /// `__sync_NAME(…)`; further arguments name variables and are ignored.
    pub(crate) fn sync_builtin(
        &mut self,
        name: Symbol,
        name_span: Span,
        short: &str,
        args: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let short = short.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        let (least, value_at, yields) = match short {
            "fetch_and_add" | "fetch_and_sub" | "fetch_and_or" | "fetch_and_and" | "fetch_and_xor"
            | "fetch_and_nand" | "add_and_fetch" | "sub_and_fetch" | "or_and_fetch" | "and_and_fetch"
            | "xor_and_fetch" | "nand_and_fetch" | "lock_test_and_set" => (2, Some(1), Yields::Object),
            "bool_compare_and_swap" => (3, Some(1), Yields::Bool),
            "val_compare_and_swap" => (3, Some(1), Yields::Object),
            "lock_release" => (1, None, Yields::Nothing),
            "synchronize" => (0, None, Yields::Nothing),
            _ => return None,
        };
        let values: Vec<ExprId> = args.iter().map(|&arg| self.rvalue(arg)).collect();
        if values.len() < least {
            return Some(self.wrong_atomic(name, least, values.len(), span));
        }
        Some(self.generic_atomic(name, name_span, values, least > 0, value_at, yields, span))
    }

    #[allow(clippy::too_many_arguments)] // One call shape for two families of builtins.
    fn generic_atomic(
        &mut self,
        name: Symbol,
        name_span: Span,
        mut values: Vec<ExprId>,
        has_object: bool,
        value_at: Option<usize>,
        yields: Yields,
        span: Span,
    ) -> ExprId {
        let object = match values.first() {
            Some(&first) if has_object && !self.is_error(first) => {
                let Some(target) = self.program.types.pointee(self.ty(first)) else {
                    let message = format!("the first argument of `{}` must be a pointer", self.text(name));
                    self.report(Diagnostic::new(&INVALID_BUILTIN_CALL, self.span(first), message));
                    return self.error_expr(span);
                };
                self.value_type(target)
            }
            _ => Type::VOID,
        };
        if let Some(at) = value_at
            && self.program.types.is_arithmetic(object)
        {
            let purpose = Purpose::Argument { number: at + 1, callee: None };
            values[at] = self.assign_convert(values[at], object, &purpose);
        }
        let result = match yields {
            Yields::Nothing => Type::VOID,
            Yields::Bool => Type::BOOL,
            Yields::Object => object,
        };
        self.builtin_call(name, name_span, values, result, span)
    }

    fn wrong_atomic(&mut self, name: Symbol, wanted: usize, found: usize, span: Span) -> ExprId {
        let message = format!("`{}` takes {wanted} arguments, found {found}", self.text(name));
        self.report(Diagnostic::new(&INVALID_BUILTIN_CALL, span, message));
        self.error_expr(span)
    }
}
