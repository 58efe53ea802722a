//! What a kernel does that its author may like to know: nothing is wrong.
//!
//! ```c
//! #pragma hicuda shared alloc a[i] copyin
//! b[i] = a[i];                    // R2040: a barrier is added in front
//! c[i] = sqrt(c[i]);              // R2041: `sqrtf` stays in single precision
//! ```

use diagnostics::{Diagnostic, Sink, codes};
use hir::{BuiltinType, ExprId, ExprKind, Node, Span};

use crate::{AddedBarrier, Input, KernelFacts};

/// The functions of `math.h` that have a variant with `f` for `float`.
const DOUBLE_FUNCTIONS: [&str; 28] = [
    "acos", "asin", "atan", "atan2", "cbrt", "ceil", "cos", "cosh", "erf", "erfc", "exp", "exp2", "expm1",
    "fabs", "floor", "fmax", "fmin", "fmod", "hypot", "log", "log10", "log1p", "log2", "pow", "sin", "sqrt",
    "tan", "tanh",
];

/// Tells them of a kernel that is complete.
pub fn tell(input: &Input<'_>, kernel: &KernelFacts, sink: &mut Sink) {
    for expr in input.program.exprs_below(Node::Stmt(kernel.body)) {
        if let Some((name, span)) = double_on_float(input, expr) {
            sink.push(offer_float(&name, span));
        }
    }
}

/// A call with `float` arguments, whose `double` result is kept as `float`.
fn double_on_float(input: &Input<'_>, expr: ExprId) -> Option<(String, Span)> {
    let program = input.program;
    let ExprKind::Cast { implicit: true, operand: call, .. } = program.exprs[expr].kind else { return None };
    let is_float =
        |expr: ExprId| program.types.as_builtin(program.exprs[expr].ty) == Some(BuiltinType::Float);
    let ExprKind::Call { callee, args } = &program.exprs[call].kind else { return None };
    let function = program.called_function(*callee)?;
    let name = input.sources.text(program.functions[function].name).into_owned();
    let from_float = |arg: &ExprId| match program.exprs[*arg].kind {
        ExprKind::Cast { implicit: true, operand, .. } => is_float(operand),
        _ => false,
    };
    let is_offered =
        DOUBLE_FUNCTIONS.contains(&name.as_str()) && is_float(expr) && args.iter().any(from_float);
    is_offered.then(|| (name, input.span(call)))
}

/// A barrier was put into a kernel: for who puts it there.
pub fn barrier_added(
    program: &hir::Program,
    sources: &source::Sources,
    barrier: &AddedBarrier,
) -> Diagnostic {
    let name = barrier.place.display(program, sources);
    Diagnostic::new(
        &codes::BARRIER_ADDED,
        barrier.second,
        format!("a barrier is added before this use of `{name}`"),
    )
    .label("a thread could come here too early")
    .related(barrier.first, "this must be over in all threads first")
    .help("write `#pragma hicuda barrier` between the two to say so")
}

fn offer_float(name: &str, span: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::DOUBLE_MATH_ON_FLOAT,
        span,
        format!("`{name}` of a `float` is computed in `double`"),
    )
    .label("many times slower on most GPUs")
    .help(format!("write `{name}f` if single precision is enough"))
}
