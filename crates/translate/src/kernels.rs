//! Kernel functions as text, and which macros they may be printed with.

use std::collections::HashMap;

use emit::{Dialect, Names, Printer, Style};
use hir::{FunctionId, Item, Program};
use source::{Sources, Span, Symbol};

use crate::actions::Host;

/// Where each macro that was used is defined; `None` when uses of one name
/// came from different definitions.
pub(crate) struct MacroTable {
    bodies: HashMap<Symbol, Option<Span>>,
}

impl MacroTable {
    pub(crate) fn of(sources: &Sources) -> MacroTable {
        let mut bodies: HashMap<Symbol, Option<Span>> = HashMap::new();
        for expansion in sources.expansions.iter() {
            let body = Some(expansion.body);
            bodies
                .entry(expansion.macro_name)
                .and_modify(|b| {
                    if *b != body {
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
