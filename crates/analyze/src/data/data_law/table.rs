//! A table by object, of which many states have almost the same.
//!
//! ```text
//! state before a branch    [ a b c d | e f g h | i j k l ]
//! state behind it            shared  | e f G h | shared        one part is another one
//! ```
//! Where paths meet, two states are copied, compared and merged, again and again, and differ in few places. So the
//! table consists of parts that states share until one writes there: a copy shares all of them, and what is shared
//! need not be compared.

use std::rc::Rc;

use super::value::Loc;

/// So many neighbours are shared or not. Objects that are met together have numbers close to each other.
const SIZE: usize = 8;

type Part<T> = [Option<T>; SIZE];

/// What is known of each of some objects, in their order.
#[derive(Clone, Debug)]
pub struct Table<T> {
    parts: Vec<Option<Rc<Part<T>>>>,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { parts: Vec::new() }
    }
}

impl<T: Clone> Table<T> {
    /// What is known of one.
    pub fn get(&self, loc: Loc) -> Option<&T> {
        self.part(loc.0 / SIZE)?[loc.0 % SIZE].as_ref()
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, loc: Loc) -> Option<&mut T> {
        match self.contains(loc) {
            true => self.slot(loc).as_mut(),
            false => None,
        }
    }

    /// Is anything known of it?
    pub fn contains(&self, loc: Loc) -> bool {
        self.get(loc).is_some()
    }

    /// Something is known now.
    pub fn insert(&mut self, loc: Loc, value: T) {
        *self.slot(loc) = Some(value);
    }

    /// Nothing is.
    pub fn remove(&mut self, loc: Loc) -> Option<T> {
        match self.contains(loc) {
            true => self.slot(loc).take(),
            false => None,
        }
    }

    /// Only these stay.
    pub fn retain(&mut self, stays: impl Fn(Loc, &T) -> bool) {
        for (number, part) in self.parts.iter_mut().enumerate() {
            let Some(shared) = part else { continue };
            let goes = |at: usize, value: &T| !stays(Loc(number * SIZE + at), value);
            let going: Vec<usize> =
                entries(shared).filter(|(at, value)| goes(*at, value)).map(|(at, _)| at).collect();
            match going.is_empty() {
                true => {}
                false if entries(shared).count() == going.len() => *part = None,
                false => going.into_iter().for_each(|at| Rc::make_mut(shared)[at] = None),
            }
        }
    }

    /// Each changes.
    pub fn for_each_mut(&mut self, mut change: impl FnMut(Loc, &mut T)) {
        for (number, part) in self.parts.iter_mut().enumerate() {
            let Some(part) = part else { continue };
            for (at, value) in Rc::make_mut(part).iter_mut().enumerate() {
                value.iter_mut().for_each(|value| change(Loc(number * SIZE + at), value));
            }
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (Loc, &T)> {
        let parts = self.parts.iter().enumerate();
        let parts = parts.filter_map(|(number, part)| Some((number * SIZE, part.as_deref()?)));
        parts.flat_map(|(first, part)| entries(part).map(move |(at, value)| (Loc(first + at), value)))
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
        is_same: impl Fn(&T, &T) -> bool + Copy + 't,
    ) -> impl Iterator<Item = (Loc, Option<&'t T>, Option<&'t T>)> {
        let is_shared = |number: &usize| match (self.part(*number), other.part(*number)) {
            (Some(own), Some(others)) => std::ptr::eq(own, others),
            (own, others) => own.is_none() && others.is_none(),
        };
        let parts = (0..self.parts.len().max(other.parts.len())).filter(move |number| !is_shared(number));
        let slots = parts.flat_map(|number| (0..SIZE).map(move |at| Loc(number * SIZE + at)));
        slots.map(|loc| (loc, self.get(loc), other.get(loc))).filter(move |(_, own, others)| {
            match (own, others) {
                (Some(own), Some(others)) => !is_same(own, others),
                (own, others) => own.is_some() || others.is_some(),
            }
        })
    }

    fn part(&self, number: usize) -> Option<&Part<T>> {
        self.parts.get(number)?.as_deref()
    }

    fn slot(&mut self, loc: Loc) -> &mut Option<T> {
        let number = loc.0 / SIZE;
        if self.parts.len() <= number {
            self.parts.resize_with(number + 1, || None);
        }
        let part = self.parts[number].get_or_insert_with(|| Rc::new([const { None }; SIZE]));
        &mut Rc::make_mut(part)[loc.0 % SIZE]
    }
}

fn entries<T>(part: &Part<T>) -> impl Iterator<Item = (usize, &T)> {
    part.iter().enumerate().filter_map(|(at, value)| Some((at, value.as_ref()?)))
}

impl<T: Clone + PartialEq> PartialEq for Table<T> {
    fn eq(&self, other: &Table<T>) -> bool {
        self.differing(other, T::eq).next().is_none()
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
        let differing: Vec<_> = table.differing(&other, u32::eq).collect();
        let expected =
            vec![(Loc(2), Some(&2), Some(&20)), (Loc(30), Some(&3), None), (Loc(100), None, Some(&5))];
        assert_eq!(differing, expected);
        assert_eq!(table.get(Loc(2)), Some(&2));
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
