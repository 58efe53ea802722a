//! Does a directive only ask for values?
//!
//! ```c
//! #pragma hicuda kernel k tblock(next_size()) thread(n++)
//! ```
//! Without its directives the program calls `next_size` never and leaves `n` as it is,
//! and that program is the meaning. Generated code also evaluates a bound as often as
//! it needs it: not at all where a block's size is unused, twice where zero blocks are
//! guarded against. So expressions of directives must have no effect.
//!
//! Invariant: an error is certain; a function that cannot be looked into is a warning.

use diagnostics::{Diagnostic, Sink, codes};
use hir::{ExprId, ExprKind, FunctionId, Node, Span, VarStorage};

use crate::Input;
use crate::effects::whole_variable;
use crate::maps::HashSet;

/// Reports each directive whose evaluation would do something.
pub fn check(input: &Input<'_>, sink: &mut Sink) {
    for (id, directive) in input.program.directives.iter() {
        // Versions are written out before, where the text can be changed: nobody here asks for conditions.
        if let Some(when) = &directive.when {
            sink.push(not_written_out(when.span));
        }
        for expr in input.program.directive_exprs(id) {
            check_expr(input, expr, sink);
        }
    }
}

/// Reports an expression of a directive whose evaluation would do something.
pub fn check_expr(input: &Input<'_>, expr: ExprId, sink: &mut Sink) {
    of_expr(input, expr).into_iter().for_each(|diagnostic| sink.push(diagnostic));
}

/// What an expression, or a function it calls, does besides giving a value.
enum Found {
    Effect(Span, String),
    Unseen(FunctionId),
    CallThroughPointer,
}

fn of_expr(input: &Input<'_>, expr: ExprId) -> Option<Diagnostic> {
    let help = "compute it into a variable before the directive";
    for (at, kind) in below(input, Node::Expr(expr)) {
        let span = input.span(at);
        let callee = match kind {
            Doing::Change(what) => return Some(effect(span, format!("this changes {what}")).help(help)),
            Doing::VolatileRead => return Some(effect(span, "this is volatile".to_owned()).help(help)),
            Doing::Call(None) => return Some(unseen(span, "a function that a pointer names").help(help)),
            Doing::Call(Some(callee)) => callee,
        };
        let name = input.function_name(callee);
        let diagnostic = match of_function(input, callee) {
            None => continue,
            Some(Found::Effect(inside, what)) => {
                effect(span, format!("a call of `{name}`")).related(inside, format!("changes {what}"))
            }
            Some(Found::Unseen(function)) => {
                let unknown = unseen(span, &format!("`{}`", input.function_name(function)));
                if function == callee { unknown } else { unknown.note(format!("`{name}` leads to it")) }
            }
            Some(Found::CallThroughPointer) => {
                unseen(span, &format!("what `{name}` calls through a pointer"))
            }
        };
        return Some(diagnostic.help(help));
    }
    None
}

fn not_written_out(span: Span) -> Diagnostic {
    let message = "this `when` cannot be carried out: its text is not to be had";
    Diagnostic::new(&codes::CONDITION_MISPLACED, span, message)
        .help("write the kernel in a file of the command line, in full")
}

fn effect(span: Span, label: String) -> Diagnostic {
    Diagnostic::new(&codes::DIRECTIVE_WITH_EFFECT, span, "an expression of a directive has a side effect")
        .label(label)
        .note("without its directives the program does not do this, and generated code may do it any number of times")
}

fn unseen(span: Span, what: &str) -> Diagnostic {
    let message = format!("it is not known whether {what} has a side effect");
    Diagnostic::new(&codes::DIRECTIVE_EFFECT_UNKNOWN, span, message)
        .label("generated code may evaluate this any number of times")
}

/// The first effect of a function, itself or by calls; effects before doubts.
fn of_function(input: &Input<'_>, function: FunctionId) -> Option<Found> {
    let mut doubt = None;
    let mut seen = HashSet::default();
    let mut pending = vec![function];
    while let Some(next) = pending.pop() {
        let next = input.definition(next);
        if input.is_math(next) || !seen.insert(next) {
            continue;
        }
        let Some(body) = input.program.functions[next].body else {
            doubt.get_or_insert(Found::Unseen(next));
            continue;
        };
        for (at, kind) in below(input, Node::Stmt(body)) {
            match kind {
                Doing::Change(what) if !is_own(input, at) => {
                    return Some(Found::Effect(input.span(at), what));
                }
                Doing::VolatileRead => {
                    return Some(Found::Effect(input.span(at), "what is volatile".to_owned()));
                }
                Doing::Change(_) => {}
                Doing::Call(Some(callee)) => pending.push(callee),
                Doing::Call(None) => {
                    doubt.get_or_insert(Found::CallThroughPointer);
                }
            }
        }
    }
    doubt
}

/// What an expression does at its own level.
enum Doing {
    /// It changes what the text names.
    Change(String),
    /// It reads a volatile object, which counts as an effect.
    VolatileRead,
    /// It calls a function; `None` through a pointer.
    Call(Option<FunctionId>),
}

fn below(input: &Input<'_>, node: Node) -> Vec<(ExprId, Doing)> {
    let program = input.program;
    let doing = |expr: ExprId| match &program.exprs[expr].kind {
        ExprKind::Call { callee, .. } => Some((expr, Doing::Call(program.called_function(*callee)))),
        _ if program.is_volatile(expr) && !program.types.is_array(program.exprs[expr].ty) => {
            Some((expr, Doing::VolatileRead))
        }
        _ => program.assigned(expr).map(|target| {
            let var = whole_variable(program, target);
            let what =
                var.map_or("memory through a pointer".to_owned(), |var| format!("`{}`", input.name(var)));
            (expr, Doing::Change(what))
        }),
    };
    program.exprs_below(node).filter_map(doing).collect()
}

/// Is what it writes gone when the function returns?
fn is_own(input: &Input<'_>, assignment: ExprId) -> bool {
    let var = input.program.assigned(assignment).and_then(|target| whole_variable(input.program, target));
    var.is_some_and(|var| matches!(input.program.vars[var].storage, VarStorage::Local | VarStorage::Param))
}
