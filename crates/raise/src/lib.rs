//! CUDA kernels back to sequential C: what blocks and threads stand for, as loops.
//!
//! ```text
//! __global__ void scale(float *a, int n)         void scale(float *a, int n)
//! {                                              {
//!     int i = blockIdx.x * 256 + threadIdx.x;    #pragma hicuda loop_partition over_tblock over_thread
//!     if (i < n)                                     for (int i = 0; i < n; i++)
//!         a[i] *= 2;                                     a[i] *= 2;
//! }                                              }
//! scale<<<(n + 255) / 256, 256>>>(a, n);         scale(a, n);
//! ```
//! A kernel's body is put in normal form (`normal`), its calls become C's (`words`), and then it
//! is one loop nest (`threads`) or, with barriers, a loop over blocks around loops over threads
//! (`phases`, with `uniform`). `grid` and `cover` read the launches. The host's text is edited,
//! not printed (`host`); what it still needs of CUDA gets short definitions (`stand_ins`).
//!
//! Invariant: the C program prints what the CUDA program prints, or there is none and the reason
//! is told.

mod comments;
mod cover;
mod directives;
mod grid;
mod host;
mod host_data;
mod kernel;
mod normal;
mod phases;
mod stand_ins;
mod threads;
mod uniform;
mod words;

use std::collections::HashMap;

use diagnostics::{Diagnostic, Sink, codes};
use emit::{Dialect, Names, Printer, Style};
use hir::{
    Axis, Builder, CudaSpecs, ExprKind, FunctionId, GridQuery, Program, Span, StmtId, StmtKind, Symbol, VarId,
};
use source::{FileId, Sources};

use grid::Launch;
use kernel::{Kernel, Refusal};

/// A CUDA file to be raised.
pub struct Unit<'a> {
    /// The program.
    pub program: &'a mut Program,
    /// Its texts.
    pub sources: &'a mut Sources,
    /// The file.
    pub file: FileId,
    /// Does a macro mean at a place what it meant where it was used?
    pub holds: &'a dyn Fn(Symbol, Span, &Sources) -> bool,
}

/// A raised file.
#[derive(Clone, Debug)]
pub struct Text {
    /// With directives on its loops and data.
    pub with_directives: Vec<u8>,
    /// The same without them.
    pub plain: Vec<u8>,
}

/// A kernel as a function of C.
pub(crate) struct Raised {
    pub function: FunctionId,
    /// The text of its body, braces included.
    pub body: String,
    /// Sizes that became parameters, and what they are called.
    pub sizes: Vec<(GridQuery, Axis, String)>,
    /// The same for bytes of shared memory.
    pub shared_bytes: Option<String>,
    pub launches: Vec<Launch>,
}

/// Raises the kernels of a file: its text in C, or `None` and the reasons in the sink.
pub fn raise(mut unit: Unit<'_>, sink: &mut Sink) -> Option<Text> {
    let kernels: Vec<FunctionId> = unit
        .program
        .functions
        .iter()
        .filter(|(_, f)| f.cuda.has(CudaSpecs::GLOBAL) && f.body.is_some())
        .map(|(id, _)| id)
        .collect();
    let before = sink.error_count();
    if kernels.is_empty() {
        let start = source::FileRange { file: unit.file, start: 0, end: 0 };
        let place = unit.sources.map.span(start);
        sink.push(
            Diagnostic::new(
                &codes::NOTHING_TO_RAISE,
                place,
                "this program has no `__global__` kernel: there is nothing to raise",
            )
            .help("`raise` is for CUDA files; C with directives is read as it is"),
        );
        return None;
    }
    let changed = grid::changed_variables(unit.program);
    let mut raised = Vec::new();
    for kernel in kernels {
        let launches = grid::launches(unit.program, &changed, kernel);
        match one_kernel(&mut unit, kernel, &changed, &launches) {
            Ok(kernel) => raised.push(kernel),
            Err(refusal) => sink.push(not_raised(&unit, kernel, refusal)),
        }
    }
    for refusal in refused_functions(&unit) {
        sink.push(host_not_raised(refusal));
    }
    if sink.error_count() > before {
        return None;
    }
    match host::text(&unit, &changed, &raised) {
        Ok(text) => Some(text),
        Err(refusal) => {
            sink.push(host_not_raised(refusal));
            None
        }
    }
}

fn not_raised(unit: &Unit<'_>, kernel: FunctionId, refusal: Refusal) -> Diagnostic {
    let name = unit.sources.text(unit.program.functions[kernel].name);
    let message = format!("`{name}` cannot be raised: {}", refusal.reason);
    let error = Diagnostic::new(&codes::KERNEL_NOT_RAISED, refusal.span, message);
    match refusal.help {
        Some(help) => error.help(help),
        None => error.note("the kernel stays CUDA; no file is written"),
    }
}

fn host_not_raised(refusal: Refusal) -> Diagnostic {
    let error = Diagnostic::new(&codes::HOST_NOT_RAISED, refusal.span, refusal.reason);
    match refusal.help {
        Some(help) => error.help(help),
        None => error,
    }
}

/// Directives on the loops would not be accepted, and why.
pub fn without_directives(place: Span, reason: &str) -> Diagnostic {
    let message = "the raised loops have no directives, which `check` would refuse";
    Diagnostic::new(&codes::RAISED_WITHOUT_DIRECTIVES, place, message).note(format!("with them: {reason}"))
}

/// What a reader of the raised text sees is not what the program said: told by whoever reads it
/// again.
pub fn not_c(place: Span, message: &str) -> Diagnostic {
    Diagnostic::new(&codes::HOST_NOT_RAISED, place, format!("the raised program is not C: {message}"))
        .help("write the host part in C; `warploom translate --target cpu` takes C++ as it is")
}

/// One kernel.
fn one_kernel(
    unit: &mut Unit<'_>,
    function: FunctionId,
    changed: &std::collections::HashSet<VarId>,
    launches: &[Launch],
) -> Result<Raised, Refusal> {
    let declared = &unit.program.functions[function];
    let span = declared.span;
    let Some(body) = declared.body else { return Err(Refusal::new(span, "it has no body")) };
    let is_here = unit.sources.map.range(span).is_some_and(|range| range.file == unit.file);
    if !is_here {
        return Err(Refusal::new(span, "it stands in a header, whose text other files share"));
    }
    if unit.program.template_instances.contains(&function) {
        return Err(Refusal::new(span, "it is a template").help("write it for the types it is launched with"));
    }
    check_device_code(unit, body)?;
    check_launches(unit, changed, launches)?;
    let place = unit.program.functions[function].def_span.unwrap_or(span);
    let body_span = unit.program.stmts[body].span;
    let mut b = Builder { program: unit.program, sources: unit.sources, origin: Span::BUILTIN };
    let body = words::in_c(&mut b, body)?;
    let mut kernel = Kernel::new(&mut b, function, changed, launches);
    let has_barriers = normal::has_barriers(&kernel);
    let stmts = normal::statements_of(&mut kernel, body);
    let whole = if has_barriers || declares_shared(&kernel, &stmts) {
        let phased = phases::phases(&mut kernel, stmts)?;
        in_nest(&mut kernel, Vec::new(), (&phased.blocks, &phased.threads), phased.body)
    } else {
        let nest = threads::nest(&mut kernel, stmts)?;
        let threads: Vec<Axis> = nest.loops.iter().filter(|l| l.threads).map(|l| l.axis).collect();
        in_nest(&mut kernel, nest.before, (&nest.loops, &threads), nest.body)
    };
    let (sizes, shared_bytes) = (kernel.sizes, kernel.shared_bytes);
    let whole = match b.sources.map.range(body_span) {
        Some(range) => comments::restored(&mut b, unit.file, range.start as usize..range.end as usize, whole),
        None => whole,
    };
    let (program, sources) = (&*unit.program, &*unit.sources);
    let may_name = |name: Symbol| (unit.holds)(name, place, sources);
    let names = Names { functions: words::names(program, sources), ..Names::default() };
    let style = Style { dialect: Dialect::C, names, macros: Some(&may_name), ..Style::default() };
    let mut printer = Printer::new(program, sources, style);
    printer.function_body(whole);
    // Which blocks get which iterations is left to the compiler.
    let body = printer.finish().replace("over_tblock(BLOCK)", "over_tblock");
    let name_of =
        |var: VarId| program.vars[var].name.map_or(String::new(), |name| sources.text(name).into_owned());
    Ok(Raised {
        function,
        body: body.trim().to_owned(),
        sizes: sizes.into_iter().map(|(query, axis, var)| (query, axis, name_of(var))).collect(),
        shared_bytes: shared_bytes.map(name_of),
        launches: launches.to_vec(),
    })
}

/// Loops around a body.
fn in_nest(
    kernel: &mut Kernel<'_, '_>,
    before: Vec<StmtId>,
    (loops, threads): (&[threads::ThreadLoop], &[Axis]),
    body: Vec<StmtId>,
) -> StmtId {
    let mut body = body;
    for thread_loop in loops.iter().rev() {
        body = vec![threads::loop_over(kernel.b, thread_loop, body)];
    }
    let region = directives::kernel(kernel, loops, threads, body);
    let all = before.into_iter().chain([region]).collect();
    kernel.b.stmt(StmtKind::Block(all))
}

fn declares_shared(kernel: &Kernel<'_, '_>, stmts: &[StmtId]) -> bool {
    let program = &*kernel.b.program;
    stmts.iter().flat_map(|&stmt| program.stmts_below(stmt)).any(|stmt| match &program.stmts[stmt].kind {
        StmtKind::Decl(items) => items.iter().any(|item| match item {
            hir::Item::Var { var, .. } => program.vars[*var].cuda.has(CudaSpecs::SHARED),
            _ => false,
        }),
        _ => false,
    })
}

/// Refuses what depends on threads running side by side.
fn check_device_code(unit: &Unit<'_>, body: StmtId) -> Result<(), Refusal> {
    let program = &*unit.program;
    for expr in program.exprs_below(body) {
        let node = &program.exprs[expr];
        match &node.kind {
            ExprKind::Call { callee, .. } => {
                let Some(called) = program.called_function(*callee) else {
                    return Err(Refusal::new(node.span, "it calls through a pointer"));
                };
                if let Some(reason) = words::refused_call(program, unit.sources, called) {
                    return Err(Refusal::new(node.span, reason));
                }
            }
            ExprKind::Launch { .. } => {
                return Err(Refusal::new(node.span, "it launches a kernel itself"));
            }
            ExprKind::Var(var) => {
                let pointee = program.types.pointee(program.vars[*var].ty).unwrap_or(program.vars[*var].ty);
                let is_volatile = |ty: hir::Type| ty.quals.has(hir::Qualifiers::VOLATILE);
                if is_volatile(pointee) || is_volatile(program.vars[*var].ty) {
                    let reason = "threads exchange values through `volatile` memory without a barrier";
                    return Err(Refusal::new(node.span, reason)
                        .help("wait at a `__syncthreads()` or `__syncwarp()` between write and read"));
                }
                let is_whole = grid::grid_variable(program, unit.sources, expr).is_some();
                if is_whole && !is_member_base(program, body, expr) {
                    return Err(Refusal::new(node.span, "a grid variable is used as a whole")
                        .help("use its members `x`, `y` and `z`"));
                }
            }
            _ => {}
        }
    }
    for stmt in program.stmts_below(body) {
        match &program.stmts[stmt].kind {
            StmtKind::Asm(_) => {
                return Err(Refusal::new(program.stmts[stmt].span, "it has assembler in it"));
            }
            StmtKind::While { cond, .. } | StmtKind::DoWhile { cond, .. } if waits(unit, *cond) => {
                return Err(Refusal::new(program.stmts[stmt].span, "it waits for another thread"));
            }
            StmtKind::For { cond: Some(cond), .. } if waits(unit, *cond) => {
                return Err(Refusal::new(program.stmts[stmt].span, "it waits for another thread"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Does a condition wait for what another thread does?
fn waits(unit: &Unit<'_>, cond: hir::ExprId) -> bool {
    unit.program.exprs_below(cond).any(|expr| match &unit.program.exprs[expr].kind {
        ExprKind::Call { callee, .. } => unit
            .program
            .called_function(*callee)
            .is_some_and(|f| unit.sources.text(unit.program.functions[f].name).starts_with("atomic")),
        _ => false,
    })
}

fn is_member_base(program: &Program, body: StmtId, expr: hir::ExprId) -> bool {
    program.exprs_below(body).any(|e| match program.exprs[e].kind {
        ExprKind::Member { base, .. } => grid::without_conversions(program, base) == expr,
        _ => false,
    })
}

/// Launches whose sizes can be taken away.
fn check_launches(
    unit: &Unit<'_>,
    changed: &std::collections::HashSet<VarId>,
    launches: &[Launch],
) -> Result<(), Refusal> {
    for launch in launches {
        let sizes = launch.block.map(|size| grid::size_constant(unit.program, changed, size).unwrap_or(1));
        let threads: i128 = sizes.iter().product();
        if threads > 1024 {
            let reason = format!("a block of {threads} threads is launched, and GPUs have at most 1024");
            return Err(Refusal::new(unit.program.exprs[launch.expr].span, reason)
                .help("launch smaller blocks: this launch fails, and the kernel never runs"));
        }
        let ExprKind::Launch { config, .. } = &unit.program.exprs[launch.expr].kind else { continue };
        for &size in config {
            let has_effect = unit.program.exprs_below(size).any(|expr| {
                matches!(
                    unit.program.exprs[expr].kind,
                    ExprKind::Assign { .. } | ExprKind::AssignOp { .. } | ExprKind::IncDec { .. }
                )
            });
            if has_effect {
                return Err(Refusal::new(
                    unit.program.exprs[size].span,
                    "the size of a launch changes a variable",
                ));
            }
        }
    }
    Ok(())
}

/// Functions of the device that ask for a thread's place, or wait.
fn refused_functions(unit: &Unit<'_>) -> Vec<Refusal> {
    let program = &*unit.program;
    let mut refused = Vec::new();
    for (_, function) in program.functions.iter() {
        let Some(body) = function.body else { continue };
        let is_device = function.cuda.has(CudaSpecs::DEVICE) && !function.cuda.has(CudaSpecs::GLOBAL);
        if !is_device || function.builtin {
            continue;
        }
        let name = unit.sources.text(function.name);
        if let Err(refusal) = check_device_code(unit, body) {
            refused.push(Refusal {
                reason: format!("`{name}` cannot be raised: {}", refusal.reason),
                ..refusal
            });
            continue;
        }
        let asks = program.exprs_below(body).find(|&expr| {
            grid::grid_variable(program, unit.sources, expr).is_some()
                || matches!(&program.exprs[expr].kind, ExprKind::Call { callee, .. }
                if program.called_function(*callee).is_some_and(|f| {
                    unit.sources.text(program.functions[f].name).starts_with("__sync")
                }))
        });
        if let Some(expr) = asks {
            let reason =
                format!("`{name}` cannot be raised: it asks for a thread's place, or waits for others");
            refused.push(
                Refusal::new(program.exprs[expr].span, reason)
                    .help("pass what it needs as an argument, or write its body where it is called"),
            );
        }
    }
    refused
}

/// Names by function, for the host's text.
pub(crate) fn renamed(unit: &Unit<'_>) -> HashMap<FunctionId, String> {
    words::names(unit.program, unit.sources)
}
