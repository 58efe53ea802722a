//! The printer: a program to read from, a text to write to, and names.
//!
//! Statements and items are written to the text; expressions, types and
//! declarations can also be had as strings, for whoever composes lines of
//! their own (launches, runtime calls).

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use hir::{ExprId, FunctionId, LabelId, Program, StmtId, StmtKind, Symbol, Type, TypeId, VarId, VarStorage};
use source::Sources;

use crate::c_in_cpp;
use crate::style::{Dialect, ImplicitCasts, Style};
use crate::writer::Writer;

/// Prints parts of one program.
pub struct Printer<'a> {
    /// The program.
    pub(crate) program: &'a Program,
    /// Spellings and places.
    pub(crate) sources: &'a Sources,
    /// How to spell it.
    pub(crate) style: Style<'a>,
    /// Where it goes.
    pub(crate) out: Writer,
    /// Labels of the present function that share their name with another.
    pub(crate) labels: HashMap<LabelId, String>,
    /// An object of each variable-length array type declared so far in the
    /// present function.
    pub(crate) lengths: HashMap<TypeId, String>,
    /// Variables of the present function that jumps pass over, where C++ does not let them: initialised by a statement.
    pub(crate) jumped_over: HashSet<VarId>,
    /// Result type of the present function, to which `return` converts.
    pub(crate) result: Option<Type>,
}

impl<'a> Printer<'a> {
    /// A printer with nothing written yet.
    pub fn new(program: &'a Program, sources: &'a Sources, style: Style<'a>) -> Printer<'a> {
        let (labels, lengths, jumped_over) = (HashMap::new(), HashMap::new(), HashSet::new());
        Printer { program, sources, style, out: Writer::new(), labels, lengths, jumped_over, result: None }
    }

    /// The text so far, to add lines to.
    pub fn writer(&mut self) -> &mut Writer {
        &mut self.out
    }

    /// Says where the next line comes from, if somebody wants to know.
    pub(crate) fn trace(&mut self, span: source::Span) {
        let at = self.sources.expansions.outermost_call(span);
        if self.sources.traced && !at.is_builtin() {
            self.out.mark(source::trace::mark(at.lo));
        }
    }

    /// The names, to add to.
    pub fn names(&mut self) -> &mut crate::Names {
        &mut self.style.names
    }

    /// Prints a kernel of the host as the lines that launch it.
    pub fn launch_by(&mut self, kernel: StmtId, lines: Vec<String>) {
        self.style.launches.insert(kernel, lines);
    }

    /// The finished text.
    pub fn finish(self) -> String {
        self.out.finish()
    }

    /// An expression as text, in a place that converts it to its type.
    pub fn expr_text(&mut self, expr: ExprId) -> String {
        self.captured(|p| p.expr(expr))
    }

    /// An expression as text that has the expression's type wherever it
    /// stands: a conversion its old place made is written out.
    pub fn value_text(&mut self, expr: ExprId) -> String {
        self.captured(|p| p.value(expr))
    }

    /// An initialiser as text.
    pub fn init_text(&mut self, init: &hir::Init) -> String {
        self.captured(|p| p.init(init))
    }

    /// Runs `write` on an empty text and returns that text.
    pub(crate) fn captured(&mut self, write: impl FnOnce(&mut Printer<'a>)) -> String {
        let outer = self.out.set_aside();
        write(self);
        self.out.resume(outer)
    }

    pub(crate) fn text(&self, symbol: Symbol) -> Cow<'a, str> {
        self.sources.text(symbol)
    }

    pub(crate) fn write_symbol(&mut self, symbol: Symbol) {
        let text = self.text(symbol);
        self.out.write(&text);
    }

    pub(crate) fn is_cuda(&self) -> bool {
        self.style.dialect == Dialect::Cuda
    }

    pub(crate) fn is_open_cl(&self) -> bool {
        self.style.dialect == Dialect::OpenCl
    }

    /// GNU C, with all its words?
    pub(crate) fn is_c(&self) -> bool {
        self.style.dialect == Dialect::C
    }

    pub(crate) fn shows_casts(&self) -> bool {
        self.style.implicit_casts == ImplicitCasts::Show
    }

    /// What a variable is called; empty for an unnamed parameter.
    pub fn var_name(&self, var: VarId) -> String {
        match self.style.names.vars.get(&var) {
            Some(name) => name.clone(),
            None => {
                let declared = &self.program.vars[var];
                let name = declared.name.map(|name| match declared.storage {
                    VarStorage::Global | VarStorage::Internal | VarStorage::Extern => {
                        self.name_of_file(name, declared.span)
                    }
                    _ => self.name(name),
                });
                name.unwrap_or_default().into_owned()
            }
        }
    }

    /// What a function is called.
    pub fn function_name(&self, function: FunctionId) -> String {
        match self.style.names.functions.get(&function) {
            Some(name) => name.clone(),
            None => {
                let declared = &self.program.functions[function];
                match declared.builtin {
                    true => self.text(declared.name).into_owned(),
                    false => self.name_of_file(declared.name, declared.span).into_owned(),
                }
            }
        }
    }

    pub(crate) fn label_name(&self, label: LabelId) -> String {
        match self.labels.get(&label) {
            Some(name) => name.clone(),
            None => self.name(self.program.labels[label].name).into_owned(),
        }
    }

    /// Takes up the labels of a function. GNU's `__label__` lets two blocks of
    /// it have a label of one name; all but the first get a number.
    pub(crate) fn enter_function(&mut self, function: FunctionId) {
        self.labels.clear();
        self.lengths.clear();
        self.jumped_over.clear();
        if self.is_cuda() {
            self.jumped_over = c_in_cpp::jumped_over(self.program, function);
        }
        self.result = self.program.function_type(function).map(|ty| ty.result);
        let Some(body) = self.program.functions[function].body else { return };
        let mut taken = HashSet::new();
        let mut repeated = Vec::new();
        for stmt in self.program.stmts_below(body) {
            if let StmtKind::Label { label, .. } = self.program.stmts[stmt].kind
                && !taken.insert(self.label_name(label))
            {
                repeated.push(label);
            }
        }
        for label in repeated {
            let name = self.label_name(label);
            let fresh = (2..).map(|n| format!("{name}_{n}")).find(|name| !taken.contains(name));
            let fresh = fresh.unwrap_or(name);
            taken.insert(fresh.clone());
            self.labels.insert(label, fresh);
        }
    }
}
