//! Sections that a loop may load a step ahead.
//!
//! ```c
//! for (int kk = 0; kk < n; kk += 32) {
//! #pragma hicuda shared alloc a[i][kk:kk+31] copyin
//! #pragma hicuda barrier
//!     …                                             // work on the section
//! #pragma hicuda barrier
//! #pragma hicuda shared remove a
//! }
//! ```
//! The block would wait for every section. Instead the next one may be on its way while the
//! block works: it goes to a second buffer in shared memory, and the two take turns. Which
//! loops can do so is decided here, how it is done is the target's matter
//! (`kir::Ahead`, [`kir::SharedArray::buffers`]).
//!
//! Invariant: what is loaded in step `k` could as well be loaded in step `k - 1`. Nothing in
//! the kernel writes the array, the section follows from the index and from what the loop
//! does not change, and the loop is left only where its condition says so, which the next
//! value of the index is tested with. And it must pay: there is a next step, the work is not
//! so long that the load is nothing beside it, and the second buffer leaves room for another
//! block. `ahead(1)` says that it pays, `ahead(0)` that it does not; where the first cannot be
//! kept, that is an error.

use std::collections::HashSet;

use analyze::packing::ALIGNMENT;
use diagnostics::{Diagnostic, codes};
use hir::{BinaryOp, ExprId, ExprKind, IncDec, Node, Program, Span, StmtKind, VarId};
use kir::{Ahead, MemorySpace, ParamValue, SectionLoop, SharedArray, SharedArrayId, SharedTransfer, Stmt};

use crate::columns::tile_clauses;
use crate::kernel::KernelOutline;
use crate::work::{self, declared};

/// Where a thread computes more expressions than this for each byte that it loads, the loads
/// take next to no time beside them: other blocks work meanwhile.
const MOST_WORK_PER_BYTE: u64 = 2048;
/// As many threads as a block has if nothing is known.
const THREADS: u64 = 256;

/// What a loop begins with, its condition and its step.
type Head = (Option<hir::StmtId>, ExprId, ExprId);

/// The search for loops that load ahead.
struct Search {
    /// Arrays use the same memory one after the other.
    takes_turns: bool,
    /// Those that must be loaded ahead and cannot, which was told.
    refused: HashSet<SharedArrayId>,
}

impl KernelOutline<'_, '_> {
    /// Marks such loops, and gives their shared arrays a second buffer.
    pub(crate) fn load_ahead(&mut self, body: &mut Stmt) {
        let mut search = Search { takes_turns: self.takes_turns(), refused: HashSet::new() };
        // With each, how many copies of it a thread runs.
        let mut pending: Vec<(&mut Stmt, u64)> = vec![(body, 1)];
        while let Some((stmt, copies)) = pending.pop() {
            match stmt {
                Stmt::Block(stmts) => pending.extend(stmts.iter_mut().map(|stmt| (stmt, copies))),
                Stmt::If { then, otherwise, .. } => {
                    pending.push((then, copies));
                    pending.extend(otherwise.as_deref_mut().map(|stmt| (stmt, copies)));
                }
                Stmt::For { init, cond: Some(cond), step: Some(step), body, ahead, .. } => {
                    *ahead = self.ahead_if_told((*init, *cond, *step), body, copies, &mut search);
                    pending.push((body, copies));
                }
                Stmt::For { body, .. } | Stmt::Singular(body) => pending.push((body, copies)),
                Stmt::Partition(p) => pending.push((&mut p.body, copies.saturating_mul(p.jam))),
                Stmt::Plain(_) | Stmt::Barrier(_) | Stmt::Transfer(_) => {}
            }
        }
        let is_unkept = |(id, array): &(SharedArrayId, &SharedArray)| {
            self.said(array) == Some(1) && array.buffers == 1 && !search.refused.contains(id)
        };
        let unkept: Vec<Diagnostic> =
            self.shared.iter().filter(is_unkept).map(|(_, array)| self.no_loop(array)).collect();
        unkept.into_iter().for_each(|error| self.o.sink.push(error));
        self.place_buffers();
    }

    /// The number of `ahead` in a `shared alloc`.
    fn said(&self, array: &SharedArray) -> Option<u64> {
        tile_clauses(self.o.b.program, array.directive).ahead
    }

    /// How a loop goes on, if it can load ahead and nothing says that it must not.
    fn ahead_if_told(&mut self, head: Head, body: &Stmt, copies: u64, search: &mut Search) -> Option<Ahead> {
        let sections = SectionLoop::of(body)?;
        let numbers: Vec<Option<u64>> =
            sections.transfers().map(|t| self.said(&self.shared[t.shared])).collect();
        let (is_asked, is_forbidden) = (numbers.contains(&Some(1)), numbers.contains(&Some(0)));
        let found = match (is_asked, is_forbidden) {
            (false, true) => return None,
            (false, false) if search.takes_turns || !self.pays(&sections, copies) => return None,
            (true, true) => Err("another section that the loop loads with it has `ahead(0)`".to_owned()),
            (_, false) => self.ahead(head, &sections, is_asked),
        };
        match found {
            Ok((ahead, bytes)) => {
                if !is_asked {
                    self.o.sink.push(self.loaded_ahead(&sections, bytes));
                }
                Some(ahead)
            }
            Err(reason) if is_asked => {
                search.refused.extend(sections.transfers().map(|t| t.shared));
                self.o.sink.push(self.not_loaded_ahead(&sections, &reason));
                None
            }
            Err(_) => None,
        }
    }

    /// Is the work on a section short enough for its load to matter?
    fn pays(&self, sections: &SectionLoop<'_>, copies: u64) -> bool {
        let work = work::expressions(self.o.b.program, sections.work).saturating_mul(copies);
        work <= self.bytes_of_thread(sections).saturating_mul(MOST_WORK_PER_BYTE)
    }

    /// How a loop goes on that can load ahead, and the bytes of shared memory that it takes; or why it cannot.
    fn ahead(
        &mut self,
        (init, cond, step): Head,
        sections: &SectionLoop<'_>,
        is_asked: bool,
    ) -> Result<(Ahead, u64), String> {
        let declared = init.and_then(|init| declared(self.o.b.program, init));
        let (index, first) = declared.ok_or("the head of the loop does not give its index a value")?;
        let changed = changed_by(self.o.b.program, sections.work)
            .ok_or("a `break`, `continue`, `return` or label stands in the loop")?;
        let program = &*self.o.b.program;
        let stays = |expr: ExprId| {
            is_arithmetic(program, expr) && !mentions(program, expr, |var| changed.contains(&var))
        };
        if changed.contains(&index) || ![first, cond].into_iter().all(stays) {
            return Err("the body of the loop may change how long it runs".to_owned());
        }
        for t in sections.transfers() {
            if !t.dims.iter().all(|dim| stays(dim.lo)) {
                return Err("where the section begins depends on what the loop changes".to_owned());
            }
            self.is_constant(t)?;
        }
        let runs = match trips(program, index, first, cond, step) {
            Some(trips) if trips < 2 => return Err("the loop has no second step".to_owned()),
            trips => trips.is_some(),
        };
        let arrays: HashSet<SharedArrayId> = sections.transfers().map(|t| t.shared).collect();
        if arrays.len() != sections.loads.len() {
            return Err("a step loads it more than once".to_owned());
        }
        let bytes = self.shared_bytes(&arrays);
        let device = program.device;
        let most = if is_asked { device.shared_per_block } else { device.shared_by_choice };
        if bytes > most {
            return Err(format!("with two buffers the block would have {bytes} bytes of shared memory"));
        }
        let next = self.next(index, step).filter(|_| !changed.iter().any(|var| self.is_in(step, *var)));
        let next = next.ok_or("the index does not move by the same plain distance in each step")?;
        for &array in &arrays {
            self.shared[array].buffers = 2;
        }
        Ok((Ahead { index, first, next, runs }, bytes))
    }

    /// Is the array that a transfer reads the same all the time, and in pieces that can be on
    /// their way by themselves? If not, why.
    fn is_constant(&self, t: &SharedTransfer) -> Result<(), String> {
        let array = &self.o.out.arrays[t.array];
        let is_read_only = self.params.iter().any(|param| {
            let alone = ParamValue::Array { array: t.array, written: false, overlaps: false };
            param.var == t.device && param.value == alone
        });
        let program = &*self.o.b.program;
        let element = self.shared[t.shared].element;
        let (size, align) = (program.size_of(element), program.align_of(element));
        // Of a copy that is found by an address it is not known where it begins.
        let is_aligned = !array.by_address || size == align;
        match (is_read_only, array.space == MemorySpace::Global, is_aligned) {
            (false, ..) => Err("the kernel writes the array, or another name of it".to_owned()),
            (_, false, _) => Err("the array is not in global memory".to_owned()),
            (.., false) => {
                Err("it is not known that the device copy begins at a multiple of its elements".to_owned())
            }
            _ if matches!(size, Some(4 | 8 | 16)) => Ok(()),
            _ => Err("its elements are not of 4, 8 or 16 bytes".to_owned()),
        }
    }

    /// The index a step later.
    fn next(&mut self, index: VarId, step: ExprId) -> Option<ExprId> {
        let b = &mut self.o.b;
        let of_index = |operand: ExprId| b.program.converted_variable(operand) == Some(index);
        let (op, distance) = match b.program.exprs[step].kind {
            ExprKind::IncDec { op, operand, .. } if of_index(operand) => (op, None),
            ExprKind::AssignOp { op: BinaryOp::Add, lhs, rhs, .. } if of_index(lhs) => {
                (IncDec::Inc, Some(rhs))
            }
            ExprKind::AssignOp { op: BinaryOp::Sub, lhs, rhs, .. } if of_index(lhs) => {
                (IncDec::Dec, Some(rhs))
            }
            _ => return None,
        };
        let is_plain = distance.is_none_or(|distance| is_arithmetic(b.program, distance));
        // Narrower numbers would have wrapped on assignment.
        let is_wide = b.program.size_of(b.program.vars[index].ty).is_some_and(|size| size >= 4);
        if !is_plain || !is_wide || b.program.types.as_builtin(b.program.vars[index].ty).is_none() {
            return None;
        }
        let (now, distance) = (b.var(index), distance.unwrap_or_else(|| b.int(1)));
        let op = if op == IncDec::Inc { BinaryOp::Add } else { BinaryOp::Sub };
        Some(b.binary(op, now, distance))
    }

    /// What a thread loads of the sections of one step.
    fn bytes_of_thread(&self, sections: &SectionLoop<'_>) -> u64 {
        let sizes = self.threads.sizes.iter();
        let threads = sizes.map(|size| size.unwrap_or(THREADS)).product::<u64>().clamp(1, 1024);
        let bytes = |t: &SharedTransfer| {
            let elements: u64 = t.dims.iter().map(|dim| dim.extent).product();
            elements * self.o.b.program.size_of(self.shared[t.shared].element).unwrap_or(1)
        };
        sections.transfers().map(bytes).sum::<u64>().div_ceil(threads)
    }

    fn is_in(&self, expr: ExprId, var: VarId) -> bool {
        mentions(self.o.b.program, expr, |mentioned| mentioned == var)
    }

    /// Bytes of all shared arrays, with two buffers for some more of them.
    fn shared_bytes(&self, twice: &HashSet<SharedArrayId>) -> u64 {
        let bytes = |(id, array): (SharedArrayId, &kir::SharedArray)| {
            let buffers = if twice.contains(&id) { 2 } else { array.buffers };
            (self.bytes_of(array) * buffers).next_multiple_of(ALIGNMENT)
        };
        self.shared.iter().map(bytes).sum()
    }

    /// Do arrays use the same memory one after the other? Then there is no room for more.
    fn takes_turns(&self) -> bool {
        self.shared_bytes(&HashSet::new()) > self.end_of_shared().next_multiple_of(ALIGNMENT)
    }

    /// Where the last of them ends, with all buffers.
    pub(crate) fn end_of_shared(&self) -> u64 {
        let end = |(_, array): (_, &SharedArray)| array.offset + self.bytes_of(array) * array.buffers;
        self.shared.iter().map(end).max().unwrap_or(0)
    }

    fn bytes_of(&self, array: &kir::SharedArray) -> u64 {
        array.len() * self.o.b.program.size_of(array.element).unwrap_or(1)
    }

    /// The arrays one behind the other, with their buffers.
    pub(crate) fn place_buffers(&mut self) {
        let sizes: Vec<(SharedArrayId, u64)> =
            self.shared.iter().map(|(id, array)| (id, self.bytes_of(array) * array.buffers)).collect();
        if self.shared.iter().all(|(_, array)| array.buffers == 1) {
            return;
        }
        let mut offset = 0;
        for (id, size) in sizes {
            self.shared[id].offset = offset;
            offset = (offset + size).next_multiple_of(ALIGNMENT);
        }
    }

    fn loaded_ahead(&self, sections: &SectionLoop<'_>, bytes: u64) -> Diagnostic {
        let (place, names) = self.place_and_names(sections.transfers());
        Diagnostic::new(
            &codes::LOADED_AHEAD,
            place,
            format!("on a GPU the next section of {names} is loaded while this one is used"),
        )
        .label(format!("with two buffers the block has {bytes} bytes of shared memory"))
        .help("write `ahead(1)` to say so, or `ahead(0)` to forbid it")
    }

    /// Where transfers stand, and whose they are.
    fn place_and_names<'t>(&self, transfers: impl Iterator<Item = &'t SharedTransfer>) -> (Span, String) {
        let mut place = None;
        let mut names = Vec::new();
        for t in transfers {
            place.get_or_insert(self.o.b.program.directives[t.directive].span);
            names.push(format!("`{}`", self.o.b.sources.text(self.o.out.arrays[t.array].name)));
        }
        // Several sections of an array stand side by side.
        names.dedup();
        (place.unwrap_or(Span::BUILTIN), names.join(" and "))
    }

    fn not_loaded_ahead(&self, sections: &SectionLoop<'_>, reason: &str) -> Diagnostic {
        let asks = |t: &&SharedTransfer| self.said(&self.shared[t.shared]) == Some(1);
        let (place, names) = self.place_and_names(sections.transfers().filter(asks));
        Diagnostic::new(
            &codes::TILE_CLAUSE_NOT_KEPT,
            place,
            format!("the next section of {names} cannot be loaded while this one is used"),
        )
        .label(reason.to_owned())
        .help("change that, or leave `ahead(1)` out")
    }

    fn no_loop(&self, array: &SharedArray) -> Diagnostic {
        let name = self.name_of_shared(array);
        Diagnostic::new(
            &codes::TILE_CLAUSE_NOT_KEPT,
            self.o.b.program.directives[array.directive].span,
            format!("`ahead(1)` of `{name}` has no next section"),
        )
        .label("no loop begins each step by loading it")
        .help("put it with its `copyin` first in the body of a loop over sections, or leave `ahead(1)` out")
    }

    /// What the user calls a shared array.
    pub(crate) fn name_of_shared(&self, array: &SharedArray) -> String {
        let place = self.facts.shared.iter().find(|facts| facts.directive == array.directive);
        place.map_or_else(String::new, |facts| self.o.path_name(&facts.place))
    }
}

/// The variables that statements change, or declare, or let others change; `None` if one
/// of the statements leaves the loop around them.
fn changed_by(program: &Program, work: &[Stmt]) -> Option<HashSet<VarId>> {
    let mut changed = HashSet::new();
    for partition in work.iter().flat_map(Stmt::partitions) {
        changed.insert(partition.index);
        changed.extend(partition.batch.into_iter().flat_map(|batch| [batch.base, batch.lane]));
    }
    for part in work.iter().flat_map(Stmt::plain_parts) {
        for node in program.nodes(part) {
            match node {
                Node::Expr(expr) => changed.extend(changed_variable(program, expr)),
                Node::Stmt(stmt) => match &program.stmts[stmt].kind {
                    StmtKind::Decl(_) => changed.extend(program.declared(stmt)),
                    // One that belongs to an inner loop would do no harm; such loops are left
                    // as they are.
                    StmtKind::Label { .. } => return None,
                    kind if kind.is_jump() => return None,
                    _ => {}
                },
            }
        }
    }
    Some(changed)
}

/// The variable that an expression changes, or whose address it gives away.
fn changed_variable(program: &Program, expr: ExprId) -> Option<VarId> {
    let mut target = program.assigned_or_addressed(expr)?;
    while let ExprKind::Member { base, arrow: false, .. } = program.exprs[target].kind {
        target = base;
    }
    program.converted_variable(target)
}

fn mentions(program: &Program, expr: ExprId, is_it: impl Fn(VarId) -> bool) -> bool {
    program.exprs_below(expr).any(|below| program.converted_variable(below).is_some_and(&is_it))
}

/// Does it only compute, with variables and numbers?
fn is_arithmetic(program: &Program, expr: ExprId) -> bool {
    program.exprs_below(expr).all(|below| {
        matches!(
            program.exprs[below].kind,
            ExprKind::Int { .. }
                | ExprKind::Enumerator(_)
                | ExprKind::Grid(..)
                | ExprKind::Binary { .. }
                | ExprKind::Unary { .. }
                | ExprKind::Cast { .. }
                | ExprKind::Conditional { .. }
                | ExprKind::Member { arrow: false, .. }
                | ExprKind::Var(_)
        )
    })
}

/// How often `for (k = 0; k < 64; k += 8)` runs, where that can be told.
fn trips(program: &Program, index: VarId, first: ExprId, cond: ExprId, step: ExprId) -> Option<i128> {
    let number = |expr| hir::const_eval::integer(program, expr);
    let ExprKind::Binary { op, lhs, rhs } = program.exprs[cond].kind else { return None };
    let distance = match program.exprs[step].kind {
        ExprKind::IncDec { op: IncDec::Inc, .. } => 1,
        ExprKind::IncDec { op: IncDec::Dec, .. } => -1,
        ExprKind::AssignOp { op: BinaryOp::Add, rhs, .. } => number(rhs)?,
        ExprKind::AssignOp { op: BinaryOp::Sub, rhs, .. } => number(rhs)?.checked_neg()?,
        _ => return None,
    };
    // How far it is to the last index, at least.
    let reach = number(rhs)?.checked_sub(number(first)?)?;
    let (reach, distance) = match op {
        BinaryOp::Lt if distance > 0 => (reach.checked_sub(1)?, distance),
        BinaryOp::Le if distance > 0 => (reach, distance),
        BinaryOp::Gt if distance < 0 => (reach.checked_neg()?.checked_sub(1)?, distance.checked_neg()?),
        BinaryOp::Ge if distance < 0 => (reach.checked_neg()?, distance.checked_neg()?),
        _ => return None,
    };
    let is_counted = program.converted_variable(lhs) == Some(index);
    is_counted.then(|| if reach < 0 { 0 } else { reach / distance + 1 })
}
