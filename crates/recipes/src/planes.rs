//! The loops of a wavefront: over planes, and over the iterations of each.
//!
//! The iterations of the nest are the integer points between its bounds. With `plane = 4*t + 2*i + j` one
//! index follows from the others, and forgetting the inner ones of those that are left, one by one
//! ([`affine::Set::bounds`]), gives each loop the tightest bounds that the loops around it know:
//!
//! ```c
//! for (int plane = 3; plane <= 4*steps + 3*n - 10; plane++)
//!     for (t = max(0, (plane - 3*n + 6) / 4); t <= min(steps - 1, (plane - 3) / 4); t++)
//!         for (i = max(1, (plane - 4*t - n + 2) / 2); i <= min(n - 2, (plane - 4*t - 1) / 2); i++) {
//!             int j = plane - 4*t - 2*i;
//!             if (j >= 1 && j <= n - 2)
//! ```
//! Invariant: a point of the nest is never outside these bounds. C's division rounds to zero, so that
//! a bound with a division may let points in that are not of the nest; those are kept out by a condition.

use std::collections::HashMap;

use affine::{Bounds, LinearExpr, Quotient, Set, Var};
use analyze::{CanonicalLoop, SymbolKind, Symbols, region};
use hir::{BinaryOp, Builder, Duplicate, ExprId, ExprKind, Stmt, StmtId, StmtKind, Type, VarId};

use crate::counts::{condition, counted_loop};
use crate::nest::statements;
use crate::tile::upwards;
use crate::wavefront::{RECIPE, Wavefront};
use crate::{Kitchen, Refusal};

/// The plane, beyond all symbols of a program.
const PLANE: Var = Var(1 << 27);

impl Kitchen<'_> {
    /// The loop over planes, with nothing in it, and the loops over the iterations of one.
    pub(crate) fn planes(&mut self, found: &Wavefront) -> Result<(StmtId, StmtId), Refusal> {
        let Wavefront { loops, coefficients, order, .. } = found;
        let outermost = &loops[0];
        let span = self.program.stmts[outermost.stmt].span;
        let unknown = || {
            Refusal::form(
                RECIPE,
                span,
                "its bounds are no formulas of signed sizes and of the indices around",
            )
        };
        let nest = Points::new(loops, coefficients, order).ok_or_else(unknown)?;
        let ty = self.plane_type(loops);
        let plane = self.fresh("plane", ty, outermost.stmt);
        let follows = eliminated(coefficients);
        let own = self.own_index(&loops[follows]);
        let mut names: HashMap<Var, VarId> =
            nest.indices.iter().copied().zip(loops.iter().map(|l| l.index)).collect();
        names.insert(PLANE, plane);
        let left: Vec<usize> = (0..loops.len()).filter(|level| *level != follows).collect();
        let inwards: Vec<Var> =
            std::iter::once(PLANE).chain(left.iter().map(|level| nest.indices[*level])).collect();
        let ranges: Vec<Bounds> =
            (0..inwards.len()).map(|at| nest.points.bounds(&inwards[at].into(), &inwards[at..])).collect();
        let is_rounded = ranges[1..]
            .iter()
            .any(|range| range.lower.iter().chain(&range.upper).any(|bound| bound.divisor != 1));
        let mut b = self.builder(outermost.stmt);
        let mut writer = Writer { b: &mut b, symbols: &order.symbols, names: &names, ty };
        let heads: Option<Vec<(ExprId, ExprId)>> = ranges
            .iter()
            .map(|range| {
                Some((
                    writer.farther(&range.lower, BinaryOp::Gt)?,
                    writer.farther(&range.upper, BinaryOp::Lt)?,
                ))
            })
            .collect();
        let value = writer.formula(&nest.value);
        let (heads, value) = heads.zip(value).ok_or_else(unknown)?;
        let mut body = vec![b.declare(own, Some(value))];
        let inner = self.body(loops, follows, own, is_rounded);
        body.extend(inner);
        let mut b = self.builder(outermost.stmt);
        let mut at = b.stmt(StmtKind::Block(body));
        for (place, level) in left.iter().enumerate().rev() {
            let canonical = &loops[*level];
            let (first, last) = heads[place + 1];
            let mut b = self.builder(canonical.stmt);
            let index = (canonical.index, canonical.declares_index);
            at = counted_loop(&mut b, index, (first, BinaryOp::Le, last, 1), at);
            // By their place: the planes are the first loop now.
            for directive in self.directives_above(loops[place + 1].stmt, loops) {
                at = self
                    .program
                    .stmts
                    .alloc(Stmt { kind: StmtKind::Annotated { directive, body: at }, span });
            }
        }
        let mut b = self.builder(outermost.stmt);
        let (first, last) = heads[0];
        let nothing = b.stmt(StmtKind::Empty);
        let planes = counted_loop(&mut b, (plane, true), (first, BinaryOp::Le, last, 1), nothing);
        Ok((planes, at))
    }

    /// `int`, unless an index is wider.
    fn plane_type(&self, loops: &[CanonicalLoop]) -> Type {
        let is_wide = |l: &CanonicalLoop| {
            self.program.size_of(self.program.vars[l.index].ty).is_none_or(|size| size > 4)
        };
        if loops.iter().any(is_wide) { Type::LONG } else { Type::INT }
    }

    /// The index that follows from the others, as a variable of each iteration.
    fn own_index(&mut self, canonical: &CanonicalLoop) -> VarId {
        let index = self.program.vars[canonical.index].clone();
        self.program.vars.alloc(index)
    }

    /// What an iteration does, with the index that follows; under the conditions of the nest where
    /// the bounds are rounded.
    fn body(&mut self, loops: &[CanonicalLoop], follows: usize, own: VarId, is_rounded: bool) -> Vec<StmtId> {
        let Some(innermost) = loops.last() else { return Vec::new() };
        let hidden = loops[follows].index;
        let mentions = |l: &&CanonicalLoop| {
            l.index == hidden || [l.first, l.bound].iter().any(|bound| self.program.mentions(*bound, hidden))
        };
        let conditions: Vec<CanonicalLoop> = loops.iter().filter(mentions).cloned().collect();
        let mut b = self.builder(innermost.stmt);
        let value = b.var(own);
        let mut duplicate = Duplicate::with_value(&mut b, hidden, value);
        let inner = duplicate.stmt(innermost.body);
        let mut inside = Vec::new();
        for canonical in conditions.iter().filter(|_| is_rounded) {
            let index = if canonical.index == hidden { own } else { canonical.index };
            let (started, goes_on) = match canonical.step > 0 {
                true => (BinaryOp::Ge, upwards(canonical.op, canonical.step)),
                false => (BinaryOp::Le, upwards(canonical.op, canonical.step)),
            };
            for (op, bound) in [(started, canonical.first), (goes_on, canonical.bound)] {
                let value = b.var(own);
                let bound = Duplicate::with_value(&mut b, hidden, value).expr(bound);
                inside.push(condition(&mut b, index, op, bound));
            }
        }
        let stmts = statements(b.program, inner);
        match b.all_of(&inside) {
            Some(inside) => vec![b.if_then(inside, stmts)],
            None => stmts,
        }
    }
}

/// The index that follows from the plane and the others.
pub(crate) fn eliminated(coefficients: &[i128]) -> usize {
    match coefficients.first() {
        Some(1) => 0,
        _ => coefficients.iter().rposition(|factor| *factor == 1).unwrap_or(0),
    }
}

/// The iterations of a nest, without the index that follows from the plane.
struct Points {
    /// The symbols of the indices, outermost first.
    indices: Vec<Var>,
    /// The points, over the plane and the other indices.
    points: Set,
    /// The value of the index that follows.
    value: LinearExpr,
}

impl Points {
    fn new(loops: &[CanonicalLoop], coefficients: &[i128], order: &crate::legality::Order) -> Option<Points> {
        let symbol = |l: &CanonicalLoop| {
            order.symbols.find(&SymbolKind::LoopIndex { loop_stmt: l.stmt, index: l.index })
        };
        let indices: Vec<Var> = loops.iter().map(symbol).collect::<Option<_>>()?;
        let mut points = Set::universe();
        for (canonical, index) in loops.iter().zip(&indices) {
            let (first, bound) = order.bounds.get(&canonical.stmt)?;
            points = region::loop_range(points, canonical, &(*index).into(), first, bound);
        }
        // plane = sum of factor * index, where indices that count down are negative.
        let follows = eliminated(coefficients);
        let sign = |level: usize| if loops[level].step > 0 { 1 } else { -1 };
        let mut value = LinearExpr::var(PLANE);
        for (level, factor) in coefficients.iter().enumerate().filter(|(level, _)| *level != follows) {
            value = value.plus_scaled(&indices[level].into(), -factor * sign(level)).ok()?;
        }
        let value = value.times(sign(follows)).ok()?;
        let points = points.substituted(indices[follows], &value);
        points.is_exact().then_some(Points { indices, points, value })
    }
}

/// Formulas as expressions.
struct Writer<'w, 'b> {
    b: &'w mut Builder<'b>,
    symbols: &'w Symbols,
    names: &'w HashMap<Var, VarId>,
    ty: Type,
}

impl Writer<'_, '_> {
    /// The largest of several bounds (`>`), or the smallest (`<`).
    fn farther(&mut self, bounds: &[Quotient], op: BinaryOp) -> Option<ExprId> {
        let mut farthest: Option<ExprId> = None;
        for bound in bounds {
            let numerator = self.formula(&bound.numerator)?;
            let value = match bound.divisor {
                1 => numerator,
                divisor => {
                    let divisor = self.b.int(i64::try_from(divisor).ok()?);
                    self.b.binary(BinaryOp::Div, numerator, divisor)
                }
            };
            farthest = Some(match farthest {
                None => value,
                Some(other) => {
                    let cond = self.b.binary(op, other, value);
                    self.b.expr(ExprKind::Conditional { cond, then: Some(other), otherwise: value }, self.ty)
                }
            });
        }
        farthest
    }

    fn formula(&mut self, formula: &LinearExpr) -> Option<ExprId> {
        let mut terms: Vec<(Var, i128)> = formula.terms().to_vec();
        // The plane is the first thing that one looks for.
        terms.sort_by_key(|(var, _)| *var != PLANE);
        let terms = terms.into_iter().map(|(var, factor)| Some((self.symbol(var)?, factor)));
        let terms: Option<Vec<(ExprId, i128)>> = terms.collect();
        self.b.weighted_sum(terms?, formula.constant_part())
    }

    fn symbol(&mut self, var: Var) -> Option<ExprId> {
        if let Some(name) = self.names.get(&var) {
            return Some(self.b.var(*name));
        }
        let value = match self.symbols.kind(var)?.clone() {
            SymbolKind::Invariant(place) => {
                let mut value = self.b.var(place.var);
                for step in &place.path {
                    let fields = self.b.program.records[step.record].fields.as_ref()?;
                    let ty = fields.get(step.field as usize)?.ty;
                    let (record, field, arrow) = (step.record, step.field, step.arrow);
                    value = self.b.expr(ExprKind::Member { base: value, record, field, arrow }, ty);
                }
                value
            }
            SymbolKind::Product(factors) => {
                let values: Option<Vec<ExprId>> = factors.iter().map(|factor| self.symbol(*factor)).collect();
                values?.into_iter().reduce(|product, value| self.b.mul(product, value))?
            }
            SymbolKind::Opaque(expr) if self.is_plain(expr) => Duplicate::new(self.b).expr(expr),
            _ => return None,
        };
        // Differences of unsigned numbers are no small numbers.
        let format = hir::const_eval::integer_format(self.b.program, self.b.program.exprs[value].ty)?;
        format.signed.then_some(value)
    }

    /// Is it computed from variables alone, as `n / 2` is? The head of a loop says that they do not change.
    fn is_plain(&self, expr: ExprId) -> bool {
        let program = &*self.b.program;
        program.exprs_below(expr).all(|below| match program.exprs[below].kind {
            ExprKind::Var(var) => !self.names.values().any(|index| *index == var),
            ExprKind::Int { .. }
            | ExprKind::Enumerator(_)
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Cast { .. }
            | ExprKind::Conditional { .. } => true,
            _ => false,
        })
    }
}
