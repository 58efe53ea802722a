//! Which conversions the text makes by itself.
//!
//! The tree has a cast node for every conversion; C makes most of them again
//! when the text is compiled, so they are not printed. That is right as long as
//! an expression stands where it stood in the source. Rewritten trees may hold
//! what C would not imply: a `double` addition of two `float`s, a subscript
//! computed unsigned. Here each place is compared with what C's rules give for
//! the operands as printed, and where they differ the cast is written out.
//!
//! C++ converts less: from `void *`, from integers to enums and to a narrower
//! type inside braces, only when told. And it overloads the functions of
//! `<math.h>`: `sqrt` of a `float` is computed in `float`, so what C converts to
//! `double` says so. And it promotes enums to `int` that are `unsigned` in C.

use hir::{
    BinaryOp, BuiltinType, CastKind, Expr, ExprId, ExprKind, TypeKind, const_eval, mathematics,
    usual_conversions,
};

use crate::Printer;
use crate::c_in_cpp::is_modular;

/// Functions that C++ has in several types, beside those of mathematics.
const OVERLOADED_IN_CPP: &[&str] = &["abs", "frexp", "modf", "scalbln"];

impl Printer<'_> {
    /// The expression below all implicit conversions.
    pub(crate) fn bare(&self, expr: ExprId) -> ExprId {
        let mut expr = expr;
        while let ExprKind::Cast { implicit: true, operand, .. } = self.program.exprs[expr].kind {
            if self.changes_on_the_way(operand, self.program.exprs[expr].ty) {
                return operand;
            }
            expr = operand;
        }
        expr
    }

    /// Is this a conversion that nobody has written, and would a value converted to `to` at once come out differently? `(long)(int)x`
    /// is not `(long)x`.
    pub(crate) fn changes_on_the_way(&self, expr: ExprId, to: hir::Type) -> bool {
        let ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand } =
            self.program.exprs[expr].kind
        else {
            return false;
        };
        let rank = |ty: hir::Type| usual_conversions::number(self.program, ty).and_then(int_rank);
        let exprs = &self.program.exprs;
        match (rank(exprs[operand].ty), rank(exprs[expr].ty), rank(to)) {
            (Some(from), Some(way), Some(to)) => {
                let holds = if way.1 == from.1 { way.0 >= from.0 } else { way.1 && way.0 > from.0 };
                way.0 < to.0 && !holds
            }
            _ => false,
        }
    }

    /// The expression below the implicit conversions that this dialect makes
    /// by itself.
    pub(crate) fn below_omitted_casts(&self, expr: ExprId) -> ExprId {
        let mut expr = expr;
        while let ExprKind::Cast { implicit: true, operand, kind } = self.program.exprs[expr].kind {
            if self.style.replaced.contains_key(&expr) {
                break;
            }
            if self.is_cuda() && self.cpp_wants_cast(&self.program.exprs[expr], kind, operand) {
                break;
            }
            if self.changes_on_the_way(operand, self.program.exprs[expr].ty) {
                return operand;
            }
            expr = operand;
        }
        expr
    }

    /// Conversions C makes silently and C++ does not.
    fn cpp_wants_cast(&self, cast: &Expr, kind: CastKind, operand: ExprId) -> bool {
        let types = &self.program.types;
        let from = self.program.exprs[operand].ty;
        match kind {
            CastKind::Pointer => match (types.pointee(from), types.pointee(cast.ty)) {
                (Some(from), Some(to)) => {
                    let discards = from.quals.without(to.quals) != hir::Qualifiers::NONE;
                    discards || (!types.is_void(to) && types.strip(from).id != types.strip(to).id)
                }
                _ => false,
            },
            CastKind::IntToPointer => {
                !matches!(self.program.exprs[operand].kind, ExprKind::Int { value: 0, .. })
            }
            CastKind::PointerToInt => true,
            CastKind::Arithmetic => match types.stripped(cast.ty) {
                TypeKind::Enum(id) => {
                    // In C++ an enumerator is of its enum.
                    let is_own = matches!(self.program.exprs[operand].kind, ExprKind::Enumerator(enumerator)
                        if self.program.enumerators[enumerator].owner == *id);
                    !is_own && types.strip(from).id != types.strip(cast.ty).id
                }
                _ => false,
            },
            CastKind::ToBool
            | CastKind::ArrayDecay
            | CastKind::FunctionDecay
            | CastKind::ToVoid
            | CastKind::Same
            | CastKind::ToUnion => false,
        }
    }

    /// Is the outermost implicit conversion of this expression one that the
    /// text alone would not have?
    pub(crate) fn conversion_is_lost(&self, expr: ExprId) -> bool {
        let bare = self.bare(expr);
        let (want, have) = (self.program.exprs[expr].ty, self.program.exprs[bare].ty);
        bare != expr
            && !self.shows_casts()
            && self.program.types.is_arithmetic(want)
            && self.program.types.strip(want).id != self.program.types.strip(have).id
    }

    /// Would leaving out the conversion of a subscript change its value?
    pub(crate) fn conversion_changes_value(&self, expr: ExprId) -> bool {
        if !self.conversion_is_lost(expr) {
            return false;
        }
        let (want, have) = (self.builtin_of(expr), self.builtin_of(self.bare(expr)));
        match (want.and_then(int_rank), have.and_then(int_rank)) {
            // Wide enough for every subscript, whatever the sign.
            (Some(want), Some(have)) => want.0 < have.0 || (want.0 < 64 && want.1 != have.1),
            _ => true,
        }
    }

    /// Must the left operand of a binary operator have its conversion written?
    pub(crate) fn lhs_needs_cast(&self, expr: ExprId) -> bool {
        let ExprKind::Binary { op, lhs, rhs } = self.program.exprs[expr].kind else { return false };
        if !self.conversion_is_lost(lhs) {
            return false;
        }
        let Some(want) = self.builtin_of(lhs) else { return false };
        match op {
            _ if self.compares_enums(op, lhs, rhs) => false,
            BinaryOp::Shl | BinaryOp::Shr => self.promoted(self.bare(lhs)) != Some(want),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Comma => false,
            _ => common(self.promoted(self.bare(lhs)), self.promoted(self.bare(rhs))) != Some(want),
        }
    }

    /// Must the right operand of a binary operator or compound assignment?
    pub(crate) fn rhs_needs_cast(&self, expr: ExprId) -> bool {
        let (op, lhs, rhs, is_assignment) = match self.program.exprs[expr].kind {
            ExprKind::Binary { op, lhs, rhs } => (op, lhs, rhs, false),
            ExprKind::AssignOp { op, lhs, rhs, .. } => (op, lhs, rhs, true),
            _ => return false,
        };
        if !self.conversion_is_lost(rhs) {
            return false;
        }
        let Some(want) = self.builtin_of(rhs) else { return false };
        match op {
            _ if self.compares_enums(op, lhs, rhs) => false,
            // `s += v` of a number that has no more bits.
            _ if is_assignment
                && is_modular(op)
                && self.is_enum_of_ints(self.bare(rhs))
                && self.has_int_bits(lhs) =>
            {
                false
            }
            BinaryOp::Shl | BinaryOp::Shr => self.promoted(self.bare(rhs)) != Some(want),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Comma => false,
            _ => {
                // The left one has its cast already if it needed one.
                let left = match !is_assignment && self.lhs_needs_cast(expr) {
                    true => self.builtin_of(lhs),
                    false => self.promoted(self.bare(lhs)),
                };
                left.is_some() && common(left, self.promoted(self.bare(rhs))) != Some(want)
            }
        }
    }

    /// Must the operand of `+ - ~` have its promotion written?
    pub(crate) fn promotion_is_lost(&self, expr: ExprId, operand: ExprId) -> bool {
        self.conversion_is_lost(operand)
            && self.builtin_of(expr).is_some()
            && self.builtin_of(operand) == self.builtin_of(expr)
            && self.promoted(self.bare(operand)) != self.builtin_of(operand)
    }

    /// Must the two branches of `?:` have their conversions written?
    pub(crate) fn branches_need_casts(&self, expr: ExprId) -> (bool, bool) {
        let ExprKind::Conditional { then: Some(then), otherwise, .. } = self.program.exprs[expr].kind else {
            return (false, false);
        };
        let Some(want) = self.builtin_of(then) else { return (false, false) };
        let (first, second) = (self.promoted(self.bare(then)), self.promoted(self.bare(otherwise)));
        let then_needs = self.conversion_is_lost(then) && common(first, second) != Some(want);
        let first = if then_needs { Some(want) } else { first };
        (then_needs, self.conversion_is_lost(otherwise) && common(first, second) != Some(want))
    }

    /// Must an argument have its conversion written?
    pub(crate) fn argument_needs_cast(&self, callee: ExprId, number: usize, arg: ExprId) -> bool {
        if !self.conversion_is_lost(arg) {
            return false;
        }
        let types = &self.program.types;
        let callee_expr = self.bare(callee);
        let callee = self.program.exprs[callee_expr].ty;
        let callee = types.pointee(callee).unwrap_or(callee);
        let param = match types.stripped(callee) {
            TypeKind::Function(ty) if ty.prototype => ty.params.get(number).copied(),
            _ => None,
        };
        match param {
            Some(_) if self.is_cuda() && self.is_overloaded_in_cpp(callee_expr) => true,
            Some(param) => types.strip(param).id != types.strip(self.program.exprs[arg].ty).id,
            // `...` and old functions: promotions, and `float` becomes `double`.
            None => {
                let promoted = match self.promoted(self.bare(arg)) {
                    Some(BuiltinType::Float) => Some(BuiltinType::Double),
                    other => other,
                };
                promoted != self.builtin_of(arg)
            }
        }
    }

    fn is_overloaded_in_cpp(&self, callee: ExprId) -> bool {
        match self.program.exprs[callee].kind {
            ExprKind::Function(function) => {
                let name = self.text(self.program.functions[function].name);
                mathematics::is_function(&name) || OVERLOADED_IN_CPP.contains(&&*name)
            }
            _ => false,
        }
    }

    /// Would C++ refuse this value in braces, because converting it there
    /// could lose something?
    pub(crate) fn narrows_in_braces(&self, expr: ExprId) -> bool {
        if !self.is_cuda() || !self.conversion_is_lost(expr) {
            return false;
        }
        let bare = self.bare(expr);
        let integers = (const_eval::integer(self.program, bare), const_eval::integer(self.program, expr));
        let floats = (const_eval::float(self.program, bare), const_eval::float(self.program, expr));
        match (integers, floats) {
            ((Some(before), Some(after)), _) => before != after,
            (_, (Some(_), Some(_))) => false,
            ((Some(before), _), (_, Some(after))) => before as f64 != after,
            _ => true,
        }
    }

    /// An enum whose values all fit into `int` becomes one in C++; in C it becomes what holds it, which GCC makes `unsigned int`
    /// where no value is negative.
    fn is_enum_of_ints(&self, expr: ExprId) -> bool {
        let TypeKind::Enum(def) = self.program.types.stripped(self.program.exprs[expr].ty) else {
            return false;
        };
        let mut values = self.program.enums[*def].enumerators.iter().flatten();
        values.all(|value| i32::try_from(self.program.enumerators[*value].value).is_ok())
    }

    /// Are both sides of a comparison values of enums, or constants that are not negative? Then no sign matters.
    fn compares_enums(&self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> bool {
        let is_sure = |side: ExprId| {
            let value = || const_eval::integer(self.program, side);
            self.is_enum_of_ints(self.bare(side))
                || value().is_some_and(|value| (0..1 << 31).contains(&value))
        };
        self.is_cuda() && op.is_truth() && is_sure(lhs) && is_sure(rhs)
    }

    /// An integer of 32 bits or fewer?
    fn has_int_bits(&self, expr: ExprId) -> bool {
        self.builtin_of(expr).and_then(int_rank).is_some_and(|(bits, _)| bits <= 32)
    }

    fn builtin_of(&self, expr: ExprId) -> Option<BuiltinType> {
        usual_conversions::number(self.program, self.program.exprs[expr].ty)
    }

    /// The type of an expression after integer promotion; `None` when it is
    /// not a real number.
    fn promoted(&self, expr: ExprId) -> Option<BuiltinType> {
        let builtin = self.builtin_of(expr)?;
        if self.is_cuda() && self.is_enum_of_ints(expr) {
            return Some(BuiltinType::Int);
        }
        if let ExprKind::Member { record, field, .. } = self.program.exprs[expr].kind {
            let fields = self.program.records[record].fields.as_deref().unwrap_or_default();
            let bits = fields.get(field as usize).and_then(|f| f.bits);
            if bits.is_some_and(|bits| bits < 32) {
                return Some(BuiltinType::Int);
            }
        }
        Some(usual_conversions::promoted(builtin))
    }
}

fn common(a: Option<BuiltinType>, b: Option<BuiltinType>) -> Option<BuiltinType> {
    Some(usual_conversions::common(a?, b?))
}

/// Width in bits and signedness of a promoted integer type.
fn int_rank(builtin: BuiltinType) -> Option<(u32, bool)> {
    use BuiltinType as B;
    Some(match builtin {
        B::Bool | B::UChar => (8, false),
        B::Char | B::SChar => (8, true),
        B::Short => (16, true),
        B::UShort => (16, false),
        B::Int => (32, true),
        B::UInt => (32, false),
        B::Long | B::LongLong => (64, true),
        B::ULong | B::ULongLong => (64, false),
        B::Int128 => (128, true),
        B::UInt128 => (128, false),
        _ => return None,
    })
}
