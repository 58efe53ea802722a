//! Names for what the compiler adds to a kernel, none of which the user has.

use std::collections::HashSet;

use hir::{Builder, Symbol, Type, VarId};
use kir::Kernel;

/// The names taken in a kernel.
pub struct Names {
    taken: HashSet<Symbol>,
}

impl Names {
    /// The names of parameters, locals and shared arrays.
    pub fn of(kernel: &Kernel, b: &Builder<'_>) -> Names {
        let params = kernel.params.iter().map(|p| p.var);
        let shared = kernel.shared.iter().map(|(_, s)| s.var);
        let vars = params.chain(kernel.locals.iter().copied()).chain(shared);
        let mut taken: HashSet<Symbol> = vars.filter_map(|v| b.program.vars[v].name).collect();
        taken.insert(kernel.name);
        Names { taken }
    }

    /// A new local variable called `wanted`, or `wanted2`, `wanted3`, … if
    /// that is taken.
    pub fn local(&mut self, b: &mut Builder<'_>, wanted: &str, ty: Type) -> VarId {
        let mut name = wanted.to_string();
        let mut counter = 1;
        while !self.taken.insert(b.symbol(&name)) {
            counter += 1;
            name = format!("{wanted}{counter}");
        }
        b.local(&name, ty)
    }
}
