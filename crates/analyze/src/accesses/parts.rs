//! What part of an element an access means: `.q.v[j]` of `s[i].q.v[j]`.
//!
//! Subscripts of arrays that are members are kept as those of the array are, if they are proven to stay inside: two accesses
//! of one member then meet where all of them agree. One that may leave its array could be in the next member.

use affine::{LinearExpr, Polynomial};
use hir::{ArrayLen, CastKind, ExprId, ExprKind, Program, TypeKind};

use crate::access::Reader;
use crate::array_shape::place_type;
use crate::{Place, Step};

/// One step from an element into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A member of a struct or union.
    Member(Step),
    /// An element of an array that is a member; `None`: any of them, or none at all.
    Element(Option<LinearExpr>),
}

impl Reader<'_, '_> {
    /// The steps from an element to the lvalue that is read or written, outermost first. Where a pointer to a `member` of it
    /// leads there, any part of that may be meant.
    pub(super) fn parts(&mut self, element: ExprId, member: &[Part], lvalue: ExprId) -> Vec<Part> {
        self.parts_until(|_, at| at == element, member, lvalue)
    }

    /// The same from a variable that is a struct: `.v[i]` of `g.v[i]`.
    pub(super) fn parts_of_struct(&mut self, place: &Place, lvalue: ExprId) -> Vec<Part> {
        let is_struct = place_type(self.input.program, place)
            .is_some_and(|ty| self.input.program.types.as_record(ty).is_some());
        match is_struct && place.path.is_empty() {
            true => self.parts_until(
                |program, at| matches!(program.exprs[at].kind, ExprKind::Var(v) if v == place.var),
                &[],
                lvalue,
            ),
            false => Vec::new(),
        }
    }

    fn parts_until(
        &mut self,
        is_whole: impl Fn(&Program, ExprId) -> bool,
        member: &[Part],
        lvalue: ExprId,
    ) -> Vec<Part> {
        let program = self.input.program;
        let mut parts = Vec::new();
        let mut at = lvalue;
        while !is_whole(program, at) {
            at = match program.exprs[at].kind {
                ExprKind::Member { base, record, field, arrow } => {
                    parts.push(Part::Member(Step { record, field, arrow }));
                    base
                }
                ExprKind::Index { base, index } => {
                    parts.push(Part::Element(self.inside(base, Some(index))));
                    base
                }
                ExprKind::Deref(base) => {
                    parts.push(Part::Element(self.inside(base, None)));
                    base
                }
                ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => operand,
                // A pointer: what was taken of what it points to says nothing.
                _ => return [member, &[Part::Element(None)]].concat(),
            };
        }
        parts.reverse();
        parts
    }

    /// The subscript, where `base` is an array that has such an element.
    fn inside(&mut self, base: ExprId, index: Option<ExprId>) -> Option<LinearExpr> {
        let program = self.input.program;
        let ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } = program.exprs[base].kind else {
            return None;
        };
        let TypeKind::Array(_, ArrayLen::Fixed(length)) = *program.types.stripped(program.exprs[operand].ty)
        else {
            return None;
        };
        let Some(index) = index else { return Some(LinearExpr::constant(0)) };
        let domain = self.domain.clone();
        let value = self.values.subscript(self.input, index, &domain);
        self.lies_below(&value, length)
    }

    /// A subscript that is proven to be one of an array of this length.
    pub(super) fn lies_below(&mut self, value: &Polynomial, length: u64) -> Option<LinearExpr> {
        let domain = self.domain.clone();
        let subscript = self.values.linear(value)?;
        let known = self.values.knowledge_about(subscript.vars().chain(domain.vars()).collect());
        let context = domain.intersect(&known);
        let last = LinearExpr::constant(i128::from(length) - 1);
        let stays = context.implies_at_least(&subscript, &0.into()).is_proven()
            && context.implies_at_least(&last, &subscript).is_proven();
        stays.then_some(subscript)
    }
}

impl Part {
    /// The known subscript of a step into an array.
    pub fn subscript(&self) -> Option<&LinearExpr> {
        match self {
            Part::Element(subscript) => subscript.as_ref(),
            Part::Member(_) => None,
        }
    }
}
