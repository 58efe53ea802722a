//! Has an iteration written what it reads?
//!
//! ```c
//! for (i…) {                                     // shared out
//!     t[0] = a[i];
//!     for (k = 1; k < 8; k++) t[k] = t[k-1] * 2; // `t[k-1]` is `t[0]`, or what the round before wrote
//!     b[i] = t[7];
//! }
//! ```
//! A read is compared with all writes that come before it in the same iteration of every
//! partitioned loop: those that stand before it, and those of earlier rounds of the sequential
//! loop around both. What one write leaves over, the others may have written.
//!
//! Invariant: where [`is_set_before`] says yes, each element that the read can meet was
//! written before, in the same iteration of all partitioned loops, whatever the symbols are.

use std::collections::BTreeMap;

use affine::{LinearExpr, Set, Var};
use hir::{ExprId, ExprKind, Node, Program, StmtId, StmtKind};

use crate::array_shape::ArrayShape;
use crate::maps::HashMap;
use crate::{Access, CanonicalLoop, Input, Place, SymbolKind, Symbols};

/// So many sets are taken apart for one read.
const MOST_PIECES: usize = 64;

/// No program mentions as many variables: the index of an earlier round.
const EARLIER: Var = Var(u32::MAX);
/// Any element, in one dimension.
const FIRST_ELEMENT: u32 = u32::MAX - 16;

/// The loops around the accesses.
pub struct Loops<'a> {
    /// The program.
    pub program: &'a Program,
    /// Those in canonical form.
    pub canonical: &'a BTreeMap<StmtId, CanonicalLoop>,
    /// Is one shared out?
    pub is_shared_out: &'a dyn Fn(StmtId) -> bool,
    /// What the formulas speak of.
    pub symbols: &'a Symbols,
    /// In which statement each expression stands.
    pub order: &'a Order,
}

/// The statement that each expression of a region stands in, with the statements whose calls lead there.
pub struct Order(HashMap<ExprId, Where>);

/// Where an expression stands.
#[derive(Clone, Default)]
struct Where {
    /// The statements whose calls lead there, and its own.
    stmts: Vec<StmtId>,
    /// The `singular` region around it.
    singular: Option<StmtId>,
}

impl Order {
    /// Looks at a region and all that it calls.
    pub fn of(program: &Program, region: StmtId) -> Order {
        let mut order = Order(HashMap::default());
        order.below(program, Node::Stmt(region), &Where::default(), region);
        order
    }

    /// Nesting is bounded by the parser, and instances do not recurse.
    fn below(&mut self, program: &Program, node: Node, calls: &Where, stmt: StmtId) {
        let singular = match node {
            Node::Stmt(at) if matches!(program.stmts[at].kind, StmtKind::Singular { .. }) => Some(at),
            _ => calls.singular,
        };
        let calls = &Where { singular, stmts: calls.stmts.clone() };
        let inside = || Where { singular, stmts: [calls.stmts.as_slice(), &[stmt]].concat() };
        if let Node::Expr(expr) = node {
            self.0.insert(expr, inside());
            let statements = match program.exprs[expr].kind {
                ExprKind::StmtExpr(body) => Some(body),
                _ => program.instances.get(&expr).map(|instance| instance.body),
            };
            if let Some(body) = statements {
                self.below(program, Node::Stmt(body), &inside(), body);
            }
        }
        for child in program.children(node) {
            match child {
                Node::Stmt(_) if matches!(node, Node::Expr(_)) => {}
                Node::Stmt(inner) => self.below(program, child, calls, inner),
                Node::Expr(_) => self.below(program, child, calls, stmt),
            }
        }
    }

    /// Do two expressions stand in statements of which one comes after the other? The parts of
    /// one statement are found in another order than they run in.
    fn are_apart(&self, one: ExprId, other: ExprId) -> bool {
        match (self.0.get(&one), self.0.get(&other)) {
            (Some(one), Some(other)) => {
                !one.stmts.starts_with(&other.stmts) && !other.stmts.starts_with(&one.stmts)
            }
            _ => false,
        }
    }

    /// Do all threads that come to the read come to the write?
    fn is_for_all(&self, write: ExprId, read: ExprId) -> bool {
        let around = |expr: ExprId| self.0.get(&expr).map(|at| at.singular);
        around(write).is_some_and(|write| write.is_none() || Some(write) == around(read))
    }
}

/// Was each element that `accesses[at]` reads written before? `accesses` are in the order of the
/// program, and `lengths` are those of the array, outermost first.
pub fn is_set_before(loops: &Loops<'_>, accesses: &[&Access], at: usize, lengths: &[u64]) -> bool {
    let (part, _) = members(loops.program, accesses[at]);
    is_part_set_before(loops, accesses, (at, &part), lengths)
}

/// The same of a member of the element, and of a member of that, and so on.
pub fn is_part_set_before(
    loops: &Loops<'_>,
    accesses: &[&Access],
    (at, part): (usize, &[u32]),
    lengths: &[u64],
) -> bool {
    let read = accesses[at];
    let Some((wanted, domain)) = wanted(read, lengths) else { return false };
    let mut sources = Vec::new();
    for (number, write) in accesses.iter().enumerate() {
        let is_candidate = write.mode.writes()
            && write.place == read.place
            && loops.order.is_for_all(write.lvalue, read.lvalue)
            && is_whole_for(loops.program, write, part);
        if !is_candidate {
            continue;
        }
        if number < at && loops.order.are_apart(write.lvalue, read.lvalue) {
            sources.extend(loops.written(write, read, &wanted, Round::Same));
        }
        sources.extend(loops.written(write, read, &wanted, Round::Earlier));
    }
    covered(domain, &sources, &mut MOST_PIECES.clone())
}

/// The lengths of an array whose type says them.
pub fn lengths(input: &Input<'_>, place: &Place) -> Vec<u64> {
    let shape = ArrayShape::declared(input.program, place);
    shape.and_then(|shape| shape.lengths().collect()).unwrap_or_default()
}

/// The element that a read wants, and where; any element if its subscripts are not known.
fn wanted(read: &Access, lengths: &[u64]) -> Option<(Vec<LinearExpr>, Set)> {
    let any = |dim: u32| LinearExpr::var(Var(FIRST_ELEMENT + dim));
    let dims = u32::try_from(lengths.len()).ok().filter(|dims| *dims < 16)?;
    let wanted = read.subscripts.clone().unwrap_or_else(|| (0..dims).map(any).collect());
    let mut domain = read.domain.clone();
    // What is outside the array is not read by a program that means anything.
    for (subscript, length) in wanted.iter().zip(lengths) {
        let last = LinearExpr::constant(i128::from(*length) - 1);
        domain = domain.with_range(subscript, &LinearExpr::constant(0), &last);
    }
    Some((wanted, domain))
}

/// Is each point in one of the sets?
fn covered(points: Set, sources: &[Set], pieces: &mut usize) -> bool {
    if points.is_empty() {
        return true;
    }
    let Some((source, others)) = sources.split_first() else { return false };
    if *pieces == 0 {
        return false;
    }
    *pieces -= 1;
    match points.minus(source) {
        Some(left) => left.into_iter().all(|piece| covered(piece, others, pieces)),
        None => covered(points, others, pieces),
    }
}

/// Which round of the innermost loop around both accesses the write is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    Same,
    Earlier,
}

impl Loops<'_> {
    /// The points of the read for which the write surely happened; nothing if that
    /// cannot be told exactly.
    fn written(&self, write: &Access, read: &Access, wanted: &[LinearExpr], round: Round) -> Option<Set> {
        let same = write.loops.iter().zip(&read.loops).take_while(|(a, b)| a == b).count();
        let mut subscripts = write.subscripts.clone()?;
        if !write.domain.is_exact()
            || subscripts.len() != wanted.len()
            // Another thread may have written it. All of them run what is not shared out.
            || write.loops[same..].iter().any(|stmt| (self.is_shared_out)(*stmt))
        {
            return None;
        }
        let inner = write.loops[same..].iter().map(|stmt| self.index_of(*stmt));
        let mut unknown: Vec<Var> = inner.collect::<Option<_>>()?;
        let mut domain = write.domain.clone();
        if round == Round::Earlier {
            let stmt = *write.loops[..same].last().filter(|stmt| !(self.is_shared_out)(**stmt))?;
            let index = self.index_of(stmt)?;
            if !self.is_the_same_in_all_rounds(write) {
                return None;
            }
            let rename = |var: Var| if var == index { EARLIER } else { var };
            domain = domain.renamed(rename);
            subscripts = subscripts.iter().map(|s| s.renamed(rename).ok()).collect::<Option<_>>()?;
            let (then, now) = (LinearExpr::var(EARLIER), LinearExpr::var(index));
            domain = match self.canonical.get(&stmt)?.step > 0 {
                true => domain.with_less(&then, &now),
                false => domain.with_less(&now, &then),
            };
            unknown.push(EARLIER);
        }
        for (written, wanted) in subscripts.iter().zip(wanted) {
            domain = domain.with_equal(written, wanted);
        }
        Some(domain.project_out(&unknown)).filter(Set::is_exact)
    }

    fn index_of(&self, stmt: StmtId) -> Option<Var> {
        let index = self.canonical.get(&stmt)?.index;
        self.symbols.find(&SymbolKind::LoopIndex { loop_stmt: stmt, index })
    }

    /// Are its formulas about the indices of its loops and about what never changes?
    fn is_the_same_in_all_rounds(&self, write: &Access) -> bool {
        let mentioned = write.subscripts.iter().flatten().flat_map(|s| s.vars());
        mentioned.chain(write.domain.vars()).all(|var| match self.symbols.kind(var) {
            Some(SymbolKind::LoopIndex { loop_stmt, .. }) => write.loops.contains(loop_stmt),
            Some(SymbolKind::Invariant(_) | SymbolKind::Fixed(_) | SymbolKind::Captured(_)) => true,
            _ => false,
        })
    }
}

/// Does the write set all of a part of the element? `t[k].x = …` sets `t[k].x` alone.
fn is_whole_for(program: &Program, write: &Access, part: &[u32]) -> bool {
    let (written, is_plain) = members(program, write);
    is_plain && part.starts_with(&written)
}

/// The members behind an element, and whether that is all there is behind it.
fn members(program: &Program, access: &Access) -> (Vec<u32>, bool) {
    let mut path: Vec<Option<u32>> = Vec::new();
    let mut at: ExprId = access.lvalue;
    while at != access.expr {
        at = match program.exprs[at].kind {
            ExprKind::Member { base, field, arrow: false, .. } => {
                path.push(Some(field));
                base
            }
            ExprKind::Index { base, .. } | ExprKind::Cast { operand: base, .. } | ExprKind::Deref(base) => {
                path.push(None);
                base
            }
            _ => return (Vec::new(), false),
        };
    }
    path.reverse();
    let is_plain = path.iter().all(Option::is_some);
    (path.into_iter().map_while(|field| field).collect(), is_plain)
}
