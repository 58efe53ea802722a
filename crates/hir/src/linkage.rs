//! Which definition a name stands for, across the files of a program.
//!
//! `resolve` gives every unit functions and variables of its own: the `blend`
//! that `a.c` only declares and the `blend` that `b.c` defines are two ids.
//! Names with external linkage are one object by their spelling; names of one
//! unit (`static`) are themselves.

use std::collections::{HashMap, HashSet};

use source::Symbol;

use crate::{CastKind, ExprId, ExprKind, FunctionId, Item, Program, TypeKind, VarId, VarStorage};

/// The external names of a program.
#[derive(Debug, Default)]
pub struct Linkage {
    definitions: HashMap<Symbol, FunctionId>,
    /// External variables by name: the unit that declares them, and their id there.
    variables: HashMap<Symbol, Vec<(usize, VarId)>>,
}

impl Linkage {
    /// Collects the external names.
    pub fn new(program: &Program) -> Linkage {
        let mut linkage = Linkage::default();
        for (id, function) in program.functions.iter() {
            if function.body.is_some() && !function.is_static {
                linkage.definitions.entry(function.name).or_insert(id);
            }
        }
        for (unit, items) in program.units.iter().enumerate() {
            for item in &items.items {
                let Item::Var { var, .. } = item else { continue };
                let declared = &program.vars[*var];
                let Some(name) = declared.name.filter(|_| is_external(declared.storage)) else { continue };
                let known = linkage.variables.entry(name).or_default();
                if !known.contains(&(unit, *var)) {
                    known.push((unit, *var));
                }
            }
        }
        linkage
    }

    /// The function with the body, if the program has one; else itself.
    pub fn definition(&self, program: &Program, function: FunctionId) -> FunctionId {
        let declared = &program.functions[function];
        if declared.body.is_some() || declared.is_static || declared.builtin {
            return function;
        }
        self.definitions.get(&declared.name).copied().unwrap_or(function)
    }

    /// These functions and all that they name and that count, and what those name, each behind what it names:
    /// definitions, where the program has them.
    pub fn reached(
        &self,
        program: &Program,
        from: impl IntoIterator<Item = FunctionId>,
        counts: impl Fn(FunctionId) -> bool,
    ) -> Vec<FunctionId> {
        let named_by = |function: FunctionId| {
            let exprs =
                program.functions[function].body.into_iter().flat_map(|body| program.exprs_below(body));
            let named = exprs.filter_map(|expr| match program.exprs[expr].kind {
                ExprKind::Function(named) => Some(self.definition(program, named)),
                _ => None,
            });
            named.filter(|named| counts(*named)).collect::<Vec<_>>().into_iter()
        };
        let (mut seen, mut reached) = (HashSet::new(), Vec::new());
        for root in from {
            let mut open: Vec<_> = seen.insert(root).then(|| (root, named_by(root))).into_iter().collect();
            while let Some((function, named)) = open.last_mut() {
                match named.find(|named| seen.insert(*named)) {
                    Some(next) => open.push((next, named_by(next))),
                    None => {
                        reached.push(*function);
                        open.pop();
                    }
                }
            }
        }
        reached
    }

    /// What a unit calls this variable; `None` for an external one that it
    /// does not declare, or one of another file's own.
    pub fn variable_in(&self, program: &Program, var: VarId, unit: usize) -> Option<VarId> {
        let declared = &program.vars[var];
        match declared.storage {
            VarStorage::Global | VarStorage::Extern => {
                let known = self.variables.get(&declared.name?)?;
                known.iter().find(|(at, _)| *at == unit).map(|(_, var)| *var)
            }
            VarStorage::Internal => {
                let mut items = program.units.get(unit)?.items.iter();
                items.any(|item| matches!(item, Item::Var { var: own, .. } if *own == var)).then_some(var)
            }
            _ => Some(var),
        }
    }

    /// The declaration of an external variable that has its initialiser.
    pub fn initialised(&self, program: &Program, var: VarId) -> VarId {
        let declared = &program.vars[var];
        let known = declared.name.filter(|_| is_external(declared.storage));
        let known = known.and_then(|name| self.variables.get(&name)).into_iter().flatten();
        let mut with_init = known.map(|(_, var)| *var).filter(|var| program.vars[*var].init.is_some());
        with_init.next().unwrap_or(var)
    }
}

fn is_external(storage: VarStorage) -> bool {
    matches!(storage, VarStorage::Global | VarStorage::Extern)
}

impl Program {
    /// The unit that defines a function.
    pub fn unit_of(&self, function: FunctionId) -> Option<usize> {
        let defines = |item: &Item| matches!(item, Item::Function(defined) if *defined == function);
        self.units.iter().position(|unit| unit.items.iter().any(defines))
    }

    /// The function a call names; `None` for a call through a pointer.
    pub fn called_function(&self, callee: ExprId) -> Option<FunctionId> {
        let mut at = callee;
        loop {
            match &self.exprs[at].kind {
                ExprKind::Function(function) => return Some(*function),
                ExprKind::Cast { kind: CastKind::FunctionDecay | CastKind::Same, operand, .. } => {
                    at = *operand;
                }
                ExprKind::Deref(operand) | ExprKind::AddrOf(operand) => at = *operand,
                _ => return None,
            }
        }
    }

    /// Is this called without a prototype: do arguments get default promotions only?
    pub fn lacks_prototype(&self, callee: ExprId) -> bool {
        let ty = self.exprs[callee].ty;
        match self.types.stripped(self.types.pointee(ty).unwrap_or(ty)) {
            TypeKind::Function(function) => !function.prototype,
            _ => false,
        }
    }
}
