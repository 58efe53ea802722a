//! Kernel functions as text, and which macros they may be printed with.

use std::collections::{HashMap, HashSet};

use emit::{Dialect, Names, Printer, Style};
use hir::{FunctionId, Item, Program};
use source::{FileId, Sources, Span, Symbol};

/// Where each macro that was used is defined.
pub struct MacroTable {
    bodies: HashMap<Symbol, Vec<Span>>,
    inputs: HashSet<FileId>,
}

impl MacroTable {
    /// The macros of a program, looked up once for all its files.
    pub fn of(program: &Program, sources: &Sources) -> MacroTable {
        let inputs = program.units.iter().filter_map(|unit| unit.file).collect();
        let mut bodies: HashMap<Symbol, Vec<Span>> = HashMap::new();
        for expansion in sources.expansions.iter() {
            // A name has one body, as a rule, or few.
            let known = bodies.entry(expansion.macro_name).or_default();
            let is_body = |body: &Span| (body.lo, body.hi) == (expansion.body.lo, expansion.body.hi);
            if !known.iter().rev().any(is_body) {
                known.push(expansion.body);
            }
        }
        MacroTable { bodies, inputs }
    }

    /// Is the macro defined, once and for all, before this place of a file?
    /// What other inputs define is not seen there.
    pub fn holds_before(&self, name: Symbol, at: Span, sources: &Sources) -> bool {
        let Some(used) = sources.map.file_at(at.lo) else { return false };
        let is_seen = |home: FileId| home == used || !self.inputs.contains(&home);
        let all = self.bodies.get(&name).into_iter().flatten();
        let homes = all.map(|body| (sources.map.file_at(body.lo), *body));
        let mut seen = homes.filter(|(home, _)| home.is_none_or(is_seen));
        let Some((Some(defined), body)) = seen.next() else { return false };
        let is_one = seen.all(|(_, other)| place(sources, other) == place(sources, body));
        is_one && (defined != used || body.lo < at.lo)
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
