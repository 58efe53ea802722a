//! What a block loads once for all of its elements.
//!
//! ```c
//! sum += a[row * l + k] * b[k * m + column];
//! ```
//! `a[row * l + k]` is the same for all columns, `b[k * m + column]` for all rows. A block
//! that has several of both loads each of them once for so many `k`, into a tile with a row
//! for each `k`. Whichever of the two numbers is next to its neighbour in memory is the one
//! along which lanes lie when they load.
//!
//! # Legal when
//! 1. the loop only reads, and which elements depends on its index and one of the numbers;
//! 2. it reads them in every iteration, so that loading them is no access of its own;
//! 3. threads without an element, which see zeros, do no harm with them;
//! 4. nothing that is read is written. Where two pointers may be one array, an element that
//!    a thread writes would be read by all threads of its row or column: those would have
//!    raced before, unless there is only one, which reads before it writes here, too.

use std::collections::BTreeSet;

use analyze::bank_conflicts::{LaneAccess, choose_padding};
use analyze::{Access, Place, SymbolKind};
use hir::{BinaryOp, ExprId, ExprKind, Node, Qualifiers, StmtKind, Type, VarId, const_eval};

use crate::always::always_evaluated;
use crate::kernel::Kernel;
use crate::products::nest::{AXES, Nest, thread_mention};
use crate::refusal::{Refusal, refuse};
use crate::row_walk::index_symbol;

/// A part of an array that the elements of a block share.
pub(crate) struct Tile {
    pub name: String,
    /// What is loaded, on its way.
    pub next: String,
    pub element: Type,
    place: Place,
    /// One of the accesses, which are all to the same element.
    pub access: ExprId,
    pub uses: Vec<ExprId>,
    /// The number on which it depends: of `x`, of `y`.
    pub number: usize,
    /// Are elements of neighbouring `k` neighbours in memory?
    pub along_index: bool,
    /// Elements added to a row against bank conflicts.
    pub padding: u64,
}

impl Tile {
    /// The array of which it is a part.
    pub(crate) fn array(&self, kernel: &Kernel<'_>) -> String {
        kernel.input.place_name(&self.place)
    }
}

/// The tiles of a loop.
pub(crate) fn tiles(kernel: &Kernel<'_>, nest: &Nest<'_>) -> Result<Vec<Tile>, Refusal> {
    let stmt = nest.canonical.stmt;
    let always = always_evaluated(kernel.program(), nest.canonical.body);
    zeros_do_no_harm(kernel, nest)?;
    let mut tiles: Vec<(Tile, &Access)> = Vec::new();
    let of_loop = |access: &&Access| access.loops.contains(&stmt);
    let inside = || kernel.costs.iter().map(|(access, _)| *access).filter(of_loop);
    for access in inside() {
        let name = kernel.input.place_name(&access.place);
        if access.mode.writes() {
            return refuse(access.span, format!("the loop writes `{name}`"));
        }
        // What is read under a condition must be read for certain somewhere.
        let is_same = |other: &Access| other.place == access.place && other.flat == access.flat;
        let is_certain = |other: &Access| always.contains(&other.expr) && is_same(other);
        if access.flat.is_none() {
            return refuse(access.span, format!("which element of `{name}` this is, is no formula"));
        }
        if !inside().any(is_certain) {
            return refuse(access.span, format!("`{name}` is accessed only under a condition"));
        }
        let Some(number) = number_of(kernel, nest, access)? else { continue };
        let known = tiles.iter_mut().find(|(_, other)| is_same(other));
        match known {
            Some((tile, _)) => tile.uses.push(access.expr),
            None => tiles.push((tile(kernel, nest, access, number)?, access)),
        }
    }
    tiles.sort_by_key(|(_, access)| access.span.lo);
    let mut tiles: Vec<Tile> = tiles.into_iter().map(|(tile, _)| tile).collect();
    name_tiles(kernel, &mut tiles);
    for number in [0, 1] {
        if !tiles.iter().any(|tile| tile.number == number) {
            let span = kernel.program().stmts[stmt].span;
            return refuse(span, "elements of a block have nothing in common that they read");
        }
    }
    nothing_read_is_written(kernel, &tiles)?;
    Ok(tiles)
}

/// The number that decides what an access reads; `None` if it is the loop alone.
fn number_of(kernel: &Kernel<'_>, nest: &Nest<'_>, access: &Access) -> Result<Option<usize>, Refusal> {
    let name = kernel.input.place_name(&access.place);
    let mut found = Vec::new();
    let given = [nest.numbers[0].var, nest.numbers[1].var, nest.canonical.index];
    kernel.recomputed(access.expr, true, &given, &mut found)?;
    if !nest.is_known_before(kernel, access.expr) {
        return refuse(
            access.span,
            format!("which element of `{name}` this is, is known in the iteration only"),
        );
    }
    let mentions = nest.mentions(kernel, [Node::Expr(access.expr)]);
    match (mentions.numbers, mentions.index) {
        ([false, false], _) => Ok(None),
        ([true, false], true) => Ok(Some(0)),
        ([false, true], true) => Ok(Some(1)),
        ([true, true], _) => refuse(access.span, format!("no two elements read the same of `{name}`")),
        _ => refuse(access.span, format!("`{name}` is read again in every iteration")),
    }
}

fn tile(kernel: &Kernel<'_>, nest: &Nest<'_>, access: &Access, number: usize) -> Result<Tile, Refusal> {
    let program = kernel.program();
    let name = kernel.input.place_name(&access.place);
    let element = program.exprs[access.expr].ty.unqualified();
    let is_number = program.types.is_integer(element) || program.types.is_real_floating(element);
    if program.exprs[access.expr].ty.quals.has(Qualifiers::VOLATILE) {
        return refuse(access.span, format!("`{name}` is to be read each time"));
    }
    if access.expr != access.lvalue || !is_number {
        return refuse(access.span, format!("the elements of `{name}` are more than numbers"));
    }
    Ok(Tile {
        name: String::new(),
        next: String::new(),
        element,
        place: access.place.clone(),
        access: access.expr,
        uses: vec![access.expr],
        number,
        along_index: is_along_index(kernel, nest, access, number),
        padding: 0,
    })
}

/// Does the index step to the next element, and the number further?
fn is_along_index(kernel: &Kernel<'_>, nest: &Nest<'_>, access: &Access, number: usize) -> bool {
    let thread = thread_mention(kernel, nest.numbers[number], AXES[number])
        .and_then(|expr| Place::of(kernel.program(), expr))
        .and_then(|place| kernel.symbols().find(&SymbolKind::Invariant(place)));
    let index = index_symbol(kernel, nest.canonical.stmt);
    index.is_some_and(|var| steps_by_one(kernel, access, var))
        && !thread.is_some_and(|var| steps_by_one(kernel, access, var))
}

/// Is an access one element further where a variable is one more?
pub(crate) fn steps_by_one(kernel: &Kernel<'_>, access: &Access, var: affine::Var) -> bool {
    let Some(flat) = &access.flat else { return false };
    let terms = flat.terms().iter().filter(|(term, _)| kernel.symbols().factors(*term).contains(&var));
    terms.map(|(term, coefficient)| (*term == var).then_some(*coefficient)).collect::<Vec<_>>() == [Some(1)]
}

/// Threads without an element compute with zeros: nothing may depend on the data but values.
fn zeros_do_no_harm(kernel: &Kernel<'_>, nest: &Nest<'_>) -> Result<(), Refusal> {
    let program = kernel.program();
    for expr in program.exprs_below(Node::Stmt(nest.canonical.body)) {
        let span = kernel.input.span(expr);
        match program.exprs[expr].kind {
            ExprKind::Binary { op: BinaryOp::Div | BinaryOp::Rem, rhs, .. }
            | ExprKind::AssignOp { op: BinaryOp::Div | BinaryOp::Rem, rhs, .. } => {
                let divides_safely = program.types.is_real_floating(program.exprs[rhs].ty)
                    || const_eval::integer(program, rhs).is_some_and(|by| by != 0);
                if !divides_safely {
                    return refuse(span, "threads without an element would divide by zero");
                }
            }
            ExprKind::Call { callee, .. } if calls_a_loop(kernel, callee) => {
                return refuse(
                    span,
                    "it calls a function with a loop, which may not end for threads without an element",
                );
            }
            _ => {}
        }
    }
    let mentions = nest.mentions(kernel, [Node::Stmt(nest.canonical.body)]);
    for (var, value) in mentions.locals {
        let mut found = Vec::new();
        let given = [nest.numbers[0].var, nest.numbers[1].var];
        kernel.recomputed(value, false, &given, &mut found)?;
        if kernel.program().exprs_below(Node::Expr(value)).any(|e| {
            matches!(program.exprs[e].kind, ExprKind::Binary { op: BinaryOp::Div | BinaryOp::Rem, .. })
        }) {
            let name = kernel.input.name(var);
            return refuse(
                kernel.input.span(value),
                format!("`{name}` would be computed for each element in turn"),
            );
        }
    }
    Ok(())
}

/// A function of the file whose body has a loop, or calls another.
fn calls_a_loop(kernel: &Kernel<'_>, callee: ExprId) -> bool {
    let program = kernel.program();
    let Some(function) = program.called_function(callee) else { return true };
    let Some(body) = program.functions[kernel.input.definition(function)].body else { return false };
    let is_simple = program.stmts_below(body).all(|stmt| {
        !matches!(
            program.stmts[stmt].kind,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::Goto(_)
        )
    });
    let calls =
        program.exprs_below(body).any(|expr| matches!(program.exprs[expr].kind, ExprKind::Call { .. }));
    !is_simple || calls
}

/// `a_tile`, and `a_tile2` where an array has two.
fn name_tiles(kernel: &Kernel<'_>, tiles: &mut [Tile]) {
    for at in 0..tiles.len() {
        let place = tiles[at].place.clone();
        let array = kernel.input.place_name(&place).replace(['.', '-', '>'], "_");
        let before = tiles[..at].iter().filter(|other| other.place == place).count();
        let suffix = if before == 0 { String::new() } else { format!("{}", before + 1) };
        tiles[at].name = kernel.fresh(&format!("{array}_tile{suffix}"));
        tiles[at].next = kernel.fresh(&format!("{array}_next{suffix}"));
    }
}

/// No array of a tile is written, neither by its name nor by another that a launch gives it.
fn nothing_read_is_written(kernel: &Kernel<'_>, tiles: &[Tile]) -> Result<(), Refusal> {
    let program = kernel.program();
    let written = || kernel.costs.iter().map(|(access, _)| *access).filter(|access| access.mode.writes());
    for tile in tiles {
        if let Some(access) = written().find(|access| access.place == tile.place) {
            let name = kernel.input.place_name(&tile.place);
            return refuse(access.span, format!("`{name}` is written, which other threads still read"));
        }
    }
    let params = &program.functions[kernel.found.function].params;
    let writes: BTreeSet<VarId> = written().map(|access| access.place.var).collect();
    for launch in &kernel.found.launches {
        let ExprKind::Launch { args, .. } = &program.exprs[*launch].kind else { continue };
        let passed = |var: VarId| {
            let at = params.iter().position(|param| *param == var)?;
            match program.exprs[kernel.program().without_casts(*args.get(at)?)].kind {
                ExprKind::Var(passed) => Some(passed),
                _ => None,
            }
        };
        let is_one = |tile: &&Tile| {
            let read = passed(tile.place.var);
            read.is_some() && writes.iter().any(|var| passed(*var) == read)
        };
        if let Some(tile) = tiles.iter().find(is_one) {
            let name = kernel.input.place_name(&tile.place);
            let reason = format!(
                "this launch passes for `{name}` the array that it writes, which other threads still read"
            );
            let help =
                Some("a product that is written to an array of its own could have tiles in shared memory");
            return Err(Refusal { span: kernel.input.span(*launch), reason, help, is_choice: true });
        }
    }
    Ok(())
}

/// The padding of a tile for so many `k` and elements: lanes lie side by side when they store.
pub(crate) fn padding(kernel: &Kernel<'_>, tile: &Tile, [depth, width]: [u64; 2], threads: u64) -> u64 {
    let element = kernel.program().size_of(tile.element).unwrap_or(4);
    let (lanes, coefficients) = match tile.along_index {
        true => (depth, vec![vec![0, 1], vec![1, 0]]),
        false => (width, vec![vec![1, 0], vec![0, 1]]),
    };
    choose_padding(
        &[LaneAccess { coefficients }],
        &[threads.div_ceil(lanes), lanes],
        &[depth, width],
        element,
    )
}
