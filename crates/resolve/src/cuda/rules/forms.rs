//! Functions of CUDA that are there for some types only.
//!
//! ```c++
//! atomicAdd(&sum[0], 1.0);                   // int, unsigned int, unsigned long long, float, double
//! atomicMax(&best, 1.0f);                    // there is none for float
//! atomicAdd((size_t *)n, 1);                 // nor for unsigned long, though it has 64 bits
//! ```
//! Here a function has a form for each type of numbers, so that one which CUDA lacks would be taken in silence.

use diagnostics::Diagnostic;
use diagnostics::codes::NO_SUCH_FORM;
use hir::{BuiltinType as B, CastKind, ExprId, ExprKind, FunctionId, Qualifiers, Type};

use super::Rules;
use crate::type_text::type_text;

/// The numbers that an atomic function updates; `None` for functions that are no atomic ones of CUDA's.
fn numbers(name: &str) -> Option<&'static [B]> {
    let name = name.strip_suffix("_block").or_else(|| name.strip_suffix("_system")).unwrap_or(name);
    Some(match name {
        "atomicAdd" => &[B::Int, B::UInt, B::ULongLong, B::Float, B::Double],
        "atomicSub" => &[B::Int, B::UInt],
        "atomicExch" => &[B::Int, B::UInt, B::ULongLong, B::Float],
        "atomicInc" | "atomicDec" => &[B::UInt],
        "atomicCAS" => &[B::Int, B::UInt, B::ULongLong, B::UShort],
        "atomicMin" | "atomicMax" | "atomicAnd" | "atomicOr" | "atomicXor" => {
            &[B::Int, B::UInt, B::LongLong, B::ULongLong]
        }
        _ => return None,
    })
}

pub(super) fn check(rules: &Rules<'_>, id: FunctionId, found: &mut Vec<Diagnostic>) {
    let Some(body) = rules.program.functions[id].body else { return };
    for expr in rules.program.exprs_below(body) {
        if let ExprKind::Call { callee, args } = &rules.program.exprs[expr].kind
            && let (Some(called), Some(&first)) = (rules.program.called_function(*callee), args.first())
        {
            found.extend(missing(rules, called, first).or_else(|| between(rules, called, args, expr)));
        }
    }
}

fn missing(rules: &Rules<'_>, called: FunctionId, address: ExprId) -> Option<Diagnostic> {
    let function = &rules.program.functions[called];
    let name = rules.sources.text(function.name);
    let forms = numbers(&name).filter(|_| function.builtin)?;
    let types = &rules.program.types;
    let place = types.pointee(rules.program.exprs[address].ty)?;
    if place.quals.has(Qualifiers::VOLATILE) || place.quals.has(Qualifiers::CONST) {
        let text = type_text(rules.program, rules.sources, place);
        let message = format!("`{name}` has no form for `{text}`");
        return Some(
            Diagnostic::new(&NO_SUCH_FORM, rules.program.exprs[address].span, message)
                .help("cast the address to that of a plain number"),
        );
    }
    let number = types.as_builtin(place).filter(|number| !forms.contains(number))?;
    let text = type_text(rules.program, rules.sources, place.unqualified());
    let all: Vec<String> = forms.iter().map(|&form| quoted(rules, form)).collect();
    let message = format!("`{name}` has no form for `{text}`");
    let found = Diagnostic::new(&NO_SUCH_FORM, rules.program.exprs[address].span, message)
        .note(format!("CUDA has it for {}", all.join(", ")));
    let same = match number {
        B::ULong => B::ULongLong,
        B::Long | B::LongLong => [B::LongLong, B::ULongLong].into_iter().find(|form| forms.contains(form))?,
        _ => return Some(found.help("update a variable of one of these types, or loop over `atomicCAS`")),
    };
    let is_there = forms.contains(&same);
    Some(if is_there {
        let name = type_text(rules.program, rules.sources, Type::builtin(same));
        found.help(format!("it is as long as `{name}`: write `({name} *)` before the address"))
    } else {
        found.help("loop over `atomicCAS`")
    })
}

fn quoted(rules: &Rules<'_>, number: B) -> String {
    format!("`{}`", type_text(rules.program, rules.sources, Type::builtin(number)))
}

/// What `min` and `max` take together.
#[derive(PartialEq)]
enum Group {
    Real,
    Int,
    Long,
    LongLong,
}

/// `max(a[0], 1)` of a `float`: CUDA has forms for two numbers of a group, signed or not.
fn between(rules: &Rules<'_>, called: FunctionId, args: &[ExprId], expr: ExprId) -> Option<Diagnostic> {
    let program = rules.program;
    let function = &program.functions[called];
    let name = rules.sources.text(function.name);
    let &[first, second] = args else { return None };
    if !function.builtin || !["min", "max"].contains(&&*name) || rules.is_system(program.exprs[expr].span) {
        return None;
    }
    // What is converted to the form's type by itself has its own one below.
    let written = |mut arg: ExprId| {
        while let ExprKind::Cast { implicit: true, kind: CastKind::Arithmetic, operand } =
            program.exprs[arg].kind
        {
            arg = operand;
        }
        program.exprs[arg].ty
    };
    let (first, second) = (written(first), written(second));
    let group = |ty: Type| match program.types.as_builtin(ty) {
        Some(B::Float | B::Double) => Group::Real,
        Some(B::Long | B::ULong) => Group::Long,
        Some(B::LongLong | B::ULongLong) => Group::LongLong,
        _ => Group::Int,
    };
    if group(first) == group(second) {
        return None;
    }
    let text = |ty: Type| type_text(program, rules.sources, ty.unqualified());
    let message = format!("`{name}` has no form for `{}` and `{}`", text(first), text(second));
    Some(
        Diagnostic::new(&NO_SUCH_FORM, program.exprs[expr].span, message)
            .note("CUDA has it for two of `float` and `double`, of `int`, of `long` or of `long long`, signed or not")
            .help("convert one of them"),
    )
}
