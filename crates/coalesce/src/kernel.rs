//! A kernel as the rewrites see it: its accesses and their cost, its text, and
//! how its variables depend on the thread.
//!
//! ```c
//! int row = blockIdx.x * blockDim.x + threadIdx.x;   // varies; pure: another thread's
//! float s = scale[row];                              //   row can be computed here
//! int first = blockIdx.x * 16;                       // the same in the whole block
//! ```

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use affine::{LinearExpr, Var};
use analyze::access_report::{costs_of_cuda, is_strided};
use analyze::coalescing::{Cost, Pattern, View};
use analyze::cuda_kernel::{CudaKernel, grid_variable};
use analyze::{Access, Input, Place, SymbolKind, Symbols};
use gpu::Gpu;
use hir::{
    Axis, CudaLite, DirectiveKind, ExprId, ExprKind, GridQuery, Init, Item, Node, Program, Span, StmtId,
    StmtKind, Type, VarId, VarStorage, const_eval,
};
use source::FileId;

use crate::allocations::own_allocations;
use crate::layout::{self, Layout};
use crate::open_cl;
use crate::operand::{Operand, operand};
use crate::patch::Patch;
use crate::refusal::{Refusal, refuse, refuse_with};
use crate::{Language, Settings};

/// How a kernel asks for the size of its blocks.
pub(crate) const BLOCK_SIZE: &str = "blockDim.x";
/// What a thread is called in its block.
pub(crate) const THREAD_INDEX: &str = "threadIdx.x";

const ARCH: &[u8] = b"__CUDA_ARCH__";

/// A kernel and what is known of it.
pub(crate) struct Kernel<'a> {
    pub input: &'a Input<'a>,
    pub found: &'a CudaKernel,
    pub file: FileId,
    pub language: Language,
    pub gpu: Gpu,
    pub settings: Settings,
    /// The accesses to device memory, with their cost.
    pub costs: Vec<(&'a Access, Cost)>,
    /// `threadIdx.x`, if it is mentioned.
    pub thread: Option<Var>,
    /// Pointers that no other one of the kernel overlaps, as its launches show.
    pub own_allocations: BTreeSet<VarId>,
    /// What each local variable is assigned, wherever that is.
    assigned: BTreeMap<VarId, Vec<Option<ExprId>>>,
    /// How its file is laid out.
    pub layout: Layout,
    taken: BTreeSet<Vec<u8>>,
    /// What a remedy that was applied could not help.
    left: RefCell<Vec<Refusal>>,
}

/// The first access of a kernel whose neighbouring threads are far from each other.
pub(crate) fn worst_of(input: &Input<'_>, found: &CudaKernel, gpu: Gpu) -> Option<Span> {
    let costs = costs_of_cuda(input, found, gpu);
    costs.iter().find(|(_, cost)| is_strided(cost)).map(|(access, _)| access.span)
}

impl<'a> Kernel<'a> {
    pub(crate) fn new(
        input: &'a Input<'a>,
        found: &'a CudaKernel,
        file: FileId,
        language: Language,
        settings: Settings,
    ) -> Kernel<'a> {
        let gpu = settings.gpu;
        let symbols = &found.region.values.symbols;
        let program = input.program;
        let is_thread = |expr: ExprId| grid_of(input, expr) == Some((GridQuery::ThreadIndex, Axis::X));
        let mention = program.exprs_below(found.body).find(|expr| is_thread(*expr));
        let place = mention.and_then(|expr| Place::of(program, expr));
        let thread = place.and_then(|place| symbols.find(&SymbolKind::Invariant(place)));
        let taken = words(&input.sources.map.file(file).bytes);
        let costs = costs_of_cuda(input, found, gpu);
        let assigned = assignments(program, found.body);
        let own_allocations = own_allocations(input, found);
        let text = &input.sources.map.file(file).bytes;
        let body = input.sources.map.range(program.stmts[found.body].span);
        let body = body.map_or(0..text.len(), |range| range.start as usize..range.end as usize);
        let layout = Layout::of(text, body);
        Kernel {
            input,
            found,
            file,
            language,
            gpu,
            settings,
            costs,
            thread,
            own_allocations,
            assigned,
            layout,
            taken,
            left: RefCell::default(),
        }
    }

    pub(crate) fn program(&self) -> &'a Program {
        self.input.program
    }

    pub(crate) fn symbols(&self) -> &'a Symbols {
        &self.found.region.values.symbols
    }

    pub(crate) fn name(&self) -> String {
        self.input.function_name(self.found.function)
    }

    pub(crate) fn view(&self) -> View<'a> {
        View::of_cuda(self.input, self.found)
    }

    /// The accesses that can be better, and much.
    pub(crate) fn strided(&self) -> impl Iterator<Item = &(&'a Access, Cost)> {
        self.costs.iter().filter(|(_, cost)| is_strided(cost))
    }

    /// Notes an access that stays as it is.
    pub(crate) fn leave(&self, why: Refusal) {
        self.left.borrow_mut().push(why);
    }

    /// The accesses that stay as they are.
    pub(crate) fn left(&self) -> Vec<Refusal> {
        self.left.take()
    }

    /// Notes again what was left before a remedy was tried in vain.
    pub(crate) fn leave_again(&self, left: Vec<Refusal>) {
        *self.left.borrow_mut() = left;
    }

    /// An access whose element is not known before the kernel runs.
    pub(crate) fn irregular(&self) -> Option<&'a Access> {
        let is_irregular = |cost: &Cost| cost.pattern == Pattern::Irregular;
        self.costs.iter().find(|(_, cost)| is_irregular(cost)).map(|(access, _)| *access)
    }

    /// The file's text.
    pub(crate) fn text(&self) -> &'a [u8] {
        &self.input.sources.map.file(self.file).bytes
    }

    /// Where a span lies in the file; refused if it came out of a macro.
    pub(crate) fn range(&self, span: Span) -> Result<Range<usize>, Refusal> {
        let outer = self.input.sources.expansions.outermost_call(span);
        let range = self.input.sources.map.range(outer);
        match range.filter(|range| range.file == self.file && !span.is_from_macro()) {
            Some(range) => Ok(range.start as usize..range.end as usize),
            None => refuse_with(outer, "this comes out of a macro", "write it where it is used"),
        }
    }

    /// Where an expression is written, be it by the name of a macro.
    pub(crate) fn written(&self, expr: ExprId) -> Option<Range<usize>> {
        let outer = self.input.sources.expansions.outermost_call(self.input.span(expr));
        let range = self.input.sources.map.range(outer).filter(|range| range.file == self.file)?;
        Some(range.start as usize..range.end as usize)
    }

    /// An expression, with `threadIdx.x` called otherwise.
    pub(crate) fn spelled(&self, expr: ExprId, thread: &str) -> Result<Operand, Refusal> {
        self.spelled_in_blocks(expr, thread, &[])
    }

    /// The same in blocks of another size, which is written as a number in some places.
    pub(crate) fn spelled_in_blocks(
        &self,
        expr: ExprId,
        thread: &str,
        sizes: &[Range<usize>],
    ) -> Result<Operand, Refusal> {
        operand(self, expr, &|below| match grid_of(self.input, below) {
            Some((GridQuery::ThreadIndex, Axis::X)) if thread != THREAD_INDEX => Some(thread.to_owned()),
            None if self.is_one_of(below, sizes) => Some(BLOCK_SIZE.to_owned()),
            _ => None,
        })
    }

    /// Is an expression at one of these places?
    fn is_one_of(&self, expr: ExprId, places: &[Range<usize>]) -> bool {
        !places.is_empty() && self.range(self.input.span(expr)).is_ok_and(|range| places.contains(&range))
    }

    /// The blanks before the first word of the line.
    pub(crate) fn indentation(&self, at: usize) -> String {
        source::indentation(self.text(), at)
    }

    /// Behind the semicolon, if the span ends before it.
    pub(crate) fn statement_end(&self, end: usize) -> usize {
        let text = self.text();
        let ended = text.get(end.wrapping_sub(1)).is_some_and(|byte| b";}".contains(byte));
        let next = layout::skip_blanks(text, end);
        if !ended && text.get(next) == Some(&b';') { next + 1 } else { end }
    }

    /// A name that the file does not use.
    pub(crate) fn fresh(&self, wanted: &str) -> String {
        let is_free = |name: &String| !self.taken.contains(name.as_bytes());
        let mut names = std::iter::once(wanted.to_owned()).chain((1..).map(|n| format!("{wanted}{n}")));
        names.find(is_free).unwrap_or_else(|| wanted.to_owned())
    }

    /// `float (*row)[4]`
    pub(crate) fn declaration(&self, var: VarId) -> String {
        let ty = self.program().vars[var].ty.unqualified();
        let style = emit::Style::default();
        let printed = emit::Printer::new(self.program(), self.input.sources, style)
            .declaration(ty, &self.input.name(var));
        self.space(var).to_owned() + &printed
    }

    /// What OpenCL C says of the memory that a pointer leads to.
    pub(crate) fn space(&self, var: VarId) -> &'static str {
        let is_told =
            self.language == Language::OpenCl && self.program().types.is_pointer(self.program().vars[var].ty);
        if is_told { open_cl::space(self, var) } else { "" }
    }

    /// Do all generations of processors read the same lines? What one of them does not read would be left as it
    /// is, while the launches change for all.
    pub(crate) fn is_for_all_generations(&self) -> Result<(), Refusal> {
        let Ok(body) = self.range(self.program().stmts[self.found.body].span) else { return Ok(()) };
        let asks = |line: &[u8]| {
            let is_asked = || line.windows(ARCH.len()).any(|word| word == ARCH);
            line.trim_ascii_start().starts_with(b"#") && is_asked()
        };
        if !self.text()[body].split(|&byte| byte == b'\n').any(asks) {
            return Ok(());
        }
        let span = self.program().functions[self.found.function].span;
        refuse_with(
            span,
            "`__CUDA_ARCH__` chooses between its lines",
            "write the lines in a function that it calls",
        )
    }

    /// Has the kernel's language words for what a remedy wrote?
    pub(crate) fn can_be_said(&self, patch: &Patch) -> Result<(), Refusal> {
        match self.language {
            Language::Cuda => Ok(()),
            Language::OpenCl => open_cl::can_be_said(self, patch),
        }
    }

    pub(crate) fn type_text(&self, ty: Type) -> String {
        let style = emit::Style::default();
        emit::Printer::new(self.program(), self.input.sources, style).type_text(ty.unqualified())
    }

    /// Blocks that are to share a multiprocessor, if an annotation says it.
    pub(crate) fn blocks_per_multiprocessor(&self) -> Option<u64> {
        let program = self.program();
        self.annotations().find_map(|(_, annotation)| match annotation {
            CudaLite::Kernel(_, blocks) => u64::try_from(const_eval::integer(program, *blocks)?).ok(),
            _ => None,
        })
    }

    fn annotations(&self) -> impl Iterator<Item = (Span, &'a CudaLite)> {
        let program = self.input.program;
        program.stmts_below(self.found.body).filter_map(|stmt| {
            let StmtKind::Directive(directive) = program.stmts[stmt].kind else { return None };
            let directive = &program.directives[directive];
            match &directive.kind {
                DirectiveKind::CudaLite(annotation) => Some((directive.line, annotation)),
                _ => None,
            }
        })
    }

    /// Takes the hints out that have been followed, with their lines.
    pub(crate) fn remove_annotations(&self, patch: &mut Patch) {
        let text = self.text();
        for (span, _) in self.annotations() {
            let Ok(range) = self.range(span) else { continue };
            let start = text[..range.start].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            let end = text[range.end..].iter().position(|byte| *byte == b'\n');
            let end = end.map_or(text.len(), |at| range.end + at + 1);
            let alone = text[start..range.start].iter().all(u8::is_ascii_whitespace)
                && text[range.end..end].iter().all(|byte| byte.is_ascii_whitespace() || *byte == b';');
            patch.replace(if alone { start..end } else { range }, "");
        }
    }

    /// Is a formula the same in all threads of the block?
    pub(crate) fn is_uniform(&self, formula: &LinearExpr) -> bool {
        formula.vars().all(|var| self.is_uniform_symbol(var, 0))
    }

    pub(crate) fn is_uniform_symbol(&self, var: Var, depth: u32) -> bool {
        const DEEPEST: u32 = 32;
        let symbols = self.symbols();
        match symbols.kind(var) {
            _ if depth > DEEPEST => false,
            Some(SymbolKind::Invariant(place)) => {
                let grid = grid_variable(self.program(), self.input.sources, place);
                !matches!(grid, Some((GridQuery::ThreadIndex, _)))
            }
            Some(SymbolKind::LoopIndex { loop_stmt, .. }) => {
                let bounds = self.found.region.bounds.get(loop_stmt);
                let same =
                    |formula: &LinearExpr| formula.vars().all(|var| self.is_uniform_symbol(var, depth + 1));
                bounds.is_some_and(|(first, bound)| same(first) && same(bound))
            }
            Some(SymbolKind::Product(factors)) => {
                factors.iter().all(|factor| self.is_uniform_symbol(*factor, depth + 1))
            }
            Some(SymbolKind::Opaque(_)) => symbols
                .quotient(var)
                .is_some_and(|q| q.of.vars().all(|var| self.is_uniform_symbol(var, depth + 1))),
            _ => false,
        }
    }

    /// The local variables that an expression needs to be computed for another
    /// thread of the block, each with its one value, in the order in which they
    /// are computed. Loop indices in `given` are there already. Memory decides
    /// nothing, except that an access itself is one.
    pub(crate) fn recomputed(
        &self,
        expr: ExprId,
        is_access: bool,
        given: &[VarId],
        found: &mut Vec<(VarId, ExprId)>,
    ) -> Result<(), Refusal> {
        let program = self.program();
        for below in program.exprs_below(expr) {
            match &program.exprs[below].kind {
                ExprKind::Var(var) => self.recomputed_variable(*var, below, given, found)?,
                ExprKind::Index { .. } | ExprKind::Deref(_)
                    if !(is_access && is_part_of_access(program, expr, below)) =>
                {
                    return refuse(self.input.span(below), "what is accessed depends on data");
                }
                ExprKind::Assign { .. } | ExprKind::AssignOp { .. } | ExprKind::IncDec { .. } => {
                    return refuse(self.input.span(below), "an index has a side effect");
                }
                ExprKind::Call { .. } | ExprKind::StmtExpr(_) => {
                    return refuse(self.input.span(below), "an index calls a function");
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn recomputed_variable(
        &self,
        var: VarId,
        at: ExprId,
        given: &[VarId],
        found: &mut Vec<(VarId, ExprId)>,
    ) -> Result<(), Refusal> {
        let is_local = self.program().vars[var].storage == VarStorage::Local;
        if !is_local || given.contains(&var) || found.iter().any(|(known, _)| *known == var) {
            return Ok(());
        }
        let is_scalar = self.program().types.is_scalar(self.program().vars[var].ty);
        let name = self.input.name(var);
        match self.assigned.get(&var).map(Vec::as_slice) {
            Some([Some(value)]) if is_scalar => {
                if self.varies(*value, 0) {
                    self.recomputed(*value, false, given, found)?;
                    found.push((var, *value));
                }
                Ok(())
            }
            // The index of a loop around everything is where it is.
            Some(_) if self.is_outer_index(var) => Ok(()),
            _ => refuse(self.input.span(at), format!("`{name}` cannot be computed for another thread")),
        }
    }

    /// The value that a variable has from its declaration on.
    pub(crate) fn only_value(&self, var: VarId) -> Option<ExprId> {
        let is_declared_with_it = matches!(self.program().vars[var].init, Some(Init::Expr(_)));
        match self.assigned.get(&var).map(Vec::as_slice) {
            Some([value]) if is_declared_with_it => *value,
            _ => None,
        }
    }

    /// Is a parameter given another value?
    pub(crate) fn is_changed(&self, var: VarId) -> bool {
        self.assigned.contains_key(&var)
    }

    /// Is it the index of a counted loop, the same in all threads?
    fn is_outer_index(&self, var: VarId) -> bool {
        let mut loops = self.found.region.loops.values().filter(|canonical| canonical.index == var);
        let uniform = |stmt: &StmtId| {
            let bounds = self.found.region.bounds.get(stmt);
            bounds.is_some_and(|(first, bound)| self.is_uniform(first) && self.is_uniform(bound))
        };
        loops.next().is_some_and(|first| uniform(&first.stmt)) && loops.next().is_none()
    }

    /// May the value differ between the threads of a block?
    pub(crate) fn varies(&self, expr: ExprId, depth: u32) -> bool {
        const DEEPEST: u32 = 32;
        let program = self.program();
        depth > DEEPEST
            || program.exprs_below(expr).any(|below| match &program.exprs[below].kind {
                ExprKind::Member { .. } => {
                    matches!(grid_of(self.input, below), Some((GridQuery::ThreadIndex, _)))
                }
                ExprKind::Var(var) if program.vars[*var].storage == VarStorage::Local => {
                    match self.assigned.get(var).map(Vec::as_slice) {
                        Some([Some(value)]) => self.varies(*value, depth + 1),
                        _ => !self.is_outer_index(*var),
                    }
                }
                ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Call { .. } => true,
                _ => false,
            })
    }
}

/// The words of a text, but for those in comments to the end of the line.
fn words(text: &[u8]) -> BTreeSet<Vec<u8>> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let code = |line: &'_ [u8]| {
        let comment = line.windows(2).position(|pair| pair == b"//");
        line[..comment.unwrap_or(line.len())].to_vec()
    };
    let lines = text.split(|byte| *byte == b'\n').map(code);
    lines.flat_map(|line| line.split(|byte| !is_word(byte)).map(<[u8]>::to_vec).collect::<Vec<_>>()).collect()
}

/// The grid variable that an expression is.
pub(crate) fn grid_of(input: &Input<'_>, expr: ExprId) -> Option<(GridQuery, Axis)> {
    let ExprKind::Member { .. } = input.program.exprs[expr].kind else { return None };
    grid_variable(input.program, input.sources, &Place::of(input.program, expr)?)
}

/// Is it one of the steps of `a[i][j]`, and not inside a subscript?
fn is_part_of_access(program: &Program, whole: ExprId, below: ExprId) -> bool {
    let mut at = whole;
    loop {
        if at == below {
            return true;
        }
        at = match &program.exprs[at].kind {
            ExprKind::Index { base, .. } | ExprKind::Deref(base) | ExprKind::Member { base, .. } => *base,
            ExprKind::Cast { operand, .. } => *operand,
            _ => return false,
        };
    }
}

/// Everything that each variable of a body is assigned; `None` where it is not
/// a plain assignment, or the variable's address is taken.
fn assignments(program: &Program, body: StmtId) -> BTreeMap<VarId, Vec<Option<ExprId>>> {
    let mut found: BTreeMap<VarId, Vec<Option<ExprId>>> = BTreeMap::new();
    let variable = |expr: ExprId| match program.exprs[expr].kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    };
    for node in program.nodes(body) {
        match node {
            Node::Stmt(stmt) => {
                let StmtKind::Decl(items) = &program.stmts[stmt].kind else { continue };
                for item in items {
                    let Item::Var { var, with_init: true, .. } = item else { continue };
                    let value = match &program.vars[*var].init {
                        Some(Init::Expr(value)) => Some(*value),
                        _ => None,
                    };
                    found.entry(*var).or_default().push(value);
                }
            }
            Node::Expr(expr) => {
                let (target, value) = match program.exprs[expr].kind {
                    ExprKind::Assign { lhs, rhs } => (lhs, Some(rhs)),
                    ExprKind::AssignOp { lhs, .. } => (lhs, None),
                    ExprKind::IncDec { operand, .. } | ExprKind::AddrOf(operand) => (operand, None),
                    _ => continue,
                };
                if let Some(var) = variable(target) {
                    found.entry(var).or_default().push(value);
                }
            }
        }
    }
    found
}
