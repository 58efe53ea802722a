//! `assume(n >= 16)`: what a person knows, and the program tests when it runs.
//!
//! ```c
//! #pragma hicuda assume(0 <= shift, shift < n)
//! #pragma hicuda kernel k tblock(64) thread(256)
//! for (i = 0; i < n - shift; i++) b[i] = a[i + shift];      // inside a[0:n-1]
//! ```
//! On the host it is tested where it stands, and holds until something may change what it speaks of
//! ([`crate::reaching`] follows that). In a kernel it is tested before the launch and holds in all of it, so it stands
//! outside loops and branches, and speaks of what the host knows then. Either way it comes to the analyses here alone, as
//! knowledge about symbols ([`Values::knowledge`]), and to the witnesses of faults, which must fulfil it.
//!
//! Invariant: what is known by an assumption was tested before it is of use.

use affine::{Constraint, Set};
use diagnostics::{Diagnostic, Sink, codes};
use hir::{DirectiveId, DirectiveKind, ExprId, ExprKind, FunctionId, Span, StmtId, StmtKind, VarId};

use crate::Input;
use crate::effects::{EventKind, of_stmt_alone};
use crate::guards::with_condition;
use crate::index_expr::Values;
use crate::maps::HashSet;
use crate::tested::Tested;

/// What is assumed where a kernel runs.
#[derive(Clone, Debug, Default)]
pub struct Assumed {
    /// The conditions as they are written, and whether they are so.
    pub conditions: Vec<Tested>,
    /// Those that are linear, in the symbols of the kernel.
    pub constraints: Vec<Constraint>,
}

/// Lets conditions be known in a region. Of what the region changes they say something about another time.
pub fn known(input: &Input<'_>, values: &mut Values, mut conditions: Vec<Tested>) -> Assumed {
    let changes = |var: VarId| values.changing.contains(&var);
    conditions.retain(|(condition, _)| !input.program.variables_below(*condition).any(changes));
    let mut constraints = Vec::new();
    for &(condition, is_so) in &conditions {
        let holds = with_condition(input, values, Set::universe(), condition, is_so);
        constraints.extend(holds.constraints().iter().cloned());
    }
    for constraint in &constraints {
        values.knowledge.constrain(Ok(constraint.clone()));
    }
    Assumed { conditions, constraints }
}

/// The assumptions of a kernel itself: those that stand in its body outside loops and branches.
pub fn of_kernel(input: &Input<'_>, body: StmtId) -> Vec<DirectiveId> {
    let StmtKind::Block(stmts) = &input.program.stmts[body].kind else { return Vec::new() };
    stmts.iter().filter_map(|stmt| assumption(input, *stmt)).collect()
}

/// The conditions of an assumption.
pub fn conditions<'p>(input: &Input<'p>, directive: DirectiveId) -> &'p [ExprId] {
    match &input.program.directives[directive].kind {
        DirectiveKind::Assume(conditions) => conditions,
        _ => &[],
    }
}

/// Does a condition speak of variables alone? What it says of memory is tested, and not known any longer behind the
/// next store.
pub fn is_lasting(input: &Input<'_>, condition: ExprId) -> bool {
    input.program.exprs_below(condition).all(|expr| {
        let kind = &input.program.exprs[expr].kind;
        !matches!(kind, ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Member { arrow: true, .. })
    })
}

fn assumption(input: &Input<'_>, stmt: StmtId) -> Option<DirectiveId> {
    let StmtKind::Directive(directive) = input.program.stmts[stmt].kind else { return None };
    matches!(input.program.directives[directive].kind, DirectiveKind::Assume(_)).then_some(directive)
}

/// Reports the assumptions of a kernel that the host cannot test before the launch.
pub fn check(input: &Input<'_>, body: StmtId, functions: &[FunctionId], sink: &mut Sink) {
    let own = of_kernel(input, body);
    for directive in below(input, body).filter(|directive| !own.contains(directive)) {
        sink.push(not_always(input.program.directives[directive].span));
    }
    let called = functions.iter().filter_map(|function| input.program.functions[*function].body);
    for directive in called.flat_map(|body| below(input, body)) {
        sink.push(in_function(input.program.directives[directive].span));
    }
    let of_region = set_in(input, body);
    for condition in own.iter().flat_map(|directive| conditions(input, *directive)) {
        let culprit = input
            .program
            .exprs_below(*condition)
            .find_map(|expr| unknown_to_host(input, expr, &of_region).map(|why| (input.span(expr), why)));
        if let Some((span, why)) = culprit {
            sink.push(not_known_before(span, &why));
        }
    }
}

fn below<'i>(input: &'i Input<'_>, body: StmtId) -> impl Iterator<Item = DirectiveId> + 'i {
    input.program.stmts_below(body).filter_map(|stmt| assumption(input, stmt))
}

/// Variables that a region declares or sets.
fn set_in(input: &Input<'_>, body: StmtId) -> HashSet<VarId> {
    let mut set: HashSet<VarId> = input.program.declared_below(body).collect();
    for stmt in input.program.stmts_below(body) {
        set.extend(of_stmt_alone(input.program, stmt).into_iter().filter_map(|event| match event.kind {
            EventKind::Write { var, .. } | EventKind::Address(var) => Some(var),
            EventKind::Read(_) | EventKind::Memory | EventKind::Call(_) => None,
        }));
    }
    set
}

/// Why the host does not know a part of a condition before the launch.
fn unknown_to_host(input: &Input<'_>, expr: ExprId, of_region: &HashSet<VarId>) -> Option<String> {
    match input.program.exprs[expr].kind {
        ExprKind::Var(var) if of_region.contains(&var) => {
            Some(format!("the kernel gives `{}` its value", input.name(var)))
        }
        ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Member { arrow: true, .. } => {
            Some("the device's copy may hold another value than the host's memory".to_owned())
        }
        ExprKind::Call { .. } => Some("this is a call".to_owned()),
        _ => None,
    }
}

fn not_known_before(at: Span, why: &str) -> Diagnostic {
    Diagnostic::new(&codes::ASSUMPTION_NOT_TESTED, at, "this cannot be tested before the kernel is launched")
        .label(why.to_owned())
        .note("the assumptions of a kernel are tested by the host")
        .help("assume something about variables that the kernel only reads")
}

fn not_always(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::ASSUMPTION_NOT_TESTED, at, "an assumption inside a loop or branch of a kernel")
        .label("it would be tested before the launch, where nobody knows whether the kernel comes here")
        .help("move it to the beginning of the kernel, or before it")
}

fn in_function(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::ASSUMPTION_NOT_TESTED, at, "an assumption in a function that a kernel calls")
        .label("a kernel cannot stop the program")
        .help("assume it before the kernel, about the arguments of the call")
}
