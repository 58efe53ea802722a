//! A kernel's text with staged loops in it.
//!
//! The statements of the body are gone through in order. Those that hold no
//! staged loop stay as they are; once some threads have left, or would have,
//! they are put under `if (inside)`. What made threads leave becomes part of
//! `inside`, so that all threads stay and help to copy:
//!
//! ```c
//! if (row >= n) return;             bool inside = row < n;
//! if (row < n) { …last… }           bool inside = row < n; …
//! float s = scale[row];             float s = inside ? scale[row] : 0;
//! y[row] = sum;                     if (inside) y[row] = sum;
//! ```

use emit::Precedence;
use hir::{BinaryOp, ExprId, ExprKind, Init, Item, Node, Span, StmtId, StmtKind, UnaryOp};

use crate::kernel::{Kernel, THREAD_INDEX};
use crate::layout::INDENT;
use crate::operand::Operand;
use crate::patch::Patch;
use crate::refusal::{Refusal, refuse};
use crate::staging::Stage;
use crate::staging::copy_loop;
use crate::staging::copy_mapping::CopyMapping;
use crate::staging::shared_tiles;
use crate::staging::team::Team;

/// A condition that threads must fulfil, or must not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard {
    pub condition: ExprId,
    pub holds: bool,
}

/// What becomes of the loops that all threads of a block come to.
pub(crate) trait Plan {
    /// Is it one of them?
    fn changes(&self, stmt: StmtId) -> bool;
    /// What the kernel declares first.
    fn declarations(&self, indent: &str) -> String;
    /// The threads of a block.
    fn team(&self) -> &Team;
    /// Does only the first thread of a team work outside of the loops?
    fn has_helpers(&self) -> bool;
    /// Writes a loop. From here on `at.inside` is declared, if that is returned.
    fn write(&self, stmt: StmtId, at: &Position<'_>, patch: &mut Patch) -> Result<bool, Refusal>;
}

/// Where a loop stands.
pub(crate) struct Position<'t> {
    /// The blanks before it.
    pub indent: String,
    /// The name of the variable that says who has not left.
    pub inside: &'t str,
    /// Is there such a variable?
    pub is_declared: bool,
    /// Why threads have left.
    pub guards: &'t [Guard],
}

/// Writes the loops into the text.
pub(crate) fn write_body(kernel: &Kernel<'_>, plan: &dyn Plan, patch: &mut Patch) -> Result<(), Refusal> {
    let program = kernel.program();
    let StmtKind::Block(stmts) = &program.stmts[kernel.found.body].kind else { return Ok(()) };
    let body = kernel.range(program.stmts[kernel.found.body].span)?;
    let indent = format!("{}{INDENT}", kernel.indentation(body.end - 1));
    let mut first = plan.declarations(&indent);
    let inside = kernel.fresh("inside");
    let mut weaver =
        BodyWriter { kernel, plan, patch, inside, guards: Vec::new(), is_declared: false, outdented: 0 };
    if plan.has_helpers() && !weaver.starts_with_guard(stmts) {
        first += &format!("\n{indent}bool {} = threadIdx.y == 0;", weaver.inside);
        weaver.is_declared = true;
    }
    weaver.patch.insert(body.start + 1, first);
    weaver.block(stmts, false)
}

struct BodyWriter<'k, 'a> {
    kernel: &'k Kernel<'a>,
    plan: &'k dyn Plan,
    patch: &'k mut Patch,
    inside: String,
    guards: Vec<Guard>,
    /// Is there a variable that says who works?
    is_declared: bool,
    /// Levels that the text at hand has moved to the left.
    outdented: usize,
}

impl BodyWriter<'_, '_> {
    fn span(&self, stmt: StmtId) -> Span {
        self.kernel.program().stmts[stmt].span
    }

    /// The indentation that a line will have.
    fn indentation(&self, at: usize) -> String {
        self.kernel.layout.outdented(&self.kernel.indentation(at), self.outdented)
    }

    /// Does nothing happen before the first threads leave?
    fn starts_with_guard(&self, stmts: &[StmtId]) -> bool {
        let program = self.kernel.program();
        let is_quiet = |stmt: &&StmtId| {
            matches!(
                program.stmts[**stmt].kind,
                StmtKind::Decl(_)
                    | StmtKind::Directive(_)
                    | StmtKind::Empty
                    | StmtKind::Pragma(_)
                    | StmtKind::Comment(_)
            )
        };
        let Some(at) = stmts.iter().position(|stmt| !is_quiet(&stmt)) else { return false };
        let is_wrapped = matches!(program.stmts[stmts[at]].kind, StmtKind::If { otherwise: None, .. })
            && self.holds_stage(stmts[at])
            && at + 1 == stmts.len();
        let exits = exit_condition(self.kernel, stmts[at]).is_some()
            && stmts[at..].iter().any(|stmt| self.holds_stage(*stmt));
        is_wrapped || exits
    }

    fn holds_stage(&self, stmt: StmtId) -> bool {
        let program = self.kernel.program();
        program.stmts_below(stmt).any(|below| self.plan.changes(below))
    }

    /// Statement nesting is bounded by the parser.
    fn block(&mut self, stmts: &[StmtId], in_loop: bool) -> Result<(), Refusal> {
        let program = self.kernel.program();
        let last_stage = stmts.iter().rposition(|stmt| self.holds_stage(*stmt));
        let mut run: Vec<StmtId> = Vec::new();
        for (at, &stmt) in stmts.iter().enumerate() {
            let before_stage = last_stage.is_some_and(|last| at < last) || in_loop;
            let kind = &program.stmts[stmt].kind;
            if self.holds_stage(stmt) {
                self.guarded(&std::mem::take(&mut run))?;
                self.container(stmt, at + 1 == stmts.len(), in_loop)?;
                continue;
            }
            match (exit_condition(self.kernel, stmt), kind) {
                (Some(condition), _) if before_stage && !in_loop => {
                    self.guarded(&std::mem::take(&mut run))?;
                    let whole = self.kernel.range(self.span(stmt))?;
                    let text = self.declare_inside(Guard { condition, holds: false })?;
                    self.patch.replace(whole, text);
                }
                (_, StmtKind::Decl(items)) => {
                    self.guarded(&std::mem::take(&mut run))?;
                    items.iter().try_for_each(|item| self.declaration(item))?;
                }
                (_, StmtKind::Directive(_)) => {
                    self.guarded(&std::mem::take(&mut run))?;
                }
                (_, StmtKind::Empty | StmtKind::Pragma(_) | StmtKind::Comment(_)) => {}
                _ => {
                    let leaves = |below: StmtId| matches!(program.stmts[below].kind, StmtKind::Return(_));
                    if let Some(exit) = program.stmts_below(stmt).find(|below| before_stage && leaves(*below))
                    {
                        return refuse(self.span(exit), "threads leave here, and the barriers need all");
                    }
                    run.push(stmt);
                }
            }
        }
        self.guarded(&run)
    }

    /// A statement that holds a staged loop, or is one.
    fn container(&mut self, stmt: StmtId, is_last: bool, in_loop: bool) -> Result<(), Refusal> {
        let program = self.kernel.program();
        if self.plan.changes(stmt) {
            let start = self.kernel.range(self.span(stmt))?.start;
            let (indent, inside) = (self.indentation(start), self.inside.as_str());
            let at = Position { indent, inside, is_declared: self.is_declared, guards: &self.guards };
            self.is_declared |= self.plan.write(stmt, &at, self.patch)?;
            return Ok(());
        }
        match &program.stmts[stmt].kind {
            StmtKind::Block(stmts) => self.block(stmts, in_loop),
            StmtKind::If { cond, then, otherwise: None } if is_last && !in_loop => {
                self.unwrap(stmt, *cond, *then)
            }
            StmtKind::For { body, .. } if self.is_shared_loop(stmt) => match &program.stmts[*body].kind {
                StmtKind::Block(stmts) => self.block(stmts, true),
                _ => self.block(&[*body], true),
            },
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                refuse(self.span(stmt), "threads may run this loop differently often")
            }
            _ => refuse(self.span(stmt), "not all threads of a block come to the loop"),
        }
    }

    /// Do all threads run it equally often?
    fn is_shared_loop(&self, stmt: StmtId) -> bool {
        let region = &self.kernel.found.region;
        let (Some(canonical), Some((first, bound))) = (region.loops.get(&stmt), region.bounds.get(&stmt))
        else {
            return false;
        };
        let program = self.kernel.program();
        let jumps = |below: StmtId| matches!(program.stmts[below].kind, StmtKind::Break | StmtKind::Continue);
        let is_uniform = self.kernel.is_uniform(first) && self.kernel.is_uniform(bound);
        is_uniform && !program.stmts_below(canonical.body).any(jumps)
    }

    /// `if (cond) { … }` at the end of the kernel becomes what is in it.
    fn unwrap(&mut self, stmt: StmtId, cond: ExprId, then: StmtId) -> Result<(), Refusal> {
        let program = self.kernel.program();
        let whole = self.kernel.range(self.span(stmt))?;
        let inner = self.kernel.range(self.span(then))?;
        let text = self.declare_inside(Guard { condition: cond, holds: true })?;
        let indent = self.indentation(whole.start);
        self.outdented += 1;
        let bytes = self.kernel.text();
        match &program.stmts[then].kind {
            StmtKind::Block(stmts) => {
                self.names_are_new(stmts)?;
                self.patch.replace(whole.start..inner.start + 1, text);
                let close = inner.end - 1;
                let line = bytes[..close].iter().rposition(|byte| !byte.is_ascii_whitespace());
                let end = line.map_or(close, |at| at + 1);
                self.patch.shift(bytes, inner.start + 1..end, -1);
                self.patch.replace(end..inner.end, "");
                self.block(stmts, false)
            }
            _ => {
                self.patch.replace(whole.start..inner.start, format!("{text}\n{indent}"));
                self.patch.shift(bytes, inner.clone(), -1);
                self.block(&[then], false)
            }
        }
    }

    /// A block's variables must not hide others once its braces are gone.
    fn names_are_new(&self, stmts: &[StmtId]) -> Result<(), Refusal> {
        let program = self.kernel.program();
        let declared = |stmt: &StmtId| -> Vec<hir::VarId> {
            let StmtKind::Decl(items) = &program.stmts[*stmt].kind else { return Vec::new() };
            items
                .iter()
                .filter_map(|item| match item {
                    Item::Var { var, .. } => Some(*var),
                    _ => None,
                })
                .collect()
        };
        let all: Vec<hir::VarId> =
            program.stmts_below(self.kernel.found.body).flat_map(|s| declared(&s)).collect();
        let params = &program.functions[self.kernel.found.function].params;
        for own in stmts.iter().flat_map(declared) {
            let same =
                |other: &&hir::VarId| **other != own && program.vars[**other].name == program.vars[own].name;
            if all.iter().chain(params).any(|other| same(&other)) {
                return refuse(program.vars[own].span, "two variables of the kernel have this name");
            }
        }
        Ok(())
    }

    /// The statement that makes threads that would have left only help.
    fn declare_inside(&mut self, guard: Guard) -> Result<String, Refusal> {
        let sizes = &self.plan.team().sizes;
        let spelled = |expr: ExprId| self.kernel.spelled_in_blocks(expr, THREAD_INDEX, sizes);
        let condition = condition(self.kernel, guard, &spelled)?;
        let inside = Operand::name(&self.inside);
        let works = Operand::generated("threadIdx.y == 0", Precedence::Equality);
        let (ty, first) = match (self.is_declared, self.plan.has_helpers()) {
            (false, false) => ("bool ", None),
            (false, true) => ("bool ", Some(works)),
            (true, _) => ("", Some(inside)),
        };
        let value = Operand::all(first.into_iter().chain([condition]));
        let value = value.map_or_else(String::new, |value| value.value());
        let text = format!("{ty}{} = {value};", self.inside);
        self.is_declared = true;
        self.guards.push(guard);
        Ok(text)
    }

    /// An initialiser that reads memory reads it only where it may.
    fn declaration(&mut self, item: &Item) -> Result<(), Refusal> {
        let program = self.kernel.program();
        let Item::Var { var, with_init: true, .. } = item else { return Ok(()) };
        let Some(init) = &program.vars[*var].init else { return Ok(()) };
        let reads = |expr: ExprId| {
            let is_read = |below: ExprId| {
                matches!(program.exprs[below].kind, ExprKind::Index { .. } | ExprKind::Deref(_))
            };
            program.exprs_below(Node::Expr(expr)).any(is_read)
        };
        if self.guards.is_empty() || !program.init_exprs(init).into_iter().any(reads) {
            return Ok(());
        }
        match init {
            Init::Expr(value) if program.types.is_scalar(program.vars[*var].ty) => {
                let chosen = format!("{} ? ", self.inside);
                self.patch.enclose(self.kernel, *value, &chosen, Precedence::Or, " : 0")?;
                Ok(())
            }
            _ => refuse(program.vars[*var].span, "what it starts with is read from memory"),
        }
    }

    /// Statements that only threads run that have not left.
    fn guarded(&mut self, run: &[StmtId]) -> Result<(), Refusal> {
        let (Some(first), Some(last), false) = (run.first(), run.last(), !self.is_declared) else {
            return Ok(());
        };
        let start = self.kernel.range(self.span(*first))?.start;
        let end = self.kernel.statement_end(self.kernel.range(self.span(*last))?.end);
        let indent = self.indentation(start);
        let inside = &self.inside;
        let is_else_safe = !matches!(self.kernel.program().stmts[*first].kind, StmtKind::If { .. });
        if run.len() == 1 && is_else_safe {
            self.patch.insert(start, format!("if ({inside})\n{indent}{INDENT}"));
        } else {
            self.patch.insert(start, format!("if ({inside}) {{\n{indent}{INDENT}"));
            self.patch.insert(end, format!("\n{indent}}}"));
        }
        self.patch.shift(self.kernel.text(), start + 1..end, 1);
        Ok(())
    }
}

/// Loops whose rows go through shared memory.
pub(crate) struct Staged<'k, 'a> {
    kernel: &'k Kernel<'a>,
    team: &'k Team,
    stages: &'k [Stage<'a>],
    declared: String,
}

impl<'k, 'a> Staged<'k, 'a> {
    /// Names the tiles.
    pub(crate) fn new(
        kernel: &'k Kernel<'a>,
        team: &'k Team,
        stages: &'k mut [Stage<'a>],
    ) -> Result<Staged<'k, 'a>, Refusal> {
        let body = kernel.range(kernel.program().stmts[kernel.found.body].span)?;
        let indent = format!("{}{INDENT}", kernel.indentation(body.end - 1));
        let declared = shared_tiles::declare(kernel, team, stages, &indent);
        Ok(Staged { kernel, team, stages, declared })
    }

    /// What the CUDA compiler is told of the loop at work: by the user, whose line moves to
    /// it, or that several iterations are to be read before the first is needed.
    fn unrolling(&self, stage: &Stage<'_>, at: usize, patch: &mut Patch) -> Option<String> {
        const SEVERAL: &str = "#pragma unroll 16";
        let text = self.kernel.text();
        let before = text[..at].trim_ascii_end();
        let line = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let said = before[line..].trim_ascii_start();
        if said.starts_with(b"#pragma unroll") || said.starts_with(b"#pragma nounroll") {
            let rest = text[before.len()..].iter().position(|byte| *byte == b'\n');
            patch.replace(line..before.len() + rest.map_or(0, |end| end + 1), "");
            return Some(String::from_utf8_lossy(said).into_owned());
        }
        let program = self.kernel.program();
        let is_loop = |stmt: StmtId| {
            matches!(
                program.stmts[stmt].kind,
                StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
            )
        };
        (!program.stmts_below(stage.canonical.body).any(is_loop)).then(|| SEVERAL.to_owned())
    }
}

impl Plan for Staged<'_, '_> {
    fn changes(&self, stmt: StmtId) -> bool {
        self.stages.iter().any(|stage| stage.canonical.stmt == stmt)
    }

    fn declarations(&self, indent: &str) -> String {
        let team = self.team;
        let is_counted = |stage: &Stage<'_>| {
            let by_warps =
                CopyMapping::of(team, stage.width).is_some_and(|mapping| mapping.is_by_warps(team));
            !by_warps || !stage.vectors.is_empty()
        };
        self.declared.clone() + &team.declaration(indent, self.stages.iter().any(is_counted))
    }

    fn team(&self) -> &Team {
        self.team
    }

    fn has_helpers(&self) -> bool {
        self.team.has_helpers()
    }

    fn write(&self, stmt: StmtId, at: &Position<'_>, patch: &mut Patch) -> Result<bool, Refusal> {
        let kernel = self.kernel;
        let span = kernel.program().stmts[stmt].span;
        let stage = self.stages.iter().find(|stage| stage.canonical.stmt == stmt);
        let (Some(stage), StmtKind::For { cond: Some(cond), .. }) =
            (stage, &kernel.program().stmts[stmt].kind)
        else {
            return refuse(span, "its loop cannot be counted");
        };
        let canonical = stage.canonical;
        let whole = kernel.range(span)?;
        let end = kernel.statement_end(whole.end);
        let inside = at.is_declared.then_some(at.inside);
        let copying = copy_loop::Copying { kernel, team: self.team, stage, guards: at.guards, inside };
        let around = copying.text(&at.indent)?;
        let inner = if !at.is_declared && !stage.loads_ahead { 1 } else { 2 };
        let (mut before, unroll) = (around.before, self.unrolling(stage, whole.start, patch));
        if let Some(unroll) = unroll {
            let line = before.rfind('\n').map_or(0, |at| at + 1);
            before.insert_str(line, &format!("{unroll}\n"));
        }
        patch.insert(whole.start, before);
        patch.shift(kernel.text(), whole.start + 1..end, inner);
        patch.insert(end, around.after);
        let first = Operand::name(&around.first);
        let start = match stage.begins {
            Some(begin) => {
                let begin = Operand::name(begin.to_string());
                Operand::choice(&Operand::binary(BinaryOp::Lt, &first, &begin), &begin, &first)
            }
            None => first,
        };
        patch.replace(kernel.range(kernel.input.span(canonical.first))?, start.value());
        let index = kernel.input.name(canonical.index);
        let goes_on = format!("{index} < {}", around.last);
        // The condition of a `for` takes anything.
        patch.replace(kernel.range(kernel.input.span(*cond))?, goes_on);
        for tile in &stage.tiles {
            for (access, column) in &tile.uses {
                let range = kernel.range(kernel.input.span(*access))?;
                let offset = if *column == 0 { String::new() } else { format!(" + {column}") };
                let text = format!("{}[threadIdx.x][{index} - {}{offset}]", tile.name, around.first);
                patch.replace(range, text);
            }
        }
        for vector in &stage.vectors {
            for access in &vector.uses {
                let range = kernel.range(kernel.input.span(*access))?;
                patch.replace(range, format!("{}[{index} - {}]", vector.name, around.first));
            }
        }
        Ok(false)
    }
}

/// `if (cond) return;`
pub(crate) fn exit_condition(kernel: &Kernel<'_>, stmt: StmtId) -> Option<ExprId> {
    let program = kernel.program();
    let StmtKind::If { cond, then, otherwise: None } = program.stmts[stmt].kind else { return None };
    let is_return = |stmt: StmtId| matches!(program.stmts[stmt].kind, StmtKind::Return(None));
    let returns = match &program.stmts[then].kind {
        StmtKind::Block(stmts) => matches!(stmts.as_slice(), [only] if is_return(*only)),
        _ => is_return(then),
    };
    returns.then_some(cond)
}

/// A guard as a condition, its parts in this spelling.
pub(crate) fn condition(
    kernel: &Kernel<'_>,
    guard: Guard,
    spelled: &dyn Fn(ExprId) -> Result<Operand, Refusal>,
) -> Result<Operand, Refusal> {
    let program = kernel.program();
    if guard.holds {
        return spelled(guard.condition);
    }
    let in_file = !kernel.input.span(guard.condition).is_from_macro();
    let negated = |part: ExprId| condition(kernel, Guard { condition: part, holds: false }, spelled);
    // Of two numbers one of which is not a number, neither is less.
    let is_ordered = |expr: ExprId| !program.types.is_real_floating(program.exprs[expr].ty);
    match program.exprs[guard.condition].kind {
        ExprKind::Unary { op: UnaryOp::Not, operand } if in_file => spelled(operand),
        ExprKind::Binary { op: BinaryOp::Or, lhs, rhs } if in_file => {
            let both = Operand::all([negated(lhs)?, negated(rhs)?]);
            both.map_or_else(|| spelled(guard.condition), Ok)
        }
        ExprKind::Binary { op, lhs, rhs } if in_file && is_ordered(lhs) => match opposite(op) {
            Some(opposite) => Ok(Operand::binary(opposite, &spelled(lhs)?, &spelled(rhs)?)),
            None => Ok(spelled(guard.condition)?.negated()),
        },
        _ => Ok(spelled(guard.condition)?.negated()),
    }
}

fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        _ => return None,
    })
}
