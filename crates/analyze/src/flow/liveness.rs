//! Which variables still matter at a point: backward liveness.
//!
//! A variable is live where its present value may still be read. Two questions
//! are asked of it: is `x` live *after* the kernel (so its new value is needed on
//! the host), and is `x` read *inside* before it is written (so its old value is
//! needed there)? The second is liveness at the entry of the region with nothing
//! live at its exits.
//!
//! A variable whose address is taken anywhere, or that outlives the function,
//! may be read by any call, through any pointer and after the function's end.

mod bits;

use std::collections::BTreeSet;
use std::ops::Range;

use hir::{ExprId, ExprKind, FunctionId, Node, Program, Span, StmtId, VarId, VarStorage};

use self::bits::{Bits, Variables};
use crate::Input;
use crate::control_flow::{ControlFlow, END, Extent};
use crate::effects::{Event, EventKind};
use crate::maps::HashSet;

/// Liveness over one function.
pub struct Liveness<'g> {
    graph: &'g ControlFlow,
    variables: Variables,
    /// Variables that calls, pointers and the caller can read.
    exposed: Bits,
    /// Live at the start of each block.
    live_in: Vec<Bits>,
}

impl<'g> Liveness<'g> {
    /// Solves the whole function.
    pub fn of_function(input: &Input<'_>, function: FunctionId, graph: &'g ControlFlow) -> Liveness<'g> {
        let variables = Variables::of(graph);
        let exposed = variables.set(&exposed_variables(input, function, graph));
        let live_in = solve(graph, &variables, &exposed, &(0..graph.blocks.len()));
        Liveness { graph, variables, exposed, live_in }
    }

    /// Is the variable live at the start of this block?
    pub fn is_live(&self, var: VarId, block: usize) -> bool {
        self.live_in.get(block).is_some_and(|live| self.variables.is_in(var, live))
    }

    /// Can the variable be read behind the function's back?
    pub fn is_exposed(&self, var: VarId) -> bool {
        self.variables.is_in(var, &self.exposed)
    }

    /// Variables whose value at the entry of the range may be read in it.
    pub fn read_before_written(&self, range: &Range<usize>) -> BTreeSet<VarId> {
        let nothing = self.variables.none();
        let live = solve(self.graph, &self.variables, &nothing, range).swap_remove(0);
        self.variables.named(&live)
    }

    /// Where the value a variable has at the start of `block` may be read
    /// next: the first place on some path.
    pub fn next_read(&self, var: VarId, block: usize) -> Option<Span> {
        self.next_read_where(var, block, &|_| true)
    }

    /// The same in blocks that count.
    pub fn next_read_where(&self, var: VarId, block: usize, counts: &dyn Fn(usize) -> bool) -> Option<Span> {
        let mut seen = BTreeSet::from([block]);
        let mut queue = vec![block];
        let mut at = 0;
        while let Some(&block) = queue.get(at) {
            at += 1;
            match first_mention(&self.graph.blocks[block].events, var).filter(|_| counts(block)) {
                Some(Mention::Read(span)) => return Some(span),
                Some(Mention::Killed) => continue,
                None => {}
            }
            for &next in &self.graph.blocks[block].successors {
                if seen.insert(next) {
                    queue.push(next);
                }
            }
        }
        None
    }
}

/// May somebody read, after a loop, what a variable has then?
pub fn is_wanted_after(input: &Input<'_>, function: FunctionId, stmt: StmtId, var: VarId) -> bool {
    let graph = ControlFlow::of_function(input.program, function);
    let live = Liveness::of_function(input, function, &graph);
    let is_dead = |extent: &Extent| !live.is_exposed(var) && !live.is_live(var, extent.after);
    !graph.extent(stmt).is_some_and(is_dead)
}

enum Mention {
    Read(Span),
    Killed,
}

fn first_mention(events: &[Event], var: VarId) -> Option<Mention> {
    events.iter().find_map(|event| match event.kind {
        EventKind::Read(v) | EventKind::Address(v) if v == var => Some(Mention::Read(event.span)),
        EventKind::Write { var: v, kills: true } if v == var => Some(Mention::Killed),
        _ => None,
    })
}

/// Variables that others can reach: not local (unless they hold nothing between functions), or with their address
/// taken by somebody who may keep it.
fn exposed_variables(input: &Input<'_>, function: FunctionId, graph: &ControlFlow) -> BTreeSet<VarId> {
    let program = input.program;
    let mut exposed = BTreeSet::new();
    let lent = program.functions[function].body.map(|body| lent_addresses(program, body)).unwrap_or_default();
    for event in graph.blocks.iter().flat_map(|block| &block.events) {
        match event.kind {
            EventKind::Read(var) | EventKind::Write { var, .. } => {
                let declared = &program.vars[var];
                let own = matches!(declared.storage, VarStorage::Local | VarStorage::Param);
                if (!own || declared.owner != Some(function)) && !input.is_scratch(var) {
                    exposed.insert(var);
                }
            }
            EventKind::Address(var) if lent.contains(&(var, event.span)) => {}
            EventKind::Address(var) => {
                exposed.insert(var);
            }
            EventKind::Memory | EventKind::Call(_) => {}
        }
    }
    exposed
}

/// The mentions `t` in calls `next(&t)` of functions that give the address to
/// nobody: when they return, nobody has it.
fn lent_addresses(program: &Program, body: StmtId) -> HashSet<(VarId, Span)> {
    let mut lent = HashSet::default();
    for expr in program.exprs_below(Node::Stmt(body)) {
        let ExprKind::Call { callee, args } = &program.exprs[expr].kind else { continue };
        let Some(function) = program.called_function(*callee) else { continue };
        for (at, arg) in args.iter().enumerate() {
            let ExprKind::AddrOf(target) = program.exprs[without_casts(program, *arg)].kind else { continue };
            let target = without_casts(program, target);
            if let ExprKind::Var(var) = program.exprs[target].kind
                && is_only_followed(program, function, at, MAX_CALLS)
            {
                lent.insert((var, program.exprs[target].span));
            }
        }
    }
    lent
}

/// Calls that pass an address on are followed this deep.
const MAX_CALLS: u32 = 8;

/// Does a function do nothing with a parameter but follow it: `*p`, `p[k]`, `p->x`?
fn is_only_followed(program: &Program, function: FunctionId, at: usize, depth: u32) -> bool {
    let declared = &program.functions[function];
    let (Some(body), Some(&param)) = (declared.body, declared.params.get(at)) else { return false };
    let is_param = |expr: ExprId| matches!(program.exprs[without_casts(program, expr)].kind, ExprKind::Var(var) if var == param);
    let mut followed = 0;
    let mut mentions = 0;
    for expr in program.exprs_below(Node::Stmt(body)) {
        match &program.exprs[expr].kind {
            ExprKind::Var(var) if *var == param => mentions += 1,
            ExprKind::Deref(base)
            | ExprKind::Index { base, .. }
            | ExprKind::Member { base, arrow: true, .. }
                if is_param(*base) =>
            {
                // `&p->x` and an array member lead on.
                followed += 1;
            }
            ExprKind::AddrOf(_) | ExprKind::Cast { kind: hir::CastKind::ArrayDecay, .. } => {
                let inner = program.exprs_below(Node::Expr(expr));
                if inner.into_iter().any(|e| e != expr && is_param(e)) {
                    return false;
                }
            }
            ExprKind::Call { callee, args } if depth > 0 => {
                let passed = args.iter().enumerate().filter(|(_, arg)| is_param(**arg));
                for (at, _) in passed {
                    let lends = program
                        .called_function(*callee)
                        .is_some_and(|callee| is_only_followed(program, callee, at, depth - 1));
                    if !lends {
                        return false;
                    }
                    followed += 1;
                }
            }
            _ => {}
        }
    }
    followed == mentions
}

fn without_casts(program: &Program, expr: ExprId) -> ExprId {
    let mut at = expr;
    while let ExprKind::Cast { kind: hir::CastKind::Pointer | hir::CastKind::Same, operand, .. } =
        program.exprs[at].kind
    {
        at = operand;
    }
    at
}

/// Live variables at the start of each block of `range`; nothing is live where control leaves
/// the range, except what is exposed at the end of the function.
fn solve(graph: &ControlFlow, variables: &Variables, exposed: &Bits, range: &Range<usize>) -> Vec<Bits> {
    let summaries: Vec<Summary> =
        range.clone().map(|block| Summary::of(&graph.blocks[block].events, variables, exposed)).collect();
    let mut live_in: Vec<Bits> = vec![variables.none(); range.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for block in range.clone().rev() {
            let mut live = if block == END { exposed.clone() } else { variables.none() };
            for &next in &graph.blocks[block].successors {
                if range.contains(&next) {
                    live.add(&live_in[next - range.start]);
                }
            }
            let Summary { reads, kills } = &summaries[block - range.start];
            live.remove(kills);
            live.add(reads);
            let known = &mut live_in[block - range.start];
            if live != *known {
                *known = live;
                changed = true;
            }
        }
    }
    live_in
}

/// What a block does to the set of live variables, all its events together.
struct Summary {
    /// Read before the block writes them.
    reads: Bits,
    kills: Bits,
}

impl Summary {
    fn of(events: &[Event], variables: &Variables, exposed: &Bits) -> Summary {
        let mut summary = Summary { reads: variables.none(), kills: variables.none() };
        for event in events.iter().rev() {
            match event.kind {
                EventKind::Read(var) | EventKind::Address(var) => variables.insert(var, &mut summary.reads),
                EventKind::Write { var, kills: true } => {
                    variables.insert(var, &mut summary.kills);
                    variables.take_out(var, &mut summary.reads);
                }
                EventKind::Write { kills: false, .. } => {}
                EventKind::Call(_) | EventKind::Memory => summary.reads.add(exposed),
            }
        }
        summary
    }
}

#[cfg(test)]
#[path = "liveness_tests.rs"]
mod liveness_tests;
