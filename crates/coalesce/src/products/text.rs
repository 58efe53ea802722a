//! The text of a kernel whose blocks share tiles.
//!
//! ```c
//! // A block has 64 by 64 elements, each thread 8 by 4 of them: tiles serve them all.
//! __shared__ float a_tile[16][66];
//! __shared__ float b_tile[16][64];
//! const unsigned t = threadIdx.y * 16 + threadIdx.x;
//! const int first_row = blockIdx.x * 64, first_column = blockIdx.y * 64;
//! float sum[8][4] = {};
//! for (int next = 0; next < l + 16; next += 16) {
//!     …                                   // the next tiles, into registers
//!     if (next > 0) {
//!         …                               // the body, for each element
//!     }
//!     __syncthreads();
//!     …                                   // out of the registers
//!     __syncthreads();
//! }
//! …                                       // the end, for each element
//! ```
//! The user's statements stay as they are written, but for the variables of which a thread
//! has several now, and what comes out of tiles.

use std::collections::BTreeMap;
use std::fmt::Write;

use hir::{BinaryOp, ExprId, ExprKind, Node, StmtKind, VarId, const_eval};

use crate::kernel::{Kernel, THREAD_INDEX};
use crate::layout::INDENT;
use crate::operand::{Operand, operand};
use crate::patch::Patch;
use crate::products::nest::{Mentions, Nest};
use crate::products::thread_tile::ThreadTile;
use crate::products::tiles::Tile;
use crate::quote::{Quote, comments_before};
use crate::refusal::Refusal;

/// A kernel about to be written.
pub(crate) struct Writer<'k, 'a> {
    pub kernel: &'k Kernel<'a>,
    pub nest: &'k Nest<'a>,
    pub tiles: &'k [Tile],
    pub thread_tile: ThreadTile,
    names: Names,
}

/// Names that the file does not use.
struct Names {
    thread: String,
    next: String,
    first_of_round: String,
    last: String,
    step: String,
    element: String,
    /// The first element of the block, by number.
    first: [String; 2],
    /// Which of the thread's elements, by number.
    own: [String; 2],
}

impl<'k, 'a> Writer<'k, 'a> {
    pub(crate) fn new(
        kernel: &'k Kernel<'a>,
        nest: &'k Nest<'a>,
        tiles: &'k [Tile],
        thread_tile: ThreadTile,
    ) -> Self {
        let first =
            nest.numbers.map(|number| kernel.fresh(&format!("first_{}", kernel.input.name(number.var))));
        let (rows, columns) = (kernel.fresh("r"), kernel.fresh("q"));
        let names = Names {
            thread: kernel.fresh("t"),
            next: kernel.fresh("next"),
            first_of_round: kernel.fresh("first"),
            last: kernel.fresh("last"),
            step: kernel.fresh("s"),
            element: kernel.fresh("e"),
            first,
            own: if thread_tile.across == 1 { [rows, columns] } else { [columns, rows] },
        };
        Writer { kernel, nest, tiles, thread_tile, names }
    }

    /// Puts the new body in the place of the old one.
    pub(crate) fn write(&self, patch: &mut Patch) -> Result<(), Refusal> {
        let body = self.kernel.range(self.kernel.program().stmts[self.kernel.found.body].span)?;
        let outer = self.kernel.indentation(body.end - 1);
        let indent = format!("{outer}{INDENT}");
        let mut out = self.head(&indent)?;
        out += &self.starts(&indent)?;
        out += &comments_before(self.kernel, self.nest.canonical.stmt, &indent)?;
        out += &self.rounds(&indent)?;
        out += &self.end(&indent)?;
        patch.replace(body, format!("{{\n{out}{outer}}}"));
        Ok(())
    }

    /// What all elements share.
    fn head(&self, indent: &str) -> Result<String, Refusal> {
        let (kernel, ThreadTile { own, depth, across, threads }) = (self.kernel, self.thread_tile);
        let down = self.thread_tile.down();
        let (wide, high) = (self.thread_tile.width(across), self.thread_tile.width(down));
        let mut out = format!(
            "{indent}// A block has {high} by {wide} elements, each thread {} by {} of them: tiles serve them all.\n",
            own[down], own[across]
        );
        for tile in self.tiles {
            let (element, columns) =
                (kernel.type_text(tile.element), self.thread_tile.width(tile.number) + tile.padding);
            let _ = writeln!(out, "{indent}__shared__ {element} {}[{depth}][{columns}];", tile.name);
        }
        let _ = writeln!(
            out,
            "{indent}const unsigned {} = threadIdx.y * {} + threadIdx.x;",
            self.names.thread, threads[across]
        );
        let firsts = [down, across].map(|at| {
            let value = format!("blockIdx.{} * {}", ["x", "y"][at], self.thread_tile.width(at));
            (self.number_type(at), self.names.first[at].clone(), value)
        });
        out += &declarations(&firsts, indent);
        for (var, value) in self.nest.shared_locals(kernel) {
            out += &self.local(var, value, indent)?;
        }
        for var in &self.nest.sums {
            let ty = kernel.type_text(kernel.program().vars[*var].ty);
            let _ = writeln!(
                out,
                "{indent}{ty} {}[{}][{}] = {{}};",
                kernel.input.name(*var),
                own[down],
                own[across]
            );
        }
        Ok(out)
    }

    /// What sums are before the loop, where that is not zero.
    fn starts(&self, indent: &str) -> Result<String, Refusal> {
        let kernel = self.kernel;
        let all = &self.nest.starts;
        let is_only = |var: VarId| all.iter().filter(|(other, _)| *other == var).count() == 1;
        let is_there = |(var, value): &&(VarId, ExprId)| is_zero(kernel, *value) && is_only(*var);
        let starts: Vec<&(VarId, ExprId)> = all.iter().filter(|start| !is_there(start)).collect();
        if starts.is_empty() {
            return Ok(String::new());
        }
        let inner = self.inner(indent);
        let differs = starts.iter().any(|(_, value)| self.nest.differs(kernel, *value));
        let deeper = if differs { format!("{inner}{INDENT}") } else { inner };
        let mut lines = String::new();
        for (var, value) in &starts {
            let value = operand(kernel, *value, &|expr| self.renamed(expr, false))?.value();
            let _ = writeln!(lines, "{deeper}{} = {value};", self.sum(*var));
        }
        if differs {
            let mentions = self.nest.mentions(kernel, starts.iter().map(|(_, value)| Node::Expr(*value)));
            return self.for_each_element_inside(mentions, &lines, indent);
        }
        let several = starts.len() > 1;
        let close = if several { format!("{}}}\n", self.outer(indent)) } else { String::new() };
        Ok(format!("{}{lines}{close}", self.for_each_element(indent, several)))
    }

    /// Lines for each element of the thread that is below the bounds, with what they mention.
    fn for_each_element_inside(
        &self,
        mentions: Mentions,
        lines: &str,
        indent: &str,
    ) -> Result<String, Refusal> {
        let inner = self.inner(indent);
        let numbers = Mentions { numbers: [true, true], ..Mentions::default() };
        let locals = Mentions { numbers: [false, false], ..mentions };
        let lines = format!("{}{lines}", self.place(locals, &format!("{inner}{INDENT}"))?);
        let (open, close) = braces(&lines, &inner);
        Ok(format!(
            "{}{}{inner}if ({}){open}\n{lines}{close}{}}}\n",
            self.for_each_element(indent, true),
            self.place(numbers, &inner)?,
            self.inside()?,
            self.outer(indent)
        ))
    }

    /// The rounds: load what comes next, work on what is there.
    fn rounds(&self, indent: &str) -> Result<String, Refusal> {
        let (kernel, canonical, depth) = (self.kernel, self.nest.canonical, self.thread_tile.depth);
        let (next, last) = (&self.names.next, &self.names.last);
        let inner = format!("{indent}{INDENT}");
        let index = kernel.type_text(kernel.program().vars[canonical.index].ty);
        let first = kernel.spelled(canonical.first, THREAD_INDEX)?;
        let bound = kernel.spelled(canonical.bound, THREAD_INDEX)?;
        let upcoming = Operand::name(next);
        let mut out = format!(
            "{indent}// The next tiles are on their way while these are worked on.\n\
             {indent}for ({index} {next} = {}; {}; {next} += {depth}) {{\n",
            first.value(),
            Operand::binary(canonical.op, &upcoming, &bound.plus(depth)).whole()
        );
        for tile in self.tiles {
            let element = kernel.type_text(tile.element);
            let _ = writeln!(out, "{inner}{element} {}[{}];", tile.next, self.thread_tile.steps(tile));
        }
        for tile in self.tiles {
            out += &self.load(tile, &inner)?;
        }
        let after = if is_zero(kernel, canonical.first) { Operand::name("0") } else { first };
        let deeper = format!("{inner}{INDENT}");
        let end = if canonical.op == BinaryOp::Le { bound.plus(1) } else { bound.clone() };
        let has_tiles = Operand::binary(BinaryOp::Gt, &upcoming, &after).whole();
        let _ = writeln!(out, "{inner}if ({has_tiles}) {{");
        let start = &self.names.first_of_round;
        let is_below = Operand::binary(BinaryOp::Lt, &bound, &upcoming);
        let end = Operand::choice(&is_below, &end, &upcoming).value();
        let _ = writeln!(out, "{deeper}const {index} {start} = {next} - {depth}, {last} = {end};");
        out += &self.body(&deeper)?;
        let _ = writeln!(out, "{inner}}}\n{inner}__syncthreads();");
        out += &self.store(&inner);
        let _ = writeln!(out, "{inner}__syncthreads();\n{indent}}}");
        Ok(out)
    }

    /// Where an element of a tile is: which iteration, and which element of the block.
    fn coordinates(&self, tile: &Tile) -> [String; 2] {
        let element = &self.names.element;
        let (depth, width) = (self.thread_tile.depth, self.thread_tile.width(tile.number));
        match tile.along_index {
            true => [format!("{element} % {depth}"), format!("{element} / {depth}")],
            false => [format!("{element} / {width}"), format!("{element} % {width}")],
        }
    }

    /// The thread's part of a tile, into registers.
    fn load(&self, tile: &Tile, indent: &str) -> Result<String, Refusal> {
        let (kernel, canonical) = (self.kernel, self.nest.canonical);
        let Names { thread, next, step, element, first, .. } = &self.names;
        let threads = self.thread_tile.all_threads();
        let inner = format!("{indent}{INDENT}");
        let [iteration, place] = self.coordinates(tile);
        let number = self.nest.numbers[tile.number];
        let index = kernel.input.name(canonical.index);
        let mut out = format!(
            "#pragma unroll\n\
             {indent}for (unsigned {step} = 0; {step} < {}; {step}++) {{\n\
             {inner}const unsigned {element} = {step} * {threads} + {thread};\n",
            self.thread_tile.steps(tile)
        );
        let ty = kernel.type_text(kernel.program().vars[canonical.index].ty);
        out += &declarations(
            &[
                (
                    self.number_type(tile.number),
                    kernel.input.name(number.var),
                    format!("{} + {place}", first[tile.number]),
                ),
                (ty, index.clone(), format!("{next} + {iteration}")),
            ],
            &inner,
        );
        for (var, value) in self.nest.mentions(kernel, [Node::Expr(tile.access)]).locals {
            out += &self.local(var, value, &inner)?;
        }
        let bound = kernel.spelled(canonical.bound, THREAD_INDEX)?;
        let in_loop = Operand::binary(canonical.op, &Operand::name(index), &bound);
        let is_there = Operand::all([self.below(tile.number)?, in_loop]).unwrap_or(Operand::name("true"));
        let element = kernel.spelled(tile.access, THREAD_INDEX)?;
        let loaded = Operand::choice(&is_there, &element, &Operand::name("0")).value();
        let _ = writeln!(out, "{inner}{}[{step}] = {loaded};\n{indent}}}", tile.next);
        Ok(out)
    }

    /// Out of the registers.
    fn store(&self, indent: &str) -> String {
        let Names { thread, step, element, .. } = &self.names;
        let threads = self.thread_tile.all_threads();
        let inner = format!("{indent}{INDENT}");
        let mut by_steps: BTreeMap<u64, String> = BTreeMap::new();
        for tile in self.tiles {
            let [iteration, place] = self.coordinates(tile);
            let lines = by_steps.entry(self.thread_tile.steps(tile)).or_default();
            let _ = writeln!(lines, "{inner}{}[{iteration}][{place}] = {}[{step}];", tile.name, tile.next);
        }
        let mut out = String::new();
        for (steps, lines) in by_steps {
            let _ = write!(
                out,
                "#pragma unroll\n\
                 {indent}for (unsigned {step} = 0; {step} < {steps}; {step}++) {{\n\
                 {inner}const unsigned {element} = {step} * {threads} + {thread};\n\
                 {lines}{indent}}}\n"
            );
        }
        out
    }

    /// The loop's body for each element of the thread.
    fn body(&self, indent: &str) -> Result<String, Refusal> {
        let (kernel, canonical) = (self.kernel, self.nest.canonical);
        let program = kernel.program();
        let index = kernel.input.name(canonical.index);
        let ty = kernel.type_text(program.vars[canonical.index].ty);
        let Names { first_of_round, last, .. } = &self.names;
        let quote = self.quote(&[Node::Stmt(canonical.body)], true)?;
        let outside = self.mentions_outside_tiles();
        let in_loop = format!("{indent}{INDENT}");
        let inner = self.inner(&in_loop);
        let mut out = format!(
            "#pragma unroll {}\n\
             {indent}for ({ty} {index} = {first_of_round}; {index} < {last}; {index}++)\n",
            self.thread_tile.depth
        );
        let stmts = match &program.stmts[canonical.body].kind {
            StmtKind::Block(stmts) => stmts.clone(),
            _ => vec![canonical.body],
        };
        let place = self.place(outside, &inner)?;
        let is_one = place.is_empty() && stmts.len() == 1;
        out += &self.for_each_element(&in_loop, !is_one);
        out += &place;
        out += &quote.statements(&stmts, None, &inner)?;
        if !is_one {
            let _ = writeln!(out, "{}}}", self.outer(&in_loop));
        }
        Ok(out)
    }

    /// What the body needs besides what comes out of tiles.
    fn mentions_outside_tiles(&self) -> Mentions {
        let program = self.kernel.program();
        let mut nodes = Vec::new();
        let mut pending = vec![Node::Stmt(self.nest.canonical.body)];
        let is_tiled = |expr: ExprId| self.tiles.iter().any(|tile| tile.uses.contains(&expr));
        while let Some(node) = pending.pop() {
            match node {
                Node::Expr(expr) if is_tiled(expr) => {}
                Node::Expr(expr) if matches!(program.exprs[expr].kind, ExprKind::Var(_)) => nodes.push(node),
                _ => pending.extend(program.children(node)),
            }
        }
        self.nest.mentions(self.kernel, nodes)
    }

    /// What stands behind the loop, for each element of the thread.
    fn end(&self, indent: &str) -> Result<String, Refusal> {
        let (kernel, stmts) = (self.kernel, &self.nest.end);
        let nodes: Vec<Node> = stmts.iter().map(|stmt| Node::Stmt(*stmt)).collect();
        let quote = self.quote(&nodes, false)?;
        let after = kernel.range(kernel.program().stmts[self.nest.canonical.stmt].span)?.end;
        let deeper = format!("{}{INDENT}", self.inner(indent));
        let text = quote.statements(stmts, Some(kernel.statement_end(after)), &deeper)?;
        self.for_each_element_inside(self.nest.mentions(kernel, nodes), &text, indent)
    }

    /// The loops over a thread's elements.
    fn for_each_element(&self, indent: &str, braced: bool) -> String {
        let (down, across) = (self.thread_tile.down(), self.thread_tile.across);
        let (rows, columns) = (&self.names.own[down], &self.names.own[across]);
        format!(
            "#pragma unroll\n\
             {indent}for (int {rows} = 0; {rows} < {}; {rows}++)\n\
             #pragma unroll\n\
             {}for (int {columns} = 0; {columns} < {}; {columns}++){}\n",
            self.thread_tile.own[down],
            self.outer(indent),
            self.thread_tile.own[across],
            if braced { " {" } else { "" }
        )
    }

    /// The indentation of the inner of the two loops, and of what is in it.
    fn outer(&self, indent: &str) -> String {
        format!("{indent}{INDENT}")
    }

    fn inner(&self, indent: &str) -> String {
        format!("{indent}{INDENT}{INDENT}")
    }

    /// Where in the block an element of the thread is.
    fn own_place(&self, number: usize) -> String {
        let axis = if number == self.thread_tile.across { "x" } else { "y" };
        format!("threadIdx.{axis} + {} * {}", self.thread_tile.threads[number], self.names.own[number])
    }

    /// Declares the numbers of an element, and what depends on them.
    fn place(&self, mentions: Mentions, indent: &str) -> Result<String, Refusal> {
        let wanted: Vec<_> = [self.thread_tile.down(), self.thread_tile.across]
            .into_iter()
            .filter(|at| mentions.numbers[*at])
            .map(|at| {
                let name = self.kernel.input.name(self.nest.numbers[at].var);
                (self.number_type(at), name, format!("{} + {}", self.names.first[at], self.own_place(at)))
            })
            .collect();
        let mut out = declarations(&wanted, indent);
        for (var, value) in mentions.locals {
            out += &self.local(var, value, indent)?;
        }
        Ok(out)
    }

    fn local(&self, var: VarId, value: ExprId, indent: &str) -> Result<String, Refusal> {
        let kernel = self.kernel;
        let value = kernel.spelled(value, THREAD_INDEX)?.value();
        Ok(format!("{indent}const {} = {value};\n", kernel.declaration(var)))
    }

    fn number_type(&self, number: usize) -> String {
        self.kernel.type_text(self.kernel.program().vars[self.nest.numbers[number].var].ty)
    }

    /// `row < n`
    fn below(&self, number: usize) -> Result<Operand, Refusal> {
        let number = self.nest.numbers[number];
        let bound = self.kernel.spelled(number.written, THREAD_INDEX)?;
        let name = Operand::name(self.kernel.input.name(number.var));
        Ok(Operand::binary(BinaryOp::Lt, &name, &bound))
    }

    /// `row < n && column < m`
    fn inside(&self) -> Result<String, Refusal> {
        let both = Operand::all([self.below(self.thread_tile.down())?, self.below(self.thread_tile.across)?]);
        Ok(both.map_or_else(|| "true".to_owned(), |both| both.whole()))
    }

    /// `sum[r][q]`
    fn sum(&self, var: VarId) -> String {
        let (down, across) = (self.thread_tile.down(), self.thread_tile.across);
        format!("{}[{}][{}]", self.kernel.input.name(var), self.names.own[down], self.names.own[across])
    }

    /// Statements, with what is written otherwise in them.
    fn quote(&self, nodes: &[Node], has_tiles: bool) -> Result<Quote<'k, 'a>, Refusal> {
        let program = self.kernel.program();
        let mut quote = Quote::new(self.kernel);
        let mut pending = nodes.to_vec();
        while let Some(node) = pending.pop() {
            let renamed = match node {
                Node::Expr(expr) => self.renamed(expr, has_tiles).map(|text| (expr, text)),
                Node::Stmt(_) => None,
            };
            match renamed {
                Some((expr, text)) => quote.replace(expr, &Operand::name(text))?,
                None => pending.extend(program.children(node)),
            }
        }
        Ok(quote)
    }

    /// What an expression is called: the element of a tile, or the thread's own sum.
    fn renamed(&self, expr: ExprId, has_tiles: bool) -> Option<String> {
        let kernel = self.kernel;
        if let Some(tile) = self.tiles.iter().find(|tile| has_tiles && tile.uses.contains(&expr)) {
            let (index, first) = (kernel.input.name(self.nest.canonical.index), &self.names.first_of_round);
            return Some(format!("{}[{index} - {first}][{}]", tile.name, self.own_place(tile.number)));
        }
        match kernel.program().exprs[expr].kind {
            ExprKind::Var(var) if self.nest.sums.contains(&var) => Some(self.sum(var)),
            _ => None,
        }
    }
}

/// `const int row = …, k = …;`, or a line each where the types differ.
fn declarations(all: &[(String, String, String)], indent: &str) -> String {
    match all {
        [(a, x, value), (b, y, other)] if a == b => {
            format!("{indent}const {a} {x} = {value}, {y} = {other};\n")
        }
        _ => all.iter().map(|(ty, name, value)| format!("{indent}const {ty} {name} = {value};\n")).collect(),
    }
}

/// What goes around lines under a condition, if they are several.
fn braces(lines: &str, indent: &str) -> (&'static str, String) {
    match lines.lines().count() {
        1 => ("", String::new()),
        _ => (" {", format!("{indent}}}\n")),
    }
}

/// Is a value zero, and not a negative one?
fn is_zero(kernel: &Kernel<'_>, value: ExprId) -> bool {
    let program = kernel.program();
    const_eval::integer(program, value) == Some(0)
        || const_eval::float(program, value).is_some_and(|value| value.to_bits() == 0)
}
