//! Scopes: which declaration a name means here.
//!
//! There is one table of ordinary names and one of tags, both indexed by
//! symbol, holding the innermost declaration of each. Opening a scope remembers the
//! length of an undo log; closing it plays the log back. Lookup is one array
//! access and the cost of a scope is the number of names declared in it.
//!
//! Invariant: scope 0 is the file and is never closed.

use crate::variable_scopes::VariableScope;
use hir::{EnumId, Enumerator, FunctionId, Id, RecordId, Symbol, Type, TypedefId, VarId};

/// What an ordinary name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Name {
    /// A variable or parameter.
    Var(VarId),
    /// A function.
    Function(FunctionId),
    /// An enumerator.
    Enumerator(Id<Enumerator>),
    /// A typedef.
    Typedef(TypedefId),
    /// A function template of a CUDA file, by its number.
    Template(usize),
    /// A template's parameter that is a type.
    Type(Type),
    /// A template's parameter that is a template of classes.
    ClassTemplate(Symbol),
    /// A template's parameter that is a number.
    Number(i128, Type),
    /// A member of the struct whose function is being resolved.
    Member,
    /// Undeclared, already reported.
    Error,
}

/// What a tag stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tag {
    /// `struct` or `union`.
    Record(RecordId),
    /// `enum`.
    Enum(EnumId),
}

/// Tags with what they stand for.
pub(crate) type Tags = Vec<(Symbol, Tag)>;

/// A declaration and the scope it was made in.
#[derive(Clone, Copy, Debug)]
struct Binding<T> {
    means: T,
    depth: u32,
}

/// What closing a scope restores.
enum Undo {
    Name(Symbol, Option<Binding<Name>>),
    Tag(Symbol, Option<Binding<Tag>>),
    VariableScope(Option<VariableScope>),
}

/// A scope that is not in force at the moment.
pub(crate) struct Suspended(Vec<Undo>);

/// The scopes open at one point of a unit.
#[derive(Default)]
pub(crate) struct Scopes {
    names: Vec<Option<Binding<Name>>>,
    tags: Vec<Option<Binding<Tag>>>,
    undo: Vec<Undo>,
    marks: Vec<usize>,
    variable_scope: Option<VariableScope>,
}

impl Scopes {
    /// Opens a scope.
    pub(crate) fn open(&mut self) {
        self.marks.push(self.undo.len());
    }

    /// Closes the innermost scope; the names it hid are visible again.
    pub(crate) fn close(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        for undo in self.undo.drain(mark..).rev() {
            match undo {
                Undo::Name(symbol, before) => self.names[symbol.0 as usize] = before,
                Undo::Tag(symbol, before) => self.tags[symbol.0 as usize] = before,
                Undo::VariableScope(before) => self.variable_scope = before,
            }
        }
    }

    /// Puts the innermost scope aside, to declare something in the one around.
    pub(crate) fn suspend(&mut self) -> Suspended {
        let mut bindings = Vec::new();
        let Some(mark) = self.marks.pop() else { return Suspended(bindings) };
        for undo in self.undo.drain(mark..).rev() {
            bindings.push(match undo {
                Undo::Name(symbol, before) => {
                    Undo::Name(symbol, std::mem::replace(&mut self.names[symbol.0 as usize], before))
                }
                Undo::Tag(symbol, before) => {
                    Undo::Tag(symbol, std::mem::replace(&mut self.tags[symbol.0 as usize], before))
                }
                Undo::VariableScope(before) => {
                    Undo::VariableScope(std::mem::replace(&mut self.variable_scope, before))
                }
            });
        }
        Suspended(bindings)
    }

    /// Puts all scopes but the file's aside.
    pub(crate) fn suspend_all(&mut self) -> Vec<Suspended> {
        (0..self.marks.len()).map(|_| self.suspend()).collect()
    }

    /// Opens scopes that were put aside together.
    pub(crate) fn resume_all(&mut self, scopes: Vec<Suspended>) {
        scopes.into_iter().rev().for_each(|scope| self.resume(scope));
    }

    /// Opens a scope that was put aside.
    pub(crate) fn resume(&mut self, scope: Suspended) {
        self.open();
        for binding in scope.0.into_iter().rev() {
            match binding {
                Undo::Name(symbol, Some(binding)) => self.declare(symbol, binding.means),
                Undo::Tag(symbol, Some(binding)) => self.declare_tag(symbol, binding.means),
                Undo::VariableScope(Some(scope)) => self.enter_variable_scope(scope),
                Undo::Name(_, None) | Undo::Tag(_, None) | Undo::VariableScope(None) => {}
            }
        }
    }

    /// Is the innermost scope the file's?
    pub(crate) fn at_file_level(&self) -> bool {
        self.marks.is_empty()
    }

    /// What a name means here.
    pub(crate) fn name(&self, symbol: Symbol) -> Option<Name> {
        Some((*self.names.get(symbol.0 as usize)?)?.means)
    }

    /// What a name means, if it was declared in the innermost scope.
    pub(crate) fn name_in_this_scope(&self, symbol: Symbol) -> Option<Name> {
        let binding = (*self.names.get(symbol.0 as usize)?)?;
        (binding.depth == self.depth()).then_some(binding.means)
    }

    /// What a tag means here.
    pub(crate) fn tag(&self, symbol: Symbol) -> Option<Tag> {
        Some((*self.tags.get(symbol.0 as usize)?)?.means)
    }

    /// What a tag means, if it was declared in the innermost scope.
    pub(crate) fn tag_in_this_scope(&self, symbol: Symbol) -> Option<Tag> {
        let binding = (*self.tags.get(symbol.0 as usize)?)?;
        (binding.depth == self.depth()).then_some(binding.means)
    }

    /// Declares a name in the innermost scope, hiding or replacing another.
    pub(crate) fn declare(&mut self, symbol: Symbol, means: Name) {
        let binding = Binding { means, depth: self.depth() };
        let before = slot(&mut self.names, symbol).replace(binding);
        if !self.at_file_level() {
            self.undo.push(Undo::Name(symbol, before));
        }
    }

    /// Declares a tag in the innermost scope.
    pub(crate) fn declare_tag(&mut self, symbol: Symbol, means: Tag) {
        let binding = Binding { means, depth: self.depth() };
        let before = slot(&mut self.tags, symbol).replace(binding);
        if !self.at_file_level() {
            self.undo.push(Undo::Tag(symbol, before));
        }
    }

    /// The innermost declaration in force whose type depends on run-time values.
    pub(crate) fn variable_scope(&self) -> Option<VariableScope> {
        self.variable_scope
    }

    /// From here to the end of the innermost scope, this declaration is in force.
    pub(crate) fn enter_variable_scope(&mut self, scope: VariableScope) {
        let before = self.variable_scope.replace(scope);
        self.undo.push(Undo::VariableScope(before));
    }

    /// What names and tags mean here that is not the file's.
    pub(crate) fn in_force(&self) -> (Vec<(Symbol, Name)>, Tags) {
        let (mut names, mut tags) = (Vec::new(), Vec::new());
        for undo in &self.undo {
            match undo {
                Undo::Name(symbol, _) => names.extend(self.name(*symbol).map(|means| (*symbol, means))),
                Undo::Tag(symbol, _) => tags.extend(self.tag(*symbol).map(|means| (*symbol, means))),
                Undo::VariableScope(_) => {}
            }
        }
        (names, tags)
    }

    /// Takes back a declaration at file level.
    pub(crate) fn forget(&mut self, symbol: Symbol) {
        if self.at_file_level() {
            *slot(&mut self.names, symbol) = None;
        }
    }

    /// Every name visible here, for "did you mean".
    pub(crate) fn visible(&self) -> impl Iterator<Item = (Symbol, Name)> {
        let bound = |(i, b): (usize, &Option<Binding<Name>>)| b.map(|b| (Symbol(i as u32), b.means));
        self.names.iter().enumerate().filter_map(bound)
    }

    fn depth(&self) -> u32 {
        self.marks.len() as u32
    }
}

/// The slot of a symbol; symbols interned after the table was made extend it.
fn slot<T: Copy>(table: &mut Vec<Option<T>>, symbol: Symbol) -> &mut Option<T> {
    let index = symbol.0 as usize;
    if index >= table.len() {
        table.resize((index + 1).next_power_of_two(), None);
    }
    &mut table[index]
}
