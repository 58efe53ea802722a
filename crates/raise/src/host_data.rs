//! Data directives for what `cudaMalloc` and `cudaMemcpy` did, on the host's own array.
//!
//! ```c
//!     d = malloc(n * sizeof(float));
//! #pragma hicuda global alloc d[0:n - 1]
//!     memcpy(d, h, n * sizeof(float));
//! #pragma hicuda global copyin d[0:n - 1]
//! ```
//! The array that stands for device memory gets a device copy that lives as long. What the host
//! writes to it goes in behind the write, what the host reads of it comes out before the read.
//!
//! Invariant: without the directives nothing changes. Whether they are right is not decided here:
//! the program is analysed with them, and keeps none if that finds fault.

use hir::{BinaryOp, ExprId, ExprKind, Init, Program, VarId};

use crate::grid::{is_stable, without_conversions};

/// A directive beside a statement.
pub(crate) struct Beside {
    pub text: String,
    /// Before the statement, or behind it?
    pub before: bool,
}

/// What is known of the program, and how to print.
pub(crate) struct Data<'a> {
    pub program: &'a Program,
    pub changed: &'a std::collections::HashSet<VarId>,
    pub print: &'a dyn Fn(ExprId) -> String,
}

impl Data<'_> {
    /// The directives that belong to a call of the runtime; `None` if they cannot be said.
    pub(crate) fn directives(&self, name: &str, args: &[ExprId]) -> Option<Vec<Beside>> {
        let arg = |at: usize| args.get(at).copied();
        let behind = |text: String| Beside { text: format!("#pragma hicuda {text}"), before: false };
        let before = |text: String| Beside { text: format!("#pragma hicuda {text}"), before: true };
        Some(match name {
            "cudaMalloc" | "cudaMallocManaged" => {
                let section = self.section(self.pointer_to(arg(0)?)?, arg(1)?)?;
                vec![behind(format!("global alloc {section}"))]
            }
            "cudaFree" => vec![before(format!("global free {}", (self.print)(self.array(arg(0)?)?)))],
            "cudaMemset" => {
                let section = self.section(self.array(arg(0)?)?, arg(2)?)?;
                vec![behind(format!("global copyin {section}"))]
            }
            "cudaMemcpy" => {
                let to = || self.section(self.array(arg(0)?)?, arg(2)?);
                let from = || self.section(self.array(arg(1)?)?, arg(2)?);
                match self.direction(arg(3)?)? {
                    1 => vec![behind(format!("global copyin {}", to()?))],
                    2 => vec![before(format!("global copyout {}", from()?))],
                    3 => vec![
                        before(format!("global copyout {}", from()?)),
                        behind(format!("global copyin {}", to()?)),
                    ],
                    _ => return None,
                }
            }
            "cudaMemcpyToSymbol" => {
                let ExprKind::Var(var) = self.program.exprs[self.below_casts(arg(0)?)].kind else {
                    return None;
                };
                let mut dims = String::new();
                let mut ty = self.program.vars[var].ty;
                while let Some(element) = self.program.types.element(ty) {
                    dims.push_str("[*]");
                    ty = element;
                }
                vec![behind(format!("constant copyin {}{dims}", (self.print)(self.below_casts(arg(0)?))))]
            }
            _ => Vec::new(),
        })
    }

    fn below_casts(&self, mut expr: ExprId) -> ExprId {
        while let ExprKind::Cast { operand, .. } = self.program.exprs[expr].kind {
            expr = operand;
        }
        expr
    }

    /// The array whose address `&d` is.
    fn pointer_to(&self, expr: ExprId) -> Option<ExprId> {
        match self.program.exprs[self.below_casts(expr)].kind {
            ExprKind::AddrOf(place) => self.array(place),
            _ => None,
        }
    }

    /// A pointer variable.
    fn array(&self, expr: ExprId) -> Option<ExprId> {
        let at = self.below_casts(expr);
        let ExprKind::Var(var) = self.program.exprs[at].kind else { return None };
        self.program.types.is_pointer(self.program.vars[var].ty).then_some(at)
    }

    fn direction(&self, kind: ExprId) -> Option<i128> {
        hir::const_eval::integer(self.program, kind)
    }

    /// `d[0:n - 1]`, for so many bytes.
    fn section(&self, array: ExprId, bytes: ExprId) -> Option<String> {
        let element = self.program.types.pointee(self.program.exprs[array].ty)?;
        let size = i128::from(self.program.size_of(element)?);
        let last = match self.constant(bytes) {
            Some(bytes) if bytes >= size => (bytes / size - 1).to_string(),
            Some(_) => return None,
            None => {
                let mut factors = Vec::new();
                self.factors(bytes, &mut factors);
                let at = factors.iter().position(|&factor| self.is_size(factor, size))?;
                factors.remove(at);
                let texts: Vec<String> = factors.iter().map(|&factor| self.factor_text(factor)).collect();
                format!("{} - 1", texts.join(" * "))
            }
        };
        Some(format!("{}[0:{last}]", (self.print)(array)))
    }

    fn constant(&self, expr: ExprId) -> Option<i128> {
        crate::grid::constant(self.program, self.changed, expr)
    }

    /// The factors of a product, followed through variables that keep it.
    fn factors(&self, expr: ExprId, out: &mut Vec<ExprId>) {
        let at = crate::grid::without_casts(self.program, expr);
        match self.program.exprs[at].kind {
            ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } => {
                self.factors(lhs, out);
                self.factors(rhs, out);
            }
            ExprKind::Var(var) if !self.changed.contains(&var) => match self.program.vars[var].init {
                Some(Init::Expr(value))
                    if is_stable(self.program, self.changed, value) && self.has_size(value) =>
                {
                    self.factors(value, out);
                }
                _ => out.push(at),
            },
            _ => out.push(at),
        }
    }

    fn has_size(&self, expr: ExprId) -> bool {
        self.program.exprs_below(expr).any(|e| matches!(self.program.exprs[e].kind, ExprKind::Measure { .. }))
    }

    fn is_size(&self, factor: ExprId, size: i128) -> bool {
        matches!(self.program.exprs[factor].kind, ExprKind::Measure { value: Some(value), .. } if i128::from(value) == size)
    }

    /// A factor, in parentheses where it is more than a name or a number.
    fn factor_text(&self, factor: ExprId) -> String {
        let factor = without_conversions(self.program, factor);
        let text = (self.print)(factor);
        match self.program.exprs[factor].kind {
            ExprKind::Var(_) | ExprKind::Int { .. } | ExprKind::Member { .. } => text,
            _ => format!("({text})"),
        }
    }
}
