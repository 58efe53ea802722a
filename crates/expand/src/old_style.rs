//! Arguments of functions that are called without a prototype: `half(x) float x; { … }`, `float half();`.
//!
//! Such a call passes what default promotions make of its arguments, and the function takes that back to the types of its
//! parameters: `half(i * 1.1)` computes with a `float`, `narrow(300)` with a `char` of 44. Whoever binds parameters to arguments,
//! a target with prototypes among them, would compute with the promoted value. So the argument gets the conversion that the function makes.
//!
//! Only where C says what happens: an argument that its parameter does not fit, by number or type, stays, and `analyze` refuses
//! the call in a kernel (`old_style_calls`).

use hir::usual_conversions::{number, promoted};
use hir::{BuiltinType, CastKind, Expr, ExprId, ExprKind, Linkage, Program, Type, TypeKind};

/// Converts them in the whole program, once all of its files are read.
pub fn convert_arguments(program: &mut Program) {
    let calls: Vec<(ExprId, ExprId, Vec<ExprId>)> = program
        .exprs
        .iter()
        .filter_map(|(call, node)| match &node.kind {
            ExprKind::Call { callee, args } if !args.is_empty() && program.lacks_prototype(*callee) => {
                Some((call, *callee, args.clone()))
            }
            _ => None,
        })
        .collect();
    if calls.is_empty() {
        return;
    }
    let linkage = Linkage::new(program);
    for (call, callee, mut args) in calls {
        let Some(named) = program.called_function(callee) else { continue };
        let function = &program.functions[linkage.definition(program, named)];
        if function.body.is_none() {
            continue;
        }
        let old_style = function.old_style;
        let params: Vec<Type> = function.params.iter().map(|param| program.vars[*param].ty).collect();
        for (arg, param) in args.iter_mut().zip(params) {
            *arg = as_parameter(program, *arg, param, old_style);
        }
        if let ExprKind::Call { args: own, .. } = &mut program.exprs[call].kind {
            *own = args;
        }
    }
}

/// A promoted argument as its parameter takes it.
fn as_parameter(program: &mut Program, arg: ExprId, param: Type, old_style: bool) -> ExprId {
    let types = &program.types;
    let is_of_param = |expr: ExprId| types.strip(program.exprs[expr].ty).id == types.strip(param).id;
    if is_of_param(arg) {
        return arg;
    }
    // `half(f)`: there and back.
    if old_style
        && let ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand } =
            program.exprs[arg].kind
        && is_of_param(operand)
    {
        return operand;
    }
    let Some(kind) = conversion(program, program.exprs[arg].ty, param, old_style) else { return arg };
    let span = program.exprs[arg].span;
    let kind = ExprKind::Cast { kind, implicit: true, operand: arg };
    program.exprs.alloc(Expr { kind, ty: param.unqualified(), span })
}

/// What a function does with an argument on its way into the parameter, where that is defined.
fn conversion(program: &Program, arg: Type, param: Type, old_style: bool) -> Option<CastKind> {
    let types = &program.types;
    if types.is_pointer(arg) && types.is_pointer(param) {
        return Some(CastKind::Pointer);
    }
    let (passed, taken) = (number(program, arg)?, number(program, param)?);
    let is_bool = types.as_builtin(param) == Some(BuiltinType::Bool);
    let is_complex = |ty: Type| matches!(types.stripped(ty), TypeKind::Complex(_));
    // A definition with a prototype takes what its declarations promise, and no promoted value.
    let taken = if old_style { as_passed(taken) } else { taken };
    let fits = without_sign(passed) == without_sign(taken);
    let kind = if is_bool { CastKind::ToBool } else { CastKind::Arithmetic };
    (fits && !is_complex(arg) && !is_complex(param)).then_some(kind)
}

/// What a parameter's type is while it is passed.
fn as_passed(param: BuiltinType) -> BuiltinType {
    match param {
        BuiltinType::Float => BuiltinType::Double,
        other => promoted(other),
    }
}

/// An `int` may be passed for an `unsigned int` (C17 6.5.2.2).
fn without_sign(builtin: BuiltinType) -> BuiltinType {
    match builtin {
        BuiltinType::UInt => BuiltinType::Int,
        BuiltinType::ULong => BuiltinType::Long,
        BuiltinType::ULongLong => BuiltinType::LongLong,
        other => other,
    }
}
