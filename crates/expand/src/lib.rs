//! `hir::Program -> hir::Program`: kernels with what they call.
//!
//! A kernel is its region and every function called from it, in whatever file.
//! Before anything is asked about a kernel, each call in it gets an
//! [`hir::Instance`]: the body that this call runs, from whichever unit has it.
//! `analyze` walks into the instance with the parameters bound to the arguments,
//! so that
//!
//! ```c
//! static void scale(float *row, int n) { for (int k = 0; k < n; k++) row[k] *= 2; }
//! …
//! for (i = 0; i < 8; i++) scale(&a[i][0], 16);
//! ```
//! is an access to `a[i][k]` with `0 <= k < 16`.
//!
//! Functions that hold directives of kernels are put in the place of their calls
//! instead (`inline`): what those directives mean depends on the kernel. So are
//! functions that reach what only the kernel knows where to find.
//!
//! Functions with habits that the device does not share are called as copies
//! without them (`specialise`).
//!
//! Nothing is reported here: recursion and calls of the unknown have no
//! instance, and `analyze` says why they cannot stand in a kernel.

mod block_copies;
pub mod block_externs;
mod dead_branches;
mod flat_rows;
mod inline;
mod lengths;
mod members;
mod neighbours;
pub mod old_style;
mod returns;
mod scratch;
pub mod second_names;
mod specialise;

use std::collections::{HashMap, HashSet};

use hir::instantiate::instantiate;
use hir::{Builder, ExprId, ExprKind, FunctionId, Item, Linkage, Node, Program, Span, StmtId, StmtKind};
use source::Sources;

use lengths::Known;
use neighbours::Neighbours;
use specialise::Specialised;

/// A kernel has at most so many calls, counting those inside of what it calls.
/// Beyond that, calls have no instance, which `analyze` reports.
pub const MOST_INSTANCES: usize = 4096;

/// Calls are followed so deep.
pub const DEEPEST_CALL: usize = 64;

/// Gives every call in a kernel its instance. The functions of the calls in
/// `placed` are put in their place, as those that hold directives are.
pub fn expand(program: &mut Program, sources: &mut Sources, placed: &HashSet<Span>) {
    let regions = kernel_regions(program);
    expand_regions(program, sources, &regions, placed);
}

/// Statements that are a kernel, or are treated as one.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// The file, among the units of the program.
    pub unit: usize,
    /// The function that the statements stand in.
    pub owner: FunctionId,
    /// The statements.
    pub body: StmtId,
}

/// The same for some regions, in this order. A region that calls the function of another one comes
/// before it: what is rewritten in that one is none of its business.
pub fn expand_regions(
    program: &mut Program,
    sources: &mut Sources,
    regions: &[Region],
    placed: &HashSet<Span>,
) {
    let linkage = Linkage::new(program);
    let mut specialised = Specialised::new(&linkage);
    let mut neighbours: HashMap<usize, Neighbours> = HashMap::new();
    for Region { unit, owner, body: region } in regions.iter().copied() {
        let around = neighbours.entry(unit).or_insert_with(|| Neighbours::of(program, &linkage, unit));
        let mut b = Builder { program, sources, origin: Span::BUILTIN };
        dead_branches::remove(&mut b, region);
        inline::Expansion { b: &mut b, linkage: &linkage, around, owner, placed }.calls_of(region);
        let nothing = HashMap::new();
        let body = b.program.functions[owner].body.unwrap_or(region);
        let known = Known::new(body, &nothing);
        lengths::fix(&mut b, region, &known);
        block_copies::write_out(&mut b, region);
        specialised.redirect_calls(&mut b, region, &known);
        let mut calls = Calls { b, linkage: &linkage, around, open: Vec::new(), made: 0 };
        calls.below(Node::Stmt(region));
    }
}

/// The kernel regions of a program.
fn kernel_regions(program: &Program) -> Vec<Region> {
    let mut regions = Vec::new();
    for (unit, items) in program.units.iter().enumerate() {
        for item in &items.items {
            let Item::Function(owner) = *item else { continue };
            let Some(body) = program.functions[owner].body else { continue };
            regions.extend(program.stmts_below(body).filter_map(|stmt| match program.stmts[stmt].kind {
                StmtKind::Kernel { body, .. } => Some(Region { unit, owner, body }),
                _ => None,
            }));
        }
    }
    regions
}

/// The calls of one kernel.
struct Calls<'a, 'b> {
    b: Builder<'b>,
    linkage: &'a Linkage,
    around: &'a Neighbours,
    /// The functions being walked, outermost first.
    open: Vec<FunctionId>,
    made: usize,
}

impl Calls<'_, '_> {
    fn below(&mut self, root: Node) {
        let program = &*self.b.program;
        let is_call = |expr: &ExprId| matches!(program.exprs[*expr].kind, ExprKind::Call { .. });
        let calls: Vec<ExprId> = program.exprs_below(root).filter(is_call).collect();
        for call in calls {
            self.call(call);
        }
    }

    fn call(&mut self, call: ExprId) {
        let program = &*self.b.program;
        let ExprKind::Call { callee, .. } = program.exprs[call].kind else { return };
        let Some(named) = program.called_function(callee) else { return };
        let function = self.linkage.definition(program, named);
        let too_many = self.made >= MOST_INSTANCES || self.open.len() >= DEEPEST_CALL;
        if too_many || self.open.contains(&function) {
            return;
        }
        let Some(instance) = instantiate(&mut self.b, function, self.around) else { return };
        self.made += 1;
        let body = instance.body;
        self.b.program.instances.insert(call, instance);
        self.open.push(function);
        self.below(Node::Stmt(body));
        self.open.pop();
    }
}
