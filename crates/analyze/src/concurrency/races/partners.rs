//! Which accesses can be about the same element at all, told by numbers alone.
//!
//! `lhs[i][0][3]` and `lhs[i][1][3]` never are: 0 is not 1. Nor are `a[4*i]` and
//! `a[4*j + 2]`, whatever `i` and `j` are: 4 divides no difference of 2. Kernels
//! that were unrolled by hand have hundreds of such accesses, so those that a number
//! tells apart are never paired: in each dimension, what remains of a subscript's
//! constant after division by the greatest common divisor of its coefficients.
//!
//! Invariant: two accesses that can touch the same bytes, one of them writing,
//! are partners.

use std::collections::BTreeMap;

use affine::LinearExpr;
use hir::Program;

use super::accesses::{Memory, Party};
use crate::dependence::members::{self, Overlap};
use crate::maps::HashMap;

/// For each access the accesses that it has to be compared with, itself
/// included, in order.
pub(super) fn of(
    program: &Program,
    parties: &[Party<'_>],
    subscripts: &[Option<Vec<LinearExpr>>],
) -> Vec<Vec<usize>> {
    let mut families: BTreeMap<(&crate::Place, usize), Family> = BTreeMap::new();
    for (at, party) in parties.iter().enumerate() {
        let memory = match party.memory {
            Memory::Global => 0,
            Memory::Own => 1,
            Memory::Shared(array) => array + 2,
        };
        families.entry((&party.access.place, memory)).or_default().add(at, subscripts[at].as_deref());
    }
    let mut partners = vec![Vec::new(); parties.len()];
    for family in families.values() {
        family.pairs(&mut |first, second| {
            let (a, b) = (&parties[first], &parties[second]);
            let writes = a.access.mode.writes() || b.access.mode.writes();
            if writes
                && members::overlap(program, a.access, b.access) != Overlap::Never
                && !a.is_combined_with(b)
            {
                partners[first].push(second);
            }
        });
    }
    partners.iter_mut().for_each(|list| list.sort_unstable());
    partners
}

/// The accesses to one array.
#[derive(Default)]
struct Family {
    /// By the divisors of the dimensions, then by the remainders.
    groups: BTreeMap<Vec<i128>, HashMap<Vec<i128>, Vec<usize>>>,
    /// Those whose element is not known.
    anywhere: Vec<usize>,
    all: Vec<usize>,
}

impl Family {
    fn add(&mut self, at: usize, subscripts: Option<&[LinearExpr]>) {
        self.all.push(at);
        match subscripts {
            Some(subscripts) => {
                let (divisors, remainders) = subscripts.iter().map(residue).unzip();
                self.groups.entry(divisors).or_default().entry(remainders).or_default().push(at);
            }
            None => self.anywhere.push(at),
        }
    }

    /// Calls `found` for each pair that numbers do not tell apart, both ways.
    fn pairs(&self, found: &mut dyn FnMut(usize, usize)) {
        for (divisors, group) in &self.groups {
            for (remainders, members) in group {
                for (others, other_group) in &self.groups {
                    let meets: Vec<&Vec<usize>> = match divisors == others {
                        true => other_group.get(remainders).into_iter().collect(),
                        false => {
                            let may = |(rest, _): &(&Vec<i128>, &Vec<usize>)| {
                                may_be_equal((divisors, remainders), (others, rest))
                            };
                            other_group.iter().filter(may).map(|(_, members)| members).collect()
                        }
                    };
                    for &first in members {
                        meets.iter().for_each(|meets| meets.iter().for_each(|second| found(first, *second)));
                    }
                }
                for &first in members {
                    self.anywhere.iter().for_each(|second| found(first, *second));
                }
            }
        }
        for &first in &self.anywhere {
            self.all.iter().for_each(|second| found(first, *second));
        }
    }
}

/// The greatest common divisor of the coefficients, and what it leaves of the
/// constant; a constant has the divisor 0 and leaves itself.
fn residue(subscript: &LinearExpr) -> (i128, i128) {
    let divisor = subscript.terms().iter().fold(0, |so_far, (_, factor)| gcd(so_far, *factor));
    let constant = subscript.constant_part();
    (divisor, if divisor == 0 { constant } else { constant.rem_euclid(divisor) })
}

/// Can two subscripts agree in all dimensions?
fn may_be_equal(a: (&[i128], &[i128]), b: (&[i128], &[i128])) -> bool {
    if a.0.len() != b.0.len() {
        return true;
    }
    let divisors = a.0.iter().zip(b.0).map(|(x, y)| gcd(*x, *y));
    let mut differences = a.1.iter().zip(b.1).map(|(x, y)| x.abs_diff(*y));
    let mut pairs = divisors.zip(&mut differences);
    pairs.all(|(divisor, difference)| match divisor {
        0 => difference == 0,
        _ => difference % divisor.unsigned_abs() == 0,
    })
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}
