//! The loops that carry tiles between device memory and shared memory.
//!
//! Neighbouring threads copy neighbouring columns (`copy_mapping`). Which element of the
//! array that is, is said in the user's own words: the variables of the access
//! are declared again, for the thread whose row it is.

use std::fmt::Write;

use emit::Precedence;
use hir::{BinaryOp, ExprId, VarId, const_eval};

use crate::kernel::{Kernel, THREAD_INDEX};
use crate::layout::INDENT;
use crate::operand::Operand;
use crate::refusal::Refusal;
use crate::staged_body::{Guard, condition};
use crate::staging::copy_mapping::{CopyMapping, TileLoops, tile_loops};
use crate::staging::team::Team;
use crate::staging::{Stage, Tile, Vector};

/// What is around a staged loop.
pub(crate) struct Around {
    pub before: String,
    pub after: String,
    /// The variable that holds the first column of the round.
    pub first: String,
    /// The variable that holds the end of the round.
    pub last: String,
}

/// A staged loop about to be written.
pub(crate) struct Copying<'k, 'a> {
    pub kernel: &'k Kernel<'a>,
    pub team: &'k Team,
    pub stage: &'k Stage<'a>,
    pub guards: &'k [Guard],
    /// The variable that says who works, if not all do.
    pub inside: Option<&'k str>,
}

impl Copying<'_, '_> {
    /// The text before and behind the loop, which stands at this indentation.
    pub(crate) fn text(&self, indent: &str) -> Result<Around, Refusal> {
        let kernel = self.kernel;
        let canonical = self.stage.canonical;
        if self.stage.loads_ahead {
            return self.text_ahead(indent);
        }
        let first = kernel.fresh("first");
        let index_type = kernel.type_text(kernel.program().vars[canonical.index].ty);
        let start = self.start()?.value();
        let bound = self.spelled(canonical.bound, THREAD_INDEX)?;
        let goes_on = self.agreed(Operand::binary(self.stage.canonical.op, &Operand::name(&first), &bound));
        let mut before = String::new();
        let inner = format!("{indent}{INDENT}");
        if self.stage.waits_first {
            let _ = write!(before, "__syncthreads();\n{indent}");
        }
        let _ = writeln!(
            before,
            "for ({index_type} {first} = {start}; {goes_on}; {first} += {}) {{",
            self.stage.width
        );
        for (halo, tiles) in self.by_halo(|tile| tile.loads) {
            before += &self.copy(&inner, &first, halo, &tiles, Direction::Load)?;
        }
        before += &self.behind(&inner, &first, Direction::Load)?;
        before += &self.vectors(&inner, &first, Direction::Load)?;
        let loads = self.stage.tiles.iter().any(|tile| tile.loads) || !self.stage.vectors.is_empty();
        if loads {
            let _ = writeln!(before, "{inner}__syncthreads();");
        }
        let last = kernel.fresh("last");
        let end = Operand::name(&first).plus(self.stage.width);
        let round_ends = self.end_of_round(&bound, &end);
        let _ = writeln!(before, "{inner}const {index_type} {last} = {};", round_ends.value());
        before += &inner;
        if let Some(inside) = self.inside {
            let _ = write!(before, "if ({inside})\n{inner}{INDENT}");
        }
        let mut after = format!("\n{inner}__syncthreads();\n");
        let stores = self.by_halo(|tile| tile.stores);
        for (halo, tiles) in &stores {
            after += &self.copy(&inner, &first, *halo, tiles, Direction::Store)?;
        }
        // Without stores, the barrier above is the last one.
        if self.stage.waits_last && !stores.is_empty() && self.stage.shares_bound {
            let _ = writeln!(after, "{inner}__syncthreads();");
        }
        let _ = write!(after, "{indent}}}");
        if self.stage.waits_last && !self.stage.shares_bound && !stores.is_empty() {
            let _ = write!(after, "\n{indent}__syncthreads();");
        }
        Ok(Around { before, after, first, last })
    }

    /// The column behind the last one of a round, which the loop can be counted to: one that
    /// ends with `<=` cannot, as it might not end at all.
    fn end_of_round(&self, bound: &Operand, end: &Operand) -> Operand {
        let is_below = Operand::binary(BinaryOp::Lt, bound, end);
        match self.stage.canonical.op {
            BinaryOp::Le => Operand::choice(&is_below, &self.beyond(bound, 1), end),
            _ => Operand::choice(&is_below, bound, end),
        }
    }

    /// The bound for so many columns more; of `m - 1` for one, `m`.
    fn beyond(&self, bound: &Operand, halo: u64) -> Operand {
        let (kernel, program) = (self.kernel, self.kernel.program());
        let bare = kernel.program().without_casts(self.stage.canonical.bound);
        if let hir::ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } = program.exprs[bare].kind
            && halo > 0
            && const_eval::integer(program, rhs) == Some(i128::from(halo))
            && self.spelled(bare, THREAD_INDEX).is_ok_and(|known| known == *bound)
            && let Ok(sum) = self.spelled(lhs, THREAD_INDEX)
        {
            return sum;
        }
        bound.plus(halo)
    }

    /// An expression, for this thread.
    fn spelled(&self, expr: ExprId, thread: &str) -> Result<Operand, Refusal> {
        self.kernel.spelled_in_blocks(expr, thread, &self.team.sizes)
    }

    /// Where the first round starts.
    fn start(&self) -> Result<Operand, Refusal> {
        match self.stage.begins {
            Some(_) => Ok(Operand::name("0")),
            None => self.spelled(self.stage.canonical.first, THREAD_INDEX),
        }
    }

    /// Is the column one of the loop's, so many beyond the last included?
    fn column(&self, index: &str, bound: &Operand, halo: u64) -> Vec<Operand> {
        let index = Operand::name(index);
        let begins = self
            .stage
            .begins
            .map(|begin| Operand::binary(BinaryOp::Ge, &index, &Operand::name(begin.to_string())));
        let below = Operand::binary(self.stage.canonical.op, &index, &self.beyond(bound, halo));
        begins.into_iter().chain([below]).collect()
    }

    /// A condition of the loop over tiles, so that all threads leave it together.
    fn agreed(&self, goes_on: Operand) -> String {
        if self.stage.shares_bound || self.stage.longest.is_some() {
            return goes_on.whole();
        }
        let all = Operand::all(self.inside.map(Operand::name).into_iter().chain([goes_on]));
        format!("__syncthreads_or({})", together(all))
    }

    /// The same with the next tile on its way, in registers, while this one is
    /// worked on. The first round only loads.
    fn text_ahead(&self, indent: &str) -> Result<Around, Refusal> {
        let (kernel, canonical, width) = (self.kernel, self.stage.canonical, self.stage.width);
        let (first, next, last) = (kernel.fresh("first"), kernel.fresh("next"), kernel.fresh("last"));
        let index_type = kernel.type_text(kernel.program().vars[canonical.index].ty);
        let start = self.start()?;
        let bound = self.spelled(canonical.bound, THREAD_INDEX)?;
        let furthest = self.stage.longest.as_ref().map_or(bound.clone(), Operand::name);
        let goes_on = Operand::binary(canonical.op, &Operand::name(&next), &furthest.plus(width));
        let goes_on = self.agreed(goes_on);
        let inner = format!("{indent}{INDENT}");
        let mut before = String::new();
        if self.stage.waits_first {
            let _ = write!(before, "__syncthreads();\n{indent}");
        }
        before += &self.longest(indent, &start, &bound)?;
        let _ = writeln!(
            before,
            "for ({index_type} {next} = {}; {goes_on}; {next} += {width}) {{\n\
             {inner}const {index_type} {first} = {next} - {width};\n\
             {inner}// The next columns are on their way while these are worked on.",
            start.value()
        );
        let tiles: Vec<&Tile> = self.stage.tiles.iter().filter(|tile| tile.loads).collect();
        for tile in &tiles {
            let (element, name) = (kernel.type_text(tile.element), self.ahead(tile));
            let registers = self.copy_mapping().map_or(name.clone(), |mapping| mapping.registers(&name));
            let _ = writeln!(before, "{inner}{element} {registers};");
        }
        before += &self.copy(&inner, &next, 0, &tiles, Direction::Ahead)?;
        before += &self.behind(&inner, &next, Direction::Ahead)?;
        before += &self.vectors(&inner, &next, Direction::Ahead)?;
        let (next, round_ends) = (Operand::name(&next), self.end_of_round(&bound, &Operand::name(&next)));
        let _ = writeln!(before, "{inner}const {index_type} {last} = {};", round_ends.value());
        let has_tile = Operand::binary(BinaryOp::Gt, &next, &start);
        let works = together(Operand::all(self.inside.map(Operand::name).into_iter().chain([has_tile])));
        let _ = write!(before, "{inner}if ({works})\n{inner}{INDENT}");
        let mut after = format!("\n{inner}__syncthreads();\n");
        let stores: Vec<&Tile> = self.stage.tiles.iter().filter(|tile| tile.stores).collect();
        after += &match stores.is_empty() {
            true => self.arrival(&inner),
            false => self.copy(&inner, &first, 0, &stores, Direction::Store)?,
        };
        after += &self.arrival_behind(&inner);
        after += &self.arrival_of_vectors(&inner);
        if self.stage.shares_bound || self.stage.longest.is_some() {
            let _ = writeln!(after, "{inner}__syncthreads();");
        }
        let _ = write!(after, "{indent}}}");
        Ok(Around { before, after, first, last })
    }

    /// How far the longest row of the block goes, which every warp can find out.
    fn longest(&self, indent: &str, start: &Operand, bound: &Operand) -> Result<String, Refusal> {
        let Some(longest) = &self.stage.longest else { return Ok(String::new()) };
        let offset = self.kernel.fresh("offset");
        let one = Operand::name("1");
        let none = match (self.stage.canonical.op, start.as_word()) {
            (BinaryOp::Le, Some("0")) => Operand::name("-1"),
            (BinaryOp::Le, _) => Operand::binary(BinaryOp::Sub, start, &one),
            _ => start.clone(),
        };
        let own = match Operand::all(self.guards(THREAD_INDEX)?) {
            None => bound.clone(),
            Some(guards) => Operand::choice(&guards, bound, &none),
        };
        let own = own.value();
        Ok(format!(
            "// As far as the longest row of the block goes.\n\
             {indent}int {longest} = {own};\n\
             {indent}for (int {offset} = 16; {offset} > 0; {offset} /= 2)\n\
             {indent}{INDENT}{longest} = max({longest}, __shfl_xor_sync(0xffffffff, {longest}, {offset}));\n{indent}"
        ))
    }

    /// The conditions under which this thread would have come to the loop.
    fn guards(&self, thread: &str) -> Result<Vec<Operand>, Refusal> {
        let spelled = |expr: ExprId| self.spelled(expr, thread);
        self.guards.iter().map(|guard| condition(self.kernel, *guard, &spelled)).collect()
    }

    /// The registers that hold a thread's part of the next tile.
    fn ahead(&self, tile: &Tile) -> String {
        self.kernel.fresh(&format!("{}_next", tile.contents))
    }

    /// The shares of the threads in a tile, if they are equal.
    fn copy_mapping(&self) -> Option<CopyMapping> {
        CopyMapping::of(self.team, self.stage.width)
    }

    fn tile_loops(&self, indent: &str) -> TileLoops {
        tile_loops(self.kernel, self.team, self.stage.width, indent)
    }

    /// The register for the element at hand.
    fn register(&self, tile: &Tile) -> String {
        let name = self.ahead(tile);
        self.copy_mapping().map_or(name.clone(), |mapping| mapping.register(self.kernel, &name))
    }

    /// What was on its way takes the place of what has been worked on.
    fn arrival(&self, indent: &str) -> String {
        let loops = self.tile_loops(indent);
        format!("{}{}{}{}", loops.rows, loops.columns, self.arrivals(&loops.in_column), loops.close)
    }

    fn arrivals(&self, indent: &str) -> String {
        let (row, column) = (self.kernel.fresh("r"), self.kernel.fresh("c"));
        let loaded = self.stage.tiles.iter().filter(|tile| tile.loads);
        let line =
            |tile: &Tile| format!("{indent}{}[{row}][{column}] = {};\n", tile.name, self.register(tile));
        loaded.map(line).collect()
    }

    /// The tiles that are copied, those with the same columns together.
    fn by_halo(&self, is_copied: impl Fn(&Tile) -> bool) -> Vec<(u64, Vec<&Tile>)> {
        let mut groups: Vec<(u64, Vec<&Tile>)> = Vec::new();
        for tile in self.stage.tiles.iter().filter(|tile| is_copied(tile)) {
            match groups.iter_mut().find(|(halo, _)| *halo == tile.halo) {
                Some((_, tiles)) => tiles.push(tile),
                None => groups.push((tile.halo, vec![tile])),
            }
        }
        groups
    }

    fn copy(
        &self,
        indent: &str,
        first: &str,
        halo: u64,
        tiles: &[&Tile],
        direction: Direction,
    ) -> Result<String, Refusal> {
        let kernel = self.kernel;
        let canonical = self.stage.canonical;
        let (row, column) = (kernel.fresh("r"), kernel.fresh("c"));
        let index = kernel.input.name(canonical.index);
        let index_type = kernel.type_text(kernel.program().vars[canonical.index].ty);
        let loops = self.tile_loops(indent);
        let inner = &loops.in_column;
        let mut out = loops.rows;
        for (var, value) in self.declarations(tiles)? {
            let value = self.spelled(value, &row)?.value();
            let _ = writeln!(out, "{}{} = {value};", loops.in_row, kernel.declaration(var));
        }
        out += &loops.columns;
        let _ = writeln!(out, "{inner}{index_type} {index} = {first} + {column};");
        let condition = self.condition(&row, &index, halo)?;
        if direction == Direction::Ahead {
            for tile in tiles {
                let condition = self.condition(&row, &index, tile.halo)?;
                let array = self.spelled(tile.lowest, &row)?;
                let loaded = Operand::choice(&condition, &array, &Operand::name("0")).value();
                let _ = writeln!(out, "{inner}{} = {loaded};", self.register(tile));
            }
            return Ok(out + &loops.close);
        }
        let has_tile = match self.stage.loads_ahead {
            true => {
                let next = Operand::name(kernel.fresh("next"));
                Some(Operand::binary(BinaryOp::Gt, &next, &self.start()?))
            }
            false => None,
        };
        let condition = together(Operand::all(has_tile.into_iter().chain([condition])));
        let several = tiles.len() > 1;
        let _ = writeln!(out, "{inner}if ({condition}){}", if several { " {" } else { "" });
        for tile in tiles {
            let array = self.spelled(tile.lowest, &row)?.at(Precedence::Unary);
            let place = format!("{}[{row}][{column}]", tile.name);
            let copied = match direction {
                Direction::Load | Direction::Ahead => format!("{place} = {array};"),
                Direction::Store => format!("{array} = {place};"),
            };
            let _ = writeln!(out, "{inner}{INDENT}{copied}");
        }
        if several {
            let _ = writeln!(out, "{inner}}}");
        }
        if self.stage.loads_ahead {
            out += &self.arrivals(inner);
        }
        Ok(out + &loops.close)
    }

    /// The columns behind those of the round: a row's own thread loads them.
    fn behind(&self, indent: &str, first: &str, direction: Direction) -> Result<String, Refusal> {
        let kernel = self.kernel;
        let (canonical, width) = (self.stage.canonical, self.stage.width);
        let index = kernel.input.name(canonical.index);
        let index_type = kernel.type_text(kernel.program().vars[canonical.index].ty);
        let bound = self.spelled(canonical.bound, THREAD_INDEX)?;
        let mut out = String::new();
        for tile in self.stage.tiles.iter().filter(|tile| tile.loads && tile.halo > 0) {
            let step = kernel.fresh("k");
            let array = self.spelled(tile.lowest, THREAD_INDEX)?;
            let furthest = self.beyond(&bound, tile.halo);
            let goes_on = Operand::binary(canonical.op, &Operand::name(&index), &furthest);
            let condition = Operand::all(self.inside.map(Operand::name).into_iter().chain([goes_on]));
            let condition = condition.unwrap_or(Operand::name("true"));
            let inner = format!("{indent}{INDENT}");
            let loaded = match direction {
                Direction::Ahead => {
                    let loaded = Operand::choice(&condition, &array, &Operand::name("0")).value();
                    format!("{inner}{} = {loaded};", self.behind_register(tile, &step))
                }
                _ => {
                    let column = add(&width.to_string(), tile.halo, &step);
                    let slot = format!("{}[threadIdx.x][{column}]", tile.name);
                    let (condition, array) = (condition.whole(), array.value());
                    format!("{inner}if ({condition})\n{inner}{INDENT}{slot} = {array};")
                }
            };
            let head = match tile.halo {
                1 => "{".to_owned(),
                halo => format!("for (unsigned {step} = 0; {step} < {halo}; {step}++) {{"),
            };
            let column = add(&format!("{first} + {width}"), tile.halo, &step);
            if direction == Direction::Ahead {
                let count = tile.halo.to_string();
                let (element, register) =
                    (kernel.type_text(tile.element), self.behind_register(tile, &count));
                let _ = writeln!(out, "{indent}{element} {register};");
            }
            let _ = writeln!(
                out,
                "{indent}{head}\n{inner}const {index_type} {index} = {column};\n{loaded}\n{indent}}}"
            );
        }
        Ok(out)
    }

    /// The columns of arrays that have one row for all: a thread for each.
    fn vectors(&self, indent: &str, first: &str, direction: Direction) -> Result<String, Refusal> {
        let kernel = self.kernel;
        let (canonical, width, number) = (self.stage.canonical, self.stage.width, &self.team.number);
        let index = kernel.input.name(canonical.index);
        let index_type = kernel.type_text(kernel.program().vars[canonical.index].ty);
        let bound = match &self.stage.longest {
            Some(longest) => Operand::name(longest),
            None => self.spelled(canonical.bound, THREAD_INDEX)?,
        };
        let (inner, deeper) = (format!("{indent}{INDENT}"), format!("{indent}{INDENT}{INDENT}"));
        let mut out = String::new();
        for vector in &self.stage.vectors {
            let array = self.spelled(vector.access, THREAD_INDEX)?.value();
            let place = match direction {
                Direction::Ahead => self.next_of(vector),
                _ => format!("{}[{number}]", vector.name),
            };
            if direction == Direction::Ahead {
                let _ = writeln!(out, "{indent}{} {place} = 0;", kernel.type_text(vector.element));
            }
            let _ = writeln!(
                out,
                "{indent}if ({number} < {width}) {{\n\
                 {inner}const {index_type} {index} = {first} + {number};\n\
                 {inner}if ({})\n\
                 {deeper}{place} = {array};\n\
                 {indent}}}",
                together(Operand::all(self.column(&index, &bound, 0)))
            );
        }
        Ok(out)
    }

    fn arrival_of_vectors(&self, indent: &str) -> String {
        let (number, width) = (&self.team.number, self.stage.width);
        let line = |vector: &Vector| {
            let next = self.next_of(vector);
            format!("{indent}if ({number} < {width})\n{indent}{INDENT}{}[{number}] = {next};\n", vector.name)
        };
        self.stage.vectors.iter().map(line).collect()
    }

    /// The register that holds a thread's element of the next columns.
    fn next_of(&self, vector: &Vector) -> String {
        self.kernel.fresh(&format!("{}_next", vector.contents))
    }

    /// The register of a column behind the round: one of several, if there are.
    fn behind_register(&self, tile: &Tile, nth: &str) -> String {
        let name = self.kernel.fresh(&format!("{}_behind", tile.contents));
        if tile.halo == 1 { name } else { format!("{name}[{nth}]") }
    }

    /// The same columns take their place.
    fn arrival_behind(&self, indent: &str) -> String {
        let (step, width) = (self.kernel.fresh("k"), self.stage.width);
        let mut out = String::new();
        for tile in self.stage.tiles.iter().filter(|tile| tile.loads && tile.halo > 0) {
            let to = add(&width.to_string(), tile.halo, &step);
            let mut indent = indent.to_owned();
            if self.team.has_helpers() {
                let _ = writeln!(out, "{indent}if (threadIdx.y == 0)");
                indent += INDENT;
            }
            if tile.halo > 1 {
                let _ = writeln!(out, "{indent}for (unsigned {step} = 0; {step} < {}; {step}++)", tile.halo);
                indent += INDENT;
            }
            let from = self.behind_register(tile, &step);
            let _ = writeln!(out, "{indent}{}[threadIdx.x][{to}] = {from};", tile.name);
        }
        out
    }

    /// The variables that must be computed for the row's own thread.
    fn declarations(&self, tiles: &[&Tile]) -> Result<Vec<(VarId, ExprId)>, Refusal> {
        let given = [self.stage.canonical.index];
        let mut found = Vec::new();
        let conditions = self.guards.iter().map(|guard| guard.condition);
        for condition in conditions.chain([self.stage.canonical.bound]) {
            self.kernel.recomputed(condition, false, &given, &mut found)?;
        }
        for tile in tiles {
            self.kernel.recomputed(tile.lowest, true, &given, &mut found)?;
        }
        Ok(found)
    }

    /// Would the row's own thread access this column?
    fn condition(&self, row: &str, index: &str, halo: u64) -> Result<Operand, Refusal> {
        let bound = self.spelled(self.stage.canonical.bound, row)?;
        let column = self.column(index, &bound, halo);
        let all = Operand::all(self.guards(row)?.into_iter().chain(column));
        Ok(all.unwrap_or(Operand::name("true")))
    }
}

/// What is in the parentheses of an `if`.
fn together(conditions: Option<Operand>) -> String {
    conditions.map_or_else(|| "true".to_owned(), |all| all.whole())
}

/// The sum with the number of the column behind the tile, if there are several.
fn add(to: &str, halo: u64, step: &str) -> String {
    if halo == 1 { to.to_owned() } else { format!("{to} + {step}") }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Load,
    /// Into registers.
    Ahead,
    Store,
}
