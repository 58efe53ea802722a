//! Integer expressions as polynomials over symbols.
//!
//! In `for (i…) { base = i*w; for (j…) p[base + j] }` the subscript is
//! `i*w + j`: the index of each enclosing loop is a symbol, a variable that the
//! region never assigns is a symbol, and a variable with a single assignment
//! stands for what it was assigned. Anything else is an opaque symbol of its own.
//!
//! # When C's arithmetic is the integers'
//!
//! A polynomial has no width. An expression gets the polynomial of its parts only
//! where C computes the same number:
//! - signed `+ - *`: always, since overflow is undefined;
//! - unsigned narrower than 64 bits: when the result is proven to lie in the
//!   type's range under what holds at that point;
//! - unsigned of 64 bits: when the result is proven not negative (no index reaches
//!   2^64), or when only its value modulo 2^64 matters: a subscript is added
//!   to a 64-bit address, so `p[i - 1]` with a `size_t i` is what it seems;
//! - a conversion: when the value is in the new type's range, by its type or
//!   proven; to 64 bits also modulo 2^64, as above.
//!
//! In a kernel of a CUDA file, unsigned numbers of 32 bits are taken not to wrap
//! around ([`Values::unsigned_is_exact`]): `blockIdx.x * blockDim.x + threadIdx.x`
//! is one, and what limits it is the launch, which may be in another file.
//!
//! Invariant: wherever the region's control flow reaches the expression, the
//! polynomial's value under the symbols' values is the expression's value (as a
//! subscript: modulo 2^64).

use std::collections::{BTreeMap, BTreeSet};

use affine::{LinearExpr, Polynomial, Set, Var};
use hir::const_eval::{self, IntFormat, integer_format};
use hir::{BinaryOp, CastKind, ExprId, ExprKind, RecordId, StmtKind, UnaryOp, VarId};

use super::fixed_elements::FixedElements;
use crate::guards::is_real;
use crate::maps::HashMap;
use crate::symbols::{Nearest, Quotient};
use crate::{Input, Place, Step, SymbolKind, Symbols};

/// Deeper expressions are opaque.
const MAX_DEPTH: u32 = 64;

/// What integer variables stand for at one point of a region.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// The symbols mentioned so far.
    pub symbols: Symbols,
    /// Variables that the region assigns somewhere, or whose address it takes.
    pub changing: BTreeSet<VarId>,
    /// Members that the region assigns through some pointer or array.
    pub changing_fields: BTreeSet<(RecordId, u32)>,
    /// Expressions of directives whose value was kept when the directive ran.
    pub captured: BTreeSet<ExprId>,
    /// What variables stand for just now: loop indices and variables with a
    /// single assignment that was passed.
    pub known: HashMap<VarId, Polynomial>,
    /// Variables from outside that were computed from others which keep their
    /// values, with the expression: `n + 2` for `w` after `int w = n + 2`.
    pub computed: BTreeMap<VarId, ExprId>,
    /// What is known of symbols everywhere in the region: `n >= 0` for an
    /// unsigned `n`.
    pub knowledge: Set,
    /// What is known of a symbol where the expression that it stands for is
    /// evaluated, and nowhere else: below `if (i >= 32)`, `(i - 32) % 4` is between
    /// 0 and `i - 32`, which says nothing about `i` outside the condition.
    pub definitions: BTreeMap<Var, Set>,
    /// Elements that the region only reads.
    pub fixed: FixedElements,
    /// Unsigned numbers of 32 bits are taken not to wrap around.
    pub unsigned_is_exact: bool,
}

/// Does the exact value matter, or its value modulo 2^64?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// The number itself.
    Exact,
    /// What it adds to a 64-bit address.
    Modulo64,
}

impl Values {
    /// The value of an integer expression where `domain` holds.
    pub fn polynomial(&mut self, input: &Input<'_>, expr: ExprId, domain: &Set) -> Polynomial {
        Reader { input, values: self, domain }.read(expr, Precision::Exact, 0)
    }

    /// The value of a subscript where `domain` holds.
    pub fn subscript(&mut self, input: &Input<'_>, expr: ExprId, domain: &Set) -> Polynomial {
        Reader { input, values: self, domain }.read(expr, Precision::Modulo64, 0)
    }

    /// What is known of these symbols, and of those it relates them to, at a
    /// point where they were all evaluated.
    ///
    /// A definition comes in with its own symbol only: who mentions `i` has not
    /// come through the condition under which `i % 4` was computed.
    pub fn knowledge_about(&self, symbols: BTreeSet<Var>) -> Set {
        let mut chosen = Set::universe();
        let mut reached = BTreeSet::new();
        let mut pending: Vec<Var> = symbols.into_iter().collect();
        let mut taken = BTreeSet::new();
        let constraints = self.knowledge.constraints();
        while let Some(var) = pending.pop() {
            if !reached.insert(var) {
                continue;
            }
            if let Some(definition) = self.definitions.get(&var) {
                pending.extend(definition.vars());
                chosen = chosen.intersect(definition);
            }
            for (at, constraint) in constraints.iter().enumerate() {
                if constraint.expr().vars().any(|mentioned| mentioned == var) && taken.insert(at) {
                    pending.extend(constraint.expr().vars());
                    chosen.constrain(Ok(constraint.clone()));
                }
            }
        }
        chosen
    }

    /// `domain` with all that is known there of the symbols that it and a
    /// formula mention.
    pub fn context(&self, domain: &Set, formula: &LinearExpr) -> Set {
        let mentioned = domain.vars().into_iter().chain(formula.vars()).collect();
        domain.intersect(&self.knowledge_about(mentioned))
    }

    /// The linear form over symbols and products; opaque if it is too large.
    pub fn linear(&mut self, polynomial: &Polynomial) -> Option<LinearExpr> {
        self.symbols.linear(polynomial).ok()
    }

    /// The symbol of a scalar that does not change in the region.
    pub fn invariant(&mut self, place: &Place, format: Option<IntFormat>) -> Var {
        let kind = SymbolKind::Invariant(place.clone());
        let is_new = self.symbols.find(&kind).is_none();
        let var = self.symbols.intern(kind);
        if let (true, Some(format)) = (is_new, format) {
            self.know_range(var, format);
        }
        var
    }

    fn know_range(&mut self, var: Var, format: IntFormat) {
        let value = LinearExpr::var(var);
        let known = std::mem::take(&mut self.knowledge);
        self.knowledge = match (format.signed, format.width) {
            (false, 64..) => known.with_at_least(&value, &0.into()),
            (true, 32..) => known,
            _ => {
                let (low, high) = range(format);
                known.with_range(&value, &low.into(), &high.into())
            }
        };
    }
}

/// Least and greatest value of an integer type of at most 64 bits.
fn range(format: IntFormat) -> (i128, i128) {
    let bits = format.width.min(64) - u32::from(format.signed);
    let above = 1i128 << bits;
    if format.signed { (-above, above - 1) } else { (0, above - 1) }
}

struct Reader<'a, 'p> {
    input: &'a Input<'p>,
    values: &'a mut Values,
    domain: &'a Set,
}

impl Reader<'_, '_> {
    fn read(&mut self, expr: ExprId, precision: Precision, depth: u32) -> Polynomial {
        if let Some(value) = const_eval::integer(self.input.program, expr) {
            return Polynomial::constant(value);
        }
        let format = integer_format(self.input.program, self.input.program.exprs[expr].ty);
        if self.values.captured.contains(&expr) {
            return self.unknown(SymbolKind::Captured(expr), format);
        }
        let Some(format) = format.filter(|f| f.width <= 64 && depth < MAX_DEPTH) else {
            return self.unknown(SymbolKind::Opaque(expr), None);
        };
        if let Some(first) = self.values.fixed.first(self.input.program, expr) {
            return self.unknown(SymbolKind::Fixed(first), Some(format));
        }
        let value = self.arithmetic(expr, format, precision, depth + 1);
        value.unwrap_or_else(|| self.unknown(SymbolKind::Opaque(expr), Some(format)))
    }

    /// The polynomial, if the expression is arithmetic that does not wrap.
    fn arithmetic(
        &mut self,
        expr: ExprId,
        format: IntFormat,
        precision: Precision,
        depth: u32,
    ) -> Option<Polynomial> {
        let kind = &self.input.program.exprs[expr].kind;
        // Modulo 2^64 passes down through 64-bit operations only.
        let inner = if format.width == 64 { precision } else { Precision::Exact };
        let value = match kind {
            ExprKind::Var(_) | ExprKind::Member { .. } => return self.variable(expr, format),
            ExprKind::Unary { op: UnaryOp::Plus, operand } => return Some(self.read(*operand, inner, depth)),
            ExprKind::Unary { op: UnaryOp::Neg, operand } => {
                self.read(*operand, inner, depth).scaled(-1).ok()?
            }
            ExprKind::Binary { op, lhs, rhs } => {
                return self.binary(expr, *op, *lhs, *rhs, format, inner, depth);
            }
            ExprKind::Cast { kind: CastKind::Arithmetic | CastKind::Same, operand, .. } => {
                return self.conversion(*operand, format, precision, depth);
            }
            ExprKind::Call { args, .. } => return self.call(expr, args, precision, depth),
            ExprKind::Conditional { cond, then: Some(then), otherwise } => {
                return self.nearest(expr, *cond, *then, *otherwise, depth);
            }
            _ => return None,
        };
        self.fits(&value, format, precision).then_some(value)
    }

    /// The value of a function that is one formula: `return row * W + column;`.
    fn call(
        &mut self,
        call: ExprId,
        args: &[ExprId],
        precision: Precision,
        depth: u32,
    ) -> Option<Polynomial> {
        let program = self.input.program;
        let instance = program.instances.get(&call)?;
        let StmtKind::Block(stmts) = &program.stmts[instance.body].kind else { return None };
        let [only] = stmts.as_slice() else { return None };
        let StmtKind::Return(Some(result)) = program.stmts[*only].kind else { return None };
        let is_assignment = |e: ExprId| {
            matches!(
                program.exprs[e].kind,
                ExprKind::Assign { .. } | ExprKind::AssignOp { .. } | ExprKind::IncDec { .. }
            )
        };
        if program.exprs_below(hir::Node::Expr(result)).any(is_assignment) {
            return None;
        }
        let values: Vec<Polynomial> =
            args.iter().map(|arg| self.read(*arg, Precision::Exact, depth)).collect();
        for (param, value) in instance.params.iter().zip(values) {
            self.values.known.insert(*param, value);
        }
        let value = self.read(result, precision, depth);
        for param in &instance.params {
            self.values.known.remove(param);
        }
        Some(value)
    }

    #[allow(clippy::too_many_arguments)] // the parts of one node
    fn binary(
        &mut self,
        expr: ExprId,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        format: IntFormat,
        precision: Precision,
        depth: u32,
    ) -> Option<Polynomial> {
        let value = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                let a = self.read(lhs, precision, depth);
                let b = self.read(rhs, precision, depth);
                match op {
                    BinaryOp::Add => a.plus(&b),
                    BinaryOp::Sub => a.minus(&b),
                    _ => a.times(&b),
                }
                .ok()?
            }
            BinaryOp::Shl => {
                let shift = const_eval::integer(self.input.program, rhs).filter(|s| (0..63).contains(s))?;
                self.read(lhs, precision, depth).scaled(1 << shift).ok()?
            }
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shr | BinaryOp::BitAnd => {
                return self.quotient(expr, op, lhs, rhs, depth);
            }
            _ => return None,
        };
        self.fits(&value, format, precision).then_some(value)
    }

    /// `e / c`, `e % c`, `e >> c` and `e & (2^c - 1)` of a value that is not negative: a
    /// quotient is an unknown `q` with `c*q <= e < c*q + c`, a remainder one
    /// with `0 <= r < c` and `r <= e` that leaves a multiple of `c`.
    fn quotient(
        &mut self,
        expr: ExprId,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        depth: u32,
    ) -> Option<Polynomial> {
        let number = const_eval::integer(self.input.program, rhs)?;
        let divisor = match op {
            BinaryOp::Shr => (0..63).contains(&number).then(|| 1i128 << number)?,
            BinaryOp::BitAnd => {
                (0..1 << 62).contains(&number).then_some(number + 1).filter(|size| size.count_ones() == 1)?
            }
            _ => (number > 0).then_some(number)?,
        };
        let value = self.read(lhs, Precision::Exact, depth);
        let linear = self.values.symbols.linear(&value).ok()?;
        let context = self.values.context(self.domain, &linear);
        let program = self.input.program;
        let unsigned = integer_format(program, program.exprs[lhs].ty).is_some_and(|format| !format.signed);
        if !unsigned && !context.implies_at_least(&linear, &0.into()).is_proven() {
            return None;
        }
        // The symbol is the value of the expression itself: it can be written back.
        let symbol = self.values.symbols.intern(SymbolKind::Opaque(expr));
        let unknown = LinearExpr::var(symbol);
        let (rest, scaled) = (linear.minus(&unknown).ok()?, unknown.times(divisor).ok()?);
        let next = scaled.plus_constant(divisor).ok()?;
        let anything = Set::universe();
        let definition = match op {
            BinaryOp::Rem | BinaryOp::BitAnd => anything
                .with_range(&unknown, &0.into(), &(divisor - 1).into())
                .with_at_most(&unknown, &linear)
                .with_multiple_of(&rest, divisor),
            _ => anything.with_at_most(&scaled, &linear).with_less(&linear, &next),
        };
        self.values.definitions.insert(symbol, definition);
        if is_real(&self.values.symbols, &linear) {
            self.values.symbols.determined(symbol);
        }
        let is_remainder = op == BinaryOp::Rem;
        self.values.symbols.divided(symbol, Quotient { of: linear, divisor, is_remainder });
        Some(Polynomial::var(symbol))
    }

    /// `a < b ? a : b` and its like: an unknown that is at most both, or at least both.
    fn nearest(
        &mut self,
        expr: ExprId,
        cond: ExprId,
        then: ExprId,
        otherwise: ExprId,
        depth: u32,
    ) -> Option<Polynomial> {
        let program = self.input.program;
        let ExprKind::Binary { op, lhs, rhs } = program.exprs[program.as_written(cond)].kind else {
            return None;
        };
        let mut linear = |expr: ExprId| {
            let value = self.read(expr, Precision::Exact, depth);
            self.values.symbols.linear(&value).ok()
        };
        let [left, right, first, second] = [lhs, rhs, then, otherwise].map(&mut linear);
        let (left, right, first, second) = (left?, right?, first?, second?);
        let is_smaller = match op {
            BinaryOp::Lt | BinaryOp::Le => {
                (left == first && right == second, left == second && right == first)
            }
            BinaryOp::Gt | BinaryOp::Ge => {
                (left == second && right == first, left == first && right == second)
            }
            _ => return None,
        };
        let symbol = self.values.symbols.intern(SymbolKind::Opaque(expr));
        let unknown = LinearExpr::var(symbol);
        let definition = match is_smaller {
            (true, _) => Set::universe().with_at_most(&unknown, &first).with_at_most(&unknown, &second),
            (false, true) => Set::universe().with_at_least(&unknown, &first).with_at_least(&unknown, &second),
            (false, false) => return None,
        };
        self.values.definitions.insert(symbol, definition);
        let is_smaller = is_smaller.0;
        let of = [first, second]
            .iter()
            .flat_map(|value| self.values.symbols.nearest_of(value, is_smaller))
            .collect();
        self.values.symbols.chosen(symbol, Nearest { is_smaller, of });
        Some(Polynomial::var(symbol))
    }

    fn conversion(
        &mut self,
        operand: ExprId,
        to: IntFormat,
        precision: Precision,
        depth: u32,
    ) -> Option<Polynomial> {
        let from = integer_format(self.input.program, self.input.program.exprs[operand].ty)?;
        let same_width = from.width == 64 && to.width == 64;
        let inner = if same_width { precision } else { Precision::Exact };
        let value = self.read(operand, inner, depth);
        let (low, high) = range(from);
        let always = from.width <= 64 && to.holds(low) && to.holds(high);
        let modulo = precision == Precision::Modulo64 && to.width == 64;
        let assumed = self.values.unsigned_is_exact && from.width >= 32 && to.width >= 32;
        (always || modulo || assumed || self.is_in_range(&value, to)).then_some(value)
    }

    /// Does arithmetic in this format give the integer value?
    fn fits(&mut self, value: &Polynomial, format: IntFormat, precision: Precision) -> bool {
        let modulo = precision == Precision::Modulo64 && format.width == 64;
        let assumed = self.values.unsigned_is_exact && format.width >= 32;
        format.signed || modulo || assumed || self.is_in_range(value, format)
    }

    /// Is the value proven to be one of the type's?
    fn is_in_range(&mut self, value: &Polynomial, format: IntFormat) -> bool {
        let Ok(linear) = self.values.symbols.linear(value) else { return false };
        let context = self.values.context(self.domain, &linear);
        let (low, high) = range(format);
        let above = context.implies_at_least(&linear, &low.into()).is_proven();
        let below = || context.implies_at_least(&high.into(), &linear).is_proven();
        above && (format == IntFormat { width: 64, signed: false } || below())
    }

    fn variable(&mut self, expr: ExprId, format: IntFormat) -> Option<Polynomial> {
        let place = Place::of(self.input.program, expr)?;
        if place.path.is_empty()
            && let Some(value) = self.values.known.get(&place.var)
        {
            return Some(value.clone());
        }
        let assigned = |step: &Step| self.values.changing_fields.contains(&(step.record, step.field));
        if self.values.changing.contains(&place.var) || place.path.iter().any(assigned) {
            return None;
        }
        let Some(computed) = self.computed(&place) else {
            return Some(Polynomial::var(self.values.invariant(&place, Some(format))));
        };
        if computed.as_constant().is_some() || computed.as_linear().is_none() {
            return Some(computed);
        }
        // The length of a row stays a symbol, by which subscripts are taken apart.
        let is_new = self.values.symbols.find(&SymbolKind::Invariant(place.clone())).is_none();
        let symbol = self.values.invariant(&place, Some(format));
        if let (true, Some(formula)) = (is_new, self.values.linear(&computed)) {
            let known = std::mem::take(&mut self.values.knowledge);
            self.values.knowledge = known.with_equal(&LinearExpr::var(symbol), &formula);
        }
        Some(Polynomial::var(symbol))
    }

    /// The formula that a variable was computed by, if all in it keeps its value.
    fn computed(&mut self, place: &Place) -> Option<Polynomial> {
        if !place.path.is_empty() {
            return None;
        }
        // Taken out meanwhile: a formula does not lead back to its variable.
        let expr = self.values.computed.remove(&place.var)?;
        // It was computed outside: no condition of the region was known to hold.
        let anywhere = Set::universe();
        let reader = &mut Reader { input: self.input, values: self.values, domain: &anywhere };
        let value = reader.read(expr, Precision::Exact, 0);
        self.values.computed.insert(place.var, expr);
        let symbols = &self.values.symbols;
        let is_invariant = |var: &Var| matches!(symbols.kind(*var), Some(SymbolKind::Invariant(_)));
        value.vars().iter().all(is_invariant).then_some(value)
    }

    fn unknown(&mut self, kind: SymbolKind, format: Option<IntFormat>) -> Polynomial {
        let is_new = self.values.symbols.find(&kind).is_none();
        let symbol = self.values.symbols.intern(kind);
        if let (true, Some(format)) = (is_new, format) {
            self.values.know_range(symbol, format);
        }
        Polynomial::var(symbol)
    }
}
