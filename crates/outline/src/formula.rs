//! From an affine formula back to an expression.

use affine::LinearExpr;
use analyze::{Place, SymbolKind};
use hir::{ExprId, ExprKind};

use crate::kernel::KernelOutline;

impl KernelOutline<'_, '_> {
    /// The expression of a formula, in the kernel's variables; `None` if a
    /// symbol has no expression.
    pub(crate) fn formula(&mut self, formula: &LinearExpr) -> Option<ExprId> {
        let terms = formula.terms().iter().map(|(var, factor)| Some((self.symbol(*var)?, *factor)));
        let terms: Option<Vec<(ExprId, i128)>> = terms.collect();
        self.o.b.weighted_sum(terms?, formula.constant_part())
    }

    /// The value of a symbol in the kernel.
    fn symbol(&mut self, var: affine::Var) -> Option<ExprId> {
        match self.facts.symbols.kind(var)?.clone() {
            SymbolKind::Invariant(place) => self.place_value(&place),
            SymbolKind::LoopIndex { loop_stmt, index } => {
                let var = self.loop_vars.get(&loop_stmt).copied().unwrap_or(index);
                let var = self.renamed.get(&var).copied().unwrap_or(var);
                Some(self.o.b.var(var))
            }
            SymbolKind::BatchBase { loop_stmt, .. } => {
                let batch = self.batches.get(&loop_stmt)?.batch;
                Some(self.o.b.var(batch.base))
            }
            SymbolKind::Lane { loop_stmt } => {
                let batch = self.batches.get(&loop_stmt)?.batch;
                Some(self.o.b.var(batch.lane))
            }
            SymbolKind::Product(factors) => {
                let mut product = None;
                for factor in factors {
                    let value = self.symbol(factor)?;
                    product = Some(match product {
                        None => value,
                        Some(product) => self.o.b.mul(product, value),
                    });
                }
                product
            }
            SymbolKind::Element { .. } => None,
            SymbolKind::Opaque(expr) | SymbolKind::Fixed(expr) => Some(hir::copy::expr(self, expr)),
            SymbolKind::Captured(expr) => {
                let value = self.o.host_value(expr);
                self.pass_variables(value);
                Some(value)
            }
        }
    }

    /// An invariant scalar, or a member of one.
    pub(crate) fn place_value(&mut self, place: &Place) -> Option<ExprId> {
        if let Some(&member) = self.members.get(place) {
            return Some(self.o.b.var(member));
        }
        let var = self.renamed.get(&place.var).copied().unwrap_or(place.var);
        let mut value = self.o.b.var(var);
        for step in &place.path {
            let fields = self.o.b.program.records[step.record].fields.as_ref()?;
            let ty = fields.get(step.field as usize)?.ty;
            let (record, field, arrow) = (step.record, step.field, step.arrow);
            value = self.o.b.expr(ExprKind::Member { base: value, record, field, arrow }, ty);
        }
        Some(value)
    }
}
