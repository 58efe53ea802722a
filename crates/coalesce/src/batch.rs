//! Loops shared by threads that load for several iterations at once.
//!
//! # Before
//! ```c
//! for (int j = 0; j < m; j++)
//!     b[row * m + j] = a[row * m + j] * t;
//! ```
//! # After
//! ```c
//! // Four columns at a time: their loads are under way together.
//! for (int first = threadIdx.x; first < m; first += 4 * blockDim.x) {
//!     float a_next[4];
//! #pragma unroll
//!     for (int k = 0; k < 4; k++) {
//!         const int j = first + k * blockDim.x;
//!         if (j < m)
//!             a_next[k] = a[row * m + j];
//!     }
//! #pragma unroll
//!     for (int k = 0; k < 4; k++) {
//!         const int j = first + k * blockDim.x;
//!         if (j < m)
//!             b[row * m + j] = a_next[k] * t;
//!     }
//! }
//! ```
//! The compiler does this on its own where no store stands between the loads. Where
//! one does, it cannot know that the arrays are apart, and a thread waits for one
//! element at a time: too little to keep the memory busy.
//!
//! # Legal when
//! iterations are independent, as for every shared loop, and an iteration reads what
//! is loaded early before it writes what may be the same array.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

use analyze::{Access, AccessMode, CanonicalLoop, region};
use emit::Precedence;
use hir::{BinaryOp, ExprId, ExprKind, Item, Node, StmtId, StmtKind, VarId, const_eval};

use crate::always::always_evaluated;
use crate::interchange::canonical;
use crate::kernel::{Kernel, grid_of};
use crate::layout::INDENT;
use crate::legality::may_be_one;
use crate::operand::Operand;
use crate::patch::Patch;
use crate::refusal::Refusal;
use crate::staging::begins;

/// Iterations that a thread loads for at once.
pub(crate) const AT_ONCE: u64 = 4;

/// Elements of an iteration that are loaded early.
pub(crate) const MOST_LOADS: usize = 4;

/// Who shares a loop.
pub(crate) struct Sharing<'t> {
    /// The thread's place among those that share a row.
    pub own: &'t str,
    /// How many they are.
    pub all: &'t str,
    /// The row that stands for `threadIdx.x`.
    pub row: &'t str,
    /// What the loop will be indented by, in addition.
    pub level: &'t str,
    /// Do blocks share the row, too?
    pub spread: Spread,
    /// What iterations are: `columns`.
    pub what: &'t str,
}

/// Blocks that share a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spread {
    /// One block alone.
    No,
    /// Those of the third dimension of the grid.
    ThirdDimension,
    /// So many neighbours: the block's number is divided by it. Neighbouring blocks run
    /// at the same time, and memory likes them close to each other.
    Neighbours(u64),
}

/// A loop whose loads go ahead.
pub(crate) struct Batch<'a> {
    canonical: &'a CanonicalLoop,
    loads: Vec<Load>,
    /// The head of the loop: `for (…)`.
    head: Range<usize>,
    end: usize,
}

/// An element that is loaded early, wherever the body mentions it.
pub(crate) struct Load {
    name: String,
    element: String,
    access: ExprId,
    uses: Vec<Use>,
}

pub(crate) enum Use {
    Read(Range<usize>),
    /// `a[j] *= t`: what is between the two sides, the operator, and the right side.
    Update(Range<usize>, BinaryOp, ExprId),
}

impl Batch<'_> {
    /// Text that is replaced as a whole.
    pub(crate) fn replaced(&self) -> Vec<Range<usize>> {
        let uses = self.loads.iter().flat_map(|load| &load.uses);
        let reads = uses.filter_map(|used| match used {
            Use::Read(range) => Some(range.clone()),
            Use::Update(..) => None,
        });
        reads.chain([self.head.clone()]).collect()
    }

    /// Writes the loop.
    pub(crate) fn write(
        &self,
        kernel: &Kernel<'_>,
        by: &Sharing<'_>,
        patch: &mut Patch,
    ) -> Result<(), Refusal> {
        let indent = format!("{}{}", kernel.indentation(self.head.start), by.level);
        let (inner, body) = (format!("{indent}{INDENT}"), format!("{indent}{INDENT}{INDENT}"));
        let count = kernel.fresh("k");
        let index = kernel.input.name(self.canonical.index);
        let index_type = kernel.type_text(kernel.program().vars[self.canonical.index].ty);
        let first = kernel.fresh("first");
        let bound = kernel.spelled(self.canonical.bound, by.row)?;
        let op = self.canonical.op;
        let begins = self.begins(kernel).map(|begin| {
            Operand::binary(BinaryOp::Ge, &Operand::name(&index), &Operand::name(begin.to_string()))
        });
        let below = Operand::binary(op, &Operand::name(&index), &bound);
        let is_there =
            Operand::all(begins.into_iter().chain([below])).map_or_else(String::new, |all| all.whole());
        let mut text = format!(
            "// Four {} at a time: their loads are under way together.\n\
             {indent}for ({index_type} {first} = {}; {}; {first} += {}) {{\n",
            by.what,
            self.start(kernel, by)?.value(),
            Operand::binary(op, &Operand::name(&first), &bound).whole(),
            step(by)
        );
        text += &declarations(&self.loads, &inner);
        let round = format!(
            "#pragma unroll\n\
             {inner}for (int {count} = 0; {count} < {AT_ONCE}; {count}++) {{\n\
             {body}const {index_type} {index} = {first} + {count} * {};\n\
             {body}if ({is_there})",
            by.all
        );
        let _ = write!(text, "{round}{}", filling(kernel, &self.loads, by.row, &count, &body)?);
        let _ = write!(text, "{inner}}}\n{round}");
        patch.replace(self.head.clone(), text);
        patch.shift(kernel.text(), self.head.end..self.end, 2);
        patch.insert(self.end, format!("\n{inner}}}\n{indent}}}"));
        write_uses(kernel, &self.loads, &count, patch)?;
        if let Some(line) = lonely_declaration(kernel, self.canonical) {
            patch.replace(line, "");
        }
        Ok(())
    }

    /// The column where the loop begins, if its rounds start before it: at 0, where
    /// rows are aligned.
    fn begins(&self, kernel: &Kernel<'_>) -> Option<i128> {
        begins(kernel, self.canonical)
    }

    /// The first column of a thread.
    fn start(&self, kernel: &Kernel<'_>, by: &Sharing<'_>) -> Result<Operand, Refusal> {
        let sum = |text: String| Operand::generated(text, Precedence::Additive);
        let own = match by.spread {
            Spread::Neighbours(1) | Spread::No => Operand::name(by.own),
            Spread::Neighbours(blocks) => {
                sum(format!("{AT_ONCE} * {} * (blockIdx.x % {blocks}) + {}", by.all, by.own))
            }
            Spread::ThirdDimension => sum(format!("{AT_ONCE} * {} * blockIdx.z + {}", by.all, by.own)),
        };
        let starts_at_zero = const_eval::integer(kernel.program(), self.canonical.first) == Some(0);
        if starts_at_zero || self.begins(kernel).is_some() {
            return Ok(own);
        }
        // A sum of whole numbers is the same in whatever order it is written.
        let first = kernel.spelled(self.canonical.first, by.row)?;
        Ok(sum(format!("{} + {}", first.summand(), own.summand())))
    }
}

/// `float a_next[4];`
pub(crate) fn declarations(loads: &[Load], indent: &str) -> String {
    loads.iter().map(|load| format!("{indent}{} {}[{AT_ONCE}];\n", load.element, load.name)).collect()
}

/// What is loaded under a condition that has just been written, at this indentation.
pub(crate) fn filling(
    kernel: &Kernel<'_>,
    loads: &[Load],
    row: &str,
    count: &str,
    indent: &str,
) -> Result<String, Refusal> {
    let several = loads.len() > 1;
    let mut text = format!("{}\n", if several { " {" } else { "" });
    for load in loads {
        let element = kernel.spelled(load.access, row)?.value();
        let _ = writeln!(text, "{indent}{INDENT}{}[{count}] = {element};", load.name);
    }
    if several {
        let _ = writeln!(text, "{indent}}}");
    }
    Ok(text)
}

/// The body takes what has been loaded.
pub(crate) fn write_uses(
    kernel: &Kernel<'_>,
    loads: &[Load],
    count: &str,
    patch: &mut Patch,
) -> Result<(), Refusal> {
    for load in loads {
        for used in &load.uses {
            match used {
                Use::Read(range) => patch.replace(range.clone(), format!("{}[{count}]", load.name)),
                Use::Update(between, op, value) => {
                    patch.replace(between.clone(), format!(" = {}[{count}] {} ", load.name, op.text()));
                    patch.enclose(kernel, *value, "", Precedence::of(*op).tighter(), "")?;
                }
            }
        }
    }
    Ok(())
}

/// The line that declares the index outside of the loop, if nothing else is
/// declared there and the loop alone uses it: it has an index of its own now.
fn lonely_declaration(kernel: &Kernel<'_>, canonical: &CanonicalLoop) -> Option<Range<usize>> {
    let program = kernel.program();
    let (body, around) = (kernel.found.body, program.stmts[canonical.stmt].span);
    let is_index =
        |expr: &ExprId| matches!(program.exprs[*expr].kind, ExprKind::Var(v) if v == canonical.index);
    let is_inside = |expr: ExprId| {
        let span = kernel.input.span(expr);
        around.lo <= span.lo && span.hi <= around.hi
    };
    let declares = |stmt: &StmtId| match &program.stmts[*stmt].kind {
        StmtKind::Decl(items) => {
            matches!(items.as_slice(), [Item::Var { var, with_init: false, .. }] if *var == canonical.index)
        }
        _ => false,
    };
    if canonical.declares_index || !program.exprs_below(body).filter(is_index).all(is_inside) {
        return None;
    }
    let declaration = program.stmts_below(body).find(declares)?;
    let range = kernel.range(program.stmts[declaration].span).ok()?;
    let text = kernel.text();
    let start = text[..range.start].iter().rposition(|byte| *byte == b'\n')? + 1;
    let end = kernel.statement_end(range.end);
    let end = end + text[end..].iter().position(|byte| *byte == b'\n')? + 1;
    let outside = [&text[start..range.start], &text[kernel.statement_end(range.end)..end]];
    // With the end of the line before: the line must not be indented first.
    outside.concat().iter().all(u8::is_ascii_whitespace).then_some(start - 1..end - 1)
}

/// From one batch of a thread to its next.
fn step(by: &Sharing<'_>) -> String {
    match (by.spread, by.all.parse::<u64>()) {
        (Spread::Neighbours(blocks), _) => format!("{} * {}", AT_ONCE * blocks, by.all),
        (Spread::ThirdDimension, _) => format!("{AT_ONCE} * {} * gridDim.z", by.all),
        (Spread::No, Ok(all)) => format!("{}", AT_ONCE * all),
        (Spread::No, Err(_)) => format!("{AT_ONCE} * {}", by.all),
    }
}

/// How the loads of a loop can go ahead; `None` where they cannot or need not.
pub(crate) fn batch<'a>(kernel: &Kernel<'a>, stmt: StmtId) -> Option<Batch<'a>> {
    let program = kernel.program();
    let canonical = canonical(kernel, stmt).ok()?;
    let inside: Vec<&Access> = kernel
        .costs
        .iter()
        .map(|(access, _)| *access)
        .filter(|access| access.loops.contains(&stmt))
        .collect();
    let is_loop = |below: StmtId| {
        matches!(
            program.stmts[below].kind,
            StmtKind::For { .. }
                | StmtKind::While { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::Switch { .. }
        )
    };
    let stores = inside.iter().any(|access| access.mode.writes());
    if canonical.step != 1 || !stores || program.stmts_below(canonical.body).any(is_loop) {
        return None;
    }
    if ![canonical.first, canonical.bound].into_iter().all(|expr| is_simple(kernel, expr)) {
        return None;
    }
    let body = kernel.range(program.stmts[canonical.body].span).ok()?;
    let whole = kernel.range(program.stmts[stmt].span).ok()?;
    let head_end = kernel.text()[..body.start].iter().rposition(|byte| !byte.is_ascii_whitespace())? + 1;
    if kernel.text()[head_end - 1] != b')' {
        return None;
    }
    let loads = loads(kernel, canonical.body, canonical.index, &inside)?;
    let end = kernel.statement_end(whole.end);
    (1..=MOST_LOADS).contains(&loads.len()).then_some(Batch {
        canonical,
        loads,
        head: whole.start..head_end,
        end,
    })
}

/// Names and arithmetic, without memory, calls or the thread's number.
pub(crate) fn is_simple(kernel: &Kernel<'_>, expr: ExprId) -> bool {
    let program = kernel.program();
    program.exprs_below(Node::Expr(expr)).all(|below| {
        let is_memory = matches!(
            program.exprs[below].kind,
            ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Call { .. }
        );
        !is_memory && grid_of(kernel.input, below).is_none()
    })
}

/// What a body can load early that is run for several values of an index; `None` if the
/// text of something is not at hand.
pub(crate) fn loads(
    kernel: &Kernel<'_>,
    body: StmtId,
    index: VarId,
    inside: &[&Access],
) -> Option<Vec<Load>> {
    let program = kernel.program();
    let always = always_evaluated(program, body);
    let changed = changed_in(kernel, body);
    let mut loads: Vec<(&Access, Load)> = Vec::new();
    for access in inside {
        let mentions = |var: VarId| program.mentions(access.expr, var);
        let goes_ahead = access.mode != AccessMode::Write
            && access.expr == access.lvalue
            && mentions(index)
            && !changed.iter().any(|var| mentions(*var))
            && program.types.is_scalar(program.exprs[access.expr].ty)
            && inside.iter().all(|write| !write.mode.writes() || reads_first(kernel, access, write));
        if !goes_ahead {
            continue;
        }
        let known =
            loads.iter().position(|(other, _)| other.place == access.place && other.flat == access.flat);
        // An element that is read here and there must be read for certain somewhere.
        let at = match known {
            Some(at) => at,
            None if always.contains(&access.expr) && access.flat.is_some() => {
                loads.push((access, new_load(kernel, access)));
                loads.len() - 1
            }
            None => continue,
        };
        let used = used(kernel, access)?;
        loads[at].1.uses.push(used);
    }
    loads.sort_by_key(|(access, _)| access.span.lo);
    for at in 0..loads.len() {
        let place = &loads[at].0.place;
        let array = kernel.input.place_name(place).replace(['.', '-', '>'], "_");
        let before = loads[..at].iter().filter(|(other, _)| other.place == *place).count();
        let suffix = if before == 0 { String::new() } else { format!("{}", before + 1) };
        loads[at].1.name = kernel.fresh(&format!("{array}_next{suffix}"));
    }
    Some(loads.into_iter().map(|(_, load)| load).collect())
}

fn new_load(kernel: &Kernel<'_>, access: &Access) -> Load {
    Load {
        name: String::new(),
        element: kernel.type_text(kernel.program().exprs[access.expr].ty.unqualified()),
        access: access.expr,
        uses: Vec::new(),
    }
}

/// Where the element stands in the text.
fn used(kernel: &Kernel<'_>, access: &Access) -> Option<Use> {
    let program = kernel.program();
    let range = kernel.range(kernel.input.span(access.expr)).ok()?;
    if access.mode == AccessMode::Read {
        return Some(Use::Read(range));
    }
    let is_update = |expr: &ExprId| matches!(program.exprs[*expr].kind, ExprKind::AssignOp { lhs, .. } if lhs == access.expr);
    let update = program.exprs_below(Node::Stmt(access.stmt)).find(is_update)?;
    let ExprKind::AssignOp { op, rhs, .. } = program.exprs[update].kind else { return None };
    let value = kernel.range(kernel.input.span(rhs)).ok()?;
    // Nothing but the operator, so that nothing is lost when it is replaced.
    let between = range.end..value.start;
    let written = kernel.text().get(between.clone())?.trim_ascii();
    (written == format!("{}=", op.text()).as_bytes()).then_some(Use::Update(between, op, rhs))
}

/// Does an iteration read this before it writes that, if they may be the same?
fn reads_first(kernel: &Kernel<'_>, read: &Access, write: &Access) -> bool {
    let program = kernel.program();
    if !may_be_one(kernel, read, write) || read.expr == write.expr {
        return true;
    }
    let is_target = match program.stmts[write.stmt].kind {
        StmtKind::Expr(expr) => matches!(program.exprs[expr].kind,
            ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } if lhs == write.lvalue),
        _ => false,
    };
    let (reading, writing) = (program.stmts[read.stmt].span, program.stmts[write.stmt].span);
    if read.stmt == write.stmt { is_target } else { reading.lo < writing.lo && reading.hi <= writing.lo }
}

/// The variables that a body declares or changes.
fn changed_in(kernel: &Kernel<'_>, body: StmtId) -> BTreeSet<VarId> {
    let program = kernel.program();
    let targets = program.exprs_below(body).filter_map(|expr| program.changed_variable(expr));
    targets.chain(region::declared_in(kernel.input, body)).collect()
}
