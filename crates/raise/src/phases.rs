//! Kernels whose threads wait for each other: a loop over blocks, in which the threads run from
//! barrier to barrier.
//!
//! ```text
//! tile[tx] = a[i];                  for (int tx = 0; tx < 64; tx++)
//! __syncthreads();                      tile[tx] = a[block * 64 + tx];
//! sum += tile[63 - tx];             for (int tx = 0; tx < 64; tx++)
//!                                       sum[tx] += tile[63 - tx];
//! ```
//! Between two barriers the threads of a block may run one after the other. A loop or branch
//! with a barrier in it must be taken alike by all of them, and goes around the loops over
//! threads (MCUDA's interchange). What a thread keeps across a barrier becomes an element of an
//! array, unless it can be computed again.
//!
//! Invariant: every statement of the kernel is in exactly one piece, in its old order.

use std::collections::{HashMap, HashSet};

use hir::{
    ArrayLen, Axis, Builder, CudaSpecs, ExprId, ExprKind, GridQuery, Init, Item, Span, StmtId, StmtKind,
    TypeKind, VarId,
};

use crate::directives;
use crate::grid::{AXES, is_pure, reads_memory};
use crate::kernel::{Aliases, Kernel, Refusal, statements};
use crate::normal::{root_variable, sibling};
use crate::threads::{Places, ThreadLoop, explicit_loops, in_loops, jumps, loop_over, negated, without};
use crate::uniform::Uniformity;

/// What a kernel with barriers becomes.
pub(crate) struct Phased {
    /// The axes along which a block has more than one thread, the slowest first.
    pub threads: Vec<Axis>,
    /// Loops over blocks, the outermost first.
    pub blocks: Vec<ThreadLoop>,
    /// What a block does.
    pub body: Vec<StmtId>,
}

/// Is it a call for which all threads of a block, or warp, wait?
pub(crate) fn is_barrier_call(b: &Builder<'_>, expr: ExprId) -> bool {
    let ExprKind::Call { callee, .. } = b.program.exprs[expr].kind else { return false };
    b.program.called_function(callee).is_some_and(|called| {
        let declared = &b.program.functions[called];
        let name = b.sources.text(declared.name);
        declared.builtin && ["__syncthreads", "__syncwarp"].contains(&&*name)
    })
}

fn is_barrier(b: &Builder<'_>, stmt: StmtId) -> bool {
    matches!(b.program.stmts[stmt].kind, StmtKind::Expr(expr) if is_barrier_call(b, expr))
}

fn has_barrier(b: &Builder<'_>, stmt: StmtId) -> bool {
    b.program.exprs_below(stmt).any(|expr| is_barrier_call(b, expr))
}

/// A part of what a block does.
enum Piece {
    /// Statements that the threads run one after the other.
    Phase(Vec<StmtId>),
    /// A statement of the block: a declaration, an assignment that all threads would make alike.
    Block(StmtId),
    /// Threads wait for each other.
    Barrier,
    /// Threads for which the condition holds leave.
    Leave(ExprId, Span),
    If {
        cond: ExprId,
        then: Vec<Piece>,
        otherwise: Option<Vec<Piece>>,
        span: Span,
    },
    For {
        init: Option<StmtId>,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: Vec<Piece>,
        span: Span,
    },
    While {
        cond: ExprId,
        body: Vec<Piece>,
        span: Span,
    },
    DoWhile {
        body: Vec<Piece>,
        cond: ExprId,
        span: Span,
    },
}

/// The loops of a kernel with barriers.
pub(crate) fn phases(kernel: &mut Kernel<'_, '_>, stmts: Vec<StmtId>) -> Result<Phased, Refusal> {
    let mut gone = HashSet::new();
    let mut places = Places::default();
    let aliases = Aliases::of(kernel, &stmts);
    for axis in AXES {
        places.add(kernel, &stmts, axis, &mut gone);
    }
    let uniformity = Uniformity::of(kernel, &stmts);
    let stmts = without(kernel, stmts, &gone);
    let mut pieces = pieces(kernel, &stmts, false)?;
    let of_block = variables_of_block(kernel, &uniformity, &pieces)?;
    pieces = hoisted(kernel, pieces, &of_block)?;
    check_uniform(kernel, &uniformity, &pieces)?;
    let counters = counters(kernel, &pieces);
    let crossing = crossing_variables(kernel, &pieces, &of_block);
    let again = computed_again(kernel, &pieces, &crossing, &of_block, &counters, &places);
    for &var in crossing.iter().filter(|var| !again.contains_key(var)) {
        let array = array_of_threads(kernel, &places, var)?;
        places.stored.insert(var, array);
    }
    let mut writer = Writer {
        kernel,
        places: &places,
        aliases: &aliases,
        again,
        guards: Vec::new(),
        declared: HashMap::new(),
    };
    let body = writer.pieces(&pieces)?;
    let blocks = explicit_loops(kernel, &places, GridQuery::BlockIndex);
    let is_thread = |place: &&(GridQuery, Axis, VarId)| place.0 == GridQuery::ThreadIndex;
    let threads = places.indices.iter().filter(is_thread).map(|place| place.1).collect();
    Ok(Phased { threads, blocks, body })
}

/// Takes statements apart at barriers. `inside` a loop of the block?
fn pieces(kernel: &mut Kernel<'_, '_>, stmts: &[StmtId], inside: bool) -> Result<Vec<Piece>, Refusal> {
    let mut out = Vec::new();
    let mut phase: Vec<StmtId> = Vec::new();
    let flush = |phase: &mut Vec<StmtId>, out: &mut Vec<Piece>| {
        if !phase.is_empty() {
            out.push(Piece::Phase(std::mem::take(phase)));
        }
    };
    let count = stmts.len();
    for (at, &stmt) in stmts.iter().enumerate() {
        let span = kernel.span_of(stmt);
        if is_barrier(kernel.b, stmt) {
            flush(&mut phase, &mut out);
            out.push(Piece::Barrier);
            continue;
        }
        if is_shared_declaration(kernel, stmt) {
            out.push(Piece::Block(stmt));
            continue;
        }
        if let Some(cond) = leaving(kernel, stmt) {
            if inside {
                return Err(Refusal::new(span, "threads leave inside a loop with a barrier"));
            }
            flush(&mut phase, &mut out);
            out.push(Piece::Leave(cond, span));
            continue;
        }
        let leaves = kernel.b.program.stmts_below(stmt).any(|s| {
            matches!(
                kernel.b.program.stmts[s].kind,
                StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::GotoComputed(_)
            )
        });
        if !has_barrier(kernel.b, stmt) {
            if leaves && (inside || at + 1 != count) {
                return Err(Refusal::new(span, "threads leave before others wait for them")
                    .help("let them skip the work instead: `if (i < n) { … }` without the barriers"));
            }
            let is_jump = |kind: &StmtKind| matches!(kind, StmtKind::Break | StmtKind::Continue);
            if inside && jumps(kernel.b, stmt, &is_jump) {
                flush(&mut phase, &mut out);
                out.push(jump(kernel, stmt)?);
                continue;
            }
            phase.push(stmt);
            continue;
        }
        flush(&mut phase, &mut out);
        out.push(match kernel.b.program.stmts[stmt].kind.clone() {
            StmtKind::Block(inner) => {
                out.extend(pieces(kernel, &inner, inside)?);
                continue;
            }
            StmtKind::If { cond, then, otherwise } => {
                let then = statements(kernel.b, then);
                let then = pieces(kernel, &then, true)?;
                let otherwise = match otherwise {
                    Some(stmt) => {
                        let stmts = statements(kernel.b, stmt);
                        Some(pieces(kernel, &stmts, true)?)
                    }
                    None => None,
                };
                Piece::If { cond, then, otherwise, span }
            }
            StmtKind::For { init, cond, step, body } => {
                let body = statements(kernel.b, body);
                let body = pieces(kernel, &body, true)?;
                Piece::For { init, cond, step, body, span }
            }
            StmtKind::While { cond, body } => {
                let body = statements(kernel.b, body);
                Piece::While { cond, body: pieces(kernel, &body, true)?, span }
            }
            StmtKind::DoWhile { body, cond } => {
                let body = statements(kernel.b, body);
                Piece::DoWhile { body: pieces(kernel, &body, true)?, cond, span }
            }
            _ => return Err(Refusal::new(span, "a barrier stands where threads cannot be told to wait")),
        });
    }
    flush(&mut phase, &mut out);
    Ok(out)
}

fn is_shared_declaration(kernel: &Kernel<'_, '_>, stmt: StmtId) -> bool {
    let StmtKind::Decl(items) = &kernel.b.program.stmts[stmt].kind else { return false };
    items.iter().any(|item| match item {
        Item::Var { var, .. } => kernel.b.program.vars[*var].cuda.has(CudaSpecs::SHARED),
        _ => false,
    })
}

/// The condition of `if (…) return;`.
fn leaving(kernel: &Kernel<'_, '_>, stmt: StmtId) -> Option<ExprId> {
    let StmtKind::If { cond, then, otherwise: None } = kernel.b.program.stmts[stmt].kind else { return None };
    match statements(kernel.b, then).as_slice() {
        [only] if matches!(kernel.b.program.stmts[*only].kind, StmtKind::Return(None)) => Some(cond),
        _ => None,
    }
}

/// `if (…) break;` of a loop that the block runs.
fn jump(kernel: &mut Kernel<'_, '_>, stmt: StmtId) -> Result<Piece, Refusal> {
    let span = kernel.span_of(stmt);
    if let StmtKind::If { cond, then, otherwise: None } = kernel.b.program.stmts[stmt].kind
        && let [only] = statements(kernel.b, then)[..]
        && matches!(kernel.b.program.stmts[only].kind, StmtKind::Break | StmtKind::Continue)
    {
        return Ok(Piece::If { cond, then: vec![Piece::Block(only)], otherwise: None, span });
    }
    Err(Refusal::new(span, "a jump in a loop with a barrier depends on more than one condition"))
}

/// Calls something with every piece.
fn each(pieces: &[Piece], visit: &mut dyn FnMut(&Piece)) {
    for piece in pieces {
        visit(piece);
        match piece {
            Piece::If { then, otherwise, .. } => {
                each(then, visit);
                otherwise.iter().for_each(|otherwise| each(otherwise, visit));
            }
            Piece::For { body, .. } | Piece::While { body, .. } | Piece::DoWhile { body, .. } => {
                each(body, visit);
            }
            Piece::Phase(_) | Piece::Block(_) | Piece::Barrier | Piece::Leave(..) => {}
        }
    }
}

/// The expressions that a block evaluates once, for all its threads.
fn headers(kernel: &Kernel<'_, '_>, uniformity: &Uniformity, pieces: &[Piece]) -> Vec<(ExprId, Span)> {
    let mut all = Vec::new();
    each(pieces, &mut |piece| match piece {
        Piece::If { cond, span, .. }
        | Piece::While { cond, span, .. }
        | Piece::DoWhile { cond, span, .. } => {
            all.push((*cond, *span));
        }
        Piece::For { init, cond, step, span, .. } => {
            let first = init.iter().flat_map(|init| kernel.b.program.exprs_below(*init));
            all.extend(first.chain(*cond).chain(*step).map(|expr| (expr, *span)));
        }
        Piece::Leave(cond, span) if uniformity.is_uniform(kernel, *cond) => all.push((*cond, *span)),
        Piece::Phase(_) | Piece::Block(_) | Piece::Barrier | Piece::Leave(..) => {}
    });
    all
}

/// The local variables that a block needs for itself, as its loops' bounds.
fn variables_of_block(
    kernel: &Kernel<'_, '_>,
    uniformity: &Uniformity,
    pieces: &[Piece],
) -> Result<HashSet<VarId>, Refusal> {
    let mut needed: HashSet<VarId> = HashSet::new();
    let mut pending: Vec<ExprId> = headers(kernel, uniformity, pieces).into_iter().map(|h| h.0).collect();
    let values = definitions(kernel, pieces);
    while let Some(expr) = pending.pop() {
        for below in kernel.b.program.exprs_below(expr) {
            if let ExprKind::Var(var) = kernel.b.program.exprs[below].kind
                && is_own_local(kernel, var)
                && needed.insert(var)
            {
                pending.extend(values.get(&var).into_iter().flatten());
            }
        }
    }
    Ok(needed)
}

fn is_own_local(kernel: &Kernel<'_, '_>, var: VarId) -> bool {
    let declared = &kernel.b.program.vars[var];
    declared.storage == hir::VarStorage::Local
        && !declared.cuda.has(CudaSpecs::SHARED)
        && !kernel.b.program.constants.contains_key(&var)
}

/// What variables get, wherever.
fn definitions(kernel: &Kernel<'_, '_>, pieces: &[Piece]) -> HashMap<VarId, Vec<ExprId>> {
    let program = &*kernel.b.program;
    let mut values: HashMap<VarId, Vec<ExprId>> = HashMap::new();
    let mut add = |stmt: StmtId| {
        for below in program.stmts_below(stmt) {
            let StmtKind::Decl(items) = &program.stmts[below].kind else { continue };
            for item in items {
                if let Item::Var { var, with_init: true, .. } = item
                    && let Some(Init::Expr(value)) = program.vars[*var].init
                {
                    values.entry(*var).or_default().push(value);
                }
            }
        }
        for expr in program.exprs_below(stmt) {
            if let ExprKind::Assign { lhs, rhs } | ExprKind::AssignOp { lhs, rhs, .. } =
                program.exprs[expr].kind
                && let Some(var) = root_variable(kernel.b, lhs)
            {
                values.entry(var).or_default().push(rhs);
            }
        }
    };
    each(pieces, &mut |piece| match piece {
        Piece::Phase(stmts) => stmts.iter().for_each(|stmt| add(*stmt)),
        Piece::Block(stmt) => add(*stmt),
        Piece::For { init: Some(init), .. } => add(*init),
        _ => {}
    });
    values
}

/// Takes statements that set a variable of the block out of the phases.
fn hoisted(
    kernel: &mut Kernel<'_, '_>,
    pieces: Vec<Piece>,
    of_block: &HashSet<VarId>,
) -> Result<Vec<Piece>, Refusal> {
    let mut out = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Phase(stmts) => {
                let mut phase = Vec::new();
                for stmt in stmts {
                    match set_by(kernel, stmt, of_block)? {
                        SetsBlock::Nothing => phase.push(stmt),
                        SetsBlock::Quietly => out.push(Piece::Block(stmt)),
                        SetsBlock::Later => {
                            if !phase.is_empty() {
                                out.push(Piece::Phase(std::mem::take(&mut phase)));
                            }
                            out.push(Piece::Block(stmt));
                        }
                    }
                }
                if !phase.is_empty() {
                    out.push(Piece::Phase(phase));
                }
            }
            Piece::If { cond, then, otherwise, span } => {
                let then = hoisted(kernel, then, of_block)?;
                let otherwise = otherwise.map(|o| hoisted(kernel, o, of_block)).transpose()?;
                out.push(Piece::If { cond, then, otherwise, span });
            }
            Piece::For { init, cond, step, body, span } => {
                let body = hoisted(kernel, body, of_block)?;
                out.push(Piece::For { init, cond, step, body, span });
            }
            Piece::While { cond, body, span } => {
                let body = hoisted(kernel, body, of_block)?;
                out.push(Piece::While { cond, body, span });
            }
            Piece::DoWhile { body, cond, span } => {
                let body = hoisted(kernel, body, of_block)?;
                out.push(Piece::DoWhile { body, cond, span });
            }
            Piece::Block(_) | Piece::Barrier | Piece::Leave(..) => out.push(piece),
        }
    }
    Ok(out)
}

/// How a statement sets variables of the block.
enum SetsBlock {
    Nothing,
    /// It declares one without reading memory: it may come before the phase it was in.
    Quietly,
    /// It belongs between what was before and what comes behind it.
    Later,
}

fn set_by(kernel: &Kernel<'_, '_>, stmt: StmtId, of_block: &HashSet<VarId>) -> Result<SetsBlock, Refusal> {
    let program = &*kernel.b.program;
    if let StmtKind::Decl(items) = &program.stmts[stmt].kind {
        let is_needed = |item: &Item| matches!(item, Item::Var { var, .. } if of_block.contains(var));
        let needed = items.iter().filter(|item| is_needed(item)).count();
        if needed == 0 {
            return Ok(SetsBlock::Nothing);
        }
        if needed < items.len() {
            let reason = "one declaration has a variable of the block and one of the thread";
            return Err(Refusal::new(kernel.span_of(stmt), reason).help("declare them apart"));
        }
        let quiet = !program.exprs_below(stmt).any(|e| reads_memory(program, e))
            && program.exprs_below(stmt).all(|e| match program.exprs[e].kind {
                ExprKind::Var(var) => !kernel.is_changed(var),
                _ => true,
            });
        return Ok(if quiet { SetsBlock::Quietly } else { SetsBlock::Later });
    }
    let mut sets = false;
    for expr in program.exprs_below(stmt) {
        let root = program.assigned_or_addressed(expr).and_then(|place| root_variable(kernel.b, place));
        sets |= root.is_some_and(|var| of_block.contains(&var));
    }
    if !sets {
        return Ok(SetsBlock::Nothing);
    }
    match program.stmts[stmt].kind {
        StmtKind::Expr(_) => Ok(SetsBlock::Later),
        _ => {
            let reason = "what decides about a barrier is computed by each thread in a branch or loop";
            Err(Refusal::new(kernel.span_of(stmt), reason))
        }
    }
}

/// Everything that a block evaluates once is the same for all its threads.
fn check_uniform(kernel: &Kernel<'_, '_>, uniformity: &Uniformity, pieces: &[Piece]) -> Result<(), Refusal> {
    let refuse = |span: Span| {
        Refusal::new(span, "threads of a block may disagree on whether they reach a barrier")
            .help("move the barrier out of the branch or loop, so that all threads of the block reach it")
    };
    for (expr, span) in headers(kernel, uniformity, pieces) {
        if !uniformity.is_uniform(kernel, expr) {
            return Err(refuse(span));
        }
    }
    let mut wrong = None;
    each(pieces, &mut |piece| {
        if let Piece::Block(stmt) = piece
            && !is_shared_declaration(kernel, *stmt)
            && !kernel.b.program.exprs_below(*stmt).all(|expr| uniformity.is_uniform(kernel, expr))
        {
            wrong = wrong.or(Some(kernel.span_of(*stmt)));
        }
    });
    wrong.map_or(Ok(()), |span| Err(refuse(span)))
}

/// Variables that a loop of the block counts with, and only its heading changes.
fn counters(kernel: &Kernel<'_, '_>, pieces: &[Piece]) -> HashSet<VarId> {
    let mut declared = HashSet::new();
    let mut changed_inside = HashSet::new();
    each(pieces, &mut |piece| match piece {
        Piece::For { init: Some(init), .. } => {
            if let StmtKind::Decl(items) = &kernel.b.program.stmts[*init].kind {
                declared.extend(items.iter().filter_map(|item| match item {
                    Item::Var { var, .. } => Some(*var),
                    _ => None,
                }));
            }
        }
        Piece::Phase(stmts) => stmts.iter().for_each(|stmt| changed_inside.extend(changed_by(kernel, *stmt))),
        Piece::Block(stmt) => changed_inside.extend(changed_by(kernel, *stmt)),
        _ => {}
    });
    declared.difference(&changed_inside).copied().collect()
}

fn changed_by(kernel: &Kernel<'_, '_>, stmt: StmtId) -> Vec<VarId> {
    let program = &*kernel.b.program;
    let places = program.exprs_below(stmt).filter_map(|expr| program.assigned_or_addressed(expr));
    places.filter_map(|place| root_variable(kernel.b, place)).collect()
}

/// Variables of threads that are used in another phase than the one that declares them, in the
/// order of their declarations.
fn crossing_variables(kernel: &Kernel<'_, '_>, pieces: &[Piece], of_block: &HashSet<VarId>) -> Vec<VarId> {
    let mut home: Vec<(VarId, usize)> = Vec::new();
    let mut used: HashMap<VarId, HashSet<usize>> = HashMap::new();
    let mut number = 0;
    each(pieces, &mut |piece| match piece {
        Piece::Phase(stmts) => {
            number += 1;
            for &stmt in stmts {
                if let StmtKind::Decl(items) = &kernel.b.program.stmts[stmt].kind {
                    home.extend(items.iter().filter_map(|item| match item {
                        Item::Var { var, .. } => Some((*var, number)),
                        _ => None,
                    }));
                }
            }
            for var in kernel.mentions(stmts).into_keys() {
                used.entry(var).or_default().insert(number);
            }
        }
        Piece::Leave(cond, _) => {
            // Asked by every phase behind it.
            for below in kernel.b.program.exprs_below(*cond) {
                if let ExprKind::Var(var) = kernel.b.program.exprs[below].kind {
                    used.entry(var).or_default().insert(usize::MAX);
                }
            }
        }
        _ => {}
    });
    let crosses = |(var, home): &(VarId, usize)| {
        !of_block.contains(var) && used.get(var).is_some_and(|used| used.iter().any(|at| at != home))
    };
    home.iter().filter(|entry| crosses(entry)).map(|entry| entry.0).collect()
}

/// Variables that each phase computes again from the thread's place, with their declarations.
fn computed_again(
    kernel: &Kernel<'_, '_>,
    pieces: &[Piece],
    crossing: &[VarId],
    of_block: &HashSet<VarId>,
    counters: &HashSet<VarId>,
    places: &Places,
) -> HashMap<VarId, (usize, StmtId)> {
    let program = &*kernel.b.program;
    let mut again: HashMap<VarId, (usize, StmtId)> = HashMap::new();
    let indices: HashSet<VarId> = places.indices.iter().map(|place| place.2).collect();
    let mut declarations: HashMap<VarId, StmtId> = HashMap::new();
    let mut local_to_phase: HashMap<VarId, StmtId> = HashMap::new();
    each(pieces, &mut |piece| {
        let Piece::Phase(stmts) = piece else { return };
        for &stmt in stmts {
            if let Some((var, _)) = kernel.declared_value(stmt) {
                if crossing.contains(&var) {
                    declarations.insert(var, stmt);
                } else {
                    local_to_phase.insert(var, stmt);
                }
            }
        }
    });
    let params = &program.functions[kernel.function].params;
    for &var in crossing {
        let Some(&stmt) = declarations.get(&var) else { continue };
        let Some((_, value)) = kernel.declared_value(stmt) else { continue };
        let is_known = |expr: ExprId| match program.exprs[expr].kind {
            ExprKind::Var(v) => {
                params.contains(&v)
                    || again.contains_key(&v)
                    || indices.contains(&v)
                    || counters.contains(&v)
                    || of_block.contains(&v) && !kernel.is_changed(v)
                    || program.constants.contains_key(&v)
                    || program.vars[v].storage == hir::VarStorage::Predefined
                    || program.vars[v].cuda.has(CudaSpecs::SHARED)
                        && program.types.is_array(program.vars[v].ty)
            }
            _ => true,
        };
        let is_again = !kernel.is_changed(var)
            && is_pure(program, kernel.b.sources, value)
            && !reads_memory(program, value)
            && program.exprs_below(value).all(is_known);
        if is_again {
            again.insert(var, (again.len(), stmt));
        }
    }
    again
}

/// An array with an element for each thread of a block.
fn array_of_threads(kernel: &mut Kernel<'_, '_>, places: &Places, var: VarId) -> Result<VarId, Refusal> {
    let mut ty = kernel.b.program.vars[var].ty.unqualified();
    let mut axes: Vec<Axis> =
        places.indices.iter().filter(|p| p.0 == GridQuery::ThreadIndex).map(|p| p.1).collect();
    axes.reverse();
    for axis in axes {
        ty = match kernel.known_size(GridQuery::BlockSize, axis) {
            Some(size) => kernel.b.program.types.array_of(ty, u64::try_from(size).unwrap_or(1)),
            None => {
                let size = kernel.size(GridQuery::BlockSize, axis);
                kernel.b.program.types.intern(TypeKind::Array(ty, ArrayLen::Variable(size)))
            }
        };
    }
    Ok(sibling(kernel, var, ty))
}

/// Writes pieces as statements.
struct Writer<'s, 'a, 'p> {
    kernel: &'s mut Kernel<'a, 'p>,
    places: &'s Places,
    aliases: &'s Aliases,
    /// Computed again by each phase that asks: their order and declarations.
    again: HashMap<VarId, (usize, StmtId)>,
    /// Conditions under which threads are still there.
    guards: Vec<ExprId>,
    /// The declarations of `again`, as loops have them.
    declared: HashMap<VarId, StmtId>,
}

impl Writer<'_, '_, '_> {
    fn pieces(&mut self, pieces: &[Piece]) -> Result<Vec<StmtId>, Refusal> {
        let mut out = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Phase(stmts) => self.phase(stmts, &mut out)?,
                Piece::Block(stmt) if is_shared_declaration(self.kernel, *stmt) => {
                    self.shared_declaration(*stmt, &mut out)?;
                }
                Piece::Block(stmt) => out.push(self.of_block(*stmt)?),
                Piece::Barrier => out.push(directives::barrier(self.kernel.b)),
                Piece::Leave(cond, span) => self.leave(*cond, *span)?,
                Piece::If { cond, then, otherwise, .. } => {
                    let cond = self.header(*cond)?;
                    let then = self.pieces(then)?;
                    let then = self.kernel.b.block(then);
                    let otherwise = match otherwise {
                        Some(otherwise) => {
                            let stmts = self.pieces(otherwise)?;
                            Some(self.kernel.b.block(stmts))
                        }
                        None => None,
                    };
                    out.push(self.kernel.b.stmt(StmtKind::If { cond, then, otherwise }));
                }
                Piece::For { init, cond, step, body, .. } => {
                    let init = match init {
                        Some(init) => Some(self.of_block(*init)?),
                        None => None,
                    };
                    let cond = cond.map(|cond| self.header(cond)).transpose()?;
                    let step = step.map(|step| self.header(step)).transpose()?;
                    let body = self.pieces(body)?;
                    let body = self.kernel.b.stmt(StmtKind::Block(body));
                    out.push(self.kernel.b.stmt(StmtKind::For { init, cond, step, body }));
                }
                Piece::While { cond, body, .. } => {
                    let cond = self.header(*cond)?;
                    let body = self.pieces(body)?;
                    let body = self.kernel.b.stmt(StmtKind::Block(body));
                    out.push(self.kernel.b.stmt(StmtKind::While { cond, body }));
                }
                Piece::DoWhile { body, cond, .. } => {
                    let body = self.pieces(body)?;
                    let body = self.kernel.b.stmt(StmtKind::Block(body));
                    let cond = self.header(*cond)?;
                    out.push(self.kernel.b.stmt(StmtKind::DoWhile { body, cond }));
                }
            }
        }
        Ok(out)
    }

    /// A statement as the block runs it.
    fn of_block(&mut self, stmt: StmtId) -> Result<StmtId, Refusal> {
        let stmts = in_loops(self.kernel, self.places, self.aliases, vec![stmt])?;
        match stmts[..] {
            [only] => Ok(only),
            _ => Ok(self.kernel.b.block(stmts)),
        }
    }

    fn header(&mut self, expr: ExprId) -> Result<ExprId, Refusal> {
        let stmt = self.kernel.b.stmt(StmtKind::Expr(expr));
        let written = in_loops(self.kernel, self.places, self.aliases, vec![stmt])?;
        match written.first().map(|&stmt| self.kernel.b.program.stmts[stmt].kind.clone()) {
            Some(StmtKind::Expr(expr)) => Ok(expr),
            _ => Ok(expr),
        }
    }

    /// A shared array is an array of the block.
    fn shared_declaration(&mut self, stmt: StmtId, out: &mut Vec<StmtId>) -> Result<(), Refusal> {
        let span = self.kernel.span_of(stmt);
        let StmtKind::Decl(items) = self.kernel.b.program.stmts[stmt].kind.clone() else { return Ok(()) };
        let mut own = Vec::new();
        for item in items {
            let Item::Var { var, with_init, .. } = item else { continue };
            if with_init {
                return Err(Refusal::new(span, "a `__shared__` variable has an initialiser"));
            }
            let mut ty = self.kernel.b.program.vars[var].ty;
            if self.kernel.b.program.size_of(ty).is_none() {
                ty = self.dynamic_array(ty, span)?;
            }
            let declared = &mut self.kernel.b.program.vars[var];
            (declared.cuda, declared.storage, declared.ty) =
                (CudaSpecs::default(), hir::VarStorage::Local, ty);
            own.push(Item::Var { var, with_init: false, is_extern: false, ty });
        }
        let vars: Vec<VarId> = own
            .iter()
            .filter_map(|item| match item {
                Item::Var { var, .. } => Some(*var),
                _ => None,
            })
            .collect();
        out.push(self.kernel.b.stmt(StmtKind::Decl(own)));
        out.extend(vars.into_iter().map(|var| directives::shared(self.kernel.b, var)));
        Ok(())
    }

    /// `extern __shared__ float s[];` has the bytes that the launch says.
    fn dynamic_array(&mut self, ty: hir::Type, span: Span) -> Result<hir::Type, Refusal> {
        let unknown = Refusal::new(span, "the size of `extern __shared__` memory is not known");
        let Some(element) = self.kernel.b.program.types.element(ty) else { return Err(unknown) };
        let Some(bytes_each) = self.kernel.b.program.size_of(element) else { return Err(unknown) };
        let bytes: Vec<Option<i128>> = self
            .kernel
            .launches
            .iter()
            .map(|l| {
                l.shared.and_then(|s| crate::grid::constant(self.kernel.b.program, self.kernel.changed, s))
            })
            .collect();
        if let Some(Some(first)) = bytes.first()
            && bytes.iter().all(|other| other == &Some(*first))
        {
            let count = u64::try_from(*first).unwrap_or(0) / bytes_each;
            return Ok(self.kernel.b.program.types.array_of(element, count.max(1)));
        }
        let var = match self.kernel.shared_bytes {
            Some(_) => return Err(Refusal::new(span, "two arrays share the `extern __shared__` memory")),
            None => self.kernel.fresh("shared_bytes", hir::Type::INT),
        };
        self.kernel.shared_bytes = Some(var);
        let all = self.kernel.b.var(var);
        let each = self.kernel.b.int(i64::try_from(bytes_each).unwrap_or(1));
        let count = self.kernel.b.div(all, each);
        Ok(self.kernel.b.program.types.intern(TypeKind::Array(element, ArrayLen::Variable(count))))
    }

    /// Threads that leave take part in no phase behind this place.
    fn leave(&mut self, cond: ExprId, span: Span) -> Result<(), Refusal> {
        let program = &*self.kernel.b.program;
        if !is_pure(program, self.kernel.b.sources, cond) || reads_memory(program, cond) {
            return Err(Refusal::new(
                span,
                "threads leave before others wait for them, by a condition that cannot be asked again",
            ));
        }
        let is_kept = |expr: ExprId| match program.exprs[expr].kind {
            ExprKind::Var(var) => !self.kernel.is_changed(var),
            _ => true,
        };
        if !program.exprs_below(cond).all(is_kept) {
            return Err(Refusal::new(
                span,
                "threads leave before others wait for them, by a value that changes later",
            ));
        }
        let stay = negated(self.kernel.b, cond);
        self.guards.push(stay);
        Ok(())
    }

    /// A loop over the threads of the block.
    fn phase(&mut self, stmts: &[StmtId], out: &mut Vec<StmtId>) -> Result<(), Refusal> {
        let mut own: Vec<StmtId> = Vec::new();
        for &stmt in stmts {
            let declares = self.kernel.declared_value(stmt);
            if declares.is_some_and(|(var, _)| self.again.contains_key(&var)) {
                continue;
            }
            self.declare_stored(stmt, out, &mut own)?;
        }
        if own.is_empty() {
            return Ok(());
        }
        let guard = match self.guards.clone() {
            guards if guards.is_empty() => None,
            guards => self.kernel.b.all_of(&guards),
        };
        let mut asked: HashSet<VarId> = self.kernel.mentions(&own).into_keys().collect();
        if let Some(guard) = guard {
            let program = &*self.kernel.b.program;
            asked.extend(program.exprs_below(guard).filter_map(|e| program.variable_of(e)));
        }
        let mut body = self.again_for(asked)?;
        let own = match guard {
            Some(guard) => vec![self.kernel.b.if_then(guard, own)],
            None => own,
        };
        body.extend(in_loops(self.kernel, self.places, self.aliases, own)?);
        let loops = explicit_loops(self.kernel, self.places, GridQuery::ThreadIndex);
        for thread_loop in loops.iter().rev() {
            body = vec![loop_over(self.kernel.b, thread_loop, body)];
        }
        out.extend(body);
        Ok(())
    }

    /// The declarations of what is computed again, those first that others need.
    fn again_for(&mut self, asked: HashSet<VarId>) -> Result<Vec<StmtId>, Refusal> {
        let mut needed: HashSet<VarId> = HashSet::new();
        let mut pending: Vec<VarId> = asked.into_iter().collect();
        while let Some(var) = pending.pop() {
            let Some((_, stmt)) = self.again.get(&var) else { continue };
            if needed.insert(var) {
                pending.extend(self.kernel.mentions(&[*stmt]).into_keys());
            }
        }
        let mut ordered: Vec<(usize, VarId, StmtId)> =
            needed.into_iter().filter_map(|var| self.again.get(&var).map(|&(at, s)| (at, var, s))).collect();
        ordered.sort_by_key(|entry| entry.0);
        let mut out = Vec::new();
        for (_, var, stmt) in ordered {
            let written = match self.declared.get(&var) {
                Some(&written) => written,
                None => {
                    let stmts = in_loops(self.kernel, self.places, self.aliases, vec![stmt])?;
                    let Some(&written) = stmts.first() else { continue };
                    self.declared.insert(var, written);
                    written
                }
            };
            out.push(written);
        }
        Ok(out)
    }

    /// A declaration of variables that cross barriers: their arrays belong to the block, their
    /// first values to the threads.
    fn declare_stored(
        &mut self,
        stmt: StmtId,
        out: &mut Vec<StmtId>,
        own: &mut Vec<StmtId>,
    ) -> Result<(), Refusal> {
        let StmtKind::Decl(items) = self.kernel.b.program.stmts[stmt].kind.clone() else {
            own.push(stmt);
            return Ok(());
        };
        let is_stored =
            |item: &Item| matches!(item, Item::Var { var, .. } if self.places.stored.contains_key(var));
        if !items.iter().any(is_stored) {
            own.push(stmt);
            return Ok(());
        }
        let span = self.kernel.span_of(stmt);
        for item in items {
            let Item::Var { var, with_init, .. } = item else { continue };
            let Some(&array) = self.places.stored.get(&var) else {
                let alone = hir::Stmt { kind: StmtKind::Decl(vec![item]), span };
                own.push(self.kernel.b.program.stmts.alloc(alone));
                continue;
            };
            out.push(self.kernel.b.declare(array, None));
            out.push(directives::shared(self.kernel.b, array));
            match (with_init, self.kernel.b.program.vars[var].init.clone()) {
                (true, Some(Init::Expr(value))) => {
                    let place = self.kernel.b.var(var);
                    own.push(self.kernel.b.assign(place, value));
                }
                (true, _) => {
                    let name = self.kernel.b.name_of(var);
                    return Err(Refusal::new(
                        span,
                        format!("`{name}` is initialised as a whole and lives across a barrier"),
                    )
                    .help("assign its elements one by one"));
                }
                (false, _) => {}
            }
        }
        Ok(())
    }
}
