//! Calls in kernels that pass other arguments than the function takes, which nobody compared: `float half();` and then `half(1)`.
//!
//! Without a prototype C leaves such a call undefined. What the host's compiler makes of it depends on the registers that it passes
//! arguments in; a device would convert the argument, or refuse the call. Right calls have their conversions already
//! (`expand::old_style`), so a type that still differs is a mistake.

use diagnostics::Diagnostic;
use diagnostics::codes::{CALL_ARITY, INCOMPATIBLE_TYPES};
use hir::{ExprId, ExprKind};

use crate::input::Input;

/// What is wrong with the arguments of a call without a prototype.
pub(super) fn mismatch(input: &Input<'_>, call: ExprId) -> Option<Diagnostic> {
    let program = input.program;
    let ExprKind::Call { callee, args } = &program.exprs[call].kind else { return None };
    if !program.lacks_prototype(*callee) {
        return None;
    }
    let function = input.definition(program.called_function(*callee)?);
    let declared = &program.functions[function];
    declared.body?;
    let name = input.function_name(function);
    let report = |code, at, message: String, help: String| {
        Diagnostic::new(code, input.span(at), message)
            .note("the declaration in scope does not say what the function takes, so C converts nothing")
            .help(help)
    };
    if args.len() != declared.params.len() {
        let (wanted, found) = (declared.params.len(), args.len());
        let noun = if wanted == 1 { "argument" } else { "arguments" };
        let message = format!("expected {wanted} {noun} of `{name}`, found {found}");
        let error = report(&CALL_ARITY, call, message, format!("pass what the definition of `{name}` names"));
        return Some(error.related(declared.span, format!("`{name}` is defined here")));
    }
    let types = &program.types;
    let same = |arg: ExprId, param| types.strip(program.exprs[arg].ty).id == types.strip(param).id;
    let of_params = declared.params.iter().map(|param| &program.vars[*param]);
    let (number, (arg, param)) =
        args.iter().zip(of_params).enumerate().find(|(_, (arg, param))| !same(**arg, param.ty))?;
    let message =
        format!("argument {} of `{name}` is of another type than the parameter that takes it", number + 1);
    let help = format!("declare `{name}` with the types of its parameters before the call");
    Some(report(&INCOMPATIBLE_TYPES, *arg, message, help).related(param.span, "the function takes this"))
}
