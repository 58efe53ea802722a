//! Whole units as C: `translate --target c`, and the dump of `hir`.

use std::collections::HashMap;

use hir::{Item, Program};
use source::Sources;

use crate::{Dialect, ImplicitCasts, Printer, Style};

/// A translation unit as text that compiles to the same program: every
/// declaration in its order, headers expanded, directives as pragmas.
pub fn unit(program: &Program, sources: &Sources, unit: usize) -> String {
    print(program, sources, unit, ImplicitCasts::Omit)
}

/// The unit as `--dump hir` shows it: the same text with every conversion
/// that C makes by itself written as `(implicit T)`.
pub fn dump(program: &Program, sources: &Sources, unit: usize) -> String {
    print(program, sources, unit, ImplicitCasts::Show)
}

fn print(program: &Program, sources: &Sources, unit: usize, implicit_casts: ImplicitCasts) -> String {
    let Some(unit) = program.units.get(unit) else { return String::new() };
    let dialect = if unit.cuda { Dialect::Cuda } else { Dialect::C };
    let mut printer = Printer::new(program, sources, Style { dialect, implicit_casts, ..Style::default() });
    let mut last = HashMap::new();
    for (index, item) in unit.items.iter().enumerate() {
        if let Item::Function(function) = item {
            last.insert(*function, index);
        }
    }
    for (index, item) in unit.items.iter().enumerate() {
        match item {
            // A GNU inline definition that a real one replaces further down.
            Item::Function(function) if last.get(function) != Some(&index) => {
                printer.item(&Item::Prototype { function: *function, ty: program.functions[*function].ty });
            }
            _ => printer.item(item),
        }
    }
    printer.finish()
}
