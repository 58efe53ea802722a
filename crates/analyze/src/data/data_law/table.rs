//! A table by object, of which many states have almost the same.
//!
//! ```text
//! state before a branch    [ a b c d | e f g h | i j k l ]
//! state behind it            shared  | e f G h | shared        one branch is another one
//! ```
//! Where paths meet, two states are copied, compared and merged, again and again, and differ in few places. So the
//! table is a tree whose branches states share until one writes there: a copy is one pointer, and what is shared
//! need not be compared.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::value::Loc;

/// Bits of an object's number that one level looks at. Objects that are met together have numbers close to each other.
const BITS: u32 = 3;
const SIZE: usize = 1 << BITS;

#[derive(Clone, Debug)]
enum Node<T> {
    Leaf([Option<T>; SIZE]),
    Branch([Option<Rc<Node<T>>>; SIZE]),
}

/// What is known of each of some objects, in their order.
#[derive(Clone, Debug)]
pub struct Table<T> {
    root: Option<Rc<Node<T>>>,
    /// Levels of branches above the leaves.
    height: u32,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { root: None, height: 0 }
    }
}

/// Where a level finds an object.
fn slot(number: usize, height: u32) -> usize {
    (number >> (BITS * height)) % SIZE
}

impl<T: Clone> Table<T> {
    /// What is known of one.
    pub fn get(&self, loc: Loc) -> Option<&T> {
        let mut node = self.root.as_deref().filter(|_| self.reaches(loc.0))?;
        let mut height = self.height;
        loop {
            match node {
                Node::Leaf(values) => return values[slot(loc.0, 0)].as_ref(),
                Node::Branch(children) => node = children[slot(loc.0, height)].as_deref()?,
            }
            height -= 1;
        }
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, loc: Loc) -> Option<&mut T> {
        match self.contains(loc) {
            true => self.entry(loc).as_mut(),
            false => None,
        }
    }

    /// Is anything known of it?
    pub fn contains(&self, loc: Loc) -> bool {
        self.get(loc).is_some()
    }

    /// Something is known now.
    pub fn insert(&mut self, loc: Loc, value: T) {
        *self.entry(loc) = Some(value);
    }

    /// Nothing is.
    pub fn remove(&mut self, loc: Loc) -> Option<T> {
        match self.contains(loc) {
            true => self.entry(loc).take(),
            false => None,
        }
    }

    /// Only these stay.
    pub fn retain(&mut self, stays: impl Fn(Loc, &T) -> bool) {
        let going = self.iter().filter(|(loc, value)| !stays(*loc, value)).map(|(loc, _)| loc);
        for loc in going.collect::<Vec<Loc>>() {
            self.remove(loc);
        }
    }

    /// Each changes.
    pub fn for_each_mut(&mut self, mut change: impl FnMut(Loc, &mut T)) {
        for loc in self.locs().collect::<Vec<Loc>>() {
            self.entry(loc).iter_mut().for_each(|value| change(loc, value));
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (Loc, &T)> {
        let mut open: Vec<(&Node<T>, usize, usize)> = self.root.iter().map(|root| (&**root, 0, 0)).collect();
        std::iter::from_fn(move || {
            loop {
                let (node, number, next) = open.last_mut()?;
                let at = *next;
                if at == SIZE {
                    open.pop();
                    continue;
                }
                *next += 1;
                let number = *number * SIZE + at;
                match node {
                    Node::Leaf(values) => {
                        if let Some(value) = &values[at] {
                            return Some((Loc(number), value));
                        }
                    }
                    Node::Branch(children) => {
                        open.extend(children[at].as_deref().map(|child| (child, number, 0)));
                    }
                }
            }
        })
    }

    /// What they are about.
    pub fn locs(&self) -> impl Iterator<Item = Loc> {
        self.iter().map(|(loc, _)| loc)
    }

    /// What is known.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.iter().map(|(_, value)| value)
    }

    /// Where two tables are not alike, with what each has there.
    pub fn differing<'t>(
        &'t self,
        other: &'t Table<T>,
        is_same: impl Fn(&T, &T) -> bool,
    ) -> Vec<(Loc, Option<&'t T>, Option<&'t T>)> {
        let height = self.height.max(other.height);
        let mut found = Vec::new();
        let mut open = vec![(self.at_height(height), other.at_height(height), height, 0)];
        while let Some((own, others, height, number)) = open.pop() {
            if own.is_shared(&others) {
                continue;
            }
            for at in 0..SIZE {
                let number = number * SIZE + at;
                if height > 0 {
                    // The last one that goes there comes out first: the order is that of the numbers.
                    let at = SIZE - 1 - at;
                    let number = number - number % SIZE + at;
                    open.push((own.child(at), others.child(at), height - 1, number));
                    continue;
                }
                match (own.value(at), others.value(at)) {
                    (None, None) => {}
                    (Some(own), Some(others)) if is_same(own, others) => {}
                    (own, others) => found.push((Loc(number), own, others)),
                }
            }
        }
        found
    }

    fn reaches(&self, number: usize) -> bool {
        number >> (BITS * (self.height + 1)) == 0
    }

    /// The table as if it had so many levels.
    fn at_height(&self, height: u32) -> Part<'_, T> {
        match &self.root {
            Some(root) => Part::Inside(root, height - self.height),
            None => Part::Empty,
        }
    }

    /// The place of an object, which nobody shares.
    fn entry(&mut self, loc: Loc) -> &mut Option<T> {
        while !self.reaches(loc.0) {
            if let Some(root) = self.root.take() {
                let mut children = [const { None }; SIZE];
                children[0] = Some(root);
                self.root = Some(Rc::new(Node::Branch(children)));
            }
            self.height += 1;
        }
        let empty = |height: u32| match height {
            0 => Rc::new(Node::Leaf([const { None }; SIZE])),
            _ => Rc::new(Node::Branch([const { None }; SIZE])),
        };
        let mut height = self.height;
        let mut node = Rc::make_mut(self.root.get_or_insert_with(|| empty(height)));
        loop {
            match node {
                Node::Leaf(values) => return &mut values[slot(loc.0, 0)],
                Node::Branch(children) => {
                    let child = &mut children[slot(loc.0, height)];
                    height -= 1;
                    node = Rc::make_mut(child.get_or_insert_with(|| empty(height)));
                }
            }
        }
    }
}

/// Those of a table that something is true of: where the table is another one than when it was last asked about, what differs
/// is looked at again.
#[derive(Debug)]
pub struct Those<T> {
    of: Table<T>,
    found: BTreeSet<Loc>,
}

impl<T> Default for Those<T> {
    fn default() -> Those<T> {
        Those { of: Table::default(), found: BTreeSet::new() }
    }
}

impl<T: Clone> Those<T> {
    /// Those of this table, in their order.
    pub fn of(&mut self, table: &Table<T>, is_true: impl Fn(&T) -> bool) -> &BTreeSet<Loc> {
        for (loc, _, now) in self.of.differing(table, |_, _| false) {
            match now.is_some_and(&is_true) {
                true => self.found.insert(loc),
                false => self.found.remove(&loc),
            };
        }
        self.of = table.clone();
        &self.found
    }
}

/// A part of a table.
enum Part<'t, T> {
    Empty,
    /// The first part of so many levels, of which the others are empty.
    Inside(&'t Rc<Node<T>>, u32),
}

impl<'t, T> Part<'t, T> {
    /// Is it the same, whatever is in it?
    fn is_shared(&self, other: &Part<'_, T>) -> bool {
        match (self, other) {
            (Part::Empty, Part::Empty) => true,
            (Part::Inside(own, levels), Part::Inside(others, more)) => {
                levels == more && Rc::ptr_eq(own, others)
            }
            _ => false,
        }
    }

    fn child(&self, at: usize) -> Part<'t, T> {
        match self {
            Part::Inside(node, 0) => match &***node {
                Node::Branch(children) => {
                    children[at].as_ref().map_or(Part::Empty, |child| Part::Inside(child, 0))
                }
                Node::Leaf(_) => Part::Empty,
            },
            Part::Inside(node, levels) if at == 0 => Part::Inside(node, levels - 1),
            Part::Inside(..) | Part::Empty => Part::Empty,
        }
    }

    fn value(&self, at: usize) -> Option<&'t T> {
        match self {
            Part::Inside(node, 0) => match &***node {
                Node::Leaf(values) => values[at].as_ref(),
                Node::Branch(_) => None,
            },
            Part::Inside(..) | Part::Empty => None,
        }
    }
}

impl<T: Clone + PartialEq> PartialEq for Table<T> {
    fn eq(&self, other: &Table<T>) -> bool {
        self.differing(other, T::eq).is_empty()
    }
}

impl<T: Clone> FromIterator<(Loc, T)> for Table<T> {
    fn from_iter<I: IntoIterator<Item = (Loc, T)>>(entries: I) -> Table<T> {
        let mut table = Table::default();
        entries.into_iter().for_each(|(loc, value)| table.insert(loc, value));
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(entries: &[(usize, u32)]) -> Table<u32> {
        entries.iter().map(|(loc, value)| (Loc(*loc), *value)).collect()
    }

    #[test]
    fn it_is_a_map_in_the_order_of_its_objects() {
        let mut table = of(&[(40, 4), (3, 1), (9, 2)]);
        assert_eq!(table.locs().map(|loc| loc.0).collect::<Vec<_>>(), [3, 9, 40]);
        assert_eq!((table.get(Loc(9)), table.get(Loc(8)), table.get(Loc(4000))), (Some(&2), None, None));
        assert_eq!((table.remove(Loc(9)), table.remove(Loc(9))), (Some(2), None));
        table.get_mut(Loc(40)).into_iter().for_each(|value| *value += 1);
        assert!(table.get_mut(Loc(41)).is_none());
        assert_eq!(table, of(&[(3, 1), (40, 5)]));
    }

    #[test]
    fn copies_differ_only_where_one_was_changed() {
        let table = of(&[(1, 1), (2, 2), (30, 3)]);
        let mut other = table.clone();
        assert_eq!(table, other);
        other.insert(Loc(2), 20);
        other.remove(Loc(30));
        other.insert(Loc(100), 5);
        let differing = table.differing(&other, u32::eq);
        let expected =
            vec![(Loc(2), Some(&2), Some(&20)), (Loc(30), Some(&3), None), (Loc(100), None, Some(&5))];
        assert_eq!(differing, expected);
        assert_eq!(table.get(Loc(2)), Some(&2));
    }

    #[test]
    fn tables_of_different_heights_are_compared() {
        let (small, large) = (of(&[(1, 1)]), of(&[(1, 1), (70, 2), (5000, 3)]));
        assert_eq!(
            small.differing(&large, u32::eq),
            [(Loc(70), None, Some(&2)), (Loc(5000), None, Some(&3))]
        );
        let mut grown = small.clone();
        grown.insert(Loc(5000), 3);
        grown.remove(Loc(5000));
        assert_eq!(grown, small);
        assert_eq!(large.locs().map(|loc| loc.0).collect::<Vec<_>>(), [1, 70, 5000]);
    }

    #[test]
    fn those_of_a_table_are_those_of_the_table_it_is_now() {
        let mut table = of(&[(2, 2), (30, 3), (700, 4)]);
        let mut even = Those::default();
        let is_even = |value: &u32| value.is_multiple_of(2);
        assert_eq!(even.of(&table, is_even), &BTreeSet::from([Loc(2), Loc(700)]));
        let before = table.clone();
        table.insert(Loc(3), 8);
        table.insert(Loc(700), 5);
        table.remove(Loc(2));
        assert_eq!(even.of(&table, is_even), &BTreeSet::from([Loc(3)]));
        assert_eq!(even.of(&before, is_even), &BTreeSet::from([Loc(2), Loc(700)]));
    }

    #[test]
    fn what_goes_leaves_nothing_behind() {
        let mut table = of(&[(1, 1), (2, 2), (30, 3), (31, 4)]);
        table.retain(|loc, value| loc.0 < 30 && *value == 2);
        assert_eq!(table, of(&[(2, 2)]));
        table.for_each_mut(|_, value| *value *= 2);
        assert_eq!(table, of(&[(2, 4)]));
    }
}
