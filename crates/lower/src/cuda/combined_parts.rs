//! What the functions that combine the values of threads pass on: a value, or a value and its place.
//!
//! ```text
//! float block_sum(float value)                    comes and goes by value
//! void block_min_at(float *value, int *at)        come and go by address
//! ```
//! A function is written once for both, on lists of one or two expressions.

use hir::{Builder, CudaSpecs, ExprId, ExprKind, Qualifiers, StmtId, StmtKind, Type, VarId};
use kir::{combine_into, take_better};

use super::combining::{Combination, Helper, Helpers};
use super::combining_bodies::{Body, named};
use super::reduction::library_extreme;

/// The parameters of such a function.
pub(super) struct Parts {
    pub params: Vec<VarId>,
    /// What they hold, or what lies where they point.
    pub own: Vec<ExprId>,
    pub how: Combination,
}

impl Parts {
    pub fn new(b: &mut Builder<'_>, how: Combination, of: Type) -> Parts {
        let Some(places) = how.at else {
            let value = b.local("value", of);
            return Parts { params: vec![value], own: vec![b.var(value)], how };
        };
        let (mut params, mut own) = (Vec::new(), Vec::new());
        for (name, of) in [("value", of), ("at", Type::builtin(places.of))] {
            let pointer = b.program.types.pointer_to(of);
            let var = b.local(name, pointer);
            let there = b.var(var);
            params.push(var);
            own.push(b.expr(ExprKind::Deref(there), of));
        }
        Parts { params, own, how }
    }

    pub fn types(&self, b: &Builder<'_>) -> Vec<Type> {
        self.own.iter().map(|own| b.program.exprs[*own].ty).collect()
    }

    /// What the function returns.
    pub fn result(&self, of: Type) -> Type {
        if self.how.at.is_some() { Type::VOID } else { of }
    }

    pub fn body<const N: usize>(&self, more: [VarId; N], of: Type, stmts: Vec<StmtId>) -> Body {
        Body { params: self.params.iter().copied().chain(more).collect(), result: self.result(of), stmts }
    }

    /// `value op= other;`
    pub fn combined_with(&self, b: &mut Builder<'_>, others: &[ExprId]) -> StmtId {
        self.how.into_of(b, &self.own, others)
    }

    /// Gives the caller these values. `is_end`: nothing follows.
    pub fn returned(&self, b: &mut Builder<'_>, values: &[ExprId], is_end: bool) -> Vec<StmtId> {
        if self.how.at.is_none() {
            return vec![b.stmt(StmtKind::Return(values.first().copied()))];
        }
        let mut stmts = if values == self.own { Vec::new() } else { stored(b, &self.own, values) };
        if !is_end {
            stmts.push(b.stmt(StmtKind::Return(None)));
        }
        stmts
    }

    /// `value = warp_sum(slot, lane, lanes);`
    pub fn through(
        &self,
        helpers: &mut Helpers,
        b: &mut Builder<'_>,
        helper: Helper,
        values: &[ExprId],
        more: &[ExprId],
    ) -> Vec<StmtId> {
        let of = b.program.exprs[self.own[0]].ty;
        if self.how.at.is_none() {
            let args = values.iter().chain(more).copied().collect();
            let call = helpers.call(b, helper, of, args);
            return vec![b.assign(self.own[0], call)];
        }
        let mut stmts = if values == self.own { Vec::new() } else { stored(b, &self.own, values) };
        let pointers: Vec<ExprId> = self.params.iter().take(2).map(|param| b.var(*param)).collect();
        let call = helpers.call(b, helper, of, pointers.into_iter().chain(more.iter().copied()).collect());
        stmts.push(b.stmt(StmtKind::Expr(call)));
        stmts
    }

    /// `return block_sum(value);`
    pub fn result_of(
        &self,
        helpers: &mut Helpers,
        b: &mut Builder<'_>,
        helper: Helper,
        more: &[ExprId],
    ) -> Vec<StmtId> {
        if self.how.at.is_some() {
            return self.through(helpers, b, helper, &self.own, more);
        }
        let of = b.program.exprs[self.own[0]].ty;
        let call = helpers.call(b, helper, of, self.own.iter().chain(more).copied().collect());
        vec![b.stmt(StmtKind::Return(Some(call)))]
    }

    /// `T other = shuffle(mask, value, offset);`
    pub fn shuffled(
        &self,
        b: &mut Builder<'_>,
        shuffle: &str,
        mask: ExprId,
        offset: VarId,
        stmts: &mut Vec<StmtId>,
    ) -> Vec<ExprId> {
        let offset = b.var(offset);
        let shuffled: Vec<ExprId> = self
            .own
            .iter()
            .map(|own| {
                let of = b.program.exprs[*own].ty;
                b.call(shuffle, vec![mask, *own, offset], of)
            })
            .collect();
        named_parts(b, &["other", "other_at"], &shuffled, stmts)
    }

    /// `__shared__ T name[len];`
    pub fn shared(&self, b: &mut Builder<'_>, name: &str, len: u64, stmts: &mut Vec<StmtId>) -> Vec<ExprId> {
        let types = self.types(b).into_iter().zip([name.to_string(), format!("at_{name}")]);
        let mut array = |(of, name): (Type, String)| {
            let ty = b.program.types.array_of(of, len);
            let var = b.local(&name, ty);
            b.program.vars[var].cuda = CudaSpecs::SHARED;
            stmts.push(b.declare(var, None));
            b.var(var)
        };
        types.map(&mut array).collect()
    }
}

impl Combination {
    /// `target op= value;`
    pub(super) fn into_of(self, b: &mut Builder<'_>, targets: &[ExprId], values: &[ExprId]) -> StmtId {
        match (self.at, targets, values) {
            (Some(places), &[value, at], &[other, other_at]) => {
                take_better(b, self.op, places.prefers, [value, at], [other, other_at])
            }
            _ => combine_into(b, self.op, targets[0], values[0], &mut library_extreme),
        }
    }
}

/// An array in device memory that other blocks have written.
pub(super) struct Published {
    pub var: VarId,
    of: Type,
    pointer: Type,
    is_published: bool,
}

impl Published {
    pub fn new(helpers: &Helpers, b: &mut Builder<'_>, of: Type, name: &str) -> Published {
        let held = of.qualified(helpers.language.of_other_blocks());
        let is_published = helpers.publishes(b, of);
        let held = if is_published { held } else { held.qualified(Qualifiers::CONST) };
        let pointer = b.program.types.pointer_to(held);
        Published { var: b.local(name, pointer), of, pointer, is_published }
    }

    pub fn element(&self, helpers: &mut Helpers, b: &mut Builder<'_>, at: ExprId) -> ExprId {
        let array = b.var(self.var);
        let element = b.index(array, &[at]);
        if !self.is_published {
            return element;
        }
        let place = b.expr(ExprKind::AddrOf(element), self.pointer);
        helpers.call(b, Helper::Published, self.of, vec![place])
    }
}

/// `array[at]` of each.
pub(super) fn elements(b: &mut Builder<'_>, arrays: &[ExprId], at: ExprId) -> Vec<ExprId> {
    arrays.iter().map(|array| b.index(*array, &[at])).collect()
}

/// `target = value;` for each.
pub(super) fn stored(b: &mut Builder<'_>, targets: &[ExprId], values: &[ExprId]) -> Vec<StmtId> {
    targets.iter().zip(values).map(|(target, value)| b.assign(*target, *value)).collect()
}

/// `T name = value;` for each.
pub(super) fn named_parts(
    b: &mut Builder<'_>,
    names: &[&str],
    values: &[ExprId],
    stmts: &mut Vec<StmtId>,
) -> Vec<ExprId> {
    let named = |(name, value): (&&str, &ExprId)| {
        let of = b.program.exprs[*value].ty.unqualified();
        named(b, name, of, *value, stmts)
    };
    names.iter().zip(values).map(named).collect()
}
