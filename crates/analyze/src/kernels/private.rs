//! Arrays of which each iteration has its own.
//!
//! ```c
//! int t[4];
//! #pragma hicuda kernel …
//! #pragma hicuda loop_partition over_tblock over_thread      // `private(t)` need not be written
//! for (i…) { for (k…) t[k] = a[i] + k; b[i] = t[3] - t[0]; }
//! ```
//! `t` has no device copy, and needs none: each iteration writes what it reads of it, and
//! nobody wants what the last one left there. The kernel declares it inside the loop. Where the
//! compiler cannot see that, `private(t)` asks for it, and what is in the way is reported; with
//! `independent` the user vouches for the order of reads and writes.
//!
//! Scalars and structs are treated in `scalars`: each thread has its own of them anyway.
//!
//! Invariant: an array that [`find`] returns is used in the kernel inside the returned loops
//! only, no read of it sees what another iteration or the host wrote, and the host reads
//! nothing that the kernel wrote there. The user may have vouched for the reads.

use std::collections::{BTreeMap, BTreeSet};

use affine::LinearExpr;
use diagnostics::{Diagnostic, Sink, codes};
use hir::{DirectiveKind, ExprKind, Node, PartitionClauses, Span, StmtId, StmtKind, VarId, VarStorage};

use crate::region::Region;
use crate::scalars::FunctionFlow;
use crate::set_before::{Loops, Order, is_set_before};
use crate::{Access, Input, PartitionFacts, Place, device_functions};

/// Larger arrays are not made private unless a clause asks for it: a thread has few registers.
const MOST_BYTES_INFERRED: u64 = 16 * 1024;
/// What a thread can have.
const MOST_BYTES: u64 = 512 * 1024;

/// What is known of the kernel.
pub struct Kernel<'a, 'p> {
    /// The program.
    pub input: &'a Input<'p>,
    /// The `StmtKind::Kernel`.
    pub stmt: StmtId,
    /// Its region.
    pub body: StmtId,
    /// What was found there.
    pub region: &'a Region,
    /// Its partitioned loops.
    pub partitions: &'a BTreeMap<StmtId, PartitionFacts>,
    /// Its function.
    pub flow: &'a FunctionFlow<'a, 'p>,
    /// Has a place a device copy there, or was one refused or released?
    pub has_copy: &'a dyn Fn(&Place) -> bool,
}

/// The private arrays of each partitioned loop that has some, and why others have none.
#[derive(Default)]
pub struct Private {
    /// By the `For` statement.
    pub arrays: BTreeMap<StmtId, Vec<VarId>>,
    /// Scratch arrays that are read where nothing is known to be written.
    pub read_first: BTreeMap<VarId, Span>,
    /// What is each iteration's own by the user's word alone, with the loop.
    pub trusted: BTreeSet<(StmtId, VarId)>,
}

/// Finds the arrays that iterations have for themselves; reports clauses that cannot be kept.
pub fn find(kernel: &Kernel<'_, '_>, sink: &mut Sink) -> Private {
    let mut private = Private::default();
    let mut asked: BTreeMap<VarId, Vec<Clause<'_>>> = BTreeMap::new();
    for (stmt, partition) in kernel.partitions {
        let Some(clauses) = clauses(kernel.input, partition) else { continue };
        for &name in &clauses.private {
            let ExprKind::Var(var) = kernel.input.program.exprs[name].kind else { continue };
            let clause = Clause { stmt: *stmt, clauses, span: kernel.input.span(name) };
            if let Some(error) = kernel.cannot_be_private(var, &clause) {
                sink.push(error);
            } else if kernel.is_array(var) {
                asked.entry(var).or_default().push(clause);
            }
        }
    }
    let mut order = None;
    for (var, accesses) in kernel.arrays() {
        let order = order.get_or_insert_with(|| Order::of(kernel.input.program, kernel.body));
        let asked = asked.get(&var).map_or(&[][..], Vec::as_slice);
        match kernel.own(var, &accesses, asked, order) {
            Ok(Homes { loops, trusted }) => {
                private.trusted.extend(trusted.into_iter().map(|stmt| (stmt, var)));
                for stmt in loops {
                    private.arrays.entry(stmt).or_default().push(var);
                }
            }
            Err(reason) => match asked.first() {
                Some(clause) => {
                    sink.push(kernel.refused(var, clause, &reason));
                    // It is said once that it is not as it was meant.
                    private.arrays.entry(clause.stmt).or_default().push(var);
                }
                None => {
                    if let Reason::ReadFirst(span) = reason {
                        private.read_first.insert(var, span);
                    }
                }
            },
        }
    }
    private
}

/// What clauses of a loop, or of one around it, name together with `independent`.
pub fn vouched(
    input: &Input<'_>,
    partitions: &BTreeMap<StmtId, PartitionFacts>,
    stmt: StmtId,
) -> BTreeSet<VarId> {
    let is_around =
        |outer: &StmtId| *outer == stmt || input.program.stmts_below(*outer).any(|inner| inner == stmt);
    let mut found = BTreeSet::new();
    for (outer, partition) in partitions {
        let Some(clauses) = clauses(input, partition).filter(|clauses| clauses.independent) else { continue };
        if !clauses.private.is_empty() && is_around(outer) {
            found.extend(clauses.private.iter().filter_map(|name| input.program.variable_of(*name)));
        }
    }
    found
}

fn clauses<'p>(input: &Input<'p>, partition: &PartitionFacts) -> Option<&'p PartitionClauses> {
    match &input.program.directives[partition.directive].kind {
        DirectiveKind::LoopPartition(clauses) => Some(clauses),
        _ => None,
    }
}

/// A name in a `private` clause.
struct Clause<'p> {
    stmt: StmtId,
    clauses: &'p PartitionClauses,
    span: Span,
}

/// The loops whose iterations have an array for themselves.
struct Homes {
    loops: BTreeSet<StmtId>,
    /// Those where the user vouches for it.
    trusted: BTreeSet<StmtId>,
}

/// Why an array is not an iteration's own.
enum Reason {
    /// An element may be read that the iteration has not written.
    ReadFirst(Span),
    /// It is used outside the loop.
    UsedOutside(Span),
    /// The host may read what is in it afterwards.
    WantedAfter(Span),
    /// Thread 0 alone does something with it.
    Singular(Span),
    /// A thread cannot have so much.
    TooLarge,
}

impl Kernel<'_, '_> {
    fn is_array(&self, var: VarId) -> bool {
        let program = self.input.program;
        program.types.is_array(program.vars[var].ty)
    }

    /// Is it made anew for each call? What lives as long as the program has one place for all threads.
    fn is_automatic(&self, var: VarId) -> bool {
        matches!(self.input.program.vars[var].storage, VarStorage::Local | VarStorage::Param)
    }

    /// Arrays from outside that have no device copy, are written in the kernel and read there.
    fn arrays(&self) -> BTreeMap<VarId, Vec<&Access>> {
        let mut found: BTreeMap<VarId, Vec<&Access>> = BTreeMap::new();
        for access in &self.region.found.accesses {
            let var = access.place.var;
            let is_own = self.region.locals.contains(&var) || self.region.callees.contains(&var);
            if access.place.path.is_empty() && !is_own && self.is_array(var) {
                found.entry(var).or_default().push(access);
            }
        }
        found.retain(|var, accesses| {
            let is_constant = device_functions::is_constant(self.input, *var);
            accesses.iter().any(|access| access.mode.writes())
                && accesses.iter().any(|access| access.mode.reads())
                && !is_constant
                && self.is_automatic(*var)
                && !(self.has_copy)(&Place::var(*var))
        });
        found
    }

    /// The loops whose iterations have the array for themselves, all that use it.
    fn own(
        &self,
        var: VarId,
        accesses: &[&Access],
        asked: &[Clause<'_>],
        order: &Order,
    ) -> Result<Homes, Reason> {
        let program = self.input.program;
        let most = if asked.is_empty() { MOST_BYTES_INFERRED } else { MOST_BYTES };
        if program.size_of(program.vars[var].ty).is_none_or(|size| size > most) {
            return Err(Reason::TooLarge);
        }
        let mut homes = BTreeSet::new();
        let mut vouched = BTreeSet::new();
        for access in accesses {
            let is_home = |stmt: &&StmtId| match asked {
                [] => self.partitions.contains_key(*stmt),
                asked => asked.iter().any(|clause| clause.stmt == **stmt),
            };
            let home = access.loops.iter().find(is_home).ok_or(Reason::UsedOutside(access.span))?;
            homes.insert(*home);
            let clause = asked.iter().find(|clause| clause.stmt == *home);
            if clause.is_some_and(|clause| clause.clauses.independent) {
                vouched.insert(*home);
            }
        }
        if let Some(at) = self.used_by_one_thread(var) {
            return Err(Reason::Singular(at));
        }
        if let Some(at) = self.wanted_after(var) {
            return Err(Reason::WantedAfter(at));
        }
        let all: Vec<Access> = accesses.iter().map(|access| self.with_knowledge(access)).collect();
        let all: Vec<&Access> = all.iter().collect();
        let place = Place::var(var);
        let lengths = crate::set_before::lengths(self.input, &place);
        let loops = Loops {
            program,
            canonical: &self.region.loops,
            is_shared_out: &|stmt| self.partitions.contains_key(&stmt),
            symbols: &self.region.values.symbols,
            order,
        };
        let mut trusted = BTreeSet::new();
        for (number, access) in all.iter().enumerate().filter(|(_, access)| access.mode.reads()) {
            if is_set_before(&loops, &all, number, &lengths) {
                continue;
            }
            let home = access.loops.iter().find(|stmt| vouched.contains(stmt));
            trusted.insert(*home.ok_or(Reason::ReadFirst(access.span))?);
        }
        Ok(Homes { loops: homes, trusted })
    }

    fn with_knowledge(&self, access: &Access) -> Access {
        let mentioned = access.subscripts.iter().flatten().flat_map(LinearExpr::vars);
        let vars = access.domain.vars().into_iter().chain(mentioned).collect();
        let domain = access.domain.intersect(&self.region.values.knowledge_about(vars));
        Access { domain, ..access.clone() }
    }

    /// A mention in a `singular` region.
    fn used_by_one_thread(&self, var: VarId) -> Option<Span> {
        let program = self.input.program;
        let mut regions = program.stmts_below(self.body);
        regions.find_map(|stmt| {
            let StmtKind::Singular { body, .. } = program.stmts[stmt].kind else { return None };
            program.exprs_below(body).find(|expr| is(program, *expr, var)).map(|expr| self.input.span(expr))
        })
    }

    /// Where the host may read what the kernel left in the array. What kernels do with it is
    /// asked of each of them.
    fn wanted_after(&self, var: VarId) -> Option<Span> {
        let program = self.input.program;
        let declared = &program.vars[var];
        match declared.storage {
            VarStorage::Local => self.flow.used_on_host_after(self.stmt, var),
            VarStorage::Extern => Some(declared.span),
            _ => {
                let same = |other: VarId| {
                    other == var
                        || declared.name == program.vars[other].name
                            && declared.storage == VarStorage::Global
                            && matches!(program.vars[other].storage, VarStorage::Global | VarStorage::Extern)
                };
                let bodies = program.functions.iter().filter_map(|(_, function)| function.body);
                bodies
                    .into_iter()
                    .find_map(|body| mentioned_on_host(program, body, &same))
                    .map(|e| self.input.span(e))
            }
        }
    }
}

fn is(program: &hir::Program, expr: hir::ExprId, var: VarId) -> bool {
    matches!(program.exprs[expr].kind, ExprKind::Var(named) if named == var)
}

/// A mention outside kernels.
fn mentioned_on_host(
    program: &hir::Program,
    body: StmtId,
    same: &dyn Fn(VarId) -> bool,
) -> Option<hir::ExprId> {
    let mut nodes = program.nodes(body);
    while let Some(node) = nodes.next() {
        match node {
            Node::Stmt(stmt) if matches!(program.stmts[stmt].kind, StmtKind::Kernel { .. }) => {
                nodes.skip_children();
            }
            Node::Expr(expr) if matches!(program.exprs[expr].kind, ExprKind::Var(var) if same(var)) => {
                return Some(expr);
            }
            _ => {}
        }
    }
    None
}

impl Kernel<'_, '_> {
    /// What a clause may not name.
    fn cannot_be_private(&self, var: VarId, clause: &Clause<'_>) -> Option<Diagnostic> {
        let program = self.input.program;
        let name = self.input.name(var);
        let mut reduced = clause.clauses.reductions.iter().flat_map(|reduction| &reduction.vars);
        let error = |message: String| Diagnostic::new(&codes::CANNOT_BE_PRIVATE, clause.span, message);
        if let Some(section) = reduced.find(|section| section.var == Some(var)) {
            let message = format!("`{name}` cannot be private and reduced by the same loop");
            return Some(error(message).related(section.span, "all iterations combine it here"));
        }
        if (self.has_copy)(&Place::var(var)) {
            let message = format!("`{name}` has a device copy, which all threads share");
            return Some(error(message).label("one for each iteration is asked for here").help(format!(
                "take `{name}` out of the `global` directive if iterations only compute in it, or out of this clause"
            )));
        }
        if !self.is_automatic(var) {
            let message = format!("`{name}` lives as long as the program, so a thread cannot have its own");
            return Some(error(message).help(format!("declare `{name}` in the function, or in the loop")));
        }
        if self.is_array(var) && program.size_of(program.vars[var].ty).is_none() {
            let message = format!("`{name}` has no constant length, so a thread cannot have its own");
            return Some(error(message).help("declare it with a length that is a constant"));
        }
        None
    }

    fn refused(&self, var: VarId, clause: &Clause<'_>, reason: &Reason) -> Diagnostic {
        let name = self.input.name(var);
        let error = |code, at, message| {
            Diagnostic::new(code, at, message).related(clause.span, "each iteration is to have its own")
        };
        match *reason {
            Reason::ReadFirst(at) => error(
                &codes::PRIVATE_READ_FIRST,
                at,
                format!("an iteration may read `{name}` before it has written it"),
            )
            .label("nothing is known to be written here by the same iteration")
            .note("in the sequential program the value would come from an earlier iteration, or from before the loop")
            .help(format!("write all of `{name}` that is read, or add `independent` if you know that each read follows a write")),
            Reason::UsedOutside(at) => error(
                &codes::CANNOT_BE_PRIVATE,
                at,
                format!("`{name}` is private to the iterations of a loop, and used outside of it"),
            )
            .label("this is not inside the loop"),
            Reason::WantedAfter(at) => error(
                &codes::VALUE_AFTER_PARTITION,
                at,
                format!("`{name}` has no single value after the partitioned loop"),
            )
            .label("the host may use it here")
            .help(format!("if each iteration computes in it alone, declare `{name}` inside the loop")),
            Reason::Singular(at) => error(
                &codes::CANNOT_BE_PRIVATE,
                at,
                format!("`{name}` is private, and only thread 0 comes here"),
            )
            .label("every thread has its own"),
            Reason::TooLarge => error(
                &codes::CANNOT_BE_PRIVATE,
                clause.span,
                format!("`{name}` is too large for each thread to have its own"),
            )
            .label(format!("more than {} KiB", MOST_BYTES / 1024)),
        }
    }
}
