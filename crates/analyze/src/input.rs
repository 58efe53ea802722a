//! What every analysis reads: the program, its spellings, and which functions
//! the device has itself.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use hir::{
    ExprId, FileVariables, FunctionId, Item, Linkage, Program, Span, StmtId, StmtKind, VarId, VarStorage,
};
use source::Sources;

use crate::Place;
use crate::assigned_first::exposed_read;
use crate::capture::{Open, WrittenBy};
use crate::device_functions::is_math_name;
use crate::effects::{Event, EventKind, of_stmt_itself};
use crate::maps::HashMap;

/// The program as the analyses see it.
pub struct Input<'p> {
    /// The program.
    pub program: &'p Program,
    /// Spellings and places.
    pub sources: &'p Sources,
    known: Rc<Known>,
}

/// What a function is to the device.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Library {
    /// A function of mathematics.
    Mathematics,
    /// `printf`
    Printing,
    /// Any other, or one of the program's own.
    Other,
}

/// What is found out once about the functions of a program.
pub struct Known {
    /// Functions of C's library that the device has, and `printf`, as often as it is declared; of those that were asked about.
    library: RefCell<HashMap<FunctionId, Library>>,
    linkage: Linkage,
    pub(crate) written: WrittenBy,
    pub(crate) open: OnceCell<Open>,
    file_variables: OnceCell<FileVariables>,
    /// Does a variable of a file hold nothing between functions?
    scratch: RefCell<HashMap<VarId, bool>>,
}

impl Known {
    /// Looks up who defines what.
    pub fn new(program: &Program) -> Known {
        Known {
            library: RefCell::default(),
            linkage: Linkage::new(program),
            written: WrittenBy::default(),
            open: OnceCell::new(),
            file_variables: OnceCell::new(),
            scratch: RefCell::default(),
        }
    }
}

impl<'p> Input<'p> {
    /// The program, looked through for the first time.
    pub fn new(program: &'p Program, sources: &'p Sources) -> Input<'p> {
        Input::again(program, sources, Rc::new(Known::new(program)))
    }

    /// The program with what is known of it; it may have gained expressions
    /// since, but no function.
    pub fn again(program: &'p Program, sources: &'p Sources, known: Rc<Known>) -> Input<'p> {
        Input { program, sources, known }
    }

    /// What is known of the program's functions.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// The names that files of the program share.
    pub fn linkage(&self) -> &Linkage {
        &self.known.linkage
    }

    /// The function with the body, wherever it stands.
    pub fn definition(&self, function: FunctionId) -> FunctionId {
        self.known.linkage.definition(self.program, function)
    }

    /// Is it a number of a file that holds nothing between functions ([`FileVariables`])?
    pub(crate) fn is_scratch(&self, var: VarId) -> bool {
        if let Some(known) = self.known.scratch.borrow().get(&var) {
            return *known;
        }
        let all = &self.known.file_variables;
        let all = all.get_or_init(|| FileVariables::new(self.program, self.sources, self.linkage()));
        let sets_first = |body: StmtId, var: VarId| exposed_read(self, body, var).is_none();
        let is_scratch = self.program.types.is_arithmetic(self.program.vars[var].ty)
            && all.hold_nothing(self.program, var, &sets_first);
        self.known.scratch.borrow_mut().insert(var, is_scratch);
        is_scratch
    }

    fn library(&self, function: FunctionId) -> Library {
        if let Some(known) = self.known.library.borrow().get(&function) {
            return *known;
        }
        let found = match &*self.function_name(function) {
            // A function of the user's that happens to be called `round` is the user's.
            _ if self.program.functions[self.definition(function)].body.is_some() => Library::Other,
            "printf" => Library::Printing,
            name if is_math_name(name) => Library::Mathematics,
            _ => Library::Other,
        };
        self.known.library.borrow_mut().insert(function, found);
        found
    }

    /// Is it a function of C's library that the device has, without an effect
    /// on anything but what it is given?
    pub fn is_math(&self, function: FunctionId) -> bool {
        self.library(function) == Library::Mathematics
    }

    /// Does it compute a value of its arguments and do nothing else? Functions of mathematics, and those of the program that work
    /// with variables of their own: the same arguments give the same value.
    pub fn only_computes(&self, function: FunctionId) -> bool {
        self.computes_at(function, 0)
    }

    fn computes_at(&self, function: FunctionId, depth: u32) -> bool {
        const DEEPEST: u32 = 8;
        let program = self.program;
        let function = self.definition(function);
        let Some(body) = program.functions[function].body.filter(|_| depth < DEEPEST) else {
            return self.is_math(function);
        };
        let is_own = |var: VarId| matches!(program.vars[var].storage, VarStorage::Local | VarStorage::Param);
        let is_harmless = |event: Event| match event.kind {
            EventKind::Read(var) | EventKind::Write { var, .. } | EventKind::Address(var) => is_own(var),
            EventKind::Memory => false,
            EventKind::Call(callee) => callee.is_some_and(|callee| self.computes_at(callee, depth + 1)),
        };
        program.stmts_below(body).all(|stmt| {
            !matches!(program.stmts[stmt].kind, StmtKind::Asm(_))
                && of_stmt_itself(program, stmt).into_iter().all(is_harmless)
        })
    }

    /// Is it `printf`, which devices have too?
    pub fn prints(&self, function: FunctionId) -> bool {
        self.library(function) == Library::Printing
    }

    /// [`Program::is_of_system`]
    pub fn is_of_system(&self, function: FunctionId) -> bool {
        self.program.is_of_system(function, &self.sources.map)
    }

    /// Can a line in a function speak of this variable? Not of one that another file has for itself or that is
    /// declared there alone, nor of one that stands below the function.
    pub fn is_nameable(&self, function: FunctionId, var: VarId) -> bool {
        let program = self.program;
        let Some(unit) = program.unit_of(function) else { return false };
        match program.vars[var].storage {
            VarStorage::Global | VarStorage::Extern | VarStorage::Internal => {
                let items = &program.units[unit].items;
                let own = self.linkage().variable_in(program, var, unit);
                let declared =
                    items.iter().position(|item| matches!(item, Item::Var { var, .. } if Some(*var) == own));
                let defined =
                    items.iter().rposition(|item| matches!(item, Item::Function(f) if *f == function));
                declared.zip(defined).is_some_and(|(declared, defined)| declared < defined)
            }
            VarStorage::StaticLocal => {
                let body = program.functions[function].body;
                body.is_some_and(|body| program.declared_below(body).any(|own| own == var))
            }
            _ => true,
        }
    }

    /// For the recognition of updates.
    pub fn about(&self) -> hir::update::About<'p> {
        hir::update::About { program: self.program, sources: self.sources }
    }

    /// A variable's name.
    pub fn name(&self, var: VarId) -> String {
        Place::var(var).display(self.program, self.sources)
    }

    /// A function's name.
    pub fn function_name(&self, function: FunctionId) -> String {
        self.sources.text(self.program.functions[function].name).into_owned()
    }

    /// A place as the user writes it.
    pub fn place_name(&self, place: &Place) -> String {
        place.display(self.program, self.sources)
    }

    /// Where an expression stands.
    pub fn span(&self, expr: ExprId) -> Span {
        self.program.exprs[expr].span
    }
}
