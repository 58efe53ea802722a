//! Typed arenas: a vector whose indices know what they index.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// The index of a `T` in its arena.
pub struct Id<T> {
    raw: u32,
    of: PhantomData<fn() -> T>,
}

/// An append-only vector of nodes.
#[derive(Clone, Debug)]
pub struct Arena<T> {
    nodes: Vec<T>,
}

impl<T> Id<T> {
    /// The index as a number, for tables and dumps.
    pub fn index(self) -> usize {
        self.raw as usize
    }

    /// The id of the node at an index; for tables that run parallel to an arena.
    pub fn from_index(index: usize) -> Id<T> {
        Id { raw: index as u32, of: PhantomData }
    }
}

impl<T> Arena<T> {
    /// Adds a node.
    pub fn alloc(&mut self, node: T) -> Id<T> {
        self.nodes.push(node);
        Id::from_index(self.nodes.len() - 1)
    }

    /// Makes room for so many more nodes.
    pub fn reserve(&mut self, additional: usize) {
        self.nodes.reserve(additional);
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes with their ids, in order of creation.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Id<T>, &T)> {
        self.nodes.iter().enumerate().map(|(i, node)| (Id::from_index(i), node))
    }

    /// All ids.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Id<T>> + use<T> {
        (0..self.nodes.len()).map(Id::from_index)
    }
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena { nodes: Vec::new() }
    }
}

impl<T> Index<Id<T>> for Arena<T> {
    type Output = T;
    fn index(&self, id: Id<T>) -> &T {
        &self.nodes[id.index()]
    }
}

impl<T> IndexMut<Id<T>> for Arena<T> {
    fn index_mut(&mut self, id: Id<T>) -> &mut T {
        &mut self.nodes[id.index()]
    }
}

// Written out: derives would demand the same of `T`.
impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.raw.cmp(&other.raw)
    }
}
impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}
impl<T> std::fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.raw)
    }
}
