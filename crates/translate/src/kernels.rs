//! Kernel functions as text, and which macros they may be printed with.

use std::collections::{HashMap, HashSet};

use emit::{Dialect, Names, Printer, Style};
use hir::{FunctionId, Item, Program};
use source::{FileId, Sources, Span, Symbol};

use crate::actions::Host;

/// Where each macro that was used is defined; `None` when uses of one name
/// came from different definitions.
pub(crate) struct MacroTable {
    bodies: HashMap<Symbol, Option<Span>>,
}

impl MacroTable {
    /// The macros of one unit: those of the other inputs are not seen there.
    pub(crate) fn of(program: &Program, sources: &Sources, file: FileId) -> MacroTable {
        let inputs: HashSet<FileId> = program.units.iter().filter_map(|unit| unit.file).collect();
        let mut bodies: HashMap<Symbol, Option<Span>> = HashMap::new();
        for expansion in sources.expansions.iter() {
            let home = sources.map.file_at(expansion.body.lo);
            if home.is_some_and(|home| home != file && inputs.contains(&home)) {
                continue;
            }
            let body = Some(expansion.body);
            bodies
                .entry(expansion.macro_name)
                .and_modify(|b| {
                    if b.map(|b| place(sources, b)) != body.map(|b| place(sources, b)) {
                        *b = None
                    }
                })
                .or_insert(body);
        }
        MacroTable { bodies }
    }

    /// Is the macro defined, once and for all, before this place of the file?
    pub(crate) fn holds_before(&self, name: Symbol, place: Span, sources: &Sources) -> bool {
        let Some(Some(body)) = self.bodies.get(&name) else { return false };
        match (sources.map.file_at(body.lo), sources.map.file_at(place.lo)) {
            (Some(defined), Some(used)) if defined == used => body.lo < place.lo,
            (Some(_), Some(_)) => true,
            _ => false,
        }
    }
}

/// A place that is the same for a header in every unit that includes it.
fn place(sources: &Sources, span: Span) -> Option<(&str, u32, u32)> {
    let range = sources.map.range(span)?;
    Some((sources.map.file(range.file).name.as_str(), range.start, range.end))
}

/// A function with a comment line above it.
pub(crate) fn function_text(
    program: &Program,
    sources: &Sources,
    function: FunctionId,
    dialect: Dialect,
    comment: &str,
    names: Names,
    may_name: &dyn Fn(Symbol) -> bool,
) -> String {
    let style = Style { dialect, names, macros: Some(may_name), ..Style::default() };
    let mut printer = Printer::new(program, sources, style);
    printer.item(&Item::Function(function));
    let text = printer.finish();
    if comment.is_empty() { text } else { format!("// {comment}\n{}", text.trim_start()) }
}

/// Constants that the directives of a function fill.
pub(crate) fn constant_text(host: &Host<'_>, owner: FunctionId, dialect: Dialect) -> Vec<String> {
    let Some(span) = host.program.functions[owner].def_span else { return Vec::new() };
    let mut lines = Vec::new();
    for (_, array) in host.kir.arrays.iter() {
        let at = host.program.directives[array.directive].span;
        let Some(constant) = array.constant.filter(|_| span.lo <= at.lo && at.hi <= span.hi) else {
            continue;
        };
        let mut printer = host.printer(dialect);
        let name = printer.var_name(constant);
        let space = if dialect == Dialect::Cuda { "__constant__" } else { "static" };
        lines.push(format!("{space} {};", printer.declaration(host.program.vars[constant].ty, &name)));
    }
    if lines.is_empty() { lines } else { vec![lines.join("\n")] }
}
