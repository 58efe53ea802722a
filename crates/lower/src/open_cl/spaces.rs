//! Which memory each pointer leads to.
//!
//! In OpenCL C 1.2 that is part of a pointer's type: `__global float *` and `float *` are as
//! different as `float *` and `int *`. C's text does not say it, so it is inferred: each pointer in
//! each type is a [`Level`], two levels are the same where a value goes from one to the other, and
//! `&tile[i]` says which memory one is.
//!
//! ```text
//! float *p = &tile[0];        the target of p is __local, for tile is
//! float **rows = table;       two levels: where the pointers are, and where the floats are
//! ```

use hir::{Program, Qualifiers, Type, TypeKind, Types};

/// A memory of the device.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Space {
    /// A thread's own.
    Private,
    /// The device's.
    Global,
    /// The block's.
    Local,
    /// The device's, and read only.
    Constant,
}

impl Space {
    fn qualifier(self) -> Qualifiers {
        match self {
            Space::Private => Qualifiers::NONE,
            Space::Global => Qualifiers::GLOBAL,
            Space::Local => Qualifiers::LOCAL,
            Space::Constant => Qualifiers::CONSTANT,
        }
    }

    /// As people call it.
    pub(super) fn words(self) -> &'static str {
        match self {
            Space::Private => "a variable of the thread",
            Space::Global => "device memory",
            Space::Local => "shared memory",
            Space::Constant => "constant memory",
        }
    }

    /// As functions are named after it.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Space::Private => "private",
            Space::Global => "global",
            Space::Local => "local",
            Space::Constant => "constant",
        }
    }
}

/// One pointer of a type, whose target is somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level(usize);

/// Levels, and which of them are the same.
#[derive(Default)]
pub(super) struct Spaces {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy)]
enum Node {
    Is(Option<Space>),
    SameAs(usize),
}

impl Spaces {
    /// A level of which nothing is known, or all.
    pub(super) fn level(&mut self, known: Option<Space>) -> Level {
        self.nodes.push(Node::Is(known));
        Level(self.nodes.len() - 1)
    }

    fn root(&self, Level(mut at): Level) -> usize {
        while let Node::SameAs(next) = self.nodes[at] {
            at = next;
        }
        at
    }

    /// What is known of a level.
    pub(super) fn of(&self, level: Level) -> Option<Space> {
        match self.nodes[self.root(level)] {
            Node::Is(space) => space,
            Node::SameAs(_) => None,
        }
    }

    /// Two levels are one; if they cannot be, in which memories they are.
    pub(super) fn unify(&mut self, a: Level, b: Level) -> Result<(), (Space, Space)> {
        let (a, b) = (self.root(a), self.root(b));
        let (Node::Is(of_a), Node::Is(of_b)) = (self.nodes[a], self.nodes[b]) else { return Ok(()) };
        if let (Some(x), Some(y)) = (of_a, of_b)
            && x != y
        {
            return Err((x, y));
        }
        if a != b {
            self.nodes[a] = Node::SameAs(b);
            self.nodes[b] = Node::Is(of_a.or(of_b));
        }
        Ok(())
    }
}

/// How many pointers a type consists of, arrays of them included.
pub(super) fn pointer_levels(program: &Program, ty: Type) -> usize {
    let (mut at, mut levels) = (ty, 0);
    loop {
        at = match program.types.stripped(at) {
            TypeKind::Pointer(target) => {
                levels += 1;
                *target
            }
            TypeKind::Array(element, _) => *element,
            _ => return levels,
        };
    }
}

/// The type with the memories of its pointers in it. A typedef of a pointer that leads elsewhere
/// than to the thread's own memory cannot keep its name.
pub(super) fn with_spaces(types: &mut Types, ty: Type, spaces: &[Space]) -> Type {
    if spaces.iter().all(|space| *space == Space::Private) {
        return ty;
    }
    let stripped = types.strip(ty);
    match types.kind(stripped).clone() {
        TypeKind::Pointer(target) => {
            let (own, inner) =
                spaces.split_first().map_or((Space::Private, &[][..]), |(own, rest)| (*own, rest));
            let target = with_spaces(types, target, inner).qualified(own.qualifier());
            types.pointer_to(target).qualified(stripped.quals)
        }
        TypeKind::Array(element, len) => {
            let element = with_spaces(types, element, spaces);
            types.intern(TypeKind::Array(element, len)).qualified(stripped.quals)
        }
        _ => ty,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_that_are_the_same_know_the_same() {
        let mut spaces = Spaces::default();
        let (a, b, c) = (spaces.level(None), spaces.level(None), spaces.level(Some(Space::Global)));
        assert_eq!(spaces.unify(a, b), Ok(()));
        assert_eq!(spaces.unify(b, c), Ok(()));
        assert_eq!(spaces.of(a), Some(Space::Global));
        let local = spaces.level(Some(Space::Local));
        assert_eq!(spaces.unify(local, a), Err((Space::Local, Space::Global)));
    }

    #[test]
    fn each_pointer_of_a_type_has_its_memory() {
        let mut types = Types::default();
        let row = types.array_of(Type::FLOAT, 8);
        let rows = types.pointer_to(row);
        let table = types.array_of(rows, 4);
        let spelled = with_spaces(&mut types, table, &[Space::Local]);
        let element = types.element(spelled).unwrap_or(Type::ERROR);
        let target = types.pointee(element).unwrap_or(Type::ERROR);
        assert!(target.quals.has(Qualifiers::LOCAL));
        assert_eq!(with_spaces(&mut types, table, &[Space::Private]), table);
    }
}
