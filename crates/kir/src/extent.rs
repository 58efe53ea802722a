//! Sizes: numbers where they are known, expressions where they are not.

use hir::{Builder, ExprId};

/// A size or index: a number, or an expression of the place it is used in
/// (the host's for a launch, the kernel's inside a kernel).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Extent {
    /// Known.
    Constant(i64),
    /// Computed at run time.
    Expr(ExprId),
}

impl Extent {
    /// The number, if it is known.
    pub fn constant(self) -> Option<i64> {
        match self {
            Extent::Constant(value) => Some(value),
            Extent::Expr(_) => None,
        }
    }

    /// As an expression.
    pub fn expr(self, b: &mut Builder<'_>) -> ExprId {
        match self {
            Extent::Constant(value) => b.int(value),
            Extent::Expr(expr) => expr,
        }
    }

    /// The product of two sizes.
    pub fn times(self, other: Extent, b: &mut Builder<'_>) -> Extent {
        match (self, other) {
            (Extent::Constant(x), Extent::Constant(y)) => Extent::Constant(x * y),
            (Extent::Constant(1), size) | (size, Extent::Constant(1)) => size,
            (x, y) => {
                let (x, y) = (x.expr(b), y.expr(b));
                Extent::Expr(b.mul(x, y))
            }
        }
    }

    /// The product of any number of sizes.
    pub fn product(sizes: impl IntoIterator<Item = Extent>, b: &mut Builder<'_>) -> Extent {
        sizes.into_iter().fold(Extent::Constant(1), |product, size| product.times(size, b))
    }
}
