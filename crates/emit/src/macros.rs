//! Constants by the name of their macro.
//!
//! ```c
//! #define TILE (BLOCK * 2)
//! … i < TILE …                 // printed as `TILE` again, not `16 * 2`
//! ```
//! An expression may be printed so when it is exactly one whole expansion:
//! its text fills the replacement list, save for parentheses. Only constants
//! are, and the calls that `INFINITY` and `NAN` stand for: an expression with variables in it may have been rewritten since.

use hir::{Expr, ExprId, ExprKind};
use source::{Expansion, Span};

use crate::Printer;

/// A macro that an expression is printed by.
pub(crate) struct MacroUse {
    /// The call as written: `TILE`, `MAX(8, 4)`.
    pub(crate) text: String,
    /// Its replacement list brings its own parentheses.
    pub(crate) parenthesised: bool,
}

/// Are constants printed by the name of such a macro? Names without a capital, and those of CUDA, are what generated lines
/// call their own things; there, the user's macros are put aside.
pub fn names_constants(name: &str) -> bool {
    const OF_CUDA: [&str; 6] = ["cuda", "hip", "threadIdx", "blockIdx", "blockDim", "gridDim"];
    name.contains(|c: char| c.is_ascii_uppercase()) && !OF_CUDA.iter().any(|own| name.starts_with(own))
}

impl Printer<'_> {
    /// The macro that this expression is, if the style lets macros be named
    /// and it is one.
    pub(crate) fn macro_use(&self, expr: ExprId) -> Option<MacroUse> {
        let may_name = self.style.macros?;
        let mut span = self.program.exprs[expr].span;
        let mut outermost = None;
        let mut parenthesised = false;
        while let Some(expansion) = self.sources.expansions.get(span.ctx) {
            if !self.fills(span, expansion) {
                break;
            }
            outermost = Some(expansion);
            parenthesised = self.sources.map.text(expansion.body).starts_with(b"(");
            span = expansion.call;
        }
        let expansion = outermost?;
        let is_name = names_constants(&self.text(expansion.macro_name));
        if span.is_from_macro() || !is_name || !may_name(expansion.macro_name) || !self.is_constant(expr) {
            return None;
        }
        let text = String::from_utf8(self.sources.map.text(expansion.call).to_vec()).ok()?;
        Some(MacroUse { text, parenthesised })
    }

    /// Is the span the whole replacement list, but for parentheses around it?
    fn fills(&self, span: Span, expansion: &Expansion) -> bool {
        let body = expansion.body;
        if body.is_builtin() || span.lo < body.lo || span.hi > body.hi {
            return false;
        }
        let before = self.sources.map.text(Span::in_file(body.lo, span.lo));
        let after = self.sources.map.text(Span::in_file(span.hi, body.hi));
        let only = |bytes: &[u8], paren| bytes.iter().all(|&b| b == paren || b.is_ascii_whitespace());
        let count = |bytes: &[u8], paren| bytes.iter().filter(|&&b| b == paren).count();
        only(before, b'(') && only(after, b')') && count(before, b'(') == count(after, b')')
    }

    fn is_constant(&self, expr: ExprId) -> bool {
        self.is_infinity_or_nan(expr)
            || self.program.exprs_below(expr).all(|e| {
                // What was put in the place of something else did not come from the macro.
                let Expr { kind, span, .. } = &self.program.exprs[e];
                span.is_from_macro()
                    && matches!(
                        kind,
                        ExprKind::Int { .. }
                            | ExprKind::Float { .. }
                            | ExprKind::Enumerator(_)
                            | ExprKind::Unary { .. }
                            | ExprKind::Binary { .. }
                            | ExprKind::Conditional { .. }
                            | ExprKind::Cast { .. }
                            | ExprKind::Measure { .. }
                    )
            })
    }

    /// Is it the call of a compiler's own function behind one of those macros of `math.h`?
    fn is_infinity_or_nan(&self, expr: ExprId) -> bool {
        let ExprKind::Call { callee, .. } = self.program.exprs[expr].kind else { return false };
        let Some(function) = self.program.called_function(callee) else { return false };
        let name = self.sources.text(self.program.functions[function].name);
        let plain = name.strip_prefix("__builtin_");
        plain.is_some_and(|plain| ["inf", "huge_val", "nan"].iter().any(|start| plain.starts_with(start)))
    }
}

#[cfg(test)]
#[path = "macros_tests.rs"]
mod macros_tests;
