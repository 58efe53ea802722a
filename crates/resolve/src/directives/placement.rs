//! Directives in places where they mean nothing.
//!
//! ```c
//! #pragma hicuda kernel k tblock(8) thread(64)
//! #pragma hicuda global alloc a[*]          // the host does this, not a kernel
//! #pragma hicuda kernel_end
//! ```
//! A function may be called from a kernel, so `barrier` and the like may stand
//! outside one; not, however, in `main` or in a function that has a kernel of
//! its own, because kernels do not nest.

use std::collections::{BTreeSet, HashMap};

use diagnostics::codes::{
    DEVICE_DIRECTIVE_ON_HOST, HOST_DIRECTIVE_IN_KERNEL, IN_SINGULAR, KERNEL_NAME_TAKEN, NESTED_KERNEL,
};
use diagnostics::{Diagnostic, Sink};
use hir::{
    Directive, DirectiveId, DirectiveKind, FunctionId, GlobalAction, Item, KernelClauses, Node, Program,
    SharedAction, Span, StmtId, StmtKind, Symbol, VarId,
};
use source::Sources;

/// Checks the functions of one unit, and kernel names against earlier units.
pub(super) fn check(program: &Program, unit: usize, sources: &Sources, sink: &mut Sink) {
    for function in defined_in(program, unit) {
        check_function(program, sources, function, sink);
    }
    check_kernel_names(program, unit, sources, sink);
    for function in defined_in(program, unit) {
        let Some(body) = program.functions[function].body else { continue };
        let mut visible = program.functions[function].params.clone();
        check_hidden_names(program, sources, body, &mut visible, sink);
    }
}

/// The functions a unit defines.
pub(super) fn defined_in(program: &Program, unit: usize) -> impl Iterator<Item = FunctionId> {
    let items = program.units.get(unit).map(|unit| unit.items.as_slice()).unwrap_or_default();
    items.iter().filter_map(|item| match item {
        Item::Function(function) => Some(*function),
        _ => None,
    })
}

/// The regions around a place.
#[derive(Clone, Copy, Default)]
struct Around {
    kernel: Option<DirectiveId>,
    singular: Option<DirectiveId>,
    /// Below a `schedule`, where loops and kernels lie otherwise than they stand.
    is_scheduled: bool,
}

fn check_function(program: &Program, sources: &Sources, function: FunctionId, sink: &mut Sink) {
    let Some(body) = program.functions[function].body else { return };
    let own_kernel = program.stmts_below(body).find_map(|stmt| match program.stmts[stmt].kind {
        StmtKind::Kernel { directive, .. } => Some(directive),
        _ => None,
    });
    let is_main = sources.text(program.functions[function].name) == "main";
    let mut pending = vec![(Node::Stmt(body), Around::default())];
    while let Some((node, around)) = pending.pop() {
        let mut inside = around;
        if let Node::Stmt(stmt) = node
            && let Some(id) = program.directive_of(stmt)
        {
            let directive = &program.directives[id];
            match directive.kind {
                DirectiveKind::Kernel(_) => inside.kernel = Some(id),
                DirectiveKind::Singular => inside.singular = Some(id),
                DirectiveKind::Schedule(_) => inside.is_scheduled = true,
                _ => {}
            }
            let host = match (is_main, own_kernel) {
                (_, Some(kernel)) => Some(HostBecause::HasKernel(program.directives[kernel].span)),
                (true, None) => Some(HostBecause::IsMain),
                (false, None) => None,
            };
            sink_all(sink, misplaced(program, directive, around, host));
        }
        pending.extend(program.children_with_stmts(node).into_iter().rev().map(|child| (child, inside)));
    }
}

fn sink_all(sink: &mut Sink, diagnostic: Option<Diagnostic>) {
    diagnostic.into_iter().for_each(|diagnostic| sink.push(diagnostic));
}

/// How it is known that no kernel calls a function.
#[derive(Clone, Copy)]
enum HostBecause {
    IsMain,
    HasKernel(Span),
}

/// Who carries a directive out.
#[derive(PartialEq, Eq)]
enum Side {
    Host,
    Device,
    Either,
}

fn side(kind: &DirectiveKind) -> Side {
    match kind {
        DirectiveKind::Kernel(_)
        | DirectiveKind::Global(_)
        | DirectiveKind::ConstantCopyin(_)
        | DirectiveKind::ConstantRemove(_)
        | DirectiveKind::TextureCopyin { .. }
        | DirectiveKind::TextureRemove(_)
        | DirectiveKind::UseDevice(_) => Side::Host,
        DirectiveKind::LoopPartition(_)
        | DirectiveKind::Singular
        | DirectiveKind::Barrier
        | DirectiveKind::Shared(_)
        | DirectiveKind::Atomic => Side::Device,
        DirectiveKind::Shape(_)
        | DirectiveKind::Assume(_)
        | DirectiveKind::Tile(_)
        | DirectiveKind::Permute(_)
        | DirectiveKind::Schedule(_)
        | DirectiveKind::Unroll(_)
        | DirectiveKind::Collapse(_)
        | DirectiveKind::Stage { .. }
        | DirectiveKind::Fuse
        | DirectiveKind::Fission
        | DirectiveKind::Wavefront(_)
        | DirectiveKind::Snapshot(_)
        | DirectiveKind::CudaLite(_)
        | DirectiveKind::Error => Side::Either,
    }
}

fn misplaced(
    program: &Program,
    directive: &Directive,
    around: Around,
    host: Option<HostBecause>,
) -> Option<Diagnostic> {
    let place = |id: DirectiveId| program.directives[id].span;
    let name = name(&directive.kind);
    let side = side(&directive.kind);
    if let Some(singular) = around.singular
        && side == Side::Device
        && !matches!(directive.kind, DirectiveKind::Atomic)
    {
        return Some(in_singular(directive.span, name, place(singular)));
    }
    match (side, around.kernel) {
        (Side::Host, Some(kernel)) if matches!(directive.kind, DirectiveKind::Kernel(_)) => {
            Some(nested_kernel(directive.span, place(kernel)))
        }
        (Side::Host, Some(kernel)) => Some(host_directive_in_kernel(directive.span, name, place(kernel))),
        (Side::Device, None) if around.is_scheduled => None,
        (Side::Device, None) => host.map(|host| device_directive_on_host(directive.span, name, host)),
        _ => None,
    }
}

fn name(kind: &DirectiveKind) -> &'static str {
    match kind {
        DirectiveKind::Kernel(_) => "kernel",
        DirectiveKind::LoopPartition(_) => "loop_partition",
        DirectiveKind::Singular => "singular",
        DirectiveKind::Barrier => "barrier",
        DirectiveKind::Shape(_) => "shape",
        DirectiveKind::Global(GlobalAction::Alloc { .. }) => "global alloc",
        DirectiveKind::Global(GlobalAction::Copyin(_)) => "global copyin",
        DirectiveKind::Global(GlobalAction::Copyout { .. }) => "global copyout",
        DirectiveKind::Global(GlobalAction::Free(_)) => "global free",
        DirectiveKind::ConstantCopyin(_) => "constant copyin",
        DirectiveKind::ConstantRemove(_) => "constant remove",
        DirectiveKind::TextureCopyin { .. } => "texture copyin",
        DirectiveKind::TextureRemove(_) => "texture remove",
        DirectiveKind::Shared(SharedAction::Alloc { .. }) => "shared alloc",
        DirectiveKind::Shared(SharedAction::Copyout { .. }) => "shared copyout",
        DirectiveKind::Shared(SharedAction::Remove(_)) => "shared remove",
        DirectiveKind::UseDevice(_) => "use_device",
        DirectiveKind::Assume(_) => "assume",
        DirectiveKind::Atomic => "atomic",
        DirectiveKind::Tile(_) => "tile",
        DirectiveKind::Permute(_) => "permute",
        DirectiveKind::Schedule(_) => "schedule",
        DirectiveKind::Unroll(_) => "unroll",
        DirectiveKind::Collapse(_) => "collapse",
        DirectiveKind::Stage { .. } => "stage",
        DirectiveKind::Fuse => "fuse",
        DirectiveKind::Fission => "fission",
        DirectiveKind::Wavefront(_) => "wavefront",
        DirectiveKind::Snapshot(_) => "snapshot",
        DirectiveKind::CudaLite(_) => "cudalite",
        DirectiveKind::Error => "hicuda",
    }
}

/// A kernel becomes a function of its name, so that must be free.
fn check_kernel_names(program: &Program, unit: usize, sources: &Sources, sink: &mut Sink) {
    let own: BTreeSet<DirectiveId> = defined_in(program, unit)
        .filter_map(|function| program.functions[function].body)
        .flat_map(|body| program.stmts_below(body))
        .filter_map(|stmt| program.directive_of(stmt))
        .collect();
    let declared = declared_names(program, unit);
    let mut kernels: HashMap<Symbol, Span> = HashMap::new();
    // Directives are in the order of the units: a name's first use is met first.
    for (id, directive) in program.directives.iter() {
        let DirectiveKind::Kernel(KernelClauses { name, name_span: span, .. }) = directive.kind else {
            continue;
        };
        let first = *kernels.entry(name).or_insert(span);
        if !own.contains(&id) {
            continue;
        }
        // One function in a header is in several units, but one kernel.
        let is_another = (first.lo, first.hi) != (span.lo, span.hi);
        let taken = declared.get(&name).copied();
        if let Some(other) = is_another.then_some(first).or(taken) {
            sink.push(kernel_name_taken(span, &sources.text(name), other, is_another));
        }
    }
}

/// A launch names its kernel: no variable that is visible there may have that name. Statement nesting is bounded by the
/// parser.
fn check_hidden_names(
    program: &Program,
    sources: &Sources,
    stmt: StmtId,
    visible: &mut Vec<VarId>,
    sink: &mut Sink,
) {
    if let StmtKind::Kernel { directive, .. } = program.stmts[stmt].kind
        && let DirectiveKind::Kernel(KernelClauses { name, name_span, .. }) =
            program.directives[directive].kind
    {
        let hiding = visible.iter().rev().find(|var| program.vars[**var].name == Some(name));
        if let Some(&var) = hiding {
            sink.push(kernel_name_taken(name_span, &sources.text(name), program.vars[var].span, false));
        }
        return;
    }
    let outside = visible.len();
    for child in program.children(Node::Stmt(stmt)) {
        if let Node::Stmt(child) = child {
            check_hidden_names(program, sources, child, visible, sink);
            visible.extend(program.declared(child));
        }
    }
    visible.truncate(outside);
}

/// The names a unit declares at file level, with their places.
fn declared_names(program: &Program, unit: usize) -> HashMap<Symbol, Span> {
    let items = program.units.get(unit).map(|unit| unit.items.as_slice()).unwrap_or_default();
    let named = |item: &Item| match item {
        Item::Function(id) | Item::Prototype { function: id, .. } => {
            Some((program.functions[*id].name, program.functions[*id].span))
        }
        Item::Var { var, .. } => program.vars[*var].name.map(|name| (name, program.vars[*var].span)),
        Item::Typedef(id) => Some((program.typedefs[*id].name, program.typedefs[*id].span)),
        Item::Record { .. }
        | Item::Enum(_)
        | Item::StaticAssert(_)
        | Item::Asm(_)
        | Item::Pragma(_)
        | Item::Directive(_) => None,
    };
    items.iter().filter_map(named).collect()
}

fn nested_kernel(at: Span, outer: Span) -> Diagnostic {
    Diagnostic::new(&NESTED_KERNEL, at, "a kernel inside a kernel")
        .related(outer, "the outer kernel starts here")
        .help("end the outer kernel first, or divide the inner work with `loop_partition`")
}

fn host_directive_in_kernel(at: Span, name: &str, kernel: Span) -> Diagnostic {
    Diagnostic::new(&HOST_DIRECTIVE_IN_KERNEL, at, format!("`{name}` inside a kernel"))
        .related(kernel, "the kernel starts here")
        .note("device memory is managed by the host, outside kernels")
        .help("move it before the `kernel` or after the `kernel_end` line")
}

fn device_directive_on_host(at: Span, name: &str, host: HostBecause) -> Diagnostic {
    let diagnostic = Diagnostic::new(&DEVICE_DIRECTIVE_ON_HOST, at, format!("`{name}` outside a kernel"))
        .help("move it between a `kernel` and its `kernel_end`");
    match host {
        HostBecause::IsMain => diagnostic.note("`main` is never called from a kernel"),
        HostBecause::HasKernel(kernel) => diagnostic
            .related(kernel, "this function has a kernel of its own")
            .note("so no kernel can call it: kernels do not nest"),
    }
}

fn in_singular(at: Span, name: &str, singular: Span) -> Diagnostic {
    Diagnostic::new(&IN_SINGULAR, at, format!("`{name}` inside a `singular` region"))
        .related(singular, "the region starts here")
        .note("one thread of each block runs the region; the others are not there to take part")
        .help("end the region first")
}

fn kernel_name_taken(at: Span, name: &str, other: Span, is_kernel: bool) -> Diagnostic {
    let message = match is_kernel {
        true => format!("two kernels are called `{name}`"),
        false => format!("the kernel's name `{name}` is taken"),
    };
    Diagnostic::new(&KERNEL_NAME_TAKEN, at, message)
        .related(other, if is_kernel { "the other kernel" } else { "declared here" })
        .note("a kernel becomes a function of its name")
        .help("give the kernel another name")
}
