//! The thread grid: virtual dimensions and the hardware's three.
//!
//! A directive may give any number of dimensions; the hardware has x, y and z.
//! Right-aligned: the last dimension is x, the one before it y, then z. With
//! more than three, the first two thread dimensions take z and y (the first
//! block dimension takes y) and all the others share x, innermost fastest:
//! `thread(2,3,4,8)` is x = 4·8, y = 3, z = 2. Dimensions that are constants
//! beyond the hardware's cap all share x.

pub use hir::Axis;
use hir::ExprId;

/// A virtual thread or block space.
#[derive(Clone, Debug, Default)]
pub struct Space {
    /// Outermost dimension first; host expressions.
    pub dims: Vec<ExprId>,
    /// The value of each dimension, where it is a constant.
    pub sizes: Vec<Option<u64>>,
}

/// Which space is mapped: the caps differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpaceKind {
    /// Blocks of the grid.
    Blocks,
    /// Threads of a block.
    Threads,
}

/// Where each virtual dimension went: `axes[d]` for dimension `d`. Several
/// dimensions on one axis are ordered as they are in the space, the last
/// fastest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mapping {
    /// The axis of each dimension.
    pub axes: Vec<Axis>,
}

impl Space {
    /// The product of all dimensions, if all are constants.
    pub fn volume(&self) -> Option<u64> {
        self.sizes.iter().try_fold(1u64, |product, size| product.checked_mul((*size)?))
    }

    /// Maps the dimensions to hardware axes.
    pub fn mapping(&self, kind: SpaceKind) -> Mapping {
        let n = self.sizes.len();
        let mut axes = vec![Axis::X; n];
        match (n, kind) {
            (0 | 1, _) => {}
            (2, _) => axes[0] = Axis::Y,
            (3, _) => (axes[0], axes[1]) = (Axis::Z, Axis::Y),
            (_, SpaceKind::Threads) => (axes[0], axes[1]) = (Axis::Z, Axis::Y),
            (_, SpaceKind::Blocks) => axes[0] = Axis::Y,
        }
        let fits =
            axes.iter().zip(&self.sizes).all(|(axis, size)| size.is_none_or(|s| s <= cap(kind, *axis)));
        if !fits {
            axes.fill(Axis::X);
        }
        Mapping { axes }
    }
}

impl Mapping {
    /// The dimensions on one axis, outermost first.
    pub fn on(&self, axis: Axis) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.axes.iter().enumerate().filter(move |(_, a)| **a == axis).map(|(d, _)| d)
    }

    /// The dimensions that vary faster than `dim` on its axis, outermost first.
    pub fn faster(&self, dim: usize) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.on(self.axes[dim]).filter(move |d| *d > dim)
    }

    /// Does `dim` share its axis with a slower dimension?
    pub fn has_slower(&self, dim: usize) -> bool {
        self.on(self.axes[dim]).any(|d| d < dim)
    }
}

/// The largest size an axis takes.
pub fn cap(kind: SpaceKind, axis: Axis) -> u64 {
    match (kind, axis) {
        (SpaceKind::Blocks, Axis::X) => gpu::MOST_BLOCKS,
        (SpaceKind::Blocks, Axis::Y | Axis::Z) => gpu::MOST_OUTER_BLOCKS,
        (SpaceKind::Threads, Axis::X | Axis::Y) => 1024,
        (SpaceKind::Threads, Axis::Z) => 64,
    }
}

#[cfg(test)]
#[path = "geometry_tests.rs"]
mod geometry_tests;
