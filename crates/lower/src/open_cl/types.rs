//! Types that OpenCL C 1.2 lacks, refused where they are used.

use hir::{ArrayLen, Builder, BuiltinType, ExprKind, FunctionId, Node, Program, Span, Type, TypeKind};

use super::Refusal;

const HELP: &str = "use another type in the kernel, or `--target cuda` or `cpu`";

/// Refuses what a function declares or computes with.
pub(super) fn refuse(program: &Program, function: FunctionId) -> Result<(), Refusal> {
    let declared = &program.functions[function];
    for &param in &declared.params {
        check(program, program.vars[param].ty, declared.span)?;
    }
    let Some(body) = declared.body else { return Ok(()) };
    for node in program.nodes(body) {
        match node {
            Node::Expr(expr) => check(program, program.exprs[expr].ty, program.exprs[expr].span)?,
            Node::Stmt(stmt) => {
                for var in program.declared(stmt) {
                    check(program, program.vars[var].ty, program.vars[var].span)?;
                }
            }
        }
    }
    Ok(())
}

fn check(program: &Program, ty: Type, span: Span) -> Result<(), Refusal> {
    let problem = match program.types.stripped(ty) {
        TypeKind::Builtin(
            builtin @ (BuiltinType::LongDouble
            | BuiltinType::Int128
            | BuiltinType::UInt128
            | BuiltinType::Float128),
        ) => format!("OpenCL C has no type `{}`", builtin.text()),
        TypeKind::Complex(_) => String::from("OpenCL C has no complex numbers"),
        TypeKind::Vector(..) => String::from("vectors of GNU C are not translated to OpenCL C"),
        TypeKind::Array(_, ArrayLen::Variable(_)) => {
            String::from("OpenCL C has no arrays of variable length")
        }
        TypeKind::Array(element, _) => return check(program, *element, span),
        TypeKind::Record(record) => {
            let fields = program.records[*record].fields.iter().flatten();
            match fields.clone().any(|field| field.bits.is_some() && field.name.is_some()) {
                true => String::from("OpenCL C has no bit-fields"),
                false => return Ok(()),
            }
        }
        _ => return Ok(()),
    };
    Err(Refusal::new(span, problem, HELP))
}

/// Refuses structs with pointers that a kernel gets by value: a host has no address of a buffer to put there.
pub(super) fn refuse_arguments(program: &Program, kernel: FunctionId) -> Result<(), Refusal> {
    let declared = &program.functions[kernel];
    for &param in &declared.params {
        let ty = program.vars[param].ty;
        let fields = program.types.as_record(ty).and_then(|record| program.records[record].fields.as_ref());
        if !fields.is_some_and(|fields| fields.iter().any(|field| program.types.is_pointer(field.ty))) {
            continue;
        }
        let mut exprs = declared.body.into_iter().flat_map(|body| program.exprs_below(body));
        let mention =
            exprs.find(|expr| matches!(program.exprs[*expr].kind, ExprKind::Var(var) if var == param));
        let place = mention.map_or(declared.span, |expr| program.exprs[expr].span);
        let message = String::from("a kernel of OpenCL 1.2 cannot be given a struct with pointers");
        let help = "keep the members that the kernel reads in variables before it";
        return Err(Refusal::new(place, message, help));
    }
    Ok(())
}

/// Does it compute with `double`?
pub(super) fn uses_double(program: &Program, function: FunctionId) -> bool {
    let declared = &program.functions[function];
    let is_double = |ty: Type| {
        let mut at = ty;
        loop {
            at = match program.types.stripped(at) {
                TypeKind::Pointer(target) | TypeKind::Array(target, _) => *target,
                TypeKind::Record(record) => {
                    let mut fields = program.records[*record].fields.iter().flatten();
                    return fields
                        .any(|field| program.types.as_builtin(field.ty) == Some(BuiltinType::Double));
                }
                TypeKind::Builtin(builtin) => return *builtin == BuiltinType::Double,
                _ => return false,
            };
        }
    };
    let exprs = declared.body.into_iter().flat_map(|body| program.exprs_below(body));
    declared.params.iter().any(|param| is_double(program.vars[*param].ty))
        || exprs.map(|expr| program.exprs[expr].ty).any(is_double)
}

/// Does it call a function of the library whose name is like that?
pub(super) fn calls(b: &Builder<'_>, function: FunctionId, is_wanted: impl Fn(&str) -> bool) -> bool {
    let Some(body) = b.program.functions[function].body else { return false };
    b.program.exprs_below(body).any(|expr| match b.program.exprs[expr].kind {
        ExprKind::Function(called) => is_wanted(&b.sources.text(b.program.functions[called].name)),
        _ => false,
    })
}
