//! Where C++ refuses what C allows, as far as the tree shows it: whoever prints C++, or asks whether a file can be C++, asks here.

use crate::{ArrayLen, BuiltinType, ExprId, ExprKind, Program, RecordId, StringLiteral, Type, TypeKind};

impl Program {
    /// Is this an update that C++ has no operator for? Enums have none, truth values no `--`, and no `++` since C++17.
    pub fn has_no_operator_in_cpp(&self, update: ExprId) -> bool {
        let ty = |target: ExprId| self.exprs[target].ty;
        let is_enum = |target| matches!(self.types.stripped(ty(target)), TypeKind::Enum(_));
        let is_bool = |target| self.types.as_builtin(ty(target)) == Some(BuiltinType::Bool);
        match self.exprs[update].kind {
            ExprKind::AssignOp { lhs, .. } => is_enum(lhs),
            ExprKind::IncDec { operand, .. } => is_enum(operand) || is_bool(operand),
            _ => false,
        }
    }

    /// A string that fills its array, without room for the zero at its end.
    pub fn filling_string(&self, value: ExprId, array: Type) -> Option<&StringLiteral> {
        let ExprKind::String(literal) = &self.exprs[value].kind else { return None };
        let TypeKind::Array(_, ArrayLen::Fixed(len)) = self.types.stripped(array) else { return None };
        (literal.units.len() as u64 >= *len).then_some(literal)
    }

    /// Is it a struct of nothing? It has no bytes in C, and one in C++.
    pub fn is_empty_record(&self, record: RecordId) -> bool {
        self.records[record].fields.as_ref().is_some_and(Vec::is_empty)
    }
}
