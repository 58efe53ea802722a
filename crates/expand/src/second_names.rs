//! Second names of arrays: `int *p = a;` before a kernel that says `p[i]`.
//!
//! A device copy belongs to the object, and directives name it once. Where a local pointer is the array from its declaration on and nothing
//! ever changes it, kernels say the array instead; then no phase sees two names of one object. A pointer that a directive names
//! is an object of its own, and an array whose name another variable of the function has keeps its second one: in the kernel
//! that name could be the other's.

use std::collections::HashSet;

use hir::{
    Builder, CastKind, Duplicate, ExprId, ExprKind, FunctionId, Init, Program, Span, Type, VarId, VarStorage,
};
use source::Sources;

use crate::Region;

/// Names of names are followed so far.
const LONGEST: usize = 8;

/// Replaces them in all kernels.
pub fn replace(program: &mut Program, sources: &mut Sources) {
    let regions = crate::kernel_regions(program);
    if regions.is_empty() {
        return;
    }
    let named = named_in_directives(program);
    for Region { owner, body: region, .. } in regions {
        let Some(body) = program.functions[owner].body else { continue };
        let changed = program.exprs_below(body).filter_map(|expr| program.changed_variable(expr)).collect();
        let own = program.declared_below(body).collect();
        let names = Names { program, owner, changed: &changed, named: &named, own };
        let inside: HashSet<VarId> = program.declared_below(region).collect();
        let found: Vec<(ExprId, ExprId)> = program
            .exprs_below(region)
            .filter_map(|expr| match program.exprs[expr].kind {
                ExprKind::Var(var) if !inside.contains(&var) => Some((expr, names.array_of(var)?)),
                _ => None,
            })
            .collect();
        let mut b = Builder { program, sources, origin: Span::BUILTIN };
        for (expr, array) in found {
            let array = Duplicate::new(&mut b).expr(array);
            let node = &b.program.exprs[array];
            let (kind, ty) = (node.kind.clone(), node.ty);
            (b.program.exprs[expr].kind, b.program.exprs[expr].ty) = (kind, ty);
        }
    }
}

fn named_in_directives(program: &Program) -> HashSet<VarId> {
    let exprs = program.directives.iter().flat_map(|(id, _)| program.directive_exprs(id));
    exprs.flat_map(|expr| program.variables_below(expr).collect::<Vec<_>>()).collect()
}

struct Names<'p> {
    program: &'p Program,
    owner: FunctionId,
    /// What the function assigns, or lets others assign.
    changed: &'p HashSet<VarId>,
    named: &'p HashSet<VarId>,
    /// What the function declares.
    own: Vec<VarId>,
}

impl Names<'_> {
    /// The array, or the pointer that never changes, that a variable is another name of.
    fn array_of(&self, var: VarId) -> Option<ExprId> {
        let mut value = self.value_of(var)?;
        for _ in 0..LONGEST {
            let (object, is_array) = self.object(value)?;
            match self.value_of(object) {
                Some(further) => value = further,
                None => {
                    let is_it = (is_array || self.is_fixed(object)) && !self.may_be_hidden(object);
                    return is_it.then_some(value);
                }
            }
        }
        None
    }

    /// What a local pointer is from its declaration on.
    fn value_of(&self, var: VarId) -> Option<ExprId> {
        let node = &self.program.vars[var];
        let is_own = node.storage == VarStorage::Local && node.owner == Some(self.owner);
        match node.init {
            Some(Init::Expr(value))
                if is_own && !self.changed.contains(&var) && !self.named.contains(&var) =>
            {
                let pointee = self.program.types.pointee(node.ty)?;
                self.same_elements(value, pointee)
            }
            _ => None,
        }
    }

    /// The value below conversions that only add `const`.
    fn same_elements(&self, value: ExprId, pointee: Type) -> Option<ExprId> {
        let types = &self.program.types;
        let mut at = value;
        while let ExprKind::Cast { kind: CastKind::Pointer | CastKind::Same, implicit: true, operand } =
            self.program.exprs[at].kind
        {
            at = operand;
        }
        let own = types.pointee(self.program.exprs[at].ty)?;
        (types.strip(own).id == types.strip(pointee).id).then_some(at)
    }

    /// The variable that a value is, and whether it is an array.
    fn object(&self, value: ExprId) -> Option<(VarId, bool)> {
        match self.program.exprs[value].kind {
            ExprKind::Var(var) => Some((var, false)),
            ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => {
                self.program.variable_of(operand).map(|var| (var, true))
            }
            _ => None,
        }
    }

    /// Does the function declare another variable of that name?
    fn may_be_hidden(&self, object: VarId) -> bool {
        let vars = &self.program.vars;
        self.own.iter().any(|var| *var != object && vars[*var].name == vars[object].name)
    }

    /// Is a pointer the same wherever the function names it?
    fn is_fixed(&self, var: VarId) -> bool {
        let node = &self.program.vars[var];
        let is_set = match node.storage {
            VarStorage::Param => true,
            VarStorage::Local => node.init.is_some(),
            _ => false,
        };
        is_set && !self.changed.contains(&var)
    }
}
