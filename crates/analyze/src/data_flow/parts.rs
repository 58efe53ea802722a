//! The part of an array that is newer on the device, where it is known in
//! numbers.
//!
//! ```c
//! …kernel that writes a[0] to a[255]…
//! #pragma hicuda global copyout a[0:127]       // a[128] to a[255] are left
//! x = a[100];                                  // fine
//! y = a[200];                                  // error: the host's element is old
//! ```
//! Parts are unions of boxes. Where an index or a bound is not a number, the
//! array is followed as a whole, as if a transfer of a part moved all that
//! matters.

use affine::{LinearExpr, Section, Var};
use kir::Extent;

use crate::{Access, DeviceCopy, LastIndex, SectionRange};

/// First and last index in each dimension.
pub type Cells = Vec<(i128, i128)>;

/// What of an array is newer on the device, if anything is.
#[derive(Clone, PartialEq, Debug)]
pub enum Left {
    /// Some or all of it.
    Somewhere,
    /// Nothing outside these boxes; with `exact`, all that is inside.
    Only {
        /// The boxes.
        boxes: Vec<Cells>,
        /// Was every element of them written?
        exact: bool,
    },
    /// What a transfer of a part left behind, which is not known.
    Remainder,
}

impl Left {
    /// What some accesses touch together.
    pub fn of_accesses<'a>(accesses: impl Iterator<Item = &'a Access>) -> Left {
        let mut boxes = Vec::new();
        let mut exact = true;
        for access in accesses {
            let Some((cells, all)) = touched(access) else { return Left::Somewhere };
            boxes.push(cells);
            exact &= all;
        }
        // What is written in some other way is not among them.
        if boxes.is_empty() { Left::Somewhere } else { Left::Only { boxes, exact } }
    }

    /// Both what was newer before and what is now.
    pub fn and(self, more: Left) -> Left {
        match (self, more) {
            (Left::Only { mut boxes, exact: a }, Left::Only { boxes: more, exact: b }) => {
                boxes.extend(more);
                Left::Only { boxes, exact: a && b }
            }
            (Left::Remainder, more) => more,
            _ => Left::Somewhere,
        }
    }

    /// What is left after a transfer to the host; `None` if nothing is.
    pub fn without(self, moved: Option<&Cells>) -> Option<Left> {
        let (Left::Only { boxes, exact }, Some(moved)) = (self, moved) else { return None };
        let rest: Vec<Cells> = boxes.iter().flat_map(|cells| difference(cells, moved)).collect();
        match (rest.is_empty(), exact) {
            (true, _) => None,
            (false, true) => Some(Left::Only { boxes: rest, exact }),
            (false, false) => Some(Left::Remainder),
        }
    }

    /// May elements among these be newer? With an unknown part of the array
    /// the answer is for what programs usually do.
    pub fn concerns(&self, cells: Option<&Cells>, after_transfer: bool) -> bool {
        match (self, cells) {
            (Left::Somewhere, _) => true,
            (Left::Remainder, _) => false,
            (Left::Only { boxes, .. }, Some(cells)) => boxes.iter().any(|other| overlap(other, cells)),
            (Left::Only { .. }, None) => !after_transfer,
        }
    }
}

/// The elements an access touches, and whether it touches all of them.
pub fn touched(access: &Access) -> Option<(Cells, bool)> {
    let subscripts = access.subscripts.as_ref()?;
    if subscripts.is_empty() {
        return None;
    }
    let over: Vec<Var> =
        access.domain.vars().into_iter().chain(subscripts.iter().flat_map(LinearExpr::vars)).collect();
    let section = Section::of_access(subscripts, &access.domain, &over).ok()?;
    let number = |formula: &LinearExpr| formula.as_constant();
    let ranges = section.ranges();
    let cells: Option<Cells> = ranges.iter().map(|range| number(&range.lo).zip(number(&range.hi))).collect();
    let dense = ranges.iter().all(|range| range.stride == 1);
    Some((cells?, dense && section.is_exact() && access.domain.is_exact()))
}

/// The elements of a section in numbers.
pub fn section(copy: &DeviceCopy, dims: &[SectionRange]) -> Option<Cells> {
    let number = |extent: Extent| match extent {
        Extent::Constant(value) => Some(i128::from(value)),
        Extent::Expr(_) => None,
    };
    let dim = |(at, dim): (usize, &SectionRange)| {
        let last = match dim.hi {
            LastIndex::At(hi) => number(hi)?,
            LastIndex::EndOfArray => number((*copy.host_extents.get(at)?)?)? - 1,
        };
        Some((number(dim.lo)?, last))
    };
    dims.iter().enumerate().map(dim).collect::<Option<Cells>>().filter(|cells| !cells.is_empty())
}

fn overlap(a: &Cells, b: &Cells) -> bool {
    a.len() != b.len() || a.iter().zip(b).all(|(a, b)| a.0 <= b.1 && b.0 <= a.1)
}

/// One box without another: boxes that do not overlap.
fn difference(cells: &Cells, without: &Cells) -> Vec<Cells> {
    if cells.len() != without.len() || !overlap(cells, without) {
        return vec![cells.clone()];
    }
    let (mut rest, mut middle) = (Vec::new(), cells.clone());
    for (dim, &(low, high)) in without.iter().enumerate() {
        let (first, last) = middle[dim];
        let mut outside = |range: (i128, i128)| {
            if range.0 <= range.1 {
                let mut part = middle.clone();
                part[dim] = range;
                rest.push(part);
            }
        };
        outside((first, last.min(low - 1)));
        outside((first.max(high + 1), last));
        middle[dim] = (first.max(low), last.min(high));
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::{Cells, difference};

    fn contains(boxes: &[Cells], x: i128, y: i128) -> usize {
        let inside =
            |cells: &&Cells| (cells[0].0..=cells[0].1).contains(&x) && (cells[1].0..=cells[1].1).contains(&y);
        boxes.iter().filter(inside).count()
    }

    #[test]
    fn a_difference_has_each_element_once() {
        let ranges = [(0, 3), (1, 2), (2, 5), (-1, 0), (4, 6)];
        for a in ranges {
            for b in ranges {
                for c in ranges {
                    for d in ranges {
                        let (cells, without) = (vec![a, b], vec![c, d]);
                        let rest = difference(&cells, &without);
                        for x in -2..8 {
                            for y in -2..8 {
                                let wanted = contains(std::slice::from_ref(&cells), x, y) == 1
                                    && contains(std::slice::from_ref(&without), x, y) == 0;
                                assert_eq!(contains(&rest, x, y), usize::from(wanted));
                            }
                        }
                    }
                }
            }
        }
    }
}
