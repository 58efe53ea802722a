//! Recipes: a directive above a loop, carried out.
//!
//! ```c
//! #pragma hicuda tile(16, 16)            for (int i_tile = 0; i_tile < n; i_tile += 16)
//! for (i = 0; i < n; i++)                    for (int j_tile = 0; j_tile < m; j_tile += 16)
//!     for (j = 0; j < m; j++)                    for (i = i_tile; i < …; i++)
//!         b[j][i] = a[i][j];                         for (j = j_tile; j < …; j++) …
//! ```
//! A pass from one typed program to an equivalent one. Directives above a loop
//! are applied in the order written, those inside it afterwards. Whether the
//! result stays the same is asked of the dependences between accesses
//! ([`legality`]); a recipe that would change it is an error and changes
//! nothing.
//!
//! In a kernel the loop is simply another one afterwards. For a loop of the host
//! the pass tells which text it had, so that `translate` can replace it.
//!
//! Reading order: [`nest`], [`counts`], [`duplicate`], [`legality`], `own`; then one file per recipe,
//! and [`geometry`] with [`registers`] for the sizes that a `kernel` directive leaves out;
//! [`schedule`] and [`when`] write text, which is read again before the others see the program ([`written_out`]);
//! [`independence`] tells people what is in the way of a new order.

pub mod collapse;
mod conditions;
pub mod counts;
pub mod fission;
pub mod fuse;
pub mod geometry;
pub mod independence;
pub mod legality;
pub mod nest;
mod own;
pub mod permute;
mod planes;
mod rectangle;
pub mod registers;
pub mod schedule;
pub mod stage;
pub mod streaming;
mod sums;
pub mod tile;
pub mod unroll;
pub mod wavefront;
mod when;
pub mod written_out;

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use analyze::input::Known;
use analyze::{CanonicalLoop, Input};
use diagnostics::{Diagnostic, Sink, codes};
use hir::{
    Builder, DirectiveId, DirectiveKind, ExprId, FunctionId, Item, Node, Program, ReplacedLoop, Span, Stmt,
    StmtId, StmtKind, VarId,
};
use source::Sources;

/// Why a recipe cannot be applied.
#[derive(Clone, Debug)]
pub struct Refusal(pub Box<Diagnostic>);

impl Refusal {
    /// The loop does not have the form that the recipe needs.
    pub fn form(recipe: &str, span: Span, reason: impl std::fmt::Display) -> Refusal {
        let message = format!("this loop cannot be {recipe}: {reason}");
        Refusal(Box::new(Diagnostic::new(&codes::RECIPE_NOT_APPLICABLE, span, message)))
    }

    /// With another place that says more.
    pub fn with(self, span: Span, what: impl Into<String>) -> Refusal {
        Refusal(Box::new(self.0.related(span, what)))
    }
}

/// Carries out all recipes of a program. The loops of the host that changed,
/// per unit.
pub fn apply(program: &mut Program, sources: &mut Sources, sink: &mut Sink) -> Vec<Vec<ReplacedLoop>> {
    (0..program.units.len()).map(|unit| apply_to_unit(program, sources, unit, sink)).collect()
}

fn apply_to_unit(
    program: &mut Program,
    sources: &mut Sources,
    unit: usize,
    sink: &mut Sink,
) -> Vec<ReplacedLoop> {
    let function = |item: &Item| match item {
        Item::Function(function) => Some(*function),
        _ => None,
    };
    let functions: Vec<FunctionId> = program.units[unit].items.iter().filter_map(function).collect();
    let mut replaced = Vec::new();
    for function in functions {
        let Some(body) = program.functions[function].body else { continue };
        let mut kitchen = Kitchen::new(program, sources, sink, function);
        kitchen.stmt(body, Place::Host);
        replaced.append(&mut kitchen.replaced);
    }
    replaced
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In host text, which is replaced.
    Host,
    /// In a host loop that is replaced as a whole.
    Replaced,
    /// In a kernel.
    Kernel,
}

/// Applies the recipes of one function.
pub struct Kitchen<'a> {
    /// The program.
    pub program: &'a mut Program,
    /// Its spellings.
    pub sources: &'a mut Sources,
    sink: &'a mut Sink,
    /// The function.
    pub function: FunctionId,
    /// Loops of the host that changed.
    pub(crate) replaced: Vec<ReplacedLoop>,
    /// Where the text of a loop begins that was joined from two, and that
    /// further recipes are to change.
    pub(crate) starts: HashMap<StmtId, Span>,
    /// What was found out about the program's functions, once somebody asks: a recipe adds none, and writes nothing for them that
    /// was there before.
    known: OnceCell<Rc<Known>>,
}

impl<'a> Kitchen<'a> {
    /// Nothing is changed yet.
    pub(crate) fn new(
        program: &'a mut Program,
        sources: &'a mut Sources,
        sink: &'a mut Sink,
        function: FunctionId,
    ) -> Kitchen<'a> {
        let (replaced, starts, known) = (Vec::new(), HashMap::new(), OnceCell::new());
        Kitchen { program, sources, sink, function, replaced, starts, known }
    }

    /// The same, where the functions were looked at before.
    pub(crate) fn knowing(self, known: Rc<Known>) -> Kitchen<'a> {
        Kitchen { known: OnceCell::from(known), ..self }
    }

    /// The program as the analyses see it.
    pub(crate) fn input(&self) -> Input<'_> {
        let known = self.known.get_or_init(|| Rc::new(Known::new(self.program)));
        Input::again(self.program, self.sources, Rc::clone(known))
    }
}

impl Kitchen<'_> {
    /// Statement nesting is bounded by the parser.
    fn stmt(&mut self, stmt: StmtId, place: Place) {
        self.run_in_planes(stmt, place);
        let kind = self.program.stmts[stmt].kind.clone();
        let place = if matches!(kind, StmtKind::Kernel { .. }) { Place::Kernel } else { place };
        if let StmtKind::Block(stmts) = &kind {
            self.fuse_in(stmt, stmts, place);
        }
        self.reduce_elements(stmt);
        // A recipe may bring another loop out, with directives of its own.
        while self.annotated(stmt, place) {}
        let is_replaced = self.replaced.iter().any(|replaced| replaced.stmt == stmt);
        let inside = if is_replaced { Place::Replaced } else { place };
        for child in self.program.children(Node::Stmt(stmt)) {
            if let Node::Stmt(child) = child {
                self.stmt(child, inside);
            }
        }
        if matches!(kind, StmtKind::Kernel { .. }) {
            self.rectangles(stmt);
            self.sums_among_others(stmt);
        }
    }

    /// Sums of elements in a block, or in the body of a loop.
    fn reduce_elements(&mut self, stmt: StmtId) {
        let (holder, stmts) = match &self.program.stmts[stmt].kind {
            StmtKind::Block(stmts) => (stmt, stmts.clone()),
            // A single statement becomes a block around what it was.
            StmtKind::For { body, .. }
                if matches!(self.program.stmts[*body].kind, StmtKind::Annotated { .. }) =>
            {
                let (holder, inner) = (*body, self.program.stmts[*body].clone());
                (holder, vec![self.program.stmts.alloc(inner)])
            }
            _ => return,
        };
        if let Some(stmts) = self.reduced_elements(&stmts) {
            self.program.stmts[holder].kind = StmtKind::Block(stmts);
        }
    }

    /// Joins loops that stand side by side in a block.
    fn fuse_in(&mut self, block: StmtId, stmts: &[StmtId], place: Place) {
        let mut stmts = stmts.to_vec();
        let mut at = 0;
        while at < stmts.len() {
            let (directives, _) = self.governed(stmts[at]);
            let fuse = directives
                .iter()
                .copied()
                .find(|d| matches!(self.program.directives[*d].kind, DirectiveKind::Fuse));
            let Some(directive) = fuse else {
                at += 1;
                continue;
            };
            let span = self.program.directives[directive].span;
            let Some(&second) = stmts.get(at + 1) else {
                self.refuse(Refusal::form("fused", span, "no loop follows it"), span);
                return;
            };
            match self.fused(stmts[at], directive, second, place) {
                Ok(()) => {
                    stmts.remove(at + 1);
                    self.program.stmts[block].kind = StmtKind::Block(stmts.clone());
                    at += 1;
                }
                Err(refusal) => return self.refuse(refusal, span),
            }
        }
    }

    /// Applies what stands above a loop; false when there is nothing, or it is
    /// refused.
    fn annotated(&mut self, stmt: StmtId, place: Place) -> bool {
        let (directives, governed) = self.governed(stmt);
        let is_recipe = |d: &DirectiveId| is_recipe(&self.program.directives[*d].kind);
        let (recipes, others): (Vec<DirectiveId>, Vec<DirectiveId>) =
            directives.iter().copied().partition(is_recipe);
        let Some(&first) = recipes.first() else { return false };
        if let Err(refusal) = self.snapshots(&recipes, &others) {
            let at = self.program.directives[first].span;
            self.refuse(refusal, at);
            return false;
        }
        let span = self.program.stmts[governed].span;
        let own_index = self.program.loop_index(governed);
        let mut current = governed;
        for &directive in &recipes {
            let at = self.program.directives[directive].span;
            let target = self.target(directive, current, own_index);
            match self.one(directive, target, place) {
                Ok(changed) if target == current => current = changed,
                Ok(changed) => self.program.stmts[target] = self.program.stmts[changed].clone(),
                Err(refusal) => {
                    self.refuse(refusal, at);
                    return false;
                }
            }
        }
        if !others.is_empty() && !matches!(self.program.stmts[current].kind, StmtKind::For { .. }) {
            let at = self.program.directives[first].span;
            let reason = "another directive stands above it, and what comes out is more than one loop";
            self.refuse(Refusal::form("changed", at, reason), at);
            return false;
        }
        self.program.stmts[current].span = span;
        for &directive in others.iter().rev() {
            let kind = StmtKind::Annotated { directive, body: current };
            current = self.program.stmts.alloc(Stmt { kind, span });
        }
        let is_known = self.replaced.iter().any(|replaced| replaced.stmt == stmt);
        if place == Place::Host && !is_known {
            let line = self.program.directives[first].line;
            let start = self.starts.get(&stmt).copied().unwrap_or(line);
            self.replaced.push(ReplacedLoop { place: Span { hi: span.hi, ..start }, stmt });
        }
        self.program.stmts[stmt] = self.program.stmts[current].clone();
        true
    }

    /// What a `snapshot` names is said of the loop that threads share: who looks for old values asks there.
    fn snapshots(&mut self, recipes: &[DirectiveId], others: &[DirectiveId]) -> Result<(), Refusal> {
        for &recipe in recipes {
            let DirectiveKind::Snapshot(names) = self.program.directives[recipe].kind.clone() else {
                continue;
            };
            let is_partition =
                |d: &DirectiveId| matches!(self.program.directives[*d].kind, DirectiveKind::LoopPartition(_));
            let partition = others.iter().copied().find(is_partition);
            let kind = partition.map(|id| &mut self.program.directives[id].kind);
            let Some(DirectiveKind::LoopPartition(clauses)) = kind else {
                let span = self.program.directives[recipe].span;
                let reason = "no thread shares it; write `loop_partition` below the `snapshot`";
                return Err(Refusal::form("given old values", span, reason));
            };
            for name in names {
                if !clauses.snapshots.contains(&name) {
                    clauses.snapshots.push(name);
                }
            }
        }
        Ok(())
    }

    /// The loop that a recipe is about: what those before it have made, but `stage` stays with the loop that it
    /// was written above, wherever `permute` has moved that.
    fn target(&self, directive: DirectiveId, current: StmtId, own_index: Option<VarId>) -> StmtId {
        let is_own = |stmt: &StmtId| own_index.is_some() && self.program.loop_index(*stmt) == own_index;
        match self.program.directives[directive].kind {
            DirectiveKind::Stage { .. } => self.program.stmts_below(current).find(is_own).unwrap_or(current),
            _ => current,
        }
    }

    fn one(&mut self, directive: DirectiveId, stmt: StmtId, place: Place) -> Result<StmtId, Refusal> {
        if place != Place::Kernel {
            self.holds_no_directives(stmt)?;
        }
        match self.program.directives[directive].kind.clone() {
            DirectiveKind::Tile(sizes) => self.tile(stmt, &sizes, place),
            DirectiveKind::Permute(names) => self.permute(stmt, &names, place),
            DirectiveKind::Unroll(times) => self.unroll(stmt, times),
            DirectiveKind::Collapse(depth) => self.collapse(stmt, depth),
            DirectiveKind::Fission => self.fission(stmt, place),
            DirectiveKind::Wavefront(_) => Err(self.wavefront_misplaced(stmt)),
            DirectiveKind::Stage { length, arrays, tile } => {
                let span = self.program.directives[directive].span;
                self.stage(stmt, length, (&arrays, tile), (place, span))
            }
            // Schedules are written out before: what is left stands in text that cannot be changed.
            DirectiveKind::Schedule(_) => {
                let span = self.program.directives[directive].span;
                let reason =
                    "its text is not to be had: write the loop in a file of the command line, in full";
                Err(Refusal::form("scheduled", span, reason))
            }
            _ => Ok(stmt),
        }
    }

    /// The text of a host loop is printed anew; directives in it are not.
    fn holds_no_directives(&self, stmt: StmtId) -> Result<(), Refusal> {
        for below in self.program.stmts_below(stmt) {
            let directive = match self.program.stmts[below].kind {
                StmtKind::Directive(directive) | StmtKind::Kernel { directive, .. } => directive,
                _ => continue,
            };
            let span = self.program.directives[directive].span;
            return Err(Refusal::form("changed", span, "it holds a directive of the host"));
        }
        Ok(())
    }

    /// The directives above a loop, outermost first, and the loop.
    pub(crate) fn governed(&self, stmt: StmtId) -> (Vec<DirectiveId>, StmtId) {
        let mut directives = Vec::new();
        let mut at = stmt;
        while let StmtKind::Annotated { directive, body } = self.program.stmts[at].kind {
            directives.push(directive);
            at = body;
        }
        (directives, at)
    }

    /// Does a loop change a variable of an expression, or declare it?
    pub(crate) fn varies_in(&self, expr: ExprId, canonical: &CanonicalLoop) -> bool {
        let program = &*self.program;
        let declares = |stmt: StmtId| program.declared(stmt).any(|own| program.mentions(expr, own));
        let changes = |e: ExprId| program.changed_variable(e).is_some_and(|own| program.mentions(expr, own));
        program.mentions(expr, canonical.index)
            || program.stmts_below(canonical.body).any(declares)
            || program.exprs_below(canonical.body).any(changes)
    }

    fn refuse(&mut self, refusal: Refusal, directive: Span) {
        let diagnostic = refusal.0.related(directive, "asked for by this directive");
        self.sink.push(diagnostic);
    }

    /// A builder whose nodes point at a statement.
    pub(crate) fn builder(&mut self, stmt: StmtId) -> Builder<'_> {
        let origin = self.program.stmts[stmt].span;
        Builder { program: self.program, sources: self.sources, origin }
    }
}

/// Is it a directive of this crate?
pub fn is_recipe(kind: &DirectiveKind) -> bool {
    matches!(
        kind,
        DirectiveKind::Tile(_)
            | DirectiveKind::Permute(_)
            | DirectiveKind::Schedule(_)
            | DirectiveKind::Unroll(_)
            | DirectiveKind::Collapse(_)
            | DirectiveKind::Stage { .. }
            | DirectiveKind::Fuse
            | DirectiveKind::Fission
            | DirectiveKind::Wavefront(_)
            | DirectiveKind::Snapshot(_)
    )
}
